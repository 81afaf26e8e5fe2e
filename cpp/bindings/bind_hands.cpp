#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "arguments/cards.hpp"
#include "arguments/one_hand.hpp"
#include "arguments/output.hpp"
#include "arguments/unlocked.hpp"
#include "bind.hpp"
#include "croupier/poker/batch.hpp"
#include "native_function.hpp"

namespace croupier::python {
namespace {

constexpr const char* kEvaluateMasksDoc = R"(evaluate_masks(masks, *, out=None, threads=1)
--

Rank poker hands given as masks.

Parameters
----------
masks : int or array_like of int
    Sets of 5, 6 or 7 cards, mixed as they come, any shape: bit
    ``16 * suit + rank`` for each card.
out : numpy.ndarray, optional
    Where the strengths go: uint16, of the shape of `masks`.
threads : int or None
    How many threads share the work; None means all cores.

Returns
-------
int or numpy.ndarray
    Strengths as `evaluate` gives them, uint16, of the shape of `masks`; an int
    for one mask.

Raises
------
ValueError
    If a mask has other bits or another number of cards, with the first such
    index; `out` may then be partly written.
TypeError
    If `masks` holds anything but integers.

Examples
--------
>>> import croupier
>>> croupier.evaluate_masks([0x1F00 << 48, 0x100F << 16])
array([ 1, 10], dtype=uint16)
)";

constexpr const char* kToMasksDoc = R"(to_masks(cards)
--

Turn cards into masks.

Parameters
----------
cards : str, bytes or array_like of int
    Different cards along the last axis, shape ``(..., n)``.

Returns
-------
numpy.ndarray
    uint64, shape ``(...)``: bit ``16 * suit + rank`` for each card.

Raises
------
ValueError
    If a number is no card or a card stands twice, with the first such row.
TypeError
    If `cards` holds anything but text or integers.

Examples
--------
>>> import croupier
>>> hex(croupier.to_masks("2c 2d As"))
'0x1000000000010001'
)";

constexpr const char* kBestFiveDoc = R"(best_five(cards)
--

Find the five cards that make the hand.

Parameters
----------
cards : str, bytes or array_like of int
    5, 6 or 7 different cards along the last axis, shape ``(..., n)``.

Returns
-------
numpy.ndarray
    uint8, shape ``(..., 5)``: first the cards that make the category, then the
    kickers, each from high to low (a wheel is 5-4-3-2-A); among cards of equal
    rank the highest suits.

Raises
------
ValueError, TypeError
    As `evaluate`.

Examples
--------
>>> import croupier
>>> croupier.format_cards(croupier.best_five("Kd 8h Ad Ks 8c 3s 8d"))
'8h8d8cKsKd'
)";

constexpr const char* kStrengthHistogramDoc = R"(strength_histogram(n_cards, threads=None)
--

Count all hands of 5, 6 or 7 cards by strength, ranking every one.

Parameters
----------
n_cards : int
    5, 6 or 7.
threads : int or None
    How many threads share the work; None means all cores.

Returns
-------
numpy.ndarray
    int64, shape ``(7463,)``: how many of the ``C(52, n_cards)`` hands have each
    strength; index 0 is not used.

Raises
------
ValueError
    If `n_cards` is another number.
TypeError
    If `n_cards` is no int.

Examples
--------
>>> import croupier
>>> counts = croupier.strength_histogram(5)
>>> counts[1].item(), counts.sum().item()
(4, 2598960)
)";

/// Throws that the item at place i is `wrong`, unless it is good by now.
[[noreturn]] void refuse_item(const char* argument, const Integers& integers, std::size_t i, const char* wrong,
                              bool (*is_good)(std::int64_t)) {
  const py::object item = integers.item(i);
  const std::optional<std::int64_t> value = to_int64(item);
  const bool good = value && is_good(*value);
  throw py::value_error(std::string(argument) + ": " + name_place("index", shape_of(integers.source), i) +
                        (good ? "changed while it was read" : format_integer(item) + wrong));
}

py::object evaluate_masks(py::handle masks, py::handle out, py::handle threads) {
  Integers integers = read_integers(masks, "masks");
  const Shape shape = shape_of(integers.values);
  const unsigned workers = read_threads(threads);
  StrengthOutput output(out, shape, integers.source, "masks");
  const IntegerArray rows = integers.rows(1);
  const std::size_t first_bad = without_lock(
      [&, to = output.data()](const Interrupted& interrupted) { return rank_masks(rows, to, workers, interrupted); });
  if (first_bad < rows.rows) {
    refuse_item("masks", integers, first_bad, " is not a mask of 5, 6 or 7 cards",
                [](std::int64_t value) { return is_hand(static_cast<std::uint64_t>(value)); });
  }
  return output.finish();
}

/// Throws that the strength at place i is none.
[[noreturn]] void refuse_strength(const Integers& strengths, std::size_t i) {
  refuse_item("strength", strengths, i, " is not a strength 1 to 7462",
              [](std::int64_t value) { return value >= 1 && value <= kStrengths; });
}

py::array_t<std::uint8_t> category_numbers(py::handle strengths) {
  Integers integers = read_integers(strengths, "strength");
  const Shape shape = shape_of(integers.values);
  py::array_t<std::uint8_t> numbers(shape);
  const IntegerArray rows = integers.rows(1);
  auto* to = reinterpret_cast<Category*>(numbers.mutable_data());
  const std::size_t first_bad =
      without_lock([&](const Interrupted& interrupted) { return categorize(rows, to, 1, interrupted); });
  if (first_bad < rows.rows) refuse_strength(integers, first_bad);
  return numbers;
}

py::array_t<Strength> read_strengths(py::handle strengths) {
  const Integers integers = read_integers(strengths, "strength");
  const py::array_t<std::int64_t> values = integers.plain();
  py::array_t<Strength> read(shape_of(integers.values));
  SignalCheck check_signals;
  for (py::ssize_t i = 0; i < values.size(); ++i) {
    const std::int64_t value = values.data()[i];
    if (value < 1 || value > kStrengths) refuse_strength(integers, static_cast<std::size_t>(i));
    read.mutable_data()[i] = static_cast<Strength>(value);
    check_signals();
  }
  return read;
}

py::array_t<std::uint64_t> masks_of(const Hands& sets) {
  py::array_t<std::uint64_t> masks(sets.shape());
  auto* to = reinterpret_cast<Mask*>(masks.mutable_data());
  sets.check(without_lock([&](const Interrupted& interrupted) { return mask_rows(sets.rows(), to, 1, interrupted); }));
  return masks;
}

py::object to_masks(py::handle cards) { return masks_of(Hands(cards, "cards", {1, kPackSize, "1 to 52"})); }

/// The masks of cards in rows of `least` to `most`, and how many a row has.
py::tuple read_masks(py::handle cards, const std::string& argument, int least, int most, const std::string& needed) {
  const Hands sets(cards, argument.c_str(), {least, most, needed.c_str()});
  return py::make_tuple(masks_of(sets), sets.rows().columns);
}

/// The places of the best of several hands that come in plain ways with a board of up to five cards; None if anything
/// about them is to be looked at more closely.
py::object winners(const py::tuple& hands, py::handle board) {
  constexpr int kMostOnBoard = 5;
  const OneHand common(board.ptr(), 0, kMostOnBoard);
  if (!common.good()) return py::none();
  const int on_board = common.mask().size();
  std::vector<Strength> strengths;
  Mask seen = common.mask();
  for (const py::handle cards : hands) {
    const OneHand hand(cards.ptr(), std::max(1, kMinHandCards - on_board), kMaxHandCards - on_board);
    if (!hand.good() || (on_board > 0 && seen.intersects(hand.mask()))) return py::none();
    seen |= hand.mask();
    strengths.push_back(rank(common.mask() | hand.mask()));
  }
  py::list places;
  const Strength best = *std::ranges::min_element(strengths);
  for (std::size_t i = 0; i < strengths.size(); ++i) {
    if (strengths[i] == best) places.append(i);
  }
  return py::tuple(places);
}

py::object best_five_of_each(py::handle cards) {
  const Hands hands(cards, "cards", kHandCards);
  Shape shape = hands.shape();
  shape.push_back(5);
  py::array_t<Card> fives(shape);
  auto* to = reinterpret_cast<std::array<Card, 5>*>(fives.mutable_data());
  hands.check(
      without_lock([&](const Interrupted& interrupted) { return best_five_rows(hands.rows(), to, 1, interrupted); }));
  return fives;
}

py::object histogram(py::handle n_cards, py::handle threads) {
  constexpr const char* kNeeded = "5, 6 or 7";
  const std::int64_t n = read_int(n_cards, "n_cards", kNeeded);
  if (n < kMinHandCards || n > kMaxHandCards) {
    throw py::value_error(std::string("n_cards: ") + kNeeded + " is needed, got " + std::to_string(n));
  }
  const unsigned workers = read_threads(threads);
  const std::vector<std::int64_t> counts = without_lock(
      [&](const Interrupted& interrupted) { return strength_histogram(static_cast<int>(n), workers, interrupted); });
  return to_array(counts);
}

/// The name of each category and its strongest strength, the weakest category first.
py::tuple list_categories() {
  py::tuple categories(kCategories);
  int better = 0;
  for (std::size_t i = kCategories; i-- > 0;) {
    const Category category = kAllCategories[i];
    categories[i] = py::make_tuple(kCategoryNames[category], better + 1);
    better = kWeakestStrengths[category];
  }
  return categories;
}

constexpr Signature kEvaluateMasks = {
    "evaluate_masks", 3, 1, {"masks", "out", "threads"}, {Signature::kNone, Signature::kNone, Signature::kOne},
    kEvaluateMasksDoc};
constexpr Signature kToMasks = {"to_masks", 1, 1, {"cards"}, {}, kToMasksDoc, kJoinPieces};
constexpr Signature kBestFive = {"best_five", 1, 1, {"cards"}, {}, kBestFiveDoc, kJoinPieces};
constexpr Signature kStrengthHistogram = {"strength_histogram",   2,  2,
                                          {"n_cards", "threads"}, {}, kStrengthHistogramDoc};

}  // namespace

void bind_hands(py::module_& module) {
  define_native<kEvaluateMasks, evaluate_masks>(module);
  define_native<kToMasks, to_masks>(module);
  define_native<kBestFive, best_five_of_each>(module);
  define_native<kStrengthHistogram, histogram>(module);
  module.attr("CATEGORIES") = list_categories();
  module.def("read_strengths", read_strengths, py::arg("strength"),
             "read_strengths(strength)\n--\n\nStrengths, checked: uint16, of their shape.");
  module.def("read_masks", read_masks, py::arg("cards"), py::arg("argument"), py::arg("least"), py::arg("most"),
             py::arg("needed"),
             "read_masks(cards, argument, least, most, needed)\n--\n\n"
             "The masks of sets of `least` to `most` cards, uint64, and how many cards each has.");
  module.def("winners", winners, py::arg("hands"), py::arg("board"),
             "winners(hands, board)\n--\n\n"
             "The places of the best of two or more plain hands; None if they or the board are anything else.");
  module.def("category_numbers", category_numbers, py::arg("strength"),
             "category_numbers(strength)\n--\n\nThe categories of strengths, uint8, of their shape.");
}

}  // namespace croupier::python
