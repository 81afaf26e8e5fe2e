#pragma once

#include <array>
#include <cstdint>

namespace croupier::simd {

/// What the last step of the vector kernels adds, by a set of ranks in which bit 0 is the ace and bit 12 the two:
/// - a set of one, two or three kickers among the ranks that a hand's pairs, triples or quads leave, those moved
///   together: minus its place in colexicographic order, 0 for the weakest;
/// - a set of five or more ranks: the strength that its best five have in one suit.
extern const std::array<std::uint16_t, 8192> kHandTable;

}  // namespace croupier::simd
