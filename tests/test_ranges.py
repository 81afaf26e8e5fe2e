"""Ranges of hole cards, against the twin's reading of the same texts."""

from __future__ import annotations

import decimal
import pickle
import re
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest

import croupier
from croupier.poker.combos import HAND_CLASSES
from croupier.poker.notation import UNIT
from croupier.poker.ranges import Range
from croupier.reference.equity import parse_range

TEXTS = {
    "AsKs": 1,
    "KdAh": 1,
    "QQ": 6,
    "AKs": 4,
    "AKo": 12,
    "AK": 16,
    "QQ+": 18,
    "22+": 78,
    "AA+": 6,
    "AJs+": 12,
    "KTo+": 36,
    "AT+": 64,
    "A2s-A5s": 16,
    "A5s-A2s": 16,
    "22-55": 24,
    "54s-98s": 20,
    "98o-54o": 60,
    "J9-86": 64,
    "QQ+, AKs": 22,
    "QQ+, AKs, A2s-A5s, KTo+, 76s:0.5, 4s4h:0.25": 18 + 4 + 16 + 36 + 4 + 1,
    "random": 1326,
    "AA:0, KK": 6,
}


@pytest.mark.parametrize("text", TEXTS)
def test_reads_as_the_twin_does(text: str) -> None:
    twin = parse_range(text.replace("KdAh", "AhKd"))
    mine = Range(text)
    assert len(mine) == len(twin) == TEXTS[text]
    assert {
        tuple(croupier.parse_cards(pair).tolist()): int(weight * UNIT)
        for pair, weight in mine.combos
    } == twin


def test_spellings() -> None:
    assert Range("aks") == Range("KAs") == Range("AKS") == Range(" AKs ")
    assert Range("1010") == Range("TT") == Range("10T")
    assert Range("A10s+") == Range("ATs+")
    assert Range("10h10♠") == Range("TsTh") == Range("T♥\ufe0eT♠")
    assert Range("As Ah, Kd\tKc") == Range("AsAh, KdKc")
    assert Range("AA: 0.5") == Range("AA :0.5") == Range("AA : 0.5")
    assert Range("RANDOM:.5") == Range("random:0.500") == Range("random:00.5" + 5000 * "0")
    assert Range("AA:1.0000000") == Range("AA:01") == Range("AA")
    assert Range("AA:0.0, KK") == Range("AA:.0, KK") == Range("KK, AA:0")
    assert Range("QQ+, KK") == Range("QQ+")
    assert Range("") == Range(" ")
    assert not Range("")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("QQ+, XX", "hands: cannot read 'XX' at index 5 of 'QQ+, XX'"),
        ("AKs, KQsJ", "hands: cannot read 'J' at index 8 of 'AKs, KQsJ'"),
        ("QQ++", "hands: cannot read '+' at index 3 of 'QQ++'"),
        ("AA,", "hands: cannot read '' at index 3 of 'AA,'"),
        ("AA KK", "hands: cannot read ' KK' at index 2 of 'AA KK'"),
        ("QQs", "hands: cannot read 'QQs' at index 0 of 'QQs'"),
        ("AKx", "hands: cannot read 'x' at index 2 of 'AKx'"),
        ("AKd", "hands: cannot read 'AKd' at index 0 of 'AKd'"),
        ("A2s-K5s", "hands: cannot read 'A2s-K5s' at index 0 of 'A2s-K5s'"),
        ("A2s-A5o", "hands: cannot read 'A2s-A5o' at index 0 of 'A2s-A5o'"),
        ("22-A5", "hands: cannot read '22-A5' at index 0 of '22-A5'"),
        ("98s-65s-54s", "hands: cannot read '-54s' at index 7 of '98s-65s-54s'"),
        ("AA:1.5", "hands: a weight from 0 to 1 of up to 6 decimals is needed, got '1.5'"),
        ("AA:0.1234567", "hands: a weight from 0 to 1 of up to 6 decimals is needed, got"),
        ("AA:0.50000000000000000000000000000000001", "hands: a weight from 0 to 1 of up to 6"),
        (
            "AA:1.000001",
            "hands: a weight from 0 to 1 of up to 6 decimals is needed, got '1.000001'",
        ),
        ("AA:2", "hands: a weight from 0 to 1 of up to 6 decimals is needed, got '2'"),
        ("AA:10", "hands: a weight from 0 to 1 of up to 6 decimals is needed, got '10'"),
        ("AA:-1", "hands: cannot read ':-1' at index 2 of 'AA:-1'"),
        ("AA:1e3", "hands: cannot read 'e3' at index 4 of 'AA:1e3'"),
        ("AA:nan", "hands: cannot read ':nan' at index 2 of 'AA:nan'"),
        ("AsAs", "hands: As stands twice in 'AsAs'"),
        ("AA, AsAh:0.5", "hands: AsAh has weights 1 and 0.5"),
        ("AsKsQs", "hands: cannot read 'Qs' at index 4 of 'AsKsQs'"),
        ("As", "hands: two cards or a range are needed, got the one card 'As'"),
        ("\N{SNOWMAN}", "hands: cannot read '\\u2603' at index 0 of '\\u2603'"),
        ("A\u0662s", "hands: cannot read"),
        ("AA:\u0661", "hands: cannot read"),
    ],
)
def test_refuses_what_it_cannot_read(text: str, said: str) -> None:
    with pytest.raises(ValueError, match="^" + re.escape(said)) as caught:
        Range(text)
    assert str(caught.value).isascii()


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("AA, KK, QQ", "QQ+"),
        ("22, 33, 55", "55, 22-33"),
        ("AKs, AQs, AJs", "AJs+"),
        ("AK, AQ, AJs", "AQ+, AJs"),
        ("98s, 87s, 76s, 65s, 54s", "54s-98s"),
        ("QQ, JJ, 54, 65, 76:0.5, 65:1", "JJ-QQ, 54-65, 76:0.5"),
        ("AK:0.5, AQs:0.5, AA", "AA, AK:0.5, AQs:0.5"),
        ("A2, A3, A5s", "A2-A3, A5s"),
        ("A2s-A5s, A2o-A5o", "A2-A5"),
        ("AKs, AsKh", "AKs, AsKh"),
        ("72o", "72o"),
        ("32", "32"),
        ("76s:0.5, AA", "AA, 76s:0.5"),
        ("random", "random"),
        ("random:0.25", "random:0.25"),
        ("", ""),
        ("KdAh", "AhKd"),
    ],
)
def test_writes_briefly(text: str, written: str) -> None:
    assert str(Range(text)) == written
    assert repr(Range(text)) == f"Range({written!r})"


def test_text_reads_back_as_the_same_range() -> None:
    random = np.random.default_rng(1)
    for _ in range(60):
        classes = random.choice(HAND_CLASSES, random.integers(1, 169), replace=False)
        weights = random.choice(["", ":0.5", ":0.000001", ":0.999999"], len(classes))
        hands = Range(", ".join(f"{a}{b}" for a, b in zip(classes, weights, strict=True)))
        assert Range(str(hands)) == hands
        assert len(str(hands)) <= len(", ".join(f"{a}{b}" for a, b in zip(classes, weights)))  # noqa: B905
        scattered = Range(random.integers(0, 3, 1326) / 2)
        assert Range(str(scattered)) == scattered


SMALL = [name for name in HAND_CLASSES if not set(name) & set("23456789T")]
"""The 16 classes of jacks and better."""


def list_all_entries() -> dict[str, frozenset[str]]:
    """Find all texts of one entry that the twin reads as classes of SMALL, whatever their form."""
    held = {name: set(parse_range(name)) for name in SMALL}
    names = SMALL + [a + b for a, b in combinations("AKQJ", 2)]
    texts = [*names, *(f"{name}+" for name in names)]
    texts += [f"{one}-{other}" for one, other in product(names, repeat=2)]
    entries = {}
    for text in texts:
        try:
            Range(text)
        except ValueError:
            continue
        pairs = set(parse_range(text))
        entries[text] = frozenset(name for name in SMALL if held[name] & pairs)
    return entries


@pytest.mark.parametrize("weight", ["", ":0.25"])
def test_no_shorter_text_is_there(weight: str) -> None:
    """Against the shortest of all texts of a small grid."""
    entries = list_all_entries()
    assert len(entries) > 100
    random = np.random.default_rng(3)
    for _ in range(50):
        wanted = frozenset(random.choice(SMALL, random.integers(1, 17), replace=False).tolist())
        usable = {text: names for text, names in entries.items() if names <= wanted}
        least = {frozenset[str](): 0}
        for name in sorted(wanted):  # each is named by some entry
            following: dict[frozenset[str], int] = {}
            for named, cost in least.items():
                choices = [("", frozenset[str]())] if name in named else usable.items()
                for text, names in choices:
                    if name in named or name in names:
                        spent = cost + (len(text) + len(weight) + 2 if text else 0)
                        both = named | names
                        following[both] = min(spent, following.get(both, spent))
            least = following
        text = str(Range(", ".join(name + weight for name in sorted(wanted))))
        assert len(text) == least[wanted] - 2, text
        assert set(parse_range(text)) == set(parse_range(", ".join(wanted)))


def test_wide_ranges_are_written_soon_and_read_back() -> None:
    random = np.random.default_rng(4)
    for share, most in ((0.3, 0.9), (0.6, 0.75), (0.9, 0.4)):
        held = [name for name in HAND_CLASSES if random.random() < share]
        hands = Range(", ".join(held))
        assert Range(str(hands)) == hands
        assert len(str(hands)) < most * len(", ".join(held))


def test_the_decimal_context_of_the_caller_does_not_matter() -> None:
    with decimal.localcontext() as context:
        context.prec = 3
        context.traps[decimal.Inexact] = True
        hands = Range("AA:0.123456, KK:1, QQ:0.5")
        assert str(hands) == "KK, QQ:0.5, AA:0.123456"
        assert Range(str(hands)) == hands


def test_without_cards() -> None:
    assert Range("AA").without("As Ah") == Range("AdAc")
    assert Range("AA").without([51]) == Range("AdAc, AhAc, AhAd")
    assert Range("KK").without(()) == Range("KK").without("2c") == Range("KK")
    for wrong in ("Ax", [52], [-1]):
        with pytest.raises(ValueError, match=r"^cards: "):
            Range("AA").without(wrong)  # type: ignore[arg-type]


def test_combines() -> None:
    one, other = Range("QQ+, 76s:0.5"), Range("KK, 76s, 22:0.25")
    assert one | other == Range("QQ+, 76s, 22:0.25")
    assert one & other == Range("KK, 76s:0.5")
    assert one - other == Range("QQ, AA")
    assert other - one == Range("76s:0.5, 22:0.25")
    for wrong in ("AA", 1, None):
        with pytest.raises(TypeError):
            one | wrong  # type: ignore[operator]


def test_membership() -> None:
    hands = Range("QQ+, AKs, 76s:0.5")
    assert "QQ" in hands
    assert "AsKs" in hands
    assert "7s6s" in hands
    assert "AK" not in hands
    assert Range("KK") in hands
    with pytest.raises(ValueError, match="cannot read"):
        assert "xx" in hands


def test_arrays() -> None:
    weights = np.zeros(1326)
    weights[[0, 1325]] = 1, 0.5  # 2d 2c; As Ah
    assert Range(weights) == Range("2d2c, AsAh:0.5")
    assert Range(Range("QQ+, 76s:0.3").weights) == Range("QQ+, 76s:0.3")
    grid = np.zeros((13, 13))
    grid[0, 1], grid[1, 0], grid[12, 12] = 1, 0.5, 0.25
    assert Range(grid) == Range("AKs, AKo:0.5, 22:0.25")
    assert (Range(grid).grid == grid).all()
    assert Range(grid.astype(int)) == Range("AKs")
    assert Range(np.full(1326, 1 / 3)).combos[7] == ("3c2d", Fraction(333_333, 1_000_000))


@pytest.mark.parametrize(
    ("hands", "error", "said"),
    [
        (np.zeros(1325), ValueError, r"\(1326,\) or \(13, 13\) are needed, got \(1325,\)"),
        (np.full(1326, 1.01), ValueError, "2d2c: a weight from 0 to 1 is needed, got 1.01"),
        (np.full((13, 13), np.nan), ValueError, "2d2c: a weight from 0 to 1 is needed, got nan"),
        (np.full(1326, -1), ValueError, "a weight from 0 to 1 is needed, got -1"),
        (np.full(1326, 1e-7), ValueError, "2d2c: a weight of 0 or at least 0.000001 is needed"),
        (np.zeros(1326, bool), TypeError, "got ndarray"),
        (np.ma.masked_array(np.zeros(1326)), TypeError, "got MaskedArray"),
        (None, TypeError, "got NoneType"),
        (5, TypeError, "got int"),
        ([[1], [1, 0]], TypeError, "got list"),
        ([10**400], TypeError, "got list"),
        ({"AA": 1}, TypeError, "got dict"),
    ],
)
def test_refuses_other_arrays(hands: Any, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        Range(hands)


def test_is_a_value() -> None:
    hands = Range("QQ+, 76s:0.5")
    assert Range(hands) is hands
    assert pickle.loads(pickle.dumps(hands)) == hands
    assert hash(Range("AA, KK")) == hash(Range("KK+"))
    assert hands != "QQ+, 76s:0.5"
    for name in ("_weights", "weights", "x"):
        with pytest.raises(AttributeError):
            setattr(hands, name, 1)
        with pytest.raises(AttributeError):
            delattr(hands, name)
    with pytest.raises(ValueError, match="read-only"):
        hands._weights[0] = 1


def test_classes() -> None:
    assert len(set(HAND_CLASSES)) == 169
    assert HAND_CLASSES[:3] == ("AA", "AKs", "AQs")
    assert HAND_CLASSES[13:15] == ("AKo", "KK")
    assert [len(Range(name)) for name in ("AA", "AKs", "AKo")] == [6, 4, 12]
    assert sum(len(Range(name)) for name in HAND_CLASSES) == 1326


def test_pictures() -> None:
    hands = Range("QQ+, 76s:0.5")
    assert "QQ+, 76s:0.5" in hands._repr_html_()
    assert hands._repr_html_().count("<td") == 169
    figure = hands.plot()
    assert [text.get_text() for text in figure.axes[0].texts] == list(HAND_CLASSES)
