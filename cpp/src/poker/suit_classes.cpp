#include "croupier/poker/suit_classes.hpp"

#include <bit>
#include <cassert>
#include <numeric>

#include "poker/shape.hpp"

namespace croupier {
namespace {

/// The renaming that brings the suits in the order of suit_classes().
Renaming sort_suits(Mask cards) {
  Renaming order;
  std::iota(order.begin(), order.end(), std::uint8_t{0});
  std::ranges::stable_sort(order, std::ranges::greater{}, [&](int suit) { return ranks_of_suit(cards, suit); });
  Renaming renaming;
  for (std::uint8_t place = 0; place < kSuits; ++place) renaming[order[place]] = place;
  return renaming;
}

/// How many sets of cards come of one by renaming suits.
std::uint8_t orbit(Mask cards) {
  std::uint8_t size = kRenamings, equal = 1;
  for (int suit = 1; suit < kSuits; ++suit) {
    equal = ranks_of_suit(cards, suit) == ranks_of_suit(cards, suit - 1) ? equal + 1 : 1;
    size /= equal;
  }
  return size;
}

/// Adds to `classes` all ways to give the suits from `suit` on `n_cards` cards, none of them more than `most`.
void add_suit(int suit, int n_cards, RankSet most, Mask cards, std::vector<SuitClass>& classes) {
  if (suit == kSuits) {
    if (n_cards == 0) classes.push_back({cards, orbit(cards)});
    return;
  }
  if (n_cards == 0) most = 0;
  for (RankSet ranks = most + 1; ranks-- > 0;) {
    const int count = std::popcount(ranks);
    if (count > n_cards || (suit == kSuits - 1 && count < n_cards)) continue;
    add_suit(suit + 1, n_cards - count, ranks, cards | Mask(std::uint64_t{ranks} << (16 * suit)), classes);
  }
}

/// The cards of a set of three, from high to low.
Flop flop_of(Mask cards) {
  Flop flop;
  std::ranges::copy(cards, flop.begin());
  std::ranges::sort(flop, std::ranges::greater{});
  return flop;
}

Flop rename_all(const Flop& flop, const Renaming& renaming) {
  return {rename(flop[0], renaming), rename(flop[1], renaming), rename(flop[2], renaming)};
}

}  // namespace

std::vector<SuitClass> suit_classes(int n_cards) {
  assert(n_cards >= 0 && n_cards <= kPackSize);
  std::vector<SuitClass> classes;
  add_suit(0, n_cards, kAllRanks, Mask(), classes);
  return classes;
}

const FlopClasses& FlopClasses::instance() {
  // Never destroyed: threads may still look it up while the process ends.
  static const FlopClasses& instance = *new FlopClasses;
  return instance;
}

FlopClasses::FlopClasses() {
  list_renamings();
  list_classes();
}

void FlopClasses::list_renamings() {
  Renaming renaming;
  std::iota(renaming.begin(), renaming.end(), std::uint8_t{0});
  for (std::size_t i = 0; i < kRenamings; ++i, std::ranges::next_permutation(renaming)) {
    renamings_[i] = renaming;
    for_each_pair([&](Card high, Card low) {
      renamed_pairs_[i][index_of(Pair{high, low})] = index_of(Pair{rename(high, renaming), rename(low, renaming)});
    });
  }
}

void FlopClasses::list_classes() {
  std::vector<std::uint16_t> class_of_flop(kFlops);
  for (const SuitClass& suit_class : suit_classes(3)) {
    const Flop cards = flop_of(suit_class.cards);
    class_of_flop[index_of(cards)] = static_cast<std::uint16_t>(classes_.size());
    Class& added = classes_.emplace_back(Class{cards, suit_class.size, {}});
    for (std::uint8_t i = 0; i < kRenamings; ++i) {
      if (index_of(rename_all(cards, renamings_[i])) == index_of(cards)) added.stabiliser.push_back(i);
    }
  }

  for_each_pair([&](Card high, Card middle) {
    for (Card low = 0; low < middle; ++low) {
      const Flop flop = {high, middle, low};
      const Renaming sorting = sort_suits(Mask::of_all(flop));
      places_[index_of(flop)] = {
          class_of_flop[index_of(rename_all(flop, sorting))],
          static_cast<std::uint8_t>(std::ranges::find(renamings_, sorting) - renamings_.begin())};
    }
  });
}

}  // namespace croupier
