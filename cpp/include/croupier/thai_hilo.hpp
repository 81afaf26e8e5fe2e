#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "croupier/parallel.hpp"
#include "croupier/random.hpp"

namespace croupier {

/// The faces of three dice, each 1 to 6.
using Dice = std::array<int, 3>;

/// The rolls that differ when the order of the dice does not matter.
inline constexpr int kThaiHiLoOutcomes = 56;

/// The place of a roll among 1-1-1, 1-1-2, ... 6-6-6, the lowest die first.
int thai_hilo_outcome(const Dice& dice);

/// The dice of round `index`.
Dice deal_thai_hilo(const Seed& seed, std::uint64_t index);

/// How many of `rounds` rounds from round `first` on have each outcome; first + rounds is at most 2^64.
std::vector<std::int64_t> count_thai_hilo(const Seed& seed, std::uint64_t first, std::uint64_t rounds, unsigned threads,
                                          const Interrupted& interrupted);

}  // namespace croupier
