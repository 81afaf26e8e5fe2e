#include <algorithm>
#include <cassert>

#include "croupier/deal.hpp"
#include "croupier/poker/equity.hpp"
#include "poker/equity/showdown.hpp"
#include "simd/kernels.hpp"

namespace croupier::equity {
namespace {

/// Samples that a thread takes at a time, and samples that are dealt at a time.
constexpr std::size_t kBlock = std::size_t{1} << 13;
constexpr std::size_t kRangeBlock = 32;  // ranges that overlap much may take long to deal
constexpr std::size_t kStaged = 256;

constexpr std::size_t kHandCards = 7;

/// Hands of one range, drawn by their weights.
class HandDraw {
 public:
  explicit HandDraw(const Range& range) : hands_(range.hands()) {
    std::uint32_t sum = 0;
    for (const Range::Hand& hand : hands_) ends_.push_back(sum += hand.weight);
  }

  bool is_known() const { return hands_.size() == 1; }
  const Pair& only() const { return kPairAt[hands_[0].pair]; }

  const Pair& draw(WordStream& words) const {
    const std::uint32_t drawn = draw_below(words, ends_.back());
    const bool even = ends_.back() == ends_.size();  // all weights are 1
    const std::size_t place =
        even ? drawn : static_cast<std::size_t>(std::ranges::upper_bound(ends_, drawn) - ends_.begin());
    return kPairAt[hands_[place].pair];
  }

 private:
  const std::vector<Range::Hand>& hands_;
  std::vector<std::uint32_t> ends_;
};

/// Deals the samples of a spot.
class Dealer {
 public:
  Dealer(const Spot& spot, const Seed& seed)
      : board_(spot.board), unseen_(CardSet::whole_pack() - spot.board - spot.dead), seed_(seed) {
    for (const Range& range : spot.ranges) draws_.emplace_back(range);
    is_known_ = std::ranges::all_of(draws_, &HandDraw::is_known);
    if (!is_known_) return;
    for (const HandDraw& draw : draws_) unseen_ -= CardSet::of_all(draw.only());
  }

  bool is_known() const { return is_known_; }
  CardSet board() const { return board_; }
  CardSet unseen() const { return unseen_; }
  const Seed& seed() const { return seed_; }
  const std::vector<HandDraw>& draws() const { return draws_; }

  /// Deals one sample of its own stream: the hands that are not known, a word each, again from the first if they share
  /// cards; then the board.
  Deal deal_from_stream(std::uint64_t index) const {
    WordStream words(seed_, Domain::kEquity, index);
    Deal deal;
    CardSet held;
    do {
      deal.hands = {};
      held = {};
      for (const HandDraw& draw : draws_) {
        deal.hands.push_back(draw.is_known() ? draw.only() : draw.draw(words));
        held |= CardSet::of_all(deal.hands[deal.hands.size() - 1]);
      }
    } while (held.size() < static_cast<int>(2 * deal.hands.size()));

    std::array<std::uint32_t, kBoardCards> drawn{};
    const auto known = static_cast<std::size_t>(board_.size());
    CardSet left = unseen_ - held;
    const auto size = static_cast<std::uint32_t>(left.size());
    std::array<Card, kPackSize> pack;
    std::ranges::copy(left, pack.begin());
    std::ranges::copy(board_, deal.board.begin());
    draw_falling(words, size, std::span(drawn).first(kBoardCards - known));
    for (std::size_t i = known; i < kBoardCards; ++i) {
      const std::uint32_t place = drawn[i - known];
      deal.board[i] = pack[place];
      pack[place] = pack[size - 1 - (i - known)];
    }
    return deal;
  }

 private:
  CardSet board_, unseen_;
  Seed seed_;
  std::vector<HandDraw> draws_;
  bool is_known_ = false;
};

/// Samples side by side.
class Samples {
 public:
  explicit Samples(const Dealer& dealer) : dealer_(dealer), players_(dealer.draws().size()) {
    std::size_t place = 0;
    for (const Card card : dealer.unseen()) pack_[place++] = simd::PlaneSet::of(card).bits();
    weights_.fill(1);
    for (std::size_t player = 0; player < players_; ++player) rows_[player] = strengths_[player].data();
  }

  void add(std::uint64_t first, std::size_t count, std::span<std::uint64_t> counts) {
    if (dealer_.is_known()) {
      deal_known(first, count);
    } else {
      deal_one_by_one(first, count);
    }
    add_showdowns({std::span(rows_).first(players_), weights_.data(), count}, 1, counts);
  }

 private:
  using Column = std::array<Card, kStaged>;

  void deal_known(std::uint64_t first, std::size_t count) {
    switch (dealer_.board().size()) {
      case 0:
        deal_rest<5>(first, count);
        break;
      case 3:
        deal_rest<2>(first, count);
        break;
      case 4:
        deal_rest<1>(first, count);
        break;
      default:
        for (auto& suit : rest_) suit.fill(0);
    }
    const simd::PlaneArrays rest = {rest_[0].data(), rest_[1].data(), rest_[2].data(), rest_[3].data()};
    for (std::size_t player = 0; player < players_; ++player) {
      const Pair& hole = dealer_.draws()[player].only();
      const simd::PlaneSet known = simd::PlaneSet::of_all(dealer_.board()) | simd::PlaneSet::of_all(hole);
      simd::kernels().rank_planes(rest, known, count, strengths_[player].data());
    }
  }

  /// A word each: the cards to come.
  template <std::size_t N>
  void deal_rest(std::uint64_t first, std::size_t count) {
    const auto draw = BatchedDraw<N>::falling(static_cast<std::uint32_t>(dealer_.unseen().size()));
    DealtColumns<Card, N, kStaged> places;
    deal_columns(draw, dealer_.seed(), Domain::kEquity, first, count, places);
    for (std::size_t i = 0; i < count; ++i) {
      std::uint64_t cards = 0;
      for (std::size_t card = 0; card < N; ++card) cards |= pack_[places[card][i]];
      for (std::size_t suit = 0; suit < kSuits; ++suit) rest_[suit][i] = static_cast<std::uint16_t>(cards >> 16 * suit);
    }
  }

  /// A stream each: columns of the board's cards and, for each player in turn, of hole cards behind them.
  void deal_one_by_one(std::uint64_t first, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      const Deal deal = dealer_.deal_from_stream(first + i);
      for (std::size_t card = 0; card < kBoardCards; ++card) cards_[card][i] = deal.board[card];
      for (std::size_t player = 0; player < players_; ++player) {
        for (std::size_t card = 0; card < 2; ++card) holes_[player][card][i] = deal.hands[player][card];
      }
    }
    for (std::size_t player = 0; player < players_; ++player) {
      for (std::size_t card = 0; card < 2; ++card) cards_[kBoardCards + card] = holes_[player][card];
      simd::kernels().rank_columns(cards_[0].data(), kStaged, kHandCards, count, strengths_[player].data());
    }
  }

  const Dealer& dealer_;
  std::size_t players_;
  std::array<std::uint64_t, kPackSize> pack_;  ///< The bits in planes of each unseen card.
  std::array<std::array<std::uint16_t, kStaged + simd::kPlaneBlock>, kSuits> rest_{};
  std::array<Column, kHandCards> cards_;
  std::array<std::array<Column, 2>, kMostPlayers> holes_;
  std::array<std::array<Strength, kStaged + simd::kPlaneBlock>, kMostPlayers> strengths_;
  std::array<const Strength*, kMostPlayers> rows_;
  std::array<std::uint16_t, kStaged> weights_;
};

}  // namespace

Deal deal(const Spot& spot, const Seed& seed, std::uint64_t index) {
  const Dealer dealer(spot, seed);
  if (!dealer.is_known()) return dealer.deal_from_stream(index);
  Deal deal;
  for (const HandDraw& draw : dealer.draws()) deal.hands.push_back(draw.only());
  std::array<Card, kPackSize> pack;
  std::ranges::copy(dealer.unseen(), pack.begin());
  const auto size = static_cast<std::uint32_t>(dealer.unseen().size());
  Card* next = std::ranges::copy(spot.board, deal.board.begin()).out;
  const auto deal_rest = [&]<std::size_t N>(const BatchedDraw<N>& draw) {
    std::array<std::uint64_t, 1> word;
    fill_words(seed, Domain::kEquity, index, word);
    for (const std::uint32_t place : places_of(size, draw(word[0], seed, Domain::kEquity, index)))
      *next++ = pack[place];
  };
  if (spot.board.size() == 4) deal_rest(BatchedDraw<1>::falling(size));
  if (spot.board.size() == 3) deal_rest(BatchedDraw<2>::falling(size));
  if (spot.board.empty()) deal_rest(BatchedDraw<5>::falling(size));
  return deal;
}

std::optional<std::vector<std::int64_t>> sample(const Spot& spot, const Seed& seed, std::uint64_t first,
                                                std::uint64_t samples, unsigned threads,
                                                const Interrupted& interrupted) {
  assert(samples == 0 || samples - 1 <= ~first);
  const Dealer dealer(spot, seed);
  const std::size_t outcomes = count_outcomes(spot.ranges.size());
  return count_blocks(
      samples, dealer.is_known() ? kBlock : kRangeBlock, outcomes, threads,
      [&](std::size_t begin, std::size_t end, std::span<std::int64_t> histogram) {
        Samples staged(dealer);
        std::vector<std::uint64_t> counts(outcomes);
        for (std::size_t i = begin; i < end; i += kStaged) {
          staged.add(first + i, std::min(kStaged, end - i), counts);
        }
        for (std::size_t i = 0; i < outcomes; ++i) histogram[i] += static_cast<std::int64_t>(counts[i]);
      },
      interrupted);
}

}  // namespace croupier::equity
