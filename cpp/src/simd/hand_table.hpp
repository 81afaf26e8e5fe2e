#pragma once

#include <array>
#include <cstdint>

#include "croupier/hand_rank.hpp"

namespace croupier::simd {

/// Ranks in a hand kernel: 0 is the ace, 12 the two.
inline constexpr int kTwo = kRanks - 1;

constexpr int choose(int n, int k) {
  int result = 1;
  for (int i = 0; i < k; ++i) result = result * (n - i) / (i + 1);
  return n < k ? 0 : result;
}

/// What finish_with_loads adds, by a set of ranks:
/// - a set of one, two or three kickers among the ranks that a hand's pairs, triples or quads leave, those moved
///   together: minus its place in colexicographic order, 0 for the weakest;
/// - a set of five or more ranks: the strength that its best five have in one suit.
extern const std::array<std::uint16_t, 8192> kHandTable;

/// A table of which a permutation looks up one word a lane.
template <std::size_t kSize>
struct alignas(64) WordTable {
  std::uint16_t at[kSize];
};

/// The weakest strength with the leading rank i % 16 of: one pair, three of a kind, two pair with the other pair of
/// twos, four of a kind.
inline constexpr WordTable<64> kByLead = [] {
  WordTable<64> table{};
  for (int lead = 0; lead <= kTwo; ++lead) {
    const int distance = kTwo - lead;
    table.at[lead] = static_cast<std::uint16_t>(kWeakestPair - 220 * distance);
    table.at[16 + lead] = static_cast<std::uint16_t>(kWeakestThreeOfAKind - 66 * distance);
    table.at[32 + lead] = static_cast<std::uint16_t>(kWeakestTwoPair - 11 * choose(distance, 2));
    table.at[48 + lead] = static_cast<std::uint16_t>(kWeakestFourOfAKind - 12 * distance);
  }
  return table;
}();

/// What the best kicker adds to the place of the kickers, the same kinds of hands in turn: of 12 ranks three, two, of
/// 11 one, of 12 one.
inline constexpr WordTable<64> kByFirst = [] {
  WordTable<64> table{};
  for (int kicker = 0; kicker < kTwo; ++kicker) {
    const int distance = kTwo - 1 - kicker;
    table.at[kicker] = static_cast<std::uint16_t>(choose(distance, 3));
    table.at[16 + kicker] = static_cast<std::uint16_t>(choose(distance, 2));
    table.at[32 + kicker] = static_cast<std::uint16_t>(distance - 1);
    table.at[48 + kicker] = static_cast<std::uint16_t>(distance);
  }
  return table;
}();

/// What the second kicker adds, with one pair or three of a kind.
inline constexpr WordTable<32> kBySecond = [] {
  WordTable<32> table{};
  for (int kicker = 0; kicker < kTwo; ++kicker) {
    const int distance = kTwo - 1 - kicker;
    table.at[kicker] = static_cast<std::uint16_t>(choose(distance, 2));
    table.at[16 + kicker] = static_cast<std::uint16_t>(distance);
  }
  return table;
}();

/// The place of a set of five ranks is the sum of what its ranks from seven down and its ranks from eight up add: the
/// number of the former follows from that of the latter.
inline constexpr int kLowRanks = 6;
inline constexpr int kHighRanks = kRanks - kLowRanks;

/// By the set of the ranks from seven down.
inline constexpr WordTable<64> kByLowRanks = [] {
  WordTable<64> table{};
  for (int set = 0; set < 64; ++set) {
    int place = 0, size = 0;
    for (int rank = kLowRanks - 1; rank >= 0; --rank) {
      if ((set >> rank & 1) != 0) place += choose(kLowRanks - 1 - rank, ++size);
    }
    table.at[set] = static_cast<std::uint16_t>(place);
  }
  return table;
}();

/// By the set of the ranks from eight up, less the number of straights that are weaker.
constexpr WordTable<64> by_high_ranks(int eight) {
  WordTable<64> table{};
  for (int rest = 0; rest < 64; ++rest) {
    const int set = rest | eight << (kHighRanks - 1);
    int size = 5;
    for (int rank = 0; rank < kHighRanks; ++rank) size -= set >> rank & 1;
    int place = 0, best = kHighRanks;
    for (int rank = kHighRanks - 1; rank >= 0; --rank) {
      if ((set >> rank & 1) == 0) continue;
      place += choose(kTwo - rank, ++size);
      best = rank;
    }
    const int weaker_straights = best == 0 ? 9 : 8 - best;
    table.at[rest] = static_cast<std::uint16_t>(place - weaker_straights);
  }
  return table;
}

inline constexpr WordTable<64> kByHighRanks = by_high_ranks(0);
inline constexpr WordTable<64> kByHighRanksAndEight = by_high_ranks(1);

}  // namespace croupier::simd
