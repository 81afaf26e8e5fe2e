"""Reports of betting games: what outcomes came how often, and what that makes of every bet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from croupier.arguments import read_int, read_name
from croupier.arguments import show as show_value
from croupier.lazy import lazy
from croupier.paytable import Paytable
from croupier.report import plain
from croupier.report.base import Report
from croupier.report.prices import BetReport, Returns, price, rtp, staked
from croupier.report.tables import Rows, Table
from croupier.report.tally import Tally
from croupier.report.text import show

if TYPE_CHECKING:
    from typing import SupportsIndex

    import matplotlib.figure


_MOST_DEALS = 2**256


@dataclass(frozen=True, repr=False)
class BettingReport(Report):
    """How often each outcome came, or comes, and what every bet returns.

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
    >>> report = croupier.ThaiHiLo().exact()
    >>> report["lo"].rtp_exact, report["lo"].hit_rate_exact
    (Fraction(39, 40), Fraction(1, 2))
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
    def bets(self) -> Mapping[str, BetReport]:
        """What every bet returns, by its name."""
        is_exact = self.seed is None
        return MappingProxyType(
            {
                bet: price(rows, self.stake, is_exact)
                for bet, rows in self._positions(self.stake).items()
            }
        )

    __iter__ = None
    """`bets` is what can be looped over."""

    def __getitem__(self, bet: str) -> BetReport:
        """Give what a bet returns; a KeyError if there is no such bet."""
        try:
            return self.bets[read_name(bet, "bet", tuple(self.bets))]
        except ValueError as error:
            raise KeyError(str(error)) from None

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

    def _positions(self, stake: int) -> dict[str, Returns]:
        """List what a stake makes of every bet."""
        positions: dict[str, Returns] = {}
        for outcome, count in zip(self.game.outcomes, self.counts, strict=True):
            for bet, (put, returned) in self.game.positions(outcome, stake).items():
                positions.setdefault(bet, []).append((count, put, returned))
        return positions

    def reprice(
        self, game: Paytable | None = None, *, stake: SupportsIndex | None = None
    ) -> BettingReport:
        """Give the same outcomes another paytable, or another stake.

        Parameters
        ----------
        game : ThaiHiLo, Baccarat ..., optional
            A game of the same kind that deals alike; the report's own by default.
        stake : int, optional
            The first stake on each bet in minor units; the default stake of `game` by default.

        Returns
        -------
        BettingReport

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
        >>> report.reprice(stake=30).rounded.keys()
        dict_keys(['banker'])
        """
        if game is None:
            game = self.game
        if not isinstance(game, Paytable):
            raise TypeError(f"game: a game is needed, got {type(game).__name__}")
        if type(game) is not type(self.game) or not game.plays_like(self.game, dict(self.extra)):
            needed = "game: one whose rounds come and are played alike is needed"
            raise ValueError(f"{needed}, got {self.game.difference(game)}")
        return replace(self, game=game, stake=game.read_stake(stake))

    # Plain data

    @classmethod
    def _width(cls, game: Paytable) -> int:
        return len(game.outcomes)

    @property
    def _held(self) -> int | None:
        return sum(self.counts) if self.unit == "round" else None

    @classmethod
    def _read_details(cls, game: Paytable, unit: str, details: dict[str, Any]) -> dict[str, Any]:
        stake = plain.read_whole(plain.read_key(details, "stake"), "stake")
        played = {name: value for name, value in details.items() if name != "stake"}
        extra = tuple(game.read_played(unit, played).items())
        return {"stake": game.read_stake(stake), "unit": unit, "extra": extra}

    _computed = MappingProxyType({"bets": dict, "rounded": dict})

    def _findings(self) -> dict[str, Any]:
        return {
            "bets": {name: vars(bet) for name, bet in self.bets.items()},
            "rounded": self.rounded,
        }

    def _counts_to_dict(self) -> dict[str, Any]:
        value = "probability" if self.seed is None else "count"
        rows = [{"outcome": str(outcome), value: entry} for outcome, entry in self.outcomes.items()]
        return ({"deals": sum(self.counts)} if self.seed is None else {}) | {"outcomes": rows}

    @classmethod
    def _read_counts(cls, game: Paytable, data: Mapping[str, Any]) -> tuple[int, ...]:
        rows = plain.read_list(data, "outcomes")
        if len(rows) != len(game.outcomes):
            needed = f"outcomes: {len(game.outcomes)} of them are needed"
            raise ValueError(f"{needed}, got {len(rows)}")
        if plain.read_key(data, "seed") is not None:
            return tuple(plain.read_count(row, place) for place, row in enumerate(rows))
        deals = read_int(
            plain.read_whole(plain.read_key(data, "deals"), "deals"), "deals", 1, _MOST_DEALS
        )
        counts = tuple(plain.read_chance(row, place, deals) for place, row in enumerate(rows))
        if sum(counts) != deals:
            total = show_value(Fraction(sum(counts), deals))
            raise ValueError(f"outcomes: probabilities of 1 in all are needed, got {total}")
        return counts

    # Tables

    def _tables(self) -> dict[str, Table]:
        bets = [vars(bet) for bet in self.bets.values()]
        columns = {key: [bet[key] for bet in bets] for key in bets[0]}
        values = list(self.outcomes.values())
        outcomes: dict[str, list[Any]] = {"count": values}
        if self.seed is None:
            outcomes = {"probability": list(map(float, values)), "probability_exact": values}
        return {
            "bets": Table("bet", list(self.bets), columns),
            "outcomes": Table("outcome", list(map(str, self.outcomes)), outcomes),
        }

    def _shown(self) -> list[Rows]:
        columns = ["RTP", "house edge", "hit rate", "std"]
        if self.seed is not None:
            columns.insert(1, "std error")
        rows = [["bet", *columns]]
        for name, bet in self.bets.items():
            cells = [show(bet.rtp), show(bet.house_edge), show(bet.hit_rate)]
            if self.seed is not None:
                cells.insert(1, show(bet.std_error))
            rows.append([name, *cells, show(bet.std, "{:.4f}")])
        return [rows]

    def _notes(self) -> Iterator[str]:
        taken = ", ".join(f"{bet} {100 * loss:.4g}%" for bet, loss in self.rounded.items())
        if taken:
            yield f"rounding returns down takes off the RTP: {taken}"
        yield from super()._notes()

    def _rounds_in_words(self) -> str:
        held = super()._rounds_in_words()
        return held if self.unit == "round" else f"{held} with {self.rounds:,} rounds"

    # Pictures

    def _exact(self) -> BettingReport | None:
        """Report all rounds there are, played as these; None where that is not known."""
        if self.seed is None:
            return self
        counts = self.game.chances(dict(self.extra)) if self.unit == "round" else None
        return None if counts is None else replace(self, tally=Tally(counts), seed=None)

    def _shares(self) -> dict[str, Fraction]:
        """Give the share of the rounds of each group of outcomes; none without rounds."""
        if not (total := sum(self.counts)):
            return {}
        counts = dict.fromkeys(self.game.groups(), 0)
        for outcome, count in zip(self.game.outcomes, self.counts, strict=True):
            counts[outcome.group] += count
        return {group: Fraction(count, total) for group, count in counts.items()}

    def plot(self, bet: str | None = None, *, ax: Any = None) -> matplotlib.figure.Figure:
        """Draw how often outcomes come and how the RTP converges; needs Matplotlib.

        Parameters
        ----------
        bet : str, optional
            The bet whose RTP is drawn, the first one by default.
        ax : matplotlib.axes.Axes, or two of them, optional
            Where to draw the outcomes, and the RTP; on a new figure by default.

        Returns
        -------
        matplotlib.figure.Figure
            The shares of the outcomes in groups, as ``outcome.group`` names them, beside the
            exact ones; for a simulation also the RTP after ever more rounds, with two standard
            errors, beside the exact one. Nothing exact is drawn beside rounds that a function
            has played, or to a cut card.
        """
        from croupier.report import plots

        name = next(iter(self.bets)) if bet is None else read_name(bet, "bet", tuple(self.bets))
        known = self._exact()
        chances = None if known is None else known._shares()
        shares = None if self.seed is None else self._shares()
        panels: list[plots.Panel] = [plots.Shares(chances, shares)]
        if self.seed is not None:
            steps = [replace(self, tally=Tally(counts)) for counts in self.tally.history]
            steps += [self] * (sum(self.counts) > 1)
            priced = [(sum(step.counts), step.bets[name]) for step in steps]
            panels.append(
                plots.Convergence(name, priced, None if known is None else known.bets[name].rtp)
            )
        return plots.draw(self._title(), panels, ax)
