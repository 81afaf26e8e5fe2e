#include <gtest/gtest.h>

#include <array>
#include <ranges>
#include <set>
#include <vector>

#include "croupier/card_set.hpp"
#include "simd/plane_set.hpp"

namespace croupier {
namespace {

template <class Set>
class CardSets : public testing::Test {};

using Layouts = testing::Types<CardSet, Mask, simd::PlaneSet>;
TYPED_TEST_SUITE(CardSets, Layouts);

TYPED_TEST(CardSets, EveryCardHasItsBit) {
  TypeParam all;
  for (Card card = 0; card < kPackSize; ++card) {
    const TypeParam one = TypeParam::of(card);
    EXPECT_EQ(one.size(), 1);
    EXPECT_EQ(one.front(), card);
    EXPECT_EQ(one.back(), card);
    EXPECT_FALSE(all.intersects(one));
    EXPECT_FALSE(all.contains(card));
    all |= one;
    EXPECT_TRUE(all.contains(card));
  }
  EXPECT_TRUE(all == TypeParam::whole_pack());
}

TYPED_TEST(CardSets, IsTheRangeOfItsCards) {
  static_assert(std::ranges::forward_range<TypeParam>);
  const std::array<Card, 4> cards = {51, 0, 17, 34};
  const TypeParam set = TypeParam::of_all(cards);
  EXPECT_EQ(set.size(), 4);
  EXPECT_EQ(std::set<Card>(set.begin(), set.end()), std::set<Card>(cards.begin(), cards.end()));
  EXPECT_TRUE(TypeParam::of_all(set) == set);
  EXPECT_TRUE(set.first() == TypeParam::of(set.front()));
  EXPECT_TRUE((set.first() | set.without_first()) == set);
  EXPECT_TRUE((set - set).empty());
  EXPECT_TRUE((set & TypeParam::whole_pack()) == set);
  EXPECT_TRUE(TypeParam().first().empty());
}

TEST(CardSets, RunFromTheLowestBit) {
  const std::array<Card, 4> cards = {make_card(12, 0), make_card(0, 3), make_card(0, 0), make_card(5, 2)};
  const auto list = [](const auto& set) { return std::vector<Card>(set.begin(), set.end()); };
  EXPECT_EQ(list(CardSet::of_all(cards)), (std::vector<Card>{0, 3, 22, 48}));
  EXPECT_EQ(list(Mask::of_all(cards)), (std::vector<Card>{0, 48, 22, 3}));
  EXPECT_EQ(list(simd::PlaneSet::of_all(cards)), (std::vector<Card>{48, 0, 22, 3}));
}

TEST(CardSets, AllPairsInOrder) {
  std::size_t next = 0;
  for_each_pair([&](Card high, Card low) { EXPECT_EQ(high * (high - 1u) / 2 + low, next++); });
  EXPECT_EQ(next, 1326u);
}

}  // namespace
}  // namespace croupier
