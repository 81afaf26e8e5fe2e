#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "bind.hpp"
#include "croupier/hand_batch.hpp"
#include "croupier/random.hpp"

namespace croupier::python {

using Shape = std::vector<py::ssize_t>;

Shape shape_of(const py::array& array);

/// Integers that a caller handed in.
struct Integers {
  /// An array of integers. A value of a sequence that 64 bits do not hold stands as -1.
  py::array values;
  /// The same, or for a sequence its ints.
  py::array source;

  /// A view of the values in rows of `columns`, for which it may lay them out anew.
  IntegerArray rows(std::size_t columns);

  /// The values as a contiguous array of 64 bits; what is too large for them becomes negative.
  py::array_t<std::int64_t> plain() const;

  /// The int at place i of the flattened array.
  py::object item(std::size_t i) const;
};

/// Reads integers of any type, shape and nesting; everything else is a TypeError.
Integers read_integers(py::handle object, const char* argument);

/// Reads the cards of a str.
py::array_t<Card> parse_text(py::handle text, const char* argument);

/// Reads cards: text, bytes, or integers.
Integers read_cards(py::handle object, const char* argument);

/// Reads an int of at most 64 bits; `needed` says what is wanted.
std::int64_t read_int(py::handle object, const char* argument, const char* needed);

/// Reads a count of threads; None means all cores.
unsigned read_threads(py::handle object);

/// Reads a seed, an int 0 to 2**128 - 1.
Seed read_seed(py::handle object);

/// Reads an int 0 to 2**64 - 1.
std::uint64_t read_uint64(py::handle object, const char* argument);

/// How many cards a row must have, and the words for it.
struct Needed {
  int least;
  int most;
  const char* text;
};

inline constexpr Needed kHandCards = {kMinHandCards, kMaxHandCards, "5, 6 or 7"};

/// The hands along the last axis of `cards`.
class Hands {
 public:
  Hands(py::handle cards, const char* argument, const Needed& needed);

  const IntegerArray& rows() const { return rows_; }

  /// The cards as they came.
  const py::array& source() const { return cards_.source; }

  /// The shape without the last axis.
  const Shape& shape() const { return shape_; }

  /// Throws what is wrong with a row, unless `row` is the number of rows.
  void check(std::size_t row) const;

 private:
  const char* argument_;
  Integers cards_;
  Shape shape_;
  IntegerArray rows_;
};

/// Where strengths go: the caller's array, or a new one.
class StrengthOutput {
 public:
  StrengthOutput(py::handle out, const Shape& shape, const py::array& input, const char* input_argument);

  Strength* data() { return strengths_.mutable_data(); }

  /// The array with all strengths in it.
  py::object finish();

 private:
  py::object out_;
  py::array_t<Strength> strengths_;
};

/// Lets Ctrl-C end a loop that holds the interpreter's lock, asked once an item.
class SignalCheck {
 public:
  void operator()() {
    constexpr unsigned kItems = 1 << 14;
    if (++items_ % kItems == 0 && PyErr_CheckSignals() != 0) throw py::error_already_set();
  }

 private:
  unsigned items_ = 0;
};

/// Asks Python now and then, from a thread without the interpreter's lock, whether a signal handler raised.
class InterruptPoll {
 public:
  bool operator()();

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

/// Runs work(interrupted) without the interpreter's lock and throws what a signal handler raised meanwhile.
template <class Work>
auto without_lock(Work work) {
  require_isa();
  auto result = [&] {
    const py::gil_scoped_release unlock;
    return work(InterruptPoll());
  }();
  if (PyErr_Occurred() != nullptr) throw py::error_already_set();
  return result;
}

py::array_t<std::int64_t> to_array(const std::vector<std::int64_t>& counts);

/// "row 17: " or "row (1, 2): ", where an item of an array of this shape is; nothing where there is one item only.
std::string name_place(const char* what, const Shape& shape, std::size_t index);

/// The decimal digits of an int, or its size if it has very many.
std::string format_integer(py::handle integer);

/// Throws that `integer`, found at `place`, is no card.
[[noreturn]] void refuse_card(const char* argument, const std::string& place, py::handle integer);

}  // namespace croupier::python
