#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <tuple>
#include <vector>

#include "croupier/parallel.hpp"
#include "croupier/royal_casino/agents.hpp"
#include "croupier/royal_casino/scoring.hpp"

namespace croupier::royal_casino {

/// An agent for each seat. The calling thread asks those that are callbacks.
using Agents = PerSeat<Agent>;

/// The words that shuffle hand `index`, and those that its agents draw.
inline WordStream shuffling_words(const Seed& seed, std::uint64_t index) {
  return WordStream(seed, Domain::kRoyalCasino, index);
}
inline WordStream agents_words(const Seed& seed, std::uint64_t index) {
  return WordStream(seed, Domain::kRoyalCasinoAgents, index);
}

/// Hand `index` of a seed, `first` playing first.
State start(const Rules& rules, const Seed& seed, std::uint64_t index, Seat first);

/// Hand h of match m has the index m * kMostHandsAMatch + h.
inline constexpr std::uint64_t kMostHandsAMatch = std::uint64_t{1} << 20;
inline constexpr std::uint64_t kMostMatches = std::uint64_t{1} << 44;

/// A hand as it was played.
struct Record {
  State start;
  std::vector<Move> moves;
};

/// A match as it was played: its hands, and the standing after each.
struct MatchRecord {
  std::vector<Record> hands;
  std::vector<Standing> standings;
};

/// Plays hand `index` of a seed, seat 0 first, or a match; nothing if it was interrupted or an agent gave no move. A
/// match of more than kMostHandsAMatch hands is a std::length_error: its players never capture.
std::optional<Record> play_hand(const Rules& rules, const Agents& agents, const Seed& seed, std::uint64_t index,
                                const Interrupted& interrupted);
std::optional<MatchRecord> play_match(const Rules& rules, const Agents& agents, const Seed& seed, std::uint64_t match,
                                      const Interrupted& interrupted);

/// A sum of a tally and its name. A tally lists all of its sums, in their order, as sums().
template <class Tally, class T>
struct NamedSum {
  std::string_view name;
  T Tally::* sum;
};
template <class Tally, class T>
NamedSum(std::string_view, T Tally::*) -> NamedSum<Tally, T>;

/// What came of many hands, in sums that do not depend on their order.
struct HandTally {
  std::int64_t hands = 0;
  std::int64_t ties = 0;  ///< No side has the most points.
  PerSide<std::int64_t> wins;
  PerSide<PerItem<std::int64_t>> points;
  PerSide<std::int64_t> squares;         ///< Of a side's points.
  PerSeat<PerKind<std::int64_t>> moves;  ///< By seat and kind.

  HandTally& operator+=(const HandTally& other);
  bool operator==(const HandTally&) const = default;

  static constexpr auto sums() {
    return std::tuple(NamedSum{"deals", &HandTally::hands}, NamedSum{"ties", &HandTally::ties},
                      NamedSum{"wins", &HandTally::wins}, NamedSum{"points", &HandTally::points},
                      NamedSum{"squares", &HandTally::squares}, NamedSum{"moves", &HandTally::moves});
  }
};

struct MatchTally {
  std::int64_t matches = 0;
  std::int64_t hands = 0;
  std::int64_t squared_hands = 0;
  PerSide<std::int64_t> wins;
  PerSide<std::int64_t> scores;

  MatchTally& operator+=(const MatchTally& other);
  bool operator==(const MatchTally&) const = default;

  static constexpr auto sums() {
    return std::tuple(NamedSum{"matches", &MatchTally::matches}, NamedSum{"hands", &MatchTally::hands},
                      NamedSum{"squared_hands", &MatchTally::squared_hands}, NamedSum{"wins", &MatchTally::wins},
                      NamedSum{"scores", &MatchTally::scores});
  }
};

/// Plays the hands, or matches, `first` to `first` + `count` - 1 of a seed, on threads if all agents are native;
/// nothing if it was interrupted or an agent gave no move.
std::optional<HandTally> simulate_hands(const Rules& rules, const Agents& agents, const Seed& seed, std::uint64_t first,
                                        std::uint64_t count, unsigned threads, const Interrupted& interrupted);
std::optional<MatchTally> simulate_matches(const Rules& rules, const Agents& agents, const Seed& seed,
                                           std::uint64_t first, std::uint64_t count, unsigned threads,
                                           const Interrupted& interrupted);

}  // namespace croupier::royal_casino
