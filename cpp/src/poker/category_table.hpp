#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "croupier/poker/order.hpp"

namespace croupier {

/// What category() looks up.
inline constexpr auto kCategoryOfStrength = [] {
  std::array<Category, kStrengths + 1> categories{};
  for (const Category category : kAllCategories) {  // each stronger one over the end of those before
    std::fill_n(categories.begin(), kWeakestStrengths[category] + 1, category);
  }
  return categories;
}();

}  // namespace croupier
