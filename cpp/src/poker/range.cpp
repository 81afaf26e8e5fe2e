#include "croupier/poker/range.hpp"

#include <algorithm>
#include <cassert>

namespace croupier {

Range::Range(std::span<const std::uint32_t, kPairs> weights) {
  for (std::uint16_t pair = 0; pair < kPairs; ++pair) {
    assert(weights[pair] <= kMostWeight);
    if (weights[pair] > 0) hands_.push_back({pair, weights[pair]});
  }
}

Range Range::without(CardSet cards) const {
  std::vector<Hand> left;
  std::ranges::copy_if(hands_, std::back_inserter(left),
                       [&](const Hand& hand) { return !CardSet::of_all(kPairAt[hand.pair]).intersects(cards); });
  return Range(std::move(left));
}

std::uint64_t Range::total() const {
  std::uint64_t total = 0;
  for (const Hand& hand : hands_) total += hand.weight;
  return total;
}

bool Range::is_stable_under(const Renaming& renaming) const {
  return std::ranges::all_of(hands_, [&](const Hand& hand) {
    const auto [high, low] = kPairAt[hand.pair];
    const std::uint16_t renamed = index_of(Pair{rename(high, renaming), rename(low, renaming)});
    const auto found = std::ranges::lower_bound(hands_, renamed, {}, &Hand::pair);
    return found != hands_.end() && *found == Hand{renamed, hand.weight};
  });
}

}  // namespace croupier
