#pragma once

#include "croupier/poker/suit_classes.hpp"
#include "simd/plane_set.hpp"

namespace croupier {

/// All pairs of cards, by index, in the planes of the kernels.
class PairPlanes {
 public:
  PairPlanes() {
    for_each_pair([&](Card high, Card low) {
      table_.set(index_of(Pair{high, low}), simd::PlaneSet::of(high) | simd::PlaneSet::of(low));
    });
  }

  simd::PlaneArrays arrays() const { return table_.arrays(); }

 private:
  simd::PlaneTable<kPairs> table_;
};

}  // namespace croupier
