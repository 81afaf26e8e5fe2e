"""The rules in plain Python: slow, short, and independent of the native core.

Every function has the name, the arguments, the results and the exception types of
its namesake in :mod:`croupier`. The package's tests hold the two against each other,
and a reader who wonders what a function means finds the answer here.
"""

from .cards import format_cards, parse_cards, to_masks
from .hands import (
    Category,
    best_five,
    category,
    describe,
    evaluate,
    evaluate_masks,
    strength_histogram,
)

__all__ = [
    "Category",
    "best_five",
    "category",
    "describe",
    "evaluate",
    "evaluate_masks",
    "format_cards",
    "parse_cards",
    "strength_histogram",
    "to_masks",
]
