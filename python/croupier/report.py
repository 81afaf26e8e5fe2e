"""Reports: what outcomes came how often, and what that makes of every bet."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from croupier.arguments import read_stake, show
from croupier.simulation import join_ranges

if TYPE_CHECKING:
    import matplotlib.figure
    import numpy as np
    import numpy.typing as npt
    import pandas as pd

    from croupier.games.game import Game
    from croupier.simulation import Tally


@dataclass(frozen=True)
class BetReport:
    """What a bet returns.

    Attributes
    ----------
    rtp : float
        Total returned over total staked.
    rtp_exact : Fraction or None
        The same, exactly; None in a simulation.
    house_edge : float
        1 less `rtp`.
    std : float
        Standard deviation of a round's net result, in units of the first stake.
    std_error : float
        Standard error of `rtp`; 0 where it is exact.
    hit_rate : float
        The share of rounds that return more than was staked.
    """

    rtp: float
    rtp_exact: Fraction | None
    house_edge: float
    std: float
    std_error: float
    hit_rate: float


@dataclass(frozen=True, repr=False)
class Report:
    """How often each outcome came, or comes, and what every bet returns.

    Made by the methods `exact` and `simulate` of a game. Reports of a simulation of
    disjoint rounds add up: ``a + b`` is the report of the rounds of both.

    Attributes
    ----------
    game : ThaiHiLo, Baccarat ...
        The game with its rules.
    counts : tuple of int
        How many rounds had each outcome, in the order of ``game.outcomes``; in an exact
        report how many of all equally likely deals have it.
    stake : int
        The first stake on each bet, in minor units.
    ranges : tuple of range or None
        The rounds that were simulated; None in an exact report.
    seed : int or None
        The seed of the simulation.
    unit : str
        What `ranges` are ranges of: rounds, or shoes.
    partial : bool
        Whether the simulation was interrupted.
    extra : tuple
        Further options of the simulation, as pairs of name and value.

    Examples
    --------
    >>> import croupier
    >>> game = croupier.ThaiHiLo()
    >>> first, second = (
    ...     game.simulate(1000, seed=7, first_round=start) for start in (0, 1000)
    ... )
    >>> first + second == game.simulate(2000, seed=7)
    True
    >>> game.exact().bets["lo"].rtp_exact
    Fraction(39, 40)
    """

    game: Game[Any, Any]
    counts: tuple[int, ...]
    stake: int = 100
    ranges: tuple[range, ...] | None = None
    seed: int | None = None
    unit: str = "round"
    partial: bool = False
    extra: tuple[tuple[str, Any], ...] = ()
    history: tuple[npt.NDArray[np.int64], ...] = field(default=(), compare=False)

    @classmethod
    def of_tally(cls, game: Game[Any, Any], tally: Tally, **details: Any) -> Report:
        """Make the report of what a simulation has counted."""
        return cls(
            game,
            tuple(tally.counts.tolist()),
            ranges=tally.ranges,
            history=tally.history,
            **details,
        )

    @property
    def method(self) -> str:
        """How it was made: "exact" or "simulation"."""
        return "exact" if self.ranges is None else "simulation"

    @property
    def rounds(self) -> int | None:
        """How many rounds it holds; None if it is exact."""
        return None if self.ranges is None else sum(self.counts)

    @property
    def options(self) -> dict[str, Any]:
        """The stake, and the options of the game and of the simulation."""
        return {"stake": self.stake, **self.game.options, **dict(self.extra)}

    @property
    def outcomes(self) -> dict[Any, int | Fraction]:
        """The count of each outcome, or its probability if the report is exact."""
        if self.ranges is not None:
            return dict(zip(self.game.outcomes, self.counts, strict=True))
        total = sum(self.counts)
        chances = (Fraction(count, total) for count in self.counts)
        return dict(zip(self.game.outcomes, chances, strict=True))

    @cached_property
    def bets(self) -> dict[str, BetReport]:
        """What every bet returns, by its name."""
        positions: dict[str, list[tuple[int, int, int]]] = {}
        for outcome, count in zip(self.game.outcomes, self.counts, strict=True):
            for bet, (staked, returned) in self.game.positions(outcome, self.stake).items():
                positions.setdefault(bet, []).append((count, staked, returned))
        return {bet: self._price(rows) for bet, rows in positions.items()}

    def _price(self, rows: list[tuple[int, int, int]]) -> BetReport:
        """Price rows of (count, staked, returned), in integers until the last step."""
        n = sum(count for count, _, _ in rows)
        if n == 0:
            return BetReport(math.nan, None, math.nan, math.nan, math.nan, math.nan)
        staked = sum(count * stake for count, stake, _ in rows)
        returned = sum(count * back for count, _, back in rows)
        rtp = Fraction(returned, staked)
        nets = sum(count * (back - stake) ** 2 for count, stake, back in rows)
        std, std_error = math.nan, math.nan
        if self.ranges is None:
            std = math.sqrt(Fraction(nets * n - (returned - staked) ** 2, (n * self.stake) ** 2))
            std_error = 0.0
        elif n > 1:
            variance = Fraction(nets * n - (returned - staked) ** 2, n * (n - 1))
            std = math.sqrt(variance / self.stake**2)
            # The delta method: both what is returned and what is staked are random.
            residuals = sum(
                count * (back * staked - stake * returned) ** 2 for count, stake, back in rows
            )
            std_error = math.sqrt(Fraction(residuals * n, (n - 1) * staked**4))
        return BetReport(
            rtp=float(rtp),
            rtp_exact=rtp if self.ranges is None else None,
            house_edge=float(1 - rtp),
            std=std,
            std_error=std_error,
            hit_rate=sum(count for count, stake, back in rows if back > stake) / n,
        )

    def reprice(self, game: Game[Any, Any], *, stake: int | None = None) -> Report:
        """Give the same outcomes another paytable, or another stake.

        Parameters
        ----------
        game : ThaiHiLo, Baccarat ...
            A game of the same kind that deals alike.
        stake : int, optional
            Another stake.

        Returns
        -------
        Report

        Raises
        ------
        ValueError
            If the outcomes of `game` differ or come otherwise.
        TypeError
            If `game` is none.

        Examples
        --------
        >>> import croupier
        >>> report = croupier.Baccarat().simulate(1000, seed=7)
        >>> no_commission = croupier.Baccarat(commission=0)
        >>> report.reprice(no_commission) == no_commission.simulate(1000, seed=7)
        True
        """
        if not hasattr(type(game), "plays_like"):
            raise TypeError(f"game: a game is needed, got {type(game).__name__}")
        if type(game) is not type(self.game) or not game.plays_like(self):
            needed = f"game: one that deals as {show(self.game)} is needed"
            raise ValueError(f"{needed}, got {show(game)}")
        return replace(self, game=game, stake=self.stake if stake is None else read_stake(stake))

    def __add__(self, other: object) -> Report:
        """Merge two simulations of disjoint rounds."""
        if not isinstance(other, Report):
            return NotImplemented
        if self.ranges is None or other.ranges is None:
            raise ValueError("reports: only those of simulations add up")
        for name, mine, theirs in (
            ("rules", self.game.digest, other.game.digest),
            ("options", self.options, other.options),
            ("seed", self.seed, other.seed),
        ):
            if mine != theirs:
                raise ValueError(f"reports: the same {name} are needed, got {mine} and {theirs}")
        try:
            ranges = join_ranges((*self.ranges, *other.ranges))
        except ValueError as error:
            raise ValueError(f"reports: disjoint {self.unit}s are needed, but {error}") from None
        counts = tuple(map(sum, zip(self.counts, other.counts, strict=True)))
        return replace(
            self,
            counts=counts,
            ranges=ranges,
            partial=self.partial or other.partial,
            history=_thin((*self.history, *(counts + self.counts for counts in other.history))),
        )

    def to_dict(self) -> dict[str, Any]:
        """Give all of it as plain data, ready for JSON.

        Returns
        -------
        dict
            Exact values are ``"n/d"`` strings, what is not known is None.

        Examples
        --------
        >>> import croupier
        >>> croupier.ThaiHiLo().exact().to_dict()["bets"]["lo"]["rtp_exact"]
        '39/40'
        """
        value = "probability" if self.ranges is None else "count"
        return {
            "game": self.game.name,
            "method": self.method,
            "partial": self.partial,
            "rounds": self.rounds,
            "seed": self.seed,
            "options": self.options,
            "rules_digest": self.game.digest,
            "bets": {
                name: {key: _plain(entry) for key, entry in vars(bet).items()}
                for name, bet in self.bets.items()
            },
            "outcomes": [
                {"outcome": str(outcome), value: _plain(entry)}
                for outcome, entry in self.outcomes.items()
            ],
        }

    def to_pandas(self, table: str = "bets") -> pd.DataFrame:
        """Give a table as a data frame; needs pandas.

        Parameters
        ----------
        table : {"bets", "outcomes"}
            What the rows are.

        Returns
        -------
        pandas.DataFrame
            Indexed by the name of the bet, or by the outcome.
        """
        import pandas as pd

        if table == "bets":
            rows = {name: vars(bet) for name, bet in self.bets.items()}
            return pd.DataFrame.from_dict(rows, orient="index").rename_axis("bet")
        if table != "outcomes":
            raise ValueError(f"table: 'bets' or 'outcomes' is needed, got {table!r}")
        column = "probability" if self.ranges is None else "count"
        index = pd.Index([str(outcome) for outcome in self.outcomes], name="outcome")
        return pd.DataFrame({column: list(self.outcomes.values())}, index=index)

    def plot(self, bet: str | None = None) -> matplotlib.figure.Figure:
        """Draw how often outcomes come and how the RTP converges; needs Matplotlib.

        Parameters
        ----------
        bet : str, optional
            The bet whose RTP is drawn, the first one by default.

        Returns
        -------
        matplotlib.figure.Figure
            The shares of the outcomes beside the exact ones; for a simulation also the
            RTP after ever more rounds, with two standard errors, beside the exact one.
        """
        from croupier.plots import draw_report

        return draw_report(self, bet)

    def __repr__(self) -> str:
        return f"<{self._title()}>"

    def __str__(self) -> str:
        rows = self._table()
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = [
            "  ".join(
                cell.ljust(width) if place == 0 else cell.rjust(width)
                for place, (cell, width) in enumerate(zip(row, widths, strict=True))
            )
            for row in rows
        ]
        return "\n".join([self._title(), *lines])

    def _repr_html_(self) -> str:
        import html

        head, *rows = [[html.escape(cell) for cell in row] for row in self._table()]
        return (
            f"<table><caption>{html.escape(self._title())}</caption>"
            f"<thead><tr><th>{'</th><th>'.join(head)}</th></tr></thead><tbody>"
            + "".join(
                f"<tr><th>{row[0]}</th><td>{'</td><td>'.join(row[1:])}</td></tr>" for row in rows
            )
            + "</tbody></table>"
        )

    def _title(self) -> str:
        parts = [self.game.name, "exact"]
        if self.ranges is not None:
            parts[1:] = [f"{self.rounds:,} rounds simulated", f"seed {self.seed}"]
        if self.partial:
            parts.append("partial")
        options = [f"{name} {value}" for name, value in self.options.items()]
        return ", ".join(parts + options)

    def _table(self) -> list[list[str]]:
        columns = ["RTP", "house edge", "hit rate", "std"]
        if self.ranges is not None:
            columns.insert(1, "std error")
        rows = [["bet", *columns]]
        for name, bet in self.bets.items():
            cells = [_percent(bet.rtp), _percent(bet.house_edge), _percent(bet.hit_rate)]
            if self.ranges is not None:
                cells.insert(1, _percent(bet.std_error))
            rows.append([name, *cells, _show(bet.std, "{:.4f}")])
        return rows


def _thin(history: tuple[npt.NDArray[np.int64], ...]) -> tuple[npt.NDArray[np.int64], ...]:
    """Keep of ever larger counts those at which the rounds had doubled."""
    kept: list[npt.NDArray[np.int64]] = []
    for counts in history:
        if not kept or counts.sum() >= 2 * kept[-1].sum():
            kept.append(counts)
    return tuple(kept)


def _plain(value: Any) -> Any:
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}"
    return None if isinstance(value, float) and math.isnan(value) else value


def _show(value: float, form: str) -> str:
    return "-" if math.isnan(value) else form.format(value)


def _percent(value: float) -> str:
    return _show(value, "{:.4%}")
