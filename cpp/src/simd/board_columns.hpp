// How draws become boards, a column of bytes at a time: plain loops that compilers turn into vectors. A file for an
// instruction set includes this inside its target region, after every other header; nothing of the standard library is
// instantiated here.

#include "simd/kernels.hpp"

namespace croupier::simd {
namespace {

/// Places from `gone` on move up by one.
inline void step_over(Card* places, const Card* gone) {
  for (std::size_t i = 0; i < kDealt; ++i) places[i] = static_cast<Card>(places[i] + (places[i] >= gone[i]));
}

inline void step_over(Card* places, Card gone) {
  for (std::size_t i = 0; i < kDealt; ++i) places[i] = static_cast<Card>(places[i] + (places[i] >= gone));
}

/// A draw of two: the quotient by the second bound, and the rest.
inline void split(const std::uint16_t* two, std::uint16_t bound, Card* first, Card* second) {
  // The quotient as a product of 16 bits: exact, as 16 * two is below 2^16 and the bound is at most 52.
  int shift = 2;
  for (std::uint16_t bits = bound; bits != 0; bits >>= 1) ++shift;
  const auto factor = static_cast<std::uint16_t>(((std::uint32_t{1} << (12 + shift)) + bound - 1) / bound);
  for (std::size_t i = 0; i < kDealt; ++i) {
    const auto scaled = static_cast<std::uint16_t>(two[i] * 16);
    const auto high = static_cast<std::uint16_t>(std::uint32_t{scaled} * factor >> 16);
    const auto quotient = static_cast<std::uint16_t>(high >> shift);
    first[i] = static_cast<Card>(quotient);
    second[i] = static_cast<Card>(two[i] - quotient * bound);
  }
}

/// The hole cards' places among the cards that are not `seen`, in ascending order.
inline void sort_hole(const BoardDraws& d) {
  for (std::size_t card = 0; card < d.n_hole; ++card) {
    const Card* hole = d.hole + card * kDealt;
    Card* place = d.sorted + card * kDealt;
    for (std::size_t i = 0; i < kDealt; ++i) place[i] = hole[i];
    for (std::size_t gone = d.n_seen; gone-- > 0;) {
      const Card other = d.seen[gone];
      for (std::size_t i = 0; i < kDealt; ++i) place[i] = static_cast<Card>(place[i] - (place[i] > other));
    }
  }
  for (std::size_t last = d.n_hole; last-- > 1;) {
    for (std::size_t card = 0; card < last; ++card) {
      Card *a = d.sorted + card * kDealt, *b = a + kDealt;
      for (std::size_t i = 0; i < kDealt; ++i) {
        const Card low = a[i] < b[i] ? a[i] : b[i], high = a[i] < b[i] ? b[i] : a[i];
        a[i] = low;
        b[i] = high;
      }
    }
  }
}

inline void deal_boards(const BoardDraws& d) {
  Card unused[kDealt];
  for (std::size_t card = 0; card < d.n_cards; card += 2) {
    const bool one = card + 1 == d.n_cards;
    split(d.twos[card / 2], static_cast<std::uint16_t>(one ? 1 : d.left - 1 - card), d.cards + card * kDealt,
          one ? unused : d.cards + (card + 1) * kDealt);
  }
  for (std::size_t card = d.n_cards; card-- > 1;) {  // the last card left moves to where one was taken
    for (std::size_t earlier = card; earlier-- > 0;) {
      Card *place = d.cards + card * kDealt, *taken = d.cards + earlier * kDealt;
      const auto moved = static_cast<Card>(d.left - 1 - earlier);
      for (std::size_t i = 0; i < kDealt; ++i) place[i] = place[i] == taken[i] ? moved : place[i];
    }
  }
  sort_hole(d);
  for (std::size_t card = 0; card < d.n_cards; ++card) {
    Card* place = d.cards + card * kDealt;
    for (std::size_t hole = 0; hole < d.n_hole; ++hole) step_over(place, d.sorted + hole * kDealt);
    for (std::size_t gone = 0; gone < d.n_seen; ++gone) step_over(place, d.seen[gone]);
  }
}

}  // namespace
}  // namespace croupier::simd
