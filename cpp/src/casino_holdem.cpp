#include "croupier/casino_holdem.hpp"

#include <algorithm>
#include <memory>

#include "category_table.hpp"
#include "pair_planes.hpp"

namespace croupier {
namespace {

constexpr Strength kWeakestPairOfAces = kWeakestTwoPair + 220;

constexpr auto kBonusOfStrength = [] {
  auto categories = kCategoryOfStrength;
  for (std::size_t strength = kWeakestPairOfAces + 1; strength <= kStrengths; ++strength) {
    categories[strength] = Category::kHighCard;
  }
  return categories;
}();

Mask mask_of_all(std::span<const Card> cards) {
  Mask mask = 0;
  for (const Card card : cards) mask |= mask_of(card);
  return mask;
}

constexpr Showdown compare(Strength player, Strength dealer, Strength weakest_qualifying) {
  if (dealer > weakest_qualifying) return Showdown::kNotQualified;
  return player == dealer ? Showdown::kTie : player < dealer ? Showdown::kWin : Showdown::kLoss;
}

/// The cards of a round in the order they are dealt: the player's, the flop, turn and river, the dealer's.
constexpr std::size_t kRoundCards = 9;
constexpr auto kDrawCards = BatchedDraw<kRoundCards>::falling(kPackSize);

/// Rounds that a thread takes at a time, and rounds that are dealt at a time.
constexpr std::size_t kBlock = std::size_t{1} << 14;
constexpr std::size_t kStaged = 256;

/// Rounds in columns, one a card.
class Rounds {
 public:
  void deal(const Seed& seed, std::uint64_t first, std::size_t count) {
    std::array<std::uint64_t, kStaged> words;
    fill_words(seed, Domain::kCasinoHoldem, first, std::span(words).first(count));
    std::array<std::array<Card, kStaged>, kRoundCards> draws{};
    for (std::size_t i = 0; i < count; ++i) {
      const auto values = kDrawCards(words[i], seed, Domain::kCasinoHoldem, first + i);
      for (std::size_t card = 0; card < kRoundCards; ++card) draws[card][i] = static_cast<Card>(values[card]);
    }
    // What places_of() does, a column at a time.
    for (std::size_t card = 0; card < kRoundCards; ++card) {
      auto& column = cards_[card];
      column = draws[card];
      for (std::size_t earlier = card; earlier-- > 0;) {
        const auto moved = static_cast<Card>(kPackSize - 1 - earlier);
        for (std::size_t i = 0; i < kStaged; ++i) column[i] = column[i] == draws[earlier][i] ? moved : column[i];
      }
    }
  }

  void count(const CasinoHoldemStrategy& strategy, Strength weakest_qualifying, std::size_t count,
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
  std::array<std::array<Card, kStaged>, kRoundCards> cards_{};
};

}  // namespace

Category bonus_category(const Pair& hole, const Flop& flop) {
  return kBonusOfStrength[rank(mask_of_all(hole) | mask_of_all(flop))];
}

std::size_t casino_holdem_outcome(const CasinoHoldemRound& round, Strength weakest_qualifying) {
  const Category bonus = bonus_category(round.hole, round.flop);
  const Mask board = mask_of_all(round.flop) | mask_of(round.turn) | mask_of(round.river);
  const Strength player = rank(board | mask_of_all(round.hole)), dealer = rank(board | mask_of_all(round.dealer));
  return called_outcome(bonus, category(player), compare(player, dealer, weakest_qualifying));
}

bool casino_holdem_outcomes(std::span<const CasinoHoldemRound> rounds, Strength weakest_qualifying, std::int64_t* out,
                            const Interrupted& interrupted) {
  return for_each_block(
      rounds.size(), kBlock, 1,
      [&](unsigned, std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
          out[i] = static_cast<std::int64_t>(casino_holdem_outcome(rounds[i], weakest_qualifying));
        }
      },
      interrupted);
}

std::optional<CasinoHoldemStrategy::Asymmetry> CasinoHoldemStrategy::asymmetry() const {
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

bool CasinoHoldemStrategy::calls(const Pair& hole, const Flop& flop) const {
  const FlopClasses& classes = FlopClasses::instance();
  const auto [flop_class, renaming] = classes.find(index_of(flop));
  return calls(flop_class, classes.renamed_pairs(renaming)[index_of(hole)]);
}

CasinoHoldemRound deal_casino_holdem(const Seed& seed, std::uint64_t index) {
  std::array<std::uint64_t, 1> word;
  fill_words(seed, Domain::kCasinoHoldem, index, word);
  const auto places = places_of(kPackSize, kDrawCards(word[0], seed, Domain::kCasinoHoldem, index));
  const auto card = [&](std::size_t i) { return static_cast<Card>(places[i]); };
  return {{card(0), card(1)}, {card(2), card(3), card(4)}, card(5), card(6), {card(7), card(8)}};
}

std::vector<std::int64_t> count_casino_holdem(const CasinoHoldemStrategy& strategy, Strength weakest_qualifying,
                                              const Seed& seed, std::uint64_t first, std::uint64_t rounds,
                                              unsigned threads, const Interrupted& interrupted) {
  return count_blocks(
      rounds, kBlock, kCasinoHoldemOutcomes, threads,
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

ShowdownCounts count_showdowns(const Pair& hole, const Flop& flop, Strength weakest_qualifying) {
  static const PairPlanes pairs;
  std::vector<Card> unseen;
  for (Card card = 0; card < kPackSize; ++card) {
    if (std::ranges::count(hole, card) + std::ranges::count(flop, card) == 0) unseen.push_back(card);
  }
  ShowdownCounts counts{};
  std::array<Strength, kPairs + simd::kPlaneBlock> strengths;
  for (const Card river : unseen) {
    for (const Card turn : unseen) {
      if (turn == river) break;
      simd::PlaneMask board = simd::plane_mask_of(turn) | simd::plane_mask_of(river);
      for (const Card card : flop) board |= simd::plane_mask_of(card);
      simd::kernels().rank_planes(pairs.planes(), board, kPairs, strengths.data());
      const Strength player = strengths[index_of(hole)];
      std::int64_t* const of_category = &counts[kShowdowns * static_cast<std::size_t>(category(player))];
      for (const Card high : unseen) {
        if (high == turn || high == river) continue;
        for (const Card low : unseen) {
          if (low == high) break;
          if (low == turn || low == river) continue;
          const Showdown showdown = compare(player, strengths[index_of(Pair{high, low})], weakest_qualifying);
          ++of_category[static_cast<std::size_t>(showdown)];
        }
      }
    }
  }
  return counts;
}

}  // namespace croupier
