"""What the betting games have in common."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, ClassVar, Generic, SupportsIndex, TypeVar, cast

from croupier.arguments import LARGEST_STAKE, json_int, read_int, read_name, show
from croupier.games.decision import DecisionPoint
from croupier.games.parameter import Parameter
from croupier.paytable import Paytable
from croupier.report import BettingReport
from croupier.report.tally import Tally
from croupier.simulation import Progress, Simulation, read_progress, run

Outcome = TypeVar("Outcome")
Round = TypeVar("Round")
AnyRound = TypeVar("AnyRound")

STAKE = Parameter(
    "stake",
    "in cents (default: the first hundred at which no return is rounded)",
    ("exact", "simulation"),
    metavar="C",
)


@dataclass(frozen=True)
class BetSettlement:
    """What became of one bet, in minor units: `returned` includes the stake."""

    stake: int
    returned: int

    @property
    def net(self) -> int:
        """What the bet won, negative if it lost."""
        return self.returned - self.stake


@dataclass(frozen=True)
class Settlement:
    """What became of the bets of a round.

    Attributes
    ----------
    outcome
        The outcome that settled them.
    bets : dict
        A `BetSettlement` by the name of the bet.
    """

    outcome: Any
    bets: dict[str, BetSettlement]

    @property
    def stake(self) -> int:
        """All that was staked."""
        return sum(bet.stake for bet in self.bets.values())

    @property
    def returned(self) -> int:
        """All that is returned, stakes included."""
        return sum(bet.returned for bet in self.bets.values())

    @property
    def net(self) -> int:
        """All that was won, negative if more was lost."""
        return self.returned - self.stake


@dataclass(frozen=True)
class BettingSimulation(Simulation[BettingReport]):
    """Rounds of a betting game with a stake on every bet."""

    game: Game[Any, Any]
    stake: int

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "stake", self.game.read_stake(self.stake))

    @property
    def width(self) -> int:
        """How many outcomes there are."""
        return len(self.game.outcomes)

    @property
    def extra(self) -> dict[str, Any]:
        """How the rounds are dealt and played, beside the rules."""
        return {}

    @property
    def details(self) -> dict[str, Any]:
        """The stake, and how the rounds are dealt and played."""
        return {"stake": self.stake, **self.extra}

    def report(self, tally: Tally) -> BettingReport:
        """Make the report of what was counted."""
        extra = tuple(self.extra.items())
        return BettingReport(self.game, tally, self.seed, self.stake, self.unit, extra)


@dataclass(frozen=True)
class Replay:
    """A round of a simulation, and what came of it.

    Attributes
    ----------
    game : Game
    seed, index : int
        Which simulation, and which of its rounds.
    round
        What was dealt.
    outcome
        What came of it.
    played : dict
        The strategy and the action, where there is one.
    """

    game: Game[Any, Any]
    seed: int
    index: int
    round: Any
    outcome: Any
    played: dict[str, Any] = field(hash=False)

    @property
    def wins(self) -> list[str]:
        """The bets that win."""
        return [bet for bet in self.game.bets if self.game.odds(bet, self.outcome) > 0]

    def to_dict(self) -> dict[str, Any]:
        """Give all of it as plain data, ready for JSON."""
        place = {"seed": json_int(self.seed), "round": json_int(self.index)}
        found = {"outcome": str(self.outcome), "wins": self.wins}
        return {"game": self.game.name, **place, **self.played, **self.round.to_dict(), **found}

    def __str__(self) -> str:
        return f"{self.round}: {self.outcome}\nwins: {', '.join(self.wins) or 'none'}"


class Game(Paytable, Generic[Round, Outcome]):
    """A betting game: an immutable dataclass of rules."""

    actions: ClassVar[tuple[str, ...]] = ()
    """What the player may do in a round, beside betting."""
    parameters: ClassVar[tuple[Parameter, ...]] = (STAKE,)
    reports = MappingProxyType({"round": BettingReport})

    @abstractmethod
    def deal(self, seed: SupportsIndex, index: SupportsIndex) -> Round:
        """Deal a round of the simulation of `seed`."""

    def decision(self, round: Round) -> DecisionPoint[Any, str] | None:  # noqa: A002, ARG002
        """Show what the player sees of a round when he is to act, and what he may do.

        Parameters
        ----------
        round
            As from `deal`.

        Returns
        -------
        DecisionPoint or None
            None where the game gives nothing to decide.
        """
        return None

    @abstractmethod
    def outcome(self, round: Round, action: str | None = None) -> Outcome:  # noqa: A002
        """Tell which of `outcomes` a round has."""

    def _read_action(self, action: str | None) -> str | None:
        if not self.actions and action is not None:
            wrong = ValueError if isinstance(action, str) else TypeError
            raise wrong(f"action: {self.name} has none, got {show(action)}")
        return read_name(action, "action", self.actions) if self.actions else None

    def settle(
        self,
        round: Round,  # noqa: A002
        stakes: Mapping[str, SupportsIndex],
        *,
        action: str | None = None,
    ) -> Settlement:
        """Settle bets on a round.

        Parameters
        ----------
        round
            As from `deal`.
        stakes : mapping of str to int
            Stakes in minor units, 1 to ``2**53``, by the name of the bet.
        action : None
            For games in which the player decides; there is nothing to decide here.

        Returns
        -------
        Settlement
            By bet its stake, what is returned and the net result; and the totals.

        Raises
        ------
        ValueError
            If there is no stake, a bet is unknown, a stake is out of range, or the rules do not
            allow the round.
        TypeError
            If a stake is no int, a bet no str, or `stakes` no mapping.
        """
        given = self._read_stakes(stakes)
        outcome = self.outcome(round, action)
        return self._settle(
            outcome,
            {
                bet: read_int(stake, f"stakes[{bet!r}]", 1, LARGEST_STAKE)
                for bet, stake in given.items()
            },
        )

    def _settle(self, outcome: Outcome, amounts: dict[str, int]) -> Settlement:
        settled = {
            bet: BetSettlement(amount, self._pay(bet, outcome, amount))
            for bet, amount in amounts.items()
        }
        return Settlement(outcome, settled)

    def _read_stakes(self, stakes: Mapping[str, SupportsIndex]) -> dict[str, SupportsIndex]:
        if not isinstance(stakes, Mapping):
            raise TypeError(f"stakes: a mapping is needed, got {type(stakes).__name__}")
        if not stakes:
            raise ValueError("stakes: at least one bet is needed, got none")
        return {self._read_bet(bet, "stakes"): stake for bet, stake in stakes.items()}

    def exact(
        self, *, stake: SupportsIndex | None = None, progress: Progress | None = None
    ) -> BettingReport:
        """Report all rounds there are.

        Parameters
        ----------
        stake : int, optional
            The stake on each bet in minor units; `default_stake` by default.
        progress : callable, optional
            Called now and then as ``progress(done, total)``; not at all where it takes a moment.

        Returns
        -------
        BettingReport
        """
        amount = self.read_stake(stake)
        read_progress(progress)
        return BettingReport(self, Tally(cast("tuple[int, ...]", self.chances({}))), stake=amount)

    @abstractmethod
    def simulation(
        self, *, seed: SupportsIndex | None = None, stake: SupportsIndex | None = None
    ) -> BettingSimulation:
        """Say what to simulate: the value that `simulate` runs.

        Parameters
        ----------
        seed, stake
            As for `simulate`.
        """

    def simulate(
        self,
        rounds: SupportsIndex,
        *,
        seed: SupportsIndex | None = None,
        threads: SupportsIndex | None = None,
        first_round: SupportsIndex = 0,
        progress: Progress | None = None,
        stake: SupportsIndex | None = None,
    ) -> BettingReport:
        """Play many rounds.

        Parameters
        ----------
        rounds : int
            How many.
        seed : int, optional
            0 to ``2**128 - 1``; a fresh one by default.
        threads : int, optional
            How many share the work; all cores by default. The report does not depend on it.
        first_round : int
            The number of the first one; `first_round` + `rounds` is at most ``2**64``.
        progress : callable, optional
            Called now and then as ``progress(done, total)``.
        stake : int, optional
            The stake on each bet in minor units; `default_stake` by default.

        Returns
        -------
        BettingReport

        Raises
        ------
        ValueError, TypeError
            If an argument is out of range or of another type.
        KeyboardInterrupt
            After Ctrl-C; its attribute ``report`` holds what was counted.
        """
        simulation = self.simulation(seed=seed, stake=stake)
        return run(simulation, rounds, first_round, threads=threads, progress=progress)

    def replay(self, seed: SupportsIndex, index: SupportsIndex) -> Replay:
        """Deal a round of a simulation again and tell what came of it.

        Parameters
        ----------
        seed, index : int
            As for `deal`.

        Returns
        -------
        Replay
        """
        played = self.deal(seed, index)
        return Replay(self, int(seed), int(index), played, self.outcome(played), {})


def read_round(round: Any, kind: type[AnyRound]) -> AnyRound:  # noqa: A002
    """Read a round of a game."""
    if not isinstance(round, kind):
        raise TypeError(f"round: a {kind.__name__} is needed, got {type(round).__name__}")
    return round
