#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <optional>
#include <span>

#include "croupier/card.hpp"
#include "croupier/card_set.hpp"
#include "croupier/inplace_vector.hpp"
#include "croupier/royal_casino/rules.hpp"

namespace croupier::royal_casino {

inline constexpr int kLowestValue = 2;
inline constexpr int kHighestValue = 14;

/// A build has two cards at least, and its owner holds one more.
inline constexpr std::size_t kMostBuilds = (kPackSize - 1) / 2;

/// What a card captures and is captured as: 2 to 14 (R2, R10).
constexpr int value_of(Card card) { return rank_of(card) + kLowestValue; }

/// What a card counts in a sum: an ace 1 (R22).
constexpr int value_in_sum(Card card) { return value_of(card) == kHighestValue ? 1 : value_of(card); }

/// The cards of a capture value, 2 to 14.
constexpr CardSet cards_of_value(int value) {
  assert(kLowestValue <= value && value <= kHighestValue);
  return CardSet(std::uint64_t{0xF} << (kSuits * (value - kLowestValue)));
}

inline constexpr CardSet kFourAces = cards_of_value(kHighestValue);

constexpr int sum_of(CardSet cards) {
  int sum = 0;
  for (const Card card : cards) sum += value_in_sum(card);
  return sum;
}

struct Build {
  Build() = default;
  /// It is multiple where its cards are more than one set of its value: they are no single sum (R15).
  Build(CardSet of, int worth, Seat by)
      : cards(of), value(static_cast<std::int8_t>(worth)), owner(by), multiple(sum_of(of) != worth) {}

  CardSet cards;
  std::int8_t value = 0;
  Seat owner{};
  bool multiple = false;
  bool operator==(const Build&) const = default;
};

/// Cards that are still to be dealt, the next one first.
class Stock {
 public:
  Stock() = default;
  explicit Stock(std::span<const Card> cards) : size_(static_cast<std::uint8_t>(cards.size())) {
    assert(cards.size() <= kPackSize);
    std::ranges::copy(cards, pack_.end() - size_);
  }

  bool empty() const { return size_ == 0; }
  unsigned size() const { return size_; }
  const Card* begin() const { return end() - size_; }
  const Card* end() const { return pack_.data() + pack_.size(); }

  /// The set of the next `count` cards, which leave the stock.
  CardSet deal(unsigned count) {
    assert(count <= size_);
    CardSet dealt;
    for (; count > 0; --count, --size_) dealt |= CardSet::of(*begin());
    return dealt;
  }

 private:
  std::array<Card, kPackSize> pack_{};  ///< What is left stands at its end.
  std::uint8_t size_ = 0;
};

/// A place in a hand.
struct State {
  CardSet table;
  PerSeat<CardSet> hands;
  PerSide<CardSet> piles;
  PerSide<std::int8_t> sweeps;
  std::optional<Side> last_capture;
  Seat to_move{};
  InplaceVector<Build, kMostBuilds> builds;  ///< In the order of their making.
  Stock stock;

  /// The cards of the player to move.
  CardSet hand() const { return hands[to_move]; }
  bool is_dealt_out() const { return (hands.values[0] | hands.values[1] | hands.values[2] | hands.values[3]).empty(); }
  bool is_over() const { return is_dealt_out() && stock.empty(); }
};

/// The hand that a pack deals: four cards to each seat from seat `first` on, four to the table, the rest is stock.
State deal_pack(const Rules& rules, const std::array<Card, kPackSize>& pack, Seat first);

/// Deals if all hands are empty, and settles the end of the pack (R4, R29).
void settle(const Rules& rules, State& state);

}  // namespace croupier::royal_casino
