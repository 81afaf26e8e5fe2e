#pragma once

#include <optional>
#include <span>
#include <string>

#include "croupier/royal_casino/moves.hpp"

namespace croupier::royal_casino {

/// A broken rule: "R16", and the reason in words.
struct Refusal {
  std::string rule;
  std::string reason;
};

/// Why a move that uses these groups of loose cards is not legal; nothing if it is. `groups` make up move.loose.
std::optional<Refusal> refuse(const Rules& rules, const State& state, const Move& move,
                              std::span<const CardSet> groups);

/// Why a position is inconsistent; empty if it is not.
std::string inconsistency(const Rules& rules, const State& state);

}  // namespace croupier::royal_casino
