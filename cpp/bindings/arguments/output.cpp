#include "arguments/output.hpp"

#include <cstdlib>
#include <numeric>
#include <string>

namespace croupier::python {
namespace {

/// Whether two places of an array may be the same memory.
bool may_overlap_itself(const py::array& array) {
  if (array.size() == 0) return false;
  std::vector<py::ssize_t> axes(static_cast<std::size_t>(array.ndim()));
  std::iota(axes.begin(), axes.end(), 0);
  std::ranges::sort(axes, {}, [&](py::ssize_t axis) { return std::abs(array.strides(axis)); });
  py::ssize_t extent = array.itemsize();
  for (const py::ssize_t axis : axes) {
    if (array.shape(axis) < 2) continue;
    if (std::abs(array.strides(axis)) < extent) return true;
    extent += (array.shape(axis) - 1) * std::abs(array.strides(axis));
  }
  return false;
}

/// Whether two arrays share memory; true too where their strides are so tangled that it takes long to tell.
bool share_memory(const py::array& a, const py::array& b) {
  constexpr int kMostWork = 1'000'000;
  try {
    return call(lookups().shares_memory, a, b, py::int_(kMostWork)).cast<bool>();
  } catch (py::error_already_set& error) {
    if (!error.matches(lookups().too_hard_error)) throw;
    return true;
  }
}

}  // namespace

StrengthOutput::StrengthOutput(py::handle out, const Shape& shape, const py::array& input, const char* input_argument)
    : out_(py::reinterpret_borrow<py::object>(out)) {
  if (out.is_none()) {
    strengths_ = py::array_t<Strength>(shape);
    return;
  }
  if (!py::isinstance<py::array>(out)) throw py::type_error("out: a uint16 array is needed, got " + type_name(out));
  const auto array = py::reinterpret_borrow<py::array>(out);
  if (!array.dtype().equal(py::dtype::of<Strength>())) {
    throw py::type_error("out: a uint16 array is needed, got " + std::string(py::str(array.dtype().attr("str"))));
  }
  if (const Shape got = shape_of(array); got != shape) {
    throw py::value_error("out: shape " + format_shape(shape) + " is needed, got " + format_shape(got));
  }
  if (!array.writeable()) throw py::value_error("out: the array is read-only");
  if (may_overlap_itself(array)) throw py::value_error("out: places of the array share memory");
  if (share_memory(array, input)) {
    throw py::value_error(std::string("out: the array shares memory with ") + input_argument);
  }
  constexpr int kPlain = int{py::array::c_style} | int{py::detail::npy_api::NPY_ARRAY_ALIGNED_};
  strengths_ = (array.flags() & kPlain) == kPlain ? py::array_t<Strength>(array) : py::array_t<Strength>(shape);
}

py::object StrengthOutput::finish() {
  if (out_.is_none()) {
    if (strengths_.ndim() == 0) return own(PyLong_FromLong(*strengths_.data()));
    return strengths_;
  }
  if (!strengths_.is(out_)) {
    const int failed = in_python([&] { return PyObject_SetItem(out_.ptr(), Py_Ellipsis, strengths_.ptr()); });
    if (failed != 0) throw py::error_already_set();
  }
  return out_;
}

}  // namespace croupier::python
