#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "croupier/casino_holdem/round.hpp"

namespace croupier::casino_holdem {

/// For all hole cards and flops whether to call, the same however the suits are named: bit number
/// kPairs * (class of the flop) + (index of the pair, in the suits of the class).
class Strategy {
 public:
  static constexpr std::size_t kBytes = (kFlopClasses * kPairs + 7) / 8;

  Strategy() : bits_(kBytes) {}
  explicit Strategy(std::span<const std::uint8_t, kBytes> bits) : bits_(bits.begin(), bits.end()) {}

  bool calls(std::size_t flop_class, std::size_t pair) const {
    const std::size_t bit = bit_of(flop_class, pair);
    return (bits_[bit / 8] >> (bit % 8) & 1) != 0;
  }
  bool calls(const Pair& hole, const Flop& flop) const;

  /// Two pairs that differ on a flop in the names of suits alone, and of which one is called and the other is not.
  struct Asymmetry {
    std::size_t flop_class, pair, other;
  };
  std::optional<Asymmetry> asymmetry() const;

  void call(std::size_t flop_class, std::size_t pair) {
    const std::size_t bit = bit_of(flop_class, pair);
    bits_[bit / 8] = static_cast<std::uint8_t>(bits_[bit / 8] | 1 << (bit % 8));
  }

  std::span<const std::uint8_t> bits() const { return bits_; }

 private:
  static std::size_t bit_of(std::size_t flop_class, std::size_t pair) {
    assert(flop_class < kFlopClasses && pair < kPairs);
    return kPairs * flop_class + pair;
  }

  std::vector<std::uint8_t> bits_;
};

/// How many of `rounds` rounds from round `first` on have each outcome; first + rounds is at most 2^64. Nothing if it
/// was interrupted.
std::optional<std::vector<std::int64_t>> count(const Strategy& strategy, Strength weakest_qualifying, const Seed& seed,
                                               std::uint64_t first, std::uint64_t rounds, unsigned threads,
                                               const Interrupted& interrupted);

}  // namespace croupier::casino_holdem
