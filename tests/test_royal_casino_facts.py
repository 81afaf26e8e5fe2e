"""Royal Casino: what the core states by name is what the pages, the twin and the classes say."""

from __future__ import annotations

import inspect
import pickle
import re
from pathlib import Path
from typing import Any

import pytest

import croupier
from croupier import _core
from croupier.games.royal_casino import (
    AGENTS,
    ITEMS,
    KINDS,
    HandSimulation,
    MatchReport,
    MatchSimulation,
    RoyalReport,
    Score,
)
from croupier.simulation import run

PAGE = (Path(__file__).parents[1] / "docs" / "royal_casino.md").read_text(encoding="utf-8")
GAME = croupier.RoyalCasino()


def first_column(heading: str) -> list[str]:
    """The names in the first column of a table of the page."""
    rows = PAGE.split(heading, 1)[1].split("\n\n", 1)[0].splitlines()[1:]
    return [row.split("|")[1].strip(' `"') for row in rows]


def test_kinds_and_agents_stand_in_the_documented_order() -> None:
    assert list(KINDS) == first_column("| Kind | Text | Meaning |\n")
    assert [*AGENTS, "an object", "a function"] == first_column("| Agent | Plays |\n")


def test_items_are_the_fields_of_a_score_in_the_order_of_r38() -> None:
    assert Score._fields == ITEMS
    over = GAME.position(["", ""], "", piles=["Td", ""])
    assert over.scores[0]._asdict() | {"big_casino": 2} == over.scores[0]._asdict()


def test_the_sums_of_tallies() -> None:
    sides, kinds, items = 3, len(KINDS), len(ITEMS)
    assert list(_core.ROYAL_CASINO_HAND_LAYOUT.items()) == [
        ("deals", ()), ("ties", ()), ("wins", (sides,)), ("points", (sides, items)),
        ("squares", (sides,)), ("moves", (4, kinds)),
    ]  # fmt: skip
    assert list(_core.ROYAL_CASINO_MATCH_LAYOUT.items()) == [
        ("matches", ()), ("hands", ()), ("squared_hands", ()), ("wins", (sides,)),
        ("scores", (sides,)),
    ]  # fmt: skip
    assert (RoyalReport.layout, MatchReport.layout) == (
        _core.ROYAL_CASINO_HAND_LAYOUT,
        _core.ROYAL_CASINO_MATCH_LAYOUT,
    )


def test_choices_are_the_documented_ones_and_the_first_is_the_default() -> None:
    text = inspect.getdoc(croupier.RoyalCasino) or ""
    for name, choices in _core.ROYAL_CASINO_CHOICES.items():
        (listed,) = re.findall(rf"^{name} : {{(.*)}}$", text, re.M)
        assert [choice.strip('"') for choice in listed.split(", ")] == list(choices)
        assert getattr(GAME, name) == choices[0]


@pytest.mark.parametrize("name", _core.ROYAL_CASINO_CHOICES)
@pytest.mark.parametrize("value", ["", "no", "net\0", 0, None, b"net", "\ud800"])
def test_rules_are_made_by_names(name: str, value: Any) -> None:
    names: dict[str, Any] = {
        rule: choices[0] for rule, choices in _core.ROYAL_CASINO_CHOICES.items()
    }
    needed = f"^{name}: one of {', '.join(_core.ROYAL_CASINO_CHOICES[name])} is needed, got "
    with pytest.raises(TypeError if not isinstance(value, str) else ValueError, match=needed):
        _core.royal_casino_rules(2, **names | {name: value})


# Simulations and decisions as values


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("match", [False, True])
def test_a_simulation_is_a_value(players: int, match: bool) -> None:
    game = croupier.RoyalCasino(players)
    simulation = game.simulation(seed=3, playouts=5, match=match)
    assert type(simulation) is (MatchSimulation if match else HandSimulation)
    assert simulation.agents == ("greedy", "random", "greedy", "random")[:players]
    back = pickle.loads(pickle.dumps(simulation))
    assert (back, hash(back), back.digest) == (simulation, hash(simulation), simulation.digest)
    simulate = game.simulate_matches if match else game.simulate
    assert run(simulation, 20, threads=2) == simulate(20, seed=3, playouts=5)
    for other in (game.simulation(seed=4, playouts=5, match=match),
                  game.simulation(seed=3, playouts=6, match=match),
                  game.simulation(("random",) * players, seed=3, playouts=5, match=match),
                  game.simulation(seed=3, playouts=5, match=not match)):  # fmt: skip
        assert other != simulation
        assert other.digest != simulation.digest


def test_whoever_plays_needs_nothing_but_the_decision() -> None:
    for players in (2, 3, 4):
        state = croupier.RoyalCasino(players).start(seed=5)
        while (point := state.decision) is not None:
            assert point.seen == state.view()
            assert point.actions == tuple(state.legal_moves())
            state = state.play(point.actions[-1])
        assert state.is_over


def test_parameters_name_what_the_core_knows() -> None:
    named = {parameter.name: parameter for parameter in GAME.parameters}
    assert named["agents"].choices == AGENTS
    assert list(named) == ["players", "agents", "playouts", "match"]
