// Arrays of any type and layout through every instruction set, against what one row at a time gives.

#include <fuzzer/FuzzedDataProvider.h>

#include <bit>
#include <memory>
#include <random>

#include "croupier/isa.hpp"
#include "croupier/poker/batch.hpp"
#include "require.hpp"
#include "simd/kernels.hpp"

namespace croupier {
namespace {

constexpr std::size_t kMostRows = 600;
constexpr std::size_t kFewRows = 70;
constexpr std::size_t kMostFaults = 16;
constexpr std::size_t kMostColumns = 9;

bool never() { return false; }

std::size_t size_of(IntegerType type) { return std::size_t{1} << static_cast<int>(type) / 2; }
bool is_signed(IntegerType type) { return static_cast<int>(type) % 2 == 1; }

/// An array in a buffer of exactly its size, so that the address sanitizer sees what is read beyond either end.
class Array {
 public:
  Array(FuzzedDataProvider& input, std::size_t rows, std::size_t columns) {
    const auto type = static_cast<IntegerType>(input.ConsumeIntegralInRange(0, 7));
    const bool swapped = input.ConsumeBool();
    const auto size = static_cast<std::ptrdiff_t>(size_of(type));
    const auto stride = [&](std::ptrdiff_t packed) {
      switch (input.ConsumeIntegralInRange(0, 7)) {
        case 0:
          return std::ptrdiff_t{0};
        case 1:
          return input.ConsumeIntegralInRange<std::ptrdiff_t>(-40, 40);
        case 2:
          return packed + input.ConsumeIntegralInRange<std::ptrdiff_t>(1, 9);
        case 3:
          return -packed;
        default:
          return packed;
      }
    };
    const bool by_column = input.ConsumeBool();
    const std::ptrdiff_t inner = stride(size);
    const std::ptrdiff_t outer = stride(std::abs(inner) * static_cast<std::ptrdiff_t>(by_column ? rows : columns));
    const std::ptrdiff_t row_stride = by_column ? inner : outer;
    const std::ptrdiff_t column_stride = by_column ? outer : inner;
    const auto misaligned = input.ConsumeIntegralInRange<std::ptrdiff_t>(0, 7);

    std::ptrdiff_t lowest = 0, highest = 0;
    for (const auto [stride_of, count] : {std::pair(row_stride, rows), std::pair(column_stride, columns)}) {
      if (count > 0) (stride_of < 0 ? lowest : highest) += stride_of * static_cast<std::ptrdiff_t>(count - 1);
    }
    const bool empty = rows == 0 || columns == 0;
    bytes_ = std::make_unique<std::byte[]>(static_cast<std::size_t>(empty ? 0 : misaligned + highest - lowest + size));
    const std::byte* first = bytes_.get() + (empty ? 0 : misaligned - lowest);
    array_ = {first, type, swapped, rows, columns, row_stride, column_stride};
  }

  const IntegerArray& array() const { return array_; }

  /// Writes the low bytes of `value`.
  void write(std::size_t row, std::size_t column, std::uint64_t value) {
    const std::size_t size = size_of(array_.type);
    for (std::size_t i = 0; i < size; ++i) address(row, column)[byte(i)] = static_cast<std::byte>(value >> 8 * i);
  }

  /// The value, a negative one modulo 2^64.
  std::uint64_t read(std::size_t row, std::size_t column) const {
    const std::size_t size = size_of(array_.type);
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < size; ++i) value |= std::uint64_t(address(row, column)[byte(i)]) << 8 * i;
    const std::uint64_t sign = std::uint64_t{1} << (8 * size - 1);
    return is_signed(array_.type) && (value & sign) != 0 ? value | (0 - sign) : value;
  }

 private:
  std::byte* address(std::size_t row, std::size_t column) const {
    return const_cast<std::byte*>(array_.data) + static_cast<std::ptrdiff_t>(row) * array_.row_stride +
           static_cast<std::ptrdiff_t>(column) * array_.column_stride;
  }

  /// Where byte i, counted from the lowest one, stands.
  std::size_t byte(std::size_t i) const {
    const bool from_the_end = array_.swapped == (std::endian::native == std::endian::little);
    return from_the_end ? size_of(array_.type) - 1 - i : i;
  }

  std::unique_ptr<std::byte[]> bytes_;
  IntegerArray array_;
};

/// `n` different cards.
std::vector<Card> deal_cards(std::minstd_rand& random, std::size_t n) {
  std::vector<Card> cards;
  for (CardSet dealt; cards.size() < n;) {
    const auto card = static_cast<Card>(random() % kPackSize);
    if (!dealt.contains(card)) cards.push_back(card);
    dealt |= CardSet::of(card);
  }
  return cards;
}

/// Overwrites some places.
void spoil(FuzzedDataProvider& input, Array& array) {
  constexpr std::array<std::uint64_t, 3> kLimits = {0, kPackSize, kStrengths + 1};
  const std::size_t rows = array.array().rows, columns = array.array().columns;
  if (rows * columns == 0) return;
  for (std::size_t i = 0; i < kMostFaults && input.remaining_bytes() > 0; ++i) {
    const auto row = input.ConsumeIntegralInRange<std::size_t>(0, rows - 1);
    const auto column = input.ConsumeIntegralInRange<std::size_t>(0, columns - 1);
    std::uint64_t value = array.read(row, column);
    switch (input.ConsumeIntegralInRange(0, 3)) {
      case 0:
        value = array.read(row, (column + 1) % columns);
        break;
      case 1:
        value ^= std::uint64_t{1} << input.ConsumeIntegralInRange<std::size_t>(0, 8 * size_of(array.array().type) - 1);
        break;
      case 2:
        value = input.PickValueInArray(kLimits);
        break;
      default:
        value = input.ConsumeIntegral<std::uint64_t>();
    }
    array.write(row, column, value);
  }
}

/// Requires fill(array, out) to give with every instruction set what one(row) gives for each row, up to the first row
/// for which that is nothing.
template <class Result, class Fill, class One>
void compare(const IntegerArray& array, Fill fill, One one) {
  std::vector<Result> expected;
  while (expected.size() < array.rows) {
    const std::optional<Result> result = one(expected.size());
    if (!result) break;
    expected.push_back(*result);
  }
  for (const std::string_view isa : available_isas()) {
    REQUIRE(use_isa(isa));
    const auto out = std::make_unique<Result[]>(array.rows);
    REQUIRE(fill(array, out.get(), 1, never) == expected.size());
    REQUIRE(std::equal(expected.begin(), expected.end(), out.get()));
  }
}

/// The cards of a row; nothing if one is no card or stands twice.
std::optional<Mask> mask_of_row(const Array& sets, std::size_t row) {
  Mask mask;
  for (std::size_t column = 0; column < sets.array().columns; ++column) {
    const std::uint64_t card = sets.read(row, column);
    if (card >= kPackSize || mask.contains(static_cast<Card>(card))) return std::nullopt;
    mask |= Mask::of(static_cast<Card>(card));
  }
  return mask;
}

void require_best_five(Mask hand, const std::array<Card, 5>& five) {
  const Mask mask = Mask::of_all(five);
  REQUIRE((mask - hand).empty());
  REQUIRE(is_hand(mask.bits()));
  REQUIRE(rank(mask) == rank(hand));
}

void check_cards(FuzzedDataProvider& input, std::minstd_rand& random, std::size_t rows) {
  const bool any_number = input.ConsumeBool();
  const auto columns = input.ConsumeIntegralInRange<std::size_t>(any_number ? 0 : kMinHandCards,
                                                                 any_number ? kMostColumns : kMaxHandCards);
  Array sets(input, rows, columns);
  for (std::size_t row = 0; row < rows; ++row) {
    const std::vector<Card> cards = deal_cards(random, columns);
    for (std::size_t column = 0; column < columns; ++column) sets.write(row, column, cards[column]);
  }
  spoil(input, sets);

  compare<Mask>(sets.array(), mask_rows, [&](std::size_t row) { return mask_of_row(sets, row); });
  if (columns < kMinHandCards || columns > kMaxHandCards) return;
  compare<Strength>(sets.array(), rank_rows, [&](std::size_t row) {
    const std::optional<Mask> mask = mask_of_row(sets, row);
    return mask ? std::optional(rank(*mask)) : std::nullopt;
  });
  compare<std::array<Card, 5>>(sets.array(), best_five_rows, [&](std::size_t row) {
    const std::optional<Mask> mask = mask_of_row(sets, row);
    if (!mask) return std::optional<std::array<Card, 5>>();
    const std::array<Card, 5> five = best_five(*mask);
    require_best_five(*mask, five);
    return std::optional(five);
  });
}

void check_masks(FuzzedDataProvider& input, std::minstd_rand& random, std::size_t rows) {
  Array masks(input, rows, 1);
  for (std::size_t row = 0; row < rows; ++row) {
    masks.write(row, 0, Mask::of_all(deal_cards(random, kMinHandCards + random() % 3)).bits());
  }
  spoil(input, masks);
  compare<Strength>(masks.array(), rank_masks, [&](std::size_t row) {
    const std::uint64_t mask = masks.read(row, 0);
    const int cards = std::popcount(mask);
    const bool valid = (mask & ~BySuit::kWhole) == 0 && cards >= kMinHandCards && cards <= kMaxHandCards;
    REQUIRE(is_hand(mask) == valid);
    return valid ? std::optional(rank(Mask(mask))) : std::nullopt;
  });
}

void check_strengths(FuzzedDataProvider& input, std::minstd_rand& random, std::size_t rows) {
  Array strengths(input, rows, 1);
  for (std::size_t row = 0; row < rows; ++row) strengths.write(row, 0, 1 + random() % kStrengths);
  spoil(input, strengths);
  compare<Category>(strengths.array(), categorize, [&](std::size_t row) {
    const std::uint64_t strength = strengths.read(row, 0);
    if (strength < 1 || strength > kStrengths) return std::optional<Category>();
    return std::optional(category(static_cast<Strength>(strength)));
  });
}

/// The planes of `rows` sets and of the cards common to all.
void check_planes(FuzzedDataProvider& input, std::minstd_rand& random, std::size_t rows) {
  const auto n_common = input.ConsumeIntegralInRange<std::size_t>(0, kMaxHandCards);
  const auto n_cards =
      input.ConsumeIntegralInRange<std::size_t>(std::max<std::size_t>(n_common, kMinHandCards), kMaxHandCards);
  const std::vector<Card> common = deal_cards(random, n_common);
  const std::size_t padded = (rows + simd::kPlaneBlock - 1) / simd::kPlaneBlock * simd::kPlaneBlock;
  std::array<std::vector<std::uint16_t>, kSuits> suits;
  for (std::vector<std::uint16_t>& suit : suits) suit.resize(padded);
  std::vector<Strength> expected(rows);
  for (std::size_t row = 0; row < rows; ++row) {
    std::vector<Card> cards;
    while (cards.size() < n_cards - n_common) {
      const auto card = static_cast<Card>(random() % kPackSize);
      if (!(Mask::of_all(cards) | Mask::of_all(common)).contains(card)) cards.push_back(card);
    }
    for (std::size_t suit = 0; suit < kSuits; ++suit) {
      suits[suit][row] = static_cast<std::uint16_t>(simd::PlaneSet::of_all(cards).bits() >> 16 * suit);
    }
    expected[row] = rank(Mask::of_all(cards) | Mask::of_all(common));
  }
  for (const simd::Kernels* kernels : simd::compiled_kernels()) {
    if (!kernels->supported()) continue;
    std::vector<Strength> out(padded);
    kernels->rank_planes({suits[0].data(), suits[1].data(), suits[2].data(), suits[3].data()},
                         simd::PlaneSet::of_all(common), rows, out.data());
    REQUIRE(std::equal(expected.begin(), expected.end(), out.begin()));
  }
}

}  // namespace
}  // namespace croupier

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace croupier;
  constexpr std::array kChecks = {check_cards, check_cards, check_masks, check_strengths, check_planes};
  FuzzedDataProvider input(data, size);
  const auto rows = input.ConsumeIntegralInRange<std::size_t>(0, input.ConsumeBool() ? kMostRows : kFewRows);
  std::minstd_rand random(input.ConsumeIntegral<std::uint32_t>());
  input.PickValueInArray(kChecks)(input, random, rows);
  return 0;
}
