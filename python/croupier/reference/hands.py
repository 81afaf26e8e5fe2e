"""Poker hands, ranked by the rules as they are told at the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container
from enum import IntEnum
from functools import cache
from itertools import combinations, combinations_with_replacement
from operator import mul
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .cards import place, read_hands, read_integer, read_integers


class Category(IntEnum):
    """The kind of a five-card hand; higher beats lower."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9

    def __str__(self) -> str:
        return self.name.lower().replace("_", " ")

    def __format__(self, format_spec: str) -> str:
        number = format_spec.endswith(tuple("bcdeEfFgGnoxX%"))
        return format(int(self) if number else str(self), format_spec)


_ACE = 12
_WHEEL = (3, 2, 1, 0, _ACE)

Worth = tuple[Category, tuple[int, ...]]


def _worth(ranks: tuple[int, ...], suited: bool) -> Worth:
    """Tell what five cards are worth: the category, then the ranks in the order they count.

    Of two hands the one of greater worth wins.
    """
    copies = Counter(ranks)
    by_weight = tuple(sorted(copies, key=lambda rank: (copies[rank], rank), reverse=True))
    match tuple(copies[rank] for rank in by_weight):
        case (4, 1):
            return Category.FOUR_OF_A_KIND, by_weight
        case (3, 2):
            return Category.FULL_HOUSE, by_weight
        case (3, 1, 1):
            return Category.THREE_OF_A_KIND, by_weight
        case (2, 2, 1):
            return Category.TWO_PAIR, by_weight
        case (2, 1, 1, 1):
            return Category.PAIR, by_weight
    if by_weight == (_ACE, 3, 2, 1, 0):
        by_weight = _WHEEL
    straight = by_weight == _WHEEL or by_weight[0] - by_weight[4] == 4
    if straight and suited:
        royal = by_weight[0] == _ACE
        return Category.ROYAL_FLUSH if royal else Category.STRAIGHT_FLUSH, by_weight
    if suited:
        return Category.FLUSH, by_weight
    return Category.STRAIGHT if straight else Category.HIGH_CARD, by_weight


def _all_hands() -> dict[tuple[tuple[int, ...], bool], Worth]:
    """Find the worth of every (ranks from high to low, all of one suit) of five cards."""
    hands: dict[tuple[tuple[int, ...], bool], Worth] = {}
    for ranks in combinations_with_replacement(range(_ACE, -1, -1), 5):
        if len(set(ranks)) > 1:
            hands[ranks, False] = _worth(ranks, suited=False)
        if len(set(ranks)) == 5:
            hands[ranks, True] = _worth(ranks, suited=True)
    return hands


_HANDS = _all_hands()
BEST_FIRST = sorted(_HANDS.values(), reverse=True)
_PLACE = {worth: place for place, worth in enumerate(BEST_FIRST, start=1)}
_STRENGTH = {hand: _PLACE[worth] for hand, worth in _HANDS.items()}
_WEAKEST = len(BEST_FIRST)

_FIVE_TO_SEVEN = range(5, 8)
_HAND_BITS = sum(0x1FFF << 16 * suit for suit in range(4))


def _strength_of_five(cards: tuple[int, ...]) -> int:
    """Look up the strength of five cards that stand from high to low."""
    suit = cards[0] % 4
    suited = all(card % 4 == suit for card in cards)
    return _STRENGTH[tuple([card // 4 for card in cards]), suited]


def _strength(hand: list[int]) -> int:
    high_to_low = sorted(hand, reverse=True)
    return min(map(_strength_of_five, combinations(high_to_low, 5)))


def evaluate(
    cards: Any, *, out: NDArray[np.uint16] | None = None, threads: int | None = 1
) -> int | NDArray[np.uint16]:
    """Rank the best five cards of each hand.

    Parameters
    ----------
    cards : str, bytes, sequence or numpy.ndarray
        5, 6 or 7 distinct cards along the last axis.
    out : numpy.ndarray, optional
        uint16 array of the result's shape to write to.
    threads : int or None, default 1
        Checked, and otherwise without effect.

    Returns
    -------
    int or numpy.ndarray
        1 (royal flush) to 7462 (7-5-4-3-2): lower is stronger. An int for one hand,
        a uint16 array for a batch, `out` if given.

    Raises
    ------
    ValueError
        If a hand holds a wrong number, a card twice, or too few or too many cards.
    TypeError
        If `cards` are not integers.

    Examples
    --------
    >>> evaluate("As Ks Qs Js Ts 2d 2c")
    1
    >>> evaluate([[0, 4, 8, 12, 17], [51, 50, 49, 48, 0]])
    array([1608,   22], dtype=uint16)
    """
    _check_threads(threads)
    shape, hands = read_hands(cards, _FIVE_TO_SEVEN, "5, 6 or 7 cards")
    return _answer([_strength(hand) for hand in hands], shape, out, cards)


def evaluate_masks(
    masks: Any, *, out: NDArray[np.uint16] | None = None, threads: int | None = 1
) -> int | NDArray[np.uint16]:
    """Rank the best five cards of each hand mask.

    Parameters
    ----------
    masks : int, sequence or numpy.ndarray
        Masks of 5, 6 or 7 cards, bit ``16 * suit + rank`` for each card.
    out : numpy.ndarray, optional
        uint16 array of the shape of `masks` to write to.
    threads : int or None, default 1
        Checked, and otherwise without effect.

    Returns
    -------
    int or numpy.ndarray
        As from :func:`evaluate`.

    Raises
    ------
    ValueError
        If a mask has bits that are no cards, or too few or too many cards.

    Examples
    --------
    >>> evaluate_masks(0x1F00)
    1
    """
    _check_threads(threads)
    shape, numbers = read_integers(masks, "masks")
    strengths = []
    for index, mask in enumerate(numbers):
        where = place(index, shape, "index")
        if mask < 0 or mask & ~_HAND_BITS:
            raise ValueError(f"masks: {where}{mask} has bits that are no cards")
        hand = [card for card in range(52) if mask >> (16 * (card % 4) + card // 4) & 1]
        if len(hand) not in _FIVE_TO_SEVEN:
            raise ValueError(f"masks: {where}{mask} holds {len(hand)} cards, not 5, 6 or 7")
        strengths.append(_strength(hand))
    return _answer(strengths, shape, out, masks)


def _check_threads(threads: Any) -> None:
    if threads is not None and read_integer(threads, "threads") < 1:
        raise ValueError(f"threads: at least 1 is needed, got {threads}")


def _answer(
    strengths: list[int], shape: tuple[int, ...], out: Any, source: Any
) -> int | NDArray[np.uint16]:
    if out is None:
        return np.array(strengths, dtype=np.uint16).reshape(shape) if shape else strengths[0]
    if not isinstance(out, np.ndarray) or out.dtype != np.uint16:
        raise TypeError(f"out: a uint16 array is needed, got {getattr(out, 'dtype', type(out))}")
    if out.shape != shape:
        raise ValueError(f"out: shape {shape} is needed, got {out.shape}")
    if not out.flags.writeable:
        raise ValueError("out: the array is read-only")
    places = {sum(map(mul, index, out.strides)) for index in np.ndindex(out.shape)}
    if len(places) < out.size:
        raise ValueError("out: places of the array share memory")
    if np.shares_memory(out, source):
        raise ValueError("out: shares memory with the input")
    out[...] = np.array(strengths, dtype=np.uint16).reshape(shape)
    return out


def category(strength: Any) -> Category | NDArray[np.uint8]:
    """Tell the category of strengths.

    Parameters
    ----------
    strength : int, sequence or numpy.ndarray
        1 to 7462, as from :func:`evaluate`.

    Returns
    -------
    Category or numpy.ndarray
        A `Category` for one strength, a uint8 array of the same shape for several.

    Examples
    --------
    >>> category(1)
    <Category.ROYAL_FLUSH: 9>
    """
    shape, strengths = read_strengths(strength)
    categories = [BEST_FIRST[number - 1][0] for number in strengths]
    return np.array(categories, dtype=np.uint8).reshape(shape) if shape else categories[0]


def read_strengths(strength: Any) -> tuple[tuple[int, ...], list[int]]:
    """Read the shape of strengths, and them in C order."""
    shape, strengths = read_integers(strength, "strength")
    for index, number in enumerate(strengths):
        if not 1 <= number <= _WEAKEST:
            where = place(index, shape, "index")
            raise ValueError(f"strength: {where}{number} is not in 1 to {_WEAKEST}")
    return shape, strengths


def percentile(strength: Any, n_cards: int = 7) -> float | NDArray[np.float64]:
    """Tell the share of all hands of `n_cards` cards that are weaker or equal.

    Parameters
    ----------
    strength : int, sequence or numpy.ndarray
        1 to 7462.
    n_cards : int, default 7
        5, 6 or 7; every hand is looked at, as by :func:`strength_histogram`.

    Returns
    -------
    float or numpy.ndarray
        0 to 1; float64 of the same shape for several.

    Examples
    --------
    >>> percentile(1, n_cards=5)
    1.0
    """
    shape, strengths = read_strengths(strength)
    counts = _counts(read_integer(n_cards, "n_cards"))
    shares = [sum(counts[number:]) / sum(counts) for number in strengths]
    return np.array(shares).reshape(shape) if shape else shares[0]


@cache
def _counts(n_cards: int) -> list[int]:
    counts: list[int] = strength_histogram(n_cards).tolist()
    return counts


def compare(*hands: Any, board: Any = ()) -> tuple[int, ...] | NDArray[np.bool_]:
    """Tell who wins.

    Parameters
    ----------
    *hands : str, bytes, sequence or numpy.ndarray
        Two or more hands, distinct cards along the last axis.
    board : str, bytes, sequence or numpy.ndarray
        Cards that all hands share; with them a hand has 5, 6 or 7 cards.

    Returns
    -------
    tuple of int or numpy.ndarray
        The places of the winners; for batches bool, a column a hand.

    Raises
    ------
    ValueError
        If a hand is none, or, where there is a board, a card stands in two places.

    Examples
    --------
    >>> compare("AsKd", "QhQd", board="Qs 7c 2h 9d 3c")
    (1,)
    """
    if len(hands) < 2:
        raise ValueError(f"hands: two or more are needed, got {len(hands)}")
    boards = _read_part(board, range(6), "board")
    counts = [count - boards.shape[-1] for count in _FIVE_TO_SEVEN]
    places = [f"hands[{place}]" for place in range(len(hands))]
    parts = [
        *(
            _read_part(hand, [n for n in counts if n > 0], name)
            for hand, name in zip(hands, places, strict=True)
        ),
        boards,
    ]
    try:
        shape = np.broadcast_shapes(*(part.shape[:-1] for part in parts))
    except ValueError:
        raise ValueError("hands: shapes that broadcast are needed") from None
    parts = [np.broadcast_to(part, (*shape, part.shape[-1])) for part in parts]
    wins = np.empty((*shape, len(hands)), bool)
    for index in np.ndindex(shape):
        *held, shared = (part[index].tolist() for part in parts)
        cards = [card for hand in held for card in hand] + shared
        if shared and len(set(cards)) < len(cards):
            raise ValueError(f"hands: a card stands twice, at {index}")
        strengths = [_strength([*hand, *shared]) for hand in held]
        wins[index] = [strength == min(strengths) for strength in strengths]
    return wins if shape else tuple(np.flatnonzero(wins).tolist())


def _read_part(cards: Any, counts: Container[int], argument: str) -> NDArray[np.int64]:
    sizes = [n for n in range(8) if n in counts]
    shape, rows = read_hands(cards, sizes, f"{sizes} cards", argument)
    count = len(rows[0]) if rows else sizes[0]
    return np.array(rows, np.int64).reshape(*shape, count)


def best_five(cards: Any) -> NDArray[np.uint8]:
    """Pick the five cards that make each hand.

    Parameters
    ----------
    cards : str, bytes, sequence or numpy.ndarray
        5, 6 or 7 distinct cards along the last axis.

    Returns
    -------
    numpy.ndarray
        uint8, of the shape of `cards` with 5 as its last length: the cards that make the
        category, then the kickers, each from high to low, the ace of a wheel last. Of
        equal cards those of the highest suits are taken.

    Examples
    --------
    >>> from croupier.reference import format_cards
    >>> format_cards(best_five("Ac 2d 3h 4s 5c 9h 9d"))
    '5c4s3h2dAc'
    """
    shape, hands = read_hands(cards, _FIVE_TO_SEVEN, "5, 6 or 7 cards")
    fives = [_best_five_of(hand) for hand in hands]
    return np.array(fives, dtype=np.uint8).reshape(*shape, 5)


def _best_five_of(hand: list[int]) -> list[int]:
    choices = [sorted(five, reverse=True) for five in combinations(hand, 5)]
    strength = min(_strength(five) for five in choices)
    _, ranks = BEST_FIRST[strength - 1]
    return max(
        sorted(five, key=lambda card: (ranks.index(card // 4), -card))
        for five in choices
        if _strength(five) == strength
    )


def strength_histogram(n_cards: int, threads: int | None = None) -> NDArray[np.int64]:
    """Count the hands of `n_cards` cards of each strength.

    Parameters
    ----------
    n_cards : int
        5, 6 or 7. Every hand is looked at: seconds for 5 cards, hours for 7.
    threads : int or None, optional
        Checked, and otherwise without effect.

    Returns
    -------
    numpy.ndarray
        int64, shape (7463,); entry `s` counts the hands of strength `s`, entry 0 is 0.
    """
    _check_threads(threads)
    if read_integer(n_cards, "n_cards") not in _FIVE_TO_SEVEN:
        raise ValueError(f"n_cards: 5, 6 or 7 is needed, got {n_cards}")
    counts = [0] * (_WEAKEST + 1)
    for hand in combinations(range(51, -1, -1), n_cards):
        counts[min(map(_strength_of_five, combinations(hand, 5)))] += 1
    return np.array(counts, dtype=np.int64)
