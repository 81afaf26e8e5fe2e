"""Exact casino games on a C++ core: rank poker hands, one by one or by the hundred million."""

import sys
from typing import TYPE_CHECKING

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
from croupier.hands import Category, category, compare, describe, percentile
from croupier.lazy import import_later

if TYPE_CHECKING:
    from croupier.games.baccarat import Baccarat
    from croupier.games.casino_holdem import CasinoHoldem
    from croupier.games.royal_casino import Build, RoyalCasino, RoyalMove, RoyalState
    from croupier.games.thai_hilo import ThaiHiLo
    from croupier.poker.draws import category_counts, outs
    from croupier.poker.equity import EquityRows, equity
    from croupier.poker.matrix import EquityMatrix, equity_matrix
    from croupier.poker.ranges import Range
    from croupier.poker.report import Equity
    from croupier.report import Report

__all__ = [
    "Baccarat",
    "Build",
    "CasinoHoldem",
    "Category",
    "Equity",
    "EquityMatrix",
    "EquityRows",
    "Range",
    "Report",
    "RoyalCasino",
    "RoyalMove",
    "RoyalState",
    "ThaiHiLo",
    "__version__",
    "best_five",
    "build_info",
    "category",
    "category_counts",
    "compare",
    "describe",
    "equity",
    "equity_matrix",
    "evaluate",
    "evaluate_masks",
    "format_cards",
    "outs",
    "parse_cards",
    "percentile",
    "strength_histogram",
    "to_masks",
]

# Games take several times as long to load as what ranks hands: whoever names one loads it.
__getattr__, __dir__ = import_later(
    __name__,
    {
        "Baccarat": "croupier.games.baccarat",
        "Build": "croupier.games.royal_casino",
        "CasinoHoldem": "croupier.games.casino_holdem",
        "Equity": "croupier.poker.report",
        "EquityMatrix": "croupier.poker.matrix",
        "EquityRows": "croupier.poker.equity",
        "Range": "croupier.poker.ranges",
        "Report": "croupier.report",
        "RoyalCasino": "croupier.games.royal_casino",
        "RoyalMove": "croupier.games.royal_casino",
        "RoyalState": "croupier.games.royal_casino",
        "ThaiHiLo": "croupier.games.thai_hilo",
        "category_counts": "croupier.poker.draws",
        "equity": "croupier.poker.equity",
        "equity_matrix": "croupier.poker.matrix",
        "outs": "croupier.poker.draws",
    },
)
