#include "croupier/casino_holdem/solution.hpp"

#include <algorithm>
#include <cassert>

#include "casino_holdem/board_counter.hpp"

namespace croupier::casino_holdem {
namespace {

/// Boards, and flops, that a thread takes at a time.
constexpr std::size_t kBoardBlock = 512;
constexpr std::size_t kFlopBlock = 16;

/// The boards up to the names of suits, those of the same ranks together: they share flops, and hands in the same
/// category, so that most of the sums they add to stay in the cache.
std::vector<SuitClass> list_boards() {
  const auto ranks = [](const SuitClass& board) {
    std::uint64_t counts = 0;
    for (const Card card : board.cards) counts += std::uint64_t{1} << (3 * rank_of(card));
    return counts;
  };
  std::vector<SuitClass> boards = suit_classes(kBoardCards);
  std::ranges::stable_sort(boards, {}, ranks);
  return boards;
}

/// Counts the showdowns on a board and adds them to the tables of the flops in it.
void add_board(BoardCounter& counter, const SuitClass& board, std::vector<HandTable>& tables) {
  const FlopClasses& classes = FlopClasses::instance();
  counter.count(board);
  const auto& cards = counter.board();
  for (std::size_t high = 2; high < kBoardCards; ++high) {
    for (std::size_t middle = 1; middle < high; ++middle) {
      for (std::size_t low = 0; low < middle; ++low) {
        const FlopClasses::Place& place = classes.find(index_of(Flop{cards[high], cards[middle], cards[low]}));
        HandTable& table = tables[place.flop_class];
        const std::lock_guard lock(table.mutex);
        counter.add_to(table, classes.renaming(place.renaming));
      }
    }
  }
}

/// Adds up all boards; false if it was interrupted.
bool add_boards(Strength weakest_qualifying, std::vector<HandTable>& tables, unsigned threads,
                const Interrupted& interrupted, const Solution::Progress& progress) {
  const PairPlanes pairs;
  const std::vector<SuitClass> boards = list_boards();
  std::vector<BoardCounter> counters(count_workers(boards.size(), kBoardBlock, threads),
                                     BoardCounter(pairs, weakest_qualifying));
  // Which worker takes the first block is a matter of chance, so the beginning is told apart from the blocks.
  if (progress) progress(0, boards.size());
  return for_each_block(
      boards.size(), kBoardBlock, threads,
      [&](unsigned worker, std::size_t begin, std::size_t end) {
        if (progress && worker == 0) progress(begin, boards.size());
        for (std::size_t board = begin; board < end; ++board) add_board(counters[worker], boards[board], tables);
      },
      interrupted);
}

/// The pairs that a flop leaves to tell apart; `cards` receives them.
Solution::Holes list_holes(const FlopClasses::Class& flop, std::vector<Pair>& cards) {
  const FlopClasses& classes = FlopClasses::instance();
  const CardSet on_flop = CardSet::of_all(flop.cards);
  Solution::Holes holes;
  for_each_pair([&](Card high, Card low) {
    if (on_flop.contains(high) || on_flop.contains(low)) return;
    const std::uint16_t pair = index_of(Pair{high, low});
    const auto renamed = [&](std::size_t renaming) { return classes.renamed_pairs(renaming)[pair]; };
    if (std::ranges::any_of(flop.stabiliser, [&](std::size_t renaming) { return renamed(renaming) < pair; })) return;
    cards.push_back({high, low});
    holes.pairs.push_back(pair);
    holes.sizes.push_back(
        static_cast<std::uint8_t>(std::ssize(flop.stabiliser) / std::ranges::count(flop.stabiliser, pair, renamed)));
    holes.bonus.push_back(bonus_category({high, low}, flop.cards));
  });
  return holes;
}

/// Each sum of a table is that of the boards up to the names of suits, times their numbers. Adding up what the flop's
/// stabiliser makes of a hand gives it the boards with all names, all kRenamings times.
Solution::Holes symmetrise(const FlopClasses::Class& flop, const HandTable& table) {
  const FlopClasses& classes = FlopClasses::instance();
  std::vector<Pair> cards;
  Solution::Holes holes = list_holes(flop, cards);
  holes.counts.reserve(kCategories * cards.size());
  for (const Category category : kAllCategories) {
    for (const auto& [high, low] : cards) {
      Showdowns sum{};
      for (const std::size_t i : flop.stabiliser) {
        const Renaming& renaming = classes.renaming(i);
        add(sum, table.sum(category, rename(high, renaming), rename(low, renaming)));
      }
      for (std::uint32_t& count : sum) count /= std::uint32_t{kRenamings};
      holes.counts.push_back(sum);
    }
  }
  return holes;
}

/// From here on stand the outcomes of calls by category and showdown, as the counts of a pair do.
constexpr std::size_t first_called_outcome(Category bonus) {
  return called_outcome(bonus, kAllCategories.front(), kAllShowdowns.front());
}

}  // namespace

std::optional<Solution> Solution::solve(Strength weakest_qualifying, unsigned threads, const Interrupted& interrupted,
                                        const Progress& progress) {
  assert(weakest_qualifying >= 1 && weakest_qualifying <= kStrengths);
  std::vector<HandTable> tables(kFlopClasses);
  if (!add_boards(weakest_qualifying, tables, threads, interrupted, progress)) return std::nullopt;
  std::vector<Holes> flops(kFlopClasses);
  const bool complete = for_each_block(
      kFlopClasses, kFlopBlock, threads,
      [&](unsigned, std::size_t begin, std::size_t end) {
        for (std::size_t flop = begin; flop < end; ++flop) {
          flops[flop] = symmetrise(FlopClasses::instance()[flop], tables[flop]);
          tables[flop].clear();
        }
      },
      interrupted);
  return complete ? std::optional(Solution(std::move(flops))) : std::nullopt;
}

ShowdownCounts Solution::counts(const Pair& hole, const Flop& flop) const {
  assert((CardSet::of_all(hole) | CardSet::of_all(flop)).size() == 5);
  const FlopClasses& classes = FlopClasses::instance();
  const auto [flop_class, renaming] = classes.find(index_of(flop));
  std::uint16_t pair = classes.renamed_pairs(renaming)[index_of(hole)];
  for (const std::size_t stabilising : classes[flop_class].stabiliser) {
    pair = std::min(pair, classes.renamed_pairs(stabilising)[classes.renamed_pairs(renaming)[index_of(hole)]]);
  }
  const Holes& holes = flops_[flop_class];
  auto place = static_cast<std::size_t>(std::ranges::lower_bound(holes.pairs, pair) - holes.pairs.begin());
  ShowdownCounts counts;
  for (const Category category : kAllCategories) {
    std::ranges::copy(holes.counts[place], counts[category].begin());
    place += holes.pairs.size();
  }
  return counts;
}

Strategy Solution::best_strategy(std::span<const std::int64_t, kOutcomes> values) const {
  assert(std::ranges::all_of(values, [](std::int64_t value) { return value >= -kMostValue && value <= kMostValue; }));
  const FlopClasses& classes = FlopClasses::instance();
  Strategy strategy;
  for (std::size_t flop = 0; flop < kFlopClasses; ++flop) {
    const Holes& holes = flops_[flop];
    for (std::size_t i = 0; i < holes.pairs.size(); ++i) {
      const Category bonus = holes.bonus[i];
      const std::int64_t* value = &values[first_called_outcome(bonus)];
      std::int64_t call = 0;
      for (std::size_t at = i; at < holes.counts.size(); at += holes.pairs.size()) {
        for (const std::uint32_t count : holes.counts[at]) call += count * *value++;
      }
      if (call <= kDealsOfCall * values[folded_outcome(bonus)]) continue;
      for (const std::size_t renaming : classes[flop].stabiliser) {
        strategy.call(flop, classes.renamed_pairs(renaming)[holes.pairs[i]]);
      }
    }
  }
  return strategy;
}

std::vector<std::int64_t> Solution::count_outcomes(const Strategy& strategy) const {
  const FlopClasses& classes = FlopClasses::instance();
  std::vector<std::int64_t> outcomes(kOutcomes);
  for (std::size_t flop = 0; flop < kFlopClasses; ++flop) {
    const Holes& holes = flops_[flop];
    for (std::size_t i = 0; i < holes.pairs.size(); ++i) {
      const std::int64_t weight = std::int64_t{classes[flop].size} * holes.sizes[i];
      const Category bonus = holes.bonus[i];
      if (!strategy.calls(flop, holes.pairs[i])) {
        outcomes[folded_outcome(bonus)] += weight * kDealsOfCall;
        continue;
      }
      std::int64_t* outcome = &outcomes[first_called_outcome(bonus)];
      for (std::size_t at = i; at < holes.counts.size(); at += holes.pairs.size()) {
        for (const std::uint32_t count : holes.counts[at]) *outcome++ += weight * count;
      }
    }
  }
  return outcomes;
}

}  // namespace croupier::casino_holdem
