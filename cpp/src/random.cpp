#include "croupier/random.hpp"

#include <algorithm>
#include <utility>

namespace croupier {
namespace {

constexpr int kPhiloxRounds = 10;
constexpr std::uint64_t kMultiplier0 = 0xD2E7470EE14C6C93;
constexpr std::uint64_t kMultiplier1 = 0xCA5A826395121157;
constexpr std::uint64_t kKeyStep0 = 0x9E3779B97F4A7C15;
constexpr std::uint64_t kKeyStep1 = 0xBB67AE8584CAA73B;

/// 19! is at most kMostPerWord, 20! is more.
constexpr std::size_t kMostDrawsPerWord = 19;

constexpr std::size_t kBlockWords = Block{}.size();

/// Blocks worked on side by side: the processor multiplies for one while it waits for another.
constexpr std::size_t kLanes = 4;

/// Turns counters into blocks.
template <std::size_t N>
inline void philox(std::array<Block, N>& blocks, Seed key) {
  for (int round = 0; round < kPhiloxRounds; ++round) {
    for (Block& block : blocks) {
      const auto product0 = Uint128{kMultiplier0} * block[0];
      const auto product1 = Uint128{kMultiplier1} * block[2];
      block = {static_cast<std::uint64_t>(product1 >> 64) ^ block[1] ^ key.low, static_cast<std::uint64_t>(product1),
               static_cast<std::uint64_t>(product0 >> 64) ^ block[3] ^ key.high, static_cast<std::uint64_t>(product0)};
    }
    key.low += kKeyStep0;
    key.high += kKeyStep1;
  }
}

}  // namespace

Block philox(const Block& counter, const Seed& seed) {
  std::array<Block, 1> blocks = {counter};
  philox(blocks, seed);
  return blocks[0];
}

void fill_words(const Seed& seed, Domain domain, std::uint64_t first, std::span<std::uint64_t> out) {
  std::uint64_t index = first / kBlockWords;
  std::size_t skipped = first % kBlockWords;
  for (std::size_t filled = 0; filled < out.size();) {
    std::array<Block, kLanes> blocks;
    for (Block& block : blocks) block = {index++, 0, 0, static_cast<std::uint64_t>(domain)};
    philox(blocks, seed);
    const std::size_t count = std::min(kLanes * kBlockWords - skipped, out.size() - filled);
    std::copy_n(blocks[0].data() + skipped, count, out.data() + filled);
    filled += count;
    skipped = 0;
  }
}

std::uint64_t draw_below(WordStream& words, std::uint64_t bound) {
  for (;;) {
    const auto product = Uint128{words.next()} * bound;
    const auto rest = static_cast<std::uint64_t>(product);
    if (rest >= bound || rest >= (0 - bound) % bound) return static_cast<std::uint64_t>(product >> 64);
  }
}

void deal(WordStream& words, std::span<std::uint8_t> cards, std::size_t count) {
  std::array<std::size_t, kMostDrawsPerWord> drawn;
  const std::size_t undealt = cards.size() - std::min(count, cards.size());
  for (std::size_t left = cards.size(); left > undealt;) {
    std::uint64_t product = left;
    std::size_t draws = 1;
    while (left - draws > undealt && product <= kMostPerWord / (left - draws)) product *= left - draws++;

    std::uint64_t rest;
    do {
      rest = words.next();
      for (std::size_t i = 0; i < draws; ++i) {
        const auto scaled = Uint128{rest} * (left - i);
        drawn[i] = static_cast<std::size_t>(scaled >> 64);
        rest = static_cast<std::uint64_t>(scaled);
      }
    } while (rest < product && rest < (0 - product) % product);

    for (std::size_t i = 0; i < draws; ++i) std::swap(cards[drawn[i]], cards[--left]);
  }
  std::ranges::reverse(cards);
}

}  // namespace croupier
