#pragma once

#include <array>

#include "croupier/flop.hpp"
#include "simd/kernels.hpp"

namespace croupier {

/// All pairs of cards, by index, in the planes of the kernels.
class PairPlanes {
 public:
  PairPlanes() {
    for (Card high = 1; high < kPackSize; ++high) {
      for (Card low = 0; low < high; ++low) {
        const simd::PlaneMask pair = simd::plane_mask_of(high) | simd::plane_mask_of(low);
        for (std::size_t suit = 0; suit < kSuits; ++suit) {
          suits_[suit][index_of(Pair{high, low})] = static_cast<std::uint16_t>(pair >> 16 * suit);
        }
      }
    }
  }

  simd::PlaneArrays planes() const { return {suits_[0].data(), suits_[1].data(), suits_[2].data(), suits_[3].data()}; }

 private:
  std::array<std::array<std::uint16_t, kPairs + simd::kPlaneBlock>, kSuits> suits_{};
};

}  // namespace croupier
