#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "croupier/poker/equity.hpp"
#include "poker/choose.hpp"
#include "poker/shape.hpp"
#include "simd/plane_set.hpp"

namespace croupier::equity {

/// Multisets of up to five ranks, in colexicographic order of their ranks from low to high: the index of r0 <= r1 <=
/// ... is the sum of choose(r_i + i, i + 1). Of five ranks, 13 sets hold one rank five times: they have no boards.
inline constexpr std::size_t kRankBoards = choose(kRanks + 4, 5);
inline constexpr std::size_t kMostRests = choose(kRanks + 1, 2);

/// What any call counts boards before the flop with: made once.
///
/// Where nobody has a flush, suits do not matter, and the boards of the same ranks are one. Boards that may give a
/// flush hold three cards or more of a suit: of this suit the ranks matter, and of the rest of the board the ranks.
class RankBoards {
 public:
  /// The one object there need be, made at the first call.
  static const RankBoards& instance();

  /// Boards of these ranks in suits that give no flush to hole cards in place of hole_planes().
  simd::PlaneArrays planes() const { return planes_.arrays(); }

  /// Hole cards of the same ranks, in suits that the boards leave them where there is a board.
  static simd::PlaneSet hole_planes(const Pair& hole);

  /// By rank and how often it stands: a number that each board has up to five of, the others being 0.
  static constexpr std::uint8_t factor_of(int rank, int copies) {
    return static_cast<std::uint8_t>(static_cast<int>(kFactorsPerRank) * rank + copies);
  }
  static constexpr std::size_t kFactorsPerRank = 6;
  static constexpr std::size_t kFactors = kFactorsPerRank * kRanks;
  const std::array<std::uint8_t, kBoardCards>& factors(std::size_t board) const { return factors_[board]; }

  /// The sets of `size` ranks of one suit, and by set and rest, the latter 5 - `size` ranks, the index of the board.
  const std::vector<std::uint16_t>& suited(std::size_t size) const { return suited_[size]; }
  const std::vector<std::uint16_t>& boards_of(std::size_t size) const { return boards_of_[size]; }

 private:
  RankBoards();
  void list_boards();
  void list_suited();

  simd::PlaneTable<kRankBoards> planes_;
  std::array<std::array<std::uint8_t, kBoardCards>, kRankBoards> factors_{};
  std::array<std::vector<std::uint16_t>, kBoardCards + 1> suited_, boards_of_;
};

/// Calls visit(ranks) for each multiset of N ranks, from low to high, by index.
template <std::size_t N, class Visit>
void for_each_ranks(Visit visit) {
  std::array<int, N> ranks{};
  const auto choose_rank = [&](const auto& self, std::size_t place, int most) -> void {
    if (place == 0) return visit(ranks);
    for (int rank = 0; rank <= most; ++rank) {
      ranks[place - 1] = rank;
      self(self, place - 1, rank);
    }
  };
  choose_rank(choose_rank, N, kRanks - 1);
}

}  // namespace croupier::equity
