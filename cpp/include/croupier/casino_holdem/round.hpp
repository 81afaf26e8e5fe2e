#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "croupier/keyed_array.hpp"
#include "croupier/parallel.hpp"
#include "croupier/poker/strength.hpp"
#include "croupier/poker/suit_classes.hpp"
#include "croupier/random.hpp"

namespace croupier::casino_holdem {

/// How a call ends (the rows of the settlement table).
enum class Showdown : std::uint8_t { kNotQualified, kTie, kWin, kLoss };

inline constexpr std::size_t kShowdowns = 4;

template <class T>
using ShowdownArray = KeyedArray<Showdown, T, kShowdowns>;

inline constexpr auto kAllShowdowns = ShowdownArray<Showdown>::keys();
inline constexpr ShowdownArray<std::string_view> kShowdownNames = {"not qualified", "tie", "win", "loss"};

/// What is counted of a round: the bonus category, and either that the player folded or the category of the player's
/// final hand and the showdown.
inline constexpr std::size_t kOutcomesOfBonus = 1 + kCategories * kShowdowns;
inline constexpr std::size_t kOutcomes = kCategories * kOutcomesOfBonus;

constexpr std::size_t folded_outcome(Category bonus) { return kOutcomesOfBonus * static_cast<std::size_t>(bonus); }
constexpr std::size_t called_outcome(Category bonus, Category hand, Showdown showdown) {
  return folded_outcome(bonus) + 1 + kShowdowns * static_cast<std::size_t>(hand) + static_cast<std::size_t>(showdown);
}

/// The category of the player's two cards and the flop, a pair below aces taken for a high card.
Category bonus_category(const Pair& hole, const Flop& flop);

/// The cards of a round in the order they are dealt.
struct Round {
  Pair hole;
  Flop flop;
  Card turn;
  Card river;
  Pair dealer;
};

inline constexpr std::size_t kRoundCards = 9;

/// The cards of round `index`.
Round deal(const Seed& seed, std::uint64_t index);

/// The number of the outcome of a called round; the dealer qualifies with a hand no weaker than `weakest_qualifying`
/// (H16).
std::size_t outcome(const Round& round, Strength weakest_qualifying);

/// How often a call ends in each category and showdown.
using ShowdownCounts = CategoryArray<ShowdownArray<std::int64_t>>;

/// The ways to deal turn, river and the dealer's cards; and those to deal a round.
inline constexpr std::int64_t kDealsOfCall = 1081 * 990;
inline constexpr std::int64_t kDeals = kDealsOfCall * 25'989'600;

/// Plays a call out in all kDealsOfCall ways.
ShowdownCounts count_showdowns(const Pair& hole, const Flop& flop, Strength weakest_qualifying);

}  // namespace croupier::casino_holdem
