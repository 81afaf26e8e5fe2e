"""A million calls with arguments of all kinds, good and bad."""

from __future__ import annotations

import array
import collections
import random
import reprlib
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
import pytest
from conftest import deal
from phevaluator import evaluate_cards

import croupier
from croupier import reference


class Anew:
    """What gives an iterator each time, and no length."""

    def __init__(self, items: list[Any]) -> None:
        self.items = items

    def __iter__(self) -> Any:
        return iter(self.items)


class Sized(Anew):
    def __len__(self) -> int:
        return len(self.items)


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
    {4.5}, object(), Fraction(3), ..., int, np.array([1.5]), np.datetime64(3, "s"),
    np.timedelta64(3, "ns"), np.ma.masked, Anew([None]),
]  # fmt: skip


class Case(NamedTuple):
    """An argument; its shape and numbers where it is made of integers."""

    value: Any
    shape: tuple[int, ...] = ()
    numbers: tuple[int, ...] | None = None
    text: bool = False
    bytes: bool = False
    text_items: bool = False
    no_places: bool = False


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


def no_places(rng: random.Random) -> Case:
    """What has no places for its items: sets, views and iterators."""
    hand = [*dict.fromkeys(some_hand(rng))]
    make = rng.choice((set, frozenset, lambda h: dict.fromkeys(h).keys(), Anew, Sized))
    made = make(hand)
    numbers = tuple(made)
    return Case(made, (len(numbers),), numbers, no_places=True)


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
        {1: 2}, frozenset(["AsKsQsJsTs"]), Anew([[5]]), Anew([None] * 5), len,
        collections.OrderedDict.fromkeys(range(5)), collections.UserDict.fromkeys(range(5), 0),
        dict.fromkeys(range(5)).items(), Raising(), Endless(), WrongIndex(), [WrongIndex()] * 5,
        WrongArray(), [WrongArray()], cyclic, [cyclic] * 2, deep(65), deep(1000), [[], [[]]],
        MASKED, [MASKED], [0, 1, 2, 3, ()], [np.arange(5).astype("m8[ns]")],
    ]  # fmt: skip
    return Case(rng.choice([*values, *(value for value in NO_NUMBERS if value != "As")]))


MAKERS: list[Callable[[random.Random], Case]] = [
    *[sequence] * 4, *[text] * 3, *[nested] * 2, *[small_array] * 2, *[raw_bytes] * 2, *[masks] * 2,
    *[texts] * 2,
    no_places, scalar, strengths, numpy_scalars, junk, wrong_array,
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
    if isinstance(case.value, np.ndarray) and case.shape == (0,) and case.value.dtype.kind in "OUT":
        return True  # a column of texts without any
    if case.numbers is None or not case.shape or not fewest <= case.shape[-1] <= most:
        return False
    return all(len(set(row)) == len(row) and all(0 <= n < 52 for n in row) for row in rows_of(case))


def is_mask(number: int) -> bool:
    cards = [card for card in range(52) if number >> 16 * (card % 4) + card // 4 & 1]
    return 5 <= len(cards) <= 7 and number == sum(1 << 16 * (c % 4) + c // 4 for c in cards)


def is_empty(case: Case) -> bool:
    """Whether a case has no item by which to tell what it was meant to hold."""
    numbers = isinstance(case.value, (bytes, bytearray, memoryview, array.array))
    numbers = numbers or (isinstance(case.value, np.ndarray) and case.value.dtype.kind in "iu")
    return case.numbers == () and bool(case.shape) and not numbers


def plain(case: Case) -> bool:
    told = case.text or case.bytes or case.text_items or case.no_places
    return case.numbers is not None and not told


ACCEPTS: dict[str, Callable[[Case], bool]] = {
    "evaluate": lambda case: are_hands(case, 5, 7),
    "best_five": lambda case: are_hands(case, 5, 7),
    "to_masks": lambda case: are_hands(case, 1, 52),
    "evaluate_masks": lambda case: plain(case) and all(map(is_mask, case.numbers or ())),
    "category": lambda case: plain(case) and all(1 <= n <= 7462 for n in case.numbers or ()),
    "describe": lambda case: plain(case) and all(1 <= n <= 7462 for n in case.numbers or ()),
    "format_cards": lambda case: (
        case.numbers is not None and all(0 <= n < 52 for n in case.numbers)
    ),
    "parse_cards": lambda case: (
        case.numbers is not None and (case.text or case.text_items or is_empty(case))
    ),
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
