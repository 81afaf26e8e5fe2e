#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>
#include <vector>

#include "croupier/royal_casino.hpp"
#include "croupier/royal_casino_match.hpp"

namespace croupier::royal_casino {
namespace {

const Interrupted kNever = [] { return false; };

CardSet cards(std::string_view text) {
  CardSet set = 0;
  CardReader reader(text);
  while (const std::optional<Card> card = reader.next()) set |= set_of(*card);
  return set;
}

State position(std::string_view hand, std::string_view table) {
  State state;
  state.hands[0] = cards(hand);
  state.table = cards(table);
  return state;
}

std::size_t count_kind(const std::vector<Move>& moves, MoveKind kind) {
  return static_cast<std::size_t>(std::ranges::count(moves, kind, &Move::kind));
}

CardSet everything(const State& state) {
  CardSet all = state.table;
  int n = std::popcount(state.table);
  const auto add = [&](CardSet set) {
    all |= set;
    n += std::popcount(set);
  };
  for (const CardSet hand : state.hands) add(hand);
  for (const CardSet pile : state.piles) add(pile);
  for (const Build& build : state.builds()) add(build.cards);
  for (const Card card : state.stock()) add(set_of(card));
  return n == kPackSize ? all : 0;
}

/// Calls visit(state, moves) for every state of hands that random agents play, and at_end(state) for the last ones.
template <class Visit, class AtEnd>
void play_randomly(const Rules& rules, int hands, Visit visit, AtEnd at_end) {
  MoveList list;
  for (int i = 0; i < hands; ++i) {
    WordStream words = agents_words({7, 0}, static_cast<std::uint64_t>(i));
    State state = start(rules, {7, 0}, static_cast<std::uint64_t>(i), 0);
    while (!state.is_over()) {
      const std::vector<Move>& moves = list.find(rules, state);
      visit(state, moves);
      ASSERT_FALSE(moves.empty());
      state = play(rules, state, moves[draw_below(words, static_cast<std::uint32_t>(moves.size()))]);
    }
    at_end(state);
  }
}

TEST(RoyalCasino, ListsTheMovesOfCrowdedTables) {
  MoveList list;
  const Rules rules;
  EXPECT_EQ(count_kind(list.find(rules, position("Td", "Ac 2c 3c 4c 5c 6c 7c 8c 9c Ad 2d 3d")), MoveKind::kCapture),
            309u);
  const auto& moves = list.find(rules, position("5d Kd Ad As", "2d 3c 3d 3h 3s 4h 5s 6s 7s 8c 9d Tc Jh Qd Ks Ac"));
  EXPECT_EQ(moves.size(), 29365u);
  EXPECT_TRUE(std::ranges::is_sorted(moves));
  EXPECT_EQ(std::ranges::adjacent_find(moves), moves.end());
}

TEST(RoyalCasino, RefusesToListMillions) {
  MoveList list;
  const State state = position("As", "2c2d2h2s3c3d3h3s4c4d4h4s5c5d5h5s6c6d6h6s7c7d7h7s8c8d8h8s9c9d9h9sTcTdThTs");
  EXPECT_THROW(list.find(Rules(), state), TooManyMoves);
  EXPECT_TRUE(list.find(Rules(), state, [] { return true; }).empty());
  Chooser chooser{Rules()};
  WordStream words = agents_words({1, 0}, 0);
  const Move move = chooser.choose({AgentKind::kSearch, 20}, state, words);
  EXPECT_FALSE(refuse(Rules(), state, move, groups_of(move)));
}

TEST(RoyalCasino, OwnerMustTakeTheBuild) {
  State state = position("8d 2c", "8h");
  state.build_array[0] = {cards("5c 3c"), 8, 0, false};
  state.n_builds = 1;
  MoveList list;
  const Move only = {24 + 1, MoveKind::kCapture, 8, cards("5c 3c"), cards("8h")};
  EXPECT_EQ(list.find(Rules(), state), std::vector<Move>{only});
}

TEST(RoyalCasino, FindsTheFirstPartition) {
  EXPECT_EQ(first_partition(cards("2c 2d 6c 6d"), 8), (std::vector<CardSet>{cards("2c 6c"), cards("2d 6d")}));
  EXPECT_EQ(first_partition(cards("Ac Ad"), 14), (std::vector<CardSet>{cards("Ac"), cards("Ad")}));
  EXPECT_EQ(first_partition(cards("Ac Ad"), 2), (std::vector<CardSet>{cards("Ac Ad")}));
  EXPECT_EQ(first_partition(cards("Kd Ac Ad"), 14), (std::vector<CardSet>{cards("Kd Ac"), cards("Ad")}));
  EXPECT_EQ(first_partition(cards("3c 4c 5c"), 7), std::nullopt);
  EXPECT_EQ(first_partition(cards("Kc Kd"), 14), std::nullopt);
  EXPECT_EQ(first_partition(cards("9c"), 8), std::nullopt);
  EXPECT_EQ(first_partition(0, 8), std::vector<CardSet>{});
}

class RoyalCasinoOf : public testing::TestWithParam<int> {
 protected:
  Rules rules() const {
    Rules made;
    made.players = GetParam();
    return made;
  }
};

TEST_P(RoyalCasinoOf, KeepsEveryCardAndCountsElevenPoints) {
  play_randomly(
      rules(), 2000, [](const State& state, const auto&) { EXPECT_EQ(everything(state), (CardSet{1} << 52) - 1); },
      [&](const State& end) {
        EXPECT_EQ(end.n_builds, 0);
        EXPECT_EQ(everything(end), (CardSet{1} << 52) - 1);
        if (end.last_capture < 0) return;
        const auto scores = count(rules(), end);
        int points = 0;
        bool cards_won = false;
        bool spades_won = false;
        int net = 0;
        const auto sides = static_cast<std::size_t>(rules().sides());
        for (std::size_t side = 0; side < sides; ++side) {
          for (const int item : scores[side]) points += item;
          net += scores[side][static_cast<std::size_t>(Item::kSweeps)];
          cards_won |= scores[side][static_cast<std::size_t>(Item::kCards)] != 0;
          spades_won |= scores[side][static_cast<std::size_t>(Item::kSpades)] != 0;
        }
        EXPECT_EQ(points, 11 + net - (cards_won ? 0 : 3) - (spades_won ? 0 : 1));
      });
}

TEST_P(RoyalCasinoOf, ListsLegalMovesInOrderAndNoOther) {
  Candidates candidates;
  play_randomly(
      rules(), 60,
      [&](const State& state, const std::vector<Move>& moves) {
        EXPECT_TRUE(std::ranges::is_sorted(moves));
        EXPECT_EQ(std::ranges::adjacent_find(moves), moves.end());
        for (const Move& move : moves) EXPECT_FALSE(refuse(rules(), state, move, groups_of(move)));
        const auto& tried = candidates.find(rules(), state);
        EXPECT_FALSE(tried.empty());
        for (const auto& [move, score] : tried) EXPECT_TRUE(std::ranges::binary_search(moves, move));
      },
      [](const State&) {});
}

TEST_P(RoyalCasinoOf, SimulatesTheSameOnAnyNumberOfThreads) {
  Agents agents{};
  agents[0] = {AgentKind::kSearch, 5};
  agents[1] = {AgentKind::kRandom, 0};
  const auto same = [](const auto& a, const auto& b) { return std::memcmp(&a, &b, sizeof a) == 0; };
  const HandTally hands = simulate_hands(rules(), agents, {3, 4}, 5, 40, 1, kNever);
  HandTally parts = simulate_hands(rules(), agents, {3, 4}, 5, 10, 2, kNever);
  parts += simulate_hands(rules(), agents, {3, 4}, 15, 30, 3, kNever);
  EXPECT_EQ(hands.hands, 40);
  EXPECT_TRUE(same(hands, parts));
  const MatchTally matches = simulate_matches(rules(), agents, {3, 4}, 0, 20, 1, kNever);
  EXPECT_EQ(matches.matches, 20);
  EXPECT_TRUE(same(matches, simulate_matches(rules(), agents, {3, 4}, 0, 20, 4, kNever)));
}

INSTANTIATE_TEST_SUITE_P(Players, RoyalCasinoOf, testing::Values(2, 3, 4));

TEST(RoyalCasino, StopsWhenInterrupted) {
  Agents agents{};
  agents[0] = agents[1] = {AgentKind::kSearch, 1'000'000'000};
  int asked = 0;
  simulate_hands(Rules(), agents, {1, 0}, 0, 1'000'000, 2, [&] { return ++asked > 3; });
  EXPECT_GT(asked, 3);
}

TEST(RoyalCasino, CountsMatches) {
  const Score nothing{};
  const Score most_cards = {3, 0, 0, 0, 0, 0};
  const Match won = count_hand(Rules(), {{18, 20, 0}, false, -1}, {most_cards, nothing});
  EXPECT_EQ(won.winner, 0);
  EXPECT_EQ(won.scores[0], 21);
  const Match missed = count_hand(Rules(), {{18, 20, 0}, false, -1}, {nothing, most_cards});
  EXPECT_EQ(missed.winner, -1);
  EXPECT_EQ(missed.scores, (std::array{18, 20, 0}));
}

}  // namespace
}  // namespace croupier::royal_casino
