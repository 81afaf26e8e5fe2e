"""The states of a hand of Royal Casino, and what a player sees of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from croupier import _core
from croupier.arguments import show
from croupier.games.royal_casino_moves import (
    KINDS,
    Build,
    Cards,
    RoyalMove,
    format_set,
    read_sequence,
)
from croupier.lazy import lazy

if TYPE_CHECKING:
    from croupier.games.royal_casino import RoyalCasino


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

    game: RoyalCasino
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
    game: RoyalCasino = seen["game"]
    return game.position(hands, stock=stock, piles=piles, **same).view()


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

    def __init__(self, game: RoyalCasino, hand: _core.RoyalHand) -> None:
        self._game = game
        self._hand = hand

    @property
    def game(self) -> RoyalCasino:
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
        if not isinstance(move, RoyalMove):
            raise TypeError(f"move: a RoyalMove is needed, got {type(move).__name__}")
        if type(move) is not RoyalMove:  # a subclass may not have checked its parts
            move = RoyalMove(move.kind, move.card, move.groups, move.builds, move.value)
        there = {build.cards: build for build in self.builds} if move.builds else {}
        for build in move.builds:
            if there.get(build.cards) != build:
                raise ValueError(f"R21: there is no build {build} on the table")
        builds = [build.cards for build in move.builds]
        hand = self._hand.play(KINDS.index(move.kind), move.card, move.groups, builds, move.value)
        return RoyalState(self.game, hand)

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
        return _restore_state, (self.game, str(self))

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


def _restore_state(game: RoyalCasino, text: str) -> RoyalState:
    return game.parse_position(text)


@dataclass(frozen=True)
class RoyalRecord:
    """A hand from its start: what was played, and so what came of it.

    ``str(record)`` is its text: the start, then a move a line;
    `RoyalCasino.parse_record` reads it back.

    Attributes
    ----------
    start : RoyalState
    moves : tuple of RoyalMove
    """

    start: RoyalState
    moves: tuple[RoyalMove, ...]

    def __post_init__(self) -> None:
        if not isinstance(self.start, RoyalState):
            raise TypeError(f"start: a RoyalState is needed, got {type(self.start).__name__}")
        moves = tuple(read_sequence(self.moves, "moves", 52))
        for move in moves:
            if not isinstance(move, RoyalMove):
                raise TypeError(f"moves: a RoyalMove is needed, got {type(move).__name__}")
        object.__setattr__(self, "moves", moves)

    def states(self) -> Iterator[RoyalState]:
        """Play the hand again: yield the start and the state after each move."""
        state = self.start
        yield state
        for move in self.moves:
            state = state.play(move)
            yield state

    @lazy
    def end(self) -> RoyalState:
        """The last state."""
        *_, last = self.states()
        return last

    def __str__(self) -> str:
        return "\n".join([str(self.start), *map(str, self.moves)])

    def tell(self, names: Sequence[str] = ()) -> str:
        """Tell the hand move by move, for people.

        Parameters
        ----------
        names : sequence of str, optional
            What to call the seats; "seat 0" and so on by default.

        Returns
        -------
        str
        """
        states = list(self.states())
        seats = len(self.start.hands)
        players = read_sequence(names, "names", seats) or [f"seat {n}" for n in range(seats)]
        if len(players) != seats or not all(isinstance(name, str) for name in players):
            raise ValueError(f"names: {seats} of type str are needed, got {show(names)}")
        width = max(map(len, players))
        lines = []
        for number, move in enumerate(self.moves):
            before, after = states[number : number + 2]
            if number == 0 or len(before.stock) < len(states[number - 1].stock):
                hands = (f"{players[i]}: {format_set(hand)}" for i, hand in enumerate(before.hands))
                lines += ["", f"Dealt: {'; '.join(hands)}", f"Table: {_lay(before)}"]
            line = f"{number + 1:3}. {players[before.to_move]:{width}}  {move}"
            swept = sum(after.sweeps) > sum(before.sweeps)
            table = _left_at_the_end(before, move) if after.is_over else ()
            laid = "SWEEP" if swept else format_set(table) if table else _lay(after)
            lines.append(f"{line:<{width + 50}}  -> {laid}")
            if table and not after.table:
                gainers = " and ".join(players[after.last_capture or 0 :: len(after.piles)])
                lines.append(f"Left on the table, to {gainers}: {format_set(table)}")
        for side, score in enumerate(self.end.scores):
            seats_of_side = " and ".join(players[side :: len(self.end.piles)])
            items = (f"{item.replace('_', ' ')} {n}" for item, n in score._asdict().items() if n)
            pile = len(self.end.piles[side])
            points = f"{', '.join(items) or 'no points'}: {score.total}"
            lines.append(f"{seats_of_side}: {pile} cards; {points}")
        return "\n".join(lines).lstrip("\n")


def _left_at_the_end(state: RoyalState, last: RoyalMove) -> list[int]:
    """Tell the loose cards that the last move of a pack leaves lying (R29)."""
    left = set(state.table) - set(chain(*last.groups))
    return sorted(left | ({last.card} if last.kind == "trail" else set()))


def _lay(state: RoyalState) -> str:
    parts = [format_set(state.table), *map(str, state.builds)]
    return " ".join(part for part in parts if part) or "empty"
