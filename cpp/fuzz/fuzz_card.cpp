// CardReader on any bytes, against a list of all the spellings of all cards.

#include <algorithm>
#include <cctype>
#include <string>
#include <unordered_map>

#include "croupier/card.hpp"
#include "require.hpp"

namespace croupier {
namespace {

constexpr std::size_t kLongestSpelling = 8;  // "10", a suit sign and a variation selector
constexpr std::string_view kSpaces = " \t\n\v\f\r";

std::unordered_map<std::string, Card> spell_all() {
  const std::string ranks = "23456789TJQKA";
  const std::string suits[] = {"c", "C", "♣", "♣\uFE0E", "♣\uFE0F", "d", "D", "♦", "♦\uFE0E", "♦\uFE0F",
                               "h", "H", "♥", "♥\uFE0E", "♥\uFE0F", "s", "S", "♠", "♠\uFE0E", "♠\uFE0F"};
  std::unordered_map<std::string, Card> cards;
  for (int rank = 0; rank < kRanks; ++rank) {
    const char letter = ranks[static_cast<std::size_t>(rank)];
    const std::string upper(1, letter), lower(1, static_cast<char>(std::tolower(letter)));
    for (const std::string& spelling : {upper, lower, letter == 'T' ? "10" : upper}) {
      for (std::size_t i = 0; i < std::size(suits); ++i) {
        cards[spelling + suits[i]] = make_card(rank, static_cast<int>(i) / 5);
      }
    }
  }
  return cards;
}

/// The longest spelling of a card that `text` begins with; empty if there is none.
std::string_view spelling_at(const std::unordered_map<std::string, Card>& spellings, std::string_view text) {
  for (std::size_t size = std::min(text.size(), kLongestSpelling); size > 0; --size) {
    if (spellings.contains(std::string(text.substr(0, size)))) return text.substr(0, size);
  }
  return {};
}

void check(std::string_view text) {
  static const auto spellings = spell_all();
  CardReader reader(text);
  std::string written;
  std::size_t place = 0;
  for (;;) {
    const std::optional<Card> card = reader.next();
    place = std::min(text.find_first_not_of(kSpaces, place), text.size());
    const std::string_view spelling = spelling_at(spellings, text.substr(place));
    REQUIRE(card.has_value() == !spelling.empty());
    if (!card) break;
    REQUIRE(*card == spellings.at(std::string(spelling)));
    place += spelling.size();
    REQUIRE(reader.offset() == place);
    REQUIRE(!reader.failed());
    written += format_card(*card);
    CardReader again(std::string_view(written).substr(written.size() - 2));
    REQUIRE(again.next() == card);
  }
  for (int again = 0; again < 2; ++again) {
    REQUIRE(reader.failed() == (place < text.size()));
    REQUIRE(reader.offset() == place);
    REQUIRE(reader.next() == std::nullopt);
  }
}

}  // namespace
}  // namespace croupier

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  croupier::check({reinterpret_cast<const char*>(data), size});
  return 0;
}
