"""Objects that lie, change while they are read, or have no end."""

from __future__ import annotations

import contextlib
import copy
import pickle
import re
import threading
from collections.abc import Callable, Iterator
from functools import partial
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import croupier


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
                if verb is poker.format_cards:
                    result = croupier.parse_cards(result)
                assert (np.asarray(result) < 2**62).all()


def test_released_memoryview(poker: ModuleType) -> None:
    view = memoryview(bytes(range(5)))
    view.release()
    for verb in (poker.evaluate, poker.best_five, poker.to_masks, poker.format_cards):
        with pytest.raises((ValueError, TypeError)):
            verb(view)


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
    hole = np.array([0, 1], np.int64)
    done = threading.Event()

    def change() -> None:
        while not done.is_set():
            for value in (200, -1, 0):
                hole[0] = value

    changing = threading.Thread(target=change)
    changing.start()
    for _ in range(20_000):
        with contextlib.suppress(ValueError):
            number = croupier._core.casino_holdem_outcome(hole, [2, 3, 4], 5, 6, [7, 8], 5745)
            assert 0 <= number < 410
    done.set()
    changing.join()


@pytest.mark.parametrize("native", ["RoyalRules", "RoyalHand", "CasinoHoldemSolution"])
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
    for native in (game._rules, game.start(1, 0)._hand):
        for copied in (partial(pickle.dumps, native, protocol), partial(copy.deepcopy, native)):
            with pytest.raises(TypeError, match="cannot pickle"):
                copied()
