#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "croupier/poker/equity.hpp"

namespace croupier::equity {

/// Known hands before the flop, up to the names of suits, and how often a sum of outcomes takes them.
struct Matchup {
  InplaceVector<std::uint16_t, kMostPlayers> pairs;
  std::uint32_t sum;
  Uint128 weight;
};

/// Calls visit(pairs, weight) for every way in which the players can hold their cards, until it says no.
void for_each_way(const std::vector<Range>& ranges,
                  const std::function<bool(const InplaceVector<std::uint16_t, kMostPlayers>&, Uint128)>& visit);

/// Matchups of one spot or many.
class Matchups {
 public:
  explicit Matchups(CardSet dead);

  /// Adds the ways of these ranges to a sum. Stops, and returns false, if it is interrupted, or when it finds that more
  /// than `most` differ in their cards.
  bool add(const std::vector<Range>& ranges, std::uint32_t sum, std::size_t most, const Interrupted& interrupted);

  /// Adds those of others.
  void add(const Matchups& others);

  /// Puts like ones together. Returns how many differ in their cards.
  std::size_t merge();

  /// Plays them all out. Returns `sums` rows of outcomes of `players` players; nothing if it was interrupted.
  std::optional<std::vector<Uint128>> count(std::size_t players, std::size_t sums, unsigned threads,
                                            const Interrupted& interrupted) const;

 private:
  CardSet dead_;
  std::vector<std::size_t> renamings_;  ///< Those that leave the dead cards as they are.
  std::vector<Matchup> matchups_;
  std::size_t merge_at_ = kMergeAt;  ///< So many are put together before more are added.

  static constexpr std::size_t kMergeAt = std::size_t{1} << 16;
};

}  // namespace croupier::equity
