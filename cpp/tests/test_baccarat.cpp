#include <gtest/gtest.h>

#include "croupier/baccarat.hpp"

namespace croupier::baccarat {
namespace {

constexpr Seed kSeed = {7, 9};
constexpr ShoeCounts kEightDecks = {128, 32, 32, 32, 32, 32, 32, 32, 32, 32};

bool never() { return false; }
bool at_once() { return true; }

Uint128 sum_of(std::span<const Uint128> terms) {
  Uint128 sum;
  for (const Uint128& term : terms) sum += term;
  return sum;
}

TEST(Baccarat, ExactCountsOfEightDecks) {
  const std::vector<Uint128> ways = exact(kEightDecks);
  std::array<Uint128, 3> wins{};
  for (std::size_t i = 0; i < ways.size(); ++i) {
    const Outcome& outcome = outcomes()[i];
    wins[outcome.player > outcome.banker ? 0 : outcome.player < outcome.banker ? 1 : 2] += ways[i];
  }
  EXPECT_TRUE(wins[0] == 2'230'518'282'592'256);
  EXPECT_TRUE(wins[1] == 2'292'252'566'437'888);
  EXPECT_TRUE(wins[2] == 475'627'426'473'216);
}

TEST(Baccarat, TheLargestShoesFitTheirIntegers) {
  const auto ways_of = [](std::uint64_t size) {
    Uint128 ways = 1;
    for (std::uint64_t i = 0; i < kMostCards; ++i) ways = ways * (size - i);
    return ways;
  };
  const auto fits_int64 = [](const Uint128& ways) { return ways.high == 0 && ways.low >> 63 == 0; };
  EXPECT_TRUE(fits_int64(ways_of(kMostShoeCardsIn64Bits)));
  EXPECT_FALSE(fits_int64(ways_of(kMostShoeCardsIn64Bits + 1)));
  for (const std::uint64_t size : {kMostShoeCardsIn64Bits, kMostShoeCardsIn64Bits + 1, kMostShoeCards}) {
    ShoeCounts counts;
    counts.fill(size / 10);
    counts[0] += size % 10;
    const std::vector<Uint128> ways = exact(counts);
    EXPECT_TRUE(sum_of(ways) == ways_of(size));
  }
}

TEST(Baccarat, ManyShoesAreOneShoeEach) {
  const std::vector<ShoeCounts> shoes = {kEightDecks, {6}, {0, 1, 1, 1, 1, 1, 1}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}};
  const std::vector<std::int64_t> rows = exact_shoes(shoes, 2, never).value();
  EXPECT_EQ(rows.size(), shoes.size() * outcomes().size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_TRUE(exact(shoes[i / outcomes().size()])[i % outcomes().size()] == rows[i]);
  }
}

TEST(Baccarat, CountsTheRoundsItDeals) {
  for (const ShoeCounts& counts : {kEightDecks, ShoeCounts{1, 1, 1, 1, 1, 1}, ShoeCounts{900, 0, 0, 0, 0, 0, 0, 0, 126},
                                   ShoeCounts{900, 0, 0, 0, 0, 0, 0, 0, 127}, ShoeCounts{0, 0, 0, 0, 0, 5000}}) {
    const Shoe shoe(counts);
    for (const std::uint64_t first : {std::uint64_t{0}, std::uint64_t{3}, std::uint64_t{0} - 20'000}) {
      for (const std::uint64_t rounds : {0ull, 1ull, 255ull, 257ull, 20'000ull}) {
        std::vector<std::int64_t> expected(outcomes().size());
        for (std::uint64_t i = 0; i < rounds; ++i) {
          const Round round = shoe.deal(kSeed, first + i);
          ++expected[round.outcome];
        }
        for (const unsigned threads : {1u, 3u}) EXPECT_EQ(shoe.count(kSeed, first, rounds, threads, never), expected);
      }
    }
  }
}

TEST(Baccarat, OutcomesOfDealtHands) {
  const Shoe shoe(kEightDecks);
  for (std::uint64_t i = 0; i < 10'000; ++i) {
    const Round round = shoe.deal(kSeed, i);
    const Outcome& reached = outcomes()[round.outcome];
    const auto player = std::span(round.player).first(reached.player_cards);
    const auto banker = std::span(round.banker).first(reached.banker_cards);
    EXPECT_EQ(outcome(player, banker), round.outcome);
    EXPECT_EQ(outcome(player.first(1), banker), std::nullopt);
  }
}

TEST(Baccarat, AShoeIsDealtToItsCutCard) {
  const Shoe shoe({6});
  EXPECT_TRUE(shoe.deal_to_cut(kSeed, 0, 6).empty());
  const Shoe large(kEightDecks);
  const std::vector<Round> rounds = large.deal_to_cut(kSeed, 1, 6);
  std::vector<std::int64_t> expected(outcomes().size());
  for (const Round& round : rounds) ++expected[round.outcome];
  EXPECT_EQ(large.count_to_cut(kSeed, 1, 1, 6, 2, never), expected);
}

TEST(Baccarat, WhatIsInterruptedIsNoResult) {
  const Shoe shoe(kEightDecks);
  EXPECT_EQ(shoe.count(kSeed, 0, 10, 1, at_once), std::nullopt);
  EXPECT_EQ(shoe.count_to_cut(kSeed, 0, 10, 14, 1, at_once), std::nullopt);
  EXPECT_EQ(exact_shoes(std::vector{kEightDecks}, 1, at_once), std::nullopt);
}

}  // namespace
}  // namespace croupier::baccarat
