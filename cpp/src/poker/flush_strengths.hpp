#pragma once

#include <array>
#include <bit>

#include "croupier/poker/order.hpp"
#include "poker/shape.hpp"

namespace croupier {

/// The ranks of a straight whose highest is `high`; rank 3, a five, makes the wheel.
constexpr RankSet straight_from(int high) { return high == 3 ? 0x100Fu : 0x1Fu << (high - 4); }

/// The strength of the five best cards of one suit, by the set of their ranks; no straight and no flush, and above
/// every strength, where there are fewer than five. Taking the suits away turns a straight flush into a straight and
/// a flush into a high card, at constant distances.
constexpr std::array<Strength, kAllRanks + 1> make_flush_strengths() {
  std::array<Strength, kAllRanks + 1> table{};
  table.fill(0xFFFF);
  Strength next = kWeakestFullHouse + 1;
  std::array<Strength, kAllRanks + 1> of_five{};
  for (RankSet five = kAllRanks; five > 0; --five) {
    if (std::popcount(five) != 5) continue;
    for (int high = kRanks - 1; high >= 3; --high) {
      if (five == straight_from(high)) of_five[five] = static_cast<Strength>(kRanks - high);
    }
    if (of_five[five] == 0) of_five[five] = next++;
  }
  for (RankSet ranks = 0; ranks <= kAllRanks; ++ranks) {
    if (std::popcount(ranks) < 5) continue;
    RankSet best = ranks;
    while (std::popcount(best) > 5) best &= best - 1;
    table[ranks] = of_five[best];
    for (int high = kRanks - 1; high >= 3; --high) {
      if ((ranks & straight_from(high)) == straight_from(high)) {
        table[ranks] = of_five[straight_from(high)];
        break;
      }
    }
  }
  return table;
}

inline constexpr auto kFlushStrengths = make_flush_strengths();

}  // namespace croupier
