"""Who plays Royal Casino: agents of the core by their names, objects and functions that choose."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import cycle, islice
from typing import Any, SupportsIndex, TypeAlias

from croupier import _core
from croupier.arguments import read_int, read_name
from croupier.games import decision
from croupier.games.royal_casino.moves import RoyalMove, read_sequence
from croupier.games.royal_casino.rules import RoyalRules
from croupier.games.royal_casino.state import RoyalState, RoyalView

AGENTS = _core.ROYAL_CASINO_AGENTS
_MOST_PLAYOUTS = 10**9


Agent: TypeAlias = decision.Agent[RoyalView, RoyalMove | str]
"""Anything that chooses a legal move of the player to move, or its text."""

AnyAgent: TypeAlias = str | Agent | Callable[[RoyalView], RoyalMove | str]
"""A name, an object with a method ``choose``, or a function ``view -> move``."""


def read_agent(agent: Any, argument: str) -> AnyAgent:
    """Read an agent: one of the core's names, an object with a method choose, or a function."""
    if isinstance(agent, str):
        return read_name(agent, argument, AGENTS)
    needed = f"{argument}: a name, an object with choose or a function is needed"
    if isinstance(agent, type):
        raise TypeError(f"{needed}, got the class {agent.__name__}; make an object of it")
    if not callable(getattr(agent, "choose", agent)):
        raise TypeError(f"{needed}, got {type(agent).__name__}")
    chooser: AnyAgent = agent
    return chooser


def read_agents(agents: Sequence[AnyAgent] | None, players: int) -> tuple[AnyAgent, ...]:
    """Read an agent for each seat; greedy and random in turn by default."""
    if agents is None:
        return tuple(islice(cycle(("greedy", "random")), players))
    seats = read_sequence(agents, "agents", players, players)
    return tuple(read_agent(agent, "agents") for agent in seats)


def read_playouts(playouts: SupportsIndex) -> int:
    """Read the playouts of a search for each move."""
    return read_int(playouts, "playouts", 1, _MOST_PLAYOUTS)


def name_agent(agent: AnyAgent) -> str:
    """Name an agent for a report."""
    if isinstance(agent, str):
        return agent
    kind = type(agent).__name__
    return kind if hasattr(agent, "choose") else str(getattr(agent, "__name__", kind))


def agent_of_core(agent: AnyAgent, game: RoyalRules) -> _core._RoyalAgent:
    """Give an agent to the core: a name as it is, for an object what the core is to call."""
    if isinstance(agent, str):
        return agent

    ask: Any = getattr(agent, "choose", agent)

    def choose(hand: _core.RoyalHand) -> tuple[RoyalMove, _core._RoyalParts]:
        state = RoyalState(game, hand)
        move = state.read_move(ask(state.view()))
        return move, state._parts_of(move)

    return choose


def move_of_core(move: Any) -> RoyalMove:
    """Name the parts of a move that the core chose; what an object chose is one already."""
    return move if isinstance(move, RoyalMove) else RoyalMove._of_core(move)
