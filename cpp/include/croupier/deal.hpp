#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>

#include "croupier/random.hpp"

namespace croupier {

/// The places in a pack of the cards that `draws` take from it, `size` being the number of cards: each draw takes a
/// card, and the last card of the pack moves to where it was.
template <std::size_t N>
constexpr std::array<std::uint32_t, N> places_of(std::uint32_t size, const std::array<std::uint32_t, N>& draws) {
  std::array<std::uint32_t, N> places{};
  for (std::uint32_t i = 0; i < N; ++i) {
    std::uint32_t place = draws[i];
    for (std::uint32_t earlier = i; earlier-- > 0;) {
      if (place == draws[earlier]) place = size - 1 - earlier;
    }
    places[i] = place;
  }
  return places;
}

/// Rounds side by side: column c holds the places of card c of each.
template <class Place, std::size_t N, std::size_t kRounds>
using DealtColumns = std::array<std::array<Place, kRounds>, N>;

/// Deals `count` rounds from round `first` on, at most kRounds, a word each: what places_of() does, a column at a time.
/// What stands behind the last round is unspecified.
template <class Place, std::size_t N, std::size_t kRounds>
void deal_columns(const BatchedDraw<N>& draw, const Seed& seed, Domain domain, std::uint64_t first, std::size_t count,
                  DealtColumns<Place, N, kRounds>& columns) {
  assert(count <= kRounds);
  std::array<std::uint64_t, kRounds> words;
  fill_words(seed, domain, first, std::span(words).first(count));
  for (std::size_t i = 0; i < count; ++i) {
    const auto draws = draw(words[i], seed, domain, first + i);
    for (std::size_t card = 0; card < N; ++card) columns[card][i] = static_cast<Place>(draws[card]);
  }
  const std::uint32_t size = draw.bounds()[0];
  for (std::uint32_t card = N; card-- > 1;) {
    for (std::uint32_t earlier = card; earlier-- > 0;) {
      const auto moved = static_cast<Place>(size - 1 - earlier);
      for (std::size_t i = 0; i < kRounds; ++i) {
        columns[card][i] = columns[card][i] == columns[earlier][i] ? moved : columns[card][i];
      }
    }
  }
}

}  // namespace croupier
