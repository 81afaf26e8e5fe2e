#include "croupier/casino_holdem/round.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <vector>

#include "casino_holdem/showdown.hpp"
#include "croupier/deal.hpp"
#include "poker/pair_planes.hpp"
#include "simd/kernels.hpp"

namespace croupier::casino_holdem {

Category bonus_category(const Pair& hole, const Flop& flop) {
  return kBonusOfStrength[rank(Mask::of_all(hole) | Mask::of_all(flop))];
}

Round deal(const Seed& seed, std::uint64_t index) {
  std::array<std::uint64_t, 1> word;
  fill_words(seed, Domain::kCasinoHoldem, index, word);
  std::array<Card, kRoundCards> cards;
  std::ranges::copy(places_of(kPackSize, kDrawCards(word[0], seed, Domain::kCasinoHoldem, index)), cards.begin());
  return std::bit_cast<Round>(cards);
}

std::size_t outcome(const Round& round, Strength weakest_qualifying) {
  assert(weakest_qualifying >= 1 && weakest_qualifying <= kStrengths);
  const Category bonus = bonus_category(round.hole, round.flop);
  const Mask board = Mask::of_all(round.flop) | Mask::of(round.turn) | Mask::of(round.river);
  const Strength player = rank(board | Mask::of_all(round.hole)), dealer = rank(board | Mask::of_all(round.dealer));
  return called_outcome(bonus, category(player), compare(player, dealer, weakest_qualifying));
}

ShowdownCounts count_showdowns(const Pair& hole, const Flop& flop, Strength weakest_qualifying) {
  static const PairPlanes pairs;
  const CardSet seen = CardSet::of_all(hole) | CardSet::of_all(flop);
  assert(seen.size() == 5);
  const CardSet unseen = CardSet::whole_pack() - seen;
  ShowdownCounts counts{};
  std::array<Strength, kPairs + simd::kPlaneBlock> strengths;
  for (const Card river : unseen) {
    for (const Card turn : unseen) {
      if (turn == river) break;
      const simd::PlaneSet board = simd::PlaneSet::of_all(flop) | simd::PlaneSet::of(turn) | simd::PlaneSet::of(river);
      simd::kernels().rank_planes(pairs.arrays(), board, kPairs, strengths.data());
      const Strength player = strengths[index_of(hole)];
      ShowdownArray<std::int64_t>& of_category = counts[category(player)];
      const CardSet left = unseen - CardSet::of(turn) - CardSet::of(river);
      for (const Card high : left) {
        for (const Card low : left) {
          if (low == high) break;
          ++of_category[compare(player, strengths[index_of(Pair{high, low})], weakest_qualifying)];
        }
      }
    }
  }
  return counts;
}

}  // namespace croupier::casino_holdem
