"""Reports of many hands and of many matches of Royal Casino."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from croupier import _core
from croupier.games.royal_casino.agents import read_playouts
from croupier.games.royal_casino.moves import KINDS
from croupier.games.royal_casino.rules import RoyalRules
from croupier.lazy import lazy
from croupier.report import Report
from croupier.report.plain import read_key, read_list
from croupier.report.tables import Rows, Table
from croupier.report.text import show

if TYPE_CHECKING:
    import matplotlib.figure
    import numpy.typing as npt

ITEMS = _core.ROYAL_CASINO_ITEMS


def _unpack(counts: npt.NDArray[np.int64], layout: Mapping[str, tuple[int, ...]]) -> dict[str, Any]:
    """Split the sums of a native tally into its parts, as nested lists of int."""
    parts = {}
    start = 0
    for name, shape in layout.items():
        stop = start + math.prod(shape)
        parts[name] = counts[start:stop].reshape(shape).tolist()
        start = stop
    return parts


def _ratio(total: int, n: int) -> float:
    return total / n if n else math.nan


def _std_error(total: int, squares: int, n: int) -> float:
    """Tell the standard error of a mean from sums."""
    return math.sqrt((n * squares - total**2) / (n - 1)) / n if n > 1 else math.nan


def _rate_error(rate: float, n: int) -> float:
    """Tell the standard error of a rate, which samples all alike cannot tell."""
    return math.sqrt(rate * (1 - rate) / n) if n and 0 < rate < 1 else math.nan


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
        if len(agents) != game.players:
            needed = f"agents: {game.players} of them are needed"
            raise ValueError(f"{needed}, got {len(agents)}")
        return {"agents": tuple(agents), "playouts": read_playouts(playouts)}

    @classmethod
    def _width(cls, game: RoyalRules) -> int:  # noqa: ARG003
        return sum(map(math.prod, cls.layout.values()))

    def plot(self, *, ax: Any = None) -> matplotlib.figure.Figure:
        """Draw what came of each side; needs Matplotlib."""
        raise NotImplementedError

    @lazy
    def _sums(self) -> dict[str, Any]:
        return _unpack(np.array(self.counts), self.layout)


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
    def moves(self) -> tuple[dict[str, int], ...]:
        """The moves of each seat by kind."""
        rows = self._sums["moves"][: self.game.players]
        return tuple(dict(zip(KINDS, row, strict=True)) for row in rows)

    @property
    def length(self) -> float:
        """Moves in a hand, in the mean."""
        return _ratio(sum(chain.from_iterable(self._sums["moves"])), self.deals)

    def _findings(self) -> dict[str, Any]:
        return {
            "sides": [
                {
                    "points": points,
                    "std_error": self.std_errors[side],
                    "win_rate": self.win_rates[side],
                    "win_rate_error": self.win_rate_errors[side],
                }
                for side, points in enumerate(self.points)
            ],
            "tie_rate": self.tie_rate,
            "moves": self.moves,
            "length": self.length,
        }

    def _tables(self) -> dict[str, Table]:
        sides = [str(side) for side in range(self.game.sides)]
        columns: dict[str, list[Any]] = {
            name: [points[name] for points in self.points] for name in (*ITEMS, "total")
        }
        columns |= {
            "std_error": [*self.std_errors],
            "win_rate": [*self.win_rates],
            "win_rate_error": [*self.win_rate_errors],
        }
        moves = {kind: [row[kind] for row in self.moves] for kind in KINDS}
        seats = [str(seat) for seat in range(self.game.players)]
        return {"sides": Table("side", sides, columns), "moves": Table("seat", seats, moves)}

    def _shown(self) -> list[Rows]:
        columns = ["side", "agents", *(item.replace("_", " ") for item in ITEMS), "total", "+-",
                   "wins", "+-"]  # fmt: skip
        rows = [columns]
        for side, points in enumerate(self.points):
            agents = ", ".join(self.agents[side :: self.game.sides])
            cells = [show(points[name], "{:.3f}") for name in (*ITEMS, "total")]
            errors = (
                show(self.std_errors[side], "{:.3f}"),
                show(self.win_rate_errors[side], "{:.2%}"),
            )
            wins = show(self.win_rates[side], "{:.2%}")
            rows.append([str(side), agents, *cells, errors[0], wins, errors[1]])
        counts = [["seat", "agent", *KINDS]]
        for seat, moves in enumerate(self.moves):
            counts.append([str(seat), self.agents[seat], *(f"{n:,}" for n in moves.values())])
        return [rows, counts]

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

    def _findings(self) -> dict[str, Any]:
        return {
            "win_rates": self.win_rates,
            "win_rate_errors": self.win_rate_errors,
            "mean_scores": self.mean_scores,
            "length": self.length,
            "length_error": self.length_error,
        }

    def _tables(self) -> dict[str, Table]:
        columns: dict[str, list[Any]] = {
            "wins": [*self.wins],
            "win_rate": [*self.win_rates],
            "win_rate_error": [*self.win_rate_errors],
            "mean_score": [*self.mean_scores],
        }
        return {"sides": Table("side", [str(side) for side in range(self.game.sides)], columns)}

    def _shown(self) -> list[Rows]:
        rows = [["side", "agents", "wins", "+-", "score"]]
        for side, rate in enumerate(self.win_rates):
            agents = ", ".join(self.agents[side :: self.game.sides])
            error, score = self.win_rate_errors[side], self.mean_scores[side]
            numbers = show(rate, "{:.2%}"), show(error, "{:.2%}"), show(score, "{:.2f}")
            rows.append([str(side), agents, *numbers])
        return [rows]

    def _notes(self) -> Iterator[str]:
        length, error = show(self.length, "{:.2f}"), show(self.length_error, "{:.2f}")
        yield f"{length} +- {error} hands a match"
        yield from super()._notes()
