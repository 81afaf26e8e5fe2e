"""Cards as text, as numbers and as masks."""

from __future__ import annotations

import operator
import re
from collections.abc import Container, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

RANKS = "23456789TJQKA"
SUITS = "cdhs"

_CARD = re.compile("(10|[2-9TJQKAtjqka])(?:([cdhsCDHS])|([♣♦♥♠])[\ufe0e\ufe0f]?)")
_WHITESPACE = re.compile("[ \t\n\v\f\r]*")
_TOKEN = re.compile("[^ \t\n\v\f\r]*")
_LONGEST_QUOTE = 40
_DEEPEST_NESTING = 64


def parse_cards(text: str) -> NDArray[np.uint8]:
    """Read cards from text.

    Parameters
    ----------
    text : str
        Cards, with or without whitespace between them.

    Returns
    -------
    numpy.ndarray
        The card numbers, uint8, in the order of the text.

    Raises
    ------
    ValueError
        If a part of the text is not a card.

    Examples
    --------
    >>> parse_cards("2c 10h A♠").tolist()
    [0, 34, 51]
    """
    if not isinstance(text, str):
        raise TypeError(f"text: a str is needed, got {type(text).__name__}")
    return np.array(_read_text(text, "text"), dtype=np.uint8)


def format_cards(cards: object) -> str:
    """Write cards as text.

    Parameters
    ----------
    cards : int, str, bytes, sequence of int or numpy.ndarray
        One card, or cards along one dimension.

    Returns
    -------
    str
        Two letters a card.

    Raises
    ------
    ValueError
        If a number is not a card or `cards` has more than one dimension.

    Examples
    --------
    >>> format_cards([0, 34, 51])
    '2cThAs'
    """
    shape, numbers = read_cards(cards)
    if len(shape) > 1:
        raise ValueError(f"cards: one dimension is needed, got {len(shape)}")
    for place, card in enumerate(numbers):
        if not 0 <= card < 52:
            raise ValueError(f"cards: {card} at index {place} is not a card number 0 to 51")
    return "".join(RANKS[card // 4] + SUITS[card % 4] for card in numbers)


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
    cards: object, counts: Container[int], wanted: str
) -> tuple[tuple[int, ...], list[list[int]]]:
    """Read a batch: its shape, and its hands of distinct cards."""
    shape, numbers = read_cards(cards)
    if not shape:
        raise ValueError(f"cards: {wanted} are needed, got a single number")
    *leading, count = shape
    if count not in counts:
        raise ValueError(f"cards: {wanted} are needed, got {count}")
    hands = [numbers[start : start + count] for start in range(0, len(numbers), count)]
    for row, hand in enumerate(hands):
        _check_hand(hand, place(row, leading, "row"))
    return tuple(leading), hands


def _check_hand(hand: list[int], where: str) -> None:
    for card in hand:
        if not 0 <= card < 52:
            raise ValueError(f"cards: {where}{card} is not a card number 0 to 51")
    for card in hand:
        if hand.count(card) > 1:
            raise ValueError(f"cards: {where}{format_cards(card)} stands twice")


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


def read_cards(cards: object) -> tuple[tuple[int, ...], list[int]]:
    """Read the shape of `cards` and its numbers in C order, not yet held to 0 to 51."""
    if isinstance(cards, str):
        numbers = _read_text(cards, "cards")
        return (len(numbers),), numbers
    if isinstance(cards, bytes):
        return (len(cards),), list(cards)
    return read_integers(cards, "cards")


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
    return repr(text if len(text) <= _LONGEST_QUOTE else text[:_LONGEST_QUOTE] + "...")


def read_integer(value: Any, argument: str) -> int:
    """Read one integer; a bool is none."""
    if isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{argument}: an integer is needed, got bool")
    try:
        return operator.index(value)
    except TypeError:
        raise TypeError(f"{argument}: an integer is needed, got {type(value).__name__}") from None


def read_integers(value: Any, argument: str) -> tuple[tuple[int, ...], list[int]]:
    """Read the shape and the entries, in C order, of an integer, array or nested sequence."""
    if _is_array(value):
        value = np.asanyarray(value)
        if value.dtype.kind not in "iu":
            raise TypeError(f"{argument}: integers are needed, got {value.dtype}")
        if np.ma.is_masked(value):
            raise TypeError(f"{argument}: integers are needed, got masked entries")
        return value.shape, np.asarray(value).ravel().tolist()
    shape, entries = _lay_out(value, argument)
    return shape, [
        entry if type(entry) is int else _read_entry(entry, argument) for entry in entries
    ]


def _read_entry(entry: Any, argument: str) -> int:
    if isinstance(entry, (bool, np.bool_, np.ma.MaskedArray)) or not hasattr(
        type(entry), "__index__"
    ):
        raise TypeError(f"{argument}: integers are needed, got {type(entry).__name__}")
    return operator.index(entry)


def _lay_out(value: Any, argument: str, depth: int = 0) -> tuple[tuple[int, ...], list[Any]]:
    """Find the shape of nested sequences and arrays, and what they are made of."""
    if _is_array(value):
        array = np.asanyarray(value)
        return array.shape, list(array.ravel())
    if not _is_sequence(value):
        return (), [value]
    if depth == _DEEPEST_NESTING:
        raise ValueError(f"{argument}: nested more than {_DEEPEST_NESTING} deep")
    parts = [_lay_out(part, argument, depth + 1) for part in value]
    shapes = {shape for shape, _ in parts}
    if len(shapes) > 1:
        raise ValueError(f"{argument}: rows of different lengths")
    row_shape = shapes.pop() if shapes else ()
    return (len(parts), *row_shape), [entry for _, entries in parts for entry in entries]


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
