"""Royal Casino: the Dominican fishing game, for two, three or four players."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Any, ClassVar, Literal, SupportsIndex, overload

from croupier import _core
from croupier.arguments import read_int, read_range, read_seed, show
from croupier.games.parameter import Parameter
from croupier.games.royal_casino.agents import (
    AGENTS,
    AnyAgent,
    agent_of_core,
    move_of_core,
    name_agent,
    read_agent,
    read_agents,
    read_playouts,
)
from croupier.games.royal_casino.moves import RoyalMove
from croupier.games.royal_casino.record import MatchResult, RoyalRecord, RoyalReplay, parse_record
from croupier.games.royal_casino.report import MatchReport, RoyalReport
from croupier.games.royal_casino.rules import RoyalRules
from croupier.games.royal_casino.simulation import HandSimulation, MatchSimulation
from croupier.games.royal_casino.state import RoyalState, make_position, parse_position
from croupier.simulation import Progress, run

_PLAYED = ("simulation", "replay")


class RoyalCasino(RoyalRules):
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

    reports = MappingProxyType({"round": RoyalReport, "match": MatchReport})
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter("players", "2, 3 or 4 (default: 2)", ("rules",)),
        Parameter(
            "agents",
            f"one a seat of {', '.join(AGENTS)} (default: greedy,random,...)",
            _PLAYED,
            tuple,
            AGENTS,
            metavar="A,B",
        ),
        Parameter(
            "playouts",
            "of a search, for each move (default: 1000)",
            _PLAYED,
            needs=("agents", "search"),
        ),
        Parameter("match", "a round is a match to 21", _PLAYED, bool),
    )

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
        key = read_int(seed, "seed", 0, 2**128 - 1)
        number = read_range(index, 1, "index", "index").start
        return RoyalState(self, _core.royal_casino_start(self._rules, key, number))

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
        return make_position(
            self, hands, table, builds, to_move, stock, piles, sweeps, last_capture
        )

    def parse_position(self, text: str) -> RoyalState:
        """Read a position from its text, ``str(state)``.

        Raises
        ------
        ValueError
            If it is no such text, or the position is inconsistent.
        """
        return parse_position(self, text)

    def parse_record(self, text: str) -> RoyalRecord:
        """Read a hand from its text, ``str(record)``, and play it again.

        Raises
        ------
        ValueError
            If the text is none, or a move is not legal; the message says in which line.
        """
        return parse_record(self, text)

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
        agent : {"random", "greedy", "search"}, object or function
            An object needs a method ``choose(view)`` that returns a `RoyalMove` or its text; it
            is given the `RoyalView` of the player to move. A function is called so itself.
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
        chooser = agent_of_core(read_agent(agent, "agent"), self)
        key, budget = read_int(seed, "seed", 0, 2**128 - 1), read_playouts(playouts)
        return move_of_core(_core.royal_casino_choose(state._hand, chooser, key, budget))

    def play_hand(
        self,
        agents: Sequence[AnyAgent] | None = None,
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
        seats = self._read_agents(agents)
        key = read_int(seed, "seed", 0, 2**128 - 1)
        number = read_range(index, 1, "index", "index").start
        budget = read_playouts(playouts)
        played = _core.royal_casino_play_hand(self._rules, seats, key, number, budget)
        return self._record(*played)

    def _record(self, start: _core.RoyalHand, moves: list[Any]) -> RoyalRecord:
        return RoyalRecord._of_core(RoyalState(self, start), map(move_of_core, moves))

    def _read_agents(self, agents: Sequence[AnyAgent] | None) -> list[_core._RoyalAgent]:
        return [agent_of_core(agent, self) for agent in read_agents(agents, self.players)]

    def match(
        self,
        agents: Sequence[AnyAgent] | None = None,
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
        seats = self._read_agents(agents)
        key, budget = read_seed(seed), read_playouts(playouts)
        number = read_int(index, "index", 0, 2**MatchSimulation.index_bits - 1)
        hands, standings, winner = _core.royal_casino_play_match(
            self._rules, seats, key, number, budget
        )
        records = tuple(self._record(*hand) for hand in hands)
        return MatchResult(winner, standings[-1], tuple(standings), records)

    def simulate(
        self,
        deals: SupportsIndex,
        agents: Sequence[AnyAgent] | None = None,
        *,
        seed: SupportsIndex | None = None,
        threads: int | None = None,
        first_round: SupportsIndex = 0,
        playouts: SupportsIndex = 1000,
        progress: Progress | None = None,
    ) -> RoyalReport:
        """Play many hands.

        Parameters
        ----------
        deals : int
            How many.
        agents : tuple or list
            An agent for each seat; greedy and random in turn by default. With native ones only,
            the hands are played on threads, and the result does not depend on how many.
        seed : int, optional
            A fresh one by default.
        threads : int or None
            None means all cores.
        first_round : int
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
        simulation = self.simulation(agents, seed=seed, playouts=playouts)
        return run(simulation, deals, first_round, threads=threads, progress=progress)

    def simulate_matches(
        self,
        matches: SupportsIndex,
        agents: Sequence[AnyAgent] | None = None,
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
        simulation = self.simulation(agents, seed=seed, playouts=playouts, match=True)
        return run(simulation, matches, first_match, threads=threads, progress=progress)

    @overload
    def simulation(
        self,
        agents: Sequence[AnyAgent] | None = None,
        *,
        seed: SupportsIndex | None = None,
        playouts: SupportsIndex = 1000,
        match: Literal[False] = False,
    ) -> HandSimulation: ...
    @overload
    def simulation(
        self,
        agents: Sequence[AnyAgent] | None = None,
        *,
        seed: SupportsIndex | None = None,
        playouts: SupportsIndex = 1000,
        match: Literal[True],
    ) -> MatchSimulation: ...
    @overload
    def simulation(
        self,
        agents: Sequence[AnyAgent] | None = None,
        *,
        seed: SupportsIndex | None = None,
        playouts: SupportsIndex = 1000,
        match: bool,
    ) -> HandSimulation | MatchSimulation: ...
    def simulation(
        self,
        agents: Sequence[AnyAgent] | None = None,
        *,
        seed: SupportsIndex | None = None,
        playouts: SupportsIndex = 1000,
        match: bool = False,
    ) -> HandSimulation | MatchSimulation:
        """Say what to simulate: the value that `simulate` or `simulate_matches` runs.

        Parameters
        ----------
        agents, seed, playouts
            As of `simulate`. In digests and reports an object goes by the name of its
            class, a function by its own.
        match : bool
            Whether a round is a match to 21.

        Returns
        -------
        HandSimulation or MatchSimulation
        """
        make = MatchSimulation if _read_match(match) else HandSimulation
        seats = read_agents(agents, self.players)
        return make(self, read_seed(seed), seats, read_playouts(playouts))

    def replay(
        self,
        seed: SupportsIndex,
        index: SupportsIndex,
        *,
        agents: Sequence[AnyAgent] | None = None,
        playouts: SupportsIndex = 1000,
        match: bool = False,
    ) -> RoyalReplay:
        """Play a hand, or a match, of a simulation again.

        Parameters
        ----------
        seed, index : int
            Which simulation, and which of its hands or matches.
        agents, playouts, match
            As of `simulation`.

        Returns
        -------
        RoyalReplay
        """
        seats = read_agents(agents, self.players)
        key = read_int(seed, "seed", 0, 2**128 - 1)
        play = self.match if _read_match(match) else self.play_hand
        played = play(seats, seed=key, index=index, playouts=playouts)
        return RoyalReplay(self, key, int(index), tuple(map(name_agent, seats)), played)


def _read_match(match: Any) -> bool:
    if not isinstance(match, bool):
        raise TypeError(f"match: a bool is needed, got {type(match).__name__}")
    return match
