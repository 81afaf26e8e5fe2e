// The one text of the vector kernels. A file for an instruction set includes it inside its target region, after
// every other header, and instantiates HandKernel with its primitives. All is internal to that file, and nothing of
// the standard library is instantiated here: no copy compiled for one instruction set can serve another.

namespace croupier::simd {
namespace {

#define CROUPIER_INLINE [[gnu::always_inline]] inline

/// A vector of hands: for each suit the ranks held, bit 0 for the ace to bit 12 for the two.
template <class V>
struct Planes {
  V clubs, diamonds, hearts, spades;
};

/// `Isa` gives:
/// - V, a vector of 16-bit lanes, of which there are kLanes, and kGroups, the vectors of hands that it loads at a time;
/// - popcount(V), the bits set in each lane, and any(V), whether any lane is not 0;
/// - load_rows<N>(cards, planes), load_columns<N>(cards, stride, planes) and load_masks(masks, planes): the planes of
///   kGroups vectors of hands. They return whether a card or mask is out of range. load_rows may read kSlack bytes
///   past the hands; a card that stands twice shows in the count of the planes' bits.
template <class Isa>
struct HandKernel {
  using V = typename Isa::V;
  using Planes = simd::Planes<V>;
  static constexpr std::size_t kLanes = Isa::kLanes;
  static constexpr std::size_t kBlock = Isa::kGroups * kLanes;

  /// kLanes hands ranked but for the last step: the strength is base + kHandTable[key].
  struct Ranked {
    V base, key, n_cards;
  };

  CROUPIER_INLINE static V splat(int value) { return V{} + static_cast<std::uint16_t>(value); }

  template <class Condition>
  CROUPIER_INLINE static V either(Condition condition, V yes, V no) {
    return condition ? yes : no;
  }

  /// `ranks` without bit `gone`, which is one bit or none, those above it one lower.
  CROUPIER_INLINE static V close_gap(V ranks, V gone) {
    const V below = gone - 1;
    return (ranks & below) | ((ranks >> 1) & ~below);
  }

  CROUPIER_INLINE static V has_straight(V ranks) {
    const V with_low_ace = ranks | (ranks & 1) << 13;
    const V two = with_low_ace & with_low_ace >> 1;
    const V four = two & two >> 2;
    return four & with_low_ace >> 4;
  }

  CROUPIER_INLINE static Ranked rank(const Planes& p) {
    const V clubs = Isa::popcount(p.clubs), diamonds = Isa::popcount(p.diamonds);
    const V hearts = Isa::popcount(p.hearts), spades = Isa::popcount(p.spades);
    const V none = V{};
    const V flush = either(clubs > 4, p.clubs, none) | either(diamonds > 4, p.diamonds, none) |
                    either(hearts > 4, p.hearts, none) | either(spades > 4, p.spades, none);

    const V black = p.clubs & p.spades, red = p.diamonds & p.hearts;
    const V any_black = p.clubs | p.spades, any_red = p.diamonds | p.hearts;
    const V once = any_black | any_red;
    const V twice = black | red | (any_black & any_red);
    const V thrice = (black & any_red) | (red & any_black);
    const V four_times = black & red;

    const auto quads = four_times != none;
    const auto trips = thrice != none;
    const V most = either(quads, four_times, either(trips, thrice, twice));
    const V lead = most & -most;
    const V others = twice & ~lead;
    const V second = others & -others;
    const auto more = others != none;
    const auto two_pair = ~trips & more;
    const auto full = trips & ~quads & more;
    const auto paired = most != none;

    // The kickers, as ranks among those that the leading ones leave, and as many as count.
    const V second_closed = either(two_pair, second >> 1, none);
    const V loose = either(full, others, once & ~lead);
    const V closed = close_gap(close_gap(loose, lead) & ~second_closed, second_closed);
    const V but_one = closed & (closed - 1);
    const V but_two = but_one & (but_one - 1);
    const V but_three = but_two & (but_two - 1);
    const auto one_kicker = quads | more;
    const V kickers = closed ^ either(one_kicker, but_one, either(trips, but_two, but_three));

    const auto straight = (has_straight(once) != none) & ~(quads | full);
    const auto flushed = flush != none;
    const V key = either(flushed, flush, either(straight | ~paired, once, kickers));

    // Distances from the two: 12 for an ace.
    const V high = 12 - Isa::popcount(lead - 1);
    const V low = 12 - Isa::popcount(second - 1);
    const V pair_of_pairs = (high * (high - 1) >> 1) + low;
    const V place = either(two_pair, pair_of_pairs, high);
    const V width = either(one_kicker, either(two_pair, splat(11), splat(12)), either(trips, splat(66), splat(220)));
    const V weakest = either(quads, splat(kWeakestFourOfAKind),
                             either(full, splat(kWeakestFullHouse),
                                    either(trips, splat(kWeakestThreeOfAKind),
                                           either(two_pair, splat(kWeakestTwoPair + 1), splat(kWeakestPair)))));
    const V of_ranks = either(straight, splat(kWeakestStraight - kWeakestStraightFlush),
                              either(paired, weakest - width * place, splat(kWeakestHighCard - kWeakestFlush)));
    return {either(flushed, none, of_ranks), key, clubs + diamonds + hearts + spades};
  }

  CROUPIER_INLINE static void finish(const Ranked& ranked, Strength* out) {
    std::uint16_t base[kLanes], key[kLanes];
    __builtin_memcpy(base, &ranked.base, sizeof base);
    __builtin_memcpy(key, &ranked.key, sizeof key);
    for (std::size_t i = 0; i < kLanes; ++i) {
      out[i] = static_cast<Strength>(base[i] + kHandTable[key[i]]);
    }
  }

  /// By which a hand has another number of cards than N, or than 5, 6 or 7 if N is 0: 0 if it has not.
  template <int N>
  CROUPIER_INLINE static V wrong_count(V n_cards) {
    if constexpr (N > 0) return n_cards ^ N;
    return either(n_cards - kMinHandCards > kMaxHandCards - kMinHandCards, ~V{}, V{});
  }

  /// Ranks kBlock hands; returns whether all were valid.
  template <int N>
  CROUPIER_INLINE static bool rank_block(const Planes* planes, Strength* out) {
    V wrong = V{};
    for (std::size_t group = 0; group < Isa::kGroups; ++group) {
      const Ranked ranked = rank(planes[group]);
      wrong |= wrong_count<N>(ranked.n_cards);
      finish(ranked, out + group * kLanes);
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

  CROUPIER_INLINE static bool rank_mask_block(const Mask* masks, Strength* out) {
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

  static std::size_t rank_masks(const Mask* masks, std::size_t count, Strength* out) {
    std::size_t i = 0;
    for (; i + kBlock <= count; i += kBlock) {
      if (!rank_mask_block(masks + i, out + i)) return i + kScalar.rank_masks(masks + i, kBlock, out + i);
    }
    if (i == count) return count;
    const std::size_t rest = count - i;
    Mask padded[kBlock];
    for (std::size_t j = 0; j < kBlock; ++j) padded[j] = j < rest ? masks[i + j] : 0x1F;
    Strength strengths[kBlock];
    if (!rank_mask_block(padded, strengths)) return i + kScalar.rank_masks(masks + i, rest, out + i);
    __builtin_memcpy(out + i, strengths, rest * sizeof(Strength));
    return count;
  }
};

}  // namespace
}  // namespace croupier::simd
