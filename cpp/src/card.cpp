#include "croupier/card.hpp"

#include <array>
#include <cassert>

namespace croupier {
namespace {

constexpr std::string_view kRankLetters = "23456789TJQKA";
constexpr std::string_view kSuitLetters = "cdhs";
constexpr std::uint8_t kNone = 0xFF;

constexpr std::array<std::uint8_t, 256> index_letters(std::string_view letters) {
  std::array<std::uint8_t, 256> table{};
  table.fill(kNone);
  std::uint8_t index = 0;
  for (const char character : letters) {
    const auto letter = static_cast<unsigned char>(character);
    table[letter] = index;
    if (letter > '9') table[letter ^ 0x20] = index;  // in the other case
    ++index;
  }
  return table;
}

constexpr auto kRankOfLetter = index_letters(kRankLetters);
constexpr auto kSuitOfLetter = index_letters(kSuitLetters);

constexpr std::array<std::string_view, kSuits> kSuitSigns = {"\u2663", "\u2666", "\u2665", "\u2660"};
constexpr std::array<std::string_view, 2> kVariationSelectors = {"\uFE0E", "\uFE0F"};

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

}  // namespace

std::string format_card(Card card) {
  assert(card < kPackSize);
  return {kRankLetters[rank_of(card)], kSuitLetters[suit_of(card)]};
}

std::optional<Card> CardReader::next() {
  while (offset_ < text_.size() && is_space(text_[offset_])) ++offset_;
  std::string_view rest = text_.substr(offset_);
  if (rest.empty()) return std::nullopt;
  failed_ = true;

  std::uint8_t rank = kRankOfLetter[static_cast<unsigned char>(rest[0])];
  if (rest.starts_with("10")) {
    rank = kRankOfLetter['T'];
    rest.remove_prefix(1);
  }
  rest.remove_prefix(1);
  if (rank == kNone || rest.empty()) return std::nullopt;

  std::uint8_t suit = kSuitOfLetter[static_cast<unsigned char>(rest[0])];
  if (suit != kNone) {
    rest.remove_prefix(1);
  } else {
    for (std::uint8_t i = 0; i < kSuits; ++i) {
      if (rest.starts_with(kSuitSigns[i])) suit = i;
    }
    if (suit == kNone) return std::nullopt;
    rest.remove_prefix(kSuitSigns[suit].size());
    for (std::string_view selector : kVariationSelectors) {
      if (rest.starts_with(selector)) {
        rest.remove_prefix(selector.size());
        break;
      }
    }
  }
  failed_ = false;
  offset_ = text_.size() - rest.size();
  return make_card(rank, suit);
}

}  // namespace croupier
