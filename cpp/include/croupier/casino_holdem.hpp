#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "croupier/flop.hpp"
#include "croupier/hand_rank.hpp"
#include "croupier/parallel.hpp"
#include "croupier/random.hpp"

namespace croupier {

/// How a call ends (the rows of the settlement table).
enum class Showdown : std::uint8_t { kNotQualified, kTie, kWin, kLoss };

inline constexpr std::size_t kShowdowns = 4;

/// What each is called.
inline constexpr std::array<std::string_view, kShowdowns> kShowdownNames = {"not qualified", "tie", "win", "loss"};

/// What is counted of a round: the bonus category, and either that the player folded or the category of the player's
/// final hand and the showdown.
inline constexpr std::size_t kOutcomesOfBonus = 1 + kCategories * kShowdowns;
inline constexpr std::size_t kCasinoHoldemOutcomes = kCategories * kOutcomesOfBonus;

constexpr std::size_t folded_outcome(Category bonus) { return kOutcomesOfBonus * static_cast<std::size_t>(bonus); }
constexpr std::size_t called_outcome(Category bonus, Category category, Showdown showdown) {
  return folded_outcome(bonus) + 1 + kShowdowns * static_cast<std::size_t>(category) +
         static_cast<std::size_t>(showdown);
}

/// The category of the player's two cards and the flop, a pair below aces taken for a high card.
Category bonus_category(const Pair& hole, const Flop& flop);

/// The cards of a round in the order they are dealt.
struct CasinoHoldemRound {
  Pair hole;
  Flop flop;
  Card turn;
  Card river;
  Pair dealer;
};

/// The cards of round `index`.
CasinoHoldemRound deal_casino_holdem(const Seed& seed, std::uint64_t index);

/// The number of the outcome of a called round; the dealer qualifies with a hand no weaker than `weakest_qualifying`
/// (H16).
std::size_t casino_holdem_outcome(const CasinoHoldemRound& round, Strength weakest_qualifying);

/// The same of many rounds, one after the other. False if it was interrupted.
bool casino_holdem_outcomes(std::span<const CasinoHoldemRound> rounds, Strength weakest_qualifying, std::int64_t* out,
                            const Interrupted& interrupted);

/// For all hole cards and flops whether to call, the same however the suits are named: bit number
/// kPairs * (class of the flop) + (index of the pair, in the suits of the class).
class CasinoHoldemStrategy {
 public:
  static constexpr std::size_t kBytes = (kFlopClasses * kPairs + 7) / 8;

  CasinoHoldemStrategy() : bits_(kBytes) {}
  explicit CasinoHoldemStrategy(std::span<const std::uint8_t, kBytes> bits) : bits_(bits.begin(), bits.end()) {}

  bool calls(std::size_t flop_class, std::size_t pair) const {
    const std::size_t bit = kPairs * flop_class + pair;
    return (bits_[bit / 8] >> (bit % 8) & 1) != 0;
  }
  bool calls(const Pair& hole, const Flop& flop) const;

  /// Two pairs that differ on a flop in the names of suits alone, and of which one is called and the other is not.
  struct Asymmetry {
    std::size_t flop_class, pair, other;
  };
  std::optional<Asymmetry> asymmetry() const;

  void call(std::size_t flop_class, std::size_t pair) {
    const std::size_t bit = kPairs * flop_class + pair;
    bits_[bit / 8] = static_cast<std::uint8_t>(bits_[bit / 8] | 1 << (bit % 8));
  }

  std::span<const std::uint8_t> bits() const { return bits_; }

 private:
  std::vector<std::uint8_t> bits_;
};

/// How many of `rounds` rounds from round `first` on have each outcome; first + rounds is at most 2^64.
std::vector<std::int64_t> count_casino_holdem(const CasinoHoldemStrategy& strategy, Strength weakest_qualifying,
                                              const Seed& seed, std::uint64_t first, std::uint64_t rounds,
                                              unsigned threads, const Interrupted& interrupted);

/// How often a call ends in each category and showdown.
using ShowdownCounts = std::array<std::int64_t, kCategories * kShowdowns>;

/// The ways to deal turn, river and the dealer's cards; and those to deal a round.
inline constexpr std::int64_t kDealsOfCall = 1081 * 990;
inline constexpr std::int64_t kCasinoHoldemDeals = kDealsOfCall * 25'989'600;

/// Plays a call out in all kDealsOfCall ways.
ShowdownCounts count_showdowns(const Pair& hole, const Flop& flop, Strength weakest_qualifying);

}  // namespace croupier
