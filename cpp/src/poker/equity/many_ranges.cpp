#include "poker/equity/many_ranges.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

#include "poker/equity/boards.hpp"
#include "simd/kernels.hpp"

namespace croupier::equity {
namespace {

/// Players whose hands are shared out to threads.
constexpr std::size_t kShared = 2;

/// Hands between questions whether to go on.
constexpr std::size_t kAskEvery = 32;

}  // namespace

ManyRanges::ManyRanges(const Spot& spot) : order_(spot.ranges.size()), hands_(spot.ranges.size()) {
  std::iota(order_.begin(), order_.end(), std::size_t{0});
  std::ranges::stable_sort(order_, std::ranges::greater{},
                           [&](std::size_t player) { return spot.ranges[player].hands().size(); });
  rank(spot);
}

void ManyRanges::rank(const Spot& spot) {
  std::vector<std::uint16_t> pairs;
  for (const Range& range : spot.ranges) {
    for (const Range::Hand& hand : range.hands()) pairs.push_back(hand.pair);
  }
  std::ranges::sort(pairs);
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  const std::vector<SuitClass> boards = *list_boards(spot.board, spot.dead, {Renaming{0, 1, 2, 3}}, {});
  boards_ = boards.size();

  std::array<std::vector<std::uint16_t>, kSuits> planes;
  for (auto& plane : planes) plane.resize(boards_ + simd::kPlaneBlock);
  for (std::size_t i = 0; i < boards_; ++i) {
    const auto bits = simd::PlaneSet::of_all(boards[i].cards).bits();
    for (std::size_t suit = 0; suit < kSuits; ++suit) planes[suit][i] = static_cast<std::uint16_t>(bits >> 16 * suit);
  }
  const std::size_t row = boards_ + simd::kPlaneBlock;
  strengths_.resize(row * pairs.size());
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const Mask hand = Mask::of_all(kPairAt[pairs[i]]);
    Strength* out = &strengths_[row * i];
    simd::kernels().rank_planes({planes[0].data(), planes[1].data(), planes[2].data(), planes[3].data()},
                                simd::PlaneSet::of_all(kPairAt[pairs[i]]), boards_, out);
    for (std::size_t board = 0; board < boards_; ++board) {
      if (boards[board].cards.intersects(hand)) out[board] = 0;
    }
  }
  for (std::size_t place = 0; place < order_.size(); ++place) {
    for (const Range::Hand& hand : spot.ranges[order_[place]].hands()) {
      const auto i = static_cast<std::size_t>(std::ranges::lower_bound(pairs, hand.pair) - pairs.begin());
      hands_[place].push_back({CardSet::of_all(kPairAt[hand.pair]), hand.weight, &strengths_[row * i]});
    }
  }
}

void ManyRanges::follow(Work& work, std::size_t place, const Hand& hand) const {
  const Leaders& before = work.leaders[place];
  Leaders& after = work.leaders[place + 1];
  const auto bit = static_cast<std::uint16_t>(1u << order_[place]);
  for (std::size_t i = 0; i < boards_; ++i) {
    const Strength best = before.strengths[i], strength = hand.strengths[i];
    const std::uint16_t stay = strength < best ? std::uint16_t{0} : before.players[i];
    const std::uint16_t join = strength <= best ? bit : std::uint16_t{0};
    after.strengths[i] = std::min(best, strength);
    after.players[i] = static_cast<std::uint16_t>(stay | join);
  }
}

template <class Sum>
void ManyRanges::play(Work& work, std::size_t place, CardSet seen, Sum weight, std::vector<Sum>& sums,
                      std::atomic<bool>& stop) const {
  if (place + 1 == order_.size()) return play_last(work.leaders[place], seen, weight, sums);
  for (const Hand& hand : hands_[place]) {
    if (hand.cards.intersects(seen)) continue;
    const bool asks = work.interrupted != nullptr && *work.interrupted && ++work.asked % kAskEvery == 0;
    if (asks && (*work.interrupted)()) stop = true;
    if (stop.load(std::memory_order_relaxed)) return;
    follow(work, place, hand);
    play(work, place + 1, seen | hand.cards, weight * Sum(hand.weight), sums, stop);
  }
}

template <class Sum>
void ManyRanges::play_last(const Leaders& before, CardSet seen, Sum weight, std::vector<Sum>& sums) const {
  const auto bit = static_cast<std::uint16_t>(1u << order_.back());
  for (const Hand& hand : hands_.back()) {
    if (hand.cards.intersects(seen)) continue;
    const Sum more = weight * Sum(hand.weight);
    const Strength* strengths = hand.strengths;
    std::size_t i = 0;
    do {  // there is a board: on the river no more than one
      if (std::min(before.strengths[i], strengths[i]) == 0) continue;
      const std::uint16_t stay = strengths[i] < before.strengths[i] ? std::uint16_t{0} : before.players[i];
      const std::uint16_t join = strengths[i] <= before.strengths[i] ? bit : std::uint16_t{0};
      sums[static_cast<std::uint16_t>(stay | join)] += more;
    } while (++i < boards_);
  }
}

template <class Sum>
void ManyRanges::play_rest(Work& work, CardSet seen, Uint128 weight, std::atomic<bool>& stop) const {
  std::vector<Sum> sums(work.counts.size());
  play(work, kShared, seen, Sum(1), sums, stop);
  for (std::size_t i = 0; i < sums.size(); ++i) {
    if (sums[i] != Sum(0)) work.counts[i] += weight * Uint128(sums[i]);
  }
}

bool ManyRanges::is_short() const {
  std::uint64_t most = boards_;
  for (std::size_t place = kShared; place < order_.size(); ++place) {
    std::uint64_t total = 0;
    for (const Hand& hand : hands_[place]) total += hand.weight;
    if (total > UINT64_MAX / most) return false;
    most *= total;
  }
  return true;
}

std::optional<std::vector<Uint128>> ManyRanges::count(unsigned threads, const Interrupted& interrupted) const {
  struct Start {
    const Hand *first, *second;
  };
  std::vector<Start> starts;
  for (const Hand& first : hands_[0]) {
    for (const Hand& second : hands_[1]) {
      if (!first.cards.intersects(second.cards)) starts.push_back({&first, &second});
    }
  }
  const Leaders nobody = {std::vector<Strength>(boards_, Strength{kStrengths + 1}),
                          std::vector<std::uint16_t>(boards_)};
  std::vector<Work> works(
      count_workers(starts.size(), 1, threads),
      {std::vector(order_.size() + 1, nobody), std::vector<Uint128>(count_outcomes(order_.size())), nullptr});
  works[0].interrupted = &interrupted;
  const bool fits_word = is_short();
  std::atomic<bool> stop{false};
  const bool complete = for_each_block(
      starts.size(), 1, threads,
      [&](unsigned worker, std::size_t begin, std::size_t) {
        const auto [first, second] = starts[begin];
        follow(works[worker], 0, *first);
        follow(works[worker], 1, *second);
        const CardSet seen = first->cards | second->cards;
        const Uint128 weight = Uint128(first->weight) * Uint128(second->weight);
        if (fits_word) {
          play_rest<std::uint64_t>(works[worker], seen, weight, stop);
        } else {
          play_rest<Uint128>(works[worker], seen, weight, stop);
        }
      },
      interrupted);
  if (!complete || stop) return std::nullopt;
  for (std::size_t i = 1; i < works.size(); ++i) {
    std::ranges::transform(works[0].counts, works[i].counts, works[0].counts.begin(), std::plus{});
  }
  return std::move(works[0].counts);
}

}  // namespace croupier::equity
