#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "croupier/casino_holdem.hpp"
#include "croupier/flop.hpp"
#include "croupier/parallel.hpp"

namespace croupier {

/// Casino Hold'em counted exactly: for all hole cards and flops how often a call ends in each category and showdown.
class CasinoHoldemSolution {
 public:
  /// Goes through all deals. Unspecified if it was interrupted.
  CasinoHoldemSolution(Strength weakest_qualifying, unsigned threads, const Interrupted& interrupted);

  ShowdownCounts counts(const Pair& hole, const Flop& flop) const;

  /// Where a call is worth more than a fold, an outcome being worth values[outcome], at most kMostValue either way.
  CasinoHoldemStrategy best_strategy(std::span<const std::int64_t, kCasinoHoldemOutcomes> values) const;

  /// How many of the kCasinoHoldemDeals deals have each outcome.
  std::vector<std::int64_t> count_outcomes(const CasinoHoldemStrategy& strategy) const;

  static constexpr std::int64_t kMostValue = std::int64_t{1} << 42;

 private:
  using Showdowns = std::array<std::uint32_t, kShowdowns>;

  /// What a flop leaves to tell apart: pairs that turn into each other by renaming suits without a change to the flop
  /// stand once.
  struct Holes {
    std::vector<std::uint16_t> pairs;
    std::vector<std::uint8_t> sizes;
    std::vector<Category> bonus;
    std::vector<Showdowns> counts;  ///< By category, then by pair.
  };

  std::vector<Holes> flops_;
};

}  // namespace croupier
