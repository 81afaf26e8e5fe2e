#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "croupier/card.hpp"
#include "croupier/parallel.hpp"

namespace croupier::royal_casino {

/// A set of cards, bit c for card c: sets compare by their numbers, and ascending bits are ascending cards.
using CardSet = std::uint64_t;

inline constexpr int kMostPlayers = 4;
inline constexpr int kMostSides = 3;
inline constexpr int kCardsAHand = 4;
inline constexpr int kHighestValue = 14;

/// A build has two cards at least, and its owner holds one more.
inline constexpr int kMostBuilds = (kPackSize - 1) / 2;

constexpr CardSet set_of(Card card) { return CardSet{1} << card; }

/// What a card captures and is captured as: 2 to 14 (R2, R10).
constexpr int value_of(Card card) { return rank_of(card) + 2; }

/// What a card counts in a sum: an ace 1 (R22).
constexpr int value_in_sum(Card card) { return value_of(card) == kHighestValue ? 1 : value_of(card); }

/// The cards of a capture value, 2 to 14.
constexpr CardSet cards_of_value(int value) { return CardSet{0xF} << (4 * (value - 2)); }

/// Whether cards that make a build of this value are more than one set of it: they are no single sum (R15).
bool is_multiple(CardSet cards, int value);

struct Build {
  CardSet cards = 0;
  std::int8_t value = 0;
  std::int8_t owner = 0;
  bool multiple = false;
  bool operator==(const Build&) const = default;
};

/// A place in a hand. Seats are numbered in the order of play.
struct State {
  CardSet table = 0;
  std::array<CardSet, kMostPlayers> hands{};
  std::array<CardSet, kMostSides> piles{};
  std::array<std::int8_t, kMostSides> sweeps{};
  std::int8_t last_capture = -1;  ///< A side, or -1 before the first capture.
  std::int8_t to_move = 0;
  std::int8_t n_builds = 0;
  std::int8_t stock_size = 0;
  std::array<Build, kMostBuilds> build_array{};  ///< In the order of their making.
  std::array<Card, kPackSize> stock_array{};     ///< The stock stands at its end, in the order of dealing.

  std::span<const Build> builds() const { return {build_array.data(), static_cast<std::size_t>(n_builds)}; }
  std::span<const Card> stock() const { return std::span(stock_array).last(static_cast<std::size_t>(stock_size)); }
  bool is_over() const { return (hands[0] | hands[1] | hands[2] | hands[3]) == 0 && stock_size == 0; }
};

enum class LastTrick : std::uint8_t { kLastCapture, kNobody };
enum class Trailing : std::uint8_t { kUnlessEqual, kUnlessCapture, kFree };
enum class Twenty : std::uint8_t { kLittleCasino, kMostSpades };

struct Rules {
  int players = 2;
  LastTrick last_trick = LastTrick::kLastCapture;  ///< R29: who gets the loose cards at the end.
  bool partner_builds = true;                      ///< R18: whether a partner's build may be added to and raised.
  Trailing trailing = Trailing::kUnlessEqual;      ///< R26: what forbids trailing.
  bool three_sweeps_cancel = true;                 ///< R28: whether sweeps of three sides cancel.
  Twenty twenty = Twenty::kLittleCasino;           ///< R34: what wins on 20.

  int sides() const { return players == 3 ? 3 : 2; }
  int side_of(int seat) const { return seat % sides(); }
};

enum class MoveKind : std::int8_t { kCapture, kBuild, kExtend, kIncrease, kTrail };

inline constexpr int kMoveKinds = 5;

/// Moves are ordered by card, kind, value, builds, loose cards.
struct Move {
  Card card = 0;
  MoveKind kind = MoveKind::kTrail;
  std::int8_t value = 0;  ///< Of what is captured or built; 0 for a trail.
  CardSet builds = 0;     ///< All cards of the builds it takes or changes.
  CardSet loose = 0;      ///< The loose cards it uses.
  auto operator<=>(const Move&) const = default;
};

/// Lists legal moves, each once and in order. One object serves many positions, so that it allocates little.
class MoveList {
 public:
  /// The legal moves of `state`; none if it was interrupted. Throws TooManyMoves.
  const std::vector<Move>& find(const Rules& rules, const State& state, const Interrupted& interrupted = {});

  /// What find() found last.
  const std::vector<Move>& moves() const { return moves_; }

 private:
  friend class Generator;
  std::vector<Move> moves_;
  std::array<std::vector<CardSet>, kHighestValue + 1> sums_;
  std::vector<CardSet> unions_;
  std::vector<Build> builds_;
};

/// A position has more moves than kMostMoves. Dealt play has none such.
struct TooManyMoves {};
inline constexpr std::size_t kMostMoves = 1'000'000;

/// The sets of `cards` by their sum, 1 to `highest`, aces counting 1; each list in lexicographic order.
void find_sums(CardSet cards, int highest, std::array<std::vector<CardSet>, kHighestValue + 1>& sums);

/// The partition of `cards` into sets of this value (a sum, or one card that captures as it) that is the first one in
/// lexicographic order; nothing if there is none.
std::optional<std::vector<CardSet>> first_partition(CardSet cards, int value);

/// The sets of loose cards that a legal move uses: its first partition, the played card left out, in ascending order.
std::vector<CardSet> groups_of(const Move& move);

/// Whether the player to move owns a build.
bool owns_build(const State& state);

/// Whether playing `card` leaves every own build with a card of its value in hand (R16).
bool keeps_builds_backed(const State& state, Card card);

/// Whether the player to move may add to or raise a build, as far as its owner is concerned (R18).
bool may_change(const Rules& rules, const State& state, const Build& build);

/// Whether `card` raises a build to `value` (R19, R20).
bool can_increase(const State& state, const Build& build, Card card, int value);

/// Whether a player without builds may trail a card, which may be one that `captures` (R26).
bool may_trail(const Rules& rules, const State& state, Card card, bool captures);

/// A broken rule: "R16", and the reason in words.
struct Refusal {
  std::string rule;
  std::string reason;
};

/// Why a move that uses these groups of loose cards is not legal; nothing if it is. `groups` make up move.loose.
std::optional<Refusal> refuse(const Rules& rules, const State& state, const Move& move,
                              std::span<const CardSet> groups);

/// Makes a legal move, the next deal and the end of the pack (R4, R29).
void make_move(const Rules& rules, State& state, const Move& move);

/// The state after a legal move.
State play(const Rules& rules, const State& state, const Move& move);

/// The hand that a pack deals: four cards to each seat from seat `first` on, four to the table, the rest is stock.
State deal_pack(const Rules& rules, const std::array<Card, kPackSize>& pack, int first);

/// Deals if all hands are empty, and settles the end of the pack: what make_move() does after a move.
void settle(const Rules& rules, State& state);

/// Why a position is inconsistent; empty if it is not.
std::string inconsistency(const Rules& rules, const State& state);

/// What R30 counts, in the order of R38.
enum class Item : std::uint8_t { kCards, kSpades, kBigCasino, kLittleCasino, kAces, kSweeps };
inline constexpr int kItems = 6;

/// Points by item.
using Score = std::array<int, kItems>;

/// The points of each side for its pile and sweeps (R28, R30, R31).
std::array<Score, kMostSides> count(const Rules& rules, const State& state);

/// The standing of a match to 21 (R33-R38).
struct Match {
  std::array<int, kMostSides> scores{};
  bool lapsed = false;  ///< Two sides have met above 21: no end-game conditions any more (R37).
  int winner = -1;      ///< A side, or -1.
};

/// The standing after a hand with these points.
Match count_hand(const Rules& rules, const Match& match, const std::array<Score, kMostSides>& points);

}  // namespace croupier::royal_casino
