"""Who wins, and what strengths are called."""

from __future__ import annotations

from enum import IntEnum
from functools import cache, reduce
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Any, SupportsIndex, TypeAlias, overload

import numpy as np

from croupier import _core
from croupier.arguments import read_int, read_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    Strength: TypeAlias = int | np.integer[Any]
    Strengths: TypeAlias = Sequence[Any] | _core._Array

_NUMBER_FORMATS = frozenset("bcdeEfFgGnoxX%")
"""The letters that end a format of a number."""


class Category(IntEnum):
    """The category of a poker hand; a higher one beats a lower one.

    Examples
    --------
    >>> from croupier import Category
    >>> Category.FLUSH > Category.STRAIGHT
    True
    >>> print(Category.FULL_HOUSE, int(Category.FULL_HOUSE), f"{Category.FULL_HOUSE:d}")
    full house 6 6
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

    def __str__(self) -> str:
        return self.name.lower().replace("_", " ")

    def __format__(self, format_spec: str) -> str:
        wanted = int(self) if format_spec[-1:] in _NUMBER_FORMATS else str(self)
        return format(wanted, format_spec)


@overload
def category(strength: Strength) -> Category: ...
@overload
def category(strength: Strengths) -> npt.NDArray[np.uint8]: ...
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
    numbers = _core.category_numbers(_read_no_category(strength))
    return numbers if numbers.ndim else Category(numbers.item())


def _read_no_category(strength: Any) -> Any:
    """Refuse a category, which is an int of another meaning."""
    if isinstance(strength, Category):
        raise TypeError(f"strength: strengths are needed, got the category {strength}")
    return strength


_RUN = (1, 1, 1, 1, 1)
_COPIES = {
    Category.FOUR_OF_A_KIND: (4, 1),
    Category.FULL_HOUSE: (3, 2),
    Category.THREE_OF_A_KIND: (3, 1, 1),
    Category.TWO_PAIR: (2, 2, 1),
    Category.PAIR: (2, 1, 1, 1),
}

_WEAKEST = 7462
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


@overload
def describe(strength: Strength, locale: str = "en", *, ranks: bool = True) -> str: ...
@overload
def describe(
    strength: Strengths, locale: str = "en", *, ranks: bool = True
) -> npt.NDArray[np.object_]: ...
def describe(
    strength: Any, locale: str = "en", *, ranks: bool = True
) -> str | npt.NDArray[np.object_]:
    """Put strengths into words.

    Parameters
    ----------
    strength : int or array_like of int
        Strengths as `evaluate` gives them, 1 to 7462.
    locale : {"en", "hi", "ro"}
        The language. All but English name the category and give the five ranks as
        symbols.
    ranks : bool
        Whether the ranks are told; otherwise the name of the category alone.

    Returns
    -------
    str or numpy.ndarray
        With the ranks different for each strength. For an array an array of str of its
        shape, of type object: equal texts are one object.

    Raises
    ------
    ValueError
        If a strength is out of range, with the first such index, or `locale` is unknown.
    TypeError
        If `strength` holds anything but integers, `locale` is no str or `ranks` no bool.

    Examples
    --------
    >>> import croupier
    >>> croupier.describe(167)
    'Full house, aces over kings'
    >>> croupier.describe(167, locale="ro")
    'Full, AAAKK'
    >>> croupier.describe([1, 7462], ranks=False).tolist()
    ['Royal flush', 'High card']
    """
    strengths = _core.read_strengths(_read_no_category(strength))
    language = read_name(locale, "locale", _LOCALES)
    if not isinstance(ranks, (bool, np.bool_)):
        raise TypeError(f"ranks: a bool is needed, got {type(ranks).__name__}")
    if strengths.ndim == 0:
        return _tell(strengths.item(), language, bool(ranks))
    texts: npt.NDArray[np.object_] = _all_texts(language, bool(ranks))[strengths]
    return texts


@cache
def _all_texts(locale: str, ranks: bool) -> npt.NDArray[np.object_]:
    names = {kind: _name(kind, locale) for kind in Category}
    kinds = [Category(number) for number in _core.category_numbers(range(1, _WEAKEST + 1)).tolist()]
    tell = [
        _tell(strength, locale, ranks=True) if ranks else names[kind]
        for strength, kind in enumerate(kinds, start=1)
    ]
    return np.array(["", *tell], object)


def _name(kind: Category, locale: str) -> str:
    return str(kind).capitalize() if locale == "en" else _TRANSLATED[locale][kind]


def _tell(strength: int, locale: str, ranks: bool) -> str:
    kind = Category(_core.category_numbers(strength).item())
    if not ranks or kind is Category.ROYAL_FLUSH:
        return _name(kind, locale)
    _, strongest = _core.CATEGORIES[kind]
    five = _ranks_best_first(kind)[strength - strongest]
    if locale == "en":
        names = {"one": [_NAMES[r] for r in five], "many": [_PLURALS[r] for r in five]}
        return _ENGLISH[kind].format(**names)
    copies = _COPIES.get(kind, _RUN)
    symbols = "".join(_SYMBOLS[rank] * n for rank, n in zip(five, copies, strict=True))
    return f"{_name(kind, locale)}, {symbols}"


@overload
def percentile(strength: Strength, n_cards: SupportsIndex = 7) -> float: ...
@overload
def percentile(strength: Strengths, n_cards: SupportsIndex = 7) -> npt.NDArray[np.float64]: ...
def percentile(strength: Any, n_cards: SupportsIndex = 7) -> float | npt.NDArray[np.float64]:
    """Tell the share of all hands that are weaker or equal.

    Parameters
    ----------
    strength : int or array_like of int
        Strengths as `evaluate` gives them, 1 to 7462.
    n_cards : int
        How many cards the hands have: 5, 6 or 7.

    Returns
    -------
    float or numpy.ndarray
        Of the ``C(52, n_cards)`` hands the share that this strength beats or ties, 0 to 1:
        exact counts, divided once. 1 for the royal flush; 0 for what no such hand is as
        weak as. For an array float64, of its shape.

    Raises
    ------
    ValueError
        If a strength is out of range, with the first such index, or `n_cards` is another
        number.
    TypeError
        If `strength` holds anything but integers or `n_cards` is no int.

    Notes
    -----
    The first call for a number of cards counts all hands of so many by
    `strength_histogram`: for seven cards 0.2 seconds of one core.

    Examples
    --------
    >>> import croupier
    >>> aces_and_kings = croupier.percentile(croupier.evaluate("As Ad Kh Kc 2s"), n_cards=5)
    >>> f"{aces_and_kings:.2%}"
    '97.07%'
    >>> croupier.percentile([1, 7462], n_cards=5)
    array([1.00000000e+00, 3.92464678e-04])
    """
    strengths = _core.read_strengths(_read_no_category(strength))
    shares = _shares(read_int(n_cards, "n_cards", 5, 7))[strengths]
    return shares if strengths.ndim else shares.item()


@cache
def _shares(n_cards: int) -> npt.NDArray[np.float64]:
    """Tell by strength the share of hands that are weaker or equal; entry 0 is not used."""
    counts = _core.strength_histogram(n_cards)
    shares: npt.NDArray[np.float64] = counts[::-1].cumsum()[::-1] / comb(52, n_cards)
    return shares


_MOST = 7
"""The cards that a hand has at most, those on the board among them."""
_MOST_ON_BOARD = 5


def compare(
    *hands: _core._Cards, board: _core._Cards = ()
) -> tuple[int, ...] | npt.NDArray[np.bool_]:
    """Tell who wins.

    Parameters
    ----------
    *hands : str, bytes or array_like of int or str
        Two or more hands, each as `evaluate` reads cards, shape ``(..., n)``; they may
        differ in size.
    board : str, bytes or array_like of int or str
        Up to five cards that all hands share, shape ``(..., n)``: with them a hand has 5,
        6 or 7 cards. The shapes ``(...)`` of the hands and the board are broadcast: one board
        for many hands, one hand against many.

    Returns
    -------
    tuple of int or numpy.ndarray
        For one deal the places of the best hands: ``(0,)`` if the first wins, ``(0, 2)``
        if it ties with the third. For batches bool, shape ``(..., len(hands))``, True
        where a hand is among the best.

    Raises
    ------
    ValueError
        If a number is no card, a card stands twice or there are not 5, 6 or 7 cards, with
        the first such row; if shapes do not fit together, or there are fewer hands than
        two.
    TypeError
        If hands or the board hold anything but text or integers.

    Notes
    -----
    With a board all cards come from one pack, and a card that stands in two hands, or in
    a hand and on the board, is refused. Without a board each hand is a whole one by
    itself, and hands may share cards: those of players whose board is written out with
    each of them.

    Examples
    --------
    >>> import croupier
    >>> croupier.compare("AsKd", "QhQd", board="Qs 7c 2h 9d 3c")
    (1,)
    >>> croupier.compare("7c5c", "Kc6c", "4c2d", board=["4d8s4h7d8c", "AsKsQsJsTs"])
    array([[False, False,  True],
           [ True,  True,  True]])
    """
    if len(hands) < 2:
        raise ValueError(
            "hands: two or more are needed, each an argument of its own, "
            f"got {len(hands) or 'nothing'}"
        )
    if (places := _core.winners(hands, board)) is not None:
        return places
    shared, on_board = _core.read_masks(
        board, "board", 0, _MOST_ON_BOARD, f"at most {_MOST_ON_BOARD}"
    )
    sizes = range(max(1, 5 - on_board), _MOST - on_board + 1)
    needed = " or ".join(", ".join(map(str, sizes)).rsplit(", ", 1))
    needed = f"{f'with {on_board} on the' if on_board else 'without a'} board {needed}"
    own = [
        _core.read_masks(hand, f"hands[{place}]", sizes[0], sizes[-1], needed)[0]
        for place, hand in enumerate(hands)
    ]
    shape = _broadcast([shared, *own])
    sets: list[Any] = [*own, shared] if shape else [mask.item() for mask in (*own, shared)]
    if on_board:
        _require_one_pack(sets, shape)
    *masks, common = sets
    strengths: list[Any] = [_core.evaluate_masks(mask | common) for mask in masks]
    if not shape:
        best = min(strengths)
        return tuple(place for place, strength in enumerate(strengths) if strength == best)
    best = reduce(np.minimum, strengths)
    wins = np.empty((*shape, len(hands)), np.bool_)
    for place, strength in enumerate(strengths):
        np.equal(strength, best, out=wins[..., place])
    return wins


def _broadcast(masks: Sequence[npt.NDArray[np.uint64]]) -> tuple[int, ...]:
    """Find the shape of all, the first of which is that of the board."""
    shape: tuple[int, ...] = ()
    for place, mask in enumerate(masks, start=-1):
        try:
            shape = np.broadcast_shapes(shape, mask.shape) if mask.ndim else shape
        except ValueError:
            raise ValueError(
                f"hands[{place}]: a shape that broadcasts with {shape} is needed, got {mask.shape}"
            ) from None
    return shape


def _require_one_pack(sets: Sequence[Any], shape: tuple[int, ...]) -> None:
    """Refuse a card that stands in two sets, the last of which is the board."""
    seen = sets[0]
    clash = seen ^ seen
    for cards in sets[1:]:
        clash = clash | (seen & cards)
        seen = seen | cards
    if not (clash.any() if shape else clash):
        return
    row = int(np.broadcast_to(clash != 0, shape).argmax())
    index = tuple(map(int, np.unravel_index(row, shape)))
    masks = [int(np.broadcast_to(cards, shape)[index]) for cards in sets]
    names = [*(f"hand {place}" for place in range(len(sets) - 1)), "board"]
    one, other = next(
        pair for pair in combinations(range(len(sets)), 2) if masks[pair[0]] & masks[pair[1]]
    )
    both = masks[one] & masks[other]
    bit = both.bit_length() - 1
    card = _core.format_cards(4 * (bit % 16) + bit // 16)
    where = f"row {index[0] if len(index) == 1 else index}: " if index else ""
    raise ValueError(f"hands: {where}{card} stands twice, in {names[one]} and {names[other]}")
