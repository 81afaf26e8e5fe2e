#include <algorithm>
#include <bit>
#include <cstdint>

#include "croupier/royal_casino/moves.hpp"

namespace croupier::royal_casino {
namespace {

void sort_and_unify(std::vector<CardSet>& sets) {
  std::ranges::sort(sets);
  sets.erase(std::unique(sets.begin(), sets.end()), sets.end());
}

/// Capture values, ascending as a range.
class Values {
 public:
  explicit Values(CardSet cards) {
    for (const Card card : cards) bits_ |= bit_of(value_of(card));
  }

  Values without(int value) const { return Values(bits_ & ~bit_of(value)); }
  Values from(int least) const { return Values(bits_ >> least << least); }

  class iterator {
   public:
    explicit iterator(std::uint32_t left) : left_(left) {}
    int operator*() const { return std::countr_zero(left_); }
    iterator& operator++() {
      left_ &= left_ - 1;
      return *this;
    }
    bool operator==(const iterator&) const = default;

   private:
    std::uint32_t left_;
  };
  iterator begin() const { return iterator(bits_); }
  iterator end() const { return iterator(0); }

 private:
  explicit Values(std::uint32_t bits) : bits_(bits) {}
  static std::uint32_t bit_of(int value) { return 1u << value; }

  std::uint32_t bits_ = 0;
};

}  // namespace

class Generator {
 public:
  struct WasInterrupted {};

  Generator(const Rules& rules, const State& state, const Interrupted& interrupted, MoveList& list)
      : rules_(rules),
        state_(state),
        interrupted_(interrupted),
        hand_(state.hand()),
        moves_(list.moves_),
        sums_(list.sums_),
        unions_(list.unions_),
        builds_(list.builds_) {
    moves_.clear();
    builds_.assign(state.builds.begin(), state.builds.end());
    if (builds_.size() > 1) std::ranges::sort(builds_, {}, &Build::cards);
    sums_.find(state.table, hand_.empty() ? 0 : value_of(hand_.back()));
    for (const Card ace : state.table& kFourAces) sums_[kHighestValue].push_back(CardSet::of(ace));
  }

  void add_all() {
    const bool is_owner = owns_build(state_);
    const Values hand_values(hand_);
    for (const Card card : hand_) {
      const CardSet rest = hand_ - CardSet::of(card);
      add_captures(card, rest);
      const bool captures = !moves_.empty() && moves_.back().card == card;
      if (!keeps_builds_backed(state_, card)) continue;
      const bool is_last_of_value = !rest.intersects(cards_of_value(value_of(card)));
      const Values kept = is_last_of_value ? hand_values.without(value_of(card)) : hand_values;
      const Values values = kept.from(value_in_sum(card));
      add_builds(card, values);
      if (!state_.builds.empty()) {
        add_extensions(card, values);
        add_increases(card, values);
      }
      if (!is_owner && may_trail(rules_, state_, card, captures)) add(trail(card));
    }
  }

 private:
  void add(const Move& move) {
    if (moves_.size() == kMostMoves) throw TooManyMoves();
    moves_.push_back(move);
  }

  /// Joins disjoint sets of this value to the unions that are there already, in every way.
  void join_sets(int value) {
    const std::vector<CardSet>& sets = sums_[value];
    for (auto set = sets.begin(); set != sets.end();) {
      const Card first = set->front();  // sets of one lowest card join no union together
      const std::size_t before = unions_.size();
      for (; set != sets.end() && set->front() == first; ++set) {
        for (std::size_t i = 0; i < before; ++i) {
          if (!unions_[i].intersects(*set)) unions_.push_back(unions_[i] | *set);
        }
        if (unions_.size() > kFewUnions) merge_equal_unions(before);
      }
      if (unions_.size() > kFewUnions) sort_and_unify(unions_);
    }
    if (unions_.size() > 1) sort_and_unify(unions_);
  }

  /// Merges equal unions among those from place `begin` on.
  void merge_equal_unions(std::size_t begin) {
    if (interrupted_ && interrupted_()) throw WasInterrupted();
    const auto first = unions_.begin() + static_cast<std::ptrdiff_t>(begin);
    std::sort(first, unions_.end());
    unions_.erase(std::unique(first, unions_.end()), unions_.end());
    if (unions_.size() - begin > kMostMoves) throw TooManyMoves();
  }

  void add_captures(Card card, CardSet rest) {
    const int value = value_of(card);
    const CardSet equal = state_.table & cards_of_value(value);
    unions_.assign(1, value == kHighestValue ? CardSet() : equal);
    join_sets(value);
    if (value == kHighestValue && !equal.empty()) {
      for (CardSet& loose : unions_) loose |= equal;
      sort_and_unify(unions_);
    }
    if (!has_build_of_value(state_, value)) {
      for (const CardSet loose : unions_) {
        if (!loose.empty()) add(capture(card, {}, loose));
      }
      return;
    }
    add_captures_with_builds(card, rest.intersects(cards_of_value(value)));
  }

  void add_captures_with_builds(Card card, bool backed) {
    std::vector<CardSet> taken(1);
    for (const Build& build : state_.builds) {
      if (build.value != value_of(card)) continue;
      const bool needed = build.owner == state_.to_move && !backed;
      const std::size_t before = taken.size();
      if (before > kMostMoves) throw TooManyMoves();
      for (std::size_t i = 0; i < before; ++i) {
        if (!needed) taken.push_back(taken[i]);
        taken[i] |= build.cards;
      }
    }
    std::ranges::sort(taken);
    for (const CardSet builds : taken) {
      for (const CardSet loose : unions_) {
        if (!(builds | loose).empty()) add(capture(card, builds, loose));
      }
    }
  }

  /// Finds the sets of loose cards that make sets of `value` with the played card in one of them; the empty set where
  /// that is the card alone.
  void find_additions(Card card, int value) {
    unions_.clear();
    if (value_of(card) == value) unions_.emplace_back();
    if (const int missing = value - value_in_sum(card); missing > 0) {
      unions_.insert(unions_.end(), sums_[missing].begin(), sums_[missing].end());
    }
    if (!unions_.empty()) join_sets(value);
  }

  /// `values` are those that stay in the hand, from what the card counts in a sum on.
  void add_builds(Card card, Values values) {
    for (const int value : values) {
      find_additions(card, value);
      for (const CardSet loose : unions_) {
        if (!loose.empty()) add(building(MoveKind::kBuild, card, value, {}, loose));
      }
    }
  }

  void add_extensions(Card card, Values values) {
    for (const int value : values) {
      if (!has_build_of_value(state_, value)) continue;
      find_additions(card, value);
      for (const Build& build : builds_) {
        if (build.value != value || !may_change(rules_, state_, build)) continue;
        for (const CardSet loose : unions_) add(building(MoveKind::kExtend, card, value, build.cards, loose));
      }
    }
  }

  void add_increases(Card card, Values values) {
    for (const int value : values) {
      for (const Build& build : builds_) {
        if (can_increase(state_, build, card, value) && may_change(rules_, state_, build)) {
          add(building(MoveKind::kIncrease, card, value, build.cards, {}));
        }
      }
    }
  }

  static constexpr std::size_t kFewUnions = 64;

  const Rules& rules_;
  const State& state_;
  const Interrupted& interrupted_;
  const CardSet hand_;
  std::vector<Move>& moves_;
  SetsBySum& sums_;
  std::vector<CardSet>& unions_;
  std::vector<Build>& builds_;  ///< In the order of their cards.
};

std::optional<std::span<const Move>> MoveList::find(const Rules& rules, const State& state,
                                                    const Interrupted& interrupted) {
  try {
    Generator(rules, state, interrupted, *this).add_all();
  } catch (const Generator::WasInterrupted&) {
    return std::nullopt;
  }
  return moves_;
}

}  // namespace croupier::royal_casino
