#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <span>
#include <vector>

#include "croupier/poker/strength.hpp"

namespace croupier {
namespace {

Mask read_mask(std::string_view text) {
  CardReader reader(text);
  Mask mask;
  while (const std::optional<Card> card = reader.next()) mask |= Mask::of(*card);
  EXPECT_FALSE(reader.failed());
  return mask;
}

std::string format(std::span<const Card> cards) {
  std::string text;
  for (const Card card : cards) text += format_card(card);
  return text;
}

/// What five cards are worth, by the rules as they are told: category first, then the ranks, those held most often
/// first. Greater is better.
std::vector<int> worth_of_five(const std::vector<Card>& five) {
  std::map<int, int> copies;
  for (const Card card : five) ++copies[rank_of(card)];
  std::vector<std::pair<int, int>> groups;
  for (const auto& [rank, count] : copies) groups.emplace_back(count, rank);
  std::ranges::sort(groups, std::greater{});
  std::vector<int> ranks;
  for (const auto& group : groups) ranks.push_back(group.second);
  const bool flush = std::ranges::all_of(five, [&](Card card) { return suit_of(card) == suit_of(five[0]); });
  if (ranks == std::vector{12, 3, 2, 1, 0}) ranks = {3, 2, 1, 0, -1};
  const bool straight = ranks.size() == 5 && ranks[0] - ranks[4] == 4;
  int category = 0;
  if (straight && flush) {
    category = ranks[0] == 12 ? 9 : 8;
  } else if (groups[0].first == 4) {
    category = 7;
  } else if (groups[0].first == 3 && groups[1].first == 2) {
    category = 6;
  } else if (flush) {
    category = 5;
  } else if (straight) {
    category = 4;
  } else if (groups[0].first == 3) {
    category = 3;
  } else if (groups[0].first == 2) {
    category = groups[1].first == 2 ? 2 : 1;
  }
  ranks.insert(ranks.begin(), category);
  return ranks;
}

template <class Visitor>
void visit_subsets(const std::vector<Card>& cards, std::size_t size, Visitor visitor) {
  std::vector<bool> chosen(cards.size());
  std::fill_n(chosen.begin(), size, true);
  do {
    std::vector<Card> subset;
    for (std::size_t i = 0; i < cards.size(); ++i) {
      if (chosen[i]) subset.push_back(cards[i]);
    }
    visitor(subset);
  } while (std::prev_permutation(chosen.begin(), chosen.end()));
}

TEST(Strength, OrdersAllFiveCardHandsByTheRules) {
  std::vector<Card> pack(kPackSize);
  std::ranges::generate(pack, [card = Card{0}]() mutable { return card++; });
  std::map<std::vector<int>, Strength> strength_of_worth;
  visit_subsets(pack, 5, [&](const std::vector<Card>& five) {
    const Strength strength = rank(Mask::of_all(five));
    const std::vector<int> worth = worth_of_five(five);
    const auto [entry, fresh] = strength_of_worth.emplace(worth, strength);
    ASSERT_EQ(entry->second, strength);
    if (fresh) ASSERT_EQ(static_cast<int>(category(strength)), worth[0]);
  });
  Strength expected = kStrengths;
  for (const auto& [worth, strength] : strength_of_worth) EXPECT_EQ(strength, expected--);
  EXPECT_EQ(expected, 0);
}

TEST(Strength, SixAndSevenCardsAreTheirBestFive) {
  std::mt19937_64 random(7);
  std::vector<Card> pack(kPackSize);
  std::ranges::generate(pack, [card = Card{0}]() mutable { return card++; });
  for (int i = 0; i < 20'000; ++i) {
    std::ranges::shuffle(pack, random);
    const std::vector<Card> hand(pack.begin(), pack.begin() + 6 + i % 2);
    Strength best = kStrengths;
    visit_subsets(hand, 5, [&](const auto& five) { best = std::min(best, rank(Mask::of_all(five))); });
    ASSERT_EQ(rank(Mask::of_all(hand)), best);
    const std::array<Card, 5> five = best_five(Mask::of_all(hand));
    ASSERT_EQ(Mask::of_all(five).size(), 5);
    ASSERT_TRUE((Mask::of_all(five) - Mask::of_all(hand)).empty());
    ASSERT_EQ(rank(Mask::of_all(five)), best);
  }
}

TEST(Strength, BestFiveStandInOrder) {
  const auto best = [](std::string_view text) { return format(best_five(read_mask(text))); };
  EXPECT_EQ(best("Ac 2d 3h 4s 5c 9h 9d"), "5c4s3h2dAc");
  EXPECT_EQ(best("7c 7d 7h Kc Kd Kh 2s"), "KhKdKc7h7d");
  EXPECT_EQ(best("7c 7d 7h 7s Kc Kd Kh"), "7s7h7d7cKh");
  EXPECT_EQ(best("2c 2d 3c 3d 4c 4d Ah"), "4d4c3d3cAh");
  EXPECT_EQ(best("2c 2d 3c 3d 4c 4d 3s"), "3s3d3c4d4c");
  EXPECT_EQ(best("Jd Ac Ad 7d Qd 4d Td"), "AdQdJdTd7d");
  EXPECT_EQ(best("As 2s 3s 4s 5s 6h 7h"), "5s4s3s2sAs");
  EXPECT_EQ(best("9c 9d 8h 8s 7c 6d 5h"), "9d8s7c6d5h");
  EXPECT_EQ(best("9c 9d 8h 3s 7c 2d Kh"), "9d9cKh8h7c");
  EXPECT_EQ(best("2c 7d 4h 9s Jc"), "Jc9s7d4h2c");
}

TEST(Strength, OnlySetsOfFiveToSevenCardsAreHands) {
  EXPECT_FALSE(is_hand(0));
  EXPECT_FALSE(is_hand(0xF));
  EXPECT_TRUE(is_hand(0x1F));
  EXPECT_TRUE(is_hand(0x7F));
  EXPECT_FALSE(is_hand(0xFF));
  EXPECT_FALSE(is_hand(BySuit::kWhole));
  EXPECT_FALSE(is_hand(~std::uint64_t{0}));
  for (int bit = 0; bit < 64; ++bit) {
    const std::uint64_t with = 0x3F | std::uint64_t{1} << bit;
    EXPECT_EQ(is_hand(with), (with & ~BySuit::kWhole) == 0) << bit;
  }
}

}  // namespace
}  // namespace croupier
