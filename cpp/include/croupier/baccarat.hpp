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
#include "croupier/uint128.hpp"

namespace croupier::baccarat {

/// What the cards of each rank count (B4): 2 to 9 as they are, ten and pictures 0, ace 1.
inline constexpr std::array<std::uint8_t, kRanks> kValueOfRank = {2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0, 1};
inline constexpr std::size_t kValues = 10;

constexpr std::uint8_t value_of(Card card) { return kValueOfRank[rank_of(card)]; }

/// The most cards that a round takes.
inline constexpr std::size_t kMostCards = 6;

/// How a round may end: the two totals and how many cards each hand took.
struct Outcome {
  std::uint8_t player;
  std::uint8_t banker;
  std::uint8_t player_cards;
  std::uint8_t banker_cards;

  friend constexpr auto operator<=>(const Outcome&, const Outcome&) = default;
};

/// Every outcome that some cards lead to, by player's cards, banker's cards, player's total and banker's total.
std::span<const Outcome> outcomes();

/// The cards of the two hands; the third one counts where the outcome says so.
struct Round {
  std::array<Card, 3> player;
  std::array<Card, 3> banker;
  std::uint8_t outcome;  ///< Its place in outcomes().
};

/// The place in outcomes() of two hands; nothing if the rules (B6 to B9) want another number of cards.
std::optional<std::uint8_t> outcome(std::span<const Card> player, std::span<const Card> banker);

/// How many cards of each value are in a shoe.
using ShoeCounts = std::array<std::uint64_t, kValues>;

/// A shoe may not be larger: then counts fit 128 bits.
inline constexpr std::uint64_t kMostShoeCards = std::uint64_t{1} << 20;

/// How many of the ways to deal six cards lead to each outcome.
std::vector<Uint128> exact(const ShoeCounts& counts);

/// The same of many shoes, a row each; none may hold more than kMostShoeCardsIn64Bits cards. Nothing if it was
/// interrupted.
inline constexpr std::uint64_t kMostShoeCardsIn64Bits = 1450;
std::optional<std::vector<std::int64_t>> exact_shoes(std::span<const ShoeCounts> shoes, unsigned threads,
                                                     const Interrupted& interrupted);

/// The cards that rounds are dealt from: at least six, at most kMostShoeCards.
class Shoe {
 public:
  explicit Shoe(const ShoeCounts& counts);

  std::uint32_t size() const { return static_cast<std::uint32_t>(cards_.size()); }

  /// Round `index` from the whole shoe, shuffled (B1).
  Round deal(const Seed& seed, std::uint64_t index) const;

  /// How many of `rounds` such rounds from round `first` on have each outcome; first + rounds is at most 2^64.
  /// Nothing if it was interrupted.
  std::optional<std::vector<std::int64_t>> count(const Seed& seed, std::uint64_t first, std::uint64_t rounds,
                                                 unsigned threads, const Interrupted& interrupted) const;

  /// The rounds of shoe `index`, one after the other from the same cards: none starts once the cut card is out, which
  /// lies before the last `cut_card` cards, at least five.
  std::vector<Round> deal_to_cut(const Seed& seed, std::uint64_t index, std::uint32_t cut_card) const;

  /// How many of the rounds of `shoes` such shoes from shoe `first` on have each outcome. Nothing if it was
  /// interrupted.
  std::optional<std::vector<std::int64_t>> count_to_cut(const Seed& seed, std::uint64_t first, std::uint64_t shoes,
                                                        std::uint32_t cut_card, unsigned threads,
                                                        const Interrupted& interrupted) const;

 private:
  /// In the order of their values.
  std::vector<Card> cards_;
  std::vector<std::uint8_t> values_;
};

}  // namespace croupier::baccarat
