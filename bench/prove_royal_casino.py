"""Play whole random games of Royal Casino with the core and its twin, and compare every step."""

import argparse
from typing import Any

import croupier
from croupier.reference import royal_casino as twin

CONTENT = ("hands", "table", "to_move", "stock", "piles", "sweeps", "last_capture")


def plain(move: Any) -> tuple[Any, ...]:
    return move.kind, move.card, move.groups, tuple(map(tuple, move.builds)), move.value


def compare(players: int, games: int) -> str:
    """The same legal moves in the same order, the same states, the same scores."""
    moves = states = most = 0
    game, rules = croupier.RoyalCasino(players), twin.RoyalCasino(players)
    for index in range(games):
        record = game.play_hand(("random",) * players, seed=2026, index=index)
        expected = twin.play_random(rules, 2026, index)
        for state, (other, legal) in zip(record.states(), expected, strict=True):
            assert all(getattr(state, name) == getattr(other, name) for name in CONTENT)
            assert list(map(tuple, state.builds)) == list(map(tuple, other.builds))
            assert list(map(plain, state.legal_moves())) == list(map(plain, legal)), str(state)
            assert legal or state.is_over
            moves, states, most = moves + len(legal), states + 1, max(most, len(legal))
        assert [score._asdict() for score in state.scores] == list(other.scores)
    return f"{games:,} games, {states:,} states, {moves:,} legal moves, at most {most} in one state"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2_000, help="for each number of players")
    games = parser.parse_args().games
    for players in (2, 3, 4):
        print(f"{players} players: {compare(players, games)}", flush=True)


if __name__ == "__main__":
    main()
