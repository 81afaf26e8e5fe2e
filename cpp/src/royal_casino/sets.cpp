#include "croupier/royal_casino/sets.hpp"

#include <algorithm>
#include <cstdint>
#include <unordered_map>

namespace croupier::royal_casino {
namespace {

/// The cards that count at most so much in a sum.
constexpr auto kSummingToAtMost = [] {
  std::array<CardSet, kHighestValue + 1> sets;
  for (std::size_t sum = 1; sum < sets.size(); ++sum) {
    sets[sum] = sets[sum - 1] | kFourAces;
    if (sum >= kLowestValue && sum < kHighestValue) sets[sum] |= cards_of_value(static_cast<int>(sum));
  }
  return sets;
}();

CardSet summing_to_at_most(int sum) { return kSummingToAtMost[static_cast<std::size_t>(sum)]; }

/// Finds partitions into sets of one value.
class Partition {
 public:
  explicit Partition(int value) : value_(value) {}

  std::optional<std::vector<CardSet>> first(CardSet cards) {
    if (!is_possible(cards)) return std::nullopt;
    std::vector<CardSet> sets;
    while (!cards.empty()) {
      sets.push_back(first_set(cards));
      cards -= sets.back();
    }
    return sets;
  }

 private:
  /// Whether cards can be split. The highest card is tried first: it fits in the fewest sets.
  bool is_possible(CardSet cards) {
    const CardSet others = cards - kFourAces;
    if (others.empty()) return value_ == kHighestValue || cards.size() % value_ == 0;
    const auto [known, is_new] = known_.try_emplace(counts_by_rank(cards), false);
    if (!is_new) return known->second;
    const CardSet rest = cards - CardSet::of(others.back());
    const bool possible = can_complete(value_ - value_of(others.back()), rest, rest);
    return known_[counts_by_rank(cards)] = possible;
  }

  /// Whether cards of `pool` make up what a set is missing, and the rest can be split.
  bool can_complete(int missing, CardSet pool, CardSet rest) {
    if (missing < 0) return false;
    if (missing == 0) return is_possible(rest);
    for (CardSet others = (pool - kFourAces) & summing_to_at_most(missing); !others.empty();) {
      const Card card = others.back();
      const CardSet without = others - CardSet::of(card);
      if (can_complete(missing - value_of(card), without | (pool & kFourAces), rest - CardSet::of(card))) return true;
      others -= cards_of_value(value_of(card));  // its equals would do no better
    }
    CardSet aces = pool & kFourAces;
    if (aces.size() < missing) return false;
    for (; missing > 0; --missing, aces = aces.without_first()) rest -= aces.first();
    return is_possible(rest);
  }

  /// The lexicographically first set with the lowest card that leaves what can be split.
  CardSet first_set(CardSet cards) {
    const Card card = cards.front();
    if (value_of(card) == value_ && is_possible(cards.without_first())) return cards.first();
    return grow(cards.first(), value_in_sum(card), cards.without_first(), cards);
  }

  CardSet grow(CardSet chosen, int sum, CardSet rest, CardSet cards) {
    if (sum >= value_) return {};
    for (rest &= summing_to_at_most(value_ - sum); !rest.empty(); rest = rest.without_first()) {
      const CardSet with_card = chosen | rest.first();
      const int new_sum = sum + value_in_sum(rest.front());
      if (new_sum == value_ && is_possible(cards - with_card)) return with_card;
      if (const CardSet set = grow(with_card, new_sum, rest.without_first(), cards); !set.empty()) return set;
    }
    return {};
  }

  /// How many cards of each rank there are, four bits a rank.
  static std::uint64_t counts_by_rank(CardSet cards) {
    std::uint64_t bits = cards.bits();
    bits -= bits >> 1 & 0x5555'5555'5555'5555;
    return (bits & 0x3333'3333'3333'3333) + (bits >> 2 & 0x3333'3333'3333'3333);
  }

  int value_;
  std::unordered_map<std::uint64_t, bool> known_;
};

}  // namespace

void SetsBySum::find(CardSet cards, int highest) {
  for (std::vector<CardSet>& sets : sets_) sets.clear();
  add({}, 0, cards, highest);
}

void SetsBySum::add(CardSet chosen, int sum, CardSet rest, int highest) {
  for (rest &= summing_to_at_most(highest - sum); !rest.empty(); rest = rest.without_first()) {
    const CardSet with_card = chosen | rest.first();
    const int new_sum = sum + value_in_sum(rest.front());
    (*this)[new_sum].push_back(with_card);
    if (new_sum < highest) add(with_card, new_sum, rest.without_first(), highest);
  }
}

std::optional<std::vector<CardSet>> first_partition(CardSet cards, int value) { return Partition(value).first(cards); }

}  // namespace croupier::royal_casino
