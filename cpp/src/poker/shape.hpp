#pragma once

#include <bit>
#include <cstdint>

#include "croupier/card_set.hpp"

namespace croupier {

/// A set of ranks: bit 0 for a two to bit 12 for an ace.
using RankSet = std::uint32_t;

inline constexpr RankSet kAllRanks = (1u << kRanks) - 1;

constexpr RankSet ranks_of_suit(Mask cards, int suit) { return (cards.bits() >> (16 * suit)) & kAllRanks; }

constexpr int top(RankSet ranks) { return static_cast<int>(std::bit_width(ranks)) - 1; }

/// Removes the highest rank and returns it.
constexpr int take_top(RankSet& ranks) {
  const int rank = top(ranks);
  ranks ^= 1u << rank;
  return rank;
}

/// The ranks without `rank`, those above it one lower: 12 ranks are left to the kickers of a pair.
constexpr RankSet close_gap(RankSet ranks, int rank) {
  const RankSet below = (1u << rank) - 1;
  return (ranks & below) | ((ranks >> 1) & ~below);
}

/// The ranks that a hand holds at least so many times.
class Multiplicities {
 public:
  explicit constexpr Multiplicities(Mask hand)
      : clubs_(ranks_of_suit(hand, 0)),
        diamonds_(ranks_of_suit(hand, 1)),
        hearts_(ranks_of_suit(hand, 2)),
        spades_(ranks_of_suit(hand, 3)) {}

  constexpr RankSet once() const { return clubs_ | diamonds_ | hearts_ | spades_; }
  constexpr RankSet twice() const {
    return (clubs_ & diamonds_) | (hearts_ & spades_) | ((clubs_ | diamonds_) & (hearts_ | spades_));
  }
  constexpr RankSet thrice() const {
    return ((clubs_ & diamonds_) & (hearts_ | spades_)) | ((hearts_ & spades_) & (clubs_ | diamonds_));
  }
  constexpr RankSet four_times() const { return clubs_ & diamonds_ & hearts_ & spades_; }

 private:
  RankSet clubs_, diamonds_, hearts_, spades_;
};

/// The number of cards of each suit, in the 16 bits of its plane.
constexpr std::uint64_t count_suits(std::uint64_t bits) {
  bits -= (bits >> 1) & 0x5555'5555'5555'5555;
  bits = (bits & 0x3333'3333'3333'3333) + ((bits >> 2) & 0x3333'3333'3333'3333);
  bits = (bits + (bits >> 4)) & 0x0F0F'0F0F'0F0F'0F0F;
  return (bits + (bits >> 8)) & 0x001F'001F'001F'001F;
}

constexpr int count_cards(std::uint64_t suit_counts) {
  return static_cast<int>((suit_counts * 0x0001'0001'0001'0001) >> 48);
}

inline constexpr int kNoSuit = -1;

/// The suit of which a hand of up to seven cards has five or more, or kNoSuit.
constexpr int flush_suit(Mask hand) {
  // Bit 3 of the 16 of a suit with five cards or more.
  const std::uint64_t flushes = (count_suits(hand.bits()) + 0x0003'0003'0003'0003) & 0x0008'0008'0008'0008;
  return flushes == 0 ? kNoSuit : std::countr_zero(flushes) / 16;
}

}  // namespace croupier
