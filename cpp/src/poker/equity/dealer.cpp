#include "poker/equity/dealer.hpp"

#include <algorithm>

namespace croupier::equity {
namespace {

/// Tries between questions whether to go on.
constexpr std::uint64_t kAskEvery = 4096;

/// A number below each bound from one word, whose rest is left in it.
std::uint64_t take(std::uint64_t& word, std::uint64_t bound) {
  const Uint128 product = multiply(word, bound);
  word = product.low;
  return product.high;
}

/// A number below a bound from the first word that is not rejected.
std::uint64_t draw_below(WordStream& words, std::uint64_t bound) {
  for (;;) {
    std::uint64_t word = words.next();
    const std::uint64_t drawn = take(word, bound);
    if (word >= bound || word >= (0 - bound) % bound) return drawn;
  }
}

}  // namespace

Dealer::Dealer(const Spot& spot, const Seed& seed)
    : seed_(seed),
      sources_(spot),
      cards_to_come_(static_cast<std::size_t>(kBoardCards - spot.board.size())),
      left_(static_cast<std::uint32_t>(kPackSize - spot.board.size() - spot.dead.size()) -
            2 * static_cast<std::uint32_t>(spot.ranges.size())) {
  for (const Ways& ways : sources_.ways) bounds_.push_back(ways.total());
  for (std::size_t card = 0; card < cards_to_come_; card += 2) {
    const std::uint64_t first = left_ - card;
    bounds_.push_back(card + 1 < cards_to_come_ ? first * (first - 1) : first);
  }
  const std::size_t most = sources_.ways.size() > 1 ? 1 : kMostServed / std::max<std::size_t>(1, cards_to_come_);
  std::uint64_t product = 1;
  for (; samples_per_word_ < most; ++samples_per_word_) {
    std::uint64_t more = product;
    const bool fits = std::ranges::all_of(bounds_, [&](std::uint64_t bound) {
      if (bound > kMostPerWord / more) return false;
      more *= bound;
      return true;
    });
    if (!fits) break;
    product = more;
  }
  has_streams_ = samples_per_word_ == 0;
  samples_per_word_ = std::max<std::size_t>(1, samples_per_word_);
  least_rest_ = (0 - product) % product;
}

/// All samples of some words, of which the rests are left.
void Dealer::draw_at_once(std::span<std::uint64_t> words, std::size_t place, Drawn& drawn) const {
  const std::size_t n_ways = sources_.ways.size(), n_twos = twos_per_sample();
  for (std::size_t sample = 0; sample < samples_per_word_; ++sample) {
    for (std::size_t source = 0; source < n_ways; ++source) {
      std::uint16_t* column = &drawn.ways[n_ways * sample + source][place];
      const Ways& ways = sources_.ways[source];
      const std::uint64_t bound = bounds_[source];
      for (std::uint64_t& word : words) *column++ = static_cast<std::uint16_t>(ways.find(take(word, bound)));
    }
    for (std::size_t two = 0; two < n_twos; ++two) {
      std::uint16_t* column = &drawn.twos[n_twos * sample + two][place];
      const std::uint64_t bound = bounds_[n_ways + two];
      for (std::uint64_t& word : words) *column++ = static_cast<std::uint16_t>(take(word, bound));
    }
  }
}

/// Whether a word, given its rest, is not rejected.
bool Dealer::counts(std::uint64_t rest, std::size_t place, const Drawn& drawn) const {
  if (rest < least_rest_) return false;
  if (sources_.ways.size() < 2) return true;
  CardSet held;
  for (std::size_t source = 0; source < sources_.ways.size(); ++source) {
    const CardSet more = sources_.ways[source].held(drawn.ways[source][place]);
    if (held.intersects(more)) return false;
    held |= more;
  }
  return true;
}

/// A word for each source; false at the first that shares a card with one before.
bool Dealer::draw_hands(WordStream& words, std::size_t place, Drawn& drawn) const {
  CardSet held;
  for (std::size_t source = 0; source < sources_.ways.size(); ++source) {
    const Ways& ways = sources_.ways[source];
    const std::size_t way = ways.find(draw_below(words, bounds_[source]));
    if (held.intersects(ways.held(way))) return false;
    held |= ways.held(way);
    drawn.ways[source][place] = static_cast<std::uint16_t>(way);
  }
  return true;
}

void Dealer::draw_board(WordStream& words, std::size_t place, Drawn& drawn) const {
  const std::size_t n_twos = twos_per_sample();
  const auto bounds = std::span(bounds_).last(n_twos);
  std::uint64_t product = 1;
  for (const std::uint64_t bound : bounds) product *= bound;
  std::uint64_t rest = 0;
  do {
    rest = words.next();
    for (std::size_t two = 0; two < n_twos; ++two) {
      drawn.twos[two][place] = static_cast<std::uint16_t>(take(rest, bounds[two]));
    }
  } while (rest < product && rest < (0 - product) % product);
}

bool Dealer::draw(std::uint64_t first, std::size_t count, Drawn& drawn, const Interrupted& stopped) const {
  std::uint64_t tries = 0;
  const auto asked_to_stop = [&] { return ++tries % kAskEvery == 0 && stopped && stopped(); };
  if (has_streams_) {
    for (std::size_t i = 0; i < count; ++i) {
      WordStream words(seed_, Domain::kEquity, first + i);
      while (!draw_hands(words, i, drawn)) {
        if (asked_to_stop()) return false;
      }
      if (cards_to_come_ > 0) draw_board(words, i, drawn);
    }
    return true;
  }
  std::array<std::uint64_t, kStagedWords> words;
  fill_words(seed_, Domain::kEquity, first, std::span(words).first(count));
  draw_at_once(std::span(words).first(count), 0, drawn);
  for (std::size_t i = 0; i < count; ++i) {
    if (counts(words[i], i, drawn)) [[likely]]
      continue;
    WordStream again(seed_, Domain::kEquity, first + i, Draw::kAgain);
    do {
      if (asked_to_stop()) return false;
      words[i] = again.next();
      draw_at_once({&words[i], 1}, i, drawn);
    } while (!counts(words[i], i, drawn));
  }
  return true;
}

std::optional<std::uint64_t> Dealer::count_tries(const Interrupted& interrupted) const {
  WordStream words({0, 0}, Domain::kEquity, 0, Draw::kAgain);
  Drawn drawn;
  std::uint64_t tries = 0, found = 0;
  while (tries < kMostTries && found < kEnoughFound) {
    found += draw_hands(words, 0, drawn);
    if (++tries % kAskEvery == 0 && interrupted && interrupted()) return std::nullopt;
  }
  return tries;
}

}  // namespace croupier::equity
