"""Reports: prices, merging, re-pricing and stakes."""

from __future__ import annotations

import math
import pickle
import random
from dataclasses import replace
from fractions import Fraction
from functools import reduce
from itertools import pairwise
from operator import add
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import croupier
from croupier.report import BettingReport
from croupier.report.tally import Tally

BACCARAT = croupier.Baccarat()
HILO = croupier.ThaiHiLo()
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
    report = BettingReport(Doubling(), Tally((600, 400), (range(1000),)), seed=1, stake=1)  # type: ignore[arg-type]
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
    figures = nothing.to_dict()["bets"]["tie"]
    assert set(figures.values()) == {None}
    named = {name for name in figures if not name.endswith("_exact")}
    assert all(math.isnan(getattr(nothing.bets["tie"], name)) for name in named)
    assert "0 rounds" in str(nothing)
    one = BACCARAT.simulate(1, seed=1)
    assert one.bets["player"].rtp in (0.0, 1.0, 2.0)
    assert math.isnan(one.bets["player"].std_error)
    assert one + nothing == nothing + one == one


@pytest.mark.parametrize("rounds", [2**31, 2**31 + 5, 2**32 + 1, 2**62, 2**63 - 1])
def test_counts_and_money_are_exact_however_many_there_are(rounds: int) -> None:
    counts = (rounds - 3, *[0] * 54, 3)
    report = BettingReport(HILO, Tally(counts, (range(rounds),)), seed=1, stake=2**53)
    assert report.rounds == rounds
    assert int(report.to_dict()["outcomes"][0]["count"]) == rounds - 3
    assert report.bets["lo"].hit_rate == (rounds - 3) / rounds
    more = BettingReport(HILO, Tally(counts, (range(rounds, 2 * rounds),)), seed=1, stake=2**53)
    assert (report + more).rounds == 2 * rounds


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


def test_a_bet_on_which_nothing_was_staked_has_no_return() -> None:
    game = croupier.CasinoHoldem()
    folded = game.simulate(10, strategy=lambda hole, _: np.zeros(len(hole), bool), seed=1)
    assert math.isnan(folded.bets["call"].rtp)
    assert folded.bets["main"].rtp == 0
    assert folded.to_dict()["bets"]["call"]["rtp"] is None
    assert replace(folded, stake=7).rounded == {}


EXACT = ("rtp", "house_edge", "hit_rate")


@pytest.mark.parametrize("report", [HILO.exact(), BACCARAT.exact(), HILO.exact(stake=7)], ids=repr)
def test_exact_figures_are_those_of_all_deals(report: BettingReport) -> None:
    for name, bet in report.bets.items():
        if name not in report.game.bets:
            continue
        chances = report.outcomes
        nets = {
            outcome: Fraction(report.game.pay(name, outcome, report.stake), report.stake) - 1
            for outcome in chances
        }
        mean = sum(chance * nets[outcome] for outcome, chance in chances.items())
        squares = sum(chance * nets[outcome] ** 2 for outcome, chance in chances.items())
        assert bet.rtp_exact == 1 + mean
        assert bet.house_edge_exact == -mean
        assert bet.variance_exact == squares - mean**2
        assert bet.hit_rate_exact == sum(
            chance for outcome, chance in chances.items() if nets[outcome] > 0
        )
        assert bet.std == pytest.approx(math.sqrt(squares - mean**2))
        for figure in EXACT:
            assert getattr(bet, figure) == float(getattr(bet, f"{figure}_exact"))


def test_a_simulation_has_no_exact_figures() -> None:
    for name in (*EXACT, "variance"):
        assert getattr(SIMULATED["tie"], f"{name}_exact") is None


def test_samples_that_are_all_alike_tell_no_error() -> None:
    nothing = HILO.simulate(10, seed=1)["hilo_11"]
    assert (nothing.rtp, nothing.hit_rate) == (0, 0)
    assert math.isnan(nothing.std)
    assert math.isnan(nothing.std_error)
    report = HILO.simulate(10, seed=1)
    row = next(line for line in str(report).splitlines() if line.startswith("hilo_11"))
    assert row.split() == ["hilo_11", "0.0000%", "-", "100.0000%", "0.0000%", "-"]
    assert report.to_dict()["bets"]["hilo_11"]["std_error"] is None
    assert "nan" not in str(report) + report._repr_html_() + report.to_csv()
    all_won = BettingReport(BACCARAT, Tally((0,) * 204 + (9,), (range(9),)), seed=1)
    assert math.isnan(all_won["tie"].std_error)


def test_bets_lost_alike_on_stakes_that_differ_tell_a_deviation_but_no_error() -> None:
    class Lost(Doubling):
        @staticmethod
        def positions(outcome: str, stake: int) -> dict[str, tuple[int, int]]:
            return {"main": (stake if outcome == "heads" else 3 * stake, 0)}

    main = BettingReport(Lost(), Tally((6, 4), (range(10),)), seed=1, stake=1)["main"]  # type: ignore[arg-type]
    assert main.rtp == 0
    assert main.std == pytest.approx(np.std([1] * 6 + [3] * 4, ddof=1))
    assert math.isnan(main.std_error)


def test_confidence_intervals() -> None:
    tie = SIMULATED["tie"]
    for level, reach in ((0.95, 1.959963984540054), (0.6826894921370859, 1), (0.99, 2.5758293)):
        low, high = tie.confidence_interval(level)
        assert (low + high) / 2 == pytest.approx(tie.rtp)
        assert high - low == pytest.approx(2 * reach * tie.std_error)
    assert tie.confidence_interval() == tie.confidence_interval(level=0.95)
    low, high = tie.confidence_interval(1 - 2**-53)
    assert 8 * tie.std_error < high - tie.rtp < 9 * tie.std_error
    lo = HILO.exact()["lo"]
    assert lo.confidence_interval() == (0.975, 0.975)
    assert all(map(math.isnan, HILO.simulate(1, seed=1)["lo"].confidence_interval()))
    with pytest.raises(ValueError, match=r"^level: a number between 0 and 1 is needed, got 95$"):
        tie.confidence_interval(95)


def test_intervals_hold_the_exact_rtp_as_often_as_they_say() -> None:
    exact = HILO.exact()["lo_6"].rtp
    held = 0
    for seed in range(400):
        low, high = HILO.simulate(1000, seed=seed)["lo_6"].confidence_interval(0.9)
        held += low < exact < high
    assert 340 < held < 380  # 360 are expected, with a standard deviation of 6


# Bets by name


def test_a_bet_by_its_name() -> None:
    assert SIMULATED["tie"] is SIMULATED.bets["tie"]
    main = croupier.CasinoHoldem().simulate(10, seed=1, strategy="basic")["main"]
    assert main.rtp >= 0
    with pytest.raises(KeyError, match="one of player, banker, tie is needed, got 'bankr'; did"):
        SIMULATED["bankr"]
    with pytest.raises(KeyError, match="one of player, banker, tie is needed, got 'x'"):
        SIMULATED["x"]
    for wrong in (0, None, ["tie"], b"tie", slice(1)):
        with pytest.raises(TypeError, match=r"^bet: one of player, banker, tie is needed, got "):
            SIMULATED[wrong]  # type: ignore[index]
    with pytest.raises(TypeError, match="not iterable"):
        list(SIMULATED)  # type: ignore[call-overload]


def test_bets_cannot_be_changed() -> None:
    report = HILO.exact()
    with pytest.raises(TypeError):
        report.bets["lo"] = report.bets["hi"]  # type: ignore[index]
    with pytest.raises(AttributeError):
        report.bets["lo"].rtp = 5  # type: ignore[misc]
    report.outcomes.clear()
    assert len(report.outcomes) == 56
    assert report == HILO.exact()


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
        (
            BACCARAT.simulate(10, seed=3, first_round=10_000, stake=5),
            "the same options .* stake 100 and 5$",
        ),
        (
            croupier.Baccarat(tie=9).simulate(10, seed=3, first_round=10_000),
            "the same rules .* tie 8 and 9$",
        ),
        (
            croupier.Baccarat(decks=6).simulate(10, seed=3, first_round=10_000),
            "the same rules .* got decks 8 and 6$",
        ),
        (
            HILO.simulate(10, seed=3, first_round=10_000),
            "the same rules .* got baccarat and thai-hilo$",
        ),
        (
            BACCARAT.simulate_shoes(1, seed=3, first_shoe=10_000),
            "the same options .* cut_card None and 14$",
        ),
        (BACCARAT.exact(), "only those of simulations"),
    ],
)
def test_what_does_not_belong_together_is_refused(other: BettingReport, message: str) -> None:
    for call in (lambda: SIMULATED + other, lambda: other + SIMULATED):
        with pytest.raises(ValueError, match=r"^reports: "):
            call()
    with pytest.raises(ValueError, match=f"^reports: {message}"):
        SIMULATED + other


def test_only_reports_add_up() -> None:
    with pytest.raises(TypeError):
        SIMULATED + 1  # type: ignore[operator]


def test_sum_of_reports() -> None:
    pieces = [HILO.simulate(100, seed=5, first_round=first) for first in (200, 0, 100)]
    assert sum(pieces) == sum(piece for piece in pieces) == HILO.simulate(300, seed=5)
    assert sum(pieces[:1]) == pieces[0]
    for wrong in (1, False, 0.0, "", None):
        with pytest.raises(TypeError):
            wrong + pieces[0]


def test_scattered_reports_merge_in_linear_time(monkeypatch: pytest.MonkeyPatch) -> None:
    one = HILO.simulate(1, seed=5)
    firsts = list(range(0, 40_000, 10))
    random.Random(1).shuffle(firsts)
    looked_at = 0

    class Counted:
        """A range that counts how often it is looked at."""

        def __init__(self, start: int, stop: int) -> None:
            self._start, self.stop = start, stop

        @property
        def start(self) -> int:
            nonlocal looked_at
            looked_at += 1
            return self._start

    monkeypatch.setattr("croupier.report.tally.range", Counted, raising=False)
    pieces = [
        replace(one, tally=replace(one.tally, ranges=(Counted(first, first + 1),)))
        for first in firsts
    ]  # type: ignore[arg-type]
    total: Any = sum(pieces)
    assert [piece.stop for piece in total.ranges] == [first + 1 for first in sorted(firsts)]
    assert looked_at < 40 * len(pieces)


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
    totals = [sum(counts) for counts in report.tally.history]
    assert all(after >= 2 * before for before, after in pairwise(totals))


# Re-pricing


def test_reprice_is_what_the_other_game_simulates() -> None:
    other = croupier.ThaiHiLo(number=(1, 2, 3), lo=1)
    assert HILO.simulate(5000, seed=2).reprice(other) == other.simulate(5000, seed=2)
    assert HILO.exact().reprice(other) == other.exact()
    assert SIMULATED.reprice(BACCARAT, stake=10) == BACCARAT.simulate(10_000, seed=3, stake=10)


@pytest.mark.parametrize("game", [HILO, croupier.Baccarat(decks=6)])
def test_reprice_refuses_what_deals_otherwise(game: Any) -> None:
    with pytest.raises(ValueError, match=r"^game: .* alike is needed, got ") as caught:
        SIMULATED.reprice(game)
    got = "baccarat and thai-hilo" if game is HILO else "decks 8 and 6"
    assert str(caught.value).endswith(f"got {got}")
    with pytest.raises(ValueError, match=r"^stake: "):
        SIMULATED.reprice(BACCARAT, stake=0)


@pytest.mark.parametrize("game", [5, "baccarat", croupier.Baccarat])
def test_reprice_takes_a_game(game: Any) -> None:
    with pytest.raises(TypeError, match=r"^game: a game is needed"):
        HILO.exact().reprice(game)


# Stakes


@pytest.mark.parametrize(
    ("game", "stake", "bet", "edge"),
    [
        (BACCARAT, 100, "banker", "1.05791%"),
        (croupier.Baccarat(commission="0.0415"), 2000, "banker", "0.66810%"),
        (croupier.Baccarat(commission="0.025"), 200, "banker", "-0.08859%"),
        (croupier.Baccarat(commission="0.005"), 200, "banker", "-1.00578%"),
        (croupier.Baccarat(commission="0.1"), 100, "banker", "3.35089%"),
        (HILO, 100, "lo", "2.50000%"),
        (croupier.ThaiHiLo(hi="1.125"), 200, "hi", "20.31250%"),
        (croupier.ThaiHiLo(number=(1, 2, "5/7")), 700, "number_1", "8.92857%"),
    ],
)
def test_the_default_stake_rounds_no_return(game: Any, stake: int, bet: str, edge: str) -> None:
    exact, simulated = game.exact(), game.simulate(10, seed=1)
    assert game.default_stake == exact.stake == simulated.stake == stake
    assert f"{exact.bets[bet].house_edge:.5%}" == edge
    assert exact.rounded == simulated.rounded == {}
    odds = [game.odds(name, outcome) for name in game.bets for outcome in game.outcomes]
    assert stake == math.lcm(100, *(net.denominator for net in odds))
    if stake > 100:
        assert game.exact(stake=100).rounded


def test_odds_finer_than_a_cent_are_exact() -> None:
    assert croupier.ThaiHiLo(hi="1.125").exact().bets["hi"].rtp_exact == Fraction(51, 64)


def test_every_report_has_the_default_stake_of_its_game() -> None:
    finer = croupier.Baccarat(commission="0.0415")
    assert finer.simulate_shoes(1, seed=1).stake == 2000
    assert SIMULATED.reprice(finer) == finer.simulate(10_000, seed=3)
    assert BACCARAT.exact(stake=10).reprice(finer).stake == 2000
    assert finer.exact().reprice(BACCARAT).stake == 100
    assert finer.exact().reprice(BACCARAT, stake=7).stake == 7


def test_a_report_is_priced_for_another_stake() -> None:
    assert SIMULATED.reprice(stake=30) == SIMULATED.reprice(BACCARAT, stake=30)
    assert BACCARAT.exact(stake=10).reprice() == BACCARAT.exact()
    assert BACCARAT.exact().reprice(None, stake=7) == BACCARAT.exact(stake=7)
    shoes = BACCARAT.simulate_shoes(2, seed=1, stake=7)
    assert shoes.reprice() == BACCARAT.simulate_shoes(2, seed=1)
    with pytest.raises(ValueError, match=r"^stake: an int from 1 to 2\*\*53 is needed, got 0$"):
        SIMULATED.reprice(stake=0)


def test_rules_that_no_stake_fits_ask_for_one() -> None:
    finest = croupier.ThaiHiLo(hi="1/999999937", lo="1/999999929")
    for call in (
        finest.exact,
        lambda: finest.simulate(1),
        lambda: HILO.exact().reprice(finest),
        lambda: finest.default_stake,
    ):
        with pytest.raises(ValueError, match=r"^stake: one is needed, got none; .* 2\*\*53$"):
            call()
    assert list(finest.exact(stake=2**53).rounded) == ["hi", "lo", "lo_1"]
    assert HILO.exact().reprice(finest, stake=100).rounded.keys() == {"hi", "lo"}


def test_a_report_tells_what_rounding_takes_off_the_rtp() -> None:
    report = HILO.exact(stake=10)
    assert report.rounded == {"lo": 0.025}
    assert HILO.exact().bets["lo"].rtp - report.bets["lo"].rtp == pytest.approx(0.025)
    note = "rounding returns down takes off the RTP: lo 2.5%"
    assert str(report).splitlines()[-1] == note
    assert note in report._repr_html_()
    assert report.to_dict()["rounded"] == {"lo": 0.025}
    simulated = SIMULATED.reprice(BACCARAT, stake=7)
    taken = SIMULATED.bets["banker"].rtp - simulated.bets["banker"].rtp
    assert list(simulated.rounded) == ["banker"]
    assert simulated.rounded["banker"] == pytest.approx(taken)
    for whole in (HILO.exact(), SIMULATED, BACCARAT.simulate(0, seed=1, stake=7)):
        assert whole.rounded == {}
        assert "rounding" not in str(whole) + whole._repr_html_()
