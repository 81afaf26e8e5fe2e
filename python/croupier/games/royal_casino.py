"""Royal Casino: the Dominican fishing game, for two, three or four players."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from itertools import islice
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, SupportsIndex, TypeAlias, TypeVar

import numpy as np

from croupier import _core
from croupier.arguments import read_int, read_range, read_seed, show
from croupier.games.royal_casino_moves import KINDS, Build, RoyalMove, read_sequence
from croupier.games.royal_casino_report import ITEMS, MatchReport, RoyalReport
from croupier.games.royal_casino_state import RoyalRecord, RoyalState, RoyalView
from croupier.lazy import lazy
from croupier.report.tally import Tally
from croupier.rules import Rules
from croupier.simulation import Progress, Simulation, run

if TYPE_CHECKING:
    import numpy.typing as npt

AGENTS = ("random", "greedy", "search")

AnyReport = TypeVar("AnyReport", covariant=True)
Part = TypeVar("Part")
Result = TypeVar("Result")

_MOST_BUILDS = 25
_MOST_PLAYOUTS = 10**9


class Agent(Protocol):
    """Anything that chooses moves."""

    def choose(self, state: RoyalView, /) -> RoyalMove:
        """Choose a legal move of the player to move."""


AnyAgent: TypeAlias = str | Agent


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


_CHOICES = {
    "direction": ("counter-clockwise", "clockwise"),
    "last_trick": ("last_capture", "nobody"),
    "partner_builds": ("allowed", "forbidden"),
    "sweeps_of_three": ("net", "all"),
    "trailing": ("unless_equal", "unless_capture", "free"),
    "twenty": ("little_casino", "most_spades"),
}


@dataclass(frozen=True, kw_only=True)
class RoyalCasino(Rules):
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
        If `players` is no int, or another option no str.

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
            needed = f"{option}: one of {', '.join(choices)} is needed"
            if not isinstance(value, str):
                raise TypeError(f"{needed}, got {type(value).__name__}")
            if value not in choices:
                raise ValueError(f"{needed}, got {show(value)}")

    @lazy
    def _rules(self) -> _core.RoyalRules:
        return _core.royal_casino_rules(
            self.players,
            self._choice("last_trick"),
            self.partner_builds == "allowed",
            self.sweeps_of_three == "net",
            self._choice("trailing"),
            self._choice("twenty"),
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
        return self._deal(
            read_int(seed, "seed", 0, 2**128 - 1), read_range(index, 1, "index", "index").start, 0
        )

    def _deal(self, seed: int, index: int, first: int) -> RoyalState:
        return RoyalState(self, _core.royal_casino_start(self._rules, seed, index, first))

    def position(
        self,
        hands: Sequence[Any],
        table: Any,
        builds: Sequence[Any] = (),
        to_move: SupportsIndex = 0,
        stock: Any = "",
        piles: Sequence[Any] | None = None,
        sweeps: Sequence[SupportsIndex] | None = None,
        last_capture: SupportsIndex | None = None,
    ) -> RoyalState:
        """Set up any consistent position.

        Parameters
        ----------
        hands : tuple or list
            The cards of each seat, text or numbers; they may differ in number. A seat
            without cards is passed over.
        table : str or sequence of int
            The loose cards.
        builds : tuple or list
            Each a mapping with ``"cards"``, ``"value"`` and ``"owner"``, or a `Build`. Its
            owner must hold a card of its value (R16).
        to_move : int
            A seat.
        stock : str or sequence of int
            What is still to be dealt, the next card first: whole deals.
        piles : tuple or list, optional
            The captured cards of each side.
        sweeps : tuple or list of int, optional
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
            If cards are neither text nor ints, or what holds several is no tuple or list.

        Examples
        --------
        >>> import croupier
        >>> game = croupier.RoyalCasino()
        >>> state = game.position(hands=["8d 2c", "Kd"], table="8h",
        ...     builds=[{"cards": "5c 3c", "value": 8, "owner": 0}])
        >>> print(*state.legal_moves())
        capture 8d: 8h, [8: 3c 5c, seat 0]
        """
        sides = self.sides
        return RoyalState(
            self,
            _core.royal_casino_position(
                self._rules,
                read_sequence(hands, "hands", self.players, self.players),
                table,
                [_read_build(build) for build in read_sequence(builds, "builds", _MOST_BUILDS)],
                to_move,
                stock,
                read_sequence([""] * sides if piles is None else piles, "piles", sides, sides),
                read_sequence([0] * sides if sweeps is None else sweeps, "sweeps", sides, sides),
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
        parts = _core.royal_casino_read_position(text)
        hands, table, builds, to_move, stock, piles, sweeps, last_capture = parts
        made = [Build(*build) for build in builds]
        return self.position(hands, table, made, to_move, stock, piles, sweeps, last_capture)

    def parse_record(self, text: str) -> RoyalRecord:
        """Read a hand from its text, ``str(record)``, and play it again.

        Raises
        ------
        ValueError
            If the text is none, or a move is not legal; the message says in which line.
        """
        if not isinstance(text, str):
            raise TypeError(f"text: a str is needed, got {type(text).__name__}")
        numbered = enumerate(str.splitlines(text), 1)
        lines = [(number, line) for number, line in numbered if line.strip()]
        (number, line), *others = lines or [(1, "")]
        start = state = _read_line(number, self.parse_position, line)
        moves = []
        for number, line in others:
            moves.append(_read_line(number, RoyalMove.parse, line))
            state = _read_line(number, state.play, moves[-1])
        return RoyalRecord(start, tuple(moves))

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
        >>> state = game.position(hands=["Td 2c", "Kd"], table="7d 3d 4h 6h")
        >>> print(game.choose("search", state, seed=1, playouts=100))
        capture Td: 3d+7d, 4h+6h
        """
        if not isinstance(state, RoyalState):
            raise TypeError(f"state: a RoyalState is needed, got {type(state).__name__}")
        if state.game != self:
            raise ValueError(f"state: one of {show(self)} is needed, got one of {show(state.game)}")
        reader = self._read_agent(agent, "agent")
        words = _core.royal_casino_chooser(self._rules, read_int(seed, "seed", 0, 2**128 - 1), 0)
        move = self._choose(reader, state, words, _read_playouts(playouts))
        state.play(move)
        return move

    def _choose(
        self, agent: AnyAgent, state: RoyalState, words: _core.RoyalChooser, playouts: int
    ) -> RoyalMove:
        if isinstance(agent, str):
            return RoyalMove._of_core(words.choose(state._hand, AGENTS.index(agent), playouts))
        return agent.choose(state.view())

    def _play_out(
        self,
        agents: Sequence[AnyAgent],
        state: RoyalState,
        seed: int,
        index: int,
        playouts: int,
    ) -> RoyalRecord:
        words = _core.royal_casino_chooser(self._rules, seed, index)
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
        agents : tuple or list
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
        agents : tuple or list
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
        agents : tuple or list
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
        simulation = self.simulation(agents=agents, seed=seed, playouts=playouts)
        return run(simulation, deals, first_deal, threads=threads, progress=progress)

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
        simulation = self.simulation(agents=agents, seed=seed, playouts=playouts, match=True)
        most = 2**64 // _core.ROYAL_CASINO_HANDS_A_MATCH
        stop = read_range(first_match, matches, "first_match", "matches").stop
        if stop > most:
            raise ValueError(f"matches: first_match + matches up to 2**44 is needed, got {stop}")
        return run(simulation, matches, first_match, threads=threads, progress=progress)

    def simulation(
        self,
        agents: Sequence[AnyAgent] = ("greedy", "random"),
        *,
        seed: SupportsIndex | None = None,
        playouts: SupportsIndex = 1000,
        match: bool = False,
    ) -> Simulation[Any]:
        """Say what to simulate: the value that `simulate` or `simulate_matches` runs."""
        players = self._read_agents(agents, self.players)
        kind = MatchSimulation if match else HandSimulation
        return kind(self, read_seed(seed), players, _read_playouts(playouts))

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
        players = read_sequence(agents, "agents", needed, needed)
        return tuple(RoyalCasino._read_agent(agent, "agents") for agent in players)

    @staticmethod
    def _read_agent(agent: AnyAgent, argument: str) -> AnyAgent:
        if isinstance(agent, str) and agent not in AGENTS:
            raise ValueError(f"{argument}: one of {', '.join(AGENTS)} is needed, got {show(agent)}")
        if not isinstance(agent, str) and not callable(getattr(agent, "choose", None)):
            name = type(agent).__name__
            raise TypeError(f"{argument}: a name or an object with choose is needed, got {name}")
        return agent


@dataclass(frozen=True)
class AgentSimulation(Simulation[AnyReport]):
    """What agents play."""

    game: RoyalCasino
    agents: tuple[AnyAgent, ...]
    playouts: int

    kind: ClassVar[Any]

    @property
    def width(self) -> int:
        """How many sums there are."""
        return sum(math.prod(shape) for shape in self.kind.layout.values())

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the agents."""
        return tuple(a if isinstance(a, str) else type(a).__name__ for a in self.agents)

    @property
    def details(self) -> dict[str, Any]:
        """Who plays."""
        return {"agents": self.names, "playouts": self.playouts}

    def report(self, tally: Tally) -> AnyReport:
        """Make the report of what was counted."""
        made: AnyReport = self.kind(
            self.game, tally, self.seed, agents=self.names, playouts=self.playouts
        )
        return made

    def count(
        self, first: int, size: int, threads: SupportsIndex | None = None
    ) -> npt.NDArray[np.int64]:
        """Sum up what the agents play."""
        if all(isinstance(agent, str) for agent in self.agents):
            numbers = [(AGENTS.index(str(agent)), self.playouts) for agent in self.agents]
            rules = self.game._rules
            return self._tally_natively(rules, numbers, self.seed, first, size, threads)
        rows = [
            self._tally_one(self.agents, self.seed, index, self.playouts)
            for index in range(first, first + size)
        ]
        tallies: npt.NDArray[np.int64] = np.array(rows, dtype=np.int64).reshape(-1, self.width)
        total: npt.NDArray[np.int64] = tallies.sum(axis=0)
        return total


class HandSimulation(AgentSimulation[RoyalReport]):
    """Hands that agents play."""

    unit: ClassVar[str] = "deal"
    kind = RoyalReport

    @property
    def _tally_natively(self) -> Any:
        return _core.royal_casino_tally_hands

    @property
    def _tally_one(self) -> Any:
        return self.game._tally_hand


class MatchSimulation(AgentSimulation[MatchReport]):
    """Matches that agents play."""

    unit: ClassVar[str] = "match"
    kind = MatchReport

    @property
    def _tally_natively(self) -> Any:
        return _core.royal_casino_tally_matches

    @property
    def _tally_one(self) -> Any:
        return self.game._tally_match


def _restore_game(rules: dict[str, Any]) -> RoyalCasino:
    return RoyalCasino(**rules)


def _read_line(number: int, read: Callable[[Part], Result], part: Part) -> Result:
    try:
        return read(part)
    except ValueError as error:
        raise ValueError(f"text: line {number}: {str(error).removeprefix('text: ')}") from None


def _read_playouts(playouts: SupportsIndex) -> int:
    return read_int(playouts, "playouts", 1, _MOST_PLAYOUTS)


def _read_build(build: Any) -> tuple[Any, Any, Any]:
    if isinstance(build, Build):
        return build.cards, build.value, build.owner
    if not isinstance(build, Mapping):
        raise TypeError(f"builds: mappings are needed, got {type(build).__name__}")
    names = list(islice(build, 4))
    if set(names) != {"cards", "value", "owner"}:
        raise ValueError(f"builds: cards, value and owner are needed, got {show(names)}")
    return build["cards"], build["value"], build["owner"]
