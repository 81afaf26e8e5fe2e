#include <algorithm>
#include <array>
#include <atomic>

#include "croupier/poker/equity.hpp"
#include "poker/equity/known_hands.hpp"
#include "simd/kernels.hpp"

namespace croupier::equity {
namespace {

/// Spots that a thread takes at a time: those with cards to come take as long as many without.
constexpr std::size_t kSpotBlock = 16;
constexpr std::size_t kSettledBlock = 256;

Pair pair_of(Mask mask) {
  const CardSet cards = CardSet::of_all(mask);
  return {cards.back(), cards.front()};
}

/// Ranks the hands of spots whose boards are whole side by side, and gives each spot's one outcome.
void settle(const KnownSpots& spots, std::size_t begin, std::size_t end, std::int64_t* rows) {
  const std::size_t count = end - begin, outcomes = count_outcomes(spots.players);
  std::array<std::uint64_t, kSettledBlock> masks;
  std::array<Strength, kSettledBlock> strengths, best;
  std::array<std::uint16_t, kSettledBlock> winners{};
  best.fill(kStrengths + 1);
  for (std::size_t player = 0; player < spots.players; ++player) {
    for (std::size_t i = 0; i < count; ++i) {
      masks[i] = (spots.hands[(begin + i) * spots.players + player] | spots.boards[begin + i]).bits();
    }
    simd::kernels().rank_masks(masks.data(), count, strengths.data());
    const auto bit = static_cast<std::uint16_t>(1u << player);
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint16_t stay = strengths[i] < best[i] ? std::uint16_t{0} : winners[i];
      const std::uint16_t join = strengths[i] <= best[i] ? bit : std::uint16_t{0};
      winners[i] = static_cast<std::uint16_t>(stay | join);
      best[i] = std::min(best[i], strengths[i]);
    }
  }
  for (std::size_t i = 0; i < count; ++i) rows[i * outcomes + winners[i]] = 1;
}

void play_out(const KnownSpots& spots, std::size_t spot, KnownHands& known, std::int64_t* row) {
  Hands hands;
  for (const Mask hand : spots.hands.subspan(spot * spots.players, spots.players)) hands.push_back(pair_of(hand));
  const CardSet board = spots.boards.empty() ? CardSet() : CardSet::of_all(spots.boards[spot]);
  std::array<std::uint64_t, count_outcomes(kMostPlayers)> counts;
  const std::span played(counts.data(), count_outcomes(spots.players));
  std::ranges::fill(played, 0);
  known.play_out(hands, board, {},
                 [&](const Showdowns& showdowns, std::uint64_t times) { add_showdowns(showdowns, times, played); });
  std::ranges::copy(played, row);
}

}  // namespace

std::optional<std::size_t> find_conflict(const KnownSpots& spots, unsigned threads, const Interrupted& interrupted) {
  constexpr std::size_t kBlock = std::size_t{1} << 14;
  std::atomic<std::size_t> first{spots.size()};
  const bool complete = for_each_block(
      spots.size(), kBlock, threads,
      [&](unsigned, std::size_t begin, std::size_t end) {
        for (std::size_t spot = begin; spot < end; ++spot) {
          Mask seen = spots.boards.empty() ? Mask() : spots.boards[spot];
          bool twice = false;
          for (const Mask hand : spots.hands.subspan(spot * spots.players, spots.players)) {
            twice |= seen.intersects(hand);
            seen |= hand;
          }
          if (!twice) continue;
          std::size_t lowest = first.load();
          while (spot < lowest && !first.compare_exchange_weak(lowest, spot)) {
          }
          return;
        }
      },
      interrupted);
  return complete ? std::optional(first.load()) : std::nullopt;
}

bool count_each(const KnownSpots& spots, std::int64_t* rows, unsigned threads, const Interrupted& interrupted) {
  const std::size_t outcomes = count_outcomes(spots.players);
  if (!spots.boards.empty() && spots.boards.front().size() == kBoardCards) {
    return for_each_block(
        spots.size(), kSettledBlock, threads,
        [&](unsigned, std::size_t begin, std::size_t end) {
          std::fill_n(rows + begin * outcomes, (end - begin) * outcomes, 0);
          settle(spots, begin, end, rows + begin * outcomes);
        },
        interrupted);
  }
  std::vector<KnownHands> workers(count_workers(spots.size(), kSpotBlock, threads));
  return for_each_block(
      spots.size(), kSpotBlock, threads,
      [&](unsigned worker, std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) play_out(spots, i, workers[worker], rows + i * outcomes);
      },
      interrupted);
}

}  // namespace croupier::equity
