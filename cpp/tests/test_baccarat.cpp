#include <gtest/gtest.h>

#include <numeric>

#include "croupier/baccarat.hpp"

namespace croupier {
namespace {

constexpr Seed kSeed = {7, 9};
constexpr ShoeCounts kEightDecks = {128, 32, 32, 32, 32, 32, 32, 32, 32, 32};

bool never() { return false; }

TEST(Baccarat, ExactCountsOfEightDecks) {
  const std::vector<Uint128> ways = exact_baccarat(kEightDecks);
  std::array<Uint128, 3> wins{};
  for (std::size_t i = 0; i < ways.size(); ++i) {
    const BaccaratOutcome& outcome = baccarat_outcomes()[i];
    wins[outcome.player > outcome.banker ? 0 : outcome.player < outcome.banker ? 1 : 2] += ways[i];
  }
  EXPECT_TRUE(wins[0] == 2'230'518'282'592'256);
  EXPECT_TRUE(wins[1] == 2'292'252'566'437'888);
  EXPECT_TRUE(wins[2] == 475'627'426'473'216);
}

TEST(Baccarat, TheLargestShoesFitTheirIntegers) {
  const auto ways_of = [](std::uint64_t size) {
    Uint128 ways = 1;
    for (std::uint64_t i = 0; i < kBaccaratCards; ++i) ways *= size - i;
    return ways;
  };
  EXPECT_LT(ways_of(kMostShoeCardsIn64Bits), Uint128{1} << 63);
  EXPECT_GE(ways_of(kMostShoeCardsIn64Bits + 1), Uint128{1} << 63);
  for (const std::uint64_t size : {kMostShoeCardsIn64Bits, kMostShoeCardsIn64Bits + 1, kMostShoeCards}) {
    ShoeCounts counts;
    counts.fill(size / 10);
    counts[0] += size % 10;
    const std::vector<Uint128> ways = exact_baccarat(counts);
    EXPECT_TRUE(std::accumulate(ways.begin(), ways.end(), Uint128{0}) == ways_of(size));
  }
}

TEST(Baccarat, ManyShoesAreOneShoeEach) {
  const std::vector<ShoeCounts> shoes = {kEightDecks, {6}, {0, 1, 1, 1, 1, 1, 1}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}};
  std::vector<std::int64_t> rows(shoes.size() * baccarat_outcomes().size());
  EXPECT_TRUE(exact_baccarat_shoes(shoes, rows.data(), 2, never));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_TRUE(exact_baccarat(shoes[i / baccarat_outcomes().size()])[i % baccarat_outcomes().size()] ==
                static_cast<Uint128>(rows[i]));
  }
}

TEST(Baccarat, CountsTheRoundsItDeals) {
  for (const ShoeCounts& counts : {kEightDecks, ShoeCounts{1, 1, 1, 1, 1, 1}, ShoeCounts{900, 0, 0, 0, 0, 0, 0, 0, 126},
                                   ShoeCounts{900, 0, 0, 0, 0, 0, 0, 0, 127}, ShoeCounts{0, 0, 0, 0, 0, 5000}}) {
    const Shoe shoe(counts);
    for (const std::uint64_t first : {std::uint64_t{0}, std::uint64_t{3}, std::uint64_t{0} - 20'000}) {
      for (const std::uint64_t rounds : {0ull, 1ull, 255ull, 257ull, 20'000ull}) {
        std::vector<std::int64_t> expected(baccarat_outcomes().size());
        for (std::uint64_t i = 0; i < rounds; ++i) {
          const BaccaratRound round = shoe.deal(kSeed, first + i);
          ++expected[static_cast<std::size_t>(round.outcome)];
        }
        for (const unsigned threads : {1u, 3u}) EXPECT_EQ(shoe.count(kSeed, first, rounds, threads, never), expected);
      }
    }
  }
}

TEST(Baccarat, OutcomesOfDealtHands) {
  const Shoe shoe(kEightDecks);
  for (std::uint64_t i = 0; i < 10'000; ++i) {
    const BaccaratRound round = shoe.deal(kSeed, i);
    const BaccaratOutcome& outcome = baccarat_outcomes()[static_cast<std::size_t>(round.outcome)];
    const auto player = std::span(round.player).first(outcome.player_cards);
    const auto banker = std::span(round.banker).first(outcome.banker_cards);
    EXPECT_EQ(baccarat_outcome(player, banker), round.outcome);
    EXPECT_EQ(baccarat_outcome(player.first(1), banker), std::nullopt);
  }
}

TEST(Baccarat, AShoeIsDealtToItsCutCard) {
  const Shoe shoe({6});
  EXPECT_TRUE(shoe.deal_to_cut(kSeed, 0, 6).empty());
  const Shoe large(kEightDecks);
  const std::vector<BaccaratRound> rounds = large.deal_to_cut(kSeed, 1, 6);
  std::vector<std::int64_t> expected(baccarat_outcomes().size());
  for (const BaccaratRound& round : rounds) ++expected[static_cast<std::size_t>(round.outcome)];
  EXPECT_EQ(large.count_to_cut(kSeed, 1, 1, 6, 2, never), expected);
}

}  // namespace
}  // namespace croupier
