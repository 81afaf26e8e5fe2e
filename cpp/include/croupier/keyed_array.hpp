#pragma once

#include <array>
#include <cstddef>

namespace croupier {

/// An array whose places are the values of an enumeration, which count from 0.
template <class Key, class T, std::size_t N>
struct KeyedArray {
  using key_type = Key;
  using value_type = T;

  std::array<T, N> values{};

  constexpr T& operator[](Key key) { return values[static_cast<std::size_t>(key)]; }
  constexpr const T& operator[](Key key) const { return values[static_cast<std::size_t>(key)]; }

  static constexpr std::size_t size() { return N; }
  constexpr auto begin() { return values.begin(); }
  constexpr auto begin() const { return values.begin(); }
  constexpr auto end() { return values.end(); }
  constexpr auto end() const { return values.end(); }

  /// All places, in ascending order.
  static constexpr std::array<Key, N> keys() {
    std::array<Key, N> all{};
    for (std::size_t i = 0; i < N; ++i) all[i] = static_cast<Key>(i);
    return all;
  }

  bool operator==(const KeyedArray&) const = default;
};

}  // namespace croupier
