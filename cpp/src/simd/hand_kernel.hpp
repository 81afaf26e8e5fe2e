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
///   past the hands; a card that stands twice shows in the count of the planes' bits;
/// - kHasWordTables, and if so look_up<T>(index), a word of each lane from a constant table of 32 or 64.
template <class Isa>
struct HandKernel {
  using V = typename Isa::V;
  using Condition = decltype(V{} == V{});
  using Planes = simd::Planes<V>;
  static constexpr std::size_t kLanes = Isa::kLanes;
  static constexpr std::size_t kBlock = Isa::kGroups * kLanes;

  CROUPIER_INLINE static V splat(int value) { return V{} + static_cast<std::uint16_t>(value); }
  CROUPIER_INLINE static V either(Condition condition, V yes, V no) { return condition ? yes : no; }

  /// `ranks` without bit `gone`, which is one bit or none, those above it one lower.
  CROUPIER_INLINE static V close_gap(V ranks, V gone) {
    const V below = gone - 1;
    return (ranks & below) | ((ranks >> 1) & ~below);
  }

  /// Bit i is set where ranks i to i + 4 are held; bit 9 for a wheel.
  CROUPIER_INLINE static V straights(V ranks) {
    const V with_low_ace = ranks | (ranks & 1) << kRanks;
    const V two = with_low_ace & with_low_ace >> 1;
    const V four = two & two >> 2;
    return four & with_low_ace >> 4;
  }

  /// The place of the best rank: 0 for an ace, 12 for a two.
  CROUPIER_INLINE static V best(V ranks) { return Isa::popcount((ranks - 1) & ~ranks); }

  CROUPIER_INLINE static V without_best(V ranks) { return ranks & (ranks - 1); }

  /// What decides the strength of each hand.
  struct Shape {
    Condition flushed, straight, quads, trips, full, two_pair, paired;
    V ranks;  ///< All ranks held; with a flush, those of its suit.
    V straights;
    V lead;     ///< The rank held most often, the best of them; 0 if none is held twice.
    V second;   ///< The second pair; 0 if there is none.
    V kickers;  ///< What else may count, those ranks moved together that the leading ones leave.
    V n_cards;
  };

  CROUPIER_INLINE static Shape shape_of(const Planes& p) {
    const V none = V{};
    const V clubs = Isa::popcount(p.clubs), diamonds = Isa::popcount(p.diamonds);
    const V hearts = Isa::popcount(p.hearts), spades = Isa::popcount(p.spades);
    const V flush = either(clubs > 4, p.clubs, none) | either(diamonds > 4, p.diamonds, none) |
                    either(hearts > 4, p.hearts, none) | either(spades > 4, p.spades, none);
    Shape shape;
    shape.n_cards = clubs + diamonds + hearts + spades;
    shape.flushed = flush != none;

    const V black = p.clubs & p.spades, red = p.diamonds & p.hearts;
    const V any_black = p.clubs | p.spades, any_red = p.diamonds | p.hearts;
    const V twice = either(shape.flushed, none, black | red | (any_black & any_red));
    const V thrice = either(shape.flushed, none, (black & any_red) | (red & any_black));
    const V four_times = black & red;
    shape.ranks = either(shape.flushed, flush, any_black | any_red);
    shape.quads = four_times != none;
    shape.trips = thrice != none;
    shape.paired = twice != none;
    const V most = either(shape.quads, four_times, either(shape.trips, thrice, twice));
    shape.lead = most & -most;
    const V others = twice & ~shape.lead;
    const Condition more = others != none;
    shape.full = shape.trips & ~shape.quads & more;
    shape.two_pair = ~shape.trips & more;
    shape.second = others & -others;
    shape.straights = straights(shape.ranks);
    shape.straight = (shape.straights != none) & ~(shape.quads | shape.full);

    const V second_closed = either(shape.two_pair, shape.second >> 1, none);
    const V loose = either(shape.full, others, shape.ranks & ~shape.lead);
    shape.kickers = close_gap(close_gap(loose, shape.lead) & ~second_closed, second_closed);
    return shape;
  }

  /// Strengths by arithmetic on the leading ranks and a load from kHandTable for the rest.
  CROUPIER_INLINE static void finish_with_loads(const Shape& shape, Strength* out) {
    const Condition one_kicker = shape.quads | shape.full | shape.two_pair;
    const V but_one = without_best(shape.kickers);
    const V but_two = without_best(but_one);
    const V but_three = without_best(but_two);
    const V kickers = shape.kickers ^ either(one_kicker, but_one, either(shape.trips, but_two, but_three));
    const V key = either(shape.straight | ~shape.paired, shape.ranks, kickers);

    // Distances from the two: 12 for an ace.
    const V high = 12 - best(shape.lead);
    const V low = 12 - best(shape.second);
    const V place = either(shape.two_pair, (high * (high - 1) >> 1) + low, high);
    const V width =
        either(one_kicker, either(shape.two_pair, splat(11), splat(12)), either(shape.trips, splat(66), splat(220)));
    const V weakest = either(shape.quads, splat(kWeakestFourOfAKind),
                             either(shape.full, splat(kWeakestFullHouse),
                                    either(shape.trips, splat(kWeakestThreeOfAKind),
                                           either(shape.two_pair, splat(kWeakestTwoPair + 1), splat(kWeakestPair)))));
    const V of_ranks = either(shape.straight, splat(kWeakestStraight - kWeakestStraightFlush),
                              either(shape.paired, weakest - width * place, splat(kWeakestHighCard - kWeakestFlush)));
    const V offset = either(shape.flushed, V{}, of_ranks);

    std::uint16_t offsets[kLanes], keys[kLanes];
    __builtin_memcpy(offsets, &offset, sizeof offsets);
    __builtin_memcpy(keys, &key, sizeof keys);
    for (std::size_t i = 0; i < kLanes; ++i) out[i] = static_cast<Strength>(offsets[i] + kHandTable[keys[i]]);
  }

  /// Strengths by permutations of tables that stay in registers.
  CROUPIER_INLINE static void finish_in_registers(const Shape& shape, Strength* out) {
    const V first = best(shape.kickers);
    const V but_one = without_best(shape.kickers);
    const V second = best(but_one);
    const V but_two = without_best(but_one);
    const V third = best(but_two);
    const V but_five = without_best(without_best(without_best(but_two)));
    const Condition one_kicker = shape.quads | shape.full | shape.two_pair;
    const Condition pair = shape.paired & ~(one_kicker | shape.trips);

    // With one pair 0, with three of a kind 16, with two pair 32, with four of a kind or a full house 48.
    const V type =
        either(one_kicker, either(shape.two_pair, splat(32), splat(48)), either(shape.trips, splat(16), V{}));
    V grouped = Isa::template look_up<kByLead>(best(shape.lead) + type) - Isa::template look_up<kByFirst>(first + type);
    grouped -= either(one_kicker, V{}, Isa::template look_up<kBySecond>(second + type));
    grouped -= either(pair, 11 - third, V{});
    grouped += either(shape.full, splat(kWeakestFullHouse - kWeakestFourOfAKind), V{});
    grouped -= either(shape.two_pair, 11 * (12 - best(shape.second)), V{});

    const V five = shape.ranks ^ but_five;
    const V high = Isa::template look_up<kByHighRanks>(five);
    const V highest = Isa::template look_up<kByHighRanksAndEight>(five);
    const V place = either((five & 64) != V{}, highest, high) + Isa::template look_up<kByLowRanks>(five >> 7);
    const V single = either(shape.flushed, splat(kWeakestFlush), splat(kWeakestHighCard)) - place;

    const V run = best(shape.straights) + either(shape.flushed, splat(1), splat(kWeakestFlush + 1));
    const V strengths = either(shape.straight, run, either(shape.paired, grouped, single));
    __builtin_memcpy(out, &strengths, sizeof strengths);
  }

  /// Stores the strengths of kLanes hands; returns their numbers of cards.
  CROUPIER_INLINE static V rank(const Planes& planes, Strength* out) {
    const Shape shape = shape_of(planes);
    if constexpr (Isa::kHasWordTables) {
      finish_in_registers(shape, out);
    } else {
      finish_with_loads(shape, out);
    }
    return shape.n_cards;
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

  CROUPIER_INLINE static V load_suit(const PlaneArrays& sets, int suit, std::size_t i, PlaneMask common) {
    V ranks;
    __builtin_memcpy(&ranks, sets.suits[suit] + i, sizeof ranks);
    return ranks | splat(static_cast<std::uint16_t>(common >> 16 * suit));
  }

  static void rank_planes(const PlaneArrays& sets, PlaneMask common, std::size_t count, Strength* out) {
    for (std::size_t i = 0; i < count; i += kLanes) {
      rank({load_suit(sets, 0, i, common), load_suit(sets, 1, i, common), load_suit(sets, 2, i, common),
            load_suit(sets, 3, i, common)},
           out + i);
    }
  }
};

}  // namespace
}  // namespace croupier::simd
