"""The rules in plain Python: slow, short, and independent of the native core.

Every function has the name, the arguments, the results and the exception types of
its namesake in :mod:`croupier`; the games deal and settle the same rounds, and count
where their namesakes make reports. The package's tests hold the two against each other,
and a reader who wonders what a function means finds the answer here.
"""

from .baccarat import Baccarat
from .cards import format_cards, parse_cards, to_masks
from .casino_holdem import CasinoHoldem
from .equity import equity
from .hands import (
    Category,
    best_five,
    category,
    compare,
    evaluate,
    evaluate_masks,
    percentile,
    strength_histogram,
)
from .royal_casino import RoyalCasino
from .thai_hilo import ThaiHiLo
from .words import describe

__all__ = [
    "Baccarat",
    "CasinoHoldem",
    "Category",
    "RoyalCasino",
    "ThaiHiLo",
    "best_five",
    "category",
    "compare",
    "describe",
    "equity",
    "evaluate",
    "evaluate_masks",
    "format_cards",
    "parse_cards",
    "percentile",
    "strength_histogram",
    "to_masks",
]
