// Move and position text of any bytes: what is read is written and read again, and consistent positions are played.
// The first byte of the input chooses the rules; each line after it is a position, or a move from the last one.

#include <algorithm>
#include <span>
#include <utility>

#include "croupier/royal_casino/referee.hpp"
#include "croupier/royal_casino/text.hpp"
#include "require.hpp"

namespace croupier::royal_casino {
namespace {

/// Positions with more cards may have too many moves.
bool has_few_cards(const State& state) { return state.table.size() <= 10 && state.builds.size() <= 4; }

std::string write_cards(std::span<const Card> cards, std::string_view separator = " ") {
  std::string text;
  for (const Card card : cards) text += (text.empty() ? "" : std::string(separator)) + format_card(card);
  return text;
}

std::string write_build(const BuildText& build) {
  return "[" + std::to_string(build.value) + ": " + write_cards(build.cards) + ", seat " + std::to_string(build.owner) +
         "]";
}

std::string write_move(const MoveText& move) {
  const std::string card = format_card(move.card);
  std::string sets;
  for (const std::vector<Card>& group : move.groups) sets += ", " + write_cards(group, "+");
  switch (move.kind) {
    case MoveKind::kCapture:
      for (const BuildText& build : move.builds) sets += ", " + write_build(build);
      return "capture " + card + ": " + sets.substr(2);
    case MoveKind::kBuild:
      return "build " + std::to_string(move.value) + ": " + card + sets;
    case MoveKind::kExtend:
      return "extend " + write_build(move.builds.at(0)) + ": " + card + sets;
    case MoveKind::kIncrease:
      return "increase " + write_build(move.builds.at(0)) + " to " + std::to_string(move.value) + ": " + card;
    case MoveKind::kTrail:
      return "trail " + card;
  }
  return "";
}

std::string write_each(const std::vector<std::vector<Card>>& lists) {
  std::string text;
  for (const std::vector<Card>& list : lists) text += " | " + (list.empty() ? "-" : write_cards(list));
  return text.substr(3);
}

std::string write_position(const PositionText& position) {
  const auto cards_or_none = [](const std::vector<Card>& cards) { return cards.empty() ? "-" : write_cards(cards); };
  std::string builds, sweeps;
  for (const BuildText& build : position.builds) builds += ' ' + write_build(build);
  for (const int count : position.sweeps) sweeps += ' ' + std::to_string(count);
  return "hands " + write_each(position.hands) + "; table " + cards_or_none(position.table) + "; builds" +
         (builds.empty() ? " -" : builds) + "; to move " + std::to_string(position.to_move) + "; stock " +
         cards_or_none(position.stock) + "; piles " + write_each(position.piles) + "; sweeps" + sweeps +
         "; last capture " + (position.last_capture ? std::to_string(*position.last_capture) : "-");
}

/// What `read` makes of a text, nothing if it finds a fault, whose place lies in the text.
template <class Text>
std::optional<Text> read_line(std::variant<Text, TextFault> (*read)(std::string_view), std::string_view line) {
  const std::variant<Text, TextFault> result = read(line);
  if (const auto* text = std::get_if<Text>(&result)) return *text;
  const TextFault& fault = std::get<TextFault>(result);
  REQUIRE(!fault.needed.empty());
  REQUIRE(fault.offset <= line.size() && fault.size <= line.size() - fault.offset);
  REQUIRE(fault.size > 0 || fault.offset == line.size());
  return std::nullopt;
}

void require_marks(std::string_view read, std::string_view written) {
  const auto same = [&](std::string_view marks) {
    const auto is_mark = [&](char c) { return marks.find(c) != std::string_view::npos; };
    return std::ranges::count_if(read, is_mark) == std::ranges::count_if(written, is_mark);
  };
  REQUIRE(same("[") && same("]") && same(":") && same(";") && same("|"));
  REQUIRE(same("+,"));  // which set the played card joins is not kept
}

std::optional<MoveText> check_move_text(std::string_view line) {
  const std::optional<MoveText> move = read_line(read_move, line);
  if (!move) return std::nullopt;
  REQUIRE(std::ranges::is_sorted(move->groups));
  for (const std::vector<Card>& group : move->groups) REQUIRE(!group.empty() && std::ranges::is_sorted(group));
  const std::string written = write_move(*move);
  REQUIRE(read_line(read_move, written) == move);
  require_marks(line, written);
  return move;
}

std::optional<PositionText> check_position_text(std::string_view line) {
  const std::optional<PositionText> position = read_line(read_position, line);
  if (!position) return std::nullopt;
  REQUIRE(position->hands.size() <= kMostPlayers && position->piles.size() <= kMostSides);
  REQUIRE(position->sweeps.size() <= kMostSides);
  const std::string written = write_position(*position);
  REQUIRE(read_line(read_position, written) == position);
  require_marks(line, written);
  return position;
}

/// Collects cards that may stand once.
struct Collector {
  CardSet all;
  bool twice = false;

  CardSet add(std::span<const Card> cards) {
    for (const Card card : cards) {
      twice |= all.contains(card);
      all |= CardSet::of(card);
    }
    return CardSet::of_all(cards);
  }
};

/// The builds of a position; nothing if they cannot be.
std::optional<InplaceVector<Build, kMostBuilds>> make_builds(const Rules& rules, const PositionText& text,
                                                             Collector& cards) {
  InplaceVector<Build, kMostBuilds> builds;
  for (const BuildText& build : text.builds) {
    const CardSet set = cards.add(build.cards);
    if (build.value < kLowestValue || build.value > kHighestValue) return std::nullopt;
    if (std::cmp_greater_equal(build.owner, rules.players) || builds.size() == kMostBuilds) return std::nullopt;
    builds.push_back({set, build.value, kSeats.at(static_cast<std::size_t>(build.owner))});
  }
  return builds;
}

/// The position as a state of a game for as many players as it has hands; nothing if that cannot be.
std::optional<State> make_state(Rules& rules, const PositionText& text) {
  if (text.hands.size() < 2) return std::nullopt;
  rules.players = static_cast<unsigned>(text.hands.size());
  if (text.piles.size() != rules.n_sides() || text.sweeps.size() != rules.n_sides()) return std::nullopt;
  if (std::cmp_greater_equal(text.to_move, rules.players)) return std::nullopt;
  if (text.last_capture && std::cmp_greater_equal(*text.last_capture, rules.n_sides())) return std::nullopt;
  State state;
  Collector cards;
  std::ranges::transform(text.hands, state.hands.begin(), [&](const auto& hand) { return cards.add(hand); });
  state.table = cards.add(text.table);
  const auto builds = make_builds(rules, text, cards);
  if (!builds) return std::nullopt;
  state.builds = *builds;
  cards.add(text.stock);
  std::ranges::transform(text.piles, state.piles.begin(), [&](const auto& pile) { return cards.add(pile); });
  std::ranges::transform(text.sweeps, state.sweeps.begin(), [](int n) { return static_cast<std::int8_t>(n); });
  if (cards.twice) return std::nullopt;
  state.stock = Stock(text.stock);
  state.to_move = kSeats.at(static_cast<std::size_t>(text.to_move));
  if (text.last_capture) state.last_capture = kSides.at(static_cast<std::size_t>(*text.last_capture));
  if (!inconsistency(rules, state).empty()) return std::nullopt;
  return state;
}

std::vector<Card> list_cards(CardSet set) { return {set.begin(), set.end()}; }

BuildText text_of(const Build& build) {
  return {list_cards(build.cards), build.value, static_cast<int>(number_of(build.owner))};
}

PositionText text_of(const Rules& rules, const State& state) {
  PositionText text;
  for (const Seat seat : rules.seats()) text.hands.push_back(list_cards(state.hands[seat]));
  text.table = list_cards(state.table);
  for (const Build& build : state.builds) text.builds.push_back(text_of(build));
  text.to_move = static_cast<int>(number_of(state.to_move));
  text.stock.assign(state.stock.begin(), state.stock.end());
  for (const Side side : rules.sides()) {
    text.piles.push_back(list_cards(state.piles[side]));
    text.sweeps.push_back(state.sweeps[side]);
  }
  if (state.last_capture) text.last_capture = static_cast<int>(number_of(*state.last_capture));
  return text;
}

MoveText text_of(const State& state, const Move& move) {
  MoveText text = {move.kind, move.card, {}, {}, move.value};
  for (const CardSet group : groups_of(move)) text.groups.push_back(list_cards(group));
  std::ranges::sort(text.groups);
  for (const Build& build : builds_of(state, move)) text.builds.push_back(text_of(build));
  return text;
}

CardSet cards_of(const State& state) {
  CardSet cards = state.table;
  for (const CardSet hand : state.hands) cards |= hand;
  for (const CardSet pile : state.piles) cards |= pile;
  for (const Build& build : state.builds) cards |= build.cards;
  return cards | CardSet::of_all(state.stock);
}

/// Whether a move is legal; then it is listed.
bool check_move(const Rules& rules, const State& state, std::span<const Move> listed, const Move& move,
                std::span<const CardSet> groups) {
  const std::optional<Refusal> refusal = refuse(rules, state, move, groups);
  if (refusal) {
    REQUIRE(!refusal->rule.empty() && !refusal->reason.empty());
    return false;
  }
  REQUIRE(std::ranges::binary_search(listed, move));
  return true;
}

/// Moves that differ from a listed one in one part are refused, or listed too.
void check_neighbours(const Rules& rules, const State& state, std::span<const Move> listed, const Move& move) {
  const std::vector<CardSet> groups = groups_of(move);
  const auto check = [&](auto change, std::span<const CardSet> new_groups) {
    Move other = move;
    change(other);
    check_move(rules, state, listed, other, new_groups);
  };
  for (const MoveKind kind : kMoveKindNames.keys()) check([&](Move& other) { other.kind = kind; }, groups);
  for (std::int8_t value = 0; value <= kHighestValue + 1; ++value) {
    check([&](Move& other) { other.value = value; }, groups);
  }
  for (const Card card : state.hand()) check([&](Move& other) { other.card = card; }, groups);
  for (const Build& build : state.builds) {
    const bool is_used = build.cards.intersects(move.builds);
    check([&](Move& other) { other.builds = is_used ? move.builds - build.cards : move.builds | build.cards; }, groups);
  }
  for (const Card card : state.table - move.loose) {
    std::vector<CardSet> more = groups;
    more.push_back(CardSet::of(card));
    check([&](Move& other) { other.loose |= CardSet::of(card); }, more);
  }
  for (std::size_t left_out = 0; left_out < groups.size(); ++left_out) {
    std::vector<CardSet> fewer = groups;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(left_out));
    check([&](Move& other) { other.loose -= groups[left_out]; }, fewer);
  }
}

/// Moves that use one build at most and no loose cards are refused, or listed.
void check_without_loose_cards(const Rules& rules, const State& state, std::span<const Move> listed) {
  std::vector<Build> builds(state.builds.begin(), state.builds.end());
  builds.emplace_back();
  for (const Card card : state.hand()) {
    for (const Build& build : builds) {
      for (const int value : {+build.value, build.value + value_in_sum(card), value_of(card)}) {
        for (const MoveKind kind : kMoveKindNames.keys()) {
          check_move(rules, state, listed, building(kind, card, value, build.cards, {}), {});
        }
      }
    }
  }
}

/// The moves of a state, a sample of which is tried.
std::vector<Move> check_moves(const Rules& rules, const State& state) {
  constexpr std::size_t kFewMoves = 16;
  MoveList list;
  const std::span<const Move> listed = *list.find(rules, state);
  REQUIRE(std::ranges::adjacent_find(listed, std::greater_equal<>()) == listed.end());
  REQUIRE(!state.is_over() || listed.empty());
  check_without_loose_cards(rules, state, listed);
  for (std::size_t i = 0; i < listed.size(); i += 1 + listed.size() / kFewMoves) {
    const Move& move = listed[i];
    REQUIRE(check_move(rules, state, listed, move, groups_of(move)));
    REQUIRE(check_move_text(write_move(text_of(state, move))) == text_of(state, move));
    check_neighbours(rules, state, listed, move);
    const State next = play(rules, state, move);
    REQUIRE(inconsistency(rules, next).empty());
    REQUIRE(cards_of(next) == cards_of(state));
    REQUIRE(check_position_text(write_position(text_of(rules, next))) == text_of(rules, next));
  }
  return {listed.begin(), listed.end()};
}

/// The state after a move from text, if it is legal.
std::optional<State> play_text(const Rules& rules, const State& state, std::span<const Move> listed,
                               const MoveText& text) {
  Collector loose, builds;
  std::vector<CardSet> groups;
  for (const std::vector<Card>& group : text.groups) groups.push_back(loose.add(group));
  for (const BuildText& build : text.builds) builds.add(build.cards);
  if (loose.twice || builds.twice) return std::nullopt;
  const Move move = {text.card, text.kind, static_cast<std::int8_t>(text.value), builds.all, loose.all};
  if (!check_move(rules, state, listed, move, groups)) return std::nullopt;
  return play(rules, state, move);
}

void check(std::string_view input) {
  if (input.empty()) return;
  const auto choice = static_cast<unsigned char>(input.front());
  Rules rules;
  rules.last_trick = static_cast<LastTrick>(choice & 1);
  rules.partner_builds = static_cast<PartnerBuilds>(choice >> 1 & 1);
  rules.trailing = static_cast<Trailing>((choice >> 2 & 3) % 3);
  std::optional<State> state;
  std::vector<Move> listed;
  const auto reach = [&](const std::optional<State>& next) {
    if (!next) return;
    state = has_few_cards(*next) ? next : std::nullopt;
    if (state) listed = check_moves(rules, *state);
  };
  for (input.remove_prefix(1); !input.empty();) {
    const std::string_view line = input.substr(0, input.find('\n'));
    if (const auto position = check_position_text(line)) reach(make_state(rules, *position));
    if (const auto move = check_move_text(line); move && state) reach(play_text(rules, *state, listed, *move));
    input.remove_prefix(std::min(line.size() + 1, input.size()));
  }
}

}  // namespace
}  // namespace croupier::royal_casino

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  croupier::royal_casino::check({reinterpret_cast<const char*>(data), size});
  return 0;
}
