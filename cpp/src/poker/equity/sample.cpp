#include <algorithm>
#include <atomic>
#include <bit>
#include <cassert>
#include <memory>
#include <stdexcept>
#include <string>

#include "croupier/poker/equity.hpp"
#include "poker/equity/dealer.hpp"
#include "poker/equity/showdown.hpp"
#include "simd/kernels.hpp"

namespace croupier::equity {
namespace {

/// Words that a thread takes at a time, and as many where one takes long.
constexpr std::size_t kBlock = 4096;
constexpr std::size_t kSlowBlock = 8;

/// From so many tries for a few samples on each takes long.
constexpr std::uint64_t kManyTries = 4096;

using Column = std::array<Card, kStagedWords>;

/// Samples side by side, each of another word.
class Stage {
 public:
  Stage(const Dealer& dealer, CardSet board) : dealer_(dealer), board_(board) {
    for (const auto& known : dealer.sources().known) {
      simd::PlaneSet common = simd::PlaneSet::of_all(board);
      if (known) common |= simd::PlaneSet::of_all(*known);
      players_.push_back({common, known ? nullptr : hole_[n_hole_].data(), strengths_[players_.size()].data()});
      if (!known) n_hole_ += 2;
    }
    for (const Card card : dealer.sources().seen) seen_.push_back(card);
    if (!board.empty()) shared_[0].fill(board.front());
  }
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;

  /// Draws from words; false if it was stopped.
  bool draw(std::uint64_t first, std::size_t count, const Interrupted& stopped) {
    count_ = count;
    return dealer_.draw(first, count, drawn_, stopped);
  }

  /// Deals sample number `sample` of each word.
  void deal(std::size_t sample) {
    take_hands(sample);
    take_board(sample);
  }

  Deal dealt(std::size_t word) const {
    Deal deal;
    for (std::size_t player = 0; player < players_.size(); ++player) {
      const Card* hole = players_[player].hole;
      deal.hands.push_back(hole == nullptr ? *dealer_.sources().known[player]
                                           : Pair{hole[word], hole[kStagedWords + word]});
    }
    Card* next = std::ranges::copy(board_, deal.board.begin()).out;
    for (std::size_t card = 0; card < dealer_.cards_to_come(); ++card) *next++ = shared_[card][word];
    return deal;
  }

  /// Adds the outcomes of the samples dealt, of words `begin` to `end`.
  void add(std::size_t begin, std::size_t end, std::span<std::uint64_t> counts) {
    const auto n_shared = std::max(1, static_cast<int>(dealer_.cards_to_come()));  // on the river a card of the board
    simd::kernels().rank_players(shared_[0].data(), kStagedWords, n_shared, end, players_.begin(), players_.size());
    std::array<const Strength*, kMostPlayers> rows;
    for (std::size_t player = 0; player < players_.size(); ++player) rows[player] = strengths_[player].data() + begin;
    add_once(std::span(rows).first(players_.size()), end - begin, counts);
  }

 private:
  void take_hands(std::size_t sample) {
    std::size_t column = 0;
    const auto& sources = dealer_.sources().ways;
    for (std::size_t source = 0; source < sources.size(); ++source) {
      const std::size_t n_cards = 2 * sources[source].players();
      const std::uint16_t* ways = drawn_.ways[sources.size() * sample + source].data();
      for (std::size_t i = 0; i < count_; ++i) {
        const std::span<const Card> cards = sources[source].cards(ways[i]);
        for (std::size_t card = 0; card < n_cards; ++card) hole_[column + card][i] = cards[card];
      }
      column += n_cards;
    }
  }

  void take_board(std::size_t sample) {
    const std::size_t n_twos = dealer_.twos_per_sample();
    simd::BoardDraws draws = {dealer_.cards_to_come(), {},      dealer_.left(),    seen_.begin(),    seen_.size(),
                              hole_[0].data(),         n_hole_, sorted_[0].data(), shared_[0].data()};
    for (std::size_t two = 0; two < n_twos; ++two) draws.twos[two] = drawn_.twos[n_twos * sample + two].data();
    if (n_twos > 0) simd::kernels().deal_boards(draws);
  }

  const Dealer& dealer_;
  CardSet board_;
  InplaceVector<Card, kPackSize> seen_;
  std::size_t count_ = 0, n_hole_ = 0;
  Drawn drawn_{};
  std::array<Column, kBoardCards> shared_{};  ///< The cards to come.
  std::array<Column, 2 * kMostPlayers> hole_{}, sorted_;
  InplaceVector<simd::Player, kMostPlayers> players_;
  std::array<std::array<Strength, kStagedWords>, kMostPlayers> strengths_;
};

/// Tries to find hands for all players; nothing if it was interrupted. Throws if they are too rare.
std::optional<std::uint64_t> find_hands(const Dealer& dealer, const Interrupted& interrupted) {
  if (dealer.sources().ways.size() < 2) return 0;
  const auto tries = dealer.count_tries(interrupted);
  if (tries == Dealer::kMostTries) {
    throw std::domain_error("hands: ranges that leave each other more cards are needed, got some of which fewer than " +
                            std::to_string(Dealer::kEnoughFound) + " in " + std::to_string(Dealer::kMostTries) +
                            " random draws can be held at once");
  }
  return tries;
}

}  // namespace

std::optional<Deal> deal(const Spot& spot, const Seed& seed, std::uint64_t index, const Interrupted& interrupted) {
  const Dealer dealer(spot, seed);
  if (!find_hands(dealer, interrupted)) return std::nullopt;
  const auto stage = std::make_unique<Stage>(dealer, spot.board);
  if (!stage->draw(index / dealer.samples_per_word(), 1, interrupted)) return std::nullopt;
  stage->deal(index % dealer.samples_per_word());
  return stage->dealt(0);
}

std::optional<std::vector<std::int64_t>> sample(const Spot& spot, const Seed& seed, std::uint64_t first,
                                                std::uint64_t samples, unsigned threads,
                                                const Interrupted& interrupted) {
  assert(samples == 0 || samples - 1 <= ~first);
  const Dealer dealer(spot, seed);
  const auto tries = find_hands(dealer, interrupted);
  if (!tries) return std::nullopt;
  const std::size_t outcomes = count_outcomes(spot.ranges.size()), per_word = dealer.samples_per_word();
  std::vector<std::int64_t> sums(outcomes);
  if (samples == 0) return sums;

  const std::uint64_t last = first + samples - 1, first_word = first / per_word, last_word = last / per_word;
  struct Work {
    std::unique_ptr<Stage> stage;
    std::vector<std::uint64_t> counts;
  };
  const std::size_t words = last_word - first_word + 1, block = *tries < kManyTries ? kBlock : kSlowBlock;
  std::vector<Work> works(count_workers(words, block, threads));
  for (Work& work : works) work = {std::make_unique<Stage>(dealer, spot.board), std::vector<std::uint64_t>(outcomes)};
  std::atomic<bool> stop{false};
  const Interrupted ask = [&] {
    if (!stop && interrupted && interrupted()) stop = true;
    return stop.load();
  };
  const Interrupted look = [&] { return stop.load(); };
  const bool complete = for_each_block(
      words, block, threads,
      [&](unsigned worker, std::size_t begin, std::size_t end) {
        auto& [stage, counts] = works[worker];
        for (std::size_t at = begin; at < end; at += kStagedWords) {
          const std::size_t count = std::min(kStagedWords, end - at);
          if (!stage->draw(first_word + at, count, worker == 0 ? ask : look)) return;
          for (std::size_t sample = 0; sample < per_word; ++sample) {
            // The first and the last word may serve other samples too.
            const std::size_t from = at == 0 && sample < first % per_word ? 1 : 0;
            const std::size_t to = at + count == words && sample > last % per_word ? count - 1 : count;
            if (from >= to) continue;
            stage->deal(sample);
            stage->add(from, to, counts);
          }
        }
      },
      ask);
  if (!complete || stop) return std::nullopt;
  for (const Work& work : works) {
    for (std::size_t i = 0; i < outcomes; ++i) sums[i] += static_cast<std::int64_t>(work.counts[i]);
  }
  return sums;
}

}  // namespace croupier::equity
