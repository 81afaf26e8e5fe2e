"""Royal Casino: reports of hands and matches."""

from __future__ import annotations

import dataclasses
import pickle
from typing import Any

import pytest
from conftest import interrupt_after

import croupier


def test_reports_refuse_what_does_not_add_up() -> None:
    game = croupier.RoyalCasino()
    report = game.simulate(10, seed=1)
    for other in (game.simulate(10, seed=1), game.simulate(10, seed=2, first_round=10),
                  croupier.RoyalCasino(twenty="most_spades").simulate(10, seed=1, first_round=10),
                  game.simulate(10, ("random", "random"), seed=1, first_round=10)):  # fmt: skip
        with pytest.raises(ValueError, match=r"^reports: "):
            report + other
    with pytest.raises(TypeError):
        report + game.simulate_matches(1, seed=1)
    empty = game.simulate(0, seed=1)
    assert empty.deals == 0
    assert empty.to_dict()["sides"][0]["win_rate"] is None
    assert pickle.loads(pickle.dumps(report)) == report


@pytest.mark.parametrize(
    ("rules", "options", "message"),
    [
        ({"trailing": "free"}, {}, "the same rules are needed, got trailing unless_equal and"),
        (
            {"twenty": "most_spades"},
            {},
            "the same rules are needed, got twenty little_casino and m",
        ),
        ({}, {"seed": 2}, "the same seed is needed, got 1 and 2"),
        ({}, {"playouts": 5}, "the same options are needed, got playouts 1000 and 5"),
        (
            {},
            {"agents": ("random", "greedy")},
            r"the same options are needed, got agents \('greedy",
        ),
    ],
)
def test_reports_name_the_rule_that_differs(rules: Any, options: Any, message: str) -> None:
    one = croupier.RoyalCasino().simulate(1, seed=1)
    other = croupier.RoyalCasino(**rules).simulate(1, **{"seed": 1, "first_round": 1} | options)
    with pytest.raises(ValueError, match=f"^reports: {message}"):
        one + other


def test_reports_of_other_players_do_not_add_up() -> None:
    one = croupier.RoyalCasino().simulate(1, seed=1)
    other = croupier.RoyalCasino(3).simulate(1, ("greedy", "random", "greedy"), seed=1)
    with pytest.raises(ValueError, match=r"^reports: the same rules .* got players 2 and 3$"):
        one + other


def test_reports_can_be_summed() -> None:
    game = croupier.RoyalCasino()
    parts = [game.simulate(2, seed=1, first_round=2 * i) for i in (3, 0, 2, 1)]
    assert sum(parts) == game.simulate(8, seed=1)
    matches = [game.simulate_matches(1, seed=1, first_match=i) for i in (1, 0)]
    assert sum(matches) == game.simulate_matches(2, seed=1)
    with pytest.raises(TypeError):
        1 + parts[0]
    with pytest.raises(TypeError):
        False + parts[0]


def test_ints_that_json_readers_round_are_text() -> None:
    game = croupier.RoyalCasino()
    for seed, shown in {
        2**53 - 1: 2**53 - 1,
        2**53: str(2**53),
        2**128 - 1: str(2**128 - 1),
    }.items():
        assert game.simulate(1, seed=seed).to_dict()["seed"] == shown
        assert game.simulate_matches(1, seed=seed).to_dict()["seed"] == shown


@pytest.mark.parametrize(
    ("error", "call"),
    [
        (ValueError, lambda g: g.simulate(-1)),
        (ValueError, lambda g: g.simulate(1, seed=-1)),
        (ValueError, lambda g: g.simulate(1, seed=2**128)),
        (ValueError, lambda g: g.simulate(1, first_round=2**64)),
        (ValueError, lambda g: g.simulate(1, ("greedy",))),
        (ValueError, lambda g: g.simulate(1, ("greedy", "best"))),
        (ValueError, lambda g: g.simulate(1, playouts=0)),
        (ValueError, lambda g: g.simulate(1, threads=0)),
        (ValueError, lambda g: g.simulate_matches(1, first_match=2**44)),
        (ValueError, lambda g: g.match(seed=1, index=2**44)),
        (ValueError, lambda g: g.start(seed=1, index=2**64)),
        (TypeError, lambda g: g.simulate(1.0)),
        (TypeError, lambda g: g.simulate(1, "greedy")),
        (TypeError, lambda g: g.simulate(1, ("greedy", 5))),
        (TypeError, lambda g: g.start(seed=None)),
        (TypeError, lambda g: g.choose("greedy", "state")),
    ],
)
def test_bad_arguments(error: type[Exception], call: Any) -> None:
    with pytest.raises(error, match=r"^\w+: "):
        call(croupier.RoyalCasino())


def test_an_interrupted_simulation_keeps_what_it_counted() -> None:
    game = croupier.RoyalCasino()
    with pytest.raises(KeyboardInterrupt) as caught, interrupt_after(0.3):
        game.simulate(10**9, ("random", "random"), seed=1)
    report = caught.value.report  # type: ignore[attr-defined]
    assert report.partial
    assert report.deals > 0
    whole = game.simulate(report.deals, ("random", "random"), seed=1)
    assert (report.counts, report.ranges) == (whole.counts, whole.ranges)


def test_progress() -> None:
    told: list[tuple[int, int]] = []
    croupier.RoyalCasino().simulate(
        5000, ("random", "random"), seed=1, progress=lambda *step: told.append(step)
    )
    assert told[-1] == (5000, 5000)
    assert told == sorted(told)


def test_json_holds_the_digest_of_the_rules() -> None:
    reports = [
        croupier.RoyalCasino(twenty=t).simulate(1, seed=1) for t in ("little_casino", "most_spades")
    ]
    digests = {report.to_dict()["rules_digest"] for report in reports}
    assert len(digests) == 2
    assert all(len(digest) == 64 for digest in digests)
    assert reports[0].to_dict()["sides"][0]["win_rate_error"] is None


def test_scattered_reports_merge() -> None:
    one = croupier.RoyalCasino().simulate(1, seed=1)
    parts = [
        dataclasses.replace(
            one, tally=dataclasses.replace(one.tally, ranges=(range(2 * i, 2 * i + 1),))
        )
        for i in range(5000)
    ]
    total = sum(parts)
    assert total.ranges == tuple(range(2 * i, 2 * i + 1) for i in range(5000))
    assert total.deals == 5000
    assert total.to_dict()["ranges"][:2] == [[0, 1], [2, 3]]
