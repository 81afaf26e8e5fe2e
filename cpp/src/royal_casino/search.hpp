#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "croupier/royal_casino/agents.hpp"

namespace croupier::royal_casino {

/// Information-set Monte Carlo tree search, one tree for all deals of the hidden cards (Cowling, Powley, Whitehouse,
/// 2012). A playout ends with the cards in hand; what is captured by then counts.
class Chooser::Search {
 public:
  Search(const Rules& rules, Interrupted interrupted) : rules_(rules), interrupted_(std::move(interrupted)) {}

  Move best_by_score(const State& state) { return candidates_.best(rules_, state); }

  /// The move that is visited most; nothing if the search was interrupted.
  std::optional<Move> search(const State& state, int playouts, WordStream& words);

 private:
  using Rewards = PerSide<double>;

  struct Node {
    Move move;
    int first_child = -1;
    int next = -1;
    int visits = 0;
    int available = 0;
    double reward = 0;
  };

  /// A node, and the side that moved to it.
  struct Step {
    int node;
    Side side;
  };

  Node& node(int index) { return nodes_[static_cast<std::size_t>(index)]; }

  State deal_hidden(const State& state, WordStream& words) const;
  void play_out(const Rules& rules, State state, bool is_last_deal);
  int descend(int parent, bool& in_tree);
  int add_child(int parent, const Move& move);

  Rules rules_;
  Interrupted interrupted_;
  Candidates candidates_;
  std::vector<Candidates::Scored> moves_;
  std::vector<Node> nodes_;
  std::vector<Step> path_;
};

}  // namespace croupier::royal_casino
