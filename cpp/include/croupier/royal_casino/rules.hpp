#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "croupier/keyed_array.hpp"

namespace croupier::royal_casino {

inline constexpr std::size_t kMostPlayers = 4;
inline constexpr std::size_t kMostSides = 3;
inline constexpr unsigned kCardsAHand = 4;

/// Seats are numbered in the order of play.
enum class Seat : std::uint8_t {};
enum class Side : std::uint8_t {};

constexpr unsigned number_of(Seat seat) { return static_cast<unsigned>(seat); }
constexpr unsigned number_of(Side side) { return static_cast<unsigned>(side); }

template <class T>
using PerSeat = KeyedArray<Seat, T, kMostPlayers>;
template <class T>
using PerSide = KeyedArray<Side, T, kMostSides>;

inline constexpr std::array<Seat, kMostPlayers> kSeats = PerSeat<int>::keys();
inline constexpr std::array<Side, kMostSides> kSides = PerSide<int>::keys();

/// R29: who gets the loose cards at the end.
enum class LastTrick : std::uint8_t { kLastCapture, kNobody };
/// R18: whether a partner's build may be added to and raised.
enum class PartnerBuilds : std::uint8_t { kAllowed, kForbidden };
/// R28: whether sweeps of three sides cancel.
enum class SweepsOfThree : std::uint8_t { kNet, kAll };
/// R26: what forbids trailing.
enum class Trailing : std::uint8_t { kUnlessEqual, kUnlessCapture, kFree };
/// R34: what wins on 20.
enum class Twenty : std::uint8_t { kLittleCasino, kMostSpades };

template <class Choice, std::size_t N>
using Names = KeyedArray<Choice, std::string_view, N>;

inline constexpr Names<LastTrick, 2> kLastTrickNames = {"last_capture", "nobody"};
inline constexpr Names<PartnerBuilds, 2> kPartnerBuildsNames = {"allowed", "forbidden"};
inline constexpr Names<SweepsOfThree, 2> kSweepsOfThreeNames = {"net", "all"};
inline constexpr Names<Trailing, 3> kTrailingNames = {"unless_equal", "unless_capture", "free"};
inline constexpr Names<Twenty, 2> kTwentyNames = {"little_casino", "most_spades"};

struct Rules {
  unsigned players = 2;  ///< 2 to 4.
  LastTrick last_trick = LastTrick::kLastCapture;
  PartnerBuilds partner_builds = PartnerBuilds::kAllowed;
  SweepsOfThree sweeps_of_three = SweepsOfThree::kNet;
  Trailing trailing = Trailing::kUnlessEqual;
  Twenty twenty = Twenty::kLittleCasino;

  unsigned n_sides() const {
    assert(2 <= players && players <= kMostPlayers);
    return players == 3 ? 3 : 2;
  }
  std::span<const Seat> seats() const { return std::span(kSeats).first(players); }
  std::span<const Side> sides() const { return std::span(kSides).first(n_sides()); }

  Side side_of(Seat seat) const { return kSides[number_of(seat) % n_sides()]; }
  /// The seat `steps` places on.
  Seat after(Seat seat, std::uint64_t steps = 1) const { return kSeats[(number_of(seat) + steps) % players]; }
};

}  // namespace croupier::royal_casino
