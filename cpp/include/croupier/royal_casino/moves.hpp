#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "croupier/parallel.hpp"
#include "croupier/royal_casino/sets.hpp"
#include "croupier/royal_casino/state.hpp"

namespace croupier::royal_casino {

enum class MoveKind : std::uint8_t { kCapture, kBuild, kExtend, kIncrease, kTrail };

template <class T>
using PerKind = KeyedArray<MoveKind, T, 5>;

inline constexpr Names<MoveKind, 5> kMoveKindNames = {"capture", "build", "extend", "increase", "trail"};

/// Moves are ordered by card, kind, value, builds, loose cards.
struct Move {
  Card card = 0;
  MoveKind kind = MoveKind::kTrail;
  std::int8_t value = 0;  ///< Of what is captured or built; 0 for a trail.
  CardSet builds;         ///< All cards of the builds it takes or changes.
  CardSet loose;          ///< The loose cards it uses.
  auto operator<=>(const Move&) const = default;
};

constexpr Move capture(Card card, CardSet builds, CardSet loose) {
  return {card, MoveKind::kCapture, static_cast<std::int8_t>(value_of(card)), builds, loose};
}

/// A move of a kind that makes or changes a build of this value.
constexpr Move building(MoveKind kind, Card card, int value, CardSet builds, CardSet loose) {
  return {card, kind, static_cast<std::int8_t>(value), builds, loose};
}

constexpr Move trail(Card card) { return {card, MoveKind::kTrail, 0, {}, {}}; }

/// A position has more moves than kMostMoves. Dealt play has none such.
struct TooManyMoves {};
inline constexpr std::size_t kMostMoves = 1'000'000;

/// Lists legal moves, each once and in order. One object serves many positions, so that it allocates little.
class MoveList {
 public:
  /// The legal moves of `state`, until the next call; nothing if it was interrupted. Throws TooManyMoves.
  std::optional<std::span<const Move>> find(const Rules& rules, const State& state,
                                            const Interrupted& interrupted = {});

 private:
  friend class Generator;
  std::vector<Move> moves_;
  SetsBySum sums_;
  std::vector<CardSet> unions_;
  std::vector<Build> builds_;
};

/// The sets of loose cards that a legal move uses: its first partition, the played card left out, in ascending order.
std::vector<CardSet> groups_of(const Move& move);

/// The builds that a move takes or changes.
std::vector<Build> builds_of(const State& state, const Move& move);

/// Whether the player to move owns a build.
inline bool owns_build(const State& state) {
  return std::ranges::any_of(state.builds, [&](const Build& build) { return build.owner == state.to_move; });
}

/// Whether a build of this value lies on the table.
inline bool has_build_of_value(const State& state, int value) {
  return std::ranges::any_of(state.builds, [&](const Build& build) { return build.value == value; });
}

/// An own build that no card of `hand` backs, `captured` being taken away; nothing if all are backed (R16).
inline const Build* find_unbacked(const State& state, CardSet hand, CardSet captured) {
  const auto is_unbacked = [&](const Build& build) {
    return build.owner == state.to_move && !build.cards.intersects(captured) &&
           !hand.intersects(cards_of_value(build.value));
  };
  const Build* const found = std::ranges::find_if(state.builds, is_unbacked);
  return found == state.builds.end() ? nullptr : found;
}

/// Whether playing `card` leaves every own build with a card of its value in hand (R16).
inline bool keeps_builds_backed(const State& state, Card card) {
  return find_unbacked(state, state.hand() - CardSet::of(card), {}) == nullptr;
}

/// Whether the player to move may add to or raise a build, as far as its owner is concerned (R18).
inline bool may_change(const Rules& rules, const State& state, const Build& build) {
  const bool is_partners = build.owner != state.to_move && rules.side_of(build.owner) == rules.side_of(state.to_move);
  return rules.partner_builds == PartnerBuilds::kAllowed || !is_partners;
}

/// Whether `card` raises a build to `value` (R19, R20).
inline bool can_increase(const State& state, const Build& build, Card card, int value) {
  return build.value + value_in_sum(card) == value && !build.multiple && build.owner != state.to_move;
}

/// Whether a player without builds may trail a card, which may be one that `captures` (R26).
inline bool may_trail(const Rules& rules, const State& state, Card card, bool captures) {
  if (rules.trailing == Trailing::kUnlessCapture) return !captures;
  return rules.trailing == Trailing::kFree || !state.table.intersects(cards_of_value(value_of(card)));
}

/// Makes a legal move, the next deal and the end of the pack (R4, R29).
void make_move(const Rules& rules, State& state, const Move& move);

/// The state after a legal move.
State play(const Rules& rules, const State& state, const Move& move);

}  // namespace croupier::royal_casino
