"""Simulations of Royal Casino: many hands, or many matches, that agents play."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, SupportsIndex, TypeVar

from croupier import _core
from croupier.games.royal_casino.agents import AnyAgent, agent_of_core, name_agent
from croupier.games.royal_casino.report import MatchReport, RoyalReport
from croupier.games.royal_casino.rules import RoyalRules
from croupier.report.tally import Tally
from croupier.simulation import Simulation

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

AnyReport = TypeVar("AnyReport", RoyalReport, MatchReport, covariant=True)


@dataclass(frozen=True)
class AgentSimulation(Simulation[AnyReport]):
    """What agents play."""

    game: RoyalRules
    agents: tuple[AnyAgent, ...]
    playouts: int

    kind: ClassVar[type[Any]]

    @property
    def width(self) -> int:
        """How many sums there are."""
        return sum(map(math.prod, self.kind.layout.values()))

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the agents."""
        return tuple(map(name_agent, self.agents))

    @property
    def details(self) -> dict[str, Any]:
        """Who plays."""
        return {"agents": self.names, "playouts": self.playouts}

    def report(self, tally: Tally) -> AnyReport:
        """Make the report of what was counted."""
        report: AnyReport = self.kind(
            self.game, tally, self.seed, agents=self.names, playouts=self.playouts
        )
        return report

    def count(
        self, first: int, size: int, threads: SupportsIndex | None = None
    ) -> npt.NDArray[np.int64]:
        """Sum up what the agents play: on threads if all are native."""
        seats = [agent_of_core(agent, self.game) for agent in self.agents]
        return self._tally(self.game._rules, seats, self.seed, first, size, threads, self.playouts)

    @property
    @abstractmethod
    def _tally(self) -> Callable[..., npt.NDArray[np.int64]]:
        """What of the core plays and sums up."""


class HandSimulation(AgentSimulation[RoyalReport]):
    """Hands that agents play.

    Examples
    --------
    >>> import croupier
    >>> simulation = croupier.RoyalCasino().simulation(seed=1)
    >>> simulation.report(croupier.RoyalCasino().simulate(10, seed=1).tally).deals
    10
    """

    unit: ClassVar[str] = "round"
    kind = RoyalReport

    @property
    def _tally(self) -> Callable[..., npt.NDArray[np.int64]]:
        return _core.royal_casino_tally_hands


class MatchSimulation(AgentSimulation[MatchReport]):
    """Matches that agents play."""

    unit: ClassVar[str] = "match"
    index_bits: ClassVar[int] = 64 - (_core.ROYAL_CASINO_HANDS_A_MATCH - 1).bit_length()
    kind = MatchReport

    @property
    def _tally(self) -> Callable[..., npt.NDArray[np.int64]]:
        return _core.royal_casino_tally_matches
