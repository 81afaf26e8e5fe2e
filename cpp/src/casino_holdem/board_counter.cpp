#include "casino_holdem/board_counter.hpp"

#include <algorithm>

#include "poker/category_table.hpp"
#include "simd/kernels.hpp"

namespace croupier::casino_holdem {
namespace {

constexpr std::uint32_t kDealerHands = 45 * 44 / 2;

/// Stands where no hand is.
constexpr Category kNoHand{kCategories};

constexpr bool is_flush(Category category) {
  return category == Category::kFlush || category >= Category::kStraightFlush;
}

constexpr auto kSlotOfPair = [] {
  std::array<std::uint16_t, kPairs> slots{};
  for_each_pair(
      [&](Card high, Card low) { slots[index_of(Pair{high, low})] = static_cast<std::uint16_t>(slot_of(high, low)); });
  return slots;
}();

/// Adds four neighbours in the order `places`.
void add_renamed(Showdowns* sums, const Showdowns* showdowns, const std::array<std::size_t, kSuits>& places) {
  std::array<Showdowns, kSuits> four;
  for (std::size_t i = 0; i < kSuits; ++i) four[i] = showdowns[places[i]];
  for (std::size_t i = 0; i < kSuits; ++i) add(four[i], sums[i]);
  for (std::size_t i = 0; i < kSuits; ++i) sums[i] = four[i];
}

}  // namespace

void BoardCounter::count(const SuitClass& board) {
  list_hands(CardSet::of_all(board.cards));
  simd::kernels().rank_planes(pairs_.arrays(), simd::PlaneSet::of_all(board_), kPairs, strengths_.data());
  sort_qualifying();
  count_showdowns(board.size);
}

void BoardCounter::add_to(HandTable& table, const Renaming& renaming) const {
  CategoryArray<Showdowns*> rows;
  for (const Category category : kAllCategories) rows[category] = held_[category] ? table.row(category) : nullptr;
  std::array<std::size_t, kSuits> to_suit, from_suit;
  for (std::size_t suit = 0; suit < kSuits; ++suit) {
    to_suit[suit] = renaming[suit];
    from_suit[to_suit[suit]] = suit;
  }
  for (std::size_t ranks = 0; ranks < kRankPairs; ++ranks) {
    for (std::size_t suit = 0; suit < kSuits; ++suit) {
      const Showdowns* from = &showdowns_[slot_of(ranks, suit, 0)];
      const Category category = category_[slot_of(ranks, suit, 0) / kSuits];
      if (category == kNoHand) continue;
      add_renamed(rows[category] + slot_of(ranks, to_suit[suit], 0), from, from_suit);
    }
  }
  for (std::size_t i = 0; i < n_flushes_; ++i) {
    const auto& [slot, category, showdowns] = flushes_[i];
    add(rows[category][slot_of(slot / (kSuits * kSuits), renaming[slot / kSuits % kSuits], renaming[slot % kSuits])],
        showdowns);
  }
}

void BoardCounter::list_hands(CardSet board) {
  std::ranges::copy(board, board_.begin());
  std::size_t hand = 0;
  const CardSet unseen = CardSet::whole_pack() - board;
  for (const Card high : unseen) {
    for (const Card low : unseen) {
      if (low == high) break;
      high_[hand] = high;
      low_[hand] = low;
      pair_[hand++] = index_of(Pair{high, low});
    }
  }
}

void BoardCounter::sort_qualifying() {
  constexpr std::uint32_t kLowBits = 7;
  std::array<std::uint16_t, 1 << kLowBits> low_ends{};
  std::array<std::uint16_t, (kStrengths >> kLowBits) + 1> high_ends{};
  n_qualifying_ = n_others_ = 0;
  for (std::uint16_t hand = 0; hand < kHands; ++hand) {
    const Strength strength = strengths_[pair_[hand]];
    const bool qualifies = strength <= weakest_qualifying_;
    sorted_[n_qualifying_] = {strength, hand};
    n_qualifying_ += qualifies;
    others_[n_others_] = hand;
    n_others_ += !qualifies;
  }
  for (std::size_t i = 0; i < n_qualifying_; ++i) {
    ++low_ends[sorted_[i].strength % (1 << kLowBits)];
    ++high_ends[sorted_[i].strength >> kLowBits];
  }
  for (std::size_t i = 1; i < low_ends.size(); ++i) low_ends[i] += low_ends[i - 1];
  for (std::size_t i = 1; i < high_ends.size(); ++i) high_ends[i] += high_ends[i - 1];
  for (std::size_t i = n_qualifying_; i-- > 0;) {
    by_low_digit_[--low_ends[sorted_[i].strength % (1 << kLowBits)]] = sorted_[i];
  }
  for (std::size_t i = n_qualifying_; i-- > 0;) {
    sorted_[--high_ends[by_low_digit_[i].strength >> kLowBits]] = by_low_digit_[i];
  }
}

void BoardCounter::count_showdowns(std::uint32_t weight) {
  seen_ = 0;
  with_card_.fill(0);
  for (std::size_t begin = 0, end = 0; begin < n_qualifying_; begin = end) {
    const Strength strength = sorted_[begin].strength;
    for (; end < n_qualifying_ && sorted_[end].strength == strength; ++end) {
      const std::size_t hand = sorted_[end].hand;
      stronger_[hand] = disjoint(hand);
    }
    for (std::size_t i = begin; i < end; ++i) see(sorted_[i].hand);
    for (std::size_t i = begin; i < end; ++i) {
      const std::size_t hand = sorted_[i].hand;
      equal_[hand] = disjoint(hand) + 1 - stronger_[hand];
    }
  }
  held_ = {};
  n_flushes_ = 0;
  category_.fill(kNoHand);
  showdowns_.fill({});
  for (std::size_t i = 0; i < n_qualifying_; ++i) {
    const std::size_t hand = sorted_[i].hand;
    const std::uint32_t qualifying = disjoint(hand) + 1;
    const std::uint32_t weaker = qualifying - stronger_[hand] - equal_[hand];
    store(hand,
          {weight * (kDealerHands - qualifying), weight * equal_[hand], weight * weaker, weight * stronger_[hand]});
  }
  for (std::size_t i = 0; i < n_others_; ++i) {
    const std::size_t hand = others_[i];
    const std::uint32_t stronger = disjoint(hand);
    store(hand, {weight * (kDealerHands - stronger), 0, 0, weight * stronger});
  }
}

void BoardCounter::store(std::size_t hand, const Showdowns& showdowns) {
  const std::uint16_t slot = kSlotOfPair[pair_[hand]];
  const Category category = kCategoryOfStrength[strengths_[pair_[hand]]];
  held_[category] = true;
  if (is_flush(category)) {
    flushes_[n_flushes_++] = {slot, category, showdowns};
  } else {
    category_[slot / kSuits] = category;
    showdowns_[slot] = showdowns;
  }
}

}  // namespace croupier::casino_holdem
