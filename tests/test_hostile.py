from __future__ import annotations

import array
import collections
import contextlib
import copy
import pickle
import random
import re
import reprlib
import resource
import threading
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
import pytest
from conftest import deal
from phevaluator import evaluate_cards

import croupier
from croupier import reference

CASES = 125_000
RANKS = "23456789TJQKA"
SUITS = "cdhs"
DTYPES = [order + kind + size for order in "<>" for kind in "ui" for size in "1248"]
WRONG_NUMBERS = [
    52, 53, 63, 255, 256, 300, 2**16 + 3, 2**31, 2**32 + 5, 2**63, 2**64 - 1, 2**64, 2**64 + 5,
    10**30, -1, -5, -52, -128, -(2**32) + 3, -(2**63), -(2**64) + 5,
]  # fmt: skip
NO_NUMBERS = [
    None, True, False, np.True_, 1.0, 4.5, float("nan"), np.float64(3), 2j, "5", "As", b"5", {},
    {4}, object(), Fraction(3), ..., int, np.array([1.5]), np.datetime64(3, "s"),
    np.timedelta64(3, "ns"), np.ma.masked, iter([]),
]  # fmt: skip


class Case(NamedTuple):
    """An argument; its shape and numbers where it is made of integers."""

    value: Any
    shape: tuple[int, ...] = ()
    numbers: tuple[int, ...] | None = None
    text: bool = False
    bytes: bool = False
    text_items: bool = False


def some_hand(rng: random.Random) -> list[int]:
    n_cards = rng.choice((5, 5, 6, 6, 7, 7, 7, 0, 1, 4, 8, 52))
    hand = rng.sample(range(52), n_cards)
    fault = rng.randrange(4)
    if hand and fault == 0:
        hand[rng.randrange(n_cards)] = rng.choice(hand)
    elif hand and fault == 1:
        hand[rng.randrange(n_cards)] = rng.choice(WRONG_NUMBERS)
    return hand


def sequence(rng: random.Random) -> Case:
    hand = some_hand(rng)
    make = rng.choice((list, list, tuple, tuple, collections.deque, collections.UserList))
    if hand and rng.random() < 0.2:
        hand[rng.randrange(len(hand))] = rng.choice(NO_NUMBERS)
        if hand == ["As"]:
            return Case(make(hand), (1,), (51,), text_items=True)
        return Case(make(hand))
    return Case(make(hand), (len(hand),), tuple(hand))


def texts(rng: random.Random) -> Case:
    """A list or array of texts: cards of one hand, or hands."""
    n_cards, rows = rng.choice((5, 6, 7, 7, 3, 1)), rng.choice((1, 1, 2, 3))
    hands = [rng.sample(range(52), n_cards) for _ in range(rows)]
    fault = rng.randrange(6)
    if fault == 0 and n_cards > 1:
        hands[-1][0] = hands[-1][1]
    items = ["".join(RANKS[card // 4] + SUITS[card % 4] for card in hand) for hand in hands]
    shape: tuple[int, ...] = (rows, n_cards)
    if rows == 1 and rng.randrange(2):
        items = [items[0][start : start + 2] for start in range(0, 2 * n_cards, 2)]
        shape = (n_cards,)
    elif n_cards == 1:
        shape = (rows,)
    wrong = {1: 5, 2: "As Kx", 3: None, 4: np.uint8(7), 5: "2c3c4c5c"}.get(fault)
    made = rng.choice((list, tuple, collections.deque, np.array, lambda x: np.array(x, object)))
    if wrong is not None and len(items) > 1 and rng.randrange(2):
        items[rng.randrange(len(items))] = wrong
        return Case([*items])
    numbers = tuple(card for hand in hands for card in hand)
    return Case(made(items), shape, numbers, text_items=True)


def numpy_scalars(rng: random.Random) -> Case:
    hand = [number for number in some_hand(rng) if -128 <= number < 128]
    return Case([np.int8(number) for number in hand], (len(hand),), tuple(hand))


def nested(rng: random.Random) -> Case:
    n_cards, rows = rng.choice((5, 6, 7, 7, 3)), rng.randrange(1, 4)
    hands = [rng.sample(range(52), n_cards) for _ in range(rows)]
    fault = rng.randrange(6)
    row, place = rng.randrange(rows), rng.randrange(n_cards)
    if fault == 0:
        hands[row][place] = rng.choice(NO_NUMBERS)
        return Case(hands)
    if fault == 1 and rows > 1:
        hands[row].append(5)
        return Case(hands)
    if fault == 2 and rows > 1:
        hands[row] = rng.choice((5, None, "As Ks Qs Js Ts", b"12345", {}, np.arange(5.0)))
        return Case(hands)
    if fault == 3:
        hands[row][place] = rng.choice(WRONG_NUMBERS)
    elif fault == 4:
        hands[row][place] = hands[row][place - 1]
    numbers = tuple(number for hand in hands for number in hand)
    if rng.randrange(2):
        return Case([tuple(hand) for hand in hands], (rows, n_cards), numbers)
    return Case([[[*hand]] for hand in hands], (rows, 1, n_cards), numbers)


def text(rng: random.Random) -> Case:
    cards = rng.choices(range(52), k=rng.choice((5, 6, 7, 7, 0, 4, 8)))
    words = [RANKS[card // 4] + SUITS[card % 4] for card in cards]
    for place, word in enumerate(words):
        words[place] = rng.choice((word, word.lower(), word.swapcase(), word.replace("T", "10")))
    joined = rng.choice(("", " ", "\n", " \t")).join(words)
    if rng.random() < 0.3:
        place = rng.randrange(len(joined) + 1)
        junk = rng.choice("xZ?,-\0♤é\u00a0\ud800🂡\u017f\u212a")
        return Case(joined[:place] + junk + joined[place:], text=True)
    return Case(joined, (len(cards),), tuple(cards), text=True)


def small_array(rng: random.Random) -> Case:
    dtype = np.dtype(rng.choice(DTYPES))
    limits = np.iinfo(dtype)
    n_cards = rng.choice((5, 6, 7, 7, 0, 3, 8))
    leading = rng.choice(((), (), (1,), (2,), (3,), (0,), (2, 1), (1, 2, 1)))
    shape = (*leading, n_cards)
    rows = int(np.prod(leading))
    numbers = [card for _ in range(rows) for card in rng.sample(range(52), n_cards)]
    if numbers and rng.random() < 0.5:
        fits = [value for value in WRONG_NUMBERS if limits.min <= value <= limits.max]
        numbers[rng.randrange(len(numbers))] = rng.choice([*fits, numbers[0]])
    made = np.array(numbers, dtype).reshape(shape)
    layout = rng.randrange(7)
    if rng.randrange(8) == 0:
        return Case(made.astype(object), shape, tuple(numbers))
    if layout == 0:
        made = np.asfortranarray(made)
    elif layout == 1:
        made = made[..., ::-1].copy()[..., ::-1]
    elif layout == 2:
        made = np.repeat(made, 2, axis=-1)[..., ::2]
    elif layout == 3:
        made.flags.writeable = False
    elif layout == 4:
        made = made.view(np.recarray)
    elif layout == 5 and dtype.isnative and rng.randrange(2):
        return Case(memoryview(made), shape, tuple(numbers))
    return Case(made, shape, tuple(numbers))


def wrong_array(rng: random.Random) -> Case:
    shape = rng.choice(((5,), (7,), (2, 5), (0, 7), (0,), (), (2, 2, 6)))
    dtypes = "f8 f4 f2 ? c8 S1 V2 m8[s] M8[s] u1,u1"
    dtype = rng.choice(dtypes.split())
    return Case(np.zeros(shape, dtype))


def raw_bytes(rng: random.Random) -> Case:
    hand = [number for number in some_hand(rng) if 0 <= number < 256]
    kind = rng.choice((bytes, bytearray, memoryview, array.array))
    if kind is array.array:
        value: Any = array.array("B", hand)
    else:
        value = kind(bytes(hand))
    return Case(value, (len(hand),), tuple(hand), bytes=kind is bytes)


def scalar(rng: random.Random) -> Case:
    number = rng.choice((rng.randrange(-10, 8000), rng.choice(WRONG_NUMBERS), rng.getrandbits(64)))
    return Case(number, (), (number,))


def masks(rng: random.Random) -> Case:
    made = []
    for _ in range(rng.randrange(3)):
        cards = rng.sample(range(52), rng.choice((5, 6, 7, 7, 7, 4, 8)))
        mask = sum(1 << 16 * (card % 4) + card // 4 for card in cards)
        fault = rng.randrange(6)
        if fault == 0:
            mask |= 1 << 16 * rng.randrange(4) + rng.randrange(13, 16)
        elif fault == 1:
            mask += rng.choice((2**64, -(2**64)))
        made.append(mask)
    if made and all(0 <= mask < 2**64 for mask in made) and rng.randrange(2):
        return Case(np.array(made, np.uint64), (len(made),), tuple(made))
    return Case(made, (len(made),), tuple(made))


def strengths(rng: random.Random) -> Case:
    numbers = [rng.randrange(1, 7463) for _ in range(rng.randrange(1, 6))]
    if rng.randrange(2):
        numbers[0] = rng.choice((0, 7463, 65537, -1, 2**64 + 1))
    return Case(numbers, (len(numbers),), tuple(numbers))


class Raising:
    def __len__(self) -> int:
        return 5

    def __getitem__(self, place: int) -> int:
        raise ValueError("mine")


class Endless:
    def __getitem__(self, place: int) -> int:
        return place


class WrongIndex:
    def __index__(self) -> Any:
        return 5.0


class WrongArray:
    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        return [0, 1, 2, 3, 4]


MASKED = np.ma.array(range(5), mask=[0, 0, 0, 0, 1])


def deep(levels: int) -> list[Any]:
    value: list[Any] = [0, 1, 2, 3, 4]
    for _ in range(levels):
        value = [value]
    return value


def junk(rng: random.Random) -> Case:
    cyclic: list[Any] = []
    cyclic.append(cyclic)
    values: list[Any] = [
        {1: 2}, frozenset(range(5)), iter(range(5)), (card for card in range(5)), len,
        collections.OrderedDict.fromkeys(range(5)), collections.UserDict.fromkeys(range(5), 0),
        dict.fromkeys(range(5)).keys(), Raising(), Endless(), WrongIndex(), [WrongIndex()] * 5,
        WrongArray(), [WrongArray()], cyclic, [cyclic] * 2, deep(65), deep(1000), [[], [[]]],
        MASKED, [MASKED], [0, 1, 2, 3, ()], [np.arange(5).astype("m8[ns]")],
    ]  # fmt: skip
    return Case(rng.choice([*values, *(value for value in NO_NUMBERS if value != "As")]))


MAKERS: list[Callable[[random.Random], Case]] = [
    *[sequence] * 4, *[text] * 3, *[nested] * 2, *[small_array] * 2, *[raw_bytes] * 2, *[masks] * 2,
    *[texts] * 2,
    scalar, strengths, numpy_scalars, junk, wrong_array,
]  # fmt: skip


@pytest.fixture(scope="module")
def cases() -> list[Case]:
    rng = random.Random(2024)
    return [rng.choice(MAKERS)(rng) for _ in range(CASES)]


def rows_of(case: Case) -> list[tuple[int, ...]]:
    """The hands in a case; empty where there are none."""
    if not case.shape or not case.shape[-1]:
        return []
    count = case.shape[-1]
    numbers = case.numbers or ()
    return [numbers[start : start + count] for start in range(0, len(numbers), count)]


def are_hands(case: Case, fewest: int, most: int) -> bool:
    if case.numbers is None or not case.shape or not fewest <= case.shape[-1] <= most:
        return False
    return all(len(set(row)) == len(row) and all(0 <= n < 52 for n in row) for row in rows_of(case))


def is_mask(number: int) -> bool:
    cards = [card for card in range(52) if number >> 16 * (card % 4) + card // 4 & 1]
    return 5 <= len(cards) <= 7 and number == sum(1 << 16 * (c % 4) + c // 4 for c in cards)


def plain(case: Case) -> bool:
    return case.numbers is not None and not (case.text or case.bytes or case.text_items)


ACCEPTS: dict[str, Callable[[Case], bool]] = {
    "evaluate": lambda case: are_hands(case, 5, 7),
    "best_five": lambda case: are_hands(case, 5, 7),
    "to_masks": lambda case: are_hands(case, 1, 52),
    "evaluate_masks": lambda case: plain(case) and all(map(is_mask, case.numbers or ())),
    "category": lambda case: plain(case) and all(1 <= n <= 7462 for n in case.numbers or ()),
    "describe": lambda case: (
        plain(case) and not case.shape and 1 <= (case.numbers or (0,))[0] < 7463
    ),
    "format_cards": lambda case: (
        case.numbers is not None and len(case.shape) < 2 and all(0 <= n < 52 for n in case.numbers)
    ),
    "parse_cards": lambda case: case.text and case.numbers is not None,
}


@pytest.mark.parametrize("verb", ACCEPTS)
def test_a_million_calls(cases: list[Case], verb: str) -> None:
    call = getattr(croupier, verb)
    accepts = ACCEPTS[verb]
    accepted = 0
    for case in cases:
        try:
            result = call(case.value)
        except (ValueError, TypeError):
            assert not accepts(case), f"{verb} refuses {reprlib.repr(case.value)}"
        else:
            assert accepts(case), f"{verb} gives {result!r} for {reprlib.repr(case.value)}"
            accepted += 1
            if verb == "evaluate":
                assert np.ravel(result).tolist() == [evaluate_cards(*row) for row in rows_of(case)]
    assert accepted > 100
    assert accepted < len(cases)


def test_same_exceptions_and_results_as_reference(cases: list[Case]) -> None:
    def outcome(module: ModuleType, verb: str, value: Any) -> Any:
        try:
            result = getattr(module, verb)(value)
        except (ValueError, TypeError) as error:
            return TypeError if isinstance(error, TypeError) else ValueError
        if isinstance(result, np.ndarray):
            return result.dtype, result.shape, result.tolist()
        return result

    different = [
        f"{verb}({reprlib.repr(case.value)}): {native} and {twin}"
        for case, verb in product(cases[:5000], ACCEPTS)
        for native, twin in [[outcome(m, verb, case.value) for m in (croupier, reference)]]
        if native != twin
    ]
    assert different[:20] == []


@pytest.mark.usefixtures("isa")
def test_one_fault_in_a_large_batch() -> None:
    rng = random.Random(5)
    batch = deal(3, 5000, 7).astype(np.int64)
    for _ in range(300):
        row, place = rng.randrange(len(batch)), rng.randrange(7)
        before = batch[row, place]
        faults = [batch[row, place - 1], 52, -1, 2**32 + before, 256 + before]
        batch[row, place] = rng.choice(faults)
        n_cards = rng.choice([n for n in (5, 6, 7) if place < n])
        if place == 0 and batch[row, 0] == batch[row, -1]:
            n_cards = 7
        dtype = rng.choice([np.int64, ">i8"])
        with pytest.raises(ValueError, match=rf"^cards: row {row}\b"):
            croupier.evaluate(np.array(batch[:, :n_cards], dtype, order=rng.choice("CF")))
        batch[row, place] = before


class Growing:
    """An index that changes the list it stands in while that is read."""

    def __init__(self, owner: list[Any], change: Callable[[list[Any]], None]) -> None:
        self.owner = owner
        self.change = change

    def __index__(self) -> int:
        self.change(self.owner)
        return 5


class Wavering:
    """An index with another value each time."""

    def __init__(self, *values: int) -> None:
        self.values = iter(values * 10)

    def __index__(self) -> int:
        return next(self.values)


@pytest.mark.parametrize(
    "change",
    [
        list.clear,
        list.pop,
        lambda owner: owner.extend(range(1000)),
        lambda owner: owner.__setitem__(slice(None), [None] * 7),
    ],
    ids=["clear", "pop", "extend", "replace"],
)
@pytest.mark.parametrize("place", range(7))
def test_list_that_changes_while_read(
    poker: ModuleType, change: Callable[[list[Any]], None], place: int
) -> None:
    for verb in ("evaluate", "best_five", "to_masks", "evaluate_masks", "category", "format_cards"):
        for make in (lambda hand: hand, lambda hand: [hand], lambda hand: [hand, list(range(7))]):
            hand: list[Any] = [10**6 + card for card in range(7)]
            hand[place] = Growing(hand, change)
            with contextlib.suppress(ValueError, TypeError):
                getattr(poker, verb)(make(hand))


@pytest.mark.parametrize("values", [(52, 5), (5, 52), (2**70, 5), (0, 5), (5, 0)])
def test_index_that_changes(poker: ModuleType, values: tuple[int, ...]) -> None:
    for verb in (poker.evaluate, poker.best_five, poker.to_masks, poker.format_cards):
        for make in (lambda hand: hand, lambda hand: [hand]):
            with contextlib.suppress(ValueError):
                result = verb(make([0, 1, 2, 3, Wavering(*values)]))
                assert isinstance(result, str) or (np.asarray(result) < 2**62).all()


def test_released_memoryview(poker: ModuleType) -> None:
    view = memoryview(bytes(range(5)))
    view.release()
    for verb in (poker.evaluate, poker.best_five, poker.to_masks, poker.format_cards):
        with pytest.raises((ValueError, TypeError)):
            verb(view)


def resident_bytes() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize()


def refused(call: Callable[[], Any]) -> Callable[[], None]:
    def run() -> None:
        with contextlib.suppress(ValueError, TypeError):
            call()

    return run


HAND = [51, 47, 43, 39, 35, 0, 1]
BATCH = deal(9, 1000, 7)
STRIDED = BATCH.astype(np.int32)[::-1, ::-1]
SWAPPED = BATCH.astype(">i8")
BAD = BATCH.copy()
BAD[-1] = 5
MASKS = croupier.to_masks(BATCH)
NESTED = BATCH[:100].tolist()
OUT = np.empty(1000, np.uint16)
RECORD_OUT = np.zeros(1000, "u1,u2")["f1"]

STEADY: dict[str, tuple[int, Callable[[], Any]]] = {
    "list": (1_000_000, partial(croupier.evaluate, HAND)),
    "text": (1_000_000, partial(croupier.evaluate, "As Ks Qs Js Ts 2c 2d")),
    "array": (1_000_000, partial(croupier.evaluate, np.array(HAND))),
    "bytes": (100_000, partial(croupier.evaluate, bytes(HAND))),
    "other scalar calls": (
        5_000,
        lambda: (
            croupier.evaluate("A♠K♠Q♠J♠10♠"),
            croupier.evaluate([np.int64(card) for card in HAND]),
            croupier.evaluate(HAND, threads=2),
            croupier.best_five(HAND),
            croupier.to_masks(HAND),
            croupier.evaluate_masks(0x1F00),
            croupier.parse_cards("As Kd 10h"),
            croupier.format_cards(HAND),
            croupier.category(1),
            croupier.describe(167, locale="ro"),
        ),
    ),
    "refused": (
        10_000,
        lambda: [
            run()
            for run in (
                refused(lambda: croupier.evaluate([0, 0, 1, 2, 3])),
                refused(lambda: croupier.evaluate([0, 1, 2, 3, 2**70])),
                refused(lambda: croupier.evaluate([0, 1, 2, 3, 4.0])),
                refused(lambda: croupier.evaluate("As Kd Zx")),
                refused(lambda: croupier.evaluate(None)),
                refused(lambda: croupier.evaluate([[0, 1, 2, 3, 4], [0, 1]])),
                refused(lambda: croupier.evaluate(HAND, out=HAND)),
                refused(lambda: croupier.evaluate(HAND, what=HAND)),
                refused(lambda: croupier.best_five(BAD)),
                refused(lambda: croupier.evaluate_masks([0x1F, 0x1F << 11])),
                refused(lambda: croupier.parse_cards("As Kd \ud800")),
                refused(lambda: croupier.format_cards([0, 52])),
                refused(lambda: croupier.category([1, 0])),
            )
        ],
    ),
    "refused batch": (2_000, refused(lambda: croupier.evaluate(BAD))),
    "batch": (20_000, partial(croupier.evaluate, BATCH)),
    "batch into out": (20_000, partial(croupier.evaluate, BATCH, out=OUT)),
    "batch into strided out": (5_000, partial(croupier.evaluate, BATCH, out=RECORD_OUT)),
    "batch of threads": (2_000, partial(croupier.evaluate, BATCH, threads=2)),
    "strided batch": (5_000, partial(croupier.evaluate, STRIDED)),
    "byte-swapped batch": (5_000, partial(croupier.evaluate, SWAPPED)),
    "nested lists": (1_000, partial(croupier.evaluate, NESTED)),
    "batch of masks": (10_000, partial(croupier.evaluate_masks, MASKS)),
    "masks of a batch": (5_000, partial(croupier.to_masks, BATCH)),
    "best fives of a batch": (2_000, partial(croupier.best_five, BATCH)),
    "categories of a batch": (2_000, lambda: croupier.category(np.arange(1, 7463))),
}


def repeat(call: Callable[[], Any], times: int) -> Iterator[int]:
    """Resident size after each of eight rounds of calls."""
    for _ in range(8):
        for _ in range(times // 8):
            call()
        yield resident_bytes()


@pytest.mark.parametrize("kind", STEADY)
def test_memory_stays_flat(kind: str) -> None:
    times, call = STEADY[kind]
    _, warm, *_, last = repeat(call, times)
    assert last - warm < 1_000_000


class Overridden(np.ndarray):
    """An array whose methods lie."""

    mask = _mask = 5

    def ravel(self, *_: Any) -> Any:
        return np.arange(10_000)

    def tolist(self) -> Any:
        return [1] * 1_000_000

    def item(self, *_: Any) -> Any:
        return 1.5

    def astype(self, *_: Any, **__: Any) -> Any:
        return np.zeros(5)


@pytest.mark.parametrize("dtype", ["u1", ">i4"])
def test_a_subclass_is_read_as_its_base(dtype: str) -> None:
    hand = np.array([51, 47, 43, 39, 35], dtype).view(Overridden)
    assert croupier.evaluate(hand) == 1
    assert croupier.evaluate([hand, hand]).tolist() == [1, 1]
    assert croupier.format_cards(hand) == "AsKsQsJsTs"
    for wrong in (hand + 1, [hand, hand + 1]):
        with pytest.raises(ValueError, match="52 is not a card number"):
            croupier.evaluate(wrong)
    with pytest.raises(ValueError, match="index 0: 0 is not a strength"):
        croupier.category(np.zeros(1, dtype).view(Overridden))


class Once:
    """An index that can be taken a few times only."""

    def __init__(self, value: int, times: int = 1) -> None:
        self.value = value
        self.times = times

    def __index__(self) -> int:
        if self.times == 0:
            raise TypeError("no more")
        self.times -= 1
        return self.value


def test_an_index_is_taken_once() -> None:
    assert croupier.evaluate([Once(card) for card in (51, 47, 43, 39, 35)]) == 1
    with pytest.raises(ValueError, match="2s stands twice"):
        croupier.evaluate([Once(3) for _ in range(5)])
    with pytest.raises(ValueError, match="99 is not a card number"):
        croupier.evaluate([Once(99) for _ in range(5)])
    with pytest.raises(TypeError, match="cards: integers are needed, got Once"):
        croupier.evaluate([Once(3, times=0) for _ in range(5)])


def test_input_that_another_thread_changes() -> None:
    hands = np.tile(np.array([51, 47, 43, 39, 35], np.uint8), (50_000, 1))
    done = threading.Event()

    def change() -> None:
        while not done.is_set():
            hands[::1000, 0] = 47
            hands[::1000, 0] = 51

    complaints = []
    changing = threading.Thread(target=change)
    changing.start()
    for _ in range(200):
        try:
            croupier.evaluate(hands)
        except ValueError as error:
            complaints.append(str(error))
    done.set()
    changing.join()
    faults = r"cards: row \d+: (Ks stands twice|changed while it was read)"
    assert all(re.fullmatch(faults, complaint) for complaint in complaints)


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        ([[0, 1, 2, 3, 4], [0, 1, 2, 3, "x"]], "cards: row 1: integers are needed, got str"),
        ([[0, 1, 2, 3, 4]] * 2 + [[0]], "cards: row 2: as long a row as the first is needed"),
        ([[[0, 1, 2, 3, 4]], [[0, 1, 2, 3]]], "cards: row (1, 0): as long a row"),
    ],
)
def test_a_wrong_row_is_named(cards: Any, message: str) -> None:
    with pytest.raises((TypeError, ValueError), match="^" + re.escape(message)):
        croupier.evaluate(cards)


def test_misaligned_arrays() -> None:
    hands = np.tile(np.array([51, 47, 43, 39, 35], np.uint8), (10, 1))
    out = np.frombuffer(bytearray(21), np.uint16, 10, offset=1)
    assert not out.flags.aligned
    assert croupier.evaluate(hands, out=out) is out
    assert out.tolist() == [1] * 10
    masks = np.frombuffer(b"-" + np.full(40, 0x1F00, np.uint64).tobytes(), np.uint64, offset=1)
    assert croupier.evaluate_masks(masks).tolist() == [1] * 40


class LyingText(str):
    """A text whose methods lie, as a C function would not notice."""

    __slots__ = ()

    def encode(self, *_: Any) -> Any:
        return 1e300

    def __getitem__(self, _: Any) -> Any:
        return 5

    def __repr__(self) -> Any:
        raise LookupError("mine")

    __str__ = __len__ = __iter__ = __eq__ = __hash__ = __format__ = __repr__  # type: ignore[assignment]


def test_a_text_is_read_as_its_base() -> None:
    for verb in (croupier.parse_cards, croupier.evaluate, croupier.to_masks, croupier.best_five):
        with pytest.raises(ValueError, match=re.escape(r"cannot read '\ud800' at index 2 of ")):
            verb(LyingText("As\ud800"))
    assert croupier.evaluate(LyingText("AsKsQsJsTs")) == 1
    assert croupier.evaluate([LyingText("AsKsQsJsTs")]).tolist() == [1]
    assert croupier.format_cards(LyingText("As")) == "As"
    with pytest.raises(ValueError, match="needed, got 'x' at index 0"):
        croupier.RoyalMove.parse(LyingText("x"))


class LongerThanItSays:
    """A sequence without an end."""

    def __init__(self, item: Any, length: int = 5) -> None:
        self.item = item
        self.length = length

    def __len__(self) -> int:
        return self.length

    def __getitem__(self, place: int) -> Any:
        return self.item


class Iterated(LongerThanItSays):
    def __iter__(self) -> Iterator[Any]:
        while True:
            yield self.item


@pytest.mark.parametrize("kind", [LongerThanItSays, Iterated])
def test_what_has_no_end_is_refused(kind: type[LongerThanItSays]) -> None:
    for verb in (croupier.evaluate, croupier.to_masks, croupier.evaluate_masks, croupier.category):
        for value in (kind(1), [kind(1)], kind(kind(1)), kind([1] * 5), kind("AsKsQsJsTs")):
            with pytest.raises((ValueError, TypeError)):
                verb(value)


def test_the_length_is_looked_at_before_the_items() -> None:
    class Untouchable(LongerThanItSays):
        def __getitem__(self, place: int) -> Any:
            assert place == 0, "read"
            return self.item

    for verb in (croupier.evaluate, croupier.best_five):
        for value in (Untouchable(5, 10**12), [Untouchable(5, 10**12)], range(10**12)):
            with pytest.raises(
                ValueError, match=r"^cards: 5, 6 or 7 cards are needed, got 1000000000000$"
            ):
                verb(value)
    with pytest.raises(ValueError, match=r"^cards: 1 to 52 cards are needed"):
        croupier.to_masks(range(10**12))
    with pytest.raises(ValueError, match=r"^shoe: ten counts are needed"):
        croupier.Baccarat(shoe=range(10**12))


def test_arrays_of_objects_that_hold_themselves() -> None:
    own = np.empty((), object)
    own[()] = own
    row = np.empty(5, object)
    row[:] = [row] * 5
    later = np.empty(5, object)
    later[:] = [5, 6, 7, 8, own]
    for verb in (croupier.evaluate, croupier.to_masks, croupier.evaluate_masks, croupier.category):
        for value in (own, row, later, [own] * 5, [row] * 5):
            with pytest.raises((ValueError, TypeError)):
                verb(value)


class LyingMasked(np.ndarray):
    """Calls itself masked, and is not of numpy.ma."""


LyingMasked.__name__ = LyingMasked.__qualname__ = "MaskedArray"


def test_only_masked_arrays_are_asked_for_their_mask() -> None:
    assert croupier.evaluate(np.array([51, 47, 43, 39, 35]).view(LyingMasked)) == 1
    assert croupier.evaluate(np.ma.array([51, 47, 43, 39, 35])) == 1


def test_a_complaint_about_what_another_thread_changed_is_true() -> None:
    masks = np.full(50_000, 31, np.uint64)
    strengths = np.full(50_000, 5)
    done = threading.Event()

    def change() -> None:
        while not done.is_set():
            masks[25_000] = strengths[25_000] = 0
            masks[25_000], strengths[25_000] = 31, 5

    complaints = set()
    changing = threading.Thread(target=change)
    changing.start()
    for _ in range(2000):
        for verb, array_ in ((croupier.evaluate_masks, masks), (croupier.category, strengths)):
            try:
                verb(array_)
            except ValueError as error:
                complaints.add(re.sub(r"index \d+: ", "", str(error)))
    done.set()
    changing.join()
    assert complaints <= {
        "masks: 0 is not a mask of 5, 6 or 7 cards",
        "masks: changed while it was read",
        "strength: 0 is not a strength 1 to 7462",
        "strength: changed while it was read",
    }


def test_cards_that_another_thread_changes_are_copied_before_they_are_checked() -> None:
    rounds = np.tile(np.arange(9, dtype=np.uint8), (20_000, 1))
    done = threading.Event()

    def change() -> None:
        while not done.is_set():
            for value in (200, 1, 0):
                rounds[:, 0] = value

    changing = threading.Thread(target=change)
    changing.start()
    for _ in range(50):
        with contextlib.suppress(ValueError):
            numbers = croupier._core.casino_holdem_outcomes(rounds, 5745)
            assert ((numbers >= 0) & (numbers < 410)).all()
    done.set()
    changing.join()


@pytest.mark.parametrize(
    "native", ["RoyalRules", "RoyalHand", "RoyalChooser", "CasinoHoldemSolution"]
)
def test_natives_are_made_by_the_core_alone(native: str) -> None:
    kind = getattr(croupier._core, native)
    for make in (
        kind,
        partial(kind, 5),
        partial(object.__new__, kind),
        partial(kind.__new__, kind),
    ):
        with pytest.raises(TypeError):
            make()
    with pytest.raises(TypeError):
        type("Derived", (kind,), {})


@pytest.mark.parametrize("protocol", range(6))
def test_natives_are_not_pickled(protocol: int) -> None:
    game = croupier.RoyalCasino()
    natives = [
        game._rules,
        game.start(1, 0)._hand,
        croupier._core.royal_casino_chooser(game._rules, 1, 0),
    ]
    for native in natives:
        for copied in (partial(pickle.dumps, native, protocol), partial(copy.deepcopy, native)):
            with pytest.raises(TypeError, match="cannot pickle"):
                copied()
