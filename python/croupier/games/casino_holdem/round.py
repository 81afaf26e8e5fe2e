"""The cards of a round of Casino Hold'em, what the player sees of them, and how it may end."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple, Self

from croupier import _core
from croupier.arguments import Cards
from croupier.games.checked import Checked
from croupier.hands import Category


class Result(StrEnum):
    """How a round ends for the ante."""

    FOLD = "fold"
    NOT_QUALIFIED = "not qualified"
    TIE = "tie"
    WIN = "win"
    LOSS = "loss"


class _Parts(NamedTuple):
    hole: tuple[int, ...]
    flop: tuple[int, ...]
    turn: tuple[int, ...]
    river: tuple[int, ...]
    dealer: tuple[int, ...]


class _SeenParts(NamedTuple):
    hole: tuple[int, ...]
    flop: tuple[int, ...]


def _to_dict(parts: _Parts | _SeenParts) -> dict[str, str]:
    return {place: _core.format_cards(cards) for place, cards in parts._asdict().items()}


class Round(Checked, _Parts):
    """The cards of a round.

    Parameters
    ----------
    hole, flop, turn, river, dealer : str, or sequence or array of int
        Two, three, one, one and two cards as text or by their numbers.

    Attributes
    ----------
    hole, flop, turn, river, dealer : tuple of int
        However they were given.

    Raises
    ------
    ValueError
        If a part is no cards or has another number of them, or a card stands twice (H1).
    TypeError
        If a part is neither text nor ints.

    Examples
    --------
    >>> import croupier
    >>> from croupier.games.casino_holdem import Round
    >>> made = Round("Tc5s", "8c 2h Th", "As", "Kc", "8h Kd")
    >>> made == croupier.CasinoHoldem().deal(seed=7, index=2**60)
    True
    >>> made.flop
    (24, 2, 34)
    """

    __slots__ = ()

    def __new__(cls, hole: Cards, flop: Cards, turn: Cards, river: Cards, dealer: Cards) -> Self:
        """Read the parts."""
        return cls._of_core(_core.casino_holdem_round(hole, flop, turn, river, dealer))

    def __str__(self) -> str:
        return ", ".join(f"{place} {cards}" for place, cards in self.to_dict().items())

    def to_dict(self) -> dict[str, str]:
        """Give the round as plain data."""
        return _to_dict(self)


class Seen(Checked, _SeenParts):
    """What the player sees when he calls or folds: not turn, river and the dealer's cards.

    Parameters
    ----------
    hole, flop : str, or sequence or array of int
        Two and three cards, as for `Round`; as attributes tuples of int.

    Examples
    --------
    >>> from croupier.games.casino_holdem import Seen
    >>> Seen("AsKd", "Ah 2c 7d")
    Seen(hole=(51, 45), flop=(50, 0, 21))
    """

    __slots__ = ()

    def __new__(cls, hole: Cards, flop: Cards) -> Self:
        """Read the parts."""
        return cls._of_core(_core.casino_holdem_seen(hole, flop))

    def __str__(self) -> str:
        return ", ".join(f"{place} {cards}" for place, cards in self.to_dict().items())

    def to_dict(self) -> dict[str, str]:
        """Give what is seen as plain data."""
        return _to_dict(self)


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
        return f"win, {self.hand}"

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
