#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "croupier/casino_holdem/round.hpp"
#include "croupier/casino_holdem/strategy.hpp"
#include "croupier/parallel.hpp"

namespace croupier::casino_holdem {

/// Casino Hold'em counted exactly: for all hole cards and flops how often a call ends in each category and showdown.
class Solution {
 public:
  /// Is told on the calling thread how many of how many boards have been begun.
  using Progress = std::function<void(std::size_t begun, std::size_t boards)>;

  /// Goes through all deals. Nothing if it was interrupted.
  static std::optional<Solution> solve(Strength weakest_qualifying, unsigned threads, const Interrupted& interrupted,
                                       const Progress& progress = {});

  ShowdownCounts counts(const Pair& hole, const Flop& flop) const;

  /// Where a call is worth more than a fold, an outcome being worth values[outcome], at most kMostValue either way.
  Strategy best_strategy(std::span<const std::int64_t, kOutcomes> values) const;

  /// How many of the kDeals deals have each outcome.
  std::vector<std::int64_t> count_outcomes(const Strategy& strategy) const;

  static constexpr std::int64_t kMostValue = std::int64_t{1} << 42;

  /// What a flop leaves to tell apart: pairs that turn into each other by renaming suits without a change to the flop
  /// stand once.
  struct Holes {
    std::vector<std::uint16_t> pairs;
    std::vector<std::uint8_t> sizes;
    std::vector<Category> bonus;
    std::vector<ShowdownArray<std::uint32_t>> counts;  ///< By category, then by pair.
  };

 private:
  explicit Solution(std::vector<Holes> flops) : flops_(std::move(flops)) {}

  std::vector<Holes> flops_;
};

}  // namespace croupier::casino_holdem
