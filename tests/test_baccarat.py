"""Baccarat: its drawing rules, its exact counts and its simulation."""

from __future__ import annotations

import pickle
import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from math import prod
from typing import Any

import numpy as np
import pytest
from conftest import chi_square_p
from hypothesis import given
from hypothesis import strategies as st

import croupier
from croupier import reference
from croupier.games.baccarat import MOST_DECKS, Outcome, Round

GAME = croupier.Baccarat()
TWIN = reference.Baccarat()
SHOE = (128, *[32] * 9)
TOTAL = 4_998_398_275_503_360
WINS = {
    "banker": 2_292_252_566_437_888,
    "player": 2_230_518_282_592_256,
    "tie": 475_627_426_473_216,
}

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


def wins(game: croupier.Baccarat, counts: Any) -> dict[str, int]:
    total: Counter[str] = Counter()
    for outcome, count in zip(game.outcomes, counts, strict=True):
        total[outcome.winner] += int(count)
    return dict(total)


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
    assert GAME.outcome(Round(f"2c 3c {card}", "4c Kd")) == (5, 4, 3, 2)  # type: ignore[arg-type]


@pytest.mark.parametrize("bad", [None, 5, "AsKs 2c3c", ((0, 1), (2, 3)), [Round((0, 1), (2, 3))]])
def test_what_is_no_round(bad: Any) -> None:
    with pytest.raises(TypeError, match=r"^round: a Round is needed, got "):
        GAME.settle(bad, {"tie": 1})
    with pytest.raises(TypeError, match=r"^outcome: one of game.outcomes, .* is needed"):
        GAME.pay("tie", bad, 1)
    with pytest.raises(ValueError, match=r"^bets: one of "):
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
    with pytest.raises(ValueError, match=r"^bets: one of player, banker, tie is needed, got 'x'$"):
        GAME.settle(hands([0, 9], [0, 8]), {"x": 1})


# Exact


def test_exact_counts_of_eight_decks() -> None:
    report = GAME.exact()
    assert wins(GAME, report.counts) == WINS
    assert sum(report.counts) == TOTAL == prod(range(411, 417))
    rtp = {bet: result.rtp_exact for bet, result in report.bets.items()}
    assert rtp == {
        "player": Fraction(2 * WINS["player"] + WINS["tie"], TOTAL),
        "banker": Fraction(195 * WINS["banker"] + 100 * WINS["tie"], 100 * TOTAL),
        "tie": Fraction(9 * WINS["tie"], TOTAL),
    }
    assert {bet: f"{100 * result.rtp:.4f}" for bet, result in report.bets.items()} == {
        "player": "98.7649",
        "banker": "98.9421",
        "tie": "85.6404",
    }


def test_how_many_cards_a_round_takes() -> None:
    chances = {cards: Fraction(0) for cards in (4, 5, 6)}
    for outcome, chance in GAME.exact().outcomes.items():
        chances[outcome.cards] += chance  # type: ignore[operator]
    shown = {cards: f"{float(chance):.8f}" for cards, chance in chances.items()}
    assert shown == {4: "0.37886849", 5: "0.30344417", 6: "0.31768734"}
    mean = sum(cards * chance for cards, chance in chances.items())
    assert f"{float(mean):.8f}" == "4.93881885"


@pytest.mark.parametrize(("stake", "back"), [(10, 19), (20, 39), (30, 58)])
def test_rtp_of_small_stakes(stake: int, back: int) -> None:
    expected = Fraction(back * WINS["banker"] + stake * WINS["tie"], stake * TOTAL)
    assert GAME.exact(stake=stake).bets["banker"].rtp_exact == expected
    whole = GAME.exact().bets["banker"].rtp_exact
    assert whole is not None
    assert (expected < whole) == (back * 100 < 195 * stake)


@pytest.mark.parametrize(
    "shoe",
    [
        SHOE,
        (6, 0, 0, 0, 0, 0, 0, 0, 0, 0),
        (0, 0, 0, 0, 0, 0, 0, 0, 0, 7),
        (1, 1, 1, 1, 1, 1, 0, 0, 0, 0),
        (0, 0, 0, 0, 1, 1, 1, 1, 1, 1),
        (3, 0, 2, 1, 0, 0, 5, 0, 1, 2),
        (2, 1, 0, 3, 1, 0, 2, 2, 7, 1),
    ],
)
def test_exact_is_what_the_twin_counts(shoe: tuple[int, ...]) -> None:
    twin = reference.Baccarat(shoe=shoe).exact()
    game = croupier.Baccarat(shoe=shoe)
    assert game.exact().counts == tuple(twin[outcome] for outcome in game.outcomes)
    assert game.exact_shoes([shoe])[0].tolist() == list(game.exact().counts)


@given(
    st.lists(st.integers(0, 150), min_size=10, max_size=10).filter(lambda c: 6 <= sum(c) <= 1450)
)
def test_every_way_to_deal_is_counted_once(shoe: list[int]) -> None:
    counts = croupier.Baccarat(shoe=shoe).exact().counts
    assert sum(counts) == prod(sum(shoe) - i for i in range(6))
    assert min(counts) >= 0
    assert GAME.exact_shoes([shoe, SHOE])[0].tolist() == list(counts)


def test_large_shoes_stay_exact() -> None:
    for decks in (27, 28, 100, MOST_DECKS):
        counts = croupier.Baccarat(decks=decks).exact().counts
        assert sum(counts) == prod(52 * decks - i for i in range(6))
        assert min(counts) > 0
    # The larger the shoe, the closer to draws with replacement.
    values = [0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
    tie_naturals = Fraction(
        sum(a % 10 == b % 10 == 9 for a in _sums(values) for b in _sums(values)), 13**4
    )
    chance = croupier.Baccarat(decks=MOST_DECKS).exact().outcomes[Outcome(9, 9, 2, 2)]
    assert abs(chance - tie_naturals) < Fraction(1, 10**6)


def _sums(values: list[int]) -> list[int]:
    return [a + b for a in values for b in values]


def test_both_widths_of_arithmetic_agree() -> None:
    for shoe in ((800, *[72] * 9), (1450, *[0] * 9), (0, *[161] * 9)):
        larger = (*shoe[:9], shoe[9] + 3)
        small, large = (croupier.Baccarat(shoe=s).exact() for s in (shoe, larger))
        assert sum(large.counts) == prod(sum(larger) - i for i in range(6))
        shares = [
            [float(chance) for chance in report.outcomes.values()] for report in (small, large)
        ]
        assert np.abs(np.subtract(*shares)).max() < 0.02


def test_effect_of_removal() -> None:
    shoes = np.array([SHOE] * 10) - np.eye(10, dtype=int)
    ways = GAME.exact_shoes(shoes)
    assert ways.dtype == np.int64
    assert ways.shape == (10, len(GAME.outcomes))
    for value, row in enumerate(ways):
        one_less = [count - (v == value) for v, count in enumerate(SHOE)]
        assert tuple(row.tolist()) == croupier.Baccarat(shoe=one_less).exact().counts
    ties = np.array([o.winner == "tie" for o in GAME.outcomes])
    players = np.array([o.winner == "player" for o in GAME.outcomes])
    player_edge = (ways[:, players].sum(1) - ways[:, ~players & ~ties].sum(1)) / ways.sum(1)
    # Small cards gone help the banker, a four most; larger ones the player, a six most.
    change = player_edge - (WINS["player"] - WINS["banker"]) / TOTAL
    assert np.sign(change[1:]).tolist() == [-1] * 4 + [1] * 5
    assert (change.argmin(), change.argmax()) == (4, 6)


@pytest.mark.parametrize(
    ("shoe", "message"),
    [
        ((5, *[0] * 9), "shoe: 6 to 1048576 cards are needed, got 5"),
        ([0] * 10, "shoe: 6 to 1048576 cards are needed, got 0"),
        ((128, -1, *[32] * 8), "shoe: counts from 0 to 1048576 are needed, got -1"),
        (
            (2**70, *[32] * 9),
            "shoe: counts from 0 to 1048576 are needed, got 1180591620717411303424",
        ),
        ((2**20, *[1] * 9), "shoe: 6 to 1048576 cards are needed, got 1048585"),
        ([32] * 9, "shoe: ten counts are needed"),
        ([[32] * 10], "shoe: ten counts are needed"),
    ],
)
def test_impossible_shoes(shoe: Any, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}"):
        croupier.Baccarat(shoe=shoe)


@pytest.mark.parametrize("shoe", [[32.0] * 10, "1234567890", [True] * 10, {1: 2}, 5, 5.0])
def test_shoes_of_other_types(shoe: Any) -> None:
    with pytest.raises(TypeError, match=r"^shoe: (integers|ten counts) are needed"):
        croupier.Baccarat(shoe=shoe)
    with pytest.raises(TypeError, match=r"^counts: (row 0: )?(integers|ten counts) are needed"):
        GAME.exact_shoes(shoe)


@pytest.mark.parametrize("decks", [0, -1, MOST_DECKS + 1, 2**70, 8.0, True, "8"])
def test_bad_decks(decks: Any) -> None:
    with pytest.raises((ValueError, TypeError), match=r"^decks: an int from 1 to 20164 is needed"):
        croupier.Baccarat(decks=decks)


def test_bad_rows_of_shoes_are_named() -> None:
    for rows, message in (
        ([SHOE, [0] * 10], "row 1: 6 to 1450 cards are needed, got 0"),
        ([SHOE, [400] * 10], "row 1: 6 to 1450 cards are needed, got 4000"),
        ([SHOE, SHOE, [-5] * 10], "row 2: counts from 0 to 1450 are needed, got -5"),
        (SHOE, "ten counts are needed"),
        ([[[32] * 10]], "ten counts are needed"),
    ):
        with pytest.raises(ValueError, match=f"^counts: {message}"):
            GAME.exact_shoes(rows)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"^counts: row 0: integers are needed"):
        GAME.exact_shoes([[32.0] * 10])  # type: ignore[list-item]
    assert GAME.exact_shoes(np.empty((0, 10), int)).shape == (0, 205)


def test_shoes_come_in_any_layout() -> None:
    shoes = np.random.default_rng(1).integers(1, 90, (50, 10), np.int64)
    ways = GAME.exact_shoes(shoes)
    unaligned = np.zeros(50, "u1,(10,)i8")["f1"]
    unaligned[...] = shoes
    for layout in (shoes.astype(">i2"), np.asfortranarray(shoes), unaligned, shoes.tolist()):
        assert (GAME.exact_shoes(layout, threads=2) == ways).all()
    assert (GAME.exact_shoes(shoes[::-1, ::-1].astype("u1")[::-1, ::-1]) == ways).all()
    with pytest.raises(MemoryError):
        GAME.exact_shoes(np.broadcast_to(np.int64(3), (10**15, 10)))


def test_packs_and_counts_are_the_same_shoe() -> None:
    assert croupier.Baccarat(shoe=SHOE) == GAME == croupier.Baccarat(decks=8)
    assert croupier.Baccarat(shoe=SHOE).decks == 8
    assert croupier.Baccarat(shoe=(129, *SHOE[1:])).decks is None
    assert croupier.Baccarat(shoe=np.array(SHOE, ">i2")).digest == GAME.digest  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"^decks: packs or a shoe"):
        croupier.Baccarat(decks=6, shoe=SHOE)
    with pytest.raises(TypeError, match=r"^decks: .* got bool"):
        croupier.Baccarat(decks=True, shoe=(16, *[4] * 9))


# Rounds

SHOES: list[dict[str, Any]] = [
    {},
    {"decks": 1},
    {"decks": 6},
    {"decks": 20},
    {"decks": 70},
    {"shoe": (9, 0, 1, 1, 0, 3, 0, 0, 2, 0)},
    {"shoe": (1, 1, 1, 1, 1, 1, 0, 0, 0, 0)},
    {"shoe": (900, 0, 0, 0, 0, 0, 0, 0, 126, 0)},
    {"shoe": (900, 0, 0, 0, 0, 0, 0, 0, 126, 1)},
]


@pytest.mark.parametrize("shoe", SHOES, ids=str)
def test_rounds_are_those_of_the_twin(shoe: dict[str, Any]) -> None:
    game, twin = croupier.Baccarat(**shoe), reference.Baccarat(**shoe)
    rng = random.Random(2)
    for _ in range(400):
        seed, index = (
            rng.getrandbits(rng.choice([3, 64, 128])),
            rng.getrandbits(rng.choice([4, 64])),
        )
        dealt = game.deal(seed, index)
        assert dealt == twin.deal(seed, index)
        assert game.outcome(dealt) == twin.outcome(dealt)


@pytest.mark.parametrize("shoe", SHOES, ids=str)
@pytest.mark.parametrize("first", [0, 3, 2**32 - 3, 2**64 - 777])
def test_simulation_counts_the_rounds_it_deals(shoe: dict[str, Any], first: int) -> None:
    game = croupier.Baccarat(**shoe)
    report = game.simulate(777, seed=5, first_round=first)
    dealt = Counter(game.outcome(game.deal(5, first + i)) for i in range(777))
    assert report.outcomes == {outcome: dealt[outcome] for outcome in game.outcomes}


def test_a_small_shoe_never_runs_out() -> None:
    for shoe in ((1, 1, 1, 1, 1, 1, 0, 0, 0, 0), (2, 0, 1, 0, 0, 1, 0, 1, 0, 1)):
        game = croupier.Baccarat(shoe=shoe)
        for index in range(300):
            player, banker = game.deal(1, index)
            values = Counter(reference.baccarat.value(card) for card in (*player, *banker))
            assert all(shoe[value] >= count for value, count in values.items())
        report = game.simulate(20_000, seed=3)
        assert 0.0001 < chi_square_p(report.counts, game.exact().counts) < 0.9999


def test_golden_rounds() -> None:
    assert [str(GAME.deal(0, i)) for i in range(4)] == [
        "player 6s7hKd, banker 4cTh",
        "player Ac3s9d, banker 2s4h",
        "player 4s7s7d, banker 8c7c6h",
        "player Kc6h, banker 6s4h9d",
    ]
    assert (
        str(croupier.Baccarat(decks=70).deal(2**128 - 1, 2**64 - 1)) == "player 6cKc, banker Jc9s"
    )
    assert [str(dealt) for dealt in GAME.deal_shoe(0, 0)[:3]] == [
        "player 2dAcTc, banker 9c4sJh",
        "player Ad6c, banker Th8s",
        "player 6cTd, banker 2hJsQh",
    ]


@pytest.mark.parametrize(("seed", "decks"), [(1, 8), (2, 8), (3, 1)])
def test_simulation_agrees_with_exact(seed: int, decks: int) -> None:
    game = croupier.Baccarat(decks=decks)
    report = game.simulate(5_000_000, seed=seed)
    assert 0.0001 < chi_square_p(report.counts, game.exact().counts) < 0.9999
    for bet, exact in game.exact().bets.items():
        priced = report.bets[bet]
        assert abs(priced.rtp - exact.rtp) < 4 * priced.std_error
        assert priced.std == pytest.approx(exact.std, rel=0.01)


# One shoe to the cut card


@pytest.mark.parametrize(
    "shoe", [{}, {"decks": 1}, {"shoe": (3, 0, 2, 1, 0, 0, 5, 0, 1, 2)}], ids=str
)
@pytest.mark.parametrize("cut_card", [6, 13])
def test_shoes_are_those_of_the_twin(shoe: dict[str, Any], cut_card: int) -> None:
    game, twin = croupier.Baccarat(**shoe), reference.Baccarat(**shoe)
    counts: Counter[Outcome] = Counter()
    for index in range(2**64 - 20, 2**64):
        rounds = game.deal_shoe(9, index, cut_card=cut_card)
        assert rounds == twin.deal_shoe(9, index, cut_card=cut_card)
        counts.update(map(game.outcome, rounds))
    report = game.simulate_shoes(20, seed=9, first_shoe=2**64 - 20, cut_card=cut_card)
    assert report.outcomes == {outcome: counts[outcome] for outcome in game.outcomes}
    assert report.rounds == counts.total()
    assert report.options["cut_card"] == cut_card


def test_no_round_starts_behind_the_cut_card() -> None:
    for cut_card in (6, 14, 400, 415, 416):
        rounds = GAME.deal_shoe(4, 5, cut_card=cut_card)
        dealt = [len(player) + len(banker) for player, banker in rounds]
        assert sum(dealt) >= 416 - cut_card
        assert sum(dealt[:-1]) < 416 - cut_card or not dealt
    whole = Counter(
        card for hands in GAME.deal_shoe(4, 5, cut_card=6) for hand in hands for card in hand
    )
    assert max(whole.values()) <= 8


@pytest.mark.parametrize("cut_card", [5, 0, -1, 417, 2**70, 6.0, True, None])
def test_bad_cut_cards(cut_card: Any) -> None:
    for call in (GAME.deal_shoe, lambda *_, **k: GAME.simulate_shoes(3, seed=1, **k)):
        with pytest.raises((ValueError, TypeError), match=r"^cut_card: an int from 6 to "):
            call(1, 2, cut_card=cut_card)


def test_shoes_are_shuffled_fairly() -> None:
    first = GAME.simulate_shoes(3000, seed=1, cut_card=416 - 1)
    assert first.rounds == 3000
    report = GAME.simulate_shoes(20_000, seed=6)
    assert (
        abs(report.bets["banker"].rtp - GAME.exact().bets["banker"].rtp)
        < 5 * report.bets["banker"].std_error
    )
    assert 0.0001 < chi_square_p(report.counts, GAME.exact().counts) < 0.9999


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
                with pytest.raises(TypeError, match=r"^bets: one of .* is needed, got "):
                    ask(bet, game.outcomes[0])


@pytest.mark.parametrize(
    ("rules", "hands"),
    [
        ({"decks": 1}, ("Kd 4h", "Kd 5h")),
        ({"decks": 2}, ("Kd 4h", "Kd 5h")),
        ({"decks": 2}, ("Kd Kd 4h", "Kd 8h")),
        ({"shoe": [0, 0, 0, 0, 8, 8, 0, 0, 0, 0]}, ("4c 5c", "Kd 4d")),
        ({"shoe": [0, 0, 0, 0, 8, 8, 0, 0, 0, 0]}, ("4c 5c", "4c 4c")),
        ({}, ("Kd 4h", "Kd 5h")),
    ],
)
@pytest.mark.parametrize("stakes", [{"banker": 10}, {}])
def test_the_twin_refuses_the_same_rounds(rules: Any, hands: Any, stakes: Any) -> None:
    games = croupier.Baccarat(**rules), reference.Baccarat(**rules)
    results = []
    for game, dealt in zip(games, (Round(*hands), hands), strict=True):
        try:
            results.append(bool(game.settle(dealt, stakes)))
        except ValueError as error:
            results.append(str(error).partition(":")[0])
    assert results[0] == results[1]


def ways(condition: Callable[[Any], bool], game: croupier.Baccarat = GAME) -> int:
    counts = zip(game.outcomes, game.exact().counts, strict=True)
    return sum(count for outcome, count in counts if condition(outcome))


def won_by(winner: str, margin: int) -> Callable[[Any], bool]:
    return lambda o: o.winner == winner and not o.natural and abs(o.player - o.banker) == margin


def test_published_counts_by_winning_margin() -> None:
    margins = range(9, 3, -1)
    assert [ways(won_by("player", margin)) for margin in margins] == [
        18409431764992, 34097645543424, 89590261473280,
        141238897317888, 166169165987840, 186780352174080,
    ]  # fmt: skip
    assert [ways(won_by("banker", margin)) for margin in margins] == [
        15390342909952, 28305092784128, 79517099278336,
        119200072366080, 157275882332160, 201147167287296,
    ]  # fmt: skip
    for winner in ("player", "banker"):
        assert ways(lambda o, w=winner: o.natural and o.winner == w) == 812685054124032
    assert ways(lambda o: o.natural and o.winner == "tie") == 89325908267520


@pytest.mark.parametrize(
    ("decks", "edges"), [(4, ("2.70", "9.42")), (6, ("2.67", "9.39")), (8, ("2.65", "9.37"))]
)
def test_published_edges_of_the_dragon_bonus(decks: int, edges: tuple[str, str]) -> None:
    """A bet on the margin: 30, 10, 6, 4, 2 and 1 to 1 for 9 to 4, 1 to 1 for a natural."""
    game = croupier.Baccarat(decks=decks)
    odds = {9: 30, 8: 10, 7: 6, 6: 4, 5: 2, 4: 1}
    total = sum(game.exact().counts)
    for side, edge in zip(("player", "banker"), edges, strict=True):
        natural = ways(lambda o, s=side: o.natural and o.winner == s, game)
        tied = ways(lambda o: o.natural and o.winner == "tie", game)
        wins = {margin: ways(won_by(side, margin), game) for margin in odds}
        net = natural + sum(odds[margin] * count for margin, count in wins.items())
        lost = total - natural - tied - sum(wins.values())
        assert f"{100 * (lost - net) / total:.2f}" == edge


def test_published_edge_of_a_banker_without_commission_who_ties_on_a_three_card_seven() -> None:
    seven = ways(lambda o: o.winner == "banker" and (o.banker, o.banker_cards) == (7, 3))
    assert seven == 112633011329024
    total = sum(GAME.exact().counts)
    net = ways(lambda o: o.winner == "banker") - seven - ways(lambda o: o.winner == "player")
    assert f"{-100 * net / total:.2f}" == "1.02"


def test_adjacent_seeds_share_no_rounds() -> None:
    rounds = {seed: [GAME.deal(seed, index) for index in range(2000)] for seed in (1, 2)}
    for shift in (-1, 0, 1):
        pairs = zip(rounds[1][1:-1], rounds[2][1 + shift :], strict=False)
        assert sum(one == other for one, other in pairs) < 3


def test_published_figures_of_exact_reports() -> None:
    bets = GAME.exact().bets
    assert [f"{bet.std:.4f}" for bet in bets.values()] == ["0.9512", "0.9274", "2.6409"]
    assert (
        f"{croupier.Baccarat(commission='0.1').exact().bets['banker'].house_edge:.4f}" == "0.0335"
    )
