#include "simd/kernels.hpp"

namespace croupier::simd {
namespace {

bool supported() { return true; }

std::size_t rank_strided(const Card* cards, std::ptrdiff_t row_stride, std::ptrdiff_t card_stride, int n_cards,
                         std::size_t count, Strength* out) {
  for (std::size_t i = 0; i < count; ++i, cards += row_stride) {
    Mask hand = 0;
    bool valid = true;
    for (int j = 0; j < n_cards; ++j) {
      const Card card = cards[j * card_stride];
      const Mask bit = mask_of(card < kPackSize ? card : 0);
      valid &= card < kPackSize && (hand & bit) == 0;
      hand |= bit;
    }
    if (!valid) return i;
    out[i] = rank(hand);
  }
  return count;
}

std::size_t rank_rows(const Card* cards, int n_cards, std::size_t count, Strength* out) {
  return rank_strided(cards, n_cards, 1, n_cards, count, out);
}

std::size_t rank_columns(const Card* cards, std::ptrdiff_t stride, int n_cards, std::size_t count, Strength* out) {
  return rank_strided(cards, 1, stride, n_cards, count, out);
}

std::size_t rank_masks(const Mask* masks, std::size_t count, Strength* out) {
  for (std::size_t i = 0; i < count; ++i) {
    const Mask mask = masks[i];
    if (!is_hand(mask)) return i;
    out[i] = rank(mask);
  }
  return count;
}

}  // namespace

constinit const Kernels kScalar = {"scalar", supported, rank_rows, rank_columns, rank_masks};

}  // namespace croupier::simd
