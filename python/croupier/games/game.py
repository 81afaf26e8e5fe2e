"""What the betting games have in common."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Generic, SupportsIndex, TypeVar

from croupier.arguments import (
    LARGEST_STAKE,
    read_int,
    read_name,
    read_range,
    read_seed,
    show,
    tell_apart,
)
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
    largest_stake: ClassVar[int] = LARGEST_STAKE
    units: ClassVar[Mapping[str, int]] = {}
    """How many first stakes lie on the bet that odds are for, where it is not one."""

    @abstractmethod
    def deal(self, seed: SupportsIndex, index: SupportsIndex) -> Round:
        """Deal a round of the simulation of `seed`."""

    @abstractmethod
    def outcome(self, round: Round) -> Outcome:  # noqa: A002
        """Tell which of `outcomes` a round has."""

    @abstractmethod
    def exact(self, *, stake: SupportsIndex | None = None) -> Report:
        """Report all rounds there are."""

    def exact_like(self, report: Report) -> Report | None:
        """Report all rounds there are, played as in a simulation; None where that is not known."""
        return self.exact(stake=report.stake) if report.unit == "round" else None

    @abstractmethod
    def _odds(self, bet: str, outcome: Outcome) -> Fraction:
        """Tell the odds of what is known to be a bet and an outcome."""

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

    def difference(self, other: Game[Any, Any]) -> str:
        """Tell in which rules another game differs, with the values of both."""
        if type(self) is not type(other):
            return f"{self.name} and {other.name}"
        mine, theirs = (
            {rule.name: _plain(rule.default) for rule in fields(game)} | game.options  # type: ignore[arg-type]
            for game in (self, other)
        )
        return tell_apart(mine, theirs)

    @property
    def whole_stake(self) -> int:
        """The smallest multiple of 100 at which no return is rounded, however large it is."""
        denominators = (
            odds.denominator // math.gcd(odds.denominator, self.units.get(rule.name, 1))
            for rule in fields(self)  # type: ignore[arg-type]
            for odds in _entries(getattr(self, rule.name))
            if isinstance(odds, Fraction)
        )
        return math.lcm(100, *denominators)

    @property
    def default_stake(self) -> int:
        """The stake of reports by default, in minor units.

        It is the smallest multiple of 100 at which no return of these rules is rounded.

        Raises
        ------
        ValueError
            If there is none up to the largest stake.

        Examples
        --------
        >>> import croupier
        >>> croupier.Baccarat().default_stake, croupier.Baccarat(commission="0.0415").default_stake
        (100, 2000)
        """
        if self.whole_stake > self.largest_stake:
            raise ValueError(
                f"stake: one is needed, got none; these rules round some return at every multiple "
                f"of 100 up to {show(self.largest_stake)}"
            )
        return self.whole_stake

    def read_stake(self, stake: SupportsIndex | None) -> int:
        """Read the first stake of a report; None is the default one."""
        if stake is None:
            return self.default_stake
        return read_int(stake, "stake", 1, self.largest_stake)

    def odds(self, bet: str, outcome: Outcome) -> Fraction:
        """Tell the net odds to 1 at which an outcome pays a bet.

        Parameters
        ----------
        bet : str
            One of `bets`.
        outcome
            One of `outcomes`.

        Returns
        -------
        Fraction
            -1 if the bet is lost.
        """
        return self._odds(self._read_bet(bet), self._read_outcome(outcome))

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
        amount = read_int(stake, "stake", 1, LARGEST_STAKE)
        return self._pay(self._read_bet(bet), self._read_outcome(outcome), amount)

    def _pay(self, bet: str, outcome: Outcome, stake: int) -> int:
        return stake + stake * self._odds(bet, outcome) // 1

    def _read_outcome(self, outcome: Outcome) -> Outcome:
        kind = type(self.outcomes[0])
        if not isinstance(outcome, kind):
            needed = f"outcome: one of game.outcomes, of type {kind.__name__}, is needed"
            raise TypeError(f"{needed}, got {type(outcome).__name__}")
        try:
            known: Outcome = self._known_outcomes()[outcome]
        except (KeyError, TypeError):  # or what cannot be hashed
            needed = "outcome: one of game.outcomes is needed"
            raise ValueError(f"{needed}, got {show(outcome)}") from None
        return known

    @classmethod
    @cache
    def _known_outcomes(cls) -> dict[Any, Any]:
        return {outcome: outcome for outcome in cls.outcomes}

    def _stakes(self, outcome: Outcome, stake: int) -> dict[str, int]:  # noqa: ARG002
        """Tell what a round of a report stakes on every bet."""
        return dict.fromkeys(self.bets, stake)

    def positions(self, outcome: Outcome, stake: int) -> dict[str, tuple[int, int]]:
        """Tell what a round stakes and returns on every line of a report."""
        return {
            bet: (amount, self._pay(bet, outcome, amount) if amount else 0)
            for bet, amount in self._stakes(outcome, stake).items()
        }

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
        if action is not None:
            wrong = ValueError if isinstance(action, str) else TypeError
            raise wrong(f"action: {self.name} has none, got {show(action)}")
        outcome = self.outcome(round)
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

    @staticmethod
    def _read_round(round: Any, kind: type[Round]) -> Round:  # noqa: A002
        if not isinstance(round, kind):
            raise TypeError(f"round: a {kind.__name__} is needed, got {type(round).__name__}")
        return round

    def _read_stakes(self, stakes: Mapping[str, SupportsIndex]) -> dict[str, SupportsIndex]:
        if not isinstance(stakes, Mapping):
            raise TypeError(f"stakes: a mapping is needed, got {type(stakes).__name__}")
        if not stakes:
            raise ValueError("stakes: at least one bet is needed, got none")
        return {self._read_bet(bet): stake for bet, stake in stakes.items()}

    def _read_bet(self, bet: str) -> str:
        return read_name(bet, "bets", self.bets)

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
        stake: SupportsIndex | None = None,
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
        stake : int, optional
            The stake on each bet in minor units; `default_stake` by default.

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
        amount = self.read_stake(stake)
        return self._run(self._count(key, threads), indices, key, progress, stake=amount)

    def _run(
        self,
        count: Count,
        indices: range,
        seed: int,
        progress: Progress | None,
        extra: Callable[[], tuple[tuple[str, Any], ...]] = tuple,
        **details: Any,
    ) -> Report:
        def report(tally: Tally, partial: bool) -> Report:
            return Report.of_tally(
                self, tally, seed=seed, partial=partial, extra=extra(), **details
            )

        return run(count, indices, len(self.outcomes), report, progress)


def digest_of_rules(game: Any) -> str:
    """Tell the SHA-256 of a game's name and of all its fields, in hexadecimal digits."""
    import hashlib
    import json

    rules = {rule.name: _plain(getattr(game, rule.name)) for rule in fields(game) if rule.init}
    text = json.dumps({"game": game.name, "rules": rules}, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def _entries(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)


def _plain(value: Any) -> Any:
    if isinstance(value, Fraction):
        return str(value)
    return [_plain(entry) for entry in value] if isinstance(value, tuple) else value
