"""Reports of many hands and of many matches of Royal Casino."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from croupier import _core
from croupier.arguments import plural
from croupier.arguments import show as show_value
from croupier.games.royal_casino.agents import read_playouts
from croupier.games.royal_casino.moves import KINDS
from croupier.games.royal_casino.rules import RoyalRules
from croupier.lazy import lazy
from croupier.report import Report
from croupier.report.plain import read_key, read_list
from croupier.report.tables import Rows, Table
from croupier.report.tally import Tally
from croupier.report.text import show

if TYPE_CHECKING:
    import matplotlib.figure

_NORMAL_95 = 1.959964
_DEALT = 48
"""The cards that are dealt to hands, each of which is played."""
_NAMES_WIDTH = 64
ITEMS = _core.ROYAL_CASINO_ITEMS


def _unpack(counts: Sequence[int], layout: Mapping[str, tuple[int, ...]]) -> dict[str, Any]:
    """Split the sums of a native tally into its parts, as nested lists of int."""
    sums = np.array(counts, object)  # ints without a limit
    parts = {}
    start = 0
    for name, shape in layout.items():
        stop = start + math.prod(shape)
        parts[name] = sums[start:stop].reshape(shape).tolist()
        start = stop
    return parts


def _ratio(total: int, n: int) -> float:
    return total / n if n else math.nan


def _std_error(total: int, squares: int, n: int) -> float:
    """Tell the standard error of a mean from sums, which samples all alike cannot tell."""
    spread = n * squares - total**2
    return math.sqrt(spread / (n - 1)) / n if spread else math.nan


def _rate_error(rate: float, n: int) -> float:
    """Tell the standard error of a rate, which samples all alike cannot tell."""
    return math.sqrt(rate * (1 - rate) / n) if n and 0 < rate < 1 else math.nan


def _interval(rate: float, n: int) -> tuple[float, float]:
    """Tell the 95 % interval of a rate: that of Wilson, which holds for rates of 0 and 1 too."""
    if not n:
        return math.nan, math.nan
    bend = _NORMAL_95**2 / n
    middle = (rate + bend / 2) / (1 + bend)
    half = math.sqrt(rate * (1 - rate) * bend + bend**2 / 4) / (1 + bend)
    return max(0.0, min(rate, middle - half)), min(1.0, max(rate, middle + half))


@dataclass(frozen=True, repr=False)
class Tallied(Report):
    """A simulation's sums, and where they come from; simulations of disjoint rounds add up."""

    game: RoyalRules
    seed: int
    agents: tuple[str, ...] = field(kw_only=True)
    playouts: int = field(kw_only=True)

    layout: ClassVar[dict[str, tuple[int, ...]]]

    @property
    def details(self) -> dict[str, Any]:
        """Who played."""
        return {"agents": self.agents, "playouts": self.playouts}

    @classmethod
    def _read_details(cls, game: RoyalRules, unit: str, details: dict[str, Any]) -> dict[str, Any]:  # noqa: ARG003
        agents, playouts = read_list(details, "agents"), read_key(details, "playouts")
        for place, agent in enumerate(agents):
            if not isinstance(agent, str):
                got = type(agent).__name__
                raise TypeError(f"agents[{place}]: a str is needed, got {got}")
            if not agent.isprintable():
                raise ValueError(f"agents[{place}]: a name is needed, got {agent!a}")
        if len(agents) != game.players:
            needed = f"agents: {game.players} of them are needed"
            raise ValueError(f"{needed}, got {len(agents)}")
        return {"agents": tuple(agents), "playouts": read_playouts(playouts)}

    @classmethod
    def _width(cls, game: RoyalRules) -> int:  # noqa: ARG003
        return sum(map(math.prod, cls.layout.values()))

    @abstractmethod
    def _sums_agree(self) -> Iterator[tuple[str, bool]]:
        """Tell of the sums by name whether they can be of so many rounds."""

    def _check(self) -> None:
        super()._check()
        for name, agree in self._sums_agree():
            if not agree:
                needed = f"counts: {name} of {self.rounds} {plural(self.unit)} are needed"
                raise ValueError(f"{needed}, got {show_value(self._sums[name])}")

    @property
    def _sides(self) -> list[str]:
        """The agents of each side."""
        sides = self.game.sides
        return [" and ".join(self.agents[side::sides]) for side in range(sides)]

    @lazy
    def _sums(self) -> dict[str, Any]:
        return _unpack(self.counts, self.layout)


def _heads(names: Sequence[str]) -> list[str]:
    """Put numbers before names, and shorten them to the room there is for columns."""
    room = _NAMES_WIDTH // len(names) - 2
    numbered = (f"{number} {name}" for number, name in enumerate(names))
    return [name if len(name) <= room else f"{name[: room - 3]}..." for name in numbered]


def _rows(head: str, names: Sequence[str], cells: Mapping[str, Sequence[str]]) -> Rows:
    return [[head, *_heads(names)], *([name, *row] for name, row in cells.items())]


class RoyalReport(Tallied):
    """What came of many hands.

    Made by `RoyalCasino.simulate`. Reports of disjoint rounds add up.

    Attributes
    ----------
    deals : int
        How many hands it holds.
    points : tuple of dict
        The mean points of each side by item, and their ``"total"``.
    std_errors : tuple of float
        The standard error of each side's mean total.
    win_rates : tuple of float
        The share of hands in which a side alone had the most points.
    tie_rate : float
    win_rate_errors : tuple of float
        Their standard errors.
    win_rate_intervals, total_intervals : tuple of pairs of float
        The 95 % intervals of win rates and of mean totals.
    moves : tuple of dict
        The moves of each seat by kind.
    length : float
        Moves in a hand, in the mean.

    Examples
    --------
    >>> import croupier
    >>> report = croupier.RoyalCasino().simulate(1000, agents=("greedy", "random"), seed=1)
    >>> report.win_rates[0] > 0.8
    True
    >>> sum(report.moves[0].values()) == 24 * 1000
    True
    """

    layout = _core.ROYAL_CASINO_HAND_LAYOUT
    unit: ClassVar[str] = "round"

    @property
    def deals(self) -> int:
        """How many hands it holds."""
        return int(self._sums["deals"])

    @property
    def _held(self) -> int:
        return self.deals

    def _sums_agree(self) -> Iterator[tuple[str, bool]]:
        sums, sides, players = self._sums, self.game.sides, self.game.players
        yield "wins", sum(sums["wins"][:sides]) + sums["ties"] == self.deals
        yield "points", not any(map(any, sums["points"][sides:]))
        possible = (
            self.deals * squares >= sum(points) ** 2
            for points, squares in zip(sums["points"], sums["squares"], strict=True)
        )
        yield "squares", all(possible)
        cards = self.deals * _DEALT // players
        yield "moves", [*map(sum, sums["moves"])] == [cards] * players + [0] * (4 - players)

    @property
    def points(self) -> tuple[dict[str, float], ...]:
        """The mean points of each side by item, and their total."""
        rows = [[_ratio(total, self.deals) for total in row] for row in self._points]
        return tuple(dict(zip(ITEMS, row, strict=True)) | {"total": sum(row)} for row in rows)

    @property
    def _points(self) -> list[list[int]]:
        return self._sums["points"][: self.game.sides]  # type: ignore[no-any-return]

    @property
    def std_errors(self) -> tuple[float, ...]:
        """The standard error of each side's mean total."""
        squares = self._sums["squares"]
        return tuple(
            _std_error(sum(row), squares[side], self.deals) for side, row in enumerate(self._points)
        )

    @property
    def win_rates(self) -> tuple[float, ...]:
        """The share of hands in which a side alone had the most points."""
        return tuple(_ratio(wins, self.deals) for wins in self._sums["wins"][: self.game.sides])

    @property
    def tie_rate(self) -> float:
        """The share of hands without a winner."""
        return _ratio(self._sums["ties"], self.deals)

    @property
    def win_rate_errors(self) -> tuple[float, ...]:
        """The standard errors of the win rates."""
        return tuple(_rate_error(rate, self.deals) for rate in self.win_rates)

    @property
    def win_rate_intervals(self) -> tuple[tuple[float, float], ...]:
        """The 95 % intervals of the win rates (Wilson)."""
        return tuple(_interval(rate, self.deals) for rate in self.win_rates)

    @property
    def total_intervals(self) -> tuple[tuple[float, float], ...]:
        """The 95 % intervals of each side's mean total, NaN where its error is not known."""
        return tuple(
            (points["total"] - _NORMAL_95 * error, points["total"] + _NORMAL_95 * error)
            for points, error in zip(self.points, self.std_errors, strict=True)
        )

    @property
    def moves(self) -> tuple[dict[str, int], ...]:
        """The moves of each seat by kind."""
        rows = self._sums["moves"][: self.game.players]
        return tuple(dict(zip(KINDS, row, strict=True)) for row in rows)

    @property
    def length(self) -> float:
        """Moves in a hand, in the mean."""
        return _ratio(sum(chain.from_iterable(self._sums["moves"])), self.deals)

    _computed = MappingProxyType({"sides": list, "tie_rate": float, "moves": list, "length": float})

    def _findings(self) -> dict[str, Any]:
        return {
            "sides": [
                {
                    "points": points,
                    "std_error": self.std_errors[side],
                    "total_interval": self.total_intervals[side],
                    "win_rate": self.win_rates[side],
                    "win_rate_error": self.win_rate_errors[side],
                    "win_rate_interval": self.win_rate_intervals[side],
                }
                for side, points in enumerate(self.points)
            ],
            "tie_rate": self.tie_rate,
            "moves": self.moves,
            "length": self.length,
        }

    def _tables(self) -> dict[str, Table]:
        columns: dict[str, list[Any]] = {"agents": self._sides}
        columns |= {name: [points[name] for points in self.points] for name in (*ITEMS, "total")}
        columns |= {
            "std_error": [*self.std_errors],
            "total_low": [low for low, _ in self.total_intervals],
            "total_high": [high for _, high in self.total_intervals],
            "win_rate": [*self.win_rates],
            "win_rate_error": [*self.win_rate_errors],
            "win_rate_low": [low for low, _ in self.win_rate_intervals],
            "win_rate_high": [high for _, high in self.win_rate_intervals],
        }
        moves: dict[str, list[Any]] = {"agent": [*self.agents]}
        moves |= {kind: [row[kind] for row in self.moves] for kind in KINDS}
        sides, seats = (list(map(str, range(n))) for n in (self.game.sides, self.game.players))
        return {"sides": Table("side", sides, columns), "moves": Table("seat", seats, moves)}

    def _shown(self) -> list[Rows]:
        def each(values: Iterable[float], form: str) -> list[str]:
            return [show(value, form) for value in values]

        points = {
            name.replace("_", " "): each((row[name] for row in self.points), "{:.3f}")
            for name in (*ITEMS, "total")
        }
        points["std error"] = each(self.std_errors, "{:.3f}")
        points["95% low"], points["95% high"] = (
            each(ends, "{:.3f}") for ends in zip(*self.total_intervals, strict=True)
        )
        low, high = zip(*self.win_rate_intervals, strict=True)
        wins = {
            "share": each(self.win_rates, "{:.2%}"),
            "std error": each(self.win_rate_errors, "{:.2%}"),
            "95% low": each(low, "{:.2%}"),
            "95% high": each(high, "{:.2%}"),
        }
        moves = {kind: [f"{row[kind]:,}" for row in self.moves] for kind in KINDS}
        return [
            _rows("points", self._sides, points),
            _rows("wins", self._sides, wins),
            _rows("moves", self.agents, moves),
        ]

    def plot(self, *, ax: Any = None) -> matplotlib.figure.Figure:
        """Draw the points of each side by item, and the win rates; needs Matplotlib.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, or two of them, optional
            Where to draw the points, and the win rates; on a new figure by default.

        Returns
        -------
        matplotlib.figure.Figure
            The win rates stand with their 95 % intervals.
        """
        from croupier.report import plots

        names = [item.replace("_", " ") for item in ITEMS]
        heads = _heads(self._sides)
        series = {
            head: [points[item] for item in ITEMS]
            for head, points in zip(heads, self.points, strict=True)
        }
        panels: list[plots.Panel] = [
            plots.Bars(names, series, "mean points in a hand"),
            plots.Rates(heads, self.win_rates, self.win_rate_intervals, "share of hands won"),
        ]
        return plots.draw(self._title(), panels, ax)

    def _notes(self) -> Iterator[str]:
        yield f"ties {show(self.tie_rate, '{:.2%}')}, {show(self.length, '{:g}')} moves a hand"
        yield from super()._notes()


class MatchReport(Tallied):
    """What came of many matches to 21.

    Made by `RoyalCasino.simulate_matches`. Reports of disjoint matches add up.
    """

    layout = _core.ROYAL_CASINO_MATCH_LAYOUT
    unit: ClassVar[str] = "match"

    @property
    def matches(self) -> int:
        """How many matches it holds."""
        return int(self._sums["matches"])

    @property
    def _held(self) -> int:
        return self.matches

    def _sums_agree(self) -> Iterator[tuple[str, bool]]:
        sums, sides = self._sums, self.game.sides
        yield "wins", sum(sums["wins"][:sides]) == self.matches and not any(sums["wins"][sides:])
        yield "hands", sums["hands"] >= self.matches
        yield "squared_hands", self.matches * sums["squared_hands"] >= sums["hands"] ** 2
        yield "scores", not any(sums["scores"][sides:])

    @property
    def wins(self) -> tuple[int, ...]:
        """The matches that each side won."""
        return tuple(self._sums["wins"][: self.game.sides])

    @property
    def win_rates(self) -> tuple[float, ...]:
        """The share of matches that each side won."""
        return tuple(_ratio(wins, self.matches) for wins in self.wins)

    @property
    def win_rate_errors(self) -> tuple[float, ...]:
        """The standard errors of the win rates."""
        return tuple(_rate_error(rate, self.matches) for rate in self.win_rates)

    @property
    def win_rate_intervals(self) -> tuple[tuple[float, float], ...]:
        """The 95 % intervals of the win rates (Wilson)."""
        return tuple(_interval(rate, self.matches) for rate in self.win_rates)

    @property
    def length(self) -> float:
        """Hands in a match, in the mean."""
        return _ratio(self._sums["hands"], self.matches)

    @property
    def length_error(self) -> float:
        """The standard error of `length`."""
        return _std_error(self._sums["hands"], self._sums["squared_hands"], self.matches)

    @property
    def mean_scores(self) -> tuple[float, ...]:
        """The scores at the end, in the mean."""
        return tuple(
            _ratio(total, self.matches) for total in self._sums["scores"][: self.game.sides]
        )

    _computed = MappingProxyType(
        {
            "win_rates": list,
            "win_rate_errors": list,
            "win_rate_intervals": list,
            "mean_scores": list,
            "length": float,
            "length_error": float,
        }
    )

    def _findings(self) -> dict[str, Any]:
        return {
            "win_rates": self.win_rates,
            "win_rate_errors": self.win_rate_errors,
            "win_rate_intervals": self.win_rate_intervals,
            "mean_scores": self.mean_scores,
            "length": self.length,
            "length_error": self.length_error,
        }

    def _tables(self) -> dict[str, Table]:
        columns: dict[str, list[Any]] = {
            "agents": self._sides,
            "wins": [*self.wins],
            "win_rate": [*self.win_rates],
            "win_rate_error": [*self.win_rate_errors],
            "win_rate_low": [low for low, _ in self.win_rate_intervals],
            "win_rate_high": [high for _, high in self.win_rate_intervals],
            "mean_score": [*self.mean_scores],
        }
        return {"sides": Table("side", [str(side) for side in range(self.game.sides)], columns)}

    def _shown(self) -> list[Rows]:
        low, high = zip(*self.win_rate_intervals, strict=True)
        rates = {
            "share": self.win_rates,
            "std error": self.win_rate_errors,
            "95% low": low,
            "95% high": high,
        }
        cells = {name: [show(rate, "{:.2%}") for rate in row] for name, row in rates.items()}
        cells["mean score"] = [show(score, "{:.2f}") for score in self.mean_scores]
        return [_rows("wins", self._sides, cells)]

    def plot(self, *, ax: Any = None) -> matplotlib.figure.Figure:
        """Draw the win rates, and how long matches are; needs Matplotlib.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, or two of them, optional
            Where to draw the win rates, and the hands in a match; on a new figure by default.

        Returns
        -------
        matplotlib.figure.Figure
            The win rates stand with their 95 % intervals, the mean of hands in a match after
            ever more matches with two standard errors.
        """
        from croupier.report import plots

        steps = [replace(self, tally=Tally(counts)) for counts in self.tally.history]
        steps += [self] * (self.matches > 0)
        lengths = [(step.matches, step.length, step.length_error) for step in steps]
        panels: list[plots.Panel] = [
            plots.Rates(
                _heads(self._sides), self.win_rates, self.win_rate_intervals, "share of matches won"
            ),
            plots.Means(lengths, "matches", "hands in a match"),
        ]
        return plots.draw(self._title(), panels, ax)

    def _notes(self) -> Iterator[str]:
        length, error = show(self.length, "{:.2f}"), show(self.length_error, "{:.2f}")
        yield f"{length} hands a match, std error {error}"
        yield from super()._notes()
