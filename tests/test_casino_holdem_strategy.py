"""Strategies of Casino Hold'em and the cache of their tables."""

from __future__ import annotations

import copy
import dataclasses
import os
import pickle
import stat
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import chi_square_p, deal
from hypothesis import given
from hypothesis import strategies as st

import croupier
from croupier import Category
from croupier.games.casino_holdem import solution
from croupier.games.casino_holdem.strategy import BASIC, SIDE_BET, Strategy
from croupier.reference import casino_holdem as twin_module
from croupier.simulation import run

GAME = croupier.CasinoHoldem()
STRATEGIES = [GAME.strategy(name) for name in GAME.strategies]


@given(st.permutations(range(52)), st.permutations(range(4)), st.permutations(range(3)))
def test_names_of_suits_and_order_do_not_matter(
    pack: list[int], suits: list[int], order: list[int]
) -> None:
    hole, flop = pack[:2], pack[2:5]
    other_hole = [4 * (card // 4) + suits[card % 4] for card in reversed(hole)]
    other_flop = [4 * (flop[place] // 4) + suits[flop[place] % 4] for place in order]
    for strategy in STRATEGIES:
        assert strategy(hole, flop).item() == strategy(other_hole, other_flop).item()
    decide = STRATEGIES[0].decide
    assert decide(hole, flop) == decide(other_hole, other_flop)


def test_listed_strategies_equal_the_twin() -> None:
    rows = deal(9, 20_000, 5)
    for name, rule in (("basic", twin_module.basic), ("side_bet", twin_module.side_bet)):
        calls = GAME.strategy(name)(rows[:, :2], rows[:, 2:])
        expected = [rule(tuple(row[:2]), tuple(row[2:])) for row in rows.tolist()]
        assert calls.tolist() == expected


def test_lists_are_short() -> None:
    assert len(BASIC) <= len(SIDE_BET) <= 12


def test_functions_are_strategies() -> None:
    def pairs(hole: np.ndarray, flop: np.ndarray) -> np.ndarray:
        assert hole.shape == (len(flop), 2)
        assert flop.shape == (2_063_880, 3)
        assert (hole[:, 0] > hole[:, 1]).all()
        return hole[:, 0] >> 2 == hole[:, 1] >> 2

    strategy = GAME.strategy(pairs)
    assert isinstance(strategy, Strategy)
    assert strategy.name.startswith("custom ")
    assert strategy([[51, 50], [51, 46]], [[0, 1, 2], [0, 1, 2]]).tolist() == [True, False]
    report = GAME.exact(pairs)
    assert GAME.call_frequency(report) == Fraction(3, 51)
    simulated = GAME.simulate(100_000, strategy=strategy, seed=3)
    assert 0.0001 < chi_square_p(simulated.counts, report.counts) < 0.9999


@pytest.mark.parametrize(
    ("rule", "error", "message"),
    [
        ("perfect", ValueError, "optimal, basic, side_bet, always_call"),
        (None, TypeError, "strategy: "),
        (5, TypeError, "strategy: "),
        (lambda hole, flop: None, TypeError, "got NoneType"),  # noqa: ARG005
        (lambda hole, flop: hole[:, 0], TypeError, "got uint8"),  # noqa: ARG005
        (lambda hole, flop: hole > 3, ValueError, "shape"),  # noqa: ARG005
        (lambda hole, flop: hole[:, 0] % 4 == 3, ValueError, "suits"),  # noqa: ARG005
    ],
)
def test_wrong_strategies(rule: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        GAME.strategy(rule)


@pytest.mark.parametrize(
    ("hole", "flop", "error", "message"),
    [
        ("AsAs", "2c3c4c", ValueError, "hole: As stands twice"),
        ("AsKs", "2c3cAs", ValueError, "flop: As is among"),
        ("AsKsQs", "2c3c4c", ValueError, "hole: 2 cards"),
        ("AsKs", "2c3c", ValueError, "flop: 3 cards"),
        ([52, 1], "2c3c4c", ValueError, "hole: 52"),
        ([1.5, 1], "2c3c4c", TypeError, "hole"),
        ([[1, 2], [3, 4]], [[5, 6, 7]], ValueError, "flop: as many"),
        ([[1, 2], [3, 4]], [[5, 6, 7], [8, 9, 3]], ValueError, "flop: row 1: "),
        ([[1, 2], [3, 3]], [[5, 6, 7], [8, 9, 3]], ValueError, "hole: row 1: "),
    ],
)
def test_wrong_cards(hole: Any, flop: Any, error: type[Exception], message: str) -> None:
    strategy = GAME.strategy()
    with pytest.raises(error, match=message):
        strategy(hole, flop)
    with pytest.raises((ValueError, TypeError)):
        strategy.decide(hole, flop)


def test_joint_optimum() -> None:
    """With a stake on the bonus worth enough, no win of it is folded."""
    joint = GAME.strategy("optimal", aa_bonus=1)
    report = GAME.exact(joint)
    for outcome, count in zip(GAME.outcomes, report.counts, strict=True):
        if outcome.hand is None and outcome.bonus is not Category.HIGH_CARD:
            assert count == 0
    small = GAME.exact(GAME.strategy("optimal", aa_bonus=Fraction(1, 50)))
    both = [
        r.bets["main_per_ante"].rtp_exact + (r.bets["aa_bonus"].rtp_exact - 1) / 50
        for r in (GAME.exact(), small, report)
    ]
    assert both[1] > both[0]
    assert both[1] > both[2]
    decision = joint.decide("2s3c", "AdAh9s")
    assert decision.ev_fold == -2
    assert decision.ev_call == GAME.strategy().decide("2s3c", "AdAh9s").ev_call + 7


def test_a_function_is_asked_once() -> None:
    asked = []

    def aces(hole: Any, _: Any) -> Any:
        asked.append(1)
        return hole[:, 0] >> 2 == 12

    report = GAME.simulate(10, strategy=aces, seed=1)
    assert len(asked) == 1
    assert report.options["strategy"] == GAME.strategy(aces).name
    assert len(asked) == 2


def test_a_strategy_with_masked_answers_is_refused() -> None:
    with pytest.raises(TypeError, match=r"^strategy: an array of bool is needed, got Masked"):
        GAME.strategy(lambda hole, _: np.ma.array(hole[:, 0] > 3, mask=True))


def test_equal_strategies_are_equal_and_survive_a_copy() -> None:
    def high(hole: Any, _: Any) -> Any:
        return hole[:, 0] >= 32

    made = [*STRATEGIES, GAME.strategy(high), GAME.strategy(lambda hole, _: hole[:, 0] >= 40)]
    for one, other in product(made, made):
        assert (one == other) == (one is other)
    for strategy in made:
        copies = [pickle.loads(pickle.dumps(strategy, protocol)) for protocol in range(6)]
        for same in (*copies, copy.copy(strategy), copy.deepcopy(strategy)):
            assert same == strategy
            assert hash(same) == hash(strategy)
            assert (same.name, same.digest) == (strategy.name, strategy.digest)
            assert same.decide("AsKd", "2c7h9s") == strategy.decide("AsKd", "2c7h9s")
    assert GAME.strategy("basic") == GAME.strategy("basic")
    assert GAME.strategy("basic") != croupier.CasinoHoldem(call=2).strategy("basic")
    assert GAME.strategy(high) == GAME.strategy(lambda hole, _: hole[:, 0] > 31)


# Strategies of other games


def test_what_is_optimal_elsewhere_is_a_custom_strategy_here() -> None:
    elsewhere = croupier.CasinoHoldem(ante=[100] * 10).strategy("optimal")
    report = GAME.exact(elsewhere)
    name = f"custom {elsewhere.digest[:16]}"
    assert report.options["strategy"] == name
    assert report.bets["main"].rtp < GAME.exact().bets["main"].rtp
    assert GAME.strategy(elsewhere).digest == elsewhere.digest
    mine, theirs = (GAME.simulation(seed=3, strategy=s) for s in ("optimal", elsewhere))
    assert mine.digest != theirs.digest
    with pytest.raises(ValueError, match=f"strategy optimal and {name}$"):
        run(mine, 10) + run(theirs, 10, 10)
    assert dataclasses.replace(mine, strategy=elsewhere) == theirs
    decision = GAME.strategy(elsewhere).decide("8c6s", "Ah2cKc")
    assert decision[1:] == GAME.strategy().decide("8c6s", "Ah2cKc")[1:]


def test_rules_in_words_are_the_same_in_every_game() -> None:
    basic = croupier.CasinoHoldem(call=2).strategy("basic")
    assert GAME.strategy(basic) == GAME.strategy("basic")
    assert GAME.strategy(GAME.strategy("optimal", aa_bonus=1), aa_bonus=1).aa_bonus == 1
    with pytest.raises(ValueError, match=r"^aa_bonus: that of the strategy, 0, is needed, got 1$"):
        GAME.strategy(GAME.strategy("optimal"), aa_bonus=1)


def test_threads_that_count_at_once_ask_a_function_once() -> None:
    asked = []

    def ask(hole: Any, _: Any) -> Any:
        asked.append(1)
        return hole[:, 0] > 19

    simulation = GAME.simulation(seed=1, strategy=ask)
    with ThreadPoolExecutor(8) as pool:
        counts = list(pool.map(lambda _: simulation.count(0, 1000, 1), range(8)))
    assert len(asked) == 1
    assert all((each == counts[0]).all() for each in counts)


# The cache


def solve_counted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    calls: list[int] = []
    solve = solution.solve

    def counting(*arguments: Any) -> Any:
        calls.append(1)
        return solve(*arguments)

    monkeypatch.setattr(solution, "solve", counting)
    return calls


def test_cache(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    solved = solve_counted(monkeypatch)
    table = GAME.strategy().table
    (file,) = place.iterdir()
    assert (GAME.strategy().table == table).all()
    assert len(solved) == 1
    good = file.read_bytes()
    flipped = bytearray(good)
    flipped[1000] ^= 1
    damages = [b"", good[:-1], good + b"x", bytes(flipped), good[:32], b"\0" * len(good)]
    for times, damaged in enumerate(damages, start=2):
        file.write_bytes(damaged)
        assert (GAME.strategy().table == table).all()
        assert len(solved) == times
        assert file.read_bytes() == good
    assert list(place.iterdir()) == [file]


def test_cache_of_another_game_is_not_taken(place: Path) -> None:
    table = GAME.strategy().table
    (file,) = place.iterdir()
    generous = croupier.CasinoHoldem(ante=(2,) * 10)
    other = generous.strategy().table
    (other_file,) = set(place.iterdir()) - {file}
    assert (table != other).any()
    other_file.write_bytes(file.read_bytes())
    assert (generous.strategy().table == other).all()


def test_no_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    for place in (tmp_path / "file", tmp_path / "file" / "below"):
        monkeypatch.setenv("XDG_CACHE_HOME", str(place))
        assert GAME.strategy().table.any()
    locked = tmp_path / "locked"
    locked.mkdir()
    locked.chmod(stat.S_IRUSR | stat.S_IXUSR)
    monkeypatch.setenv("XDG_CACHE_HOME", str(locked))
    assert GAME.strategy().table.any()
    if os.geteuid() != 0:
        assert not list(locked.iterdir())


@pytest.mark.parametrize("name", ["basic", "side_bet", "always_call"])
def test_a_rule_decides_one_hand_as_its_table_does(name: str) -> None:
    hands = deal(12, 300, 5)
    table = GAME.strategy(name)(hands[:, :2], hands[:, 2:])
    strategy = GAME.strategy(name)
    decided = [strategy.decide(hand[:2], hand[2:]).action == "call" for hand in hands]
    assert "table" not in vars(strategy)
    assert decided == table.tolist()
