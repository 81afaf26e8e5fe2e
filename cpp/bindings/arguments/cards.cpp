#include "arguments/cards.hpp"

#include <algorithm>

#include "arguments/output.hpp"
#include "arguments/unlocked.hpp"

namespace croupier::python {
namespace {

/// The bytes of the characters that stand before the next card, or before a space.
std::size_t unreadable(std::string_view utf8) {
  const auto is_digit = [&](std::size_t i) { return i < utf8.size() && utf8[i] >= '0' && utf8[i] <= '9'; };
  const auto ends = [&](std::size_t i) {
    return (utf8[i] >= '\t' && utf8[i] <= '\r') || utf8[i] == ' ' || CardReader(utf8.substr(i)).next().has_value();
  };
  const auto continues = [&](std::size_t i) { return (utf8[i] & 0xC0) == 0x80; };
  std::size_t size = utf8[0] == '1' && is_digit(1) ? 2 : 1;
  while (size < utf8.size() && (continues(size) || !ends(size))) ++size;
  return size;
}

/// Throws that a text, also given in UTF-8, cannot be read on from a byte of it.
[[noreturn]] void refuse_text(py::handle text, std::string_view utf8, std::size_t offset, const char* argument,
                              const Place& place) {
  constexpr py::ssize_t kMostOfToken = 12, kMostOfText = 40;
  const py::ssize_t index = count_characters(utf8.substr(0, offset));
  const std::string_view token = utf8.substr(offset, unreadable(utf8.substr(offset)));
  throw py::value_error(std::string(argument) + ": " + place() + "cannot read " +
                        quote(text, index, index + count_characters(token), kMostOfToken) + " at index " +
                        std::to_string(index) + " of " + quote(text, 0, PyUnicode_GET_LENGTH(text.ptr()), kMostOfText));
}

/// The cards as they are; but of a column of texts without any, which cannot tell how many cards a hand has, no hands
/// of `n_cards` cards.
py::object give_rows(py::handle cards, int n_cards) {
  auto given = py::reinterpret_borrow<py::object>(cards);
  if (py::isinstance<py::array>(cards) && py::reinterpret_borrow<py::array>(cards).size() != 0) return given;
  if (PyUnicode_Check(cards.ptr()) || PyBytes_Check(cards.ptr()) || !has_attribute(cards, "__array__")) return given;
  const py::ssize_t size = in_python([&] { return PyObject_Size(cards.ptr()); });
  if (size < 0 && !PyErr_ExceptionMatches(PyExc_TypeError)) throw py::error_already_set();
  PyErr_Clear();  // an array without axes has no size
  if (size != 0) return given;
  const py::array column = call(lookups().asarray, cards);
  const char kind = column.dtype().kind();
  if (column.ndim() != 1 || (kind != 'O' && kind != 'U' && kind != 'T')) return given;
  return py::array_t<Card>(Shape{0, n_cards});
}

auto text_reader(const char* argument) {
  return [argument](py::handle text, const Place& place) { return parse_text(text, argument, place); };
}

}  // namespace

std::vector<Card> parse_text(py::handle text, const char* argument, const Place& place) {
  py::object utf8;
  Py_ssize_t size = 0;
  const char* data = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
  if (data == nullptr) {
    if (!PyErr_ExceptionMatches(PyExc_UnicodeEncodeError)) throw py::error_already_set();
    PyErr_Clear();
    utf8 = own(PyUnicode_AsEncodedString(text.ptr(), "utf-8", "surrogatepass"));
    data = PyBytes_AS_STRING(utf8.ptr());
    size = PyBytes_GET_SIZE(utf8.ptr());
  }
  const std::string_view characters(data, static_cast<std::size_t>(size));
  CardReader reader(characters);
  std::vector<Card> cards;
  while (const std::optional<Card> card = reader.next()) cards.push_back(*card);
  if (reader.failed()) refuse_text(text, characters, reader.offset(), argument, place);
  return cards;
}

Integers read_card_texts(py::handle object, const char* argument) {
  return read_integers(object, argument, any_shape, {"texts", false, text_reader(argument)});
}

Integers read_cards(py::handle object, const char* argument, const ShapeCheck& check) {
  if (PyUnicode_Check(object.ptr())) {
    const std::vector<Card> cards = parse_text(object, argument);
    const Shape shape = {std::ssize(cards)};
    check(shape);
    const py::array array = to_array<Card>(shape, cards);
    return {array, array};
  }
  if (PyBytes_Check(object.ptr())) {
    const Shape shape = {PyBytes_GET_SIZE(object.ptr())};
    check(shape);
    const py::array array(py::dtype::of<Card>(), shape, PyBytes_AS_STRING(object.ptr()), object);
    return {array, array};
  }
  return read_integers(object, argument, check, {"integers", true, text_reader(argument)});
}

std::vector<Card> read_card_list(py::handle object, const char* argument) {
  const Integers numbers = read_cards(object, argument, [&](const Shape& shape) {
    if (shape.size() > 1) {
      throw py::value_error(std::string(argument) + ": one dimension is needed, got " + std::to_string(shape.size()));
    }
    if (shape.size() == 1 && shape[0] > kPackSize) {
      throw py::value_error(std::string(argument) + ": at most 52 cards are needed, got " + std::to_string(shape[0]));
    }
  });
  const py::array_t<std::int64_t> values = numbers.plain();
  std::vector<Card> cards;
  for (py::ssize_t i = 0; i < values.size(); ++i) {
    const std::int64_t value = values.data()[i];
    if (value < 0 || value >= kPackSize) refuse_card(argument, "", numbers.item(static_cast<std::size_t>(i)));
    cards.push_back(static_cast<Card>(value));
  }
  return cards;
}

Hands::Hands(py::handle cards, const char* argument, const Needed& needed)
    : argument_(argument),
      cards_(read_cards(give_rows(cards, needed.least), argument,
                        [&](const Shape& shape) {
                          if (!shape.empty() && shape.back() >= needed.least && shape.back() <= needed.most) return;
                          throw py::value_error(std::string(argument) + ": " + needed.text + " cards are needed, got " +
                                                (shape.empty() ? "a single number" : std::to_string(shape.back())));
                        })),
      shape_(shape_of(cards_.values)) {
  const auto n_cards = static_cast<std::size_t>(shape_.back());
  shape_.pop_back();
  rows_ = cards_.rows(n_cards);
}

void Hands::check(std::size_t row) const {
  if (row == rows_.rows) return;
  const std::string place = name_place("row", shape_, row);
  CardSet seen;
  std::string twice;
  for (std::size_t i = row * rows_.columns; i < (row + 1) * rows_.columns; ++i) {
    const py::object item = cards_.item(i);
    const std::int64_t value = to_int64(item).value_or(-1);
    if (value < 0 || value >= kPackSize) refuse_card(argument_, place, item);
    const auto card = static_cast<Card>(value);
    if (seen.contains(card) && twice.empty()) twice = format_card(card);
    seen |= CardSet::of(card);
  }
  throw py::value_error(std::string(argument_) + ": " + place +
                        (twice.empty() ? "changed while it was read" : twice + " stands twice"));
}

std::vector<Mask> Hands::masks() const {
  std::vector<Mask> masks(rows_.rows);
  check(without_lock([&](const Interrupted& interrupted) { return mask_rows(rows_, masks.data(), 1, interrupted); }));
  return masks;
}

void refuse_card(const char* argument, const std::string& place, py::handle integer) {
  throw py::value_error(std::string(argument) + ": " + place + format_integer(integer) +
                        " is not a card number 0 to 51");
}

}  // namespace croupier::python
