"""Exact casino games on a C++ core: rank poker hands, one by one or by the hundred million."""

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
from croupier.games.thai_hilo import ThaiHiLo
from croupier.hands import Category, category, describe
from croupier.report import Report

__all__ = [
    "Baccarat",
    "CasinoHoldem",
    "Category",
    "Report",
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
