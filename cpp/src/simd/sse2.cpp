#include "simd/high_tables.hpp"
#include "simd/kernels.hpp"

#if defined(__x86_64__) && defined(__GNUC__)

#include <emmintrin.h>

#include "simd/board_columns.hpp"
#include "simd/hand_kernel.hpp"
#include "simd/high_order.hpp"

namespace croupier::simd {
namespace {

/// The set of each card in planes.
constexpr struct PlaneBits {
  std::uint64_t of_card[64];
} kPlaneBits = [] {
  PlaneBits bits{};
  for (Card card = 0; card < kPackSize; ++card) bits.of_card[card] = PlaneSet::of(card).bits();
  return bits;
}();

/// Every x86-64 processor.
struct Isa {
  typedef std::uint16_t V __attribute__((vector_size(16)));
  static constexpr std::size_t kLanes = 8;
  static constexpr std::size_t kGroups = 4;
  static constexpr bool kHasWordTables = false;
  static constexpr std::size_t kSlack = 0;

  CROUPIER_INLINE static bool any(V v) {
    return _mm_movemask_epi8(_mm_cmpeq_epi8((__m128i)v, _mm_setzero_si128())) != 0xFFFF;
  }

  CROUPIER_INLINE static V popcount(V v) {
    v -= v >> 1 & 0x5555;
    v = (v & 0x3333) + (v >> 2 & 0x3333);
    return ((v + (v >> 4)) & 0x0F0F) * 0x0101 >> 8;
  }

  /// The planes of 8 hands of which each half of a vector holds the four, club to spade.
  CROUPIER_INLINE static Planes<V> transpose(const V* hands) {
    __m128i clubs_diamonds[2], hearts_spades[2];
    for (int i = 0; i < 2; ++i) {
      const __m128i even = _mm_unpacklo_epi16((__m128i)hands[2 * i], (__m128i)hands[2 * i + 1]);
      const __m128i odd = _mm_unpackhi_epi16((__m128i)hands[2 * i], (__m128i)hands[2 * i + 1]);
      clubs_diamonds[i] = _mm_unpacklo_epi16(even, odd);
      hearts_spades[i] = _mm_unpackhi_epi16(even, odd);
    }
    return {(V)_mm_unpacklo_epi64(clubs_diamonds[0], clubs_diamonds[1]),
            (V)_mm_unpackhi_epi64(clubs_diamonds[0], clubs_diamonds[1]),
            (V)_mm_unpacklo_epi64(hearts_spades[0], hearts_spades[1]),
            (V)_mm_unpackhi_epi64(hearts_spades[0], hearts_spades[1])};
  }

  /// Without a byte shuffle, one load a card from a table of masks is the quickest way to planes.
  template <int N>
  CROUPIER_INLINE static bool load_cards(const Card* cards, std::ptrdiff_t row, std::ptrdiff_t column,
                                         Planes<V>* planes) {
    constexpr std::ptrdiff_t kHands = kGroups * kLanes;
    std::uint64_t hands[kHands];
    bool beyond = false;
    for (std::ptrdiff_t i = 0; i < kHands; ++i) {
      hands[i] = 0;
      for (int j = 0; j < N; ++j) {
        const Card card = cards[i * row + j * column];
        beyond |= card >= kPackSize;
        hands[i] |= kPlaneBits.of_card[card & 63];
      }
    }
    for (std::size_t group = 0; group < kGroups; ++group) {
      V pairs[4];
      __builtin_memcpy(pairs, hands + group * kLanes, sizeof pairs);
      planes[group] = transpose(pairs);
    }
    return beyond;
  }

  template <int N>
  CROUPIER_INLINE static bool load_rows(const Card* cards, Planes<V>* planes) {
    return load_cards<N>(cards, N, 1, planes);
  }

  template <int N>
  CROUPIER_INLINE static bool load_columns(const Card* cards, std::ptrdiff_t stride, Planes<V>* planes) {
    return load_cards<N>(cards, 1, stride, planes);
  }

  /// The 13 bits of each lane in reverse order.
  CROUPIER_INLINE static V reverse_ranks(V v) {
    v = (v >> 1 & 0x5555) | (v & 0x5555) << 1;
    v = (v >> 2 & 0x3333) | (v & 0x3333) << 2;
    v = (v >> 4 & 0x0F0F) | (v & 0x0F0F) << 4;
    return (v >> 8 | v << 8) >> (16 - kRanks);
  }

  CROUPIER_INLINE static bool load_masks(const std::uint64_t* masks, Planes<V>* planes) {
    V seen = V{};
    for (std::size_t group = 0; group < kGroups; ++group) {
      V pairs[4];
      __builtin_memcpy(pairs, masks + group * kLanes, sizeof pairs);
      for (V& pair : pairs) {
        seen |= pair;
        pair = reverse_ranks(pair);
      }
      planes[group] = transpose(pairs);
    }
    return any(seen & static_cast<std::uint16_t>(~BySuit::kWhole));
  }
};

bool supported() { return true; }

using Kernel = HandKernel<Isa, HighOrder>;

}  // namespace

constinit const Kernels kSse2 = {"sse2",
                                 supported,
                                 Kernel::rank_rows,
                                 Kernel::rank_columns,
                                 Kernel::rank_masks,
                                 Kernel::rank_planes,
                                 Kernel::rank_players,
                                 deal_boards};

}  // namespace croupier::simd

#endif
