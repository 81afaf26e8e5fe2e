#include "croupier/royal_casino/text.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace croupier::royal_casino {
namespace {

constexpr std::string_view kSpaces = " \t\n\v\f\r";
constexpr std::string_view kEnds = " \t\n\v\f\r+,:;|[]";
constexpr int kLargestNumber = 99;

/// Reads one token after the other. What needs a token that is not there leaves a fault and returns false.
class TokenReader {
 public:
  explicit TokenReader(std::string_view text) : text_(text) { advance(0); }

  bool at(std::string_view token) const {
    const std::string_view rest = text_.substr(offset_);
    return rest.starts_with(token) && (ends_token(token) || ends_token(rest.substr(token.size())));
  }

  bool take(std::string_view token) {
    if (!at(token)) return false;
    advance(token.size());
    return true;
  }

  bool need(std::string_view token) { return take(token) || fail(std::string("'").append(token).append("'")); }

  bool need_end() { return offset_ == text_.size() || fail("the end"); }

  bool need_number(int& number) {
    std::size_t end = offset_;
    for (number = 0; end < text_.size() && text_[end] >= '0' && text_[end] <= '9'; ++end) {
      number = std::min(10 * number + (text_[end] - '0'), kLargestNumber + 1);
    }
    if (end == offset_ || number > kLargestNumber) return fail("a number up to " + std::to_string(kLargestNumber));
    advance(end - offset_);
    return true;
  }

  bool need_card(Card& card) {
    CardReader reader(text_.substr(offset_));
    const std::optional<Card> read = reader.next();
    if (!read) return fail("a card");
    if (n_cards_ == kPackSize) return fail("a text of at most " + std::to_string(kPackSize) + " cards");
    ++n_cards_;
    card = *read;
    advance(reader.offset());
    return true;
  }

  /// Whether a list of cards ends here.
  bool at_mark() const { return ends_token(text_.substr(offset_)); }

  bool fail(std::string needed) {
    const std::size_t end = std::min(text_.find_first_of(kEnds, offset_), text_.size());
    fault_ = {std::move(needed), offset_, at_mark() ? text_.substr(offset_, 1).size() : end - offset_};
    return false;
  }

  const TextFault& fault() const { return fault_; }

 private:
  static bool ends_token(std::string_view rest) {
    return rest.empty() || kEnds.find(rest.front()) != std::string_view::npos;
  }

  void advance(std::size_t size) { offset_ = std::min(text_.find_first_not_of(kSpaces, offset_ + size), text_.size()); }

  std::string_view text_;
  std::size_t offset_ = 0;
  int n_cards_ = 0;
  TextFault fault_;
};

/// Cards up to the next mark.
bool read_cards(TokenReader& reader, std::vector<Card>& cards) {
  do {
    if (!reader.need_card(cards.emplace_back())) return false;
  } while (!reader.at_mark());
  return true;
}

/// The same, or "-" or nothing.
bool read_optional_cards(TokenReader& reader, std::vector<Card>& cards) {
  return reader.take("-") || reader.at_mark() || read_cards(reader, cards);
}

bool read_build(TokenReader& reader, std::vector<BuildText>& builds) {
  BuildText& build = builds.emplace_back();
  const bool is_read = reader.need("[") && reader.need_number(build.value) && reader.need(":") &&
                       read_cards(reader, build.cards) && reader.need(",") && reader.need("seat") &&
                       reader.need_number(build.owner) && reader.need("]");
  std::ranges::sort(build.cards);
  return is_read;
}

/// "5c+3d".
bool read_set(TokenReader& reader, std::vector<std::vector<Card>>& sets) {
  std::vector<Card>& set = sets.emplace_back();
  do {
    if (!reader.need_card(set.emplace_back())) return false;
  } while (reader.take("+"));
  return true;
}

/// The sets of a build, the played card first.
bool read_built(TokenReader& reader, MoveText& move) {
  do {
    if (!read_set(reader, move.groups)) return false;
  } while (reader.take(","));
  std::vector<Card>& joined = move.groups.front();
  move.card = joined.front();
  joined.erase(joined.begin());
  if (joined.empty()) move.groups.erase(move.groups.begin());
  return true;
}

bool read_captured(TokenReader& reader, MoveText& move) {
  move.value = value_of(move.card);
  do {
    if (!(reader.at("[") ? read_build(reader, move.builds) : read_set(reader, move.groups))) return false;
  } while (reader.take(","));
  return true;
}

bool read_kind(TokenReader& reader, MoveKind& kind) {
  for (const MoveKind known : kMoveKindNames.keys()) {
    if (reader.take(kMoveKindNames[known])) {
      kind = known;
      return true;
    }
  }
  return reader.fail("capture, build, extend, increase or trail");
}

bool read_move(TokenReader& reader, MoveText& move) {
  if (!read_kind(reader, move.kind)) return false;
  switch (move.kind) {
    case MoveKind::kCapture:
      return reader.need_card(move.card) && reader.need(":") && read_captured(reader, move);
    case MoveKind::kBuild:
      return reader.need_number(move.value) && reader.need(":") && read_built(reader, move);
    case MoveKind::kExtend:
      if (!read_build(reader, move.builds)) return false;
      move.value = move.builds.front().value;
      return reader.need(":") && read_built(reader, move);
    case MoveKind::kIncrease:
      return read_build(reader, move.builds) && reader.need("to") && reader.need_number(move.value) &&
             reader.need(":") && reader.need_card(move.card);
    case MoveKind::kTrail:
      return reader.need_card(move.card);
  }
  return false;
}

bool read_builds(TokenReader& reader, std::vector<BuildText>& builds) {
  if (reader.take("-") || reader.at(";")) return true;
  do {
    if (!read_build(reader, builds)) return false;
  } while (!reader.at(";"));
  return true;
}

/// Lists of cards between bars.
bool read_each(TokenReader& reader, std::vector<std::vector<Card>>& lists, std::size_t most) {
  do {
    if (!read_optional_cards(reader, lists.emplace_back())) return false;
  } while (lists.size() < most && reader.take("|"));
  return true;
}

bool read_sweeps(TokenReader& reader, std::vector<int>& sweeps) {
  do {
    if (!reader.need_number(sweeps.emplace_back())) return false;
  } while (sweeps.size() < kMostSides && !reader.at(";"));
  return true;
}

bool read_position(TokenReader& reader, PositionText& position) {
  return reader.need("hands") && read_each(reader, position.hands, kMostPlayers) && reader.need(";") &&
         reader.need("table") && read_optional_cards(reader, position.table) && reader.need(";") &&
         reader.need("builds") && read_builds(reader, position.builds) && reader.need(";") && reader.need("to move") &&
         reader.need_number(position.to_move) && reader.need(";") && reader.need("stock") &&
         read_optional_cards(reader, position.stock) && reader.need(";") && reader.need("piles") &&
         read_each(reader, position.piles, kMostSides) && reader.need(";") && reader.need("sweeps") &&
         read_sweeps(reader, position.sweeps) && reader.need(";") && reader.need("last capture") &&
         (reader.take("-") || reader.need_number(position.last_capture.emplace()));
}

}  // namespace

std::variant<MoveText, TextFault> read_move(std::string_view text) {
  TokenReader reader(text);
  MoveText move;
  if (!read_move(reader, move) || !reader.need_end()) return reader.fault();
  for (std::vector<Card>& group : move.groups) std::ranges::sort(group);
  std::ranges::sort(move.groups,
                    [](const auto& a, const auto& b) { return std::ranges::lexicographical_compare(a, b); });
  return move;
}

std::variant<PositionText, TextFault> read_position(std::string_view text) {
  TokenReader reader(text);
  PositionText position;
  if (!read_position(reader, position) || !reader.need_end()) return reader.fault();
  return position;
}

}  // namespace croupier::royal_casino
