#pragma once

#include <pybind11/numpy.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "arguments/python.hpp"
#include "croupier/poker/batch.hpp"
#include "croupier/random.hpp"

namespace croupier::python {

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

/// Throws if no argument of this shape is wanted; asked before anything is copied.
using ShapeCheck = std::function<void(const Shape&)>;

inline void any_shape(const Shape&) {}

/// Says where an item stands, for errors: "row 17: ", or nothing.
using Place = std::function<std::string()>;

/// What may stand in arrays and sequences.
struct Items {
  const char* name;
  bool integers = true;
  /// Turns a text into integers: a text of one integer is one, other texts are rows. Empty where texts are not wanted.
  std::function<std::vector<std::uint8_t>(py::handle text, const Place& place)> read_text = {};
};

/// Reads integers, or what else is wanted, of any type, shape and nesting. Where texts may stand, a set, a view or an
/// iterator gives one row. Everything else is a TypeError.
Integers read_integers(py::handle object, const char* argument, const ShapeCheck& check = any_shape,
                       const Items& wanted = {"integers"});

/// object.__index__() as an exact int, or nothing if it is no integer; a bool is none.
py::object to_index(py::handle object);

/// The value of an int; nothing if 64 bits cannot hold it.
std::optional<std::int64_t> to_int64(py::handle integer);

/// Reads an int from `least` to `most`.
std::int64_t read_between(py::handle object, const char* argument, std::int64_t least, std::int64_t most);

/// Reads an int of at most 64 bits; `needed` says what is wanted.
std::int64_t read_int(py::handle object, const char* argument, const char* needed);

/// Reads a count of threads; None means all cores.
unsigned read_threads(py::handle object);

/// Reads a seed, an int from 0 to 2**128 - 1.
Seed read_seed(py::handle object);

/// Reads an int from 0 to 2**64 - 1.
std::uint64_t read_uint64(py::handle object, const char* argument);

}  // namespace croupier::python
