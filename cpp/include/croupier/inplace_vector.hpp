#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>

namespace croupier {

/// Up to N items, held in place: it never allocates, and copies as plain memory where its items do.
template <class T, std::size_t N>
class InplaceVector {
  static_assert(N <= UINT8_MAX);

 public:
  using value_type = T;

  static constexpr std::size_t capacity() { return N; }
  constexpr std::size_t size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }

  constexpr T* begin() { return items_.data(); }
  constexpr const T* begin() const { return items_.data(); }
  constexpr T* end() { return begin() + size_; }
  constexpr const T* end() const { return begin() + size_; }
  constexpr const T& operator[](std::size_t i) const { return items_[i]; }

  constexpr void push_back(const T& item) {
    assert(size_ < N);
    items_[size_++] = item;
  }

  template <class Predicate>
  constexpr void erase_if(Predicate predicate) {
    size_ = static_cast<std::uint8_t>(std::remove_if(begin(), end(), predicate) - begin());
  }

 private:
  std::array<T, N> items_{};
  std::uint8_t size_ = 0;
};

}  // namespace croupier
