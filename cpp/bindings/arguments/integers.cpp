#include "arguments/integers.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

#include "croupier/parallel.hpp"

namespace croupier::python {
namespace {

/// The most items that are taken of what tells no length: past them it is held to have no end.
constexpr py::ssize_t kMostTaken = 1 << 20;

[[noreturn]] void refuse_type(const char* argument, const Items& wanted, const std::string& got,
                              const std::string& place = "") {
  throw py::type_error(std::string(argument) + ": " + place + wanted.name + " are needed, got " + got);
}

constexpr const char* kMissing = "a missing value (nan)";

/// What stands where something else is needed. A NaN is what frames put where a value is missing.
std::string name_kind(py::handle object) {
  return PyFloat_Check(object.ptr()) && std::isnan(PyFloat_AS_DOUBLE(object.ptr())) ? kMissing : type_name(object);
}

bool is_plain(PyObject* object) {
  return PyLong_CheckExact(object) || PyList_CheckExact(object) || PyTuple_CheckExact(object);
}

bool is_text(py::handle object) { return PyUnicode_Check(object.ptr()) || PyBytes_Check(object.ptr()); }

bool is_array_like(py::handle object) {
  return !is_plain(object.ptr()) && !is_text(object) &&
         (PyObject_CheckBuffer(object.ptr()) || has_attribute(object, "__array__"));
}

bool is_mapping(py::handle object) {
  const int answer = in_python([&] { return PyObject_IsInstance(object.ptr(), lookups().mapping); });
  if (answer < 0) throw py::error_already_set();
  return answer != 0;
}

bool is_sequence(py::handle object) {
  if (is_plain(object.ptr())) return !PyLong_CheckExact(object.ptr());
  return PySequence_Check(object.ptr()) && !is_text(object) && has_attribute(object, "__len__") && !is_mapping(object);
}

/// Whether cards can be taken from an object, though they have no places in it: a set, a view, an iterator.
bool is_iterable(py::handle object) {
  if (is_plain(object.ptr()) || is_text(object) || PyIndex_Check(object.ptr())) return false;
  return Py_TYPE(object.ptr())->tp_iter != nullptr && !is_mapping(object);
}

py::list take_items(py::handle iterable, const char* argument) {
  const py::object iterator = own(in_python([&] { return PyObject_GetIter(iterable.ptr()); }));
  py::list items;
  SignalCheck check_signals;
  while (const auto item = py::reinterpret_steal<py::object>(in_python([&] { return PyIter_Next(iterator.ptr()); }))) {
    if (std::ssize(items) == kMostTaken) {
      throw py::value_error(std::string(argument) + ": an iterator that ends is needed, got more than " +
                            std::to_string(kMostTaken) + " items");
    }
    items.append(item);
    check_signals();
  }
  if (PyErr_Occurred() != nullptr) throw py::error_already_set();
  return items;
}

[[noreturn]] void refuse_rows_without_order(const char* argument) {
  throw py::value_error(std::string(argument) + ": a set or an iterator is one hand: a list is needed for several");
}

py::ssize_t length_of(py::handle sequence) {
  const py::ssize_t length = in_python([&] { return PySequence_Size(sequence.ptr()); });
  if (length < 0) throw py::error_already_set();
  return length;
}

bool is_bool(py::handle object) {
  return PyBool_Check(object.ptr()) || PyObject_TypeCheck(object.ptr(), lookups().numpy_bool);
}

/// An int of at most `bits` bits, not negative.
py::object read_unsigned(py::handle object, const char* argument, int bits) {
  const std::string start =
      std::string(argument) + ": an int from 0 to 2**" + std::to_string(bits) + " - 1 is needed, got ";
  const py::object integer = to_index(object);
  if (!integer) throw py::type_error(start + type_name(object));
  if (integer < py::int_(0) || integer.attr("bit_length")().cast<py::ssize_t>() > bits) {
    throw py::value_error(start + format_integer(integer));
  }
  return integer;
}

/// Whether a class is that of masked arrays, told without importing numpy.ma, which takes long.
bool is_masked_class(py::handle type) {
  if (std::string_view(reinterpret_cast<PyTypeObject*>(type.ptr())->tp_name) != "MaskedArray") return false;
  return py::str(type.attr("__module__")).cast<std::string>().starts_with("numpy.ma");
}

bool has_masked_entries(const py::array& array) {
  if (Py_TYPE(array.ptr()) == lookups().array_type) return false;
  const py::handle bases = Py_TYPE(array.ptr())->tp_mro;
  if (std::ranges::none_of(bases, is_masked_class)) return false;
  return py::module_::import("numpy.ma").attr("is_masked")(array).cast<bool>();
}

/// Whether the items of an array are objects or texts, each to be read by itself.
bool holds_objects(const py::array& array) {
  const char kind = array.dtype().kind();
  return kind == 'O' || kind == 'U' || kind == 'T';
}

/// What keeps an array from holding what is wanted; empty if nothing does.
std::string fault_of(const py::array& array, const Items& wanted) {
  const char kind = array.dtype().kind();
  const bool integers = wanted.integers && (kind == 'i' || kind == 'u');
  if (!integers && !holds_objects(array)) {
    return escape(py::str(array.dtype()).cast<std::string>());
  }
  return has_masked_entries(array) ? "masked entries" : "";
}

py::array as_any_array(py::handle object) { return call(lookups().asanyarray, object); }

/// The array without its subclass, whose methods are not to be trusted.
py::array base_of(const py::array& array) { return call(lookups().asarray, array); }

/// Throws what keeps an array from holding what is wanted, if anything does; a missing value with its place.
void require_items(const py::array& array, const char* argument, const Items& wanted) {
  const std::string fault = fault_of(array, wanted);
  if (fault.empty()) return;
  if (array.dtype().kind() == 'f' && array.size() > 0) {
    const py::array base = base_of(array);
    const py::array missing = base.attr("__ne__")(base).attr("ravel")();
    const auto first = missing.attr("argmax")().cast<std::size_t>();
    if (missing.attr("item")(first).cast<bool>()) {
      Shape shape = shape_of(array);
      const bool rows = wanted.read_text && shape.size() > 1;
      const std::size_t n_cards = rows ? static_cast<std::size_t>(shape.back()) : 1;
      if (rows) shape.pop_back();
      refuse_type(argument, wanted, kMissing, name_place(rows ? "row" : "index", shape, first / n_cards));
    }
  }
  refuse_type(argument, wanted, fault);
}

/// Lays nested sequences and arrays out as one array.
class Nest {
 public:
  Nest(py::handle object, const char* argument, const ShapeCheck& check, const Items& wanted)
      : argument_(argument), wanted_(wanted) {
    find_shape(object, 0);
    check(shape_);
    source_ = py::array(texts_ ? py::dtype::of<std::uint8_t>() : py::dtype(py::detail::npy_api::NPY_OBJECT_), shape_);
    collect(object, 0, 0);
    if (size_ != source_.size()) refuse_rows();
  }

  Integers integers() {
    if (texts_) return {source_, source_};
    if (!fault_.empty()) refuse_type(argument_, wanted_, fault_);
    py::array_t<std::int64_t> values(shape_);
    for (py::ssize_t i = 0; i < size_; ++i) {
      const py::handle item = items()[i];
      const py::object integer = to_index(item);
      if (!integer) refuse_type(argument_, wanted_, name_kind(item), place_of(i));
      values.mutable_data()[i] = to_int64(integer).value_or(-1);
      set(i, integer);
      check_signals_();
    }
    return {values, source_};
  }

 private:
  bool may_read(py::handle object) const { return wanted_.read_text && PyUnicode_Check(object.ptr()); }

  bool may_take(py::handle object) const {
    return wanted_.read_text && is_iterable(object) && has_attribute(object, "__len__");
  }

  /// Bounds the nesting, arrays without axes included.
  void check_depth(int depth) const {
    constexpr int kMostLevels = 64;
    if (depth > kMostLevels) throw py::value_error(std::string(argument_) + ": nested too deeply");
  }

  /// Follows the first items.
  void find_shape(py::handle object, int depth) {
    check_depth(depth);
    if (may_read(object)) {
      texts_ = true;
      text_axis_ = shape_.size();
      const auto numbers = wanted_.read_text(object, [this] { return name_place("index", shape_, 0); });
      if (numbers.size() != 1) shape_.push_back(std::ssize(numbers));
    } else if (is_array_like(object)) {
      const py::array array = as_any_array(object);
      require_items(array, argument_, wanted_);
      const Shape inner = shape_of(array);
      shape_.insert(shape_.end(), inner.begin(), inner.end());
      if (holds_objects(array) && array.size() > 0) find_shape(base_of(array).attr("item")(0), depth + 1);
    } else if (is_sequence(object)) {
      shape_.push_back(length_of(object));
      if (shape_.back() == 0) return;
      find_shape(own(in_python([&] { return PySequence_GetItem(object.ptr(), 0); })), depth + 1);
    } else if (may_take(object)) {
      const py::list items = take_items(object, argument_);
      const std::size_t axes = shape_.size() + 1;
      shape_.push_back(std::ssize(items));
      if (items.empty()) return;
      find_shape(items[0], depth + 1);
      if (shape_.size() > axes) refuse_rows_without_order(argument_);
    } else if (!wanted_.integers || !PyIndex_Check(object.ptr()) || is_bool(object)) {
      refuse_type(argument_, wanted_, name_kind(object), place_of(0));
    }
  }

  void collect(py::handle object, std::size_t axis, int depth) {
    check_depth(depth);
    if (texts_ && may_read(object)) {
      collect_text(object, axis);
    } else if (is_array_like(object)) {
      collect_array(as_any_array(object), axis, depth);
    } else if (is_sequence(object)) {
      if (texts_ && axis == text_axis_) refuse_mixture(object);
      if (axis == shape_.size() || length_of(object) != shape_[axis]) refuse_rows();
      collect_items(object, axis, depth);
    } else if (may_take(object)) {
      const py::list items = take_items(object, argument_);
      if (axis + 1 != shape_.size() || std::ssize(items) != shape_[axis]) refuse_rows();
      collect_items(items, axis, depth);
    } else {
      if (texts_) refuse_mixture(object);
      if (axis != shape_.size()) refuse_rows();
      keep(object);
    }
  }

  /// A text is a card where all axes are left behind, and a row on the last.
  void collect_text(py::handle text, std::size_t axis) {
    if (axis > shape_.size() || axis + 1 < shape_.size()) refuse_rows();
    const bool row = axis < shape_.size();
    const py::ssize_t needed = row ? shape_.back() : 1;
    const auto place = [&] {
      return row ? place_of(size_) : name_place("index", shape_, static_cast<std::size_t>(size_));
    };
    const auto numbers = wanted_.read_text(text, place);
    if (std::ssize(numbers) != needed) {
      throw py::value_error(argument_ + (": " + place()) + std::to_string(needed) +
                            (needed == 1 ? " card is" : " cards are") + " needed as in the first text, got " +
                            std::to_string(numbers.size()));
    }
    if (needed > source_.size() - size_) refuse_rows();
    std::ranges::copy(numbers, static_cast<std::uint8_t*>(source_.mutable_data()) + size_);
    size_ += needed;
    check_signals_();
  }

  [[noreturn]] void refuse_mixture(py::handle object) const {
    throw py::type_error(argument_ + (": " + place_of(size_)) + "texts alone are needed where the first is one, got " +
                         name_kind(object));
  }

  void collect_array(const py::array& array, std::size_t axis, int depth) {
    const Shape shape = shape_of(array);
    const bool objects = holds_objects(array);
    if (!objects && texts_) refuse_mixture(array);
    const std::size_t end = axis + shape.size();
    if (objects ? end > shape_.size() : end != shape_.size()) refuse_rows();
    if (!std::ranges::equal(shape, std::span(shape_).subspan(axis, shape.size()))) refuse_rows();
    if (fault_.empty()) fault_ = fault_of(array, wanted_);
    for (const py::handle item : py::list(base_of(array).attr("ravel")().attr("tolist")())) {
      if (objects) {
        collect(item, end, depth + 1);
      } else {
        keep(item);
      }
    }
  }

  /// Reads as many items as the sequence says it has: reading them may run code that changes it, or never ends.
  void collect_items(py::handle sequence, std::size_t axis, int depth) {
    const py::object iterator = own(in_python([&] { return PyObject_GetIter(sequence.ptr()); }));
    for (py::ssize_t i = 0; i <= shape_[axis]; ++i) {
      const auto item = py::reinterpret_steal<py::object>(in_python([&] { return PyIter_Next(iterator.ptr()); }));
      if (!item && PyErr_Occurred() != nullptr) throw py::error_already_set();
      if (!item != (i == shape_[axis])) {
        throw py::value_error(argument_ + (": " + place_of(size_)) +
                              "a sequence with as many items as its length says " + "is needed, got " +
                              (item ? "more" : "fewer"));
      }
      if (item) collect(item, axis + 1, depth + 1);
    }
  }

  void keep(py::handle item) {
    if (size_ == source_.size()) refuse_rows();
    set(size_++, item);
    check_signals_();
  }

  PyObject** items() { return static_cast<PyObject**>(source_.mutable_data()); }

  void set(py::ssize_t i, py::handle item) { Py_XDECREF(std::exchange(items()[i], item.inc_ref().ptr())); }

  std::string place_of(py::ssize_t i) const {
    if (shape_.size() < 2) return "";
    return name_place("row", Shape(shape_.begin(), shape_.end() - 1),
                      static_cast<std::size_t>(i / std::max<py::ssize_t>(1, shape_.back())));
  }

  [[noreturn]] void refuse_rows() const {
    throw py::value_error(argument_ + (": " + place_of(size_)) + "as long a row as the first is needed");
  }

  const char* argument_;
  const Items& wanted_;
  bool texts_ = false;  ///< Whether the first item is a text.
  std::size_t text_axis_ = 0;
  std::string fault_;
  Shape shape_;
  py::array source_;
  py::ssize_t size_ = 0;
  SignalCheck check_signals_;
};

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

}  // namespace

py::object to_index(py::handle object) {
  if (!PyIndex_Check(object.ptr()) || is_bool(object)) return {};
  auto integer = py::reinterpret_steal<py::object>(in_python([&] { return PyNumber_Index(object.ptr()); }));
  if (!integer) {
    if (!PyErr_ExceptionMatches(PyExc_TypeError)) throw py::error_already_set();
    PyErr_Clear();
  }
  return integer;
}

std::optional<std::int64_t> to_int64(py::handle integer) {
  int overflow = 0;
  const long long value = PyLong_AsLongLongAndOverflow(integer.ptr(), &overflow);
  return overflow != 0 ? std::nullopt : std::optional<std::int64_t>(value);
}

Integers read_integers(py::handle object, const char* argument, const ShapeCheck& check, const Items& wanted) {
  if (is_text(object)) refuse_type(argument, wanted, type_name(object));
  if (is_array_like(object)) {
    const py::array array = as_any_array(object);
    require_items(array, argument, wanted);
    if (holds_objects(array)) return Nest(array, argument, check, wanted).integers();
    check(shape_of(array));
    const py::array base = base_of(array);
    return {base, base};
  }
  if (PyIndex_Check(object.ptr()) || is_sequence(object)) return Nest(object, argument, check, wanted).integers();
  if (!wanted.read_text || !is_iterable(object)) refuse_type(argument, wanted, type_name(object));
  const auto check_one = [&](const Shape& shape) {
    if (shape.size() > 1) refuse_rows_without_order(argument);
    check(shape);
  };
  return Nest(take_items(object, argument), argument, check_one, wanted).integers();
}

std::int64_t read_int(py::handle object, const char* argument, const char* needed) {
  const std::string start = std::string(argument) + ": " + needed + " is needed, got ";
  const py::object integer = to_index(object);
  if (!integer) throw py::type_error(start + type_name(object));
  const std::optional<std::int64_t> value = to_int64(integer);
  if (!value) throw py::value_error(start + format_integer(integer));
  return *value;
}

std::int64_t read_between(py::handle object, const char* argument, std::int64_t least, std::int64_t most) {
  const std::string needed = "an int from " + std::to_string(least) + " to " + std::to_string(most);
  const std::int64_t value = read_int(object, argument, needed.c_str());
  if (value < least || value > most) {
    throw py::value_error(std::string(argument) + ": " + needed + " is needed, got " + std::to_string(value));
  }
  return value;
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
  if (values.ndim() != 2 || values.shape(1) != n) {
    const Shape shape = shape_of(values);
    const py::ssize_t rows = n > 0
                                 ? values.size() / n
                                 : std::accumulate(shape.begin(), shape.end() - 1, py::ssize_t{1}, std::multiplies<>());
    values = values.reshape(Shape{rows, n});
  }
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

}  // namespace croupier::python
