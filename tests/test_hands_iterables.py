"""Sets, views and iterators: one hand each."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import pytest
from conftest import interrupt_after

import croupier

NO_PLACES: dict[str, Callable[[list[int]], Any]] = {
    "set": set,
    "frozenset": frozenset,
    "view": lambda hand: dict.fromkeys(hand).keys(),
    "iterator": iter,
    "generator": lambda hand: (card for card in hand),
    "map": lambda hand: (card for card in hand),
}


@pytest.mark.parametrize("kind", NO_PLACES)
def test_numbers_without_places_are_refused(poker: ModuleType, kind: str) -> None:
    make = NO_PLACES[kind]
    with pytest.raises(TypeError, match=r"^masks: integers are needed, got "):
        poker.evaluate_masks(make([31]))
    for verb in (poker.category, poker.describe, poker.percentile):
        with pytest.raises(TypeError, match=r"^strength: integers are needed, got "):
            verb(make([31]))


@pytest.mark.parametrize("kind", NO_PLACES)
def test_what_has_no_places_is_one_hand(poker: ModuleType, kind: str) -> None:
    make = NO_PLACES[kind]
    for verb in (poker.evaluate, poker.best_five, poker.to_masks):
        for wrong in ([(0, 1, 2, 3, 4)], ["AsKsQsJsTs"], [(0, 1, 2, 3, 4), (5, 6, 7, 8, 9)]):
            with pytest.raises(ValueError, match=r"^cards: a set or an iterator is one hand"):
                verb(make(wrong))
        with pytest.raises(ValueError, match=r"^cards: 52 is not a card number"):
            verb(make([0, 1, 2, 3, 52]))
        with pytest.raises(TypeError, match=r"^cards: integers are needed, got float"):
            verb(make([0, 1, 2, 3, 4.0]))
    with pytest.raises(ValueError, match=r"^cards: 5, 6 or 7 cards are needed, got 4$"):
        poker.evaluate(make([0, 1, 2, 3]))


def test_an_iterator_without_end_is_refused(poker: ModuleType) -> None:
    for verb in (poker.evaluate, poker.to_masks, poker.best_five, poker.format_cards):
        for endless in (itertools.count(), itertools.repeat(5), iter(int, 1)):
            with pytest.raises(ValueError, match=r"^cards: an iterator that ends is needed"):
                verb(endless)
    with pytest.raises(ValueError, match=r"^text: an iterator that ends is needed"):
        poker.parse_cards(itertools.repeat("As"))


def test_an_iterator_without_end_is_interrupted() -> None:
    def cards() -> Iterator[int]:
        while True:
            time.sleep(0.001)
            yield 5

    with pytest.raises(KeyboardInterrupt), interrupt_after(0.1):
        croupier.evaluate(cards())


def test_own_exceptions_of_iterators_pass(poker: ModuleType) -> None:
    def cards() -> Iterator[int]:
        yield 5
        raise LookupError("mine")

    for verb in (poker.evaluate, poker.to_masks, poker.format_cards, poker.parse_cards):
        with pytest.raises(LookupError, match="mine"):
            verb(cards())


def test_a_set_among_rows_is_held_to_their_length(poker: ModuleType) -> None:
    for cards in (
        [list(range(5)), {0, 1, 2, 3}],
        [0, 1, 2, 3, {4}],
        [{0, 1}, {0}],
        [[[0, 1, 2, 3, 4]], {1}],
    ):
        with pytest.raises(ValueError, match=r"^cards: "):
            poker.to_masks(cards)
    with pytest.raises(TypeError, match=r"^cards: .*integers are needed, got "):
        poker.evaluate([(card for card in range(5))] * 2)
