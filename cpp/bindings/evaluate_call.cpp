// croupier.evaluate, straight on CPython's calling convention: ranking one hand takes less time than converting
// arguments the usual way.

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>

#include "arguments/cards.hpp"
#include "arguments/output.hpp"
#include "arguments/unlocked.hpp"
#include "bind.hpp"
#include "croupier/poker/batch.hpp"
#include "native_function.hpp"

namespace croupier::python {
namespace {

constexpr const char* kEvaluateDoc = R"(evaluate(cards, *, out=None, threads=1)
--

Rank poker hands: the best five of 5, 6 or 7 cards.

Parameters
----------
cards : str, bytes or array_like of int or str
    One hand: text as `parse_cards` reads it, bytes of card numbers, a sequence
    of ints or of texts of one card each, a one-dimensional integer array, or
    what has no order or is read once: a set, a view or an iterator. Or hands along the last axis of an integer array or nested sequence, shape
    ``(..., n)``, n being 5, 6 or 7; any integer type, layout and byte order. Or
    a sequence, array or column of texts of a hand each, all of one length.
out : numpy.ndarray, optional
    Where the strengths go: uint16, shape ``(...)``, not sharing memory with
    `cards`.
threads : int or None
    How many threads share a batch; None means all cores.

Returns
-------
int or numpy.ndarray
    Strength, 1 to 7462: the hand's place among the 7462 that differ. Lower is
    stronger: 1 is a royal flush, 7462 is 7-5-4-3-2. An int for one hand,
    otherwise uint16 of shape ``(...)``; `out` if it was given.

Raises
------
ValueError
    If a number is no card, a card stands twice in a hand, or there are not 5, 6
    or 7 cards; for a batch with the first such row, and `out` may then be
    partly written. Also for an `out` of the wrong shape.
TypeError
    If `cards` holds anything but text or integers (bools are none), or `out` is
    no uint16 array.

Notes
-----
The numbering is that of Cactus Kev's evaluator.

Examples
--------
>>> import croupier
>>> croupier.evaluate("As Ks Qs Js Ts 2d 2c")
1
>>> croupier.evaluate([[51, 47, 43, 39, 35], [20, 12, 8, 4, 1]])
array([   1, 7462], dtype=uint16)
>>> croupier.evaluate(["AsKsQsJsTs", "2c 3d 4h 5s 7c"])
array([   1, 7462], dtype=uint16)
)";

constexpr auto kMaskOfCard = [] {
  std::array<Mask, kPackSize> masks{};
  for (Card card = 0; card < kPackSize; ++card) masks[card] = Mask::of(card);
  return masks;
}();

/// A hand under construction: all cards must be good, different, and 5 to 7.
struct OneHand {
  Mask mask;
  bool good = true;

  void add(std::uint64_t card) {
    const bool in_pack = card < kPackSize;
    const Mask added = in_pack ? kMaskOfCard[card] : Mask();
    good &= in_pack && !mask.intersects(added);
    mask |= added;
  }
};

bool may_be_hand(py::ssize_t n_cards) { return n_cards >= kMinHandCards && n_cards <= kMaxHandCards; }

void read_items(PyObject* sequence, OneHand& hand) {
  const py::ssize_t size = PySequence_Fast_GET_SIZE(sequence);
  PyObject* const* items = PySequence_Fast_ITEMS(sequence);
  hand.good = may_be_hand(size);
  for (py::ssize_t i = 0; i < size && hand.good; ++i) {
    if (!PyLong_CheckExact(items[i])) {
      hand.good = false;
      return;
    }
    int overflow = 0;
    hand.add(static_cast<std::uint64_t>(PyLong_AsLongLongAndOverflow(items[i], &overflow)));
  }
}

void read_text(PyObject* text, OneHand& hand) {
  CardReader reader(
      {static_cast<const char*>(PyUnicode_DATA(text)), static_cast<std::size_t>(PyUnicode_GET_LENGTH(text))});
  int n_cards = 0;
  while (const std::optional<Card> card = reader.next()) {
    hand.add(*card);
    ++n_cards;
  }
  hand.good &= !reader.failed() && may_be_hand(n_cards);
}

/// An integer of 1, 2, 4 or 8 bytes; below zero it becomes a large number.
std::uint64_t load_integer(const char* item, py::ssize_t size) {
  const auto load = [item]<class Unsigned>(Unsigned value) -> std::uint64_t {
    std::memcpy(&value, item, sizeof value);
    return value;
  };
  switch (size) {
    case 1:
      return load(std::uint8_t{});
    case 2:
      return load(std::uint16_t{});
    case 4:
      return load(std::uint32_t{});
    default:
      return load(std::uint64_t{});
  }
}

void read_array(PyObject* object, OneHand& hand) {
  constexpr char kForeignOrder = std::endian::native == std::endian::little ? '>' : '<';
  const auto* array = py::detail::array_proxy(object);
  const auto dtype = py::reinterpret_borrow<py::dtype>(array->descr);
  if (array->nd != 1 || !may_be_hand(array->dimensions[0]) || (dtype.kind() != 'u' && dtype.kind() != 'i') ||
      dtype.byteorder() == kForeignOrder) {
    hand.good = false;
    return;
  }
  const char* item = array->data;
  for (py::ssize_t i = 0; i < array->dimensions[0]; ++i, item += array->strides[0]) {
    hand.add(load_integer(item, dtype.itemsize()));
  }
}

/// The mask of one good hand that comes in one of the plain ways; empty for all else.
Mask read_plain_hand(PyObject* cards) noexcept {
  OneHand hand;
  if (PyTuple_CheckExact(cards) || PyList_CheckExact(cards)) {
    read_items(cards, hand);
  } else if (PyUnicode_CheckExact(cards) && PyUnicode_IS_COMPACT_ASCII(cards)) {
    read_text(cards, hand);
  } else if (Py_TYPE(cards) == lookups().array_type) {
    read_array(cards, hand);
  } else if (PyBytes_CheckExact(cards) && may_be_hand(PyBytes_GET_SIZE(cards))) {
    for (const char card :
         std::string_view(PyBytes_AS_STRING(cards), static_cast<std::size_t>(PyBytes_GET_SIZE(cards))))
      hand.add(static_cast<Card>(card));
  } else {
    return {};
  }
  return hand.good ? hand.mask : Mask();
}

py::object evaluate_hands(py::handle cards, py::handle out, py::handle threads) {
  const Hands hands(cards, "cards", kHandCards);
  const unsigned workers = read_threads(threads);
  StrengthOutput output(out, hands.shape(), hands.source(), "cards");
  hands.check(without_lock([&, to = output.data()](const Interrupted& interrupted) {
    return rank_rows(hands.rows(), to, workers, interrupted);
  }));
  return output.finish();
}

constexpr Signature kEvaluate = {
    "evaluate",   3,          1, {"cards", "out", "threads"}, {Signature::kNone, Signature::kNone, Signature::kOne},
    kEvaluateDoc, kJoinPieces};

PyObject* evaluate(PyObject* self, PyObject* const* arguments, py::ssize_t n_positional, PyObject* names) {
  if (n_positional == 1 && names == nullptr) {
    if (const Mask hand = read_plain_hand(arguments[0]); !hand.empty()) return PyLong_FromLong(rank(hand));
  }
  return native_function<kEvaluate, evaluate_hands>(self, arguments, n_positional, names);
}

}  // namespace

void bind_evaluate(py::module_& module) { define<kEvaluate, evaluate>(module); }

}  // namespace croupier::python
