#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace croupier {

/// A card, 0 to 51: 4 * rank + suit. Ranks 0 to 12 are 2 to ace; suits 0 to 3 are clubs, diamonds, hearts, spades.
using Card = std::uint8_t;

inline constexpr int kRanks = 13;
inline constexpr int kSuits = 4;
inline constexpr int kPackSize = kRanks * kSuits;

constexpr std::uint8_t rank_of(Card card) { return card >> 2; }
constexpr std::uint8_t suit_of(Card card) { return card & 3; }
constexpr Card make_card(int rank, int suit) { return static_cast<Card>(4 * rank + suit); }

/// "Th" for the ten of hearts.
std::string format_card(Card card);

/// Reads cards one by one from text in UTF-8: "As Kd Th", "AsKdTh", "10h", either case, ♠♥♦♣ with or without a
/// variation selector.
class CardReader {
 public:
  explicit CardReader(std::string_view text) : text_(text) {}

  /// The next card; nothing at the end of the text, and nothing where no card can be read.
  std::optional<Card> next();

  /// Whether next() returned nothing because of what stands at offset().
  bool failed() const { return failed_; }

  /// Bytes read so far.
  std::size_t offset() const { return offset_; }

 private:
  std::string_view text_;
  std::size_t offset_ = 0;
  bool failed_ = false;
};

}  // namespace croupier
