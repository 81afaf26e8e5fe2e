#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "croupier/card.hpp"
#include "croupier/card_set.hpp"

namespace croupier {

inline constexpr std::size_t kPairs = kPackSize * (kPackSize - 1) / 2;
inline constexpr std::size_t kFlops = kPairs * (kPackSize - 2) / 3;

/// The flops that differ when suits may be renamed, and the ways to rename them.
inline constexpr std::size_t kFlopClasses = 1755;
inline constexpr std::size_t kRenamings = 24;

using Pair = std::array<Card, 2>;
using Flop = std::array<Card, 3>;

/// Indices of sets of cards in colexicographic order, without a branch: cards come at random.
constexpr std::uint16_t index_of(const Pair& pair) {
  const int low = std::min(pair[0], pair[1]), high = std::max(pair[0], pair[1]);
  return static_cast<std::uint16_t>(high * (high - 1) / 2 + low);
}
constexpr std::uint32_t index_of(const Flop& flop) {
  const std::uint32_t low = std::min(std::min(flop[0], flop[1]), flop[2]);
  const std::uint32_t high = std::max(std::max(flop[0], flop[1]), flop[2]);
  const std::uint32_t middle = std::uint32_t{flop[0]} + flop[1] + flop[2] - low - high;
  return high * (high - 1) * (high - 2) / 6 + middle * (middle - 1) / 2 + low;
}

/// A renaming of the suits.
using Renaming = std::array<std::uint8_t, kSuits>;

constexpr Card rename(Card card, const Renaming& renaming) { return make_card(rank_of(card), renaming[suit_of(card)]); }

/// The flops up to the names of suits, and the pairs of hole cards with the suits renamed.
class FlopClasses {
 public:
  struct Class {
    Flop cards;                            ///< From high to low.
    std::uint8_t size;                     ///< How many flops it stands for.
    std::vector<std::uint8_t> stabiliser;  ///< The renamings that change nothing about its cards.
  };

  /// The class of a flop, and a renaming that turns the flop into the class's cards.
  struct Place {
    std::uint16_t flop_class;
    std::uint8_t renaming;
  };

  /// The one object there need be, made at the first call.
  static const FlopClasses& instance();

  const Class& operator[](std::size_t flop_class) const { return classes_[flop_class]; }
  const Place& find(std::size_t flop) const { return places_[flop]; }
  const Renaming& renaming(std::size_t renaming) const { return renamings_[renaming]; }

  /// The index of each pair after a renaming.
  const std::array<std::uint16_t, kPairs>& renamed_pairs(std::size_t renaming) const {
    return renamed_pairs_[renaming];
  }

 private:
  FlopClasses();
  void list_renamings();
  void list_classes();

  std::array<Renaming, kRenamings> renamings_;
  std::array<std::array<std::uint16_t, kPairs>, kRenamings> renamed_pairs_;
  std::vector<Class> classes_;
  std::array<Place, kFlops> places_;
};

/// A set of cards that stands for all that differ from it in the names of suits.
struct SuitClass {
  Mask cards;
  std::uint8_t size;
};

/// The sets of `n_cards` cards up to the names of suits: the ranks of clubs, as a number, are no less than those of
/// diamonds, and so on.
std::vector<SuitClass> suit_classes(int n_cards);

}  // namespace croupier
