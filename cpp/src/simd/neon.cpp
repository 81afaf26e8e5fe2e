#include "simd/high_tables.hpp"
#include "simd/kernels.hpp"

#if defined(__aarch64__) && defined(__GNUC__)

#include <arm_neon.h>

#include "simd/board_columns.hpp"
#include "simd/hand_kernel.hpp"
#include "simd/high_order.hpp"

namespace croupier::simd {
namespace {

/// Every 64-bit ARM processor.
struct Isa {
  typedef std::uint16_t V __attribute__((vector_size(16)));
  static constexpr std::size_t kLanes = 8;
  static constexpr std::size_t kGroups = 2;
  static constexpr bool kHasWordTables = false;
  static constexpr std::size_t kSlack = 8;

  CROUPIER_INLINE static bool any(V v) { return vmaxvq_u16((uint16x8_t)v) != 0; }

  CROUPIER_INLINE static V popcount(V v) { return (V)vpaddlq_u8(vcntq_u8((uint8x16_t)v)); }

  /// The planes of 16 hands from columns of their cards.
  template <int N>
  CROUPIER_INLINE static bool make_planes(const uint8x16_t* columns, Planes<V>* planes) {
    const uint8x16_t low_bits = {0, 0, 0, 0, 0, 128, 64, 32, 16, 8, 4, 2, 1, 0, 0, 0};
    const uint8x16_t high_bits = {16, 8, 4, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    uint8x16_t low[kSuits] = {}, high[kSuits] = {}, highest = columns[0];
    for (int i = 0; i < N; ++i) {
      highest = vmaxq_u8(highest, columns[i]);
      const uint8x16_t suit_and_rank = vsliq_n_u8(vshrq_n_u8(columns[i], 2), vandq_u8(columns[i], vdupq_n_u8(3)), 4);
      for (int s = 0; s < kSuits; ++s) {
        // An index past 15, as those of all suits but s are, looks up 0.
        const uint8x16_t index = veorq_u8(suit_and_rank, vdupq_n_u8(static_cast<std::uint8_t>(s << 4)));
        low[s] = vorrq_u8(low[s], vqtbl1q_u8(low_bits, index));
        high[s] = vorrq_u8(high[s], vqtbl1q_u8(high_bits, index));
      }
    }
    V suits[kSuits][2];
    for (int s = 0; s < kSuits; ++s) {
      suits[s][0] = (V)vzip1q_u8(low[s], high[s]);
      suits[s][1] = (V)vzip2q_u8(low[s], high[s]);
    }
    for (int group = 0; group < 2; ++group) {
      planes[group] = {suits[0][group], suits[1][group], suits[2][group], suits[3][group]};
    }
    return vmaxvq_u8(highest) >= kPackSize;
  }

  /// Eight rows, 8 or more bytes a row, to pairs of columns.
  template <int N>
  CROUPIER_INLINE static void transpose(const Card* cards, uint8x16_t* pairs) {
    uint16x8_t twos[4];
    uint32x4_t fours[4];
    for (int i = 0; i < 4; ++i) {
      const uint8x8x2_t rows = vzip_u8(vld1_u8(cards + 2 * N * i), vld1_u8(cards + 2 * N * i + N));
      twos[i] = (uint16x8_t)vcombine_u8(rows.val[0], rows.val[1]);
    }
    for (int i = 0; i < 2; ++i) {
      fours[2 * i] = (uint32x4_t)vzip1q_u16(twos[2 * i], twos[2 * i + 1]);
      fours[2 * i + 1] = (uint32x4_t)vzip2q_u16(twos[2 * i], twos[2 * i + 1]);
    }
    for (int i = 0; i < 2; ++i) {
      pairs[2 * i] = (uint8x16_t)vzip1q_u32(fours[i], fours[i + 2]);
      pairs[2 * i + 1] = (uint8x16_t)vzip2q_u32(fours[i], fours[i + 2]);
    }
  }

  template <int N>
  CROUPIER_INLINE static bool load_rows(const Card* cards, Planes<V>* planes) {
    uint8x16_t first[4], last[4], columns[8];
    transpose<N>(cards, first);
    transpose<N>(cards + 8 * N, last);
    for (int i = 0; i < 4; ++i) {
      columns[2 * i] = (uint8x16_t)vzip1q_u64((uint64x2_t)first[i], (uint64x2_t)last[i]);
      columns[2 * i + 1] = (uint8x16_t)vzip2q_u64((uint64x2_t)first[i], (uint64x2_t)last[i]);
    }
    return make_planes<N>(columns, planes);
  }

  template <int N>
  CROUPIER_INLINE static bool load_columns(const Card* cards, std::ptrdiff_t stride, Planes<V>* planes) {
    uint8x16_t columns[N];
    for (int i = 0; i < N; ++i) columns[i] = vld1q_u8(cards + i * stride);
    return make_planes<N>(columns, planes);
  }

  /// The 13 bits of each lane in reverse order.
  CROUPIER_INLINE static V reverse_ranks(uint16x8_t ranks) {
    return (V)vshrq_n_u16((uint16x8_t)vrbitq_u8(vrev16q_u8((uint8x16_t)ranks)), 16 - kRanks);
  }

  CROUPIER_INLINE static bool load_masks(const std::uint64_t* masks, Planes<V>* planes) {
    uint16x8_t seen = vdupq_n_u16(0);
    for (int group = 0; group < 2; ++group) {
      const uint16x8x4_t suits = vld4q_u16(reinterpret_cast<const std::uint16_t*>(masks + 8 * group));
      for (const uint16x8_t& suit : suits.val) seen = vorrq_u16(seen, suit);
      planes[group] = {reverse_ranks(suits.val[0]), reverse_ranks(suits.val[1]), reverse_ranks(suits.val[2]),
                       reverse_ranks(suits.val[3])};
    }
    return vmaxvq_u16(seen) >> kRanks != 0;
  }
};

bool supported() { return true; }

using Kernel = HandKernel<Isa, HighOrder>;

}  // namespace

constinit const Kernels kNeon = {"neon",
                                 supported,
                                 Kernel::rank_rows,
                                 Kernel::rank_columns,
                                 Kernel::rank_masks,
                                 Kernel::rank_planes,
                                 Kernel::rank_players,
                                 deal_boards};

}  // namespace croupier::simd

#endif
