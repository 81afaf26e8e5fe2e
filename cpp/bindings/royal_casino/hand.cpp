#include "royal_casino/hand.hpp"

#include <algorithm>
#include <limits>

#include "arguments/cards.hpp"
#include "arguments/unlocked.hpp"
#include "croupier/royal_casino/referee.hpp"

namespace croupier::python {
namespace {

rc::PerKind<PyObject*> kind_names;

/// Collects sets of cards in which no card stands twice.
class OnePack {
 public:
  CardSet add(const std::vector<Card>& cards, const char* argument) {
    CardSet set;
    for (const Card card : cards) {
      if (seen_.contains(card)) {
        throw py::value_error(std::string(argument) + ": every card once is needed, got " + format_card(card) +
                              " twice");
      }
      seen_ |= CardSet::of(card);
      set |= CardSet::of(card);
    }
    return set;
  }

  CardSet add(py::handle cards, const char* argument) { return add(read_card_list(cards, argument), argument); }

 private:
  CardSet seen_;
};

rc::Build read_build(py::handle parts, const rc::Rules& rules, OnePack& pack) {
  const std::vector<py::object> part = read_items(parts, "builds", 3);
  const CardSet cards = pack.add(part[0], "builds");
  const auto value = read_between(part[1], "builds: value", rc::kLowestValue, rc::kHighestValue);
  return {cards, static_cast<int>(value), read_place(part[2], "builds: owner", rules.seats())};
}

Hand make_position(const rc::Rules& rules, py::handle hands, py::handle table, py::handle builds, py::handle to_move,
                   py::handle stock, py::handle piles, py::handle sweeps, py::handle last_capture) {
  rc::State state;
  OnePack pack;
  const auto add_each = [&](py::handle sets, const char* argument, std::size_t count, auto& to) {
    std::ranges::transform(read_items(sets, argument, count), to.begin(),
                           [&](const py::object& cards) { return pack.add(cards, argument); });
  };
  add_each(hands, "hands", rules.players, state.hands);
  state.table = pack.add(table, "table");
  for (const py::object& parts : read_items(builds, "builds")) {
    const rc::Build build = read_build(parts, rules, pack);
    if (state.builds.size() == state.builds.capacity())
      throw py::value_error("builds: at most 25 are needed, got more");
    state.builds.push_back(build);
  }
  const std::vector<Card> stock_cards = read_card_list(stock, "stock");
  pack.add(stock_cards, "stock");
  state.stock = rc::Stock(stock_cards);
  add_each(piles, "piles", rules.n_sides(), state.piles);
  std::ranges::transform(read_items(sweeps, "sweeps", rules.n_sides()), state.sweeps.begin(),
                         [](const py::object& count) {
                           return static_cast<std::int8_t>(read_between(count, "sweeps", 0, kPackSize / 2));
                         });
  state.to_move = read_place(to_move, "to_move", rules.seats());
  if (!last_capture.is_none()) state.last_capture = read_place(last_capture, "last_capture", rules.sides());
  if (const std::string fault = rc::inconsistency(rules, state); !fault.empty()) throw py::value_error(fault);
  rc::settle(rules, state);
  return {rules, state};
}

}  // namespace

std::vector<py::object> read_items(py::handle object, const char* argument, std::optional<std::size_t> count) {
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

void refuse_name(py::handle object, const char* argument, std::span<const std::string_view> names) {
  std::string needed = std::string(argument) + ": one of ";
  for (const std::string_view name : names) needed.append(name == names.front() ? "" : ", ").append(name);
  needed += " is needed, got ";
  if (!PyUnicode_Check(object.ptr())) throw py::type_error(needed + type_name(object));
  constexpr py::ssize_t kMostShown = 40;
  throw py::value_error(needed + quote(object, 0, PyUnicode_GET_LENGTH(object.ptr()), kMostShown));
}

std::optional<std::string_view> text_of(py::handle object) {
  if (!PyUnicode_Check(object.ptr())) return std::nullopt;
  py::ssize_t size = 0;
  if (const char* utf8 = PyUnicode_AsUTF8AndSize(object.ptr(), &size)) {
    return std::string_view(utf8, static_cast<std::size_t>(size));
  }
  if (!PyErr_ExceptionMatches(PyExc_UnicodeEncodeError)) throw py::error_already_set();
  PyErr_Clear();
  return std::nullopt;
}

py::tuple to_tuple(CardSet cards) {
  py::tuple numbers(static_cast<std::size_t>(cards.size()));
  std::size_t i = 0;
  for (const Card card : cards) numbers[i++] = py::int_(card);
  return numbers;
}

py::tuple to_tuple(std::span<const Card> cards) {
  return to_tuple_of(cards, [](Card card) { return py::int_(card); });
}

py::tuple to_tuple(const rc::Build& build) {
  return py::make_tuple(to_tuple(build.cards), build.value, number_of(build.owner), build.multiple);
}

py::tuple to_tuple(const rc::Score& score) {
  return to_tuple_of(score, [](int points) { return py::int_(points); });
}

py::handle name_of(rc::MoveKind kind) { return kind_names[kind]; }

GroupedMove read_move(py::handle parts) {
  const std::vector<py::object> part = read_items(parts, "move", 5);
  GroupedMove read;
  read.move.kind = read_name(part[0], "kind", rc::kMoveKindNames);
  read.move.card = static_cast<Card>(read_between(part[1], "card", 0, kPackSize - 1));
  for (const py::object& group : read_items(part[2], "groups")) {
    read.groups.push_back(OnePack().add(group, "groups"));
    read.move.loose |= read.groups.back();
  }
  OnePack pack;
  for (const py::object& cards : read_items(part[3], "builds")) read.move.builds |= pack.add(cards, "builds");
  constexpr auto kMostValue = std::numeric_limits<std::int8_t>::max();
  read.move.value = static_cast<std::int8_t>(read_between(part[4], "value", 0, kMostValue));
  return read;
}

py::tuple Hand::table() const { return to_tuple(state_.table); }
py::tuple Hand::hands() const { return to_tuples(std::span(state_.hands.values).first(rules_.players)); }
py::tuple Hand::builds() const { return to_tuples(state_.builds); }
py::tuple Hand::stock() const { return to_tuple(std::span<const Card>(state_.stock)); }
py::tuple Hand::piles() const { return to_tuples(of_sides(state_.piles)); }
unsigned Hand::to_move() const { return number_of(state_.to_move); }
py::object Hand::last_capture() const { return to_optional(state_.last_capture); }
bool Hand::is_over() const { return state_.is_over(); }
py::tuple Hand::scores() const {
  const auto scores = rc::count(rules_, state_);
  return to_tuples(of_sides(scores));
}

py::tuple Hand::sweeps() const {
  return to_tuple_of(of_sides(state_.sweeps), [](int sweeps) { return py::int_(sweeps); });
}

Hand Hand::seen() const {
  rc::State state = state_;
  for (const rc::Seat seat : rules_.seats()) {
    if (seat != state.to_move) state.hands[seat] = {};
  }
  state.stock = {};
  return {rules_, state};
}

py::tuple Hand::describe(const rc::Move& move) const {
  return py::make_tuple(name_of(move.kind), move.card, to_tuples(rc::groups_of(move)),
                        to_tuples(rc::builds_of(state_, move)), move.value);
}

py::list Hand::legal_moves() const {
  rc::MoveList list;
  std::span<const rc::Move> moves;
  try {
    moves = without_lock([&](const Interrupted& interrupted) { return list.find(rules_, state_, interrupted); });
  } catch (const rc::TooManyMoves&) {
    throw py::value_error("legal_moves: a position with at most " + std::to_string(rc::kMostMoves) +
                          " legal moves is needed, got more");
  }
  py::list described;
  for (const rc::Move& move : moves) {
    described.append(describe(move));
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
  }
  return described;
}

rc::Move Hand::check(py::handle parts) const {
  const auto [move, groups] = read_move(parts);
  if (const auto refusal = rc::refuse(rules_, state_, move, groups)) {
    throw py::value_error(refusal->rule + ": " + refusal->reason);
  }
  return move;
}

Hand Hand::play(py::handle parts) const { return {rules_, rc::play(rules_, state_, check(parts))}; }

void bind_royal_casino_hand(py::module_& module) {
  for (const rc::MoveKind kind : rc::kMoveKindNames.keys()) {
    kind_names[kind] = own(PyUnicode_InternFromString(rc::kMoveKindNames[kind].data())).release().ptr();
  }
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
      .def("play", &Hand::play, py::arg("parts"));
  module.def("royal_casino_position", make_position, py::arg("rules"), py::arg("hands"), py::arg("table"),
             py::arg("builds"), py::arg("to_move"), py::arg("stock"), py::arg("piles"), py::arg("sweeps"),
             py::arg("last_capture"),
             "royal_casino_position(rules, hands, table, builds, to_move, stock, piles, sweeps, last_capture)\n--\n\n"
             "Set up a position.");
}

}  // namespace croupier::python
