#include <string>

#include "arguments.hpp"
#include "bind.hpp"
#include "croupier/card.hpp"

namespace croupier::python {
namespace {

constexpr const char* kParseCardsDoc = R"(parse_cards(text)
--

Read cards from text.

Parameters
----------
text : str
    ``"As Kd Th"`` or ``"AsKdTh"``; either case; ``10h`` is ``Th``; the suits
    also as ♠♥♦♣, with or without a variation selector. Any number of cards;
    a card may stand several times, as in a shoe.

Returns
-------
numpy.ndarray
    Card numbers, uint8, shape ``(n,)``: ``4 * rank + suit``, rank 0 to 12 for
    2 to ace, suit 0 to 3 for clubs, diamonds, hearts, spades.

Raises
------
ValueError
    Where something else stands; the message names it and its index.
TypeError
    If `text` is no str.

Examples
--------
>>> import croupier
>>> croupier.parse_cards("2c As 10♥").tolist()
[0, 51, 34]
)";

constexpr const char* kFormatCardsDoc = R"(format_cards(cards)
--

Write cards as text.

Parameters
----------
cards : int or sequence of int or integer array of one dimension
    Card numbers, 0 to 51.

Returns
-------
str
    Two letters a card, as `parse_cards` reads them.

Raises
------
ValueError
    If a number is no card, or the array has more dimensions than one.
TypeError
    If `cards` holds anything but integers.

Examples
--------
>>> import croupier
>>> croupier.format_cards([51, 47, 34])
'AsKsTh'
)";

py::array_t<Card> parse_cards(py::handle text) {
  if (!PyUnicode_Check(text.ptr())) {
    throw py::type_error(std::string("text: a str is needed, got ") + Py_TYPE(text.ptr())->tp_name);
  }
  return parse_text(text, "text");
}

std::string format_cards(py::handle cards) {
  const Integers numbers = read_cards(cards, "cards");
  if (numbers.values.ndim() > 1) {
    throw py::value_error("cards: one dimension is needed, got " + std::to_string(numbers.values.ndim()));
  }
  const auto values = py::array_t<std::int64_t, py::array::forcecast>::ensure(numbers.values);
  std::string text;
  for (py::ssize_t i = 0; i < values.size(); ++i) {
    const std::int64_t value = numbers.values.ndim() == 0 ? *values.data() : values.at(i);
    if (value < 0 || value >= kPackSize) refuse_card("cards", "", numbers.source.attr("item")(i));
    text += format_card(static_cast<Card>(value));
  }
  return text;
}

}  // namespace

void bind_cards(py::module_& module) {
  module.def("parse_cards", parse_cards, py::arg("text"), kParseCardsDoc);
  module.def("format_cards", format_cards, py::arg("cards"), kFormatCardsDoc);
}

}  // namespace croupier::python
