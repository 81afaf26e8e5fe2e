#include "croupier/poker/batch.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <cstring>
#include <functional>
#include <memory>
#include <optional>
#include <type_traits>

#include "croupier/parallel.hpp"
#include "poker/choose.hpp"
#include "simd/kernels.hpp"

namespace croupier {
namespace {

/// Hands a block: small enough to end soon when interrupted, large enough to be worth a thread.
constexpr std::size_t kBlock = std::size_t{1} << 14;

/// Hands that take a thread several times as long as it takes to start it.
constexpr std::size_t kWorthAThread = std::size_t{1} << 18;

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
Integer swap_bytes(Integer value) {
  std::array<std::byte, sizeof value> bytes;
  std::memcpy(bytes.data(), &value, sizeof value);
  std::ranges::reverse(bytes);
  std::memcpy(&value, bytes.data(), sizeof value);
  return value;
}

/// The value at an address, sign-extended to 64 bits: below zero it becomes a large number.
template <class Integer>
std::uint64_t load_as(const std::byte* address, bool swapped) {
  Integer value;
  std::memcpy(&value, address, sizeof value);
  return static_cast<std::uint64_t>(swapped ? swap_bytes(value) : value);
}

std::uint64_t load(const IntegerArray& from, const std::byte* address) {
  return visit(from.type, [&]<class Integer>(Integer) { return load_as<Integer>(address, from.swapped); });
}

/// The address of integer i of a row or column. Strides may be negative.
const std::byte* step(const std::byte* first, std::size_t i, std::ptrdiff_t stride) {
  return first + static_cast<std::ptrdiff_t>(i) * stride;
}

const std::byte* address_of_row(const IntegerArray& from, std::size_t row) {
  return step(from.data, row, from.row_stride);
}

/// Copies the low bytes of `count` integers, `stride` bytes apart; returns all their bits.
template <class Integer>
Integer copy_low_bytes(const std::byte* from, std::ptrdiff_t stride, std::size_t count, Card* to) {
  Integer seen = 0;
#pragma GCC unroll 4  // a short loop depends on where it happens to lie
  for (std::size_t i = 0; i < count; ++i) {
    Integer value;
    std::memcpy(&value, step(from, i, stride), sizeof value);
    to[i] = static_cast<Card>(value);
    seen |= value;
  }
  return seen;
}

/// Copies `count` cards, `stride` bytes apart; a number that no byte holds becomes kNoCard.
void load_cards(const IntegerArray& array, const std::byte* from, std::ptrdiff_t stride, std::size_t count, Card* to) {
  const bool fits = !array.swapped && visit(array.type, [&]<class Integer>(Integer) {
    using Unsigned = std::make_unsigned_t<Integer>;
    constexpr std::ptrdiff_t kPacked = sizeof(Integer);  // a stride known when compiling makes a quicker loop
    const Unsigned seen = stride == kPacked ? copy_low_bytes<Unsigned>(from, kPacked, count, to)
                                            : copy_low_bytes<Unsigned>(from, stride, count, to);
    return seen <= 0xFF;
  });
  if (fits) return;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t value = load(array, step(from, i, stride));
    to[i] = value < kPackSize ? static_cast<Card>(value) : kNoCard;
  }
}

const Card* as_cards(const std::byte* bytes) { return reinterpret_cast<const Card*>(bytes); }

std::size_t rank_block(const IntegerArray& hands, std::size_t begin, std::size_t end, Strength* out) {
  const simd::Kernels& kernels = simd::kernels();
  const auto n_cards = static_cast<int>(hands.columns);
  const std::byte* first = address_of_row(hands, begin);
  const bool bytes = hands.type == IntegerType::kUint8 || hands.type == IntegerType::kInt8;
  const bool even = hands.row_stride == n_cards * hands.column_stride;
  if (bytes && even && hands.column_stride == 1) {
    return begin + kernels.rank_rows(as_cards(first), n_cards, end - begin, out);
  }
  if (bytes && hands.row_stride == 1) {
    return begin + kernels.rank_columns(as_cards(first), hands.column_stride, n_cards, end - begin, out);
  }
  Card staged[kMaxHandCards * kStaged];
  while (begin < end) {
    const std::size_t count = std::min(kStaged, end - begin);
    std::size_t ranked = 0;
    if (even) {
      load_cards(hands, first, hands.column_stride, count * hands.columns, staged);
      ranked = kernels.rank_rows(staged, n_cards, count, out);
    } else {
      for (std::size_t card = 0; card < hands.columns; ++card) {
        load_cards(hands, step(first, card, hands.column_stride), hands.row_stride, count, staged + kStaged * card);
      }
      ranked = kernels.rank_columns(staged, kStaged, n_cards, count, out);
    }
    if (ranked < count) return begin + ranked;
    begin += count;
    out += count;
    first = step(first, count, hands.row_stride);
  }
  return end;
}

std::size_t rank_mask_block(const IntegerArray& masks, std::size_t begin, std::size_t end, Strength* out) {
  std::uint64_t staged[kStaged];
  while (begin < end) {
    const std::size_t count = std::min(kStaged, end - begin);
    for (std::size_t i = 0; i < count; ++i) staged[i] = load(masks, address_of_row(masks, begin + i));
    const std::size_t ranked = simd::kernels().rank_masks(staged, count, out);
    if (ranked < count) return begin + ranked;
    begin += count;
    out += count;
  }
  return end;
}

/// Runs fill(begin, end), which returns the first bad index or `end`, over blocks of [0, size). Returns the first bad
/// index of all, or `size`; nothing if it was interrupted.
std::optional<std::size_t> fill_blocks(std::size_t size, unsigned threads, const Interrupted& interrupted,
                                       const std::function<std::size_t(std::size_t, std::size_t)>& fill) {
  std::atomic<std::size_t> first_bad{size};
  const bool complete = for_each_block(
      size, kBlock, count_workers(size, kWorthAThread, threads),
      [&](unsigned, std::size_t begin, std::size_t end) {
        if (begin > first_bad.load(std::memory_order_relaxed)) return;
        const std::size_t bad = fill(begin, end);
        if (bad == end) return;
        std::size_t lowest = first_bad.load();
        while (bad < lowest && !first_bad.compare_exchange_weak(lowest, bad)) {
        }
      },
      interrupted);
  return complete ? std::optional(first_bad.load()) : std::nullopt;
}

/// The cards in a row; nothing if one is no card number or stands twice.
template <class Integer>
std::optional<Mask> mask_of_row(const IntegerArray& sets, std::size_t row) {
  Mask mask;
  const std::byte* address = address_of_row(sets, row);
  for (std::size_t i = 0; i < sets.columns; ++i, address += sets.column_stride) {
    const std::uint64_t card = load_as<Integer>(address, sets.swapped);
    if (card >= kPackSize) return std::nullopt;
    const Mask added = Mask::of(static_cast<Card>(card));
    if (mask.intersects(added)) return std::nullopt;
    mask |= added;
  }
  return mask;
}

/// Fills out[row] with function(mask of the row).
template <class Result, class Function>
std::optional<std::size_t> map_masks(const IntegerArray& sets, Result* out, unsigned threads,
                                     const Interrupted& interrupted, Function function) {
  return fill_blocks(sets.rows, threads, interrupted, [&](std::size_t begin, std::size_t end) {
    return visit(sets.type, [&]<class Integer>(Integer) {
      for (std::size_t row = begin; row < end; ++row) {
        const std::optional<Mask> mask = mask_of_row<Integer>(sets, row);
        if (!mask) return row;
        out[row] = function(*mask);
      }
      return end;
    });
  });
}

/// All sets of three cards in planes, those of the highest cards first, so that the sets above any card come first.
class Triples {
 public:
  static constexpr std::size_t kSize = choose(kPackSize, 3);

  Triples() {
    std::size_t i = 0;
    for (Card low = kPackSize; low-- > 0;) {
      for (Card middle = low + 1; middle < kPackSize; ++middle) {
        for (Card high = middle + 1; high < kPackSize; ++high, ++i) {
          table_.set(i, simd::PlaneSet::of_all(std::array{low, middle, high}));
        }
      }
    }
  }

  simd::PlaneArrays arrays() const { return table_.arrays(); }

  static std::size_t count_above(Card card) {
    const auto above = static_cast<std::size_t>(kPackSize - 1 - card);
    return above * (above - 1) * (above - 2) / 6;
  }

 private:
  simd::PlaneTable<kSize> table_;
};

/// Counts the strengths of hands.
class HandCounter {
 public:
  explicit HandCounter(const Triples& triples) : triples_(triples) {}

  /// Adds every hand of `cards`, the highest of which is `highest`, `more` others above it, and three above those.
  void add(simd::PlaneSet cards, Card highest, int more) {
    if (more > 0) {
      for (Card card = highest + 1; card < kPackSize; ++card) add(cards | simd::PlaneSet::of(card), card, more - 1);
      return;
    }
    const std::size_t count = Triples::count_above(highest);
    simd::kernels().rank_planes(triples_.arrays(), cards, count, strengths_.data());
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
  std::array<Strength, Triples::kSize + simd::kPlaneBlock> strengths_{};
  std::array<std::array<std::uint32_t, kStrengths + 1>, kTurns> counts_{};
};

}  // namespace

std::optional<std::size_t> rank_rows(const IntegerArray& hands, Strength* out, unsigned threads,
                                     const Interrupted& interrupted) {
  assert(hands.columns >= kMinHandCards && hands.columns <= kMaxHandCards);
  return fill_blocks(hands.rows, threads, interrupted,
                     [&](std::size_t begin, std::size_t end) { return rank_block(hands, begin, end, out + begin); });
}

std::optional<std::size_t> rank_masks(const IntegerArray& masks, Strength* out, unsigned threads,
                                      const Interrupted& interrupted) {
  assert(masks.columns == 1);
  const bool plain = masks.type == IntegerType::kUint64 && !masks.swapped &&
                     masks.row_stride == sizeof(std::uint64_t) &&
                     reinterpret_cast<std::uintptr_t>(masks.data) % alignof(std::uint64_t) == 0;
  return fill_blocks(masks.rows, threads, interrupted, [&](std::size_t begin, std::size_t end) {
    if (!plain) return rank_mask_block(masks, begin, end, out + begin);
    const auto* first = reinterpret_cast<const std::uint64_t*>(address_of_row(masks, begin));
    return begin + simd::kernels().rank_masks(first, end - begin, out + begin);
  });
}

std::optional<std::size_t> mask_rows(const IntegerArray& sets, Mask* out, unsigned threads,
                                     const Interrupted& interrupted) {
  return map_masks(sets, out, threads, interrupted, std::identity());
}

std::optional<std::size_t> best_five_rows(const IntegerArray& hands, std::array<Card, 5>* out, unsigned threads,
                                          const Interrupted& interrupted) {
  assert(hands.columns >= kMinHandCards && hands.columns <= kMaxHandCards);
  return map_masks(hands, out, threads, interrupted, best_five);
}

std::optional<std::size_t> categorize(const IntegerArray& strengths, Category* out, unsigned threads,
                                      const Interrupted& interrupted) {
  assert(strengths.columns == 1);
  return fill_blocks(strengths.rows, threads, interrupted, [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row) {
      const std::uint64_t strength = load(strengths, address_of_row(strengths, row));
      if (strength < 1 || strength > kStrengths) return row;
      out[row] = category(static_cast<Strength>(strength));
    }
    return end;
  });
}

std::optional<std::vector<std::int64_t>> strength_histogram(int n_cards, unsigned threads,
                                                            const Interrupted& interrupted) {
  assert(n_cards >= kMinHandCards && n_cards <= kMaxHandCards);
  std::vector<std::array<Card, 2>> pairs;
  for_each_pair([&](Card high, Card low) { pairs.push_back({high, low}); });
  const auto triples = std::make_unique<Triples>();
  std::vector<HandCounter> counters;
  const unsigned workers = count_workers(pairs.size(), 1, threads);
  counters.reserve(workers);
  while (counters.size() < workers) counters.emplace_back(*triples);

  // A block is the hands whose two lowest cards are given.
  const bool complete = for_each_block(
      pairs.size(), 1, workers,
      [&](unsigned worker, std::size_t begin, std::size_t) {
        counters[worker].add(simd::PlaneSet::of_all(pairs[begin]), pairs[begin][0], n_cards - 5);
      },
      interrupted);
  if (!complete) return std::nullopt;

  std::vector<std::int64_t> histogram(kStrengths + 1);
  for (const HandCounter& counter : counters) counter.add_to(histogram);
  return histogram;
}

}  // namespace croupier
