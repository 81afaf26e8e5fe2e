"""Poker hands, ranked by the rules as they are told at the table."""

from __future__ import annotations

from collections import Counter
from enum import IntEnum
from itertools import combinations, combinations_with_replacement
from operator import mul
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .cards import RANKS, place, read_hands, read_integer, read_integers


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
_BEST_FIRST = sorted(_HANDS.values(), reverse=True)
_PLACE = {worth: place for place, worth in enumerate(_BEST_FIRST, start=1)}
_STRENGTH = {hand: _PLACE[worth] for hand, worth in _HANDS.items()}
_WEAKEST = len(_BEST_FIRST)

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
    shape, strengths = read_integers(strength, "strength")
    for index, number in enumerate(strengths):
        if not 1 <= number <= _WEAKEST:
            where = place(index, shape, "index")
            raise ValueError(f"strength: {where}{number} is not in 1 to {_WEAKEST}")
    categories = [_BEST_FIRST[number - 1][0] for number in strengths]
    return np.array(categories, dtype=np.uint8).reshape(shape) if shape else categories[0]


_RANK_NAMES = (
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "jack", "queen", "king", "ace",
)  # fmt: skip
_CATEGORY_NAMES = {
    "hi": {
        Category.HIGH_CARD: "हाई कार्ड",
        Category.PAIR: "पेअर",
        Category.TWO_PAIR: "दो जोड़े",
        Category.THREE_OF_A_KIND: "एक तरह के तीन",
        Category.STRAIGHT: "स्ट्रेट",
        Category.FLUSH: "फ्लश",
        Category.FULL_HOUSE: "फुल हाउस",
        Category.FOUR_OF_A_KIND: "एक तरह के चार",
        Category.STRAIGHT_FLUSH: "स्ट्रेट फ्लश",
        Category.ROYAL_FLUSH: "रॉयल फ्लश",
    },
    "ro": {
        Category.HIGH_CARD: "Carte puternică",
        Category.PAIR: "O pereche",
        Category.TWO_PAIR: "Două perechi",
        Category.THREE_OF_A_KIND: "Brelan",
        Category.STRAIGHT: "Chintă",
        Category.FLUSH: "Culoare",
        Category.FULL_HOUSE: "Full",
        Category.FOUR_OF_A_KIND: "Careu",
        Category.STRAIGHT_FLUSH: "Chintă-culoare",
        Category.ROYAL_FLUSH: "Chintă roială",
    },
}


def _describe_in_english(kind: Category, ranks: tuple[int, ...]) -> str:
    names = [_RANK_NAMES[rank] for rank in ranks]
    plural = [name + ("es" if name == "six" else "s") for name in names]
    match kind:
        case Category.ROYAL_FLUSH:
            return "Royal flush"
        case Category.STRAIGHT_FLUSH:
            return f"Straight flush, {names[0]} high"
        case Category.FOUR_OF_A_KIND:
            return f"Four of a kind, {plural[0]} with {names[1]}"
        case Category.FULL_HOUSE:
            return f"Full house, {plural[0]} over {plural[1]}"
        case Category.FLUSH:
            return f"Flush, {', '.join(names)}"
        case Category.STRAIGHT:
            return f"Straight, {names[0]} high"
        case Category.THREE_OF_A_KIND:
            return f"Three of a kind, {plural[0]} with {', '.join(names[1:])}"
        case Category.TWO_PAIR:
            return f"Two pair, {plural[0]} and {plural[1]} with {names[2]}"
        case Category.PAIR:
            return f"Pair, {plural[0]} with {', '.join(names[1:])}"
        case Category.HIGH_CARD:
            return f"High card, {', '.join(names)}"


_COPIES = {
    Category.FOUR_OF_A_KIND: (4, 1),
    Category.FULL_HOUSE: (3, 2),
    Category.THREE_OF_A_KIND: (3, 1, 1),
    Category.TWO_PAIR: (2, 2, 1),
    Category.PAIR: (2, 1, 1, 1),
}


def describe(strength: int, locale: str = "en") -> str:
    """Put a strength into words.

    Parameters
    ----------
    strength : int
        1 to 7462.
    locale : {"en", "hi", "ro"}, default "en"
        Language of the category; other languages than English write ranks as symbols.

    Returns
    -------
    str
        Different for each strength.

    Examples
    --------
    >>> describe(167)
    'Full house, aces over kings'
    >>> describe(167, locale="ro")
    'Full, AAAKK'
    """
    number = read_integer(strength, "strength")
    if not isinstance(locale, str):
        raise TypeError(f"locale: a str is needed, got {type(locale).__name__}")
    if not 1 <= number <= _WEAKEST:
        raise ValueError(f"strength: {number} is not in 1 to {_WEAKEST}")
    kind, ranks = _BEST_FIRST[number - 1]
    if locale == "en":
        return _describe_in_english(kind, ranks)
    if locale not in _CATEGORY_NAMES:
        raise ValueError(f"locale: {locale!r} is not one of 'en', 'hi', 'ro'")
    name = _CATEGORY_NAMES[locale][kind]
    if kind is Category.ROYAL_FLUSH:
        return name
    copies = _COPIES.get(kind, (1, 1, 1, 1, 1))
    return f"{name}, {''.join(RANKS[r] * n for r, n in zip(ranks, copies, strict=True))}"


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
    _, ranks = _BEST_FIRST[strength - 1]
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
