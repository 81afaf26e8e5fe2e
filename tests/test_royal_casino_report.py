"""Royal Casino: reports of hands and matches."""

from __future__ import annotations

import dataclasses
import json
import math
import pickle
from pathlib import Path
from statistics import NormalDist, mean, stdev
from typing import Any

import pytest
from conftest import interrupt_after
from matplotlib.figure import Figure

import croupier
from croupier.games.royal_casino import MatchReport, RoyalReport
from croupier.report.tally import Tally


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


# What reports show


def the_long_name_of_an_agent_that_somebody_wrote_one_evening_in_winter(view: Any) -> str:
    return str(view.legal_moves()[0])


LONG = the_long_name_of_an_agent_that_somebody_wrote_one_evening_in_winter


def some_reports() -> list[Any]:
    made: list[Any] = []
    for players, agents in ((2, None), (3, None), (4, None), (4, (LONG, LONG, "greedy", LONG))):
        game = croupier.RoyalCasino(players)
        made += [game.simulate(n, agents, seed=2**128 - 1) for n in (0, 1, 3)]
        made += [game.simulate_matches(n, agents, seed=2**128 - 1) for n in (0, 1, 3)]
    return made


REPORTS = some_reports()
each_report = pytest.mark.parametrize("report", REPORTS, ids=repr)


def test_a_report_of_hands_as_text() -> None:
    report = croupier.RoyalCasino().simulate(20, seed=1)
    assert (
        str(report)
        == """\
royal-casino, rounds 0 to 19, seed 1, agents (greedy, random), playouts 1000
points         0 greedy  1 random
cards             2.550     0.300
spades            0.900     0.100
big casino        1.300     0.700
little casino     0.850     0.150
aces              2.800     1.200
sweeps            0.750     0.150
total             9.150     2.600
std error         0.608     0.600
95% low           7.958     1.424
95% high         10.342     3.776
wins       0 greedy  1 random
share        90.00%    10.00%
std error     6.71%     6.71%
95% low      69.90%     2.79%
95% high     97.21%    30.10%
moves     0 greedy  1 random
capture        213       116
build           57        40
extend           1         0
increase         0         0
trail          209       324
ties 0.00%, 48 moves a hand"""
    )
    title = "royal-casino, rounds 0 to 19, seed 1, agents (greedy, random), playouts 1000"
    assert repr(report) == f"<{title}>"


def test_a_report_of_matches_as_text() -> None:
    report = croupier.RoyalCasino().simulate_matches(5, seed=1)
    assert (
        str(report)
        == """\
royal-casino, matches 0 to 4, seed 1, agents (greedy, random), playouts 1000
wins        0 greedy  1 random
share        100.00%     0.00%
std error          -         -
95% low       56.55%     0.00%
95% high     100.00%    43.45%
mean score     28.00      7.20
3.00 hands a match, std error 0.32"""
    )


@each_report
def test_reports_have_eighty_columns_and_dashes(report: Any) -> None:
    text = str(report)
    assert max(map(len, text.splitlines())) <= 80
    assert "nan" not in text
    assert "\n" not in repr(report)
    assert report._repr_html_().count("<table>") == (3 if report.unit == "round" else 1)
    assert report.unit in ("round", "match")


@each_report
def test_reports_come_back_from_plain_data(report: Any) -> None:
    data = json.loads(json.dumps(report.to_dict()))
    assert croupier.Report.from_dict(data) == report
    assert data["unit"] == report.unit
    assert data["options"]["agents"] == list(report.agents)


def test_tables_of_reports() -> None:
    report = croupier.RoyalCasino(4).simulate(50, seed=1)
    sides, moves = report.to_pandas(), report.to_pandas("moves")
    assert sides["agents"].tolist() == ["greedy and greedy", "random and random"]
    assert sides["total"].tolist() == [points["total"] for points in report.points]
    for name in ("win_rate", "total"):
        middle = sides[name]
        assert (sides[f"{name}_low"] <= middle).all()
        assert (middle <= sides[f"{name}_high"]).all()
    assert moves["agent"].tolist() == list(report.agents)
    assert moves.drop(columns="agent").to_numpy().sum() == 48 * 50
    assert report.to_csv("moves").splitlines()[0] == (
        "seat,agent,capture,build,extend,increase,trail"
    )
    matches = croupier.RoyalCasino(4).simulate_matches(5, seed=1)
    assert matches.to_pandas("sides")["wins"].tolist() == list(matches.wins)
    with pytest.raises(ValueError, match=r"^table: one of sides is needed, got 'moves'"):
        matches.to_pandas("moves")
    with pytest.raises(ValueError, match=r"^table: one of sides, moves is needed, got 'bets'"):
        report.to_csv("bets")


def test_intervals_of_rates_end_where_the_rate_is_1_96_errors_away() -> None:
    for report in (
        croupier.RoyalCasino(3).simulate(40, seed=1),
        croupier.RoyalCasino(3).simulate_matches(9, seed=1),
    ):
        n = report.rounds
        assert n is not None
        for rate, interval in zip(report.win_rates, report.win_rate_intervals, strict=True):
            for end in interval:
                squares = (rate - end) ** 2, 1.959964**2 * end * (1 - end) / n
                assert squares[0] == pytest.approx(squares[1], abs=1e-12)


def test_intervals_of_points_are_those_of_the_sample() -> None:
    game = croupier.RoyalCasino()
    report = game.simulate(30, seed=1)
    for side, (low, high) in enumerate(report.total_intervals):
        totals = [game.play_hand(seed=1, index=i).end.scores[side].total for i in range(30)]
        half = NormalDist().inv_cdf(0.975) * stdev(totals) / 30**0.5
        assert (low, high) == pytest.approx((mean(totals) - half, mean(totals) + half), abs=1e-5)


def test_samples_all_alike_tell_no_error() -> None:
    report = croupier.RoyalCasino().simulate(1, seed=1)
    twice = Tally(tuple(2 * count for count in report.counts), (range(2),))
    alike = dataclasses.replace(report, tally=twice)
    assert alike.points == report.points
    assert all(map(math.isnan, alike.std_errors))
    never = croupier.RoyalCasino().simulate_matches(5, seed=1)
    assert never.win_rates == (1, 0)
    assert all(map(math.isnan, never.win_rate_errors))
    assert never.win_rate_intervals[1] == pytest.approx((0, 1.959964**2 / (5 + 1.959964**2)))


@each_report
def test_reports_are_drawn(report: Any, tmp_path: Path) -> None:
    figure = report.plot()
    figure.savefig(tmp_path / "report.png")
    first, second = figure.axes
    sides = report.game.sides
    if report.unit == "round":
        assert len(first.patches) == 6 * sides
        heights = [bar.get_height() for bar in second.patches]
    else:
        heights = [bar.get_height() for bar in first.patches]
    assert heights == pytest.approx(report.win_rates, nan_ok=True)
    axes = Figure().subplots()
    assert report.plot(ax=axes) is axes.get_figure()
    with pytest.raises(TypeError, match=r"^ax: "):
        report.plot(ax=5)


def test_the_length_of_matches_is_drawn_as_it_converges() -> None:
    report = croupier.RoyalCasino().simulate_matches(5000, ("random", "random"), seed=1)
    line = report.plot().axes[1].lines[0]
    assert line.get_xdata()[-1] == 5000
    assert line.get_ydata()[-1] == report.length
    assert line.get_xdata()[0] == 1024


HANDS = croupier.RoyalCasino(3).simulate(20, seed=1)
MATCHES = croupier.RoyalCasino().simulate_matches(20, seed=1)


def place_of(report: RoyalReport | MatchReport, name: str) -> int:
    """Find where the sums of a name begin."""
    sizes = {part: math.prod(shape) for part, shape in report.layout.items()}
    return sum(list(sizes.values())[: list(sizes).index(name)])


@pytest.mark.parametrize(
    ("report", "name", "change", "named"),
    [
        (HANDS, "deals", 1, "ranges"),
        (HANDS, "ties", 10**15, "counts: wins"),
        (HANDS, "wins", 1, "counts: wins"),
        (HANDS, "points", 10**9, "counts: squares"),
        (HANDS, "squares", -1000, "counts: squares"),
        (HANDS, "moves", 1, "counts: moves"),
        (MATCHES, "matches", 1, "ranges"),
        (MATCHES, "wins", 1, "counts: wins"),
        (MATCHES, "hands", 10**6, "counts: squared_hands"),
        (MATCHES, "squared_hands", -100, "counts: squared_hands"),
    ],
)
def test_sums_that_cannot_be_are_refused(
    report: RoyalReport | MatchReport, name: str, change: int, named: str
) -> None:
    counts = [*report.counts]
    place = place_of(report, name)
    counts[place] = max(0, counts[place] + change)
    with pytest.raises(ValueError, match=f"^{named}"):
        croupier.Report.from_dict(report.to_dict() | {"counts": counts})


def test_a_side_that_there_is_not_has_no_sums() -> None:
    counts = [*MATCHES.counts]
    counts[place_of(MATCHES, "scores") + 2] = 1
    with pytest.raises(ValueError, match=r"^counts: scores of 20 matches are needed, got \[\d+, "):
        croupier.Report.from_dict(MATCHES.to_dict() | {"counts": counts})


def test_the_name_of_an_agent_is_one_line() -> None:
    data = HANDS.to_dict() | {}
    data["options"] = data["options"] | {"agents": ["a\nb", "random", "random"]}
    with pytest.raises(ValueError, match=r"^options: agents\[0\]: a name is needed, got 'a\\nb'$"):
        croupier.Report.from_dict(data)
