#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
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

TEST(Parallel, AnEmptyInterruptNeverEndsIt) {
  std::size_t visited = 0;
  EXPECT_TRUE(
      for_each_block(100, 10, 1, [&](unsigned, std::size_t begin, std::size_t end) { visited += end - begin; }, {}));
  EXPECT_EQ(visited, 100);
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

TEST(Parallel, PassesOnWhatAWorkerThrows) {
  for (const unsigned threads : {1u, 2u, 8u}) {
    for (const unsigned thrower : {0u, 1u, 7u}) {
      std::atomic<int> blocks{0};
      const auto body = [&](unsigned worker, std::size_t begin, std::size_t) {
        ++blocks;
        if (begin > 100 && (worker == thrower || begin > 100'000)) throw std::bad_alloc();
      };
      EXPECT_THROW(for_each_block(1'000'000'000, 1, threads, body, never), std::bad_alloc);
      EXPECT_LT(blocks, 1'000'000'000);
    }
  }
}

/// A directory with the files of a system.
class Quota : public testing::Test {
 protected:
  Quota() : root_(std::filesystem::temp_directory_path() / ("croupier_quota_" + std::to_string(getpid()))) {}
  ~Quota() override { std::filesystem::remove_all(root_); }

  void write(const std::string& path, const std::string& text) const {
    std::filesystem::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path) << text;
  }

  std::optional<unsigned> cores() const { return cores_of_quota(root_.string()); }

 private:
  std::filesystem::path root_;
};

TEST_F(Quota, NoFilesNoLimit) { EXPECT_EQ(cores(), std::nullopt); }

TEST_F(Quota, OfAContainer) {
  write("proc/self/cgroup", "0::/\n");
  write("sys/fs/cgroup/cpu.max", "200000 100000\n");
  EXPECT_EQ(cores(), 2u);
  write("sys/fs/cgroup/cpu.max", "150000 100000\n");
  EXPECT_EQ(cores(), 2u);
  write("sys/fs/cgroup/cpu.max", "1000 100000\n");
  EXPECT_EQ(cores(), 1u);
  write("sys/fs/cgroup/cpu.max", "max 100000\n");
  EXPECT_EQ(cores(), std::nullopt);
  write("sys/fs/cgroup/cpu.max", "junk\n");
  EXPECT_EQ(cores(), std::nullopt);
}

TEST_F(Quota, TheLeastOfAllAncestors) {
  write("proc/self/cgroup", "0::/a/b\n");
  write("sys/fs/cgroup/a/b/cpu.max", "max 100000\n");
  EXPECT_EQ(cores(), std::nullopt);
  write("sys/fs/cgroup/a/cpu.max", "300000 100000\n");
  EXPECT_EQ(cores(), 3u);
  write("sys/fs/cgroup/a/b/cpu.max", "800000 100000\n");
  EXPECT_EQ(cores(), 3u);
  write("sys/fs/cgroup/a/b/cpu.max", "100000 50000\n");
  EXPECT_EQ(cores(), 2u);
}

TEST_F(Quota, OfTheOldVersion) {
  write("proc/self/cgroup", "5:cpuset:/x\n4:cpu,cpuacct:/docker/x\n1:name=systemd:/x\n");
  write("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n");
  write("sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
  EXPECT_EQ(cores(), std::nullopt);
  write("sys/fs/cgroup/cpu/docker/x/cpu.cfs_quota_us", "250000\n");
  write("sys/fs/cgroup/cpu/docker/x/cpu.cfs_period_us", "100000\n");
  EXPECT_EQ(cores(), 3u);
}

TEST(Parallel, AnInterruptedHistogramIsNone) {
  const auto count = [](std::size_t, std::size_t, std::span<std::int64_t> histogram) { ++histogram[0]; };
  EXPECT_EQ(count_blocks(100, 1, 1, 2, count, [] { return true; }), std::nullopt);
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
