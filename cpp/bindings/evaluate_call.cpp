// croupier.evaluate, straight on CPython's calling convention: ranking one hand takes less time than converting
// arguments the usual way.

#include "arguments/cards.hpp"
#include "arguments/one_hand.hpp"
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
    what has no order or is read once: a set, a view or an iterator. Or hands
    along the last axis of an integer array or nested sequence, shape
    ``(..., n)``, n being 5, 6 or 7; any integer type, layout and byte order. Or
    a sequence, array or column of texts of a hand each, all of one length; an
    array or a column of no texts has no hands.
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
    const OneHand hand(arguments[0], kMinHandCards, kMaxHandCards);
    if (hand.good()) return PyLong_FromLong(rank(hand.mask()));
  }
  return native_function<kEvaluate, evaluate_hands>(self, arguments, n_positional, names);
}

}  // namespace

void bind_evaluate(py::module_& module) { define<kEvaluate, evaluate>(module); }

}  // namespace croupier::python
