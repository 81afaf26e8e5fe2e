#include "croupier/royal_casino_match.hpp"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <vector>

namespace croupier::royal_casino {
namespace {

std::array<Card, kPackSize> shuffled_pack(WordStream& words) {
  std::array<Card, kPackSize> pack{};
  std::iota(pack.begin(), pack.end(), Card{0});
  shuffle(words, pack);
  return pack;
}

template <class T, std::size_t N>
void add(std::array<T, N>& to, const std::array<T, N>& from) {
  for (std::size_t i = 0; i < N; ++i) {
    if constexpr (std::is_arithmetic_v<T>) {
      to[i] += from[i];
    } else {
      add(to[i], from[i]);
    }
  }
}

/// The last state of a hand. `moved` is told of each move and of the seat that makes it.
template <class Moved>
State play_hand(const Rules& rules, const Agents& agents, State state, Chooser& chooser, WordStream words,
                const Moved& moved) {
  while (!state.is_over()) {
    const auto seat = static_cast<std::size_t>(state.to_move);
    const Move move = chooser.choose(agents[seat], state, words);
    moved(seat, move);
    make_move(rules, state, move);
  }
  return state;
}

/// Adds up play(chooser, i) for `count` numbers i from `first` on.
template <class Tally, class Play>
Tally tally_each(const Rules& rules, std::uint64_t first, std::uint64_t count, unsigned threads,
                 const Interrupted& interrupted, const Play& play_one) {
  constexpr std::size_t kBlock = 16;
  std::atomic<bool> stop{false};
  const auto ask = [&] {
    if (interrupted()) stop = true;
    return stop.load();
  };
  std::vector<Tally> tallies(count_workers(count, kBlock, threads));
  for_each_block(
      count, kBlock, threads,
      [&](unsigned worker, std::size_t begin, std::size_t end) {
        // Only the calling thread may ask whether it was interrupted.
        Chooser chooser(rules, worker == 0 ? Interrupted(ask) : [&stop] { return stop.load(); });
        for (std::size_t i = begin; i < end && !stop.load(std::memory_order_relaxed); ++i) {
          tallies[worker] += play_one(chooser, first + i);
        }
      },
      ask);
  Tally sum;
  for (const Tally& tally : tallies) sum += tally;
  return sum;
}

}  // namespace

State start(const Rules& rules, const Seed& seed, std::uint64_t index, int first) {
  WordStream words = shuffling_words(seed, index);
  return deal_pack(rules, shuffled_pack(words), first);
}

int first_seat(const Rules& rules, const Seed& seed, std::uint64_t match) {
  WordStream words = shuffling_words(seed, match * kMostHandsAMatch);
  shuffled_pack(words);
  return static_cast<int>(draw_below(words, static_cast<std::uint32_t>(rules.players)));
}

HandTally& HandTally::operator+=(const HandTally& other) {
  hands += other.hands;
  ties += other.ties;
  add(wins, other.wins);
  add(points, other.points);
  add(squares, other.squares);
  add(moves, other.moves);
  return *this;
}

MatchTally& MatchTally::operator+=(const MatchTally& other) {
  matches += other.matches;
  hands += other.hands;
  squared_hands += other.squared_hands;
  add(wins, other.wins);
  add(scores, other.scores);
  return *this;
}

HandTally simulate_hands(const Rules& rules, const Agents& agents, const Seed& seed, std::uint64_t first,
                         std::uint64_t count, unsigned threads, const Interrupted& interrupted) {
  const auto sides = static_cast<std::size_t>(rules.sides());
  return tally_each<HandTally>(rules, first, count, threads, interrupted, [&](Chooser& chooser, std::uint64_t index) {
    HandTally tally;
    tally.hands = 1;
    const State end = play_hand(
        rules, agents, start(rules, seed, index, 0), chooser, agents_words(seed, index),
        [&](std::size_t seat, const Move& move) { ++tally.moves[seat][static_cast<std::size_t>(move.kind)]; });
    const std::array<Score, kMostSides> scores = royal_casino::count(rules, end);
    std::array<int, kMostSides> totals{};
    for (std::size_t side = 0; side < sides; ++side) {
      std::ranges::copy(scores[side], tally.points[side].begin());
      totals[side] = std::accumulate(scores[side].begin(), scores[side].end(), 0);
      tally.squares[side] = totals[side] * totals[side];
    }
    const auto best = std::max_element(totals.begin(), totals.begin() + static_cast<std::ptrdiff_t>(sides));
    if (std::count(totals.begin(), totals.begin() + static_cast<std::ptrdiff_t>(sides), *best) > 1) {
      tally.ties = 1;
    } else {
      tally.wins[static_cast<std::size_t>(best - totals.begin())] = 1;
    }
    return tally;
  });
}

MatchTally simulate_matches(const Rules& rules, const Agents& agents, const Seed& seed, std::uint64_t first,
                            std::uint64_t count, unsigned threads, const Interrupted& interrupted) {
  return tally_each<MatchTally>(rules, first, count, threads, interrupted, [&](Chooser& chooser, std::uint64_t number) {
    Match match;
    const auto opening = static_cast<std::uint64_t>(first_seat(rules, seed, number));
    std::uint64_t hand = 0;
    for (; match.winner < 0; ++hand) {
      const auto seat = static_cast<int>((opening + hand) % static_cast<std::uint64_t>(rules.players));
      const std::uint64_t index = number * kMostHandsAMatch + hand;
      const State end = play_hand(rules, agents, start(rules, seed, index, seat), chooser, agents_words(seed, index),
                                  [](std::size_t, const Move&) {});
      match = count_hand(rules, match, royal_casino::count(rules, end));
    }
    MatchTally tally;
    tally.matches = 1;
    tally.hands = static_cast<std::int64_t>(hand);
    tally.squared_hands = tally.hands * tally.hands;
    tally.wins[static_cast<std::size_t>(match.winner)] = 1;
    std::ranges::copy(match.scores, tally.scores.begin());
    return tally;
  });
}

}  // namespace croupier::royal_casino
