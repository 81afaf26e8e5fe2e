#include <gtest/gtest.h>

#include "croupier/thai_hilo.hpp"

namespace croupier::thai_hilo {
namespace {

constexpr Seed kSeed = {7, 0};
constexpr std::uint64_t kEnd = 0;  // 2^64, where indices end

bool never() { return false; }

TEST(ThaiHiLo, OutcomesAreSortedRollsInOrder) {
  std::size_t next = 0;
  for (std::uint8_t a = 1; a <= 6; ++a) {
    for (std::uint8_t b = a; b <= 6; ++b) {
      for (std::uint8_t c = b; c <= 6; ++c, ++next) {
        EXPECT_EQ(outcome({a, b, c}), next);
        EXPECT_EQ(outcome({c, a, b}), next);
        EXPECT_EQ(outcome({b, c, a}), next);
      }
    }
  }
  EXPECT_EQ(next, kOutcomes);
}

TEST(ThaiHiLo, CountsTheRoundsItDeals) {
  for (const std::uint64_t first : {std::uint64_t{0}, std::uint64_t{5}, std::uint64_t{7}, kEnd - 100'000}) {
    for (const std::uint64_t rounds : {0ull, 1ull, 6ull, 7ull, 8ull, 13ull, 100'000ull}) {
      std::vector<std::int64_t> expected(kOutcomes);
      for (std::uint64_t i = 0; i < rounds; ++i) {
        ++expected[outcome(deal(kSeed, first + i))];
      }
      for (const unsigned threads : {1u, 2u, 3u}) {
        EXPECT_EQ(count(kSeed, first, rounds, threads, never), expected);
      }
    }
  }
}

TEST(ThaiHiLo, WhatIsInterruptedIsNoResult) {
  EXPECT_EQ(count(kSeed, 0, 100, 1, [] { return true; }), std::nullopt);
}

}  // namespace
}  // namespace croupier::thai_hilo
