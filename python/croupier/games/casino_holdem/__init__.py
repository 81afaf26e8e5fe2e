"""Casino Hold'em, at the touch table and at the live one."""

from croupier.games.casino_holdem.game import CasinoHoldem
from croupier.games.casino_holdem.round import Outcome, Result, Round, Seen
from croupier.games.casino_holdem.simulation import PlayedSimulation
from croupier.games.casino_holdem.strategy import Decision, Strategy

__all__ = [
    "CasinoHoldem",
    "Decision",
    "Outcome",
    "PlayedSimulation",
    "Result",
    "Round",
    "Seen",
    "Strategy",
]
