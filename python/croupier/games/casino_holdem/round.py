"""The cards of a round of Casino Hold'em, what the player sees of them, and how it may end."""

from __future__ import annotations

from enum import StrEnum
from typing import Generic, NamedTuple, TypeVar

from croupier import _core
from croupier.arguments import Cards
from croupier.hands import Category

Part = TypeVar("Part", bound="Cards", covariant=True)


class Result(StrEnum):
    """How a round ends for the ante."""

    FOLD = "fold"
    NOT_QUALIFIED = "not qualified"
    TIE = "tie"
    WIN = "win"
    LOSS = "loss"


class Round(NamedTuple, Generic[Part]):
    """The cards of a round.

    A round that was dealt has tuples of numbers 0 to 51; text and arrays of cards are read too.
    """

    hole: Part
    flop: Part
    turn: Part
    river: Part
    dealer: Part

    def __str__(self) -> str:
        return ", ".join(f"{place} {cards}" for place, cards in self.to_dict().items())

    def to_dict(self) -> dict[str, str]:
        """Give the round as plain data."""
        return {place: _core.format_cards(cards) for place, cards in self._asdict().items()}


class Seen(NamedTuple):
    """What the player sees when he calls or folds: not turn, river and the dealer's cards."""

    hole: tuple[int, ...]
    flop: tuple[int, ...]

    def __str__(self) -> str:
        return ", ".join(f"{place} {cards}" for place, cards in self.to_dict().items())

    def to_dict(self) -> dict[str, str]:
        """Give what is seen as plain data."""
        return {place: _core.format_cards(cards) for place, cards in self._asdict().items()}


class Outcome(NamedTuple):
    """What decides a round.

    Attributes
    ----------
    bonus : Category
        The category of the player's two cards and the flop, a pair below aces taken for a
        high card.
    hand : Category or None
        The category of the player's final hand; None after a fold.
    result : Result
    """

    bonus: Category
    hand: Category | None
    result: Result

    @property
    def group(self) -> str:
        """The result, of a win with the player's hand."""
        if self.hand is None or self.result is not Result.WIN:
            return str(self.result)
        return f"win, {_words(self.hand)}"

    def __str__(self) -> str:
        hand = "" if self.hand is None else f"{self.hand}, "
        bonus = "no bonus" if self.bonus is Category.HIGH_CARD else f"bonus {self.bonus}"
        return f"{hand}{self.result}, {bonus}"


OUTCOMES = tuple(
    Outcome(Category(bonus), None if hand is None else Category(hand), Result(result))
    for bonus, hand, result in _core.CASINO_HOLDEM_OUTCOMES
)
ENDS = tuple(outcome[1:] for outcome in OUTCOMES if outcome.bonus is Category.HIGH_CARD)
"""How a round may end for the ante: the player's hand and the result, a fold first."""
