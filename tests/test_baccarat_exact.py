"""The exact counts of baccarat, its shoes, and published figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from math import prod
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import croupier
from croupier import reference
from croupier.games.baccarat import MOST_DECKS, Outcome

GAME = croupier.Baccarat()
SHOE = (128, *[32] * 9)
TOTAL = 4_998_398_275_503_360
WINS = {
    "banker": 2_292_252_566_437_888,
    "player": 2_230_518_282_592_256,
    "tie": 475_627_426_473_216,
}


def wins(game: croupier.Baccarat, counts: Any) -> dict[str, int]:
    total: Counter[str] = Counter()
    for outcome, count in zip(game.outcomes, counts, strict=True):
        total[outcome.winner] += int(count)
    return dict(total)


# Counts


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


# Shoes


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


# Published figures


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


def test_published_figures_of_exact_reports() -> None:
    bets = GAME.exact().bets
    assert [f"{bet.std:.4f}" for bet in bets.values()] == ["0.9512", "0.9274", "2.6409"]
    assert (
        f"{croupier.Baccarat(commission='0.1').exact().bets['banker'].house_edge:.4f}" == "0.0335"
    )
