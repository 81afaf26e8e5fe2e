#include "croupier/flop.hpp"

#include <bit>
#include <numeric>

namespace croupier {
namespace {

constexpr std::uint32_t kAllRanks = (1u << kRanks) - 1;

constexpr std::uint32_t ranks_of_suit(Mask cards, std::size_t suit) { return (cards >> (16 * suit)) & kAllRanks; }

/// The renaming that brings the suits in the order of suit_classes().
Renaming sort_suits(Mask cards) {
  Renaming order;
  std::iota(order.begin(), order.end(), std::uint8_t{0});
  std::ranges::stable_sort(order, std::ranges::greater{}, [&](std::size_t suit) { return ranks_of_suit(cards, suit); });
  Renaming renaming;
  for (std::size_t place = 0; place < kSuits; ++place) renaming[order[place]] = static_cast<std::uint8_t>(place);
  return renaming;
}

/// How many sets of cards come of one by renaming suits.
std::uint8_t orbit(Mask cards) {
  std::size_t stabiliser = 1, equal = 1;
  for (std::size_t suit = 1; suit < kSuits; ++suit) {
    equal = ranks_of_suit(cards, suit) == ranks_of_suit(cards, suit - 1) ? equal + 1 : 1;
    stabiliser *= equal;
  }
  return static_cast<std::uint8_t>(kRenamings / stabiliser);
}

/// Adds to `classes` all ways to give the suits from `suit` on `n_cards` cards, none of them more than `most`.
void add_suit(int suit, int n_cards, std::uint32_t most, Mask cards, std::vector<SuitClass>& classes) {
  if (suit == kSuits) {
    if (n_cards == 0) classes.push_back({cards, orbit(cards)});
    return;
  }
  if (n_cards == 0) most = 0;
  for (std::uint32_t ranks = most + 1; ranks-- > 0;) {
    const int count = std::popcount(ranks);
    if (count > n_cards || (suit == kSuits - 1 && count < n_cards)) continue;
    add_suit(suit + 1, n_cards - count, ranks, cards | Mask{ranks} << (16 * suit), classes);
  }
}

Flop cards_of(Mask mask) {
  Flop flop;
  auto next = flop.begin();
  for (int card = kPackSize - 1; card >= 0; --card) {
    if ((mask & mask_of(static_cast<Card>(card))) != 0) *next++ = static_cast<Card>(card);
  }
  return flop;
}

Flop rename_all(const Flop& flop, const Renaming& renaming) {
  return {rename(flop[0], renaming), rename(flop[1], renaming), rename(flop[2], renaming)};
}

}  // namespace

std::vector<SuitClass> suit_classes(int n_cards) {
  std::vector<SuitClass> classes;
  add_suit(0, n_cards, kAllRanks, 0, classes);
  return classes;
}

const FlopClasses& FlopClasses::instance() {
  // Never destroyed: threads may still look it up while the process ends.
  static const FlopClasses& instance = *new FlopClasses;
  return instance;
}

FlopClasses::FlopClasses() {
  Renaming renaming;
  std::iota(renaming.begin(), renaming.end(), std::uint8_t{0});
  for (std::size_t i = 0; i < kRenamings; ++i, std::ranges::next_permutation(renaming)) {
    renamings_[i] = renaming;
    for (Card high = 1; high < kPackSize; ++high) {
      for (Card low = 0; low < high; ++low) {
        renamed_pairs_[i][index_of(Pair{high, low})] =
            static_cast<std::uint16_t>(index_of(Pair{rename(high, renaming), rename(low, renaming)}));
      }
    }
  }

  std::vector<std::uint16_t> class_of_flop(kFlops);
  for (const SuitClass& suit_class : suit_classes(3)) {
    const Flop cards = cards_of(suit_class.cards);
    Class& added = classes_.emplace_back(Class{cards, suit_class.size, {}});
    class_of_flop[index_of(cards)] = static_cast<std::uint16_t>(classes_.size() - 1);
    for (std::uint8_t i = 0; i < kRenamings; ++i) {
      if (index_of(rename_all(cards, renamings_[i])) == index_of(cards)) added.stabiliser.push_back(i);
    }
  }

  for (Card high = 2; high < kPackSize; ++high) {
    for (Card middle = 1; middle < high; ++middle) {
      for (Card low = 0; low < middle; ++low) {
        const Flop flop = {high, middle, low};
        const Renaming sorting = sort_suits(mask_of(high) | mask_of(middle) | mask_of(low));
        places_[index_of(flop)] = {
            class_of_flop[index_of(rename_all(flop, sorting))],
            static_cast<std::uint8_t>(std::ranges::find(renamings_, sorting) - renamings_.begin())};
      }
    }
  }
}

}  // namespace croupier
