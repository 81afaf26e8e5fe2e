#include <algorithm>

#include "play.hpp"

namespace croupier::royal_casino {
namespace {

/// All cards of a state, the empty set where one stands twice.
CardSet everything(const State& state) {
  CardSet all;
  int n = 0;
  const auto add = [&](CardSet set) {
    all |= set;
    n += set.size();
  };
  add(state.table);
  for (const CardSet hand : state.hands) add(hand);
  for (const CardSet pile : state.piles) add(pile);
  for (const Build& build : state.builds) add(build.cards);
  for (const Card left : state.stock) add(CardSet::of(left));
  return n == kPackSize ? all : CardSet();
}

using RoyalCasinoScoring = RoyalCasinoOf;

TEST_P(RoyalCasinoScoring, KeepsEveryCardAndCountsElevenPoints) {
  play_randomly(
      rules(), 2000,
      [](const State& state, std::span<const Move>) { EXPECT_EQ(everything(state), CardSet::whole_pack()); },
      [&](const State& end) {
        EXPECT_TRUE(end.builds.empty());
        EXPECT_EQ(everything(end), CardSet::whole_pack());
        if (!end.last_capture) return;
        const PerSide<Score> scores = count(rules(), end);
        Score sums;
        for (const Side side : rules().sides()) {
          for (const Item item : Score::keys()) sums[item] += scores[side][item];
        }
        const int ties = (sums[Item::kCards] == 0 ? 3 : 0) + (sums[Item::kSpades] == 0 ? 1 : 0);
        EXPECT_EQ(total(sums), 11 + sums[Item::kSweeps] - ties);
      });
}

INSTANTIATE_TEST_SUITE_P(Players, RoyalCasinoScoring, testing::Values(2, 3, 4));

TEST(RoyalCasino, TheMostIsWhatOneSideHasAlone) {
  EXPECT_EQ(leader(rules_for(3), {2, 5, 4}), Side{1});
  EXPECT_EQ(leader(rules_for(3), {5, 2, 5}), std::nullopt);
  EXPECT_EQ(leader(rules_for(3), {2, 2, 5}), Side{2});
  EXPECT_EQ(leader(rules_for(2), {0, 0}), std::nullopt);
}

TEST(RoyalCasino, CountsMatches) {
  const Score nothing;
  const Score most_cards = {3, 0, 0, 0, 0, 0};
  const Standing start = {{18, 20, 0}, false, {}};
  const Standing won = count_hand(Rules(), start, {most_cards, nothing});
  EXPECT_EQ(won, (Standing{{21, 20, 0}, false, Side{0}}));
  EXPECT_EQ(count_hand(Rules(), start, {nothing, most_cards}), start);
}

TEST(RoyalCasino, ATieAboveTwentyOneLapses) {
  const Score four = {0, 0, 0, 0, 4, 0};
  const Standing tied = count_hand(Rules(), {{17, 17, 0}, false, {}}, {four, four});
  EXPECT_EQ(tied, (Standing{{21, 21, 0}, true, {}}));
  EXPECT_EQ(count_hand(Rules(), tied, {four, Score()}), (Standing{{25, 21, 0}, true, Side{0}}));
}

}  // namespace
}  // namespace croupier::royal_casino
