"""Who wins: hands against each other, alone and with a board."""

from __future__ import annotations

import re
from types import ModuleType
from typing import Any

import numpy as np
import pandas as pd
import pytest
from conftest import HANDS, deal, table

import croupier
from croupier import reference

BOARD = "Qs 7c 2h 9d 3c"
DEALS = deal(11, 600, 51)


@table(HANDS["showdowns"])
def test_showdown(poker: ModuleType, row: dict[str, Any]) -> None:
    assert poker.compare(*row["hands"], board=row["board"]) == tuple(row["winners"])
    written_out = [f"{row['board']} {hand}" for hand in row["hands"]]
    assert poker.compare(*written_out) == tuple(row["winners"])


@pytest.mark.parametrize("n_board", [0, 1, 3, 4, 5])
@pytest.mark.parametrize("n_hands", [2, 3, 6])
@pytest.mark.usefixtures("isa")
def test_batches_win_as_their_strengths_say(n_board: int, n_hands: int) -> None:
    rng = np.random.default_rng(n_board + 7 * n_hands)
    sizes = rng.integers(max(1, 5 - n_board), 8 - n_board, n_hands)
    ends = n_board + np.cumsum(sizes)
    board = DEALS[:, :n_board]
    hands = [DEALS[:, end - size : end] for end, size in zip(ends, sizes, strict=True)]
    wins = croupier.compare(*hands, board=board)
    assert (wins.dtype, wins.shape) == (np.bool_, (len(DEALS), n_hands))
    for deal_, won in enumerate(wins.tolist()):
        whole = [[*board[deal_].tolist(), *hand[deal_].tolist()] for hand in hands]
        strengths = [croupier.evaluate(hand) for hand in whole]
        assert won == [strength == min(strengths) for strength in strengths]
        one = croupier.compare(*(hand[deal_] for hand in hands), board=board[deal_])
        assert one == tuple(place for place, best in enumerate(won) if best)
    some = slice(0, 40)
    twin = reference.compare(*(hand[some] for hand in hands), board=board[some])
    assert (twin.dtype, twin.tolist()) == (np.bool_, wins[some].tolist())


def test_the_winner_is_who_beats_each_other_hand(poker: ModuleType) -> None:
    hands = DEALS[:30, :14].reshape(30, 7, 2)
    wins = poker.compare(*hands.transpose(1, 0, 2), board=DEALS[:30, 14:19])
    for row in range(30):
        best = [
            all(
                0 in poker.compare(hands[row, one], hands[row, other], board=DEALS[row, 14:19])
                for other in range(7)
                if other != one
            )
            for one in range(7)
        ]
        assert wins[row].tolist() == best


@pytest.mark.parametrize(
    ("shapes", "board_shape", "shape"),
    [
        ([(4,), (4,)], (), (4,)),
        ([(), (4,)], (), (4,)),
        ([(), ()], (4,), (4,)),
        ([(4,), ()], (4,), (4,)),
        ([(3, 1), (4,)], (), (3, 4)),
        ([(1, 4), ()], (3, 1), (3, 4)),
        ([(1,), ()], (1,), (1,)),
        ([(0,), ()], (), (0,)),
        ([(2, 0), (1,)], (), (2, 0)),
    ],
)
def test_leading_shapes_are_broadcast(
    poker: ModuleType, shapes: list[tuple[int, ...]], board_shape: tuple[int, ...], shape: Any
) -> None:
    pack = np.arange(52, dtype=np.uint8)
    hands = [
        np.resize(pack[20 * place : 20 * (place + 1)], (*lead, 2))
        for place, lead in enumerate(shapes)
    ]
    board = np.broadcast_to(pack[40:45], (*board_shape, 5))
    wins = poker.compare(*hands, board=board)
    assert (wins.dtype, wins.shape) == (np.bool_, (*shape, len(hands)))
    whole = [np.broadcast_to(hand, (*shape, 2)) for hand in hands]
    for index in np.ndindex(shape):
        best = poker.compare(*(hand[index] for hand in whole), board=pack[40:45])
        assert np.flatnonzero(wins[index]).tolist() == list(best)


@pytest.mark.parametrize(
    ("hands", "board", "wins"),
    [
        (["AsKd", "QhQd"], BOARD, (1,)),
        (["AsKd", "AhKc"], BOARD, (0, 1)),
        ([["As", "Kd"], "QhQd"], BOARD, (1,)),
        ([{51, 45}, iter([42, 41])], croupier.parse_cards(BOARD), (1,)),
        ([bytes([51, 45]), np.array([42, 41], ">i8")], tuple(BOARD.split()), (1,)),
        (["AsKd", "QhQd"], (card for card in BOARD.split()), (1,)),
        ([["AsKd", "Tc9c"], "QhQd"], BOARD, [[False, True], [False, True]]),
        ([pd.Series(["AsKd", "9c9h"]), "QhJd"], BOARD, [[False, True], [True, False]]),
        (["AsKsQsJsTs", "7c5c4c3c2d", "AhKhQhJhTh2d2c"], (), (0, 2)),
        (["AsKsQsJsTs", "AsKsQsJsTs"], "", (0, 1)),
        (["AsKsQsJsTs", "AsKsQsJsTs"], np.empty((2, 0), int), [[True, True]] * 2),
        ([pd.DataFrame([[51, 45]]).astype("Int64"), "QhQd"], BOARD, [[False, True]]),
    ],
)
def test_cards_of_every_kind(hands: list[Any], board: Any, wins: Any) -> None:
    result = croupier.compare(*hands, board=board)
    if isinstance(wins, tuple):
        assert result == wins
        assert all(type(place) is int for place in result)
    else:
        assert result.tolist() == wins


@pytest.mark.parametrize(
    ("hands", "board", "message"),
    [
        ([], BOARD, "hands: two or more are needed, each an argument of its own, got nothing"),
        (["AsKd"], BOARD, "hands: two or more are needed, each an argument of its own, got 1"),
        ([["AsKd", "QhQd"]], (), "hands: two or more are needed, each an argument of its own"),
        (["AsKd", "QhQd"], (), "hands[0]: without a board 5, 6 or 7 cards are needed, got 2"),
        (["AsKdQh", "QcQd"], BOARD, "hands[0]: with 5 on the board 1 or 2 cards are needed, got 3"),
        (["AsKd", "Q"], BOARD, "hands[1]: cannot read 'Q' at index 0 of 'Q'"),
        (["AsKd", ""], BOARD, "hands[1]: with 5 on the board 1 or 2 cards are needed, got 0"),
        (["AsKd", "5hQc6h7h"], "2c3c4c5c", "hands[1]: with 4 on the board 1, 2 or 3 cards are ne"),
        (["AsKd", "QhQd"], "2c3c4c5c6c7c", "board: at most 5 cards are needed, got 6"),
        (["AsKd", "QhQd"], "2c3c4x", "board: cannot read '4x' at index 4 of '2c3c4x'"),
        (["AsKd", "QhQd"], 5, "board: at most 5 cards are needed, got a single number"),
        (["AsKd", [41, 52]], BOARD, "hands[1]: 52 is not a card number 0 to 51"),
        (["AsKd", [[41, 40], [41, 300]]], BOARD, "hands[1]: row 1: 300 is not a card number"),
        (["AsKd", "QdQd"], BOARD, "hands[1]: Qd stands twice"),
        (["AsKd", ["QhQd", "3d3d"]], BOARD, "hands[1]: row 1: 3d stands twice"),
        (["AsKd", "QhQd"], "2c3c2c", "board: 2c stands twice"),
        (["AsKd", "QsJd"], BOARD, "hands: Qs stands twice, in hand 1 and board"),
        (["AsKd", "QdJd", "2dAs"], BOARD, "hands: As stands twice, in hand 0 and hand 2"),
        (["AsKd", ["QdJd", "AsQd"]], BOARD, "hands: row 1: As stands twice, in hand 0 and hand 1"),
        (["AsKd", "QdJd"], ["2c3c4c", "2c3cAs"], "hands: row 1: As stands twice, in hand 0 and bo"),
        ([["AsKd"] * 3, [["QdJd"], ["KdJc"]]], BOARD, "hands: row (1, 0): Kd stands twice, in"),
        ([["AsKd", "AcKc"], ["QhQd"] * 3], BOARD, "hands[1]: a shape that broadcasts with (2,)"),
        ([["AsKd", "AcKc"], "QhQd"], ["2c3c4c"] * 3, "hands[0]: a shape that broadcasts with (3,)"),
    ],
)  # fmt: skip
def test_refused_values(hands: list[Any], board: Any, message: str) -> None:
    with pytest.raises(ValueError, match="^" + re.escape(message)):
        croupier.compare(*hands, board=board)
    with pytest.raises(ValueError, match=rf"^{message.split('[')[0].split(':')[0]}"):
        reference.compare(*hands, board=board)


@pytest.mark.parametrize("cards", [None, 5.0, True, [1.0, 2.0], {1: 2}, object(), np.zeros(5)])
def test_refused_types(poker: ModuleType, cards: Any) -> None:
    with pytest.raises(TypeError, match=r"^hands\[0\]: "):
        poker.compare(cards, "QhQd", board=BOARD)
    with pytest.raises(TypeError, match=r"^hands\[1\]: "):
        poker.compare("AsKd", cards, board=BOARD)
    with pytest.raises(TypeError, match=r"^board: "):
        poker.compare("AsKd", "QhQd", board=cards)


def test_without_a_board_hands_may_share_cards(poker: ModuleType) -> None:
    assert poker.compare("QsJsTs 9d8c 2h3h", "QsJsTs 9d8c AsKs") == (1,)


@pytest.mark.usefixtures("isa")
def test_one_bad_deal_in_a_large_batch() -> None:
    hands = np.resize(DEALS[:, :14], (50_000, 14)).reshape(-1, 7, 2)
    boards = np.resize(DEALS[:, 14:19], (50_000, 5))
    assert croupier.compare(*hands.transpose(1, 0, 2), board=boards).any(axis=1).all()
    boards[40_000, 3] = hands[40_000, 5, 1]
    card = croupier.format_cards(hands[40_000, 5, 1])
    message = f"hands: row 40000: {card} stands twice, in hand 5 and board"
    with pytest.raises(ValueError, match=f"^{message}$"):
        croupier.compare(*hands.transpose(1, 0, 2), board=boards)
