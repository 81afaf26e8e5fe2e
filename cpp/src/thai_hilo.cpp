#include "croupier/thai_hilo.hpp"

#include <algorithm>
#include <cassert>

namespace croupier::thai_hilo {
namespace {

constexpr std::uint32_t kRolls = kFaces * kFaces * kFaces;

/// Rolls that one word serves.
constexpr std::size_t kRollsPerWord = 7;

constexpr BatchedDraw<kRollsPerWord> kDrawRolls({kRolls, kRolls, kRolls, kRolls, kRolls, kRolls, kRolls});

/// Words that a thread takes at a time, and words that are made at a time.
constexpr std::size_t kWordsPerBlock = std::size_t{1} << 13;
constexpr std::size_t kStaged = 512;

constexpr Dice dice_of(std::uint32_t roll) {
  const auto face = [roll](std::uint32_t unit) { return static_cast<std::uint8_t>(roll / unit % kFaces + 1); };
  return {face(kFaces * kFaces), face(kFaces), face(1)};
}

constexpr std::uint32_t roll_of(const Dice& dice) {
  return ((dice[0] - 1u) * kFaces + dice[1] - 1u) * kFaces + dice[2] - 1u;
}

constexpr auto kOutcomeOfRoll = [] {
  std::array<std::uint8_t, kRolls> outcomes{};
  std::uint8_t next = 0;
  for (std::uint32_t roll = 0; roll < kRolls; ++roll) {  // the dice of an outcome come first where they are sorted
    Dice sorted = dice_of(roll);
    std::ranges::sort(sorted);
    outcomes[roll] = roll_of(sorted) == roll ? next++ : outcomes[roll_of(sorted)];
  }
  return outcomes;
}();

/// The seven rolls that word number `index` serves.
auto rolls_of_word(const Seed& seed, std::uint64_t index) {
  std::array<std::uint64_t, 1> word;
  fill_words(seed, Domain::kThaiHiLo, index, word);
  return kDrawRolls(word[0], seed, Domain::kThaiHiLo, index);
}

/// Counts the rolls of whole words, each place in a word in a row of its own so that equal rolls do not wait for each
/// other.
void count_words(const Seed& seed, std::uint64_t first, std::size_t size, std::span<std::int64_t> histogram) {
  std::array<std::array<std::uint32_t, kRolls>, kRollsPerWord> counts{};
  std::array<std::uint64_t, kStaged> staged;
  while (size > 0) {
    const std::span words(staged.data(), std::min(kStaged, size));
    fill_words(seed, Domain::kThaiHiLo, first, words);
    for (std::size_t i = 0; i < words.size(); ++i) {
      const auto rolls = kDrawRolls(words[i], seed, Domain::kThaiHiLo, first + i);
      for (std::size_t j = 0; j < kRollsPerWord; ++j) ++counts[j][rolls[j]];
    }
    first += words.size();
    size -= words.size();
  }
  for (const auto& row : counts) {
    for (std::uint32_t roll = 0; roll < kRolls; ++roll) histogram[kOutcomeOfRoll[roll]] += row[roll];
  }
}

}  // namespace

std::uint8_t outcome(const Dice& dice) {
  assert(std::ranges::all_of(dice, [](int face) { return face >= 1 && face <= kFaces; }));
  return kOutcomeOfRoll[roll_of(dice)];
}

Dice deal(const Seed& seed, std::uint64_t index) {
  return dice_of(rolls_of_word(seed, index / kRollsPerWord)[index % kRollsPerWord]);
}

std::optional<std::vector<std::int64_t>> count(const Seed& seed, std::uint64_t first, std::uint64_t rounds,
                                               unsigned threads, const Interrupted& interrupted) {
  assert(rounds == 0 || rounds - 1 <= ~first);
  const std::size_t before = first % kRollsPerWord == 0 ? 0 : kRollsPerWord - first % kRollsPerWord;
  const std::uint64_t head = std::min<std::uint64_t>(before, rounds);
  const std::uint64_t words = (rounds - head) / kRollsPerWord;
  const std::uint64_t first_word = (first + head) / kRollsPerWord;
  auto histogram = count_blocks(
      words, kWordsPerBlock, kOutcomes, threads,
      [&](std::size_t begin, std::size_t end, std::span<std::int64_t> counts) {
        count_words(seed, first_word + begin, end - begin, counts);
      },
      interrupted);
  if (!histogram) return std::nullopt;

  const auto count_one = [&](std::uint64_t index) { ++(*histogram)[outcome(deal(seed, index))]; };
  for (std::uint64_t i = 0; i < head; ++i) count_one(first + i);
  for (std::uint64_t i = head + words * kRollsPerWord; i < rounds; ++i) count_one(first + i);
  return histogram;
}

}  // namespace croupier::thai_hilo
