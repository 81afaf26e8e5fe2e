#include <gtest/gtest.h>

#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include "croupier/casino_holdem/solution.hpp"
#include "croupier/isa.hpp"

namespace croupier::casino_holdem {
namespace {

constexpr Seed kSeed = {7, 3};
constexpr std::uint64_t kEnd = 0;  // 2^64, where indices end
constexpr Strength kWeakestFours = 5745;

bool never() { return false; }

/// Runs for every instruction set.
class CasinoHoldem : public testing::TestWithParam<std::string_view> {
 protected:
  void SetUp() override { ASSERT_TRUE(use_isa(GetParam())); }
  void TearDown() override { use_isa(available_isas().back()); }
};

INSTANTIATE_TEST_SUITE_P(Isa, CasinoHoldem, testing::ValuesIn(available_isas()),
                         [](const auto& info) { return std::string(info.param); });

Strategy call_some() {
  Strategy strategy;
  for (std::size_t flop = 0; flop < kFlopClasses; ++flop) {
    for (std::size_t pair = flop % 3; pair < kPairs; pair += 2) strategy.call(flop, pair);
  }
  return strategy;
}

TEST_P(CasinoHoldem, CountsTheRoundsItDeals) {
  const Strategy strategy = call_some();
  for (const std::uint64_t first : {std::uint64_t{0}, std::uint64_t{5}, kEnd - 20'000}) {
    for (const std::uint64_t rounds : {0ull, 1ull, 3ull, 4ull, 255ull, 256ull, 257ull, 20'000ull}) {
      std::vector<std::int64_t> expected(kOutcomes);
      for (std::uint64_t i = 0; i < rounds; ++i) {
        const Round round = deal(kSeed, first + i);
        const std::size_t called = outcome(round, kWeakestFours);
        const bool call = strategy.calls(round.hole, round.flop);
        ++expected[call ? called : folded_outcome(bonus_category(round.hole, round.flop))];
      }
      for (const unsigned threads : {1u, 3u}) {
        EXPECT_EQ(count(strategy, kWeakestFours, kSeed, first, rounds, threads, never), expected);
      }
    }
  }
}

TEST_P(CasinoHoldem, PlaysAStateOut) {
  const Pair hole = {24, 19};
  const Flop flop = {50, 0, 44};
  ShowdownCounts expected{};
  const Mask unseen = Mask::whole_pack() - Mask::of_all(hole) - Mask::of_all(flop);
  for (const Card turn : unseen) {
    for (const Card river : unseen) {
      if (river >= turn) continue;
      const Mask board = Mask::of_all(flop) | Mask::of(turn) | Mask::of(river);
      const Strength player = rank(board | Mask::of_all(hole));
      for (const Card first : unseen) {
        for (const Card second : unseen) {
          const Mask pair = Mask::of(first) | Mask::of(second);
          if (second >= first || board.intersects(pair)) continue;
          const Strength dealer = rank(board | pair);
          const Showdown showdown = dealer > kWeakestFours ? Showdown::kNotQualified
                                    : dealer == player     ? Showdown::kTie
                                    : dealer > player      ? Showdown::kWin
                                                           : Showdown::kLoss;
          ++expected[category(player)][showdown];
        }
      }
    }
  }
  std::int64_t deals = 0;
  for (const auto& of_category : expected) deals = std::accumulate(of_category.begin(), of_category.end(), deals);
  EXPECT_EQ(deals, kDealsOfCall);
  EXPECT_EQ(count_showdowns(hole, flop, kWeakestFours), expected);
}

TEST(CasinoHoldemStrategy, FindsAsymmetry) {
  EXPECT_FALSE(Strategy().asymmetry());
  EXPECT_TRUE(call_some().asymmetry());
}

TEST(CasinoHoldemSolution, CanBeInterrupted) {
  int asked = 0;
  EXPECT_FALSE(Solution::solve(kWeakestFours, 2, [&] { return ++asked > 2; }));
  EXPECT_EQ(asked, 3);
}

TEST(CasinoHoldemRounds, WhatIsInterruptedIsNoResult) {
  const auto at_once = [] { return true; };
  EXPECT_EQ(count(Strategy(), kWeakestFours, kSeed, 0, 10, 1, at_once), std::nullopt);
}

}  // namespace
}  // namespace croupier::casino_holdem
