"""What tests of Royal Casino share: both implementations, with moves as text."""

from __future__ import annotations

from typing import Any

import pytest

import croupier
from croupier import Build, RoyalMove
from croupier.games.royal_casino import RoyalView
from croupier.reference import royal_casino as twin


def content(state: Any) -> tuple[Any, ...]:
    """Everything a state says, from either implementation."""
    names = ("hands", "table", "to_move", "stock", "piles", "sweeps", "last_capture", "is_over")
    return (*(getattr(state, name) for name in names), tuple(map(tuple, state.builds)))


def plain(move: Any) -> tuple[Any, ...]:
    return move.kind, move.card, move.groups, tuple(map(tuple, move.builds)), move.value


class Royal:
    """One implementation, with moves as text."""

    def __init__(self, name: str) -> None:
        self.native = name == "croupier"
        self.game = croupier.RoyalCasino if self.native else twin.RoyalCasino

    def position(self, *args: Any, players: int = 2, rules: Any = None, **options: Any) -> Any:
        return self.game(players, **(rules or {})).position(*args, **options)

    def play(self, state: Any, *texts: str) -> Any:
        for text in texts:
            move: Any = RoyalMove.parse(text)
            if not self.native:
                builds = tuple(twin.Build(*build) for build in move.builds)
                move = twin.Move(move.kind, move.card, move.groups, builds, move.value)
            state = state.play(move)
        return state

    def moves(self, state: Any) -> list[str]:
        moves = []
        for kind, card, groups, builds, value in map(plain, state.legal_moves()):
            made = tuple(Build(*build) for build in builds)
            moves.append(str(RoyalMove(kind, card, groups, made, value)))
        return moves

    def refuses(self, state: Any, text: str, rule: str) -> bool:
        """Whether a move is refused with a rule's number, and is not listed either."""
        assert RoyalMove.parse(text) not in map(RoyalMove.parse, self.moves(state))
        with pytest.raises(ValueError, match=rf"^{rule}: \w"):
            self.play(state, text)
        return True

    def allows(self, state: Any, text: str) -> bool:
        listed = RoyalMove.parse(text) in map(RoyalMove.parse, self.moves(state))
        self.play(state, text)
        return listed


def cards(text: str) -> tuple[int, ...]:
    return tuple(sorted(croupier.parse_cards(text).tolist()))


def crowd() -> croupier.RoyalState:
    """A position of more moves than are listed, which no deal brings."""
    table = [card for card in range(48) if card not in cards("Kc")]
    return croupier.RoyalCasino().position([cards("As Kc"), ""], table)


def of_kind(moves: list[str], kind: str) -> list[str]:
    return [move for move in moves if move.startswith(kind)]


def totals(state: Any) -> list[dict[str, int]]:
    scores = state.scores
    return [dict(s) if isinstance(s, dict) else s._asdict() for s in scores]


def state_builds(state: Any) -> tuple[Build, ...]:
    return tuple(Build(*build) for build in state.builds)


class First:
    """Plays the first legal move, and looks at all it is shown."""

    def __init__(self) -> None:
        self.seen: list[RoyalView] = []

    def choose(self, state: Any) -> RoyalMove:
        self.seen.append(state)
        return state.legal_moves()[0]
