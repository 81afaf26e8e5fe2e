#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <array>
#include <limits>
#include <tuple>
#include <vector>

#include "arguments/output.hpp"
#include "arguments/unlocked.hpp"
#include "croupier/royal_casino/match.hpp"
#include "native_function.hpp"
#include "royal_casino/hand.hpp"

namespace croupier::python {
namespace {

/// Whether what agents in Python return is kept beside their moves.
enum class Answers { kForgotten, kKept };

/// An agent may play games, whose agents may play games: it ends before the stack does, small as that of a thread may
/// be, whatever Python's own limit is.
class Nested {
 public:
  Nested() { ++depth_; }
  Nested(const Nested&) = delete;
  Nested& operator=(const Nested&) = delete;
  ~Nested() { --depth_; }

  static void check() {
    if (depth_ <= kMostNested) return;
    PyErr_SetString(PyExc_RecursionError, "agents play games within games without end");
    throw py::error_already_set();
  }

 private:
  static constexpr int kMostNested = 20;
  inline static thread_local int depth_ = 0;
};

/// The agents of a play: names of native ones, and callables. A callable takes a RoyalHand and returns what stands for
/// its move in a record, and the parts of the move.
class Players {
 public:
  Players(const rc::Rules& rules, Answers answers) : rules_(rules), answers_(answers) {}
  Players(const Players&) = delete;
  Players& operator=(const Players&) = delete;

  rc::Agent read(py::handle agent, const char* argument, py::handle playouts) {
    constexpr int kMost = std::numeric_limits<int>::max();
    const auto budget = static_cast<int>(read_between(playouts, "playouts", 1, kMost));
    if (text_of(agent) || !PyCallable_Check(agent.ptr()))
      return rc::NativeAgent{read_name(agent, argument, rc::kAgentNames), budget};
    callables_.push_back(py::reinterpret_borrow<py::object>(agent));
    return [this, agent](const rc::State& state) { return ask(agent, state); };
  }

  rc::Agents read_each(py::handle agents, py::handle playouts) {
    rc::Agents made;
    std::ranges::transform(read_items(agents, "agents", rules_.players), made.begin(),
                           [&](const py::object& agent) { return read(agent, "agents", playouts); });
    return made;
  }

  /// What stands for a move of `agent` in the record of `hand`: its parts, or what was kept of the next answer.
  py::object tell(const rc::Agent& agent, const Hand& hand, const rc::Move& move) {
    if (std::holds_alternative<rc::NativeAgent>(agent)) return hand.describe(move);
    return kept_.at(told_++);
  }

 private:
  /// Nothing, with Python's error set, if the callable raised or its move is not legal.
  std::optional<rc::Move> ask(py::handle callable, const rc::State& state) {
    const Relocked locked;
    const Nested nested;
    try {
      Nested::check();
      return in_python([&] { return read_answer(callable, Hand(rules_, state)); });
    } catch (...) {
      set_error();
      return std::nullopt;
    }
  }

  rc::Move read_answer(py::handle callable, const Hand& hand) {
    const py::object argument = OpaqueClass<Hand>::make(hand);
    const std::vector<py::object> answer = read_items(call(callable.ptr(), argument), "agent", 2);
    const rc::Move move = hand.check(answer[1]);
    if (answers_ == Answers::kKept) kept_.push_back(answer[0]);
    return move;
  }

  rc::Rules rules_;
  Answers answers_;
  std::vector<py::object> callables_;
  std::vector<py::object> kept_;
  std::size_t told_ = 0;
};

py::object choose(const Hand& hand, py::handle agent, py::handle seed, py::handle playouts) {
  Players players(hand.rules(), Answers::kKept);
  const Seed key = read_seed(seed);
  const rc::Agent chooser = players.read(agent, "agent", playouts);
  if (hand.is_over()) throw py::value_error("R5: the hand is over");
  try {
    const rc::Move move = without_lock([&](const Interrupted& interrupted) {
      WordStream words = rc::agents_words(key, 0);
      return rc::Chooser(hand.rules(), interrupted).choose(chooser, hand.state(), words);
    });
    return players.tell(chooser, hand, move);
  } catch (const rc::TooManyMoves&) {
    throw py::value_error("state: a random agent needs at most " + std::to_string(rc::kMostMoves) +
                          " legal moves, got more");
  }
}

/// The start of a hand, and its moves.
py::tuple to_tuple(const rc::Rules& rules, const rc::Agents& agents, const rc::Record& record, Players& players) {
  py::list moves;
  rc::State state = record.start;
  for (const rc::Move& move : record.moves) {
    moves.append(players.tell(agents[state.to_move], Hand(rules, state), move));
    rc::make_move(rules, state, move);
  }
  return py::make_tuple(Hand(rules, record.start), moves);
}

py::tuple play_hand(const rc::Rules& rules, py::handle agents, py::handle seed, py::handle index, py::handle playouts) {
  Players players(rules, Answers::kKept);
  const Seed key = read_seed(seed);
  const std::uint64_t number = read_uint64(index, "index");
  const rc::Agents seats = players.read_each(agents, playouts);
  const rc::Record record = without_lock(
      [&](const Interrupted& interrupted) { return rc::play_hand(rules, seats, key, number, interrupted); });
  return to_tuple(rules, seats, record, players);
}

py::tuple to_tuple(const rc::Rules& rules, const rc::PerSide<int>& scores) {
  return to_tuple_of(std::span(scores.values).first(rules.n_sides()), [](int score) { return py::int_(score); });
}

/// Hands, scores after each, the side that has won.
py::tuple play_match(const rc::Rules& rules, py::handle agents, py::handle seed, py::handle index,
                     py::handle playouts) {
  Players players(rules, Answers::kKept);
  const Seed key = read_seed(seed);
  const std::uint64_t number = read_uint64(index, "index");
  if (number >= rc::kMostMatches) throw py::value_error("index: below 2**44 is needed");
  const rc::Agents seats = players.read_each(agents, playouts);
  const rc::MatchRecord match = without_lock(
      [&](const Interrupted& interrupted) { return rc::play_match(rules, seats, key, number, interrupted); });
  py::list hands;
  for (const rc::Record& record : match.hands) hands.append(to_tuple(rules, seats, record, players));
  py::list standings;
  for (const rc::Standing& standing : match.standings) standings.append(to_tuple(rules, standing.scores));
  return py::make_tuple(hands, standings, to_optional(match.standings.back().winner));
}

void append(std::vector<std::int64_t>& numbers, std::int64_t sum) { numbers.push_back(sum); }

template <class Key, class T, std::size_t N>
void append(std::vector<std::int64_t>& numbers, const KeyedArray<Key, T, N>& sums) {
  for (const T& sum : sums) append(numbers, sum);
}

/// Plays with `simulate` and gives the sums of its tally in their order.
template <auto simulate>
py::array_t<std::int64_t> tally(const rc::Rules& rules, py::handle agents, py::handle seed, py::handle first,
                                py::handle count, py::handle threads, py::handle playouts) {
  Players players(rules, Answers::kForgotten);
  const Seed key = read_seed(seed);
  const std::uint64_t begin = read_uint64(first, "first");
  const std::uint64_t size = read_uint64(count, "count");
  const unsigned workers = read_threads(threads);
  const rc::Agents seats = players.read_each(agents, playouts);
  const auto tally = without_lock(
      [&](const Interrupted& interrupted) { return simulate(rules, seats, key, begin, size, workers, interrupted); });
  std::vector<std::int64_t> numbers;
  std::apply([&](const auto&... named) { (append(numbers, tally.*named.sum), ...); }, tally.sums());
  return to_array(numbers);
}

void append_shape(std::vector<std::size_t>&, const std::int64_t&) {}

template <class Key, class T, std::size_t N>
void append_shape(std::vector<std::size_t>& shape, const KeyedArray<Key, T, N>& sums) {
  shape.push_back(N);
  append_shape(shape, *sums.begin());
}

/// The shape of each sum by its name, in their order.
template <class Tally>
py::dict layout_of(const Tally& tally) {
  py::dict layout;
  const auto add = [&](const auto& named) {
    std::vector<std::size_t> shape;
    append_shape(shape, tally.*named.sum);
    layout[py::str(std::string(named.name))] = py::tuple(py::cast(shape));
  };
  std::apply([&](const auto&... named) { (add(named), ...); }, Tally::sums());
  return layout;
}

py::tuple count_hand(const rc::Rules& rules, py::handle scores, bool lapsed, py::handle points) {
  constexpr int kMost = 1'000'000;
  const auto read_numbers = [](py::handle numbers, const char* argument, std::size_t count, auto to) {
    std::ranges::transform(read_items(numbers, argument, count), to, [&](const py::object& number) {
      return static_cast<int>(read_between(number, argument, 0, kMost));
    });
  };
  rc::Standing standing;
  read_numbers(scores, "scores", rules.n_sides(), standing.scores.begin());
  standing.lapsed = lapsed;
  rc::PerSide<rc::Score> by_side;
  const std::vector<py::object> rows = read_items(points, "points", rules.n_sides());
  for (const rc::Side side : rules.sides()) {
    read_numbers(rows[number_of(side)], "points", rc::Score::size(), by_side[side].begin());
  }
  const rc::Standing after = rc::count_hand(rules, standing, by_side);
  return py::make_tuple(to_tuple(rules, after.scores), after.lapsed, to_optional(after.winner));
}

}  // namespace

void bind_royal_casino_play(py::module_& module) {
  module.attr("ROYAL_CASINO_HANDS_A_MATCH") = rc::kMostHandsAMatch;
  module.attr("ROYAL_CASINO_HAND_LAYOUT") = layout_of(rc::HandTally());
  module.attr("ROYAL_CASINO_MATCH_LAYOUT") = layout_of(rc::MatchTally());
  module.def(
      "royal_casino_start",
      [](const rc::Rules& rules, py::handle seed, py::handle index) {
        return Hand(rules, rc::start(rules, read_seed(seed), read_uint64(index, "index"), rc::Seat{0}));
      },
      py::arg("rules"), py::arg("seed"), py::arg("index"),
      "royal_casino_start(rules, seed, index)\n--\n\nDeal a hand.");
  module.def("royal_casino_choose", choose, py::arg("hand"), py::arg("agent"), py::arg("seed"), py::arg("playouts"),
             "royal_casino_choose(hand, agent, seed, playouts)\n--\n\nLet an agent choose a move.");
  module.def("royal_casino_play_hand", play_hand, py::arg("rules"), py::arg("agents"), py::arg("seed"),
             py::arg("index"), py::arg("playouts"),
             "royal_casino_play_hand(rules, agents, seed, index, playouts)\n--\n\n"
             "Play a hand: its start, its moves.");
  module.def("royal_casino_play_match", play_match, py::arg("rules"), py::arg("agents"), py::arg("seed"),
             py::arg("index"), py::arg("playouts"),
             "royal_casino_play_match(rules, agents, seed, index, playouts)\n--\n\n"
             "Play a match: its hands, the scores after each, the winner.");
  module.def("royal_casino_count_hand", count_hand, py::arg("rules"), py::arg("scores"), py::arg("lapsed"),
             py::arg("points"),
             "royal_casino_count_hand(rules, scores, lapsed, points)\n--\n\nThe standing of a match after a hand.");
  module.def("royal_casino_tally_hands", tally<rc::simulate_hands>, py::arg("rules"), py::arg("agents"),
             py::arg("seed"), py::arg("first"), py::arg("count"), py::arg("threads"), py::arg("playouts"),
             "royal_casino_tally_hands(rules, agents, seed, first, count, threads, playouts)\n--\n\n"
             "Play hands: the sums of ROYAL_CASINO_HAND_LAYOUT.");
  module.def("royal_casino_tally_matches", tally<rc::simulate_matches>, py::arg("rules"), py::arg("agents"),
             py::arg("seed"), py::arg("first"), py::arg("count"), py::arg("threads"), py::arg("playouts"),
             "royal_casino_tally_matches(rules, agents, seed, first, count, threads, playouts)\n--\n\n"
             "Play matches: the sums of ROYAL_CASINO_MATCH_LAYOUT.");
}

}  // namespace croupier::python
