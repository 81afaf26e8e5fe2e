#include "croupier/royal_casino/state.hpp"

namespace croupier::royal_casino {

void settle(const Rules& rules, State& state) {
  if (!state.is_dealt_out()) return;
  if (!state.stock.empty()) {
    assert(state.stock.size() % (kCardsAHand * rules.players) == 0 || state.stock.size() == kPackSize);
    for (unsigned i = 0; i < rules.players; ++i) {
      state.hands[rules.after(state.to_move, i)] |= state.stock.deal(kCardsAHand);
    }
  } else if (rules.last_trick == LastTrick::kLastCapture && state.last_capture) {
    state.piles[*state.last_capture] |= state.table;
    state.table = {};
  }
}

State deal_pack(const Rules& rules, const std::array<Card, kPackSize>& pack, Seat first) {
  State state;
  state.to_move = first;
  state.stock = Stock(pack);
  settle(rules, state);
  state.table = state.stock.deal(kCardsAHand);
  return state;
}

}  // namespace croupier::royal_casino
