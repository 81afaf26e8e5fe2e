#include "croupier/hand_batch.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <functional>
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

/// Copies `count` cards, `stride` bytes apart.
void load_cards(IntegerType type, const std::byte* from, std::ptrdiff_t stride, std::size_t count, Card* to) {
  visit(type, [&]<class Integer>(Integer) {
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
  Card staged[kMaxHandCards * kStaged];
  while (begin < end) {
    const std::size_t count = std::min(kStaged, end - begin);
    for (int card = 0; card < hands.n_cards; ++card) {
      load_cards(hands.type, first + card * hands.card_stride, hands.row_stride, count, staged + kStaged * card);
    }
    const std::size_t ranked = kernels.rank_columns(staged, kStaged, hands.n_cards, count, out);
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

/// Counts the strengths of hands.
class HandCounter {
 public:
  explicit HandCounter(std::vector<std::int64_t>& histogram) : histogram_(histogram) {}
  HandCounter(const HandCounter&) = delete;
  HandCounter& operator=(const HandCounter&) = delete;
  ~HandCounter() { flush(); }

  /// Adds every hand made of `hand` and `n_cards` more cards from `first` on.
  void add_cards(Mask hand, int first, int n_cards) {
    if (n_cards == 0) {
      masks_[size_++] = hand;
      if (size_ == masks_.size()) flush();
      return;
    }
    for (int card = first; card <= kPackSize - n_cards; ++card) {
      add_cards(hand | mask_of(static_cast<Card>(card)), card + 1, n_cards - 1);
    }
  }

 private:
  void flush() {
    simd::kernels().rank_masks(masks_.data(), size_, strengths_.data());
    for (std::size_t i = 0; i < size_; ++i) ++histogram_[strengths_[i]];
    size_ = 0;
  }

  std::vector<std::int64_t>& histogram_;
  std::array<Mask, 1024> masks_;
  std::array<Strength, 1024> strengths_;
  std::size_t size_ = 0;
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
  using Histogram = std::vector<std::int64_t>;
  constexpr std::size_t kPairs = kPackSize * (kPackSize - 1) / 2;
  std::vector<Histogram> histograms(count_workers(kPairs, 1, threads), Histogram(kStrengths + 1));

  // A block is the hands whose two lowest cards are given.
  const auto count_block = [&](unsigned worker, std::size_t begin, std::size_t) {
    std::size_t first = begin;
    std::size_t second = 1;
    while (first >= second) first -= second++;
    HandCounter counter(histograms[worker]);
    counter.add_cards(mask_of(static_cast<Card>(first)) | mask_of(static_cast<Card>(second)),
                      static_cast<int>(second) + 1, n_cards - 2);
  };
  for_each_block(kPairs, 1, threads, count_block, interrupted);

  for (std::size_t other = 1; other < histograms.size(); ++other) {
    std::ranges::transform(histograms[0], histograms[other], histograms[0].begin(), std::plus{});
  }
  return histograms[0];
}

}  // namespace croupier
