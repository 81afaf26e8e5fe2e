#pragma once

#include <cstdint>
#include <optional>

#include "croupier/royal_casino/state.hpp"

namespace croupier::royal_casino {

/// What R30 counts, in the order of R38.
enum class Item : std::uint8_t { kCards, kSpades, kBigCasino, kLittleCasino, kAces, kSweeps };

template <class T>
using PerItem = KeyedArray<Item, T, 6>;

inline constexpr Names<Item, 6> kItemNames = {"cards", "spades", "big_casino", "little_casino", "aces", "sweeps"};

/// Points by item.
using Score = PerItem<int>;

int total(const Score& score);

inline constexpr CardSet kSpades = CardSet(0x8'8888'8888'8888);
inline constexpr Card kBigCasino = make_card(8, 1);
inline constexpr Card kLittleCasino = make_card(0, 3);

/// The points of each side for its pile and sweeps (R28, R30, R31).
PerSide<Score> count(const Rules& rules, const State& state);

/// The side that has the most of something alone; nothing if several have.
std::optional<Side> leader(const Rules& rules, const PerSide<int>& amounts);

/// The standing of a match to 21 (R33-R38).
struct Standing {
  PerSide<int> scores;
  bool lapsed = false;  ///< Two sides have met above 21: no end-game conditions any more (R37).
  std::optional<Side> winner;
  bool operator==(const Standing&) const = default;
};

/// The standing after a hand with these points, nobody having won before.
Standing count_hand(const Rules& rules, const Standing& standing, const PerSide<Score>& points);

}  // namespace croupier::royal_casino
