"""What a hand may still become, against every board one by one."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

import croupier
from croupier import Category


@pytest.mark.parametrize("board", ["9h8c2h", "9h8c2h3d", "9h8c2h3d3s", ""])
def test_category_counts(board: str) -> None:
    hand = croupier.parse_cards("JhTh").tolist()
    on_board = croupier.parse_cards(board).tolist()
    left = [card for card in range(52) if card not in {*hand, *on_board}]
    rest = np.array(list(combinations(left, 5 - len(on_board))), np.uint8)
    known = np.tile(np.array(hand + on_board, np.uint8), (len(rest), 1))
    found = croupier.category(croupier.evaluate(np.hstack([known, rest.reshape(len(rest), -1)])))
    counts = croupier.category_counts("JhTh", board)
    assert list(counts) == sorted(Category, reverse=True)
    assert list(counts.values()) == np.bincount(found, minlength=10)[::-1].tolist()


def test_dead_cards_do_not_come() -> None:
    counts = croupier.category_counts("JhTh", "9h8c2h3d", dead="Ah Kh Qh")
    assert sum(counts.values()) == 43
    assert counts[Category.FLUSH] == 6
    assert croupier.outs("JhTh", "9h8c2h3d", dead="Ah Kh Qh")[Category.FLUSH].size == 6


def test_outs() -> None:
    found = croupier.outs("JhTh", "9h 8c 2h")
    assert list(found) == [Category.FLUSH, Category.STRAIGHT, Category.PAIR]
    assert croupier.format_cards(found[Category.FLUSH]) == "3h4h5h6h7h8hQhKhAh"
    assert croupier.format_cards(found[Category.STRAIGHT]) == "7c7d7sQcQdQs"
    assert croupier.format_cards(found[Category.PAIR]) == "2c2d2s8d8s9c9d9sTcTdTsJcJdJs"
    assert croupier.outs("AhKh", "Qh Jh Th") == {}


@pytest.mark.parametrize(
    ("hand", "board", "said"),
    [
        ("Jh", "9h8c2h", "hand: 2 cards are needed, got 1"),
        ("JhTh", "9h8c", "board: 0, 3, 4 or 5 cards are needed, got 2"),
        ("JhTh", "Th8c2h", "hand: Th is on the board or dead"),
        ("JhJh", "Th8c2h", "hand: Jh stands twice"),
    ],
)
def test_refusals(hand: str, board: str, said: str) -> None:
    for function in (croupier.category_counts, croupier.outs):
        with pytest.raises(ValueError, match=f"^{said}$"):
            function(hand, board)
    for whole in ("", "Th8c2h3d4d"):
        with pytest.raises(ValueError, match="board: 3 or 4 cards are needed"):
            croupier.outs("AhKh", whole)


def test_enough_cards_must_be_left() -> None:
    with pytest.raises(ValueError, match=r"^dead: 7 cards are needed .* 6 are left$"):
        croupier.category_counts("AsAh", dead=list(range(46)))
