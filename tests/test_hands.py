from __future__ import annotations

import array
import collections
import ctypes
import inspect
import mmap
import pickle
import re
from collections.abc import Callable
from itertools import combinations, permutations, product
from math import comb
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pandas as pd
import pytest
from conftest import HANDS, deal, table
from hypothesis import given
from hypothesis import strategies as st

import croupier

ROYAL = [51, 47, 43, 39, 35, 0, 1]
BATCH = deal(7, 1000, 7)
INTEGERS = ["u1", "i1", "u2", "i2", "u4", "i4", "u8", "i8"]
EVERY_INTEGER = [order + kind for kind in INTEGERS for order in "<>"]


@table(HANDS["strengths"])
def test_strength(poker: ModuleType, row: dict[str, Any]) -> None:
    strength = poker.evaluate(row["cards"])
    assert type(strength) is int
    assert strength == row["strength"]
    assert poker.describe(strength) == row["text"]


@table(HANDS["showdowns"])
def test_showdown(poker: ModuleType, row: dict[str, Any]) -> None:
    strengths = [poker.evaluate(f"{row['board']} {hand}") for hand in row["hands"]]
    assert strengths == row.get("strengths", strengths)
    best = min(strengths)
    assert [i for i, strength in enumerate(strengths) if strength == best] == row["winners"]


def test_category_agrees_with_text(poker: ModuleType) -> None:
    for strength in range(1, 7463):
        name = poker.category(strength).name.replace("_", " ").capitalize()
        assert poker.describe(strength).split(",")[0] == name


class Wrapped:
    """An array in the clothes of another library."""

    def __init__(self, values: Any) -> None:
        self.values = np.asarray(values)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        return self.values.astype(dtype or self.values.dtype)


class Number:
    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value


ONE_HAND: dict[str, Callable[[list[int]], Any]] = {
    "list": list,
    "tuple": tuple,
    "bytes": bytes,
    "bytearray": bytearray,
    "memoryview": lambda hand: memoryview(bytes(hand)),
    "memoryview with stride": lambda hand: memoryview(bytes(hand[::-1]))[::-1],
    "memoryview of int64": lambda hand: memoryview(array.array("q", hand)),
    "array.array": lambda hand: array.array("H", hand),
    "ctypes array": lambda hand: (ctypes.c_int32 * len(hand))(*hand),
    "deque": collections.deque,
    "UserList": collections.UserList,
    "array": np.array,
    "array subclass": lambda hand: np.array(hand).view(np.recarray),
    "unmasked array": np.ma.array,
    "array-like": Wrapped,
    "read-only array": lambda hand: np.frombuffer(bytes(hand), np.uint8),
    "reversed array": lambda hand: np.array(hand[::-1])[::-1],
    "strided array": lambda hand: np.repeat(hand, 3)[::3],
    "column": lambda hand: np.repeat(hand, 3).reshape(-1, 3)[:, 1],
    "NumPy scalars": lambda hand: list(np.array(hand)),
    "mixed NumPy scalars": lambda hand: [
        np.dtype(t).type(c) for t, c in zip(INTEGERS, hand, strict=False)
    ],
    "index objects": lambda hand: [Number(card) for card in hand],
}


@pytest.mark.parametrize("kind", ONE_HAND)
@pytest.mark.parametrize("n_cards", [5, 6, 7])
def test_one_hand(poker: ModuleType, kind: str, n_cards: int) -> None:
    for hand in deal(n_cards, 20, n_cards).tolist():
        strength = poker.evaluate(ONE_HAND[kind](hand))
        assert type(strength) is int
        assert strength == poker.evaluate(poker.format_cards(hand))
        assert poker.best_five(ONE_HAND[kind](hand)).tolist() == poker.best_five(hand).tolist()


@pytest.mark.parametrize("cards", [range(5), range(20, 48, 4), range(51, 44, -1)], ids=str)
def test_range(poker: ModuleType, cards: range) -> None:
    assert poker.evaluate(cards) == poker.evaluate(list(cards))


def test_array_of_one_hand_gives_int(poker: ModuleType) -> None:
    for dtype in EVERY_INTEGER:
        strength = poker.evaluate(np.array(ROYAL, dtype))
        assert type(strength) is int
        assert strength == 1


def record_field(hands: np.ndarray) -> np.ndarray:
    record = np.dtype([("id", "S61"), ("cards", "i1", hands.shape[1:]), ("tail", "u4")])
    records = np.zeros(len(hands), record)
    records["cards"] = hands
    return records["cards"]


def unaligned(hands: np.ndarray) -> np.ndarray:
    buffer = bytearray(1 + 8 * hands.size)
    cards = np.frombuffer(buffer, np.int64, offset=1).reshape(hands.shape)
    cards[...] = hands
    return cards


LAYOUTS: dict[str, Callable[[np.ndarray], Any]] = {
    "every other row": lambda hands: np.repeat(hands, 2, axis=0)[::2],
    "reversed rows": lambda hands: hands[::-1].copy()[::-1],
    "reversed cards": lambda hands: hands[:, ::-1].copy()[:, ::-1],
    "both reversed": lambda hands: hands[::-1, ::-1].copy()[::-1, ::-1],
    "columns of a wider array": lambda hands: np.pad(hands, ((0, 0), (2, 3)))[:, 2:-3],
    "every other column": lambda hands: np.repeat(hands, 2, axis=1)[:, ::2],
    "Fortran order": np.asfortranarray,
    "transposed": lambda hands: hands.T.copy().T,
    "planes reversed": lambda hands: hands.T[::-1].copy()[::-1].T,
    "planes of a wider array": lambda hands: np.pad(hands.T, ((0, 0), (5, 6)))[:, 5:-6].T,
    "Fortran order of int32": lambda hands: np.asfortranarray(hands.astype(np.int32)),
    "strided int16": lambda hands: np.repeat(hands.astype(np.int16), 3, axis=0)[1::3],
    "record field": record_field,
    "unaligned": unaligned,
    "read-only": lambda hands: np.frombuffer(hands.tobytes(), np.uint8).reshape(hands.shape),
    "array-like": Wrapped,
    "memoryview": lambda hands: memoryview(hands),
    "memoryview with stride": lambda hands: memoryview(np.repeat(hands, 2, axis=0)[::2]),
    "nested lists": lambda hands: hands.tolist(),
    "nested tuples": lambda hands: tuple(map(tuple, hands.tolist())),
    "list of arrays": list,
    "lists of NumPy scalars": lambda hands: [list(hand) for hand in hands],
    "array subclass": lambda hands: hands.view(np.recarray),
    "unmasked array": np.ma.array,
}
LAYOUTS.update(
    {f"dtype {dtype}": lambda hands, dtype=dtype: hands.astype(dtype) for dtype in EVERY_INTEGER}
)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("n_cards", [5, 6, 7])
def test_layout(poker: ModuleType, layout: str, n_cards: int) -> None:
    hands = np.ascontiguousarray(BATCH[:100, :n_cards])
    cards = LAYOUTS[layout](hands)
    strengths = poker.evaluate(cards)
    assert isinstance(strengths, np.ndarray)
    assert strengths.dtype == np.uint16
    assert strengths.flags.c_contiguous
    assert not np.shares_memory(strengths, hands)
    assert strengths.tolist() == [croupier.evaluate(hand) for hand in hands.tolist()]
    assert poker.to_masks(cards).tolist() == poker.to_masks(hands).tolist()
    assert poker.best_five(cards).tolist() == poker.best_five(hands).tolist()


def test_memory_map(poker: ModuleType, tmp_path: Path) -> None:
    path = tmp_path / "hands"
    BATCH.tofile(path)
    expected = poker.evaluate(BATCH).tolist()
    cards = np.memmap(path, np.uint8, "r", shape=BATCH.shape)
    assert poker.evaluate(cards).tolist() == expected
    with (
        path.open("rb") as file,
        mmap.mmap(file.fileno(), 7, access=mmap.ACCESS_READ) as mapped,
    ):
        assert poker.evaluate(mapped) == expected[0]


SHAPES = [
    (1,), (1000,), (0,), (1, 1), (3, 4), (4, 0), (0, 4), (2, 3, 4), (2, 0, 4), (1, 1, 1, 1),
    (2, 2, 2, 2, 2),
]  # fmt: skip


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("n_cards", [5, 6, 7])
def test_shape(poker: ModuleType, shape: tuple[int, ...], n_cards: int) -> None:
    size = int(np.prod(shape))
    cards = BATCH[:size, :n_cards].reshape(*shape, n_cards)
    for threads in (1, 2, None):
        strengths = poker.evaluate(cards, threads=threads)
        assert (strengths.dtype, strengths.shape) == (np.uint16, shape)
    masks = poker.to_masks(cards)
    assert (masks.dtype, masks.shape) == (np.uint64, shape)
    assert (poker.evaluate_masks(masks) == strengths).all()
    fives = poker.best_five(cards)
    assert (fives.dtype, fives.shape) == (np.uint8, (*shape, 5))
    assert (poker.evaluate(fives) == strengths).all()
    categories = poker.category(strengths)
    assert (categories.dtype, categories.shape) == (np.uint8, shape)
    assert strengths.ravel().tolist() == [
        poker.evaluate(hand) for hand in cards.reshape(size, n_cards)
    ]


@pytest.mark.usefixtures("isa")
def test_every_length() -> None:
    sizes = [*range(1, 130), 255, 257, 511, 513, 1023, 1025, 16385, 40000]
    for size, n_cards in product(sizes, (5, 6, 7)):
        hands = np.resize(BATCH[:, :n_cards], (size, n_cards))
        expected = np.resize(croupier.evaluate(BATCH[:, :n_cards]), size)
        for cards in (hands, hands.astype(np.int32), np.asfortranarray(hands)):
            assert (croupier.evaluate(cards, threads=2) == expected).all()
        assert (croupier.evaluate_masks(croupier.to_masks(hands)) == expected).all()


@pytest.mark.parametrize("axis", [0, 1])
def test_broadcast(poker: ModuleType, axis: int) -> None:
    hand = np.array(ROYAL)
    if axis == 0:
        strengths = poker.evaluate(np.broadcast_to(hand, (50, 7)))
        assert strengths.tolist() == [1] * 50
    else:
        with pytest.raises(ValueError, match=r"^cards: row 0\b.* As .*twice"):
            poker.evaluate(np.broadcast_to(hand[:, None], (7, 7)))


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_axes_in_any_order(poker: ModuleType, order: tuple[int, ...]) -> None:
    cards = BATCH[:60].reshape(5, 12, 7)
    inverse = np.argsort(order)
    tangled = cards.transpose(order).copy().transpose(inverse)
    assert (poker.evaluate(tangled) == poker.evaluate(cards)).all()
    out = np.zeros((12, 5), np.uint16).T
    assert poker.evaluate(tangled[::-1], out=out) is out
    assert (out == poker.evaluate(cards[::-1].copy())).all()


def test_result_is_independent_of_input(poker: ModuleType) -> None:
    cards = BATCH[:10].copy()
    strengths = poker.evaluate(cards)
    before = strengths.tolist()
    cards[:] = 0
    cards.resize(0, refcheck=False)
    del cards
    assert strengths.tolist() == before
    strengths[:] = 0
    assert poker.evaluate(BATCH[:10]).tolist() == before


@pytest.mark.parametrize(
    "make",
    [
        pytest.param(lambda: np.empty(10, np.uint16), id="contiguous"),
        pytest.param(lambda: np.empty(30, np.uint16)[::3], id="strided"),
        pytest.param(lambda: np.empty(10, np.uint16)[::-1], id="reversed"),
        pytest.param(lambda: np.empty((10, 4), np.uint16)[:, 2], id="column"),
        pytest.param(lambda: np.zeros(10, "u1,u2")["f1"], id="unaligned record field"),
        pytest.param(lambda: np.frombuffer(bytearray(20), np.uint16), id="buffer"),
        pytest.param(lambda: np.empty(10, "=u2"), id="native order by name"),
        pytest.param(lambda: pickle.loads(pickle.dumps(np.empty(10, np.uint16))), id="pickled"),
        pytest.param(
            lambda: np.empty(10, ">u2").view(np.dtype(">u2").newbyteorder()), id="swapped"
        ),
    ],
)
def test_out(poker: ModuleType, make: Callable[[], np.ndarray]) -> None:
    expected = poker.evaluate(BATCH[:10])
    out = make()
    assert poker.evaluate(BATCH[:10], out=out) is out
    assert (out == expected).all()
    out = make()
    assert poker.evaluate_masks(poker.to_masks(BATCH[:10]), out=out) is out
    assert (out == expected).all()


def test_out_within_the_record_of_the_cards(poker: ModuleType) -> None:
    records = np.zeros(10, [("cards", "u1", 7), ("strength", "u2")])
    records["cards"] = BATCH[:10]
    poker.evaluate(records["cards"], out=records["strength"])
    assert (records["cards"] == BATCH[:10]).all()
    assert (records["strength"] == poker.evaluate(BATCH[:10])).all()


def test_out_leaves_its_surroundings_alone(poker: ModuleType) -> None:
    buffer = np.full(1002, 9999, np.uint16)
    poker.evaluate(BATCH, out=buffer[1:-1])
    assert buffer[0] == buffer[-1] == 9999
    assert (buffer[1:-1] == poker.evaluate(BATCH)).all()


def test_out_of_one_hand(poker: ModuleType) -> None:
    for verb, argument in ((poker.evaluate, ROYAL), (poker.evaluate_masks, poker.to_masks(ROYAL))):
        out = np.empty((), np.uint16)
        assert verb(argument, out=out) is out
        assert out == 1


def test_out_of_empty_batch(poker: ModuleType) -> None:
    out = np.empty((0, 3), np.uint16)
    assert poker.evaluate(np.empty((0, 3, 5), np.uint8), out=out) is out


SHARED = np.zeros((10, 7), np.uint16)
SHARED[:] = BATCH[:10]
READ_ONLY = np.empty(10, np.uint16)
READ_ONLY.flags.writeable = False


@pytest.mark.parametrize(
    ("out", "error"),
    [
        pytest.param(np.empty(9, np.uint16), ValueError, id="too short"),
        pytest.param(np.empty(11, np.uint16), ValueError, id="too long"),
        pytest.param(np.empty((10, 1), np.uint16), ValueError, id="another dimension"),
        pytest.param(np.empty((), np.uint16), ValueError, id="no dimension"),
        pytest.param(READ_ONLY, ValueError, id="read-only"),
        pytest.param(SHARED[:, 3], ValueError, id="part of the cards"),
        pytest.param(SHARED[:, ::-1][:, 0], ValueError, id="part of the reversed cards"),
        pytest.param(
            np.lib.stride_tricks.as_strided(np.zeros(1, np.uint16), (10,), (0,)),
            ValueError,
            id="one place for all",
        ),
        pytest.param(np.empty(10, np.int16), TypeError, id="int16"),
        pytest.param(np.empty(10, np.uint8), TypeError, id="uint8"),
        pytest.param(np.empty(10, np.int64), TypeError, id="int64"),
        pytest.param(np.empty(10, float), TypeError, id="float"),
        pytest.param(np.empty(10, object), TypeError, id="object"),
        pytest.param(np.empty(10, np.dtype(np.uint16).newbyteorder()), TypeError, id="swapped"),
        pytest.param([0] * 10, TypeError, id="list"),
        pytest.param(array.array("H", [0] * 10), TypeError, id="array.array"),
        pytest.param(bytearray(20), TypeError, id="bytearray"),
        pytest.param(memoryview(bytearray(20)).cast("H"), TypeError, id="memoryview"),
        pytest.param(5, TypeError, id="int"),
        pytest.param(np.uint16(5), TypeError, id="NumPy scalar"),
    ],
)
def test_out_refused(poker: ModuleType, out: Any, error: type[Exception]) -> None:
    with pytest.raises(error, match=r"^out: "):
        poker.evaluate(SHARED, out=out)
    assert (BATCH[:10] == SHARED).all()


def test_out_of_masks_refused(poker: ModuleType) -> None:
    masks = poker.to_masks(BATCH[:10])
    for out in (masks.view(np.uint16)[:10], np.empty(9, np.uint16), READ_ONLY):
        with pytest.raises(ValueError, match=r"^out: "):
            poker.evaluate_masks(masks, out=out)
    for out in (np.empty(10, np.int16), np.empty(10, np.uint64), [0] * 10):
        with pytest.raises(TypeError, match=r"^out: "):
            poker.evaluate_masks(masks, out=out)


@pytest.mark.parametrize("threads", [None, 1, 2, 3, 100, np.int64(2), np.uint8(1), Number(2)])
def test_threads(poker: ModuleType, threads: Any) -> None:
    expected = poker.evaluate(BATCH[:100])
    assert poker.evaluate(ROYAL, threads=threads) == 1
    assert (poker.evaluate(BATCH[:100], threads=threads) == expected).all()
    masks = poker.to_masks(BATCH[:100])
    assert (poker.evaluate_masks(masks, threads=threads) == expected).all()


@pytest.mark.parametrize(
    ("threads", "error"),
    [(0, ValueError), (-1, ValueError), (-(2**70), ValueError), (np.int64(0), ValueError),
     (True, TypeError), (np.True_, TypeError), (1.0, TypeError), ("2", TypeError),
     ([1], TypeError), (np.float64(1), TypeError), (object(), TypeError)],
)  # fmt: skip
def test_threads_refused(poker: ModuleType, threads: Any, error: type[Exception]) -> None:
    for call in (
        lambda: poker.evaluate(ROYAL, threads=threads),
        lambda: poker.evaluate(BATCH[:10], threads=threads),
        lambda: poker.evaluate_masks(poker.to_masks(BATCH[:10]), threads=threads),
        lambda: poker.strength_histogram(5, threads=threads),
    ):
        with pytest.raises(error, match=r"^threads: "):
            call()


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
        "describe": "(strength, locale='en')",
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
    "set": set(HAND),
    "frozenset": frozenset(HAND),
    "dict": dict.fromkeys(HAND),
    "dict keys": dict.fromkeys(HAND).keys(),
    "Counter": collections.Counter(HAND),
    "UserDict": collections.UserDict.fromkeys(HAND, 0),
    "ChainMap": collections.ChainMap(dict.fromkeys(HAND, 0)),
    "iterator": iter([]),
    "generator": (card for card in HAND),
    "map": map(int, HAND),
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
    "list with a set": [0, 1, 2, 3, {4}],
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


@pytest.mark.parametrize("dtype", ["u8", "i8", ">u8", ">i8"])
def test_masks(poker: ModuleType, dtype: str) -> None:
    batches = [BATCH[:100, :n_cards] for n_cards in (5, 6, 7)]
    masks = np.concatenate([poker.to_masks(batch) for batch in batches]).astype(dtype)
    expected = np.concatenate([poker.evaluate(batch) for batch in batches])
    for layout in (masks, masks.tolist(), np.repeat(masks, 2)[::2], masks[::-1].copy()[::-1]):
        strengths = poker.evaluate_masks(layout, threads=2)
        assert strengths.dtype == np.uint16
        assert strengths.flags.c_contiguous
        assert (strengths == expected).all()
    grid = masks.reshape(3, 10, 10)
    assert (poker.evaluate_masks(grid) == expected.reshape(3, 10, 10)).all()
    tangled = np.asfortranarray(grid)[::-1, :, ::2]
    assert (poker.evaluate_masks(tangled) == expected.reshape(3, 10, 10)[::-1, :, ::2]).all()


@pytest.mark.parametrize("dtype", INTEGERS)
def test_masks_of_narrow_integers(poker: ModuleType, dtype: str) -> None:
    strength = poker.evaluate_masks(np.array([0b11111, 0b1111100], dtype))
    assert strength.tolist() == [9, 7]


def test_one_mask(poker: ModuleType) -> None:
    royal = 0x1F00 << 48
    for mask in (royal, np.uint64(royal), np.array(royal, np.uint64), Number(royal)):
        strength = poker.evaluate_masks(mask)
        assert type(strength) is int
        assert strength == 1


@pytest.mark.parametrize("shape", [(0,), (3, 0), (0, 7), (1, 1, 1)])
def test_masks_of_shape(poker: ModuleType, shape: tuple[int, ...]) -> None:
    strengths = poker.evaluate_masks(np.full(shape, 0x1F00, np.uint64))
    assert (strengths.dtype, strengths.shape) == (np.uint16, shape)


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


def test_best_five_order(poker: ModuleType) -> None:
    for cards, five in [
        ("Ac 2d 3h 4s 5c 9h 9d", "5c4s3h2dAc"),
        ("Ac 2c 3c 4c 6c Kc Qc", "AcKcQc6c4c"),
        ("Ah 2h 3h 4h 5h Kc Qc", "5h4h3h2hAh"),
        ("6c 2d 3h 4s 5c Ah Ad", "6c5c4s3h2d"),
        ("Ts Ah Js Qs As Ks Ad", "AsKsQsJsTs"),
        ("2c 3d 3h 4s 5c 6d 6h", "6h5c4s3h2c"),
        ("Tc Td Th Ts Kc Kd 2c", "TsThTdTcKd"),
        ("7c 7d 7h Kc Kd Kh 2s", "KhKdKc7h7d"),
        ("2c 2d 2h Kc Ks Qc Qs", "2h2d2cKsKc"),
        ("2c 2d 2h Kc Qs Jh 9s", "2h2d2cKcQs"),
        ("Ac Ad Kh Ks Qc Qd 2h", "AdAcKsKhQd"),
        ("2c 2d Kh 5s 7c 9d Jh", "2d2cKhJh9d"),
        ("Jd Ac Ad 7d Qd 4d Td", "AdQdJdTd7d"),
        ("9d Ac 4h 7d Qd 3s Ts", "AcQdTs9d7d"),
        ("10s Jd Qc 9h Ks", "KsQcJdTs9h"),
    ]:
        assert poker.format_cards(poker.best_five(cards)) == five


def copies_of(hand: list[int]) -> list[int]:
    ranks = [card // 4 for card in hand]
    return [ranks.count(rank) for rank in ranks]


@given(hand=st.permutations(range(52)), n_cards=st.integers(5, 7))
def test_best_five_of_any_hand(poker: ModuleType, hand: list[int], n_cards: int) -> None:
    hand = hand[:n_cards]
    five = poker.best_five(hand).tolist()
    assert len(set(five)) == 5
    assert set(five) <= set(hand)
    assert poker.evaluate(five) == poker.evaluate(hand)
    ranks = [card // 4 for card in five]
    if ranks != [3, 2, 1, 0, 12]:
        assert sorted(zip(copies_of(five), ranks, five, strict=True), reverse=True) == list(
            zip(copies_of(five), ranks, five, strict=True)
        )
    if poker.category(poker.evaluate(hand)) not in {5, 8, 9}:
        for card in five:
            higher = {c for c in hand if c // 4 == card // 4 and c > card}
            assert higher <= set(five)


@given(hand=st.permutations(range(52)), n_cards=st.integers(5, 7), data=st.data())
def test_order_and_names_of_suits_do_not_matter(
    poker: ModuleType, hand: list[int], n_cards: int, data: st.DataObject
) -> None:
    hand = hand[:n_cards]
    strength = poker.evaluate(hand)
    assert poker.evaluate(data.draw(st.permutations(hand))) == strength
    suits = data.draw(st.permutations(range(4)))
    assert poker.evaluate([card // 4 * 4 + suits[card % 4] for card in hand]) == strength
    assert poker.evaluate_masks(poker.to_masks(hand)) == strength


@given(hand=st.permutations(range(52)), n_cards=st.integers(6, 7))
def test_strength_is_that_of_the_best_five(
    poker: ModuleType, hand: list[int], n_cards: int
) -> None:
    fives = poker.evaluate(list(combinations(hand[:n_cards], 5)))
    assert poker.evaluate(hand[:n_cards]) == fives.min()


def test_categories(poker: ModuleType) -> None:
    strengths = np.arange(1, 7463)
    categories = poker.category(strengths)
    assert categories.dtype == np.uint8
    assert (np.diff(categories.astype(int)) <= 0).all()
    assert np.bincount(categories).tolist() == HANDS["strengths_per_category"]
    assert [poker.category(s) for s in strengths.tolist()] == categories.tolist()
    assert list(poker.Category) == list(range(10))
    assert [category.name for category in poker.Category] == [
        "HIGH_CARD", "PAIR", "TWO_PAIR", "THREE_OF_A_KIND", "STRAIGHT", "FLUSH", "FULL_HOUSE",
        "FOUR_OF_A_KIND", "STRAIGHT_FLUSH", "ROYAL_FLUSH",
    ]  # fmt: skip


@pytest.mark.parametrize("strength", [1, np.uint16(1), np.int64(1), np.array(1), Number(1)])
def test_category_of_one(poker: ModuleType, strength: Any) -> None:
    assert poker.category(strength) is poker.Category.ROYAL_FLUSH


@pytest.mark.parametrize("dtype", EVERY_INTEGER)
def test_category_of_arrays(poker: ModuleType, dtype: str) -> None:
    strengths = np.array([[1, 2, 10, 11], [100, 127, 1, 12]], dtype)
    for layout in (strengths, strengths[:, ::-1][:, ::-1], np.asfortranarray(strengths)):
        categories = poker.category(layout)
        assert categories.dtype == np.uint8
        assert categories.tolist() == [[9, 8, 8, 7], [7, 7, 9, 7]]
    assert poker.category(strengths.tolist()).tolist() == [[9, 8, 8, 7], [7, 7, 9, 7]]
    assert poker.category(strengths[:0]).shape == (0, 4)


@pytest.mark.parametrize(
    "strength", [0, -1, 7463, 65535, 65537, 2**32 + 1, 2**64 + 1, -(2**64) + 1, 2**64 - 1]
)
def test_strength_out_of_range(poker: ModuleType, strength: int) -> None:
    with pytest.raises(ValueError, match=rf"^strength: .*{strength}"):
        poker.category(strength)
    with pytest.raises(ValueError, match=r"^strength: "):
        poker.category([1, 2, strength])
    with pytest.raises(ValueError, match=rf"^strength: .*{strength}"):
        poker.describe(strength)
    for dtype in INTEGERS:
        if np.iinfo(dtype).min <= strength <= np.iinfo(dtype).max:
            with pytest.raises(ValueError, match=r"^strength: "):
                poker.category(np.array([[1], [strength]], dtype))


@pytest.mark.parametrize("locale", ["en", "hi", "ro"])
def test_texts_differ(poker: ModuleType, locale: str) -> None:
    texts = [poker.describe(strength, locale) for strength in range(1, 7463)]
    assert len(set(texts)) == 7462
    assert texts == [croupier.describe(strength, locale=locale) for strength in range(1, 7463)]


@pytest.mark.parametrize(
    ("cards", "hindi", "romanian"),
    [
        ("AsKsQsJsTs", "रॉयल फ्लश", "Chintă roială"),
        ("9s8s7s6s5s", "स्ट्रेट फ्लश, 98765", "Chintă-culoare, 98765"),
        ("AsAcAdAhTs", "एक तरह के चार, AAAAT", "Careu, AAAAT"),
        ("AsAcAdKhKs", "फुल हाउस, AAAKK", "Full, AAAKK"),
        ("AsKs9s3s2s", "फ्लश, AK932", "Culoare, AK932"),
        ("As2c3d4h5s", "स्ट्रेट, 5432A", "Chintă, 5432A"),
        ("2s2c2d4h5s", "एक तरह के तीन, 22254", "Brelan, 22254"),
        ("2s2c3d3hAs", "दो जोड़े, 3322A", "Două perechi, 3322A"),
        ("2s2cTd9hAs", "पेअर, 22AT9", "O pereche, 22AT9"),
        ("2s3cTd9hAs", "हाई कार्ड, AT932", "Carte puternică, AT932"),
    ],
)
def test_texts_of_other_locales(poker: ModuleType, cards: str, hindi: str, romanian: str) -> None:
    strength = poker.evaluate(cards)
    assert poker.describe(strength, locale="hi") == hindi
    assert poker.describe(strength, locale="ro") == romanian


@pytest.mark.parametrize("locale", ["", "EN", "de", "en_GB", "hi\0", "\ud800", "en "])
def test_unknown_locale(poker: ModuleType, locale: str) -> None:
    with pytest.raises(ValueError, match=r"^locale: ") as caught:
        poker.describe(1, locale)
    for known in ("en", "hi", "ro"):
        assert known in str(caught.value).replace(repr(locale), "")


@pytest.mark.parametrize("locale", [None, 5, b"en", ["en"], True])
def test_locale_of_wrong_type(poker: ModuleType, locale: Any) -> None:
    with pytest.raises(TypeError, match=r"^locale: "):
        poker.describe(1, locale=locale)


@pytest.mark.parametrize(
    "strength", [None, True, np.True_, 1.0, np.float64(1), "1", [1], (1,), np.array([1, 2]), {1}]
)
def test_describe_takes_one_int(poker: ModuleType, strength: Any) -> None:
    with pytest.raises(TypeError, match=r"^strength: "):
        poker.describe(strength)
    assert poker.describe(np.uint16(1)) == "Royal flush"


@pytest.mark.usefixtures("isa")
def test_no_hand_holds_a_flush_and_a_full_house() -> None:
    suited = list(combinations(range(0, 52, 4), 5))
    others = np.array(list(combinations([card for card in range(52) if card % 4], 2)))
    for flush in suited[:: len(suited) // 200]:
        more = [card for card in range(0, 52, 4) if card not in flush]
        pairs = np.concatenate(
            [others, np.array([(a, b) for a in more for b in range(52) if b % 4])]
        )
        hands = np.empty((len(pairs), 7), np.uint8)
        hands[:, :5], hands[:, 5:] = flush, pairs
        assert set(croupier.category(croupier.evaluate(hands)).tolist()) <= {5, 8, 9}


@pytest.mark.usefixtures("isa")
@pytest.mark.parametrize("n_cards", [5, 6, 7])
def test_histogram(n_cards: int) -> None:
    counts = croupier.strength_histogram(n_cards)
    assert (counts.dtype, counts.shape) == (np.int64, (7463,))
    assert counts[0] == 0
    assert counts.sum() == comb(52, n_cards)
    assert counts[1] == HANDS["royal_flush_counts"][str(n_cards)]
    categories = croupier.category(np.arange(1, 7463))
    totals = [int(counts[1:][categories == category].sum()) for category in range(10)]
    assert [*totals[:8], totals[8] + totals[9]] == HANDS["category_counts"][str(n_cards)]
    if n_cards == 5:
        assert (counts[1:] > 0).all()
        assert (croupier.strength_histogram(5, threads=1) == counts).all()


@pytest.mark.usefixtures("isa")
def test_histogram_equals_reference(reference_histogram: np.ndarray) -> None:
    assert (croupier.strength_histogram(5) == reference_histogram).all()


@pytest.mark.parametrize("n_cards", [-1, 0, 1, 4, 8, 52, 3 * 10**9, 2**32 + 5, 2**64 + 5])
def test_histogram_of_wrong_count(poker: ModuleType, n_cards: int) -> None:
    with pytest.raises(ValueError, match=rf"^n_cards: .*{n_cards}"):
        poker.strength_histogram(n_cards)


@pytest.mark.parametrize("n_cards", [None, 5.0, "5", True, [5], np.float64(5), np.array([5, 6])])
def test_histogram_of_wrong_type(poker: ModuleType, n_cards: Any) -> None:
    with pytest.raises(TypeError, match=r"^n_cards: "):
        poker.strength_histogram(n_cards)


@pytest.mark.usefixtures("isa")
def test_equals_phevaluator(phevaluator_hands: tuple[np.ndarray, np.ndarray]) -> None:
    hands, strengths = phevaluator_hands
    assert (croupier.evaluate(hands) == strengths).all()
    assert (croupier.evaluate(np.asfortranarray(hands), threads=2) == strengths).all()
    assert (croupier.evaluate_masks(croupier.to_masks(hands)) == strengths).all()
    few = slice(0, 50_000)
    evaluate = croupier.evaluate
    assert [evaluate(hand) for hand in hands[few].tolist()] == strengths[few].tolist()


@pytest.mark.usefixtures("isa")
def test_equals_reference(reference_hands: list[tuple[np.ndarray, np.ndarray]]) -> None:
    for hands, strengths in reference_hands:
        assert (croupier.evaluate(hands) == strengths).all()
        assert [croupier.evaluate(hand) for hand in hands.tolist()] == strengths.tolist()


PANDAS_TABLE = pd.DataFrame([[51, 47, 43, 39, 35], [20, 12, 8, 4, 1]])
TEXTS = ["AsKsQsJsTs", "7c 5c 4c 3c 2d"]


@pytest.mark.parametrize(
    ("hands", "strengths"),
    [
        pytest.param(["As", "Ks", "Qs", "Js", "Ts"], 1, id="a hand of texts"),
        pytest.param(("As", "K♠", "qs", "JS", "10s"), 1, id="in any spelling"),
        pytest.param(np.array(["As", "Ks", "Qs", "Js", "Ts"]), 1, id="a hand in a text array"),
        pytest.param([["As", "Ks", "Qs", "Js", "Ts"]], [1], id="hands of texts"),
        pytest.param(TEXTS, [1, 7462], id="a batch of texts"),
        pytest.param(np.array(TEXTS), [1, 7462], id="text array"),
        pytest.param(np.array(TEXTS, object), [1, 7462], id="object array"),
        pytest.param(np.array([TEXTS], object), [[1, 7462]], id="two axes"),
        pytest.param(pd.Series(TEXTS), [1, 7462], id="pandas"),
        pytest.param(pd.Series(TEXTS, dtype="string"), [1, 7462], id="pandas text"),
        pytest.param(PANDAS_TABLE, [1, 7462], id="pandas frame"),
        pytest.param(PANDAS_TABLE.astype("Int64"), [1, 7462], id="pandas nullable integers"),
        pytest.param(PANDAS_TABLE.astype(object), [1, 7462], id="frame of objects"),
        pytest.param(pd.Series([[51, 47, 43, 39, 35]]), [1], id="a series of lists"),
    ],
)
def test_texts_and_objects(poker: ModuleType, hands: Any, strengths: Any) -> None:
    assert np.asarray(poker.evaluate(hands)).tolist() == strengths
    assert isinstance(poker.evaluate(hands), int) == isinstance(strengths, int)


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


def test_a_missing_card_is_refused() -> None:
    table = PANDAS_TABLE.astype("Int64")
    table.iloc[1, 2] = pd.NA
    with pytest.raises(TypeError, match=r"^cards: row 1: integers are needed, got NAType"):
        croupier.evaluate(table)
