#include <algorithm>
#include <functional>

#include "croupier/royal_casino/agents.hpp"
#include "croupier/royal_casino/scoring.hpp"

namespace croupier::royal_casino {
namespace {

/// Three points for most cards, spread over the 27 that win them; one for most spades over seven of 13.
constexpr int kCardWorth = 3 * kPoint / 27;
constexpr int kSpadeWorth = kPoint / 7;

/// A build counts this part of its worth: somebody else may take it.
constexpr int kBuildDivisor = 2;
/// A trailed card counts this part of its worth against it.
constexpr int kTrailDivisor = 2;

}  // namespace

int worth(CardSet cards) {
  return kCardWorth * cards.size() + kSpadeWorth * (cards & kSpades).size() +
         kPoint * ((cards & kFourAces).size() + 2 * cards.contains(kBigCasino) + cards.contains(kLittleCasino));
}

std::span<const Candidates::Scored> Candidates::find(const Rules& rules, const State& state) {
  scored_.clear();
  const CardSet hand = state.hand();
  sums_.find(state.table, hand.empty() ? 0 : value_of(hand.back()));
  for (std::vector<CardSet>& sets : sums_) {
    if (sets.size() > 1) std::ranges::stable_sort(sets, std::greater(), worth);
  }
  const bool is_owner = owns_build(state);
  for (const Card card : hand) {
    const std::size_t before = scored_.size();
    add_captures(state, card);
    const bool captures = scored_.size() > before;
    if (!keeps_builds_backed(state, card)) continue;
    add_builds(rules, state, card);
    if (!is_owner && may_trail(rules, state, card, captures)) {
      add(trail(card), -worth(CardSet::of(card)) / kTrailDivisor);
    }
  }
  return scored_;
}

Move Candidates::best(const Rules& rules, const State& state) {
  return std::ranges::max_element(find(rules, state), {}, &Scored::score)->move;
}

void Candidates::add(const Move& move, int score) {
  for (auto known = scored_.rbegin(); known != scored_.rend() && known->move.card == move.card; ++known) {
    if (known->move == move) return;
  }
  scored_.push_back({move, score});
}

/// Adds disjoint sets of this value, those of most worth first.
CardSet Candidates::complete(CardSet loose, int value) const {
  for (const CardSet set : sums_[value]) {
    if (!loose.intersects(set)) loose |= set;
  }
  return loose;
}

void Candidates::add_captures(const State& state, Card card) {
  const int value = value_of(card);
  const CardSet equal = state.table & cards_of_value(value);
  CardSet builds;
  CardSet all_builds;
  for (const Build& build : state.builds) {
    all_builds |= build.cards;
    if (build.value == value) builds |= build.cards;
  }
  const auto add_capture = [&](CardSet loose) {
    if ((loose | builds).empty()) return;
    const bool sweeps = loose == state.table && builds == all_builds;
    add(capture(card, builds, loose), worth(loose | builds | CardSet::of(card)) + (sweeps ? kPoint : 0));
  };
  // Loose aces are taken with an ace in any case: in a set or as equals.
  const CardSet always = value == kHighestValue ? CardSet() : equal;
  add_capture(complete(always, value) | equal);
  for (const CardSet set : sums_[value]) {
    if (!set.intersects(always)) add_capture(complete(always | set, value) | equal);
  }
}

void Candidates::add_builds(const Rules& rules, const State& state, Card card) {
  const CardSet played = CardSet::of(card);
  const CardSet rest = state.hand() - played;
  for (int value = std::max(kLowestValue, value_in_sum(card)); value <= kHighestValue; ++value) {
    const CardSet backing = rest & cards_of_value(value);
    if (backing.empty()) continue;
    const int capturing = worth(backing.first());
    const auto add_building = [&](MoveKind kind, CardSet builds, CardSet loose) {
      add(building(kind, card, value, builds, loose), (worth(builds | loose | played) + capturing) / kBuildDivisor);
    };
    const auto add_each = [&](CardSet loose) {
      if (!loose.empty()) add_building(MoveKind::kBuild, {}, loose);
      for (const Build& build : state.builds) {
        if (build.value == value && may_change(rules, state, build)) {
          add_building(MoveKind::kExtend, build.cards, loose);
        }
      }
    };
    if (value_of(card) == value) {
      const CardSet ace = value == kHighestValue ? (state.table & kFourAces).first() : CardSet();
      add_each({});
      if (const CardSet sets = complete(ace, value); !sets.empty()) add_each(sets);
    }
    if (const int missing = value - value_in_sum(card); missing > 0) {
      for (const CardSet set : sums_[missing]) {
        add_each(set);
        if (const CardSet more = complete(set, value); more != set) add_each(more);
      }
    }
    for (const Build& build : state.builds) {
      if (can_increase(state, build, card, value) && may_change(rules, state, build)) {
        add_building(MoveKind::kIncrease, build.cards, {});
      }
    }
  }
}

}  // namespace croupier::royal_casino
