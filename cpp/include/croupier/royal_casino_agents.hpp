#pragma once

#include <memory>

#include "croupier/parallel.hpp"
#include "croupier/random.hpp"
#include "croupier/royal_casino.hpp"

namespace croupier::royal_casino {

enum class AgentKind : std::uint8_t { kRandom, kGreedy, kSearch };

struct Agent {
  AgentKind kind = AgentKind::kGreedy;
  int playouts = 0;  ///< Of a search, for each move.
};

/// Chooses moves for agents. An agent uses what the player to move can see and remember: own hand, table, builds,
/// piles, and how many cards the others hold and the stock has.
class Chooser {
 public:
  /// Where `stopped` ends a choice early, some legal move comes of it.
  explicit Chooser(const Rules& rules, Interrupted stopped = {});
  ~Chooser();

  /// A legal move of a state that is not over; its random words come from `words`.
  Move choose(const Agent& agent, const State& state, WordStream& words);

 private:
  class Search;
  std::unique_ptr<Search> search_;
  Rules rules_;
  Interrupted stopped_;
  MoveList list_;
};

/// Moves worth a look: each capture and build of a card with the sets of most worth that go with it. They are few
/// where legal moves are many, and there is at least one.
class Candidates {
 public:
  struct Scored {
    Move move;
    int score;  ///< What a greedy player thinks of it, in hundredths of a point.
  };

  const std::vector<Scored>& find(const Rules& rules, const State& state);

 private:
  void add(const Move& move, int score);
  void add_captures(const State& state, Card card);
  void add_builds(const Rules& rules, const State& state, Card card);
  CardSet complete(CardSet loose, int value) const;

  std::vector<Scored> scored_;
  std::array<std::vector<CardSet>, kHighestValue + 1> sums_;
};

/// What cards are worth in a pile, in hundredths of a point.
int worth(CardSet cards);

}  // namespace croupier::royal_casino
