#pragma once

namespace croupier {

/// The number of sets of k among n.
constexpr int choose(int n, int k) {
  int result = 1;
  for (int i = 0; i < k; ++i) result = result * (n - i) / (i + 1);
  return n < k ? 0 : result;
}

}  // namespace croupier
