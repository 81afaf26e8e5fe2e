#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "croupier/isa.hpp"
#include "croupier/poker/batch.hpp"
#include "simd/kernels.hpp"

namespace croupier {
namespace {

bool never() { return false; }

/// Runs for every instruction set.
class PokerBatch : public testing::TestWithParam<std::string_view> {
 protected:
  void SetUp() override { ASSERT_TRUE(use_isa(GetParam())); }
  void TearDown() override { use_isa(available_isas().back()); }
};

INSTANTIATE_TEST_SUITE_P(Isa, PokerBatch, testing::ValuesIn(available_isas()),
                         [](const auto& info) { return std::string(info.param); });

std::vector<Card> deal_rows(std::size_t rows, int n_cards, unsigned seed) {
  std::mt19937_64 random(seed);
  std::vector<Card> pack(kPackSize);
  std::iota(pack.begin(), pack.end(), Card{0});
  std::vector<Card> cards;
  for (std::size_t row = 0; row < rows; ++row) {
    std::ranges::shuffle(pack, random);
    cards.insert(cards.end(), pack.begin(), pack.begin() + n_cards);
  }
  return cards;
}

Strength rank_row(const Card* cards, int n_cards) { return rank(Mask::of_all(std::span(cards, cards + n_cards))); }

IntegerArray rows_of(const void* data, IntegerType type, std::size_t rows, int n_cards, std::ptrdiff_t row_stride,
                     std::ptrdiff_t card_stride) {
  return {static_cast<const std::byte*>(data), type,       false,      rows,
          static_cast<std::size_t>(n_cards),   row_stride, card_stride};
}

template <class Bits>
IntegerArray masks_of(const std::vector<Bits>& masks) {
  return rows_of(masks.data(), IntegerType::kUint64, masks.size(), 1, sizeof(Bits), 0);
}

/// Every buffer ends where its data ends, and starts at an odd address, so that the address sanitizer sees any reading
/// past either end.
TEST_P(PokerBatch, EverySizeAndLayout) {
  for (int n_cards = kMinHandCards; n_cards <= kMaxHandCards; ++n_cards) {
    for (std::size_t rows = 0; rows <= 200; ++rows) {
      const std::vector<Card> cards = deal_rows(rows, n_cards, static_cast<unsigned>(rows));
      const auto n = static_cast<std::size_t>(n_cards);
      std::vector<Strength> expected(rows);
      for (std::size_t row = 0; row < rows; ++row) expected[row] = rank_row(cards.data() + n * row, n_cards);

      for (std::size_t offset = 0; offset < 3; ++offset) {
        std::vector<Card> by_row(offset + cards.size());
        std::ranges::copy(cards, by_row.begin() + static_cast<std::ptrdiff_t>(offset));
        std::vector<Strength> out(rows);
        EXPECT_EQ(rank_rows(rows_of(by_row.data() + offset, IntegerType::kUint8, rows, n_cards, n_cards, 1), out.data(),
                            1, never),
                  rows);
        EXPECT_EQ(out, expected);

        std::vector<Card> by_column(offset + cards.size());
        for (std::size_t row = 0; row < rows; ++row) {
          for (std::size_t i = 0; i < n; ++i) by_column[offset + rows * i + row] = cards[n * row + i];
        }
        std::ranges::fill(out, Strength{0});
        EXPECT_EQ(rank_rows(rows_of(by_column.data() + offset, IntegerType::kInt8, rows, n_cards, 1,
                                    static_cast<std::ptrdiff_t>(rows)),
                            out.data(), 1, never),
                  rows);
        EXPECT_EQ(out, expected);
      }

      std::vector<std::int32_t> wide(cards.rbegin(), cards.rend());
      std::vector<Strength> out(rows);
      const auto stride = static_cast<std::ptrdiff_t>(4 * n);
      EXPECT_EQ(rank_rows(rows_of(wide.data() + (rows == 0 ? 0 : wide.size() - n), IntegerType::kInt32, rows, n_cards,
                                  -stride, 4),
                          out.data(), 1, never),
                rows);
      EXPECT_EQ(out, expected);

      std::vector<Mask> masks(rows);
      EXPECT_EQ(
          mask_rows(rows_of(cards.data(), IntegerType::kUint8, rows, n_cards, n_cards, 1), masks.data(), 1, never),
          rows);
      std::ranges::fill(out, Strength{0});
      EXPECT_EQ(rank_masks(masks_of(masks), out.data(), 1, never), rows);
      EXPECT_EQ(out, expected);
    }
  }
}

TEST_P(PokerBatch, NamesTheFirstBadRow) {
  for (int n_cards = kMinHandCards; n_cards <= kMaxHandCards; ++n_cards) {
    const auto n = static_cast<std::size_t>(n_cards);
    for (const std::size_t rows : {1u, 31u, 33u, 64u, 100u, 197u}) {
      const std::vector<Card> good = deal_rows(rows, n_cards, 3);
      std::vector<Strength> out(rows);
      for (std::size_t bad = 0; bad < rows; ++bad) {
        const std::size_t place = bad % n;
        const std::size_t other = (place + 1 + bad % (n - 1)) % n;
        for (const int fault : {52, 53, 63, 64, 115, 127, 128, 180, 204, 254, 255, -1}) {
          std::vector<Card> cards = good;
          Card* row = cards.data() + n * bad;
          row[place] = fault < 0 ? row[other] : static_cast<Card>(fault);
          if (bad + 1 < rows) cards[cards.size() - 1] = 99;
          const std::optional<std::size_t> by_row =
              rank_rows(rows_of(cards.data(), IntegerType::kUint8, rows, n_cards, n_cards, 1), out.data(), 1, never);
          ASSERT_EQ(by_row, bad) << "fault " << fault;
          std::vector<Card> columns(cards.size());
          for (std::size_t i = 0; i < cards.size(); ++i) columns[rows * (i % n) + i / n] = cards[i];
          ASSERT_EQ(rank_rows(rows_of(columns.data(), IntegerType::kUint8, rows, n_cards, 1,
                                      static_cast<std::ptrdiff_t>(rows)),
                              out.data(), 1, never),
                    bad)
              << "fault " << fault;
        }
      }
    }
  }
}

TEST_P(PokerBatch, NamesTheFirstBadMask) {
  for (const std::size_t size : {1u, 31u, 33u, 64u, 100u}) {
    std::vector<Strength> out(size);
    for (std::size_t bad = 0; bad < size; ++bad) {
      for (const std::uint64_t fault : {0x0ull, 0xFull, 0xFFull, 0x1FFF'1FFF'1FFF'1FFFull, ~0ull, 0x1Full | 1ull << 63,
                                        0x1Full | 1ull << 13, 0x1Full | 1ull << 47}) {
        std::vector<std::uint64_t> masks(size, 0x3F);
        masks[bad] = fault;
        masks[size - 1] = bad + 1 == size ? fault : 0;
        ASSERT_EQ(rank_masks(masks_of(masks), out.data(), 1, never), bad) << std::hex << fault;
      }
    }
  }
}

TEST_P(PokerBatch, FirstBadRowIsTheLowestOnManyThreads) {
  constexpr std::size_t kRows = 4'000'000;
  std::vector<std::uint64_t> masks(kRows, 0x3F);
  std::vector<Strength> out(kRows);
  for (const std::size_t bad : {3'000'000u, 2'000'000u, 1'000'001u, 5u}) {
    masks[bad] = 0;
    EXPECT_EQ(rank_masks(masks_of(masks), out.data(), 4, never), bad);
  }
}

TEST_P(PokerBatch, EveryIntegerTypeIsRangeCheckedBeforeItIsNarrowed) {
  const auto check = [&]<class Integer>(IntegerType type, Integer bad) {
    std::vector<Integer> cards = {0, 5, 10, 15, 20, 51};
    std::vector<Strength> out(1);
    const auto size = static_cast<std::ptrdiff_t>(sizeof(Integer));
    const IntegerArray hands = rows_of(cards.data(), type, 1, 6, 6 * size, size);
    EXPECT_EQ(rank_rows(hands, out.data(), 1, never), 1u);
    EXPECT_EQ(out[0], rank_row(std::vector<Card>{0, 5, 10, 15, 20, 51}.data(), 6));
    cards[3] = bad;
    EXPECT_EQ(rank_rows(hands, out.data(), 1, never), 0u);
  };
  check(IntegerType::kUint8, std::uint8_t{52});
  check(IntegerType::kInt8, std::int8_t{-1});
  check(IntegerType::kUint16, std::uint16_t{256 + 15});
  check(IntegerType::kInt16, std::int16_t{-256 + 15});
  check(IntegerType::kUint32, std::uint32_t{65536 + 15});
  check(IntegerType::kInt32, std::int32_t{-65536 + 15});
  check(IntegerType::kUint64, (std::uint64_t{1} << 32) + 15);
  check(IntegerType::kInt64, -(std::int64_t{1} << 32) + 15);
}

TEST_P(PokerBatch, BestFiveOfEachRow) {
  const std::vector<Card> cards = deal_rows(50, 7, 9);
  std::vector<std::array<Card, 5>> fives(50);
  EXPECT_EQ(best_five_rows(rows_of(cards.data(), IntegerType::kUint8, 50, 7, 7, 1), fives.data(), 1, never), 50u);
  for (std::size_t row = 0; row < 50; ++row) {
    EXPECT_EQ(rank_row(fives[row].data(), 5), rank_row(cards.data() + 7 * row, 7));
  }
}

TEST_P(PokerBatch, HistogramsHoldThePublishedCounts) {
  const std::vector<CategoryArray<std::int64_t>> published = {
      {1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 36, 4},
      {6612900, 9730740, 2532816, 732160, 361620, 205792, 165984, 14664, 1656, 188},
  };
  for (int n_cards = 5; n_cards <= 6; ++n_cards) {
    CategoryArray<std::int64_t> by_category{};
    const std::vector<std::int64_t> counts = strength_histogram(n_cards, 2, never).value();
    for (Strength strength = 1; strength <= kStrengths; ++strength) by_category[category(strength)] += counts[strength];
    EXPECT_EQ(by_category, published[static_cast<std::size_t>(n_cards - 5)]);
  }
}

TEST(Interrupted, WhatIsInterruptedIsNoResult) {
  const auto at_once = [] { return true; };
  const std::vector<Card> cards = deal_rows(5, 7, 9);
  const IntegerArray rows = rows_of(cards.data(), IntegerType::kUint8, 5, 7, 7, 1);
  std::vector<Strength> strengths(5);
  std::vector<Mask> masks(5);
  std::vector<std::array<Card, 5>> fives(5);
  std::vector<Category> categories(5);
  EXPECT_EQ(rank_rows(rows, strengths.data(), 1, at_once), std::nullopt);
  EXPECT_EQ(mask_rows(rows, masks.data(), 1, at_once), std::nullopt);
  EXPECT_EQ(rank_masks(masks_of(masks), strengths.data(), 1, at_once), std::nullopt);
  EXPECT_EQ(best_five_rows(rows, fives.data(), 1, at_once), std::nullopt);
  EXPECT_EQ(categorize(rows_of(strengths.data(), IntegerType::kUint16, 5, 1, 2, 0), categories.data(), 1, at_once),
            std::nullopt);
  EXPECT_EQ(strength_histogram(5, 1, at_once), std::nullopt);
}

}  // namespace
}  // namespace croupier
