"""Decisions as values: what tables, terminals and learners ask of a game."""

from __future__ import annotations

from typing import Generic, NamedTuple, Protocol, TypeVar

Seen = TypeVar("Seen", covariant=True)
Action = TypeVar("Action", covariant=True)
AnySeen = TypeVar("AnySeen", contravariant=True)


class DecisionPoint(NamedTuple, Generic[Seen, Action]):
    """A place in a game where a player acts.

    Attributes
    ----------
    seen
        What the player sees and remembers, and nothing that the rules hide from him.
    actions : tuple
        What he may do.

    Examples
    --------
    >>> import croupier
    >>> game = croupier.CasinoHoldem()
    >>> point = game.decision(game.deal(seed=7, index=2**60))
    >>> print(point.seen, point.actions)
    hole Tc5s, flop 8c2hTh ('call', 'fold')
    """

    seen: Seen
    actions: tuple[Action, ...]


class Agent(Protocol[AnySeen, Action]):
    """Anything that acts: a strategy, a person at a terminal, what a program has learned."""

    def choose(self, seen: AnySeen, /) -> Action:
        """Choose one of the actions of a decision."""
