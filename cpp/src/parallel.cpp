#include "croupier/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <exception>
#include <fstream>
#include <functional>
#include <limits>
#include <new>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#ifdef __linux__
#include <sched.h>
#include <sys/mman.h>
#endif

namespace croupier {

namespace {

/// The limit in the files of one control group: "QUOTA PERIOD" in one, or each in its own; nothing if there is none.
std::optional<unsigned> read_quota(const std::string& group) {
  std::int64_t quota = 0, period = 0;
  if (!(std::ifstream(group + "/cpu.max") >> quota >> period)) {
    quota = period = 0;
    std::ifstream(group + "/cpu.cfs_quota_us") >> quota;
    std::ifstream(group + "/cpu.cfs_period_us") >> period;
  }
  if (quota <= 0 || period <= 0) return std::nullopt;
  return static_cast<unsigned>(std::min<std::int64_t>((quota - 1) / period + 1, std::numeric_limits<int>::max()));
}

}  // namespace

std::optional<unsigned> cores_of_quota(const std::string& root) {
  const std::string mount = root + "/sys/fs/cgroup";
  std::optional<unsigned> least;
  std::ifstream groups(root + "/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {  // "0::/path", or "4:cpu,cpuacct:/path" in the old version
    const std::size_t first = line.find(':'), second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = "," + line.substr(first + 1, second - first - 1) + ",";
    if (controllers != ",," && controllers.find(",cpu,") == std::string::npos) continue;
    const std::string hierarchy = mount + (controllers == ",," ? "" : "/cpu");
    for (std::string path = line.substr(second + 1);; path.resize(path.rfind('/'))) {
      const std::optional<unsigned> quota = read_quota(hierarchy + path);
      if (quota) least = std::min(*quota, least.value_or(*quota));
      if (path.find('/') == std::string::npos) break;
    }
  }
  return least;
}

unsigned available_cores() {
  unsigned cores = std::thread::hardware_concurrency();
#ifdef __linux__
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0) cores = static_cast<unsigned>(CPU_COUNT(&set));
  static const std::optional<unsigned> quota = cores_of_quota("");
  cores = std::min(cores, quota.value_or(cores));
#endif
  return std::max(1u, cores);
}

unsigned count_workers(std::size_t size, std::size_t block, unsigned threads) {
  assert(block > 0);
  const std::size_t blocks = size / block + (size % block != 0);
  return static_cast<unsigned>(std::clamp<std::size_t>(blocks, 1, std::max(1u, threads)));
}

namespace {

/// Threads that begin to work together, once each has what the runtime needs to throw an exception on it. A thread that
/// asks for that only when there is no memory left ends the process; so does one that asks while others take the last
/// of it. Some room is kept for them until then.
class Crew {
 public:
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;
  Crew() = default;
  ~Crew() { start(); }

  /// Adds a thread; false if the system gives no more.
  template <class Work>
  bool hire(Work work) {
#ifdef __linux__
    if (threads_.empty()) room_ = mmap(nullptr, kRoom, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
#endif
    try {
      threads_.emplace_back([this, work] {
        stage_.wait(Stage::kHiring);
        prepare_for_exceptions();
        ready_.fetch_add(1);
        ready_.notify_one();
        stage_.wait(Stage::kPreparing);
        work();
      });
    } catch (const std::system_error&) {
      return false;
    } catch (const std::bad_alloc&) {
      return false;
    }
    return true;
  }

  void start() {
    if (stage_ != Stage::kHiring) return;
#ifdef __linux__
    if (room_ != MAP_FAILED) munmap(room_, kRoom);
    room_ = MAP_FAILED;
#endif
    if (threads_.empty()) return;
    advance(Stage::kPreparing);
    for (std::size_t ready = ready_; ready < threads_.size(); ready = ready_) ready_.wait(ready);
    advance(Stage::kWorking);
  }

 private:
  enum class Stage { kHiring, kPreparing, kWorking };

  void advance(Stage stage) {
    stage_ = stage;
    stage_.notify_all();
  }

#ifdef __linux__
  static constexpr std::size_t kRoom = std::size_t{1} << 20;
  void* room_ = MAP_FAILED;
#endif
  std::atomic<Stage> stage_{Stage::kHiring};
  std::atomic<std::size_t> ready_{0};
  std::vector<std::jthread> threads_;
};

}  // namespace

bool for_each_block(std::size_t size, std::size_t block, unsigned threads,
                    const std::function<void(unsigned, std::size_t, std::size_t)>& body,
                    const Interrupted& interrupted) {
  std::atomic<std::size_t> next{0};
  std::atomic<bool> stop{false};
  std::atomic<bool> failed{false};
  std::exception_ptr failure;

  const auto run_one = [&](unsigned worker) {
    const std::size_t begin = next.fetch_add(block, std::memory_order_relaxed);
    if (begin >= size) return false;
    body(worker, begin, begin + std::min(block, size - begin));
    return true;
  };

  // What a thread throws ends all of them, and the first of it is thrown where all have ended.
  const auto guarded = [&](const auto& work) {
    try {
      work();
    } catch (...) {
      if (!failed.exchange(true)) failure = std::current_exception();
      stop.store(true, std::memory_order_relaxed);
    }
  };

  bool complete = true;
  {
    Crew others;
    guarded([&] {
      const unsigned workers = count_workers(size, block, threads);
      for (unsigned worker = 1; worker < workers; ++worker) {
        const bool hired = others.hire([&, worker] {
          guarded([&] {
            while (!stop.load(std::memory_order_relaxed) && run_one(worker)) {
            }
          });
        });
        if (!hired) break;
      }
      others.start();
      do {
        if (stop.load(std::memory_order_relaxed)) return;
        if (interrupted && interrupted()) {
          complete = false;
          stop.store(true, std::memory_order_relaxed);
          return;
        }
      } while (run_one(0));
    });
  }
  if (failure) std::rethrow_exception(failure);
  return complete;
}

std::optional<std::vector<std::int64_t>> count_blocks(
    std::size_t size, std::size_t block, std::size_t bins, unsigned threads,
    const std::function<void(std::size_t, std::size_t, std::span<std::int64_t>)>& count,
    const Interrupted& interrupted) {
  std::vector<std::vector<std::int64_t>> histograms(count_workers(size, block, threads),
                                                    std::vector<std::int64_t>(bins));
  const bool complete = for_each_block(
      size, block, threads,
      [&](unsigned worker, std::size_t begin, std::size_t end) { count(begin, end, histograms[worker]); }, interrupted);
  if (!complete) return std::nullopt;
  for (std::size_t other = 1; other < histograms.size(); ++other) {
    std::ranges::transform(histograms[0], histograms[other], histograms[0].begin(), std::plus{});
  }
  return std::move(histograms[0]);
}

}  // namespace croupier
