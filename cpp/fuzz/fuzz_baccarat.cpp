// Shoes of any composition: what is counted against what is dealt, and exact counts against every deal.

#include <fuzzer/FuzzedDataProvider.h>

#include <algorithm>
#include <numeric>

// The arithmetic of exact counts is internal to this file.
#include "baccarat.cpp"
#include "require.hpp"

namespace croupier::baccarat {
namespace {

using Histogram = std::vector<std::int64_t>;
using Cards = std::span<const Card>;

bool never() { return false; }

/// B6 to B9 word for word: whether the banker hand draws, `third` being the value of the player's third card.
bool banker_draws(int total, int third) {
  if (total <= 2) return true;
  if (total == 3) return third != 8;
  return total <= 6 && third >= 2 * (total - 3) && third <= 7;
}

int total_of(Cards cards) {
  return std::accumulate(cards.begin(), cards.end(), 0, [](int sum, Card card) { return sum + value_of(card); }) % 10;
}

bool follows_the_rules(Cards player, Cards banker) {
  if (player.size() < 2 || player.size() > 3 || banker.size() < 2 || banker.size() > 3) return false;
  const int player_total = total_of(player.first(2)), banker_total = total_of(banker.first(2));
  const bool natural = player_total >= 8 || banker_total >= 8;
  const bool player_hit = !natural && player_total <= 5;
  if ((player.size() == 3) != player_hit) return false;
  const bool banker_hit =
      !natural && (player_hit ? banker_draws(banker_total, value_of(player[2])) : banker_total <= 5);
  return (banker.size() == 3) == banker_hit;
}

/// The outcome of two hands, held to the rules.
std::optional<std::uint8_t> check_outcome(Cards player, Cards banker) {
  const std::optional<std::uint8_t> found = outcome(player, banker);
  REQUIRE(found.has_value() == follows_the_rules(player, banker));
  if (!found) return std::nullopt;
  const Outcome& reached = outcomes()[*found];
  REQUIRE(reached.player == total_of(player) && reached.banker == total_of(banker));
  REQUIRE(reached.player_cards == player.size() && reached.banker_cards == banker.size());
  return found;
}

void check_hands(FuzzedDataProvider& input) {
  const auto hand = [&] {
    std::vector<Card> cards(input.ConsumeIntegralInRange<std::size_t>(0, 4));
    for (Card& card : cards) card = input.ConsumeIntegralInRange<Card>(0, kPackSize - 1);
    return cards;
  };
  const std::vector<Card> player = hand(), banker = hand();
  check_outcome(player, banker);
}

/// Counts of at least six and at most `most` cards.
ShoeCounts draw_shoe(FuzzedDataProvider& input, std::uint64_t most) {
  ShoeCounts counts{};
  std::uint64_t left = most;
  for (std::uint64_t& count : counts) {
    const int bits = input.ConsumeIntegralInRange(0, 20);
    count = std::min(left, input.ConsumeIntegral<std::uint64_t>() & ((std::uint64_t{1} << bits) - 1));
    left -= count;
  }
  const std::uint64_t size = most - left;
  if (size < kMostCards) counts[input.ConsumeIntegralInRange<std::size_t>(0, 9)] += kMostCards - size;
  return counts;
}

/// A card of each value.
Card card_of(std::size_t value) { return make_card(value == 0 ? 8 : value == 1 ? 12 : static_cast<int>(value) - 2, 0); }

/// Adds the ways to deal six cards by their outcomes, the first `dealt` of which are in `cards`.
void deal_every_way(ShoeCounts& left, std::array<Card, kMostCards>& cards, std::size_t dealt, Uint128 ways,
                    std::vector<Uint128>& outcomes) {
  if (dealt < cards.size()) {
    for (std::size_t value = 0; value < left.size(); ++value) {
      if (left[value] == 0) continue;
      cards[dealt] = card_of(value);
      const Uint128 more = ways * left[value]--;
      deal_every_way(left, cards, dealt + 1, more, outcomes);
      ++left[value];
    }
    return;
  }
  int readings = 0;
  for (const bool player_hit : {false, true}) {
    for (const bool banker_hit : {false, true}) {
      const std::array player = {cards[0], cards[2], cards[4]};
      const std::array banker = {cards[1], cards[3], cards[player_hit ? 5 : 4]};
      const Cards player_hand = Cards(player).first(player_hit ? 3 : 2);
      const Cards banker_hand = Cards(banker).first(banker_hit ? 3 : 2);
      const std::optional<std::uint8_t> outcome = check_outcome(player_hand, banker_hand);
      if (!outcome) continue;
      ++readings;
      outcomes[*outcome] += ways;
    }
  }
  REQUIRE(readings == 1);
}

void check_exact(FuzzedDataProvider& input) {
  constexpr std::ptrdiff_t kFewValues = 4;
  const ShoeCounts counts = draw_shoe(input, input.ConsumeBool() ? kMostShoeCardsIn64Bits : kMostShoeCards);
  const std::uint64_t size = size_of(counts);
  const std::vector<Uint128> ways = exact(counts);

  Uint128 deals = 1;
  for (std::uint64_t i = 0; i < kMostCards; ++i) deals = deals * (size - i);
  REQUIRE(std::accumulate(ways.begin(), ways.end(), Uint128()) == deals);

  std::vector<Uint128> expected(ways.size());
  exact_outcomes(counts, expected.data());
  REQUIRE(ways == expected);
  if (size <= kMostShoeCardsIn64Bits) {
    const std::array shoes = {counts, counts};
    const Histogram rows = exact_shoes(shoes, 1, never).value();
    REQUIRE(rows.size() == 2 * ways.size());
    for (std::size_t i = 0; i < rows.size(); ++i) REQUIRE(ways[i % ways.size()] == rows[i]);
  }
  if (std::ranges::count(counts, 0u) >= std::ptrdiff_t{kValues} - kFewValues) {
    ShoeCounts left = counts;
    std::array<Card, kMostCards> cards{};
    std::ranges::fill(expected, Uint128());
    deal_every_way(left, cards, 0, 1, expected);
    REQUIRE(ways == expected);
  }
}

/// Adds a round that is dealt from `left`; returns how many cards it took.
std::size_t add_round(const Round& round, ShoeCounts& left, Histogram& histogram) {
  const Outcome& reached = outcomes()[round.outcome];
  const Cards player = Cards(round.player).first(reached.player_cards);
  const Cards banker = Cards(round.banker).first(reached.banker_cards);
  REQUIRE(check_outcome(player, banker) == round.outcome);
  for (const Cards hand : {player, banker}) {
    for (const Card card : hand) {
      REQUIRE(card < kPackSize);
      REQUIRE(left[value_of(card)]-- > 0);
    }
  }
  ++histogram[round.outcome];
  return player.size() + banker.size();
}

void check_rounds(FuzzedDataProvider& input) {
  constexpr std::uint64_t kMostRounds = 600;
  const Seed seed = {input.ConsumeIntegral<std::uint64_t>(), input.ConsumeIntegral<std::uint64_t>()};
  const auto rounds = input.ConsumeIntegralInRange<std::uint64_t>(0, kMostRounds);
  const auto from_end = input.ConsumeIntegral<std::uint64_t>();
  const std::uint64_t first = 0 - rounds - std::min(from_end, 0 - rounds - 1);
  const ShoeCounts counts = draw_shoe(input, input.ConsumeBool() ? 2 * kMostCardsOfOneWord : 100'000);
  const Shoe shoe(counts);
  REQUIRE(shoe.size() == size_of(counts));

  Histogram expected(outcomes().size());
  for (std::uint64_t i = 0; i < rounds; ++i) {
    ShoeCounts left = counts;
    add_round(shoe.deal(seed, first + i), left, expected);
  }
  REQUIRE(shoe.count(seed, first, rounds, 1, never) == expected);
}

void check_cut_card(FuzzedDataProvider& input) {
  constexpr std::uint64_t kMostShoes = 3;
  const Seed seed = {input.ConsumeIntegral<std::uint64_t>(), input.ConsumeIntegral<std::uint64_t>()};
  const auto shoes = input.ConsumeIntegralInRange<std::uint64_t>(0, kMostShoes);
  const auto first = input.ConsumeIntegralInRange<std::uint64_t>(0, 0 - shoes - 1);
  const ShoeCounts counts = draw_shoe(input, input.ConsumeBool() ? 500 : 20'000);
  const std::uint64_t size = size_of(counts);
  const auto cut_card =
      input.ConsumeIntegralInRange<std::uint32_t>(kMostCards - 1, static_cast<std::uint32_t>(size) + 1);
  const Shoe shoe(counts);

  Histogram expected(outcomes().size());
  for (std::uint64_t i = 0; i < shoes; ++i) {
    ShoeCounts left = counts;
    std::uint64_t in_shoe = size;
    for (const Round& round : shoe.deal_to_cut(seed, first + i, cut_card)) {
      REQUIRE(in_shoe > cut_card);
      in_shoe -= add_round(round, left, expected);
    }
    REQUIRE(in_shoe <= cut_card);
  }
  REQUIRE(shoe.count_to_cut(seed, first, shoes, cut_card, 1, never) == expected);
}

}  // namespace
}  // namespace croupier::baccarat

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace croupier::baccarat;
  constexpr std::array kChecks = {check_hands, check_exact, check_rounds, check_cut_card};
  FuzzedDataProvider input(data, size);
  input.PickValueInArray(kChecks)(input);
  return 0;
}
