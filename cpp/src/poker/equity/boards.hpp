#pragma once

#include <optional>
#include <vector>

#include "croupier/poker/equity.hpp"

namespace croupier::equity {

/// The ways to rename suits that change none of these cards and ranges, the one that renames nothing included.
std::vector<Renaming> list_symmetries(const std::vector<Range>& ranges, CardSet board, CardSet dead);

/// The whole boards that begin with `board`, those that come of each other by `symmetries` once, with their number.
/// Nothing if it was interrupted.
std::optional<std::vector<SuitClass>> list_boards(CardSet board, CardSet dead, const std::vector<Renaming>& symmetries,
                                                  const Interrupted& interrupted);

/// How many sets of `cards` cards of so many there are.
std::uint64_t count_boards(int unseen, int cards);

}  // namespace croupier::equity
