#include "croupier/card.hpp"

#include <array>

namespace croupier {
namespace {

constexpr std::string_view kRankLetters = "23456789TJQKA";
constexpr std::string_view kSuitLetters = "cdhs";
constexpr std::uint8_t kNone = 0xFF;

constexpr std::array<std::uint8_t, 256> index_letters(std::string_view letters) {
  std::array<std::uint8_t, 256> table{};
  table.fill(kNone);
  for (std::size_t i = 0; i < letters.size(); ++i) {
    const char letter = letters[i];
    table[static_cast<unsigned char>(letter)] = static_cast<std::uint8_t>(i);
    if (letter >= 'a' && letter <= 'z')
      table[static_cast<unsigned char>(letter - 'a' + 'A')] = static_cast<std::uint8_t>(i);
    if (letter >= 'A' && letter <= 'Z')
      table[static_cast<unsigned char>(letter - 'A' + 'a')] = static_cast<std::uint8_t>(i);
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
  return {kRankLetters[static_cast<std::size_t>(rank_of(card))], kSuitLetters[static_cast<std::size_t>(suit_of(card))]};
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
    for (std::size_t i = 0; i < kSuitSigns.size(); ++i) {
      if (rest.starts_with(kSuitSigns[i])) suit = static_cast<std::uint8_t>(i);
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
