#include <array>
#include <string>
#include <vector>

#include "arguments/cards.hpp"
#include "arguments/output.hpp"
#include "arguments/unlocked.hpp"
#include "bind.hpp"
#include "croupier/poker/equity.hpp"

namespace croupier::python {
namespace {

using namespace equity;
using HandRows = python::Hands;

/// Works on suits without the interpreter's lock. Their tables are made with it: a fork of another thread while they
/// are half made would leave the child waiting for them.
template <class Work>
auto on_suits(Work work) {
  prepare();
  return without_lock(work);
}

CardSet read_set(py::handle object, const char* argument) {
  CardSet cards;
  for (const Card card : read_card_list(object, argument)) {
    if (cards.contains(card)) {
      throw py::value_error(std::string(argument) + ": " + format_card(card) + " stands twice");
    }
    cards |= CardSet::of(card);
  }
  return cards;
}

/// What all players share; throws unless it is a board and dead cards.
Spot read_cards_seen(py::handle board, py::handle dead) {
  Spot spot{{}, read_set(board, "board"), read_set(dead, "dead")};
  const int size = spot.board.size();
  if (size != 0 && (size < 3 || size > 5)) {
    throw py::value_error("board: 0, 3, 4 or 5 cards are needed, got " + std::to_string(size));
  }
  if (const CardSet both = spot.board & spot.dead; !both.empty()) {
    throw py::value_error("dead: " + format_card(both.front()) + " is on the board");
  }
  return spot;
}

std::vector<Range> read_ranges(py::handle object, CardSet seen) {
  const py::array_t<std::uint32_t, py::array::c_style> weights(py::reinterpret_borrow<py::object>(object));
  if (weights.ndim() != 2 || weights.shape(1) != kPairs) {
    throw py::value_error("weights: shape (n, 1326) is needed, got " + format_shape(shape_of(weights)));
  }
  std::vector<Range> ranges;
  for (py::ssize_t i = 0; i < weights.shape(0); ++i) {
    const std::span<const std::uint32_t, kPairs> row(weights.data(i), kPairs);
    for (const std::uint32_t weight : row) {
      if (weight > Range::kMostWeight) {
        throw py::value_error("weights: at most 1000000 is needed, got " + std::to_string(weight));
      }
    }
    ranges.push_back(Range(row).without(seen));
    if (ranges.back().hands().empty()) {
      throw py::value_error("weights: row " + std::to_string(i) + ": a hand is needed that board and dead cards leave");
    }
  }
  return ranges;
}

Spot read_spot(py::handle weights, py::handle board, py::handle dead) {
  Spot spot = read_cards_seen(board, dead);
  spot.ranges = read_ranges(weights, spot.board | spot.dead);
  if (spot.ranges.size() < kMinPlayers || spot.ranges.size() > kMostPlayers) {
    throw py::value_error("weights: 2 to 10 players are needed, got " + std::to_string(spot.ranges.size()));
  }
  return spot;
}

bool can_be_held(const Spot& spot) {
  return without_lock([&](const Interrupted& interrupted) { return is_possible(spot, interrupted); });
}

Spot read_possible(py::handle weights, py::handle board, py::handle dead) {
  Spot spot = read_spot(weights, board, dead);
  if (!can_be_held(spot)) throw py::value_error("weights: hands that share no card are needed");
  return spot;
}

/// Counts of 128 bits: their low and high halves.
template <class Counts>
py::array_t<std::uint64_t> to_halves(const Shape& shape, const Counts& counts) {
  Shape halves = shape;
  halves.push_back(2);
  py::array_t<std::uint64_t> array(halves);
  std::uint64_t* next = array.mutable_data();
  for (const Uint128& count : counts) {
    *next++ = count.low;
    *next++ = count.high;
  }
  return array;
}

bool possible(py::handle weights, py::handle board, py::handle dead) {
  return can_be_held(read_spot(weights, board, dead));
}

py::object runouts(py::handle weights, py::handle board, py::handle dead, py::handle most) {
  const Spot spot = read_spot(weights, board, dead);
  const std::uint64_t limit = read_uint64(most, "most");
  const std::uint64_t boards =
      on_suits([&](const Interrupted& interrupted) { return count_runouts(spot, limit, interrupted); });
  return own(PyLong_FromUnsignedLongLong(boards));
}

py::array_t<std::uint64_t> count_spot(py::handle weights, py::handle board, py::handle dead, py::handle threads) {
  const Spot spot = read_possible(weights, board, dead);
  const unsigned workers = read_threads(threads);
  const auto counts = on_suits([&](const Interrupted& interrupted) { return count(spot, workers, interrupted); });
  return to_halves({std::ssize(counts)}, counts);
}

py::array_t<std::uint64_t> matrix(py::handle weights, py::handle board, py::handle dead, py::handle threads) {
  Spot spot = read_cards_seen(board, dead);
  spot.ranges = read_ranges(weights, spot.board | spot.dead);
  const unsigned workers = read_threads(threads);
  const auto cells = on_suits([&](const Interrupted& interrupted) {
    return count_matrix(spot.ranges, spot.board, spot.dead, workers, interrupted);
  });
  std::vector<Uint128> counts;
  for (const auto& cell : cells) counts.insert(counts.end(), cell.begin(), cell.end());
  return to_halves({std::ssize(cells), 4}, counts);
}

/// Throws what is wrong with a spot, unless `spot` is the number of spots.
void refuse_conflict(const KnownSpots& spots, std::size_t spot) {
  if (spot == spots.size()) return;
  Mask seen = spots.boards.empty() ? Mask() : spots.boards[spot];
  for (const Mask hand : spots.hands.subspan(spot * spots.players, spots.players)) {
    if (const Mask twice = seen & hand; !twice.empty()) {
      throw py::value_error("hands: row " + std::to_string(spot) + ": " + format_card(twice.front()) + " stands twice");
    }
    seen |= hand;
  }
}

py::array_t<std::int64_t> count_rows(py::handle hands, py::handle board, py::handle threads) {
  const HandRows read(hands, "hands", {2, 2, "2"});
  const Shape& shape = read.shape();
  if (shape.size() != 2 || shape[1] < py::ssize_t{kMinPlayers} || shape[1] > py::ssize_t{kMostPlayers}) {
    throw py::value_error("hands: shape (n, 2 to 10 players, 2) is needed, got " +
                          format_shape(shape_of(read.source())));
  }
  const std::vector<Mask> masks = read.masks();
  std::vector<Mask> boards;
  if (!board.is_none()) {
    const HandRows rows(board, "board", {3, 5, "3, 4 or 5"});
    if (rows.shape() != Shape{shape[0]}) {
      throw py::value_error("board: one for each of " + std::to_string(shape[0]) + " spots is needed, got shape " +
                            format_shape(shape_of(rows.source())));
    }
    boards = rows.masks();
  }
  const unsigned workers = read_threads(threads);
  const KnownSpots spots = {masks, static_cast<std::size_t>(shape[1]), boards};
  refuse_conflict(spots,
                  on_suits([&](const Interrupted& interrupted) { return find_conflict(spots, workers, interrupted); }));
  py::array_t<std::int64_t> counts(Shape{shape[0], static_cast<py::ssize_t>(count_outcomes(spots.players))});
  std::int64_t* rows = counts.mutable_data();
  without_lock([&](const Interrupted& interrupted) { return count_each(spots, rows, workers, interrupted); });
  return counts;
}

py::array_t<std::int64_t> categories(py::handle hand, py::handle board, py::handle dead) {
  const Spot seen = read_cards_seen(board, dead);
  const CardSet cards = read_set(hand, "hand");
  if (cards.size() != 2) throw py::value_error("hand: 2 cards are needed, got " + std::to_string(cards.size()));
  if (const CardSet twice = cards & (seen.board | seen.dead); !twice.empty()) {
    throw py::value_error("hand: " + format_card(twice.front()) + " is on the board or dead");
  }
  const Pair pair = {cards.back(), cards.front()};
  const auto counts = on_suits([&](const Interrupted&) { return count_categories(pair, seen.board, seen.dead); });
  return to_array(std::vector<std::int64_t>(counts.begin(), counts.end()));
}

py::tuple deal_sample(py::handle weights, py::handle board, py::handle dead, py::handle seed, py::handle index) {
  const Spot spot = read_possible(weights, board, dead);
  const Seed key = read_seed(seed);
  const std::uint64_t number = read_uint64(index, "index");
  const Deal dealt = without_lock([&](const Interrupted& interrupted) { return deal(spot, key, number, interrupted); });
  py::tuple hands(dealt.hands.size());
  for (std::size_t i = 0; i < dealt.hands.size(); ++i) hands[i] = py::make_tuple(dealt.hands[i][0], dealt.hands[i][1]);
  py::tuple board_cards(dealt.board.size());
  for (std::size_t i = 0; i < dealt.board.size(); ++i) board_cards[i] = dealt.board[i];
  return py::make_tuple(hands, board_cards);
}

py::array_t<std::int64_t> sample_spot(py::handle weights, py::handle board, py::handle dead, py::handle seed,
                                      py::handle first, py::handle samples, py::handle threads) {
  const Spot spot = read_possible(weights, board, dead);
  const Seed key = read_seed(seed);
  const std::uint64_t from = read_uint64(first, "first_sample");
  const std::uint64_t size = read_uint64(samples, "samples");
  const unsigned workers = read_threads(threads);
  return to_array(without_lock(
      [&](const Interrupted& interrupted) { return sample(spot, key, from, size, workers, interrupted); }));
}

}  // namespace

void bind_equity(py::module_& module) {
  const auto weights = py::arg("weights"), board = py::arg("board"), dead = py::arg("dead");
  module.def("equity_possible", possible, weights, board, dead,
             "equity_possible(weights, board, dead)\n--\n\nWhether all players can hold a hand at once.");
  module.def("equity_runouts", runouts, weights, board, dead, py::arg("most"),
             "equity_runouts(weights, board, dead, most)\n--\n\n"
             "How many boards equity_count looks at; some number above `most` if it is more.");
  module.def("equity_count", count_spot, weights, board, dead, py::arg("threads"),
             "equity_count(weights, board, dead, threads)\n--\n\n"
             "Count all hands and boards by who wins: the halves of 128 bits, uint64, shape (2**players, 2).");
  module.def("equity_matrix", matrix, weights, board, dead, py::arg("threads"),
             "equity_matrix(weights, board, dead, threads)\n--\n\n"
             "The same for each pair of ranges, 0 0, 1 0, 1 1, 2 0 ...: uint64, shape (pairs, 4, 2).");
  module.def("equity_count_rows", count_rows, py::arg("hands"), board, py::arg("threads"),
             "equity_count_rows(hands, board, threads)\n--\n\n"
             "Count all boards of each row of known hands by who wins: int64, shape (n, 2**players).");
  module.def("equity_categories", categories, py::arg("hand"), board, dead,
             "equity_categories(hand, board, dead)\n--\n\nCount all boards by the category of a hand: int64, (10,).");
  module.def("equity_deal", deal_sample, weights, board, dead, py::arg("seed"), py::arg("index"),
             "equity_deal(weights, board, dead, seed, index)\n--\n\nThe hands of a sample, and its whole board.");
  module.def("equity_sample", sample_spot, weights, board, dead, py::arg("seed"), py::arg("first_sample"),
             py::arg("samples"), py::arg("threads"),
             "equity_sample(weights, board, dead, seed, first_sample, samples, threads)\n--\n\n"
             "Count samples by who wins: int64, shape (2**players,).");
}

}  // namespace croupier::python
