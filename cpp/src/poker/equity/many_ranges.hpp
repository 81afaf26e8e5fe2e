#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "croupier/poker/equity.hpp"

namespace croupier::equity {

/// Three ranges or more after the flop: every hand is ranked once on each board to come, and every way to hold cards is
/// compared on all of them.
class ManyRanges {
 public:
  explicit ManyRanges(const Spot& spot);

  std::optional<std::vector<Uint128>> count(unsigned threads, const Interrupted& interrupted) const;

 private:
  /// A hand, its weight, and its row of strengths.
  struct Hand {
    CardSet cards;
    std::uint32_t weight;
    const Strength* strengths;
  };

  /// Who is best so far on each board: the strength, and the players' bits.
  struct Leaders {
    std::vector<Strength> strengths;
    std::vector<std::uint16_t> players;
  };

  /// What a thread works with: leaders by how many players have their cards.
  struct Work {
    std::vector<Leaders> leaders;
    std::vector<Uint128> counts;
    const Interrupted* interrupted;  ///< Of the calling thread only.
  };

  void rank(const Spot& spot);
  void follow(Work& work, std::size_t place, const Hand& hand) const;
  /// Lets the players from `place` on hold cards, until `stop`.
  void play(Work& work, std::size_t place, CardSet seen, Uint128 weight, std::atomic<bool>& stop) const;

  /// The players, those with many hands first: the first two are shared out to threads.
  std::vector<std::size_t> order_;
  std::vector<std::vector<Hand>> hands_;
  std::size_t boards_ = 0;
  std::vector<Strength> strengths_;  ///< By pair and board; 0 where they share a card.
};

}  // namespace croupier::equity
