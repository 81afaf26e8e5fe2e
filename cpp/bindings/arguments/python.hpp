#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#ifdef __GLIBCXX__
#include <cxxabi.h>
#endif

namespace croupier::python {

namespace py = pybind11;

using Shape = std::vector<py::ssize_t>;

/// What the bindings use of Python and NumPy.
struct Lookups {
  PyTypeObject* array_type;
  PyTypeObject* numpy_bool;
  PyObject* asanyarray;
  PyObject* asarray;
  PyObject* shares_memory;
  PyObject* too_hard_error;
  PyObject* mapping;
};

/// Looks all of it up. Done once, when the module is imported: a later import could meet an interpreter that shuts
/// down, one with no room on its stack, or a process that has just forked.
void look_up();

const Lookups& lookups();

/// Never returns.
[[noreturn]] void park();

/// A new reference that is not null; throws Python's error if it is.
inline py::object own(PyObject* reference) {
  if (reference == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::object>(reference);
}

/// Calls what may run Python code. An interpreter that shuts down ends a thread that waits for its lock there, by
/// unwinding its stack, which must not happen in frames that own Python objects: such a thread stays here.
template <class Call>
auto in_python(Call call) {
#ifdef __GLIBCXX__
  try {
    return call();
  } catch (abi::__forced_unwind&) {
    park();
  }
#else
  return call();
#endif
}

template <class... Arguments>
py::object call(PyObject* function, const Arguments&... arguments) {
  return own(in_python(
      [&] { return PyObject_CallFunctionObjArgs(function, arguments.ptr()..., static_cast<char*>(nullptr)); }));
}

/// Whether an object has an attribute; what else goes wrong is thrown.
bool has_attribute(py::handle object, const char* name);

Shape shape_of(const py::array& array);

std::string format_shape(const Shape& shape);

/// "row 17: " or "row (1, 2): ", where an item of an array of this shape is; nothing where there is one item only.
std::string name_place(const char* what, const Shape& shape, std::size_t index);

/// UTF-8 as any terminal shows it: what is neither ASCII nor a sign of a suit is escaped.
std::string escape(std::string_view utf8);

py::ssize_t count_characters(std::string_view utf8);

/// The characters from `start` to `stop` of a str, quoted and escaped, those after the first `most` left out.
std::string quote(py::handle text, py::ssize_t start, py::ssize_t stop, py::ssize_t most);

std::string type_name(py::handle object);

/// The decimal digits of an exact int, or its size if it has very many.
std::string format_integer(py::handle integer);

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

}  // namespace croupier::python
