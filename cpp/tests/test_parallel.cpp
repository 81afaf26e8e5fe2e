#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <vector>

#include "croupier/parallel.hpp"

namespace croupier {
namespace {

bool never() { return false; }

TEST(Parallel, EveryItemIsVisitedOnce) {
  for (const unsigned threads : {0u, 1u, 2u, 3u, 16u}) {
    for (const std::size_t size : {0u, 1u, 9u, 10u, 11u, 1000u}) {
      std::vector<std::atomic<int>> visits(size);
      const unsigned workers = count_workers(size, 10, threads);
      EXPECT_TRUE(for_each_block(
          size, 10, threads,
          [&](unsigned worker, std::size_t begin, std::size_t end) {
            EXPECT_LT(worker, workers);
            EXPECT_LE(end - begin, 10u);
            for (std::size_t i = begin; i < end; ++i) ++visits[i];
          },
          never));
      for (const auto& visit : visits) EXPECT_EQ(visit, 1);
    }
  }
}

TEST(Parallel, NoMoreWorkersThanBlocks) {
  EXPECT_EQ(count_workers(0, 10, 8), 1u);
  EXPECT_EQ(count_workers(10, 10, 8), 1u);
  EXPECT_EQ(count_workers(11, 10, 8), 2u);
  EXPECT_EQ(count_workers(1000, 10, 8), 8u);
  EXPECT_EQ(count_workers(1000, 10, 0), 1u);
  EXPECT_GE(available_cores(), 1u);
}

TEST(Parallel, StopsWhenInterrupted) {
  std::atomic<int> blocks{0};
  EXPECT_FALSE(for_each_block(
      1'000'000'000, 1, 2, [&](unsigned, std::size_t, std::size_t) { ++blocks; }, [&] { return blocks > 100; }));
  EXPECT_GT(blocks, 100);
  EXPECT_LT(blocks, 1'000'000'000);
}

TEST(Parallel, PassesOnWhatTheInterruptThrows) {
  EXPECT_THROW(
      for_each_block(
          1000, 1, 2, [](unsigned, std::size_t, std::size_t) {}, []() -> bool { throw std::runtime_error("stop"); }),
      std::runtime_error);
}

TEST(Parallel, HistogramsOfAllThreadsAddUp) {
  for (const unsigned threads : {1u, 2u, 5u}) {
    for (const std::size_t size : {0u, 1u, 99u, 1000u}) {
      const auto counts = count_blocks(
          size, 10, 3, threads,
          [](std::size_t begin, std::size_t end, std::span<std::int64_t> histogram) {
            for (std::size_t i = begin; i < end; ++i) ++histogram[i % 3];
          },
          never);
      const auto total = static_cast<std::int64_t>(size);
      EXPECT_EQ(counts, (std::vector<std::int64_t>{(total + 2) / 3, (total + 1) / 3, total / 3}));
    }
  }
}

}  // namespace
}  // namespace croupier
