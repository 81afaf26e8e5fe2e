#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "croupier/card.hpp"
#include "croupier/royal_casino/moves.hpp"

namespace croupier::royal_casino {

/// What is needed at a place in a text, and the token that stands there: bytes `offset` to `offset + size`, none at the
/// end of the text.
struct TextFault {
  std::string needed;
  std::size_t offset = 0;
  std::size_t size = 0;
};

struct BuildText {
  std::vector<Card> cards;  ///< In ascending order.
  int value = 0;
  int owner = 0;
  bool operator==(const BuildText&) const = default;
};

/// A move as its text says it, legal or not.
struct MoveText {
  MoveKind kind = MoveKind::kTrail;
  Card card = 0;
  std::vector<std::vector<Card>> groups;  ///< All in ascending order, the played card left out.
  std::vector<BuildText> builds;
  int value = 0;
  bool operator==(const MoveText&) const = default;
};

/// A position as its text says it, consistent or not.
struct PositionText {
  std::vector<std::vector<Card>> hands;
  std::vector<Card> table;
  std::vector<BuildText> builds;
  int to_move = 0;
  std::vector<Card> stock;
  std::vector<std::vector<Card>> piles;
  std::vector<int> sweeps;
  std::optional<int> last_capture;
  bool operator==(const PositionText&) const = default;
};

/// Reads "capture 8d: 8h, 5c+3c, [8: 6d 2s, seat 1]", "build 8: 5c+3d, 8h", "extend [8: 5c 3c, seat 0]: 6d+2s",
/// "increase [10: 6c 4d, seat 1] to 12: 2s" or "trail 7c", in UTF-8. Whitespace may stand between any two tokens, cards
/// are those of CardReader, and numbers go up to 99. No text has more than 52 cards.
std::variant<MoveText, TextFault> read_move(std::string_view text);

/// Reads "hands 8s 5h | Kd; table 3c; builds [10: 6c 4d, seat 1]; to move 0; stock -; piles - | -; sweeps 0 0;
/// last capture -" in the same way.
std::variant<PositionText, TextFault> read_position(std::string_view text);

}  // namespace croupier::royal_casino
