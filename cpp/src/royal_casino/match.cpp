#include "croupier/royal_casino/match.hpp"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <numeric>
#include <stdexcept>
#include <string>
#include <variant>

namespace croupier::royal_casino {
namespace {

std::array<Card, kPackSize> shuffled_pack(WordStream& words) {
  std::array<Card, kPackSize> pack{};
  std::iota(pack.begin(), pack.end(), Card{0});
  shuffle(words, pack);
  return pack;
}

/// The seat that plays first in the first hand of a match, at random (R7); then each seat in turn (R6).
Seat first_seat(const Rules& rules, const Seed& seed, std::uint64_t match) {
  WordStream words = shuffling_words(seed, match * kMostHandsAMatch);
  shuffled_pack(words);
  return kSeats[draw_below(words, rules.players)];
}

/// Plays hands of a seed.
class Table {
 public:
  Table(const Rules& rules, const Agents& agents, const Seed& seed, const Interrupted& interrupted)
      : rules_(rules), agents_(agents), seed_(seed), interrupted_(interrupted), chooser_(rules, interrupted) {}

  const Rules& rules() const { return rules_; }

  /// The last state of a hand, nothing if it has none. `moved` is told of each move and of the seat that makes it.
  template <class Moved>
  std::optional<State> play_hand(State state, std::uint64_t index, const Moved& moved) {
    WordStream words = agents_words(seed_, index);
    while (!state.is_over()) {
      const std::optional<Move> move = chooser_.choose(agents_[state.to_move], state, words);
      if (!move) return std::nullopt;
      moved(state.to_move, *move);
      make_move(rules_, state, *move);
    }
    return state;
  }

  State start(std::uint64_t index, Seat first) const { return royal_casino::start(rules_, seed_, index, first); }

  /// The standings of a match after each hand, nothing if it does not end. play(start, index) plays a hand.
  template <class Play>
  std::optional<std::vector<Standing>> play_match(std::uint64_t match, const Play& play) {
    const Seat opening = first_seat(rules_, seed_, match);
    std::vector<Standing> standings;
    Standing standing;
    for (std::uint64_t hand = 0; !standing.winner; ++hand) {
      if (hand == kMostHandsAMatch) {
        throw std::length_error("agents: a match that ends within " + std::to_string(kMostHandsAMatch) +
                                " hands is needed");
      }
      if (interrupted_ && interrupted_()) return std::nullopt;
      const std::uint64_t index = match * kMostHandsAMatch + hand;
      const std::optional<State> end = play(start(index, rules_.after(opening, hand)), index);
      if (!end) return std::nullopt;
      standing = count_hand(rules_, standing, count(rules_, *end));
      standings.push_back(standing);
    }
    return standings;
  }

 private:
  Rules rules_;
  const Agents& agents_;
  Seed seed_;
  Interrupted interrupted_;
  Chooser chooser_;
};

std::optional<HandTally> tally_hand(Table& table, std::uint64_t index) {
  HandTally tally;
  tally.hands = 1;
  const auto end = table.play_hand(table.start(index, Seat{0}), index,
                                   [&](Seat seat, const Move& move) { ++tally.moves[seat][move.kind]; });
  if (!end) return std::nullopt;
  const PerSide<Score> scores = count(table.rules(), *end);
  PerSide<int> totals;
  for (const Side side : table.rules().sides()) {
    std::ranges::copy(scores[side], tally.points[side].begin());
    totals[side] = total(scores[side]);
    tally.squares[side] = totals[side] * totals[side];
  }
  if (const auto winner = leader(table.rules(), totals)) {
    tally.wins[*winner] = 1;
  } else {
    tally.ties = 1;
  }
  return tally;
}

std::optional<MatchTally> tally_match(Table& table, std::uint64_t match) {
  const auto standings = table.play_match(match, [&](const State& start, std::uint64_t index) {
    return table.play_hand(start, index, [](Seat, const Move&) {});
  });
  if (!standings) return std::nullopt;
  MatchTally tally;
  tally.matches = 1;
  tally.hands = std::ssize(*standings);
  tally.squared_hands = tally.hands * tally.hands;
  tally.wins[*standings->back().winner] = 1;
  std::ranges::copy(standings->back().scores, tally.scores.begin());
  return tally;
}

void add(std::int64_t& to, std::int64_t from) { to += from; }

template <class Key, class T, std::size_t N>
void add(KeyedArray<Key, T, N>& to, const KeyedArray<Key, T, N>& from) {
  for (const Key key : to.keys()) add(to[key], from[key]);
}

template <class Tally>
Tally& add_sums(Tally& to, const Tally& from) {
  std::apply([&](const auto&... named) { (add(to.*named.sum, from.*named.sum), ...); }, Tally::sums());
  return to;
}

bool are_native(const Agents& agents) {
  return std::ranges::all_of(agents, [](const Agent& agent) { return std::holds_alternative<NativeAgent>(agent); });
}

/// Adds up tally_one(table, i) for `count` numbers i from `first` on.
template <class Tally>
std::optional<Tally> tally_each(const Rules& rules, const Agents& agents, const Seed& seed, std::uint64_t first,
                                std::uint64_t count, unsigned threads, const Interrupted& interrupted,
                                std::optional<Tally> (*tally_one)(Table&, std::uint64_t)) {
  constexpr std::size_t kBlock = 16;
  if (!are_native(agents)) threads = 1;
  std::atomic<bool> stop{false};
  const auto ask = [&] {
    if (!stop && interrupted && interrupted()) stop = true;
    return stop.load();
  };
  std::vector<Tally> tallies(count_workers(count, kBlock, threads));
  for_each_block(
      count, kBlock, threads,
      [&](unsigned worker, std::size_t begin, std::size_t end) {
        // Only the calling thread may ask whether it was interrupted.
        Table table(rules, agents, seed, worker == 0 ? Interrupted(ask) : [&stop] { return stop.load(); });
        for (std::size_t i = begin; i < end && !stop.load(std::memory_order_relaxed); ++i) {
          if (const auto tally = tally_one(table, first + i)) {
            tallies[worker] += *tally;
          } else {
            stop = true;
          }
        }
      },
      ask);
  if (stop) return std::nullopt;
  Tally sum;
  for (const Tally& tally : tallies) sum += tally;
  return sum;
}

/// Plays a hand and keeps its moves.
std::optional<State> record_hand(Table& table, const State& start, std::uint64_t index, Record& record) {
  record.start = start;
  return table.play_hand(start, index, [&](Seat, const Move& move) { record.moves.push_back(move); });
}

}  // namespace

State start(const Rules& rules, const Seed& seed, std::uint64_t index, Seat first) {
  WordStream words = shuffling_words(seed, index);
  return deal_pack(rules, shuffled_pack(words), first);
}

std::optional<Record> play_hand(const Rules& rules, const Agents& agents, const Seed& seed, std::uint64_t index,
                                const Interrupted& interrupted) {
  Table table(rules, agents, seed, interrupted);
  Record record;
  if (!record_hand(table, table.start(index, Seat{0}), index, record)) return std::nullopt;
  return record;
}

std::optional<MatchRecord> play_match(const Rules& rules, const Agents& agents, const Seed& seed, std::uint64_t match,
                                      const Interrupted& interrupted) {
  assert(match < kMostMatches);
  Table table(rules, agents, seed, interrupted);
  MatchRecord record;
  auto standings = table.play_match(match, [&](const State& start, std::uint64_t index) {
    return record_hand(table, start, index, record.hands.emplace_back());
  });
  if (!standings) return std::nullopt;
  record.standings = std::move(*standings);
  return record;
}

HandTally& HandTally::operator+=(const HandTally& other) { return add_sums(*this, other); }

MatchTally& MatchTally::operator+=(const MatchTally& other) { return add_sums(*this, other); }

std::optional<HandTally> simulate_hands(const Rules& rules, const Agents& agents, const Seed& seed, std::uint64_t first,
                                        std::uint64_t count, unsigned threads, const Interrupted& interrupted) {
  return tally_each<HandTally>(rules, agents, seed, first, count, threads, interrupted, tally_hand);
}

std::optional<MatchTally> simulate_matches(const Rules& rules, const Agents& agents, const Seed& seed,
                                           std::uint64_t first, std::uint64_t count, unsigned threads,
                                           const Interrupted& interrupted) {
  return tally_each<MatchTally>(rules, agents, seed, first, count, threads, interrupted, tally_match);
}

}  // namespace croupier::royal_casino
