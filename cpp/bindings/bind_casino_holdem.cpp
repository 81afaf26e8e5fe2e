#include <algorithm>
#include <bit>
#include <optional>
#include <utility>

#include "arguments/cards.hpp"
#include "arguments/output.hpp"
#include "arguments/unlocked.hpp"
#include "bind.hpp"
#include "croupier/casino_holdem/solution.hpp"
#include "native_function.hpp"
#include "opaque_class.hpp"

template <>
struct pybind11::detail::type_caster<croupier::casino_holdem::Solution>
    : croupier::python::OpaqueCaster<croupier::casino_holdem::Solution> {};

namespace croupier::python {
namespace {

using namespace casino_holdem;

/// The cards of a set, from low to high by suit and rank.
template <std::size_t N>
std::array<Card, N> cards_of(Mask mask) {
  std::array<Card, N> cards;
  std::ranges::copy(mask, cards.begin());
  return cards;
}

/// Works on flop classes without the interpreter's lock. They are made with it: a fork of another thread while they are
/// half made would leave the child waiting for them.
template <class Work>
auto on_flops(Work work) {
  FlopClasses::instance();
  return without_lock(work);
}

/// Hole cards and flops, as many of the ones as of the others.
class States {
 public:
  States(py::handle holes, py::handle flops) : holes_(holes, "hole", {2, 2, "2"}), flops_(flops, "flop", {3, 3, "3"}) {
    if (holes_.shape() != flops_.shape()) {
      throw py::value_error("flop: as many are needed as hole cards: " + std::to_string(holes_.rows().rows) + ", got " +
                            std::to_string(flops_.rows().rows));
    }
    hole_masks_ = holes_.masks();
    flop_masks_ = flops_.masks();
    for (std::size_t i = 0; i < size(); ++i) {
      if (const Mask both = hole_masks_[i] & flop_masks_[i]; !both.empty()) {
        throw py::value_error("flop: " + name_place("row", shape(), i) + format_card(both.front()) +
                              " is among the hole cards");
      }
    }
  }

  const Shape& shape() const { return holes_.shape(); }
  std::size_t size() const { return hole_masks_.size(); }
  Pair hole(std::size_t i) const { return cards_of<2>(hole_masks_[i]); }
  Flop flop(std::size_t i) const { return cards_of<3>(flop_masks_[i]); }

 private:
  Hands holes_, flops_;
  std::vector<Mask> hole_masks_, flop_masks_;
};

Strength read_strength(py::handle object, const char* argument) {
  constexpr const char* kNeeded = "a strength 1 to 7462";
  const std::int64_t strength = read_int(object, argument, kNeeded);
  if (strength < 1 || strength > kStrengths) {
    throw py::value_error(std::string(argument) + ": " + kNeeded + " is needed, got " + std::to_string(strength));
  }
  return static_cast<Strength>(strength);
}

Strategy read_strategy(py::handle object) {
  const py::array_t<std::uint8_t, py::array::c_style> table(py::reinterpret_borrow<py::object>(object));
  if (table.size() != Strategy::kBytes) {
    throw py::value_error("table: " + std::to_string(Strategy::kBytes) + " bytes are needed, got " +
                          std::to_string(table.size()));
  }
  return Strategy(std::span<const std::uint8_t, Strategy::kBytes>(table.data(), Strategy::kBytes));
}

py::tuple deal_round(py::handle seed, py::handle index) {
  const Round round = deal(read_seed(seed), read_uint64(index, "index"));
  return py::make_tuple(round.hole[0], round.hole[1], round.flop[0], round.flop[1], round.flop[2], round.turn,
                        round.river, round.dealer[0], round.dealer[1]);
}

std::uint8_t number_of(Category category) { return static_cast<std::uint8_t>(category); }

/// The parts of a round in the order of the deal, and how many cards each has.
constexpr std::array<std::pair<const char*, std::size_t>, 5> kParts = {
    {{"hole", 2}, {"flop", 3}, {"turn", 1}, {"river", 1}, {"dealer", 2}}};

/// The cards of the first parts, one after the other. No card stands twice, which `name` says of all of them.
template <std::size_t N>
std::vector<Card> read_parts(const std::array<py::handle, N>& given, const char* name) {
  std::array<std::vector<Card>, N> parts;
  for (std::size_t i = 0; i < N; ++i) parts[i] = read_card_list(given[i], kParts[i].first);
  std::vector<Card> cards;
  for (std::size_t i = 0; i < N; ++i) {
    const auto [part, needed] = kParts[i];
    if (parts[i].size() != needed) {
      throw py::value_error(std::string(part) + ": " + std::to_string(needed) +
                            (needed == 1 ? " card is" : " cards are") + " needed, got " +
                            std::to_string(parts[i].size()));
    }
    cards.insert(cards.end(), parts[i].begin(), parts[i].end());
  }
  CardSet seen;
  for (const Card card : cards) {
    if (seen.contains(card)) throw py::value_error(std::string(name) + ": H1: " + format_card(card) + " stands twice");
    seen |= CardSet::of(card);
  }
  return cards;
}

/// A tuple of numbers for each of the first `parts` parts.
py::tuple to_tuples(std::span<const Card> cards, std::size_t parts) {
  py::tuple tuples(parts);
  std::size_t next = 0;
  for (std::size_t i = 0; i < parts; ++i) {
    py::tuple part(kParts[i].second);
    for (std::size_t j = 0; j < kParts[i].second; ++j) part[j] = py::int_(cards[next++]);
    tuples[i] = std::move(part);
  }
  return tuples;
}

py::tuple read_round(py::handle hole, py::handle flop, py::handle turn, py::handle river, py::handle dealer) {
  return to_tuples(read_parts(std::array{hole, flop, turn, river, dealer}, "round"), kParts.size());
}

py::tuple read_seen(py::handle hole, py::handle flop) {
  return to_tuples(read_parts(std::array{hole, flop}, "seen"), 2);
}

std::size_t outcome(py::handle hole, py::handle flop, py::handle turn, py::handle river, py::handle dealer,
                    py::handle weakest_qualifying) {
  const std::vector<Card> read = read_parts(std::array{hole, flop, turn, river, dealer}, "round");
  std::array<Card, kRoundCards> cards;
  std::ranges::copy(read, cards.begin());
  return casino_holdem::outcome(std::bit_cast<Round>(cards), read_strength(weakest_qualifying, "weakest_qualifying"));
}

/// All outcomes in their order: the numbers of the bonus category and of the hand's, which is None after a fold, and
/// the showdown.
py::tuple list_outcomes() {
  py::tuple outcomes(kOutcomes);
  for (const Category bonus : kAllCategories) {
    outcomes[folded_outcome(bonus)] = py::make_tuple(number_of(bonus), py::none(), "fold");
    for (const Category hand : kAllCategories) {
      for (const Showdown showdown : kAllShowdowns) {
        outcomes[called_outcome(bonus, hand, showdown)] =
            py::make_tuple(number_of(bonus), number_of(hand), kShowdownNames[showdown]);
      }
    }
  }
  return outcomes;
}

py::array_t<std::int64_t> count(py::handle table, py::handle weakest_qualifying, py::handle seed, py::handle first,
                                py::handle rounds, py::handle threads) {
  const Strategy strategy = read_strategy(table);
  const Strength weakest = read_strength(weakest_qualifying, "weakest_qualifying");
  const Seed key = read_seed(seed);
  const std::uint64_t from = read_uint64(first, "first_round");
  const std::uint64_t size = read_uint64(rounds, "rounds");
  const unsigned workers = read_threads(threads);
  return to_array(on_flops([&](const Interrupted& interrupted) {
    return casino_holdem::count(strategy, weakest, key, from, size, workers, interrupted);
  }));
}

py::array_t<std::int64_t> to_table(const ShowdownCounts& counts) {
  py::array_t<std::int64_t> table(Shape{kCategories, kShowdowns});
  auto* next = table.mutable_data();
  for (const auto& of_category : counts) next = std::ranges::copy(of_category, next).out;
  return table;
}

py::array_t<std::int64_t> showdowns(py::handle hole, py::handle flop, py::handle weakest_qualifying) {
  const States states(hole, flop);
  if (!states.shape().empty()) throw py::value_error("hole: the cards of one hand are needed");
  const Strength weakest = read_strength(weakest_qualifying, "weakest_qualifying");
  return to_table(
      without_lock([&](const Interrupted&) { return count_showdowns(states.hole(0), states.flop(0), weakest); }));
}

py::array_t<std::uint8_t> bonus(py::handle holes, py::handle flops) {
  const States states(holes, flops);
  py::array_t<std::uint8_t> categories(states.shape());
  for (std::size_t i = 0; i < states.size(); ++i) {
    categories.mutable_data()[i] = number_of(bonus_category(states.hole(i), states.flop(i)));
  }
  return categories;
}

py::array_t<bool> calls(py::handle table, py::handle holes, py::handle flops) {
  const Strategy strategy = read_strategy(table);
  const States states(holes, flops);
  py::array_t<bool> called(states.shape());
  for (std::size_t i = 0; i < states.size(); ++i) {
    called.mutable_data()[i] = strategy.calls(states.hole(i), states.flop(i));
  }
  return called;
}

py::object asymmetry(py::handle table) {
  const auto found = read_strategy(table).asymmetry();
  if (!found) return py::none();
  return py::make_tuple(found->flop_class, found->pair, found->other);
}

py::array_t<Card> flop_classes() {
  py::array_t<Card> flops(Shape{static_cast<py::ssize_t>(kFlopClasses), 3});
  for (std::size_t i = 0; i < kFlopClasses; ++i) {
    std::ranges::copy(FlopClasses::instance()[i].cards, flops.mutable_data() + 3 * i);
  }
  return flops;
}

Solution solve(py::handle weakest_qualifying, py::handle threads, py::handle progress) {
  const Strength weakest = read_strength(weakest_qualifying, "weakest_qualifying");
  const unsigned workers = read_threads(threads);
  bool raised = false;
  const auto tell = [&](std::size_t begun, std::size_t boards) {
    if (raised) return;
    const Relocked locked;
    try {
      call(progress.ptr(), py::int_(begun), py::int_(boards));
    } catch (...) {
      set_error();
      raised = true;
    }
  };
  return on_flops([&](const Interrupted& interrupted) {
    return Solution::solve(
        weakest, workers, [&] { return raised || interrupted(); },
        progress.is_none() ? Solution::Progress() : Solution::Progress(tell));
  });
}

py::array_t<std::uint8_t> best_strategy(const Solution& solution, py::handle object) {
  const py::array_t<std::int64_t, py::array::c_style> values(py::reinterpret_borrow<py::object>(object));
  if (values.size() != kOutcomes) {
    throw py::value_error("values: one for each of the " + std::to_string(kOutcomes) + " outcomes is needed, got " +
                          std::to_string(values.size()));
  }
  constexpr std::int64_t kMost = Solution::kMostValue;
  for (const std::int64_t value : std::span(values.data(), kOutcomes)) {
    if (value < -kMost || value > kMost) {
      throw py::value_error("values: at most 2**42 either way is needed, got " + std::to_string(value));
    }
  }
  const Strategy strategy = solution.best_strategy(std::span<const std::int64_t, kOutcomes>(values.data(), kOutcomes));
  return to_array({std::ssize(strategy.bits())}, strategy.bits());
}

}  // namespace

void bind_casino_holdem(py::module_& module) {
  module.def("casino_holdem_deal", deal_round, py::arg("seed"), py::arg("index"),
             "casino_holdem_deal(seed, index)\n--\n\n"
             "The nine cards of a round: two of the player, flop, turn, river, two of the dealer.");
  module.attr("CASINO_HOLDEM_OUTCOMES") = list_outcomes();
  module.def("casino_holdem_outcome", outcome, py::arg("hole"), py::arg("flop"), py::arg("turn"), py::arg("river"),
             py::arg("dealer"), py::arg("weakest_qualifying"),
             "casino_holdem_outcome(hole, flop, turn, river, dealer, weakest_qualifying)\n--\n\n"
             "The number of the outcome of a called round.");
  module.def("casino_holdem_round", read_round, py::arg("hole"), py::arg("flop"), py::arg("turn"), py::arg("river"),
             py::arg("dealer"),
             "casino_holdem_round(hole, flop, turn, river, dealer)\n--\n\nThe parts of a round as numbers of cards.");
  module.def("casino_holdem_seen", read_seen, py::arg("hole"), py::arg("flop"),
             "casino_holdem_seen(hole, flop)\n--\n\nWhat the player sees as numbers of cards.");
  module.def("casino_holdem_count", count, py::arg("table"), py::arg("weakest_qualifying"), py::arg("seed"),
             py::arg("first_round"), py::arg("rounds"), py::arg("threads"),
             "casino_holdem_count(table, weakest_qualifying, seed, first_round, rounds, threads)\n--\n\n"
             "Count rounds by outcome: int64, shape (410,).");
  module.def("casino_holdem_showdowns", showdowns, py::arg("hole"), py::arg("flop"), py::arg("weakest_qualifying"),
             "casino_holdem_showdowns(hole, flop, weakest_qualifying)\n--\n\n"
             "Play a call out in all ways: int64, shape (10, 4), by category and showdown.");
  module.def("casino_holdem_bonus", bonus, py::arg("hole"), py::arg("flop"),
             "casino_holdem_bonus(hole, flop)\n--\n\n"
             "The categories of hole cards and flop, a pair below aces taken for a high card: uint8, shape (...).");
  module.def("casino_holdem_calls", calls, py::arg("table"), py::arg("hole"), py::arg("flop"),
             "casino_holdem_calls(table, hole, flop)\n--\n\nWhether a strategy calls, shape (...).");
  module.def("casino_holdem_asymmetry", asymmetry, py::arg("table"),
             "casino_holdem_asymmetry(table)\n--\n\n"
             "A flop class and two pairs that differ in the names of suits alone but not in what is played, or None.");
  module.def("flop_classes", flop_classes,
             "flop_classes()\n--\n\nThe flops up to the names of suits: uint8, shape (1755, 3), from high to low.");
  module.def("solve_casino_holdem", solve, py::arg("weakest_qualifying"), py::arg("threads"),
             py::arg("progress") = py::none(),
             "solve_casino_holdem(weakest_qualifying, threads, progress=None)\n--\n\n"
             "Count the showdowns of all hole cards and flops exactly.");
  OpaqueClass<Solution>(module, "CasinoHoldemSolution", "The showdowns of all hole cards and flops, counted exactly.")
      .def(
          "counts",
          [](const Solution& solution, py::handle hole, py::handle flop) {
            const States states(hole, flop);
            if (!states.shape().empty()) throw py::value_error("hole: the cards of one hand are needed");
            return to_table(solution.counts(states.hole(0), states.flop(0)));
          },
          py::arg("hole"), py::arg("flop"),
          "counts(self, hole, flop)\n--\n\nHow often a call ends how: int64, shape (10, 4).")
      .def("best_strategy", best_strategy, py::arg("values"),
           "best_strategy(self, values)\n--\n\nThe table of the strategy that calls where that is worth more.")
      .def(
          "count_outcomes",
          [](const Solution& solution, py::handle table) {
            return to_array(solution.count_outcomes(read_strategy(table)));
          },
          py::arg("table"), "count_outcomes(self, table)\n--\n\nHow many of all deals have each outcome: int64.");
}

}  // namespace croupier::python
