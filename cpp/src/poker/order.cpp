#include "croupier/poker/order.hpp"

#include <cassert>

namespace croupier {

Category category(Strength strength) {
  assert(strength >= 1 && strength <= kStrengths);
  Category strongest = Category::kHighCard;
  for (const Category category : kAllCategories) {
    if (strength <= kWeakestStrengths[category]) strongest = category;
  }
  return strongest;
}

}  // namespace croupier
