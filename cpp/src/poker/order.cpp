#include "croupier/poker/order.hpp"

#include <cassert>

#include "poker/category_table.hpp"

namespace croupier {

Category category(Strength strength) {
  assert(strength >= 1 && strength <= kStrengths);
  return kCategoryOfStrength[strength];
}

}  // namespace croupier
