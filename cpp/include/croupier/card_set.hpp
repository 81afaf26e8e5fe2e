#pragma once

#include <bit>
#include <cassert>
#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>

#include "croupier/card.hpp"

namespace croupier {

/// A set of cards of one pack in 64 bits. `Layout` says which bit stands for which card:
/// - bit_of(card) and card_at(bit), each the other's inverse;
/// - kWhole, the bits that stand for cards.
///
/// Sets of different layouts do not mix. As a range a set is its cards, from the lowest bit to the highest.
template <class Layout>
class BasicCardSet {
 public:
  class iterator {
   public:
    using value_type = Card;
    using difference_type = std::ptrdiff_t;

    constexpr iterator() = default;
    explicit constexpr iterator(std::uint64_t left) : left_(left) {}

    constexpr Card operator*() const { return Layout::card_at(std::countr_zero(left_)); }
    constexpr iterator& operator++() {
      left_ &= left_ - 1;
      return *this;
    }
    constexpr iterator operator++(int) {
      const iterator before = *this;
      ++*this;
      return before;
    }
    friend constexpr bool operator==(const iterator&, const iterator&) = default;

   private:
    std::uint64_t left_ = 0;
  };

  constexpr BasicCardSet() = default;
  explicit constexpr BasicCardSet(std::uint64_t bits) : bits_(bits) { assert((bits & ~Layout::kWhole) == 0); }

  /// A card is no set of bits: of() makes its set.
  template <std::same_as<Card> NoBits>
  explicit BasicCardSet(NoBits) = delete;

  /// The set of one card.
  static constexpr BasicCardSet of(Card card) {
    assert(card < kPackSize);
    return BasicCardSet(std::uint64_t{1} << Layout::bit_of(card));
  }

  /// The set of the cards in a range.
  template <class Cards>
  static constexpr BasicCardSet of_all(const Cards& cards) {
    BasicCardSet set;
    for (const Card card : cards) set |= of(card);
    return set;
  }

  static constexpr BasicCardSet whole_pack() { return BasicCardSet(Layout::kWhole); }

  constexpr std::uint64_t bits() const { return bits_; }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr int size() const { return std::popcount(bits_); }
  constexpr bool contains(Card card) const { return intersects(of(card)); }
  constexpr bool intersects(BasicCardSet other) const { return (bits_ & other.bits_) != 0; }

  /// The first and the last card of a set that is not empty.
  constexpr Card front() const {
    assert(!empty());
    return Layout::card_at(std::countr_zero(bits_));
  }
  constexpr Card back() const {
    assert(!empty());
    return Layout::card_at(63 - std::countl_zero(bits_));
  }

  /// The set of its first card; empty if it is.
  constexpr BasicCardSet first() const { return BasicCardSet(bits_ & (~bits_ + 1)); }
  constexpr BasicCardSet without_first() const { return BasicCardSet(bits_ & (bits_ - 1)); }

  constexpr iterator begin() const { return iterator(bits_); }
  constexpr iterator end() const { return iterator(); }

  constexpr BasicCardSet& operator|=(BasicCardSet other) { return *this = *this | other; }
  constexpr BasicCardSet& operator&=(BasicCardSet other) { return *this = *this & other; }
  constexpr BasicCardSet& operator-=(BasicCardSet other) { return *this = *this - other; }

  friend constexpr BasicCardSet operator|(BasicCardSet a, BasicCardSet b) { return BasicCardSet(a.bits_ | b.bits_); }
  friend constexpr BasicCardSet operator&(BasicCardSet a, BasicCardSet b) { return BasicCardSet(a.bits_ & b.bits_); }
  /// The cards of `a` that are not in `b`.
  friend constexpr BasicCardSet operator-(BasicCardSet a, BasicCardSet b) { return BasicCardSet(a.bits_ & ~b.bits_); }

  friend constexpr auto operator<=>(const BasicCardSet&, const BasicCardSet&) = default;

 private:
  std::uint64_t bits_ = 0;
};

/// Bit 16 * suit + rank.
struct BySuit {
  static constexpr std::uint64_t kWhole = 0x1FFF'1FFF'1FFF'1FFF;
  static constexpr int bit_of(Card card) { return 16 * suit_of(card) + rank_of(card); }
  static constexpr Card card_at(int bit) { return make_card(bit % 16, bit / 16); }
};

/// Bit c for card c: sets compare as the lists of their cards do from the highest on.
struct ByNumber {
  static constexpr std::uint64_t kWhole = (std::uint64_t{1} << kPackSize) - 1;
  static constexpr int bit_of(Card card) { return card; }
  static constexpr Card card_at(int bit) { return static_cast<Card>(bit); }
};

using Mask = BasicCardSet<BySuit>;
using CardSet = BasicCardSet<ByNumber>;

/// Calls visit(high, low) for every pair of cards, in colexicographic order: 1-0, 2-0, 2-1, 3-0 ...
template <class Visit>
constexpr void for_each_pair(Visit visit) {
  for (Card high = 1; high < kPackSize; ++high) {
    for (Card low = 0; low < high; ++low) visit(high, low);
  }
}

}  // namespace croupier
