#include <algorithm>
#include <stdexcept>

#include "croupier/royal_casino/referee.hpp"
#include "play.hpp"

namespace croupier::royal_casino {
namespace {

const Interrupted kNever = [] { return false; };

Agent native(AgentKind kind, int playouts = 1) { return NativeAgent{kind, playouts}; }

using RoyalCasinoAgents = RoyalCasinoOf;

TEST_P(RoyalCasinoAgents, SimulateTheSameOnAnyNumberOfThreads) {
  const Agents agents = {native(AgentKind::kSearch, 5), native(AgentKind::kRandom), native(AgentKind::kGreedy),
                         native(AgentKind::kGreedy)};
  const HandTally hands = *simulate_hands(rules(), agents, {3, 4}, 5, 40, 1, kNever);
  HandTally parts = *simulate_hands(rules(), agents, {3, 4}, 5, 10, 2, kNever);
  parts += *simulate_hands(rules(), agents, {3, 4}, 15, 30, 3, kNever);
  EXPECT_EQ(hands.hands, 40);
  EXPECT_EQ(hands, parts);
  const MatchTally matches = *simulate_matches(rules(), agents, {3, 4}, 0, 20, 1, kNever);
  EXPECT_EQ(matches.matches, 20);
  EXPECT_EQ(matches, simulate_matches(rules(), agents, {3, 4}, 0, 20, 4, kNever));
}

/// A callback that plays as a native agent does plays the same hands and matches.
TEST_P(RoyalCasinoAgents, MayBeCallbacks) {
  Candidates candidates;
  const auto greedy = [&](const State& state) -> std::optional<Move> { return candidates.best(rules(), state); };
  Agents agents = {native(AgentKind::kRandom), native(AgentKind::kGreedy), native(AgentKind::kRandom),
                   native(AgentKind::kGreedy)};
  const auto hands = simulate_hands(rules(), agents, {3, 4}, 0, 40, 2, kNever);
  const auto matches = simulate_matches(rules(), agents, {3, 4}, 0, 5, 2, kNever);
  agents[Seat{1}] = agents[Seat{3}] = CallbackAgent(greedy);
  EXPECT_EQ(hands, simulate_hands(rules(), agents, {3, 4}, 0, 40, 2, kNever));
  EXPECT_EQ(matches, simulate_matches(rules(), agents, {3, 4}, 0, 5, 2, kNever));
}

INSTANTIATE_TEST_SUITE_P(Players, RoyalCasinoAgents, testing::Values(2, 3, 4));

TEST(RoyalCasino, StopsWhenInterrupted) {
  const Agents agents = {native(AgentKind::kSearch, 1'000'000'000), native(AgentKind::kSearch, 1'000'000'000)};
  int asked = 0;
  const Interrupted soon = [&] { return ++asked > 3; };
  EXPECT_EQ(simulate_hands(Rules(), agents, {1, 0}, 0, 1'000'000, 2, soon), std::nullopt);
  EXPECT_EQ(asked, 4);
  EXPECT_EQ(simulate_matches(Rules(), agents, {1, 0}, 0, 1'000'000, 2, soon), std::nullopt);
  EXPECT_FALSE(play_hand(Rules(), agents, {1, 0}, 0, soon));
  EXPECT_FALSE(play_match(Rules(), agents, {1, 0}, 0, soon));
}

/// Where nobody ever captures, and the last loose cards go to nobody, no side scores.
TEST(RoyalCasino, EndsAMatchThatHasNoEnd) {
  const Rules rules = {.last_trick = LastTrick::kNobody, .trailing = Trailing::kFree};
  const CallbackAgent trail = [](const State& state) { return Move{.card = state.hand().front()}; };
  EXPECT_THROW(simulate_matches(rules, {trail, trail}, {1, 0}, 0, 1, 1, {}), std::length_error);
}

/// A callback without a move ends the play, and nobody is asked anything after that.
TEST(RoyalCasino, EndsWithACallbackThatGivesNoMove) {
  bool ended = false;
  int asked_after = 0;
  const Agents agents = {native(AgentKind::kRandom), CallbackAgent([&](const State&) -> std::optional<Move> {
                           asked_after += ended;
                           ended = true;
                           return std::nullopt;
                         })};
  const Interrupted watch = [&] {
    asked_after += ended;
    return false;
  };
  EXPECT_EQ(simulate_hands(Rules(), agents, {1, 0}, 0, 100, 2, watch), std::nullopt);
  EXPECT_EQ(asked_after, 0);
  ended = false;
  EXPECT_EQ(simulate_matches(Rules(), agents, {1, 0}, 0, 100, 2, watch), std::nullopt);
  EXPECT_EQ(asked_after, 0);
  ended = false;
  EXPECT_FALSE(play_match(Rules(), agents, {1, 0}, 0, watch));
  EXPECT_EQ(asked_after, 0);
}

TEST(RoyalCasino, SearchesWithoutPlayoutsTakeWhatIsWorthMost) {
  const State state = position("Td 2c", "7d 3d 4h 6h");
  WordStream words = agents_words({1, 0}, 0);
  Chooser chooser{Rules()};
  EXPECT_EQ(chooser.choose(native(AgentKind::kSearch, 0), state, words),
            chooser.choose(native(AgentKind::kGreedy), state, words));
}

}  // namespace
}  // namespace croupier::royal_casino
