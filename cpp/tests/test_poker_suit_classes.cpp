#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "croupier/poker/suit_classes.hpp"

namespace croupier {
namespace {

TEST(SuitClasses, ClassesAndRenamings) {
  EXPECT_EQ(suit_classes(2).size(), 169u);
  EXPECT_EQ(suit_classes(3).size(), kFlopClasses);
  EXPECT_EQ(suit_classes(4).size(), 16'432u);
  const std::vector<SuitClass> boards = suit_classes(5);
  EXPECT_EQ(boards.size(), 134'459u);
  EXPECT_EQ(std::accumulate(boards.begin(), boards.end(), 0, [](int sum, const SuitClass& c) { return sum + c.size; }),
            2'598'960);

  const FlopClasses& classes = FlopClasses::instance();
  std::vector<int> sizes(kFlopClasses);
  for (Card high = 2; high < kPackSize; ++high) {
    for (Card middle = 1; middle < high; ++middle) {
      for (Card low = 0; low < middle; ++low) {
        const auto [flop_class, renaming] = classes.find(index_of(Flop{middle, high, low}));
        ++sizes[flop_class];
        CardSet renamed;
        for (const Card card : {high, middle, low}) renamed |= CardSet::of(rename(card, classes.renaming(renaming)));
        EXPECT_TRUE(renamed == CardSet::of_all(classes[flop_class].cards));
      }
    }
  }
  for (std::size_t i = 0; i < kFlopClasses; ++i) {
    EXPECT_EQ(sizes[i], classes[i].size);
    EXPECT_EQ(classes[i].stabiliser.size() * classes[i].size, kRenamings);
  }
}

}  // namespace
}  // namespace croupier
