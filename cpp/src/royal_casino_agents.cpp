#include "croupier/royal_casino_agents.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "card_set.hpp"

namespace croupier::royal_casino {
namespace {

constexpr int kPoint = 100;
/// Three points for most cards, spread over the 27 that win them; one for most spades over seven of 13.
constexpr int kCardWorth = 3 * kPoint / 27;
constexpr int kSpadeWorth = kPoint / 7;

/// A build counts this part of its worth: somebody else may take it.
constexpr int kBuildDivisor = 2;
/// A trailed card counts this part of its worth against it.
constexpr int kTrailDivisor = 2;

}  // namespace

int worth(CardSet cards) {
  return kCardWorth * std::popcount(cards) + kSpadeWorth * std::popcount(cards & kSpades) +
         kPoint * (std::popcount(cards & kAces) + 2 * ((cards & set_of(kBigCasino)) != 0) +
                   ((cards & set_of(kLittleCasino)) != 0));
}

const std::vector<Candidates::Scored>& Candidates::find(const Rules& rules, const State& state) {
  scored_.clear();
  const CardSet hand = state.hands[static_cast<std::size_t>(state.to_move)];
  find_sums(state.table, highest_value(hand), sums_);
  for (std::vector<CardSet>& sets : sums_) std::ranges::stable_sort(sets, std::greater(), worth);
  const bool is_owner = owns_build(state);
  for_each_card(hand, [&](Card card) {
    const std::size_t before = scored_.size();
    add_captures(state, card);
    const bool captures = scored_.size() > before;
    if (!keeps_builds_backed(state, card)) return;
    add_builds(rules, state, card);
    if (!is_owner && may_trail(rules, state, card, captures)) {
      add({card, MoveKind::kTrail, 0, 0, 0}, -worth(set_of(card)) / kTrailDivisor);
    }
  });
  return scored_;
}

void Candidates::add(const Move& move, int score) {
  for (auto known = scored_.rbegin(); known != scored_.rend() && known->move.card == move.card; ++known) {
    if (known->move == move) return;
  }
  scored_.push_back({move, score});
}

/// Adds disjoint sets of this value, those of most worth first.
CardSet Candidates::complete(CardSet loose, int value) const {
  for (const CardSet set : sums_[static_cast<std::size_t>(value)]) {
    if ((loose & set) == 0) loose |= set;
  }
  return loose;
}

void Candidates::add_captures(const State& state, Card card) {
  const int value = value_of(card);
  const CardSet equal = state.table & cards_of_value(value);
  CardSet builds = 0;
  CardSet all_builds = 0;
  for (const Build& build : state.builds()) {
    all_builds |= build.cards;
    if (build.value == value) builds |= build.cards;
  }
  const auto add_capture = [&](CardSet loose) {
    if ((loose | builds) == 0) return;
    const bool sweeps = loose == state.table && builds == all_builds;
    add({card, MoveKind::kCapture, static_cast<std::int8_t>(value), builds, loose},
        worth(loose | builds | set_of(card)) + (sweeps ? kPoint : 0));
  };
  // Loose aces are taken with an ace in any case: in a set or as equals.
  const CardSet always = value == kHighestValue ? 0 : equal;
  add_capture(complete(always, value) | equal);
  for (const CardSet set : sums_[static_cast<std::size_t>(value)]) {
    if ((set & always) == 0) add_capture(complete(always | set, value) | equal);
  }
}

void Candidates::add_builds(const Rules& rules, const State& state, Card card) {
  const CardSet rest = state.hands[static_cast<std::size_t>(state.to_move)] ^ set_of(card);
  for (int value = std::max(2, value_in_sum(card)); value <= kHighestValue; ++value) {
    const CardSet backing = rest & cards_of_value(value);
    if (backing == 0) continue;
    const auto value8 = static_cast<std::int8_t>(value);
    const int capturing = worth(set_of(lowest(backing)));
    const auto add_each = [&](CardSet loose) {
      const CardSet cards = loose | set_of(card);
      if (loose != 0) {
        add({card, MoveKind::kBuild, value8, 0, loose}, (worth(cards) + capturing) / kBuildDivisor);
      }
      for (const Build& build : state.builds()) {
        if (build.value == value && may_change(rules, state, build)) {
          add({card, MoveKind::kExtend, value8, build.cards, loose},
              (worth(cards | build.cards) + capturing) / kBuildDivisor);
        }
      }
    };
    if (value_of(card) == value) {
      CardSet aces = value == kHighestValue ? state.table & kAces : 0;
      aces &= ~(aces - 1);
      add_each(0);
      if (const CardSet sets = complete(aces, value); sets != 0) add_each(sets);
    }
    if (const int missing = value - value_in_sum(card); missing > 0) {
      for (const CardSet set : sums_[static_cast<std::size_t>(missing)]) {
        add_each(set);
        if (const CardSet more = complete(set, value); more != set) add_each(more);
      }
    }
    for (const Build& build : state.builds()) {
      if (can_increase(state, build, card, value) && may_change(rules, state, build)) {
        add({card, MoveKind::kIncrease, value8, build.cards, 0},
            (worth(build.cards | set_of(card)) + capturing) / kBuildDivisor);
      }
    }
  }
}

/// Information-set Monte Carlo tree search, one tree for all deals of the hidden cards (Cowling, Powley, Whitehouse,
/// 2012). A playout ends with the cards in hand; what is captured by then counts.
class Chooser::Search {
 public:
  Search(const Rules& rules, Interrupted stopped) : rules_(rules), stopped_(std::move(stopped)) {}

  Move best_by_score(const State& state) {
    const auto& moves = candidates_.find(rules_, state);
    return std::ranges::max_element(moves, {}, &Candidates::Scored::score)->move;
  }

  Move search(const State& state, int playouts, WordStream& words) {
    nodes_.assign(1, Node());
    Rules rules = rules_;
    if (state.stock_size > 0) rules.last_trick = LastTrick::kNobody;
    for (int i = 0; i < playouts; ++i) {
      if (i % kAskEvery == 0 && stopped_ && stopped_()) break;
      play_out(rules, deal_hidden(state, words), state.stock_size == 0);
    }
    const Node* best = nullptr;
    for (int child = nodes_[0].first_child; child >= 0; child = node(child).next) {
      if (best == nullptr || node(child).visits > best->visits) best = &node(child);
    }
    return best != nullptr ? best->move : best_by_score(state);
  }

 private:
  static constexpr int kAskEvery = 16;
  static constexpr std::size_t kMostTried = 48;
  static constexpr double kExploration = 0.7;

  using Rewards = std::array<double, kMostSides>;

  struct Node {
    Move move;
    int first_child = -1;
    int next = -1;
    int visits = 0;
    int available = 0;
    double reward = 0;
  };

  Node& node(int index) { return nodes_[static_cast<std::size_t>(index)]; }

  /// Deals what the player to move does not see to the others: each holds a card for its builds (R16).
  State deal_hidden(const State& state, WordStream& words) const {
    State dealt = state;
    CardSet hidden = kWholePack & ~state.table & ~state.hands[static_cast<std::size_t>(state.to_move)];
    for (const CardSet pile : state.piles) hidden &= ~pile;
    for (const Build& build : state.builds()) hidden &= ~build.cards;
    const auto draw = [&](CardSet from) {
      for (std::uint32_t skip = draw_below(words, static_cast<std::uint32_t>(std::popcount(from))); skip > 0; --skip) {
        from &= from - 1;
      }
      hidden ^= from & (~from + 1);
      return from & (~from + 1);
    };
    const auto is_other = [&](int seat) { return seat != state.to_move; };
    for (int seat = 0; seat < rules_.players; ++seat) {
      if (is_other(seat)) dealt.hands[static_cast<std::size_t>(seat)] = 0;
    }
    for (const Build& build : state.builds()) {
      CardSet& hand = dealt.hands[static_cast<std::size_t>(build.owner)];
      const CardSet backing = hidden & cards_of_value(build.value);
      if (is_other(build.owner) && (hand & cards_of_value(build.value)) == 0 && backing != 0) hand |= draw(backing);
    }
    for (int seat = 0; seat < rules_.players; ++seat) {
      CardSet& hand = dealt.hands[static_cast<std::size_t>(seat)];
      const int size = std::popcount(state.hands[static_cast<std::size_t>(seat)]);
      while (is_other(seat) && std::popcount(hand) < size) hand |= draw(hidden);
    }
    dealt.stock_size = 0;
    return dealt;
  }

  void play_out(const Rules& rules, State state, bool is_last_deal) {
    path_.assign(1, {0, 0});
    bool in_tree = true;
    while (!state.is_over()) {
      const auto& found = candidates_.find(rules, state);
      if (found.empty()) break;
      if (in_tree) {
        moves_ = found;
        std::ranges::stable_sort(moves_, std::greater(), &Candidates::Scored::score);
        if (moves_.size() > kMostTried) moves_.resize(kMostTried);
        const int child = descend(path_.back().first, in_tree);
        path_.emplace_back(child, rules.side_of(state.to_move));
        make_move(rules, state, node(child).move);
      } else {
        make_move(rules, state, std::ranges::max_element(found, {}, &Candidates::Scored::score)->move);
      }
    }
    const Rewards rewards = evaluate(rules, state, is_last_deal);
    for (const auto& [index, side] : path_) {
      ++node(index).visits;
      node(index).reward += rewards[static_cast<std::size_t>(side)];
    }
  }

  /// The child of a node to go on with: a new one while there are moves without one.
  int descend(int parent, bool& in_tree) {
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
    Node added;
    added.move = *untried;
    added.available = 1;
    added.next = node(parent).first_child;
    node(parent).first_child = static_cast<int>(nodes_.size());
    nodes_.push_back(added);
    return node(parent).first_child;
  }

  /// The lead of each side over the best other one, in points.
  static Rewards evaluate(const Rules& rules, const State& state, bool is_last_deal) {
    const auto sides = static_cast<std::size_t>(rules.sides());
    const std::array<Score, kMostSides> scores = count(rules, state);
    std::array<int, kMostSides> values{};
    for (std::size_t side = 0; side < sides; ++side) {
      const int sweeps = scores[side][static_cast<std::size_t>(Item::kSweeps)];
      values[side] = worth(state.piles[side]) + kPoint * sweeps;
      if (!is_last_deal) continue;
      values[side] = 0;
      for (const int points : scores[side]) values[side] += kPoint * points;
    }
    Rewards rewards{};
    for (std::size_t side = 0; side < sides; ++side) {
      int others = std::numeric_limits<int>::min();
      for (std::size_t other = 0; other < sides; ++other) {
        if (other != side) others = std::max(others, values[other]);
      }
      rewards[side] = static_cast<double>(values[side] - others) / kPoint;
    }
    return rewards;
  }

  Rules rules_;
  Interrupted stopped_;
  Candidates candidates_;
  std::vector<Candidates::Scored> moves_;
  std::vector<Node> nodes_;
  std::vector<std::pair<int, int>> path_;  ///< Nodes, and the sides that moved to them.
};

Chooser::Chooser(const Rules& rules, Interrupted stopped)
    : search_(std::make_unique<Search>(rules, stopped)), rules_(rules), stopped_(std::move(stopped)) {}

Chooser::~Chooser() = default;

Move Chooser::choose(const Agent& agent, const State& state, WordStream& words) {
  switch (agent.kind) {
    case AgentKind::kRandom: {
      const std::vector<Move>& moves = list_.find(rules_, state, stopped_);
      if (moves.empty()) return search_->best_by_score(state);
      return moves[draw_below(words, static_cast<std::uint32_t>(moves.size()))];
    }
    case AgentKind::kSearch:
      return search_->search(state, agent.playouts, words);
    case AgentKind::kGreedy:
      break;
  }
  return search_->best_by_score(state);
}

}  // namespace croupier::royal_casino
