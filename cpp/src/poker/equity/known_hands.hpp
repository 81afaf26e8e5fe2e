#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "croupier/poker/equity.hpp"
#include "poker/equity/rank_boards.hpp"
#include "poker/equity/showdown.hpp"
#include "simd/kernels.hpp"

namespace croupier::equity {

/// Plays known hands out over all boards. It holds the room that this takes, for one call after the other.
class KnownHands {
 public:
  /// Calls receive(showdowns, times) for batches of boards, each of which counts `times` times.
  template <class Receive>
  void play_out(const Hands& hands, CardSet board, CardSet dead, Receive receive) {
    seen_ = board | dead;
    for (const Pair& hand : hands) seen_ |= CardSet::of_all(hand);
    if (board.empty()) return play_out_ranks(hands, receive);
    list_runouts(board);
    for (std::size_t player = 0; player < hands.size(); ++player) {
      rank_batch(simd::PlaneSet::of_all(board) | simd::PlaneSet::of_all(hands[player]), player);
    }
    receive(showdowns(hands.size()), 1);
  }

 private:
  /// Boards a batch: as many as there are of a flop, or some sets of suited cards with all rests.
  static constexpr std::size_t kBatch = 4096;

  /// The sets of a suit that may give a flush, and how many suits there are like it.
  struct Suit {
    int suit;
    std::size_t least;  ///< Cards that the board must hold of it to give somebody a flush.
    std::uint64_t times;
  };

  template <class Receive>
  void play_out_ranks(const Hands& hands, Receive receive) {
    weigh_boards();
    for (const Suit& suit : list_suits(hands)) {
      for (std::size_t size = suit.least; size <= kBoardCards; ++size) {
        prepare_rests(suit.suit, size);
        const auto& sets = boards_.suited(size);
        for (std::size_t set = 0; set < sets.size(); ++set) {
          if (batch_ + n_rests_ > kBatch) receive_batch(hands, suit.times, receive);
          add_suited(suit, size, set);
        }
      }
      receive_batch(hands, suit.times, receive);
    }
    for (std::size_t player = 0; player < hands.size(); ++player) {
      simd::kernels().rank_planes(boards_.planes(), RankBoards::hole_planes(hands[player]), kRankBoards, row(player));
    }
    receive(Showdowns{rows(hands.size()), rank_weights_.data(), kRankBoards}, 1);
  }

  template <class Receive>
  void receive_batch(const Hands& hands, std::uint64_t times, Receive receive) {
    for (std::size_t player = 0; player < hands.size(); ++player) {
      rank_batch(simd::PlaneSet::of_all(hands[player]), player);
    }
    receive(showdowns(hands.size()), times);
    batch_ = 0;
  }

  void weigh_boards();
  std::vector<Suit> list_suits(const Hands& hands) const;
  void prepare_rests(int suit, std::size_t size);
  void add_suited(const Suit& suit, std::size_t size, std::size_t set);
  void list_runouts(CardSet board);
  void rank_batch(simd::PlaneSet common, std::size_t player);

  /// The ranks of a suit that nobody has seen, in the bits of its plane.
  std::uint16_t unseen_ranks(int suit) const;

  Strength* row(std::size_t player) { return strengths_[player].data(); }
  std::span<const Strength* const> rows(std::size_t players) const { return std::span(rows_).first(players); }
  Showdowns showdowns(std::size_t players) const { return {rows(players), weights_.data(), batch_}; }

  const RankBoards& boards_ = RankBoards::instance();
  CardSet seen_;

  std::array<std::uint16_t, kRankBoards> rank_weights_;
  std::array<std::array<std::uint16_t, kMostRests>, kSuits> rest_planes_;
  std::array<std::uint16_t, kMostRests> rest_weights_;
  std::size_t n_rests_ = 0;

  std::size_t batch_ = 0;
  std::array<std::array<std::uint16_t, kBatch + simd::kPlaneBlock>, kSuits> planes_{};
  std::array<std::uint16_t, kBatch> weights_;
  std::array<std::array<Strength, kRankBoards + simd::kPlaneBlock>, kMostPlayers> strengths_;
  std::array<const Strength*, kMostPlayers> rows_ = [this] {
    std::array<const Strength*, kMostPlayers> rows{};
    for (std::size_t player = 0; player < kMostPlayers; ++player) rows[player] = strengths_[player].data();
    return rows;
  }();

 public:
  KnownHands() = default;
  KnownHands(const KnownHands&) = delete;
  KnownHands& operator=(const KnownHands&) = delete;
};

}  // namespace croupier::equity
