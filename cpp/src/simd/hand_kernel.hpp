// The one text of the vector kernels: hand_shape.hpp, this file, and a file for each order of hands. A file for an
// instruction set includes them inside its target region, after every other header, and instantiates HandKernel with
// its primitives and an order. All is internal to that file, and nothing of the standard library is instantiated here:
// no copy compiled for one instruction set can serve another.

#include "simd/hand_shape.hpp"

namespace croupier::simd {
namespace {

/// `Isa` gives:
/// - V, a vector of 16-bit lanes, of which there are kLanes, and kGroups, the vectors of hands that it loads at a time;
/// - popcount(V), the bits set in each lane, and any(V), whether any lane is not 0;
/// - load_rows<N>(cards, planes), load_columns<N>(cards, stride, planes) and load_masks(masks, planes): the planes of
///   kGroups vectors of hands. They return whether a card or mask is out of range. load_rows may read kSlack bytes
///   past the hands; a card that stands twice shows in the count of the planes' bits;
/// - kHasWordTables, and if so look_up<T>(index), a word of each lane from a constant table of 32 or 64.
///
/// `Order` says which hand beats which:
/// - kLowAce, the bit that an ace takes below the other ranks in a straight;
/// - finish(shape, out), which stores the strengths of a vector of hands.
template <class Isa, template <class> class Order>
struct HandKernel {
  using V = typename Isa::V;
  using Planes = simd::Planes<V>;
  using Shape = HandShape<Isa>;
  static constexpr std::size_t kLanes = Isa::kLanes;
  static constexpr std::size_t kBlock = Isa::kGroups * kLanes;

  CROUPIER_INLINE static Shape shape_of(const Planes& planes) {
    return Shape::template of<Order<Isa>::kLowAce>(planes);
  }

  /// Stores the strengths of kLanes hands; returns their numbers of cards.
  CROUPIER_INLINE static V rank(const Planes& planes, Strength* out) {
    const Shape shape = shape_of(planes);
    Order<Isa>::finish(shape, out);
    return shape.n_cards;
  }

  /// By which a hand has another number of cards than N, or than 5, 6 or 7 if N is 0: 0 if it has not.
  template <int N>
  CROUPIER_INLINE static V wrong_count(V n_cards) {
    if constexpr (N > 0) return n_cards ^ N;
    return n_cards - kMinHandCards > kMaxHandCards - kMinHandCards ? ~V{} : V{};
  }

  /// Ranks kBlock hands; returns whether all were valid.
  template <int N>
  CROUPIER_INLINE static bool rank_block(const Planes* planes, Strength* out) {
    V wrong = V{};
    for (std::size_t group = 0; group < Isa::kGroups; ++group) {
      wrong |= wrong_count<N>(rank(planes[group], out + group * kLanes));
    }
    return !Isa::any(wrong);
  }

  template <int N>
  CROUPIER_INLINE static bool rank_row_block(const Card* cards, Strength* out) {
    Planes planes[Isa::kGroups];
    return !Isa::template load_rows<N>(cards, planes) && rank_block<N>(planes, out);
  }

  template <int N>
  CROUPIER_INLINE static bool rank_column_block(const Card* cards, std::ptrdiff_t stride, Strength* out) {
    Planes planes[Isa::kGroups];
    return !Isa::template load_columns<N>(cards, stride, planes) && rank_block<N>(planes, out);
  }

  CROUPIER_INLINE static bool rank_mask_block(const std::uint64_t* masks, Strength* out) {
    Planes planes[Isa::kGroups];
    return !Isa::load_masks(masks, planes) && rank_block<0>(planes, out);
  }

  template <int N>
  static std::size_t rank_n_rows(const Card* cards, std::size_t count, Strength* out) {
    constexpr std::size_t kSlackHands = (Isa::kSlack + N - 1) / N;
    std::size_t i = 0;
    for (; i + kBlock + kSlackHands <= count; i += kBlock) {
      if (!rank_row_block<N>(cards + N * i, out + i)) return i + kScalar.rank_rows(cards + N * i, N, kBlock, out + i);
    }
    while (i < count) {
      const std::size_t rest = count - i < kBlock ? count - i : kBlock;
      Card padded[N * kBlock + Isa::kSlack];
      __builtin_memcpy(padded, cards + N * i, N * rest);
      for (std::size_t j = N * rest; j < N * kBlock; ++j) padded[j] = static_cast<Card>(j % N);
      Strength strengths[kBlock];
      if (!rank_row_block<N>(padded, strengths)) return i + kScalar.rank_rows(cards + N * i, N, rest, out + i);
      __builtin_memcpy(out + i, strengths, rest * sizeof(Strength));
      i += rest;
    }
    return count;
  }

  template <int N>
  static std::size_t rank_n_columns(const Card* cards, std::ptrdiff_t stride, std::size_t count, Strength* out) {
    std::size_t i = 0;
    for (; i + kBlock <= count; i += kBlock) {
      if (!rank_column_block<N>(cards + i, stride, out + i)) {
        return i + kScalar.rank_columns(cards + i, stride, N, kBlock, out + i);
      }
    }
    if (i == count) return count;
    const std::size_t rest = count - i;
    Card padded[N * kBlock];
    for (std::size_t j = 0; j < N; ++j) {
      __builtin_memcpy(padded + kBlock * j, cards + i + static_cast<std::ptrdiff_t>(j) * stride, rest);
      __builtin_memset(padded + kBlock * j + rest, static_cast<int>(j), kBlock - rest);
    }
    Strength strengths[kBlock];
    if (!rank_column_block<N>(padded, kBlock, strengths)) {
      return i + kScalar.rank_columns(cards + i, stride, N, rest, out + i);
    }
    __builtin_memcpy(out + i, strengths, rest * sizeof(Strength));
    return count;
  }

  static std::size_t rank_rows(const Card* cards, int n_cards, std::size_t count, Strength* out) {
    if (n_cards == 5) return rank_n_rows<5>(cards, count, out);
    if (n_cards == 6) return rank_n_rows<6>(cards, count, out);
    return rank_n_rows<7>(cards, count, out);
  }

  static std::size_t rank_columns(const Card* cards, std::ptrdiff_t stride, int n_cards, std::size_t count,
                                  Strength* out) {
    if (n_cards == 5) return rank_n_columns<5>(cards, stride, count, out);
    if (n_cards == 6) return rank_n_columns<6>(cards, stride, count, out);
    return rank_n_columns<7>(cards, stride, count, out);
  }

  static std::size_t rank_masks(const std::uint64_t* masks, std::size_t count, Strength* out) {
    std::size_t i = 0;
    for (; i + kBlock <= count; i += kBlock) {
      if (!rank_mask_block(masks + i, out + i)) return i + kScalar.rank_masks(masks + i, kBlock, out + i);
    }
    if (i == count) return count;
    const std::size_t rest = count - i;
    std::uint64_t padded[kBlock];
    for (std::size_t j = 0; j < kBlock; ++j) padded[j] = j < rest ? masks[i + j] : 0x1F;
    Strength strengths[kBlock];
    if (!rank_mask_block(padded, strengths)) return i + kScalar.rank_masks(masks + i, rest, out + i);
    __builtin_memcpy(out + i, strengths, rest * sizeof(Strength));
    return count;
  }

  CROUPIER_INLINE static V load_suit(const PlaneArrays& sets, int suit, std::size_t i, std::uint64_t common) {
    V ranks;
    __builtin_memcpy(&ranks, sets.suits[suit] + i, sizeof ranks);
    return ranks | Lanes<Isa>::splat(static_cast<std::uint16_t>(common >> 16 * suit));
  }

  static void rank_planes(const PlaneArrays& sets, PlaneSet common, std::size_t count, Strength* out) {
    const auto bits = __builtin_bit_cast(std::uint64_t, common);
    for (std::size_t i = 0; i < count; i += kLanes) {
      rank({load_suit(sets, 0, i, bits), load_suit(sets, 1, i, bits), load_suit(sets, 2, i, bits),
            load_suit(sets, 3, i, bits)},
           out + i);
    }
  }

  CROUPIER_INLINE static V add(V ranks, std::uint64_t common, int suit) {
    return ranks | Lanes<Isa>::splat(static_cast<std::uint16_t>(common >> 16 * suit));
  }

  CROUPIER_INLINE static void rank_group(const Planes& p, PlaneSet common, Strength* out) {
    const auto bits = __builtin_bit_cast(std::uint64_t, common);
    rank({add(p.clubs, bits, 0), add(p.diamonds, bits, 1), add(p.hearts, bits, 2), add(p.spades, bits, 3)}, out);
  }

  template <int N>
  static void rank_n_players(const Card* shared, std::ptrdiff_t stride, std::size_t count, const Player* players,
                             std::size_t n_players) {
    for (std::size_t i = 0; i < count; i += kBlock) {
      Planes board[Isa::kGroups], hole[Isa::kGroups];
      Isa::template load_columns<N>(shared + i, stride, board);
      for (const Player* player = players; player != players + n_players; ++player) {
        Strength* out = player->out + i;
        if (player->hole == nullptr) {
          for (std::size_t g = 0; g < Isa::kGroups; ++g) rank_group(board[g], player->common, out + g * kLanes);
          continue;
        }
        Isa::template load_columns<2>(player->hole + i, stride, hole);
        for (std::size_t g = 0; g < Isa::kGroups; ++g) {
          const Planes both = {board[g].clubs | hole[g].clubs, board[g].diamonds | hole[g].diamonds,
                               board[g].hearts | hole[g].hearts, board[g].spades | hole[g].spades};
          rank_group(both, player->common, out + g * kLanes);
        }
      }
    }
  }

  static void rank_players(const Card* shared, std::ptrdiff_t stride, int n_shared, std::size_t count,
                           const Player* players, std::size_t n_players) {
    if (n_shared == 5) return rank_n_players<5>(shared, stride, count, players, n_players);
    if (n_shared == 2) return rank_n_players<2>(shared, stride, count, players, n_players);
    rank_n_players<1>(shared, stride, count, players, n_players);
  }
};

}  // namespace
}  // namespace croupier::simd
