#pragma once

#include <pybind11/numpy.h>

#include <algorithm>
#include <span>
#include <vector>

#include "arguments/python.hpp"
#include "croupier/poker/order.hpp"

namespace croupier::python {

/// A new array with these values.
template <class T>
py::array_t<T> to_array(const Shape& shape, std::span<const T> values) {
  py::array_t<T> array(shape);
  std::ranges::copy(values, array.mutable_data());
  return array;
}

/// The same with one axis.
template <class T>
py::array_t<T> to_array(const std::vector<T>& values) {
  return to_array<T>({std::ssize(values)}, values);
}

/// Where strengths go: the caller's array, or a new one.
class StrengthOutput {
 public:
  StrengthOutput(py::handle out, const Shape& shape, const py::array& input, const char* input_argument);

  Strength* data() { return strengths_.mutable_data(); }

  /// The array with all strengths in it, or the one strength.
  py::object finish();

 private:
  py::object out_;
  py::array_t<Strength> strengths_;
};

}  // namespace croupier::python
