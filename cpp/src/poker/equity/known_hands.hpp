#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "croupier/poker/equity.hpp"
#include "poker/equity/rank_boards.hpp"
#include "poker/equity/showdown.hpp"
#include "poker/flush_strengths.hpp"
#include "poker/shape.hpp"
#include "simd/kernels.hpp"

namespace croupier::equity {

/// Plays known hands out over all boards. It holds the room that this takes, for one call after the other.
class KnownHands {
 public:
  /// Calls receive(showdowns, times) for batches of boards, each of which counts `times` times, modulo 2^64: some take
  /// back what others gave.
  template <class Receive>
  void play_out(const Hands& hands, CardSet board, CardSet dead, Receive receive) {
    seen_ = board | dead;
    for (const Pair& hand : hands) seen_ |= CardSet::of_all(hand);
    if (board.empty()) return play_out_ranks(hands, receive);
    list_runouts(board);
    for (std::size_t player = 0; player < hands.size(); ++player) {
      rank_batch(simd::PlaneSet::of_all(board) | simd::PlaneSet::of_all(hands[player]), player);
    }
    Rows rows;
    for (std::size_t player = 0; player < hands.size(); ++player) rows.push_back(strengths_[player].data());
    receive(Showdowns{rows, weights_.data(), batch_}, 1);
  }

 private:
  /// Boards a batch: as many as there are of a flop, or some sets of suited cards with all rests.
  static constexpr std::size_t kBatch = 4096;

  /// A suit that may give a flush, and how many there are like it.
  struct Suit {
    int suit;
    std::uint64_t times;
    InplaceVector<RankSet, kMostPlayers> held;  ///< Of it, by player.
    std::size_t least;                          ///< Cards that the board must hold of it to give somebody a flush.
  };

  using Rows = InplaceVector<const Strength*, kMostPlayers>;

  /// All boards as if nobody had a flush; then those on which somebody has, less what they were taken for.
  template <class Receive>
  void play_out_ranks(const Hands& hands, Receive receive) {
    weigh_boards();
    Rows ranked;
    for (const Pair& hand : hands) ranked.push_back(rank_boards(hand));
    receive(Showdowns{ranked, rank_weights_.data(), kRankBoards}, 1);
    for (const Suit& suit : list_suits(hands)) {
      for (std::size_t size = suit.least; size <= kBoardCards; ++size) {
        weigh_rests(suit.suit, size);
        Rows taken_for, rows;
        for (std::size_t player = 0; player < hands.size(); ++player) {
          taken_for.push_back(taken_for_[player].data());
          rows.push_back(has_flush(suit, size, player) ? strengths_[player].data() : taken_for[player]);
        }
        const auto receive_batch = [&] {
          receive(Showdowns{rows, weights_.data(), batch_}, suit.times);
          receive(Showdowns{taken_for, weights_.data(), batch_}, 0 - suit.times);
          batch_ = 0;
        };
        batch_ = 0;
        const std::vector<std::uint16_t>& sets = boards_.suited(size);
        const RankSet seen = seen_ranks(suit.suit);
        for (std::size_t set = 0; set < sets.size(); ++set) {
          if ((sets[set] & seen) != 0) continue;
          if (batch_ + n_rests_ > kBatch) receive_batch();
          const std::uint16_t* boards = &boards_.boards_of(size)[set * n_rests_];
          for (std::size_t player = 0; player < hands.size(); ++player) {
            look_up(ranked[player], boards, taken_for_[player]);
            if (rows[player] == taken_for[player]) continue;
            fill(strengths_[player], kFlushStrengths[sets[set] | suit.held[player]]);
          }
          std::copy_n(rest_weights_.data(), n_rests_, &weights_[batch_]);
          batch_ += n_rests_;
        }
        receive_batch();
      }
    }
  }

  static bool has_flush(const Suit& suit, std::size_t size, std::size_t player) {
    return size + static_cast<std::size_t>(std::popcount(suit.held[player])) >= kBoardCards;
  }

  using Row = std::array<Strength, kBatch + simd::kPlaneBlock>;

  /// What a set of suited cards with all rests adds to a batch: the strengths that boards have, or one for all.
  void look_up(const Strength* ranked, const std::uint16_t* boards, Row& row) const {
    for (std::size_t i = 0; i < n_rests_; ++i) row[batch_ + i] = ranked[boards[i]];
  }
  void fill(Row& row, Strength strength) const { std::fill_n(&row[batch_], n_rests_, strength); }

  void weigh_boards();
  const Strength* rank_boards(const Pair& hand);
  std::vector<Suit> list_suits(const Hands& hands) const;
  void weigh_rests(int suit, std::size_t size);
  void list_runouts(CardSet board);
  void rank_batch(simd::PlaneSet common, std::size_t player);

  /// The ranks of a suit that somebody has seen.
  RankSet seen_ranks(int suit) const { return ranks_of_suit(Mask::of_all(seen_), suit); }

  const RankBoards& boards_ = RankBoards::instance();
  CardSet seen_;

  std::array<std::uint16_t, kRankBoards> rank_weights_;
  std::array<std::vector<Strength>, kRanks * kRanks> ranked_;  ///< By the ranks of hole cards, those of boards.
  std::array<std::uint16_t, kMostRests> rest_weights_;
  std::size_t n_rests_ = 0;

  std::size_t batch_ = 0;
  std::array<std::array<std::uint16_t, kBatch + simd::kPlaneBlock>, kSuits> planes_{};
  std::array<std::uint16_t, kBatch> weights_;
  std::array<Row, kMostPlayers> strengths_, taken_for_;

 public:
  KnownHands() = default;
  KnownHands(const KnownHands&) = delete;
  KnownHands& operator=(const KnownHands&) = delete;
};

}  // namespace croupier::equity
