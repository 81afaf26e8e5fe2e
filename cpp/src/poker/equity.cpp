#include "croupier/poker/equity.hpp"

#include <algorithm>
#include <cassert>
#include <functional>
#include <memory>
#include <set>
#include <utility>

#include "poker/category_table.hpp"
#include "poker/equity/boards.hpp"
#include "poker/equity/known_hands.hpp"
#include "poker/equity/many_ranges.hpp"
#include "poker/equity/matchups.hpp"
#include "poker/equity/two_ranges.hpp"

namespace croupier::equity {
namespace {

/// Boards that a thread takes at a time.
constexpr std::size_t kBoardBlock = 64;

/// Ways to hold cards between questions whether to go on.
constexpr std::size_t kAskEvery = 4096;

/// Two ranges with more pairs of hands than this play board by board at once.
constexpr std::size_t kMostMatchups = 400'000;

/// What takes how long, beside a hand ranked, sorted and settled on a board: known hands played out before the flop,
/// and a board whatever hands it is for.
constexpr std::size_t kMatchupCost = 13'000;
constexpr std::size_t kBoardCost = 60;

bool is_known(const Spot& spot) {
  return std::ranges::all_of(spot.ranges, [](const Range& range) { return range.hands().size() == 1; });
}

std::size_t count_pairs(const Range& first, const Range& second) {
  return first.hands().size() * second.hands().size();
}

/// A product, or some number above `most` if it is more.
std::uint64_t multiply_up_to(std::uint64_t a, std::uint64_t b, std::uint64_t most) {
  return b != 0 && a > most / b ? most + 1 : a * b;
}

/// All combinations of hands, those that share a card too; some number above `most` if they are more.
std::uint64_t count_combinations(const std::vector<Range>& ranges, std::uint64_t most) {
  std::uint64_t product = 1;
  for (const Range& range : ranges) product = multiply_up_to(product, range.hands().size(), most);
  return product;
}

/// So many ways to hold cards there are at least, as each card that is gone takes no more hands of a range than those
/// with the card that most have; some number above `most` if they are more.
std::uint64_t count_least_ways(const std::vector<Range>& ranges, std::uint64_t most) {
  std::uint64_t product = 1, gone = 0;
  for (const Range& range : ranges) {
    std::array<std::uint64_t, kPackSize> with_card{};
    for (const Range::Hand& hand : range.hands()) {
      for (const Card card : kPairAt[hand.pair]) ++with_card[card];
    }
    const std::uint64_t taken = gone * *std::ranges::max_element(with_card), hands = range.hands().size();
    product = multiply_up_to(product, hands > taken ? hands - taken : 0, most);
    gone += 2;
  }
  return product;
}

/// The one way in which players of one hand each hold their cards.
std::vector<Uint128> count_one_way(const Spot& spot) {
  Hands hands;
  Uint128 weight = 1;
  for (const Range& range : spot.ranges) {
    hands.push_back(kPairAt[range.hands()[0].pair]);
    weight = weight * Uint128(range.hands()[0].weight);
  }
  std::vector<Uint128> counts;
  for (const std::uint64_t count : count_known(hands, spot.board, spot.dead)) {
    counts.push_back(weight * Uint128(count));
  }
  return counts;
}

/// Every board, and all hands of two ranges on it.
std::optional<std::vector<Uint128>> count_by_board(const Range& first, const Range& second, CardSet board, CardSet dead,
                                                   unsigned threads, const Interrupted& interrupted) {
  const auto boards = list_boards(board, dead, list_symmetries({first, second}, board, dead), interrupted);
  if (!boards) return std::nullopt;
  struct Work {
    TwoRanges ranges;
    std::array<Uint128, 4> counts{};
  };
  std::vector<Work> works(count_workers(boards->size(), kBoardBlock, threads), Work{TwoRanges(first, second)});
  const bool complete = for_each_block(
      boards->size(), kBoardBlock, threads,
      [&](unsigned worker, std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) works[worker].ranges.add((*boards)[i], works[worker].counts);
      },
      interrupted);
  if (!complete) return std::nullopt;
  std::vector<Uint128> counts(4);
  for (const Work& work : works) std::ranges::transform(counts, work.counts, counts.begin(), std::plus{});
  return counts;
}

/// How many boards two ranges have before the flop, as far as suits tell them apart.
std::size_t count_board_classes(const Range& first, const Range& second, CardSet dead) {
  return count_boards(kPackSize - dead.size(), kBoardCards) / list_symmetries({first, second}, {}, dead).size();
}

/// Two ranges before the flop as matchups. Nothing if they are sooner played board by board, or if it was interrupted.
std::optional<Matchups> list_matchups(const Range& first, const Range& second, CardSet dead, std::uint32_t sum,
                                      const Interrupted& interrupted) {
  if (count_pairs(first, second) > kMostMatchups) return std::nullopt;
  Matchups matchups(dead);
  if (!matchups.add({first, second}, sum, SIZE_MAX, interrupted)) return std::nullopt;
  const std::size_t board_cost = kBoardCost + first.hands().size() + second.hands().size();
  if (matchups.merge() * kMatchupCost > count_board_classes(first, second, dead) * board_cost) return std::nullopt;
  return matchups;
}

}  // namespace

void prepare() {
  FlopClasses::instance();
  RankBoards::instance();
}

std::optional<bool> is_possible(const Spot& spot, const Interrupted& interrupted) {
  std::vector<const Range*> few_first;
  for (const Range& range : spot.ranges) few_first.push_back(&range);
  std::ranges::stable_sort(few_first, {}, [](const Range* range) { return range->hands().size(); });
  CardSet all;
  for (const Range& range : spot.ranges) {
    for (const Range::Hand& hand : range.hands()) all |= CardSet::of_all(kPairAt[hand.pair]);
  }
  if (all.size() < static_cast<int>(2 * spot.ranges.size())) return false;
  std::set<std::pair<std::size_t, std::uint64_t>> failed;  // how many hold cards, and which
  std::size_t asked = 0;
  bool stopped = false;
  const auto hold = [&](const auto& self, std::size_t held, CardSet seen) -> bool {
    if (held == few_first.size()) return true;
    stopped = stopped || (++asked % kAskEvery == 0 && interrupted && interrupted());
    if (stopped || failed.contains({held, seen.bits()})) return false;
    for (const Range::Hand& hand : few_first[held]->hands()) {
      const CardSet cards = CardSet::of_all(kPairAt[hand.pair]);
      if (!cards.intersects(seen) && self(self, held + 1, seen | cards)) return true;
    }
    failed.insert({held, seen.bits()});
    return false;
  };
  const bool possible = hold(hold, 0, {});
  return stopped ? std::nullopt : std::optional(possible);
}

std::optional<std::uint64_t> count_runouts(const Spot& spot, std::uint64_t most, const Interrupted& interrupted) {
  const int unseen = kPackSize - spot.board.size() - spot.dead.size();
  const int to_come = kBoardCards - spot.board.size();
  const std::uint64_t boards = count_boards(unseen - static_cast<int>(2 * spot.ranges.size()), to_come);
  if (is_known(spot)) return boards;
  if (spot.ranges.size() == 2) return count_boards(unseen, to_come);
  const std::uint64_t most_ways = boards == 0 ? 0 : most / boards;
  // To count the ways would take as long as to play them: where bounds tell enough, they do.
  const std::uint64_t combinations = count_combinations(spot.ranges, most_ways);
  if (!spot.board.empty() && combinations <= most_ways) return combinations * boards;
  const std::uint64_t names = spot.board.empty() ? kRenamings : 1;  // before the flop so many ways may be one
  const std::uint64_t most_named = multiply_up_to(most_ways, names, UINT64_MAX - 1);
  if (count_least_ways(spot.ranges, most_named) > most_named) return most + 1;
  std::uint64_t ways = 0;
  bool stopped = false;
  if (spot.board.empty()) {
    Matchups matchups(spot.dead);
    const auto ask = [&] { return stopped = interrupted && interrupted(); };
    const bool complete = matchups.add(spot.ranges, 0, most_ways, ask);
    ways = std::max<std::uint64_t>(matchups.merge(), complete ? 0 : most_ways + 1);
  } else {
    for_each_way(spot.ranges, [&](const auto&, Uint128) {
      stopped = ++ways % kAskEvery == 0 && interrupted && interrupted();
      return ways <= most_ways && !stopped;
    });
  }
  if (stopped) return std::nullopt;
  return ways > most_ways ? most + 1 : ways * boards;
}

std::optional<std::vector<Uint128>> count(const Spot& spot, unsigned threads, const Interrupted& interrupted) {
  assert(spot.ranges.size() >= kMinPlayers && spot.ranges.size() <= kMostPlayers);
  if (is_known(spot)) return count_one_way(spot);
  if (spot.ranges.size() == 2) {
    const Range &first = spot.ranges[0], &second = spot.ranges[1];
    const auto matchups = spot.board.empty() ? list_matchups(first, second, spot.dead, 0, interrupted) : std::nullopt;
    return matchups ? matchups->count(2, 1, threads, interrupted)
                    : count_by_board(first, second, spot.board, spot.dead, threads, interrupted);
  }
  if (!spot.board.empty()) return ManyRanges(spot).count(threads, interrupted);
  Matchups matchups(spot.dead);
  if (!matchups.add(spot.ranges, 0, SIZE_MAX, interrupted)) return std::nullopt;
  matchups.merge();
  return matchups.count(spot.ranges.size(), 1, threads, interrupted);
}

std::optional<std::vector<std::array<Uint128, 4>>> count_matrix(const std::vector<Range>& ranges, CardSet board,
                                                                CardSet dead, unsigned threads,
                                                                const Interrupted& interrupted) {
  const std::size_t cells = ranges.size() * (ranges.size() + 1) / 2;
  std::vector<std::array<Uint128, 4>> matrix(cells);
  Matchups matchups(dead);
  std::uint32_t cell = 0;
  for (std::size_t row = 0; row < ranges.size(); ++row) {
    for (std::size_t column = 0; column <= row; ++column, ++cell) {
      if (interrupted && interrupted()) return std::nullopt;
      if (board.empty()) {
        if (const auto own = list_matchups(ranges[row], ranges[column], dead, cell, interrupted)) {
          matchups.add(*own);
          continue;
        }
      }
      const auto counts = count_by_board(ranges[row], ranges[column], board, dead, threads, interrupted);
      if (!counts) return std::nullopt;
      std::ranges::copy(*counts, matrix[cell].begin());
    }
  }
  matchups.merge();
  const auto sums = matchups.count(2, cells, threads, interrupted);
  if (!sums) return std::nullopt;
  for (std::size_t i = 0; i < sums->size(); ++i) matrix[i / 4][i % 4] += (*sums)[i];
  return matrix;
}

std::vector<std::uint64_t> count_known(const Hands& hands, CardSet board, CardSet dead) {
  std::vector<std::uint64_t> counts(count_outcomes(hands.size()));
  const auto known = std::make_unique_for_overwrite<KnownHands>();
  known->play_out(hands, board, dead,
                  [&](const Showdowns& showdowns, std::uint64_t times) { add_showdowns(showdowns, times, counts); });
  return counts;
}

CategoryArray<std::uint64_t> count_categories(const Pair& hand, CardSet board, CardSet dead) {
  CategoryArray<std::uint64_t> counts{};
  Hands hands;
  hands.push_back(hand);
  const auto known = std::make_unique_for_overwrite<KnownHands>();
  known->play_out(hands, board, dead, [&](const Showdowns& showdowns, std::uint64_t times) {
    for (std::size_t i = 0; i < showdowns.boards; ++i) {
      counts[kCategoryOfStrength[showdowns.players[0][i]]] += times * showdowns.weights[i];
    }
  });
  return counts;
}

}  // namespace croupier::equity
