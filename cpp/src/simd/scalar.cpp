#include "simd/board_columns.hpp"
#include "simd/kernels.hpp"

namespace croupier::simd {
namespace {

bool supported() { return true; }

std::size_t rank_strided(const Card* cards, std::ptrdiff_t row_stride, std::ptrdiff_t card_stride, int n_cards,
                         std::size_t count, Strength* out) {
  for (std::size_t i = 0; i < count; ++i, cards += row_stride) {
    Mask hand;
    bool valid = true;
    for (int j = 0; j < n_cards; ++j) {
      const Card card = cards[j * card_stride];
      const Mask added = Mask::of(card < kPackSize ? card : 0);
      valid &= card < kPackSize && !hand.intersects(added);
      hand |= added;
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

std::size_t rank_masks(const std::uint64_t* masks, std::size_t count, Strength* out) {
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t mask = masks[i];  // read once: another thread may write there
    if (!is_hand(mask)) return i;
    out[i] = rank(Mask(mask));
  }
  return count;
}

/// The mask of a set in planes: the ranks of each suit in reverse order.
Mask mask_of(std::uint64_t planes) {
  planes = (planes >> 1 & 0x5555'5555'5555'5555) | (planes & 0x5555'5555'5555'5555) << 1;
  planes = (planes >> 2 & 0x3333'3333'3333'3333) | (planes & 0x3333'3333'3333'3333) << 2;
  planes = (planes >> 4 & 0x0F0F'0F0F'0F0F'0F0F) | (planes & 0x0F0F'0F0F'0F0F'0F0F) << 4;
  planes = (planes >> 8 & 0x00FF'00FF'00FF'00FF) | (planes & 0x00FF'00FF'00FF'00FF) << 8;
  return Mask(planes >> (16 - kRanks) & BySuit::kWhole);
}

void rank_planes(const PlaneArrays& sets, PlaneSet common, std::size_t count, Strength* out) {
  for (std::size_t i = 0; i < count; ++i) {
    std::uint64_t planes = common.bits();
    for (int suit = 0; suit < kSuits; ++suit) planes |= std::uint64_t{sets.suits[suit][i]} << 16 * suit;
    out[i] = rank(mask_of(planes));
  }
}

void rank_players(const Card* shared, std::ptrdiff_t stride, int n_shared, std::size_t count, const Player* players,
                  std::size_t n_players) {
  for (std::size_t player = 0; player < n_players; ++player) {
    const auto& [common, hole, out] = players[player];
    for (std::size_t i = 0; i < count; ++i) {
      Mask hand = mask_of(common.bits());
      const auto add = [&](const Card* column) { hand |= Mask::of(column[i]); };
      for (int card = 0; card < n_shared; ++card) add(shared + card * stride);
      for (int card = 0; card < 2 && hole != nullptr; ++card) add(hole + card * stride);
      out[i] = rank(hand);
    }
  }
}

}  // namespace

constinit const Kernels kScalar = {"scalar",   supported,   rank_rows,    rank_columns,
                                   rank_masks, rank_planes, rank_players, deal_boards};

}  // namespace croupier::simd
