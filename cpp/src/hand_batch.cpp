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
#include "simd/hand_table.hpp"
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
std::uint64_t load(const IntegerArray& from, const std::byte* address) {
  return visit(from.type, [&]<class Integer>(Integer value) {
    std::memcpy(&value, address, sizeof value);
    return static_cast<std::uint64_t>(from.swapped ? swap_bytes(value) : value);
  });
}

const std::byte* address_of_row(const IntegerArray& from, std::size_t row) {
  return from.data + static_cast<std::ptrdiff_t>(row) * from.row_stride;
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
    const std::uint64_t value = load(array, from + static_cast<std::ptrdiff_t>(i) * stride);
    to[i] = value < kPackSize ? static_cast<Card>(value) : kNoCard;
  }
}

std::size_t rank_block(const IntegerArray& hands, std::size_t begin, std::size_t end, Strength* out) {
  const simd::Kernels& kernels = simd::kernels();
  const int n_cards = static_cast<int>(hands.columns);
  const std::byte* first = address_of_row(hands, begin);
  const bool bytes = hands.type == IntegerType::kUint8 || hands.type == IntegerType::kInt8;
  const bool even = hands.row_stride == n_cards * hands.column_stride;
  if (bytes && even && hands.column_stride == 1) {
    return begin + kernels.rank_rows(reinterpret_cast<const Card*>(first), n_cards, end - begin, out);
  }
  if (bytes && hands.row_stride == 1) {
    return begin +
           kernels.rank_columns(reinterpret_cast<const Card*>(first), hands.column_stride, n_cards, end - begin, out);
  }
  Card staged[kMaxHandCards * kStaged];
  while (begin < end) {
    const std::size_t count = std::min(kStaged, end - begin);
    std::size_t ranked = 0;
    if (even) {
      load_cards(hands, first, hands.column_stride, count * hands.columns, staged);
      ranked = kernels.rank_rows(staged, n_cards, count, out);
    } else {
      for (int card = 0; card < n_cards; ++card) {
        load_cards(hands, first + card * hands.column_stride, hands.row_stride, count,
                   staged + kStaged * static_cast<std::size_t>(card));
      }
      ranked = kernels.rank_columns(staged, kStaged, n_cards, count, out);
    }
    if (ranked < count) return begin + ranked;
    begin += count;
    out += count;
    first += static_cast<std::ptrdiff_t>(count) * hands.row_stride;
  }
  return end;
}

std::size_t rank_mask_block(const IntegerArray& masks, std::size_t begin, std::size_t end, Strength* out) {
  Mask staged[kStaged];
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

/// Runs fill(begin, end), which returns the first bad index or `end`, over blocks of [0, size).
std::size_t fill_blocks(std::size_t size, unsigned threads, const Interrupted& interrupted,
                        const std::function<std::size_t(std::size_t, std::size_t)>& fill) {
  std::atomic<std::size_t> first_bad{size};
  for_each_block(
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
  return first_bad;
}

/// The cards in a row; nothing if one is no card number or stands twice.
std::optional<Mask> mask_of_row(const IntegerArray& sets, std::size_t row) {
  Mask mask = 0;
  const std::byte* address = address_of_row(sets, row);
  for (std::size_t i = 0; i < sets.columns; ++i, address += sets.column_stride) {
    const std::uint64_t card = load(sets, address);
    if (card >= kPackSize || (mask & mask_of(static_cast<Card>(card))) != 0) return std::nullopt;
    mask |= mask_of(static_cast<Card>(card));
  }
  return mask;
}

/// Fills out[row] with function(row), which is nothing for a bad row.
template <class Result, class Function>
std::size_t map_rows(std::size_t rows, Result* out, unsigned threads, const Interrupted& interrupted,
                     Function function) {
  return fill_blocks(rows, threads, interrupted, [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row) {
      const std::optional<Result> result = function(row);
      if (!result) return row;
      out[row] = *result;
    }
    return end;
  });
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

  static std::size_t count_above(int card) { return static_cast<std::size_t>(simd::choose(kPackSize - 1 - card, 3)); }

  static constexpr std::size_t kSize = simd::choose(kPackSize, 3);

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
  std::array<Strength, Triples::kSize + simd::kPlaneBlock> strengths_{};
  std::array<std::array<std::uint32_t, kStrengths + 1>, kTurns> counts_{};
};

}  // namespace

std::size_t rank_rows(const IntegerArray& hands, Strength* out, unsigned threads, const Interrupted& interrupted) {
  return fill_blocks(hands.rows, threads, interrupted,
                     [&](std::size_t begin, std::size_t end) { return rank_block(hands, begin, end, out + begin); });
}

std::size_t rank_masks(const IntegerArray& masks, Strength* out, unsigned threads, const Interrupted& interrupted) {
  const bool plain = masks.type == IntegerType::kUint64 && !masks.swapped && masks.row_stride == sizeof(Mask) &&
                     reinterpret_cast<std::uintptr_t>(masks.data) % alignof(Mask) == 0;
  return fill_blocks(masks.rows, threads, interrupted, [&](std::size_t begin, std::size_t end) {
    if (!plain) return rank_mask_block(masks, begin, end, out + begin);
    const auto* first = reinterpret_cast<const Mask*>(address_of_row(masks, begin));
    return begin + simd::kernels().rank_masks(first, end - begin, out + begin);
  });
}

std::size_t mask_rows(const IntegerArray& sets, Mask* out, unsigned threads, const Interrupted& interrupted) {
  return map_rows(sets.rows, out, threads, interrupted, [&](std::size_t row) { return mask_of_row(sets, row); });
}

IntegerArray copy_rows(const IntegerArray& sets, Card* out) {
  for (std::size_t row = 0; row < sets.rows; ++row) {
    load_cards(sets, address_of_row(sets, row), sets.column_stride, sets.columns, out + row * sets.columns);
  }
  return {reinterpret_cast<const std::byte*>(out),
          IntegerType::kUint8,
          false,
          sets.rows,
          sets.columns,
          static_cast<std::ptrdiff_t>(sets.columns),
          1};
}

std::size_t best_five_rows(const IntegerArray& hands, std::array<Card, 5>* out, unsigned threads,
                           const Interrupted& interrupted) {
  return map_rows(hands.rows, out, threads, interrupted, [&](std::size_t row) {
    const std::optional<Mask> mask = mask_of_row(hands, row);
    return mask ? std::optional(best_five(*mask)) : std::nullopt;
  });
}

std::size_t categorize(const IntegerArray& strengths, Category* out, unsigned threads, const Interrupted& interrupted) {
  return map_rows(strengths.rows, out, threads, interrupted, [&](std::size_t row) -> std::optional<Category> {
    const std::uint64_t strength = load(strengths, address_of_row(strengths, row));
    if (strength < 1 || strength > kStrengths) return std::nullopt;
    return category(static_cast<Strength>(strength));
  });
}

std::vector<std::int64_t> strength_histogram(int n_cards, unsigned threads, const Interrupted& interrupted) {
  constexpr std::size_t kPairs = simd::choose(kPackSize, 2);
  const auto triples = std::make_unique<Triples>();
  std::vector<HandCounter> counters;
  const unsigned workers = count_workers(kPairs, 1, threads);
  counters.reserve(workers);
  while (counters.size() < workers) counters.emplace_back(*triples);

  // A block is the hands whose two lowest cards are given.
  for_each_block(
      kPairs, 1, workers,
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
