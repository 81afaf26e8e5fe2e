#include "croupier/hand_batch.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <functional>
#include <memory>
#include <optional>
#include <type_traits>

#include "croupier/parallel.hpp"
#include "simd/kernels.hpp"

namespace croupier {
namespace {

/// Hands a block: small enough to end soon when interrupted, large enough to be worth a thread.
constexpr std::size_t kBlock = std::size_t{1} << 14;

/// Rows at a time that are gathered into columns of bytes.
constexpr std::size_t kStaged = 512;

/// No card: what a number out of range becomes.
constexpr Card kNoCard = 0xFF;

template <class Visitor>
decltype(auto) visit(IntegerType type, Visitor&& visitor) {
  switch (type) {
    case IntegerType::kUint8:
      return visitor(std::uint8_t{});
    case IntegerType::kInt8:
      return visitor(std::int8_t{});
    case IntegerType::kUint16:
      return visitor(std::uint16_t{});
    case IntegerType::kInt16:
      return visitor(std::int16_t{});
    case IntegerType::kUint32:
      return visitor(std::uint32_t{});
    case IntegerType::kInt32:
      return visitor(std::int32_t{});
    case IntegerType::kUint64:
      return visitor(std::uint64_t{});
    case IntegerType::kInt64:
    default:
      return visitor(std::int64_t{});
  }
}

template <class Integer>
Card load_card(const std::byte* address) {
  Integer value;
  std::memcpy(&value, address, sizeof value);
  return static_cast<std::make_unsigned_t<Integer>>(value) < kPackSize ? static_cast<Card>(value) : kNoCard;
}

/// Copies the low bytes of `count` integers, `stride` bytes apart; returns all their bits.
template <class Integer>
Integer copy_low_bytes(const std::byte* from, std::ptrdiff_t stride, std::size_t count, Card* to) {
  Integer seen = 0;
  for (std::size_t i = 0; i < count; ++i) {
    Integer value;
    std::memcpy(&value, from + static_cast<std::ptrdiff_t>(i) * stride, sizeof value);
    to[i] = static_cast<Card>(value);
    seen |= value;
  }
  return seen;
}

/// Copies `count` cards, `stride` bytes apart.
void load_cards(IntegerType type, const std::byte* from, std::ptrdiff_t stride, std::size_t count, Card* to) {
  visit(type, [&]<class Integer>(Integer) {
    using Unsigned = std::make_unsigned_t<Integer>;
    constexpr std::ptrdiff_t kPacked = sizeof(Integer);  // a stride known when compiling makes a quicker loop
    const Unsigned seen = stride == kPacked ? copy_low_bytes<Unsigned>(from, kPacked, count, to)
                                            : copy_low_bytes<Unsigned>(from, stride, count, to);
    if (seen <= 0xFF) return;
    for (std::size_t i = 0; i < count; ++i) to[i] = load_card<Integer>(from + static_cast<std::ptrdiff_t>(i) * stride);
  });
}

std::size_t rank_block(const CardArray& hands, std::size_t begin, std::size_t end, Strength* out) {
  const simd::Kernels& kernels = simd::kernels();
  const std::byte* first = hands.data + static_cast<std::ptrdiff_t>(begin) * hands.row_stride;
  const bool bytes = hands.type == IntegerType::kUint8 || hands.type == IntegerType::kInt8;
  if (bytes && hands.card_stride == 1 && hands.row_stride == hands.n_cards) {
    return begin + kernels.rank_rows(reinterpret_cast<const Card*>(first), hands.n_cards, end - begin, out);
  }
  if (bytes && hands.row_stride == 1) {
    return begin + kernels.rank_columns(reinterpret_cast<const Card*>(first), hands.card_stride, hands.n_cards,
                                        end - begin, out);
  }
  const bool even = hands.row_stride == hands.n_cards * hands.card_stride;
  Card staged[kMaxHandCards * kStaged];
  while (begin < end) {
    const std::size_t count = std::min(kStaged, end - begin);
    std::size_t ranked = 0;
    if (even) {
      load_cards(hands.type, first, hands.card_stride, count * static_cast<std::size_t>(hands.n_cards), staged);
      ranked = kernels.rank_rows(staged, hands.n_cards, count, out);
    } else {
      for (int card = 0; card < hands.n_cards; ++card) {
        load_cards(hands.type, first + card * hands.card_stride, hands.row_stride, count, staged + kStaged * card);
      }
      ranked = kernels.rank_columns(staged, kStaged, hands.n_cards, count, out);
    }
    if (ranked < count) return begin + ranked;
    begin += count;
    out += count;
    first += static_cast<std::ptrdiff_t>(count) * hands.row_stride;
  }
  return end;
}

/// Runs fill(begin, end), which returns the first bad index or `end`, over blocks of [0, size).
std::size_t fill_blocks(std::size_t size, unsigned threads, const Interrupted& interrupted,
                        const std::function<std::size_t(std::size_t, std::size_t)>& fill) {
  std::atomic<std::size_t> first_bad{size};
  for_each_block(
      size, kBlock, threads,
      [&](unsigned, std::size_t begin, std::size_t end) {
        if (begin > first_bad.load(std::memory_order_relaxed)) return;
        const std::size_t bad = fill(begin, end);
        if (bad == end) return;
        std::size_t lowest = first_bad.load();
        while (bad < lowest && !first_bad.compare_exchange_weak(lowest, bad)) {
        }
      },
      interrupted);
  return first_bad;
}

/// The cards in row `row`; nothing if one is no card number or stands twice.
std::optional<Mask> mask_of_row(const CardArray& sets, std::size_t row) {
  Mask mask = 0;
  const std::byte* address = sets.data + static_cast<std::ptrdiff_t>(row) * sets.row_stride;
  for (int i = 0; i < sets.n_cards; ++i, address += sets.card_stride) {
    const Card card = visit(sets.type, [&]<class Integer>(Integer) { return load_card<Integer>(address); });
    if (card == kNoCard || (mask & mask_of(card)) != 0) return std::nullopt;
    mask |= mask_of(card);
  }
  return mask;
}

template <class Result, class Function>
std::size_t map_rows(const CardArray& sets, Result* out, unsigned threads, const Interrupted& interrupted,
                     Function function) {
  return fill_blocks(sets.rows, threads, interrupted, [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row) {
      const std::optional<Mask> mask = mask_of_row(sets, row);
      if (!mask) return row;
      out[row] = function(*mask);
    }
    return end;
  });
}

constexpr std::size_t choose(std::size_t n, std::size_t k) {
  std::size_t result = 1;
  for (std::size_t i = 0; i < k; ++i) result = result * (n - i) / (i + 1);
  return n < k ? 0 : result;
}

/// All sets of three cards in planes, those of the highest cards first, so that the sets above any card come first.
class Triples {
 public:
  Triples() {
    std::size_t i = 0;
    for (int low = kPackSize - 1; low >= 0; --low) {
      for (int middle = low + 1; middle < kPackSize; ++middle) {
        for (int high = middle + 1; high < kPackSize; ++high, ++i) {
          simd::PlaneMask set = 0;
          for (const int card : {low, middle, high}) set |= simd::plane_mask_of(static_cast<Card>(card));
          for (std::size_t suit = 0; suit < kSuits; ++suit)
            suits_[suit][i] = static_cast<std::uint16_t>(set >> 16 * suit);
        }
      }
    }
  }

  simd::PlaneArrays planes() const { return {suits_[0].data(), suits_[1].data(), suits_[2].data(), suits_[3].data()}; }

  static std::size_t count_above(int card) { return choose(static_cast<std::size_t>(kPackSize - 1 - card), 3); }

  static constexpr std::size_t kSize = choose(kPackSize, 3);

 private:
  std::array<std::array<std::uint16_t, kSize + simd::kPlaneBlock>, kSuits> suits_{};
};

/// Counts the strengths of hands.
class HandCounter {
 public:
  explicit HandCounter(const Triples& triples) : triples_(triples) {}

  /// Adds every hand of `cards`, the highest of which is `highest`, `more` others above it, and three above those.
  void add(simd::PlaneMask cards, int highest, int more) {
    if (more > 0) {
      for (int card = highest + 1; card < kPackSize; ++card) {
        add(cards | simd::plane_mask_of(static_cast<Card>(card)), card, more - 1);
      }
      return;
    }
    const std::size_t count = Triples::count_above(highest);
    simd::kernels().rank_planes(triples_.planes(), cards, count, strengths_.data());
    // Neighbours are often equal: counting them in turn in different places saves waiting for the last sum.
    std::size_t i = 0;
    for (; i + kTurns <= count; i += kTurns) {
      for (std::size_t turn = 0; turn < kTurns; ++turn) ++counts_[turn][strengths_[i + turn]];
    }
    for (; i < count; ++i) ++counts_[0][strengths_[i]];
  }

  void add_to(std::vector<std::int64_t>& histogram) const {
    for (const auto& counts : counts_) {
      for (std::size_t i = 0; i < counts.size(); ++i) histogram[i] += counts[i];
    }
  }

 private:
  static constexpr std::size_t kTurns = 2;

  const Triples& triples_;
  std::array<Strength, Triples::kSize + simd::kPlaneBlock> strengths_;
  std::array<std::array<std::uint32_t, kStrengths + 1>, kTurns> counts_{};
};

}  // namespace

std::size_t rank_rows(const CardArray& hands, Strength* out, unsigned threads, const Interrupted& interrupted) {
  return fill_blocks(hands.rows, threads, interrupted,
                     [&](std::size_t begin, std::size_t end) { return rank_block(hands, begin, end, out + begin); });
}

std::size_t rank_masks(const Mask* masks, std::size_t size, Strength* out, unsigned threads,
                       const Interrupted& interrupted) {
  return fill_blocks(size, threads, interrupted, [&](std::size_t begin, std::size_t end) {
    return begin + simd::kernels().rank_masks(masks + begin, end - begin, out + begin);
  });
}

std::size_t mask_rows(const CardArray& sets, Mask* out, unsigned threads, const Interrupted& interrupted) {
  return map_rows(sets, out, threads, interrupted, [](Mask mask) { return mask; });
}

std::size_t best_five_rows(const CardArray& hands, std::array<Card, 5>* out, unsigned threads,
                           const Interrupted& interrupted) {
  return map_rows(hands, out, threads, interrupted, best_five);
}

std::vector<std::int64_t> strength_histogram(int n_cards, unsigned threads, const Interrupted& interrupted) {
  constexpr std::size_t kPairs = choose(kPackSize, 2);
  const auto triples = std::make_unique<Triples>();
  std::vector<HandCounter> counters(count_workers(kPairs, 1, threads), HandCounter(*triples));

  // A block is the hands whose two lowest cards are given.
  for_each_block(
      kPairs, 1, threads,
      [&](unsigned worker, std::size_t begin, std::size_t) {
        std::size_t first = begin;
        std::size_t second = 1;
        while (first >= second) first -= second++;
        counters[worker].add(
            simd::plane_mask_of(static_cast<Card>(first)) | simd::plane_mask_of(static_cast<Card>(second)),
            static_cast<int>(second), n_cards - 5);
      },
      interrupted);

  std::vector<std::int64_t> histogram(kStrengths + 1);
  for (const HandCounter& counter : counters) counter.add_to(histogram);
  return histogram;
}

}  // namespace croupier
