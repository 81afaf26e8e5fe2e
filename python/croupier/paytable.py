"""What a betting game pays: outcomes, bets, odds and stakes."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import fields
from fractions import Fraction
from functools import cache
from typing import Any, ClassVar, SupportsIndex

from croupier.arguments import LARGEST_STAKE, read_int, read_name, show
from croupier.rules import Rules


class Paytable(Rules, ABC):
    """The rules of a betting game, as far as a report goes: it prices outcomes."""

    bets: ClassVar[tuple[str, ...]]
    outcomes: ClassVar[tuple[Any, ...]]
    largest_stake: ClassVar[int] = LARGEST_STAKE
    units: ClassVar[Mapping[str, int]] = {}
    """How many first stakes lie on the bet that odds are for, where it is not one."""

    @abstractmethod
    def _odds(self, bet: str, outcome: Any) -> Fraction:
        """Tell the odds of what is known to be a bet and an outcome."""

    @abstractmethod
    def chances(self, played: Mapping[str, Any]) -> tuple[int, ...] | None:
        """Count how many of all equally likely deals have each of `outcomes`.

        `played` says how the player plays, as a report does; None if that is not known.
        """

    def read_played(self, unit: str, played: Mapping[str, Any]) -> dict[str, Any]:  # noqa: ARG002
        """Read how the player plays, or how is dealt, from the plain data of a report."""
        return {}

    @classmethod
    def groups(cls) -> tuple[str, ...]:
        """Name the groups of outcomes that pictures show, in the order in which they stand."""
        return tuple(dict.fromkeys(outcome.group for outcome in cls.outcomes))

    @property
    def deals_like(self) -> object:
        """What the chances of the outcomes depend on: equal for games that deal alike."""
        return None

    def plays_like(self, other: Any, played: Mapping[str, Any]) -> bool:  # noqa: ARG002
        """Tell whether the rounds of another such game, so played, would come alike in this one."""
        return bool(self.deals_like == other.deals_like)

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

    def odds(self, bet: str, outcome: Any) -> Fraction:
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

    def pay(self, bet: str, outcome: Any, stake: SupportsIndex) -> int:
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

    def _pay(self, bet: str, outcome: Any, stake: int) -> int:
        return stake + stake * self._odds(bet, outcome) // 1

    def _read_bet(self, bet: str, argument: str = "bet") -> str:
        return read_name(bet, argument, self.bets)

    def _read_outcome(self, outcome: Any) -> Any:
        kind = type(self.outcomes[0])
        if not isinstance(outcome, kind):
            needed = f"outcome: one of game.outcomes, of type {kind.__name__}, is needed"
            raise TypeError(f"{needed}, got {type(outcome).__name__}")
        try:
            return self._known_outcomes()[outcome]
        except (KeyError, TypeError):  # or what cannot be hashed
            needed = "outcome: one of game.outcomes is needed"
            raise ValueError(f"{needed}, got {show(outcome)}") from None

    @classmethod
    @cache
    def _known_outcomes(cls) -> dict[Any, Any]:
        return {outcome: outcome for outcome in cls.outcomes}

    def _stakes(self, outcome: Any, stake: int) -> dict[str, int]:  # noqa: ARG002
        """Tell what a round of a report stakes on every bet."""
        return dict.fromkeys(self.bets, stake)

    def positions(self, outcome: Any, stake: int) -> dict[str, tuple[int, int]]:
        """Tell what a round stakes and returns on every line of a report."""
        return {
            bet: (amount, self._pay(bet, outcome, amount) if amount else 0)
            for bet, amount in self._stakes(outcome, stake).items()
        }


def _entries(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)
