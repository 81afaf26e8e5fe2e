#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "croupier/keyed_array.hpp"

namespace croupier {

/// The rank of a poker hand among the 7462 that differ: 1 is a royal flush, 7462 is 7-5-4-3-2. Lower is stronger.
using Strength = std::uint16_t;

inline constexpr int kStrengths = 7462;

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

template <class T>
using CategoryArray = KeyedArray<Category, T, kCategories>;

inline constexpr auto kAllCategories = CategoryArray<Category>::keys();

inline constexpr CategoryArray<std::string_view> kCategoryNames = {
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

inline constexpr CategoryArray<Strength> kWeakestStrengths = {
    kWeakestHighCard, kWeakestPair,      kWeakestTwoPair,     kWeakestThreeOfAKind,  kWeakestStraight,
    kWeakestFlush,    kWeakestFullHouse, kWeakestFourOfAKind, kWeakestStraightFlush, kWeakestRoyalFlush,
};

/// The category of a strength, 1 to kStrengths.
Category category(Strength strength);

}  // namespace croupier
