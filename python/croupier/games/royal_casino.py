"""Royal Casino: the Dominican fishing game, for two, three or four players."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from itertools import chain
from typing import Any, ClassVar, NamedTuple, Protocol, SupportsIndex, TypeAlias

import numpy as np
import numpy.typing as npt

from croupier import _core
from croupier.arguments import read_int, read_range, read_seed, show
from croupier.simulation import Progress, Tally, join_ranges, run

Cards: TypeAlias = tuple[int, ...]

KINDS = ("capture", "build", "extend", "increase", "trail")
ITEMS = ("cards", "spades", "big_casino", "little_casino", "aces", "sweeps")
AGENTS = ("random", "greedy", "search")

_ACE = 14
_MOST_PLAYOUTS = 10**9


def _text(cards: Iterable[int], separator: str = " ") -> str:
    return separator.join(_core.format_cards(card) for card in cards)


def _parse(text: str) -> Cards:
    return tuple(_core.parse_cards(text).tolist())


def _value_in_sum(card: int) -> int:
    value = card // 4 + 2
    return 1 if value == _ACE else value


def _makes(cards: Cards, value: int) -> bool:
    alone = len(cards) == 1 and cards[0] // 4 + 2 == value
    return alone or sum(map(_value_in_sum, cards)) == value


class Build(NamedTuple):
    """Cards that are taken together or not at all (R13-R23).

    Attributes
    ----------
    cards : tuple of int
        In ascending order.
    value : int
        What captures it, 2 to 14.
    owner : int
        The seat that added to it last.
    multiple : bool
        Whether it is several sets of the value.

    Examples
    --------
    >>> import croupier
    >>> print(croupier.Build((12, 5), 8, owner=1, multiple=False))
    [8: 5c 3d, seat 1]
    """

    cards: Cards
    value: int
    owner: int
    multiple: bool

    def __str__(self) -> str:
        return f"[{self.value}: {_text(self.cards)}, seat {self.owner}]"


_BUILD = re.compile(r"\[(\d+): ([^],]+), seat (\d+)\]")


def _parse_build(match: re.Match[str]) -> Build:
    value, cards, owner = match.groups()
    numbers = tuple(sorted(_parse(cards)))
    multiple = sum(map(_value_in_sum, numbers)) != int(value)
    return Build(numbers, int(value), int(owner), multiple)


@dataclass(frozen=True, eq=False, repr=False, slots=True)
class RoyalMove:
    """What a player does with one card.

    Two moves are equal if their kind, card, value, builds and loose cards are: how the
    loose cards are split into sets makes no difference.

    Attributes
    ----------
    kind : {"capture", "build", "extend", "increase", "trail"}
    card : int
        The card played.
    groups : tuple of tuple of int
        The sets of loose cards it uses. The set that the played card joins stands
        without it.
    builds : tuple of Build
        Those it takes or changes, as they are before.
    value : int
        Of what is captured or built; 0 for a trail.

    Examples
    --------
    >>> import croupier
    >>> move = croupier.RoyalMove.parse("build 8: 5c+3d, 8h")
    >>> move.kind, move.card, move.groups, move.value
    ('build', 12, ((5,), (26,)), 8)
    >>> print(move)
    build 8: 5c+3d, 8h
    """

    kind: str
    card: int
    groups: tuple[Cards, ...] = ()
    builds: tuple[Build, ...] = ()
    value: int = 0

    @classmethod
    def parse(cls, text: str) -> RoyalMove:
        """Read a move from its text.

        Parameters
        ----------
        text : str
            As ``str(move)`` gives it: ``"capture 8d: 8h, 5c+3c, [8: 6d 2s, seat 1]"``,
            ``"build 8: 5c+3d, 8h"`` (the card played comes first),
            ``"extend [8: 5c 3c, seat 0]: 6d+2s"``,
            ``"increase [10: 6c 4d, seat 1] to 12: 2s"``, ``"trail 7c"``.

        Returns
        -------
        RoyalMove

        Raises
        ------
        ValueError
            If it is no such text.
        """
        if not isinstance(text, str):
            raise TypeError(f"text: a str is needed, got {type(text).__name__}")
        match = _MOVE.fullmatch(text.strip())
        if match is None:
            raise ValueError(f"text: a move is needed, got {show(text)}")
        part = match.groupdict()
        build = _BUILD.fullmatch(part["extended"] or part["increased"] or "")
        builds = (_parse_build(build),) if build else ()
        if part["trailed"]:
            return cls("trail", *_parse(part["trailed"]))
        if part["raising"]:
            return cls("increase", *_parse(part["raising"]), (), builds, int(part["raised"]))
        if part["capturing"]:
            (card,) = _parse(part["capturing"])
            taken = part["taken"]
            builds = tuple(map(_parse_build, _BUILD.finditer(taken)))
            groups = _parse_sets(_BUILD.sub("", taken))
            return cls("capture", card, tuple(sorted(groups)), builds, card // 4 + 2)
        (card, *rest), *others = _parse_sets(part["added"] or part["built"])
        groups = tuple(sorted(group for group in (tuple(sorted(rest)), *others) if group))
        if part["added"]:
            return cls("extend", card, groups, builds, builds[0].value)
        return cls("build", card, groups, (), int(part["value"]))

    @property
    def _sets(self) -> list[Cards]:
        """The sets of a build, the played card's own first and with it."""
        groups = list(self.groups)
        alone = _makes((self.card,), self.value)
        if not (alone and all(_makes(group, self.value) for group in groups)):
            joined = [group for group in groups if not _makes(group, self.value)] + [
                group for group in groups if _makes((*group, self.card), self.value)
            ]
            if joined:
                groups.remove(joined[0])
                return [(self.card, *joined[0]), *groups]
        return [(self.card,), *groups]

    @property
    def _identity(self) -> tuple[Any, ...]:
        loose = frozenset(chain.from_iterable(self.groups))
        return self.kind, self.card, self.value, frozenset(self.builds), loose

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RoyalMove):
            return NotImplemented
        return self._identity == other._identity

    def __hash__(self) -> int:
        return hash(self._identity)

    def __str__(self) -> str:
        card = _text([self.card])
        if self.kind == "trail":
            return f"trail {card}"
        if self.kind == "capture":
            taken = [*(_text(group, "+") for group in self.groups), *map(str, self.builds)]
            return f"capture {card}: {', '.join(taken)}"
        if self.kind == "increase":
            return f"increase {self.builds[0]} to {self.value}: {card}"
        sets = ", ".join(_text(cards, "+") for cards in self._sets)
        if self.kind == "extend":
            return f"extend {self.builds[0]}: {sets}"
        return f"build {self.value}: {sets}"

    def __repr__(self) -> str:
        return f"RoyalMove.parse({str(self)!r})"


_CARD_TEXT = r"(?:10|[2-9TJQKAtjqka])[^\s,+:\[\]]{1,2}"
_SETS_TEXT = rf"{_CARD_TEXT}(?:(?:\+|, ){_CARD_TEXT})*"
_BUILD_TEXT = r"\[\d{1,2}: [^]]+\]"
_MOVE = re.compile(
    rf"trail (?P<trailed>{_CARD_TEXT})"
    rf"|capture (?P<capturing>{_CARD_TEXT}): "
    rf"(?P<taken>(?:{_SETS_TEXT}|{_BUILD_TEXT})(?:, {_BUILD_TEXT})*)"
    rf"|build (?P<value>\d{{1,2}}): (?P<built>{_SETS_TEXT})"
    rf"|extend (?P<extended>{_BUILD_TEXT}): (?P<added>{_SETS_TEXT})"
    rf"|increase (?P<increased>{_BUILD_TEXT}) to (?P<raised>\d{{1,2}}): (?P<raising>{_CARD_TEXT})"
)


def _parse_sets(text: str) -> list[Cards]:
    sets = [_parse(part.replace("+", " ")) for part in text.split(",") if part.strip()]
    return [(cards[0], *sorted(cards[1:])) for cards in sets]


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


class RoyalView:
    """What the player to move sees and remembers: no other hand, and not the stock.

    It is what ``choose`` of an agent gets.

    Attributes
    ----------
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

    def __init__(self, state: RoyalState) -> None:
        self._hand = state._hand.seen()
        self.game = state.game
        self.hand_sizes = tuple(map(len, state.hands))
        self.stock_size = len(state.stock)
        self.to_move = state.to_move
        self.hand: Cards = state.hands[state.to_move]
        self.table = state.table
        self.builds = state.builds
        self.piles = state.piles
        self.sweeps = state.sweeps
        self.last_capture = state.last_capture

    def legal_moves(self) -> list[RoyalMove]:
        """List every legal move, as `RoyalState.legal_moves` does."""
        return [_make_move(move) for move in self._hand.legal_moves()]


def _make_move(move: tuple[Any, ...]) -> RoyalMove:
    kind, card, groups, builds, value = move
    return RoyalMove(KINDS[kind], card, groups, tuple(Build(*build) for build in builds), value)


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

    __slots__ = ("_hand", "game")

    def __init__(self, game: RoyalCasino, hand: _core.RoyalHand) -> None:
        self.game = game
        self._hand = hand

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
        return [_make_move(move) for move in self._hand.legal_moves()]

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
        if move.kind not in KINDS:
            raise ValueError(f"move: kind {', '.join(KINDS)} is needed, got {show(move.kind)}")
        there = {frozenset(build.cards): build for build in self.builds}
        for build in move.builds:
            if there.get(frozenset(build.cards)) != build:
                raise ValueError(f"R21: there is no build {build} on the table")
        builds = [build.cards for build in move.builds]
        hand = self._hand.play(KINDS.index(move.kind), move.card, move.groups, builds, move.value)
        return RoyalState(self.game, hand)

    def view(self) -> RoyalView:
        """Show what the player to move sees."""
        return RoyalView(self)

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
            "hands": " | ".join(_text(hand) or "-" for hand in self.hands),
            "table": _text(self.table) or "-",
            "builds": " ".join(map(str, self.builds)) or "-",
            "to move": str(self.to_move),
            "stock": _text(self.stock) or "-",
            "piles": " | ".join(_text(pile) or "-" for pile in self.piles),
            "sweeps": " ".join(map(str, self.sweeps)),
            "last capture": "-" if self.last_capture is None else str(self.last_capture),
        }
        return "; ".join(f"{name} {part}" for name, part in parts.items())

    def __repr__(self) -> str:
        return f"<RoyalState {self}>"


_CONTENT = ("hands", "table", "builds", "to_move", "stock", "piles", "sweeps", "last_capture")
_STATE = re.compile(
    r"hands (?P<hands>[^;]+); table (?P<table>[^;]+); builds (?P<builds>[^;]+); "
    r"to move (?P<to_move>\d); stock (?P<stock>[^;]+); piles (?P<piles>[^;]+); "
    r"sweeps (?P<sweeps>\d+(?: \d+)*); last capture (?P<last_capture>[-\d])"
)


def _restore_state(game: RoyalCasino, text: str) -> RoyalState:
    return game.parse_position(text)


class Agent(Protocol):
    """Anything that chooses moves."""

    def choose(self, state: RoyalView, /) -> RoyalMove:
        """Choose a legal move of the player to move."""


AnyAgent: TypeAlias = str | Agent


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

    def states(self) -> Iterator[RoyalState]:
        """Play the hand again: yield the start and the state after each move."""
        state = self.start
        yield state
        for move in self.moves:
            state = state.play(move)
            yield state

    @cached_property
    def end(self) -> RoyalState:
        """The last state."""
        *_, last = self.states()
        return last

    def __str__(self) -> str:
        return "\n".join([str(self.start), *map(str, self.moves)])


@dataclass(frozen=True)
class MatchResult:
    """A match to 21.

    Attributes
    ----------
    winner : int
        The side that won.
    scores : tuple of int
        The scores at the end.
    standings : tuple of tuple of int
        The scores after each hand.
    hands : tuple of RoyalRecord
        The hands as they were played.
    """

    winner: int
    scores: tuple[int, ...]
    standings: tuple[tuple[int, ...], ...]
    hands: tuple[RoyalRecord, ...]


_HAND_LAYOUT = {"deals": (), "ties": (), "wins": (3,), "points": (3, 6), "squares": (3,),
                "moves": (4, 5)}  # fmt: skip
_MATCH_LAYOUT = {"matches": (), "hands": (), "squared_hands": (), "wins": (3,), "scores": (3,)}


def _unpack(counts: npt.NDArray[np.int64], layout: Mapping[str, tuple[int, ...]]) -> dict[str, Any]:
    """Split the sums of a native tally into its parts, as nested lists of int."""
    parts = {}
    start = 0
    for name, shape in layout.items():
        stop = start + math.prod(shape)
        parts[name] = counts[start:stop].reshape(shape).tolist()
        start = stop
    return parts


def _std_error(total: int, squares: int, n: int) -> float:
    """Tell the standard error of a mean from sums."""
    return math.sqrt((n * squares - total**2) / (n - 1)) / n if n > 1 else math.nan


@dataclass(frozen=True)
class _Tallied:
    """A simulation's sums, and where they come from."""

    game: RoyalCasino
    agents: tuple[str, ...]
    counts: tuple[int, ...]
    ranges: tuple[range, ...]
    seed: int
    playouts: int
    partial: bool = False

    _layout: ClassVar[dict[str, tuple[int, ...]]]

    @cached_property
    def _sums(self) -> dict[str, Any]:
        return _unpack(np.array(self.counts), self._layout)

    def __add__(self, other: object) -> Any:
        """Merge two simulations of disjoint rounds."""
        if type(other) is not type(self):
            return NotImplemented
        for name in ("game", "agents", "seed", "playouts"):
            mine, theirs = getattr(self, name), getattr(other, name)
            if mine != theirs:
                raise ValueError(f"reports: the same {name} is needed, got {mine} and {theirs}")
        try:
            ranges = join_ranges((*self.ranges, *other.ranges))
        except ValueError as error:
            raise ValueError(f"reports: disjoint rounds are needed, but {error}") from None
        counts = tuple(map(sum, zip(self.counts, other.counts, strict=True)))
        partial = self.partial or other.partial
        return replace(self, counts=counts, ranges=ranges, partial=partial)

    def _facts(self) -> dict[str, Any]:
        return {
            "game": self.game.name,
            "method": "simulation",
            "partial": self.partial,
            "seed": self.seed,
            "options": self.game.options | {"agents": list(self.agents)},
        }


@dataclass(frozen=True)
class RoyalReport(_Tallied):
    """What came of many hands.

    Made by `RoyalCasino.simulate`. Reports of disjoint deals add up.

    Attributes
    ----------
    deals : int
        How many hands it holds.
    points : tuple of dict
        The mean points of each side by item, and their ``"total"``.
    std_errors : tuple of float
        The standard error of each side's mean total.
    win_rates : tuple of float
        The share of hands in which a side alone had the most points.
    tie_rate : float
    win_rate_errors : tuple of float
        Their standard errors.
    moves : tuple of dict
        The moves of each seat by kind.
    length : float
        Moves in a hand, in the mean.

    Examples
    --------
    >>> import croupier
    >>> report = croupier.RoyalCasino().simulate(1000, agents=("greedy", "random"), seed=1)
    >>> report.win_rates[0] > 0.8
    True
    >>> sum(report.moves[0].values()) == 24 * 1000
    True
    """

    _layout = _HAND_LAYOUT

    @property
    def deals(self) -> int:
        """How many hands it holds."""
        return int(self._sums["deals"])

    @property
    def points(self) -> tuple[dict[str, float], ...]:
        """The mean points of each side by item, and their total."""
        rows = [[total / self.deals for total in row] for row in self._points]
        return tuple(dict(zip(ITEMS, row, strict=True)) | {"total": sum(row)} for row in rows)

    @property
    def _points(self) -> list[list[int]]:
        return self._sums["points"][: self.game.sides]  # type: ignore[no-any-return]

    @property
    def std_errors(self) -> tuple[float, ...]:
        """The standard error of each side's mean total."""
        squares = self._sums["squares"]
        return tuple(
            _std_error(sum(row), squares[side], self.deals) for side, row in enumerate(self._points)
        )

    @property
    def win_rates(self) -> tuple[float, ...]:
        """The share of hands in which a side alone had the most points."""
        return tuple(wins / self.deals for wins in self._sums["wins"][: self.game.sides])

    @property
    def tie_rate(self) -> float:
        """The share of hands without a winner."""
        return float(self._sums["ties"] / self.deals)

    @property
    def win_rate_errors(self) -> tuple[float, ...]:
        """The standard errors of the win rates."""
        return tuple(math.sqrt(rate * (1 - rate) / self.deals) for rate in self.win_rates)

    @property
    def moves(self) -> tuple[dict[str, int], ...]:
        """The moves of each seat by kind."""
        rows = self._sums["moves"][: self.game.players]
        return tuple(dict(zip(KINDS, row, strict=True)) for row in rows)

    @property
    def length(self) -> float:
        """Moves in a hand, in the mean."""
        return float(sum(chain.from_iterable(self._sums["moves"])) / self.deals)

    def to_dict(self) -> dict[str, Any]:
        """Give all of it as plain data, ready for JSON."""
        return self._facts() | {
            "rounds": self.deals,
            "sides": [
                {
                    "points": points,
                    "std_error": self.std_errors[side],
                    "win_rate": self.win_rates[side],
                    "win_rate_error": self.win_rate_errors[side],
                }
                for side, points in enumerate(self.points)
            ],
            "tie_rate": self.tie_rate,
            "moves": list(self.moves),
            "length": self.length,
        }

    def __str__(self) -> str:
        title = f"royal-casino, {self.deals:,} hands simulated, seed {self.seed}"
        columns = ["side", "agents", *(item.replace("_", " ") for item in ITEMS), "total", "+-",
                   "wins", "+-"]  # fmt: skip
        rows = [columns]
        for side, points in enumerate(self.points):
            agents = ", ".join(self.agents[side :: self.game.sides])
            cells = [*(f"{points[name]:.3f}" for name in (*ITEMS, "total"))]
            errors = f"{self.std_errors[side]:.3f}", f"{self.win_rate_errors[side]:.2%}"
            wins = f"{self.win_rates[side]:.2%}"
            rows.append([str(side), agents, *cells, errors[0], wins, errors[1]])
        counts = [["seat", "agent", *KINDS]]
        for seat, moves in enumerate(self.moves):
            counts.append([str(seat), self.agents[seat], *(f"{n:,}" for n in moves.values())])
        return "\n".join([title + (", partial" if self.partial else ""), _table(rows), _table(counts),
                          f"ties {self.tie_rate:.2%}, {self.length:g} moves a hand"])  # fmt: skip


@dataclass(frozen=True)
class MatchReport(_Tallied):
    """What came of many matches to 21.

    Made by `RoyalCasino.simulate_matches`. Reports of disjoint matches add up.
    """

    _layout = _MATCH_LAYOUT

    @property
    def matches(self) -> int:
        """How many matches it holds."""
        return int(self._sums["matches"])

    @property
    def wins(self) -> tuple[int, ...]:
        """The matches that each side won."""
        return tuple(self._sums["wins"][: self.game.sides])

    @property
    def win_rates(self) -> tuple[float, ...]:
        """The share of matches that each side won."""
        return tuple(wins / self.matches for wins in self.wins)

    @property
    def win_rate_errors(self) -> tuple[float, ...]:
        """The standard errors of the win rates."""
        return tuple(math.sqrt(rate * (1 - rate) / self.matches) for rate in self.win_rates)

    @property
    def length(self) -> float:
        """Hands in a match, in the mean."""
        return float(self._sums["hands"] / self.matches)

    @property
    def length_error(self) -> float:
        """The standard error of `length`."""
        return _std_error(self._sums["hands"], self._sums["squared_hands"], self.matches)

    @property
    def mean_scores(self) -> tuple[float, ...]:
        """The scores at the end, in the mean."""
        return tuple(total / self.matches for total in self._sums["scores"][: self.game.sides])

    def to_dict(self) -> dict[str, Any]:
        """Give all of it as plain data, ready for JSON."""
        return self._facts() | {
            "rounds": self.matches,
            "win_rates": list(self.win_rates),
            "win_rate_errors": list(self.win_rate_errors),
            "mean_scores": list(self.mean_scores),
            "length": self.length,
            "length_error": self.length_error,
        }


def _table(rows: list[list[str]]) -> str:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if place < 2 else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    )


_CHOICES = {
    "direction": ("counter-clockwise", "clockwise"),
    "last_trick": ("last_capture", "nobody"),
    "partner_builds": ("allowed", "forbidden"),
    "sweeps_of_three": ("net", "all"),
    "trailing": ("unless_equal", "unless_capture", "free"),
    "twenty": ("little_casino", "most_spades"),
}


@dataclass(frozen=True, kw_only=True)
class RoyalCasino:
    """The rules of Royal Casino.

    Parameters
    ----------
    players : {2, 3, 4}
        Four play as two partnerships, seats 0 and 2 against 1 and 3 (R1).
    direction : {"counter-clockwise", "clockwise"}
        Which way play goes round the table (R6). Seats are numbered in the order of play,
        so it only says where they sit: see `sits`.
    last_trick : {"last_capture", "nobody"}
        Who gets the loose cards when the pack ends (R29).
    partner_builds : {"allowed", "forbidden"}
        Whether a partner's build may be added to and raised by one who holds the card (R18).
    sweeps_of_three : {"net", "all"}
        With three players, whether only sweeps above the lowest count score (R28).
    trailing : {"unless_equal", "unless_capture", "free"}
        When a card may not be trailed: with a loose card of equal value (R26), whenever it
        can capture, or never.
    twenty : {"little_casino", "most_spades"}
        What a side on 20 wins by (R34).

    Raises
    ------
    ValueError
        If an option has no such value.
    TypeError
        If `players` is no int.

    Examples
    --------
    >>> import croupier
    >>> game = croupier.RoyalCasino(players=2)
    >>> state = game.start(seed=1, index=0)
    >>> while not state.is_over:
    ...     state = state.play(game.choose("greedy", state))
    >>> sum(map(len, state.piles))
    52
    """

    players: int = field(default=2, kw_only=False)
    direction: str = "counter-clockwise"
    last_trick: str = "last_capture"
    partner_builds: str = "allowed"
    sweeps_of_three: str = "net"
    trailing: str = "unless_equal"
    twenty: str = "little_casino"

    name: ClassVar[str] = "royal-casino"

    def __post_init__(self) -> None:
        object.__setattr__(self, "players", read_int(self.players, "players", 2, 4))
        for option, choices in _CHOICES.items():
            value = getattr(self, option)
            if value not in choices:
                raise ValueError(f"{option}: one of {', '.join(choices)} is needed, got {show(value)}")

    @cached_property
    def _rules(self) -> _core.RoyalRules:
        return _core.RoyalRules(
            self.players,
            last_trick=self._choice("last_trick"),
            partner_builds=self.partner_builds == "allowed",
            three_sweeps_cancel=self.sweeps_of_three == "net",
            trailing=self._choice("trailing"),
            twenty=self._choice("twenty"),
        )

    def _choice(self, option: str) -> int:
        return _CHOICES[option].index(getattr(self, option))

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore_game, ({rule.name: getattr(self, rule.name) for rule in fields(self)},)

    @property
    def sides(self) -> int:
        """How many sides there are; seat s plays for side ``s % sides``."""
        return 3 if self.players == 3 else 2

    @property
    def options(self) -> dict[str, Any]:
        """The rules that are not the documented ones, as plain data."""
        values = ((rule.name, getattr(self, rule.name), rule.default) for rule in fields(self))
        return {name: value for name, value, default in values if value != default}

    @property
    def sits(self) -> str:
        """Where the next seat sits: at the "right" or the "left" of the one before (R6)."""
        return "right" if self.direction == "counter-clockwise" else "left"

    def start(self, seed: SupportsIndex, index: SupportsIndex = 0) -> RoyalState:
        """Deal a hand.

        Parameters
        ----------
        seed : int
            0 to ``2**128 - 1``.
        index : int
            0 to ``2**64 - 1``: which of the seed's hands.

        Returns
        -------
        RoyalState
            Seat 0 plays first.
        """
        return self._deal(read_int(seed, "seed", 0, 2**128 - 1), read_range(index, 1, "index", "index").start, 0)

    def _deal(self, seed: int, index: int, first: int) -> RoyalState:
        return RoyalState(self, _core.royal_casino_start(self._rules, seed, index, first))

    def position(
        self,
        hands: Sequence[Any],
        table: Any,
        builds: Iterable[Any] = (),
        to_move: SupportsIndex = 0,
        stock: Any = "",
        piles: Sequence[Any] | None = None,
        sweeps: Sequence[SupportsIndex] | None = None,
        last_capture: SupportsIndex | None = None,
    ) -> RoyalState:
        """Set up any consistent position.

        Parameters
        ----------
        hands : sequence
            The cards of each seat, text or numbers; they may differ in number. A seat
            without cards is passed over.
        table : str or sequence of int
            The loose cards.
        builds : iterable
            Each a mapping with ``"cards"``, ``"value"`` and ``"owner"``, or a `Build`. Its
            owner must hold a card of its value (R16).
        to_move : int
            A seat.
        stock : str or sequence of int
            What is still to be dealt, the next card first: whole deals.
        piles : sequence, optional
            The captured cards of each side.
        sweeps : sequence of int, optional
            The sweeps of each side, 0 to 26.
        last_capture : int, optional
            The side that captured last.

        Returns
        -------
        RoyalState
            Where no hand holds a card, the next deal is made, or the end of the pack
            settled. Cards named nowhere are out of play.

        Raises
        ------
        ValueError
            If the position is inconsistent, with the reason.
        TypeError
            If cards are neither text nor ints.

        Examples
        --------
        >>> import croupier
        >>> game = croupier.RoyalCasino()
        >>> state = game.position(hands=["8d 2c", "Kd"], table="8h",
        ...     builds=[{"cards": "5c 3c", "value": 8, "owner": 0}])
        >>> print(*state.legal_moves())
        capture 8d: 8h, [8: 3c 5c, seat 0]
        """
        hands = _read_each(hands, "hands", self.players)
        return RoyalState(
            self,
            _core.royal_casino_position(
                self._rules,
                hands,
                table,
                [_read_build(build) for build in builds],
                to_move,
                stock,
                [""] * self.sides if piles is None else _read_each(piles, "piles", self.sides),
                [0] * self.sides if sweeps is None else _read_each(sweeps, "sweeps", self.sides),
                last_capture,
            ),
        )

    def parse_position(self, text: str) -> RoyalState:
        """Read a position from its text, ``str(state)``.

        Raises
        ------
        ValueError
            If it is no such text, or the position is inconsistent.
        """
        if not isinstance(text, str):
            raise TypeError(f"text: a str is needed, got {type(text).__name__}")
        match = _STATE.fullmatch(text.strip())
        if match is None:
            raise ValueError(f"text: a position is needed, got {show(text)}")
        part = {name: "" if value == "-" else value for name, value in match.groupdict().items()}
        builds = _BUILD.findall(part["builds"])
        if _BUILD.sub("", part["builds"]).strip():
            raise ValueError(f"text: builds are needed, got {show(part['builds'])}")
        return self.position(
            hands=[hand.strip(" -") for hand in part["hands"].split("|")],
            table=part["table"],
            builds=[
                {"cards": cards, "value": int(value), "owner": int(owner)}
                for value, cards, owner in builds
            ],
            to_move=int(part["to_move"]),
            stock=part["stock"],
            piles=[pile.strip(" -") for pile in match["piles"].split("|")],
            sweeps=[int(count) for count in part["sweeps"].split()],
            last_capture=int(part["last_capture"]) if part["last_capture"] else None,
        )

    def parse_record(self, text: str) -> RoyalRecord:
        """Read a hand from its text, ``str(record)``, and play it again.

        Raises
        ------
        ValueError
            If the text is none, or a move is not legal.
        """
        if not isinstance(text, str):
            raise TypeError(f"text: a str is needed, got {type(text).__name__}")
        first, *lines = [line for line in text.splitlines() if line.strip()] or [""]
        start = self.parse_position(first)
        record = RoyalRecord(start, tuple(map(RoyalMove.parse, lines)))
        for _ in record.states():
            pass
        return record

    def choose(
        self,
        agent: AnyAgent,
        state: RoyalState,
        *,
        seed: SupportsIndex = 0,
        playouts: SupportsIndex = 1000,
    ) -> RoyalMove:
        """Let an agent choose a move.

        Parameters
        ----------
        agent : {"random", "greedy", "search"} or object
            An object needs a method ``choose(view)`` that returns a `RoyalMove`; it is
            given the `RoyalView` of the player to move.
        state : RoyalState
            Not over.
        seed : int
            Of the native agents' random words.
        playouts : int
            Of a search, for each move.

        Returns
        -------
        RoyalMove

        Examples
        --------
        >>> import croupier
        >>> game = croupier.RoyalCasino()
        >>> print(game.choose("search", game.start(seed=1), seed=1) in game.start(seed=1).legal_moves())
        True
        """
        if not isinstance(state, RoyalState):
            raise TypeError(f"state: a RoyalState is needed, got {type(state).__name__}")
        (reader,) = self._read_agents((agent,), 1)
        words = _core.RoyalChooser(self._rules, read_int(seed, "seed", 0, 2**128 - 1), 0)
        return self._choose(reader, state, words, _read_playouts(playouts))

    def _choose(
        self, agent: AnyAgent, state: RoyalState, words: _core.RoyalChooser, playouts: int
    ) -> RoyalMove:
        if isinstance(agent, str):
            return _make_move(words.choose(state._hand, AGENTS.index(agent), playouts))
        return agent.choose(state.view())

    def _play_out(
        self,
        agents: Sequence[AnyAgent],
        state: RoyalState,
        seed: int,
        index: int,
        playouts: int,
    ) -> RoyalRecord:
        words = _core.RoyalChooser(self._rules, seed, index)
        moves = []
        start = state
        while not state.is_over:
            move = self._choose(agents[state.to_move], state, words, playouts)
            state = state.play(move)
            moves.append(move)
        return RoyalRecord(start, tuple(moves))

    def play_hand(
        self,
        agents: Sequence[AnyAgent] = ("greedy", "random"),
        *,
        seed: SupportsIndex,
        index: SupportsIndex = 0,
        playouts: SupportsIndex = 1000,
    ) -> RoyalRecord:
        """Play the hand that `simulate` plays as number `index`.

        Parameters
        ----------
        agents : sequence
            An agent for each seat.
        seed, index : int
            As of `start`.
        playouts : int
            Of a search, for each move.

        Returns
        -------
        RoyalRecord

        Examples
        --------
        >>> import croupier
        >>> game = croupier.RoyalCasino()
        >>> record = game.play_hand(seed=1)
        >>> game.parse_record(str(record)) == record
        True
        """
        players = self._read_agents(agents, self.players)
        start = self.start(seed, index)
        number = read_int(index, "index", 0, 2**64 - 1)
        return self._play_out(players, start, int(seed), number, _read_playouts(playouts))

    def match(
        self,
        agents: Sequence[AnyAgent] = ("greedy", "random"),
        seed: SupportsIndex | None = None,
        *,
        index: SupportsIndex = 0,
        playouts: SupportsIndex = 1000,
    ) -> MatchResult:
        """Play a match to 21 with the end-game rules R33 to R38.

        Parameters
        ----------
        agents : sequence
            An agent for each seat, as of `choose`.
        seed : int, optional
            A fresh one by default.
        index : int
            Which of the seed's matches, below ``2**44``.
        playouts : int
            Of a search, for each move.

        Returns
        -------
        MatchResult
            The first dealer is drawn (R7); then the deal passes to each seat in turn.

        Examples
        --------
        >>> import croupier
        >>> result = croupier.RoyalCasino().match(("greedy", "random"), seed=1)
        >>> result.scores == result.standings[-1]
        True
        """
        players = self._read_agents(agents, self.players)
        key, budget = read_seed(seed), _read_playouts(playouts)
        number = read_int(index, "index", 0, 2**64 // _core.ROYAL_CASINO_HANDS_A_MATCH - 1)
        opening = _core.royal_casino_first_seat(self._rules, key, number)
        scores, lapsed, winner = (0,) * self.sides, False, None
        hands: list[RoyalRecord] = []
        standings = []
        while winner is None:
            hand = number * _core.ROYAL_CASINO_HANDS_A_MATCH + len(hands)
            start = self._deal(key, hand, (opening + len(hands)) % self.players)
            hands.append(self._play_out(players, start, key, hand, budget))
            scores, lapsed, winner = self._count_hand(scores, lapsed, hands[-1].end.scores)
            standings.append(scores)
        return MatchResult(winner, scores, tuple(standings), tuple(hands))

    def _count_hand(
        self, scores: tuple[int, ...], lapsed: bool, points: Sequence[Sequence[int]]
    ) -> tuple[tuple[int, ...], bool, int | None]:
        after, lapsed, winner = _core.royal_casino_count_hand(
            self._rules, list(scores), lapsed, [list(score) for score in points]
        )
        return tuple(after), lapsed, winner

    def simulate(
        self,
        deals: SupportsIndex,
        agents: Sequence[AnyAgent] = ("greedy", "random"),
        *,
        seed: SupportsIndex | None = None,
        threads: int | None = None,
        first_deal: SupportsIndex = 0,
        playouts: SupportsIndex = 1000,
        progress: Progress | None = None,
    ) -> RoyalReport:
        """Play many hands.

        Parameters
        ----------
        deals : int
            How many.
        agents : sequence
            An agent for each seat. With native ones only, the hands are played on threads,
            and the result does not depend on how many.
        seed : int, optional
            A fresh one by default.
        threads : int or None
            None means all cores.
        first_deal : int
            The index of the first hand.
        playouts : int
            Of a search, for each move.
        progress : callable, optional
            Called as ``progress(done, total)``.

        Returns
        -------
        RoyalReport

        Raises
        ------
        KeyboardInterrupt
            After Ctrl-C, with what was counted as its attribute ``report``.
        """
        native = _core.royal_casino_tally_hands
        rounds = read_range(first_deal, deals, "first_deal", "deals")
        return self._simulate(
            RoyalReport, rounds, agents, seed, threads, playouts, progress, native, self._tally_hand
        )

    def simulate_matches(
        self,
        matches: SupportsIndex,
        agents: Sequence[AnyAgent] = ("greedy", "random"),
        *,
        seed: SupportsIndex | None = None,
        threads: int | None = None,
        first_match: SupportsIndex = 0,
        playouts: SupportsIndex = 1000,
        progress: Progress | None = None,
    ) -> MatchReport:
        """Play many matches to 21; parameters as of `simulate`.

        Returns
        -------
        MatchReport
            Match i is ``match(agents, seed, index=i)``.

        Examples
        --------
        >>> import croupier
        >>> report = croupier.RoyalCasino().simulate_matches(200, ("greedy", "random"), seed=1)
        >>> report.win_rates[0] > 0.9
        True
        """
        native = _core.royal_casino_tally_matches
        rounds = read_range(first_match, matches, "first_match", "matches")
        most = 2**64 // _core.ROYAL_CASINO_HANDS_A_MATCH
        if rounds.stop > most:
            raise ValueError(f"matches: first_match + matches up to 2**44 is needed, got {rounds.stop}")
        return self._simulate(
            MatchReport, rounds, agents, seed, threads, playouts, progress, native, self._tally_match
        )

    def _simulate(
        self,
        report: type[Any],
        rounds: range,
        agents: Sequence[AnyAgent],
        seed: SupportsIndex | None,
        threads: int | None,
        playouts: SupportsIndex,
        progress: Progress | None,
        native: Callable[..., npt.NDArray[np.int64]],
        tally_one: Callable[..., list[int]],
    ) -> Any:
        players = self._read_agents(agents, self.players)
        key, budget = read_seed(seed), _read_playouts(playouts)
        names = tuple(p if isinstance(p, str) else type(p).__name__ for p in players)

        def count(first: int, size: int) -> npt.NDArray[np.int64]:
            if all(isinstance(player, str) for player in players):
                numbers = [(AGENTS.index(str(player)), budget) for player in players]
                return native(self._rules, numbers, key, first, size, threads)
            rows = [tally_one(players, key, index, budget) for index in range(first, first + size)]
            width = sum(math.prod(shape) for shape in report._layout.values())
            return np.array(rows, dtype=np.int64).reshape(-1, width).sum(axis=0)

        def make_report(tally: Tally, partial: bool) -> Any:
            counts = tuple(tally.counts.tolist())
            return report(self, names, counts, tally.ranges, key, budget, partial)

        return run(count, rounds, make_report, progress)

    def _tally_hand(
        self, players: Sequence[AnyAgent], seed: int, index: int, playouts: int
    ) -> list[int]:
        record = self._play_out(players, self._deal(seed, index, 0), seed, index, playouts)
        points = np.zeros((3, len(ITEMS)), np.int64)
        points[: self.sides] = record.end.scores
        totals = points.sum(axis=1)
        best = [side for side in range(self.sides) if totals[side] == totals[: self.sides].max()]
        wins = [int(best == [side]) for side in range(3)]
        moves = np.zeros((4, len(KINDS)), np.int64)
        for state, move in zip(record.states(), record.moves, strict=False):
            moves[state.to_move, KINDS.index(move.kind)] += 1
        return [1, int(len(best) > 1), *wins, *points.ravel(), *totals**2, *moves.ravel()]

    def _tally_match(
        self, players: Sequence[AnyAgent], seed: int, index: int, playouts: int
    ) -> list[int]:
        result = self.match(players, seed, index=index, playouts=playouts)
        hands = len(result.hands)
        wins = [int(result.winner == side) for side in range(3)]
        return [1, hands, hands**2, *wins, *result.scores, *[0] * (3 - self.sides)]

    @staticmethod
    def _read_agents(agents: Sequence[AnyAgent], needed: int) -> tuple[AnyAgent, ...]:
        if isinstance(agents, str) or not isinstance(agents, Sequence):
            raise TypeError(f"agents: a sequence is needed, got {type(agents).__name__}")
        if len(agents) != needed:
            raise ValueError(f"agents: {needed} are needed, got {len(agents)}")
        for agent in agents:
            if isinstance(agent, str) and agent not in AGENTS:
                raise ValueError(f"agents: one of {', '.join(AGENTS)} is needed, got {show(agent)}")
            if not isinstance(agent, str) and not callable(getattr(agent, "choose", None)):
                name = type(agent).__name__
                raise TypeError(f"agents: a name or an object with choose is needed, got {name}")
        return tuple(agents)


def _restore_game(rules: dict[str, Any]) -> RoyalCasino:
    return RoyalCasino(**rules)


def _read_playouts(playouts: SupportsIndex) -> int:
    return read_int(playouts, "playouts", 1, _MOST_PLAYOUTS)


def _read_each(items: Sequence[Any], argument: str, needed: int) -> list[Any]:
    if isinstance(items, (str, bytes)) or not isinstance(items, Iterable):
        raise TypeError(f"{argument}: a sequence is needed, got {type(items).__name__}")
    each = list(items)
    if len(each) != needed:
        raise ValueError(f"{argument}: {needed} are needed, got {len(each)}")
    return each


def _read_build(build: Any) -> tuple[Any, Any, Any]:
    if isinstance(build, Build):
        return build.cards, build.value, build.owner
    if not isinstance(build, Mapping):
        raise TypeError(f"builds: mappings are needed, got {type(build).__name__}")
    if set(build) != {"cards", "value", "owner"}:
        raise ValueError(f"builds: cards, value and owner are needed, got {', '.join(map(str, build))}")
    return build["cards"], build["value"], build["owner"]
