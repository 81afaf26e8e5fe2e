"""Equity: what share of the pot hands and ranges win, exactly or by samples."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, SupportsIndex, cast

from croupier import _core
from croupier.arguments import read_int
from croupier.arguments import show as show_value
from croupier.poker.spot import Spot, shorten
from croupier.report import Report
from croupier.report.tables import Rows, Table
from croupier.report.tally import Tally
from croupier.report.text import show
from croupier.simulation import Simulation

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    from matplotlib.figure import Figure


@dataclass(frozen=True, repr=False)
class Equity(Report):
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
    equity of AsAc v KhKd, exact
    hand    equity       win      tie
    AsAc  81.2555%  81.0646%  0.3818%
    KhKd  18.7445%  18.5536%  0.3818%
    1,712,304 deals
    """

    game: Spot

    @property
    def unit(self) -> str:
        """What `ranges` are ranges of."""
        return "sample"

    @property
    def details(self) -> dict[str, Any]:
        """Nothing but the spot decides it."""
        return {}

    @classmethod
    def _read_details(cls, game: Any, unit: str, details: dict[str, Any]) -> dict[str, Any]:  # noqa: ARG003
        for name in details:
            raise ValueError(f"one of hands, board, dead is needed, got {show_value(name)}")
        return {}

    @classmethod
    def _width(cls, game: Spot) -> int:
        return int(2 ** len(game.hands))

    @property
    def _held(self) -> int:
        return self.total

    def _check(self) -> None:
        super()._check()
        if self.counts[0]:
            raise ValueError(f"counts[0]: 0 is needed, as somebody wins, got {self.counts[0]}")
        if self.exact and not self.total:
            raise ValueError("counts: those of a deal or more are needed, got none")

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
        """The standard error of each player's equity: 0 if it is exact.

        Samples that are all alike cannot tell: it is nan.
        """
        if self.exact:
            return (0.0,) * self._players
        spreads = [
            self._moment(player, 2) - self._moment(player, 1) ** 2
            for player in range(self._players)
        ]
        return tuple(math.sqrt(s / self.total) if s > 0 else math.nan for s in spreads)

    def split(self, pot: SupportsIndex) -> tuple[int, ...]:
        """Share a pot out by equity in whole units: all of it, and nobody a unit off his share.

        Parameters
        ----------
        pot : int
            In minor units, 0 to ``2**63 - 1``. On a whole board it goes to the winners.

        Returns
        -------
        tuple of int
            Each player's share rounded down, and a unit more for as many as are left over:
            those of whom rounding took most, of like ones the first.

        Raises
        ------
        ValueError
            If `pot` is out of range, or nothing was sampled.
        TypeError
            If `pot` is no int.

        Examples
        --------
        >>> import croupier
        >>> equity = croupier.equity("ThAc", "AdTd", "TsAs", board="4d 7s 6s Jd Jh")
        >>> equity.split(30_300), equity.split(100)
        ((10100, 10100, 10100), (34, 33, 33))
        """
        whole = read_int(pot, "pot", 0, 2**63 - 1)
        if not self.total:
            raise ValueError("pot: equity of a sample or more is needed, got none")
        exact = [whole * self._moment(player, 1) for player in range(self._players)]
        shares = [share.numerator // share.denominator for share in exact]
        by_loss = sorted(range(self._players), key=lambda player: shares[player] - exact[player])
        for player in by_loss[: whole - sum(shares)]:
            shares[player] += 1
        return tuple(shares)

    _computed = MappingProxyType({})  # the same counts give the same figures to the last bit

    def _findings(self) -> dict[str, Any]:
        return {}

    def _counts_to_dict(self) -> dict[str, Any]:
        return {
            "wins": self.wins,
            "ties": {str(size): counts for size, counts in self.ties.items()},
            "total": self.total,
            "equity": self.equity,
            "std_error": self.std_error,
            "counts": self.counts,
        }

    @property
    def _tied(self) -> list[int]:
        """How often each player shares the pot."""
        ties = self.ties.values()
        return [sum(counts[player] for counts in ties) for player in range(self._players)]

    def _tables(self) -> dict[str, Table]:
        columns: dict[str, list[Any]] = {
            "hand": [str(hand) for hand in self.game.hands],
            "equity": list(map(float, self.equity)),
            "std_error": list(self.std_error),
            "wins": list(self.wins),
            "ties": self._tied,
        }
        columns |= {"equity_exact": list(self.equity)} if self.exact else {}
        players = [str(player) for player in range(1, self._players + 1)]
        return {"players": Table("player", players, columns)}

    def _shown(self) -> list[Rows]:
        rows = [["hand", "equity", "win", "tie", "std error"]]
        for player, hand in enumerate(self.game.hands):
            numbers = (
                float(self.equity[player]),
                self._share(self.wins[player]),
                self._share(self._tied[player]),
                self.std_error[player],
            )
            rows.append([shorten(str(hand)), *map(show, numbers)])
        return [[row[:4] for row in rows] if self.exact else rows]

    @property
    def _subject(self) -> str:
        return "equity of " + " v ".join(shorten(str(hand)) for hand in self.game.hands)

    @property
    def _listed(self) -> dict[str, Any]:
        return {name: value for name, value in self.options.items() if name != "hands"}

    def _notes(self) -> Iterator[str]:
        if self.exact:
            yield "1 deal" if self.total == 1 else f"{self.total:,} deals"
        yield from super()._notes()

    def plot(self, *, ax: Any = None) -> Figure:
        """Draw the players' equities as bars; needs Matplotlib.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, optional
            Where to draw; on a new figure by default.

        Returns
        -------
        matplotlib.figure.Figure
        """
        from matplotlib.figure import Figure

        axes = Figure(layout="constrained").subplots() if ax is None else ax
        names = [f"{place} {shorten(str(hand))}" for place, hand in enumerate(self.game.hands, 1)]
        axes.barh(names[::-1], list(map(float, self.equity))[::-1])
        axes.set_xlabel("equity")
        return cast("Figure", axes.figure)

    @property
    def _players(self) -> int:
        return len(self.game.hands)

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
        return int(2 ** len(self.game.hands))

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


Spot.reports = MappingProxyType(
    {"sample": Equity}
)  # here, as reports stand above what they tell of
