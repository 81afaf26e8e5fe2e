#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "croupier/poker/strength.hpp"
#include "simd/plane_set.hpp"

namespace croupier::simd {

/// The kernels of one instruction set. Those that return an index stop at the first hand that is not valid and return
/// its own, or `count` if all are valid; strengths of hands from there on are unspecified.
struct Kernels {
  std::string_view name;

  /// Whether the processor at hand runs them.
  bool (*supported)();

  /// Hand i is cards[n_cards * i] to cards[n_cards * i + n_cards - 1].
  std::size_t (*rank_rows)(const Card* cards, int n_cards, std::size_t count, Strength* out);

  /// Hand i is cards[i], cards[i + stride], ... cards[i + (n_cards - 1) * stride].
  std::size_t (*rank_columns)(const Card* cards, std::ptrdiff_t stride, int n_cards, std::size_t count, Strength* out);

  /// The bits of masks of 5, 6 or 7 cards, mixed as they come.
  std::size_t (*rank_masks)(const std::uint64_t* masks, std::size_t count, Strength* out);

  /// Hands in planes, `common` added to each; they must be hands of 5, 6 or 7 cards. Reads and writes up to the next
  /// multiple of kPlaneBlock; what it reads there must be planes too, if only empty ones.
  void (*rank_planes)(const PlaneArrays& sets, PlaneSet common, std::size_t count, Strength* out);
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
