"""Reports of betting games: what outcomes came how often, and what that makes of every bet."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from croupier.arguments import read_name
from croupier.lazy import lazy
from croupier.paytable import Paytable
from croupier.report.base import BaseReport
from croupier.report.prices import BetReport, Rows, price, rtp, staked
from croupier.report.tally import Tally
from croupier.report.text import exact, lay_out, show, to_html

if TYPE_CHECKING:
    from typing import SupportsIndex

    import matplotlib.figure
    import pandas as pd

_LARGEST_COUNT = 2**63 - 1


@dataclass(frozen=True, repr=False)
class Report(BaseReport):
    """How often each outcome came, or comes, and what every bet returns.

    Made by the methods `exact` and `simulate` of a game. Reports of a simulation of
    disjoint rounds add up: ``a + b``, or ``sum(reports)``, is the report of the rounds of all.

    Attributes
    ----------
    game : ThaiHiLo, Baccarat ...
        The game with its rules.
    tally : Tally
        How many rounds had each outcome, in the order of ``game.outcomes``, and which rounds; in
        an exact report how many of all equally likely deals have it.
    seed : int or None
        The seed of the simulation; None in an exact report.
    stake : int
        The first stake on each bet, in minor units.
    unit : str
        What `ranges` are ranges of: rounds, or shoes.
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

    game: Paytable
    stake: int = 100
    unit: str = "round"
    extra: tuple[tuple[str, Any], ...] = ()

    @property
    def rounds(self) -> int | None:
        """How many rounds it holds; None if it is exact."""
        return None if self.seed is None else sum(self.counts)

    @property
    def details(self) -> dict[str, Any]:
        """The stake, and how it was played."""
        return {"stake": self.stake, **dict(self.extra)}

    @property
    def options(self) -> dict[str, Any]:
        """The stake, and the options of the game and of the simulation."""
        return {"stake": self.stake, **super().options}

    @property
    def outcomes(self) -> dict[Any, int | Fraction]:
        """The count of each outcome, or its probability if the report is exact."""
        if self.seed is not None:
            return dict(zip(self.game.outcomes, self.counts, strict=True))
        total = sum(self.counts)
        chances = (Fraction(count, total) for count in self.counts)
        return dict(zip(self.game.outcomes, chances, strict=True))

    @lazy
    def bets(self) -> dict[str, BetReport]:
        """What every bet returns, by its name."""
        is_exact = self.seed is None
        return {
            bet: price(rows, self.stake, is_exact)
            for bet, rows in self._positions(self.stake).items()
        }

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
            bet: rtp(whole[bet]) - rtp(rows)
            for bet, rows in self._positions(self.stake).items()
            if staked(rows)
        }
        return {bet: float(loss) for bet, loss in taken.items() if loss}

    def _positions(self, stake: int) -> dict[str, Rows]:
        """List what a stake makes of every bet."""
        positions: dict[str, Rows] = {}
        for outcome, count in zip(self.game.outcomes, self.counts, strict=True):
            for bet, (put, returned) in self.game.positions(outcome, stake).items():
                positions.setdefault(bet, []).append((count, put, returned))
        return positions

    def reprice(self, game: Paytable, *, stake: SupportsIndex | None = None) -> Report:
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
        if not isinstance(game, Paytable):
            raise TypeError(f"game: a game is needed, got {type(game).__name__}")
        if type(game) is not type(self.game) or not game.plays_like(self.game, dict(self.extra)):
            needed = "game: one whose rounds come and are played alike is needed"
            raise ValueError(f"{needed}, got {self.game.difference(game)}")
        return replace(self, game=game, stake=game.read_stake(stake))

    def _exact(self) -> Report | None:
        """Report all rounds there are, played as these; None where that is not known."""
        if self.seed is None:
            return self
        counts = self.game.chances(dict(self.extra)) if self.unit == "round" else None
        return None if counts is None else replace(self, tally=Tally(counts), seed=None)

    def _findings(self) -> dict[str, Any]:
        value = "probability" if self.seed is None else "count"
        return {
            "bets": {name: vars(bet) for name, bet in self.bets.items()},
            "rounded": self.rounded,
            "outcomes": [
                {"outcome": str(outcome), value: entry} for outcome, entry in self.outcomes.items()
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
            Indexed by the name of the bet, or by the outcome. Exact values are texts ``"n/d"``
            in columns of their own, ``rtp_exact`` and ``probability_exact``; so are counts of
            2**63 and more, in ``count_exact``.
        """
        import pandas as pd

        read_name(table, "table", ("bets", "outcomes"))
        if table == "bets":
            bets = [vars(bet) for bet in self.bets.values()]
            columns = {key: [exact(bet[key]) for bet in bets] for key in bets[0]}
            return pd.DataFrame(columns, index=pd.Index(list(self.bets), name="bet"))
        column = "probability" if self.seed is None else "count"
        values = list(self.outcomes.values())
        columns = {column: values}
        if self.seed is None or max(self.counts) > _LARGEST_COUNT:
            columns = {
                column: list(map(float, values)),
                f"{column}_exact": list(map(exact, values)),
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
        from croupier.report import plots

        name = next(iter(self.bets)) if bet is None else read_name(bet, "bet", tuple(self.bets))
        known = self._exact()
        chances = None if known is None else list(map(float, known.outcomes.values()))
        if self.seed is None:
            return plots.draw(self._title(), plots.Distribution(chances))
        total = sum(self.counts)
        shares = [count / total for count in self.counts] if total else None
        steps = [replace(self, tally=Tally(counts)) for counts in self.tally.history]
        steps += [self] * (total > 1)
        priced = [(sum(step.counts), step.bets[name]) for step in steps]
        exact_rtp = None if known is None else known.bets[name].rtp
        return plots.draw(
            self._title(),
            plots.Distribution(chances, shares),
            plots.Convergence(name, priced, exact_rtp),
        )

    def __repr__(self) -> str:
        return f"<{self._title()}>"

    def __str__(self) -> str:
        return "\n".join([self._title(), *lay_out(self._table()), *self._notes()])

    def _repr_html_(self) -> str:
        return to_html(self._title(), self._table(), self._notes())

    def _title(self) -> str:
        parts = [self.game.name, "exact"]
        if self.seed is not None:
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
        if self.seed is not None:
            columns.insert(1, "std error")
        rows = [["bet", *columns]]
        for name, bet in self.bets.items():
            cells = [show(bet.rtp), show(bet.house_edge), show(bet.hit_rate)]
            if self.seed is not None:
                cells.insert(1, show(bet.std_error))
            rows.append([name, *cells, show(bet.std, "{:.4f}")])
        return rows
