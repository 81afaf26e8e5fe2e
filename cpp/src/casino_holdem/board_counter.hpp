#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "casino_holdem/hand_table.hpp"
#include "croupier/poker/suit_classes.hpp"
#include "poker/pair_planes.hpp"

namespace croupier::casino_holdem {

inline constexpr std::size_t kBoardCards = 5;

/// Every player against every dealer on one board.
class BoardCounter {
 public:
  BoardCounter(const PairPlanes& pairs, Strength weakest_qualifying)
      : pairs_(pairs), weakest_qualifying_(weakest_qualifying) {}

  void count(const SuitClass& board);

  /// The board, from low to high.
  const std::array<Card, kBoardCards>& board() const { return board_; }

  /// Adds the showdowns of each hand to those of the hand that it is after a renaming.
  void add_to(HandTable& table, const Renaming& renaming) const;

 private:
  void list_hands(CardSet board);

  /// Puts the qualifying hands from strong to weak, by the digits of their strengths.
  void sort_qualifying();

  /// Of the hands counted so far, those that share no card with `hand`, unless it is one of them.
  std::uint32_t disjoint(std::size_t hand) const { return seen_ - with_card_[high_[hand]] - with_card_[low_[hand]]; }

  void see(std::size_t hand) {
    ++seen_;
    ++with_card_[high_[hand]];
    ++with_card_[low_[hand]];
  }

  void count_showdowns(std::uint32_t weight);

  /// Hands of the same ranks have the same category, flushes and better ones apart.
  void store(std::size_t hand, const Showdowns& showdowns);

  struct Ranked {
    Strength strength;
    std::uint16_t hand;
  };

  static constexpr std::size_t kUnseen = kPackSize - kBoardCards;
  static constexpr std::size_t kHands = kUnseen * (kUnseen - 1) / 2;

  const PairPlanes& pairs_;
  Strength weakest_qualifying_;
  std::array<Card, kBoardCards> board_;
  std::array<Strength, kPairs + simd::kPlaneBlock> strengths_;

  // By hand: a pair that the board leaves.
  std::array<Card, kHands> high_, low_;
  std::array<std::uint16_t, kHands> pair_;
  std::array<std::uint32_t, kHands> stronger_, equal_;

  // By slot, flushes apart; and the category by all but the second suit.
  alignas(64) std::array<Showdowns, kSlots> showdowns_;
  std::array<Category, kSlots / kSuits> category_;
  struct Flush {
    std::uint16_t slot;
    Category category;
    Showdowns showdowns;
  };
  std::array<Flush, kHands> flushes_;
  std::size_t n_flushes_ = 0;
  CategoryArray<bool> held_;  ///< Whether some hand has the category.

  std::array<Ranked, kHands + 1> sorted_, by_low_digit_;
  std::array<std::uint16_t, kHands + 1> others_;
  std::size_t n_qualifying_ = 0, n_others_ = 0;

  // The hands counted so far, all and by card.
  std::uint32_t seen_ = 0;
  std::array<std::uint32_t, kPackSize> with_card_;
};

}  // namespace croupier::casino_holdem
