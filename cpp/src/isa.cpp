#include "croupier/isa.hpp"

#include <array>
#include <atomic>

#include "simd/kernels.hpp"

namespace croupier {
namespace simd {
namespace {

constexpr std::array kCompiled = {
    &kScalar,
#if defined(__x86_64__) && defined(__GNUC__)
    &kSse2,
    &kAvx2,
    &kAvx512,
#elif defined(__aarch64__) && defined(__GNUC__)
    &kNeon,
#endif
};

const Kernels* fastest() {
  const Kernels* best = &kScalar;
  for (const Kernels* candidate : kCompiled) {
    if (candidate->supported()) best = candidate;
  }
  return best;
}

std::atomic<const Kernels*>& in_use() {
  static std::atomic<const Kernels*> chosen{fastest()};
  return chosen;
}

}  // namespace

std::span<const Kernels* const> compiled_kernels() { return kCompiled; }

const Kernels& kernels() { return *in_use().load(std::memory_order_relaxed); }

}  // namespace simd

std::vector<std::string_view> compiled_isas() {
  std::vector<std::string_view> names;
  for (const simd::Kernels* candidate : simd::compiled_kernels()) names.push_back(candidate->name);
  return names;
}

std::vector<std::string_view> available_isas() {
  std::vector<std::string_view> names;
  for (const simd::Kernels* candidate : simd::compiled_kernels()) {
    if (candidate->supported()) names.push_back(candidate->name);
  }
  return names;
}

std::string_view isa_in_use() { return simd::kernels().name; }

bool use_isa(std::string_view name) {
  for (const simd::Kernels* candidate : simd::compiled_kernels()) {
    if (candidate->name == name && candidate->supported()) {
      simd::in_use().store(candidate, std::memory_order_relaxed);
      return true;
    }
  }
  return false;
}

}  // namespace croupier
