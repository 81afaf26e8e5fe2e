#include "poker/equity/known_hands.hpp"

#include <algorithm>
#include <bit>

namespace croupier::equity {
namespace {

/// The ranks of a suit that cards have, in the bits of its plane.
std::uint16_t plane_of(simd::PlaneSet cards, int suit) { return static_cast<std::uint16_t>(cards.bits() >> 16 * suit); }

/// The bits of a plane as a set of ranks, or the other way round.
constexpr auto kReversed = [] {
  std::array<std::uint16_t, kAllRanks + 1> reversed{};
  for (std::size_t set = 0; set <= kAllRanks; ++set) {
    for (std::size_t rank = 0; rank < kRanks; ++rank) {
      if ((set >> rank & 1) != 0) reversed[set] |= static_cast<std::uint16_t>(1u << (kRanks - 1 - rank));
    }
  }
  return reversed;
}();

using Factors = std::array<std::uint16_t, RankBoards::kFactors>;

/// By rank and copies in how many ways `ranks_of`(rank) cards give the copies.
template <class CardsOf>
Factors count_ways(CardsOf cards_of) {
  Factors ways{};
  for (int rank = 0; rank < kRanks; ++rank) {
    for (int copies = 0; copies <= kBoardCards; ++copies) {
      ways[RankBoards::factor_of(rank, copies)] = static_cast<std::uint16_t>(choose(cards_of(rank), copies));
    }
  }
  return ways;
}

}  // namespace

std::uint16_t KnownHands::unseen_ranks(int suit) const {
  return plane_of(simd::PlaneSet::whole_pack() - simd::PlaneSet::of_all(seen_), suit);
}

void KnownHands::weigh_boards() {
  const Factors ways = count_ways([&](int rank) { return kSuits - std::popcount(seen_.bits() >> 4 * rank & 0xF); });
  for (std::size_t board = 0; board < kRankBoards; ++board) {
    std::uint32_t weight = 1;
    for (const std::uint8_t factor : boards_.factors(board)) weight *= ways[factor];
    rank_weights_[board] = static_cast<std::uint16_t>(weight);
  }
}

std::vector<KnownHands::Suit> KnownHands::list_suits(const Hands& hands) const {
  std::vector<Suit> suits;
  const auto held = [&](const Pair& hand, int suit) { return plane_of(simd::PlaneSet::of_all(hand), suit); };
  for (int suit = 0; suit < kSuits; ++suit) {
    const auto like_it = std::ranges::find_if(suits, [&](const Suit& other) {
      return unseen_ranks(other.suit) == unseen_ranks(suit) &&
             std::ranges::all_of(hands, [&](const Pair& hand) { return held(hand, suit) == held(hand, other.suit); });
    });
    if (like_it != suits.end()) {
      ++like_it->times;
      continue;
    }
    int most = 0;
    for (const Pair& hand : hands) most = std::max(most, std::popcount(held(hand, suit)));
    suits.push_back({suit, static_cast<std::size_t>(kBoardCards - most), 1});
  }
  return suits;
}

void KnownHands::prepare_rests(int suit, std::size_t size) {
  // Cards of a rank that are not of the suit, unseen ones first: a board that is not there weighs nothing.
  std::array<std::array<simd::PlaneSet, 3>, kRanks> picked;
  const Factors ways = count_ways([&](int rank) {
    std::size_t first = 0, last = kSuits - 1;
    for (int other = 0; other < kSuits; ++other) {
      const Card card = make_card(rank, other);
      if (other == suit) continue;
      auto& place = seen_.contains(card) ? picked[static_cast<std::size_t>(rank)][--last]
                                         : picked[static_cast<std::size_t>(rank)][first++];
      place = simd::PlaneSet::of(card);
    }
    return static_cast<int>(first);
  });
  n_rests_ = 0;
  const auto add = [&](simd::PlaneSet cards, std::uint32_t weight) {
    for (std::size_t s = 0; s < kSuits; ++s) rest_planes_[s][n_rests_] = plane_of(cards, static_cast<int>(s));
    rest_weights_[n_rests_++] = static_cast<std::uint16_t>(weight);
  };
  const auto way = [&](int rank, int copies) { return ways[RankBoards::factor_of(rank, copies)]; };
  const auto pick = [&](int rank, std::size_t place) { return picked[static_cast<std::size_t>(rank)][place]; };
  if (size == 5) add({}, 1);
  if (size == 4) for_each_ranks<1>([&](const auto& rest) { add(pick(rest[0], 0), way(rest[0], 1)); });
  if (size == 3) {
    for_each_ranks<2>([&](const auto& rest) {
      const bool pair = rest[0] == rest[1];
      const int weight = pair ? way(rest[0], 2) : way(rest[0], 1) * way(rest[1], 1);
      add(pick(rest[0], 0) | pick(rest[1], pair ? 1 : 0), static_cast<std::uint32_t>(weight));
    });
  }
}

void KnownHands::add_suited(const Suit& suit, std::size_t size, std::size_t set) {
  const std::uint16_t plane = kReversed[boards_.suited(size)[set]];
  if ((plane & ~unseen_ranks(suit.suit)) != 0) return;
  for (std::size_t s = 0; s < kSuits; ++s) {
    if (s == static_cast<std::size_t>(suit.suit)) {
      std::fill_n(&planes_[s][batch_], n_rests_, plane);
    } else {
      std::copy_n(rest_planes_[s].data(), n_rests_, &planes_[s][batch_]);
    }
  }
  std::copy_n(rest_weights_.data(), n_rests_, &weights_[batch_]);
  batch_ += n_rests_;
  const std::uint16_t* board = &boards_.boards_of(size)[set * n_rests_];
  for (std::size_t i = 0; i < n_rests_; ++i) {
    rank_weights_[board[i]] = static_cast<std::uint16_t>(rank_weights_[board[i]] - suit.times * rest_weights_[i]);
  }
}

void KnownHands::list_runouts(CardSet board) {
  batch_ = 0;
  const CardSet unseen = CardSet::whole_pack() - seen_;
  const auto add = [&](simd::PlaneSet cards) {
    for (std::size_t s = 0; s < kSuits; ++s) planes_[s][batch_] = plane_of(cards, static_cast<int>(s));
    weights_[batch_++] = 1;
  };
  if (board.size() == 5) add({});
  for (const Card high : unseen) {
    if (board.size() == 4) add(simd::PlaneSet::of(high));
    if (board.size() != 3) continue;
    for (const Card low : unseen) {
      if (low == high) break;
      add(simd::PlaneSet::of(high) | simd::PlaneSet::of(low));
    }
  }
}

void KnownHands::rank_batch(simd::PlaneSet common, std::size_t player) {
  const simd::PlaneArrays planes = {planes_[0].data(), planes_[1].data(), planes_[2].data(), planes_[3].data()};
  simd::kernels().rank_planes(planes, common, batch_, row(player));
}

}  // namespace croupier::equity
