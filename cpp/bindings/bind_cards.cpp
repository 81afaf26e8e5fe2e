#include <string>

#include "arguments/cards.hpp"
#include "arguments/output.hpp"
#include "bind.hpp"
#include "croupier/card.hpp"
#include "native_function.hpp"

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
cards : int, str, bytes, sequence of int or integer array of one dimension
    Card numbers, 0 to 51; text as `parse_cards` reads it comes out in its
    shortest form.

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

py::object parse_cards(py::handle text) {
  if (!PyUnicode_Check(text.ptr())) {
    throw py::type_error("text: a str is needed, got " + type_name(text));
  }
  return to_array<Card>(parse_text(text, "text"));
}

py::object format_cards(py::handle cards) {
  const Integers numbers = read_cards(cards, "cards", [](const Shape& shape) {
    if (shape.size() > 1) {
      throw py::value_error("cards: one dimension is needed, got " + std::to_string(shape.size()));
    }
  });
  const Shape shape = shape_of(numbers.values);
  const py::array_t<std::int64_t> values = numbers.plain();
  std::string text;
  for (py::ssize_t i = 0; i < values.size(); ++i) {
    const std::int64_t card = values.data()[i];
    if (card < 0 || card >= kPackSize) {
      const auto place = static_cast<std::size_t>(i);
      refuse_card("cards", name_place("index", shape, place), numbers.item(place));
    }
    text += format_card(static_cast<Card>(card));
  }
  return own(PyUnicode_FromStringAndSize(text.data(), std::ssize(text)));
}

constexpr Signature kParseCards = {"parse_cards", 1, 1, {"text"}, {}, kParseCardsDoc};
constexpr Signature kFormatCards = {"format_cards", 1, 1, {"cards"}, {}, kFormatCardsDoc};

}  // namespace

void bind_cards(py::module_& module) {
  define_native<kParseCards, parse_cards>(module);
  define_native<kFormatCards, format_cards>(module);
  module.def(
      "read_cards",
      [](py::handle cards, const std::string& argument) {
        return to_array<Card>(read_card_list(cards, argument.c_str()));
      },
      py::arg("cards"), py::arg("argument"),
      "read_cards(cards, argument)\n--\n\nThe numbers of up to 52 cards, the same ones or not: uint8, shape (n,).");
}

}  // namespace croupier::python
