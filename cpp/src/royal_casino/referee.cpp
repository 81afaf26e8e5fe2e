#include "croupier/royal_casino/referee.hpp"

#include <algorithm>
#include <utility>

namespace croupier::royal_casino {
namespace {

std::string format_set(CardSet cards) {
  std::string text;
  for (const Card card : cards) text.append(text.empty() ? "" : " ").append(format_card(card));
  return text;
}

std::string format_build(const Build& build) {
  return "the build of " + std::to_string(build.value) + " (" + format_set(build.cards) + ")";
}

/// Whether loose cards are one set of this value.
bool has_set_value(CardSet group, int value) {
  return sum_of(group) == value || (group.size() == 1 && value_of(group.front()) == value);
}

/// The rule that says what a kind of move is.
constexpr PerKind<const char*> kRuleOfKind = {"R8", "R13", "R20", "R19", "R24"};

using Judgement = std::optional<Refusal>;

class Referee {
 public:
  Referee(const Rules& rules, const State& state, const Move& move, std::span<const CardSet> groups)
      : rules_(rules), state_(state), move_(move), groups_(groups) {}

  Judgement judge() const {
    if (state_.is_over()) return refusal("R5", "the hand is over");
    if (!state_.hand().contains(move_.card)) {
      return refusal(
          rule(), format_card(move_.card) + " is not in the hand of seat " + std::to_string(number_of(state_.to_move)));
    }
    if (auto fault = judge_cards()) return fault;
    if (auto fault = judge_kind()) return fault;
    return judge_backing();
  }

 private:
  static Judgement refusal(const char* rule, std::string reason) { return Refusal{rule, std::move(reason)}; }

  const char* rule() const { return kRuleOfKind[move_.kind]; }

  /// Whether the named cards and builds are there.
  Judgement judge_cards() const {
    CardSet in_builds;
    CardSet known;
    for (const Build& build : state_.builds) {
      in_builds |= build.cards;
      if ((build.cards - move_.builds).empty()) known |= build.cards;
    }
    CardSet seen;
    for (const CardSet group : groups_) {
      if (group.empty()) return refusal(rule(), "a set of no cards");
      if (const CardSet twice = group & seen; !twice.empty()) {
        return refusal(rule(), format_card(twice.front()) + " stands in two sets");
      }
      seen |= group;
      if (const CardSet hidden = group & in_builds; !hidden.empty()) {
        return refusal(move_.kind == MoveKind::kCapture ? "R9" : "R21",
                       format_card(hidden.front()) + " lies in a build, which stays whole");
      }
      if (const CardSet missing = group - state_.table; !missing.empty()) {
        return refusal(rule(), format_card(missing.front()) + " does not lie on the table");
      }
    }
    if (const CardSet missing = move_.builds - known; !missing.empty()) {
      return refusal("R21", "no build on the table is made of " + format_set(missing));
    }
    return std::nullopt;
  }

  Judgement judge_kind() const {
    switch (move_.kind) {
      case MoveKind::kCapture:
        return judge_capture();
      case MoveKind::kBuild:
        if (!move_.builds.empty()) return refusal("R20", "a build that is there is not part of a new one");
        if (move_.loose.empty()) return refusal("R15", "a build has at least two cards");
        return judge_sets();
      case MoveKind::kExtend:
        return judge_extension();
      case MoveKind::kIncrease:
        return judge_increase();
      case MoveKind::kTrail:
        return judge_trail();
    }
    return std::nullopt;
  }

  Judgement judge_capture() const {
    const int value = value_of(move_.card);
    const char* capture_rule = value == kHighestValue ? "R10" : "R8";
    if (move_.value != value) {
      return refusal(capture_rule, format_card(move_.card) + " captures " + std::to_string(value) + ", not " +
                                       std::to_string(move_.value));
    }
    for (const CardSet group : groups_) {
      if (!has_set_value(group, value)) {
        return refusal(capture_rule, format_set(group) + " makes " + std::to_string(sum_of(group)) + ", not " +
                                         std::to_string(value));
      }
    }
    for (const Build& build : state_.builds) {
      if (build.cards.intersects(move_.builds) && build.value != value) {
        return refusal("R8", format_build(build) + " is not taken by " + format_card(move_.card));
      }
    }
    if ((move_.loose | move_.builds).empty()) return refusal("R8", "a capture takes at least one card");
    if (const CardSet left = (state_.table & cards_of_value(value)) - move_.loose; !left.empty()) {
      return refusal("R11", format_set(left) + " has the value of " + format_card(move_.card) + " and must be taken");
    }
    return std::nullopt;
  }

  /// Whether the groups and the played card make sets of the move's value.
  Judgement judge_sets() const {
    if (move_.value > kHighestValue) return refusal("R23", "no build is worth more than 14");
    if (move_.value < kLowestValue) return refusal("R22", "no build is worth less than 2");
    const char* const sets_rule = groups_.size() == 1 ? "R14" : "R15";
    const int missing = move_.value - value_in_sum(move_.card);
    int others = 0;
    int openings = 0;
    for (const CardSet group : groups_) {
      const bool opening = sum_of(group) == missing;
      openings += opening;
      if (has_set_value(group, move_.value)) continue;
      ++others;
      if (!opening) return refusal(sets_rule, format_set(group) + " makes no set of " + std::to_string(move_.value));
      if (others > 1) {
        return refusal(sets_rule, format_set(group) + " makes a second set with " + format_card(move_.card));
      }
    }
    const bool alone = value_of(move_.card) == move_.value;
    if (others == 0 && !alone && openings == 0) {
      return refusal(sets_rule, format_card(move_.card) + " lies in no set of " + std::to_string(move_.value));
    }
    return std::nullopt;
  }

  Judgement judge_change() const {
    if (builds_of(state_, move_).size() != 1) return refusal(rule(), "one play changes one build");
    if (!may_change(rules_, state_, changed())) {
      return refusal("R18", format_build(changed()) + " belongs to the partner");
    }
    return std::nullopt;
  }

  const Build& changed() const {
    return *std::ranges::find_if(state_.builds, [&](const Build& b) { return b.cards.intersects(move_.builds); });
  }

  Judgement judge_extension() const {
    if (auto fault = judge_change()) return fault;
    if (changed().value != move_.value) {
      return refusal("R20", "what is added to " + format_build(changed()) + " makes " +
                                std::to_string(changed().value) + ", not " + std::to_string(move_.value));
    }
    return judge_sets();
  }

  Judgement judge_increase() const {
    if (!move_.loose.empty()) return refusal("R19", "table cards do not change the value of a build");
    if (auto fault = judge_change()) return fault;
    const Build& build = changed();
    if (build.owner == state_.to_move) return refusal("R19", "nobody raises an own build");
    if (build.multiple) return refusal("R20", "the value of a multiple build never changes");
    const int value = build.value + value_in_sum(move_.card);
    if (value > kHighestValue) return refusal("R23", "no build is worth more than 14");
    if (value != move_.value) {
      return refusal("R19", format_card(move_.card) + " raises " + format_build(build) + " to " +
                                std::to_string(value) + ", not to " + std::to_string(move_.value));
    }
    return std::nullopt;
  }

  Judgement judge_trail() const {
    if (!(move_.loose | move_.builds).empty() || move_.value != 0) {
      return refusal("R24", "a trail only leaves its card on the table");
    }
    if (owns_build(state_)) return refusal("R25", "the owner of a build may not trail");
    const int value = value_of(move_.card);
    const CardSet equal = state_.table & cards_of_value(value);
    if (rules_.trailing != Trailing::kFree && !equal.empty()) {
      return refusal("R26", format_set(equal) + " has the value of " + format_card(move_.card));
    }
    if (rules_.trailing == Trailing::kUnlessCapture) {
      SetsBySum sums;
      sums.find(state_.table, value);
      if (has_build_of_value(state_, value) || !sums[value].empty()) {
        return refusal("R26", format_card(move_.card) + " can capture");
      }
    }
    return std::nullopt;
  }

  /// Whether the own builds that stay, and the one that is made, have a card of their value in the hand (R16).
  Judgement judge_backing() const {
    const CardSet rest = state_.hand() - CardSet::of(move_.card);
    const bool captures = move_.kind == MoveKind::kCapture;
    if (!captures && move_.kind != MoveKind::kTrail && !rest.intersects(cards_of_value(move_.value))) {
      return refusal("R16", "no card of value " + std::to_string(move_.value) + " stays in the hand to capture it");
    }
    if (const Build* build = find_unbacked(state_, rest, captures ? move_.builds : CardSet())) {
      return refusal("R16", format_build(*build) + " would be left without a card of its value in its owner's hand");
    }
    return std::nullopt;
  }

  const Rules& rules_;
  const State& state_;
  const Move& move_;
  std::span<const CardSet> groups_;
};

/// What is wrong with a build; empty if nothing is.
std::string fault_of(const State& state, const Build& build) {
  if (build.cards.size() < 2) return "at least two cards are needed, got " + format_set(build.cards);
  if (!first_partition(build.cards, build.value)) {
    return "sets of value " + std::to_string(build.value) + " are needed, got " + format_set(build.cards);
  }
  if (!state.hands[build.owner].intersects(cards_of_value(build.value))) {
    return "a card of value " + std::to_string(build.value) + " is needed in the hand of its owner, seat " +
           std::to_string(number_of(build.owner)) + " (R16), got none";
  }
  return "";
}

}  // namespace

std::optional<Refusal> refuse(const Rules& rules, const State& state, const Move& move,
                              std::span<const CardSet> groups) {
  return Referee(rules, state, move, groups).judge();
}

std::string inconsistency(const Rules& rules, const State& state) {
  const unsigned deal = kCardsAHand * rules.players;
  if (state.stock.size() % deal != 0) {
    return "stock: a multiple of " + std::to_string(deal) + " cards is needed, got " +
           std::to_string(state.stock.size());
  }
  for (std::size_t i = 0; i < state.builds.size(); ++i) {
    const std::string fault = fault_of(state, state.builds[i]);
    if (!fault.empty()) return "builds: build " + std::to_string(i) + ": " + fault;
  }
  if (!state.is_dealt_out() && state.hand().empty()) {
    return "to_move: a seat that holds cards is needed, got " + std::to_string(number_of(state.to_move));
  }
  return "";
}

}  // namespace croupier::royal_casino
