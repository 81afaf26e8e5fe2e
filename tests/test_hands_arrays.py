"""Hands as arrays, sequences and masks of every kind, and where strengths go."""

from __future__ import annotations

import array
import collections
import ctypes
import mmap
import pickle
from collections.abc import Callable
from itertools import permutations, product
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pandas as pd
import pytest
from conftest import deal
from hand_inputs import BATCH, EVERY_INTEGER, INTEGERS, ROYAL, Number, Wrapped

import croupier

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
    "set": set,
    "frozenset": frozenset,
    "view": lambda hand: dict.fromkeys(hand).keys(),
    "values": lambda hand: dict(enumerate(hand)).values(),
    "iterator": iter,
    "generator": lambda hand: (card for card in hand),
    "map of texts": lambda hand: map(croupier.format_cards, hand),
    "set of texts": lambda hand: {croupier.format_cards(card) for card in hand},
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
    "list of sets": lambda hands: [dict.fromkeys(hand).keys() for hand in hands.tolist()],
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
        pytest.param(PANDAS_TABLE.astype({0: "Int64"}), [1, 7462], id="frame of two types"),
        pytest.param(PANDAS_TABLE.loc[0].astype("Int64"), 1, id="nullable series"),
        pytest.param(PANDAS_TABLE.astype(object), [1, 7462], id="frame of objects"),
        pytest.param(pd.Series([[51, 47, 43, 39, 35]]), [1], id="a series of lists"),
    ],
)
def test_texts_and_objects(poker: ModuleType, hands: Any, strengths: Any) -> None:
    assert np.asarray(poker.evaluate(hands)).tolist() == strengths
    assert isinstance(poker.evaluate(hands), int) == isinstance(strengths, int)


@pytest.mark.parametrize(
    "column",
    [np.zeros(0, str), np.zeros(0, object), pd.Series(TEXTS)[[False] * 2],
     pd.Series([], dtype="string")],
    ids=["texts", "objects", "rows that a filter leaves", "pandas text"],
)  # fmt: skip
def test_a_column_of_no_texts_has_no_hands(poker: ModuleType, column: Any) -> None:
    strengths = poker.evaluate(column)
    assert (strengths.shape, strengths.dtype) == ((0,), np.uint16)
    assert poker.best_five(column).shape == (0, 5)
    assert poker.to_masks(column).shape == (0,)
    assert croupier.compare(column, "AsKd", board="2c3c4d5d7h").shape == (0, 2)
    with pytest.raises(ValueError, match=r"^cards: 5, 6 or 7 cards are needed, got 0$"):
        poker.evaluate(np.zeros(0, int))
