#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "croupier/hand_rank.hpp"

namespace croupier::simd {

/// The kernels of one instruction set. Each stops at the first hand that is not valid and returns its index, `count`
/// if all are valid; strengths of hands from there on are unspecified.
struct Kernels {
  std::string_view name;

  /// Whether the processor at hand runs them.
  bool (*supported)();

  /// Hand i is cards[n_cards * i] to cards[n_cards * i + n_cards - 1].
  std::size_t (*rank_rows)(const Card* cards, int n_cards, std::size_t count, Strength* out);

  /// Hand i is cards[i], cards[i + stride], ... cards[i + (n_cards - 1) * stride].
  std::size_t (*rank_columns)(const Card* cards, std::ptrdiff_t stride, int n_cards, std::size_t count, Strength* out);

  /// Masks of 5, 6 or 7 cards, mixed as they come.
  std::size_t (*rank_masks)(const Mask* masks, std::size_t count, Strength* out);
};

/// Every instruction set of this build, slowest first; the first one is plain C++ and runs everywhere.
std::span<const Kernels* const> compiled_kernels();

/// The kernels in use.
const Kernels& kernels();

extern const Kernels kScalar;
#if defined(__x86_64__) && defined(__GNUC__)
extern const Kernels kSse2, kAvx2, kAvx512;
#elif defined(__aarch64__) && defined(__GNUC__)
extern const Kernels kNeon;
#endif

}  // namespace croupier::simd
