#include "arguments.hpp"

#include <pybind11/gil_safe_call_once.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "croupier/card.hpp"
#include "croupier/parallel.hpp"

namespace croupier::python {
namespace {

std::string type_name(py::handle object) { return Py_TYPE(object.ptr())->tp_name; }

py::module_ numpy() { return py::module_::import("numpy"); }

[[noreturn]] void refuse_type(const char* argument, const std::string& got, const std::string& place = "") {
  throw py::type_error(std::string(argument) + ": " + place + "integers are needed, got " + got);
}

bool is_plain(PyObject* object) {
  return PyLong_CheckExact(object) || PyList_CheckExact(object) || PyTuple_CheckExact(object);
}

bool is_array_like(PyObject* object) {
  return !is_plain(object) && !PyBytes_Check(object) &&
         (PyObject_CheckBuffer(object) || PyObject_HasAttrString(object, "__array__"));
}

bool is_sequence(PyObject* object) {
  if (is_plain(object)) return !PyLong_CheckExact(object);
  return PySequence_Check(object) && PyObject_HasAttrString(object, "__len__") && !PyUnicode_Check(object) &&
         !PyBytes_Check(object) && !py::isinstance(object, py::module_::import("collections.abc").attr("Mapping"));
}

bool is_bool(py::handle object) {
  PYBIND11_CONSTINIT static py::gil_safe_call_once_and_store<py::object> numpy_bool;
  return PyBool_Check(object.ptr()) ||
         py::isinstance(object,
                        numpy_bool.call_once_and_store_result([] { return numpy().attr("bool_"); }).get_stored());
}

/// object.__index__(), or nothing if it is no integer; a bool is none.
py::object to_index(py::handle object) {
  if (!PyIndex_Check(object.ptr()) || is_bool(object)) return {};
  auto integer = py::reinterpret_steal<py::object>(PyNumber_Index(object.ptr()));
  if (!integer) {
    if (!PyErr_ExceptionMatches(PyExc_TypeError)) throw py::error_already_set();
    PyErr_Clear();
  }
  return integer;
}

/// The value of an int; nothing if 64 bits cannot hold it.
std::optional<std::int64_t> to_int64(py::handle integer) {
  int overflow = 0;
  const long long value = PyLong_AsLongLongAndOverflow(integer.ptr(), &overflow);
  return overflow != 0 ? std::nullopt : std::optional<std::int64_t>(value);
}

/// An int of at most `bits` bits, not negative.
py::object read_unsigned(py::handle object, const char* argument, int bits) {
  const std::string start = std::string(argument) + ": an int 0 to 2**" + std::to_string(bits) + " - 1 is needed, got ";
  const py::object integer = to_index(object);
  if (!integer) throw py::type_error(start + type_name(object));
  if (integer < py::int_(0) || integer.attr("bit_length")().cast<py::ssize_t>() > bits) {
    throw py::value_error(start + format_integer(integer));
  }
  return integer;
}

/// What keeps an array from holding integers; empty if nothing does.
std::string fault_of(const py::array& array) {
  const char kind = array.dtype().kind();
  if (kind != 'i' && kind != 'u') return py::str(array.dtype());
  const py::object masked = numpy().attr("ma");
  if (!py::isinstance(array, masked.attr("MaskedArray"))) return "";
  return masked.attr("is_masked")(array).cast<bool>() ? "masked entries" : "";
}

/// The array without its subclass, whose methods are not to be trusted.
py::array base_of(const py::array& array) { return numpy().attr("asarray")(array); }

/// Lays nested sequences and arrays out as one array.
class Nest {
 public:
  Nest(py::handle object, const char* argument) : argument_(argument) {
    find_shape(object);
    source_ = numpy().attr("empty")(shape_, py::arg("dtype") = "O");
    items_ = static_cast<PyObject**>(source_.mutable_data());
    collect(object, 0);
    if (size_ != source_.size()) refuse_rows();
  }

  Integers integers() {
    if (!fault_.empty()) refuse_type(argument_, fault_);
    py::array_t<std::int64_t> values(shape_);
    for (py::ssize_t i = 0; i < size_; ++i) {
      const py::object integer = to_index(items_[i]);
      if (!integer) refuse_type(argument_, type_name(items_[i]), place_of(i));
      values.mutable_data()[i] = to_int64(integer).value_or(-1);
      set(i, integer);
      check_signals_();
    }
    return {values, source_};
  }

 private:
  void find_shape(py::handle object) {
    constexpr std::size_t kMostAxes = 64;
    if (is_array_like(object.ptr())) {
      const Shape inner = shape_of(numpy().attr("asanyarray")(object));
      shape_.insert(shape_.end(), inner.begin(), inner.end());
    } else if (is_sequence(object.ptr())) {
      const auto sequence = py::reinterpret_borrow<py::sequence>(object);
      shape_.push_back(static_cast<py::ssize_t>(sequence.size()));
      if (shape_.back() > 0 && shape_.size() <= kMostAxes) find_shape(sequence[0]);
    }
    if (shape_.size() > kMostAxes) throw py::value_error(std::string(argument_) + ": nested too deeply");
  }

  void collect(py::handle object, std::size_t axis) {
    if (is_array_like(object.ptr())) {
      const py::array array = numpy().attr("asanyarray")(object);
      if (shape_of(array) != Shape(shape_.begin() + static_cast<py::ssize_t>(axis), shape_.end())) refuse_rows();
      if (fault_.empty()) fault_ = fault_of(array);
      for (const py::handle item : py::list(base_of(array).attr("ravel")().attr("tolist")())) keep(item);
    } else if (is_sequence(object.ptr())) {
      // A list of its own: reading the items may run code that changes theirs.
      const auto items = py::reinterpret_steal<py::list>(PySequence_List(object.ptr()));
      if (!items) throw py::error_already_set();
      if (axis == shape_.size() || static_cast<py::ssize_t>(items.size()) != shape_[axis]) refuse_rows();
      for (const py::handle item : items) collect(item, axis + 1);
    } else {
      if (axis != shape_.size()) refuse_rows();
      keep(object);
    }
  }

  void keep(py::handle item) {
    if (size_ == source_.size()) refuse_rows();
    set(size_++, item);
    check_signals_();
  }

  void set(py::ssize_t i, py::handle item) { Py_XDECREF(std::exchange(items_[i], item.inc_ref().ptr())); }

  std::string place_of(py::ssize_t i) const {
    if (shape_.size() < 2) return "";
    return name_place("row", Shape(shape_.begin(), shape_.end() - 1),
                      static_cast<std::size_t>(i / std::max<py::ssize_t>(1, shape_.back())));
  }

  [[noreturn]] void refuse_rows() const {
    throw py::value_error(argument_ + (": " + place_of(size_)) + "as long a row as the first is needed");
  }

  const char* argument_;
  std::string fault_;
  Shape shape_;
  py::array source_;
  PyObject** items_ = nullptr;
  py::ssize_t size_ = 0;
  SignalCheck check_signals_;
};

/// The text as Python writes it, cut after `most` characters.
std::string shorten(const py::handle& text, py::ssize_t most) {
  const bool whole = PyUnicode_GET_LENGTH(text.ptr()) <= most;
  return std::string(py::str(py::repr(text[py::slice(0, most, 1)]))) + (whole ? "" : "...");
}

IntegerType integer_type(const py::dtype& dtype) {
  const bool is_signed = dtype.kind() == 'i';
  switch (dtype.itemsize()) {
    case 1:
      return is_signed ? IntegerType::kInt8 : IntegerType::kUint8;
    case 2:
      return is_signed ? IntegerType::kInt16 : IntegerType::kUint16;
    case 4:
      return is_signed ? IntegerType::kInt32 : IntegerType::kUint32;
    default:
      return is_signed ? IntegerType::kInt64 : IntegerType::kUint64;
  }
}

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
    return numpy().attr("shares_memory")(a, b, py::arg("max_work") = kMostWork).cast<bool>();
  } catch (py::error_already_set& error) {
    if (!error.matches(numpy().attr("exceptions").attr("TooHardError"))) throw;
    return true;
  }
}

std::string format_shape(const Shape& shape) { return py::str(py::tuple(py::cast(shape))); }

}  // namespace

py::array_t<Card> parse_text(py::handle text, const char* argument) {
  py::object utf8;
  Py_ssize_t size = 0;
  const char* data = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
  if (data == nullptr) {
    PyErr_Clear();
    utf8 = text.attr("encode")("utf-8", "surrogatepass");
    data = PyBytes_AS_STRING(utf8.ptr());
    size = PyBytes_GET_SIZE(utf8.ptr());
  }
  const std::string_view characters(data, static_cast<std::size_t>(size));
  CardReader reader(characters);
  std::vector<Card> cards;
  while (const std::optional<Card> card = reader.next()) cards.push_back(*card);
  if (reader.failed()) {
    const auto index =
        std::ranges::count_if(characters.substr(0, reader.offset()), [](char byte) { return (byte & 0xC0) != 0x80; });
    const std::string_view rest = characters.substr(reader.offset());
    const auto size_of_token = static_cast<Py_ssize_t>(std::min(rest.find_first_of(" \t\n\v\f\r"), rest.size()));
    const auto token =
        py::reinterpret_steal<py::object>(PyUnicode_DecodeUTF8(rest.data(), size_of_token, "surrogatepass"));
    if (!token) throw py::error_already_set();
    throw py::value_error(std::string(argument) + ": cannot read " + shorten(token, 12) + " at index " +
                          std::to_string(index) + " of " + shorten(text, 40));
  }
  return py::array_t<Card>(static_cast<py::ssize_t>(cards.size()), cards.data());
}

Shape shape_of(const py::array& array) { return {array.shape(), array.shape() + array.ndim()}; }

Integers read_integers(py::handle object, const char* argument) {
  if (PyUnicode_Check(object.ptr()) || PyBytes_Check(object.ptr())) refuse_type(argument, type_name(object));
  if (!py::isinstance<py::array>(object) && !is_array_like(object.ptr())) {
    if (!PyIndex_Check(object.ptr()) && !is_sequence(object.ptr())) refuse_type(argument, type_name(object));
    return Nest(object, argument).integers();
  }
  const py::array array = numpy().attr("asanyarray")(object);
  if (const std::string fault = fault_of(array); !fault.empty()) refuse_type(argument, fault);
  const py::array base = base_of(array);
  return {base, base};
}

Integers read_cards(py::handle object, const char* argument) {
  py::array_t<Card> cards;
  if (PyUnicode_Check(object.ptr())) {
    cards = parse_text(object, argument);
  } else if (PyBytes_Check(object.ptr())) {
    cards = py::array_t<Card>(PyBytes_GET_SIZE(object.ptr()),
                              reinterpret_cast<const Card*>(PyBytes_AS_STRING(object.ptr())));
  } else {
    return read_integers(object, argument);
  }
  return {cards, cards};
}

std::int64_t read_int(py::handle object, const char* argument, const char* needed) {
  const std::string start = std::string(argument) + ": " + needed + " is needed, got ";
  const py::object integer = to_index(object);
  if (!integer) throw py::type_error(start + type_name(object));
  const std::optional<std::int64_t> value = to_int64(integer);
  if (!value) throw py::value_error(start + format_integer(integer));
  return *value;
}

unsigned read_threads(py::handle object) {
  if (object.is_none()) return available_cores();
  constexpr const char* kNeeded = "a positive int or None";
  constexpr std::int64_t kMost = 1024;
  const std::int64_t threads = read_int(object, "threads", kNeeded);
  if (threads < 1) {
    throw py::value_error(std::string("threads: ") + kNeeded + " is needed, got " + std::to_string(threads));
  }
  return static_cast<unsigned>(std::min(threads, kMost));
}

Seed read_seed(py::handle object) {
  const py::object seed = read_unsigned(object, "seed", 128);
  const py::int_ low_bits(~std::uint64_t{0});
  return {py::cast<std::uint64_t>(seed & low_bits), py::cast<std::uint64_t>(seed >> py::int_(64))};
}

std::uint64_t read_uint64(py::handle object, const char* argument) {
  return py::cast<std::uint64_t>(read_unsigned(object, argument, 64));
}

IntegerArray Integers::rows(std::size_t columns) {
  const auto n = static_cast<py::ssize_t>(columns);
  if (values.ndim() != 2 || values.shape(1) != n) values = values.reshape(Shape{values.size() / n, n});
  return {static_cast<const std::byte*>(values.data()),
          integer_type(values.dtype()),
          !values.dtype().attr("isnative").cast<bool>(),
          static_cast<std::size_t>(values.shape(0)),
          columns,
          values.strides(0),
          values.strides(1)};
}

py::array_t<std::int64_t> Integers::plain() const {
  constexpr int kPlain = py::array::c_style | py::array::forcecast | py::detail::npy_api::NPY_ARRAY_ALIGNED_;
  return py::array_t<std::int64_t, kPlain>(values);
}

py::object Integers::item(std::size_t i) const { return source.attr("item")(i); }

Hands::Hands(py::handle cards, const char* argument, const Needed& needed)
    : argument_(argument), cards_(read_cards(cards, argument)), shape_(shape_of(cards_.values)) {
  const bool single = shape_.empty();
  const py::ssize_t n_cards = single ? 0 : shape_.back();
  if (n_cards < needed.least || n_cards > needed.most) {
    throw py::value_error(std::string(argument) + ": " + needed.text + " cards are needed, got " +
                          (single ? "a single number" : std::to_string(n_cards)));
  }
  shape_.pop_back();
  rows_ = cards_.rows(static_cast<std::size_t>(n_cards));
}

void Hands::check(std::size_t row) const {
  if (row == rows_.rows) return;
  const std::string place = name_place("row", shape_, row);
  Mask seen = 0;
  std::string twice;
  for (std::size_t i = row * rows_.columns; i < (row + 1) * rows_.columns; ++i) {
    const py::object item = cards_.item(i);
    const std::int64_t value = to_int64(item).value_or(-1);
    if (value < 0 || value >= kPackSize) refuse_card(argument_, place, item);
    const Mask bit = mask_of(static_cast<Card>(value));
    if ((seen & bit) != 0 && twice.empty()) twice = format_card(static_cast<Card>(value));
    seen |= bit;
  }
  throw py::value_error(std::string(argument_) + ": " + place +
                        (twice.empty() ? "changed while it was read" : twice + " stands twice"));
}

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
    if (strengths_.ndim() == 0) return py::int_(*strengths_.data());
    return strengths_;
  }
  if (!strengths_.is(out_)) out_[py::ellipsis()] = strengths_;
  return out_;
}

bool InterruptPoll::operator()() {
  using namespace std::chrono_literals;
  const auto now = std::chrono::steady_clock::now();
  if (now - last_ < 20ms) return false;
  last_ = now;
  const py::gil_scoped_acquire lock;
  return PyErr_CheckSignals() != 0;
}

py::array_t<std::int64_t> to_array(const std::vector<std::int64_t>& counts) {
  return py::array_t<std::int64_t>(static_cast<py::ssize_t>(counts.size()), counts.data());
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

std::string format_integer(py::handle integer) {
  constexpr long kMostBits = 256;
  const long bits = integer.attr("bit_length")().cast<long>();
  return bits > kMostBits ? "an integer of " + std::to_string(bits) + " bits" : std::string(py::str(integer));
}

void refuse_card(const char* argument, const std::string& place, py::handle integer) {
  throw py::value_error(std::string(argument) + ": " + place + format_integer(integer) +
                        " is not a card number 0 to 51");
}

}  // namespace croupier::python
