#pragma once

#include <algorithm>

#include "croupier/casino_holdem/round.hpp"
#include "poker/category_table.hpp"

namespace croupier::casino_holdem {

inline constexpr Strength kWeakestPairOfAces = kWeakestTwoPair + 220;

/// The bonus category by strength.
inline constexpr auto kBonusOfStrength = [] {
  auto categories = kCategoryOfStrength;
  std::fill(categories.begin() + kWeakestPairOfAces + 1, categories.end(), Category::kHighCard);
  return categories;
}();

constexpr Showdown compare(Strength player, Strength dealer, Strength weakest_qualifying) {
  if (dealer > weakest_qualifying) return Showdown::kNotQualified;
  return player == dealer ? Showdown::kTie : player < dealer ? Showdown::kWin : Showdown::kLoss;
}

/// The draws of a round's cards.
inline constexpr auto kDrawCards = BatchedDraw<kRoundCards>::falling(kPackSize);

}  // namespace croupier::casino_holdem
