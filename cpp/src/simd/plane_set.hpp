#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "croupier/card_set.hpp"

namespace croupier::simd {

/// The layout of the kernels: in the 16 bits of each suit bit 0 for the ace to bit 12 for the two.
struct ByPlane {
  static constexpr std::uint64_t kWhole = BySuit::kWhole;
  static constexpr int bit_of(Card card) { return 16 * suit_of(card) + kRanks - 1 - rank_of(card); }
  static constexpr Card card_at(int bit) { return make_card(kRanks - 1 - bit % 16, bit / 16); }
};

using PlaneSet = BasicCardSet<ByPlane>;

/// Sets of cards in planes, one array a suit.
struct PlaneArrays {
  const std::uint16_t* suits[kSuits];
};

/// Arrays of sets, and of their strengths, are read and written in whole multiples of this many.
inline constexpr std::size_t kPlaneBlock = 32;

/// Room for `kSize` sets in planes, and for the rest of their last block.
template <std::size_t kSize>
class PlaneTable {
 public:
  void set(std::size_t i, PlaneSet cards) {
    for (std::size_t suit = 0; suit < kSuits; ++suit) {
      suits_[suit][i] = static_cast<std::uint16_t>(cards.bits() >> 16 * suit);
    }
  }

  PlaneArrays arrays() const { return {suits_[0].data(), suits_[1].data(), suits_[2].data(), suits_[3].data()}; }

 private:
  std::array<std::array<std::uint16_t, kSize + kPlaneBlock>, kSuits> suits_{};
};

}  // namespace croupier::simd
