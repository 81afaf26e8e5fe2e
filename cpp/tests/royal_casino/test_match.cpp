#include "play.hpp"

namespace croupier::royal_casino {
namespace {

const Interrupted kNever = [] { return false; };

const Agents kAgents = {NativeAgent{AgentKind::kGreedy, 1}, NativeAgent{AgentKind::kRandom, 1},
                        NativeAgent{AgentKind::kGreedy, 1}, NativeAgent{AgentKind::kRandom, 1}};

State end_of(const Rules& rules, const Record& record) {
  State state = record.start;
  for (const Move& move : record.moves) make_move(rules, state, move);
  return state;
}

using RoyalCasinoMatch = RoyalCasinoOf;

TEST_P(RoyalCasinoMatch, RecordsTheHandsThatAreCounted) {
  HandTally tally;
  for (std::uint64_t index = 0; index < 30; ++index) {
    const Record record = *play_hand(rules(), kAgents, {3, 4}, index, kNever);
    EXPECT_EQ(record.moves.size(), 48u);
    const PerSide<Score> scores = count(rules(), end_of(rules(), record));
    for (const Side side : rules().sides()) {
      for (const Item item : Score::keys()) tally.points[side][item] += scores[side][item];
    }
  }
  EXPECT_EQ(tally.points, simulate_hands(rules(), kAgents, {3, 4}, 0, 30, 1, kNever)->points);
}

TEST_P(RoyalCasinoMatch, PlaysToAWinner) {
  MatchTally tally;
  for (std::uint64_t number = 0; number < 10; ++number) {
    const MatchRecord match = *play_match(rules(), kAgents, {3, 4}, number, kNever);
    ASSERT_EQ(match.hands.size(), match.standings.size());
    Standing standing;
    Seat first = match.hands.front().start.to_move;
    for (std::size_t hand = 0; hand < match.hands.size(); ++hand) {
      EXPECT_EQ(match.hands[hand].start.to_move, first);
      standing = count_hand(rules(), standing, count(rules(), end_of(rules(), match.hands[hand])));
      EXPECT_EQ(match.standings[hand], standing);
      first = rules().after(first);
    }
    ASSERT_TRUE(standing.winner);
    ++tally.wins[*standing.winner];
    tally.hands += std::ssize(match.hands);
  }
  const MatchTally counted = *simulate_matches(rules(), kAgents, {3, 4}, 0, 10, 2, kNever);
  EXPECT_EQ(counted.wins, tally.wins);
  EXPECT_EQ(counted.hands, tally.hands);
}

INSTANTIATE_TEST_SUITE_P(Players, RoyalCasinoMatch, testing::Values(2, 3, 4));

}  // namespace
}  // namespace croupier::royal_casino
