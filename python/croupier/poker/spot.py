"""Who holds what, as equity is asked for: read, checked, and told apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

import numpy as np

from croupier import _core
from croupier.arguments import Cards
from croupier.poker.combos import CLASSES, COMBOS
from croupier.poker.ranges import Range, read_range
from croupier.rules import Rules

if TYPE_CHECKING:
    import numpy.typing as npt

Hand: TypeAlias = "Range | Cards | npt.NDArray[np.floating[Any]]"
"""Two cards, or a range: an object, its text or its weights."""

_MOST_PLAYERS = 10


@dataclass(frozen=True)
class Spot(Rules):
    """Who holds what, the board, and the cards that nobody gets.

    Parameters
    ----------
    hands : sequence
        Two to ten players: each two cards or a range, as `equity` takes them.
    board, dead : str or array_like
        0, 3, 4 or 5 cards, and cards that nobody gets.

    Raises
    ------
    ValueError
        If a hand cannot be read, holds cards that are elsewhere or has no combo left, or if all
        players cannot hold cards at once.
    TypeError
        If an argument is of another type.

    Examples
    --------
    >>> from croupier.poker.spot import Spot
    >>> Spot(["AA, KK", "QsQh"], board="2c 7d Jh").options
    {'hands': ['KK+', 'QsQh'], 'board': '2c7dJh'}
    """

    name: ClassVar[str] = "equity"

    hands: tuple[Range, ...] = ()  # refused, as any fewer than two
    board: tuple[int, ...] = ()
    dead: tuple[int, ...] = ()
    weights: npt.NDArray[np.uint32] = field(init=False, repr=False, compare=False)
    """What the core takes: whole numbers in proportion to the weights, a row a player."""

    if TYPE_CHECKING:  # what is given is read

        def __init__(self, hands: Sequence[Hand], board: Cards = (), dead: Cards = ()) -> None: ...

    def __post_init__(self) -> None:
        hands: Any = self.hands
        if isinstance(hands, (str, Range)) or not isinstance(hands, Sequence):
            raise TypeError(f"hands: a sequence of hands is needed, got {type(hands).__name__}")
        if not 2 <= len(hands) <= _MOST_PLAYERS:
            raise ValueError(f"hands: 2 to {_MOST_PLAYERS} are needed, got {len(hands)}")
        players = [f"hands: player {player}" for player in range(1, len(hands) + 1)]
        ranges = tuple(map(read_hand, hands, players))
        board, dead = read_seen(self.board, self.dead, players=len(hands))
        for name, value in (("hands", ranges), ("board", board), ("dead", dead)):
            object.__setattr__(self, name, value)
        object.__setattr__(self, "weights", weigh(ranges, board, dead, players))
        if not _core.equity_possible(self.weights, board, dead):
            raise ValueError(f"hands: {_name_conflict(self)}")

    @property
    def options(self) -> dict[str, Any]:
        """All of it as plain data."""
        cards = {"board": self.board, "dead": self.dead}
        texts = {name: _core.format_cards(numbers) for name, numbers in cards.items() if numbers}
        return {"hands": [str(hand) for hand in self.hands], **texts}

    @property
    def _settings(self) -> dict[str, Any]:
        return self.options

    def difference(self, other: Rules) -> str:
        """Name both."""
        return f"{self.options} and {other.options}"

    @property
    def is_known(self) -> bool:
        """Whether every player holds one combo."""
        return bool((np.count_nonzero(self.weights, axis=1) == 1).all())


def weigh(
    ranges: Sequence[Range],
    board: tuple[int, ...],
    dead: tuple[int, ...],
    arguments: Sequence[str],
) -> npt.NDArray[np.uint32]:
    """Give the weights in lowest terms that are left of ranges, a row each, none of them empty."""
    rows = []
    for hand, argument in zip(ranges, arguments, strict=True):
        if not hand:
            raise ValueError(f"{argument}: a hand is needed, got an empty range")
        left = hand.without((*board, *dead))
        if not left:
            where = [("board", board), ("dead cards", dead)]
            seen = " and ".join(f"{name} {_core.format_cards(c)}" for name, c in where if c)
            gone = f"no hand of {shorten(str(hand))} is left beside {seen}"
            raise ValueError(f"{argument}: {gone}")
        rows.append(left.lowest_terms)
    weights = np.array(rows)
    weights.flags.writeable = False
    return weights


def join_halves(halves: npt.NDArray[np.uint64]) -> tuple[int, ...]:
    """Join the low and high halves of the core's counts of 128 bits."""
    return tuple(low + (high << 64) for low, high in halves.tolist())


def read_hand(hand: Any, argument: str) -> Range:
    """Read two cards or a range."""
    if isinstance(hand, (str, Range)) or _size(hand) in (COMBOS, CLASSES):
        return read_range(hand, argument)
    cards = _core.read_cards(hand, argument).tolist()
    if len(cards) != 2:
        got = "1 card" if len(cards) == 1 else f"{len(cards)} cards"
        raise ValueError(f"{argument}: 2 cards or a range are needed, got {got}")
    return read_range(_core.format_cards(cards), argument)


def _size(hand: Any) -> int:
    try:
        return int(np.size(hand))
    except ValueError:  # lists of different lengths
        return 0


def read_seen(
    board: Cards, dead: Cards, *, players: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Read a board and dead cards, each from low to high, that leave so many players enough."""
    on_board, gone = (
        sorted(_core.read_cards(cards, name).tolist())
        for cards, name in ((board, "board"), (dead, "dead"))
    )
    if len(on_board) not in (0, 3, 4, 5):
        raise ValueError(f"board: 0, 3, 4 or 5 cards are needed, got {len(on_board)}")
    for cards, name in ((on_board, "board"), (gone, "dead")):
        for card in {card for card in cards if cards.count(card) > 1}:
            raise ValueError(f"{name}: {_core.format_cards([card])} stands twice")
    for card in sorted(set(on_board) & set(gone)):
        raise ValueError(f"dead: {_core.format_cards([card])} is on the board")
    left, needed = 52 - len(on_board) - len(gone), 2 * players + 5 - len(on_board)
    if left < needed:
        raise ValueError(f"dead: {needed} cards are needed for hands and board, {left} are left")
    return tuple(on_board), tuple(gone)


def _name_conflict(spot: Spot) -> str:
    """Tell why players cannot hold cards at once."""
    for second, hand in enumerate(spot.hands):
        for first, other in enumerate(spot.hands[:second]):
            if not _core.equity_possible(spot.weights[[first, second]], spot.board, spot.dead):
                both = f"{shorten(str(other))} and {shorten(str(hand))}"
                return f"players {first + 1} and {second + 1} cannot hold {both} at once"
    texts = "; ".join(shorten(str(hand)) for hand in spot.hands)
    return f"the players cannot hold their ranges at once: {texts}"


def shorten(text: str) -> str:
    """Cut a long range."""
    return text if len(text) <= 40 else text[:37] + "..."
