"""What the core hands up by name, and the outcome of one round of Casino Hold'em."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Any

import numpy as np
import pytest
from conftest import deal

import croupier
from croupier import Category, _core, reference

HOLDEM = croupier.CasinoHoldem()
TWIN = reference.CasinoHoldem()
WEAKEST = 5745


def parts_of(cards: Any) -> list[Any]:
    return [cards[:2], cards[2:5], cards[5:6], cards[6:7], cards[7:]]


def test_categories() -> None:
    assert [name.upper().replace(" ", "_") for name, _ in _core.CATEGORIES] == list(
        Category.__members__
    )
    for number, (name, strongest) in enumerate(_core.CATEGORIES):
        assert croupier.category(strongest) is Category(number)
        assert strongest == 1 or croupier.category(strongest - 1) is Category(number + 1)
        assert croupier.describe(strongest).lower().startswith(name)


def test_outcomes_are_those_of_the_games() -> None:
    assert list(_core.BACCARAT_OUTCOMES) == [tuple(o) for o in croupier.Baccarat.outcomes]
    dice = list(combinations_with_replacement(range(1, 7), 3))
    assert list(_core.THAI_HILO_OUTCOMES) == dice
    assert [_core.thai_hilo_outcome(roll) for roll in dice] == list(range(len(dice)))
    assert list(_core.CASINO_HOLDEM_OUTCOMES) == [tuple(o) for o in HOLDEM.outcomes]


@pytest.mark.parametrize("make", [tuple, list, bytes, np.array, croupier.format_cards])
def test_the_outcome_of_a_round_is_the_twins(make: Any) -> None:
    for cards in deal(3, 300, 9).tolist():
        parts = tuple(map(make, parts_of(cards)))
        number = one_call(parts, WEAKEST)
        assert type(number) is int
        assert _core.CASINO_HOLDEM_OUTCOMES[number] == TWIN.outcome(parts, action="call")
        assert _core.CASINO_HOLDEM_OUTCOMES[one_call(parts, 7462)][2] != "not qualified"
    mixed = ("As Kd", np.array([0, 20, 33]), 4, ["4d"], b"\x08\x07")
    assert one_call(mixed, WEAKEST) == one_call(("AsKd", "2c7cTd", "3c", "4d", "4c3s"), WEAKEST)


WRONG = [
    (("As", "2c7h9s", "3c", "4d", "QhJh"), "hole: 2 cards are needed, got 1"),
    (("AsKdQd", "2c7h9s", "3c", "4d", "QhJh"), "hole: 2 cards are needed, got 3"),
    (("AsKd", [], "3c", "4d", "QhJh"), "flop: 3 cards are needed, got 0"),
    (("AsKd", "2c7h9s", "", "4d", "QhJh"), "turn: 1 card is needed, got 0"),
    (("AsKd", "2c7h9s", "3c", [1, 2], "QhJh"), "river: 1 card is needed, got 2"),
    (("AsKd", "2c7h9s", "3c", "4d", 5), "dealer: 2 cards are needed, got 1"),
    (("AsKd", "2c7h9s", "3c", "4d", "QhQh"), "round: H1: Qh stands twice"),
    (("AsKd", "2c7h9s", "3c", "4d", "AsKd"), "round: H1: As stands twice"),
    (("AsKd", "2c7h9s", "3c", "4d", "KdAs"), "round: H1: Kd stands twice"),
    (("AsKd", "2c7h9s", "3c", "4x", "QhJh"), "river: cannot read '4x' at index 0 of '4x'"),
    (("AsKdQd", "2c7x", "3c", "4d", "QhJh"), "flop: cannot read '7x' at index 2 of '2c7x'"),
    (("AsKd", "2c7h9s", "3c", "4d", [52, 1]), "dealer: 52 is not a card number 0 to 51"),
    (("AsKd", "2c7h9s", -1, "4d", [2**70, 1]), "turn: -1 is not a card number 0 to 51"),
    (([[1, 2]], "2c7h9s", "3c", "4d", "QhJh"), "hole: one dimension is needed, got 2"),
    (("AsKd", range(53), "3c", "4d", "QhJh"), "flop: at most 52 cards are needed, got 53"),
    (("AsKd", "2c7h9s", "3c", "4d", [1.0, 2]), "dealer: integers are needed, got float"),
    (("AsKd", "2c7h9s", "3c", True, "QhJh"), "river: integers are needed, got bool"),
    ((None, "2c7h9s", "3c", "4d", "QhJh"), "hole: integers are needed, got NoneType"),
]


@pytest.mark.parametrize(("parts", "message"), WRONG, ids=[message for _, message in WRONG])
def test_wrong_rounds(parts: tuple[Any, ...], message: str) -> None:
    with pytest.raises((TypeError, ValueError)) as caught:
        one_call(parts, WEAKEST)
    assert str(caught.value).startswith(message)


def one_call(parts: tuple[Any, ...], weakest: Any) -> int:
    return _core.casino_holdem_outcome(*parts, weakest)


@pytest.mark.parametrize("weakest", [0, 7463, -1, 2**64, None, "5"])
def test_the_hand_to_qualify_with_is_read(weakest: Any) -> None:
    with pytest.raises((TypeError, ValueError), match=r"^weakest_qualifying: a strength 1 to 7462"):
        one_call(("AsKd", "2c7h9s", "3c", "4d", "QhJh"), weakest)
