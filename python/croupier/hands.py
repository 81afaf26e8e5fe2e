"""Names for strengths: categories and descriptions."""

from __future__ import annotations

from enum import IntEnum
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, Any, overload

from croupier import _core
from croupier.arguments import read_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    import numpy.typing as npt


class Category(IntEnum):
    """The category of a poker hand; a higher one beats a lower one.

    Examples
    --------
    >>> from croupier import Category
    >>> Category.FLUSH > Category.STRAIGHT
    True
    """

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


@overload
def category(strength: int | np.integer[Any]) -> Category: ...
@overload
def category(
    strength: npt.NDArray[np.integer[Any]] | Sequence[Any],
) -> npt.NDArray[np.uint8]: ...
def category(strength: Any) -> Category | npt.NDArray[np.uint8]:
    """Tell the category of a strength.

    Parameters
    ----------
    strength : int or array_like of int
        Strengths as `evaluate` gives them, 1 to 7462.

    Returns
    -------
    Category or numpy.ndarray
        A `Category` for an int; for an array the numbers of the categories, uint8, of
        its shape.

    Raises
    ------
    ValueError
        If a strength is out of range, with the first such index.
    TypeError
        If `strength` holds anything but integers.

    Examples
    --------
    >>> import croupier
    >>> croupier.category(166)
    <Category.FOUR_OF_A_KIND: 7>
    >>> croupier.category([1, 166, 7462])
    array([9, 7, 0], dtype=uint8)
    """
    numbers = _core.category_numbers(strength)
    return numbers if numbers.ndim else Category(numbers.item())


_RUN = (1, 1, 1, 1, 1)
_COPIES = {
    Category.FOUR_OF_A_KIND: (4, 1),
    Category.FULL_HOUSE: (3, 2),
    Category.THREE_OF_A_KIND: (3, 1, 1),
    Category.TWO_PAIR: (2, 2, 1),
    Category.PAIR: (2, 1, 1, 1),
}

_HIGH_TO_LOW = range(12, -1, -1)
_STRAIGHTS = (*(tuple(range(high, high - 5, -1)) for high in range(12, 3, -1)), (3, 2, 1, 0, 12))


@cache
def _ranks_best_first(kind: Category) -> list[tuple[int, ...]]:
    if kind is Category.ROYAL_FLUSH:
        return list(_STRAIGHTS[:1])
    if kind in (Category.STRAIGHT_FLUSH, Category.STRAIGHT):
        return list(_STRAIGHTS[kind is Category.STRAIGHT_FLUSH :])
    if kind in (Category.FLUSH, Category.HIGH_CARD):
        straights = {tuple(sorted(ranks, reverse=True)) for ranks in _STRAIGHTS}
        return [ranks for ranks in combinations(_HIGH_TO_LOW, 5) if ranks not in straights]
    leading = 2 if kind is Category.TWO_PAIR else 1
    kicking = len(_COPIES[kind]) - leading
    return [
        (*leaders, *kickers)
        for leaders in combinations(_HIGH_TO_LOW, leading)
        for kickers in combinations([r for r in _HIGH_TO_LOW if r not in leaders], kicking)
    ]


_SYMBOLS = "23456789TJQKA"
_NAMES = (
    *("two", "three", "four", "five", "six", "seven", "eight"),
    *("nine", "ten", "jack", "queen", "king", "ace"),
)
_PLURALS = [f"{name}es" if name == "six" else f"{name}s" for name in _NAMES]

_ENGLISH = {
    Category.HIGH_CARD: "High card, {one[0]}, {one[1]}, {one[2]}, {one[3]}, {one[4]}",
    Category.PAIR: "Pair, {many[0]} with {one[1]}, {one[2]}, {one[3]}",
    Category.TWO_PAIR: "Two pair, {many[0]} and {many[1]} with {one[2]}",
    Category.THREE_OF_A_KIND: "Three of a kind, {many[0]} with {one[1]}, {one[2]}",
    Category.STRAIGHT: "Straight, {one[0]} high",
    Category.FLUSH: "Flush, {one[0]}, {one[1]}, {one[2]}, {one[3]}, {one[4]}",
    Category.FULL_HOUSE: "Full house, {many[0]} over {many[1]}",
    Category.FOUR_OF_A_KIND: "Four of a kind, {many[0]} with {one[1]}",
    Category.STRAIGHT_FLUSH: "Straight flush, {one[0]} high",
    Category.ROYAL_FLUSH: "Royal flush",
}
_TRANSLATED = {
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
_LOCALES = ("en", *_TRANSLATED)


def describe(strength: int | np.integer[Any], locale: str = "en") -> str:
    """Put a strength into words.

    Parameters
    ----------
    strength : int
        A strength as `evaluate` gives it, 1 to 7462.
    locale : {"en", "hi", "ro"}
        The language. All but English name the category and give the five ranks as
        symbols.

    Returns
    -------
    str
        Different for each strength.

    Raises
    ------
    ValueError
        If `strength` is out of range or `locale` is unknown.
    TypeError
        If `strength` is not one integer or `locale` is no str.

    Examples
    --------
    >>> import croupier
    >>> croupier.describe(167)
    'Full house, aces over kings'
    >>> croupier.describe(167, locale="ro")
    'Full, AAAKK'
    """
    number = _core.read_strength(strength)
    kind = category(number)
    read_name(locale, "locale", _LOCALES)
    _, strongest = _core.CATEGORIES[kind]
    ranks = _ranks_best_first(kind)[number - strongest]
    if locale == "en":
        names = {"one": [_NAMES[r] for r in ranks], "many": [_PLURALS[r] for r in ranks]}
        return _ENGLISH[kind].format(**names)
    if kind is Category.ROYAL_FLUSH:
        return _TRANSLATED[locale][kind]
    copies = _COPIES.get(kind, _RUN)
    symbols = "".join(_SYMBOLS[rank] * n for rank, n in zip(ranks, copies, strict=True))
    return f"{_TRANSLATED[locale][kind]}, {symbols}"
