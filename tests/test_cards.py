from __future__ import annotations

import array
import re
from types import ModuleType
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import croupier

ALL_CARDS = "".join(rank + suit for rank in "23456789TJQKA" for suit in "cdhs")
ROYAL = [51, 47, 43, 39, 35]
SIGNS = "♠♥♦♣"


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        pytest.param(ALL_CARDS, list(range(52)), id="all cards"),
        pytest.param("As Kd 10h", [51, 45, 34], id="spaced"),
        pytest.param("AsKd10h", [51, 45, 34], id="joined"),
        pytest.param("AsKd 10hTh", [51, 45, 34, 34], id="mixed spacing"),
        pytest.param("  As \t\n\v\f\r Kd\n", [51, 45], id="every ASCII whitespace"),
        pytest.param("10s Jd Qc 9h Ks", [35, 37, 40, 30, 47], id="ten in digits"),
        pytest.param("10s10h10d10c", [35, 34, 33, 32], id="tens in a row"),
        pytest.param("as KD Qh jC tH", [51, 45, 42, 36, 34], id="either case"),
        pytest.param("A♠ K♥ Q♦ J♣ T♠", [51, 46, 41, 36, 35], id="suit signs"),
        pytest.param("A♠️K♥️ Q♦️ 10♣️", [51, 46, 41, 32], id="emoji suits"),
        pytest.param("A♠︎K♥︎ q♦︎ j♣︎", [51, 46, 41, 36], id="text suits"),
        pytest.param("", [], id="no text"),
        pytest.param(" \n ", [], id="blank"),
        pytest.param("As As", [51, 51], id="shoe"),
        pytest.param("As" * 500, [51] * 500, id="long"),
    ],
)
def test_parse(poker: ModuleType, text: str, numbers: list[int]) -> None:
    cards = poker.parse_cards(text)
    assert cards.dtype == np.uint8
    assert cards.shape == (len(numbers),)
    assert cards.tolist() == numbers


UNREADABLE = [
    pytest.param("As Kd Zx", "Zx", 6, id="no card"),
    pytest.param("As Kd 14h", "14h", 6, id="ace as 14"),
    pytest.param("As 1h", "1h", 3, id="ace as 1"),
    pytest.param("As 11h", "11h", 3, id="jack as 11"),
    pytest.param("As 0h", "0h", 3, id="ten as 0"),
    pytest.param("As 1 0h", "1", 3, id="split ten"),
    pytest.param("As T0h", "T0h", 3, id="T0"),
    pytest.param("As A s", "A", 3, id="rank without suit"),
    pytest.param("As s", "s", 3, id="suit without rank"),
    pytest.param("sA", "sA", 0, id="suit first"),
    pytest.param("As Kd Q", "Q", 6, id="cut short"),
    pytest.param("AsKd1", "1", 4, id="cut short within ten"),
    pytest.param("As 10", "10", 3, id="ten without suit"),
    pytest.param("As,Kd", ",", 2, id="comma"),
    pytest.param("AsKdXxQh", "Xx", 4, id="joined"),
    pytest.param("A♠K♥️ Zx", "Zx", 6, id="index in characters"),
    pytest.param("A♠️️", "️", 3, id="two variation selectors"),
    pytest.param("As️", "️", 2, id="variation selector after a letter"),
    pytest.param("A️♠", "A️♠", 0, id="variation selector before the suit"),
    pytest.param("A♤", "A♤", 0, id="white suit"),
    pytest.param("As\u00a0Kd", "\u00a0", 2, id="no-break space"),
    pytest.param("As\u00a0", "\u00a0", 2, id="no-break space at the end"),
    pytest.param("As\u3000Kd", "\u3000", 2, id="wide space"),
    pytest.param("As\x1cKd", "\x1c", 2, id="file separator"),
    pytest.param("As \u212ad", "\u212ad", 3, id="Kelvin sign"),
    pytest.param("As K\u017f", "K\u017f", 3, id="long s"),
    pytest.param("As \uff12c", "\uff12c", 3, id="wide digit"),
    pytest.param("As \u0662c", "\u0662c", 3, id="Arabic digit"),
    pytest.param("As\0Kd", "\0", 2, id="null character"),
    pytest.param("As \ud800", "\ud800", 3, id="lone surrogate"),
    pytest.param("As 🂡", "🂡", 3, id="card sign"),
    pytest.param("\ufeffAs", "\ufeff", 0, id="byte order mark"),
    pytest.param("As 51", "51", 3, id="card number"),
    pytest.param("-1", "-1", 0, id="negative number"),
    pytest.param("As 6\u0441Tc9h", "6\u0441", 3, id="Cyrillic suit"),
]


def shown(text: str) -> str:
    """Quote a text as a message does: printable on any terminal, signs of suits kept."""
    return "'" + "".join(c if c in SIGNS else ascii(c)[1:-1] for c in text) + "'"


@pytest.mark.parametrize(("text", "token", "index"), UNREADABLE)
def test_parse_refuses(poker: ModuleType, text: str, token: str, index: int) -> None:
    with pytest.raises(ValueError, match=r"^text: ") as caught:
        poker.parse_cards(text)
    assert f"cannot read {shown(token)} at index {index} of {shown(text)}" in str(caught.value)


@pytest.mark.parametrize(("text", "token", "index"), UNREADABLE)
def test_text_as_cards_refused(poker: ModuleType, text: str, token: str, index: int) -> None:
    for verb in (poker.evaluate, poker.best_five, poker.to_masks, poker.format_cards):
        with pytest.raises(ValueError, match=r"^cards: ") as caught:
            verb(text)
        assert f"cannot read {shown(token)} at index {index}" in str(caught.value)
        assert not set(str(caught.value)) - set(map(chr, range(32, 127))) - set(SIGNS)


def test_long_text_is_quoted_in_part(poker: ModuleType) -> None:
    with pytest.raises(ValueError, match="cannot read 'Zx") as caught:
        poker.parse_cards("As " * 10_000 + "Zx" * 10_000)
    assert "index 30000" in str(caught.value)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    "text",
    [None, b"AsKd", bytearray(b"AsKd"), 51, 5.0, True, [51], [[51, 45]], [b"As"], [None], [5.0],
     np.array([51]), np.array([], int), np.array([5.0]), np.array([b"As"]), np.array([51], object),
     ["As", 51], ["AsKd", None], ["AsKd", b"2c"], {"As": 1}, {51}, object()],
    ids=lambda text: f"{type(text).__name__} {text!r:.20}".split(" at")[0],
)  # fmt: skip
def test_parse_reads_only_text(poker: ModuleType, text: Any) -> None:
    with pytest.raises(TypeError, match=r"^text: "):
        poker.parse_cards(text)


HANDS = ["As Kd", "7c2h", "10♥9h"]
NUMBERS = [[51, 45], [20, 2], [34, 30]]


@pytest.mark.parametrize(
    ("texts", "numbers"),
    [
        pytest.param(HANDS, NUMBERS, id="list of hands"),
        pytest.param(tuple(HANDS), NUMBERS, id="tuple of hands"),
        pytest.param(np.array(HANDS), NUMBERS, id="array of hands"),
        pytest.param(np.array(HANDS)[::-1], NUMBERS[::-1], id="reversed"),
        pytest.param(np.array(HANDS, object), NUMBERS, id="array of objects"),
        pytest.param([HANDS, HANDS], [NUMBERS] * 2, id="nested"),
        pytest.param([np.array(HANDS), HANDS], [NUMBERS] * 2, id="arrays in a list"),
        pytest.param(pd.Series(HANDS, index=[5, 6, 7]), NUMBERS, id="pandas"),
        pytest.param(pd.Series(HANDS, dtype="string"), NUMBERS, id="pandas string"),
        pytest.param(pd.Series(HANDS).astype("category"), NUMBERS, id="pandas categories"),
        pytest.param(pd.DataFrame({"a": HANDS, "b": HANDS}), [[n, n] for n in NUMBERS], id="frame"),
        pytest.param(["As", "10h", "2c"], [51, 34, 0], id="texts of a card each"),
        pytest.param({"As": 0, "10h": 0}.keys(), [51, 34], id="view of cards"),
        pytest.param([["As"], ["2c"]], [[51], [0]], id="nested cards"),
        pytest.param([["As", "Kd"]], [[51, 45]], id="row of cards"),
        pytest.param([], [], id="no texts"),
        pytest.param([""], [[]], id="a text of no cards"),
        pytest.param(np.array([], str), [], id="empty array"),
    ],
)
def test_parse_texts(poker: ModuleType, texts: Any, numbers: list[Any]) -> None:
    cards = poker.parse_cards(texts)
    assert cards.dtype == np.uint8
    assert cards.shape == np.array(numbers).shape
    assert cards.tolist() == numbers


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        (["As Kd", "7c2x"], "row 1: cannot read '2x' at index 2 of '7c2x'"),
        (["As Kd", "7c2h3c"], "row 1: 2 cards are needed as in the first text, got 3"),
        ([["AsKd"], ["7c"]], "row (1, 0): 2 cards are needed as in the first text, got 1"),
        (["As", "Kd", "7c2h"], "index 2: 1 card is needed as in the first text, got 2"),
        (pd.Series(["AsKd", None]), "row 1: texts alone are needed where the first is one, got"),
        ({"AsKd"}, "a set or an iterator is one hand: a list is needed for several"),
        ([51, 45], "texts are needed, got int"),
        (np.array([51]), "texts are needed, got int64"),
    ],
)
def test_a_wrong_text_is_named(texts: Any, message: str) -> None:
    with pytest.raises((ValueError, TypeError), match="^text: " + re.escape(message)):
        croupier.parse_cards(texts)


def test_iterators_are_read_once(poker: ModuleType) -> None:
    assert poker.parse_cards(text for text in ("As", "10h", "2c")).tolist() == [51, 34, 0]
    assert poker.parse_cards(iter([])).tolist() == []
    assert poker.format_cards(card for card in (51, 34, 0)) == "AsTh2c"
    assert poker.format_cards(iter(["As", "10h"])) == "AsTh"
    with pytest.raises(ValueError, match=r"^text: a set or an iterator is one hand"):
        poker.parse_cards(text for text in HANDS)
    with pytest.raises(ValueError, match=r"^cards: a set or an iterator is one hand"):
        poker.format_cards(text for text in HANDS)
    with pytest.raises(TypeError, match=r"^text: texts are needed, got int"):
        poker.parse_cards(iter([51]))


def test_parse_reads_subclasses_of_str(poker: ModuleType) -> None:
    class Text(str):
        __slots__ = ()

    assert poker.parse_cards(Text("AsKd")).tolist() == [51, 45]
    assert poker.parse_cards(np.str_("AsKd")).tolist() == [51, 45]


def test_parse_gives_a_fresh_array(poker: ModuleType) -> None:
    first = poker.parse_cards("AsKd")
    first[:] = 0
    assert poker.parse_cards("AsKd").tolist() == [51, 45]


@pytest.mark.parametrize(
    ("cards", "text"),
    [
        pytest.param(range(52), ALL_CARDS, id="range"),
        pytest.param([51, 45, 34], "AsKdTh", id="list"),
        pytest.param((51, 45, 34), "AsKdTh", id="tuple"),
        pytest.param(bytes([51, 45, 34]), "AsKdTh", id="bytes"),
        pytest.param(bytearray([51, 45, 34]), "AsKdTh", id="bytearray"),
        pytest.param(array.array("q", [51, 45, 34]), "AsKdTh", id="array.array"),
        pytest.param(np.array([51, 45, 34]), "AsKdTh", id="array"),
        pytest.param(np.array([51, 45, 34], ">i4"), "AsKdTh", id="byte-swapped"),
        pytest.param(np.arange(52, dtype=np.uint8)[::-17], "AsTh6d2c", id="reversed with stride"),
        pytest.param(51, "As", id="int"),
        pytest.param(np.uint8(51), "As", id="NumPy scalar"),
        pytest.param(np.array(51), "As", id="no dimension"),
        pytest.param([np.int64(0), np.uint8(51)], "2cAs", id="list of NumPy scalars"),
        pytest.param("as 10♥", "AsTh", id="text"),
        pytest.param([51, 51], "AsAs", id="shoe"),
        pytest.param([], "", id="no cards"),
        pytest.param("", "", id="no text"),
        pytest.param(np.array([], np.uint8), "", id="empty array"),
        pytest.param({51}, "As", id="set"),
        pytest.param({51: 0, 45: 0}.keys(), "AsKd", id="view"),
    ],
)
def test_format(poker: ModuleType, cards: Any, text: str) -> None:
    assert poker.format_cards(cards) == text


@pytest.mark.parametrize(
    ("cards", "value"),
    [
        pytest.param(52, "52", id="int past the pack"),
        pytest.param(-1, "-1", id="negative int"),
        pytest.param([0, 52], "52", id="past the pack"),
        pytest.param([0, -1], "-1", id="negative"),
        pytest.param([300, 0], "300", id="past a byte"),
        pytest.param([2**32 + 5], str(2**32 + 5), id="past 32 bits"),
        pytest.param([2**64], str(2**64), id="past 64 bits"),
        pytest.param(-(2**64), str(-(2**64)), id="int past 64 bits"),
        pytest.param(np.array([2**64 - 1], np.uint64), str(2**64 - 1), id="greatest uint64"),
        pytest.param(np.array([-128], np.int8), "-128", id="int8"),
        pytest.param(b"As", "65", id="bytes of text"),
        pytest.param([[51, 45], [0, 52]], "row 1: 52", id="in a row"),
        pytest.param(np.full((2, 2, 2), -1), "row (0, 0): -1", id="three dimensions"),
        pytest.param([0, 1, 300], "index 2: 300", id="index"),
        pytest.param([[51], 45], "", id="uneven nesting"),
    ],
)
def test_format_refuses_values(poker: ModuleType, cards: Any, value: str) -> None:
    with pytest.raises(ValueError, match=rf"^cards: .*{re.escape(value)}"):
        poker.format_cards(cards)


@pytest.mark.parametrize(
    "cards",
    [
        pytest.param(cards, id=type(cards).__name__ + f" {number}")
        for number, cards in enumerate(
            [None, True, np.True_, 5.0, np.float64(5), [5.0], [True], [None], [b"\x05"],
             {5: 5}, {5.0}, object(), np.array([5.0]), np.array([True]),
             np.array([5.0], object), np.array([b"As"]), np.array([5j]),
             np.array([5], "m8[ns]"), np.zeros(1, "u1,u1"), np.ma.array([5, 6], mask=[0, 1])]
        )
    ],
)  # fmt: skip
def test_format_refuses_types(poker: ModuleType, cards: Any) -> None:
    with pytest.raises(TypeError, match=r"^cards: "):
        poker.format_cards(cards)


@pytest.mark.parametrize("shape", [(2, 2), (0, 7), (3, 0), (1, 1), (2, 3, 5), (2, 0, 4), (0, 0)])
@pytest.mark.parametrize("dtype", ["u1", ">i8", object])
def test_format_batches(poker: ModuleType, shape: tuple[int, ...], dtype: Any) -> None:
    cards = np.random.default_rng(2).integers(0, 52, shape).astype(dtype)
    texts = poker.format_cards(cards)
    assert (texts.dtype, texts.shape) == (f"U{max(1, 2 * shape[-1])}", shape[:-1])
    for index in np.ndindex(shape[:-1]):
        assert texts[index] == poker.format_cards(cards[index])


@pytest.mark.parametrize(
    ("cards", "texts"),
    [
        pytest.param([[51, 47], [20, 2]], ["AsKs", "7c2h"], id="nested"),
        pytest.param([{51}, bytearray([20])], ["As", "7c"], id="rows of many kinds"),
        pytest.param(HANDS, ["AsKd", "7c2h", "Th9h"], id="texts"),
        pytest.param(pd.DataFrame([[51, 47]]).astype("Int64"), ["AsKs"], id="frame"),
    ],
)
def test_format_rows(poker: ModuleType, cards: Any, texts: list[str]) -> None:
    assert poker.format_cards(cards).tolist() == texts


@given(
    numbers=st.integers(2, 9).flatmap(
        lambda n: st.lists(st.lists(st.integers(0, 51), min_size=n, max_size=n), min_size=1)
    )
)
def test_round_trip_of_batches(poker: ModuleType, numbers: list[list[int]]) -> None:
    texts = poker.format_cards(numbers)
    assert poker.parse_cards(texts).tolist() == numbers
    assert poker.parse_cards(texts.tolist()).tolist() == numbers
    assert texts.tolist() == [poker.format_cards(hand) for hand in numbers]


@given(numbers=st.lists(st.integers(0, 51)), separator=st.sampled_from(["", " ", "\n", "\t  "]))
def test_round_trip(poker: ModuleType, numbers: list[int], separator: str) -> None:
    text = poker.format_cards(numbers)
    assert poker.parse_cards(text).tolist() == numbers
    cards = [text[start : start + 2] for start in range(0, len(text), 2)]
    assert poker.format_cards(separator.join(cards).swapcase().replace("t", "10")) == text


@pytest.mark.parametrize("n_cards", range(1, 53))
def test_masks_of_every_count(poker: ModuleType, n_cards: int) -> None:
    cards = np.random.default_rng(n_cards).permutation(52)[:n_cards]
    mask = poker.to_masks(cards)
    assert isinstance(mask, np.ndarray)
    assert (mask.dtype, mask.shape) == (np.uint64, ())
    assert int(mask) == sum(1 << 16 * (card % 4) + card // 4 for card in cards.tolist())


@pytest.mark.parametrize("shape", [(0, 7), (3, 7), (1, 1), (2, 3, 5), (2, 0, 6), (1, 2, 1, 52)])
@pytest.mark.parametrize("dtype", [np.uint8, np.int8, np.int64, ">u4"])
def test_masks_of_batches(poker: ModuleType, shape: tuple[int, ...], dtype: Any) -> None:
    packs = np.random.default_rng(1).random((*shape[:-1], 52)).argsort(axis=-1)
    cards = packs[..., : shape[-1]].astype(dtype)
    masks = poker.to_masks(cards)
    assert (masks.dtype, masks.shape) == (np.uint64, shape[:-1])
    for index in np.ndindex(shape[:-1]):
        assert masks[index] == poker.to_masks(cards[index])


def test_masks_of_text_and_bytes(poker: ModuleType) -> None:
    royal = 0x1F << 16 * 3 + 8
    for cards in ("As Ks Qs Js Ts", bytes(ROYAL), ROYAL, tuple(ROYAL), memoryview(bytes(ROYAL))):
        assert int(poker.to_masks(cards)) == royal


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        pytest.param([], ["0"], id="no card"),
        pytest.param("", ["0"], id="no text"),
        pytest.param([*range(52), 0], ["53"], id="53 cards"),
        pytest.param(np.empty((3, 0), int), ["0"], id="no cards in rows"),
        pytest.param(np.empty((0, 0), int), ["0"], id="no cards in no rows"),
        pytest.param([5, 52], ["52"], id="past the pack"),
        pytest.param([5, 2**32 + 6], [str(2**32 + 6)], id="past 32 bits"),
        pytest.param([5, 2**64 + 6], [str(2**64 + 6)], id="past 64 bits"),
        pytest.param([5, -1], ["-1"], id="negative"),
        pytest.param([5, 6, 5], ["3d"], id="twice"),
        pytest.param("As Ks As", ["As"], id="twice in text"),
        pytest.param([[0, 1], [2, 2]], ["row 1", "2h"], id="twice in a row"),
        pytest.param([[0, 1], [2, 60]], ["row 1", "60"], id="past the pack in a row"),
        pytest.param([[[0, 1], [2, 3]], [[4, 5], [-6, 7]]], ["row (1, 1)", "-6"], id="3-D"),
        pytest.param([[0, 1], [2]], [], id="uneven rows"),
        pytest.param(5, [], id="a number"),
        pytest.param(np.array(5), [], id="no dimension"),
    ],
)
def test_masks_refuse(poker: ModuleType, cards: Any, words: list[str]) -> None:
    with pytest.raises(ValueError, match=r"^cards: ") as caught:
        poker.to_masks(cards)
    for word in words:
        assert word in str(caught.value)
