#include "croupier/random.hpp"

#include <algorithm>
#include <cassert>
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

}  // namespace

Block philox(const Block& counter, const Seed& seed) {
  Block block = counter;
  Seed key = seed;
#pragma GCC unroll 10
  for (int round = 0; round < kPhiloxRounds; ++round) {
    const Uint128 product0 = multiply(kMultiplier0, block[0]);
    const Uint128 product1 = multiply(kMultiplier1, block[2]);
    block = {product1.high ^ block[1] ^ key.low, product1.low, product0.high ^ block[3] ^ key.high, product0.low};
    key.low += kKeyStep0;
    key.high += kKeyStep1;
  }
  return block;
}

void fill_words(const Seed& seed, Domain domain, std::uint64_t first, std::span<std::uint64_t> out) {
  std::uint64_t index = first / kBlockWords;
  const auto next_block = [&] { return philox({index++, 0, 0, static_cast<std::uint64_t>(domain)}, seed); };

  if (const std::size_t skipped = first % kBlockWords; skipped > 0 && !out.empty()) {
    const Block block = next_block();
    const std::size_t count = std::min(kBlockWords - skipped, out.size());
    std::copy_n(block.data() + skipped, count, out.begin());
    out = out.subspan(count);
  }
  for (; out.size() >= kBlockWords; out = out.subspan(kBlockWords)) std::ranges::copy(next_block(), out.begin());
  if (!out.empty()) std::copy_n(next_block().begin(), out.size(), out.begin());
}

std::size_t draw_falling(WordStream& words, std::uint64_t left, std::span<std::uint32_t> drawn) {
  assert(!drawn.empty() && left >= drawn.size() && left >> 32 == 0);
  std::uint64_t product = left;
  std::size_t count = 1;
  while (count < drawn.size() && product <= kMostPerWord / (left - count)) product *= left - count++;

  std::uint64_t rest;
  do {
    rest = words.next();
    for (std::size_t i = 0; i < count; ++i) {
      const Uint128 scaled = multiply(rest, left - i);
      drawn[i] = static_cast<std::uint32_t>(scaled.high);
      rest = scaled.low;
    }
  } while (rest < product && rest < (0 - product) % product);
  return count;
}

void deal(WordStream& words, std::span<std::uint8_t> cards, std::size_t count) {
  assert(count <= cards.size());
  std::array<std::uint32_t, kMostDrawsPerWord> drawn;
  const std::size_t undealt = cards.size() - count;
  for (std::size_t left = cards.size(); left > undealt;) {
    const std::size_t draws = draw_falling(words, left, std::span(drawn).first(std::min(drawn.size(), left - undealt)));
    for (std::size_t i = 0; i < draws; ++i) std::swap(cards[drawn[i]], cards[--left]);
  }
  std::ranges::reverse(cards);
}

}  // namespace croupier
