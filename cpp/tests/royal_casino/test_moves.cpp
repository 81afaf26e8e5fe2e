#include <algorithm>
#include <vector>

#include "croupier/royal_casino/referee.hpp"
#include "play.hpp"

namespace croupier::royal_casino {
namespace {

std::vector<Move> list_moves(const State& state) {
  MoveList list;
  const auto moves = *list.find(Rules(), state);
  return {moves.begin(), moves.end()};
}

TEST(RoyalCasino, ListsTheMovesOfCrowdedTables) {
  const auto few = list_moves(position("Td", "Ac 2c 3c 4c 5c 6c 7c 8c 9c Ad 2d 3d"));
  EXPECT_EQ(std::ranges::count(few, MoveKind::kCapture, &Move::kind), 309);
  const auto moves = list_moves(position("5d Kd Ad As", "2d 3c 3d 3h 3s 4h 5s 6s 7s 8c 9d Tc Jh Qd Ks Ac"));
  EXPECT_EQ(moves.size(), 29365u);
  EXPECT_TRUE(std::ranges::is_sorted(moves));
  EXPECT_EQ(std::ranges::adjacent_find(moves), moves.end());
}

TEST(RoyalCasino, RefusesToListMillions) {
  MoveList list;
  const State state = position("As", "2c2d2h2s3c3d3h3s4c4d4h4s5c5d5h5s6c6d6h6s7c7d7h7s8c8d8h8s9c9d9h9sTcTdThTs");
  EXPECT_THROW(list.find(Rules(), state), TooManyMoves);
  EXPECT_EQ(list.find(Rules(), state, [] { return true; }), std::nullopt);
  Chooser chooser{Rules()};
  WordStream words = agents_words({1, 0}, 0);
  const Move move = *chooser.choose(NativeAgent{AgentKind::kSearch, 20}, state, words);
  EXPECT_FALSE(refuse(Rules(), state, move, groups_of(move)));
}

TEST(RoyalCasino, OwnerMustTakeTheBuild) {
  State state = position("8d 2c", "8h");
  state.builds.push_back({cards("5c 3c"), 8, Seat{0}});
  EXPECT_EQ(list_moves(state), std::vector<Move>{capture(card("8d"), cards("5c 3c"), cards("8h"))});
}

TEST(RoyalCasino, BuildsOfSeveralSetsAreMultiple) {
  EXPECT_FALSE(Build(cards("5c 3c"), 8, Seat{0}).multiple);
  EXPECT_TRUE(Build(cards("5c 3c 8h"), 8, Seat{0}).multiple);
  EXPECT_TRUE(Build(cards("Ac Ad"), 14, Seat{0}).multiple);
  EXPECT_FALSE(Build(cards("Ac Kd"), 14, Seat{0}).multiple);
}

TEST(RoyalCasino, FindsTheFirstPartition) {
  EXPECT_EQ(first_partition(cards("2c 2d 6c 6d"), 8), (std::vector<CardSet>{cards("2c 6c"), cards("2d 6d")}));
  EXPECT_EQ(first_partition(cards("Ac Ad"), 14), (std::vector<CardSet>{cards("Ac"), cards("Ad")}));
  EXPECT_EQ(first_partition(cards("Ac Ad"), 2), (std::vector<CardSet>{cards("Ac Ad")}));
  EXPECT_EQ(first_partition(cards("Kd Ac Ad"), 14), (std::vector<CardSet>{cards("Kd Ac"), cards("Ad")}));
  EXPECT_EQ(first_partition(cards("3c 4c 5c"), 7), std::nullopt);
  EXPECT_EQ(first_partition(cards("Kc Kd"), 14), std::nullopt);
  EXPECT_EQ(first_partition(cards("9c"), 8), std::nullopt);
  EXPECT_EQ(first_partition({}, 8), std::vector<CardSet>{});
}

TEST_P(RoyalCasinoOf, ListsLegalMovesInOrderAndNoOther) {
  Candidates candidates;
  play_randomly(
      rules(), 60,
      [&](const State& state, std::span<const Move> moves) {
        EXPECT_TRUE(std::ranges::is_sorted(moves));
        EXPECT_EQ(std::ranges::adjacent_find(moves), moves.end());
        for (const Move& move : moves) EXPECT_FALSE(refuse(rules(), state, move, groups_of(move)));
        const auto tried = candidates.find(rules(), state);
        EXPECT_FALSE(tried.empty());
        for (const auto& scored : tried) EXPECT_TRUE(std::ranges::binary_search(moves, scored.move));
      },
      [](const State&) {});
}

INSTANTIATE_TEST_SUITE_P(Moves, RoyalCasinoOf, testing::Values(2, 3, 4));

}  // namespace
}  // namespace croupier::royal_casino
