#include "simd/high_tables.hpp"
#include "simd/kernels.hpp"

#if defined(__x86_64__) && defined(__GNUC__)

#include <immintrin.h>

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC target("avx2")
#endif

#include "simd/board_columns.hpp"
#include "simd/hand_kernel.hpp"
#include "simd/high_order.hpp"

namespace croupier::simd {
namespace {

/// Haswell and Zen on.
struct Isa {
  typedef std::uint16_t V __attribute__((vector_size(32)));
  static constexpr std::size_t kLanes = 16;
  static constexpr std::size_t kGroups = 2;
  static constexpr bool kHasWordTables = false;
  static constexpr std::size_t kSlack = 16;

  CROUPIER_INLINE static bool any(V v) { return !_mm256_testz_si256((__m256i)v, (__m256i)v); }

  CROUPIER_INLINE static __m256i look_up(__m128i table, __m256i index) {
    return _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(table), index);
  }

  CROUPIER_INLINE static V popcount(V v) {
    const __m128i bits = _mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
    const __m256i nibble = _mm256_set1_epi8(0x0F);
    const __m256i low = look_up(bits, _mm256_and_si256((__m256i)v, nibble));
    const __m256i high = look_up(bits, _mm256_and_si256((__m256i)(v >> 4), nibble));
    return (V)_mm256_maddubs_epi16(_mm256_add_epi8(low, high), _mm256_set1_epi8(1));
  }

  /// The planes of 32 hands from columns in which each 16 bytes hold 8 of the first and then 8 of the last 16 hands.
  template <int N>
  CROUPIER_INLINE static bool make_planes(const __m256i* columns, Planes<V>* planes) {
    const __m128i low_bits = _mm_setr_epi8(0, 0, 0, 0, 0, -128, 64, 32, 16, 8, 4, 2, 1, 0, 0, 0);
    const __m128i high_bits = _mm_setr_epi8(16, 8, 4, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    __m256i low[kSuits] = {}, high[kSuits] = {}, beyond = _mm256_setzero_si256();
    for (int i = 0; i < N; ++i) {
      beyond = _mm256_or_si256(beyond, _mm256_subs_epu8(columns[i], _mm256_set1_epi8(kPackSize - 1)));
      const __m256i rank = _mm256_and_si256(_mm256_srli_epi16(columns[i], 2), _mm256_set1_epi8(0x0F));
      const __m256i suit = _mm256_and_si256(_mm256_slli_epi16(columns[i], 4), _mm256_set1_epi8(0x30));
      const __m256i suit_and_rank = _mm256_or_si256(suit, rank);
      for (int s = 0; s < kSuits; ++s) {
        // Bit 7 of an index, which makes a byte of 0, is set for all suits but s.
        const __m256i index = _mm256_add_epi8(
            _mm256_xor_si256(suit_and_rank, _mm256_set1_epi8(static_cast<char>(s << 4))), _mm256_set1_epi8(0x70));
        low[s] = _mm256_or_si256(low[s], look_up(low_bits, index));
        high[s] = _mm256_or_si256(high[s], look_up(high_bits, index));
      }
    }
    for (int group = 0; group < 2; ++group) {
      V suits[kSuits];
      for (int s = 0; s < kSuits; ++s) {
        suits[s] = (V)(group == 0 ? _mm256_unpacklo_epi8(low[s], high[s]) : _mm256_unpackhi_epi8(low[s], high[s]));
      }
      planes[group] = {suits[0], suits[1], suits[2], suits[3]};
    }
    return any((V)beyond);
  }

  /// Eight rows in each half, 8 or more bytes a row, to pairs of columns.
  template <int N>
  CROUPIER_INLINE static void transpose(const Card* low, const Card* high, __m256i* pairs) {
    __m256i rows[8], twos[4], fours[4];
    for (int i = 0; i < 8; ++i) {
      const __m128i from_low = _mm_loadu_si128(reinterpret_cast<const __m128i*>(low + N * i));
      const __m128i from_high = _mm_loadu_si128(reinterpret_cast<const __m128i*>(high + N * i));
      rows[i] = _mm256_inserti128_si256(_mm256_castsi128_si256(from_low), from_high, 1);
    }
    for (int i = 0; i < 4; ++i) twos[i] = _mm256_unpacklo_epi8(rows[2 * i], rows[2 * i + 1]);
    for (int i = 0; i < 2; ++i) {
      fours[2 * i] = _mm256_unpacklo_epi16(twos[2 * i], twos[2 * i + 1]);
      fours[2 * i + 1] = _mm256_unpackhi_epi16(twos[2 * i], twos[2 * i + 1]);
    }
    for (int i = 0; i < 2; ++i) {
      pairs[2 * i] = _mm256_unpacklo_epi32(fours[i], fours[i + 2]);
      pairs[2 * i + 1] = _mm256_unpackhi_epi32(fours[i], fours[i + 2]);
    }
  }

  template <int N>
  CROUPIER_INLINE static bool load_rows(const Card* cards, Planes<V>* planes) {
    __m256i first[4], last[4], columns[8];
    transpose<N>(cards, cards + 8 * N, first);
    transpose<N>(cards + 16 * N, cards + 24 * N, last);
    for (int i = 0; i < 4; ++i) {
      columns[2 * i] = _mm256_unpacklo_epi64(first[i], last[i]);
      columns[2 * i + 1] = _mm256_unpackhi_epi64(first[i], last[i]);
    }
    return make_planes<N>(columns, planes);
  }

  template <int N>
  CROUPIER_INLINE static bool load_columns(const Card* cards, std::ptrdiff_t stride, Planes<V>* planes) {
    __m256i columns[N];
    for (int i = 0; i < N; ++i) {
      const __m256i column = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(cards + i * stride));
      columns[i] = _mm256_permute4x64_epi64(column, 0xD8);
    }
    return make_planes<N>(columns, planes);
  }

  /// The 13 bits of each lane in reverse order.
  CROUPIER_INLINE static V reverse_ranks(__m256i ranks) {
    const __m128i reversed = _mm_setr_epi8(0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15);
    const __m256i nibble = _mm256_set1_epi8(0x0F);
    const __m256i swapped = _mm256_shuffle_epi8(
        ranks, _mm256_broadcastsi128_si256(_mm_setr_epi8(1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14)));
    const __m256i low = look_up(reversed, _mm256_and_si256(swapped, nibble));
    const __m256i high = look_up(reversed, _mm256_and_si256(_mm256_srli_epi16(swapped, 4), nibble));
    return (V)_mm256_srli_epi16(_mm256_or_si256(_mm256_slli_epi16(low, 4), high), 16 - kRanks);
  }

  CROUPIER_INLINE static bool load_masks(const std::uint64_t* masks, Planes<V>* planes) {
    __m256i seen = _mm256_setzero_si256();
    for (int group = 0; group < 2; ++group) {
      // Halves hold hands 0 1 | 8 9, 2 3 | 10 11, ... so that the transposed planes come in order.
      __m256i hands[4];
      for (int i = 0; i < 4; ++i) {
        const std::uint64_t* low = masks + 16 * group + 2 * i;
        hands[i] =
            _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_loadu_si128(reinterpret_cast<const __m128i*>(low))),
                                    _mm_loadu_si128(reinterpret_cast<const __m128i*>(low + 8)), 1);
        seen = _mm256_or_si256(seen, hands[i]);
      }
      __m256i clubs_diamonds[2], hearts_spades[2];
      for (int i = 0; i < 2; ++i) {
        const __m256i even = _mm256_unpacklo_epi16(hands[2 * i], hands[2 * i + 1]);
        const __m256i odd = _mm256_unpackhi_epi16(hands[2 * i], hands[2 * i + 1]);
        // Hands 0 2 | 1 3 of each suit so far.
        clubs_diamonds[i] = _mm256_unpacklo_epi16(even, odd);
        hearts_spades[i] = _mm256_unpackhi_epi16(even, odd);
      }
      planes[group] = {reverse_ranks(_mm256_unpacklo_epi64(clubs_diamonds[0], clubs_diamonds[1])),
                       reverse_ranks(_mm256_unpackhi_epi64(clubs_diamonds[0], clubs_diamonds[1])),
                       reverse_ranks(_mm256_unpacklo_epi64(hearts_spades[0], hearts_spades[1])),
                       reverse_ranks(_mm256_unpackhi_epi64(hearts_spades[0], hearts_spades[1]))};
    }
    return !_mm256_testz_si256(seen, _mm256_set1_epi64x(static_cast<long long>(~BySuit::kWhole)));
  }
};

bool supported() { return __builtin_cpu_supports("avx2"); }

using Kernel = HandKernel<Isa, HighOrder>;

}  // namespace

constinit const Kernels kAvx2 = {"avx2",
                                 supported,
                                 Kernel::rank_rows,
                                 Kernel::rank_columns,
                                 Kernel::rank_masks,
                                 Kernel::rank_planes,
                                 Kernel::rank_players,
                                 deal_boards};

}  // namespace croupier::simd

#if defined(__clang__)
#pragma clang attribute pop
#endif

#endif
