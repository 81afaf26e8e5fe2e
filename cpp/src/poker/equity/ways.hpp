#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "croupier/poker/equity.hpp"

namespace croupier::equity {

/// The ways in which some players in turn can hold cards, in the order of their hands, drawn by their weights in lowest
/// terms.
class Ways {
 public:
  /// So many ways of several players at most.
  static constexpr std::size_t kMost = std::size_t{1} << 14;

  /// One player.
  explicit Ways(const Range& range);

  /// These players and those of `other`; nothing if they have more than kMost ways or a total above kMostPerWord.
  std::optional<Ways> joined_with(const Ways& other) const;

  std::size_t size() const { return held_.size(); }
  std::size_t players() const { return players_; }
  std::uint64_t total() const { return ends_.back(); }

  /// The way that a number below total() draws.
  std::size_t find(std::uint64_t drawn) const {
    std::size_t way = first_of_[drawn >> shift_];
    while (ends_[way] <= drawn) ++way;
    return way;
  }

  /// All cards of a way, and the two of each player in turn.
  CardSet held(std::size_t way) const { return held_[way]; }
  std::span<const Card> cards(std::size_t way) const { return {&cards_[2 * players_ * way], 2 * players_}; }

 private:
  Ways() = default;
  void sum_up(const std::vector<std::uint64_t>& weights);

  std::size_t players_ = 0;
  std::vector<CardSet> held_;
  std::vector<Card> cards_;
  std::vector<std::uint64_t> ends_;      ///< The sums of the weights up to each way.
  std::vector<std::uint16_t> first_of_;  ///< By the upper bits of a number, the first way that it may draw.
  int shift_ = 0;
};

/// What is drawn for a sample: players who hold one pair hold it, and combos that share a card with theirs fall out,
/// again until nothing does. The other players are joined in turn, as long as their ways can be listed.
struct Sources {
  explicit Sources(const Spot& spot);

  std::vector<std::optional<Pair>> known;  ///< By player.
  CardSet seen;                            ///< The cards of the known players, the board and the dead cards.
  std::vector<Ways> ways;
};

}  // namespace croupier::equity
