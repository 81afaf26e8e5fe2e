"""Royal Casino: what is played of a seed is what it has always been, whoever plays."""

from __future__ import annotations

import hashlib
import itertools
import json
from pathlib import Path
from typing import Any

import pytest
from royal import First

import croupier
from croupier import RoyalMove

GOLDEN: dict[str, str] = json.loads(
    (Path(__file__).parent / "data" / "royal_casino.json").read_text(encoding="utf-8")
)


class Last:
    def choose(self, view: Any) -> RoyalMove:
        return view.legal_moves()[-1]  # type: ignore[no-any-return]


class Hoarder:
    def choose(self, view: Any) -> RoyalMove:
        return max(view.legal_moves(), key=lambda move: (sum(map(len, move.groups)), str(move)))


class Backwards:
    """Makes its move anew, the sets in another order."""

    def choose(self, view: Any) -> RoyalMove:
        moves = view.legal_moves()
        move = moves[len(view.table) % len(moves)]
        return RoyalMove(move.kind, move.card, move.groups[::-1], move.builds[::-1], move.value)


AGENTS: dict[str, tuple[Any, ...]] = {
    "native": ("greedy", "random", "search", "greedy"),
    "random": ("random",) * 4,
    "search": ("search", "greedy", "search", "random"),
    "mixed": (First(), "random", "greedy", Hoarder()),
    "mixed search": ("search", Backwards(), "random", Last()),
    "python": (First(), Hoarder(), Last(), Backwards()),
}
RULES: list[dict[str, str]] = [
    {},
    {"last_trick": "nobody", "trailing": "free"},
    {"sweeps_of_three": "all", "trailing": "unless_capture"},
    {"partner_builds": "forbidden", "twenty": "most_spades", "direction": "clockwise"},
]


def tell(record: Any) -> list[Any]:
    return [str(record), [list(score) for score in record.end.scores], record.tell()]


def play(game: croupier.RoyalCasino, seats: Any) -> list[Any]:
    """Hands, matches, and what simulations count, all that a seed decides."""
    hands = [
        tell(game.play_hand(seats, seed=2**100 + 5, index=2**63 + i, playouts=12)) for i in range(3)
    ]
    matches = [game.match(seats, seed=9, index=i, playouts=4) for i in (0, 2**44 - 1)]
    played = [[m.winner, m.scores, m.standings, list(map(tell, m.hands))] for m in matches]
    report = game.simulate(20, seats, seed=7, first_round=3, playouts=5, threads=2)
    matched = game.simulate_matches(3, seats, seed=7, first_match=2, playouts=3, threads=2)
    return [hands, played, *([r.counts, r.game.digest] for r in (report, matched))]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("agents", AGENTS)
def test_what_agents_play(agents: str, players: int) -> None:
    for number, rules in enumerate(RULES):
        played = play(croupier.RoyalCasino(players, **rules), AGENTS[agents][:players])
        digest = hashlib.sha256(json.dumps(played).encode()).hexdigest()
        assert digest[:16] == GOLDEN[f"{agents} {players} {number}"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_agents_choose(players: int) -> None:
    game = croupier.RoyalCasino(players)
    rows = []
    for index in range(4):
        record = game.play_hand(("random",) * players, seed=3, index=index)
        for state in itertools.islice(record.states(), 0, 44, 5):
            moves = [
                str(game.choose(agent, state, seed=index, playouts=20))
                for agent in ("random", "greedy", "search", Backwards())
            ]
            listed = list(map(str, state.legal_moves()))
            rows.append([str(state), moves, listed, repr(state.view())])
    digest = hashlib.sha256(json.dumps(rows).encode()).hexdigest()
    assert digest[:16] == GOLDEN[f"choices {players}"]
