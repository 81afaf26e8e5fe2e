#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "croupier/card.hpp"
#include "croupier/parallel.hpp"
#include "croupier/poker/strength.hpp"

namespace croupier {

enum class IntegerType { kUint8, kInt8, kUint16, kInt16, kUint32, kInt32, kUint64, kInt64 };

/// A two-dimensional array of integers somewhere in memory, aligned or not. Strides are in bytes.
struct IntegerArray {
  const std::byte* data;
  IntegerType type;
  bool swapped;  ///< Whether the bytes of an integer stand in the other order than the machine's.
  std::size_t rows;
  std::size_t columns;
  std::ptrdiff_t row_stride;
  std::ptrdiff_t column_stride;
};

/// The functions below fill out[i] from row i of an array, on up to `threads` threads, and return the first i that is
/// not valid, or the number of rows if all are; nothing if they were interrupted. After either, what stands in `out` is
/// unspecified.

/// Ranks hands of 5, 6 or 7 cards, a card a column.
std::optional<std::size_t> rank_rows(const IntegerArray& hands, Strength* out, unsigned threads,
                                     const Interrupted& interrupted);

/// Ranks masks of 5, 6 or 7 cards, mixed as they come, in one column.
std::optional<std::size_t> rank_masks(const IntegerArray& masks, Strength* out, unsigned threads,
                                      const Interrupted& interrupted);

/// Turns sets of cards of any size, a card a column, into masks.
std::optional<std::size_t> mask_rows(const IntegerArray& sets, Mask* out, unsigned threads,
                                     const Interrupted& interrupted);

/// Finds the best five of hands of 5, 6 or 7 cards, a card a column.
std::optional<std::size_t> best_five_rows(const IntegerArray& hands, std::array<Card, 5>* out, unsigned threads,
                                          const Interrupted& interrupted);

/// Finds the categories of strengths in one column.
std::optional<std::size_t> categorize(const IntegerArray& strengths, Category* out, unsigned threads,
                                      const Interrupted& interrupted);

/// How many of all C(52, n_cards) hands have each strength, n_cards being 5, 6 or 7: every hand is ranked. Nothing if
/// it was interrupted.
std::optional<std::vector<std::int64_t>> strength_histogram(int n_cards, unsigned threads,
                                                            const Interrupted& interrupted);

}  // namespace croupier
