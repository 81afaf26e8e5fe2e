#include <gtest/gtest.h>

#include <numeric>

#include "croupier/thai_hilo.hpp"

namespace croupier {
namespace {

constexpr Seed kSeed = {7, 0};
constexpr std::uint64_t kEnd = 0;  // 2^64, where indices end

bool never() { return false; }

TEST(ThaiHiLo, OutcomesAreSortedRollsInOrder) {
  int next = 0;
  for (int a = 1; a <= 6; ++a) {
    for (int b = a; b <= 6; ++b) {
      for (int c = b; c <= 6; ++c, ++next) {
        EXPECT_EQ(thai_hilo_outcome({a, b, c}), next);
        EXPECT_EQ(thai_hilo_outcome({c, a, b}), next);
        EXPECT_EQ(thai_hilo_outcome({b, c, a}), next);
      }
    }
  }
  EXPECT_EQ(next, kThaiHiLoOutcomes);
}

TEST(ThaiHiLo, CountsTheRoundsItDeals) {
  for (const std::uint64_t first : {std::uint64_t{0}, std::uint64_t{5}, std::uint64_t{7}, kEnd - 100'000}) {
    for (const std::uint64_t rounds : {0ull, 1ull, 6ull, 7ull, 8ull, 13ull, 100'000ull}) {
      std::vector<std::int64_t> expected(kThaiHiLoOutcomes);
      for (std::uint64_t i = 0; i < rounds; ++i) {
        ++expected[static_cast<std::size_t>(thai_hilo_outcome(deal_thai_hilo(kSeed, first + i)))];
      }
      for (const unsigned threads : {1u, 2u, 3u}) {
        EXPECT_EQ(count_thai_hilo(kSeed, first, rounds, threads, never), expected);
      }
    }
  }
}

}  // namespace
}  // namespace croupier
