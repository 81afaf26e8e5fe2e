#include "simd/high_tables.hpp"
#include "simd/kernels.hpp"

#if defined(__x86_64__) && defined(__GNUC__)

#include <immintrin.h>

#if !defined(__clang__)
// GCC 12 takes the undefined source operand of its own unmasked intrinsics for a mistake.
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512vl,avx512vbmi,avx512bitalg,gfni"))), \
                             apply_to = function)
#else
#pragma GCC target("avx512f,avx512bw,avx512vl,avx512vbmi,avx512bitalg,gfni,prefer-vector-width=512")
#endif

#include "simd/board_columns.hpp"
#include "simd/hand_kernel.hpp"
#include "simd/high_order.hpp"

namespace croupier::simd {
namespace {

struct alignas(64) Bytes {
  std::uint8_t at[64];
};

/// What each card adds to the low or high byte of a suit's plane.
constexpr Bytes plane_bytes(int suit, int byte) {
  Bytes bytes{};
  for (int card = 0; card < kPackSize; ++card) {
    const int bit = kRanks - 1 - (card >> 2) - 8 * byte;
    if ((card & 3) == suit && bit >= 0 && bit < 8) bytes.at[card] = static_cast<std::uint8_t>(1 << bit);
  }
  return bytes;
}

constexpr Bytes kPlaneBytes[kSuits][2] = {{plane_bytes(0, 0), plane_bytes(0, 1)},
                                          {plane_bytes(1, 0), plane_bytes(1, 1)},
                                          {plane_bytes(2, 0), plane_bytes(2, 1)},
                                          {plane_bytes(3, 0), plane_bytes(3, 1)}};

/// Which bytes of 8 + 8 rows make 16 bytes of each of four columns.
template <int N>
constexpr Bytes gather_columns(int first) {
  Bytes bytes{};
  for (int i = 0; i < 64; ++i) {
    const int column = first + i / 16 < N ? first + i / 16 : first;
    bytes.at[i] = static_cast<std::uint8_t>(i % 16 / 8 * 64 + i % 8 * N + column);
  }
  return bytes;
}

/// Which bytes of 8 + 8 masks make 16 planes of each of two suits; the bytes of a plane change places.
constexpr Bytes gather_suits(int first) {
  Bytes bytes{};
  for (int i = 0; i < 64; ++i) {
    const int hand = i / 2 % 16, suit = first + i / 32;
    bytes.at[i] = static_cast<std::uint8_t>(8 * hand + 2 * suit + 1 - i % 2);
  }
  return bytes;
}

/// Ice Lake and Zen 4 on.
struct Isa {
  typedef std::uint16_t V __attribute__((vector_size(64)));
  static constexpr std::size_t kLanes = 32;
  static constexpr std::size_t kGroups = 2;
  static constexpr std::size_t kSlack = 64;

  static constexpr bool kHasWordTables = true;

  template <const auto& kTable>
  CROUPIER_INLINE static V look_up(V index) {
    const __m512i low = _mm512_load_si512(kTable.at);
    if constexpr (sizeof kTable == 64) return (V)_mm512_permutexvar_epi16((__m512i)index, low);
    return (V)_mm512_permutex2var_epi16(low, (__m512i)index, _mm512_load_si512(kTable.at + 32 % (sizeof kTable / 2)));
  }

  CROUPIER_INLINE static V popcount(V v) { return (V)_mm512_popcnt_epi16((__m512i)v); }
  CROUPIER_INLINE static bool any(V v) { return _mm512_test_epi16_mask((__m512i)v, (__m512i)v) != 0; }

  template <int N>
  CROUPIER_INLINE static __m512i plane_byte(const __m512i* columns, const Bytes& bytes) {
    const __m512i table = _mm512_load_si512(&bytes);
    __m512i result = _mm512_permutexvar_epi8(columns[0], table);
    for (int i = 1; i < N; ++i) result = _mm512_or_si512(result, _mm512_permutexvar_epi8(columns[i], table));
    return result;
  }

  /// The planes of 64 hands from columns in which each 16 bytes hold 8 of the first and then 8 of the last 32 hands.
  template <int N>
  CROUPIER_INLINE static bool make_planes(const __m512i* columns, Planes<V>* planes) {
    __m512i highest = columns[0];
    for (int i = 1; i < N; ++i) highest = _mm512_max_epu8(highest, columns[i]);
    V by_suit[kSuits][2];
    for (int suit = 0; suit < kSuits; ++suit) {
      const __m512i low = plane_byte<N>(columns, kPlaneBytes[suit][0]);
      const __m512i high = plane_byte<N>(columns, kPlaneBytes[suit][1]);
      by_suit[suit][0] = (V)_mm512_unpacklo_epi8(low, high);
      by_suit[suit][1] = (V)_mm512_unpackhi_epi8(low, high);
    }
    for (int group = 0; group < 2; ++group) {
      planes[group] = {by_suit[0][group], by_suit[1][group], by_suit[2][group], by_suit[3][group]};
    }
    return _mm512_cmpge_epu8_mask(highest, _mm512_set1_epi8(kPackSize)) != 0;
  }

  CROUPIER_INLINE static void transpose(const __m512i* rows, __m512i* columns) {
    const __m512i even01 = _mm512_shuffle_i64x2(rows[0], rows[1], 0x88);
    const __m512i even23 = _mm512_shuffle_i64x2(rows[2], rows[3], 0x88);
    const __m512i odd01 = _mm512_shuffle_i64x2(rows[0], rows[1], 0xDD);
    const __m512i odd23 = _mm512_shuffle_i64x2(rows[2], rows[3], 0xDD);
    columns[0] = _mm512_shuffle_i64x2(even01, even23, 0x88);
    columns[1] = _mm512_shuffle_i64x2(odd01, odd23, 0x88);
    columns[2] = _mm512_shuffle_i64x2(even01, even23, 0xDD);
    columns[3] = _mm512_shuffle_i64x2(odd01, odd23, 0xDD);
  }

  template <int N>
  CROUPIER_INLINE static bool load_rows(const Card* cards, Planes<V>* planes) {
    static constexpr Bytes kFirst = gather_columns<N>(0), kLast = gather_columns<N>(4);
    const __m512i first = _mm512_load_si512(&kFirst), last = _mm512_load_si512(&kLast);
    __m512i quarter[2][4], columns[8];
    for (int i = 0; i < 4; ++i) {
      const __m512i low = _mm512_loadu_si512(cards + 8 * N * i);
      const __m512i high = _mm512_loadu_si512(cards + 8 * N * (i + 4));
      quarter[0][i] = _mm512_permutex2var_epi8(low, first, high);
      quarter[1][i] = _mm512_permutex2var_epi8(low, last, high);
    }
    transpose(quarter[0], columns);
    transpose(quarter[1], columns + 4);
    return make_planes<N>(columns, planes);
  }

  template <int N>
  CROUPIER_INLINE static bool load_columns(const Card* cards, std::ptrdiff_t stride, Planes<V>* planes) {
    const __m512i order = _mm512_setr_epi64(0, 4, 1, 5, 2, 6, 3, 7);
    __m512i columns[N];
    for (int i = 0; i < N; ++i) {
      columns[i] = _mm512_permutexvar_epi64(order, _mm512_loadu_si512(cards + i * stride));
    }
    return make_planes<N>(columns, planes);
  }

  template <int kWhich>
  CROUPIER_INLINE static V halves(const __m512i* pair) {
    return (V)_mm512_srli_epi16(_mm512_shuffle_i64x2(pair[0], pair[1], kWhich), 16 - kRanks);
  }

  CROUPIER_INLINE static bool load_masks(const std::uint64_t* masks, Planes<V>* planes) {
    static constexpr Bytes kBlackRed = gather_suits(0), kRedBlack = gather_suits(2);
    const __m512i first = _mm512_load_si512(&kBlackRed), last = _mm512_load_si512(&kRedBlack);
    const __m512i reverse_bits = _mm512_set1_epi64(static_cast<long long>(0x8040201008040201));
    __m512i seen = _mm512_setzero_si512();
    for (int group = 0; group < 2; ++group) {
      __m512i hands[4];
      for (int i = 0; i < 4; ++i) {
        const __m512i loaded = _mm512_loadu_si512(masks + 32 * group + 8 * i);
        seen = _mm512_or_si512(seen, loaded);
        hands[i] = _mm512_gf2p8affine_epi64_epi8(loaded, reverse_bits, 0);
      }
      const __m512i clubs_diamonds[2] = {_mm512_permutex2var_epi8(hands[0], first, hands[1]),
                                         _mm512_permutex2var_epi8(hands[2], first, hands[3])};
      const __m512i hearts_spades[2] = {_mm512_permutex2var_epi8(hands[0], last, hands[1]),
                                        _mm512_permutex2var_epi8(hands[2], last, hands[3])};
      planes[group] = {halves<0x44>(clubs_diamonds), halves<0xEE>(clubs_diamonds), halves<0x44>(hearts_spades),
                       halves<0xEE>(hearts_spades)};
    }
    return _mm512_test_epi64_mask(seen, _mm512_set1_epi64(static_cast<long long>(~BySuit::kWhole))) != 0;
  }
};

bool supported() {
  return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
         __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512bitalg") &&
         __builtin_cpu_supports("gfni");
}

using Kernel = HandKernel<Isa, HighOrder>;

}  // namespace

constinit const Kernels kAvx512 = {"avx512",           supported,           Kernel::rank_rows,    Kernel::rank_columns,
                                   Kernel::rank_masks, Kernel::rank_planes, Kernel::rank_players, deal_boards};

}  // namespace croupier::simd

#if defined(__clang__)
#pragma clang attribute pop
#endif

#endif
