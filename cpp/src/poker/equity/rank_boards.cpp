#include "poker/equity/rank_boards.hpp"

#include <algorithm>
#include <bit>

namespace croupier::equity {
namespace {

std::size_t index_of_ranks(std::array<int, kBoardCards> ranks) {
  std::ranges::sort(ranks);
  int index = 0;
  for (int i = 0; i < kBoardCards; ++i) index += choose(ranks[static_cast<std::size_t>(i)] + i, i + 1);
  return static_cast<std::size_t>(index);
}

/// Cards of these ranks of which no suit has more than three, and none the last two without need: those are left to
/// hole cards.
simd::PlaneSet spread(const std::array<int, kBoardCards>& ranks) {
  simd::PlaneSet board;
  int singles = 0;
  for (std::size_t i = 0; i < ranks.size();) {
    const auto copies = static_cast<int>(std::ranges::count(ranks, ranks[i]));
    for (int suit = 0; suit < std::min(copies, kSuits); ++suit) {
      board |= simd::PlaneSet::of(make_card(ranks[i], copies == 1 ? singles++ % 2 : suit));
    }
    i += static_cast<std::size_t>(copies);
  }
  return board;
}

}  // namespace

const RankBoards& RankBoards::instance() {
  // Never destroyed: threads may still look it up while the process ends.
  static const RankBoards& instance = *new RankBoards;
  return instance;
}

RankBoards::RankBoards() {
  list_boards();
  list_suited();
}

simd::PlaneSet RankBoards::hole_planes(const Pair& hole) {
  const int low = rank_of(hole[0]) == rank_of(hole[1]) ? kSuits - 2 : kSuits - 1;
  return simd::PlaneSet::of(make_card(rank_of(hole[0]), kSuits - 1)) |
         simd::PlaneSet::of(make_card(rank_of(hole[1]), low));
}

void RankBoards::list_boards() {
  std::size_t board = 0;
  for_each_ranks<kBoardCards>([&](const std::array<int, kBoardCards>& ranks) {
    const bool exists = ranks.front() != ranks.back();
    planes_.set(board, spread(exists ? ranks : std::array{0, 1, 2, 3, 4}));
    auto factor = factors_[board++].begin();
    for (std::size_t i = 0; i < ranks.size();) {
      const auto copies = static_cast<int>(std::ranges::count(ranks, ranks[i]));
      *factor++ = factor_of(ranks[i], copies);
      i += static_cast<std::size_t>(copies);
    }
  });
}

void RankBoards::list_suited() {
  for (std::uint16_t set = 0; set <= kAllRanks; ++set) {
    const auto size = static_cast<std::size_t>(std::popcount(set));
    if (size < 3 || size > kBoardCards) continue;
    suited_[size].push_back(set);
    std::array<int, kBoardCards> ranks{};
    std::size_t next = 0;
    for (int rank = 0; rank < kRanks; ++rank) {
      if ((set >> rank & 1) != 0) ranks[next++] = rank;
    }
    const auto add = [&](const auto& rest) {
      std::ranges::copy(rest, ranks.begin() + static_cast<std::ptrdiff_t>(size));
      boards_of_[size].push_back(static_cast<std::uint16_t>(index_of_ranks(ranks)));
    };
    if (size == 3) for_each_ranks<2>(add);
    if (size == 4) for_each_ranks<1>(add);
    if (size == 5) for_each_ranks<0>(add);
  }
}

}  // namespace croupier::equity
