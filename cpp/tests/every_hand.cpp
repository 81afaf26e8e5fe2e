// Ranks every hand of 5, 6 and 7 cards, or of as many as the arguments say, with every instruction set in every
// layout, and compares with the scalar evaluator.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <vector>

#include "croupier/isa.hpp"
#include "croupier/poker/batch.hpp"

namespace croupier {
namespace {

constexpr std::size_t kRows = 8192;

bool never() { return false; }

class Comparison {
 public:
  explicit Comparison(int n_cards) : n_cards_(n_cards), rows_(kRows * n()), columns_(kRows * n()), hand_(n()) {
    add_hands(0, 0);
    compare();
  }

  std::size_t hands() const { return hands_; }

 private:
  std::size_t n() const { return static_cast<std::size_t>(n_cards_); }

  void add_hands(std::size_t place, Card first) {
    if (place == n()) {
      for (std::size_t i = 0; i < n(); ++i) {
        rows_[n() * size_ + i] = columns_[kRows * i + size_] = hand_[i];
      }
      masks_[size_++] = Mask::of_all(hand_);
      if (size_ == kRows) compare();
      return;
    }
    for (Card card = first; card < kPackSize; ++card) {
      hand_[place] = card;
      add_hands(place + 1, card + 1);
    }
  }

  void compare() {
    std::vector<Strength> expected(size_);
    for (std::size_t i = 0; i < size_; ++i) expected[i] = rank(masks_[i]);
    const auto bytes = [](const std::vector<Card>& cards) { return reinterpret_cast<const std::byte*>(cards.data()); };
    const IntegerArray by_row = {bytes(rows_), IntegerType::kUint8, false, size_, n(), n_cards_, 1};
    const IntegerArray by_column = {bytes(columns_), IntegerType::kUint8, false, size_, n(), 1, kRows};
    const IntegerArray by_mask = {
        reinterpret_cast<const std::byte*>(masks_.data()), IntegerType::kUint64, false, size_, 1, sizeof(Mask), 0};
    for (const std::string_view isa : available_isas()) {
      use_isa(isa);
      check(isa, "rows", rank_rows(by_row, strengths_.data(), 1, never), expected);
      check(isa, "columns", rank_rows(by_column, strengths_.data(), 1, never), expected);
      check(isa, "masks", rank_masks(by_mask, strengths_.data(), 1, never), expected);
    }
    hands_ += size_;
    size_ = 0;
  }

  void check(std::string_view isa, const char* layout, std::optional<std::size_t> ranked,
             const std::vector<Strength>& expected) {
    const auto [got, wanted] =
        std::mismatch(strengths_.begin(), strengths_.begin() + static_cast<std::ptrdiff_t>(size_), expected.begin());
    if (ranked == size_ && wanted == expected.end()) return;
    std::printf("%s by %.*s: %zu of %zu hands ranked, first difference at hand %td\n", layout,
                static_cast<int>(isa.size()), isa.data(), ranked.value(), size_, wanted - expected.begin());
    std::exit(1);
  }

  int n_cards_;
  std::vector<Card> rows_, columns_;
  std::vector<Mask> masks_ = std::vector<Mask>(kRows);
  std::vector<Strength> strengths_ = std::vector<Strength>(kRows);
  std::vector<Card> hand_;
  std::size_t size_ = 0;
  std::size_t hands_ = 0;
};

}  // namespace
}  // namespace croupier

int main(int argc, char** argv) {
  std::vector<int> counts;
  for (int i = 1; i < argc; ++i) counts.push_back(std::atoi(argv[i]));
  if (counts.empty()) counts = {5, 6, 7};
  for (const std::string_view isa : croupier::available_isas()) {
    std::printf("%.*s ", static_cast<int>(isa.size()), isa.data());
  }
  for (const int n_cards : counts) {
    std::printf("| %d cards: %zu hands alike ", n_cards, croupier::Comparison(n_cards).hands());
    std::fflush(stdout);
  }
  std::puts("");
}
