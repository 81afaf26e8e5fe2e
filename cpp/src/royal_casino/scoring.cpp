#include "croupier/royal_casino/scoring.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace croupier::royal_casino {
namespace {

constexpr int kTarget = 21;
constexpr int kFirstCondition = 18;

/// What a side on 18, 19 or 20 wins by (R34).
Item condition(const Rules& rules, int score) {
  if (score == kFirstCondition) return Item::kCards;
  if (score == kFirstCondition + 1) return Item::kBigCasino;
  return rules.twenty == Twenty::kLittleCasino ? Item::kLittleCasino : Item::kSpades;
}

/// The sweeps of each side that the others cancel (R28).
int cancelled_sweeps(const Rules& rules, const State& state) {
  if (rules.players == 3 && rules.sweeps_of_three == SweepsOfThree::kAll) return 0;
  int least = state.sweeps[Side{0}];
  for (const Side side : rules.sides()) least = std::min<int>(least, state.sweeps[side]);
  return least;
}

}  // namespace

int total(const Score& score) { return std::accumulate(score.begin(), score.end(), 0); }

std::optional<Side> leader(const Rules& rules, const PerSide<int>& amounts) {
  int most = -1;
  std::optional<Side> found;
  for (const Side side : rules.sides()) {
    if (amounts[side] > most) {
      most = amounts[side];
      found = side;
    } else if (amounts[side] == most) {
      found.reset();
    }
  }
  return found;
}

PerSide<Score> count(const Rules& rules, const State& state) {
  PerSide<Score> scores;
  const auto award_most = [&](Item item, CardSet counted, int points) {
    PerSide<int> sizes;
    for (const Side side : rules.sides()) sizes[side] = (state.piles[side] & counted).size();
    if (const auto side = leader(rules, sizes)) scores[*side][item] = points;
  };
  award_most(Item::kCards, CardSet::whole_pack(), 3);
  award_most(Item::kSpades, kSpades, 1);
  const int cancelled = cancelled_sweeps(rules, state);
  for (const Side side : rules.sides()) {
    const CardSet pile = state.piles[side];
    Score& score = scores[side];
    score[Item::kBigCasino] = pile.contains(kBigCasino) ? 2 : 0;
    score[Item::kLittleCasino] = pile.contains(kLittleCasino) ? 1 : 0;
    score[Item::kAces] = (pile & kFourAces).size();
    score[Item::kSweeps] = state.sweeps[side] - cancelled;
  }
  return scores;
}

Standing count_hand(const Rules& rules, const Standing& standing, const PerSide<Score>& points) {
  assert(!standing.winner);
  Standing after = standing;
  std::optional<Item> first_item;
  for (const Side side : rules.sides()) {
    const int start = standing.scores[side];
    if (standing.lapsed || start < kFirstCondition) {
      after.scores[side] += total(points[side]);
      continue;
    }
    const Item item = condition(rules, start);
    if (points[side][item] == 0) continue;
    after.scores[side] += total(points[side]) - points[side][Item::kSweeps];
    if (!first_item || item < *first_item) {
      first_item = item;
      after.winner = side;
    }
  }
  if (after.winner) return after;

  const int best = std::ranges::max(after.scores.values);
  if (!standing.lapsed && best < kTarget) return after;
  after.winner = leader(rules, after.scores);
  after.lapsed |= !after.winner;
  return after;
}

}  // namespace croupier::royal_casino
