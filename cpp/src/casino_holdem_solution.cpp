#include "croupier/casino_holdem_solution.hpp"

#include <algorithm>
#include <mutex>

#include "category_table.hpp"
#include "pair_planes.hpp"

namespace croupier {
namespace {

constexpr std::size_t kBoardCards = 5;
constexpr std::size_t kUnseen = kPackSize - kBoardCards;
constexpr std::size_t kHands = kUnseen * (kUnseen - 1) / 2;
constexpr std::uint32_t kDealerHands = (kUnseen - 2) * (kUnseen - 3) / 2;

/// Boards, and flops, that a thread takes at a time.
constexpr std::size_t kBoardBlock = 512;
constexpr std::size_t kFlopBlock = 16;

using Showdowns = std::array<std::uint32_t, kShowdowns>;

/// The pairs of ranks of a hand, and places for the hands: the ranks, the suit of the first card, the suit of the
/// second. Renaming suits moves hands of the same ranks only.
constexpr std::size_t kRankPairs = kRanks * (kRanks + 1) / 2;
constexpr std::size_t kSlots = kRankPairs * kSuits * kSuits;

constexpr std::size_t slot_of(std::size_t ranks, std::size_t first_suit, std::size_t second_suit) {
  return (ranks * kSuits + first_suit) * kSuits + second_suit;
}
constexpr std::size_t slot_of(Card first, Card second) {
  const auto high = static_cast<std::size_t>(rank_of(first)), low = static_cast<std::size_t>(rank_of(second));
  return slot_of(high * (high + 1) / 2 + low, static_cast<std::size_t>(suit_of(first)),
                 static_cast<std::size_t>(suit_of(second)));
}

void add(Showdowns& sum, const Showdowns& showdowns) {
  sum = {sum[0] + showdowns[0], sum[1] + showdowns[1], sum[2] + showdowns[2], sum[3] + showdowns[3]};
}

/// Adds four neighbours in the order `places`.
void add_renamed(Showdowns* sums, const Showdowns* showdowns, const std::array<std::size_t, kSuits>& places) {
  std::array<Showdowns, kSuits> four;
  for (std::size_t i = 0; i < kSuits; ++i) four[i] = showdowns[places[i]];
  for (std::size_t i = 0; i < kSuits; ++i) add(four[i], sums[i]);
  for (std::size_t i = 0; i < kSuits; ++i) sums[i] = four[i];
}

constexpr auto kSlotOfPair = [] {
  std::array<std::uint16_t, kPairs> slots{};
  for (Card high = 1; high < kPackSize; ++high) {
    for (Card low = 0; low < high; ++low)
      slots[index_of(Pair{high, low})] = static_cast<std::uint16_t>(slot_of(high, low));
  }
  return slots;
}();

/// The sums of a class of flops by category and hand; rows that nothing is added to take no memory.
class HandTable {
 public:
  std::mutex mutex;

  Showdowns* row(std::size_t category) {
    if (rows_[category].empty()) rows_[category].resize(kSlots);
    return rows_[category].data();
  }

  void clear() { rows_ = {}; }

  /// The sums of a pair, which stands at either place of it if both cards have the same rank.
  Showdowns sum(std::size_t category, Card high, Card low) const {
    Showdowns sum{};
    if (rows_[category].empty()) return sum;
    add(sum, rows_[category][slot_of(high, low)]);
    if (rank_of(high) == rank_of(low)) add(sum, rows_[category][slot_of(low, high)]);
    return sum;
  }

 private:
  std::array<std::vector<Showdowns>, kCategories> rows_;
};

constexpr std::uint8_t kNone = kCategories;

constexpr bool is_flush(std::uint8_t category) {
  return category == static_cast<std::uint8_t>(Category::kFlush) ||
         category >= static_cast<std::uint8_t>(Category::kStraightFlush);
}

/// Every player against every dealer on one board.
class BoardCounter {
 public:
  BoardCounter(const PairPlanes& pairs, Strength weakest_qualifying)
      : pairs_(pairs), weakest_qualifying_(weakest_qualifying) {}

  void count(const SuitClass& board) {
    list_hands(board.cards);
    simd::PlaneMask common = 0;
    for (const Card card : board_) common |= simd::plane_mask_of(card);
    simd::kernels().rank_planes(pairs_.planes(), common, kPairs, strengths_.data());
    sort_qualifying();
    count_showdowns(board.size);
  }

  /// The board, from low to high.
  const std::array<Card, kBoardCards>& board() const { return board_; }

  /// Adds the showdowns of each hand to those of the hand that it is after a renaming.
  void add_to(HandTable& table, const Renaming& renaming) const {
    std::array<Showdowns*, kCategories> rows;
    for (std::size_t category = 0; category < kCategories; ++category) {
      rows[category] = (categories_ >> category & 1) != 0 ? table.row(category) : nullptr;
    }
    std::array<std::size_t, kSuits> to_suit, from_suit;
    for (std::size_t suit = 0; suit < kSuits; ++suit) {
      to_suit[suit] = renaming[suit];
      from_suit[to_suit[suit]] = suit;
    }
    for (std::size_t ranks = 0; ranks < kRankPairs; ++ranks) {
      for (std::size_t suit = 0; suit < kSuits; ++suit) {
        const Showdowns* from = &showdowns_[slot_of(ranks, suit, 0)];
        const std::uint8_t category = category_[slot_of(ranks, suit, 0) / kSuits];
        if (category == kNone) continue;
        add_renamed(rows[category] + slot_of(ranks, to_suit[suit], 0), from, from_suit);
      }
    }
    for (std::size_t i = 0; i < n_flushes_; ++i) {
      const auto& [slot, category, showdowns] = flushes_[i];
      add(rows[category][slot_of(slot / (kSuits * kSuits), renaming[slot / kSuits % kSuits], renaming[slot % kSuits])],
          showdowns);
    }
  }

 private:
  void list_hands(Mask board) {
    std::array<Card, kUnseen> unseen;
    std::size_t n_unseen = 0, n_board = 0;
    for (Card card = 0; card < kPackSize; ++card) {
      if ((board & mask_of(card)) == 0) {
        unseen[n_unseen++] = card;
      } else {
        board_[n_board++] = card;
      }
    }
    std::size_t hand = 0;
    for (std::size_t i = 1; i < kUnseen; ++i) {
      for (std::size_t j = 0; j < i; ++j, ++hand) {
        high_[hand] = unseen[i];
        low_[hand] = unseen[j];
        pair_[hand] = static_cast<std::uint16_t>(index_of(Pair{unseen[i], unseen[j]}));
      }
    }
  }

  /// Puts the qualifying hands from strong to weak, by the digits of their strengths.
  void sort_qualifying() {
    constexpr std::uint32_t kLowBits = 7;
    std::array<std::uint16_t, 1 << kLowBits> low_ends{};
    std::array<std::uint16_t, (kStrengths >> kLowBits) + 1> high_ends{};
    n_qualifying_ = n_others_ = 0;
    for (std::size_t hand = 0; hand < kHands; ++hand) {
      const Strength strength = strengths_[pair_[hand]];
      const bool qualifies = strength <= weakest_qualifying_;
      sorted_[n_qualifying_] = {strength, static_cast<std::uint16_t>(hand)};
      n_qualifying_ += qualifies;
      others_[n_others_] = static_cast<std::uint16_t>(hand);
      n_others_ += !qualifies;
    }
    for (std::size_t i = 0; i < n_qualifying_; ++i) {
      ++low_ends[sorted_[i].strength % (1 << kLowBits)];
      ++high_ends[sorted_[i].strength >> kLowBits];
    }
    for (std::size_t i = 1; i < low_ends.size(); ++i) low_ends[i] += low_ends[i - 1];
    for (std::size_t i = 1; i < high_ends.size(); ++i) high_ends[i] += high_ends[i - 1];
    for (std::size_t i = n_qualifying_; i-- > 0;) {
      by_low_digit_[--low_ends[sorted_[i].strength % (1 << kLowBits)]] = sorted_[i];
    }
    for (std::size_t i = n_qualifying_; i-- > 0;) {
      sorted_[--high_ends[by_low_digit_[i].strength >> kLowBits]] = by_low_digit_[i];
    }
  }

  /// Of the hands counted so far, those that share no card with `hand`, unless it is one of them.
  std::uint32_t disjoint(std::size_t hand) const { return seen_ - with_card_[high_[hand]] - with_card_[low_[hand]]; }

  void see(std::size_t hand) {
    ++seen_;
    ++with_card_[high_[hand]];
    ++with_card_[low_[hand]];
  }

  void count_showdowns(std::uint32_t weight) {
    seen_ = 0;
    with_card_.fill(0);
    for (std::size_t begin = 0, end = 0; begin < n_qualifying_; begin = end) {
      const Strength strength = sorted_[begin].strength;
      for (; end < n_qualifying_ && sorted_[end].strength == strength; ++end) {
        const std::size_t hand = sorted_[end].hand;
        stronger_[hand] = disjoint(hand);
      }
      for (std::size_t i = begin; i < end; ++i) see(sorted_[i].hand);
      for (std::size_t i = begin; i < end; ++i) {
        const std::size_t hand = sorted_[i].hand;
        equal_[hand] = disjoint(hand) + 1 - stronger_[hand];
      }
    }
    categories_ = 0;
    n_flushes_ = 0;
    category_.fill(kNone);
    showdowns_.fill({});
    for (std::size_t i = 0; i < n_qualifying_; ++i) {
      const std::size_t hand = sorted_[i].hand;
      const std::uint32_t qualifying = disjoint(hand) + 1;
      const std::uint32_t weaker = qualifying - stronger_[hand] - equal_[hand];
      store(hand,
            {weight * (kDealerHands - qualifying), weight * equal_[hand], weight * weaker, weight * stronger_[hand]});
    }
    for (std::size_t i = 0; i < n_others_; ++i) {
      const std::size_t hand = others_[i];
      const std::uint32_t stronger = disjoint(hand);
      store(hand, {weight * (kDealerHands - stronger), 0, 0, weight * stronger});
    }
  }

  /// Hands of the same ranks have the same category, flushes and better ones apart.
  void store(std::size_t hand, const Showdowns& showdowns) {
    const std::size_t slot = kSlotOfPair[pair_[hand]];
    const auto category = static_cast<std::uint8_t>(kCategoryOfStrength[strengths_[pair_[hand]]]);
    categories_ |= 1u << category;
    if (is_flush(category)) {
      flushes_[n_flushes_++] = {static_cast<std::uint16_t>(slot), category, showdowns};
    } else {
      category_[slot / kSuits] = category;
      showdowns_[slot] = showdowns;
    }
  }

  struct Ranked {
    Strength strength;
    std::uint16_t hand;
  };

  const PairPlanes& pairs_;
  Strength weakest_qualifying_;
  std::array<Card, kBoardCards> board_;
  std::array<Strength, kPairs + simd::kPlaneBlock> strengths_;

  // By hand: a pair that the board leaves.
  std::array<Card, kHands> high_, low_;
  std::array<std::uint16_t, kHands> pair_;
  std::array<std::uint32_t, kHands> stronger_, equal_;

  // By slot, flushes apart; and the category by all but the second suit.
  alignas(64) std::array<Showdowns, kSlots> showdowns_;
  std::array<std::uint8_t, kSlots / kSuits> category_;
  struct Flush {
    std::uint16_t slot;
    std::uint8_t category;
    Showdowns showdowns;
  };
  std::array<Flush, kHands> flushes_;
  std::size_t n_flushes_ = 0;
  std::uint32_t categories_ = 0;

  std::array<Ranked, kHands + 1> sorted_, by_low_digit_;
  std::array<std::uint16_t, kHands + 1> others_;
  std::size_t n_qualifying_ = 0, n_others_ = 0;

  // The hands counted so far, all and by card.
  std::uint32_t seen_ = 0;
  std::array<std::uint32_t, kPackSize> with_card_;
};

/// The boards up to the names of suits, those of the same ranks together: they share flops, and hands in the same
/// category, so that most of the sums they add to stay in the cache.
std::vector<SuitClass> list_boards() {
  const auto ranks = [](const SuitClass& board) {
    std::uint64_t counts = 0;
    for (int rank = 0; rank < kRanks; ++rank) {
      for (int suit = 0; suit < kSuits; ++suit) {
        counts += (board.cards >> (16 * suit + rank) & 1) << (3 * rank);
      }
    }
    return counts;
  };
  std::vector<SuitClass> boards = suit_classes(kBoardCards);
  std::ranges::stable_sort(boards, {}, ranks);
  return boards;
}

}  // namespace

CasinoHoldemSolution::CasinoHoldemSolution(Strength weakest_qualifying, unsigned threads,
                                           const Interrupted& interrupted)
    : flops_(kFlopClasses) {
  const FlopClasses& classes = FlopClasses::instance();
  const PairPlanes pairs;
  const std::vector<SuitClass> boards = list_boards();
  std::vector<BoardCounter> counters(count_workers(boards.size(), kBoardBlock, threads),
                                     BoardCounter(pairs, weakest_qualifying));
  std::vector<HandTable> tables(kFlopClasses);
  const auto add_board = [&](BoardCounter& counter, const SuitClass& board) {
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
  };
  if (!for_each_block(
          boards.size(), kBoardBlock, threads,
          [&](unsigned worker, std::size_t begin, std::size_t end) {
            for (std::size_t board = begin; board < end; ++board) add_board(counters[worker], boards[board]);
          },
          interrupted)) {
    return;
  }

  // Each sum is that of the boards up to the names of suits, times their numbers. Adding up what the flop's stabiliser
  // makes of a hand gives it the boards with all names, all kRenamings times.
  const auto symmetrise = [&](const FlopClasses::Class& flop, const HandTable& table) {
    Holes holes;
    std::vector<Pair> cards;
    for (Card high = 1; high < kPackSize; ++high) {
      for (Card low = 0; low < high; ++low) {
        if (std::ranges::count(flop.cards, high) + std::ranges::count(flop.cards, low) > 0) continue;
        const std::size_t pair = index_of(Pair{high, low});
        const auto renamed = [&](std::size_t renaming) { return classes.renamed_pairs(renaming)[pair]; };
        if (std::ranges::any_of(flop.stabiliser, [&](std::size_t renaming) { return renamed(renaming) < pair; }))
          continue;
        cards.push_back({high, low});
        holes.pairs.push_back(static_cast<std::uint16_t>(pair));
        holes.sizes.push_back(static_cast<std::uint8_t>(std::ssize(flop.stabiliser) /
                                                        std::ranges::count(flop.stabiliser, pair, renamed)));
        holes.bonus.push_back(bonus_category({high, low}, flop.cards));
      }
    }
    holes.counts.reserve(kCategories * cards.size());
    for (std::size_t category = 0; category < kCategories; ++category) {
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
  };
  for_each_block(
      kFlopClasses, kFlopBlock, threads,
      [&](unsigned, std::size_t begin, std::size_t end) {
        for (std::size_t flop = begin; flop < end; ++flop) {
          flops_[flop] = symmetrise(classes[flop], tables[flop]);
          tables[flop].clear();
        }
      },
      interrupted);
}

ShowdownCounts CasinoHoldemSolution::counts(const Pair& hole, const Flop& flop) const {
  const FlopClasses& classes = FlopClasses::instance();
  const auto [flop_class, renaming] = classes.find(index_of(flop));
  std::uint16_t pair = classes.renamed_pairs(renaming)[index_of(hole)];
  for (const std::size_t stabilising : classes[flop_class].stabiliser) {
    pair = std::min(pair, classes.renamed_pairs(stabilising)[classes.renamed_pairs(renaming)[index_of(hole)]]);
  }
  const Holes& holes = flops_[flop_class];
  const auto place = static_cast<std::size_t>(std::ranges::lower_bound(holes.pairs, pair) - holes.pairs.begin());
  ShowdownCounts counts;
  for (std::size_t category = 0; category < kCategories; ++category) {
    std::ranges::copy(holes.counts[category * holes.pairs.size() + place], counts.begin() + kShowdowns * category);
  }
  return counts;
}

CasinoHoldemStrategy CasinoHoldemSolution::best_strategy(
    std::span<const std::int64_t, kCasinoHoldemOutcomes> values) const {
  const FlopClasses& classes = FlopClasses::instance();
  CasinoHoldemStrategy strategy;
  for (std::size_t flop = 0; flop < kFlopClasses; ++flop) {
    const Holes& holes = flops_[flop];
    for (std::size_t i = 0; i < holes.pairs.size(); ++i) {
      const auto of_bonus = values.subspan(folded_outcome(holes.bonus[i]), kOutcomesOfBonus);
      std::int64_t call = 0;
      for (std::size_t category = 0; category < kCategories; ++category) {
        const Showdowns& counts = holes.counts[category * holes.pairs.size() + i];
        for (std::size_t j = 0; j < kShowdowns; ++j) call += counts[j] * of_bonus[1 + kShowdowns * category + j];
      }
      if (call <= kDealsOfCall * of_bonus[0]) continue;
      for (const std::size_t renaming : classes[flop].stabiliser) {
        strategy.call(flop, classes.renamed_pairs(renaming)[holes.pairs[i]]);
      }
    }
  }
  return strategy;
}

std::vector<std::int64_t> CasinoHoldemSolution::count_outcomes(const CasinoHoldemStrategy& strategy) const {
  const FlopClasses& classes = FlopClasses::instance();
  std::vector<std::int64_t> outcomes(kCasinoHoldemOutcomes);
  for (std::size_t flop = 0; flop < kFlopClasses; ++flop) {
    const Holes& holes = flops_[flop];
    for (std::size_t i = 0; i < holes.pairs.size(); ++i) {
      const std::int64_t weight = std::int64_t{classes[flop].size} * holes.sizes[i];
      std::int64_t* of_bonus = &outcomes[folded_outcome(holes.bonus[i])];
      if (!strategy.calls(flop, holes.pairs[i])) {
        of_bonus[0] += weight * kDealsOfCall;
        continue;
      }
      for (std::size_t category = 0; category < kCategories; ++category) {
        const Showdowns& counts = holes.counts[category * holes.pairs.size() + i];
        for (std::size_t j = 0; j < kShowdowns; ++j) of_bonus[1 + kShowdowns * category + j] += weight * counts[j];
      }
    }
  }
  return outcomes;
}

}  // namespace croupier
