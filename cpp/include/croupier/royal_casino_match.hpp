#pragma once

#include <array>
#include <cstdint>

#include "croupier/parallel.hpp"
#include "croupier/royal_casino_agents.hpp"

namespace croupier::royal_casino {

/// An agent for each seat.
using Agents = std::array<Agent, kMostPlayers>;

/// The words that shuffle hand `index`, and those that its agents draw.
inline WordStream shuffling_words(const Seed& seed, std::uint64_t index) {
  return WordStream(seed, Domain::kRoyalCasino, index);
}
inline WordStream agents_words(const Seed& seed, std::uint64_t index) {
  return WordStream(seed, Domain::kRoyalCasinoAgents, index);
}

/// Hand `index` of a seed, `first` playing first.
State start(const Rules& rules, const Seed& seed, std::uint64_t index, int first);

/// Hand h of match m has the index m * kMostHandsAMatch + h.
inline constexpr std::uint64_t kMostHandsAMatch = std::uint64_t{1} << 20;

/// The seat that plays first in the first hand of a match, at random (R7); then each seat in turn (R6).
int first_seat(const Rules& rules, const Seed& seed, std::uint64_t match);

/// What came of many hands, in sums that do not depend on their order.
struct HandTally {
  std::int64_t hands = 0;
  std::int64_t ties = 0;  ///< No side has the most points.
  std::array<std::int64_t, kMostSides> wins{};
  std::array<std::array<std::int64_t, kItems>, kMostSides> points{};
  std::array<std::int64_t, kMostSides> squares{};                          ///< Of a side's points.
  std::array<std::array<std::int64_t, kMoveKinds>, kMostPlayers> moves{};  ///< By seat and kind.

  HandTally& operator+=(const HandTally& other);
};

struct MatchTally {
  std::int64_t matches = 0;
  std::int64_t hands = 0;
  std::int64_t squared_hands = 0;
  std::array<std::int64_t, kMostSides> wins{};
  std::array<std::int64_t, kMostSides> scores{};

  MatchTally& operator+=(const MatchTally& other);
};

/// Plays the hands, or matches, `first` to `first` + `count` - 1 of a seed. Unspecified if interrupted.
HandTally simulate_hands(const Rules& rules, const Agents& agents, const Seed& seed, std::uint64_t first,
                         std::uint64_t count, unsigned threads, const Interrupted& interrupted);
MatchTally simulate_matches(const Rules& rules, const Agents& agents, const Seed& seed, std::uint64_t first,
                            std::uint64_t count, unsigned threads, const Interrupted& interrupted);

}  // namespace croupier::royal_casino
