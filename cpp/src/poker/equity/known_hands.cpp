#include "poker/equity/known_hands.hpp"

#include <algorithm>

namespace croupier::equity {
namespace {

/// The ranks of a suit that cards have, in the bits of its plane.
std::uint16_t plane_of(simd::PlaneSet cards, int suit) { return static_cast<std::uint16_t>(cards.bits() >> 16 * suit); }

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

void KnownHands::weigh_boards() {
  const Factors ways = count_ways([&](int rank) { return kSuits - std::popcount(seen_.bits() >> 4 * rank & 0xF); });
  for (std::size_t board = 0; board < kRankBoards; ++board) {
    std::uint32_t weight = 1;
    for (const std::uint8_t factor : boards_.factors(board)) weight *= ways[factor];
    rank_weights_[board] = static_cast<std::uint16_t>(weight);
  }
}

/// The boards of all ranks with hole cards of these, as if nobody had a flush; ranked once for all calls.
const Strength* KnownHands::rank_boards(const Pair& hand) {
  std::vector<Strength>& ranked = ranked_[static_cast<std::size_t>(kRanks * rank_of(hand[0]) + rank_of(hand[1]))];
  if (ranked.empty()) {
    ranked.resize(kRankBoards + simd::kPlaneBlock);
    simd::kernels().rank_planes(boards_.planes(), RankBoards::hole_planes(hand), kRankBoards, ranked.data());
  }
  return ranked.data();
}

std::vector<KnownHands::Suit> KnownHands::list_suits(const Hands& hands) const {
  std::vector<Suit> suits;
  for (int suit = 0; suit < kSuits; ++suit) {
    Suit added{suit, 1, {}, kBoardCards};
    for (const Pair& hand : hands) {
      const RankSet held = ranks_of_suit(Mask::of_all(hand), suit);
      added.held.push_back(held);
      added.least = std::min(added.least, static_cast<std::size_t>(kBoardCards - std::popcount(held)));
    }
    const auto like_it = std::ranges::find_if(suits, [&](const Suit& other) {
      return seen_ranks(other.suit) == seen_ranks(suit) && std::ranges::equal(other.held, added.held);
    });
    if (like_it != suits.end()) {
      ++like_it->times;
    } else {
      suits.push_back(added);
    }
  }
  return suits;
}

/// In how many ways the cards of a board that are not of a suit can have their ranks, `size` being of it.
void KnownHands::weigh_rests(int suit, std::size_t size) {
  const Factors ways = count_ways([&](int rank) {
    int unseen = 0;
    for (int other = 0; other < kSuits; ++other) unseen += other != suit && !seen_.contains(make_card(rank, other));
    return unseen;
  });
  const auto way = [&](int rank, int copies) { return ways[RankBoards::factor_of(rank, copies)]; };
  const auto add = [&](int weight) { rest_weights_[n_rests_++] = static_cast<std::uint16_t>(weight); };
  n_rests_ = 0;
  if (size == 5) add(1);
  if (size == 4) for_each_ranks<1>([&](const auto& rest) { add(way(rest[0], 1)); });
  if (size == 3) {
    for_each_ranks<2>(
        [&](const auto& rest) { add(rest[0] == rest[1] ? way(rest[0], 2) : way(rest[0], 1) * way(rest[1], 1)); });
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
  simd::kernels().rank_planes(planes, common, batch_, strengths_[player].data());
}

}  // namespace croupier::equity
