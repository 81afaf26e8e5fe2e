#pragma once

#include <concepts>
#include <cstdint>

namespace croupier {

/// An unsigned integer of 128 bits, as much of it as counting needs. It counts modulo 2^128.
struct Uint128 {
  std::uint64_t low = 0;
  std::uint64_t high = 0;

  constexpr Uint128() = default;
  constexpr Uint128(std::integral auto value)
      : low(static_cast<std::uint64_t>(value)), high(value < 0 ? ~std::uint64_t{0} : 0) {}
  constexpr Uint128(std::uint64_t low_half, std::uint64_t high_half) : low(low_half), high(high_half) {}

  constexpr Uint128& operator+=(Uint128 other) {
    low += other.low;
    high += other.high + (low < other.low);
    return *this;
  }

  friend constexpr Uint128 operator+(Uint128 a, Uint128 b) { return a += b; }

  friend constexpr Uint128 operator*(Uint128 a, Uint128 b);

  friend constexpr bool operator==(const Uint128&, const Uint128&) = default;
};

/// The product of two words in four products of halves, for compilers that have no wider integers.
constexpr Uint128 multiply_halves(std::uint64_t a, std::uint64_t b) {
  constexpr std::uint64_t kHalf = 0xFFFF'FFFF;
  const std::uint64_t low = (a & kHalf) * (b & kHalf);
  const std::uint64_t cross = (a >> 32) * (b & kHalf) + (low >> 32);
  const std::uint64_t other_cross = (a & kHalf) * (b >> 32) + (cross & kHalf);
  return {(low & kHalf) | other_cross << 32, (a >> 32) * (b >> 32) + (cross >> 32) + (other_cross >> 32)};
}

/// The product of two words.
constexpr Uint128 multiply(std::uint64_t a, std::uint64_t b) {
#ifdef __SIZEOF_INT128__
  __extension__ using Wide = unsigned __int128;
  const Wide product = Wide{a} * b;
  return {static_cast<std::uint64_t>(product), static_cast<std::uint64_t>(product >> 64)};
#else
  return multiply_halves(a, b);
#endif
}

constexpr Uint128 operator*(Uint128 a, Uint128 b) {
  Uint128 product = multiply(a.low, b.low);
  product.high += a.high * b.low + a.low * b.high;
  return product;
}

}  // namespace croupier
