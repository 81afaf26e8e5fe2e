#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <optional>
#include <vector>

#include "croupier/royal_casino/state.hpp"

namespace croupier::royal_casino {

/// The sets of some cards by their sum, aces counting 1; those of one sum in lexicographic order. One object serves
/// many positions, so that it allocates little.
class SetsBySum {
 public:
  /// Finds those with sums up to `highest`, at most 14.
  void find(CardSet cards, int highest);

  std::vector<CardSet>& operator[](int sum) { return sets_[place_of(sum)]; }
  const std::vector<CardSet>& operator[](int sum) const { return sets_[place_of(sum)]; }

  auto begin() { return sets_.begin(); }
  auto end() { return sets_.end(); }

 private:
  static std::size_t place_of(int sum) {
    assert(0 <= sum && sum <= kHighestValue);
    return static_cast<std::size_t>(sum);
  }

  /// Adds the sets that are `chosen`, whose sum is `sum`, and some of `rest`.
  void add(CardSet chosen, int sum, CardSet rest, int highest);

  std::array<std::vector<CardSet>, kHighestValue + 1> sets_;
};

/// The partition of `cards` into sets of this value (a sum, or one card that captures as it) that is the first one in
/// lexicographic order; nothing if there is none.
std::optional<std::vector<CardSet>> first_partition(CardSet cards, int value);

}  // namespace croupier::royal_casino
