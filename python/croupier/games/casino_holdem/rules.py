"""What Casino Hold'em pays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from croupier.arguments import LARGEST_STAKE, Odds, read_int, read_odds, read_odds_list
from croupier.games.casino_holdem.round import OUTCOMES, Outcome, Result
from croupier.hands import Category
from croupier.paytable import Paytable

CALL_ANTES = 2  # H6


def call_stake(outcome: Outcome, ante: int) -> int:
    """Tell what lies on the call in the end."""
    return 0 if outcome.hand is None else CALL_ANTES * ante


@dataclass(frozen=True, kw_only=True)
class CasinoHoldemRules(Paytable):
    """The paytables of Casino Hold'em, and the hand with which the dealer qualifies."""

    name: ClassVar[str] = "casino-holdem"
    bets: ClassVar[tuple[str, ...]] = ("ante", "call", "aa_bonus")
    outcomes: ClassVar[tuple[Outcome, ...]] = OUTCOMES
    largest_stake: ClassVar[int] = LARGEST_STAKE // CALL_ANTES
    units: ClassVar[Mapping[str, int]] = {"call": CALL_ANTES}

    ante: Sequence[Odds] = tuple(map(Fraction, (1, 1, 1, 1, 1, 2, 3, 10, 20, 100)))
    call: Odds = Fraction(1)
    aa_bonus: Sequence[Odds] = tuple(map(Fraction, (7, 7, 7, 7, 25, 25, 25, 25, 25)))
    weakest_qualifying: int = 5745

    def __post_init__(self) -> None:
        for rule, size in (("ante", 10), ("aa_bonus", 9)):
            object.__setattr__(self, rule, read_odds_list(getattr(self, rule), rule, size))
        object.__setattr__(self, "call", read_odds(self.call, "call"))
        weakest = read_int(self.weakest_qualifying, "weakest_qualifying", 1, 7462)
        object.__setattr__(self, "weakest_qualifying", weakest)

    @classmethod
    def groups(cls) -> tuple[str, ...]:
        """Name the groups of outcomes, wins last."""
        ordered = sorted(cls.outcomes, key=lambda outcome: outcome.result is Result.WIN)
        return tuple(dict.fromkeys(outcome.group for outcome in ordered))

    @property
    def deals_like(self) -> object:
        """The hand with which the dealer qualifies."""
        return self.weakest_qualifying

    def _odds(self, bet: str, outcome: Outcome) -> Fraction:
        if outcome.hand is None:  # the call, which a fold leaves unmade, among them
            return Fraction(-1)
        if bet == "aa_bonus":
            wins = outcome.bonus is not Category.HIGH_CARD
            return Fraction(self.aa_bonus[outcome.bonus - 1] if wins else -1)
        ante = self.ante[outcome.hand]
        odds: dict[Result, dict[str, Odds]] = {
            Result.NOT_QUALIFIED: {"ante": ante, "call": 0},
            Result.TIE: {"ante": 0, "call": 0},
            Result.WIN: {"ante": ante, "call": self.call},
            Result.LOSS: {"ante": -1, "call": -1},
        }
        return Fraction(odds[outcome.result][bet])

    def positions(self, outcome: Outcome, stake: int) -> dict[str, tuple[int, int]]:
        """Tell what a round stakes and returns on every line of a report.

        `main` is ante and call together on the total stake, `main_per_ante` their net
        result on the ante alone.
        """
        rows = super().positions(outcome, stake)
        total, returned = map(sum, zip(rows["ante"], rows["call"], strict=True))
        return {
            "main": (total, returned),
            "main_per_ante": (stake, stake + returned - total),
            **rows,
        }

    def _stakes(self, outcome: Outcome, stake: int) -> dict[str, int]:
        return {"ante": stake, "call": call_stake(outcome, stake), "aa_bonus": stake}

    def net(self, outcome: Outcome, aa_bonus: Fraction) -> Fraction:
        """Tell the net result of an outcome in antes, `aa_bonus` of them being on the AA Bonus."""
        stakes: dict[str, Fraction | int] = {**self._stakes(outcome, 1), "aa_bonus": aa_bonus}
        nets = (stake * self._odds(bet, outcome) for bet, stake in stakes.items() if stake)
        return sum(nets, Fraction(0))
