#pragma once

#include <array>

#include "croupier/hand_rank.hpp"

namespace croupier {

/// category(), looked up.
inline constexpr auto kCategoryOfStrength = [] {
  constexpr std::array kWeakest = {kWeakestRoyalFlush, kWeakestStraightFlush, kWeakestFourOfAKind,  kWeakestFullHouse,
                                   kWeakestFlush,      kWeakestStraight,      kWeakestThreeOfAKind, kWeakestTwoPair,
                                   kWeakestPair,       kWeakestHighCard};
  std::array<Category, kStrengths + 1> categories{};
  std::size_t stronger = 0;
  for (std::size_t strength = 1; strength <= kStrengths; ++strength) {
    if (strength > kWeakest[stronger]) ++stronger;
    categories[strength] = static_cast<Category>(kWeakest.size() - 1 - stronger);
  }
  return categories;
}();

}  // namespace croupier
