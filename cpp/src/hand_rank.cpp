#include "croupier/hand_rank.hpp"

#include <bit>

#include "flush_strengths.hpp"

namespace croupier {
namespace {

constexpr auto kFlushStrengths = make_flush_strengths();
constexpr int kFlushToHighCard = kWeakestHighCard - kWeakestFlush;
constexpr int kStraightFlushToStraight = kWeakestStraight - kWeakestStraightFlush;

constexpr int top(RankSet ranks) { return static_cast<int>(std::bit_width(ranks)) - 1; }

/// Removes the highest rank and returns it.
constexpr int take_top(RankSet& ranks) {
  const int rank = top(ranks);
  ranks ^= 1u << rank;
  return rank;
}

/// The ranks without `rank`, those above it one lower: 12 ranks are left to the kickers of a pair.
constexpr RankSet close_gap(RankSet ranks, int rank) {
  const RankSet below = (1u << rank) - 1;
  return (ranks & below) | ((ranks >> 1) & ~below);
}

/// Indices of sets of 1, 2 and 3 ranks, a > b > c, in colexicographic order: a set beats every set of lower index.
constexpr int index_of(int a) { return a; }
constexpr int index_of(int a, int b) { return a * (a - 1) / 2 + b; }
constexpr int index_of(int a, int b, int c) { return a * (a - 1) * (a - 2) / 6 + index_of(b, c); }

constexpr Strength strength(int weakest, int index) { return static_cast<Strength>(weakest - index); }

struct Planes {
  RankSet clubs, diamonds, hearts, spades;

  explicit constexpr Planes(Mask mask)
      : clubs(mask & kAllRanks),
        diamonds((mask >> 16) & kAllRanks),
        hearts((mask >> 32) & kAllRanks),
        spades((mask >> 48) & kAllRanks) {}

  constexpr RankSet once() const { return clubs | diamonds | hearts | spades; }
  constexpr RankSet twice() const {
    return (clubs & diamonds) | (hearts & spades) | ((clubs | diamonds) & (hearts | spades));
  }
  constexpr RankSet thrice() const {
    return ((clubs & diamonds) & (hearts | spades)) | ((hearts & spades) & (clubs | diamonds));
  }
  constexpr RankSet four_times() const { return clubs & diamonds & hearts & spades; }
};

/// The number of cards of each suit, in the 16 bits of its plane.
constexpr Mask count_suits(Mask mask) {
  mask -= (mask >> 1) & 0x5555'5555'5555'5555;
  mask = (mask & 0x3333'3333'3333'3333) + ((mask >> 2) & 0x3333'3333'3333'3333);
  mask = (mask + (mask >> 4)) & 0x0F0F'0F0F'0F0F'0F0F;
  return (mask + (mask >> 8)) & 0x001F'001F'001F'001F;
}

constexpr int count_cards(Mask suit_counts) { return static_cast<int>((suit_counts * 0x0001'0001'0001'0001) >> 48); }

/// The suits with five cards or more: at most one, bit 3 of its 16.
constexpr Mask flush_suits(Mask suit_counts) { return (suit_counts + 0x0003'0003'0003'0003) & 0x0008'0008'0008'0008; }

constexpr RankSet ranks_of_suit(Mask hand, int suit) { return (hand >> (16 * suit)) & kAllRanks; }

}  // namespace

bool is_hand(Mask mask) {
  const int cards = count_cards(count_suits(mask));
  return (mask & ~kPack) == 0 && cards >= kMinHandCards && cards <= kMaxHandCards;
}

Strength rank(Mask hand) {
  const Planes planes(hand);
  if (const Mask flush = flush_suits(count_suits(hand)); flush != 0) {
    return kFlushStrengths[ranks_of_suit(hand, std::countr_zero(flush) / 16)];
  }

  const RankSet once = planes.once();
  const Strength as_flush = kFlushStrengths[once];
  const RankSet twice = planes.twice();
  if (twice == 0) {
    const int distance = as_flush <= kWeakestStraightFlush ? kStraightFlushToStraight : kFlushToHighCard;
    return static_cast<Strength>(as_flush + distance);
  }

  const RankSet thrice = planes.thrice();
  if (thrice != 0) {
    if (const RankSet four = planes.four_times(); four != 0) {
      const int quads = top(four);
      return strength(kWeakestFourOfAKind, 12 * quads + index_of(top(close_gap(once, quads))));
    }
    const int trips = top(thrice);
    if (const RankSet pairs = close_gap(twice, trips); pairs != 0) {
      return strength(kWeakestFullHouse, 12 * trips + index_of(top(pairs)));
    }
  }
  if (as_flush <= kWeakestStraightFlush) return static_cast<Strength>(as_flush + kStraightFlushToStraight);
  if (thrice != 0) {
    const int trips = top(thrice);
    RankSet kickers = close_gap(once, trips);
    const int high = take_top(kickers);
    return strength(kWeakestThreeOfAKind, 66 * trips + index_of(high, top(kickers)));
  }
  RankSet pairs = twice;
  const int pair = take_top(pairs);
  if (pairs != 0) {
    const int low_pair = top(pairs);
    const RankSet kickers = close_gap(close_gap(once, pair), low_pair);
    return strength(kWeakestTwoPair, 11 * index_of(pair, low_pair) + index_of(top(kickers)));
  }
  RankSet kickers = close_gap(once, pair);
  const int high = take_top(kickers);
  const int middle = take_top(kickers);
  return strength(kWeakestPair, 220 * pair + index_of(high, middle, top(kickers)));
}

Category category(Strength strength) {
  constexpr std::array kWeakest = {kWeakestRoyalFlush, kWeakestStraightFlush, kWeakestFourOfAKind,  kWeakestFullHouse,
                                   kWeakestFlush,      kWeakestStraight,      kWeakestThreeOfAKind, kWeakestTwoPair,
                                   kWeakestPair,       kWeakestHighCard};
  int stronger = 0;
  while (strength > kWeakest[static_cast<std::size_t>(stronger)]) ++stronger;
  return static_cast<Category>(static_cast<int>(Category::kRoyalFlush) - stronger);
}

std::array<Card, 5> best_five(Mask hand) {
  std::array<Card, 5> five{};
  auto next = five.begin();
  const auto take = [&](int rank, int copies) {
    for (int suit = kSuits - 1; suit >= 0 && copies > 0; --suit) {
      if (const Card card = make_card(rank, suit); (hand & mask_of(card)) != 0) {
        *next++ = card;
        hand ^= mask_of(card);
        --copies;
      }
    }
  };
  const auto take_pair = [&] { take(top(Planes(hand).twice()), 2); };

  const Strength strength = rank(hand);
  const Category kind = category(strength);
  const bool straight_flush = kind >= Category::kStraightFlush;
  if (straight_flush || kind == Category::kFlush) {
    hand &= Mask{kAllRanks} << (std::countr_zero(flush_suits(count_suits(hand))) / 16 * 16);
  }
  const Planes planes(hand);
  if (straight_flush || kind == Category::kStraight) {
    const int high = kRanks - (straight_flush ? strength : strength - kWeakestFlush);
    for (int rank = high; rank > high - 5; --rank) take(rank < 0 ? kRanks - 1 : rank, 1);
    return five;
  }
  switch (kind) {
    case Category::kFourOfAKind:
      take(top(planes.four_times()), 4);
      break;
    case Category::kFullHouse:
      take(top(planes.thrice()), 3);
      take_pair();
      break;
    case Category::kThreeOfAKind:
      take(top(planes.thrice()), 3);
      break;
    case Category::kTwoPair:
      take_pair();
      [[fallthrough]];
    case Category::kPair:
      take_pair();
      break;
    default:
      break;
  }
  RankSet kickers = Planes(hand).once();
  while (next != five.end()) take(take_top(kickers), 1);
  return five;
}

}  // namespace croupier
