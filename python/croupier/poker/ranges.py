"""Ranges of hole cards: which combos a player may hold, and how likely each is."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from croupier import _core
from croupier.arguments import Cards
from croupier.lazy import lazy
from croupier.poker.combos import (
    CLASS_OF,
    COMBOS,
    HAND_CLASSES,
    HOLDS,
    MEMBERS,
    SIZE,
    name_class,
    name_combo,
)
from croupier.poker.notation import UNIT, read_text, show_weight, write_text

if TYPE_CHECKING:
    import numpy.typing as npt
    from matplotlib.figure import Figure

_MOST_NAMES = 26


class Range:
    """The hole cards that a player may hold, each combo with a weight from 0 to 1.

    Parameters
    ----------
    hands : str, Range or array_like
        A text, or weights from 0 to 1, rounded to millionths, as an array of shape
        ``(1326,)``, by combo in the order of `combos`, or ``(13, 13)``: the grid whose rows
        and columns go from ace to two, suited hands above its diagonal.

        A text is a list with commas: ``AsKs`` one combo; ``QQ``, ``AKs``, ``AKo``, ``AK``
        (suited or not) a class; ``QQ+`` pairs from queens up, ``AJs+`` and ``AT+`` kickers
        from there up; ``A2s-A5s``, ``22-55``, ``54s-98s`` classes from one to another;
        ``random`` any two cards. ``:0.5`` after an entry is its weight, of up to six
        decimals.

    Raises
    ------
    ValueError
        If an entry cannot be read, with its place, or gives a combo another weight than
        an earlier one; if a weight is out of range or an array of another shape.
    TypeError
        If `hands` is neither.

    Notes
    -----
    Ranges are immutable. ``a | b`` has the larger weight of each combo, ``a & b`` the smaller,
    ``a - b`` what `a` has more than `b`. ``len`` counts combos, ``in`` tells whether all combos
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
        return read_range(hands, "hands")

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

    def __delattr__(self, name: str) -> NoReturn:
        """Refuse: ranges are immutable."""
        raise AttributeError(f"a Range is immutable: cannot delete {name}")

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the weights."""
        return Range._of, (self._weights,)

    def __eq__(self, other: object) -> bool:
        """Tell whether all weights are equal."""
        if not isinstance(other, Range):
            return NotImplemented
        return bool(np.array_equal(self._weights, other._weights))

    def __hash__(self) -> int:
        """Hash the weights."""
        return hash(self._weights.tobytes())

    def __len__(self) -> int:
        """Count the combos."""
        return int(np.count_nonzero(self._weights))

    def __contains__(self, hands: object) -> bool:
        """Tell whether all combos of a text or a range are held, at whatever weight."""
        wanted = Range(hands)._weights
        return bool((self._weights[wanted > 0] > 0).all())

    def __or__(self, other: object) -> Range:
        """Take the larger weight of each combo."""
        if not isinstance(other, Range):
            return NotImplemented
        return Range._of(np.maximum(self._weights, other._weights))

    def __and__(self, other: object) -> Range:
        """Take the smaller weight of each combo."""
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
        return write_text(self._weights)

    @property
    def combos(self) -> list[tuple[str, Fraction]]:
        """The combos that are held, by text, each with its weight.

        Examples
        --------
        >>> import croupier
        >>> croupier.Range("3s2s, 22:0.5").combos[-2:]
        [('2s2h', Fraction(1, 2)), ('3s2s', Fraction(1, 1))]
        """
        held = np.flatnonzero(self._weights).tolist()
        return [(name_combo(i), Fraction(int(self._weights[i]), UNIT)) for i in held]

    @property
    def weights(self) -> npt.NDArray[np.float64]:
        """All weights, shape ``(1326,)``: combos 1 0, 2 0, 2 1, 3 0 ... of card numbers."""
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
        grid = np.zeros((SIZE, SIZE))
        for (row, column), members in MEMBERS.items():
            grid[row, column] = self._weights[members].mean() / UNIT
        return grid

    def without(self, cards: Cards) -> Range:
        """Drop the combos that hold one of these cards."""
        gone = HOLDS[_core.read_cards(cards, "cards")].any(axis=0)
        if not gone.any():
            return self
        return Range._of(np.where(gone, np.uint32(0), self._weights))

    @lazy
    def lowest_terms(self) -> npt.NDArray[np.uint32]:
        """The smallest whole numbers in proportion to the weights, shape ``(1326,)``."""
        weights: npt.NDArray[np.uint32] = self._weights // max(np.gcd.reduce(self._weights), 1)
        weights.flags.writeable = False
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
                f"{name_class(row, column)}</td>"
                for column in range(SIZE)
            )
            + "</tr>"
            for row in range(SIZE)
        )
        return f"<table><caption>{self._text}</caption>{rows}</table>"


def read_range(hands: Any, argument: str) -> Range:
    """Read a range; one that is one already is given back."""
    if isinstance(hands, Range):
        return hands
    if isinstance(hands, str):
        return Range._of(read_text(str.__str__(hands), argument))
    return Range._of(_read_weights(hands, argument))


def draw_grid(
    shares: npt.NDArray[np.float64],
    title: str,
    fields: Sequence[str] = (),
    sides: Sequence[str] = (),
) -> Figure:
    """Draw a square of shares from 0 to 1; needs Matplotlib.

    With names in its fields row by row, or at its sides where there is room.
    """
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 8), layout="constrained")
    figure.suptitle(title, wrap=True)
    axes = figure.subplots()
    axes.imshow(shares, cmap="Blues", vmin=0, vmax=1)
    for place, name in enumerate(fields):
        row, column = divmod(place, len(shares))
        color = "white" if shares[row, column] > 0.6 else "black"
        axes.text(column, row, name, ha="center", va="center", color=color, fontsize="small")
    shown = sides if len(sides) <= _MOST_NAMES else ()
    axes.set_xticks(range(len(shown)), shown, rotation=90)
    axes.set_yticks(range(len(shown)), shown)
    return figure


def _read_weights(hands: Any, argument: str) -> npt.NDArray[np.uint32]:
    needed = f"{argument}: a text, or weights of shape (1326,) or (13, 13) are needed"
    try:
        array = np.asanyarray(hands)
    except (ValueError, TypeError):  # lists of different lengths, or what makes no array
        array = np.array(None)
    if array.ndim == 0 or array.dtype.kind not in "fiu" or isinstance(array, np.ma.MaskedArray):
        raise TypeError(f"{needed}, got {type(hands).__name__}")
    if array.shape == (SIZE, SIZE):
        array = array[CLASS_OF[:, 0], CLASS_OF[:, 1]]
    if array.shape != (COMBOS,):
        raise ValueError(f"{needed}, got {array.shape}")
    for combo in np.flatnonzero(~((array >= 0) & (array <= 1)))[:1]:
        raise ValueError(
            f"{argument}: {name_combo(combo)}: a weight from 0 to 1 is needed, got {array[combo]}"
        )
    weights: npt.NDArray[np.uint32] = np.rint(array.astype(np.float64) * UNIT).astype(np.uint32)
    for combo in np.flatnonzero((array > 0) & (weights == 0))[:1]:
        least = f"0 or at least {show_weight(1)}"
        raise ValueError(
            f"{argument}: {name_combo(combo)}: a weight of {least} is needed, got {array[combo]}"
        )
    return weights
