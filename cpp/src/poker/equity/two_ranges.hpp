#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "croupier/poker/equity.hpp"
#include "poker/pair_planes.hpp"
#include "simd/kernels.hpp"

namespace croupier::equity {

/// Two ranges against each other on whole boards: every hand is ranked once, and one pass from strong to weak, with
/// running sums of the second player's weights, in all and by card, settles each hand of the first against all
/// others.
class TwoRanges {
 public:
  TwoRanges(const Range& first, const Range& second);

  /// Adds the outcomes on a board, as often as it counts.
  void add(const SuitClass& board, std::array<Uint128, 4>& counts);

 private:
  struct Hand {
    Card high, low;
    std::uint32_t first, second;  ///< The weights.
  };

  /// A hand that the board leaves, by the strength and the hand's number.
  using Ranked = std::uint32_t;

  struct Outcomes {
    std::uint64_t wins, losses, ties;
  };

  /// Settles all hands against all. A range against itself wins as often as it loses.
  template <bool kSame>
  Outcomes play();

  void rank(CardSet board);
  void sort();

  /// The weights of the second player's hands so far that share no card with a hand, if that is not one of them.
  std::uint32_t disjoint(const Hand& hand) const { return seen_ - with_card_[hand.high] - with_card_[hand.low]; }

  bool is_same_;
  std::vector<Hand> hands_;
  simd::PlaneTable<kPairs> planes_;
  std::array<Strength, kPairs + simd::kPlaneBlock> strengths_;
  std::array<Ranked, kPairs> ranked_, by_low_digit_;
  std::size_t n_ranked_ = 0;

  std::uint32_t seen_ = 0;
  std::array<std::uint32_t, kPackSize> with_card_;
};

}  // namespace croupier::equity
