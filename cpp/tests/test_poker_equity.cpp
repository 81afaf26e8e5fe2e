#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "croupier/isa.hpp"
#include "croupier/poker/equity.hpp"
#include "croupier/poker/order.hpp"
#include "poker/equity/boards.hpp"
#include "poker/equity/two_ranges.hpp"

namespace croupier::equity {
namespace {

using Counts = std::vector<std::uint64_t>;

constexpr Seed kSeed = {7, 3};

bool never() { return false; }

std::vector<Card> parse(std::string_view text) {
  CardReader reader(text);
  std::vector<Card> cards;
  while (const auto card = reader.next()) cards.push_back(*card);
  return cards;
}

Pair hole(std::string_view text) { return {parse(text)[0], parse(text)[1]}; }

Hands hands(const std::vector<std::string_view>& texts) {
  Hands all;
  for (const std::string_view text : texts) all.push_back(hole(text));
  return all;
}

CardSet set(std::string_view text) { return CardSet::of_all(parse(text)); }

/// One range with a weight for each of some pairs.
Range range(const std::vector<std::pair<Pair, std::uint32_t>>& weighted) {
  std::array<std::uint32_t, kPairs> weights{};
  for (const auto& [pair, weight] : weighted) weights[index_of(pair)] = weight;
  return Range(weights);
}

Range any_two() {
  std::array<std::uint32_t, kPairs> weights;
  weights.fill(1);
  return Range(weights);
}

/// Calls visit(board) for every board that has `board` and cards of `left`.
void for_each_board(CardSet board, CardSet left, const std::function<void(CardSet)>& visit) {
  if (board.size() == kBoardCards) return visit(board);
  for (; !left.empty(); left = left.without_first()) {
    for_each_board(board | left.first(), left.without_first(), visit);
  }
}

/// Every board, every player ranked.
Counts count_plainly(const Hands& players, CardSet board, CardSet dead) {
  Counts counts(count_outcomes(players.size()));
  CardSet left = CardSet::whole_pack() - board - dead;
  for (const Pair& player : players) left -= CardSet::of_all(player);
  for_each_board(board, left, [&](CardSet whole) {
    std::vector<Strength> strengths;
    for (const Pair& player : players) strengths.push_back(rank(Mask::of_all(whole) | Mask::of_all(player)));
    std::size_t winners = 0;
    for (std::size_t i = 0; i < strengths.size(); ++i) {
      winners |= std::size_t{strengths[i] == *std::ranges::min_element(strengths)} << i;
    }
    ++counts[winners];
  });
  return counts;
}

/// The sum over all ways to hold cards, one by one.
std::vector<Uint128> count_ways(const Spot& spot) {
  std::vector<Uint128> counts(count_outcomes(spot.ranges.size()));
  const auto hold = [&](const auto& self, const Hands& held, CardSet seen, Uint128 weight) -> void {
    if (held.size() == spot.ranges.size()) {
      const Counts known = count_known(held, spot.board, spot.dead);
      for (std::size_t i = 0; i < counts.size(); ++i) counts[i] += weight * Uint128(known[i]);
      return;
    }
    for (const Range::Hand& hand : spot.ranges[held.size()].hands()) {
      const CardSet cards = CardSet::of_all(kPairAt[hand.pair]);
      if (cards.intersects(seen)) continue;
      Hands more = held;
      more.push_back(kPairAt[hand.pair]);
      self(self, more, seen | cards, weight * Uint128(hand.weight));
    }
  };
  hold(hold, {}, {}, 1);
  return counts;
}

/// The pairs of these cards that have the same rank.
Range range_of_pairs(CardSet cards) {
  std::array<std::uint32_t, kPairs> weights{};
  for_each_pair([&](Card high, Card low) {
    weights[index_of(Pair{high, low})] = rank_of(high) == rank_of(low) && cards.contains(high) && cards.contains(low);
  });
  return Range(weights);
}

Range random_range(std::mt19937_64& random, std::size_t size, CardSet gone) {
  std::array<std::uint32_t, kPairs> weights{};
  for (std::size_t i = 0; i < size; ++i) {
    weights[random() % kPairs] = random() % 3 == 0 ? 1 + random() % Range::kMostWeight : 1;
  }
  return Range(weights).without(gone);
}

CardSet random_cards(std::mt19937_64& random, int size, CardSet gone = {}) {
  CardSet cards;
  while (cards.size() < size) cards |= CardSet::of(static_cast<Card>(random() % kPackSize)) - gone;
  return cards;
}

/// Runs for every instruction set.
class Equity : public testing::TestWithParam<std::string_view> {
 protected:
  void SetUp() override { ASSERT_TRUE(use_isa(GetParam())); }
  void TearDown() override { use_isa(available_isas().back()); }
};

INSTANTIATE_TEST_SUITE_P(Isa, Equity, testing::ValuesIn(available_isas()),
                         [](const auto& info) { return std::string(info.param); });

TEST_P(Equity, KnowsFigures) {
  const auto counts = [](const auto& texts, std::string_view board = "") {
    return count_known(hands(texts), set(board), {});
  };
  EXPECT_EQ(counts(std::vector<std::string_view>{"AcAs", "KhKd"}), (Counts{0, 1'388'072, 317'694, 6'538}));
  EXPECT_EQ(counts(std::vector<std::string_view>{"AcAs", "KcKs"}), (Counts{0, 1'410'336, 292'660, 9'308}));
  EXPECT_EQ(counts(std::vector<std::string_view>{"Jc5c", "QdTd"}), (Counts{0, 600'384, 1'096'118, 15'802}));
  EXPECT_EQ(counts(std::vector<std::string_view>{"6d7d", "2s2h"}), (Counts{0, 891'821, 774'031, 46'452}));
  EXPECT_EQ(counts(std::vector<std::string_view>{"AdAh", "AcAs"}), (Counts{0, 37'210, 37'210, 1'637'884}));
  EXPECT_EQ(counts(std::vector<std::string_view>{"AcAd", "KcKd", "QcQd"}),
            (Counts{0, 924'864, 233'476, 0, 204'228, 0, 0, 8'186}));
  EXPECT_EQ(counts(std::vector<std::string_view>{"AdKd", "AsAc"}, "6s Jc 5h"), (Counts{0, 19, 971, 0}));
  EXPECT_EQ(counts(std::vector<std::string_view>{"AhKd", "QcQd"}, "4c 5d 6h 7s 8c"), (Counts{0, 0, 0, 1}));
}

TEST_P(Equity, PlaysKnownHandsOutAsIfOneByOne) {
  std::mt19937_64 random(1);
  for (int spot = 0; spot < 30; ++spot) {
    const CardSet board = random_cards(random, std::array{0, 3, 4, 5}[spot % 4]);
    const CardSet dead = random_cards(random, board.empty() ? 24 : static_cast<int>(random() % 3), board);
    Hands players;
    CardSet gone = board | dead;
    const std::size_t size = 1 + random() % (board.empty() ? 4 : kMostPlayers);
    while (players.size() < size) {
      const CardSet cards = random_cards(random, 2, gone);
      gone |= cards;
      players.push_back({cards.front(), cards.back()});
    }
    EXPECT_EQ(count_known(players, board, dead), count_plainly(players, board, dead));
  }
}

TEST_P(Equity, PlaysSuitedHandsOutAsIfOneByOne) {
  const CardSet dead = set("2h 3h 4h 5h 2d 2s 3s 4c 5d 6c 6d 7h 8s 8c Td Ts Jc Qd Kc Ks");
  for (const Hands& players : {hands({"AhKh", "QhJh"}), hands({"9s7s", "9h8h", "9d8d", "9c3c"}), hands({"AhKd"})}) {
    EXPECT_EQ(count_known(players, {}, dead), count_plainly(players, {}, dead));
  }
}

TEST_P(Equity, CountsManySpotsAsOneByOne) {
  std::mt19937_64 random(4);
  for (const std::size_t cards : {3u, 4u, 5u}) {
    for (const std::size_t players : {2u, 3u, 10u}) {
      std::vector<Mask> holes, boards;
      for (int spot = 0; spot < 300; ++spot) {
        CardSet seen = random_cards(random, static_cast<int>(cards));
        boards.push_back(Mask::of_all(seen));
        for (std::size_t player = 0; player < players; ++player) {
          const CardSet hand = random_cards(random, 2, seen);
          holes.push_back(Mask::of_all(hand));
          seen |= hand;
        }
      }
      const KnownSpots spots = {holes, players, boards};
      EXPECT_EQ(find_conflict(spots, 2, never), spots.size());
      const std::size_t outcomes = count_outcomes(players);
      std::vector<std::int64_t> rows(outcomes * spots.size(), -1);
      ASSERT_TRUE(count_each(spots, rows.data(), 2, never));
      for (std::size_t spot = 0; spot < spots.size(); ++spot) {
        Hands known;
        for (std::size_t player = 0; player < players; ++player) {
          const CardSet hand = CardSet::of_all(holes[spot * players + player]);
          known.push_back({hand.back(), hand.front()});
        }
        const Counts expected = count_known(known, CardSet::of_all(boards[spot]), {});
        ASSERT_TRUE(std::equal(expected.begin(), expected.end(), rows.begin() + static_cast<long>(spot * outcomes),
                               [](std::uint64_t a, std::int64_t b) { return static_cast<std::int64_t>(a) == b; }));
      }
    }
  }
}

TEST(EquityOfSpots, FindsTheFirstConflict) {
  std::vector<Mask> holes, boards;
  for (int spot = 0; spot < 40'000; ++spot) {
    for (const std::string_view hand : {"AsAh", "KsKh"}) holes.push_back(Mask::of_all(set(hand)));
    boards.push_back(Mask::of_all(set("2c 3c 4c")));
  }
  const auto find = [&] { return find_conflict({holes, 2, boards}, 3, never); };
  EXPECT_EQ(find(), 40'000u);
  for (const std::size_t spot : {39'999u, 20'001u, 20'000u, 7u, 0u}) {
    if (spot % 2 == 0)
      boards[spot] = Mask::of_all(set("Kh 3c 4c"));
    else
      holes[2 * spot] = holes[2 * spot + 1];
    EXPECT_EQ(find(), spot);
  }
  const auto at_once = [] { return true; };
  EXPECT_EQ(find_conflict({holes, 2, boards}, 1, at_once), std::nullopt);
  std::vector<std::int64_t> rows(4 * boards.size());
  EXPECT_FALSE(count_each({holes, 2, boards}, rows.data(), 1, at_once));
}

TEST(EquityOfRanges, AddsUpWhatHandsHave) {
  std::mt19937_64 random(2);
  for (int spot = 0; spot < 24; ++spot) {
    const int cards = std::array{0, 3, 4, 5}[spot % 4];
    Spot given{{}, random_cards(random, cards), {}};
    given.dead = random_cards(random, static_cast<int>(random() % 4), given.board);
    const std::size_t players = 2 + random() % 3;
    for (std::size_t i = 0; i < players; ++i) {
      const std::size_t size = players == 2 && cards > 3 ? 100 : 1 + random() % 6;
      given.ranges.push_back(random_range(random, size, given.board | given.dead));
    }
    for (const unsigned threads : {1u, 3u}) EXPECT_EQ(count(given, threads, never), count_ways(given)) << spot;
  }
}

TEST(EquityOfRanges, AgreeByBoardsAndByHands) {
  const CardSet dead = set("2c 2d 2h 2s");
  const Range first = range({{hole("AsAh"), 1}, {hole("AcAd"), 1}}),
              second = range({{hole("KsKh"), 7}, {hole("KcKd"), 7}});
  const std::vector<Renaming> symmetries = list_symmetries({first, second}, {}, dead);
  EXPECT_EQ(symmetries.size(), 8u);
  TwoRanges ranges(first, second);
  std::array<Uint128, 4> counts{};
  const auto boards = list_boards({}, dead, symmetries, never);
  for (const SuitClass& board : *boards) ranges.add(board, counts);
  EXPECT_TRUE(std::ranges::equal(counts, count_ways({{first, second}, {}, dead})));
}

TEST(EquityOfRanges, ARangeAgainstItselfIsAsAgainstAnother) {
  std::mt19937_64 random(5);
  for (const int cards : {3, 4, 5}) {
    const CardSet board = random_cards(random, cards);
    const Range range = random_range(random, 40, board);
    const Spot spot = {{range, range}, board, {}};
    EXPECT_EQ(count(spot, 1, never), count_ways(spot));
  }
}

TEST(EquityOfRanges, AnyTwoAgainstAnyTwoIsEven) {
  const CardSet flop = set("2s 7s Js");
  const Range any = any_two().without(flop);
  const auto counts = count({{any, any}, flop, {}}, 2, never);
  ASSERT_TRUE(counts);
  EXPECT_EQ((*counts)[1], (*counts)[2]);
  EXPECT_EQ((*counts)[1] + (*counts)[2] + (*counts)[3], Uint128(1176ull * 1081 * 990));
}

TEST(EquityOfRanges, AnyTwoAgainstOneHandIsTheSumOfItsMatchups) {
  const Range aces(hole("AsAh"));
  const auto by_class = count({{aces, any_two().without(set("AsAh"))}, {}, {}}, 2, never);
  ASSERT_TRUE(by_class);
  // Published: AA wins 85.204 % against any two: 1225 * 1712304 deals.
  const Uint128 total = (*by_class)[1] + (*by_class)[2] + (*by_class)[3];
  EXPECT_EQ(total, Uint128(1225ull * 1'712'304));
  const auto with_ties = [&](std::size_t winner) { return 2 * (*by_class)[winner].low + (*by_class)[3].low; };
  EXPECT_NEAR(static_cast<double>(with_ties(1)) / (2.0 * 1225 * 1'712'304), 0.85204, 0.00001);
}

TEST(EquityOfRanges, AMatrixHoldsEveryPair) {
  std::mt19937_64 random(3);
  for (const int cards : {0, 3}) {
    const CardSet board = random_cards(random, cards);
    const CardSet dead = random_cards(random, 1, board);
    std::vector<Range> ranges;
    for (int i = 0; i < 4; ++i) ranges.push_back(random_range(random, 6, board | dead));
    const auto matrix = count_matrix(ranges, board, dead, 2, never);
    ASSERT_TRUE(matrix);
    std::size_t cell = 0;
    for (std::size_t row = 0; row < ranges.size(); ++row) {
      for (std::size_t column = 0; column <= row; ++column) {
        const auto counts = count({{ranges[row], ranges[column]}, board, dead}, 1, never);
        EXPECT_TRUE(std::ranges::equal(*counts, (*matrix)[cell++]));
      }
    }
  }
}

TEST(EquityOfRanges, CountsRunoutsBeforeItStarts) {
  const Range aces(hole("AsAh")), kings(hole("KsKh")), queens(hole("QsQh"));
  EXPECT_EQ(count_runouts({{aces, kings}, {}, {}}, 10, never), 1'712'304u);
  EXPECT_EQ(count_runouts({{any_two(), any_two()}, {}, {}}, 10, never), 2'598'960u);
  EXPECT_EQ(count_runouts({{aces, kings, queens}, set("2c 3c 4c"), {}}, 1'000, never), 903u);
  EXPECT_EQ(count_runouts({{any_two(), any_two(), any_two()}, {}, {}}, 1'000'000'000, never), 1'000'000'001u);
  // Refused by a bound, at once: a billion ways are not counted.
  EXPECT_EQ(count_runouts({std::vector(10, any_two()), set("2c 3c 4c 5c 6c"), {}}, 1'000'000'000, never),
            1'000'000'001u);
  const Range two = range({{hole("JsJh"), 1}, {hole("JcJd"), 1}});
  EXPECT_EQ(count_runouts({{aces, kings, two}, {}, {}}, 10'000'000, never), 2u * 1'370'754);
  EXPECT_EQ(count_runouts({{aces, kings, two}, set("2c 3c 4c"), {}}, 10'000, never), 2u * 903);
}

TEST(EquityOfRanges, CountsRunoutsOfFewHandsAtOnce) {
  // All combinations are within the limit: nothing is listed.
  const Range any = any_two();
  const CardSet river = set("2c 3c 4c 5c 6c");
  const Range left = any.without(river);
  EXPECT_EQ(count_runouts({{left, left, left}, river, {}}, 2'000'000'000, [] { return true; }), 1081u * 1081 * 1081);
}

TEST(EquityOfRanges, AddsUpWeightsThatOneWordDoesNotHold) {
  // The last two players' weights and boards add up to more than 64 bits.
  std::mt19937_64 random(4);
  Spot spot{{}, set("2c 7d Jh"), {}};
  for (int player = 0; player < 5; ++player) {
    std::array<std::uint32_t, kPairs> weights{};
    for (int hand = 0; hand < 3; ++hand) weights[random() % kPairs] = Range::kMostWeight - random() % 9;
    spot.ranges.push_back(Range(weights).without(spot.board));
  }
  EXPECT_EQ(count(spot, 2, never), count_ways(spot));
}

TEST(EquityOfRanges, KnowsWhatIsPossible) {
  const Range aces = range({{hole("AsAh"), 1}, {hole("AcAd"), 1}});
  EXPECT_EQ(is_possible({{aces, aces}, {}, {}}, never), true);
  EXPECT_EQ(is_possible({{aces, aces, aces}, {}, {}}, never), false);
  const Range left = aces.without(set("As"));
  EXPECT_EQ(is_possible({{left, left}, set("As 2c 3c"), {}}, never), false);
  EXPECT_EQ(is_possible({{aces, aces.without(set("As Ac"))}, {}, set("As Ac")}, never), false);
}

TEST(EquityOfRanges, KnowsSoonWhatIsNotPossible) {
  // Ten players want twenty cards of nineteen.
  const CardSet nineteen(0x7'FFFF);
  const Range few = any_two().without(CardSet::whole_pack() - nineteen);
  EXPECT_EQ(is_possible({std::vector(10, few), {}, {}}, never), false);
  EXPECT_EQ(is_possible({std::vector(9, few), {}, {}}, never), true);
}

/// Ten players who hold two cards of one of nine triples: one of them must go without.
std::vector<Range> triangles() {
  std::array<std::uint32_t, kPairs> weights{};
  for_each_pair([&](Card high, Card low) { weights[index_of(Pair{high, low})] = high < 27 && high / 3 == low / 3; });
  return std::vector(10, Range(weights));
}

TEST(EquityOfRanges, CanBeInterrupted) {
  const auto at_once = [] { return true; };
  const Range any = any_two(), aces(hole("AsAh"));
  EXPECT_EQ(count({{any, any}, {}, {}}, 1, at_once), std::nullopt);
  EXPECT_EQ(is_possible({triangles(), {}, {}}, at_once), std::nullopt);
  EXPECT_EQ(count({{aces, any.without(set("AsAh"))}, {}, {}}, 2, at_once), std::nullopt);
  EXPECT_EQ(count({{any, aces, any}, set("2c 3c 4c 5c"), {}}, 2, at_once), std::nullopt);
  EXPECT_EQ(count_runouts({{any, any, any}, {}, {}}, UINT64_MAX - 1, at_once), std::nullopt);
  EXPECT_EQ(count_runouts({{any, any, any}, set("2c 3c 4c 5c"), {}}, 90'000'000'000, at_once), std::nullopt);
  EXPECT_EQ(count_matrix({aces, any}, {}, {}, 2, at_once), std::nullopt);
  EXPECT_EQ(count_matrix({aces, any}, set("2c 3c 4c"), {}, 2, at_once), std::nullopt);
  EXPECT_FALSE(list_boards({}, {}, {Renaming{0, 1, 2, 3}}, at_once));
  EXPECT_EQ(sample({{any, any}, {}, {}}, kSeed, 0, 10, 1, at_once), std::nullopt);
}

TEST(EquityOfCategories, CountsEveryBoard) {
  const CardSet dead = set("2c 3c");
  for (const std::string_view board : {"7h 8h 9c", "7h 8h 9c 2d"}) {
    CategoryArray<std::uint64_t> expected{};
    for_each_board(set(board), CardSet::whole_pack() - set(board) - dead - set("JhTh"), [&](CardSet whole) {
      ++expected[category(rank(Mask::of_all(whole) | Mask::of_all(hole("JhTh"))))];
    });
    EXPECT_EQ(count_categories(hole("JhTh"), set(board), dead), expected);
  }
}

TEST(EquityOfCategories, CountsEveryBoardBeforeTheFlop) {
  CardSet dead = CardSet::whole_pack() - set("JhTh 9h 8h 7h 6h Js Jd Tc 9c 9d 8s 7c 2c 3h Ah Ac Ad");
  CategoryArray<std::uint64_t> expected{};
  for_each_board({}, CardSet::whole_pack() - dead - set("JhTh"),
                 [&](CardSet whole) { ++expected[category(rank(Mask::of_all(whole) | Mask::of_all(hole("JhTh"))))]; });
  EXPECT_EQ(count_categories(hole("JhTh"), {}, dead), expected);
}

TEST_P(Equity, CountsTheSamplesItDeals) {
  const Range aces(hole("AsAh")), kings(hole("KsKh")),
      few = range({{hole("2s2h"), 3}, {hole("AhKh"), 5}, {hole("QcJc"), 1}});
  const std::vector<Spot> spots = {
      {{aces, kings}, {}, {}},
      {{aces, kings, Range(hole("2c2d"))}, set("3c 4c 5c"), set("6c")},
      {{aces, kings}, set("3c 4c 5c 2h"), {}},
      {{aces, kings}, set("3c 4c 5c 2h 9d"), {}},
      {{few, few, kings}, {}, set("Ac")},
      {{few, any_two().without(set("3c 4c 5c"))}, set("3c 4c 5c"), {}},
      {{any_two(), any_two(), few}, {}, {}},
      {{any_two(), kings, any_two(), any_two(), any_two(), few}, {}, {}},
      {{few, any_two().without(set("3c 4c 5c 6c 7d"))}, set("3c 4c 5c 6c 7d"), {}},
  };
  for (const Spot& spot : spots) {
    for (const std::uint64_t first : {std::uint64_t{0}, std::uint64_t{5}, 0 - std::uint64_t{2'700}}) {
      const bool known = std::ranges::all_of(spot.ranges, [](const Range& range) { return range.hands().size() == 1; });
      for (const std::uint64_t samples : {0ull, 1ull, 9ull, known ? 2'700ull : 300ull}) {
        std::vector<std::int64_t> expected(count_outcomes(spot.ranges.size()));
        for (std::uint64_t i = 0; i < samples; ++i) {
          const Deal dealt = *deal(spot, kSeed, first + i, never);
          const Counts counts = count_plainly(dealt.hands, CardSet::of_all(dealt.board), {});
          ++expected[static_cast<std::size_t>(std::ranges::find(counts, 1u) - counts.begin())];
        }
        for (const unsigned threads : {1u, 3u}) {
          EXPECT_EQ(sample(spot, kSeed, first, samples, threads, never), expected);
        }
      }
    }
  }
}

TEST_P(Equity, DealsTheSameSamplesOnEveryInstructionSet) {
  const Range aces(hole("AsAh")), any = any_two();
  const CardSet turn = set("3c 4c 5c 2h");
  for (const Spot& spot : {Spot{{aces, Range(hole("KsKh"))}, {}, {}}, Spot{{aces, any, any}, {}, set("2c 9d")},
                           Spot{{any.without(turn), range_of_pairs(set("8c 8d Qh Qs"))}, turn, {}}}) {
    for (std::uint64_t i = 0; i < 30; ++i) {
      const Deal dealt = *deal(spot, kSeed, i, never);
      ASSERT_TRUE(use_isa("scalar"));
      const Deal plain = *deal(spot, kSeed, i, never);
      ASSERT_TRUE(use_isa(GetParam()));
      EXPECT_TRUE(std::ranges::equal(dealt.hands, plain.hands));
      EXPECT_EQ(dealt.board, plain.board);
    }
  }
}

TEST(EquityOfSamples, AreRefusedWhereHandsAreHardlyEverFound) {
  const CardSet twenty(0xF'FFFF);
  const Range few = any_two().without(CardSet::whole_pack() - twenty);
  const Spot spot = {std::vector(10, few), {}, {}};
  EXPECT_EQ(is_possible(spot, never), true);
  EXPECT_THROW(sample(spot, kSeed, 0, 0, 1, never), std::domain_error);
  EXPECT_THROW(deal(spot, kSeed, 0, never), std::domain_error);
  EXPECT_EQ(deal(spot, kSeed, 0, [] { return true; }), std::nullopt);
}

TEST(EquityOfSamples, CanBeInterruptedWhileTheyAreDealt) {
  // Ten players hold all cards of five ranks: a sample takes many tries, and each asks in between.
  const Range pairs = range_of_pairs(set("Tc Td Th Ts Jc Jd Jh Js Qc Qd Qh Qs Kc Kd Kh Ks Ac Ad Ah As"));
  const Spot spot = {std::vector(10, pairs), {}, {}};
  for (int most = 1; most < 1000; most *= 3) {
    int asked = 0;
    EXPECT_EQ(sample(spot, kSeed, 0, 1'000'000, 1, [&] { return ++asked == most; }), std::nullopt);
    EXPECT_EQ(asked, most);
  }
}

TEST(EquityOfSamples, HoldHandsByTheirWeights) {
  // AsAh v KcKd 4, v KcKh 2; KsKh v KcKd 2; all else shares a card.
  const Range first = range({{hole("AsAh"), 2}, {hole("KsKh"), 1}});
  const Range second = range({{hole("AsKs"), 4}, {hole("KcKd"), 2}, {hole("KcKh"), 1}});
  std::array<int, 2> counts{};
  const Pair first_hand = kPairAt[index_of(hole("AsAh"))];
  for (std::uint64_t i = 0; i < 4000; ++i) {
    const Deal dealt = *deal({{first, second}, {}, {}}, kSeed, i, never);
    EXPECT_EQ((CardSet::of_all(dealt.hands[0]) | CardSet::of_all(dealt.hands[1]) | CardSet::of_all(dealt.board)).size(),
              9);
    ++counts[dealt.hands[0] == first_hand ? 0 : 1];
  }
  // 6 of 8, give or take four standard deviations.
  EXPECT_NEAR(counts[0], 3000, 4 * 27.4);
}

}  // namespace
}  // namespace croupier::equity
