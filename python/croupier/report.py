"""Reports: what outcomes came how often, and what that makes of every bet."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from fractions import Fraction
from operator import add
from typing import TYPE_CHECKING, Any

from croupier.arguments import json_int, read_name, tell_apart
from croupier.lazy import lazy
from croupier.simulation import join_ranges

if TYPE_CHECKING:
    from typing import SupportsIndex, TypeAlias

    import matplotlib.figure
    import numpy as np
    import numpy.typing as npt
    import pandas as pd

    from croupier.games.game import Game
    from croupier.simulation import Tally

    _Rows: TypeAlias = list[tuple[int, int, int]]

_LARGEST_COUNT = 2**63 - 1


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
    disjoint rounds add up: ``a + b``, or ``sum(reports)``, is the report of the rounds of all.

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

    @lazy
    def bets(self) -> dict[str, BetReport]:
        """What every bet returns, by its name."""
        return {bet: self._price(rows) for bet, rows in self._positions(self.stake).items()}

    @property
    def rounded(self) -> dict[str, float]:
        """What rounding returns down takes off the RTP, by the name of each bet that it moves.

        Empty at the default stake of the game.

        Examples
        --------
        >>> import croupier
        >>> croupier.ThaiHiLo().exact(stake=10).rounded
        {'lo': 0.025}
        """
        if self.stake % self.game.whole_stake == 0:
            return {}
        whole = self._positions(self.game.whole_stake)
        taken = {
            bet: _rtp(whole[bet]) - _rtp(rows)
            for bet, rows in self._positions(self.stake).items()
            if _staked(rows)
        }
        return {bet: float(loss) for bet, loss in taken.items() if loss}

    def _positions(self, stake: int) -> dict[str, _Rows]:
        """List what a stake makes of every bet, as rows of (count, staked, returned)."""
        positions: dict[str, _Rows] = {}
        for outcome, count in zip(self.game.outcomes, self.counts, strict=True):
            for bet, (staked, returned) in self.game.positions(outcome, stake).items():
                positions.setdefault(bet, []).append((count, staked, returned))
        return positions

    def _price(self, rows: _Rows) -> BetReport:
        """Price rows of (count, staked, returned), in integers until the last step."""
        n = sum(count for count, _, _ in rows)
        staked = _staked(rows)
        if staked == 0:
            return BetReport(math.nan, None, math.nan, math.nan, math.nan, math.nan)
        rtp = _rtp(rows)
        returned = sum(count * back for count, _, back in rows)
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

    def reprice(self, game: Game[Any, Any], *, stake: SupportsIndex | None = None) -> Report:
        """Give the same outcomes another paytable, or another stake.

        Parameters
        ----------
        game : ThaiHiLo, Baccarat ...
            A game of the same kind that deals alike.
        stake : int, optional
            The first stake on each bet in minor units; the default stake of `game` by default.

        Returns
        -------
        Report

        Raises
        ------
        ValueError
            If the outcomes of `game` differ or come otherwise, or `stake` is out of range.
        TypeError
            If `game` is none, or `stake` no int.

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
            needed = "game: one whose rounds come and are played alike is needed"
            raise ValueError(f"{needed}, got {self.game.difference(game)}")
        return replace(self, game=game, stake=game.read_stake(stake))

    def __add__(self, other: object) -> Report:
        """Merge two simulations of disjoint rounds."""
        if not isinstance(other, Report):
            return NotImplemented
        if self.ranges is None or other.ranges is None:
            raise ValueError("reports: only those of simulations add up")
        if self.game != other.game:
            difference = self.game.difference(other.game)
            raise ValueError(f"reports: the same rules are needed, got {difference}")
        if (self.stake, self.extra) != (other.stake, other.extra):
            difference = tell_apart(self.options, other.options)
            raise ValueError(f"reports: the same options are needed, got {difference}")
        if self.seed != other.seed:
            needed = "reports: the same seed is needed"
            raise ValueError(f"{needed}, got {self.seed} and {other.seed}")
        few, many = sorted((self.ranges, other.ranges), key=len)
        try:
            ranges = join_ranges(few, many)
        except ValueError as error:
            raise ValueError(f"reports: disjoint {self.unit}s are needed, but {error}") from None
        return replace(
            self,
            counts=tuple(map(add, self.counts, other.counts)),
            ranges=ranges,
            partial=self.partial or other.partial,
            history=_thin((*self.history, *(counts + self.counts for counts in other.history))),
        )

    def __radd__(self, other: object) -> Report:
        """Begin a sum."""
        return self if type(other) is int and other == 0 else NotImplemented

    def to_dict(self) -> dict[str, Any]:
        """Give all of it as plain data, ready for JSON.

        Returns
        -------
        dict
            Exact values are ``"n/d"`` strings, integers beyond ``2**53 - 1`` strings too;
            what is not known is None.

        Examples
        --------
        >>> import croupier
        >>> croupier.ThaiHiLo().exact().to_dict()["bets"]["lo"]["rtp_exact"]
        '39/40'
        """
        value = "probability" if self.ranges is None else "count"
        ranges = None if self.ranges is None else [(r.start, r.stop) for r in self.ranges]
        facts = {
            "game": self.game.name,
            "method": self.method,
            "partial": self.partial,
            "rounds": self.rounds,
            "ranges": ranges,
            "seed": self.seed,
            "options": self.options,
            "rules_digest": self.game.digest,
            "bets": {name: vars(bet) for name, bet in self.bets.items()},
            "rounded": self.rounded,
            "outcomes": [
                {"outcome": str(outcome), value: entry} for outcome, entry in self.outcomes.items()
            ],
        }
        return dict(_plain(facts))

    def to_pandas(self, table: str = "bets") -> pd.DataFrame:
        """Give a table as a data frame; needs pandas.

        Parameters
        ----------
        table : {"bets", "outcomes"}
            What the rows are.

        Returns
        -------
        pandas.DataFrame
            Indexed by the name of the bet, or by the outcome. Exact values are texts ``"n/d"``
            in columns of their own, ``rtp_exact`` and ``probability_exact``; so are counts of
            2**63 and more, in ``count_exact``.
        """
        import pandas as pd

        read_name(table, "table", ("bets", "outcomes"))
        if table == "bets":
            bets = [vars(bet) for bet in self.bets.values()]
            columns = {key: [_exact(bet[key]) for bet in bets] for key in bets[0]}
            return pd.DataFrame(columns, index=pd.Index(list(self.bets), name="bet"))
        column = "probability" if self.ranges is None else "count"
        values = list(self.outcomes.values())
        columns = {column: values}
        if self.ranges is None or max(self.counts) > _LARGEST_COUNT:
            columns = {
                column: list(map(float, values)),
                f"{column}_exact": list(map(_exact, values)),
            }
        index = pd.Index([str(outcome) for outcome in self.outcomes], name="outcome")
        return pd.DataFrame(columns, index=index)

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
            RTP after ever more rounds, with two standard errors, beside the exact one. Nothing
            exact is drawn beside rounds that a function has played, or to a cut card.
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
        return "\n".join([self._title(), *lines, *self._notes()])

    def _repr_html_(self) -> str:
        import html

        head, *rows = [[html.escape(cell) for cell in row] for row in self._table()]
        return (
            f"<table><caption>{html.escape(self._title())}</caption>"
            f"<thead><tr><th>{'</th><th>'.join(head)}</th></tr></thead><tbody>"
            + "".join(
                f"<tr><th>{row[0]}</th><td>{'</td><td>'.join(row[1:])}</td></tr>" for row in rows
            )
            + "</tbody>"
            + "".join(
                f'<tfoot><tr><td colspan="{len(head)}">{html.escape(note)}</td></tr></tfoot>'
                for note in self._notes()
            )
            + "</table>"
        )

    def _title(self) -> str:
        parts = [self.game.name, "exact"]
        if self.ranges is not None:
            parts[1:] = [f"{self.rounds:,} rounds simulated", f"seed {self.seed}"]
        if self.partial:
            parts.append("partial")
        options = [f"{name} {value}" for name, value in self.options.items()]
        return ", ".join(parts + options)

    def _notes(self) -> list[str]:
        taken = ", ".join(f"{bet} {100 * loss:.4g}%" for bet, loss in self.rounded.items())
        return [f"rounding returns down takes off the RTP: {taken}"] if taken else []

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


def _staked(rows: _Rows) -> int:
    return sum(count * stake for count, stake, _ in rows)


def _rtp(rows: _Rows) -> Fraction:
    return Fraction(sum(count * back for count, _, back in rows), _staked(rows))


def _exact(value: Any) -> Any:
    """Write a Fraction as text, and an int that is too large for a column of them."""
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}"
    return str(value) if isinstance(value, int) else value


def _plain(value: Any) -> Any:
    """Turn what JSON has no word for into text, lists and None."""
    if isinstance(value, dict):
        return {name: _plain(entry) for name, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(entry) for entry in value]
    if isinstance(value, int):
        return json_int(value)
    return None if isinstance(value, float) and math.isnan(value) else _exact(value)


def _show(value: float, form: str) -> str:
    return "-" if math.isnan(value) else form.format(value)


def _percent(value: float) -> str:
    return _show(value, "{:.4%}")
