#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>

#include "croupier/poker/strength.hpp"

namespace croupier::equity {

/// What players make of boards: a row of strengths a player. Board i stands for weights[i] boards.
struct Showdowns {
  std::span<const Strength* const> players;
  const std::uint16_t* weights;
  std::size_t boards;
};

/// Two players, without a branch.
inline void add_two(const Showdowns& showdowns, std::uint64_t times, std::span<std::uint64_t> counts) {
  constexpr std::size_t kBlock = 4096;  // of weights up to 4^5 their sums fit 32 bits
  const Strength *first = showdowns.players[0], *second = showdowns.players[1];
  for (std::size_t begin = 0; begin < showdowns.boards; begin += kBlock) {
    const std::size_t end = std::min(begin + kBlock, showdowns.boards);
    std::uint32_t wins = 0, ties = 0, all = 0;
    for (std::size_t i = begin; i < end; ++i) {
      const std::uint16_t weight = showdowns.weights[i];
      wins += first[i] < second[i] ? weight : std::uint16_t{0};
      ties += first[i] == second[i] ? weight : std::uint16_t{0};
      all += weight;
    }
    counts[1] += times * wins;
    counts[2] += times * (all - wins - ties);
    counts[3] += times * ties;
  }
}

/// By board the set of the players who share it.
inline void find_winners(std::span<const Strength* const> players, std::size_t begin, std::size_t count,
                         std::span<std::uint16_t> winners) {
  constexpr std::size_t kMost = 256;
  assert(count <= kMost);
  std::array<Strength, kMost> best;
  best.fill(kStrengths + 1);
  std::ranges::fill(winners, std::uint16_t{0});
  for (const Strength* strengths : players) {
    for (std::size_t i = 0; i < count; ++i) best[i] = std::min(best[i], strengths[begin + i]);
  }
  for (std::size_t player = 0; player < players.size(); ++player) {
    const auto bit = static_cast<std::uint16_t>(1u << player);
    const Strength* strengths = players[player] + begin;
    for (std::size_t i = 0; i < count; ++i) winners[i] |= strengths[i] == best[i] ? bit : std::uint16_t{0};
  }
}

/// Adds `times` times each board to the outcome it has.
inline void add_showdowns(const Showdowns& showdowns, std::uint64_t times, std::span<std::uint64_t> counts) {
  if (showdowns.players.size() == 2) return add_two(showdowns, times, counts);
  constexpr std::size_t kBlock = 256;
  for (std::size_t begin = 0; begin < showdowns.boards; begin += kBlock) {
    const std::size_t count = std::min(kBlock, showdowns.boards - begin);
    std::array<std::uint16_t, kBlock> winners;
    find_winners(showdowns.players, begin, count, winners);
    for (std::size_t i = 0; i < count; ++i) counts[winners[i]] += times * showdowns.weights[begin + i];
  }
}

/// Adds each board to the outcome it has.
inline void add_once(std::span<const Strength* const> players, std::size_t boards, std::span<std::uint64_t> counts) {
  constexpr std::size_t kBlock = 256;
  for (std::size_t begin = 0; begin < boards; begin += kBlock) {
    const std::size_t count = std::min(kBlock, boards - begin);
    const auto strengths = [&](std::size_t player) { return players[player] + begin; };
    if (players.size() == 2) {
      const Strength *first = strengths(0), *second = strengths(1);
      std::uint16_t wins = 0, losses = 0;
      for (std::size_t i = 0; i < count; ++i) {
        const auto own = static_cast<std::int16_t>(first[i]), other = static_cast<std::int16_t>(second[i]);
        wins = static_cast<std::uint16_t>(wins + (own < other));
        losses = static_cast<std::uint16_t>(losses + (own > other));
      }
      counts[1] += wins;
      counts[2] += losses;
      counts[3] += count - wins - losses;
      continue;
    }
    std::array<std::uint16_t, kBlock> winners;
    find_winners(players, begin, count, winners);
    for (std::size_t i = 0; i < count; ++i) ++counts[winners[i]];
  }
}

}  // namespace croupier::equity
