#include "croupier/royal_casino.hpp"

#include <algorithm>
#include <bit>
#include <unordered_map>

#include "card_set.hpp"

namespace croupier::royal_casino {
namespace {

/// The cards that count at most `value` in a sum.
constexpr CardSet summing_to_at_most(int value) {
  if (value < 1) return 0;
  return kAces | ((CardSet{1} << (4 * std::min(value - 1, kRanks - 1))) - 1);
}

constexpr auto kSummingToAtMost = [] {
  std::array<CardSet, kHighestValue + 1> sets{};
  for (int value = 0; value <= kHighestValue; ++value)
    sets[static_cast<std::size_t>(value)] = summing_to_at_most(value);
  return sets;
}();

int sum_of(CardSet cards) {
  int sum = 0;
  for_each_card(cards, [&](Card card) { sum += value_in_sum(card); });
  return sum;
}

void sort_and_unify(std::vector<CardSet>& sets) {
  std::ranges::sort(sets);
  sets.erase(std::unique(sets.begin(), sets.end()), sets.end());
}

using Sums = std::array<std::vector<CardSet>, kHighestValue + 1>;

void add_sums(CardSet chosen, int sum, CardSet rest, int highest, Sums& sums) {
  for (rest &= kSummingToAtMost[static_cast<std::size_t>(highest - sum)]; rest != 0; rest &= rest - 1) {
    const Card card = lowest(rest);
    const CardSet with_card = chosen | set_of(card);
    const int new_sum = sum + value_in_sum(card);
    sums[static_cast<std::size_t>(new_sum)].push_back(with_card);
    if (new_sum < highest) add_sums(with_card, new_sum, rest & above(card), highest, sums);
  }
}

bool is_partner(const Rules& rules, int seat, int other) {
  return seat != other && rules.side_of(seat) == rules.side_of(other);
}

/// A bit for each value that a hand holds.
std::uint32_t values_of(CardSet hand) {
  std::uint32_t values = 0;
  for_each_card(hand, [&](Card card) { values |= 1u << value_of(card); });
  return values;
}

/// Calls visit(value) for the values from `least` on, in ascending order.
template <class Visit>
void for_each_value(std::uint32_t values, int least, Visit visit) {
  for (values = values >> least << least; values != 0; values &= values - 1) visit(std::countr_zero(values));
}

/// An own build that no card of `hand` backs, `captured` being taken away; nothing if all are backed (R16).
const Build* find_unbacked(const State& state, CardSet hand, CardSet captured) {
  for (const Build& build : state.builds()) {
    if (build.owner == state.to_move && (build.cards & captured) == 0 && (hand & cards_of_value(build.value)) == 0)
      return &build;
  }
  return nullptr;
}

bool has_value(const State& state, int value) {
  return std::ranges::any_of(state.builds(), [&](const Build& build) { return build.value == value; });
}

}  // namespace

bool owns_build(const State& state) {
  return std::ranges::any_of(state.builds(), [&](const Build& build) { return build.owner == state.to_move; });
}

bool is_multiple(CardSet cards, int value) { return sum_of(cards) != value; }

bool keeps_builds_backed(const State& state, Card card) {
  return find_unbacked(state, state.hands[static_cast<std::size_t>(state.to_move)] ^ set_of(card), 0) == nullptr;
}

bool may_change(const Rules& rules, const State& state, const Build& build) {
  return rules.partner_builds || !is_partner(rules, state.to_move, build.owner);
}

bool can_increase(const State& state, const Build& build, Card card, int value) {
  return build.value + value_in_sum(card) == value && !build.multiple && build.owner != state.to_move;
}

bool may_trail(const Rules& rules, const State& state, Card card, bool captures) {
  if (rules.trailing == Trailing::kUnlessCapture) return !captures;
  return rules.trailing == Trailing::kFree || (state.table & cards_of_value(value_of(card))) == 0;
}

void find_sums(CardSet cards, int highest, Sums& sums) {
  for (std::vector<CardSet>& sets : sums) sets.clear();
  add_sums(0, 0, cards, highest, sums);
}

class Generator {
 public:
  struct WasInterrupted {};

  Generator(const Rules& rules, const State& state, const Interrupted& interrupted, MoveList& list)
      : rules_(rules),
        state_(state),
        interrupted_(interrupted),
        hand_(state.hands[static_cast<std::size_t>(state.to_move)]),
        moves_(list.moves_),
        sums_(list.sums_),
        unions_(list.unions_),
        builds_(list.builds_) {
    moves_.clear();
    builds_.assign(state.builds().begin(), state.builds().end());
    if (builds_.size() > 1) std::ranges::sort(builds_, {}, &Build::cards);
    find_sums(state.table, highest_value(hand_), sums_);
    for_each_card(state.table & kAces, [&](Card ace) { sums_[kHighestValue].push_back(set_of(ace)); });
  }

  void add_all() {
    const bool is_owner = owns_build(state_);
    const std::uint32_t hand_values = values_of(hand_);
    for_each_card(hand_, [&](Card card) {
      const CardSet rest = hand_ ^ set_of(card);
      add_captures(card, rest);
      const bool captures = !moves_.empty() && moves_.back().card == card;
      if (!keeps_builds_backed(state_, card)) return;
      const bool is_last_of_value = (rest & cards_of_value(value_of(card))) == 0;
      const std::uint32_t values = is_last_of_value ? hand_values & ~(1u << value_of(card)) : hand_values;
      add_builds(card, values);
      if (state_.n_builds > 0) {
        add_extensions(card, values);
        add_increases(card, values);
      }
      if (!is_owner && may_trail(rules_, state_, card, captures)) add({card, MoveKind::kTrail, 0, 0, 0});
    });
  }

 private:
  void add(const Move& move) {
    if (moves_.size() == kMostMoves) throw TooManyMoves();
    moves_.push_back(move);
  }

  /// Joins disjoint sets of this value to the unions that are there already, in every way.
  void join_sets(int value) {
    const std::vector<CardSet>& sets = sums_[static_cast<std::size_t>(value)];
    for (auto set = sets.begin(); set != sets.end();) {
      const Card first = lowest(*set);  // sets of one lowest card join no union together
      const std::size_t before = unions_.size();
      for (; set != sets.end() && lowest(*set) == first; ++set) {
        for (std::size_t i = 0; i < before; ++i) {
          if ((unions_[i] & *set) == 0) unions_.push_back(unions_[i] | *set);
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
    unions_.assign(1, value == kHighestValue ? 0 : equal);
    join_sets(value);
    if (value == kHighestValue && equal != 0) {
      for (CardSet& loose : unions_) loose |= equal;
      sort_and_unify(unions_);
    }
    if (!has_value(state_, value)) {
      for (const CardSet loose : unions_) {
        if (loose != 0) add({card, MoveKind::kCapture, static_cast<std::int8_t>(value), 0, loose});
      }
      return;
    }
    add_captures_with_builds(card, value, (rest & cards_of_value(value)) != 0);
  }

  void add_captures_with_builds(Card card, int value, bool backed) {
    std::vector<CardSet> taken(1, 0);
    for (const Build& build : state_.builds()) {
      if (build.value != value) continue;
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
        if ((builds | loose) != 0) add({card, MoveKind::kCapture, static_cast<std::int8_t>(value), builds, loose});
      }
    }
  }

  /// Finds the sets of loose cards that make sets of `value` with the played card in one of them; the empty set where
  /// that is the card alone.
  void find_additions(Card card, int value) {
    unions_.clear();
    if (value_of(card) == value) unions_.push_back(0);
    if (const int missing = value - value_in_sum(card); missing > 0) {
      const std::vector<CardSet>& sets = sums_[static_cast<std::size_t>(missing)];
      unions_.insert(unions_.end(), sets.begin(), sets.end());
    }
    if (!unions_.empty()) join_sets(value);
  }

  /// `values` are those that stay in the hand.
  void add_builds(Card card, std::uint32_t values) {
    for_each_value(values, value_in_sum(card), [&](int value) {
      find_additions(card, value);
      for (const CardSet loose : unions_) {
        if (loose != 0) add({card, MoveKind::kBuild, static_cast<std::int8_t>(value), 0, loose});
      }
    });
  }

  void add_extensions(Card card, std::uint32_t values) {
    for_each_value(values, value_in_sum(card), [&](int value) {
      if (!has_value(state_, value)) return;
      find_additions(card, value);
      for (const Build& build : builds_) {
        if (build.value != value || !may_change(rules_, state_, build)) continue;
        for (const CardSet loose : unions_) {
          add({card, MoveKind::kExtend, static_cast<std::int8_t>(value), build.cards, loose});
        }
      }
    });
  }

  void add_increases(Card card, std::uint32_t values) {
    for_each_value(values, value_in_sum(card), [&](int value) {
      for (const Build& build : builds_) {
        if (can_increase(state_, build, card, value) && may_change(rules_, state_, build)) {
          add({card, MoveKind::kIncrease, static_cast<std::int8_t>(value), build.cards, 0});
        }
      }
    });
  }

  static constexpr std::size_t kFewUnions = 64;

  const Rules& rules_;
  const State& state_;
  const Interrupted& interrupted_;
  const CardSet hand_;
  std::vector<Move>& moves_;
  Sums& sums_;
  std::vector<CardSet>& unions_;
  std::vector<Build>& builds_;  ///< In the order of their cards.
};

const std::vector<Move>& MoveList::find(const Rules& rules, const State& state, const Interrupted& interrupted) {
  try {
    Generator(rules, state, interrupted, *this).add_all();
  } catch (const Generator::WasInterrupted&) {
    moves_.clear();
  }
  return moves_;
}

namespace {

/// Finds partitions into sets of one value.
class Partition {
 public:
  explicit Partition(int value) : value_(value) {}

  std::optional<std::vector<CardSet>> first(CardSet cards) {
    if (!is_possible(cards)) return std::nullopt;
    std::vector<CardSet> sets;
    while (cards != 0) {
      sets.push_back(first_set(cards));
      cards ^= sets.back();
    }
    return sets;
  }

 private:
  /// Whether cards can be split. The highest card is tried first: it fits in the fewest sets.
  bool is_possible(CardSet cards) {
    const CardSet others = cards & ~kAces;
    if (others == 0) return value_ == kHighestValue || std::popcount(cards) % value_ == 0;
    const auto [known, is_new] = known_.try_emplace(counts_by_rank(cards), false);
    if (!is_new) return known->second;
    const auto highest = static_cast<Card>(std::bit_width(others) - 1);
    const CardSet rest = cards ^ set_of(highest);
    const bool possible = can_complete(value_ - value_of(highest), rest, rest);
    return known_[counts_by_rank(cards)] = possible;
  }

  /// Whether cards of `pool` make up what a set is missing, and the rest can be split.
  bool can_complete(int missing, CardSet pool, CardSet rest) {
    if (missing < 0) return false;
    if (missing == 0) return is_possible(rest);
    for (CardSet others = pool & ~kAces & kSummingToAtMost[static_cast<std::size_t>(missing)]; others != 0;) {
      const auto card = static_cast<Card>(std::bit_width(others) - 1);
      const CardSet without = others ^ set_of(card);
      if (can_complete(missing - value_of(card), without | (pool & kAces), rest ^ set_of(card))) return true;
      others &= ~cards_of_value(value_of(card));  // its equals would do no better
    }
    CardSet aces = pool & kAces;
    if (std::popcount(aces) < missing) return false;
    for (; missing > 0; --missing, aces &= aces - 1) rest ^= set_of(lowest(aces));
    return is_possible(rest);
  }

  /// The lexicographically first set with the lowest card that leaves what can be split.
  CardSet first_set(CardSet cards) {
    const Card card = lowest(cards);
    if (value_of(card) == value_ && is_possible(cards ^ set_of(card))) return set_of(card);
    return grow(set_of(card), value_in_sum(card), cards & above(card), cards);
  }

  CardSet grow(CardSet chosen, int sum, CardSet rest, CardSet cards) {
    if (sum >= value_) return 0;
    for (rest &= kSummingToAtMost[static_cast<std::size_t>(value_ - sum)]; rest != 0; rest &= rest - 1) {
      const Card card = lowest(rest);
      const CardSet with_card = chosen | set_of(card);
      const int new_sum = sum + value_in_sum(card);
      if (new_sum == value_ && is_possible(cards ^ with_card)) return with_card;
      if (const CardSet set = grow(with_card, new_sum, rest & above(card), cards); set != 0) return set;
    }
    return 0;
  }

  /// How many cards of each rank there are, four bits a rank.
  static std::uint64_t counts_by_rank(CardSet cards) {
    cards -= cards >> 1 & 0x5555'5555'5555'5555;
    return (cards & 0x3333'3333'3333'3333) + (cards >> 2 & 0x3333'3333'3333'3333);
  }

  int value_;
  std::unordered_map<std::uint64_t, bool> known_;
};

}  // namespace

std::optional<std::vector<CardSet>> first_partition(CardSet cards, int value) { return Partition(value).first(cards); }

std::vector<CardSet> groups_of(const Move& move) {
  if (move.kind == MoveKind::kCapture) return *first_partition(move.loose, move.value);
  if (move.kind != MoveKind::kBuild && move.kind != MoveKind::kExtend) return {};
  std::vector<CardSet> groups = *first_partition(move.loose | set_of(move.card), move.value);
  for (CardSet& group : groups) group &= ~set_of(move.card);
  std::erase(groups, 0);
  std::ranges::sort(groups, {}, lowest);
  return groups;
}

namespace {

std::string format_set(CardSet cards) {
  std::string text;
  for_each_card(cards, [&](Card card) {
    if (!text.empty()) text += ' ';
    text += format_card(card);
  });
  return text;
}

std::string format_build(const Build& build) {
  return "the build of " + std::to_string(build.value) + " (" + format_set(build.cards) + ")";
}

/// Whether loose cards are one set of this value.
bool has_set_value(CardSet group, int value) {
  return sum_of(group) == value || (std::has_single_bit(group) && value_of(lowest(group)) == value);
}

class Referee {
 public:
  Referee(const Rules& rules, const State& state, const Move& move, std::span<const CardSet> groups)
      : rules_(rules), state_(state), move_(move), groups_(groups) {}

  std::optional<Refusal> judge() const {
    const CardSet hand = state_.hands[static_cast<std::size_t>(state_.to_move)];
    if (state_.is_over()) return {{"R5", "the hand is over"}};
    if ((hand & set_of(move_.card)) == 0) {
      return refusal(rule(), format_card(move_.card) + " is not in the hand of seat " + std::to_string(state_.to_move));
    }
    if (auto fault = judge_cards()) return fault;
    if (auto fault = judge_kind()) return fault;
    const CardSet captured = move_.kind == MoveKind::kCapture ? move_.builds : 0;
    const bool takes_over = move_.kind == MoveKind::kExtend || move_.kind == MoveKind::kIncrease;
    const CardSet rest = hand ^ set_of(move_.card);
    if (move_.kind == MoveKind::kBuild || takes_over) {
      if ((rest & cards_of_value(move_.value)) == 0) {
        return refusal("R16", "no card of value " + std::to_string(move_.value) + " stays in the hand to capture it");
      }
    }
    if (const Build* build = find_unbacked(state_, rest, captured)) {
      return refusal("R16", format_build(*build) + " would be left without a card of its value in its owner's hand");
    }
    return std::nullopt;
  }

 private:
  static std::optional<Refusal> refusal(const char* rule, std::string reason) {
    return Refusal{rule, std::move(reason)};
  }

  const char* rule() const {
    constexpr std::array kRules = {"R8", "R13", "R20", "R19", "R24"};
    return kRules[static_cast<std::size_t>(move_.kind)];
  }

  /// Whether the named cards and builds are there.
  std::optional<Refusal> judge_cards() const {
    CardSet in_builds = 0;
    CardSet known = 0;
    for (const Build& build : state_.builds()) {
      in_builds |= build.cards;
      if ((build.cards & ~move_.builds) == 0) known |= build.cards;
    }
    CardSet seen = 0;
    for (const CardSet group : groups_) {
      if (group == 0) return refusal(rule(), "a set of no cards");
      if (const CardSet twice = group & seen) {
        return refusal(rule(), format_card(lowest(twice)) + " stands in two sets");
      }
      seen |= group;
      if (const CardSet hidden = group & in_builds) {
        return refusal(move_.kind == MoveKind::kCapture ? "R9" : "R21",
                       format_card(lowest(hidden)) + " lies in a build, which stays whole");
      }
      if (const CardSet missing = group & ~state_.table) {
        return refusal(rule(), format_card(lowest(missing)) + " does not lie on the table");
      }
    }
    if (const CardSet missing = move_.builds & ~known) {
      return refusal("R21", "no build on the table is made of " + format_set(missing));
    }
    return std::nullopt;
  }

  std::optional<Refusal> judge_kind() const {
    switch (move_.kind) {
      case MoveKind::kCapture:
        return judge_capture();
      case MoveKind::kBuild:
        if (move_.builds != 0) return refusal("R20", "a build that is there is not part of a new one");
        if (move_.loose == 0) return refusal("R15", "a build has at least two cards");
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

  std::optional<Refusal> judge_capture() const {
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
    for (const Build& build : state_.builds()) {
      if ((build.cards & move_.builds) != 0 && build.value != value) {
        return refusal("R8", format_build(build) + " is not taken by " + format_card(move_.card));
      }
    }
    if ((move_.loose | move_.builds) == 0) return refusal("R8", "a capture takes at least one card");
    if (const CardSet left = state_.table & cards_of_value(value) & ~move_.loose) {
      return refusal("R11", format_set(left) + " has the value of " + format_card(move_.card) + " and must be taken");
    }
    return std::nullopt;
  }

  /// Whether the groups and the played card make sets of the move's value.
  std::optional<Refusal> judge_sets() const {
    if (move_.value > kHighestValue) return refusal("R23", "no build is worth more than 14");
    if (move_.value < 2) return refusal("R22", "no build is worth less than 2");
    const int missing = move_.value - value_in_sum(move_.card);
    int others = 0;
    int openings = 0;
    for (const CardSet group : groups_) {
      const bool opening = sum_of(group) == missing;
      openings += opening;
      if (has_set_value(group, move_.value)) continue;
      ++others;
      if (!opening || others > 1) {
        return refusal(groups_.size() == 1 ? "R14" : "R15",
                       format_set(group) + (opening ? " makes a second set with " : " makes no set of ") +
                           (opening ? format_card(move_.card) : std::to_string(move_.value)));
      }
    }
    const bool alone = value_of(move_.card) == move_.value;
    if (others == 0 && !alone && openings == 0) {
      return refusal(groups_.size() == 1 ? "R14" : "R15",
                     format_card(move_.card) + " lies in no set of " + std::to_string(move_.value));
    }
    return std::nullopt;
  }

  std::optional<Refusal> judge_change() const {
    int builds = 0;
    for (const Build& build : state_.builds()) builds += (build.cards & move_.builds) != 0;
    if (builds != 1) return refusal(rule(), "one play changes one build");
    if (!may_change(rules_, state_, changed())) {
      return refusal("R18", format_build(changed()) + " belongs to the partner");
    }
    return std::nullopt;
  }

  const Build& changed() const {
    return *std::ranges::find_if(state_.builds(), [&](const Build& b) { return (b.cards & move_.builds) != 0; });
  }

  std::optional<Refusal> judge_extension() const {
    if (auto fault = judge_change()) return fault;
    if (changed().value != move_.value) {
      return refusal("R20", "what is added to " + format_build(changed()) + " makes " +
                                std::to_string(changed().value) + ", not " + std::to_string(move_.value));
    }
    return judge_sets();
  }

  std::optional<Refusal> judge_increase() const {
    if (move_.loose != 0) return refusal("R19", "table cards do not change the value of a build");
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

  std::optional<Refusal> judge_trail() const {
    if ((move_.loose | move_.builds) != 0 || move_.value != 0) {
      return refusal("R24", "a trail only leaves its card on the table");
    }
    if (owns_build(state_)) return refusal("R25", "the owner of a build may not trail");
    const int value = value_of(move_.card);
    const CardSet equal = state_.table & cards_of_value(value);
    if (rules_.trailing != Trailing::kFree && equal != 0) {
      return refusal("R26", format_set(equal) + " has the value of " + format_card(move_.card));
    }
    if (rules_.trailing == Trailing::kUnlessCapture) {
      Sums sums;
      find_sums(state_.table, value, sums);
      if (has_value(state_, value) || !sums[static_cast<std::size_t>(value)].empty()) {
        return refusal("R26", format_card(move_.card) + " can capture");
      }
    }
    return std::nullopt;
  }

  const Rules& rules_;
  const State& state_;
  const Move& move_;
  std::span<const CardSet> groups_;
};

void remove_builds(State& state, CardSet cards) {
  int kept = 0;
  for (int i = 0; i < state.n_builds; ++i) {
    const Build& build = state.build_array[static_cast<std::size_t>(i)];
    if ((build.cards & cards) == 0) state.build_array[static_cast<std::size_t>(kept++)] = build;
  }
  state.n_builds = static_cast<std::int8_t>(kept);
}

void change_build(State& state, const Move& move) {
  for (Build& build : std::span(state.build_array).first(static_cast<std::size_t>(state.n_builds))) {
    if ((build.cards & move.builds) == 0) continue;
    build.cards |= move.loose | set_of(move.card);
    build.value = move.value;
    build.owner = state.to_move;
    build.multiple |= move.kind == MoveKind::kExtend;
  }
}

/// The turn passes to the next seat that holds cards; once nobody does, to the next seat.
void pass_turn(const Rules& rules, State& state) {
  const int next = (state.to_move + 1) % rules.players;
  int seat = next;
  while (state.hands[static_cast<std::size_t>(seat)] == 0) {
    seat = (seat + 1) % rules.players;
    if (seat == next) break;
  }
  state.to_move = static_cast<std::int8_t>(seat);
}

}  // namespace

std::optional<Refusal> refuse(const Rules& rules, const State& state, const Move& move,
                              std::span<const CardSet> groups) {
  return Referee(rules, state, move, groups).judge();
}

void settle(const Rules& rules, State& state) {
  if ((state.hands[0] | state.hands[1] | state.hands[2] | state.hands[3]) != 0) return;
  if (state.stock_size > 0) {
    for (int i = 0; i < rules.players; ++i) {
      const int seat = (state.to_move + i) % rules.players;
      for (int j = 0; j < kCardsAHand; ++j) {
        state.hands[static_cast<std::size_t>(seat)] |= set_of(state.stock().front());
        --state.stock_size;
      }
    }
  } else if (rules.last_trick == LastTrick::kLastCapture && state.last_capture >= 0) {
    state.piles[static_cast<std::size_t>(state.last_capture)] |= state.table;
    state.table = 0;
  }
}

void make_move(const Rules& rules, State& state, const Move& move) {
  const CardSet card = set_of(move.card);
  state.hands[static_cast<std::size_t>(state.to_move)] ^= card;
  state.table &= ~move.loose;
  switch (move.kind) {
    case MoveKind::kCapture: {
      const auto side = static_cast<std::size_t>(rules.side_of(state.to_move));
      state.piles[side] |= card | move.loose | move.builds;
      if (move.builds != 0) remove_builds(state, move.builds);
      state.last_capture = static_cast<std::int8_t>(side);
      if (state.table == 0 && state.n_builds == 0) ++state.sweeps[side];
      break;
    }
    case MoveKind::kBuild:
      state.build_array[static_cast<std::size_t>(state.n_builds++)] = {card | move.loose, move.value, state.to_move,
                                                                       is_multiple(card | move.loose, move.value)};
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

State deal_pack(const Rules& rules, const std::array<Card, kPackSize>& pack, int first) {
  State state;
  state.to_move = static_cast<std::int8_t>(first);
  state.stock_array = pack;
  state.stock_size = kPackSize;
  settle(rules, state);
  for (int i = 0; i < kCardsAHand; ++i) {
    state.table |= set_of(state.stock().front());
    --state.stock_size;
  }
  return state;
}

std::string inconsistency(const Rules& rules, const State& state) {
  const auto holds_cards = [&](int seat) { return state.hands[static_cast<std::size_t>(seat)] != 0; };
  if (state.stock_size % (kCardsAHand * rules.players) != 0) {
    return "stock: a multiple of " + std::to_string(kCardsAHand * rules.players) + " cards is needed, got " +
           std::to_string(state.stock_size);
  }
  for (std::size_t i = 0; i < state.builds().size(); ++i) {
    const Build& build = state.builds()[i];
    const std::string place = "builds: build " + std::to_string(i) + ": ";
    if (std::popcount(build.cards) < 2) return place + "at least two cards are needed, got " + format_set(build.cards);
    if (!first_partition(build.cards, build.value)) {
      return place + "sets of value " + std::to_string(build.value) + " are needed, got " + format_set(build.cards);
    }
    if ((state.hands[static_cast<std::size_t>(build.owner)] & cards_of_value(build.value)) == 0) {
      return place + "a card of value " + std::to_string(build.value) + " is needed in the hand of its owner, seat " +
             std::to_string(build.owner) + " (R16), got none";
    }
  }
  bool somebody = false;
  for (int seat = 0; seat < rules.players; ++seat) somebody |= holds_cards(seat);
  if (somebody && !holds_cards(state.to_move)) {
    return "to_move: a seat that holds cards is needed, got " + std::to_string(state.to_move);
  }
  return "";
}

std::array<Score, kMostSides> count(const Rules& rules, const State& state) {
  const auto sides = static_cast<std::size_t>(rules.sides());
  std::array<Score, kMostSides> scores{};
  const auto award_most = [&](Item item, CardSet counted, int points) {
    int most = -1;
    std::size_t winner = 0;
    bool tied = false;
    for (std::size_t side = 0; side < sides; ++side) {
      const int n = std::popcount(state.piles[side] & counted);
      tied = n == most || (tied && n < most);
      if (n > most) {
        most = n;
        winner = side;
      }
    }
    if (!tied) scores[winner][static_cast<std::size_t>(item)] = points;
  };
  award_most(Item::kCards, ~CardSet{0}, 3);
  award_most(Item::kSpades, kSpades, 1);
  int cancelled = rules.players == 3 && !rules.three_sweeps_cancel ? 0 : state.sweeps[0];
  for (std::size_t side = 1; side < sides; ++side) cancelled = std::min<int>(cancelled, state.sweeps[side]);
  for (std::size_t side = 0; side < sides; ++side) {
    const CardSet pile = state.piles[side];
    Score& score = scores[side];
    score[static_cast<std::size_t>(Item::kBigCasino)] = (pile & set_of(kBigCasino)) != 0 ? 2 : 0;
    score[static_cast<std::size_t>(Item::kLittleCasino)] = (pile & set_of(kLittleCasino)) != 0 ? 1 : 0;
    score[static_cast<std::size_t>(Item::kAces)] = std::popcount(pile & kAces);
    score[static_cast<std::size_t>(Item::kSweeps)] = state.sweeps[side] - cancelled;
  }
  return scores;
}

namespace {

int total(const Score& score, bool with_sweeps) {
  int points = 0;
  for (int item = 0; item < kItems; ++item) {
    if (with_sweeps || static_cast<Item>(item) != Item::kSweeps) points += score[static_cast<std::size_t>(item)];
  }
  return points;
}

constexpr int kTarget = 21;
constexpr int kFirstCondition = 18;

/// What a side on 18, 19 or 20 wins by (R34).
Item condition(const Rules& rules, int score) {
  if (score == kFirstCondition) return Item::kCards;
  if (score == kFirstCondition + 1) return Item::kBigCasino;
  return rules.twenty == Twenty::kLittleCasino ? Item::kLittleCasino : Item::kSpades;
}

}  // namespace

Match count_hand(const Rules& rules, const Match& match, const std::array<Score, kMostSides>& points) {
  const auto sides = static_cast<std::size_t>(rules.sides());
  Match after = match;
  int first_item = kItems;
  for (std::size_t side = 0; side < sides; ++side) {
    const int start = match.scores[side];
    if (match.lapsed || start < kFirstCondition) {
      after.scores[side] += total(points[side], true);
      continue;
    }
    const auto item = static_cast<int>(condition(rules, start));
    if (points[side][static_cast<std::size_t>(item)] == 0) continue;
    after.scores[side] += total(points[side], false);
    if (item < first_item) {
      first_item = item;
      after.winner = static_cast<int>(side);
    }
  }
  if (after.winner >= 0) return after;

  const auto best = std::max_element(after.scores.begin(), after.scores.begin() + static_cast<std::ptrdiff_t>(sides));
  if (!match.lapsed && *best < kTarget) return after;
  if (std::count(after.scores.begin(), after.scores.begin() + static_cast<std::ptrdiff_t>(sides), *best) > 1) {
    after.lapsed = true;
  } else {
    after.winner = static_cast<int>(best - after.scores.begin());
  }
  return after;
}

}  // namespace croupier::royal_casino
