#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>

#include "arguments/cards.hpp"
#include "arguments/output.hpp"
#include "arguments/unlocked.hpp"
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
text : str, or array_like of str
    ``"As Kd Th"`` or ``"AsKdTh"``; either case; ``10h`` is ``Th``; the suits
    also as ♠♥♦♣, with or without a variation selector. Any number of cards;
    a card may stand several times, as in a shoe. Or a sequence, array or column
    of texts: of one card each, or of a hand each, all of one length.

Returns
-------
numpy.ndarray
    Card numbers, uint8: ``4 * rank + suit``, rank 0 to 12 for 2 to ace, suit 0
    to 3 for clubs, diamonds, hearts, spades. Shape ``(n,)`` for a text; for
    texts their shape, and if they hold other than one card each, ``n`` after it.

Raises
------
ValueError
    Where something else stands; the message names it, its index and for several
    texts the first such row. Also if texts hold different numbers of cards.
TypeError
    If `text` holds anything but str.

Examples
--------
>>> import croupier
>>> croupier.parse_cards("2c As 10♥").tolist()
[0, 51, 34]
>>> croupier.parse_cards(["As Kd", "7c2h"]).tolist()
[[51, 45], [20, 2]]
)";

constexpr const char* kFormatCardsDoc = R"(format_cards(cards)
--

Write cards as text.

Parameters
----------
cards : int, str, bytes, or array_like of int or str
    Card numbers, 0 to 51, those of a text along the last axis: shape
    ``(..., n)``. Text as `parse_cards` reads it comes out in its shortest form.

Returns
-------
str or numpy.ndarray
    Two letters a card, as `parse_cards` reads them: a str for cards of one
    dimension, for others an array of str of shape ``(...)``.

Raises
------
ValueError
    If a number is no card, with the first such row.
TypeError
    If `cards` holds anything but text or integers.

Examples
--------
>>> import croupier
>>> croupier.format_cards([51, 47, 34])
'AsKsTh'
>>> croupier.format_cards([[51, 47], [20, 2]]).tolist()
['AsKs', '7c2h']
)";

py::object parse_cards(py::handle text) {
  if (PyUnicode_Check(text.ptr())) return to_array<Card>(parse_text(text, "text"));
  return py::array_t<Card>(read_card_texts(text, "text").values);
}

/// Writes two letters a card; gives the first place of what is no card, or the number of cards.
std::optional<std::size_t> write_letters(std::span<const std::int64_t> cards, char32_t* to,
                                         const Interrupted& interrupted) {
  static const auto letters = [] {
    std::array<std::string, kPackSize> texts;
    for (Card card = 0; card < kPackSize; ++card) texts[card] = format_card(card);
    return texts;
  }();
  constexpr std::size_t kBlock = std::size_t{1} << 16;
  for (std::size_t i = 0; i < cards.size(); ++i) {
    if (i % kBlock == 0 && interrupted()) return std::nullopt;
    const std::int64_t card = cards[i];
    if (card < 0 || card >= kPackSize) return i;
    to = std::ranges::copy(letters[static_cast<std::size_t>(card)], to).out;
  }
  return cards.size();
}

py::object format_cards(py::handle cards) {
  const Integers numbers = read_cards(cards, "cards");
  Shape shape = shape_of(numbers.values);
  const Shape all = shape;
  const bool one = all.size() < 2;
  const py::ssize_t n_cards = all.empty() ? 1 : all.back();
  if (!all.empty()) shape.pop_back();
  const py::array_t<std::int64_t> values = numbers.plain();
  const std::span<const std::int64_t> plain(values.data(), static_cast<std::size_t>(values.size()));
  std::u32string text(one ? 2 * plain.size() : 0, U'\0');
  py::array texts;
  if (!one) {
    texts = py::array(py::dtype("U" + std::to_string(std::max<py::ssize_t>(1, 2 * n_cards))), shape);
    if (n_cards == 0) std::fill_n(static_cast<char32_t*>(texts.mutable_data()), texts.size(), U'\0');
  }
  char32_t* const letters = one ? text.data() : static_cast<char32_t*>(texts.mutable_data());
  const auto write = [&](const Interrupted& interrupted) { return write_letters(plain, letters, interrupted); };
  const std::size_t first_bad = one && plain.size() <= kPackSize ? *write([] { return false; }) : without_lock(write);
  if (first_bad < plain.size()) {
    const std::string place = one ? name_place("index", all, first_bad)
                                  : name_place("row", shape, first_bad / static_cast<std::size_t>(n_cards));
    refuse_card("cards", place, numbers.item(first_bad));
  }
  if (!one) return texts;
  return own(PyUnicode_FromKindAndData(PyUnicode_4BYTE_KIND, text.data(), std::ssize(text)));
}

constexpr Signature kParseCards = {"parse_cards", 1, 1, {"text"}, {}, kParseCardsDoc};
constexpr Signature kFormatCards = {"format_cards", 1, 1, {"cards"}, {}, kFormatCardsDoc, kJoinPieces};

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
