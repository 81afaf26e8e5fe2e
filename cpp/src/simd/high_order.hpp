// The order in which the royal flush is best: the numbering of Cactus Kev's evaluator. Part of the text that
// hand_kernel.hpp describes.

namespace croupier::simd {
namespace {

template <class Isa>
struct HighOrder : Lanes<Isa> {
  using typename Lanes<Isa>::V;
  using typename Lanes<Isa>::Condition;
  using Lanes<Isa>::best;
  using Lanes<Isa>::either;
  using Lanes<Isa>::splat;
  using Lanes<Isa>::without_best;

  static constexpr int kLowAce = kRanks;

  CROUPIER_INLINE static void finish(const HandShape<Isa>& shape, Strength* out) {
    if constexpr (Isa::kHasWordTables) {
      finish_in_registers(shape, out);
    } else {
      finish_with_loads(shape, out);
    }
  }

  /// Strengths by arithmetic on the leading ranks and a load from kHighTable for the rest.
  CROUPIER_INLINE static void finish_with_loads(const HandShape<Isa>& shape, Strength* out) {
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

    std::uint16_t offsets[Isa::kLanes], keys[Isa::kLanes];
    __builtin_memcpy(offsets, &offset, sizeof offsets);
    __builtin_memcpy(keys, &key, sizeof keys);
    for (std::size_t i = 0; i < Isa::kLanes; ++i) out[i] = static_cast<Strength>(offsets[i] + kHighTable[keys[i]]);
  }

  /// Strengths by permutations of tables that stay in registers.
  CROUPIER_INLINE static void finish_in_registers(const HandShape<Isa>& shape, Strength* out) {
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
};

}  // namespace
}  // namespace croupier::simd
