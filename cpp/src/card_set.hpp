#pragma once

#include <bit>

#include "croupier/royal_casino.hpp"

namespace croupier::royal_casino {

inline constexpr CardSet kAces = cards_of_value(kHighestValue);
inline constexpr CardSet kSpades = 0x8888'8888'8888'8;
inline constexpr CardSet kWholePack = (CardSet{1} << kPackSize) - 1;
inline constexpr Card kBigCasino = make_card(8, 1);
inline constexpr Card kLittleCasino = make_card(0, 3);

inline Card lowest(CardSet cards) { return static_cast<Card>(std::countr_zero(cards)); }

/// What the highest card of a set captures; 0 if it is empty.
inline int highest_value(CardSet cards) {
  return cards == 0 ? 0 : value_of(static_cast<Card>(std::bit_width(cards) - 1));
}

/// Calls visit(card) for each card of a set, in ascending order.
template <class Visit>
void for_each_card(CardSet cards, Visit visit) {
  for (; cards != 0; cards &= cards - 1) visit(lowest(cards));
}

/// The cards above `card`.
constexpr CardSet above(Card card) { return ~CardSet{0} << card << 1; }

}  // namespace croupier::royal_casino
