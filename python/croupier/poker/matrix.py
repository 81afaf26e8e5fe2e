"""The equity of every one of several ranges against every other."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, SupportsIndex

import numpy as np

from croupier import _core
from croupier.arguments import Cards, read_int, read_name
from croupier.lazy import lazy
from croupier.poker.combos import HAND_CLASSES
from croupier.poker.ranges import Range, draw_grid
from croupier.poker.spot import Hand, join_halves, read_hand, read_seen, shorten, weigh

if TYPE_CHECKING:
    import numpy.typing as npt
    import pandas as pd
    from matplotlib.figure import Figure


@dataclass(frozen=True, repr=False)
class EquityMatrix:
    """The exact equity of each of several ranges against each.

    Attributes
    ----------
    names : tuple of str
        The ranges.

    Examples
    --------
    >>> import croupier
    >>> matrix = croupier.equity_matrix(["AsAh", "KsKh", "AcKc"], board="2c 7d Jh Qs")
    >>> matrix
    <equity of 3 ranges against each other>
    >>> matrix.names[0], matrix.counts(0, 1), matrix.exact("AsAh", "KsKh")
    ('AsAh', (42, 2, 0), Fraction(21, 22))
    """

    names: tuple[str, ...]
    _counts: tuple[tuple[int, ...], ...]

    def counts(self, row: str | SupportsIndex, column: str | SupportsIndex) -> tuple[int, int, int]:
        """Tell how often one range wins against another, loses and ties, by weight.

        Ranges go by their names or their numbers from 0 on.
        """
        one, other = self._find(row, "row"), self._find(column, "column")
        high, low = max(one, other), min(one, other)
        _, wins, losses, ties = self._counts[high * (high + 1) // 2 + low]
        return (wins, losses, ties) if one >= other else (losses, wins, ties)

    def exact(self, row: str | SupportsIndex, column: str | SupportsIndex) -> Fraction:
        """Tell the equity of one range against another as a Fraction."""
        wins, losses, ties = self.counts(row, column)
        if not wins + losses + ties:
            one, other = self._find(row, "row"), self._find(column, "column")
            both = f"{self.names[one]} and {self.names[other]}"
            raise ValueError(f"row, column: two that can be held at once are needed, got {both}")
        return Fraction(2 * wins + ties, 2 * (wins + losses + ties))

    def _find(self, name: str | SupportsIndex, argument: str) -> int:
        if isinstance(name, str):
            return self.names.index(read_name(name, argument, self.names))
        return read_int(name, argument, 0, len(self.names) - 1)

    @lazy
    def equity(self) -> npt.NDArray[np.float64]:
        """The equity of each row against each column, nan where both cannot be held."""
        size = len(self.names)
        matrix = np.empty((size, size))
        for row in range(size):
            for column in range(row + 1):
                possible = any(self.counts(row, column))
                share = float(self.exact(row, column)) if possible else math.nan
                matrix[row, column], matrix[column, row] = share, 1 - share
        matrix.flags.writeable = False
        return matrix

    def __repr__(self) -> str:
        return f"<equity of {len(self.names)} ranges against each other>"

    def to_pandas(self) -> pd.DataFrame:
        """Give it as a data frame, the ranges as index and columns; needs pandas."""
        import pandas as pd

        names = list(self.names)
        return pd.DataFrame(self.equity, index=names, columns=names)

    def plot(self) -> Figure:
        """Draw the matrix, rows against columns; needs Matplotlib."""
        names = [shorten(name) for name in self.names]
        return draw_grid(self.equity, "equity of rows against columns", sides=names)


def equity_matrix(
    hands: Sequence[Hand] | None = None,
    *,
    board: Cards = (),
    dead: Cards = (),
    threads: SupportsIndex | None = None,
) -> EquityMatrix:
    """Tell the exact equity of each of several hands or ranges against each.

    Parameters
    ----------
    hands : sequence, optional
        Hands or ranges as `equity` takes them; the 169 classes of hole cards by default,
        in the order of `croupier.poker.combos.HAND_CLASSES`.
    board, dead : str or array_like
        0, 3, 4 or 5 cards, and cards that nobody gets.
    threads : int, optional
        How many share the work; all cores by default.

    Returns
    -------
    EquityMatrix

    Raises
    ------
    ValueError, TypeError
        As from `equity`.

    Examples
    --------
    >>> import croupier
    >>> matrix = croupier.equity_matrix(["AA", "KK", "AKs"], board="2c 7d Jh")
    >>> matrix.equity.round(3)
    array([[0.5  , 0.916, 0.947],
           [0.084, 0.5  , 0.823],
           [0.053, 0.177, 0.5  ]])
    >>> matrix.exact(0, 0)
    Fraction(1, 2)
    """
    if isinstance(hands, (str, Range)) or not (hands is None or hasattr(hands, "__iter__")):
        raise TypeError(f"hands: a sequence of hands is needed, got {type(hands).__name__}")
    given = HAND_CLASSES if hands is None else tuple(hands)
    if not given:
        raise ValueError("hands: at least one is needed, got none")
    rows = [f"hands: row {row}" for row in range(len(given))]
    ranges = tuple(map(read_hand, given, rows))
    seen = read_seen(board, dead, players=2)
    cells = _core.equity_matrix(weigh(ranges, *seen, rows), *seen, threads)
    return EquityMatrix(tuple(map(str, ranges)), tuple(join_halves(cell) for cell in cells))
