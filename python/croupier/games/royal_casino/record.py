"""Hands and matches of Royal Casino as they were played."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, TypeVar

from croupier.arguments import json_int, show
from croupier.games.royal_casino.moves import RoyalMove, format_set, read_sequence
from croupier.games.royal_casino.rules import RoyalRules
from croupier.games.royal_casino.state import RoyalState, parse_position
from croupier.lazy import lazy

Part = TypeVar("Part")
Result = TypeVar("Result")


@dataclass(frozen=True)
class RoyalRecord:
    """A hand from its start: what was played, and so what came of it.

    ``str(record)`` is its text: the start, then a move a line;
    `RoyalCasino.parse_record` reads it back.

    Attributes
    ----------
    start : RoyalState
    moves : tuple of RoyalMove
        Texts of moves are read too.

    Raises
    ------
    ValueError
        If a move is not legal, with its place.
    TypeError
        If `start` is no state, `moves` no tuple or list, or a move neither move nor text.
    """

    start: RoyalState
    moves: tuple[RoyalMove, ...]

    def __post_init__(self) -> None:
        if not isinstance(self.start, RoyalState):
            raise TypeError(f"start: a RoyalState is needed, got {type(self.start).__name__}")
        state, moves = self.start, []
        for place, move in enumerate(read_sequence(self.moves, "moves", 52)):
            try:
                moves.append(state.read_move(move))
                state = state.play(moves[-1])
            except ValueError as error:
                raise ValueError(f"moves[{place}]: {error}") from None
            except TypeError as error:
                raise TypeError(f"moves[{place}]: {error}") from None
        object.__setattr__(self, "moves", tuple(moves))

    @classmethod
    def _of_core(cls, start: RoyalState, moves: Iterable[RoyalMove]) -> RoyalRecord:
        """Make one of what was played, which needs no check."""
        record = object.__new__(cls)
        object.__setattr__(record, "start", start)
        object.__setattr__(record, "moves", tuple(moves))
        return record

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


def parse_record(game: RoyalRules, text: str) -> RoyalRecord:
    """Read a hand from its text and play it again."""
    if not isinstance(text, str):
        raise TypeError(f"text: a str is needed, got {type(text).__name__}")
    numbered = enumerate(str.splitlines(text), 1)
    lines = [(number, line) for number, line in numbered if line.strip()]
    (number, line), *others = lines or [(1, "")]
    start = state = _read_line(number, lambda part: parse_position(game, part), line)
    moves = []
    for number, line in others:
        moves.append(_read_line(number, state.read_move, line))
        state = state.play(moves[-1])
    return RoyalRecord._of_core(start, moves)


def _read_line(number: int, read: Callable[[Part], Result], part: Part) -> Result:
    try:
        return read(part)
    except ValueError as error:
        raise ValueError(f"text: line {number}: {str(error).removeprefix('text: ')}") from None


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


@dataclass(frozen=True)
class RoyalReplay:
    """A hand or a match of a simulation, played again.

    ``str(replay)`` tells it move by move, for people.

    Attributes
    ----------
    game : RoyalRules
    seed, index : int
        Which simulation, and which of its hands or matches.
    agents : tuple of str
        The names of the agents.
    played : RoyalRecord or MatchResult

    Examples
    --------
    >>> import croupier
    >>> replay = croupier.RoyalCasino().replay(seed=3, index=0, match=True)
    >>> print(str(replay).splitlines()[-1])
    Winner: 0 (greedy)
    """

    game: RoyalRules
    seed: int
    index: int
    agents: tuple[str, ...]
    played: RoyalRecord | MatchResult

    def to_dict(self) -> dict[str, Any]:
        """Give all of it as plain data, ready for JSON."""
        facts = {
            "game": self.game.name,
            "seed": json_int(self.seed),
            "round": json_int(self.index),
            "agents": list(self.agents),
        }
        if isinstance(self.played, RoyalRecord):
            return {**facts, "hands": [_to_dict(self.played)]}
        standings = [list(scores) for scores in self.played.standings]
        hands = [_to_dict(hand) for hand in self.played.hands]
        return {**facts, "hands": hands, "standings": standings, "winner": self.played.winner}

    def __str__(self) -> str:
        names = [f"{seat} ({agent})" for seat, agent in enumerate(self.agents)]
        lines = [f"Play goes to the {self.game.sits}: each seat sits there of the one before it."]
        if isinstance(self.played, RoyalRecord):
            return "\n".join([*lines, self.played.tell(names)])
        hands = zip(self.played.hands, self.played.standings, strict=True)
        for number, (hand, scores) in enumerate(hands, 1):
            lines.append(f"\nHand {number}. {hand.tell(names)}")
            lines.append(f"Standing: {' - '.join(map(str, scores))}")
        winners = " and ".join(names[self.played.winner :: self.game.sides])
        return "\n".join([*lines, f"Winner: {winners}"])


def _to_dict(hand: RoyalRecord) -> dict[str, Any]:
    return {
        "start": str(hand.start),
        "moves": list(map(str, hand.moves)),
        "points": [score._asdict() | {"total": score.total} for score in hand.end.scores],
    }
