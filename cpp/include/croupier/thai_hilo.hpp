#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "croupier/parallel.hpp"
#include "croupier/random.hpp"

namespace croupier::thai_hilo {

/// The faces of three dice, each 1 to 6.
using Dice = std::array<std::uint8_t, 3>;

inline constexpr std::uint8_t kFaces = 6;

/// The rolls that differ when the order of the dice does not matter.
inline constexpr std::size_t kOutcomes = 56;

/// The place of a roll among 1-1-1, 1-1-2, ... 6-6-6, the lowest die first.
std::uint8_t outcome(const Dice& dice);

/// The dice of round `index`.
Dice deal(const Seed& seed, std::uint64_t index);

/// How many of `rounds` rounds from round `first` on have each outcome; first + rounds is at most 2^64. Nothing if it
/// was interrupted.
std::optional<std::vector<std::int64_t>> count(const Seed& seed, std::uint64_t first, std::uint64_t rounds,
                                               unsigned threads, const Interrupted& interrupted);

}  // namespace croupier::thai_hilo
