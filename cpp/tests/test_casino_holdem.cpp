#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "croupier/casino_holdem_solution.hpp"
#include "croupier/isa.hpp"

namespace croupier {
namespace {

constexpr Seed kSeed = {7, 3};
constexpr std::uint64_t kEnd = 0;  // 2^64, where indices end
constexpr Strength kWeakestFours = 5745;

bool never() { return false; }

Mask mask_of_all(std::span<const Card> cards) {
  Mask mask = 0;
  for (const Card card : cards) mask |= mask_of(card);
  return mask;
}

TEST(Flops, ClassesAndRenamings) {
  EXPECT_EQ(suit_classes(2).size(), 169u);
  EXPECT_EQ(suit_classes(3).size(), kFlopClasses);
  EXPECT_EQ(suit_classes(4).size(), 16'432u);
  const std::vector<SuitClass> boards = suit_classes(5);
  EXPECT_EQ(boards.size(), 134'459u);
  EXPECT_EQ(std::accumulate(boards.begin(), boards.end(), 0, [](int sum, const SuitClass& c) { return sum + c.size; }),
            2'598'960);

  const FlopClasses& classes = FlopClasses::instance();
  std::vector<int> sizes(kFlopClasses);
  for (Card high = 2; high < kPackSize; ++high) {
    for (Card middle = 1; middle < high; ++middle) {
      for (Card low = 0; low < middle; ++low) {
        const auto [flop_class, renaming] = classes.find(index_of(Flop{middle, high, low}));
        ++sizes[flop_class];
        std::set<Card> renamed;
        for (const Card card : {high, middle, low}) renamed.insert(rename(card, classes.renaming(renaming)));
        const Flop& cards = classes[flop_class].cards;
        EXPECT_EQ(renamed, std::set<Card>(cards.begin(), cards.end()));
      }
    }
  }
  for (std::size_t i = 0; i < kFlopClasses; ++i) {
    EXPECT_EQ(sizes[i], classes[i].size);
    EXPECT_EQ(classes[i].stabiliser.size() * classes[i].size, kRenamings);
  }
}

/// Runs for every instruction set.
class CasinoHoldem : public testing::TestWithParam<std::string_view> {
 protected:
  void SetUp() override { ASSERT_TRUE(use_isa(GetParam())); }
  void TearDown() override { use_isa(available_isas().back()); }
};

INSTANTIATE_TEST_SUITE_P(Isa, CasinoHoldem, testing::ValuesIn(available_isas()),
                         [](const auto& info) { return std::string(info.param); });

CasinoHoldemStrategy call_some() {
  CasinoHoldemStrategy strategy;
  for (std::size_t flop = 0; flop < kFlopClasses; ++flop) {
    for (std::size_t pair = flop % 3; pair < kPairs; pair += 2) strategy.call(flop, pair);
  }
  return strategy;
}

TEST_P(CasinoHoldem, CountsTheRoundsItDeals) {
  const CasinoHoldemStrategy strategy = call_some();
  for (const std::uint64_t first : {std::uint64_t{0}, std::uint64_t{5}, kEnd - 20'000}) {
    for (const std::uint64_t rounds : {0ull, 1ull, 3ull, 4ull, 255ull, 256ull, 257ull, 20'000ull}) {
      std::vector<std::int64_t> expected(kCasinoHoldemOutcomes);
      for (std::uint64_t i = 0; i < rounds; ++i) {
        const CasinoHoldemRound round = deal_casino_holdem(kSeed, first + i);
        const std::size_t called = casino_holdem_outcome(round, kWeakestFours);
        ++expected[strategy.calls(round.hole, round.flop) ? called : called - called % kOutcomesOfBonus];
      }
      for (const unsigned threads : {1u, 3u}) {
        EXPECT_EQ(count_casino_holdem(strategy, kWeakestFours, kSeed, first, rounds, threads, never), expected);
      }
    }
  }
}

TEST_P(CasinoHoldem, PlaysAStateOut) {
  const Pair hole = {24, 19};
  const Flop flop = {50, 0, 44};
  ShowdownCounts expected{};
  const Mask seen = mask_of_all(hole) | mask_of_all(flop);
  std::vector<Card> unseen;
  for (Card card = 0; card < kPackSize; ++card) {
    if ((seen & mask_of(card)) == 0) unseen.push_back(card);
  }
  for (const Card turn : unseen) {
    for (const Card river : unseen) {
      if (river >= turn) continue;
      const Mask board = mask_of_all(flop) | mask_of(turn) | mask_of(river);
      const Strength player = rank(board | mask_of_all(hole));
      for (const Card first : unseen) {
        for (const Card second : unseen) {
          if (second >= first || (board & (mask_of(first) | mask_of(second))) != 0) continue;
          const Strength dealer = rank(board | mask_of(first) | mask_of(second));
          const Showdown showdown = dealer > kWeakestFours ? Showdown::kNotQualified
                                    : dealer == player     ? Showdown::kTie
                                    : dealer > player      ? Showdown::kWin
                                                           : Showdown::kLoss;
          ++expected[kShowdowns * static_cast<std::size_t>(category(player)) + static_cast<std::size_t>(showdown)];
        }
      }
    }
  }
  EXPECT_EQ(std::accumulate(expected.begin(), expected.end(), std::int64_t{0}), kDealsOfCall);
  EXPECT_EQ(count_showdowns(hole, flop, kWeakestFours), expected);
}

TEST(CasinoHoldemStrategy, FindsAsymmetry) {
  EXPECT_FALSE(CasinoHoldemStrategy().asymmetry());
  EXPECT_TRUE(call_some().asymmetry());
}

TEST(CasinoHoldemSolution, CanBeInterrupted) {
  int asked = 0;
  const CasinoHoldemSolution solution(kWeakestFours, 2, [&] { return ++asked > 2; });
  EXPECT_EQ(asked, 3);
}

}  // namespace
}  // namespace croupier
