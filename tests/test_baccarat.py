"""Baccarat: drawing, settlement, and what is refused."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import croupier
from croupier import reference
from croupier.games.baccarat import Outcome, Round

GAME = croupier.Baccarat()
TWIN = reference.Baccarat()

# By the banker's total; after the colon by the value of the player's third card.
THIRD_CARD = {
    0: "D:DDDDDDDDDD",
    1: "D:DDDDDDDDDD",
    2: "D:DDDDDDDDDD",
    3: "D:DDDDDDDDSD",
    4: "D:SSDDDDDDSS",
    5: "D:SSSSDDDDSS",
    6: "S:SSSSSSDDSS",
    7: "S:SSSSSSSSSS",
}


def card_of(value: int) -> int:
    """Give a card that counts `value`."""
    return {0: 47, 1: 51}.get(value, 4 * value - 8)


def hands(player: list[int], banker: list[int]) -> Round:
    """Make a round of values."""
    return Round(tuple(map(card_of, player)), tuple(map(card_of, banker)))


# Drawing


@pytest.mark.parametrize("third", [None, *range(10)])
@pytest.mark.parametrize("total", range(8))
def test_third_card_table(total: int, third: int | None) -> None:
    alone, table = THIRD_CARD[total].split(":")
    draws = (alone if third is None else table[third]) == "D"
    player = [0, 7] if third is None else [0, 5, third]
    banker = [0, total]
    right, wrong = [*banker, 1], banker
    if not draws:
        right, wrong = wrong, right
    outcome = GAME.outcome(hands(player, right))
    assert (outcome.player_cards, outcome.banker_cards) == (len(player), len(right))
    assert outcome.player == sum(player) % 10
    assert outcome.banker == sum(right) % 10
    assert TWIN.outcome(hands(player, right)) == outcome
    for game in (GAME, TWIN):
        with pytest.raises(ValueError, match=r"^round: .*B6 to B9"):
            game.outcome(hands(player, wrong))


@pytest.mark.parametrize("banker", range(8))
@pytest.mark.parametrize("player", range(8))
def test_the_player_hand_draws_on_0_to_5(player: int, banker: int) -> None:
    two, three = [0, player], [0, player, 0]
    right, wrong = (three, two) if player <= 5 else (two, three)
    third = 2 if player <= 5 else 0  # the cell of a third card that counts 0, or of none
    draws = THIRD_CARD[banker][third] == "D"
    dealt = [0, banker, 0] if draws else [0, banker]
    assert GAME.outcome(hands(right, dealt)).player_cards == len(right)
    for other in ([0, banker], [0, banker, 0]):
        with pytest.raises(ValueError, match=r"^round: "):
            GAME.outcome(hands(wrong, other))


@pytest.mark.parametrize("natural", [8, 9])
@pytest.mark.parametrize("other", range(10))
def test_a_natural_ends_the_round(natural: int, other: int) -> None:
    for player, banker in ((natural, other), (other, natural)):
        outcome = GAME.outcome(hands([0, player], [0, banker]))
        assert outcome == (player, banker, 2, 2)
        assert outcome.natural
        assert outcome.winner == (
            "tie" if natural == other else "player" if player > banker else "banker"
        )
        with pytest.raises(ValueError, match=r"^round: "):
            GAME.outcome(hands([0, player, 1], [0, banker]))
        with pytest.raises(ValueError, match=r"^round: "):
            GAME.outcome(hands([0, player], [0, banker, 1]))


@pytest.mark.parametrize("card", ["Ts", "Jh", "Qd", "Kc"])
def test_tens_and_pictures_count_0(card: str) -> None:
    assert GAME.outcome(Round(f"2c 3c {card}", "4c Kd")) == (5, 4, 3, 2)


@pytest.mark.parametrize("bad", [None, 5, "AsKs 2c3c", ((0, 1), (2, 3)), [Round("Kd 9c", "Kh 9s")]])
def test_what_is_no_round(bad: Any) -> None:
    with pytest.raises(TypeError, match=r"^round: a Round is needed, got "):
        GAME.settle(bad, {"tie": 1})
    with pytest.raises(TypeError, match=r"^outcome: one of game.outcomes, .* is needed"):
        GAME.pay("tie", bad, 1)
    with pytest.raises(ValueError, match=r"^bet: one of "):
        GAME.odds("x", GAME.outcomes[0])


def test_hands_total_modulo_10() -> None:
    assert GAME.outcome(hands([5, 9, 3], [9, 8])) == (7, 7, 3, 2)
    assert GAME.outcome(hands([5, 5, 5], [9, 3, 9])) == (5, 1, 3, 3)


@pytest.mark.parametrize(
    ("player", "banker", "error"),
    [
        ((0, 1), (2,), ValueError),
        ((0, 1, 2, 3), (4, 5), ValueError),
        ((0, 52), (1, 2), ValueError),
        ((0, 256), (1, 2), ValueError),
        ((0, -1), (1, 2), ValueError),
        ((0, 1.0), (1, 2), TypeError),
        ((0, True), (1, 2), TypeError),
        ("Kx 2c", (1, 2), ValueError),
        (([0, 1],), (1, 2), ValueError),
    ],
)
def test_bad_hands(player: Any, banker: Any, error: type[Exception]) -> None:
    with pytest.raises(error, match=r"^(player|round): "):
        GAME.outcome(Round(player, banker))
    if player != ([0, 1],):
        with pytest.raises(error):
            TWIN.outcome((player, banker))


FORMS: list[tuple[Any, Any]] = [
    ("Kd2c4h", "9s8d"),
    ("Kd 2c 4h", "9s 8d"),
    (["Kd", "2c", "4h"], ("9s", "8d")),
    ((45, 0, 10), [31, 25]),
    (bytes([45, 0, 10]), np.array([31, 25], np.int16)),
    (np.array([10, 0, 45])[::-1], np.array([np.int64(31), 25])),
]


@pytest.mark.parametrize(("player", "banker"), FORMS)
def test_a_round_is_one_value_however_it_was_made(player: Any, banker: Any) -> None:
    made, numbers = Round(player, banker), ((45, 0, 10), (31, 25))
    assert made == numbers
    assert {type(card) for hand in made for card in hand} == {int}
    assert repr(made) == "Round(player=(45, 0, 10), banker=(31, 25))"
    twins = [Round(*numbers), pickle.loads(pickle.dumps(made)), copy.deepcopy(made),
             Round._make(numbers), made._replace(banker="9s8d")]  # fmt: skip
    for twin in twins:
        assert type(twin) is Round
        assert (twin, hash(twin), repr(twin)) == (made, hash(made), repr(made))


def test_a_round_is_what_is_dealt() -> None:
    for index in range(200):
        dealt = GAME.deal(1, index)
        text = Round(*dealt.to_dict().values())
        assert (text, hash(text), type(dealt)) == (dealt, hash(dealt), Round)
        assert GAME.outcome(text) == GAME.outcome(dealt)
    assert all(Round(*dealt) == dealt for dealt in GAME.deal_shoe(1, 2))


@pytest.mark.parametrize(
    "make",
    [
        lambda: Round("Kd 9c 2c", "Kh 9s"),
        lambda: Round("Kd 2c", "Kh 5s"),
        lambda: Round("Kd 6c", "Kh 5s"),
        lambda: Round("Kd 2c 4c", "Kh 2s"),
        lambda: Round._make(("Kd 2c", "Kh 5s")),
        lambda: Round("Kd 9c", "Kh 9s")._replace(banker="Kh 9s 2c"),
        lambda: Round(1, 2),  # type: ignore[arg-type]
    ],
)
def test_rules_that_fix_who_draws_hold_when_a_round_is_made(make: Any) -> None:
    with pytest.raises(ValueError, match=r"^round: as many cards as the rules B6 to B9 deal are"):
        make()


# Settlement


def settle(winner: str, stakes: dict[str, int]) -> Any:
    cards = {"player": ([0, 9], [0, 8]), "banker": ([0, 8], [0, 9]), "tie": ([0, 8], [0, 8])}
    mine = GAME.settle(hands(*cards[winner]), stakes)
    twin = TWIN.settle(hands(*cards[winner]), stakes)
    assert {bet: (s.stake, s.returned, s.net) for bet, s in mine.bets.items()} == twin
    return mine


def test_every_bet_on_every_winner() -> None:
    stakes = {"player": 100, "banker": 200, "tie": 300}
    returned = {
        "player": {"player": 200, "banker": 0, "tie": 0},
        "banker": {"player": 0, "banker": 390, "tie": 0},
        "tie": {"player": 100, "banker": 200, "tie": 2700},
    }
    for winner, expected in returned.items():
        settled = settle(winner, stakes)
        assert {bet: result.returned for bet, result in settled.bets.items()} == expected
        assert (settled.stake, settled.net) == (600, sum(expected.values()) - 600)


@pytest.mark.parametrize(
    ("stake", "won"),
    [(10, 9), (20, 19), (30, 28), (100, 95), (19, 18), (39, 37), (199, 189), (1010, 959),
     (1234, 1172), (99_999, 94_999), (1, 0), (2**53, 2**53 * 95 // 100)],
)  # fmt: skip
def test_commission_is_taken_once_on_the_whole_position(stake: int, won: int) -> None:
    assert settle("banker", {"banker": stake}).net == won


@given(st.sampled_from(["player", "banker", "tie"]), st.integers(1, 2**53))
def test_the_return_of_a_banker_bet_is_floor_of_195_percent(winner: str, stake: int) -> None:
    returned = settle(winner, {"banker": stake}).returned
    assert returned == {"player": 0, "banker": 195 * stake // 100, "tie": stake}[winner]


def test_other_paytables() -> None:
    free = croupier.Baccarat(commission=0, tie=9)
    assert free.pay("banker", Outcome(6, 7, 2, 2), 1) == 2
    assert free.pay("tie", Outcome(7, 7, 2, 2), 10) == 100
    assert free.options == {"decks": 8, "commission": "0", "tie": "9"}
    for wrong in (2, -1, "1.5", Fraction(-1, 2)):
        with pytest.raises(ValueError, match=r"^commission: a share from 0 to 1 is needed, as in"):
            croupier.Baccarat(commission=wrong)
    with pytest.raises(TypeError, match=r"^commission: .* got float"):
        croupier.Baccarat(commission=0.05)  # type: ignore[arg-type]


@pytest.mark.parametrize("stake", [0, -1, 2**53 + 1, 1.5, True, "1"])
def test_bad_stakes(stake: Any) -> None:
    for call in (
        lambda: GAME.settle(hands([0, 9], [0, 8]), {"tie": stake}),
        lambda: GAME.pay("tie", GAME.outcomes[0], stake),
        lambda: GAME.exact(stake=stake),
        lambda: GAME.simulate(1, stake=stake),
        lambda: GAME.simulate_shoes(1, stake=stake),
    ):
        with pytest.raises((ValueError, TypeError), match=r"^stake"):
            call()


def test_unknown_bets() -> None:
    with pytest.raises(
        ValueError, match=r"^stakes: one of player, banker, tie is needed, got 'x'$"
    ):
        GAME.settle(hands([0, 9], [0, 8]), {"x": 1})


# The object


def test_outcomes_are_in_order_and_reached() -> None:
    outcomes = GAME.outcomes
    assert len(outcomes) == len(set(outcomes)) == 205
    keys = [(o.player_cards, o.banker_cards, o.player, o.banker) for o in outcomes]
    assert all(a < b for a, b in pairwise(keys))
    assert min(GAME.exact().counts) > 0
    assert sum(outcome.natural for outcome in outcomes) == 36
    assert str(outcomes[0]) == "0-8, 2+2 cards"


def test_a_game_is_a_value() -> None:
    assert pickle.loads(pickle.dumps(GAME)) == GAME
    assert len({GAME, croupier.Baccarat(), croupier.Baccarat(decks=6)}) == 2
    dealt = GAME.deal(1, 2)
    assert pickle.loads(pickle.dumps(dealt)) == dealt


# Rounds that cannot be


def test_more_of_a_card_than_the_packs_hold_is_refused() -> None:
    for decks in (1, 2, 8):
        game = croupier.Baccarat(decks=decks)
        dealt = Round([45, 45], [45, 28])  # kings of diamonds
        if decks < 3:
            with pytest.raises(ValueError, match=rf"^round: B1: the shoe holds {decks} Kd, got 3$"):
                game.settle(dealt, {"tie": 1})
        else:
            assert game.settle(dealt, {"banker": 1}).outcome.winner == "banker"
    with pytest.raises(ValueError, match=r"^round: B1: the shoe holds 1 Kd, got 2$"):
        croupier.Baccarat(decks=1).outcome(Round("Kd 9c", "kd 9s"))
    assert croupier.Baccarat(decks=1).outcome(Round("Kd 9c", "Kh 9s")).winner == "tie"


def test_more_of_a_value_than_the_shoe_holds_is_refused() -> None:
    game = croupier.Baccarat(shoe=[0, 0, 0, 0, 20, 3, 0, 0, 0, 0])
    with pytest.raises(ValueError, match=r"^round: B1: the shoe holds 0 cards of value 0, got 1$"):
        game.settle(Round("4c 5c", "Kd 4d"), {"tie": 1})
    with pytest.raises(ValueError, match=r"^round: B1: the shoe holds 3 cards of value 5, got 4$"):
        game.outcome(Round("5c 5d 4h", "5c 5d 4h"))
    assert game.outcome(Round("4c 4c", "4c 4d")).winner == "tie"  # which fours is not known
    for index in range(300):
        game.outcome(game.deal(1, index))


@pytest.mark.parametrize("form", [tuple, list, bytes, lambda cards: np.array(cards, np.int8)])
def test_all_forms_of_hands_are_held_against_the_shoe(form: Any) -> None:
    game = croupier.Baccarat(decks=1)
    assert game.outcome(Round(form([45, 28]), form([44, 29]))).winner == "tie"
    with pytest.raises(ValueError, match=r"^round: B1: "):
        game.outcome(Round(form([45, 28]), form([45, 29])))


@pytest.mark.parametrize("stakes", [{}, Counter()])
def test_a_settlement_needs_a_stake(stakes: Any) -> None:
    hilo, holdem = croupier.ThaiHiLo(), croupier.CasinoHoldem()
    for settle in (
        lambda: GAME.settle(GAME.deal(1, 2), stakes),
        lambda: hilo.settle(hilo.deal(1, 2), stakes),
        lambda: holdem.settle(holdem.deal(1, 2), stakes, action="call"),
    ):
        with pytest.raises(ValueError, match=r"^stakes: at least one bet is needed, got none$"):
            settle()


# Arguments


@pytest.mark.parametrize("action", [1, np.array(["call", "fold"]), b"", ["call"]])
def test_an_action_of_another_type(action: Any) -> None:
    for game in (GAME, croupier.ThaiHiLo()):
        with pytest.raises(TypeError, match=r"^action: .* has none, got "):
            game.settle(game.deal(1, 2), {game.bets[0]: 1}, action=action)


def test_odds_take_a_bet_and_an_outcome_of_the_game() -> None:
    for game in (GAME, croupier.ThaiHiLo()):
        other = croupier.CasinoHoldem().outcomes[0]
        for ask in (game.odds, lambda bet, o, game=game: game.pay(bet, o, 1)):
            with pytest.raises(TypeError, match=r"^outcome: one of game\.outcomes"):
                ask(game.bets[0], other)
            with pytest.raises(ValueError, match=r"^outcome: one of game\.outcomes is needed"):
                ask(game.bets[0], type(game.outcomes[0])(*[9] * len(game.outcomes[0])))
            for bet in (1, None, ["tie"], np.array(["tie", "hi"])):
                with pytest.raises(TypeError, match=r"^bet: one of .* is needed, got "):
                    ask(bet, game.outcomes[0])


@pytest.mark.parametrize(
    ("rules", "hands"),
    [
        ({"decks": 1}, ("Kd 9h", "Kd 5h")),
        ({"decks": 2}, ("Kd 9h", "Kd 5h")),
        ({"decks": 2}, ("Kd Kd 4h", "Kd 7h")),
        ({"shoe": [0, 0, 0, 0, 8, 8, 0, 0, 0, 0]}, ("4c 5c", "Kd 4d")),
        ({"shoe": [0, 0, 0, 0, 8, 8, 0, 0, 0, 0]}, ("4c 5c", "4c 4c")),
        ({}, ("Kd 9h", "Kd 5h")),
    ],
)
@pytest.mark.parametrize("stakes", [{"banker": 10}, {}])
def test_the_twin_refuses_the_same_rounds(rules: Any, hands: Any, stakes: Any) -> None:
    games = croupier.Baccarat(**rules), reference.Baccarat(**rules)
    results = []
    for game, kind in zip(games, (Round, lambda *dealt: dealt), strict=True):
        try:
            results.append(bool(game.settle(kind(*hands), stakes)))
        except ValueError as error:
            results.append(str(error).partition(":")[0])
    assert results[0] == results[1]
