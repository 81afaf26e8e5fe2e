"""Royal Casino: rules, moves, states, records, agents, reports."""

from croupier.games.royal_casino.agents import AGENTS, Agent, AnyAgent
from croupier.games.royal_casino.game import RoyalCasino
from croupier.games.royal_casino.moves import KINDS, Build, RoyalMove
from croupier.games.royal_casino.record import MatchResult, RoyalRecord, RoyalReplay
from croupier.games.royal_casino.report import ITEMS, MatchReport, RoyalReport
from croupier.games.royal_casino.rules import RoyalRules
from croupier.games.royal_casino.simulation import HandSimulation, MatchSimulation
from croupier.games.royal_casino.state import RoyalState, RoyalView, Score

__all__ = [
    "AGENTS",
    "ITEMS",
    "KINDS",
    "Agent",
    "AnyAgent",
    "Build",
    "HandSimulation",
    "MatchReport",
    "MatchResult",
    "MatchSimulation",
    "RoyalCasino",
    "RoyalMove",
    "RoyalRecord",
    "RoyalReplay",
    "RoyalReport",
    "RoyalRules",
    "RoyalState",
    "RoyalView",
    "Score",
]
