"""What the betting games have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Generic, SupportsIndex, TypeVar

from croupier.arguments import read_range, read_seed, read_stake, show
from croupier.report import Report
from croupier.simulation import Progress, run

if TYPE_CHECKING:
    from croupier.simulation import Count, Tally

Outcome = TypeVar("Outcome")
Round = TypeVar("Round")


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


class Game(ABC, Generic[Round, Outcome]):
    """A betting game: an immutable dataclass of rules."""

    name: ClassVar[str]
    bets: ClassVar[tuple[str, ...]]
    outcomes: ClassVar[tuple[Any, ...]]

    @abstractmethod
    def deal(self, seed: SupportsIndex, index: SupportsIndex) -> Round:
        """Deal a round of the simulation of `seed`."""

    @abstractmethod
    def outcome(self, round: Round) -> Outcome:  # noqa: A002
        """Tell which of `outcomes` a round has."""

    @abstractmethod
    def odds(self, bet: str, outcome: Outcome) -> Fraction:
        """Tell the net odds to 1 at which an outcome pays a bet; -1 if the bet is lost."""

    @abstractmethod
    def exact(self, *, stake: SupportsIndex = 100) -> Report:
        """Report all rounds there are."""

    @property
    def deals_like(self) -> object:
        """What the chances of the outcomes depend on: equal for games that deal alike."""
        return None

    def plays_like(self, report: Report) -> bool:
        """Tell whether the rounds of a report of such a game would come alike in this one."""
        return bool(self.deals_like == report.game.deals_like)

    @property
    def options(self) -> dict[str, Any]:
        """The rules that are not the documented ones, as plain data."""
        return {
            rule.name: _plain(getattr(self, rule.name))
            for rule in fields(self)  # type: ignore[arg-type]
            if rule.init and getattr(self, rule.name) != rule.default
        }

    @property
    def digest(self) -> str:
        """The SHA-256 of the game's name and all its rules, in hexadecimal digits."""
        return digest_of_rules(self)

    def pay(self, bet: str, outcome: Outcome, stake: SupportsIndex) -> int:
        """Tell what a bet returns, its stake included, rounded down to the minor unit.

        Parameters
        ----------
        bet : str
            One of `bets`.
        outcome
            One of `outcomes`.
        stake : int
            The whole position, in minor units.

        Returns
        -------
        int
        """
        amount = read_stake(stake)
        kind = type(self.outcomes[0])
        if not isinstance(outcome, kind):
            needed = f"outcome: one of game.outcomes, of type {kind.__name__}, is needed"
            raise TypeError(f"{needed}, got {type(outcome).__name__}")
        if outcome not in self._outcome_set():
            raise ValueError(f"outcome: one of game.outcomes is needed, got {show(outcome)}")
        return amount + amount * self.odds(self._read_bet(bet), outcome) // 1

    @classmethod
    @cache
    def _outcome_set(cls) -> frozenset[Any]:
        return frozenset(cls.outcomes)

    def positions(self, outcome: Outcome, stake: int) -> dict[str, tuple[int, int]]:
        """Tell what a round stakes and returns on every line of a report."""
        return {bet: (stake, self.pay(bet, outcome, stake)) for bet in self.bets}

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
            If a bet is unknown, a stake is out of range, or the rules do not allow the round.
        TypeError
            If a stake is no int.
        """
        if not isinstance(stakes, Mapping):
            raise TypeError(f"stakes: a mapping is needed, got {type(stakes).__name__}")
        if action is not None:
            raise ValueError(f"action: {self.name} has none, got {show(action)}")
        outcome = self.outcome(round)
        settled = {}
        for bet, stake in stakes.items():
            amount = read_stake(stake, f"stakes[{self._read_bet(bet)!r}]")
            settled[bet] = BetSettlement(amount, self.pay(bet, outcome, amount))
        return Settlement(outcome, settled)

    @staticmethod
    def _read_round(round: Any, kind: type[Round]) -> Round:  # noqa: A002
        if not isinstance(round, kind):
            raise TypeError(f"round: a {kind.__name__} is needed, got {type(round).__name__}")
        return round

    def _read_bet(self, bet: str) -> str:
        if bet not in self.bets:
            known = ", ".join(self.bets)
            raise ValueError(f"bets: one of {known} is needed, got {show(bet)}")
        return bet

    @abstractmethod
    def _count(self, seed: int, threads: SupportsIndex | None) -> Count:
        """Give what counts the rounds of `simulate`."""

    def simulate(
        self,
        rounds: SupportsIndex,
        *,
        seed: SupportsIndex | None = None,
        threads: SupportsIndex | None = None,
        first_round: SupportsIndex = 0,
        progress: Progress | None = None,
        stake: SupportsIndex = 100,
    ) -> Report:
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
        stake : int
            The stake on each bet in minor units.

        Returns
        -------
        Report

        Raises
        ------
        ValueError, TypeError
            If an argument is out of range or of another type.
        KeyboardInterrupt
            After Ctrl-C; its attribute ``report`` holds what was counted.
        """
        indices = read_range(first_round, rounds, "first_round", "rounds")
        key = read_seed(seed)
        return self._run(self._count(key, threads), indices, key, progress, stake=read_stake(stake))

    def _run(
        self, count: Count, indices: range, seed: int, progress: Progress | None, **details: Any
    ) -> Report:
        def report(tally: Tally, partial: bool) -> Report:
            return Report.of_tally(self, tally, seed=seed, partial=partial, **details)

        return run(count, indices, report, progress)


def digest_of_rules(game: Any) -> str:
    """Tell the SHA-256 of a game's name and of all its fields, in hexadecimal digits."""
    import hashlib
    import json

    rules = {rule.name: _plain(getattr(game, rule.name)) for rule in fields(game) if rule.init}
    text = json.dumps({"game": game.name, "rules": rules}, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def _plain(value: Any) -> Any:
    if isinstance(value, Fraction):
        return str(value)
    return [_plain(entry) for entry in value] if isinstance(value, tuple) else value
