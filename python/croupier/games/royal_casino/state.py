"""The states of a hand of Royal Casino, and what a player sees of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from itertools import chain, islice
from typing import Any, NamedTuple, SupportsIndex

from croupier import _core
from croupier.arguments import read_int, show
from croupier.games.decision import DecisionPoint
from croupier.games.royal_casino.moves import (
    Build,
    Cards,
    RoyalMove,
    format_set,
    read_cards,
    read_sequence,
)
from croupier.games.royal_casino.rules import RoyalRules

_MOST_BUILDS = 25
_MOST_LIKE = 3
_MOST_COMPARED = 1000
_LONGEST_LIKE = 100


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

    It is what ``choose`` of an agent gets, made by `RoyalState.view`; one made by hand is held to
    the rules of positions. Views that show the same are equal, and a pickle
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
    _hand: _core.RoyalHand = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        seen = {part.name: getattr(self, part.name) for part in fields(self) if part.init}
        shown = _imagine(seen).view()
        for name, part in seen.items():
            if getattr(shown, name) != part:
                raise ValueError(
                    f"{name}: {show(getattr(shown, name))} is needed, got {show(part)}"
                )
            object.__setattr__(self, name, getattr(shown, name))
        object.__setattr__(self, "_hand", shown._hand)

    @classmethod
    def _of_core(cls, **parts: Any) -> RoyalView:
        """Make one of what a state shows, which needs no check."""
        view = object.__new__(cls)
        vars(view).update(parts)
        return view

    def legal_moves(self) -> list[RoyalMove]:
        """List every legal move, as `RoyalState.legal_moves` does."""
        return list(map(RoyalMove._of_core, self._hand.legal_moves()))

    def __reduce__(self) -> tuple[Any, ...]:
        seen = {part.name: getattr(self, part.name) for part in fields(self) if part.init}
        return _restore_view, (seen,)


def _restore_view(seen: dict[str, Any]) -> RoyalView:
    return RoyalView(**seen)


def _imagine(seen: dict[str, Any]) -> RoyalState:
    """Set up a state in which what is not seen lies anyhow, but with a card for every build."""
    game, to_move = seen["game"], seen["to_move"]
    if not isinstance(game, RoyalRules):
        raise TypeError(f"game: a RoyalCasino is needed, got {type(game).__name__}")
    place = read_int(to_move, "to_move", 0, game.players - 1)
    sizes = read_sequence(seen["hand_sizes"], "hand_sizes", game.players, game.players)
    sizes = [read_int(size, "hand_sizes", 0, 52) for size in sizes]
    left = read_int(seen["stock_size"], "stock_size", 0, 52)
    builds = [_as_build(build) for build in read_sequence(seen["builds"], "builds", _MOST_BUILDS)]
    piles = read_sequence(seen["piles"], "piles", game.sides, game.sides)
    parts = {"hand": seen["hand"], "table": seen["table"]}
    hand, table = (read_cards(cards, name) for name, cards in parts.items())
    known = chain(hand, table, *(build.cards for build in builds),
                  *(read_cards(pile, "piles") for pile in piles))  # fmt: skip
    unseen = sorted(set(range(52)).difference(known))
    hands: list[list[int]] = [[] for _ in sizes]
    hands[place] += hand
    for owner, value in {(build.owner, build.value) for build in builds}:
        if owner != place:
            backing = [card for card in unseen if card // 4 + 2 == value][:1]
            hands[read_int(owner, "builds: owner", 0, game.players - 1)] += backing
            unseen = [card for card in unseen if card not in backing]
    missing = sum(max(0, size - len(own)) for own, size in zip(hands, sizes, strict=True))
    if missing + left > len(unseen):
        needed = f"hand_sizes: at most {len(unseen)} cards that are not seen are needed"
        raise ValueError(f"{needed}, got {missing + left}")
    for own, size in zip(hands, sizes, strict=True):
        while len(own) < size:
            own.append(unseen.pop())
    same = {name: seen[name] for name in ("table", "to_move", "sweeps", "last_capture")}
    return make_position(game, hands, builds=builds, stock=unseen[:left], piles=piles, **same)


def _as_build(build: Any) -> Build:
    if not isinstance(build, Build):
        raise TypeError(f"builds: a Build is needed, got {type(build).__name__}")
    return build


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
        return tuple(map(Build._of_core, self._hand.builds))

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

    def play(self, move: RoyalMove | str) -> RoyalState:
        """Make a move.

        Parameters
        ----------
        move : RoyalMove or str
            Of the player to move, or its text as `RoyalMove.parse` reads it.

        Returns
        -------
        RoyalState
            With the next deal made where all hands are empty, and the last loose cards
            given to the side that captured last where the pack is played.

        Raises
        ------
        ValueError
            If the move is not legal: ``"R16: ..."``, the number of the broken rule and the
            reason; of a text also which legal moves are like it.
        TypeError
            If it is neither.

        Examples
        --------
        >>> import croupier
        >>> state = croupier.RoyalCasino().position(hands=["5c 7d", ""], table="3h 2s")
        >>> print(state.play("trail 7d").table)
        (3, 6, 21)
        >>> state.play(croupier.RoyalMove.parse("build 10: 5c+3h+2s"))
        Traceback (most recent call last):
            ...
        ValueError: R16: no card of value 10 stays in the hand to capture it
        """
        return RoyalState(self._game, self._hand.play(self._parts_of(self.read_move(move))))

    def read_move(self, move: RoyalMove | str) -> RoyalMove:
        """Read a move, or its text, which must be of a legal one.

        Parameters
        ----------
        move : RoyalMove or str
            A `RoyalMove` is given back as it is.

        Returns
        -------
        RoyalMove

        Raises
        ------
        ValueError
            If it is a text of no legal move; the message tells which legal ones are like it.
        TypeError
            If it is neither.

        Examples
        --------
        >>> import croupier
        >>> state = croupier.RoyalCasino().position(hands=["5c 7d", ""], table="3h 2s")
        >>> state.read_move("trail 5h")
        Traceback (most recent call last):
            ...
        ValueError: R24: 5h is not in the hand of seat 0, for 'trail 5h'; legal ones like it: \
trail 5c | trail 7d | build 7: 5c+2s
        """
        if not isinstance(move, str):
            if not isinstance(move, RoyalMove):
                needed = "move: a RoyalMove or its text is needed"
                raise TypeError(f"{needed}, got {type(move).__name__}")
            return move
        try:
            read = RoyalMove.parse(move)
        except ValueError as error:
            raise ValueError(f"{error}{self._like(move)}") from None
        try:
            self._hand.play(self._parts_of(read))
        except ValueError as error:
            raise ValueError(f"{error}, for {show(move)}{self._like(move, read)}") from None
        return read

    def _like(self, text: str, move: RoyalMove | None = None) -> str:
        """Tell, for an error message, the legal moves that are most like a text."""
        from difflib import get_close_matches  # here, as it is seldom needed

        try:
            legal = self.legal_moves()
        except ValueError:  # more than are listed
            return ""
        with_card = [each for each in legal if move is not None and each.card == move.card]
        texts = list(map(str, (with_card or legal)[:_MOST_COMPARED]))
        few = len(texts) <= _MOST_LIKE
        shown = texts if few else get_close_matches(text[:_LONGEST_LIKE], texts, _MOST_LIKE, 0)
        return f"; {'legal' if few else 'legal ones like it'}: {' | '.join(shown)}" if shown else ""

    def _parts_of(self, move: RoyalMove) -> _core._RoyalParts:
        """Give the parts of a move to the core, which holds them to the rules."""
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
        return RoyalView._of_core(
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
    made = list(map(Build._of_core, builds))
    return make_position(game, hands, table, made, to_move, stock, piles, sweeps, last_capture)
