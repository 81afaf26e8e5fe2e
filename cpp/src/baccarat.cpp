#include "croupier/baccarat.hpp"

#include <algorithm>
#include <numeric>
#include <string_view>

namespace croupier {
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

using Total = std::uint8_t;

constexpr Total add(Total total, int value) { return static_cast<Total>((total + value) % 10); }

/// Plays two-card totals out; `fifth` and `sixth` are the values of the cards to draw.
constexpr BaccaratOutcome play(Total player, Total banker, int fifth, int sixth) {
  if (player >= kNatural || banker >= kNatural) return {player, banker, 2, 2};
  if (player > kMostToDraw) {
    if (banker > kMostToDraw) return {player, banker, 2, 2};
    return {player, add(banker, fifth), 2, 3};
  }
  const bool hit = kBankerDraws[banker][static_cast<std::size_t>(fifth)] == 'H';
  return {add(player, fifth), hit ? add(banker, sixth) : banker, 3, static_cast<std::uint8_t>(hit ? 3 : 2)};
}

constexpr std::size_t kWays = 10'000;

/// The place of two totals and two values to draw in the table of outcomes.
constexpr std::size_t way_of(int player, int banker, int fifth, int sixth) {
  return static_cast<std::size_t>(((player * 10 + banker) * 10 + fifth) * 10 + sixth);
}

constexpr BaccaratOutcome play_way(std::size_t way) {
  return play(static_cast<Total>(way / 1000), static_cast<Total>(way / 100 % 10), static_cast<int>(way / 10 % 10),
              static_cast<int>(way % 10));
}

/// The place of an outcome among all that have two or three cards, in the published order.
constexpr std::size_t place_of(const BaccaratOutcome& outcome) {
  return static_cast<std::size_t>(((outcome.player_cards - 2) * 2 + outcome.banker_cards - 2) * 100 +
                                  outcome.player * 10 + outcome.banker);
}

constexpr auto kReached = [] {
  std::array<bool, 400> reached{};
  for (std::size_t way = 0; way < kWays; ++way) reached[place_of(play_way(way))] = true;
  return reached;
}();

constexpr std::size_t kOutcomes = static_cast<std::size_t>(std::ranges::count(kReached, true));

constexpr auto kOutcomeOfPlace = [] {
  std::array<std::uint8_t, kReached.size()> outcomes{};
  std::uint8_t next = 0;
  for (std::size_t place = 0; place < kReached.size(); ++place) outcomes[place] = kReached[place] ? next++ : next;
  return outcomes;
}();

constexpr auto kOutcomeList = [] {
  std::array<BaccaratOutcome, kOutcomes> outcomes{};
  for (std::size_t way = 0; way < kWays; ++way) {
    const BaccaratOutcome outcome = play_way(way);
    outcomes[kOutcomeOfPlace[place_of(outcome)]] = outcome;
  }
  return outcomes;
}();

constexpr auto kOutcomeOfWay = [] {
  std::array<std::uint8_t, kWays> outcomes{};
  for (std::size_t way = 0; way < kWays; ++way) outcomes[way] = kOutcomeOfPlace[place_of(play_way(way))];
  return outcomes;
}();

/// The outcome of six cards in the order of the deal (B11): player, banker, player, banker, fifth, sixth.
constexpr std::uint8_t outcome_of(const std::array<int, kBaccaratCards>& values) {
  return kOutcomeOfWay[way_of((values[0] + values[2]) % 10, (values[1] + values[3]) % 10, values[4], values[5])];
}

/// The cards of a value, in the order of their numbers.
std::vector<Card> cards_of_value(std::size_t value) {
  std::vector<Card> cards;
  for (Card card = 0; card < kPackSize; ++card) {
    if (static_cast<std::size_t>(baccarat_value(card)) == value) cards.push_back(card);
  }
  return cards;
}

/// Ways to deal two cards of values a and b from `counts`.
template <class Integer>
Integer ways_of_pair(const std::array<Integer, kBaccaratValues>& counts, std::size_t a, std::size_t b) {
  return counts[a] * (counts[b] - (a == b));
}

/// Ways to deal two cards that total 0, 1, ... 9.
template <class Integer>
std::array<Integer, 10> ways_of_totals(const std::array<Integer, kBaccaratValues>& counts) {
  std::array<Integer, 10> ways{};
  for (std::size_t a = 0; a < 10; ++a) {
    if (counts[a] == 0) continue;
    for (std::size_t b = 0; b < 10; ++b) ways[(a + b) % 10] += ways_of_pair(counts, a, b);
  }
  return ways;
}

/// Ways to deal the two hands that total (player, banker), 10 * player + banker being the index.
template <class Integer>
std::array<Integer, 100> ways_of_hands(std::array<Integer, kBaccaratValues> counts) {
  std::array<Integer, 100> ways{};
  // With cards a and b gone, the ways to deal a total from the rest are those of before, less the pairs that have a or
  // b as their first or their second card; pairs that have one of the two at each place were then taken twice.
  const std::array<Integer, 10> all = ways_of_totals(counts);
  std::array<Integer, 20> doubled;
  for (std::size_t i = 0; i < 20; ++i) doubled[i] = 2 * counts[i % 10];
  for (std::size_t a = 0; a < 10; ++a) {
    for (std::size_t b = a; b < 10; ++b) {
      const Integer weight = ways_of_pair(counts, a, b) * (a == b ? 1 : 2);
      if (weight == 0) continue;
      Integer* row = &ways[(a + b) % 10 * 10];
      for (std::size_t total = 0; total < 10; ++total) {
        row[total] += weight * (all[total] - doubled[total + 10 - a] - doubled[total + 10 - b]);
      }
      for (const std::size_t total : {2 * a, 2 * b, a + b}) row[total % 10] += 2 * weight;
    }
  }
  return ways;
}

/// Ways to deal six cards that lead to each outcome.
template <class Integer>
void exact_outcomes(const ShoeCounts& shoe, Integer* outcomes) {
  std::array<Integer, kBaccaratValues> counts;
  std::ranges::copy(shoe, counts.begin());
  std::fill_n(outcomes, kOutcomes, 0);
  for (std::size_t fifth = 0; fifth < 10; ++fifth) {
    for (std::size_t sixth = fifth; sixth < 10; ++sixth) {
      const Integer weight = ways_of_pair(counts, fifth, sixth);
      if (weight == 0) continue;
      // Cards may be dealt in any order: those to draw come first.
      std::array<Integer, kBaccaratValues> left = counts;
      --left[fifth];
      --left[sixth];
      const std::array<Integer, 100> hands = ways_of_hands(left);
      for (std::size_t totals = 0; totals < hands.size(); ++totals) {
        const std::uint8_t* row = &kOutcomeOfWay[totals * 100];
        outcomes[row[fifth * 10 + sixth]] += weight * hands[totals];
        if (fifth != sixth) outcomes[row[sixth * 10 + fifth]] += weight * hands[totals];
      }
    }
  }
}

/// The largest shoe whose first six cards one word draws.
constexpr std::uint32_t kMostCardsOfOneWord = 1026;

/// Rounds that a thread takes at a time, and rounds that are dealt side by side.
constexpr std::size_t kRoundsPerBlock = std::size_t{1} << 14;
constexpr std::size_t kStaged = 256;

using Draws = std::array<std::uint32_t, kBaccaratCards>;

/// Draws the six cards of a round from a shoe that is too large for one word.
Draws draw_from_stream(const Seed& seed, std::uint64_t index, std::uint32_t size) {
  WordStream words(seed, Domain::kBaccarat, index);
  Draws draws{};
  for (std::size_t drawn = 0; drawn < draws.size();) {
    drawn += draw_falling(words, size - drawn, std::span(draws).subspan(drawn));
  }
  return draws;
}

using Column = std::array<std::uint16_t, kStaged>;

/// What places_of does, on many rounds side by side.
void resolve_places(std::array<Column, kBaccaratCards>& draws, std::uint32_t size) {
  for (std::size_t i = kBaccaratCards; i-- > 1;) {
    for (std::size_t earlier = i; earlier-- > 0;) {
      const auto last = static_cast<std::uint16_t>(size - 1 - earlier);
      for (std::size_t j = 0; j < kStaged; ++j) {
        draws[i][j] = draws[i][j] == draws[earlier][j] ? last : draws[i][j];
      }
    }
  }
}

/// Deals up to kStaged rounds from a shoe of at most kMostCardsOfOneWord cards; `values` are those of its cards.
class RoundCounter {
 public:
  RoundCounter(const Seed& seed, std::span<const std::uint8_t> values)
      : seed_(seed),
        values_(values),
        draw_(BatchedDraw<kBaccaratCards>::falling(static_cast<std::uint32_t>(values.size()))) {}

  void count(std::uint64_t first, std::size_t rounds, std::span<std::int64_t> histogram) {
    const std::span words(words_.data(), rounds);
    fill_words(seed_, Domain::kBaccarat, first, words);
    for (std::size_t j = 0; j < rounds; ++j) {
      const auto drawn = draw_(words[j], seed_, Domain::kBaccarat, first + j);
      for (std::size_t i = 0; i < kBaccaratCards; ++i) cards_[i][j] = static_cast<std::uint16_t>(drawn[i]);
    }
    resolve_places(cards_, static_cast<std::uint32_t>(values_.size()));
    for (Column& column : cards_) {
      for (std::size_t j = 0; j < rounds; ++j) column[j] = values_[column[j]];
    }
    for (std::size_t j = 0; j < kStaged; ++j) {
      const int player = cards_[0][j] + cards_[2][j];
      const int banker = cards_[1][j] + cards_[3][j];
      ways_[j] = static_cast<std::uint16_t>(
          way_of(player - (player > 9 ? 10 : 0), banker - (banker > 9 ? 10 : 0), cards_[4][j], cards_[5][j]));
    }
    for (std::size_t j = 0; j < rounds; ++j) ++histogram[kOutcomeOfWay[ways_[j]]];
  }

 private:
  Seed seed_;
  std::span<const std::uint8_t> values_;
  BatchedDraw<kBaccaratCards> draw_;
  std::array<std::uint64_t, kStaged> words_;
  std::array<Column, kBaccaratCards> cards_{};
  Column ways_;
};

/// A round from its six cards in the order of the deal.
BaccaratRound make_round(const std::array<Card, kBaccaratCards>& cards) {
  std::array<int, kBaccaratCards> values;
  std::ranges::transform(cards, values.begin(), baccarat_value);
  const int outcome = outcome_of(values);
  const bool player_draws = kOutcomeList[static_cast<std::size_t>(outcome)].player_cards == 3;
  return {{cards[0], cards[2], cards[4]}, {cards[1], cards[3], player_draws ? cards[5] : cards[4]}, outcome};
}

/// Calls visit(six cards) for every round of a shuffled shoe until the cut card is out.
template <class Visit>
void visit_rounds(std::span<const Card> shoe, std::uint32_t cut_card, Visit visit) {
  while (shoe.size() > cut_card) {
    std::array<Card, kBaccaratCards> cards;
    std::ranges::copy(shoe.first(kBaccaratCards), cards.begin());
    const BaccaratRound round = make_round(cards);
    const BaccaratOutcome& outcome = kOutcomeList[static_cast<std::size_t>(round.outcome)];
    visit(round);
    shoe = shoe.subspan(static_cast<std::size_t>(outcome.player_cards + outcome.banker_cards));
  }
}

std::vector<Card> shuffle_shoe(std::vector<Card> cards, const Seed& seed, std::uint64_t index) {
  WordStream words(seed, Domain::kBaccaratShoe, index);
  shuffle(words, cards);
  return cards;
}

}  // namespace

std::span<const BaccaratOutcome> baccarat_outcomes() { return kOutcomeList; }

std::optional<int> baccarat_outcome(std::span<const Card> player, std::span<const Card> banker) {
  if (player.size() < 2 || player.size() > 3 || banker.size() < 2 || banker.size() > 3) return std::nullopt;
  std::array<Card, kBaccaratCards> cards = {player[0], banker[0], player[1], banker[1]};
  std::size_t next = 4;
  if (player.size() == 3) cards[next++] = player[2];
  if (banker.size() == 3) cards[next++] = banker[2];
  const BaccaratRound round = make_round(cards);
  const BaccaratOutcome& outcome = kOutcomeList[static_cast<std::size_t>(round.outcome)];
  if (outcome.player_cards != player.size() || outcome.banker_cards != banker.size()) return std::nullopt;
  return round.outcome;
}

std::vector<Uint128> exact_baccarat(const ShoeCounts& counts) {
  std::vector<Uint128> outcomes(kOutcomes);
  if (std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}) <= kMostShoeCardsIn64Bits) {
    std::array<std::int64_t, kOutcomes> small;
    exact_outcomes(counts, small.data());
    std::ranges::transform(small, outcomes.begin(), [](std::int64_t ways) { return static_cast<Uint128>(ways); });
  } else {
    exact_outcomes(counts, outcomes.data());
  }
  return outcomes;
}

bool exact_baccarat_shoes(std::span<const ShoeCounts> shoes, std::int64_t* out, unsigned threads,
                          const Interrupted& interrupted) {
  return for_each_block(
      shoes.size(), 1, threads,
      [&](unsigned, std::size_t shoe, std::size_t) { exact_outcomes(shoes[shoe], out + shoe * kOutcomes); },
      interrupted);
}

Shoe::Shoe(const ShoeCounts& counts) {
  for (std::size_t value = 0; value < counts.size(); ++value) {
    const std::vector<Card> cards = cards_of_value(value);
    for (std::uint64_t i = 0; i < counts[value]; ++i) cards_.push_back(cards[i % cards.size()]);
    values_.insert(values_.end(), counts[value], static_cast<std::uint8_t>(value));
  }
}

BaccaratRound Shoe::deal(const Seed& seed, std::uint64_t index) const {
  Draws draws;
  if (size() <= kMostCardsOfOneWord) {
    std::array<std::uint64_t, 1> word;
    fill_words(seed, Domain::kBaccarat, index, word);
    draws = BatchedDraw<kBaccaratCards>::falling(size())(word[0], seed, Domain::kBaccarat, index);
  } else {
    draws = draw_from_stream(seed, index, size());
  }
  std::array<Card, kBaccaratCards> cards;
  std::ranges::transform(places_of(size(), draws), cards.begin(), [&](std::uint32_t place) { return cards_[place]; });
  return make_round(cards);
}

std::vector<std::int64_t> Shoe::count(const Seed& seed, std::uint64_t first, std::uint64_t rounds, unsigned threads,
                                      const Interrupted& interrupted) const {
  const auto count_block = [&](std::size_t begin, std::size_t end, std::span<std::int64_t> histogram) {
    if (size() > kMostCardsOfOneWord) {
      for (std::uint64_t i = begin; i < end; ++i) ++histogram[static_cast<std::size_t>(deal(seed, first + i).outcome)];
      return;
    }
    RoundCounter counter(seed, values_);
    for (; begin < end; begin += kStaged) counter.count(first + begin, std::min(kStaged, end - begin), histogram);
  };
  return count_blocks(rounds, kRoundsPerBlock, kOutcomes, threads, count_block, interrupted);
}

std::vector<BaccaratRound> Shoe::deal_to_cut(const Seed& seed, std::uint64_t index, std::uint32_t cut_card) const {
  std::vector<BaccaratRound> rounds;
  visit_rounds(shuffle_shoe(cards_, seed, index), cut_card,
               [&](const BaccaratRound& round) { rounds.push_back(round); });
  return rounds;
}

std::vector<std::int64_t> Shoe::count_to_cut(const Seed& seed, std::uint64_t first, std::uint64_t shoes,
                                             std::uint32_t cut_card, unsigned threads,
                                             const Interrupted& interrupted) const {
  const auto count_shoe = [&](std::size_t shoe, std::size_t, std::span<std::int64_t> histogram) {
    visit_rounds(shuffle_shoe(cards_, seed, first + shoe), cut_card,
                 [&](const BaccaratRound& round) { ++histogram[static_cast<std::size_t>(round.outcome)]; });
  };
  return count_blocks(shoes, 1, kOutcomes, threads, count_shoe, interrupted);
}

}  // namespace croupier
