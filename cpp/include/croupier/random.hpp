#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>

#include "croupier/uint128.hpp"

namespace croupier {

/// A seed of 128 bits: the key of the generator.
struct Seed {
  std::uint64_t low;
  std::uint64_t high;
};

/// What random words are for. The numbers are part of every stream and never change.
enum class Domain : std::uint64_t {
  kThaiHiLo = 1,
  kBaccarat = 2,
  kBaccaratShoe = 3,
  kCasinoHoldem = 4,
  kRoyalCasino = 5,
  kRoyalCasinoAgents = 6,
  kEquity = 7,
};

/// Whether words are the first that a use takes, or stand in for rejected ones.
enum class Draw : std::uint64_t { kFirst = 0, kAgain = 1 };

using Block = std::array<std::uint64_t, 4>;

/// Philox4x64-10 (Salmon et al., 2011): the block of `counter` under the key `seed`.
Block philox(const Block& counter, const Seed& seed);

/// Fills `out` with the words from number `first` on of a domain: word i is number i % 4 of the block with the counter
/// (i / 4, 0, 0, domain).
void fill_words(const Seed& seed, Domain domain, std::uint64_t first, std::span<std::uint64_t> out);

/// The words of one index of a domain, as many as are asked for: block k has the counter (index, k, draw, domain).
class WordStream {
 public:
  WordStream(const Seed& seed, Domain domain, std::uint64_t index, Draw draw = Draw::kFirst)
      : seed_(seed), counter_{index, 0, static_cast<std::uint64_t>(draw), static_cast<std::uint64_t>(domain)} {}

  std::uint64_t next() {
    if (used_ == block_.size()) {
      block_ = philox(counter_, seed_);
      ++counter_[1];
      used_ = 0;
    }
    return block_[used_++];
  }

 private:
  Seed seed_;
  Block counter_;
  Block block_{};
  std::size_t used_ = 4;
};

/// One word serves several draws as long as the product of their bounds is at most this: of 16 words at most one is
/// then rejected.
inline constexpr std::uint64_t kMostPerWord = std::uint64_t{1} << 60;

/// N draws from one word, number i uniform in [0, bounds[i]), all independent: batched multiplication with rejection
/// (Lemire, 2019; Brackett-Rozinsky and Lemire, 2024).
template <std::size_t N>
class BatchedDraw {
 public:
  using Values = std::array<std::uint32_t, N>;

  /// The product of the bounds must be at most kMostPerWord.
  explicit constexpr BatchedDraw(const Values& bounds) : bounds_(bounds) {
    std::uint64_t product = 1;
    for (const std::uint32_t bound : bounds) product *= bound;
    assert(product > 0 && product <= kMostPerWord);
    least_rest_ = (0 - product) % product;
  }

  /// Draws without replacement from `size` items.
  static constexpr BatchedDraw falling(std::uint32_t size) {
    Values bounds{};
    for (std::uint32_t i = 0; i < N; ++i) bounds[i] = size - i;
    return BatchedDraw(bounds);
  }

  /// False if the word is rejected.
  constexpr bool operator()(std::uint64_t word, Values& values) const {
    for (std::size_t i = 0; i < N; ++i) {
      const Uint128 product = multiply(word, bounds_[i]);
      values[i] = static_cast<std::uint32_t>(product.high);
      word = product.low;
    }
    return word >= least_rest_;
  }

  /// Draws from word number `index` of a domain, or from the words that stand in for it.
  Values operator()(std::uint64_t word, const Seed& seed, Domain domain, std::uint64_t index) const {
    Values values{};
    if (!(*this)(word, values)) [[unlikely]] {
      WordStream again(seed, domain, index, Draw::kAgain);
      while (!(*this)(again.next(), values)) {
      }
    }
    return values;
  }

  constexpr const Values& bounds() const { return bounds_; }

 private:
  Values bounds_;
  std::uint64_t least_rest_ = 0;
};

/// Draws numbers below `left`, `left` - 1, ... from one word, or from the next that is not rejected: as many as
/// kMostPerWord allows, at most drawn.size(). Returns how many. `left` is below 2^32.
std::size_t draw_falling(WordStream& words, std::uint64_t left, std::span<std::uint32_t> drawn);

/// A uniform number below `bound`, which is at least 1.
inline std::uint32_t draw_below(WordStream& words, std::uint32_t bound) {
  std::uint32_t drawn = 0;
  draw_falling(words, bound, {&drawn, 1});
  return drawn;
}

/// Deals the first `count` of `cards` to its front in random order: each draw takes a card, and the last of the rest
/// moves to where it was. A word serves as many draws as kMostPerWord allows. `cards` holds fewer than 2^32.
void deal(WordStream& words, std::span<std::uint8_t> cards, std::size_t count);

/// Puts all cards in random order.
inline void shuffle(WordStream& words, std::span<std::uint8_t> cards) { deal(words, cards, cards.size()); }

}  // namespace croupier
