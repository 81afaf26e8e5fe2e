"""What the reports of all games have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from typing import Any, Self

from croupier.arguments import plural, tell_apart
from croupier.report.tally import Tally
from croupier.report.text import to_json
from croupier.rules import Rules


@dataclass(frozen=True, repr=False)
class BaseReport(ABC):
    """The rules of a game, what was counted under them, and of which simulation."""

    game: Rules
    tally: Tally
    seed: int | None = None

    @property
    def counts(self) -> tuple[int, ...]:
        """How many rounds had each outcome, or other sums."""
        return self.tally.counts

    @property
    def ranges(self) -> tuple[range, ...] | None:
        """The rounds that were simulated; None in an exact report."""
        return None if self.seed is None else self.tally.ranges

    @property
    def rounds(self) -> int | None:
        """How many rounds it holds; None if it is exact."""
        return None if self.seed is None else self.tally.done

    @property
    def partial(self) -> bool:
        """Whether the simulation was interrupted."""
        return self.tally.partial

    @property
    def method(self) -> str:
        """How it was made: "exact" or "simulation"."""
        return "exact" if self.seed is None else "simulation"

    @property
    @abstractmethod
    def unit(self) -> str:
        """What `ranges` are ranges of."""

    @property
    @abstractmethod
    def details(self) -> dict[str, Any]:
        """What else decides the report: the stake, the strategy, the agents ..."""

    @property
    def options(self) -> dict[str, Any]:
        """The options of the game and the details of the report."""
        return {**self.game.options, **self.details}

    def __add__(self, other: object) -> Self:
        """Merge two simulations of disjoint rounds."""
        if not isinstance(other, type(self)):
            return NotImplemented
        if self.seed is None or other.seed is None:
            raise ValueError("reports: only those of simulations add up")
        if self.game != other.game:
            difference = self.game.difference(other.game)
            raise ValueError(f"reports: the same rules are needed, got {difference}")
        if (self.unit, self.details) != (other.unit, other.details):
            difference = tell_apart(self.options, other.options)
            raise ValueError(f"reports: the same options are needed, got {difference}")
        if self.seed != other.seed:
            needed = "reports: the same seed is needed"
            raise ValueError(f"{needed}, got {self.seed} and {other.seed}")
        try:
            tally = self.tally + other.tally
        except ValueError as error:
            needed = f"reports: disjoint {plural(self.unit)} are needed"
            raise ValueError(f"{needed}, but {error}") from None
        return replace(self, tally=tally)

    def __radd__(self, other: object) -> Self:
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
        }
        return dict(to_json(facts | self._findings()))

    @abstractmethod
    def _findings(self) -> dict[str, Any]:
        """Tell what came of it."""
