#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "croupier/card.hpp"
#include "croupier/parallel.hpp"
#include "croupier/random.hpp"

namespace croupier {

inline constexpr int kBaccaratValues = 10;

/// The most cards that a round takes.
inline constexpr std::size_t kBaccaratCards = 6;

/// What a card counts (B4): ace 1, 2 to 9 as they are, ten and pictures 0.
constexpr int baccarat_value(Card card) {
  return rank_of(card) == kRanks - 1 ? 1 : rank_of(card) < 8 ? rank_of(card) + 2 : 0;
}

/// How a round may end: the two totals and how many cards each hand took.
struct BaccaratOutcome {
  std::uint8_t player;
  std::uint8_t banker;
  std::uint8_t player_cards;
  std::uint8_t banker_cards;

  friend constexpr auto operator<=>(const BaccaratOutcome&, const BaccaratOutcome&) = default;
};

/// Every outcome that some cards lead to, by player's cards, banker's cards, player's total and banker's total.
std::span<const BaccaratOutcome> baccarat_outcomes();

/// The cards of the two hands; the third one counts where the outcome says so.
struct BaccaratRound {
  std::array<Card, 3> player;
  std::array<Card, 3> banker;
  int outcome;
};

/// The outcome of two hands of two or three cards; nothing if the rules (B6 to B9) want another number of cards.
std::optional<int> baccarat_outcome(std::span<const Card> player, std::span<const Card> banker);

/// How many cards of each value are in a shoe.
using ShoeCounts = std::array<std::uint64_t, kBaccaratValues>;

/// A shoe may not be larger: then counts fit 128 bits.
inline constexpr std::uint64_t kMostShoeCards = std::uint64_t{1} << 20;

/// How many of the ways to deal six cards lead to each outcome.
std::vector<Uint128> exact_baccarat(const ShoeCounts& counts);

/// The same of many shoes, a row each, in `out`; none may hold more than kMostShoeCardsIn64Bits cards. False if it was
/// interrupted.
inline constexpr std::uint64_t kMostShoeCardsIn64Bits = 1450;
bool exact_baccarat_shoes(std::span<const ShoeCounts> shoes, std::int64_t* out, unsigned threads,
                          const Interrupted& interrupted);

/// The cards that rounds are dealt from: at least six, at most kMostShoeCards.
class Shoe {
 public:
  explicit Shoe(const ShoeCounts& counts);

  std::uint32_t size() const { return static_cast<std::uint32_t>(cards_.size()); }

  /// Round `index` from the whole shoe, shuffled (B1).
  BaccaratRound deal(const Seed& seed, std::uint64_t index) const;

  /// How many of `rounds` such rounds from round `first` on have each outcome; first + rounds is at most 2^64.
  std::vector<std::int64_t> count(const Seed& seed, std::uint64_t first, std::uint64_t rounds, unsigned threads,
                                  const Interrupted& interrupted) const;

  /// The rounds of shoe `index`, one after the other from the same cards: none starts once the cut card is out, which
  /// lies before the last `cut_card` cards, at least five.
  std::vector<BaccaratRound> deal_to_cut(const Seed& seed, std::uint64_t index, std::uint32_t cut_card) const;

  /// How many of the rounds of `shoes` such shoes from shoe `first` on have each outcome.
  std::vector<std::int64_t> count_to_cut(const Seed& seed, std::uint64_t first, std::uint64_t shoes,
                                         std::uint32_t cut_card, unsigned threads,
                                         const Interrupted& interrupted) const;

 private:
  /// In the order of their values.
  std::vector<Card> cards_;
  std::vector<std::uint8_t> values_;
};

}  // namespace croupier
