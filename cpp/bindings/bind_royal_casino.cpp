#include <pybind11/stl.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <numeric>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "arguments/cards.hpp"
#include "arguments/output.hpp"
#include "arguments/unlocked.hpp"
#include "bind.hpp"
#include "croupier/royal_casino_match.hpp"
#include "croupier/royal_casino_text.hpp"
#include "opaque_class.hpp"

namespace croupier::python {
namespace {

class Hand;
class HandChooser;

}  // namespace
}  // namespace croupier::python

namespace pybind11::detail {

template <>
struct type_caster<croupier::royal_casino::Rules> : croupier::python::OpaqueCaster<croupier::royal_casino::Rules> {};
template <>
struct type_caster<croupier::python::Hand> : croupier::python::OpaqueCaster<croupier::python::Hand> {};
template <>
struct type_caster<croupier::python::HandChooser> : croupier::python::OpaqueCaster<croupier::python::HandChooser> {};

}  // namespace pybind11::detail

namespace croupier::python {
namespace {

namespace rc = royal_casino;

/// Reads a number that stands for one of `count` things.
template <class Enum>
Enum read_enum(py::handle object, const char* argument, int count) {
  return static_cast<Enum>(read_between(object, argument, 0, count - 1));
}

/// The items of a tuple or list; `count` of them, or up to 52.
std::vector<py::object> read_items(py::handle object, const char* argument, std::optional<std::size_t> count = {}) {
  if (!PyTuple_Check(object.ptr()) && !PyList_Check(object.ptr())) {
    throw py::type_error(std::string(argument) + ": a tuple or list is needed, got " + type_name(object));
  }
  const auto size = static_cast<std::size_t>(PySequence_Fast_GET_SIZE(object.ptr()));
  if (count ? size != *count : size > kPackSize) {
    throw py::value_error(std::string(argument) + ": " + (count ? std::to_string(*count) : "at most 52") +
                          " are needed, got " + std::to_string(size));
  }
  std::vector<py::object> items;
  for (std::size_t i = 0; i < size; ++i) {
    items.push_back(py::reinterpret_borrow<py::object>(PySequence_Fast_ITEMS(object.ptr())[i]));
  }
  return items;
}

/// Collects sets of cards in which no card stands twice.
class OnePack {
 public:
  rc::CardSet add(const std::vector<Card>& cards, const char* argument) {
    rc::CardSet set = 0;
    for (const Card card : cards) {
      if ((seen_ & rc::set_of(card)) != 0) {
        throw py::value_error(std::string(argument) + ": every card once is needed, got " + format_card(card) +
                              " twice");
      }
      seen_ |= rc::set_of(card);
      set |= rc::set_of(card);
    }
    return set;
  }

  rc::CardSet add(py::handle cards, const char* argument) { return add(read_card_list(cards, argument), argument); }

 private:
  rc::CardSet seen_ = 0;
};

py::tuple to_tuple(rc::CardSet cards) {
  std::vector<int> numbers;
  for (int card = 0; card < kPackSize; ++card) {
    if ((cards >> card & 1) != 0) numbers.push_back(card);
  }
  return py::tuple(py::cast(numbers));
}

template <class Items, class Convert>
py::tuple to_tuple_of(const Items& items, Convert convert) {
  py::tuple tuple(std::ranges::size(items));
  std::size_t i = 0;
  for (const auto& item : items) tuple[i++] = convert(item);
  return tuple;
}

py::tuple to_tuple(const rc::Build& build) {
  return py::make_tuple(to_tuple(build.cards), build.value, build.owner, build.multiple);
}

rc::Rules make_rules(py::handle players, py::handle last_trick, bool partner_builds, bool three_sweeps_cancel,
                     py::handle trailing, py::handle twenty) {
  rc::Rules rules;
  rules.players = static_cast<int>(read_between(players, "players", 2, rc::kMostPlayers));
  rules.last_trick = read_enum<rc::LastTrick>(last_trick, "last_trick", 2);
  rules.partner_builds = partner_builds;
  rules.three_sweeps_cancel = three_sweeps_cancel;
  rules.trailing = read_enum<rc::Trailing>(trailing, "trailing", 3);
  rules.twenty = read_enum<rc::Twenty>(twenty, "twenty", 2);
  return rules;
}

/// A state and the rules it is played by.
class Hand {
 public:
  Hand(const rc::Rules& rules, const rc::State& state) : rules_(rules), state_(state) {}

  const rc::Rules& rules() const { return rules_; }
  const rc::State& state() const { return state_; }

  py::tuple table() const { return to_tuple(state_.table); }

  py::tuple hands() const {
    return to_tuple_of(std::span(state_.hands).first(static_cast<std::size_t>(rules_.players)),
                       [](rc::CardSet hand) { return to_tuple(hand); });
  }

  py::tuple builds() const {
    return to_tuple_of(state_.builds(), [](const rc::Build& build) { return to_tuple(build); });
  }

  py::tuple stock() const {
    return to_tuple_of(state_.stock(), [](Card card) { return py::int_(card); });
  }

  py::tuple piles() const {
    return to_tuple_of(of_sides(state_.piles), [](rc::CardSet pile) { return to_tuple(pile); });
  }

  py::tuple sweeps() const {
    return to_tuple_of(of_sides(state_.sweeps), [](int sweeps) { return py::int_(sweeps); });
  }

  int to_move() const { return state_.to_move; }

  py::object last_capture() const {
    return state_.last_capture < 0 ? py::object(py::none()) : py::object(py::int_(state_.last_capture));
  }

  bool is_over() const { return state_.is_over(); }

  py::tuple scores() const {
    return to_tuple_of(of_sides(rc::count(rules_, state_)),
                       [](const rc::Score& score) { return py::tuple(py::cast(score)); });
  }

  /// What the player to move sees: no other hand, and no stock.
  Hand seen() const {
    rc::State state = state_;
    for (int seat = 0; seat < rules_.players; ++seat) {
      if (seat != state.to_move) state.hands[static_cast<std::size_t>(seat)] = 0;
    }
    state.stock_size = 0;
    state.stock_array = {};
    return {rules_, state};
  }

  py::tuple describe(const rc::Move& move) const {
    std::vector<rc::Build> builds;
    for (const rc::Build& build : state_.builds()) {
      if ((build.cards & move.builds) != 0) builds.push_back(build);
    }
    return py::make_tuple(static_cast<int>(move.kind), move.card,
                          to_tuple_of(rc::groups_of(move), [](rc::CardSet group) { return to_tuple(group); }),
                          to_tuple_of(builds, [](const rc::Build& build) { return to_tuple(build); }), move.value);
  }

  py::list legal_moves() const {
    rc::MoveList list;
    try {
      without_lock([&](const Interrupted& interrupted) { return &list.find(rules_, state_, interrupted); });
    } catch (const rc::TooManyMoves&) {
      throw py::value_error("legal_moves: a position with at most " + std::to_string(rc::kMostMoves) +
                            " legal moves is needed, got more");
    }
    py::list described;
    for (const rc::Move& move : list.moves()) {
      described.append(describe(move));
      if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    }
    return described;
  }

  Hand play(py::handle kind, py::handle card, py::handle groups, py::handle builds, py::handle value) const {
    rc::Move move;
    move.kind = read_enum<rc::MoveKind>(kind, "kind", rc::kMoveKinds);
    move.card = static_cast<Card>(read_between(card, "card", 0, kPackSize - 1));
    move.value = static_cast<std::int8_t>(read_between(value, "value", 0, std::numeric_limits<std::int8_t>::max()));
    std::vector<rc::CardSet> sets;
    for (const py::object& group : read_items(groups, "groups")) {
      sets.push_back(OnePack().add(group, "groups"));
      move.loose |= sets.back();
    }
    OnePack pack;
    for (const py::object& cards : read_items(builds, "builds")) move.builds |= pack.add(cards, "builds");
    if (const auto refusal = rc::refuse(rules_, state_, move, sets)) {
      throw py::value_error(refusal->rule + ": " + refusal->reason);
    }
    return {rules_, rc::play(rules_, state_, move)};
  }

 private:
  template <class T>
  std::span<const T> of_sides(const std::array<T, rc::kMostSides>& items) const {
    return std::span(items).first(static_cast<std::size_t>(rules_.sides()));
  }

  rc::Rules rules_;
  rc::State state_;
};

Hand make_position(const rc::Rules& rules, py::handle hands, py::handle table, py::handle builds, py::handle to_move,
                   py::handle stock, py::handle piles, py::handle sweeps, py::handle last_capture) {
  const auto players = static_cast<std::size_t>(rules.players), sides = static_cast<std::size_t>(rules.sides());
  rc::State state;
  OnePack pack;
  const auto add_each = [&](py::handle sets, const char* argument, std::size_t count, auto& to) {
    std::ranges::transform(read_items(sets, argument, count), to.begin(),
                           [&](const py::object& cards) { return pack.add(cards, argument); });
  };
  add_each(hands, "hands", players, state.hands);
  state.table = pack.add(table, "table");
  for (const py::object& parts : read_items(builds, "builds")) {
    const std::vector<py::object> part = read_items(parts, "builds", 3);
    rc::Build build;
    build.cards = pack.add(part[0], "builds");
    build.value = static_cast<std::int8_t>(read_between(part[1], "builds: value", 2, rc::kHighestValue));
    build.owner = static_cast<std::int8_t>(read_between(part[2], "builds: owner", 0, rules.players - 1));
    build.multiple = rc::is_multiple(build.cards, build.value);
    if (state.n_builds == rc::kMostBuilds) throw py::value_error("builds: at most 25 are needed, got more");
    state.build_array[static_cast<std::size_t>(state.n_builds++)] = build;
  }
  const std::vector<Card> stock_cards = read_card_list(stock, "stock");
  pack.add(stock_cards, "stock");
  state.stock_size = static_cast<std::int8_t>(stock_cards.size());
  std::ranges::copy_backward(stock_cards, state.stock_array.end());
  add_each(piles, "piles", sides, state.piles);
  std::ranges::transform(read_items(sweeps, "sweeps", sides), state.sweeps.begin(), [](const py::object& count) {
    return static_cast<std::int8_t>(read_between(count, "sweeps", 0, kPackSize / 2));
  });
  state.to_move = static_cast<std::int8_t>(read_between(to_move, "to_move", 0, rules.players - 1));
  if (!last_capture.is_none()) {
    state.last_capture = static_cast<std::int8_t>(read_between(last_capture, "last_capture", 0, rules.sides() - 1));
  }
  if (const std::string fault = rc::inconsistency(rules, state); !fault.empty()) throw py::value_error(fault);
  rc::settle(rules, state);
  return {rules, state};
}

rc::Agent read_agent(py::handle kind, py::handle playouts) {
  return {read_enum<rc::AgentKind>(kind, "agent", 3),
          static_cast<int>(read_between(playouts, "playouts", 1, std::numeric_limits<int>::max()))};
}

/// Chooses moves for the native agents of one hand.
class HandChooser {
 public:
  HandChooser(const rc::Rules& rules, py::handle seed, py::handle index)
      : rules_(rules), words_(rc::agents_words(read_seed(seed), read_uint64(index, "index"))) {}

  py::tuple choose(const Hand& hand, py::handle agent, py::handle playouts) {
    const rc::Agent chosen = read_agent(agent, playouts);
    if (hand.is_over()) throw py::value_error("R5: the hand is over");
    rc::Move move;
    try {
      move = without_lock([&](const Interrupted& interrupted) {
        return rc::Chooser(rules_, interrupted).choose(chosen, hand.state(), words_);
      });
    } catch (const rc::TooManyMoves&) {
      throw py::value_error("state: a random agent needs at most " + std::to_string(rc::kMostMoves) +
                            " legal moves, got more");
    }
    return hand.describe(move);
  }

 private:
  rc::Rules rules_;
  WordStream words_;
};

rc::Agents read_agents(const rc::Rules& rules, py::handle agents) {
  rc::Agents made{};
  std::ranges::transform(read_items(agents, "agents", static_cast<std::size_t>(rules.players)), made.begin(),
                         [](const py::object& agent) {
                           const std::vector<py::object> parts = read_items(agent, "agents", 2);
                           return read_agent(parts[0], parts[1]);
                         });
  return made;
}

/// Plays with `simulate` and gives the sums of its tally in the order of their declaration.
template <auto simulate>
py::array_t<std::int64_t> tally(const rc::Rules& rules, py::handle agents, py::handle seed, py::handle first,
                                py::handle count, py::handle threads) {
  const Seed key = read_seed(seed);
  const std::uint64_t begin = read_uint64(first, "first");
  const std::uint64_t size = read_uint64(count, "count");
  const unsigned workers = read_threads(threads);
  const rc::Agents players = read_agents(rules, agents);
  const auto sums = without_lock(
      [&](const Interrupted& interrupted) { return simulate(rules, players, key, begin, size, workers, interrupted); });
  py::array_t<std::int64_t> numbers(sizeof sums / sizeof(std::int64_t));
  std::memcpy(numbers.mutable_data(), &sums, sizeof sums);
  return numbers;
}

py::tuple count_hand(const rc::Rules& rules, py::handle scores, bool lapsed, py::handle points) {
  constexpr int kMost = 1'000'000;
  const auto sides = static_cast<std::size_t>(rules.sides());
  const auto read_numbers = [](py::handle numbers, const char* argument, std::size_t count, auto to) {
    std::ranges::transform(read_items(numbers, argument, count), to, [&](const py::object& number) {
      return static_cast<int>(read_between(number, argument, 0, kMost));
    });
  };
  rc::Match match;
  read_numbers(scores, "scores", sides, match.scores.begin());
  match.lapsed = lapsed;
  std::array<rc::Score, rc::kMostSides> by_side{};
  const std::vector<py::object> rows = read_items(points, "points", sides);
  for (std::size_t side = 0; side < sides; ++side)
    read_numbers(rows[side], "points", rc::kItems, by_side[side].begin());
  const rc::Match after = rc::count_hand(rules, match, by_side);
  return py::make_tuple(std::vector<int>(after.scores.begin(), after.scores.begin() + rules.sides()), after.lapsed,
                        after.winner < 0 ? py::object(py::none()) : py::object(py::int_(after.winner)));
}

/// Text as UTF-8, lone surrogates included.
py::bytes encode(py::handle text) {
  constexpr py::ssize_t kLongestText = 1 << 16;
  if (!PyUnicode_Check(text.ptr())) {
    throw py::type_error(std::string("text: a str is needed, got ") + type_name(text));
  }
  if (PyUnicode_GET_LENGTH(text.ptr()) > kLongestText) {
    throw py::value_error("text: at most " + std::to_string(kLongestText) + " characters are needed, got " +
                          std::to_string(PyUnicode_GET_LENGTH(text.ptr())));
  }
  return own(PyUnicode_AsEncodedString(text.ptr(), "utf-8", "surrogatepass"));
}

[[noreturn]] void refuse_text(py::handle text, std::string_view utf8, const rc::TextFault& fault) {
  constexpr py::ssize_t kMostOfToken = 12, kMostOfText = 60;
  const py::ssize_t start = count_characters(utf8.substr(0, fault.offset));
  const py::ssize_t stop = start + count_characters(utf8.substr(fault.offset, fault.size));
  const std::string found =
      start == stop ? "the end" : quote(text, start, stop, kMostOfToken) + " at index " + std::to_string(start);
  throw py::value_error("text: " + fault.needed + " is needed, got " + found + " of " +
                        quote(text, 0, PyUnicode_GET_LENGTH(text.ptr()), kMostOfText));
}

template <auto read>
auto read_text(py::handle text) {
  const py::bytes bytes = encode(text);
  const std::string_view utf8 = bytes;
  auto result = read(utf8);
  if (const auto* fault = std::get_if<rc::TextFault>(&result)) refuse_text(text, utf8, *fault);
  return std::get<0>(std::move(result));
}

py::tuple to_tuple(const std::vector<Card>& cards) {
  return to_tuple_of(cards, [](Card card) { return py::int_(card); });
}

py::tuple to_tuple(const rc::BuildText& build) {
  const int sum = std::accumulate(build.cards.begin(), build.cards.end(), 0,
                                  [](int total, Card card) { return total + rc::value_in_sum(card); });
  return py::make_tuple(to_tuple(build.cards), build.value, build.owner, sum != build.value);
}

template <class Items>
py::tuple to_tuples(const Items& items) {
  return to_tuple_of(items, [](const auto& item) { return to_tuple(item); });
}

py::tuple read_move(py::handle text) {
  const rc::MoveText move = read_text<rc::read_move>(text);
  return py::make_tuple(static_cast<int>(move.kind), move.card, to_tuples(move.groups), to_tuples(move.builds),
                        move.value);
}

py::tuple read_position(py::handle text) {
  const rc::PositionText position = read_text<rc::read_position>(text);
  return py::make_tuple(
      to_tuples(position.hands), to_tuple(position.table), to_tuples(position.builds), position.to_move,
      to_tuple(position.stock), to_tuples(position.piles), py::tuple(py::cast(position.sweeps)),
      position.last_capture < 0 ? py::object(py::none()) : py::object(py::int_(position.last_capture)));
}

}  // namespace

void bind_royal_casino(py::module_& module) {
  OpaqueClass<rc::Rules>(module, "RoyalRules", "Rules of Royal Casino.");
  module.def("royal_casino_rules", make_rules, py::arg("players"), py::arg("last_trick"), py::arg("partner_builds"),
             py::arg("three_sweeps_cancel"), py::arg("trailing"), py::arg("twenty"),
             "royal_casino_rules(players, last_trick, partner_builds, three_sweeps_cancel, trailing, twenty)\n--\n\n"
             "Make rules; choices by their numbers.");
  OpaqueClass<Hand>(module, "RoyalHand", "A state of a hand of Royal Casino and the rules it is played by.")
      .property("table", &Hand::table)
      .property("hands", &Hand::hands)
      .property("builds", &Hand::builds)
      .property("stock", &Hand::stock)
      .property("piles", &Hand::piles)
      .property("sweeps", &Hand::sweeps)
      .property("to_move", &Hand::to_move)
      .property("last_capture", &Hand::last_capture)
      .property("is_over", &Hand::is_over)
      .property("scores", &Hand::scores)
      .def("seen", &Hand::seen)
      .def("legal_moves", &Hand::legal_moves)
      .def("play", &Hand::play, py::arg("kind"), py::arg("card"), py::arg("groups"), py::arg("builds"),
           py::arg("value"));
  OpaqueClass<HandChooser>(module, "RoyalChooser", "Native agents of a hand.")
      .def("choose", &HandChooser::choose, py::arg("hand"), py::arg("agent"), py::arg("playouts"));
  module.def(
      "royal_casino_chooser",
      [](const rc::Rules& rules, py::handle seed, py::handle index) { return HandChooser(rules, seed, index); },
      py::arg("rules"), py::arg("seed"), py::arg("index"),
      "royal_casino_chooser(rules, seed, index)\n--\n\nMake the native agents of a hand.");
  module.def(
      "royal_casino_start",
      [](const rc::Rules& rules, py::handle seed, py::handle index, py::handle first) {
        const auto seat = static_cast<int>(read_between(first, "first", 0, rules.players - 1));
        return Hand(rules, rc::start(rules, read_seed(seed), read_uint64(index, "index"), seat));
      },
      py::arg("rules"), py::arg("seed"), py::arg("index"), py::arg("first"),
      "royal_casino_start(rules, seed, index, first)\n--\n\nDeal a hand.");
  module.def("royal_casino_position", make_position, py::arg("rules"), py::arg("hands"), py::arg("table"),
             py::arg("builds"), py::arg("to_move"), py::arg("stock"), py::arg("piles"), py::arg("sweeps"),
             py::arg("last_capture"),
             "royal_casino_position(rules, hands, table, builds, to_move, stock, piles, sweeps, last_capture)\n--\n\n"
             "Set up a position.");
  module.def(
      "royal_casino_first_seat",
      [](const rc::Rules& rules, py::handle seed, py::handle match) {
        return rc::first_seat(rules, read_seed(seed), read_uint64(match, "index"));
      },
      py::arg("rules"), py::arg("seed"), py::arg("index"),
      "royal_casino_first_seat(rules, seed, index)\n--\n\nThe seat that opens a match.");
  module.attr("ROYAL_CASINO_HANDS_A_MATCH") = rc::kMostHandsAMatch;
  module.def("royal_casino_count_hand", count_hand, py::arg("rules"), py::arg("scores"), py::arg("lapsed"),
             py::arg("points"),
             "royal_casino_count_hand(rules, scores, lapsed, points)\n--\n\nThe standing of a match after a hand.");
  module.def("royal_casino_read_move", read_move, py::arg("text"),
             "royal_casino_read_move(text)\n--\n\nThe parts of a move, as RoyalHand.legal_moves() gives them.");
  module.def("royal_casino_read_position", read_position, py::arg("text"),
             "royal_casino_read_position(text)\n--\n\n"
             "Hands, table, builds, seat to move, stock, piles, sweeps and last capture.");
  module.def("royal_casino_tally_hands", tally<rc::simulate_hands>, py::arg("rules"), py::arg("agents"),
             py::arg("seed"), py::arg("first"), py::arg("count"), py::arg("threads"),
             "royal_casino_tally_hands(rules, agents, seed, first, count, threads)\n--\n\n"
             "Play hands: deals, ties, wins (3), points (3, 6), squares (3), moves (4, 5).");
  module.def("royal_casino_tally_matches", tally<rc::simulate_matches>, py::arg("rules"), py::arg("agents"),
             py::arg("seed"), py::arg("first"), py::arg("count"), py::arg("threads"),
             "royal_casino_tally_matches(rules, agents, seed, first, count, threads)\n--\n\n"
             "Play matches: matches, hands, squared hands, wins (3), scores (3).");
}

}  // namespace croupier::python
