// What equity takes on one thread: medians of several runs in turn, each beside random words, the yardstick.

#include "croupier/poker/equity.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "croupier/isa.hpp"

namespace croupier::equity {
namespace {

double seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

template <class Keep>
Range range_of(Keep keep) {
  std::array<std::uint32_t, kPairs> weights{};
  for_each_pair([&](Card high, Card low) {
    const bool suited = suit_of(high) == suit_of(low);
    weights[index_of(Pair{high, low})] = keep(rank_of(high), rank_of(low), suited);
  });
  return Range(weights);
}

const Range kAny = range_of([](int, int, bool) { return true; });
const Range kQueensOrBetter = range_of(
    [](int high, int low, bool suited) { return (high == low && low >= 10) || (high == 12 && low == 11 && suited); });
const Range kEightsOrBetter = range_of(
    [](int high, int low, bool suited) { return (high == low && low >= 6) || (high == 12 && low >= 9 && suited); });

constexpr Pair kAces = {51, 50}, kKings = {45, 44};
const Spot kKnown = {{Range(kAces), Range(kKings)}, {}, {}};

Spot any_on(const std::vector<Card>& board) {
  const CardSet cards = CardSet::of_all(board);
  return {{kAny.without(cards), kAny.without(cards)}, cards, {}};
}

bool never() { return false; }

void play(const Spot& spot) { count(spot, 1, never); }

struct Task {
  const char* name;
  double times;  ///< How often a run does it.
  std::function<void()> run;
};

void time_all(int runs, std::string_view part) {
  const Spot ranges = {{kQueensOrBetter, kEightsOrBetter}, {}, {}}, any = any_on({});
  const Spot flop = any_on({1, 22, 43}), turn = any_on({1, 22, 43, 12});
  constexpr std::uint64_t kSamples = 4'000'000;
  std::vector<Task> tasks = {
      {"AsAh v KdKc", 1, [&] { play(kKnown); }},
      {"QQ+,AKs v 88+,AJs+", 1, [&] { play(ranges); }},
      {"any two v any two", 1, [&] { play(any); }},
      {"any two v any two, flop", 1, [&] { play(flop); }},
      {"any two v any two, turn", 1, [&] { play(turn); }},
      {"a sample of two hands", kSamples, [&] { sample(kKnown, {1, 0}, 0, kSamples, 1, never); }},
      {"a sample of two ranges", kSamples / 10, [&] { sample(ranges, {1, 0}, 0, kSamples / 10, 1, never); }},
      {"a sample of any two", kSamples / 10, [&] { sample(any, {1, 0}, 0, kSamples / 10, 1, never); }},
  };
  std::erase_if(tasks,
                [&](const Task& task) { return std::string_view(task.name).find(part) == std::string_view::npos; });
  std::vector<std::vector<double>> taken(tasks.size()), ratios(tasks.size());
  std::vector<std::uint64_t> words(1'000'000);
  for (int run = 0; run < runs; ++run) {
    for (std::size_t i = 0; i < tasks.size(); ++i) {
      const double start = seconds();
      fill_words({1, 0}, Domain::kEquity, 0, words);
      const double between = seconds();
      tasks[i].run();
      const double end = seconds();
      taken[i].push_back((end - between) / tasks[i].times);
      ratios[i].push_back((end - between) / tasks[i].times / (between - start) * static_cast<double>(words.size()));
    }
  }
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    std::ranges::sort(taken[i]);
    std::ranges::sort(ratios[i]);
    std::printf("%-26s %14.1f ns %14.1f words\n", tasks[i].name, 1e9 * taken[i][taken[i].size() / 2],
                ratios[i][ratios[i].size() / 2]);
  }
}

}  // namespace
}  // namespace croupier::equity

/// Times what has a part of its name in common with the argument, or all.
int main(int n_arguments, char** arguments) {
  for (const std::string_view isa : croupier::available_isas()) {
    croupier::use_isa(isa);
    std::printf("%s\n", std::string(isa).c_str());
    croupier::equity::time_all(isa == "scalar" ? 1 : 7, n_arguments > 1 ? arguments[1] : "");
  }
}
