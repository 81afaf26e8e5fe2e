#include "croupier/baccarat.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <string_view>

#include "croupier/deal.hpp"

namespace croupier::baccarat {
namespace {

/// Whether the banker hand is hit (B9), by its total and the value of the player's third card.
constexpr std::array<std::string_view, 8> kBankerDraws = {
    "HHHHHHHHHH",  // 0
    "HHHHHHHHHH",  // 1
    "HHHHHHHHHH",  // 2
    "HHHHHHHHSH",  // 3
    "SSHHHHHHSS",  // 4
    "SSSSHHHHSS",  // 5
    "SSSSSSHHSS",  // 6
    "SSSSSSSSSS",  // 7
};

constexpr int kNatural = 8;
constexpr int kMostToDraw = 5;

/// A total, or what a card counts: 0 to 9.
using Points = std::uint8_t;

constexpr Points add(Points total, Points value) { return static_cast<Points>((total + value) % 10); }

/// Plays two-card totals out; `fifth` and `sixth` are the values of the cards to draw.
constexpr Outcome play(Points player, Points banker, Points fifth, Points sixth) {
  if (player >= kNatural || banker >= kNatural) return {player, banker, 2, 2};
  if (player > kMostToDraw) {
    if (banker > kMostToDraw) return {player, banker, 2, 2};
    return {player, add(banker, fifth), 2, 3};
  }
  if (kBankerDraws[banker][fifth] == 'H') return {add(player, fifth), add(banker, sixth), 3, 3};
  return {add(player, fifth), banker, 3, 2};
}

constexpr unsigned kWays = 10'000;

/// The place of two totals and two values to draw in the table of outcomes.
constexpr unsigned way_of(unsigned player, unsigned banker, unsigned fifth, unsigned sixth) {
  return ((player * 10 + banker) * 10 + fifth) * 10 + sixth;
}

constexpr Outcome play_way(unsigned way) {
  const auto digit = [way](unsigned unit) { return static_cast<Points>(way / unit % 10); };
  return play(digit(1000), digit(100), digit(10), digit(1));
}

/// The place of an outcome among all that have two or three cards, in the published order.
constexpr unsigned place_of(const Outcome& outcome) {
  const unsigned cards = (outcome.player_cards - 2u) * 2 + outcome.banker_cards - 2u;
  return cards * 100 + outcome.player * 10u + outcome.banker;
}

constexpr auto kReached = [] {
  std::array<bool, 400> reached{};
  for (unsigned way = 0; way < kWays; ++way) reached[place_of(play_way(way))] = true;
  return reached;
}();

constexpr std::size_t kOutcomes = std::ranges::count(kReached, true);

constexpr auto kOutcomeOfPlace = [] {
  std::array<std::uint8_t, kReached.size()> outcomes{};
  std::uint8_t next = 0;
  for (std::size_t place = 0; place < kReached.size(); ++place) outcomes[place] = kReached[place] ? next++ : next;
  return outcomes;
}();

constexpr auto kOutcomeList = [] {
  std::array<Outcome, kOutcomes> outcomes{};
  for (unsigned way = 0; way < kWays; ++way) {
    const Outcome outcome = play_way(way);
    outcomes[kOutcomeOfPlace[place_of(outcome)]] = outcome;
  }
  return outcomes;
}();

constexpr auto kOutcomeOfWay = [] {
  std::array<std::uint8_t, kWays> outcomes{};
  for (unsigned way = 0; way < kWays; ++way) outcomes[way] = kOutcomeOfPlace[place_of(play_way(way))];
  return outcomes;
}();

/// The outcome of six cards in the order of the deal (B11): player, banker, player, banker, fifth, sixth.
std::uint8_t outcome_of(const std::array<Card, kMostCards>& cards) {
  std::array<Points, kMostCards> values;
  std::ranges::transform(cards, values.begin(), value_of);
  return kOutcomeOfWay[way_of(add(values[0], values[2]), add(values[1], values[3]), values[4], values[5])];
}

/// The cards of a value, in the order of their numbers.
std::vector<Card> cards_of_value(Points value) {
  std::vector<Card> cards;
  for (Card card = 0; card < kPackSize; ++card) {
    if (value_of(card) == value) cards.push_back(card);
  }
  return cards;
}

std::uint64_t size_of(const ShoeCounts& counts) {
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

/// Cards by value, and ways to deal two of them: at most 2^40.
using Counts = std::array<std::int64_t, kValues>;

/// Ways to deal two cards of values a and b from `counts`.
std::int64_t ways_of_pair(const Counts& counts, std::size_t a, std::size_t b) {
  return counts[a] * (counts[b] - (a == b));
}

/// Ways to deal two cards that total 0, 1, ... 9.
Counts ways_of_totals(const Counts& counts) {
  Counts ways{};
  for (std::size_t a = 0; a < 10; ++a) {
    if (counts[a] == 0) continue;
    for (std::size_t b = 0; b < 10; ++b) ways[(a + b) % 10] += ways_of_pair(counts, a, b);
  }
  return ways;
}

/// Ways to deal the two hands that total (player, banker), 10 * player + banker being the index.
template <class Ways>
std::array<Ways, 100> ways_of_hands(const Counts& counts) {
  std::array<Ways, 100> ways{};
  // With cards a and b gone, the ways to deal a total from the rest are those of before, less the pairs that have a or
  // b as their first or their second card; pairs that have one of the two at each place were then taken twice.
  const Counts all = ways_of_totals(counts);
  std::array<std::int64_t, 20> doubled;
  for (std::size_t i = 0; i < 20; ++i) doubled[i] = 2 * counts[i % 10];
  for (std::size_t a = 0; a < 10; ++a) {
    for (std::size_t b = a; b < 10; ++b) {
      const std::int64_t weight = ways_of_pair(counts, a, b) * (a == b ? 1 : 2);
      if (weight == 0) continue;
      Ways* row = &ways[(a + b) % 10 * 10];
      for (std::size_t total = 0; total < 10; ++total) {
        row[total] += Ways(weight) * (all[total] - doubled[total + 10 - a] - doubled[total + 10 - b]);
      }
      for (const std::size_t total : {2 * a, 2 * b, a + b}) row[total % 10] += Ways(2 * weight);
    }
  }
  return ways;
}

/// Ways to deal six cards that lead to each outcome.
template <class Ways>
void exact_outcomes(const ShoeCounts& shoe, Ways* outcomes) {
  Counts counts;
  std::ranges::copy(shoe, counts.begin());
  std::fill_n(outcomes, kOutcomes, Ways(0));
  for (std::size_t fifth = 0; fifth < 10; ++fifth) {
    for (std::size_t sixth = fifth; sixth < 10; ++sixth) {
      const std::int64_t weight = ways_of_pair(counts, fifth, sixth);
      if (weight == 0) continue;
      // Cards may be dealt in any order: those to draw come first.
      Counts left = counts;
      --left[fifth];
      --left[sixth];
      const std::array<Ways, 100> hands = ways_of_hands<Ways>(left);
      for (std::size_t totals = 0; totals < hands.size(); ++totals) {
        const std::uint8_t* row = &kOutcomeOfWay[totals * 100];
        outcomes[row[fifth * 10 + sixth]] += hands[totals] * weight;
        if (fifth != sixth) outcomes[row[sixth * 10 + fifth]] += hands[totals] * weight;
      }
    }
  }
}

/// The largest shoe whose first six cards one word draws.
constexpr std::uint32_t kMostCardsOfOneWord = 1026;

/// Rounds that a thread takes at a time, and rounds that are dealt side by side.
constexpr std::size_t kRoundsPerBlock = std::size_t{1} << 14;
constexpr std::size_t kStaged = 256;

using Draws = std::array<std::uint32_t, kMostCards>;

/// Draws the six cards of a round from a shoe that is too large for one word.
Draws draw_from_stream(const Seed& seed, std::uint64_t index, std::uint32_t size) {
  WordStream words(seed, Domain::kBaccarat, index);
  Draws draws{};
  for (std::size_t drawn = 0; drawn < draws.size();) {
    drawn += draw_falling(words, size - drawn, std::span(draws).subspan(drawn));
  }
  return draws;
}

/// Deals up to kStaged rounds from a shoe of at most kMostCardsOfOneWord cards; `values` are those of its cards.
class RoundCounter {
 public:
  RoundCounter(const Seed& seed, std::span<const std::uint8_t> values)
      : seed_(seed),
        values_(values),
        draw_(BatchedDraw<kMostCards>::falling(static_cast<std::uint32_t>(values.size()))) {}

  void count(std::uint64_t first, std::size_t rounds, std::span<std::int64_t> histogram) {
    deal_columns(draw_, seed_, Domain::kBaccarat, first, rounds, cards_);
    for (std::size_t round = 0; round < rounds; ++round) {
      const auto value = [&](std::size_t card) -> unsigned { return values_[cards_[card][round]]; };
      const unsigned player = value(0) + value(2), banker = value(1) + value(3);
      const unsigned way = way_of(player - (player > 9 ? 10 : 0), banker - (banker > 9 ? 10 : 0), value(4), value(5));
      ++histogram[kOutcomeOfWay[way]];
    }
  }

 private:
  Seed seed_;
  std::span<const std::uint8_t> values_;
  BatchedDraw<kMostCards> draw_;
  DealtColumns<std::uint16_t, kMostCards, kStaged> cards_{};
};

/// A round from its six cards in the order of the deal.
Round make_round(const std::array<Card, kMostCards>& cards) {
  const std::uint8_t outcome = outcome_of(cards);
  const bool player_draws = kOutcomeList[outcome].player_cards == 3;
  return {{cards[0], cards[2], cards[4]}, {cards[1], cards[3], player_draws ? cards[5] : cards[4]}, outcome};
}

/// Calls visit(round) for every round of a shuffled shoe until the cut card is out.
template <class Visit>
void visit_rounds(std::span<const Card> shoe, std::uint32_t cut_card, Visit visit) {
  while (shoe.size() > cut_card) {
    std::array<Card, kMostCards> cards;
    std::ranges::copy(shoe.first(kMostCards), cards.begin());
    const Round round = make_round(cards);
    const Outcome& outcome = kOutcomeList[round.outcome];
    visit(round);
    shoe = shoe.subspan(std::size_t{outcome.player_cards} + outcome.banker_cards);
  }
}

std::vector<Card> shuffle_shoe(std::vector<Card> cards, const Seed& seed, std::uint64_t index) {
  WordStream words(seed, Domain::kBaccaratShoe, index);
  shuffle(words, cards);
  return cards;
}

}  // namespace

std::span<const Outcome> outcomes() { return kOutcomeList; }

std::optional<std::uint8_t> outcome(std::span<const Card> player, std::span<const Card> banker) {
  [[maybe_unused]] const auto is_card = [](Card card) { return card < kPackSize; };
  assert(std::ranges::all_of(player, is_card) && std::ranges::all_of(banker, is_card));
  if (player.size() < 2 || player.size() > 3 || banker.size() < 2 || banker.size() > 3) return std::nullopt;
  std::array<Card, kMostCards> cards = {player[0], banker[0], player[1], banker[1]};
  std::size_t next = 4;
  if (player.size() == 3) cards[next++] = player[2];
  if (banker.size() == 3) cards[next++] = banker[2];
  const std::uint8_t found = outcome_of(cards);
  const Outcome& reached = kOutcomeList[found];
  if (reached.player_cards != player.size() || reached.banker_cards != banker.size()) return std::nullopt;
  return found;
}

std::vector<Uint128> exact(const ShoeCounts& counts) {
  assert(size_of(counts) <= kMostShoeCards);
  std::vector<Uint128> ways(kOutcomes);
  if (size_of(counts) <= kMostShoeCardsIn64Bits) {
    std::array<std::int64_t, kOutcomes> small;
    exact_outcomes(counts, small.data());
    std::ranges::copy(small, ways.begin());
  } else {
    exact_outcomes(counts, ways.data());
  }
  return ways;
}

std::optional<std::vector<std::int64_t>> exact_shoes(std::span<const ShoeCounts> shoes, unsigned threads,
                                                     const Interrupted& interrupted) {
  std::vector<std::int64_t> rows(shoes.size() * kOutcomes);
  const bool complete = for_each_block(
      shoes.size(), 1, threads,
      [&](unsigned, std::size_t shoe, std::size_t) {
        assert(size_of(shoes[shoe]) <= kMostShoeCardsIn64Bits);
        exact_outcomes(shoes[shoe], &rows[shoe * kOutcomes]);
      },
      interrupted);
  return complete ? std::optional(std::move(rows)) : std::nullopt;
}

Shoe::Shoe(const ShoeCounts& counts) {
  assert(size_of(counts) >= kMostCards && size_of(counts) <= kMostShoeCards);
  for (Points value = 0; value < kValues; ++value) {
    const std::vector<Card> cards = cards_of_value(value);
    for (std::uint64_t i = 0; i < counts[value]; ++i) cards_.push_back(cards[i % cards.size()]);
    values_.insert(values_.end(), counts[value], value);
  }
}

Round Shoe::deal(const Seed& seed, std::uint64_t index) const {
  Draws draws;
  if (size() <= kMostCardsOfOneWord) {
    std::array<std::uint64_t, 1> word;
    fill_words(seed, Domain::kBaccarat, index, word);
    draws = BatchedDraw<kMostCards>::falling(size())(word[0], seed, Domain::kBaccarat, index);
  } else {
    draws = draw_from_stream(seed, index, size());
  }
  std::array<Card, kMostCards> cards;
  std::ranges::transform(places_of(size(), draws), cards.begin(), [&](std::uint32_t place) { return cards_[place]; });
  return make_round(cards);
}

std::optional<std::vector<std::int64_t>> Shoe::count(const Seed& seed, std::uint64_t first, std::uint64_t rounds,
                                                     unsigned threads, const Interrupted& interrupted) const {
  assert(rounds == 0 || rounds - 1 <= ~first);
  const auto count_block = [&](std::size_t begin, std::size_t end, std::span<std::int64_t> histogram) {
    if (size() > kMostCardsOfOneWord) {
      for (std::uint64_t i = begin; i < end; ++i) ++histogram[deal(seed, first + i).outcome];
      return;
    }
    RoundCounter counter(seed, values_);
    for (; begin < end; begin += kStaged) counter.count(first + begin, std::min(kStaged, end - begin), histogram);
  };
  return count_blocks(rounds, kRoundsPerBlock, kOutcomes, threads, count_block, interrupted);
}

std::vector<Round> Shoe::deal_to_cut(const Seed& seed, std::uint64_t index, std::uint32_t cut_card) const {
  assert(cut_card >= kMostCards - 1);
  std::vector<Round> rounds;
  visit_rounds(shuffle_shoe(cards_, seed, index), cut_card, [&](const Round& round) { rounds.push_back(round); });
  return rounds;
}

std::optional<std::vector<std::int64_t>> Shoe::count_to_cut(const Seed& seed, std::uint64_t first, std::uint64_t shoes,
                                                            std::uint32_t cut_card, unsigned threads,
                                                            const Interrupted& interrupted) const {
  assert(cut_card >= kMostCards - 1);
  const auto count_shoe = [&](std::size_t shoe, std::size_t, std::span<std::int64_t> histogram) {
    visit_rounds(shuffle_shoe(cards_, seed, first + shoe), cut_card,
                 [&](const Round& round) { ++histogram[round.outcome]; });
  };
  return count_blocks(shoes, 1, kOutcomes, threads, count_shoe, interrupted);
}

}  // namespace croupier::baccarat
