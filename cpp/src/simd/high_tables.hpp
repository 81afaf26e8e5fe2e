#pragma once

#include <array>
#include <cstdint>

#include "croupier/card.hpp"
#include "croupier/poker/order.hpp"
#include "poker/choose.hpp"

namespace croupier::simd {

/// Ranks in a hand kernel: 0 is the ace, 12 the two.
inline constexpr int kTwo = kRanks - 1;

/// What finish_with_loads adds, by a set of ranks:
/// - a set of one, two or three kickers among the ranks that a hand's pairs, triples or quads leave, those moved
///   together: minus its place in colexicographic order, 0 for the weakest;
/// - a set of five or more ranks: the strength that its best five have in one suit.
extern const std::array<std::uint16_t, 8192> kHighTable;

/// A table of which a permutation looks up one word a lane.
template <std::size_t kSize>
struct alignas(64) WordTable {
  std::uint16_t at[kSize];

  /// Holds word(i) at i.
  template <class Word>
  static constexpr WordTable of(Word word) {
    WordTable table{};
    for (int i = 0; i < static_cast<int>(kSize); ++i) table.at[i] = static_cast<std::uint16_t>(word(i));
    return table;
  }
};

/// The weakest strength with the leading rank i % 16 of: one pair, three of a kind, two pair with the other pair of
/// twos, four of a kind.
inline constexpr auto kByLead = WordTable<64>::of([](int i) {
  const int distance = kTwo - i % 16;
  if (distance < 0) return 0;
  const int of_kind[] = {kWeakestPair - 220 * distance, kWeakestThreeOfAKind - 66 * distance,
                         kWeakestTwoPair - 11 * choose(distance, 2), kWeakestFourOfAKind - 12 * distance};
  return of_kind[i / 16];
});

/// What the best kicker adds to the place of the kickers, the same kinds of hands in turn: of 12 ranks three, two, of
/// 11 one, of 12 one.
inline constexpr auto kByFirst = WordTable<64>::of([](int i) {
  const int distance = kTwo - 1 - i % 16;
  if (distance < 0) return 0;
  const int of_kind[] = {choose(distance, 3), choose(distance, 2), distance - 1, distance};
  return of_kind[i / 16];
});

/// What the second kicker adds, with one pair or three of a kind.
inline constexpr auto kBySecond = WordTable<32>::of([](int i) {
  const int distance = kTwo - 1 - i % 16;
  if (distance < 0) return 0;
  return i < 16 ? choose(distance, 2) : distance;
});

/// The place of a set of five ranks is the sum of what its ranks from seven down and its ranks from eight up add: the
/// number of the former follows from that of the latter.
inline constexpr int kLowRanks = 6;
inline constexpr int kHighRanks = kRanks - kLowRanks;

/// By the set of the ranks from seven down.
inline constexpr auto kByLowRanks = WordTable<64>::of([](int set) {
  int place = 0, size = 0;
  for (int rank = kLowRanks - 1; rank >= 0; --rank) {
    if ((set >> rank & 1) != 0) place += choose(kLowRanks - 1 - rank, ++size);
  }
  return place;
});

/// By the set of the ranks from eight up, less the number of straights that are weaker.
constexpr int place_of_high_ranks(int set) {
  int size = 5;
  for (int rank = 0; rank < kHighRanks; ++rank) size -= set >> rank & 1;
  int place = 0, best = kHighRanks;
  for (int rank = kHighRanks - 1; rank >= 0; --rank) {
    if ((set >> rank & 1) == 0) continue;
    place += choose(kTwo - rank, ++size);
    best = rank;
  }
  const int weaker_straights = best == 0 ? 9 : 8 - best;
  return place - weaker_straights;
}

inline constexpr auto kByHighRanks = WordTable<64>::of(place_of_high_ranks);
inline constexpr auto kByHighRanksAndEight =
    WordTable<64>::of([](int rest) { return place_of_high_ranks(rest | 1 << (kHighRanks - 1)); });

}  // namespace croupier::simd
