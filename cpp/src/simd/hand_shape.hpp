// What a vector of hands looks like, whatever order ranks them. Part of the text that hand_kernel.hpp describes.

namespace croupier::simd {
namespace {

#define CROUPIER_INLINE [[gnu::always_inline]] inline

/// A vector of hands: for each suit the ranks held, bit 0 for the ace to bit 12 for the two.
template <class V>
struct Planes {
  V clubs, diamonds, hearts, spades;
};

/// Steps on 16-bit lanes, most of which hold sets of ranks.
template <class Isa>
struct Lanes {
  using V = typename Isa::V;
  using Condition = decltype(V{} == V{});

  CROUPIER_INLINE static V splat(int value) { return V{} + static_cast<std::uint16_t>(value); }
  CROUPIER_INLINE static V either(Condition condition, V yes, V no) { return condition ? yes : no; }

  /// `ranks` without bit `gone`, which is one bit or none, those above it one lower.
  CROUPIER_INLINE static V close_gap(V ranks, V gone) {
    const V below = gone - 1;
    return (ranks & below) | ((ranks >> 1) & ~below);
  }

  /// The place of the best rank: 0 for an ace, 12 for a two.
  CROUPIER_INLINE static V best(V ranks) { return Isa::popcount((ranks - 1) & ~ranks); }

  CROUPIER_INLINE static V without_best(V ranks) { return ranks & (ranks - 1); }
};

/// What decides the class of each hand of a vector.
template <class Isa>
struct HandShape {
  using L = Lanes<Isa>;
  using V = typename L::V;
  using Condition = typename L::Condition;

  Condition flushed, straight, quads, trips, full, two_pair, paired;
  V ranks;  ///< All ranks held; with a flush, those of its suit.
  V straights;
  V lead;     ///< The rank held most often, the best of them; 0 if none is held twice.
  V second;   ///< The second pair; 0 if there is none.
  V kickers;  ///< What else may count, those ranks moved together that the leading ones leave.
  V n_cards;

  /// Bit i is set where ranks i to i + 4 are held; an ace stands at bit `kLowAce` too.
  template <int kLowAce>
  CROUPIER_INLINE static V find_straights(V ranks) {
    const V with_low_ace = ranks | (ranks & 1) << kLowAce;
    const V two = with_low_ace & with_low_ace >> 1;
    const V four = two & two >> 2;
    return four & with_low_ace >> 4;
  }

  template <int kLowAce>
  CROUPIER_INLINE static HandShape of(const Planes<V>& p) {
    const V none = V{};
    const V clubs = Isa::popcount(p.clubs), diamonds = Isa::popcount(p.diamonds);
    const V hearts = Isa::popcount(p.hearts), spades = Isa::popcount(p.spades);
    const V flush = L::either(clubs > 4, p.clubs, none) | L::either(diamonds > 4, p.diamonds, none) |
                    L::either(hearts > 4, p.hearts, none) | L::either(spades > 4, p.spades, none);
    HandShape shape;
    shape.n_cards = clubs + diamonds + hearts + spades;
    shape.flushed = flush != none;

    const V black = p.clubs & p.spades, red = p.diamonds & p.hearts;
    const V any_black = p.clubs | p.spades, any_red = p.diamonds | p.hearts;
    const V twice = L::either(shape.flushed, none, black | red | (any_black & any_red));
    const V thrice = L::either(shape.flushed, none, (black & any_red) | (red & any_black));
    const V four_times = black & red;
    shape.ranks = L::either(shape.flushed, flush, any_black | any_red);
    shape.quads = four_times != none;
    shape.trips = thrice != none;
    shape.paired = twice != none;
    const V most = L::either(shape.quads, four_times, L::either(shape.trips, thrice, twice));
    shape.lead = most & -most;
    const V others = twice & ~shape.lead;
    const Condition more = others != none;
    shape.full = shape.trips & ~shape.quads & more;
    shape.two_pair = ~shape.trips & more;
    shape.second = others & -others;
    shape.straights = find_straights<kLowAce>(shape.ranks);
    shape.straight = (shape.straights != none) & ~(shape.quads | shape.full);

    const V second_closed = L::either(shape.two_pair, shape.second >> 1, none);
    const V loose = L::either(shape.full, others, shape.ranks & ~shape.lead);
    shape.kickers = L::close_gap(L::close_gap(loose, shape.lead) & ~second_closed, second_closed);
    return shape;
  }
};

}  // namespace
}  // namespace croupier::simd
