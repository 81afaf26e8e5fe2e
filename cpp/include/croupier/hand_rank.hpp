#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "croupier/card.hpp"

namespace croupier {

/// The rank of a poker hand among the 7462 that differ: 1 is a royal flush, 7462 is 7-5-4-3-2. Lower is stronger.
using Strength = std::uint16_t;

inline constexpr int kStrengths = 7462;
inline constexpr int kMinHandCards = 5;
inline constexpr int kMaxHandCards = 7;

/// What kind of hand it is; a higher category beats a lower one.
enum class Category : std::uint8_t {
  kHighCard,
  kPair,
  kTwoPair,
  kThreeOfAKind,
  kStraight,
  kFlush,
  kFullHouse,
  kFourOfAKind,
  kStraightFlush,
  kRoyalFlush,
};

inline constexpr std::size_t kCategories = 10;

/// What each category is called.
inline constexpr std::array<std::string_view, kCategories> kCategoryNames = {
    "high card", "pair",       "two pair",       "three of a kind", "straight",
    "flush",     "full house", "four of a kind", "straight flush",  "royal flush",
};

/// The weakest strength of each category, strongest category first.
enum WeakestStrength : Strength {
  kWeakestRoyalFlush = 1,
  kWeakestStraightFlush = 10,
  kWeakestFourOfAKind = 166,
  kWeakestFullHouse = 322,
  kWeakestFlush = 1599,
  kWeakestStraight = 1609,
  kWeakestThreeOfAKind = 2467,
  kWeakestTwoPair = 3325,
  kWeakestPair = 6185,
  kWeakestHighCard = 7462,
};

/// The same by category.
inline constexpr std::array<Strength, kCategories> kWeakestOfCategory = {
    kWeakestHighCard, kWeakestPair,      kWeakestTwoPair,     kWeakestThreeOfAKind,  kWeakestStraight,
    kWeakestFlush,    kWeakestFullHouse, kWeakestFourOfAKind, kWeakestStraightFlush, kWeakestRoyalFlush,
};

/// Whether the mask holds cards only, and 5, 6 or 7 of them.
bool is_hand(Mask mask);

/// The strength of the best five of the 5, 6 or 7 cards in `hand`, for which is_hand() holds.
Strength rank(Mask hand);

/// The category of a strength.
Category category(Strength strength);

/// The five cards that make the hand: first the cards of the category, then the kickers, each from high to low (a
/// wheel is 5-4-3-2-A); among cards of equal rank the highest suits.
std::array<Card, 5> best_five(Mask hand);

}  // namespace croupier
