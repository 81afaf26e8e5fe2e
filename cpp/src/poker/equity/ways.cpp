#include "poker/equity/ways.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

namespace croupier::equity {

Ways::Ways(const Range& range) : players_(1) {
  std::vector<std::uint64_t> weights;
  for (const Range::Hand& hand : range.hands()) {
    const Pair& pair = kPairAt[hand.pair];
    held_.push_back(CardSet::of_all(pair));
    cards_.insert(cards_.end(), pair.begin(), pair.end());
    weights.push_back(hand.weight);
  }
  sum_up(weights);
}

std::optional<Ways> Ways::joined_with(const Ways& other) const {
  Ways joined;
  joined.players_ = players_ + other.players_;
  std::vector<std::uint64_t> weights;
  std::uint64_t total = 0;
  const auto weight = [](const Ways& ways, std::size_t way) {
    return ways.ends_[way] - (way == 0 ? 0 : ways.ends_[way - 1]);
  };
  for (std::size_t i = 0; i < size(); ++i) {
    for (std::size_t j = 0; j < other.size(); ++j) {
      if (held_[i].intersects(other.held_[j])) continue;
      const Uint128 product = multiply(weight(*this, i), weight(other, j));
      if (product.high != 0 || product.low > kMostPerWord - total || weights.size() == kMost) return std::nullopt;
      total += product.low;
      weights.push_back(product.low);
      joined.held_.push_back(held_[i] | other.held_[j]);
      std::ranges::copy(cards(i), std::back_inserter(joined.cards_));
      std::ranges::copy(other.cards(j), std::back_inserter(joined.cards_));
    }
  }
  joined.sum_up(weights);
  return joined;
}

void Ways::sum_up(const std::vector<std::uint64_t>& weights) {
  std::uint64_t unit = 0, sum = 0;
  for (const std::uint64_t weight : weights) unit = std::gcd(unit, weight);
  for (const std::uint64_t weight : weights) ends_.push_back(sum += weight / unit);
  // About two parts of the total for each way, so that few ways lie in one.
  shift_ = std::max(0, static_cast<int>(std::bit_width(sum)) - static_cast<int>(std::bit_width(2 * weights.size())));
  std::size_t way = 0;
  for (std::uint64_t part = 0; part <= (sum - 1) >> shift_; ++part) {
    while (ends_[way] <= part << shift_) ++way;
    first_of_.push_back(static_cast<std::uint16_t>(way));
  }
}

Sources::Sources(const Spot& spot) : known(spot.ranges.size()), seen(spot.board | spot.dead) {
  std::vector<Range> left = spot.ranges;
  for (bool settled = false; !settled;) {
    settled = true;
    for (std::size_t player = 0; player < left.size(); ++player) {
      if (known[player]) continue;
      left[player] = left[player].without(seen);
      if (left[player].hands().size() > 1) continue;
      known[player] = kPairAt[left[player].hands()[0].pair];
      seen |= CardSet::of_all(*known[player]);
      settled = false;
    }
  }
  for (std::size_t player = 0; player < left.size(); ++player) {
    if (known[player]) continue;
    Ways own(left[player]);
    auto joined = ways.empty() ? std::nullopt : ways.back().joined_with(own);
    if (joined) {
      ways.back() = *std::move(joined);
    } else {
      ways.push_back(std::move(own));
    }
  }
}

}  // namespace croupier::equity
