"""What a hand may still become."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from croupier import _core
from croupier.hands import Category
from croupier.poker.spot import read_seen

if TYPE_CHECKING:
    import numpy.typing as npt

    from croupier.arguments import Cards


def category_counts(hand: Cards, board: Cards = (), dead: Cards = ()) -> dict[Category, int]:
    """Count in how many boards a hand ends in each category.

    Parameters
    ----------
    hand : str or array_like
        Two cards.
    board, dead : str or array_like
        0, 3, 4 or 5 cards, and cards that do not come.

    Returns
    -------
    dict of Category to int
        All ten categories, the highest first; the sum is the number of boards.

    Examples
    --------
    >>> import croupier
    >>> counts = croupier.category_counts("JhTh", "9h 8c 2h")
    >>> counts[croupier.Category.FLUSH], sum(counts.values())
    (375, 1081)
    """
    counts = _core.equity_categories(hand, *read_seen(board, dead, players=1)).tolist()
    return {kind: counts[kind] for kind in reversed(Category)}


def outs(hand: Cards, board: Cards, dead: Cards = ()) -> dict[Category, npt.NDArray[np.uint8]]:
    """List the next cards that lift a hand to a higher category.

    Parameters
    ----------
    hand : str or array_like
        Two cards.
    board : str or array_like
        Three or four cards.
    dead : str or array_like
        Cards that do not come.

    Returns
    -------
    dict of Category to numpy.ndarray
        By category the cards that make it, from low to high; the highest category first,
        and only those that some card makes. What the board gains for all counts too.

    Examples
    --------
    >>> import croupier
    >>> found = croupier.outs("JhTh", "9h 8c 2h")
    >>> [kind.name for kind in found], croupier.format_cards(found[croupier.Category.FLUSH])
    (['FLUSH', 'STRAIGHT', 'PAIR'], '3h4h5h6h7h8hQhKhAh')
    """
    held = _core.read_cards(hand, "hand").tolist()
    if len(held) != 2:
        raise ValueError(f"hand: 2 cards are needed, got {len(held)}")
    on_board, gone = read_seen(board, dead, players=1)
    if len(on_board) not in (3, 4):
        raise ValueError(f"board: 3 or 4 cards are needed, got {len(on_board)}")
    _core.equity_categories(held, on_board, gone)  # refuses a card that stands twice
    known = [*held, *on_board]
    now = _core.category_numbers(_core.evaluate(known)).item()
    left = np.array([c for c in range(52) if c not in {*known, *gone}], np.uint8)
    hands = np.column_stack([np.tile(np.array(known, np.uint8), (len(left), 1)), left])
    then = _core.category_numbers(_core.evaluate(hands))
    found = {kind: left[then == kind] for kind in reversed(Category) if kind > now}
    return {kind: cards for kind, cards in found.items() if len(cards)}
