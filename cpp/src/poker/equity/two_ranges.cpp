#include "poker/equity/two_ranges.hpp"

#include <algorithm>

namespace croupier::equity {
namespace {

/// A hand's strength stands above its number.
constexpr int kNumberBits = 11;
static_assert(kPairs <= 1 << kNumberBits);

constexpr std::uint32_t strength_of(std::uint32_t ranked) { return ranked >> kNumberBits; }
constexpr std::size_t number_of(std::uint32_t ranked) { return ranked & ((1u << kNumberBits) - 1); }

constexpr int kLowBits = 7;
constexpr std::uint32_t kLowDigits = 1u << kLowBits;
constexpr std::uint32_t kHighDigits = (kStrengths >> kLowBits) + 1;

/// So few are sorted sooner by comparing them.
constexpr std::size_t kFew = 64;

/// Where each digit's items begin, from how many there are.
template <std::size_t N>
void accumulate(std::array<std::uint16_t, N>& counts) {
  std::uint16_t sum = 0;
  for (std::uint16_t& count : counts) {
    const std::uint16_t begin = sum;
    sum = static_cast<std::uint16_t>(sum + count);
    count = begin;
  }
}

}  // namespace

TwoRanges::TwoRanges(const Range& first, const Range& second) {
  std::array<std::array<std::uint32_t, 2>, kPairs> weights{};
  for (const Range::Hand& hand : first.hands()) weights[hand.pair][0] = hand.weight;
  for (const Range::Hand& hand : second.hands()) weights[hand.pair][1] = hand.weight;
  is_same_ = first.hands() == second.hands();
  for (std::size_t pair = 0; pair < kPairs; ++pair) {
    if (weights[pair][0] == 0 && weights[pair][1] == 0) continue;
    const auto [high, low] = kPairAt[pair];
    planes_.set(hands_.size(), simd::PlaneSet::of(high) | simd::PlaneSet::of(low));
    hands_.push_back({high, low, weights[pair][0], weights[pair][1]});
  }
}

void TwoRanges::rank(CardSet board) {
  simd::kernels().rank_planes(planes_.arrays(), simd::PlaneSet::of_all(board), hands_.size(), strengths_.data());
  n_ranked_ = 0;
  for (std::uint32_t i = 0; i < hands_.size(); ++i) {
    const bool left = ((board.bits() >> hands_[i].high | board.bits() >> hands_[i].low) & 1) == 0;
    ranked_[n_ranked_] = std::uint32_t{strengths_[i]} << kNumberBits | i;
    n_ranked_ += left;
  }
}

void TwoRanges::sort() {
  if (n_ranked_ <= kFew) {
    std::sort(ranked_.begin(), ranked_.begin() + static_cast<std::ptrdiff_t>(n_ranked_));
    return;
  }
  std::array<std::uint16_t, kLowDigits> low{};
  std::array<std::uint16_t, kHighDigits> high{};
  for (std::size_t i = 0; i < n_ranked_; ++i) {
    ++low[strength_of(ranked_[i]) % kLowDigits];
    ++high[strength_of(ranked_[i]) >> kLowBits];
  }
  accumulate(low);
  accumulate(high);
  for (std::size_t i = 0; i < n_ranked_; ++i) by_low_digit_[low[strength_of(ranked_[i]) % kLowDigits]++] = ranked_[i];
  for (std::size_t i = 0; i < n_ranked_; ++i) {
    ranked_[high[strength_of(by_low_digit_[i]) >> kLowBits]++] = by_low_digit_[i];
  }
}

void TwoRanges::add(const SuitClass& board, std::array<Uint128, 4>& counts) {
  rank(CardSet::of_all(board.cards));
  sort();
  const auto [wins, losses, ties] = is_same_ ? play<true>() : play<false>();
  const Uint128 times = board.size;
  counts[1] += times * Uint128(wins);
  counts[2] += times * Uint128(losses);
  counts[3] += times * Uint128(ties);
}

template <bool kSame>
TwoRanges::Outcomes TwoRanges::play() {
  seen_ = 0;
  with_card_.fill(0);
  // At most 1081 * 990 pairs of hands of weights up to 10^6 each: 64 bits hold them.
  std::uint64_t losses = 0, losses_and_ties = 0, all = 0, itself = 0;
  for (std::size_t begin = 0, end = 0; begin < n_ranked_; begin = end) {
    const std::uint32_t strength = strength_of(ranked_[begin]);
    for (; end < n_ranked_ && strength_of(ranked_[end]) == strength; ++end) {
      const Hand& hand = hands_[number_of(ranked_[end])];
      losses += std::uint64_t{hand.first} * disjoint(hand);
    }
    for (std::size_t i = begin; i < end; ++i) {
      const Hand& hand = hands_[number_of(ranked_[i])];
      seen_ += hand.second;
      with_card_[hand.high] += hand.second;
      with_card_[hand.low] += hand.second;
      if constexpr (kSame) itself += std::uint64_t{hand.second} * hand.second;
    }
    if constexpr (kSame) continue;
    for (std::size_t i = begin; i < end; ++i) {
      const Hand& hand = hands_[number_of(ranked_[i])];
      losses_and_ties += std::uint64_t{hand.first} * (disjoint(hand) + hand.second);
    }
  }
  if constexpr (kSame) {
    // A hand shares a card with those of each of its two, itself among both.
    all = std::uint64_t{seen_} * seen_ + itself;
    for (const std::uint32_t weight : with_card_) all -= std::uint64_t{weight} * weight;
    return {losses, losses, all - 2 * losses};
  }
  for (std::size_t i = 0; i < n_ranked_; ++i) {
    const Hand& hand = hands_[number_of(ranked_[i])];
    all += std::uint64_t{hand.first} * (disjoint(hand) + hand.second);
  }
  return {all - losses_and_ties, losses, losses_and_ties - losses};
}

}  // namespace croupier::equity
