#include <gtest/gtest.h>

#include <vector>

#include "croupier/card.hpp"

namespace croupier {
namespace {

struct Parsed {
  std::vector<int> cards;
  bool failed;
  std::size_t offset;
  bool operator==(const Parsed&) const = default;
};

Parsed parse(std::string_view text) {
  CardReader reader(text);
  Parsed parsed{};
  while (const std::optional<Card> card = reader.next()) parsed.cards.push_back(*card);
  parsed.failed = reader.failed();
  parsed.offset = reader.offset();
  return parsed;
}

TEST(Card, EveryCardReadsBackFromItsText) {
  for (int card = 0; card < kPackSize; ++card) {
    EXPECT_EQ(parse(format_card(static_cast<Card>(card))), (Parsed{{card}, false, 2}));
  }
  EXPECT_EQ(format_card(0), "2c");
  EXPECT_EQ(format_card(51), "As");
}

TEST(Card, ReadsEverySpelling) {
  EXPECT_EQ(parse("").cards, (std::vector<int>{}));
  EXPECT_EQ(parse(" \t\n").cards, (std::vector<int>{}));
  EXPECT_EQ(parse("AsKd 10h\tth\nTH").cards, (std::vector<int>{51, 45, 34, 34, 34}));
  EXPECT_EQ(parse("a\u2660K\u2665\uFE0Fq\u2666\uFE0EJ\u2663").cards, (std::vector<int>{51, 46, 41, 36}));
}

TEST(Card, StopsWhereNoCardStands) {
  EXPECT_EQ(parse("As Zx"), (Parsed{{51}, true, 3}));
  EXPECT_EQ(parse("As K"), (Parsed{{51}, true, 3}));
  EXPECT_EQ(parse("1h"), (Parsed{{}, true, 0}));
  EXPECT_EQ(parse("10"), (Parsed{{}, true, 0}));
  EXPECT_EQ(parse("A s"), (Parsed{{}, true, 0}));
  EXPECT_EQ(parse("As\u2660"), (Parsed{{51}, true, 2}));
  EXPECT_EQ(parse("A\xE2\x99"), (Parsed{{}, true, 0}));
  EXPECT_EQ(parse(std::string_view("\0As", 3)), (Parsed{{}, true, 0}));
  for (int byte = 0x80; byte < 0x100; ++byte) {
    EXPECT_TRUE(parse(std::string{'A', static_cast<char>(byte)}).failed);
    EXPECT_TRUE(parse(std::string{static_cast<char>(byte), 's'}).failed);
  }
}

}  // namespace
}  // namespace croupier
