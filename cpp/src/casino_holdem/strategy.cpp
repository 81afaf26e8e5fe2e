#include "croupier/casino_holdem/strategy.hpp"

#include <algorithm>
#include <cassert>

#include "casino_holdem/showdown.hpp"
#include "croupier/deal.hpp"
#include "simd/kernels.hpp"

namespace croupier::casino_holdem {
namespace {

/// Rounds that a thread takes at a time, and rounds that are dealt at a time.
constexpr std::size_t kBlock = std::size_t{1} << 14;
constexpr std::size_t kStaged = 256;

/// Rounds in columns, one a card.
class Rounds {
 public:
  void deal(const Seed& seed, std::uint64_t first, std::size_t count) {
    deal_columns(kDrawCards, seed, Domain::kCasinoHoldem, first, count, cards_);
  }

  void count(const Strategy& strategy, Strength weakest_qualifying, std::size_t count,
             std::span<std::int64_t> histogram) const {
    std::array<Strength, kStaged> players, dealers, bonuses;
    const auto rank = [&](std::size_t first_card, int n_cards, std::array<Strength, kStaged>& strengths) {
      simd::kernels().rank_columns(cards_[first_card].data(), kStaged, n_cards, count, strengths.data());
    };
    rank(0, 7, players);
    rank(2, 7, dealers);
    rank(0, 5, bonuses);
    std::array<std::uint32_t, kStaged> flops, pairs;
    for (std::size_t i = 0; i < kStaged; ++i) pairs[i] = index_of(Pair{cards_[0][i], cards_[1][i]});
    for (std::size_t i = 0; i < kStaged; ++i) flops[i] = index_of(Flop{cards_[2][i], cards_[3][i], cards_[4][i]});
    const FlopClasses& classes = FlopClasses::instance();
    for (std::size_t i = 0; i < count; ++i) {
      const auto [flop_class, renaming] = classes.find(flops[i]);
      const bool call = strategy.calls(flop_class, classes.renamed_pairs(renaming)[pairs[i]]);
      const Category bonus = kBonusOfStrength[bonuses[i]];
      const std::size_t called =
          called_outcome(bonus, kCategoryOfStrength[players[i]], compare(players[i], dealers[i], weakest_qualifying));
      ++histogram[call ? called : folded_outcome(bonus)];
    }
  }

 private:
  DealtColumns<Card, kRoundCards, kStaged> cards_{};
};

}  // namespace

bool Strategy::calls(const Pair& hole, const Flop& flop) const {
  const FlopClasses& classes = FlopClasses::instance();
  const auto [flop_class, renaming] = classes.find(index_of(flop));
  return calls(flop_class, classes.renamed_pairs(renaming)[index_of(hole)]);
}

std::optional<Strategy::Asymmetry> Strategy::asymmetry() const {
  const FlopClasses& classes = FlopClasses::instance();
  for (std::size_t flop = 0; flop < kFlopClasses; ++flop) {
    for (const std::size_t renaming : classes[flop].stabiliser) {
      const auto& renamed = classes.renamed_pairs(renaming);
      for (std::size_t pair = 0; pair < kPairs; ++pair) {
        if (calls(flop, pair) != calls(flop, renamed[pair])) return Asymmetry{flop, pair, renamed[pair]};
      }
    }
  }
  return std::nullopt;
}

std::optional<std::vector<std::int64_t>> count(const Strategy& strategy, Strength weakest_qualifying, const Seed& seed,
                                               std::uint64_t first, std::uint64_t rounds, unsigned threads,
                                               const Interrupted& interrupted) {
  assert(weakest_qualifying >= 1 && weakest_qualifying <= kStrengths);
  assert(rounds == 0 || rounds - 1 <= ~first);
  return count_blocks(
      rounds, kBlock, kOutcomes, threads,
      [&](std::size_t begin, std::size_t end, std::span<std::int64_t> histogram) {
        Rounds staged;
        while (begin < end) {
          const std::size_t count = std::min(kStaged, end - begin);
          staged.deal(seed, first + begin, count);
          staged.count(strategy, weakest_qualifying, count, histogram);
          begin += count;
        }
      },
      interrupted);
}

}  // namespace croupier::casino_holdem
