#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <string_view>

#include "croupier/royal_casino/match.hpp"

namespace croupier::royal_casino {

inline CardSet cards(std::string_view text) {
  CardSet set;
  CardReader reader(text);
  while (const std::optional<Card> card = reader.next()) set |= CardSet::of(*card);
  return set;
}

inline Card card(std::string_view text) { return cards(text).front(); }

/// A position in which seat 0 moves.
inline State position(std::string_view hand, std::string_view table) {
  State state;
  state.hands[Seat{0}] = cards(hand);
  state.table = cards(table);
  return state;
}

inline Rules rules_for(unsigned players) {
  Rules rules;
  rules.players = players;
  return rules;
}

/// Calls visit(state, moves) for every state of hands that random agents play, and at_end(state) for the last ones.
template <class Visit, class AtEnd>
void play_randomly(const Rules& rules, std::uint64_t hands, Visit visit, AtEnd at_end) {
  MoveList list;
  for (std::uint64_t i = 0; i < hands; ++i) {
    WordStream words = agents_words({7, 0}, i);
    State state = start(rules, {7, 0}, i, Seat{0});
    while (!state.is_over()) {
      const std::span<const Move> moves = *list.find(rules, state);
      visit(state, moves);
      ASSERT_FALSE(moves.empty());
      state = play(rules, state, moves[draw_below(words, static_cast<std::uint32_t>(moves.size()))]);
    }
    at_end(state);
  }
}

/// Tests of games for so many players.
class RoyalCasinoOf : public testing::TestWithParam<unsigned> {
 protected:
  Rules rules() const { return rules_for(GetParam()); }
};

}  // namespace croupier::royal_casino
