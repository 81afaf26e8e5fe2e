#include "croupier/royal_casino/agents.hpp"

#include <cassert>
#include <utility>

#include "search.hpp"

namespace croupier::royal_casino {

Chooser::Chooser(const Rules& rules, Interrupted interrupted)
    : search_(std::make_unique<Search>(rules, interrupted)), rules_(rules), interrupted_(std::move(interrupted)) {}

Chooser::~Chooser() = default;

std::optional<Move> Chooser::choose(const Agent& agent, const State& state, WordStream& words) {
  assert(!state.is_over());
  if (const auto* ask = std::get_if<CallbackAgent>(&agent)) return (*ask)(state);
  const auto& [kind, playouts] = std::get<NativeAgent>(agent);
  switch (kind) {
    case AgentKind::kRandom:
      return choose_at_random(state, words);
    case AgentKind::kSearch:
      return search_->search(state, playouts, words);
    case AgentKind::kGreedy:
      break;
  }
  return search_->best_by_score(state);
}

std::optional<Move> Chooser::choose_at_random(const State& state, WordStream& words) {
  const auto moves = list_.find(rules_, state, interrupted_);
  if (!moves) return std::nullopt;
  assert(!moves->empty());
  return (*moves)[draw_below(words, static_cast<std::uint32_t>(moves->size()))];
}

}  // namespace croupier::royal_casino
