"""How odds, names, seeds and levels are read and refused."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from conftest import output_of

import croupier
from croupier.arguments import closest, read_level, read_name, read_odds, read_seed, read_share

# Odds


class Exact(Fraction):
    """A Fraction of a user's own."""


@pytest.mark.parametrize(
    ("given", "read"),
    [
        (2, Fraction(2)),
        (np.int64(2), Fraction(2)),
        (np.uint8(200), Fraction(200)),
        ("0.05", Fraction(1, 20)),
        ("11/10", Fraction(11, 10)),
        (Exact(1, 3), Fraction(1, 3)),
        (Decimal("0.05"), Fraction(1, 20)),
        (Decimal("1.10"), Fraction(11, 10)),
        (Decimal("1E+9"), Fraction(10**9)),
        (Decimal("1E-9"), Fraction(1, 10**9)),
        (Decimal("0"), Fraction(0)),
        (Decimal("0.0500000000000000000000000000000000"), Fraction(1, 20)),
    ],
)
def test_exact_numbers_are_odds(given: Any, read: Fraction) -> None:
    assert read_odds(given, "tie") == read
    assert type(read_odds(given, "tie")) is Fraction


@pytest.mark.parametrize(
    ("given", "got"),
    [
        (Decimal("NaN"), "Decimal('NaN')"),
        (Decimal("sNaN"), "Decimal('sNaN')"),
        (Decimal("Infinity"), "Decimal('Infinity')"),
        (Decimal("-Infinity"), "Decimal('-Infinity')"),
        (Decimal("-0"), "Decimal('-0')"),
        (Decimal("-0.05"), "Decimal('-0.05')"),
        (Decimal("1E+999999"), "Decimal('1E+999999')"),
        (Decimal("1E-999999"), "Decimal('1E-999999')"),
        (Decimal("0E+999999"), "Decimal('0E+999999')"),
        (Decimal("1E+999999999999999999"), "Decimal('1E+999999999999999999')"),
        (Decimal("1E-10"), "Decimal('1E-10')"),
        (Decimal("1000000000.1"), "Decimal('1000000000.1')"),
        (Decimal("0." + "3" * 1000), "Decimal('0.3333"),
        (Exact(-1, 3), "-1/3"),
        ("-0", "'-0'"),
        (-1, "-1"),
    ],
)
def test_numbers_that_are_no_odds_are_shown(given: Any, got: str) -> None:
    with pytest.raises(ValueError, match=r"^tie: odds from 0 to 1000000000 are needed") as caught:
        read_odds(given, "tie")
    assert f", got {got}" in str(caught.value)


@pytest.mark.parametrize(
    ("given", "got"),
    [
        (0.05, "float 0.05; write '0.05', which is exact"),
        (1.0, "float 1.0; write '1', which is exact"),
        (1 / 3, "float 0.3333333333333333; write '1/3', which is exact"),
        (np.float64(0.0415), "float 0.0415; write '0.0415', which is exact"),
        (np.float32(0.05), "float 0.05000000074505806"),
        (-0.5, "float -0.5"),
        (1e-12, "float 1e-12"),
        (1e300, "float 1e+300"),
        (float("nan"), "float nan"),
        (float("inf"), "float inf"),
        (True, "bool"),
        (np.True_, type(np.True_).__name__),
        (None, "NoneType"),
        (2j, "complex"),
        (np.timedelta64(3, "s"), "timedelta64"),
        (b"1", "bytes"),
    ],
)
def test_what_is_not_exact_is_refused_with_what_to_give(given: Any, got: str) -> None:
    with pytest.raises(TypeError, match=r"^commission: a share from 0 to 1 is needed") as caught:
        croupier.Baccarat(commission=given)
    assert str(caught.value).endswith(f", got {got}")


def test_decimals_are_odds_of_every_game() -> None:
    game = croupier.Baccarat(commission=Decimal("0.0415"), tie=Decimal(9), player=Decimal("1.0"))
    assert game == croupier.Baccarat(commission="0.0415", tie=9)
    assert croupier.ThaiHiLo(hi=Decimal("1.1"), number=[Decimal(1), 2, 5]) == croupier.ThaiHiLo()
    assert croupier.CasinoHoldem(call=Decimal(1)) == croupier.CasinoHoldem()
    strategy = croupier.CasinoHoldem().strategy("basic", aa_bonus=Decimal("0.5"))
    assert strategy.aa_bonus == Fraction(1, 2)
    assert read_share(Decimal("0.05"), "commission") == Fraction(1, 20)


def test_the_place_of_odds_in_a_list_is_named() -> None:
    with pytest.raises(TypeError, match=r"^number\[1\]: odds .* got float 2\.5; write '2\.5',"):
        croupier.ThaiHiLo(number=(1, 2.5, 5))  # type: ignore[arg-type]


# Names

GAME = croupier.Baccarat()


@pytest.mark.parametrize(
    ("call", "hint"),
    [
        (lambda: GAME.odds("bankr", GAME.outcomes[0]), "; did you mean banker?"),
        (lambda: GAME.odds("Banker", GAME.outcomes[0]), "; did you mean banker?"),
        (lambda: GAME.odds("x", GAME.outcomes[0]), "'x'"),
        (lambda: GAME.settle(GAME.deal(1, 2), {"plyer": 1}), "; did you mean player?"),
        (lambda: croupier.CasinoHoldem().strategy("sidebet"), "; did you mean side_bet?"),
        (lambda: croupier.CasinoHoldem().strategy("side-bet"), "; did you mean side_bet?"),
        (lambda: GAME.exact().to_csv("outcome"), "; did you mean outcomes?"),
        (lambda: GAME.exact().to_pandas("bet"), "; did you mean bets?"),
        (lambda: GAME.exact().plot("banquer"), "; did you mean banker?"),
        (lambda: read_name("b" * 10**7, "bets", GAME.bets), "bbb..."),
        (lambda: read_name("", "bets", GAME.bets), "got ''"),
    ],
)
def test_a_close_name_is_suggested(call: Callable[[], object], hint: str) -> None:
    with pytest.raises(ValueError, match=r"^\w+: one of .* is needed, got '") as caught:
        call()
    assert str(caught.value).endswith(hint)


def test_the_closest_name() -> None:
    names = ["number_1", "double_1_2", "set_1_2_3"]
    assert closest("doubel-1-2", names) == "double_1_2"
    assert closest("SET_1_2_3", names) == "set_1_2_3"
    assert closest("roulette", names) is None
    assert closest("anything", []) is None


# Seeds and levels


def test_the_text_of_a_seed_is_refused_with_what_to_write() -> None:
    text = str(2**128 - 1)
    with pytest.raises(TypeError, match=rf"^seed: .* got str; write int\('{text}'\)$"):
        croupier.ThaiHiLo().simulate(1, seed=text)  # type: ignore[arg-type]
    assert read_seed(int(text)) == 2**128 - 1


@pytest.mark.parametrize("level", [0.5, Fraction(1, 2), Decimal("0.5"), np.float32(0.5)])
def test_levels(level: Any) -> None:
    assert read_level(level, "level") == 0.5


@pytest.mark.parametrize(
    "level",
    [0, 1, -1, 95, 10**400, 0.0, 1.0, float("nan"), float("inf"), Decimal("sNaN"),
     Decimal("1E-999999"), Fraction(10**400 - 1, 10**400)],
)  # fmt: skip
def test_levels_out_of_range(level: Any) -> None:
    with pytest.raises(ValueError, match=r"^level: a number between 0 and 1 is needed, got "):
        read_level(level, "level")


@pytest.mark.parametrize("level", ["0.95", None, True, np.True_, 1j, [0.5], np.array([0.5])])
def test_levels_are_numbers(level: Any) -> None:
    with pytest.raises(TypeError, match=r"^level: a number between 0 and 1 is needed, got "):
        read_level(level, "level")


def test_what_is_seldom_needed_is_loaded_late() -> None:
    late = ("csv", "difflib", "statistics", "pandas", "matplotlib")
    code = f"""
import sys, croupier
str(croupier.ThaiHiLo().exact())
print([name for name in {late} if name in sys.modules])
"""
    assert output_of(code) == "[]\n"
