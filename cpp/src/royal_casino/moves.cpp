#include "croupier/royal_casino/moves.hpp"

#include <algorithm>
#include <cassert>
#include <iterator>

namespace croupier::royal_casino {
namespace {

void change_build(State& state, const Move& move) {
  const auto build = std::ranges::find_if(state.builds, [&](const Build& b) { return b.cards == move.builds; });
  assert(build != state.builds.end());
  build->cards |= move.loose | CardSet::of(move.card);
  build->value = move.value;
  build->owner = state.to_move;
  build->multiple |= move.kind == MoveKind::kExtend;
}

/// The turn passes to the next seat that holds cards; once nobody does, to the next seat.
void pass_turn(const Rules& rules, State& state) {
  const Seat next = rules.after(state.to_move);
  Seat seat = next;
  while (state.hands[seat].empty()) {
    seat = rules.after(seat);
    if (seat == next) break;
  }
  state.to_move = seat;
}

}  // namespace

std::vector<CardSet> groups_of(const Move& move) {
  if (move.kind == MoveKind::kCapture) return *first_partition(move.loose, move.value);
  if (move.kind != MoveKind::kBuild && move.kind != MoveKind::kExtend) return {};
  const CardSet played = CardSet::of(move.card);
  std::vector<CardSet> groups = *first_partition(move.loose | played, move.value);
  for (CardSet& group : groups) group -= played;
  std::erase(groups, CardSet());
  std::ranges::sort(groups, {}, &CardSet::front);
  return groups;
}

std::vector<Build> builds_of(const State& state, const Move& move) {
  std::vector<Build> builds;
  std::ranges::copy_if(state.builds, std::back_inserter(builds),
                       [&](const Build& build) { return build.cards.intersects(move.builds); });
  return builds;
}

void make_move(const Rules& rules, State& state, const Move& move) {
  const CardSet card = CardSet::of(move.card);
  assert(state.hand().intersects(card) && (move.loose - state.table).empty());
  state.hands[state.to_move] -= card;
  state.table -= move.loose;
  switch (move.kind) {
    case MoveKind::kCapture: {
      const Side side = rules.side_of(state.to_move);
      state.piles[side] |= card | move.loose | move.builds;
      if (!move.builds.empty()) {
        state.builds.erase_if([&](const Build& build) { return build.cards.intersects(move.builds); });
      }
      state.last_capture = side;
      if (state.table.empty() && state.builds.empty()) ++state.sweeps[side];
      break;
    }
    case MoveKind::kBuild:
      state.builds.push_back({card | move.loose, move.value, state.to_move});
      break;
    case MoveKind::kExtend:
    case MoveKind::kIncrease:
      change_build(state, move);
      break;
    case MoveKind::kTrail:
      state.table |= card;
      break;
  }
  pass_turn(rules, state);
  settle(rules, state);
}

State play(const Rules& rules, const State& state, const Move& move) {
  State next = state;
  make_move(rules, next, move);
  return next;
}

}  // namespace croupier::royal_casino
