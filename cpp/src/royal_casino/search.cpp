#include "search.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "croupier/royal_casino/scoring.hpp"

namespace croupier::royal_casino {
namespace {

constexpr int kAskEvery = 16;
constexpr std::size_t kMostTried = 48;
constexpr double kExploration = 0.7;

/// A card of a set that is not empty, as a set.
CardSet draw_card(CardSet from, WordStream& words) {
  std::uint32_t skip = draw_below(words, static_cast<std::uint32_t>(from.size()));
  for (; skip > 0; --skip) from = from.without_first();
  return from.first();
}

/// What the player to move does not see.
CardSet hidden_cards(const State& state) {
  CardSet seen = state.table | state.hand();
  for (const CardSet pile : state.piles) seen |= pile;
  for (const Build& build : state.builds) seen |= build.cards;
  return CardSet::whole_pack() - seen;
}

/// The lead of each side over the best other one, in points.
PerSide<double> evaluate(const Rules& rules, const State& state, bool is_last_deal) {
  const PerSide<Score> scores = count(rules, state);
  PerSide<int> values;
  for (const Side side : rules.sides()) {
    values[side] =
        is_last_deal ? kPoint * total(scores[side]) : worth(state.piles[side]) + kPoint * scores[side][Item::kSweeps];
  }
  PerSide<double> leads;
  for (const Side side : rules.sides()) {
    int others = std::numeric_limits<int>::min();
    for (const Side other : rules.sides()) {
      if (other != side) others = std::max(others, values[other]);
    }
    leads[side] = (values[side] - others) / double{kPoint};
  }
  return leads;
}

}  // namespace

std::optional<Move> Chooser::Search::search(const State& state, int playouts, WordStream& words) {
  nodes_.assign(1, Node());
  Rules rules = rules_;
  if (!state.stock.empty()) rules.last_trick = LastTrick::kNobody;
  for (int i = 0; i < playouts; ++i) {
    if (i % kAskEvery == 0 && interrupted_ && interrupted_()) return std::nullopt;
    play_out(rules, deal_hidden(state, words), state.stock.empty());
  }
  const Node* best = nullptr;
  for (int child = nodes_[0].first_child; child >= 0; child = node(child).next) {
    if (best == nullptr || node(child).visits > best->visits) best = &node(child);
  }
  return best != nullptr ? best->move : best_by_score(state);
}

/// Deals what the player to move does not see to the others: each holds a card for its builds (R16).
State Chooser::Search::deal_hidden(const State& state, WordStream& words) const {
  State dealt = state;
  CardSet hidden = hidden_cards(state);
  const auto deal_to = [&](Seat seat, CardSet from) {
    const CardSet card = draw_card(from, words);
    hidden -= card;
    dealt.hands[seat] |= card;
  };
  for (const Seat seat : rules_.seats()) {
    if (seat != state.to_move) dealt.hands[seat] = {};
  }
  for (const Build& build : state.builds) {
    const CardSet backing = hidden & cards_of_value(build.value);
    const bool is_backed = dealt.hands[build.owner].intersects(cards_of_value(build.value));
    if (build.owner != state.to_move && !is_backed && !backing.empty()) deal_to(build.owner, backing);
  }
  for (const Seat seat : rules_.seats()) {
    while (seat != state.to_move && dealt.hands[seat].size() < state.hands[seat].size()) deal_to(seat, hidden);
  }
  dealt.stock = {};
  return dealt;
}

void Chooser::Search::play_out(const Rules& rules, State state, bool is_last_deal) {
  path_.assign(1, {0, Side{0}});
  bool in_tree = true;
  while (!state.is_over()) {
    const auto found = candidates_.find(rules, state);
    if (found.empty()) break;
    if (in_tree) {
      moves_.assign(found.begin(), found.end());
      std::ranges::stable_sort(moves_, std::greater(), &Candidates::Scored::score);
      if (moves_.size() > kMostTried) moves_.resize(kMostTried);
      const int child = descend(path_.back().node, in_tree);
      path_.push_back({child, rules.side_of(state.to_move)});
      make_move(rules, state, node(child).move);
    } else {
      make_move(rules, state, std::ranges::max_element(found, {}, &Candidates::Scored::score)->move);
    }
  }
  const Rewards rewards = evaluate(rules, state, is_last_deal);
  for (const auto& [index, side] : path_) {
    ++node(index).visits;
    node(index).reward += rewards[side];
  }
}

/// The child of a node to go on with: a new one while there are moves without one.
int Chooser::Search::descend(int parent, bool& in_tree) {
  int best = -1;
  double best_bound = -std::numeric_limits<double>::infinity();
  const Move* untried = nullptr;
  for (const Candidates::Scored& scored : moves_) {
    int child = node(parent).first_child;
    while (child >= 0 && node(child).move != scored.move) child = node(child).next;
    if (child < 0) {
      if (untried == nullptr) untried = &scored.move;
      continue;
    }
    Node& known = node(child);
    ++known.available;
    const double bound =
        known.reward / known.visits + kExploration * std::sqrt(std::log(known.available) / known.visits);
    if (bound > best_bound) {
      best_bound = bound;
      best = child;
    }
  }
  if (untried == nullptr) return best;
  in_tree = false;
  return add_child(parent, *untried);
}

int Chooser::Search::add_child(int parent, const Move& move) {
  const auto added = static_cast<int>(nodes_.size());
  Node child;
  child.move = move;
  child.available = 1;
  child.next = node(parent).first_child;
  node(parent).first_child = added;
  nodes_.push_back(child);
  return added;
}

}  // namespace croupier::royal_casino
