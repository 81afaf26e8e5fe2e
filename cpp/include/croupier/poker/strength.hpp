#pragma once

#include <array>
#include <cstdint>

#include "croupier/card.hpp"
#include "croupier/card_set.hpp"
#include "croupier/poker/order.hpp"

namespace croupier {

inline constexpr int kMinHandCards = 5;
inline constexpr int kMaxHandCards = 7;

/// Whether these bits are the mask of 5, 6 or 7 cards.
bool is_hand(std::uint64_t bits);

/// The strength of the best five of the 5, 6 or 7 cards in `hand`.
Strength rank(Mask hand);

/// The five cards that make the hand: first the cards of the category, then the kickers, each from high to low (a
/// wheel is 5-4-3-2-A); among cards of equal rank the highest suits.
std::array<Card, 5> best_five(Mask hand);

}  // namespace croupier
