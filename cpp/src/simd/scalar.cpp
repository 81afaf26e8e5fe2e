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

/// The ranks of each suit in reverse order.
Mask reverse_ranks(PlaneMask set) {
  set = (set >> 1 & 0x5555'5555'5555'5555) | (set & 0x5555'5555'5555'5555) << 1;
  set = (set >> 2 & 0x3333'3333'3333'3333) | (set & 0x3333'3333'3333'3333) << 2;
  set = (set >> 4 & 0x0F0F'0F0F'0F0F'0F0F) | (set & 0x0F0F'0F0F'0F0F'0F0F) << 4;
  set = (set >> 8 & 0x00FF'00FF'00FF'00FF) | (set & 0x00FF'00FF'00FF'00FF) << 8;
  return set >> (16 - kRanks) & kPack;
}

void rank_planes(const PlaneArrays& sets, PlaneMask common, std::size_t count, Strength* out) {
  for (std::size_t i = 0; i < count; ++i) {
    PlaneMask set = common;
    for (int suit = 0; suit < kSuits; ++suit) set |= PlaneMask{sets.suits[suit][i]} << 16 * suit;
    out[i] = rank(reverse_ranks(set));
  }
}

}  // namespace

constinit const Kernels kScalar = {"scalar", supported, rank_rows, rank_columns, rank_masks, rank_planes};

}  // namespace croupier::simd
