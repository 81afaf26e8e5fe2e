"""Equity: what share of the pot hands and ranges win, exactly or by samples."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, SupportsIndex

from croupier import _core
from croupier.report.base import BaseReport
from croupier.report.text import lay_out, show, to_html
from croupier.simulation import Simulation
from croupier.spot import Spot, shorten

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from croupier.report.tally import Tally


@dataclass(frozen=True, repr=False)
class Equity(BaseReport):
    """How often who wins the pot, and who ties for it.

    Made by `equity`. Those of samples add up, as reports of simulations do.

    Attributes
    ----------
    counts : tuple of int
        By set of winners, bit `p` for player `p`, how many boards, samples or weighted deals
        they share. The weights of ranges are taken in lowest terms.

    Examples
    --------
    >>> import croupier
    >>> equity = croupier.equity("AcAs", "KhKd")
    >>> equity.wins, equity.ties, equity.total
    ((1388072, 317694), {2: (6538, 6538)}, 1712304)
    >>> equity.equity[0], sum(equity.equity)
    (Fraction(29603, 36432), Fraction(1, 1))
    >>> print(equity)
    hand    equity       win      tie
    AsAc  81.2555%  81.0646%  0.3818%
    KhKd  18.7445%  18.5536%  0.3818%
    exact, 1712304 deals
    """

    game: Spot

    @property
    def unit(self) -> str:
        """What `ranges` are ranges of."""
        return "sample"

    @property
    def details(self) -> dict[str, Any]:
        """Nothing else decides it."""
        return {}

    @property
    def exact(self) -> bool:
        """Whether all deals were counted."""
        return self.seed is None

    @property
    def total(self) -> int:
        """How many deals were counted, by their weights."""
        return sum(self.counts)

    @property
    def wins(self) -> tuple[int, ...]:
        """How often each player wins alone."""
        return self._shared_by(1)

    @property
    def ties(self) -> dict[int, tuple[int, ...]]:
        """By how many share the pot, how often each player is one of them; zeros left out."""
        shared = {size: self._shared_by(size) for size in range(2, self._players + 1)}
        return {size: counts for size, counts in shared.items() if any(counts)}

    @property
    def equity(self) -> tuple[Fraction, ...] | tuple[float, ...]:
        """The share of the pot that each player wins on average: Fractions if exact."""
        shares = [self._moment(player, 1) for player in range(self._players)]
        return tuple(shares) if self.exact else tuple(map(float, shares))

    @property
    def std_error(self) -> tuple[float, ...]:
        """The standard error of each player's equity: 0 if it is exact."""
        if self.exact:
            return (0.0,) * self._players
        return tuple(
            math.sqrt((self._moment(player, 2) - self._moment(player, 1) ** 2) / self.total)
            if self.total
            else math.nan
            for player in range(self._players)
        )

    def lines(self) -> list[list[str]]:
        """Lay the players out: a row of headings, and one each."""
        rows = [["hand", "equity", "win", "tie", "std error"]]
        for player, hand in enumerate(self.game.ranges):
            ties = sum(counts[player] for counts in self.ties.values())
            numbers = (self.equity[player], self._share(self.wins[player]), self._share(ties))
            cells = [show(float(number)) for number in numbers]
            rows.append([shorten(str(hand)), *cells, show(self.std_error[player])])
        return [row[:4] for row in rows] if self.exact else rows

    @property
    def note(self) -> str:
        """How it was counted."""
        if self.exact:
            return f"exact, {self.total} deals"
        return f"{self.total} samples, seed {self.seed}{', partial' if self.partial else ''}"

    def __str__(self) -> str:
        """Lay it out as a table."""
        return "\n".join([*lay_out(self.lines()), self.note])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return to_html("Equity", self.lines(), [self.note])

    def _findings(self) -> dict[str, Any]:
        ties = {str(size): list(counts) for size, counts in self.ties.items()}
        return {
            "wins": list(self.wins),
            "ties": ties,
            "total": self.total,
            "equity": list(self.equity),
            "std_error": list(self.std_error),
        }

    @property
    def _players(self) -> int:
        return len(self.game.ranges)

    def _share(self, count: int) -> float:
        return count / self.total if self.total else math.nan

    def _shared_by(self, size: int) -> tuple[int, ...]:
        return tuple(
            sum(
                count
                for winners, count in enumerate(self.counts)
                if winners >> player & 1 and winners.bit_count() == size
            )
            for player in range(self._players)
        )

    def _moment(self, player: int, power: int) -> Any:
        """Average the player's share of the pot, or its square."""
        if not self.total:
            return math.nan
        pots = sum(
            Fraction(count, winners.bit_count() ** power)
            for winners, count in enumerate(self.counts)
            if winners >> player & 1
        )
        return pots / self.total


@dataclass(frozen=True)
class EquitySimulation(Simulation[Equity]):
    """Samples of a spot: hands by their weights, and boards."""

    game: Spot

    unit: ClassVar[str] = "sample"

    @property
    def width(self) -> int:
        """As many as there are sets of winners."""
        return int(2 ** len(self.game.ranges))

    def count(
        self, first: int, size: int, threads: SupportsIndex | None = None
    ) -> npt.NDArray[np.int64]:
        """Count samples by who wins."""
        spot = self.game
        return _core.equity_sample(
            spot.weights, spot.board, spot.dead, self.seed, first, size, threads
        )

    def report(self, tally: Tally) -> Equity:
        """Make the report of what was counted."""
        return Equity(self.game, tally, self.seed)

    @property
    def details(self) -> Mapping[str, Any]:
        """Nothing but the spot decides it."""
        return {}
