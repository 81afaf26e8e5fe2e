// The time that each stage of the hand kernels takes, alone and together, over hands that stay in the cache.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <numeric>
#include <random>
#include <vector>

#include KERNEL_FILE

namespace croupier::simd {
namespace {

using Order = HighOrder<Isa>;

constexpr std::size_t kHands = std::size_t{1} << 14;
constexpr int kCards = 7;
constexpr std::size_t kVectors = kHands / Kernel::kLanes;

double seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

template <class Stage>
void time_stage(const char* name, Stage stage) {
  constexpr int kRounds = 201;
  double rounds[kRounds];
  for (double& round : rounds) {
    const double start = seconds();
    stage();
    round = seconds() - start;
  }
  std::sort(rounds, rounds + kRounds);
  std::printf("%-22s %6.3f ns a hand\n", name, 1e9 * rounds[kRounds / 2] / kHands);
}

Card rows[kHands * kCards + Isa::kSlack];
Card columns[kHands * kCards];
std::uint64_t masks[kHands];
alignas(64) Kernel::Planes planes[kVectors];
alignas(64) Kernel::Shape shapes[kVectors];
alignas(64) Strength strengths[kHands];

void deal() {
  std::mt19937_64 random(1);
  std::vector<Card> pack(kPackSize);
  std::iota(pack.begin(), pack.end(), Card{0});
  for (std::size_t i = 0; i < kHands; ++i) {
    std::shuffle(pack.begin(), pack.end(), random);
    for (std::size_t j = 0; j < kCards; ++j) {
      rows[kCards * i + j] = columns[kHands * j + i] = pack[j];
      masks[i] |= Mask::of(pack[j]).bits();
    }
  }
}

template <class Load>
void for_each_group(Load load) {
  for (std::size_t i = 0; i < kHands; i += Kernel::kBlock) load(i, planes + i / Kernel::kLanes);
}

template <class Step>
void for_each_vector(Step step) {
  for (std::size_t i = 0; i < kVectors; ++i) step(i, strengths + i * Kernel::kLanes);
}

template <class AnyOrder>
void time_finish_in_registers() {
  if constexpr (Isa::kHasWordTables) {
    time_stage("finish in registers", [] {
      for_each_vector([](std::size_t i, Strength* out) { AnyOrder::finish_in_registers(shapes[i], out); });
    });
  }
}

void run() {
  deal();
  time_stage("load rows",
             [] { for_each_group([](std::size_t i, auto* to) { Isa::load_rows<kCards>(rows + kCards * i, to); }); });
  time_stage("load columns", [] {
    for_each_group([](std::size_t i, auto* to) { Isa::load_columns<kCards>(columns + i, kHands, to); });
  });
  time_stage("load masks", [] { for_each_group([](std::size_t i, auto* to) { Isa::load_masks(masks + i, to); }); });
  time_stage("shape",
             [] { for_each_vector([](std::size_t i, Strength*) { shapes[i] = Kernel::shape_of(planes[i]); }); });
  time_stage("finish with loads",
             [] { for_each_vector([](std::size_t i, Strength* out) { Order::finish_with_loads(shapes[i], out); }); });
  time_finish_in_registers<Order>();
  time_stage("shape and finish",
             [] { for_each_vector([](std::size_t i, Strength* out) { Kernel::rank(planes[i], out); }); });
  time_stage("all from rows", [] { Kernel::rank_rows(rows, kCards, kHands, strengths); });
  time_stage("all from columns", [] { Kernel::rank_columns(columns, kHands, kCards, kHands, strengths); });
  time_stage("all from masks", [] { Kernel::rank_masks(masks, kHands, strengths); });
  std::printf("checksum %ld\n", std::accumulate(strengths, strengths + kHands, 0L));
}

}  // namespace
}  // namespace croupier::simd

int main() { croupier::simd::run(); }
