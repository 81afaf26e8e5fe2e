#pragma once

#include <string>
#include <vector>

#include "arguments/integers.hpp"
#include "croupier/card.hpp"
#include "croupier/card_set.hpp"
#include "croupier/poker/batch.hpp"

namespace croupier::python {

/// How many cards a row must have, and the words for it.
struct Needed {
  int least;
  int most;
  const char* text;
};

inline constexpr Needed kHandCards = {kMinHandCards, kMaxHandCards, "5, 6 or 7"};

inline std::string no_place() { return ""; }

/// Reads the cards of a str.
std::vector<Card> parse_text(py::handle text, const char* argument, const Place& place = no_place);

/// Reads texts of cards in arrays and sequences: one card each, or a row each.
Integers read_card_texts(py::handle object, const char* argument);

/// Reads cards: text, bytes, integers, and texts in the places of integers.
Integers read_cards(py::handle object, const char* argument, const ShapeCheck& check = any_shape);

/// Reads up to 52 cards, the same ones or not.
std::vector<Card> read_card_list(py::handle object, const char* argument);

/// The hands along the last axis of `cards`.
class Hands {
 public:
  Hands(py::handle cards, const char* argument, const Needed& needed);

  const IntegerArray& rows() const { return rows_; }

  /// The cards as they came.
  const py::array& source() const { return cards_.source; }

  /// The shape without the last axis.
  const Shape& shape() const { return shape_; }

  /// Throws what is wrong with a row, unless `row` is the number of rows.
  void check(std::size_t row) const;

  /// The masks of the rows; throws if a row is no set of cards.
  std::vector<Mask> masks() const;

 private:
  const char* argument_;
  Integers cards_;
  Shape shape_;
  IntegerArray rows_;
};

/// Throws that `integer`, found at `place`, is no card.
[[noreturn]] void refuse_card(const char* argument, const std::string& place, py::handle integer);

}  // namespace croupier::python
