#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "croupier/card_set.hpp"
#include "croupier/poker/suit_classes.hpp"

namespace croupier {

/// The pairs of cards by index.
inline constexpr auto kPairAt = [] {
  std::array<Pair, kPairs> pairs{};
  for_each_pair([&](Card high, Card low) { pairs[index_of(Pair{high, low})] = {high, low}; });
  return pairs;
}();

/// The hole cards that a player may hold, each pair with a weight.
class Range {
 public:
  static constexpr std::uint32_t kMostWeight = 1'000'000;

  struct Hand {
    std::uint16_t pair;
    std::uint32_t weight;

    friend bool operator==(const Hand&, const Hand&) = default;
  };

  /// By index the weight of each pair, 0 to kMostWeight.
  explicit Range(std::span<const std::uint32_t, kPairs> weights);

  /// One pair.
  explicit Range(const Pair& pair) : hands_{{index_of(pair), 1}} {}

  /// The pairs of a weight above 0, by index.
  const std::vector<Hand>& hands() const { return hands_; }

  /// Without the pairs that hold one of these cards.
  Range without(CardSet cards) const;

  /// The sum of the weights.
  std::uint64_t total() const;

  /// Whether renaming the suits changes nothing.
  bool is_stable_under(const Renaming& renaming) const;

 private:
  explicit Range(std::vector<Hand> hands) : hands_(std::move(hands)) {}

  std::vector<Hand> hands_;
};

}  // namespace croupier
