"""Ranges of hole cards: which pairs a player may hold, and how likely each is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from croupier import _core
from croupier.arguments import show
from croupier.lazy import lazy

if TYPE_CHECKING:
    import numpy.typing as npt
    from matplotlib.figure import Figure

COMBOS = 1326
CLASSES = 169
UNIT = 1_000_000
"""Weights are whole millionths."""

_RANKS = "23456789TJQKA"
_SIZE = len(_RANKS)
_ACE = _SIZE - 1

_RANK = "(?:10|[2-9TJQKAtjqka])"
_CARD = rf"(?:{_RANK}[cdhsCDHS♣♦♥♠][\ufe0e\ufe0f]?)"
_TOKEN = re.compile(
    rf"(?P<random>[Rr][Aa][Nn][Dd][Oo][Mm])"
    rf"|(?P<class>{_RANK}{_RANK}[soSO]?)(?:(?P<plus>\+)|-(?P<last>{_RANK}{_RANK}[soSO]?))?"
    rf"(?![cdhs♣♦♥♠])|(?P<cards>{_CARD}\s*{_CARD})"
)
_WEIGHT = re.compile(r":(\d*\.?\d+)", re.ASCII)
_LONGEST_QUOTE = 40


def _index(high: int, low: int) -> int:
    """Give the place of a pair of cards: 1 0, 2 0, 2 1, 3 0 ..."""
    return high * (high - 1) // 2 + low


_CARDS = [(high, low) for high in range(52) for low in range(high)]


def _class_of(high: int, low: int) -> tuple[int, int]:
    """Give the row and column of a pair on the grid: suited above the diagonal."""
    top, bottom = _ACE - high // 4, _ACE - low // 4
    return (top, bottom) if high % 4 == low % 4 else (bottom, top)


_HOLDS = np.zeros((52, COMBOS), bool)
for _place, _pair in enumerate(_CARDS):
    _HOLDS[_pair, _place] = True

_CLASS_OF = np.array([_class_of(*pair) for pair in _CARDS])
_MEMBERS: dict[tuple[int, int], list[int]] = {}
for _place, _pair in enumerate(_CARDS):
    _MEMBERS.setdefault(_class_of(*_pair), []).append(_place)


def _name_class(row: int, column: int) -> str:
    high, low = _RANKS[_ACE - min(row, column)], _RANKS[_ACE - max(row, column)]
    return high + low + ("" if row == column else "s" if row < column else "o")


HAND_CLASSES = tuple(_name_class(row, column) for row in range(_SIZE) for column in range(_SIZE))
"""The 169 classes of hole cards, row by row of the grid: AA, AKs, AQs ... AKo, KK ... 22."""


class Range:
    """The hole cards that a player may hold, each pair with a weight from 0 to 1.

    Parameters
    ----------
    hands : str, Range or array_like
        A text, or weights from 0 to 1, rounded to millionths, as an array of shape
        ``(1326,)``, by pair in the order of `combos`, or ``(13, 13)``: the grid whose rows
        and columns go from ace to two, suited hands above its diagonal.

        A text is a list with commas: ``AsKs`` one pair; ``QQ``, ``AKs``, ``AKo``, ``AK``
        (suited or not) a class; ``QQ+`` pairs from queens up, ``AJs+`` and ``AT+`` kickers
        from there up; ``A2s-A5s``, ``22-55``, ``54s-98s`` classes from one to another;
        ``random`` any two cards. ``:0.5`` after an entry is its weight, of up to six
        decimals.

    Raises
    ------
    ValueError
        If an entry cannot be read, with its place, or gives a pair another weight than
        an earlier one; if a weight is out of range or an array of another shape.
    TypeError
        If `hands` is neither.

    Notes
    -----
    Ranges are immutable. ``a | b`` has the larger weight of each pair, ``a & b`` the smaller,
    ``a - b`` what `a` has more than `b`. ``len`` counts pairs, ``in`` tells whether all pairs
    of a text are held.

    Examples
    --------
    >>> import croupier
    >>> hands = croupier.Range("AA, KK, QQ, AKs, 76s:0.5")
    >>> hands
    Range('QQ+, AKs, 76s:0.5')
    >>> len(hands), "AsKs" in hands, "AK" in hands
    (26, True, False)
    >>> hands - croupier.Range("KK, AsAh")
    Range('QQ, AKs, AdAc, AhAc, AhAd, AsAc, AsAd, 76s:0.5')
    """

    __slots__ = ("__dict__", "__weakref__", "_weights")

    _weights: npt.NDArray[np.uint32]

    def __new__(cls, hands: Any) -> Range:  # noqa: PYI034 - there are no others
        """Read a range."""
        return read_range(hands, "range")

    @classmethod
    def _of(cls, weights: npt.NDArray[np.uint32]) -> Range:
        self = object.__new__(cls)
        weights = weights.astype(np.uint32)
        weights.flags.writeable = False
        object.__setattr__(self, "_weights", weights)
        return self

    def __setattr__(self, name: str, value: object) -> NoReturn:
        """Refuse: ranges are immutable."""
        raise AttributeError(f"a Range is immutable: cannot set {name}")

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the text."""
        return Range, (str(self),)

    def __eq__(self, other: object) -> bool:
        """Tell whether all weights are equal."""
        if not isinstance(other, Range):
            return NotImplemented
        return bool(np.array_equal(self._weights, other._weights))

    def __hash__(self) -> int:
        """Hash the weights."""
        return hash(self._weights.tobytes())

    def __len__(self) -> int:
        """Count the pairs."""
        return int(np.count_nonzero(self._weights))

    def __contains__(self, hands: object) -> bool:
        """Tell whether all pairs of a text or a range are held, at whatever weight."""
        wanted = Range(hands)._weights
        return bool((self._weights[wanted > 0] > 0).all())

    def __or__(self, other: object) -> Range:
        """Take the larger weight of each pair."""
        if not isinstance(other, Range):
            return NotImplemented
        return Range._of(np.maximum(self._weights, other._weights))

    def __and__(self, other: object) -> Range:
        """Take the smaller weight of each pair."""
        if not isinstance(other, Range):
            return NotImplemented
        return Range._of(np.minimum(self._weights, other._weights))

    def __sub__(self, other: object) -> Range:
        """Take what is held more than by another range."""
        if not isinstance(other, Range):
            return NotImplemented
        return Range._of(self._weights - np.minimum(self._weights, other._weights))

    def __str__(self) -> str:
        """Write it as a short text, which reads back as the same range."""
        return self._text

    def __repr__(self) -> str:
        """Write the call that makes it."""
        return f"Range({self._text!r})"

    @lazy
    def _text(self) -> str:
        return ", ".join(_write(self._weights))

    @property
    def combos(self) -> list[tuple[str, Fraction]]:
        """The pairs that are held, by text, each with its weight.

        Examples
        --------
        >>> import croupier
        >>> croupier.Range("3s2s, 22:0.5").pairs[-2:]
        [('2s2h', Fraction(1, 2)), ('3s2s', Fraction(1, 1))]
        """
        held = np.flatnonzero(self._weights).tolist()
        return [(_name_pair(i), Fraction(int(self._weights[i]), UNIT)) for i in held]

    @property
    def weights(self) -> npt.NDArray[np.float64]:
        """All weights, shape ``(1326,)``: pairs 1 0, 2 0, 2 1, 3 0 ... of card numbers."""
        return self._weights / UNIT

    @property
    def grid(self) -> npt.NDArray[np.float64]:
        """The share of each class, shape ``(13, 13)``, as `Range` takes it.

        Examples
        --------
        >>> import croupier
        >>> croupier.Range("AA, AKs, AsKh").grid[:2, :2].round(2)
        array([[1.  , 1.  ],
               [0.08, 0.  ]])
        """
        grid = np.zeros((_SIZE, _SIZE))
        for (row, column), members in _MEMBERS.items():
            grid[row, column] = self._weights[members].mean() / UNIT
        return grid

    def without(self, cards: Sequence[int]) -> Range:
        """Drop the pairs that hold one of these card numbers."""
        gone = _HOLDS[list(cards)].any(axis=0) if cards else np.bool_(False)
        return Range._of(np.where(gone, np.uint32(0), self._weights))

    @property
    def lowest_terms(self) -> npt.NDArray[np.uint32]:
        """The smallest whole numbers in proportion to the weights, shape ``(1326,)``."""
        unit = max(np.gcd.reduce(self._weights), np.uint32(1))
        weights: npt.NDArray[np.uint32] = self._weights // unit
        return weights

    def plot(self) -> Figure:
        """Draw the grid of 169 classes; needs Matplotlib.

        Returns
        -------
        matplotlib.figure.Figure
        """
        return draw_grid(self.grid, self._text, HAND_CLASSES)

    def _repr_html_(self) -> str:
        """Show the grid in a notebook."""
        grid = self.grid
        rows = "".join(
            "<tr>"
            + "".join(
                f'<td style="background:rgba(70,130,180,{grid[row, column]:.2f})">'
                f"{_name_class(row, column)}</td>"
                for column in range(_SIZE)
            )
            + "</tr>"
            for row in range(_SIZE)
        )
        return f"<table><caption>{self._text}</caption>{rows}</table>"


def read_range(hands: Any, argument: str) -> Range:
    """Read a range; one that is one already is given back."""
    if isinstance(hands, Range):
        return hands
    if isinstance(hands, str):
        return Range._of(_Reader(str.__str__(hands), argument).read())
    return Range._of(_read_weights(hands, argument))


def draw_grid(shares: npt.NDArray[np.float64], title: str, names: Iterable[str] = ()) -> Figure:
    """Draw a square of shares from 0 to 1, names in its fields row by row; needs Matplotlib."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 8), layout="constrained")
    figure.suptitle(title, wrap=True)
    axes = figure.subplots()
    axes.imshow(shares, cmap="Blues", vmin=0, vmax=1)
    for place, name in enumerate(names):
        row, column = divmod(place, len(shares))
        color = "white" if shares[row, column] > 0.6 else "black"
        axes.text(column, row, name, ha="center", va="center", color=color, fontsize="small")
    axes.set_xticks([])
    axes.set_yticks([])
    return figure


# Reading


class _Reader:
    """Reads a text, and says where it cannot."""

    def __init__(self, text: str, argument: str) -> None:
        self._text = text
        self._argument = argument

    def read(self) -> npt.NDArray[np.uint32]:
        weights = np.zeros(COMBOS, np.uint32)
        given = np.zeros(COMBOS, bool)
        place = 0
        for entry in self._text.split(",") if self._text.strip() else []:
            start = place + len(entry) - len(entry.lstrip())
            place += len(entry) + 1
            members, weight = self._read_entry(entry.strip(), start)
            for pair in members:
                if given[pair] and weights[pair] != weight:
                    both = f"{_show_weight(int(weights[pair]))} and {_show_weight(weight)}"
                    raise ValueError(f"{self._argument}: {_name_pair(pair)} has weights {both}")
            weights[members] = weight
            given[members] = True
        return weights

    def _read_entry(self, entry: str, start: int) -> tuple[list[int], int]:
        found = _TOKEN.match(entry)
        if found is None:
            self._refuse(entry, start)
        weighted = _WEIGHT.match(entry, found.end())
        end = weighted.end() if weighted else found.end()
        if end < len(entry):
            self._refuse(entry[end:], start + end)
        weight = self._read_weight(weighted[1]) if weighted else UNIT
        if found["random"]:
            return list(range(COMBOS)), weight
        if found["cards"]:
            low, high = sorted(_core.read_cards(found["cards"], self._argument).tolist())
            if low == high:
                twice = f"{_core.format_cards([low])} stands twice in {show(entry)}"
                raise ValueError(f"{self._argument}: {twice}")
            return [_index(high, low)], weight
        first = _read_class(found["class"])
        classes = _between(first, _last_class(first, bool(found["plus"]), found["last"]))
        if not classes:
            self._refuse(entry, start)
        return [pair for name in classes for pair in _MEMBERS[name]], weight

    def _read_weight(self, text: str) -> int:
        weight = Decimal(text) * UNIT
        if weight != int(weight) or not 0 <= weight <= UNIT:
            needed = "a weight from 0 to 1 of up to 6 decimals is needed"
            raise ValueError(f"{self._argument}: {needed}, got {show(text)}")
        return int(weight)

    def _refuse(self, part: str, start: int) -> NoReturn:
        quoted = part if len(part) <= _LONGEST_QUOTE else part[:_LONGEST_QUOTE] + "..."
        where = f"cannot read {show(quoted)} at index {start} of {show(self._text)}"
        raise ValueError(f"{self._argument}: {where}")


_Class = tuple[int, int, str]
"""The higher rank, the lower one, and "s", "o" or "" for both."""


def _read_class(name: str) -> _Class:
    name = name.upper().replace("10", "T")
    low, high = sorted(_RANKS.index(rank) for rank in name[:2])
    return high, low, name[2:].lower()


def _last_class(first: _Class, plus: bool, last: str | None) -> _Class:
    high, low, suits = first
    if plus:
        return (_ACE, _ACE, suits) if high == low else (high, high - 1, suits)
    return first if last is None else _read_class(last)


def _between(first: _Class, last: _Class) -> list[tuple[int, int]]:
    """List the classes from one to another, by row and column; none if there is no such way."""
    (high, low, suits), (last_high, last_low, last_suits) = first, last
    if suits != last_suits or (suits and high == low):
        return []
    up, along = last_high - high, last_low - low
    if up not in (0, along) or (high == low) != (last_high == last_low):
        return []
    sign = 1 if along > 0 else -1
    classes = []
    for step in range(0, along + sign, sign):
        top, bottom = _ACE - high - (step if up else 0), _ACE - low - step
        classes += [(top, bottom)] if suits != "o" else []
        classes += [(bottom, top)] if suits != "s" and top != bottom else []
    return classes


def _read_weights(hands: Any, argument: str) -> npt.NDArray[np.uint32]:
    needed = f"{argument}: a text, or weights of shape (1326,) or (13, 13) are needed"
    array = np.asanyarray(hands)
    if array.dtype.kind not in "fiu" or isinstance(array, np.ma.MaskedArray):
        raise TypeError(f"{needed}, got {type(hands).__name__}")
    if array.shape == (_SIZE, _SIZE):
        array = array[_CLASS_OF[:, 0], _CLASS_OF[:, 1]]
    if array.shape != (COMBOS,):
        raise ValueError(f"{needed}, got {array.shape}")
    for pair in np.flatnonzero(~((array >= 0) & (array <= 1)))[:1]:
        raise ValueError(
            f"{argument}: {_name_pair(pair)}: a weight from 0 to 1 is needed, got {array[pair]}"
        )
    weights: npt.NDArray[np.uint32] = np.rint(array.astype(np.float64) * UNIT).astype(np.uint32)
    return weights


# Writing


def _name_pair(pair: int) -> str:
    return _core.format_cards(_CARDS[pair])


def _show_weight(weight: int) -> str:
    return f"{Decimal(weight) / UNIT:f}"


def _write(weights: npt.NDArray[np.uint32]) -> Iterator[str]:
    """Yield the entries, those of the largest weights first."""
    for weight in sorted(set(weights.tolist()) - {0}, reverse=True):
        suffix = "" if weight == UNIT else f":{_show_weight(weight)}"
        held = weights == weight
        if held.all():
            yield f"random{suffix}"
            continue
        whole = {name for name, members in _MEMBERS.items() if held[members].all()}
        entries = [*_write_pairs(whole), *_write_kickers(whole)]
        for name, members in _MEMBERS.items():
            if name not in whole:
                entries += [_name_pair(pair) for pair in members if held[pair]]
        yield from (entry + suffix for entry in entries)


def _write_pairs(whole: set[tuple[int, int]]) -> Iterator[str]:
    held = {_ACE - row for row, column in whole if row == column}
    for first, last in _runs(held):
        yield _write_run(_RANKS[first] * 2, _RANKS[last] * 2, last == _ACE)


def _write_kickers(whole: set[tuple[int, int]]) -> Iterator[str]:
    for high in range(_ACE, 0, -1):
        row = _ACE - high
        suited = {low for low in range(high) if (row, _ACE - low) in whole}
        offsuit = {low for low in range(high) if (_ACE - low, row) in whole}
        apart = [*_write_suits(high, suited, "s"), *_write_suits(high, offsuit, "o")]
        both = suited & offsuit
        joined = [
            *_write_suits(high, both, ""),
            *_write_suits(high, suited, "s", both),
            *_write_suits(high, offsuit, "o", both),
        ]
        yield from min(joined, apart, key=lambda entries: len(", ".join(entries)))


def _write_suits(
    high: int, lows: set[int], suits: str, written: Iterable[int] = ()
) -> Iterator[str]:
    """Write the classes of a high rank, but those runs of which all have been written."""
    for first, last in _runs(lows):
        if not set(range(first, last + 1)) <= set(written):
            one, other = (f"{_RANKS[high]}{_RANKS[low]}{suits}" for low in (first, last))
            yield _write_run(one, other, last == high - 1)


def _write_run(first: str, last: str, to_top: bool) -> str:
    if first == last:
        return first
    return f"{first}+" if to_top else f"{first}-{last}"


def _runs(ranks: set[int]) -> list[tuple[int, int]]:
    """Give the runs of neighbours, each from its lowest to its highest, high ones first."""
    runs = [rank for rank in sorted(ranks) if rank - 1 not in ranks]
    ends = [rank for rank in sorted(ranks) if rank + 1 not in ranks]
    return list(zip(runs, ends, strict=True))[::-1]
