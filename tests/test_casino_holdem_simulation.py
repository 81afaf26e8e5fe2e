"""Simulations of Casino Hold'em and their reports."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from typing import Any

import pytest
from conftest import chi_square_p, interrupt_after

import croupier
from croupier import _core, reference
from croupier.games.casino_holdem import solution
from croupier.games.casino_holdem import strategy as strategies
from croupier.reference import casino_holdem as twin_module

GAME = croupier.CasinoHoldem()
TWIN = reference.CasinoHoldem()


# Rounds


def test_golden_rounds() -> None:
    assert [str(GAME.deal(0, index)) for index in range(3)] == [
        "hole 7s9c, flop 9hJc9s, turn 7h, river As, dealer Kc3s",
        "hole Js8s, flop 5h9sAs, turn 4c, river Jc, dealer 5dTd",
        "hole 8cAs, flop 5hJdKd, turn 6d, river 7c, dealer QhTd",
    ]
    assert (
        str(GAME.deal(2**128 - 1, 2**64 - 1))
        == "hole 8h7h, flop 3dKc6c, turn 4h, river 2d, dealer 7s7c"
    )


@pytest.mark.parametrize("name", GAME.strategies)
def test_simulation_agrees_with_exact(name: str) -> None:
    report = GAME.simulate(3_000_000, strategy=name, seed=5)
    exact = GAME.exact(name)
    assert 0.0001 < chi_square_p(report.counts, exact.counts) < 0.9999
    for bet, of_bet in exact.bets.items():
        assert abs(report.bets[bet].rtp - of_bet.rtp) < 4 * report.bets[bet].std_error


@pytest.mark.parametrize("first", [0, 5, 2**64 - 777])
def test_simulation_counts_the_rounds_it_deals(first: int) -> None:
    report = GAME.simulate(777, seed=5, first_round=first)
    optimal = GAME.strategy("optimal")
    dealt = [GAME.deal(5, first + i) for i in range(777)]
    calls = optimal([d.hole for d in dealt], [d.flop for d in dealt])
    counted = Counter(
        GAME.outcome(d, action="call" if call else "fold")
        for d, call in zip(dealt, calls, strict=True)
    )
    assert report.outcomes == {outcome: counted[outcome] for outcome in GAME.outcomes}
    if first == 0:
        rule = TWIN.simulate(300, strategy=twin_module.basic, seed=5)
        basic = GAME.simulate(300, strategy="basic", seed=5)
        assert {tuple(o): n for o, n in basic.outcomes.items() if n} == dict(rule)


@pytest.mark.usefixtures("isa")
def test_the_report_does_not_depend_on_how_it_is_made() -> None:
    whole = GAME.simulate(100_000, seed=2, threads=1)
    assert sum(whole.counts) == 100_000
    assert GAME.simulate(100_000, seed=2, threads=3) == whole
    first = GAME.simulate(33_333, seed=2)
    assert first + GAME.simulate(66_667, seed=2, first_round=33_333) == whole


# Reports


def test_reports_of_other_strategies_do_not_add_up() -> None:
    report = GAME.simulate(1000, seed=2)
    with pytest.raises(ValueError, match="options"):
        report + GAME.simulate(1000, seed=2, first_round=1000, strategy="basic")


def test_reprice() -> None:
    report = GAME.simulate(100_000, seed=2, strategy="basic")
    other = croupier.CasinoHoldem(ante=(1, 1, 1, 1, 1, 2, 3, 10, 20, 50))
    assert report.reprice(other) == other.simulate(100_000, seed=2, strategy="basic")
    with pytest.raises(ValueError, match=r"^game: "):
        report.reprice(croupier.CasinoHoldem(weakest_qualifying=7462))
    with pytest.raises(ValueError, match=r"^game: "):  # its optimal strategy is another one
        GAME.exact().reprice(croupier.CasinoHoldem(ante=(2,) * 10))


def test_copies() -> None:
    for thing in (GAME, GAME.exact(), GAME.deal(1, 2), GAME.outcomes[5]):
        assert pickle.loads(pickle.dumps(thing)) == thing
        assert copy.deepcopy(thing) == thing
    strategy = pickle.loads(pickle.dumps(GAME.strategy("basic")))
    assert (strategy.table == GAME.strategy("basic").table).all()


@pytest.mark.parametrize("wrong", [None, 5, "basic", croupier.CasinoHoldem])
def test_the_call_frequency_is_that_of_a_report(wrong: Any) -> None:
    with pytest.raises(TypeError, match=r"^report: a Report is needed, got "):
        GAME.call_frequency(wrong)
    for other in (croupier.ThaiHiLo().exact(), GAME.simulate(0, strategy="basic")):
        with pytest.raises(ValueError, match=r"^report: one of casino-holdem with rounds"):
            GAME.call_frequency(other)


def test_reports_name_the_rules_and_options_that_differ() -> None:
    report = GAME.simulate(10, seed=1, strategy="basic")
    other = croupier.CasinoHoldem(ante=(1, 1, 1, 1, 1, 2, 3, 10, 20, 50), call="3/2")
    message = r"^reports: the same rules are needed, got ante\[9\] 100 and 50, call 1 and 3/2$"
    with pytest.raises(ValueError, match=message):
        report + other.simulate(10, seed=1, first_round=10, strategy="basic")
    message = r"^reports: the same options are needed, got strategy basic and side_bet$"
    with pytest.raises(ValueError, match=message):
        report + GAME.simulate(10, seed=1, first_round=10, strategy="side_bet")
    with pytest.raises(ValueError, match=r"got weakest_qualifying 5745 and 7462$"):
        report.reprice(croupier.CasinoHoldem(weakest_qualifying=7462))


def test_a_plot_shows_the_exact_return_of_the_strategy_that_played() -> None:
    report = GAME.simulate(2000, strategy="basic", seed=1)
    rtp = GAME.exact("basic").bets["main"].rtp
    assert set(report.plot().axes[1].lines[-1].get_ydata()) == {rtp}
    joint = GAME.strategy(aa_bonus=1)
    rtp = GAME.exact(joint).bets["main"].rtp
    report = GAME.simulate(2000, strategy=joint, seed=1)
    assert set(report.plot().axes[1].lines[-1].get_ydata()) == {rtp}
    unknown = GAME.simulate(2000, strategy=lambda hole, _: hole[:, 0] >> 2 > 9, seed=1)
    labels = [line.get_label() for axes in unknown.plot().axes for line in axes.lines]
    assert "exact" not in labels


# Stakes


@pytest.mark.parametrize(("call", "stake"), [("1", 100), ("1/200", 100), ("1/400", 200)])
def test_the_call_is_on_twice_the_default_stake(call: str, stake: int) -> None:
    assert croupier.CasinoHoldem(call=call, ante=("1/3", *[1] * 9)).default_stake == 3 * stake
    report = croupier.CasinoHoldem(call=call).exact("basic")
    assert (report.stake, report.rounded) == (stake, {})
    assert croupier.CasinoHoldem(call=call).simulate(10, strategy="basic", seed=1).stake == stake


def test_rounding_of_the_call_moves_the_main_game() -> None:
    report = croupier.CasinoHoldem(call="1/400").exact("basic", stake=100)
    assert list(report.rounded) == ["main", "main_per_ante", "call"]


def test_stakes_of_reports_leave_room_for_the_call() -> None:
    assert GAME.exact("basic", stake=2**52).bets["call"].rtp_exact is not None
    for call in (GAME.exact, lambda **k: GAME.simulate(1, **k), GAME.exact("basic").reprice):
        options = {"game": GAME} if "reprice" in repr(call) else {"strategy": "basic"}
        with pytest.raises(ValueError, match=r"^stake: an int from 1 to 2\*\*52 is needed"):
            call(**options, stake=2**52 + 1)  # type: ignore[operator]


def test_rules_of_many_denominators() -> None:
    """No stake leaves all returns whole, and no optimum is solved for such odds."""
    finest = croupier.CasinoHoldem(ante=(*[1] * 8, "1/999999937", "1/999999929"))
    with pytest.raises(ValueError, match=r"^stake: one is needed, got none; .* 2\*\*52$"):
        finest.exact("basic")
    with pytest.raises(ValueError, match=r"^odds: up to 2\*\*42 over a common denominator"):
        finest.exact(stake=100)
    assert finest.exact("basic", stake=100).rounded
    fine = croupier.CasinoHoldem(call="1/999999937")
    assert fine.default_stake == 100 * 999999937
    assert fine.exact("basic").bets["call"].rtp_exact.denominator % 999999937 == 0  # type: ignore[union-attr]


# Ctrl-C before there is a round


@pytest.mark.parametrize("place", ["solve", "function", "compile"])
def test_an_interrupt_before_the_strategy_is_made_carries_a_report(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: Any) -> Any:
        raise KeyboardInterrupt

    strategy: Any = "optimal"
    if place == "solve":
        monkeypatch.setattr(strategies, "optimal_table", interrupt)
    elif place == "function":
        strategy = interrupt
    else:
        strategy = lambda hole, _: hole[:, 0] > 9  # noqa: E731
        monkeypatch.setattr(_core, "casino_holdem_asymmetry", interrupt)
    with pytest.raises(KeyboardInterrupt) as caught:
        GAME.simulate(10, seed=7, strategy=strategy)
    report = caught.value.report  # type: ignore[attr-defined]
    assert (report.rounds, report.ranges, report.partial, report.seed) == (0, (), True, 7)
    name = "optimal" if place == "solve" else "custom"
    assert report.options == {"stake": 100, "strategy": name}


@pytest.mark.usefixtures("place")
def test_an_interrupt_while_the_game_is_solved_carries_a_report(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(solution, "_solutions", {})
    with pytest.raises(KeyboardInterrupt) as caught, interrupt_after(0.3):
        GAME.simulate(10**12, seed=7)
    report = caught.value.report  # type: ignore[attr-defined]
    assert report.partial
    assert report.rounds == sum(report.counts)
