#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "croupier/poker/equity.hpp"
#include "poker/equity/ways.hpp"
#include "simd/kernels.hpp"

namespace croupier::equity {

/// Words that are drawn from at a time.
inline constexpr std::size_t kStagedWords = simd::kDealt;

/// Cards to come that a word serves at most, and samples; draws of two cards and of ways are no more.
inline constexpr std::size_t kMostServed = 10;

/// What words give, a column each: by sample of a word and source the way that its players hold cards, and by sample
/// draws of two cards at a time.
struct Drawn {
  using Column = std::array<std::uint16_t, kStagedWords>;
  std::array<Column, kMostServed> ways;
  std::array<Column, kMostServed> twos;
};

/// Draws the samples of a spot: the way of each source, and the board's cards from those that the hands leave.
///
/// A word serves one sample, or several where there is one source at most: as many as keep the product of all bounds at
/// kMostPerWord, their cards at ten and themselves at ten. If it does not serve one, each sample has a stream: a word
/// for each source, and one for the board. Where hands share a card, other words stand in.
class Dealer {
 public:
  Dealer(const Spot& spot, const Seed& seed);

  const Sources& sources() const { return sources_; }
  std::size_t cards_to_come() const { return cards_to_come_; }
  std::size_t samples_per_word() const { return samples_per_word_; }

  /// Cards that neither board, dead cards nor any player holds.
  std::uint32_t left() const { return left_; }

  std::size_t twos_per_sample() const { return (cards_to_come_ + 1) / 2; }

  /// Draws from `count` words from word `first` on. Stops, and returns false, once `stopped` says yes.
  bool draw(std::uint64_t first, std::size_t count, Drawn& drawn, const Interrupted& stopped) const;

  /// How many tries found hands for all players a few times, at most kMostTries; nothing if it was interrupted. These
  /// tries have words of their own.
  std::optional<std::uint64_t> count_tries(const Interrupted& interrupted) const;

  static constexpr std::uint64_t kMostTries = std::uint64_t{1} << 22;
  static constexpr std::uint64_t kEnoughFound = 4;

 private:
  void draw_at_once(std::span<std::uint64_t> words, std::size_t place, Drawn& drawn) const;
  bool counts(std::uint64_t rest, std::size_t place, const Drawn& drawn) const;
  bool draw_hands(WordStream& words, std::size_t place, Drawn& drawn) const;
  void draw_board(WordStream& words, std::size_t place, Drawn& drawn) const;

  Seed seed_;
  Sources sources_;
  std::size_t cards_to_come_;
  std::uint32_t left_;
  std::size_t samples_per_word_ = 0;  ///< 1 if each sample has a stream.
  bool has_streams_ = false;
  std::vector<std::uint64_t> bounds_;  ///< Of one sample: the sources' totals, then draws of two cards.
  std::uint64_t least_rest_ = 0;       ///< A word of which less is left is rejected.
};

}  // namespace croupier::equity
