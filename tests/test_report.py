"""Reports: prices, merging, re-pricing and their faces."""

from __future__ import annotations

import json
import math
import pickle
from fractions import Fraction
from functools import reduce
from html.parser import HTMLParser
from itertools import pairwise
from operator import add
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import croupier
from croupier import Report

BACCARAT = croupier.Baccarat()
HILO = croupier.ThaiHiLo()
KEYS = ["rtp", "rtp_exact", "house_edge", "std", "std_error", "hit_rate"]
SIMULATED = BACCARAT.simulate(10_000, seed=3)


# Prices


def test_the_figures_of_a_bet_are_those_of_its_nets() -> None:
    nets = np.concatenate(
        [
            np.full(count, BACCARAT.pay("tie", outcome, 100) / 100 - 1)
            for outcome, count in SIMULATED.outcomes.items()  # type: ignore[arg-type]
        ]
    )
    tie = SIMULATED.bets["tie"]
    assert tie.rtp == pytest.approx(1 + nets.mean())
    assert tie.house_edge == pytest.approx(-nets.mean())
    assert tie.std == pytest.approx(nets.std(ddof=1))
    assert tie.std_error == pytest.approx(nets.std(ddof=1) / 100)
    assert tie.hit_rate == (nets > 0).mean()
    assert tie.rtp_exact is None


def test_an_exact_report_has_no_error() -> None:
    lo = HILO.exact().bets["lo"]
    assert lo.rtp_exact == Fraction(39, 40)
    assert (lo.rtp, lo.std_error, lo.hit_rate) == (0.975, 0.0, 0.5)
    assert lo.std == pytest.approx(1.95 / 2)
    assert HILO.exact().rounds is None


class Doubling:
    """A game whose stake is random: heads stakes 1 and loses it, tails stakes 3 and doubles it."""

    outcomes = ("heads", "tails")

    @staticmethod
    def positions(outcome: str, stake: int) -> dict[str, tuple[int, int]]:
        return {"main": (stake, 0) if outcome == "heads" else (3 * stake, 6 * stake)}


def test_a_random_stake_is_priced_by_the_delta_method() -> None:
    report = Report(Doubling(), (600, 400), stake=1, ranges=(range(1000),), seed=1)  # type: ignore[arg-type]
    main = report.bets["main"]
    staked = np.repeat([1, 3], [600, 400])
    returned = np.repeat([0, 6], [600, 400])
    rtp = returned.sum() / staked.sum()
    residual = returned - rtp * staked
    assert main.rtp == pytest.approx(rtp)
    assert main.std == pytest.approx((returned - staked).std(ddof=1))
    error = math.sqrt((residual**2).sum() / 999) / staked.mean() / math.sqrt(1000)
    assert main.std_error == pytest.approx(error)
    assert main.hit_rate == 0.4


def test_the_standard_error_is_that_of_many_simulations() -> None:
    reports = [HILO.simulate(1000, seed=seed) for seed in range(400)]
    spread = np.std([report.bets["lo_6"].rtp for report in reports])
    claimed = np.mean([report.bets["lo_6"].std_error for report in reports])
    assert claimed == pytest.approx(spread, rel=0.15)


def test_no_round_and_one_round() -> None:
    nothing = BACCARAT.simulate(0, seed=1)
    assert (nothing.rounds, sum(nothing.counts), nothing.ranges) == (0, 0, ())
    assert all(math.isnan(getattr(nothing.bets["tie"], key)) for key in KEYS if key != "rtp_exact")
    assert set(nothing.to_dict()["bets"]["tie"].values()) == {None}
    assert "0 rounds" in str(nothing)
    one = BACCARAT.simulate(1, seed=1)
    assert one.bets["player"].rtp in (0.0, 1.0, 2.0)
    assert math.isnan(one.bets["player"].std_error)
    assert one + nothing == nothing + one == one


@pytest.mark.parametrize("rounds", [2**31, 2**31 + 5, 2**32 + 1, 2**62, 2**63 - 1])
def test_counts_and_money_are_exact_however_many_there_are(rounds: int) -> None:
    counts = (rounds - 3, *[0] * 54, 3)
    ranges = (range(rounds),)
    report = Report(HILO, counts, stake=2**53, ranges=ranges, seed=1)
    assert report.rounds == rounds
    assert report.to_dict()["outcomes"][0]["count"] == rounds - 3
    assert report.bets["lo"].hit_rate == (rounds - 3) / rounds
    more = Report(HILO, counts, stake=2**53, ranges=(range(rounds, 2 * rounds),), seed=1)
    assert (report + more).rounds == 2 * rounds


# Merging


@given(st.lists(st.integers(0, 3000), min_size=1, max_size=9), st.randoms())
def test_pieces_merge_to_the_whole(cuts: list[int], rng: Any) -> None:
    edges = [0, *sorted(cuts), 3000]
    pieces = [HILO.simulate(b - a, seed=5, first_round=a) for a, b in pairwise(edges)]
    rng.shuffle(pieces)
    assert reduce(add, pieces) == HILO.simulate(3000, seed=5)


def test_gaps_stay_known() -> None:
    first, last = (BACCARAT.simulate(10, seed=1, first_round=start) for start in (0, 90))
    merged = last + first
    assert merged.ranges == (range(10), range(90, 100))
    assert merged.rounds == 20
    middle = BACCARAT.simulate(80, seed=1, first_round=10)
    assert merged + middle == BACCARAT.simulate(100, seed=1)


@pytest.mark.parametrize(
    ("other", "message"),
    [
        (BACCARAT.simulate(10, seed=3, first_round=9999), "disjoint .* but 9999 to 9999 stand"),
        (SIMULATED, "disjoint rounds are needed, but 0 to 9999 stand twice"),
        (BACCARAT.simulate(10, seed=4, first_round=10_000), "the same seed .* got 3 and 4"),
        (BACCARAT.simulate(10, seed=3, first_round=10_000, stake=5), "the same options"),
        (croupier.Baccarat(tie=9).simulate(10, seed=3, first_round=10_000), "the same rules"),
        (croupier.Baccarat(decks=6).simulate(10, seed=3, first_round=10_000), "the same rules"),
        (HILO.simulate(10, seed=3, first_round=10_000), "the same rules"),
        (BACCARAT.simulate_shoes(1, seed=3, first_shoe=10_000), "the same options"),
        (BACCARAT.exact(), "only those of simulations"),
    ],
)
def test_what_does_not_belong_together_is_refused(other: Report, message: str) -> None:
    for call in (lambda: SIMULATED + other, lambda: other + SIMULATED):
        with pytest.raises(ValueError, match=r"^reports: "):
            call()
    with pytest.raises(ValueError, match=f"^reports: {message}"):
        SIMULATED + other


def test_only_reports_add_up() -> None:
    with pytest.raises(TypeError):
        SIMULATED + 1  # type: ignore[operator]


# Re-pricing


def test_reprice_is_what_the_other_game_simulates() -> None:
    other = croupier.ThaiHiLo(number=(1, 2, 3), lo=1)
    assert HILO.simulate(5000, seed=2).reprice(other) == other.simulate(5000, seed=2)
    assert HILO.exact().reprice(other) == other.exact()
    assert SIMULATED.reprice(BACCARAT, stake=10) == BACCARAT.simulate(10_000, seed=3, stake=10)


@pytest.mark.parametrize("game", [HILO, croupier.Baccarat(decks=6)])
def test_reprice_refuses_what_deals_otherwise(game: Any) -> None:
    with pytest.raises(ValueError, match=r"^game: one that deals as Baccarat.* is needed, got "):
        SIMULATED.reprice(game)
    with pytest.raises(ValueError, match=r"^stake: "):
        SIMULATED.reprice(BACCARAT, stake=0)


# Faces


@pytest.mark.parametrize(
    "report",
    [SIMULATED, BACCARAT.exact(), HILO.exact(stake=7), BACCARAT.simulate_shoes(2, seed=2**128 - 1)],
    ids=repr,
)
def test_a_dict_is_ready_for_json_and_loses_nothing(report: Report) -> None:
    plain = json.loads(json.dumps(report.to_dict(), allow_nan=False))
    assert plain == report.to_dict()
    assert list(plain) == [
        "game", "method", "partial", "rounds", "seed", "options", "rules_digest", "bets", "outcomes"
    ]  # fmt: skip
    assert (plain["rounds"], plain["seed"]) == (report.rounds, report.seed)
    assert plain["options"]["stake"] == report.stake
    assert plain["rules_digest"] == report.game.digest
    for name, bet in report.bets.items():
        assert list(plain["bets"][name]) == KEYS
        assert plain["bets"][name]["rtp"] == bet.rtp
        if bet.rtp_exact is not None:
            assert Fraction(plain["bets"][name]["rtp_exact"]) == bet.rtp_exact
    value = "probability" if report.method == "exact" else "count"
    read = [Fraction(row[value]) for row in plain["outcomes"]]
    assert read == list(report.outcomes.values())
    assert [row["outcome"] for row in plain["outcomes"]] == list(map(str, report.game.outcomes))


def test_the_digest_of_the_rules_stays() -> None:
    assert BACCARAT.digest == "7f20ae81de8cedabb245be53b2aa4e6cec91bde117c9c0928e3c6251d470b026"
    assert HILO.digest == "e4933db2d9387ea42579ae7b5fc924499660af3042b36f8d53c6e0455a26df44"


def test_text_table() -> None:
    title, head, *rows = str(BACCARAT.exact()).splitlines()
    assert title == "baccarat, exact, stake 100, decks 8"
    assert head.split("  ")[0] == "bet"
    assert [row.split() for row in rows] == [
        ["player", "98.7649%", "1.2351%", "44.6247%", "0.9512"],
        ["banker", "98.9421%", "1.0579%", "45.8597%", "0.9274"],
        ["tie", "85.6404%", "14.3596%", "9.5156%", "2.6409"],
    ]
    assert "std error" in str(SIMULATED)
    assert len({len(line) for line in str(SIMULATED).splitlines()[1:]}) == 1
    assert repr(SIMULATED) == "<baccarat, 10,000 rounds simulated, seed 3, stake 100, decks 8>"


def test_html_table() -> None:
    cells: list[str] = []

    class Reader(HTMLParser):
        def handle_data(self, data: str) -> None:
            cells.append(data)

    Reader().feed(SIMULATED._repr_html_())
    assert cells[0] == repr(SIMULATED)[1:-1]
    assert set(str(SIMULATED).split("\n")[2].split()) <= set(cells)


def test_data_frames() -> None:
    bets = SIMULATED.to_pandas()
    assert list(bets.index) == list(BACCARAT.bets)
    assert bets.loc["tie", "rtp"] == SIMULATED.bets["tie"].rtp
    outcomes = SIMULATED.to_pandas("outcomes")
    assert outcomes["count"].tolist() == list(SIMULATED.counts)
    assert BACCARAT.exact().to_pandas("outcomes")["probability"].sum() == 1
    with pytest.raises(ValueError, match=r"^table: "):
        SIMULATED.to_pandas("rounds")


@pytest.mark.parametrize("report", [SIMULATED, HILO.exact(), HILO.simulate(0, seed=1)], ids=repr)
def test_plots(report: Report, tmp_path: Any) -> None:
    figure = report.plot()
    figure.savefig(tmp_path / "report.png")
    assert (tmp_path / "report.png").stat().st_size > 10_000
    exact = report.game.exact()
    distribution, *convergence = figure.axes
    marks = distribution.lines[-1].get_ydata()
    assert np.allclose(marks, [float(chance) for chance in exact.outcomes.values()])
    assert len(convergence) == (report.method == "simulation")
    for axes in convergence:
        name = next(iter(report.bets))
        assert set(axes.lines[-1].get_ydata()) == {exact.bets[name].rtp}
    with pytest.raises(ValueError, match=r"^bet: one of "):
        report.plot("x")


def test_the_history_converges_to_the_report() -> None:
    report = HILO.simulate(100_000, seed=1)
    steps = [int(counts.sum()) for counts in report.history]
    assert steps == [1024 * 2**k for k in range(7)]
    line = report.plot("lo").axes[1].lines[0]
    assert line.get_xdata().tolist() == [*steps, 100_000]
    assert line.get_ydata()[-1] == report.bets["lo"].rtp
    merged = HILO.simulate(50_000, seed=1) + HILO.simulate(50_000, seed=1, first_round=50_000)
    assert [int(counts.sum()) for counts in merged.history] == sorted(
        int(counts.sum()) for counts in merged.history
    )


def test_a_report_is_a_value() -> None:
    for report in (SIMULATED, BACCARAT.exact(), HILO.simulate(10, seed=1)):
        copied = pickle.loads(pickle.dumps(report))
        assert copied == report
        assert copied.to_dict() == report.to_dict()
    assert BACCARAT.simulate(10_000, seed=4) != SIMULATED


def test_the_history_of_many_pieces_stays_short() -> None:
    game = croupier.ThaiHiLo()
    pieces = [game.simulate(2000, seed=7, first_round=start) for start in range(0, 200_000, 2000)]
    report = pieces[0]
    for piece in pieces[1:]:
        report += piece
    assert report == game.simulate(200_000, seed=7)
    totals = [counts.sum() for counts in report.history]
    assert all(after >= 2 * before for before, after in pairwise(totals))


@pytest.mark.parametrize("game", [5, None, "baccarat", croupier.Baccarat])
def test_reprice_takes_a_game(game: Any) -> None:
    with pytest.raises(TypeError, match=r"^game: a game is needed"):
        HILO.exact().reprice(game)


def test_pay_takes_an_outcome_of_the_game() -> None:
    impossible = HILO.outcomes[0]._replace(high=9)
    with pytest.raises(ValueError, match=r"^outcome: one of game\.outcomes is needed"):
        HILO.pay("hi", impossible, 100)


def test_settle_takes_no_action_where_there_is_none() -> None:
    dealt = BACCARAT.deal(7, 0)
    settled = BACCARAT.settle(dealt, {"tie": 1}, action=None)
    assert settled == BACCARAT.settle(dealt, {"tie": 1})
    with pytest.raises(ValueError, match=r"^action: baccarat has none, got 'call'"):
        BACCARAT.settle(dealt, {"tie": 1}, action="call")
