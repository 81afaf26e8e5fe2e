#include <pybind11/stl.h>

#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "arguments/python.hpp"
#include "royal_casino/hand.hpp"

namespace croupier::python {
namespace {

/// Text as UTF-8, lone surrogates included.
py::bytes encode(py::handle text) {
  constexpr py::ssize_t kLongestText = 1 << 16;
  if (!PyUnicode_Check(text.ptr())) {
    throw py::type_error(std::string("text: a str is needed, got ") + type_name(text));
  }
  if (PyUnicode_GET_LENGTH(text.ptr()) > kLongestText) {
    throw py::value_error("text: at most " + std::to_string(kLongestText) + " characters are needed, got " +
                          std::to_string(PyUnicode_GET_LENGTH(text.ptr())));
  }
  return own(PyUnicode_AsEncodedString(text.ptr(), "utf-8", "surrogatepass"));
}

[[noreturn]] void refuse_text(py::handle text, std::string_view utf8, const rc::TextFault& fault) {
  constexpr py::ssize_t kMostOfToken = 12, kMostOfText = 60;
  const py::ssize_t start = count_characters(utf8.substr(0, fault.offset));
  const py::ssize_t stop = start + count_characters(utf8.substr(fault.offset, fault.size));
  const std::string found =
      start == stop ? "the end" : quote(text, start, stop, kMostOfToken) + " at index " + std::to_string(start);
  throw py::value_error("text: " + fault.needed + " is needed, got " + found + " of " +
                        quote(text, 0, PyUnicode_GET_LENGTH(text.ptr()), kMostOfText));
}

template <auto read>
auto read_text(py::handle text) {
  const py::bytes bytes = encode(text);
  const std::string_view utf8 = bytes;
  auto result = read(utf8);
  if (const auto* fault = std::get_if<rc::TextFault>(&result)) refuse_text(text, utf8, *fault);
  return std::get<0>(std::move(result));
}

py::tuple read_move_text(py::handle text) {
  const rc::MoveText move = read_text<rc::read_move>(text);
  return py::make_tuple(name_of(move.kind), move.card, to_tuples(move.groups), to_tuples(move.builds), move.value);
}

py::tuple read_position_text(py::handle text) {
  const rc::PositionText position = read_text<rc::read_position>(text);
  return py::make_tuple(to_tuples(position.hands), to_tuple(position.table), to_tuples(position.builds),
                        position.to_move, to_tuple(position.stock), to_tuples(position.piles),
                        py::tuple(py::cast(position.sweeps)), py::cast(position.last_capture));
}

}  // namespace

py::tuple to_tuple(const rc::BuildText& build) {
  int sum = 0;
  for (const Card card : build.cards) sum += rc::value_in_sum(card);
  return py::make_tuple(to_tuple(build.cards), build.value, build.owner, sum != build.value);
}

void bind_royal_casino_text(py::module_& module) {
  module.def("royal_casino_read_move", read_move_text, py::arg("text"),
             "royal_casino_read_move(text)\n--\n\nThe parts of a move, as RoyalHand.legal_moves() gives them.");
  module.def("royal_casino_read_position", read_position_text, py::arg("text"),
             "royal_casino_read_position(text)\n--\n\n"
             "Hands, table, builds, seat to move, stock, piles, sweeps and last capture.");
}

}  // namespace croupier::python
