#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "croupier/parallel.hpp"
#include "croupier/random.hpp"
#include "croupier/royal_casino/moves.hpp"

namespace croupier::royal_casino {

enum class AgentKind : std::uint8_t { kRandom, kGreedy, kSearch };

inline constexpr Names<AgentKind, 3> kAgentNames = {"random", "greedy", "search"};

struct NativeAgent {
  AgentKind kind = AgentKind::kGreedy;
  int playouts = 0;  ///< Of a search, for each move.
};

/// Somebody else's choice: a legal move of a state, or nothing, which ends the play without a result.
using CallbackAgent = std::function<std::optional<Move>(const State&)>;

using Agent = std::variant<NativeAgent, CallbackAgent>;

/// Chooses moves for agents. A native one uses what the player to move can see and remember: own hand, table, builds,
/// piles, and how many cards the others hold and the stock has.
class Chooser {
 public:
  explicit Chooser(const Rules& rules, Interrupted interrupted = {});
  ~Chooser();

  /// A legal move of a state that is not over; its random words come from `words`. Nothing if it was interrupted.
  std::optional<Move> choose(const Agent& agent, const State& state, WordStream& words);

 private:
  std::optional<Move> choose_at_random(const State& state, WordStream& words);

  class Search;
  std::unique_ptr<Search> search_;
  Rules rules_;
  Interrupted interrupted_;
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

  /// Those of `state`, until the next call.
  std::span<const Scored> find(const Rules& rules, const State& state);

  /// The first one of the highest score.
  Move best(const Rules& rules, const State& state);

 private:
  void add(const Move& move, int score);
  void add_captures(const State& state, Card card);
  void add_builds(const Rules& rules, const State& state, Card card);
  CardSet complete(CardSet loose, int value) const;

  std::vector<Scored> scored_;
  SetsBySum sums_;
};

/// A point of the score in what worth() counts.
inline constexpr int kPoint = 100;

/// What cards are worth in a pile, in hundredths of a point.
int worth(CardSet cards);

}  // namespace croupier::royal_casino
