#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "croupier/card_set.hpp"
#include "croupier/inplace_vector.hpp"
#include "croupier/parallel.hpp"
#include "croupier/poker/range.hpp"
#include "croupier/poker/strength.hpp"
#include "croupier/random.hpp"
#include "croupier/uint128.hpp"

namespace croupier::equity {

inline constexpr std::size_t kMinPlayers = 2;
inline constexpr std::size_t kMostPlayers = 10;
inline constexpr int kBoardCards = 5;

/// The hole cards of the players in turn.
using Hands = InplaceVector<Pair, kMostPlayers>;

/// An outcome is the set of the players who share the pot: bit p for player p. There are this many; 0 never happens.
constexpr std::size_t count_outcomes(std::size_t players) { return std::size_t{1} << players; }

/// What players are asked to play out: the hands that each of them may hold, a board of 0, 3, 4 or 5 cards, and dead
/// cards, which nobody gets. Board and dead cards share none with each other nor with a range.
struct Spot {
  std::vector<Range> ranges;
  CardSet board;
  CardSet dead;
};

/// Makes the tables that the functions below look up, which else the first call of one does.
void prepare();

/// Whether all players can hold a hand of their range at once. Nothing if it was interrupted.
std::optional<bool> is_possible(const Spot& spot, const Interrupted& interrupted);

/// How many boards count() looks at: those to come, times the ways in which three players or more hold their cards,
/// which before the flop are counted up to the names of suits. What is above `most` is some number above `most`.
/// Nothing if it was interrupted.
std::optional<std::uint64_t> count_runouts(const Spot& spot, std::uint64_t most, const Interrupted& interrupted);

/// How often each outcome happens over all hands and boards, each hand as often as its weight says. Nothing if it was
/// interrupted. The sum, which is the product of the weights' totals times the boards at most, must fit 128 bits.
std::optional<std::vector<Uint128>> count(const Spot& spot, unsigned threads, const Interrupted& interrupted);

/// The same for each pair of these ranges: first 0 v 0, then 1 v 0, 1 v 1, 2 v 0 ..., four outcomes each.
std::optional<std::vector<std::array<Uint128, 4>>> count_matrix(const std::vector<Range>& ranges, CardSet board,
                                                                CardSet dead, unsigned threads,
                                                                const Interrupted& interrupted);

/// How often each outcome happens over all boards, for players whose hands are known.
std::vector<std::uint64_t> count_known(const Hands& hands, CardSet board, CardSet dead);

/// Spots of as many players each whose hands are known: by spot and player two cards, and by spot a board of 3, 4 or 5
/// cards, as many in each; or no boards.
struct KnownSpots {
  std::span<const Mask> hands;
  std::size_t players;
  std::span<const Mask> boards;

  std::size_t size() const { return hands.size() / players; }
};

/// The first spot in which a card stands twice; their number if there is none. Nothing if it was interrupted.
std::optional<std::size_t> find_conflict(const KnownSpots& spots, unsigned threads, const Interrupted& interrupted);

/// How often each outcome happens over all boards of each spot, all its cards being different: a row of outcomes each.
/// Returns false if it was interrupted.
bool count_each(const KnownSpots& spots, std::int64_t* rows, unsigned threads, const Interrupted& interrupted);

/// How often a hand ends in each category over all boards.
CategoryArray<std::uint64_t> count_categories(const Pair& hand, CardSet board, CardSet dead);

/// A sample: what all players hold, and the whole board.
struct Deal {
  Hands hands;
  std::array<Card, kBoardCards> board;
};

/// Sample `index` of a seed; the spot must be possible. Nothing if it was interrupted. Throws std::domain_error if
/// hands that players can hold at once are too rare to be found by random draws.
std::optional<Deal> deal(const Spot& spot, const Seed& seed, std::uint64_t index, const Interrupted& interrupted);

/// How many of `samples` samples from number `first` on have each outcome; nothing or an exception as deal().
std::optional<std::vector<std::int64_t>> sample(const Spot& spot, const Seed& seed, std::uint64_t first,
                                                std::uint64_t samples, unsigned threads,
                                                const Interrupted& interrupted);

}  // namespace croupier::equity
