#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

#include "croupier/casino_holdem/round.hpp"

namespace croupier::casino_holdem {

using Showdowns = ShowdownArray<std::uint32_t>;

inline void add(Showdowns& sum, const Showdowns& showdowns) {
  using enum Showdown;
  sum = {sum[kNotQualified] + showdowns[kNotQualified], sum[kTie] + showdowns[kTie], sum[kWin] + showdowns[kWin],
         sum[kLoss] + showdowns[kLoss]};
}

/// The pairs of ranks of a hand, and places for the hands: the ranks, the suit of the first card, the suit of the
/// second. Renaming suits moves hands of the same ranks only.
inline constexpr std::size_t kRankPairs = kRanks * (kRanks + 1) / 2;
inline constexpr std::size_t kSlots = kRankPairs * kSuits * kSuits;

constexpr std::size_t slot_of(std::size_t ranks, std::size_t first_suit, std::size_t second_suit) {
  return (ranks * kSuits + first_suit) * kSuits + second_suit;
}
constexpr std::size_t slot_of(Card first, Card second) {
  const std::size_t high = rank_of(first), low = rank_of(second);
  return slot_of(high * (high + 1) / 2 + low, suit_of(first), suit_of(second));
}

/// The sums of a class of flops by category and hand; rows that nothing is added to take no memory.
class HandTable {
 public:
  std::mutex mutex;

  Showdowns* row(Category category) {
    if (rows_[category].empty()) rows_[category].resize(kSlots);
    return rows_[category].data();
  }

  void clear() { rows_ = {}; }

  /// The sums of a pair, which stands at either place of it if both cards have the same rank.
  Showdowns sum(Category category, Card high, Card low) const {
    Showdowns sum{};
    if (rows_[category].empty()) return sum;
    add(sum, rows_[category][slot_of(high, low)]);
    if (rank_of(high) == rank_of(low)) add(sum, rows_[category][slot_of(low, high)]);
    return sum;
  }

 private:
  CategoryArray<std::vector<Showdowns>> rows_;
};

}  // namespace croupier::casino_holdem
