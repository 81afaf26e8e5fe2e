#include "simd/hand_table.hpp"

#include <bit>

#include "flush_strengths.hpp"

namespace croupier::simd {
namespace {

/// The place of a set of kickers among all of its size.
constexpr int place(unsigned kickers) {
  int index = 0;
  for (int size = 1; kickers != 0; ++size) {
    const int weakest = std::bit_width(kickers) - 1;
    index += choose(kTwo - 1 - weakest, size);
    kickers ^= 1u << weakest;
  }
  return index;
}

constexpr unsigned ace_last(unsigned ace_first) {
  unsigned ranks = 0;
  for (int bit = 0; bit < kRanks; ++bit) ranks |= (ace_first >> bit & 1) << (kRanks - 1 - bit);
  return ranks;
}

}  // namespace

constinit const std::array<std::uint16_t, 8192> kHandTable = [] {
  const auto flush_strengths = make_flush_strengths();
  std::array<std::uint16_t, 8192> table{};
  for (unsigned ranks = 0; ranks < table.size(); ++ranks) {
    if (std::popcount(ranks) <= 3) {
      table[ranks] = static_cast<std::uint16_t>(-place(ranks));
    } else if (std::popcount(ranks) >= 5) {
      table[ranks] = flush_strengths[ace_last(ranks)];
    }
  }
  return table;
}();

}  // namespace croupier::simd
