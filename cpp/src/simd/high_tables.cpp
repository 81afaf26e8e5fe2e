#include "simd/high_tables.hpp"

#include <bit>

#include "poker/flush_strengths.hpp"

namespace croupier::simd {
namespace {

/// The place of a set of kickers among all of its size.
constexpr int place(unsigned kickers) {
  int index = 0;
  for (int size = 1; kickers != 0; ++size) {
    const int weakest = static_cast<int>(std::bit_width(kickers)) - 1;
    index += choose(kTwo - 1 - weakest, size);
    kickers ^= 1u << weakest;
  }
  return index;
}

}  // namespace

constinit const std::array<std::uint16_t, 8192> kHighTable = [] {
  std::array<std::uint16_t, 8192> table{}, ace_last{};
  for (unsigned ranks = 0; ranks < table.size(); ++ranks) {
    ace_last[ranks] = static_cast<std::uint16_t>(ace_last[ranks >> 1] >> 1 | (ranks & 1) << (kRanks - 1));
    const int size = std::popcount(ranks);
    if (size <= 3) table[ranks] = static_cast<std::uint16_t>(-place(ranks));
    if (size >= 5) table[ranks] = kFlushStrengths[ace_last[ranks]];
  }
  return table;
}();

}  // namespace croupier::simd
