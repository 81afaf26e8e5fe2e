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
    std::size_t asked = 0;
  };

  void rank(const Spot& spot);
  void follow(Work& work, std::size_t place, const Hand& hand) const;

  /// Lets the players from `place` on hold cards, until `stop`. Sums, and so a weight, are of 64 bits or 128.
  template <class Sum>
  void play(Work& work, std::size_t place, CardSet seen, Sum weight, std::vector<Sum>& sums,
            std::atomic<bool>& stop) const;

  template <class Sum>
  void play_last(const Leaders& before, CardSet seen, Sum weight, std::vector<Sum>& sums) const;

  /// The players from kShared on, for a way in which those before hold cards.
  template <class Sum>
  void play_rest(Work& work, CardSet seen, Uint128 weight, std::atomic<bool>& stop) const;

  /// Whether 64 bits hold what all ways of the players from kShared on add up to.
  bool is_short() const;

  /// The players, those with many hands first: the first two are shared out to threads.
  std::vector<std::size_t> order_;
  std::vector<std::vector<Hand>> hands_;
  std::size_t boards_ = 0;
  std::vector<Strength> strengths_;  ///< By pair and board; 0 where they share a card.
};

}  // namespace croupier::equity
