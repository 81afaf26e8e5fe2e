"""The rounds of baccarat, dealt and simulated, and those of one shoe."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from conftest import chi_square_p

import croupier
from croupier import reference
from croupier.games.baccarat import Outcome

GAME = croupier.Baccarat()
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


def test_adjacent_seeds_share_no_rounds() -> None:
    rounds = {seed: [GAME.deal(seed, index) for index in range(2000)] for seed in (1, 2)}
    for shift in (-1, 0, 1):
        pairs = zip(rounds[1][1:-1], rounds[2][1 + shift :], strict=False)
        assert sum(one == other for one, other in pairs) < 3


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
