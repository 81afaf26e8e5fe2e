#include "poker/equity/matchups.hpp"

#include <algorithm>

#include "poker/equity/known_hands.hpp"

namespace croupier::equity {
namespace {

/// Ways to hold cards between questions whether to go on.
constexpr std::size_t kAskEvery = 4096;

using Pairs = InplaceVector<std::uint16_t, kMostPlayers>;

bool comes_before(const Pairs& a, const Pairs& b) {
  return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
}

bool are_equal(const Pairs& a, const Pairs& b) { return std::equal(a.begin(), a.end(), b.begin(), b.end()); }

}  // namespace

void for_each_way(const std::vector<Range>& ranges, const std::function<bool(const Pairs&, Uint128)>& visit) {
  const auto hold = [&](const auto& self, const Pairs& held, CardSet seen, Uint128 weight) -> bool {
    if (held.size() == ranges.size()) return visit(held, weight);
    return std::ranges::all_of(ranges[held.size()].hands(), [&](const Range::Hand& hand) {
      const CardSet cards = CardSet::of_all(kPairAt[hand.pair]);
      if (cards.intersects(seen)) return true;
      Pairs more = held;
      more.push_back(hand.pair);
      return self(self, more, seen | cards, weight * Uint128(hand.weight));
    });
  };
  hold(hold, {}, {}, 1);
}

Matchups::Matchups(CardSet dead) : dead_(dead) {
  const FlopClasses& classes = FlopClasses::instance();
  for (std::size_t i = 0; i < kRenamings; ++i) {
    const bool keeps =
        std::ranges::all_of(dead, [&](Card card) { return dead.contains(rename(card, classes.renaming(i))); });
    if (keeps) renamings_.push_back(i);
  }
}

bool Matchups::add(const std::vector<Range>& ranges, std::uint32_t sum, std::size_t most,
                   const Interrupted& interrupted) {
  const FlopClasses& classes = FlopClasses::instance();
  bool complete = true;
  std::size_t asked = 0;
  for_each_way(ranges, [&](const Pairs& pairs, Uint128 weight) {
    if (matchups_.size() >= merge_at_) {
      if (merge() > most) return complete = false;
      merge_at_ = 2 * matchups_.size() + kMergeAt;
    }
    if (++asked % kAskEvery == 0 && interrupted && interrupted()) return complete = false;
    Pairs least = pairs;
    for (const std::size_t renaming : renamings_) {
      Pairs renamed;
      for (const std::uint16_t pair : pairs) renamed.push_back(classes.renamed_pairs(renaming)[pair]);
      if (comes_before(renamed, least)) least = renamed;
    }
    matchups_.push_back({least, sum, weight});
    return true;
  });
  return complete;
}

void Matchups::add(const Matchups& others) {
  matchups_.insert(matchups_.end(), others.matchups_.begin(), others.matchups_.end());
}

std::size_t Matchups::merge() {
  std::ranges::sort(matchups_, [](const Matchup& a, const Matchup& b) {
    if (!are_equal(a.pairs, b.pairs)) return comes_before(a.pairs, b.pairs);
    return a.sum < b.sum;
  });
  std::size_t differing = 0;
  std::vector<Matchup> merged;
  for (const Matchup& matchup : matchups_) {
    const bool like_last = !merged.empty() && are_equal(merged.back().pairs, matchup.pairs);
    differing += !like_last;
    if (like_last && merged.back().sum == matchup.sum) {
      merged.back().weight += matchup.weight;
    } else {
      merged.push_back(matchup);
    }
  }
  matchups_ = std::move(merged);
  return differing;
}

std::optional<std::vector<Uint128>> Matchups::count(std::size_t players, std::size_t sums, unsigned threads,
                                                    const Interrupted& interrupted) const {
  const std::size_t outcomes = count_outcomes(players);
  std::vector<std::size_t> firsts;  // of those with the same cards
  for (std::size_t i = 0; i < matchups_.size(); ++i) {
    if (i == 0 || !are_equal(matchups_[i].pairs, matchups_[i - 1].pairs)) firsts.push_back(i);
  }
  struct Work {
    KnownHands hands;
    std::vector<std::uint64_t> counts;
    std::vector<Uint128> sums;
  };
  std::vector<Work> works(count_workers(firsts.size(), 1, threads));
  for (Work& work : works) work.sums.resize(sums * outcomes);
  const bool complete = for_each_block(
      firsts.size(), 1, threads,
      [&](unsigned worker, std::size_t begin, std::size_t end) {
        Work& work = works[worker];
        work.counts.assign(outcomes, 0);
        Hands hands;
        for (const std::uint16_t pair : matchups_[firsts[begin]].pairs) hands.push_back(kPairAt[pair]);
        work.hands.play_out(hands, {}, dead_, [&](const Showdowns& showdowns, std::uint64_t times) {
          add_showdowns(showdowns, times, work.counts);
        });
        const std::size_t last = end < firsts.size() ? firsts[end] : matchups_.size();
        for (std::size_t i = firsts[begin]; i < last; ++i) {
          Uint128* sum = &work.sums[matchups_[i].sum * outcomes];
          for (std::size_t j = 0; j < outcomes; ++j) sum[j] += matchups_[i].weight * Uint128(work.counts[j]);
        }
      },
      interrupted);
  if (!complete) return std::nullopt;
  for (std::size_t i = 1; i < works.size(); ++i) {
    std::ranges::transform(works[0].sums, works[i].sums, works[0].sums.begin(), std::plus{});
  }
  return std::move(works[0].sums);
}

}  // namespace croupier::equity
