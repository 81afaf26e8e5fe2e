#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "croupier/poker/strength.hpp"
#include "simd/plane_set.hpp"

namespace croupier::simd {

/// A player's part of hands that share columns of cards: cards that are the same in all of them, two more columns of
/// cards or none, and where the strengths go.
struct Player {
  PlaneSet common;
  const Card* hole;
  Strength* out;
};

/// Columns of players, and their strengths, are read and written in whole multiples of this many.
inline constexpr std::size_t kColumnBlock = 64;

/// Boards that are dealt at a time.
inline constexpr std::size_t kDealt = 256;

/// Draws of the cards to come from those that are left, in columns of kDealt. Each draw takes a card at its place, and
/// the last one left moves to where it was; left are, by number, the cards that are neither seen nor in hole cards.
struct BoardDraws {
  std::size_t n_cards;
  const std::uint16_t* twos[3];  ///< Of two cards each: the first place times the second one's bound, and the second.
  std::size_t left;
  const Card* seen;  ///< In ascending order.
  std::size_t n_seen;
  const Card* hole;
  std::size_t n_hole;
  Card* sorted;  ///< Room for as many columns.
  Card* cards;   ///< Where the board's cards go.
};

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

  /// Hands of players who share the cards of 1, 2 or 5 columns; they must be hands of 5, 6 or 7 cards. Reads and writes
  /// up to the next multiple of kColumnBlock; what it reads there must be cards too.
  void (*rank_players)(const Card* shared, std::ptrdiff_t stride, int n_shared, std::size_t count,
                       const Player* players, std::size_t n_players);

  /// Deals kDealt boards.
  void (*deal_boards)(const BoardDraws& draws);
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
