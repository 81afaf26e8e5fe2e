"""The 1,326 combos of hole cards, and their 169 classes on a grid of 13 by 13."""

from __future__ import annotations

import numpy as np

from croupier import _core

RANKS = "23456789TJQKA"
SIZE = len(RANKS)
ACE = SIZE - 1

CARDS = [(high, low) for high in range(52) for low in range(high)]
"""The cards of each combo, higher first: 1 0, 2 0, 2 1, 3 0 ..."""

COMBOS = len(CARDS)


def index_of(high: int, low: int) -> int:
    """Give the place of a combo."""
    return high * (high - 1) // 2 + low


def _class_of(high: int, low: int) -> tuple[int, int]:
    """Give the row and column of a combo: suited ones lie above the diagonal."""
    top, bottom = ACE - high // 4, ACE - low // 4
    return (top, bottom) if high % 4 == low % 4 else (bottom, top)


CLASS_OF = np.array([_class_of(*cards) for cards in CARDS])
"""By combo its row and column on the grid."""

MEMBERS: dict[tuple[int, int], list[int]] = {}
"""By row and column the combos of a class."""

HOLDS = np.zeros((52, COMBOS), bool)
"""By card and combo whether it holds the card."""

for _place, _cards in enumerate(CARDS):
    MEMBERS.setdefault(_class_of(*_cards), []).append(_place)
    HOLDS[_cards, _place] = True


def name_class(row: int, column: int) -> str:
    """Name a class by its place on the grid."""
    high, low = RANKS[ACE - min(row, column)], RANKS[ACE - max(row, column)]
    return high + low + ("" if row == column else "s" if row < column else "o")


HAND_CLASSES = tuple(name_class(row, column) for row in range(SIZE) for column in range(SIZE))
"""The 169 classes of hole cards, row by row of the grid: AA, AKs, AQs ... AKo, KK ... 22."""

CLASSES = len(HAND_CLASSES)


def name_combo(combo: int) -> str:
    """Name a combo by its cards."""
    return _core.format_cards(CARDS[combo])
