#include "arguments/python.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

#include "croupier/parallel.hpp"

namespace croupier::python {
namespace {

Lookups found;

/// The number of the character whose first byte is `lead`, and the bytes that follow it.
struct Character {
  std::uint32_t code;
  std::size_t size;
};

Character first_character(std::string_view utf8) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(utf8[i]); };
  const std::size_t size = byte(0) < 0x80 ? 1 : byte(0) < 0xE0 ? 2 : byte(0) < 0xF0 ? 3 : 4;
  if (size == 1 || size > utf8.size()) return {byte(0), 1};
  std::uint32_t code = byte(0) & (0xFFu >> (size + 1));
  for (std::size_t i = 1; i < size; ++i) code = code << 6 | (byte(i) & 0x3F);
  return {code, size};
}

std::string escape_code(std::uint32_t code) {
  const auto [letter, digits] = code < 0x100     ? std::pair('x', 2)
                                : code < 0x10000 ? std::pair('u', 4)
                                                 : std::pair('U', 8);
  std::string text = {'\\', letter};
  for (int digit = digits - 1; digit >= 0; --digit) text += "0123456789abcdef"[code >> (4 * digit) & 0xF];
  return text;
}

bool is_suit(std::uint32_t code) { return code == 0x2660 || code == 0x2663 || code == 0x2665 || code == 0x2666; }

}  // namespace

void look_up() {
  prepare_for_exceptions();
  const auto keep = [](const py::object& module, const char* name) {
    return py::object(module.attr(name)).release().ptr();
  };
  const py::module_ numpy = py::module_::import("numpy");
  found.array_type = py::detail::npy_api::get().PyArray_Type_;
  found.numpy_bool = reinterpret_cast<PyTypeObject*>(keep(numpy, "bool_"));
  found.asanyarray = keep(numpy, "asanyarray");
  found.asarray = keep(numpy, "asarray");
  found.shares_memory = keep(numpy, "shares_memory");
  found.too_hard_error = keep(numpy.attr("exceptions"), "TooHardError");
  found.mapping = keep(py::module_::import("collections.abc"), "Mapping");
}

const Lookups& lookups() { return found; }

void park() {
  while (true) std::this_thread::sleep_for(std::chrono::hours(1));
}

bool has_attribute(py::handle object, const char* name) {
  PyObject* attribute = in_python([&] { return PyObject_GetAttrString(object.ptr(), name); });
  if (attribute == nullptr) {
    if (!PyErr_ExceptionMatches(PyExc_AttributeError)) throw py::error_already_set();
    PyErr_Clear();
    return false;
  }
  Py_DECREF(attribute);
  return true;
}

Shape shape_of(const py::array& array) { return {array.shape(), array.shape() + array.ndim()}; }

std::string format_shape(const Shape& shape) {
  std::string text;
  for (const py::ssize_t extent : shape) text += (text.empty() ? "" : ", ") + std::to_string(extent);
  return "(" + text + (shape.size() == 1 ? ",)" : ")");
}

std::string name_place(const char* what, const Shape& shape, std::size_t index) {
  if (shape.empty()) return "";
  std::string text;
  for (auto extent = shape.rbegin(); extent != shape.rend(); ++extent) {
    const auto size = static_cast<std::size_t>(*extent);
    text = std::to_string(index % size) + (text.empty() ? "" : ", ") + text;
    index /= size;
  }
  return std::string(what) + " " + (shape.size() == 1 ? text : "(" + text + ")") + ": ";
}

std::string escape(std::string_view utf8) {
  std::string text;
  while (!utf8.empty()) {
    const auto [code, size] = first_character(utf8);
    text += (code >= ' ' && code < 0x7F) || is_suit(code) ? std::string(utf8.substr(0, size)) : escape_code(code);
    utf8.remove_prefix(size);
  }
  return text;
}

py::ssize_t count_characters(std::string_view utf8) {
  return std::ranges::count_if(utf8, [](char byte) { return (byte & 0xC0) != 0x80; });
}

std::string quote(py::handle text, py::ssize_t start, py::ssize_t stop, py::ssize_t most) {
  const py::object part = own(PyUnicode_Substring(text.ptr(), start, std::min(stop, start + most)));
  const py::object written = own(PyObject_Repr(part.ptr()));
  py::ssize_t size = 0;
  const char* utf8 = PyUnicode_AsUTF8AndSize(written.ptr(), &size);
  if (utf8 == nullptr) throw py::error_already_set();
  return escape({utf8, static_cast<std::size_t>(size)}) + (stop - start > most ? "..." : "");
}

std::string type_name(py::handle object) {
  constexpr std::size_t kMost = 80;
  return escape(std::string_view(Py_TYPE(object.ptr())->tp_name).substr(0, kMost));
}

std::string format_integer(py::handle integer) {
  constexpr long kMostBits = 256;
  const auto bits = integer.attr("bit_length")().cast<long>();
  return bits > kMostBits ? "an integer of " + std::to_string(bits) + " bits" : std::string(py::str(integer));
}

}  // namespace croupier::python
