"""Simulations of Casino Hold'em: many rounds that a strategy plays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, SupportsIndex, cast

from croupier import _core
from croupier.games.casino_holdem.strategy import Strategy
from croupier.games.game import BettingSimulation

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from croupier.games.casino_holdem.rules import CasinoHoldemRules
    from croupier.simulation import Progress


@dataclass(frozen=True)
class PlayedSimulation(BettingSimulation):
    """Rounds that a strategy plays, with a stake on every bet."""

    strategy: Strategy

    def __post_init__(self) -> None:
        super().__post_init__()
        bound = self.strategy.in_game(cast("CasinoHoldemRules", self.game))
        object.__setattr__(self, "strategy", bound)

    @property
    def extra(self) -> dict[str, Any]:
        """The strategy by its name, and the side bet that it takes into account."""
        return describe(self.strategy)

    @property
    def digest(self) -> str:
        """The SHA-256 of all that decides counts and report; asks a function for its table."""
        if self.strategy.kind == "custom":
            self.strategy.table  # noqa: B018 - which its name is made of
        return super().digest

    def prepare(
        self, threads: SupportsIndex | None = None, progress: Progress | None = None
    ) -> None:
        """Solve the optimal strategy, unless it is in the user's cache, or ask a function.

        Parameters
        ----------
        threads, progress
            As for `Simulation.prepare`; only what is solved tells how far it is.
        """
        self.strategy.make_table(threads, progress)

    def count(
        self, first: int, size: int, threads: SupportsIndex | None = None
    ) -> npt.NDArray[np.int64]:
        """Count how many rounds have each outcome."""
        table, weakest = self.strategy.table, self.strategy.game.weakest_qualifying
        return _core.casino_holdem_count(table, weakest, self.seed, first, size, threads)


def describe(strategy: Strategy) -> dict[str, Any]:
    """Tell what a report says of a strategy."""
    stake = {"aa_bonus_stake": str(strategy.aa_bonus)} if strategy.aa_bonus else {}
    return {"strategy": strategy.name, **stake}
