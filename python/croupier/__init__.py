"""Exact casino games on a C++ core: rank poker hands, one by one or by the hundred million."""

import sys

if sys.argv[:1] == ["-m"] and sys.orig_argv[-len(sys.argv)] == "croupier":
    from croupier_command import on_interrupt

    on_interrupt()  # python -m croupier: before the rest loads

from croupier._core import (
    __version__,
    best_five,
    build_info,
    evaluate,
    evaluate_masks,
    format_cards,
    parse_cards,
    strength_histogram,
    to_masks,
)
from croupier.games.baccarat import Baccarat
from croupier.games.casino_holdem import CasinoHoldem
from croupier.games.royal_casino import RoyalCasino
from croupier.games.royal_casino_moves import Build, RoyalMove
from croupier.games.royal_casino_state import RoyalState
from croupier.games.thai_hilo import ThaiHiLo
from croupier.hands import Category, category, describe
from croupier.report import Report

__all__ = [
    "Baccarat",
    "Build",
    "CasinoHoldem",
    "Category",
    "Report",
    "RoyalCasino",
    "RoyalMove",
    "RoyalState",
    "ThaiHiLo",
    "__version__",
    "best_five",
    "build_info",
    "category",
    "describe",
    "evaluate",
    "evaluate_masks",
    "format_cards",
    "parse_cards",
    "strength_histogram",
    "to_masks",
]
