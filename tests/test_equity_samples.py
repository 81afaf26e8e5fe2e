"""Samples of equity: the twin deals the same ones, and their errors are honest."""

from __future__ import annotations

import math
import pickle
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from spots import random_range, random_spot

import croupier
from croupier import _core
from croupier.poker.report import EquitySimulation
from croupier.poker.spot import Spot
from croupier.reference.equity import deal, winners
from croupier.simulation import run

SPOTS = [
    (["AsAh", "KsKh"], "", ""),
    (["AsAh", "KsKh", "QsJs"], "2c 3c 4c", "5c"),
    (["AsAh", "KsKh"], "2c 3c 4c 9d", ""),
    (["AA", "KK:0.5, AKs", "random"], "", "2c"),
    (["QQ+, AKs", "88+:0.3, AJs+"], "2c 7d Jh", ""),
    (["AsAh", "random"], "2c 7d Jh 3s 3d", ""),
    (["random", "random", "KQs:0.25"], "", ""),  # a word, drawn again where hands share a card
    (["random", "random", "random", "KK", "KQ"], "", ""),  # more than a word serves
    (["TT+"] * 4, "2c 7d Jh 3s", "4c"),  # three players in one list, one alone
    (["AsAh, KK:0.000001", "AsAh, QQ:0.3", "AsAh, JJ"], "", ""),
    (["AsAh, AcAd", "AsAh, KK", "KsKh, 22:0.5"], "2c 3c 4c", ""),  # nobody is known until one is
    (["AsAh", "AsAh, KsKh", "KsKh, QsQh", "QsQh, 22"], "2c 3c 4c 5c", ""),  # each falls by another
]


@pytest.mark.parametrize(("hands", "board", "dead"), SPOTS)
def test_the_twin_deals_the_same_samples(hands: list[str], board: str, dead: str) -> None:
    spot = Spot(hands, board, dead)
    counts = [0] * 2 ** len(hands)
    for index in range(40):
        held, whole = _core.equity_deal(spot.weights, spot.board, spot.dead, 2**100 + 7, index)
        twin_held, twin_whole = deal(
            hands, croupier.format_cards(list(spot.board)), dead, 2**100 + 7, index
        )
        assert (list(held), list(whole)) == (twin_held, twin_whole)
        counts[winners(twin_held, twin_whole)] += 1
    assert EquitySimulation(spot, 2**100 + 7).count(0, 40).tolist() == counts


def test_golden_samples() -> None:
    """Samples of a seed stay the same in every version."""
    assert [
        croupier.equity(*hands, board=board, dead=dead, samples=1000, seed=7).counts
        for hands, board, dead in SPOTS
    ] == GOLDEN


GOLDEN = [
    (0, 844, 153, 3),
    (0, 859, 71, 0, 13, 0, 0, 57),
    (0, 955, 45, 0),
    (0, 722, 136, 0, 139, 0, 2, 1),
    (0, 653, 314, 33),
    (0, 909, 89, 2),
    (0, 283, 230, 7, 460, 9, 6, 5),
    (
        0,
        138,
        135,
        4,
        160,
        4,
        12,
        0,
        465,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        73,
        1,
        1,
        0,
        1,
        0,
        0,
        0,
        5,
        1,
        0,
        0,
        0,
        0,
        0,
        0,
    ),
    (0, 214, 226, 16, 248, 19, 14, 0, 225, 13, 10, 0, 15, 0, 0, 0),
    (0, 670, 192, 0, 135, 0, 0, 3),
    (0, 332, 124, 21, 487, 0, 0, 36),
    (0, 426, 0, 0, 0, 0, 0, 0, 249, 0, 0, 0, 0, 0, 0, 325),
]


HOPELESS = "AA, KK, QQ, JJ, TT, AK, AQ, AJ, AT, KQ, KJ, KT, QJ, QT, JT"


def test_hands_that_are_hardly_ever_found_are_refused() -> None:
    """Ten players want all of twenty cards."""
    hands = [HOPELESS] * 10
    message = r"hands: ranges that leave each other more cards are needed, got some of which fewer"
    with pytest.raises(ValueError, match=message):
        croupier.equity(*hands, samples=10, seed=1)
    with pytest.raises(ValueError, match=message):
        _core.equity_deal(Spot(hands, (), ()).weights, (), (), 1, 0)


def test_ten_players_share_five_ranks() -> None:
    equity = croupier.equity(*["TT+"] * 10, samples=20, seed=1)
    assert sum(equity.counts) == 20


def test_hands_of_which_one_player_holds_the_ace_are_dealt_by_their_weights() -> None:
    """Each player but one holds a pair of his own: ten ways weigh a million, one weighs 1."""
    hands = [f"AsAh, {rank}s{rank}h:0.000001" for rank in "23456789TJ"]
    spot = Spot(hands)
    held = [_core.equity_deal(spot.weights, (), (), 1, index)[0] for index in range(1000)]
    aces = [sum(hand == (51, 50) for hand in sample) for sample in held]
    assert set(aces) == {1}
    first = sum(sample[0] == (51, 50) for sample in held)
    assert abs(first - 100) <= 4 * math.sqrt(1000 * 0.1 * 0.9)


def test_samples_are_near_exact() -> None:
    """200 spots: none further than four standard errors, and few further than two."""
    random = np.random.default_rng(9)
    far = 0
    for spot in range(200):
        cards = (0, 3, 4)[spot % 3]
        hands, board, dead = random_spot(random, cards)
        if spot % 2:
            hands = [hands[0], random_range(random, 12)]
        exact = croupier.equity(*hands, board=board, dead=dead)
        sampled = croupier.equity(*hands, board=board, dead=dead, samples=20_000, seed=spot)
        assert sampled.total == 20_000
        for share, known, error in zip(
            sampled.equity, exact.equity, sampled.std_error, strict=True
        ):
            assert abs(share - float(known)) <= (1e-3 if math.isnan(error) else 4 * error)
            far += abs(share - float(known)) > 2 * error
    assert far < 60


def test_the_standard_error_is_honest() -> None:
    """Of 1,000 seeds 95 % lie within 1.96 standard errors, give or take four deviations."""
    exact = float(croupier.equity("AhKh", "QsQd").equity[0])
    inside = 0
    for seed in range(1000):
        sampled = croupier.equity("AhKh", "QsQd", samples=2000, seed=seed, threads=1)
        inside += abs(sampled.equity[0] - exact) <= 1.96 * sampled.std_error[0]
    assert abs(inside - 950) <= 4 * math.sqrt(1000 * 0.95 * 0.05)


def test_ten_samples() -> None:
    equity = croupier.equity("AdAh", "AcAs", samples=10, seed=3)
    wins, _, ties = equity.counts[1:]
    mean = (wins + ties / 2) / 10
    variance = (wins + ties / 4) / 10 - mean**2
    assert equity.equity[0] == pytest.approx(mean)
    assert equity.std_error[0] == pytest.approx(math.sqrt(variance / 10))
    assert math.isnan(croupier.equity("AA", "KK", samples=0).equity[0])
    assert math.isnan(croupier.equity("AA", "KK", samples=0).std_error[0])
    assert math.isnan(croupier.equity("AA", "KK", samples=1).std_error[0])  # cannot tell


def test_samples_until_an_error() -> None:
    told: list[tuple[int, int]] = []
    equity = croupier.equity(
        "AA", "KK", "random", std_error=0.0005, seed=1, progress=lambda *at: told.append(at)
    )
    assert max(equity.std_error) <= 0.0005
    assert 2**16 < equity.total < 2_000_000
    assert equity == croupier.equity("AA", "KK", "random", std_error=0.0005, seed=1, threads=1)
    assert equity == croupier.equity("AA", "KK", "random", samples=equity.total, seed=1)
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert [done for done, total in told if done == total] == [equity.total]
    first = 2**64 - 10**6
    later = croupier.equity("AA", "KK", std_error=0.002, seed=1, first_sample=first)
    assert later.ranges == (range(first, first + later.total),)
    for tiny in (1e-160, 5e-324):
        assert croupier.equity("AA", "KK", std_error=tiny, samples=70_000, seed=1).total == 70_000
    few = croupier.equity("AA", "KK", std_error=1e-9, samples=1000, seed=1)
    assert few == croupier.equity("AA", "KK", samples=1000, seed=1)


def test_six_players_with_ranges() -> None:
    fifth = "22+, A2s+, K9s+, QTs+, JTs, ATo+, KTo+, QJo"
    equity = croupier.equity("AKs", *[fifth] * 5, std_error=0.001, seed=1)
    assert max(equity.std_error) <= 0.001
    assert sum(equity.equity) == pytest.approx(1)


def test_threads_and_pieces_change_nothing() -> None:
    spot = Spot(["AA", "KK", "random"], "", "")
    simulation = EquitySimulation(spot, 5)
    whole = run(simulation, 30_000)
    assert whole == run(simulation, 30_000, threads=1)
    parts = [simulation.report(simulation.tally(first, 10_000)) for first in (20_000, 0, 10_000)]
    assert sum(parts) == whole
    later = croupier.equity("AA", "KK", "random", samples=20_000, seed=5, first_sample=10_000)
    assert later + parts[1] == whole
    assert pickle.loads(pickle.dumps(simulation)) == simulation
    assert pickle.loads(pickle.dumps(whole)) == whole
    assert simulation.digest != EquitySimulation(Spot(["AA", "KK", "QQ"], "", ""), 5).digest
    with pytest.raises(ValueError, match="stand twice"):
        whole + parts[0]
    with pytest.raises(ValueError, match="the same rules are needed, got"):
        whole + croupier.equity("AA", "KK", "QQ", samples=1, seed=5)
    with pytest.raises(ValueError, match="only those of simulations"):
        croupier.equity("AA", "KK") + croupier.equity("AA", "KK")


def test_nothing_is_left_to_sample() -> None:
    for seed in (1, 2):
        equity = croupier.equity("AhKd", "QcQd", board="4c5d6h7s8c", samples=10, seed=seed)
        assert (equity.exact, equity.equity) == (True, (Fraction(1, 2), Fraction(1, 2)))


def test_an_interrupted_simulation_knows_what_it_counted() -> None:
    def stop(*_: int) -> None:
        raise KeyboardInterrupt

    for options in ({"samples": 10**9}, {"std_error": 1e-6}):
        with pytest.raises(KeyboardInterrupt) as caught:
            croupier.equity("AA", "KK", seed=1, progress=stop, **options)
        report = caught.value.report  # type: ignore[attr-defined]
        assert report.partial
        done = report.tally.done
        assert replace(report, tally=replace(report.tally, missing=())) == croupier.equity(
            "AA", "KK", seed=1, samples=done
        )
