"""Play whole random games of Royal Casino: the core against its twin, and the sums that must hold.

python bench/prove_royal_casino.py [--games 100000] [--compared 2000]
"""

import argparse
import time
from itertools import chain
from typing import Any

import croupier
from croupier.reference import royal_casino as twin

CONTENT = ("hands", "table", "to_move", "stock", "piles", "sweeps", "last_capture")


def plain(move: Any) -> tuple[Any, ...]:
    return move.kind, move.card, move.groups, tuple(map(tuple, move.builds)), move.value


def play(players: int, index: int) -> croupier.games.royal_casino_state.RoyalRecord:
    agents = ("random",) * players
    return croupier.RoyalCasino(players).play_hand(agents, seed=2026, index=index)


def check_sums(players: int, games: int) -> str:
    """Every card in one place at every step; a hand worth what R32 says; no build left."""
    steps = uncaptured = 0
    for index in range(games):
        for state in play(players, index).states():
            held = chain(*state.hands, *state.piles, *(build.cards for build in state.builds))
            assert sorted([*held, *state.table, *state.stock]) == list(range(52)), str(state)
            steps += 1
        assert state.is_over
        assert not state.builds
        if state.last_capture is None:
            uncaptured += 1
            continue
        assert not state.table
        net = sum(state.sweeps) - len(state.sweeps) * min(state.sweeps)
        ties = 3 * (not any(score.cards for score in state.scores))
        ties += not any(score.spades for score in state.scores)
        assert sum(score.total for score in state.scores) == 11 + net - ties, str(state)
    return f"{games:,} games, {steps:,} states, {uncaptured} without a capture"


def check_twin(players: int, games: int) -> str:
    """The same legal moves in the same order, the same states, the same scores."""
    moves = states = most = 0
    for index in range(games):
        expected = twin.play_random(twin.RoyalCasino(players), 2026, index)
        for state, (other, legal) in zip(play(players, index).states(), expected, strict=True):
            assert all(getattr(state, name) == getattr(other, name) for name in CONTENT)
            assert list(map(tuple, state.builds)) == list(map(tuple, other.builds))
            assert list(map(plain, state.legal_moves())) == list(map(plain, legal)), str(state)
            assert legal or state.is_over
            moves, states, most = moves + len(legal), states + 1, max(most, len(legal))
        assert [score._asdict() for score in state.scores] == list(other.scores)
    return f"{games:,} games, {states:,} states, {moves:,} legal moves, at most {most} in one state"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--compared", type=int, default=2_000)
    arguments = parser.parse_args()
    for players in (2, 3, 4):
        for check, games in ((check_twin, arguments.compared), (check_sums, arguments.games)):
            began = time.monotonic()
            result = check(players, games)
            seconds = time.monotonic() - began
            print(f"{players} players, {check.__name__}: {result}, {seconds:.0f} s", flush=True)


if __name__ == "__main__":
    main()
