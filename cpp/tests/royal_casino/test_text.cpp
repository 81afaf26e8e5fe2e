#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "croupier/royal_casino/text.hpp"

namespace croupier::royal_casino {
namespace {

std::vector<Card> cards(std::string_view text) {
  std::vector<Card> read;
  CardReader reader(text);
  while (const std::optional<Card> card = reader.next()) read.push_back(*card);
  return read;
}

MoveText move_of(std::string_view text) {
  const auto read = read_move(text);
  EXPECT_TRUE(std::holds_alternative<MoveText>(read)) << text;
  return std::get<MoveText>(read);
}

/// "a card at 11+4", or nothing where the text can be read.
template <class Read>
std::string fault_in(const Read& read) {
  const TextFault* fault = std::get_if<TextFault>(&read);
  if (fault == nullptr) return "";
  return fault->needed + " at " + std::to_string(fault->offset) + "+" + std::to_string(fault->size);
}

const std::vector<std::string> kMoves = {"capture 8d: 3c+5c, 8h, [8: 2s 6d, seat 1]", "build 8: 5c+3d, 8h",
                                         "extend [8: 3c 5c, seat 0]: 6d+2s", "increase [10: 4d 6c, seat 1] to 12: 2s",
                                         "trail 10\u2663"};

const std::string kPosition =
    "hands 8s 5h | Kd; table 3c 2d; builds [10: 4d 6c, seat 1] [8: 5c 3d, seat 0]; to move 1; "
    "stock 2h 9\u2665; piles - | 7h 7s; sweeps 0 12; last capture 1";

TEST(RoyalCasinoText, ReadsEveryKindOfMove) {
  const BuildText eight = {cards("2s 6d"), 8, 1};
  EXPECT_EQ(move_of(kMoves[0]),
            (MoveText{MoveKind::kCapture, cards("8d")[0], {cards("3c 5c"), cards("8h")}, {eight}, 8}));
  EXPECT_EQ(move_of(kMoves[1]), (MoveText{MoveKind::kBuild, cards("5c")[0], {cards("3d"), cards("8h")}, {}, 8}));
  EXPECT_EQ(move_of(kMoves[2]),
            (MoveText{MoveKind::kExtend, cards("6d")[0], {cards("2s")}, {{cards("3c 5c"), 8, 0}}, 8}));
  EXPECT_EQ(move_of(kMoves[3]), (MoveText{MoveKind::kIncrease, cards("2s")[0], {}, {{cards("4d 6c"), 10, 1}}, 12}));
  EXPECT_EQ(move_of(kMoves[4]), (MoveText{MoveKind::kTrail, cards("Tc")[0], {}, {}, 0}));
}

TEST(RoyalCasinoText, PutsCardsAndGroupsInOrder) {
  EXPECT_EQ(move_of("capture 8d: 8h, 5c+3c, [8: 6d 2s, seat 1]"), move_of(kMoves[0]));
  EXPECT_EQ(move_of("build 8: 5c+3d, 8h"), move_of(" build\t08:5C +3D ,8\u2665\uFE0F\n"));
  EXPECT_EQ(move_of("build 8: 8h, 5d+3d").groups, (std::vector<std::vector<Card>>{cards("3d 5d")}));
}

TEST(RoyalCasinoText, ReadsPositions) {
  const auto read = read_position(kPosition);
  ASSERT_EQ(fault_in(read), "");
  const std::vector<BuildText> builds = {{cards("4d 6c"), 10, 1}, {cards("5c 3d"), 8, 0}};
  PositionText expected{{cards("8s 5h"), cards("Kd")}, cards("3c 2d"), builds, 1, cards("2h 9h"), {}, {0, 12}, 1};
  std::ranges::sort(expected.builds[1].cards);
  expected.piles = {{}, cards("7h 7s")};
  EXPECT_EQ(std::get<PositionText>(read), expected);
  EXPECT_EQ(
      fault_in(read_position("hands |-; table ; builds -; to move 0; stock -; piles -|; sweeps 0; last capture -")),
      "");
}

TEST(RoyalCasinoText, NamesTheFaultAndItsPlace) {
  EXPECT_EQ(fault_in(read_move("extend [8: junk]: 5c")), "a card at 11+4");
  EXPECT_EQ(fault_in(read_move("increase [8: junk] to 12: 2s")), "a card at 13+4");
  EXPECT_EQ(fault_in(read_move("extend [8: 5c 3c]: 5d")), "',' at 16+1");
  EXPECT_EQ(fault_in(read_move("capture 8d: [8: 5c, seat x]")), "a number up to 99 at 25+1");
  EXPECT_EQ(fault_in(read_move("capture 8d: 8h,")), "a card at 15+0");
  EXPECT_EQ(fault_in(read_move("trail 7c 8c")), "the end at 9+2");
  EXPECT_EQ(fault_in(read_move("trailing 7c")), "capture, build, extend, increase or trail at 0+8");
  EXPECT_EQ(fault_in(read_move("build 100: 5c")), "a number up to 99 at 6+3");
  EXPECT_EQ(fault_in(read_move("build " + std::string(100'000, '9'))), "a number up to 99 at 6+100000");
  EXPECT_EQ(fault_in(read_position("")), "'hands' at 0+0");
  EXPECT_EQ(fault_in(read_position("hands -|-|-|-|-; table -")), "';' at 13+1");
}

TEST(RoyalCasinoText, NoTextHasMoreThanAPackOfCards) {
  std::string pack;
  for (int card = 0; card < kPackSize; ++card) pack += format_card(static_cast<Card>(card));
  const std::string rest = "; builds -; to move 0; stock -; piles -; sweeps 0; last capture -";
  EXPECT_EQ(fault_in(read_position("hands -; table " + pack + rest)), "");
  EXPECT_EQ(fault_in(read_position("hands 2c; table " + pack + rest)), "a text of at most 52 cards at 118+2");
}

/// Every text that differs in one byte, and every beginning, is read or refused with a place inside it.
TEST(RoyalCasinoText, SurvivesDamage) {
  std::vector<std::string> texts = kMoves;
  texts.push_back(kPosition);
  const auto check = [](const std::string& text) {
    const auto inside = [&](const auto& read) {
      const TextFault* fault = std::get_if<TextFault>(&read);
      return fault == nullptr || (!fault->needed.empty() && fault->offset + fault->size <= text.size() &&
                                  (fault->size > 0) == (fault->offset < text.size()));
    };
    ASSERT_TRUE(inside(read_move(text)) && inside(read_position(text))) << text;
  };
  for (const std::string& text : texts) {
    for (std::size_t i = 0; i < text.size(); ++i) {
      check(text.substr(0, i));
      check(text.substr(i));
      for (int byte = 0; byte < 256; ++byte) {
        std::string damaged = text;
        damaged[i] = static_cast<char>(byte);
        check(damaged);
      }
    }
  }
}

}  // namespace
}  // namespace croupier::royal_casino
