"""Cards as text, as numbers and as masks."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Container, Mapping
from itertools import islice
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

RANKS = "23456789TJQKA"
SUITS = "cdhs"

_CARD = re.compile("(10|[2-9TJQKAtjqka])(?:([cdhsCDHS])|([♣♦♥♠])[\ufe0e\ufe0f]?)")
_WHITESPACE = re.compile("[ \t\n\v\f\r]*")
_TOKEN = re.compile(rf"(1[0-9]|.)(?:(?!{_CARD.pattern})[^ \t\n\v\f\r])*", re.DOTALL)
_LONGEST_QUOTE = 40
_DEEPEST_NESTING = 64
_MOST_TAKEN = 2**20
_NOTHING = np.int8(0)
"""Stands for the first entry where there is none."""


def parse_cards(text: Any) -> NDArray[np.uint8]:
    """Read cards from text.

    Parameters
    ----------
    text : str, sequence or numpy.ndarray
        Cards, with or without whitespace between them; or texts of one card each, or of
        as many cards each.

    Returns
    -------
    numpy.ndarray
        The card numbers, uint8, in the order of the text: for texts of their shape, with
        the number of cards as one more axis if that is not one.

    Raises
    ------
    ValueError
        If a part of the text is not a card.

    Examples
    --------
    >>> parse_cards("2c 10h A♠").tolist()
    [0, 34, 51]
    """
    if isinstance(text, str):
        return np.array(_read_text(text, "text"), dtype=np.uint8)
    if isinstance(text, bytes):
        raise TypeError("text: texts are needed, got bytes")
    shape, numbers = read_integers(text, "text", texts=True, integers=False)
    return np.array(numbers, dtype=np.uint8).reshape(shape)


def format_cards(cards: object) -> str | NDArray[np.str_]:
    """Write cards as text.

    Parameters
    ----------
    cards : int, str, bytes, sequence or numpy.ndarray
        One card, or cards along the last axis.

    Returns
    -------
    str or numpy.ndarray
        Two letters a card; for more axes than one an array of texts, without the last.

    Raises
    ------
    ValueError
        If a number is not a card.

    Examples
    --------
    >>> format_cards([0, 34, 51])
    '2cThAs'
    """
    shape, numbers = read_cards(cards)
    for index, card in enumerate(numbers):
        if not 0 <= card < 52:
            where = place(index, shape, "index")
            if len(shape) > 1:
                where = place(index // shape[-1], shape[:-1], "row")
            raise ValueError(f"cards: {where}{card} is not a card number 0 to 51")
    letters = [RANKS[card // 4] + SUITS[card % 4] for card in numbers]
    if len(shape) < 2:
        return "".join(letters)
    rows, count = prod(shape[:-1]), shape[-1]
    texts = ["".join(letters[row * count : (row + 1) * count]) for row in range(rows)]
    return np.array(texts, f"U{max(1, 2 * count)}").reshape(shape[:-1])


def to_masks(cards: object) -> NDArray[np.uint64]:
    """Turn hands into masks, bit ``16 * suit + rank`` for each card.

    Parameters
    ----------
    cards : str, bytes, sequence or numpy.ndarray
        Hands of 1 to 52 distinct cards along the last axis.

    Returns
    -------
    numpy.ndarray
        uint64, of the shape of `cards` without its last axis.

    Raises
    ------
    ValueError
        If a number is not a card, a card stands twice in a hand, or a hand is empty.

    Examples
    --------
    >>> hex(to_masks("2c 3c 2d"))
    '0x10003'
    """
    shape, hands = read_hands(cards, range(1, 53), "1 to 52 cards")
    masks = [sum(1 << (16 * (card % 4) + card // 4) for card in hand) for hand in hands]
    return np.array(masks, dtype=np.uint64).reshape(shape)


def read_hands(
    cards: object, counts: Container[int], wanted: str, argument: str = "cards"
) -> tuple[tuple[int, ...], list[list[int]]]:
    """Read a batch: its shape, and its hands of distinct cards."""

    def check(shape: tuple[int, ...]) -> None:
        if not shape or shape[-1] not in counts:
            got = shape[-1] if shape else "a single number"
            raise ValueError(f"{argument}: {wanted} are needed, got {got}")

    if _is_array(cards):  # a column of texts without any has no hands, however many cards they have
        column = np.asarray(cards)
        if column.shape == (0,) and column.dtype.kind in "OUT":
            return (0,), []
    shape, numbers = read_cards(cards, check, argument)
    *leading, count = shape
    hands = [numbers[row * count : (row + 1) * count] for row in range(prod(leading))]
    for row, hand in enumerate(hands):
        _check_hand(hand, f"{argument}: {place(row, leading, 'row')}")
    return tuple(leading), hands


def _check_hand(hand: list[int], where: str) -> None:
    for card in hand:
        if not 0 <= card < 52:
            raise ValueError(f"{where}{card} is not a card number 0 to 51")
    for card in hand:
        if hand.count(card) > 1:
            raise ValueError(f"{where}{format_cards(card)} stands twice")


def place(index: int, shape: list[int] | tuple[int, ...], word: str) -> str:
    """Name the place of an entry of a batch, given its index in C order."""
    if not shape:
        return ""
    if len(shape) == 1:
        return f"{word} {index}: "
    where: list[int] = []
    for length in reversed(shape):
        index, coordinate = divmod(index, length)
        where.insert(0, coordinate)
    return f"{word} {tuple(where)}: "


def any_shape(shape: tuple[int, ...]) -> None:
    """Want any shape."""


def read_cards(
    cards: object,
    check: Callable[[tuple[int, ...]], None] = any_shape,
    argument: str = "cards",
) -> tuple[tuple[int, ...], list[int]]:
    """Read the shape of `cards` and its numbers in C order, not yet held to 0 to 51."""
    if not isinstance(cards, (str, bytes)):
        return read_integers(cards, argument, check, texts=True)
    numbers = _read_text(cards, argument) if isinstance(cards, str) else list(cards)
    shape = (len(numbers),)
    check(shape)
    return shape, numbers


def _read_text(text: str, argument: str) -> list[int]:
    cards: list[int] = []
    position = _skip(_WHITESPACE, text, 0)
    while position < len(text):
        card = _CARD.match(text, position)
        if card is None:
            token = text[position : _skip(_TOKEN, text, position)]
            raise ValueError(
                f"{argument}: cannot read {_quote(token)} at index {position} of {_quote(text)}"
            )
        rank, letter, sign = card.groups()
        suit = SUITS.index(letter.lower()) if letter else "♣♦♥♠".index(sign)
        cards.append(4 * RANKS.index("T" if rank == "10" else rank.upper()) + suit)
        position = _skip(_WHITESPACE, text, card.end())
    return cards


def _skip(pattern: re.Pattern[str], text: str, position: int) -> int:
    match = pattern.match(text, position)
    return match.end() if match else position


def _quote(text: str) -> str:
    """Quote a text; what is neither ASCII nor the sign of a suit is escaped."""
    quoted = repr(text if len(text) <= _LONGEST_QUOTE else text[:_LONGEST_QUOTE] + "...")
    return "".join(
        char if char.isascii() or char in "♠♥♦♣" else char.encode("unicode_escape").decode()
        for char in quoted
    )


def read_integer(value: Any, argument: str) -> int:
    """Read one integer; a bool is none."""
    if isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{argument}: an integer is needed, got bool")
    try:
        return operator.index(value)
    except TypeError:
        raise TypeError(f"{argument}: an integer is needed, got {type(value).__name__}") from None


def read_integers(
    value: Any,
    argument: str,
    check: Callable[[tuple[int, ...]], None] = any_shape,
    texts: bool = False,
    integers: bool = True,
) -> tuple[tuple[int, ...], list[int]]:
    """Read the shape and the entries, in C order, of an integer, array or nested sequence.

    With `texts` the entries may all be texts of cards: one card each, or a row each; and a
    set, a view or an iterator is one row. Without `integers` nothing but texts is read. The
    shape is held to `check` before the entries are read.
    """
    one_row = texts and _is_iterable(value)
    if one_row:
        value = _take(value, argument)
    first = _first_entry(value, texts)
    if not (texts and isinstance(first, str)):
        _require_index(first, argument)
        if not integers and first is not _NOTHING:
            raise TypeError(f"{argument}: texts are needed, got {type(first).__name__}")
    shape, entries = _lay_out(value, argument, texts)
    as_texts = texts and bool(entries) and isinstance(entries[0], str)
    if as_texts:
        count = len(_read_text(entries[0], argument))
        if count != 1:
            shape = (*shape, count)
    if one_row and len(shape) > 1:
        raise ValueError(f"{argument}: a set or an iterator is one hand")
    check(shape)
    if not as_texts:
        return shape, [_read_entry(entry, argument) for entry in entries]
    if not all(isinstance(entry, str) for entry in entries):
        raise TypeError(f"{argument}: texts alone are needed where the first is one")
    rows = [_read_text(entry, argument) for entry in entries]
    if any(len(row) != count for row in rows):
        raise ValueError(f"{argument}: rows of different lengths")
    return shape, [card for row in rows for card in row]


def _is_iterable(value: Any) -> bool:
    """Whether items can be taken from a value in which they have no places."""
    return (
        hasattr(type(value), "__iter__")
        and not hasattr(type(value), "__index__")
        and not isinstance(value, (str, bytes, Mapping))
        and not _is_array(value)
        and not _is_sequence(value)
    )


def _take(value: Any, argument: str) -> list[Any]:
    items = list(islice(value, _MOST_TAKEN + 1))
    if len(items) > _MOST_TAKEN:
        raise ValueError(f"{argument}: an iterator that ends is needed")
    return items


def _is_set(value: Any) -> bool:
    return _is_iterable(value) and hasattr(value, "__len__")


def _require_index(entry: Any, argument: str) -> None:
    if isinstance(entry, (bool, np.bool_)) or not hasattr(type(entry), "__index__"):
        got = entry if isinstance(entry, np.dtype) else type(entry).__name__
        raise TypeError(f"{argument}: integers are needed, got {got}")


def _read_entry(entry: Any, argument: str) -> int:
    _require_index(entry, argument)
    return operator.index(entry)


def _first_entry(value: Any, sets: bool) -> Any:
    """Follow the first items of nested sequences and arrays of objects."""
    for _ in range(_DEEPEST_NESTING):
        if _is_array(value):
            array = np.asanyarray(value)
            if np.ma.is_masked(array) or array.dtype.kind not in "iuOUT":
                return array.dtype
            if array.dtype.kind in "iu":
                return 0
            if array.size == 0:
                return _NOTHING
            value = np.asarray(array).ravel().tolist()[0]
        elif _is_sequence(value):
            if len(value) == 0:
                return _NOTHING
            value = value[0]
        elif sets and _is_set(value):
            value = next(iter(value), _NOTHING)
        else:
            return value
    return _NOTHING


def _lay_out(
    value: Any, argument: str, sets: bool, depth: int = 0
) -> tuple[tuple[int, ...], list[Any]]:
    """Find the shape of nested sequences and arrays, and what they are made of."""
    if depth > _DEEPEST_NESTING:
        raise ValueError(f"{argument}: nested more than {_DEEPEST_NESTING} deep")
    if _is_array(value):
        array = np.asanyarray(value)
        if np.ma.is_masked(array) or array.dtype.kind not in "iuOUT":
            return array.shape, [array.dtype]
        entries = np.asarray(array).ravel().tolist()
        if array.dtype.kind in "iu":
            return array.shape, entries
        shape: tuple[int, ...] = array.shape
    elif _is_sequence(value) or (sets and _is_set(value)):
        entries = list(value)
        shape = (len(entries),)
    else:
        return (), [value]
    if sets and entries and isinstance(entries[0], str) and any(map(_is_sequence, entries)):
        raise TypeError(f"{argument}: texts alone are needed where the first is one")
    parts = [_lay_out(entry, argument, sets, depth + 1) for entry in entries]
    shapes = {shape for shape, _ in parts}
    if len(shapes) > 1:
        raise ValueError(f"{argument}: rows of different lengths")
    row_shape = shapes.pop() if shapes else ()
    return (*shape, *row_shape), [entry for _, entries in parts for entry in entries]


def _is_array(value: Any) -> bool:
    if type(value) is int or isinstance(value, bytes):
        return False
    return hasattr(type(value), "__array__") or _is_buffer(value)


def _is_sequence(value: Any) -> bool:
    return (
        not isinstance(value, (str, bytes, Mapping))
        and hasattr(type(value), "__getitem__")
        and hasattr(type(value), "__len__")
    )


def _is_buffer(value: Any) -> bool:
    try:
        memoryview(value)
    except TypeError:
        return False
    return True
