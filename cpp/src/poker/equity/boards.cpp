#include "poker/equity/boards.hpp"

#include <algorithm>
#include <numeric>

#include "poker/choose.hpp"

namespace croupier::equity {
namespace {

Mask rename_all(Mask cards, const Renaming& renaming) {
  std::uint64_t renamed = 0;
  for (std::size_t suit = 0; suit < kSuits; ++suit) {
    renamed |= (cards.bits() >> 16 * suit & 0xFFFF) << 16 * renaming[suit];
  }
  return Mask(renamed);
}

class BoardList {
 public:
  explicit BoardList(const std::vector<Renaming>& symmetries) : symmetries_(symmetries) {}

  void add_all(Mask board, Mask left, int cards) {
    if (cards == 0) return add(board);
    for (; !left.empty(); left = left.without_first()) add_all(board | left.first(), left.without_first(), cards - 1);
  }

  std::vector<SuitClass> take() { return std::move(boards_); }

 private:
  /// Adds a board if no other of its class comes before it.
  void add(Mask board) {
    std::size_t stable = 0;
    for (const Renaming& renaming : symmetries_) {
      const Mask renamed = rename_all(board, renaming);
      if (renamed < board) return;
      stable += renamed == board;
    }
    boards_.push_back({board, static_cast<std::uint8_t>(symmetries_.size() / stable)});
  }

  const std::vector<Renaming>& symmetries_;
  std::vector<SuitClass> boards_;
};

}  // namespace

std::vector<Renaming> list_symmetries(const std::vector<Range>& ranges, CardSet board, CardSet dead) {
  std::vector<Renaming> symmetries;
  Renaming renaming;
  std::iota(renaming.begin(), renaming.end(), std::uint8_t{0});
  const auto keeps = [&](CardSet cards) { return rename_all(Mask::of_all(cards), renaming) == Mask::of_all(cards); };
  do {
    if (keeps(board) && keeps(dead) &&
        std::ranges::all_of(ranges, [&](const Range& range) { return range.is_stable_under(renaming); })) {
      symmetries.push_back(renaming);
    }
  } while (std::ranges::next_permutation(renaming).found);
  return symmetries;
}

std::optional<std::vector<SuitClass>> list_boards(CardSet board, CardSet dead, const std::vector<Renaming>& symmetries,
                                                  const Interrupted& interrupted) {
  BoardList boards(symmetries);
  const Mask begun = Mask::of_all(board);
  const int to_come = kBoardCards - board.size();
  if (to_come == 0) boards.add_all(begun, {}, 0);
  for (Mask left = Mask::of_all(CardSet::whole_pack() - board - dead); to_come > 0 && !left.empty();) {
    if (interrupted && interrupted()) return std::nullopt;
    const Mask first = left.first();
    left = left.without_first();
    boards.add_all(begun | first, left, to_come - 1);
  }
  return boards.take();
}

std::uint64_t count_boards(int unseen, int cards) {
  return unseen < cards ? 0 : static_cast<std::uint64_t>(choose(unseen, cards));
}

}  // namespace croupier::equity
