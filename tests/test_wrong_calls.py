"""Everything public, called wrongly: what is said is said in the package's words."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

import pytest

import croupier
from croupier import report
from croupier.games import baccarat, casino_holdem, royal_casino, thai_hilo

FOREIGN = ("incompatible function arguments", "pybind", "_core", "overload", "SupportsIndex")
"""Words of the binding, which help nobody who calls the package."""

WRONG = [None, 5.5, "x", -1, [], object(), {"x": 1}, 2**70]
RUNS_WITHOUT_ARGUMENTS = {"exact", "plot", "strategy"}
"""Methods that may be called without arguments or with None, and then take their time."""


def objects() -> dict[str, Any]:
    """The package, its classes, and what they hand out."""
    made: dict[str, Any] = {"croupier": croupier}
    for module in (croupier, report, baccarat, casino_holdem, royal_casino, thai_hilo):
        for kind in (getattr(module, name) for name in dir(module) if name[0] != "_"):
            if inspect.isclass(kind) and kind.__module__.startswith("croupier"):
                made[kind.__name__] = kind
    for name in ("Baccarat", "CasinoHoldem", "ThaiHiLo"):
        game = getattr(croupier, name)()
        dealt = game.deal(1, 2)
        options = {"strategy": "basic"} if name == "CasinoHoldem" else {}
        counted = game.simulate(20, seed=1, **options)
        made |= {f"{name}()": game, f"{name} round": dealt, f"{name} report": counted}
        made[f"{name} outcome"] = game.outcomes[0]
        made[f"{name} bet"] = next(iter(counted.bets.values()))
    royal = croupier.RoyalCasino()
    state = royal.start(1, 0)
    made |= {"RoyalCasino()": royal, "state": state, "view": state.view()}
    made |= {"move": state.legal_moves()[0], "match": royal.match(["random"] * 2, seed=1)}
    made["RoyalCasino report"] = royal.simulate(2, seed=1)
    made["strategy"] = croupier.CasinoHoldem().strategy("basic")
    made["decision"] = made["strategy"].decide("AsKd", "2c7h9s")
    made["category"] = croupier.category(1)
    return made


OBJECTS = objects()


def calls(holder: Any) -> Iterator[tuple[str, Callable[..., Any]]]:
    if inspect.isclass(holder):
        yield holder.__name__, holder
    names = holder.__all__ if hasattr(holder, "__all__") else dir(holder)
    for name in names:
        if name[0] != "_" and callable(call := getattr(holder, name)):
            yield name, call


def wrong_arguments(name: str) -> Iterator[tuple[tuple[Any, ...], dict[str, Any]]]:
    runs = name in RUNS_WITHOUT_ARGUMENTS
    if not runs:
        yield (), {}
    for size in (1, 2):
        for values in combinations_with_replacement(WRONG, size):
            if not (runs and values[0] is None):
                yield values, {}
    for size in range(3, 10):
        for value in WRONG:
            yield (value,) * size, {}
    for value in WRONG:
        yield (value,), {"no such name": value}
        yield (), {"no such name": value}


@pytest.mark.parametrize("held", OBJECTS)
@pytest.mark.filterwarnings("ignore")
def test_wrong_calls_are_told_in_words_of_the_package(
    held: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, call in calls(OBJECTS[held]):
        for values, named in wrong_arguments(name):
            try:
                call(*values, **named)
            except Exception as error:
                told = f"{type(error).__name__}: {error}"
                assert not [word for word in FOREIGN if word in told], f"{held}.{name}{values}"


@pytest.mark.parametrize("name", [name for name in croupier.__all__ if name != "__version__"])
def test_a_name_that_no_function_has_is_refused(name: str) -> None:
    with pytest.raises(TypeError):
        getattr(croupier, name)(**{"no such name": 1})


ONE = "one argument without a name is needed, got"


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: croupier.evaluate("AsKs", "QsJsTs"),
            f"evaluate: {ONE} 2: join the pieces of a hand, as in 'AsKs' + 'QsJsTs'",
        ),
        (lambda: croupier.best_five("AsKs", "QsJsTs"), f"best_five: {ONE} 2: join the pieces"),
        (lambda: croupier.to_masks("As", "Ks", "Qs"), f"to_masks: {ONE} 3: join the pieces"),
        (lambda: croupier.format_cards(51, 47), f"format_cards: {ONE} 2: join the pieces"),
        (lambda: croupier.parse_cards("As", "Ks"), f"parse_cards: {ONE} 2"),
        (lambda: croupier.evaluate_masks(31, 31), f"evaluate_masks: {ONE} 2"),
        (
            lambda: croupier.strength_histogram(5, 1, 1),
            "strength_histogram: two arguments without a name are needed, got 3",
        ),
        (
            lambda: croupier.strength_histogram(n=5),
            "strength_histogram: one of n_cards, threads is needed, got 'n'",
        ),
        (lambda: croupier.build_info(1), "build_info: no argument is needed, got 1"),
        (lambda: croupier.build_info(isa=1), "build_info: no argument is needed, got 'isa'"),
        (lambda: croupier.evaluate(), "evaluate: cards is needed, got nothing"),
        (lambda: croupier.evaluate([], cards=[]), "evaluate: cards is given twice"),
    ],
)
def test_a_wrong_call_says_what_to_do(call: Callable[[], Any], message: str) -> None:
    with pytest.raises(TypeError, match="^" + re.escape(message)):
        call()
