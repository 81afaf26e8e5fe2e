"""What strengths are called."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .cards import RANKS
from .hands import BEST_FIRST, Category, read_strengths

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


def describe(strength: Any, locale: str = "en", *, ranks: bool = True) -> str | NDArray[np.object_]:
    """Put strengths into words.

    Parameters
    ----------
    strength : int, sequence or numpy.ndarray
        1 to 7462.
    locale : {"en", "hi", "ro"}, default "en"
        Language of the category; other languages than English write ranks as symbols.
    ranks : bool, default True
        Whether the ranks follow the name of the category.

    Returns
    -------
    str or numpy.ndarray
        With ranks different for each strength; an array of objects for several.

    Examples
    --------
    >>> describe(167)
    'Full house, aces over kings'
    >>> describe(167, locale="ro")
    'Full, AAAKK'
    >>> describe(167, ranks=False)
    'Full house'
    """
    shape, numbers = read_strengths(strength)
    if not isinstance(locale, str):
        raise TypeError(f"locale: a str is needed, got {type(locale).__name__}")
    if locale != "en" and locale not in _CATEGORY_NAMES:
        raise ValueError(f"locale: {locale!r} is not one of 'en', 'hi', 'ro'")
    if not isinstance(ranks, (bool, np.bool_)):
        raise TypeError(f"ranks: a bool is needed, got {type(ranks).__name__}")
    texts = [_describe_one(number, locale, bool(ranks)) for number in numbers]
    if not shape:
        return texts[0]
    described = np.empty(len(texts), object)
    described[:] = texts
    return described.reshape(shape)


def _describe_one(number: int, locale: str, with_ranks: bool) -> str:
    kind, ranks = BEST_FIRST[number - 1]
    if locale == "en":
        text = _describe_in_english(kind, ranks)
        return text if with_ranks else text.split(",")[0]
    name = _CATEGORY_NAMES[locale][kind]
    if kind is Category.ROYAL_FLUSH or not with_ranks:
        return name
    copies = _COPIES.get(kind, (1, 1, 1, 1, 1))
    return f"{name}, {''.join(RANKS[r] * n for r, n in zip(ranks, copies, strict=True))}"
