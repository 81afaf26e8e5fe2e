#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "croupier/card.hpp"
#include "croupier/hand_rank.hpp"
#include "croupier/parallel.hpp"

namespace croupier {

/// An integer type in which card numbers are stored.
enum class IntegerType { kUint8, kInt8, kUint16, kInt16, kUint32, kInt32, kUint64, kInt64 };

/// A two-dimensional array of card numbers somewhere in memory: a row a hand. Strides are in bytes.
struct CardArray {
  const std::byte* data;
  IntegerType type;
  std::size_t rows;
  int n_cards;
  std::ptrdiff_t row_stride;
  std::ptrdiff_t card_stride;
};

/// The functions below fill out[i] from row or mask i, on up to `threads` threads, and return the first i that is not
/// valid, or the number of rows if all are or if they were interrupted. What then stands in `out` is unspecified.

/// Ranks hands of 5, 6 or 7 cards.
std::size_t rank_rows(const CardArray& hands, Strength* out, unsigned threads, const Interrupted& interrupted);

/// Ranks masks of 5, 6 or 7 cards, mixed as they come.
std::size_t rank_masks(const Mask* masks, std::size_t size, Strength* out, unsigned threads,
                       const Interrupted& interrupted);

/// Turns sets of any size into masks.
std::size_t mask_rows(const CardArray& sets, Mask* out, unsigned threads, const Interrupted& interrupted);

/// Finds the best five of hands of 5, 6 or 7 cards.
std::size_t best_five_rows(const CardArray& hands, std::array<Card, 5>* out, unsigned threads,
                           const Interrupted& interrupted);

/// How many of all C(52, n_cards) hands have each strength, n_cards being 5, 6 or 7: every hand is ranked. Unspecified
/// if it was interrupted.
std::vector<std::int64_t> strength_histogram(int n_cards, unsigned threads, const Interrupted& interrupted);

}  // namespace croupier
