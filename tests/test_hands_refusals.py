"""What is no hand, and how it is refused."""

from __future__ import annotations

import array
import collections
import ctypes
import inspect
import re
from itertools import combinations, product
from types import ModuleType
from typing import Any

import numpy as np
import pandas as pd
import pytest
from conftest import deal
from hand_inputs import BATCH, EVERY_INTEGER, ROYAL, Wrapped

import croupier


def test_signature(poker: ModuleType) -> None:
    assert poker.evaluate(cards=ROYAL) == 1
    assert poker.evaluate(ROYAL, out=None) == 1
    assert poker.evaluate_masks(masks=0x1F00) == 1
    assert poker.best_five(cards=ROYAL).tolist() == ROYAL[:5]
    assert poker.category(strength=1) == 9
    assert poker.describe(strength=1, locale="en") == "Royal flush"
    for call in (
        lambda: poker.evaluate(),
        lambda: poker.evaluate(ROYAL, None),
        lambda: poker.evaluate(ROYAL, cards=ROYAL),
        lambda: poker.evaluate(ROYAL, thread=1),
        lambda: poker.evaluate(*ROYAL),
        lambda: poker.evaluate(**{"": ROYAL}),
        lambda: poker.evaluate_masks(),
        lambda: poker.evaluate_masks(0x1F00, None),
        lambda: poker.best_five(),
        lambda: poker.to_masks(),
    ):
        with pytest.raises(TypeError):
            call()


def test_interface(poker: ModuleType) -> None:
    signatures = {
        "parse_cards": "(text)",
        "format_cards": "(cards)",
        "to_masks": "(cards)",
        "evaluate": "(cards, *, out=None, threads=1)",
        "evaluate_masks": "(masks, *, out=None, threads=1)",
        "best_five": "(cards)",
        "category": "(strength)",
        "describe": "(strength, locale='en', *, ranks=True)",
        "compare": "(*hands, board=())",
        "percentile": "(strength, n_cards=7)",
        "strength_histogram": "(n_cards, threads=None)",
    }
    for name, signature in signatures.items():
        parameters = inspect.signature(getattr(poker, name)).parameters.values()
        plain = [parameter.replace(annotation=inspect.Parameter.empty) for parameter in parameters]
        assert str(inspect.Signature(plain)) == signature
        assert getattr(poker, name).__doc__


BAD_VALUES = [
    -1, 52, 53, 63, 64, 255, 256, 300, 2**15, 2**16 + 5, 2**31, 2**32 + 5, 2**63, 2**64 - 1,
    2**64, 2**64 + 5, 2**200, -5, -128, -(2**32) + 5, -(2**63), -(2**63) - 1, -(2**64) + 5,
]  # fmt: skip


@pytest.mark.parametrize("value", BAD_VALUES)
def test_number_out_of_range(poker: ModuleType, value: int) -> None:
    for n_cards, place in product((5, 6, 7), range(7)):
        if place >= n_cards:
            continue
        hand = list(range(10, 17))
        hand[place] = value
        for verb in (poker.evaluate, poker.best_five, poker.to_masks):
            one = "^cards: {} is not a card number 0 to 51".format
            for cards in (hand[:n_cards], tuple(hand[:n_cards])):
                with pytest.raises(ValueError, match=one(value)):
                    verb(cards)
            batch = [list(range(n_cards)), list(range(7, n_cards + 7)), hand[:n_cards]]
            with pytest.raises(ValueError, match=rf"^cards: row 2\b.* {value}\b"):
                verb(batch)
            with pytest.raises(ValueError, match=rf"^cards: row \(1, 0\).* {value}\b"):
                verb([[batch[0]], [batch[2]]])


@pytest.mark.parametrize("dtype", EVERY_INTEGER)
def test_number_out_of_range_in_arrays(poker: ModuleType, dtype: str) -> None:
    limits = np.iinfo(dtype)
    for size, value in product((1, 7, 100, 1000), BAD_VALUES):
        if not limits.min <= value <= limits.max:
            continue
        for row, place in ((0, 0), (size - 1, 6), (size // 2, 3)):
            cards = BATCH[:size].astype(dtype)
            cards[row, place] = value
            for layout in (cards, np.asfortranarray(cards), cards[:, ::-1]):
                with pytest.raises(
                    ValueError, match=rf"^cards: row {row}\b.* {value}\b.* not a card"
                ):
                    poker.evaluate(layout)


@pytest.mark.parametrize("n_cards", [5, 6, 7])
def test_card_twice(poker: ModuleType, n_cards: int) -> None:
    for first, second in combinations(range(n_cards), 2):
        hand = deal(first * 7 + second, 1, n_cards)[0].astype(int)
        hand[second] = hand[first]
        name = poker.format_cards(hand[first])
        for verb in (poker.evaluate, poker.best_five, poker.to_masks):
            for cards in (hand, hand.tolist(), bytes(hand.tolist()), poker.format_cards(hand)):
                with pytest.raises(ValueError, match=f"^cards: {name} stands twice"):
                    verb(cards)
            batch = BATCH[:500, :n_cards].astype(int)
            batch[[17, 300]] = hand
            for cards in (batch, batch.astype(np.uint8), batch.tolist(), np.asfortranarray(batch)):
                with pytest.raises(ValueError, match=rf"^cards: row 17\b.* {name} .*twice"):
                    verb(cards)


def test_card_three_times(poker: ModuleType) -> None:
    for cards in ([5, 5, 5, 0, 1], [5] * 5, [5] * 7, [0, 0, 1, 1, 2], bytes(5)):
        with pytest.raises(ValueError, match="stands twice"):
            poker.evaluate(cards)


@pytest.mark.parametrize("threads", [1, 2, None])
def test_first_bad_row_is_named(poker: ModuleType, threads: int | None) -> None:
    cards = np.resize(BATCH, (40_000 if poker is croupier else 400, 7))
    middle = len(cards) // 2
    for row in (len(cards) - 1, middle, middle - 1, 3):
        cards[row] = 5
        with pytest.raises(ValueError, match=rf"^cards: row {row}\b.* 3d .*twice"):
            poker.evaluate(cards, threads=threads)
    cards[2, 6] = 77
    with pytest.raises(ValueError, match=r"^cards: row 2\b.* 77\b.* not a card number 0 to 51"):
        poker.evaluate(cards, threads=threads)


def test_range_faults_come_before_cards_twice(poker: ModuleType) -> None:
    with pytest.raises(ValueError, match=r"^cards: 60 is not"):
        poker.evaluate([5, 5, 60, 70, 0])
    with pytest.raises(ValueError, match=r"^cards: row 1\b.* 60\b.* not a card"):
        poker.evaluate([[0, 1, 2, 3, 4], [5, 5, 60, 70, 0], [99, 0, 1, 2, 3]])


@pytest.mark.parametrize(
    "cards",
    [
        pytest.param("As Kd Qh Jc Ts 9d 8h 7c", id="8 cards"),
        pytest.param("As Kd Qh Jc", id="4 cards"),
        pytest.param("As 4s 5d", id="3 cards"),
        pytest.param("As", id="1 card"),
        pytest.param("", id="no card"),
        pytest.param(range(52), id="52 cards"),
        pytest.param([], id="empty list"),
        pytest.param((), id="empty tuple"),
        pytest.param(b"", id="empty bytes"),
        pytest.param([[]], id="an empty row"),
        pytest.param([[], []], id="empty rows"),
        pytest.param([1, 2, 3, 4], id="list of 4"),
        pytest.param([0] * 8, id="list of 8"),
        pytest.param(list(range(1000)), id="list of 1000"),
        pytest.param([[1, 2, 3, 4]], id="row of 4"),
        pytest.param(np.empty(0, int), id="empty array"),
        pytest.param(np.empty((3, 0), int), id="empty rows of an array"),
        pytest.param(np.empty((0, 0), int), id="no empty rows"),
        pytest.param(np.empty((0, 8), int), id="no rows of 8"),
        pytest.param(np.empty((7, 0), int), id="seven empty rows"),
        pytest.param(np.zeros((2, 4), int), id="array of 4"),
        pytest.param(np.zeros((7, 2), int), id="array the wrong way round"),
        pytest.param(np.zeros((2, 2, 8), int), id="3-D array of 8"),
        pytest.param(np.broadcast_to(np.zeros(1, int), (1, 2**20)), id="array of very many"),
        pytest.param(3, id="int"),
        pytest.param(np.int64(3), id="NumPy scalar"),
        pytest.param(np.array(3), id="no dimension"),
        pytest.param(Wrapped(3), id="array-like without dimension"),
    ],
)
def test_wrong_count(poker: ModuleType, cards: Any) -> None:
    for verb in (poker.evaluate, poker.best_five):
        with pytest.raises(ValueError, match=r"^cards: 5, 6 or 7 cards are needed, got "):
            verb(cards)
    if isinstance(cards, str):
        n_cards = len(poker.parse_cards(cards))
        with pytest.raises(ValueError, match=f"got {n_cards}$"):
            poker.evaluate(cards)


@pytest.mark.parametrize(
    "cards",
    [
        pytest.param([[0, 1, 2, 3, 4], [0, 1, 2, 3]], id="short row"),
        pytest.param([[0, 1, 2, 3, 4], [0, 1, 2, 3, 4, 5]], id="long row"),
        pytest.param([[0, 1, 2, 3, 4], []], id="empty row"),
        pytest.param([[0, 1, 2, 3, 4], 5], id="number among rows"),
        pytest.param([0, 1, 2, 3, [4]], id="row among numbers"),
        pytest.param([[0, 1, 2, 3, 4], [[0, 1, 2, 3, 4]]], id="deeper row"),
        pytest.param([np.arange(5), np.arange(6)], id="arrays of two lengths"),
    ],
)
def test_uneven_rows(poker: ModuleType, cards: Any) -> None:
    for verb in (poker.evaluate, poker.best_five, poker.to_masks, poker.evaluate_masks):
        with pytest.raises(ValueError, match=r"^(cards|masks): "):
            verb(cards)


HAND = list(range(5))


MASKED = np.ma.array([HAND, HAND], mask=[[0] * 5, [0, 0, 1, 0, 0]])


WRONG_TYPES = {
    "None": None,
    "bool": True,
    "float": 5.0,
    "dict": dict.fromkeys(HAND),
    "Counter": collections.Counter(HAND),
    "UserDict": collections.UserDict.fromkeys(HAND, 0),
    "ChainMap": collections.ChainMap(dict.fromkeys(HAND, 0)),
    "function": len,
    "type": int,
    "object": object(),
    "Ellipsis": ...,
    "complex": 5j,
    "NumPy bool": np.True_,
    "NumPy float": np.float64(5),
    "list of floats": [1.0, 2.0, 3.0, 4.0, 5.0],
    "list with a float": [0, 1, 2, 3, 4.0],
    "list with nan": [0, 1, 2, 3, float("nan")],
    "list with a NumPy float": [0, 1, 2, 3, np.float32(4)],
    "list with a bool": [0, 2, 3, 4, True],
    "list with a NumPy bool": [0, 2, 3, 4, np.True_],
    "list with None": [0, 1, 2, 3, None],
    "list with text": [0, 1, 2, 3, "5"],
    "list with bytes": [0, 1, 2, 3, b"\x05"],
    "list with complex": [0, 1, 2, 3, 4j],
    "list with a dict": [0, 1, 2, 3, {}],
    "list with an object": [0, 1, 2, 3, object()],
    "row with None": [HAND, [0, 1, 2, 3, None]],
    "row with a bool": [HAND, [0, 2, 3, 4, True]],
    "row with a float": [HAND, [0, 1, 2, 3, 4.0]],
    "rows of floats in an array": [np.arange(5.0)],
    "rows of bools in an array": [np.ones(5, bool)],
    "rows of durations": [np.arange(5).astype("m8[ns]")],
    "rows of dates": [np.arange(5).astype("M8[ns]")],
    "rows with masked entries": list(MASKED),
    "bool array": np.ones(5, bool),
    "float array": np.arange(5.0),
    "float array, cut": np.array([1.9, 51.999]),
    "array of nan": np.array([np.nan]),
    "half floats": np.arange(5, dtype=np.float16),
    "long doubles": np.arange(5, dtype=np.longdouble),
    "batch of floats": np.zeros((3, 5)),
    "empty batch of floats": np.zeros((0, 5)),
    "complex array": np.arange(5, dtype=complex),
    "object array with a float": np.array([*HAND[:4], 4.0], object),
    "object array with a masked entry": np.ma.array(HAND, object, mask=[0, 0, 0, 0, 1]),
    "ints and text": [51, "Ks", 43, 39, 35],
    "object array with text": np.array([51, "Ks", 43, 39, 35], object),
    "bytes array": np.array([b"As"] * 5),
    "durations": np.arange(5).astype("m8[s]"),
    "dates": np.arange(5).astype("M8[s]"),
    "records": np.zeros(5, "u1,u1"),
    "void": np.zeros(5, "V1"),
    "masked array": MASKED,
    "masked constant": np.ma.masked,
    "array-like of floats": Wrapped(np.arange(5.0)),
    "array-like of floats as objects": Wrapped(np.arange(5.0).astype(object)),
    "memoryview of floats": memoryview(array.array("d", HAND)),
    "memoryview of bools": memoryview(bytes(5)).cast("?"),
    "memoryview of chars": memoryview(bytes(HAND)).cast("c"),
    "array.array of floats": array.array("f", HAND),
    "ctypes floats": (ctypes.c_double * 5)(*HAND),
}


@pytest.mark.parametrize("kind", WRONG_TYPES)
def test_wrong_type(poker: ModuleType, kind: str) -> None:
    value = WRONG_TYPES[kind]
    for verb in (poker.evaluate, poker.best_five, poker.to_masks):
        with pytest.raises(TypeError, match=r"^cards: "):
            verb(value)
    with pytest.raises(TypeError, match=r"^masks: "):
        poker.evaluate_masks(value)
    with pytest.raises(TypeError, match=r"^strength: "):
        poker.category(value)


@pytest.mark.parametrize("dtype", ["bool", "float64", "float32", "complex128"])
def test_wrong_type_is_named(poker: ModuleType, dtype: str) -> None:
    with pytest.raises(TypeError, match=f"^cards: integers are needed, got {dtype}"):
        poker.evaluate(np.ones((4, 5), dtype))


def test_own_exceptions_pass(poker: ModuleType) -> None:
    class Failing:
        def __index__(self) -> int:
            raise LookupError("mine")

    class FailingArray:
        def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
            raise LookupError("mine")

    for cards in ([0, 1, 2, 3, Failing()], [[0, 1, 2, 3, Failing()]], FailingArray()):
        for verb in (poker.evaluate, poker.best_five, poker.to_masks, poker.evaluate_masks):
            with pytest.raises(LookupError, match="mine"):
                verb(cards)


BAD_MASKS = [
    pytest.param(0, id="no card"),
    pytest.param(0xF, id="4 cards"),
    pytest.param(0xFF, id="8 cards"),
    pytest.param(0x1FFF_1FFF_1FFF_1FFF, id="the pack"),
    *(pytest.param(0x1F | 1 << bit, id=f"stray bit {bit}")
      for bit in (13, 14, 15, 29, 31, 45, 47, 61, 62, 63)),
    pytest.param(2**64 - 1, id="all bits"),
    pytest.param(2**64, id="past 64 bits"),
    pytest.param(2**64 + 0x1F, id="past 64 bits, valid below"),
    pytest.param(-1, id="negative"),
    pytest.param(-(2**63) + 0x1F, id="least int64"),
    pytest.param(-(2**64) + 0x1F, id="past 64 bits, negative"),
    pytest.param(-(2**200), id="far below"),
]  # fmt: skip


@pytest.mark.parametrize("mask", BAD_MASKS)
def test_mask_refused(poker: ModuleType, mask: int) -> None:
    with pytest.raises(ValueError, match=r"^masks: "):
        poker.evaluate_masks(mask)
    with pytest.raises(ValueError, match=r"^masks: index 2\b"):
        poker.evaluate_masks([0x1F, 0x3F, mask, mask])
    with pytest.raises(ValueError, match=r"^masks: index \(1, 0\)"):
        poker.evaluate_masks([[0x1F, 0x3F], [mask, mask]])
    for dtype in ("u8", "i8", ">u8"):
        if np.iinfo(dtype).min <= mask <= np.iinfo(dtype).max:
            for index in (0, 8, 99, 500):
                masks = np.full(501, 0x1F, dtype)
                masks[index] = mask
                with pytest.raises(ValueError, match=rf"^masks: index {index}\b"):
                    poker.evaluate_masks(masks, threads=2)


def test_mask_of_text_or_bytes_refused(poker: ModuleType) -> None:
    for masks in ("As Ks Qs Js Ts", "", b"\x1f", b""):
        with pytest.raises(TypeError, match=r"^masks: "):
            poker.evaluate_masks(masks)


@pytest.mark.parametrize(
    ("hands", "message"),
    [
        (["As", "Ks", "Qs", "Js"], "5, 6 or 7 cards are needed, got 4"),
        (["AsKsQsJsTs", "7c 5c 4c 3c"], "row 1: 5 cards are needed as in the first text, got 4"),
        (["AsKsQsJsTs", "7c 5x 4c 3c 2d"], "row 1: cannot read '5x' at index 3 of"),
        (["AsKsQsJsTs", "7c 7c 4c 3c 2d"], "row 1: 7c stands twice"),
        (["As", "KsQs", "Js", "Ts", "9s"], "index 1: 1 card is needed as in the first text, got 2"),
        (["As", "Ks", "Qs", "Js", ""], "index 4: 1 card is needed as in the first text, got 0"),
        (["As", "Ks", "Qs", "Jx", "Ts"], "index 3: cannot read 'Jx' at index 0 of 'Jx'"),
        ([], "5, 6 or 7 cards are needed, got 0"),
        ([""], "5, 6 or 7 cards are needed, got 0"),
    ],
)
def test_a_wrong_text_of_a_batch_is_named(hands: Any, message: str) -> None:
    with pytest.raises(ValueError, match="^cards: " + re.escape(message)):
        croupier.evaluate(hands)


FRAME = pd.DataFrame([ROYAL, ROYAL])


@pytest.mark.parametrize("dtype", ["Int64", "UInt8"])
def test_a_missing_card_is_refused(dtype: str) -> None:
    table = FRAME.astype(dtype)
    assert croupier.evaluate(table).tolist() == [1, 1]
    table.iloc[1, 2] = pd.NA
    with pytest.raises(TypeError, match=r"^cards: row 1: integers are needed, got NAType"):
        croupier.evaluate(table)
    hand = pd.Series(ROYAL).astype(dtype)
    assert croupier.evaluate(hand) == 1
    hand[2] = pd.NA
    with pytest.raises(TypeError, match=r"^cards: .*integers are needed, got (NAType|a missing)"):
        croupier.evaluate(hand)


def test_a_missing_number_is_named_where_it_became_nan() -> None:
    missing = r"integers are needed, got a missing value \(nan\)"
    for table in (np.array([ROYAL, [np.nan] * 7]), [np.full(7, np.nan)] * 2):
        row = 0 if isinstance(table, list) else 1
        with pytest.raises(TypeError, match=rf"^cards: (row {row}: |index 0: ){missing}"):
            croupier.evaluate(table)
    with pytest.raises(TypeError, match=f"^cards: index 1: {missing}"):
        croupier.evaluate(np.array([51, np.nan, 43, 39, 35]))
    with pytest.raises(TypeError, match=f"^masks: index 1: {missing}"):
        croupier.evaluate_masks(np.array([31, np.nan]))
    with pytest.raises(TypeError, match=rf"^strength: index \(1, 0\): {missing}"):
        croupier.category(np.array([[1.0], [np.nan]]))
    with pytest.raises(TypeError, match=r"^cards: row 1: texts alone are needed .* got a missing"):
        croupier.evaluate(["AsKsQsJsTs", float("nan")])
    with pytest.raises(TypeError, match=f"^cards: row 1: {missing}"):
        croupier.evaluate([HAND, [0, 1, 2, 3, float("nan")]])


def test_rows_of_numbers_among_texts_are_refused(poker: ModuleType) -> None:
    for cards in (["AsKsQsJsTs", HAND], ["As", "Ks", "Qs", "Js", [5]]):
        with pytest.raises(TypeError, match=r"^cards: .*texts alone are needed"):
            poker.evaluate(cards)
