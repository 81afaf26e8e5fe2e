"""The states of a hand of Royal Casino, and what a player sees of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from itertools import chain, islice
from typing import Any, NamedTuple, SupportsIndex

from croupier import _core
from croupier.arguments import show
from croupier.games.decision import DecisionPoint
from croupier.games.royal_casino.moves import Build, Cards, RoyalMove, format_set, read_sequence
from croupier.games.royal_casino.rules import RoyalRules

_MOST_BUILDS = 25


class Score(NamedTuple):
    """The points of a side (R28, R30, R31)."""

    cards: int
    spades: int
    big_casino: int
    little_casino: int
    aces: int
    sweeps: int

    @property
    def total(self) -> int:
        """All points."""
        return sum(self)


@dataclass(frozen=True, kw_only=True)
class RoyalView:
    """What the player to move sees and remembers: no other hand, and not the stock.

    It is what ``choose`` of an agent gets. Views that show the same are equal, and a pickle
    of one holds what it shows.

    Attributes
    ----------
    game : RoyalCasino
        The rules it is played by.
    to_move : int
        The seat whose view it is.
    hand, table : tuple of int
        Its cards, and the loose ones.
    builds : tuple of Build
    hand_sizes : tuple of int
        How many cards each seat holds.
    stock_size : int
    piles : tuple of tuple of int
        What each side has captured.
    sweeps : tuple of int
    last_capture : int or None
        The side that captured last.

    Examples
    --------
    >>> import croupier
    >>> view = croupier.RoyalCasino().start(seed=1, index=0).view()
    >>> len(view.hand), view.hand_sizes, view.stock_size
    (4, (4, 4), 40)
    """

    game: RoyalRules
    to_move: int
    hand: Cards
    table: Cards
    builds: tuple[Build, ...]
    hand_sizes: tuple[int, ...]
    stock_size: int
    piles: tuple[Cards, ...]
    sweeps: tuple[int, ...]
    last_capture: int | None
    _hand: _core.RoyalHand = field(repr=False, compare=False)

    def legal_moves(self) -> list[RoyalMove]:
        """List every legal move, as `RoyalState.legal_moves` does."""
        return list(map(RoyalMove._of_core, self._hand.legal_moves()))

    def __reduce__(self) -> tuple[Any, ...]:
        seen = {part.name: getattr(self, part.name) for part in fields(self) if part.compare}
        return _restore_view, (seen,)


def _restore_view(seen: dict[str, Any]) -> RoyalView:
    """View a state in which what is not seen lies anyhow, but with a card for every build."""
    builds, piles = seen["builds"], seen["piles"]
    known = chain(seen["hand"], seen["table"], *(build.cards for build in builds), *piles)
    unseen = sorted(set(range(52)).difference(known))
    hands: list[list[int]] = [[] for _ in seen["hand_sizes"]]
    hands[seen["to_move"]] += seen["hand"]
    for owner, value in {(build.owner, build.value) for build in builds}:
        if owner != seen["to_move"]:
            backing = [card for card in unseen if card // 4 + 2 == value][:1]
            hands[owner] += backing
            unseen = [card for card in unseen if card not in backing]
    for hand, size in zip(hands, seen["hand_sizes"], strict=True):
        while len(hand) < size:
            hand.append(unseen.pop())
    stock = unseen[: seen["stock_size"]]
    same = {name: seen[name] for name in ("table", "builds", "to_move", "sweeps", "last_capture")}
    return make_position(seen["game"], hands, stock=stock, piles=piles, **same).view()


class RoyalState:
    """A place in a hand of Royal Casino; immutable.

    Made by `RoyalCasino.start`, `RoyalCasino.position` and `play`.

    Examples
    --------
    >>> import croupier
    >>> game = croupier.RoyalCasino()
    >>> state = game.position(hands=["8d 2c", "Kh"], table="8h 5h 3s", to_move=0)
    >>> for move in state.legal_moves():
    ...     print(move)
    trail 2c
    capture 8d: 8h
    capture 8d: 3s+5h, 8h
    >>> state.play(state.legal_moves()[2]).sweeps
    (1, 0)
    """

    __slots__ = ("_game", "_hand")

    def __init__(self, game: RoyalRules, hand: _core.RoyalHand) -> None:
        self._game = game
        self._hand = hand

    @property
    def game(self) -> RoyalRules:
        """The rules it is played by."""
        return self._game

    @property
    def table(self) -> Cards:
        """The loose cards, in ascending order."""
        return self._hand.table

    @property
    def hands(self) -> tuple[Cards, ...]:
        """The cards of each seat, in ascending order."""
        return self._hand.hands

    @property
    def builds(self) -> tuple[Build, ...]:
        """The builds, in the order of their making."""
        return tuple(Build(*build) for build in self._hand.builds)

    @property
    def to_move(self) -> int:
        """The seat whose turn it is. Seats are numbered in the order of play."""
        return self._hand.to_move

    @property
    def stock(self) -> Cards:
        """What is still to be dealt, the next card first."""
        return self._hand.stock

    @property
    def piles(self) -> tuple[Cards, ...]:
        """The captured cards of each side, in ascending order."""
        return self._hand.piles

    @property
    def sweeps(self) -> tuple[int, ...]:
        """The sweeps of each side."""
        return self._hand.sweeps

    @property
    def last_capture(self) -> int | None:
        """The side that captured last."""
        return self._hand.last_capture

    @property
    def is_over(self) -> bool:
        """Whether the pack is played."""
        return self._hand.is_over

    @property
    def scores(self) -> tuple[Score, ...]:
        """The points of each side by item, for its pile and sweeps as they are."""
        return tuple(Score(*score) for score in self._hand.scores)

    def legal_moves(self) -> list[RoyalMove]:
        """List every legal move.

        Returns
        -------
        list of RoyalMove
            Each once, ordered by card, kind (capture, build, extend, increase, trail),
            value, builds, loose cards; sets of cards compare as the numbers whose bit c
            stands for card c. A move that splits its loose cards in several ways shows
            the lexicographically first one.

        Raises
        ------
        ValueError
            If there are more than a million, which needs a table that no deal brings.
        """
        return list(map(RoyalMove._of_core, self._hand.legal_moves()))

    def play(self, move: RoyalMove) -> RoyalState:
        """Make a move.

        Parameters
        ----------
        move : RoyalMove
            Of the player to move.

        Returns
        -------
        RoyalState
            With the next deal made where all hands are empty, and the last loose cards
            given to the side that captured last where the pack is played.

        Raises
        ------
        ValueError
            If the move is not legal: ``"R16: ..."``, the number of the broken rule and the
            reason.

        Examples
        --------
        >>> import croupier
        >>> state = croupier.RoyalCasino().position(hands=["5c 7d", ""], table="3h 2s")
        >>> state.play(croupier.RoyalMove.parse("build 10: 5c+3h+2s"))
        Traceback (most recent call last):
            ...
        ValueError: R16: no card of value 10 stays in the hand to capture it
        """
        return RoyalState(self._game, self._hand.play(self._parts_of(move)))

    def _parts_of(self, move: RoyalMove) -> _core._RoyalParts:
        """Give the parts of a move to the core, which holds them to the rules."""
        if not isinstance(move, RoyalMove):
            raise TypeError(f"move: a RoyalMove is needed, got {type(move).__name__}")
        if type(move) is not RoyalMove:  # a subclass may not have checked its parts
            move = RoyalMove(move.kind, move.card, move.groups, move.builds, move.value)
        there = {build.cards: build for build in self.builds} if move.builds else {}
        for build in move.builds:
            if there.get(build.cards) != build:
                raise ValueError(f"R21: there is no build {build} on the table")
        builds = [build.cards for build in move.builds]
        return move.kind, move.card, move.groups, builds, move.value

    @property
    def decision(self) -> DecisionPoint[RoyalView, RoyalMove] | None:
        """What the player to move sees, and all legal moves; None if the hand is over.

        Examples
        --------
        >>> import croupier
        >>> point = croupier.RoyalCasino().start(seed=1).decision
        >>> point.seen.hand == croupier.RoyalCasino().start(seed=1).hands[0]
        True
        """
        return None if self.is_over else DecisionPoint(self.view(), tuple(self.legal_moves()))

    def view(self) -> RoyalView:
        """Show what the player to move sees."""
        hands = self.hands
        return RoyalView(
            game=self.game,
            to_move=self.to_move,
            hand=hands[self.to_move],
            table=self.table,
            builds=self.builds,
            hand_sizes=tuple(map(len, hands)),
            stock_size=len(self.stock),
            piles=self.piles,
            sweeps=self.sweeps,
            last_capture=self.last_capture,
            _hand=self._hand.seen(),
        )

    @property
    def _content(self) -> tuple[Any, ...]:
        return (self.game, *(getattr(self, name) for name in _CONTENT))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RoyalState):
            return NotImplemented
        return self._content == other._content

    def __hash__(self) -> int:
        return hash(self._content)

    def __reduce__(self) -> tuple[Any, ...]:
        return parse_position, (self.game, str(self))

    def __str__(self) -> str:
        parts = {
            "hands": " | ".join(format_set(hand) or "-" for hand in self.hands),
            "table": format_set(self.table) or "-",
            "builds": " ".join(map(str, self.builds)) or "-",
            "to move": str(self.to_move),
            "stock": format_set(self.stock) or "-",
            "piles": " | ".join(format_set(pile) or "-" for pile in self.piles),
            "sweeps": " ".join(map(str, self.sweeps)),
            "last capture": "-" if self.last_capture is None else str(self.last_capture),
        }
        return "; ".join(f"{name} {part}" for name, part in parts.items())

    def __repr__(self) -> str:
        return f"<RoyalState {self}>"


_CONTENT = ("hands", "table", "builds", "to_move", "stock", "piles", "sweeps", "last_capture")


def make_position(
    game: RoyalRules,
    hands: Sequence[Any],
    table: Any,
    builds: Sequence[Any] = (),
    to_move: SupportsIndex = 0,
    stock: Any = "",
    piles: Sequence[Any] | None = None,
    sweeps: Sequence[SupportsIndex] | None = None,
    last_capture: SupportsIndex | None = None,
) -> RoyalState:
    """Set up a position; parameters as of `RoyalCasino.position`."""
    sides = game.sides
    hand = _core.royal_casino_position(
        game._rules,
        read_sequence(hands, "hands", game.players, game.players),
        table,
        [_read_build(build) for build in read_sequence(builds, "builds", _MOST_BUILDS)],
        to_move,
        stock,
        read_sequence([""] * sides if piles is None else piles, "piles", sides, sides),
        read_sequence([0] * sides if sweeps is None else sweeps, "sweeps", sides, sides),
        last_capture,
    )
    return RoyalState(game, hand)


def _read_build(build: Any) -> tuple[Any, Any, Any]:
    if isinstance(build, Build):
        return build.cards, build.value, build.owner
    if not isinstance(build, Mapping):
        raise TypeError(f"builds: mappings are needed, got {type(build).__name__}")
    names = list(islice(build, 4))
    if set(names) != {"cards", "value", "owner"}:
        raise ValueError(f"builds: cards, value and owner are needed, got {show(names)}")
    return build["cards"], build["value"], build["owner"]


def parse_position(game: RoyalRules, text: str) -> RoyalState:
    """Read a position from its text."""
    parts = _core.royal_casino_read_position(text)
    hands, table, builds, to_move, stock, piles, sweeps, last_capture = parts
    made = [Build(*build) for build in builds]
    return make_position(game, hands, table, made, to_move, stock, piles, sweeps, last_capture)
