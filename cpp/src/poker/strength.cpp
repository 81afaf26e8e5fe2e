#include "croupier/poker/strength.hpp"

#include <cassert>

#include "poker/flush_strengths.hpp"
#include "poker/shape.hpp"

namespace croupier {
namespace {

constexpr int kFlushToHighCard = kWeakestHighCard - kWeakestFlush;
constexpr int kStraightFlushToStraight = kWeakestStraight - kWeakestStraightFlush;

/// Indices of sets of 1, 2 and 3 ranks, a > b > c, in colexicographic order: a set beats every set of lower index.
constexpr int index_of(int a) { return a; }
constexpr int index_of(int a, int b) { return a * (a - 1) / 2 + b; }
constexpr int index_of(int a, int b, int c) { return a * (a - 1) * (a - 2) / 6 + index_of(b, c); }

constexpr Strength strength(int weakest, int index) { return static_cast<Strength>(weakest - index); }

/// Takes the cards that make a hand out of it, the highest suits first.
class Taking {
 public:
  explicit Taking(Mask hand) : hand_(hand) {}

  bool done() const { return size_ == five_.size(); }
  Multiplicities left() const { return Multiplicities(hand_); }
  const std::array<Card, 5>& five() const { return five_; }

  void keep_suit(int suit) { hand_ &= Mask(std::uint64_t{kAllRanks} << (16 * suit)); }

  /// Takes cards of a rank, of which as many must be left.
  void take(int rank, int copies) {
    Mask left = hand_ & Mask(std::uint64_t{0x0001'0001'0001'0001} << rank);
    for (; copies > 0; --copies) {
      const Card card = left.back();
      five_[size_++] = card;
      left -= Mask::of(card);
      hand_ -= Mask::of(card);
    }
  }

  void take_straight(int high) {
    for (int rank = high; rank > high - 5; --rank) take(rank < 0 ? kRanks - 1 : rank, 1);
  }

  void take_kickers() {
    RankSet kickers = left().once();
    while (!done()) take(take_top(kickers), 1);
  }

 private:
  Mask hand_;
  std::array<Card, 5> five_{};
  std::size_t size_ = 0;
};

}  // namespace

bool is_hand(std::uint64_t bits) {
  const int cards = count_cards(count_suits(bits));
  return (bits & ~Mask::whole_pack().bits()) == 0 && cards >= kMinHandCards && cards <= kMaxHandCards;
}

Strength rank(Mask hand) {
  assert(is_hand(hand.bits()));
  if (const int suit = flush_suit(hand); suit != kNoSuit) return kFlushStrengths[ranks_of_suit(hand, suit)];

  const Multiplicities held(hand);
  const RankSet once = held.once();
  const Strength as_flush = kFlushStrengths[once];
  const RankSet twice = held.twice();
  if (twice == 0) {
    const int distance = as_flush <= kWeakestStraightFlush ? kStraightFlushToStraight : kFlushToHighCard;
    return strength(as_flush + distance, 0);
  }

  const RankSet thrice = held.thrice();
  if (thrice != 0) {
    if (const RankSet four = held.four_times(); four != 0) {
      const int quads = top(four);
      return strength(kWeakestFourOfAKind, 12 * quads + index_of(top(close_gap(once, quads))));
    }
    const int trips = top(thrice);
    if (const RankSet pairs = close_gap(twice, trips); pairs != 0) {
      return strength(kWeakestFullHouse, 12 * trips + index_of(top(pairs)));
    }
  }
  if (as_flush <= kWeakestStraightFlush) return strength(as_flush + kStraightFlushToStraight, 0);
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

std::array<Card, 5> best_five(Mask hand) {
  Taking taking(hand);
  const Strength strength = rank(hand);
  const Category kind = category(strength);
  if (const int suit = flush_suit(hand); suit != kNoSuit) taking.keep_suit(suit);
  const auto take_pair = [&] { taking.take(top(taking.left().twice()), 2); };
  switch (kind) {
    case Category::kRoyalFlush:
    case Category::kStraightFlush:
      taking.take_straight(kRanks - strength);
      break;
    case Category::kStraight:
      taking.take_straight(kRanks - (strength - kWeakestFlush));
      break;
    case Category::kFourOfAKind:
      taking.take(top(taking.left().four_times()), 4);
      break;
    case Category::kFullHouse:
      taking.take(top(taking.left().thrice()), 3);
      take_pair();
      break;
    case Category::kThreeOfAKind:
      taking.take(top(taking.left().thrice()), 3);
      break;
    case Category::kTwoPair:
      take_pair();
      [[fallthrough]];
    case Category::kPair:
      take_pair();
      break;
    case Category::kFlush:
    case Category::kHighCard:
      break;
  }
  taking.take_kickers();
  return taking.five();
}

}  // namespace croupier
