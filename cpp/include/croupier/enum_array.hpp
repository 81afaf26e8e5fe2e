#pragma once

#include <array>
#include <cstddef>

namespace croupier {

/// An array with a place for each of the `kSize` values of an enum, which count from 0.
template <class Enum, class T, std::size_t kSize>
struct EnumArray : std::array<T, kSize> {
  constexpr T& operator[](Enum value) { return std::array<T, kSize>::operator[](static_cast<std::size_t>(value)); }
  constexpr const T& operator[](Enum value) const {
    return std::array<T, kSize>::operator[](static_cast<std::size_t>(value));
  }
};

}  // namespace croupier
