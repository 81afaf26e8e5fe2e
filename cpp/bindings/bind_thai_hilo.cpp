#include "arguments/integers.hpp"
#include "arguments/output.hpp"
#include "arguments/unlocked.hpp"
#include "bind.hpp"
#include "croupier/thai_hilo.hpp"

namespace croupier::python {
namespace {

using thai_hilo::Dice;
using thai_hilo::kFaces;

Dice read_dice(py::handle dice) {
  const Integers integers = read_integers(dice, "dice", [](const Shape& shape) {
    if (shape != Shape{3}) throw py::value_error("dice: the faces of three dice are needed");
  });
  const py::array_t<std::int64_t> faces = integers.plain();
  Dice roll;
  for (std::size_t i = 0; i < roll.size(); ++i) {
    const std::int64_t face = faces.data()[i];
    if (face < 1 || face > kFaces) {
      throw py::value_error("dice: faces 1 to 6 are needed, got " + format_integer(integers.item(i)));
    }
    roll[i] = static_cast<std::uint8_t>(face);
  }
  return roll;
}

std::uint8_t outcome(py::handle dice) { return thai_hilo::outcome(read_dice(dice)); }

py::tuple to_tuple(const Dice& dice) { return py::make_tuple(dice[0], dice[1], dice[2]); }

/// All outcomes in their order: the dice, the lowest first.
py::tuple list_outcomes() {
  py::tuple outcomes(thai_hilo::kOutcomes);
  for (std::uint8_t low = 1; low <= kFaces; ++low) {
    for (std::uint8_t middle = low; middle <= kFaces; ++middle) {
      for (std::uint8_t high = middle; high <= kFaces; ++high) {
        const Dice dice = {low, middle, high};
        outcomes[thai_hilo::outcome(dice)] = to_tuple(dice);
      }
    }
  }
  return outcomes;
}

py::tuple read_roll(py::handle dice) { return to_tuple(read_dice(dice)); }

py::tuple deal_dice(py::handle seed, py::handle index) {
  return to_tuple(thai_hilo::deal(read_seed(seed), read_uint64(index, "index")));
}

py::array_t<std::int64_t> count(py::handle seed, py::handle first, py::handle rounds, py::handle threads) {
  const Seed key = read_seed(seed);
  const std::uint64_t from = read_uint64(first, "first_round");
  const std::uint64_t size = read_uint64(rounds, "rounds");
  const unsigned workers = read_threads(threads);
  return to_array(without_lock(
      [&](const Interrupted& interrupted) { return thai_hilo::count(key, from, size, workers, interrupted); }));
}

}  // namespace

void bind_thai_hilo(py::module_& module) {
  module.attr("THAI_HILO_OUTCOMES") = list_outcomes();
  module.def("thai_hilo_outcome", outcome, py::arg("dice"),
             "thai_hilo_outcome(dice)\n--\n\nThe place of a roll among 1-1-1, 1-1-2, ... 6-6-6.");
  module.def("thai_hilo_dice", read_roll, py::arg("dice"),
             "thai_hilo_dice(dice)\n--\n\nThe faces of three dice as ints, in their order.");
  module.def("thai_hilo_deal", deal_dice, py::arg("seed"), py::arg("index"),
             "thai_hilo_deal(seed, index)\n--\n\nThe three dice of a round.");
  module.def("thai_hilo_count", count, py::arg("seed"), py::arg("first_round"), py::arg("rounds"), py::arg("threads"),
             "thai_hilo_count(seed, first_round, rounds, threads)\n--\n\nCount rounds by outcome: int64, shape (56,).");
}

}  // namespace croupier::python
