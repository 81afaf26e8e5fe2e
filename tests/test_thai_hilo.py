"""Thai HiLo: its paytable, its rolls and its simulation."""

from __future__ import annotations

import itertools
import pickle
import random
from collections import Counter
from copy import copy, deepcopy
from dataclasses import FrozenInstanceError
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest
from conftest import chi_square_p
from hypothesis import given
from hypothesis import strategies as st

import croupier
from croupier import reference
from croupier.games.thai_hilo import FAULTS, Outcome, Round, Shake

GAME = croupier.ThaiHiLo()
TWIN = reference.ThaiHiLo()
ROLLS = list(product(range(1, 7), repeat=3))

RTP = {
    "hi": "63/80",
    "lo": "39/40",
    "hilo_11": "7/8",
    **{f"number_{n}": "67/72" for n in range(1, 7)},
    **{f"double_{a}_{b}": "5/6" for a in range(1, 7) for b in range(a + 1, 7)},
    "set_1_2_3": "5/6",
    "set_4_5_6": "5/6",
    "lo_1": "511/540",
    "lo_2": "61/72",
    "lo_3": "26/27",
    "lo_4": "65/72",
    "lo_5": "35/36",
    "lo_6": "11/12",
    "hi_3": "7/8",
    "hi_4": "185/216",
    "hi_5": "49/54",
    "hi_6": "61/72",
}


@cache
def rtp(game: croupier.ThaiHiLo, bet: str) -> Fraction:
    exact = game.exact().bets[bet].rtp_exact
    assert exact is not None
    return exact


# The paytable


def test_exact_rtp_of_every_bet() -> None:
    assert set(GAME.bets) == set(RTP) == set(GAME.exact().bets)
    assert len(GAME.bets) == 36
    assert {bet: rtp(GAME, bet) for bet in GAME.bets} == {b: Fraction(r) for b, r in RTP.items()}


def test_the_best_bet_returns_97_5_percent() -> None:
    best = max(GAME.bets, key=lambda bet: rtp(GAME, bet))
    assert (best, rtp(GAME, best)) == ("lo", Fraction(975, 1000))


def test_ways_of_totals() -> None:
    ways: Counter[int] = Counter()
    for outcome, chance in GAME.exact().outcomes.items():
        ways[sum(outcome)] += int(chance * 216)
    expected = [1, 3, 6, 10, 15, 21, 25, 27, 27, 25, 21, 15, 10, 6, 3, 1]
    assert ways == dict(zip(range(3, 19), expected, strict=True))


def test_hit_rates_of_hi_lo_and_11() -> None:
    bets = GAME.exact().bets
    assert [bets[bet].hit_rate * 216 for bet in ("lo", "hilo_11", "hi")] == [108, 27, 81]


@pytest.mark.parametrize(
    ("dice", "wins"),
    [((3, 3, 3), "lo"), ((4, 3, 3), "lo"), ((5, 3, 3), "hilo_11"), ((6, 3, 3), "hi")],
)
def test_the_boundary_lies_at_11(dice: tuple[int, int, int], wins: str) -> None:
    settled = GAME.settle(Round(dice), dict.fromkeys(("lo", "hilo_11", "hi"), 100))
    assert [bet for bet, result in settled.bets.items() if result.net > 0] == [wins]


@pytest.mark.parametrize(
    ("bet", "dice", "net"),
    [
        ("double_1_2", (1, 2, 6), 500),
        ("double_1_2", (1, 2, 2), 500),
        ("double_1_2", (1, 1, 5), -100),
        ("number_6", (6, 1, 1), 100),
        ("number_6", (6, 1, 6), 200),
        ("number_6", (6, 6, 6), 500),
        ("number_6", (5, 5, 5), -100),
        ("set_1_2_3", (1, 1, 2), 100),
        ("set_1_2_3", (3, 1, 2), 500),
        ("set_1_2_3", (1, 1, 1), -100),
        ("set_1_2_3", (1, 1, 4), -100),
        ("lo", (1, 1, 1), 95),
        ("hi", (6, 6, 6), 110),
        ("lo_1", (1, 4, 5), 180),
        ("lo_1", (1, 5, 5), -100),
        ("hi_3", (3, 3, 6), 600),
        ("hi_3", (3, 3, 5), -100),
    ],
)
def test_settlement(bet: str, dice: tuple[int, int, int], net: int) -> None:
    settled = GAME.settle(Round(dice), {bet: 100})
    assert (settled.bets[bet].stake, settled.bets[bet].net) == (100, net)
    assert settled.bets[bet].returned == settled.returned == 100 + net


def test_every_bet_on_every_roll_is_as_the_twin_settles_it() -> None:
    for stake in (100, 7, 2**53):
        stakes = dict.fromkeys(GAME.bets, stake)
        for dice in ROLLS:
            mine = GAME.settle(Round(dice), stakes)
            twin = TWIN.settle(dice, stakes)
            assert {b: (s.stake, s.returned, s.net) for b, s in mine.bets.items()} == twin
            assert (mine.stake, mine.net) == (36 * stake, sum(net for _, _, net in twin.values()))


@given(st.sampled_from(GAME.bets), st.sampled_from(ROLLS), st.integers(1, 2**53))
def test_returns_are_rounded_down_once(bet: str, dice: tuple[int, int, int], stake: int) -> None:
    outcome = GAME.outcome(Round(dice))
    exact = stake * (1 + GAME.odds(bet, outcome))
    returned = GAME.pay(bet, outcome, stake)
    assert returned <= exact < returned + 1
    assert returned == TWIN.settle(dice, {bet: stake})[bet][1]


def test_small_stakes_lose_the_fraction() -> None:
    assert rtp(GAME, "lo") == Fraction(39, 40)
    assert GAME.exact(stake=10).bets["lo"].rtp_exact == Fraction(19, 20)
    assert GAME.exact(stake=1).bets["hi"].rtp_exact == Fraction(3, 4)
    assert GAME.exact(stake=1).bets["lo"].rtp_exact == Fraction(1, 2)


def test_another_paytable() -> None:
    assert rtp(croupier.ThaiHiLo(number=(1, 2, 3)), "number_6") - 1 == Fraction(-17, 216)
    assert rtp(croupier.ThaiHiLo(lo=1), "lo") == 1
    assert croupier.ThaiHiLo(hi="1.1") == croupier.ThaiHiLo(hi="11/10") == GAME
    assert croupier.ThaiHiLo(hi=2).digest != GAME.digest
    assert croupier.ThaiHiLo(hi=2).options == {"hi": "2"}


@pytest.mark.parametrize(
    ("rules", "error", "message"),
    [
        ({"hi": 1.1}, TypeError, "hi: odds .* got float"),
        ({"hi": True}, TypeError, "hi: odds .* got bool"),
        ({"hi": None}, TypeError, "hi: odds"),
        ({"hi": -1}, ValueError, "hi: odds from 0 to .* got -1"),
        ({"hi": "eleven"}, ValueError, "hi: odds .* got 'eleven'"),
        ({"hi": "1/0"}, ValueError, "hi: odds"),
        ({"hi": "1" * 99}, ValueError, "hi: odds"),
        ({"hi": "1e999999999"}, ValueError, "hi: odds"),
        ({"hi": "-1"}, ValueError, "hi: odds"),
        ({"number": 1}, TypeError, "number: 3 odds are needed, got int"),
        ({"hi": 10**400}, ValueError, "hi: odds .* got an integer of 1329 bits"),
        ({"hi": Fraction(1, 10**400)}, ValueError, "hi: odds .* got 1/an integer"),
        ({"number": (1, 2)}, ValueError, "number: 3 odds are needed, got 2"),
        ({"number": (1, 2, "x")}, ValueError, r"number\[2\]: odds"),
    ],
)
def test_bad_rules(rules: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=f"^{message}"):
        croupier.ThaiHiLo(**rules)


# Bad bets, bad dice

BAD_STAKES: list[tuple[Any, type[Exception]]] = [
    ({"lo": 0}, ValueError),
    ({"lo": -1}, ValueError),
    ({"lo": 2**53 + 1}, ValueError),
    ({"lo": 2**70}, ValueError),
    ({"lo": -(10**5000)}, ValueError),
    ({"lo": -0.0}, TypeError),
    ({"lo": 1.0}, TypeError),
    ({"lo": "1"}, TypeError),
    ({"lo": None}, TypeError),
    ({"lo": True}, TypeError),
    ({"lo": Fraction(1)}, TypeError),
    ({"big": 1}, ValueError),
    ({"hi_1": 1}, ValueError),
    ({"double_2_1": 1}, ValueError),
]


@pytest.mark.parametrize(("stakes", "error"), BAD_STAKES)
def test_bad_stakes(stakes: Any, error: type[Exception]) -> None:
    for settle in (
        lambda: GAME.settle(Round((1, 2, 3)), stakes),
        lambda: TWIN.settle((1, 2, 3), stakes),
    ):
        with pytest.raises(error, match=r"^stakes"):
            settle()


def test_unknown_bets_are_told_the_known_ones() -> None:
    with pytest.raises(ValueError, match=r"^stakes: one of hi, lo, .*, hi_6 is needed, got 'big'$"):
        GAME.settle(Round((1, 2, 3)), {"big": 100})
    with pytest.raises(TypeError, match=r"^stakes: a mapping is needed, got list$"):
        GAME.settle(Round((1, 2, 3)), [100])  # type: ignore[arg-type]


def test_numpy_stakes_are_ints() -> None:
    assert GAME.settle(Round((1, 2, 3)), {"lo": np.int64(100)}).bets["lo"].returned == 195


@pytest.mark.parametrize(
    ("dice", "error"),
    [
        ((0, 1, 2), ValueError),
        ((1, 2, 7), ValueError),
        ((1, 2), ValueError),
        ((1, 2, 3, 4), ValueError),
        ((1, 2, 257), ValueError),
        ((1, 2, 2**70), ValueError),
        ((1, 2, 3.0), TypeError),
        ((1, 2, True), TypeError),
        ("123", TypeError),
    ],
)
def test_bad_dice(dice: Any, error: type[Exception]) -> None:
    with pytest.raises(error, match=r"^dice: "):
        GAME.outcome(Round(dice))
    with pytest.raises(error, match=r"^dice: "):
        TWIN.outcome(dice)


@pytest.mark.parametrize("bad", [None, 5, (1, 2, 3), ((1, 2, 3), ()), "123"])
def test_what_is_no_round(bad: Any) -> None:
    with pytest.raises(TypeError, match=r"^round: a Round is needed, got "):
        GAME.settle(bad, {"lo": 1})
    with pytest.raises(TypeError, match=r"^outcome: one of game.outcomes, .* is needed"):
        GAME.pay("lo", bad, 1)
    with pytest.raises(ValueError, match=r"^bet: one of "):
        GAME.odds("x", GAME.outcomes[0])


# Shakes that do not count


def test_only_the_valid_shake_settles() -> None:
    bad = [Shake((6, 6, 6), "tumbled fewer than three times"), Shake(None, "overlap")]
    entered = GAME.enter([*bad, Shake((1, 2, 3))])
    assert entered == Round((1, 2, 3), tuple(bad))
    assert GAME.settle(entered, {"lo": 100, "number_6": 100}).net == 95 - 100
    assert entered.to_dict()["discarded"][1] == {"dice": None, "fault": "overlap"}


@pytest.mark.parametrize(
    ("shakes", "message"),
    [
        ([], "T5: one without a fault is needed, got 0 with a fault"),
        ([Shake((1, 2, 3), "not flat")], "T5: "),
        ([Shake((1, 2, 3)), Shake((1, 2, 4))], "T5: "),
        ([(None, "overlap"), ((1, 2, 7),)], r"dice: faces 1 to 6 are needed, got 7"),
        (
            [((1, 2, 3), "slow"), Shake((1, 2, 4))],
            r"fault: one of overlap, .* is needed, got 'slow'",
        ),
    ],
)
def test_bad_shakes(shakes: list[Shake], message: str) -> None:
    with pytest.raises(ValueError, match=rf"^shakes(\[\d\])?: {message}"):
        GAME.enter(shakes)


def test_a_shake_that_counts_has_dice() -> None:
    with pytest.raises(TypeError, match=r"^dice: T3: three faces are needed where"):
        Shake(None)
    with pytest.raises(TypeError, match=r"^shakes\[0\]: dice: T3: "):
        GAME.enter([(None,)])  # type: ignore[list-item]
    assert len(FAULTS) == 3


# Rounds


def test_rounds_are_those_of_the_twin() -> None:
    rng = random.Random(1)
    for _ in range(2000):
        seed, index = (
            rng.getrandbits(rng.choice([3, 64, 128])),
            rng.getrandbits(rng.choice([4, 64])),
        )
        assert GAME.deal(seed, index).dice == TWIN.deal(seed, index)


@pytest.mark.parametrize("first", [0, 1, 6, 7, 8, 2**32 - 3, 2**60, 2**64 - 2000])
def test_simulation_counts_the_rounds_it_deals(first: int) -> None:
    report = GAME.simulate(2000, seed=5, first_round=first)
    dealt = Counter(GAME.outcome(GAME.deal(5, first + i)) for i in range(2000))
    assert report.outcomes == {outcome: dealt[outcome] for outcome in GAME.outcomes}
    assert TWIN.simulate(50, seed=5, first_round=first) == Counter(
        GAME.simulate(50, seed=5, first_round=first).outcomes
    )


def test_golden_rounds() -> None:
    assert [GAME.deal(0, i).dice for i in range(8)] == [
        (1, 2, 4),
        (6, 5, 4),
        (6, 4, 4),
        (1, 3, 2),
        (4, 3, 5),
        (5, 5, 1),
        (4, 3, 4),
        (3, 5, 6),
    ]
    assert [GAME.deal(2**128 - 1, 2**64 - 1 - i).dice for i in range(3)] == [
        (4, 4, 6),
        (5, 2, 2),
        (3, 4, 5),
    ]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_simulation_agrees_with_exact(seed: int) -> None:
    report = GAME.simulate(10_000_000, seed=seed)
    assert 0.0001 < chi_square_p(report.counts, GAME.exact().counts) < 0.9999
    for bet, exact in GAME.exact().bets.items():
        priced = report.bets[bet]
        assert abs(priced.rtp - exact.rtp) < 4.5 * priced.std_error
        assert priced.std == pytest.approx(exact.std, rel=0.01)


def test_each_die_shows_each_face_as_often() -> None:
    dealt = np.array([GAME.deal(9, i).dice for i in range(60_000)])
    for die in dealt.T:
        assert 0.0001 < chi_square_p(np.bincount(die, minlength=7)[1:].tolist(), [1] * 6) < 0.9999
    pairs = Counter(zip(dealt[:-1, 2].tolist(), dealt[1:, 0].tolist(), strict=True))
    assert 0.0001 < chi_square_p(list(pairs.values()), [1] * 36) < 0.9999


# The object


def test_outcomes_are_in_order_and_few() -> None:
    assert list(GAME.outcomes) == sorted({Outcome(*sorted(dice)) for dice in ROLLS})
    assert str(GAME.outcomes[7]) == "1-2-3"
    assert GAME.exact().counts == tuple(TWIN.exact()[outcome] for outcome in GAME.outcomes)


def test_a_game_is_a_value() -> None:
    assert pickle.loads(pickle.dumps(GAME)) == copy(GAME) == GAME
    assert len({GAME, croupier.ThaiHiLo(), croupier.ThaiHiLo(lo=1)}) == 2
    with pytest.raises(FrozenInstanceError):
        GAME.hi = 2  # type: ignore[misc]
    dealt = GAME.deal(1, 2)
    assert pickle.loads(pickle.dumps(dealt)) == dealt
    settled = GAME.settle(dealt, {"lo": 5})
    assert pickle.loads(pickle.dumps(settled)) == settled


# Arguments


@pytest.mark.parametrize("bet", [1, None, ("lo",), b"lo", 2.5])
def test_a_bet_is_named_by_a_text(bet: Any) -> None:
    with pytest.raises(TypeError, match=r"^stakes: one of .* is needed, got "):
        GAME.settle(Round((1, 2, 3)), {bet: 1})


@pytest.mark.parametrize(
    "shakes",
    [5, None, [5], ["abc"], [Shake(None, "overlap"), None], [(1, 2, 3)], [()],
     [(None, 5)], [(None, np.array(["overlap", "not flat"]))]],
)  # fmt: skip
def test_what_is_no_shake(shakes: Any) -> None:
    with pytest.raises(TypeError, match=r"^shakes(\[\d\])?: .* needed, got "):
        GAME.enter(shakes)


def test_dice_on_record_are_tuples_of_int() -> None:
    entered = GAME.enter([([6, 6, 6], "overlap"), Shake(np.array([1, 2, 3]))])  # type: ignore[list-item]
    assert entered == Round((1, 2, 3), (Shake((6, 6, 6), "overlap"),))
    assert {type(die) for die in entered.dice} == {int}
    assert pickle.loads(pickle.dumps(entered)) == entered


def test_an_endless_row_of_faults_ends() -> None:
    faults = itertools.repeat(Shake(None, "overlap"))
    with pytest.raises(ValueError, match=r"^shakes: T5: one without a fault after at most 1000 is"):
        GAME.enter(faults)
    with pytest.raises(ValueError, match=r"^shakes: T5: the first one without a fault settles"):
        GAME.enter(itertools.repeat(Shake((1, 2, 3))))
    entered = GAME.enter([*itertools.islice(faults, 1000), Shake((1, 2, 3))])
    assert len(entered.discarded) == 1000
    assert Round(*entered) == entered
    with pytest.raises(ValueError, match=r"^discarded: at most 1000 shakes are needed, got 1001$"):
        Round((1, 2, 3), [*entered.discarded, Shake(None, "overlap")])


@pytest.mark.parametrize("dice", [(6, 6, 2), [6, 6, 2], np.array([6, 6, 2], np.uint8)])
def test_a_round_and_a_shake_are_one_value_however_they_were_made(dice: Any) -> None:
    shake, faulty = Shake(dice), Shake(dice, "not flat")
    made = Round(dice, [faulty])
    assert (shake, faulty) == (((6, 6, 2), None), ((6, 6, 2), "not flat"))
    assert made == ((6, 6, 2), (faulty,))
    assert hash(made) == hash(((6, 6, 2), (((6, 6, 2), "not flat"),)))
    for one in (made, shake, faulty):
        for twin in (pickle.loads(pickle.dumps(one)), deepcopy(one), type(one)._make(one)):
            assert (twin, type(twin), repr(twin)) == (one, type(one), repr(one))
    assert made == GAME.enter([faulty, shake])
    dealt = GAME.deal(1, 2)
    assert (Round(list(dealt.dice)), type(dealt)) == (dealt, Round)


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (lambda: Round((1, 2, 7)), ValueError, "dice: faces 1 to 6 are needed, got 7"),
        (lambda: Round((1, 2, 3))._replace(dice=(1, 2)), ValueError, "dice: the faces of three"),
        (lambda: Round._make([None]), TypeError, "dice: "),
        (lambda: Round((1, 2, 3), (Shake((1, 2, 4)),)), ValueError, r"discarded\[0\]: T5: a fault"),
        (lambda: Round((1, 2, 3), [5]), TypeError, r"discarded\[0\]: a Shake is needed, got 5"),
        (lambda: Round((1, 2, 3), 5), TypeError, "discarded: a tuple or list is needed, got int"),
        (lambda: Shake((0, 2, 3), "overlap"), ValueError, "dice: faces 1 to 6 are needed, got 0"),
        (lambda: Shake((1, 2, 3))._replace(fault="slow"), ValueError, "fault: one of overlap, "),
        (lambda: Shake(None, True), TypeError, "fault: one of overlap, .*, got bool"),
    ],
)
def test_what_is_made_by_hand_is_checked(make: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=f"^{message}"):
        make()


def test_a_bet_that_is_not_known_is_told_on_any_terminal() -> None:
    with pytest.raises(ValueError, match=r"got 'l\\u043e♠'$"):
        GAME.settle(Round((1, 2, 3)), {"lо♠": 1})


@pytest.mark.parametrize(
    ("rules", "bet", "edge"),
    [
        ({"number": (1, 2, 3)}, "number_4", "7.87"),
        ({"double": 5}, "double_1_2", "16.67"),
        ({"double": 6}, "double_1_2", "2.78"),
    ],
)
def test_published_edges(rules: Any, bet: str, edge: str) -> None:
    assert f"{100 * croupier.ThaiHiLo(**rules).exact().bets[bet].house_edge:.2f}" == edge
