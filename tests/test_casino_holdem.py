"""Casino Hold'em: rules, settlement, the exact solution, strategies, simulation, the cache."""

from __future__ import annotations

import copy
import json
import os
import pickle
import stat
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, permutations, product
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import HANDS, chi_square_p, deal, interrupt_after
from hypothesis import given
from hypothesis import strategies as st
from phevaluator import evaluate_cards

import croupier
from croupier import Category, _core, reference
from croupier.cli import main
from croupier.games import casino_holdem
from croupier.games.casino_holdem import Outcome, Result, Round
from croupier.games.casino_holdem_strategy import BASIC, SIDE_BET, Strategy, all_states
from croupier.reference import casino_holdem as twin_module

GAME = croupier.CasinoHoldem()
TWIN = reference.CasinoHoldem()
DEALS = 27_813_810_024_000
NAMES = ("optimal", "basic", "side_bet", "always_call")
STRATEGIES = [GAME.strategy(name) for name in NAMES]
WEAKEST = 5745


@pytest.fixture(scope="module", autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Keep the user's own cache out of the tests."""
    directory = tmp_path_factory.mktemp("cache")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(directory))
        yield directory / "croupier"


def cards(text: str) -> tuple[int, ...]:
    return tuple(croupier.parse_cards(text).tolist())


def round_of(text: str) -> Round:
    """Read hole, flop, turn, river and dealer, with bars between them."""
    return Round(*map(cards, text.split("|")))


# Settlement


def nets(text: str, action: str = "call") -> tuple[int, ...]:
    settlement = GAME.settle(round_of(text), {"ante": 100, "aa_bonus": 10}, action=action)
    assert settlement.net == sum(bet.net for bet in settlement.bets.values())
    assert settlement.returned == settlement.net + settlement.stake
    return tuple(bet.net for bet in settlement.bets.values())


@pytest.mark.parametrize(
    ("dealt", "expected"),
    [
        # The dealer does not qualify: ace high, and threes, each ahead of the player.
        ("KdQc|9s7h2c|4d|3h|AhJs", (100, 0, -10)),
        ("KdQc|9s7h2c|4d|3h|3sJs", (100, 0, -10)),
        # Threes on the board do not qualify, fours on the board do.
        ("QdJc|3s3h9c|7d|5h|AhKs", (100, 0, -10)),
        ("QdJc|4s4h9c|7d|5h|AhKs", (-100, -200, -10)),
        # The weakest hand that qualifies, and the strongest that does not.
        ("9c9d|2s3h5c|4d|7h|4s6h", (-100, -200, -10)),
        ("9c9d|2s5h7c|4d|8h|4s3h", (100, 200, -10)),
        ("9c9d|2s5h7c|AdJh|3h|3sKh".replace("AdJh", "Ad"), (100, 0, -10)),
        # Not qualified and the player's high hand: the ante by the player's hand.
        ("AcKc|2c7c9c|3d|Jh|QhTs", (200, 0, 250)),
        ("2c2d|2h2s9c|3d|Jh|QhTs", (1000, 0, 250)),
        # Equal hands: the board plays.
        ("2c3d|AsKsQs|Js|Ts|4h5d", (0, 0, -10)),
        ("2c3d|AsKdQs|Jc|Th|2h3c", (0, 0, -10)),
        # The player is higher, by every class.
        ("AsKs|QsJsTs|2c|2d|4h4d", (10000, 200, 250)),
        ("9s8s|7s6s5s|4c|4d|4h9d", (2000, 200, 250)),
        ("9s9c|9d9h5s|4c|4d|4h8d", (1000, 200, 250)),
        ("9s9c|9d5h5s|4c|Kd|KhJd", (300, 200, 250)),
        ("As9s|7s6s2s|4c|4d|Kh9d", (200, 200, 250)),
        ("9s8c|7s6d5s|4c|Kd|KhJd", (100, 200, 70)),
        ("9s9c|9d6h5s|4c|Kd|KhJd", (100, 200, 70)),
        ("9s6c|9d6h5s|4c|Kd|KhJd", (100, 200, 70)),
        ("AsTc|Ad6h5s|4c|Kd|KhJd", (100, 200, 70)),
        ("KsTc|Kd6h5s|4c|8d|8hJd", (100, 200, -10)),
        ("AsKc|4d4h5s|Jc|8d|9h3d", (100, 200, -10)),
        # The bonus is paid whatever becomes of the rest; aces on the flop count.
        ("2s3c|AdAh9s|Kc|8d|KhKd", (-100, -200, 70)),
        # The bonus looks at five cards only.
        ("As2c|9d8h5s|Ac|Ad|KhKd", (100, 200, -10)),
    ],
)
def test_settlement(dealt: str, expected: tuple[int, ...]) -> None:
    assert nets(dealt) == expected
    stakes = {"ante": 100, "aa_bonus": 10}
    settled = TWIN.settle(round_of(dealt), stakes, action="call")
    assert tuple(net for _, _, net in settled.values()) == expected


def test_a_fold_forfeits_a_bonus_that_was_won() -> None:
    assert nets("AsKs|QsJsTs|2c|2d|4h4d", action="fold") == (-100, -10)
    outcome = GAME.outcome(round_of("AsKs|QsJsTs|2c|2d|4h4d"), action="fold")
    assert outcome == Outcome(Category.ROYAL_FLUSH, None, Result.FOLD)


def test_settlement_of_every_outcome_equals_the_twin() -> None:
    """Each row of the settlement table, for every class of hand and of bonus."""
    for outcome in GAME.outcomes:
        for ante, bonus in ((100, 50), (1, 1), (333, 7)):
            positions = {"ante": ante, "call": 2 * ante, "aa_bonus": bonus}
            paid = {bet: GAME.pay(bet, outcome, stake) for bet, stake in positions.items()}
            if outcome.hand is None:
                assert paid["ante"] == paid["aa_bonus"] == 0
                continue
            win = TWIN.ante_odds(outcome.hand) * ante
            expected = {
                Result.NOT_QUALIFIED: (ante + win, 2 * ante),
                Result.TIE: (ante, 2 * ante),
                Result.WIN: (ante + win, 4 * ante),
                Result.LOSS: (0, 0),
            }[outcome.result]
            assert (paid["ante"], paid["call"]) == expected
            assert paid["aa_bonus"] == bonus * (1 + TWIN.bonus_odds(outcome.bonus))


def test_rounds_settle_as_the_twin_does() -> None:
    rng = np.random.default_rng(1)
    for index in rng.integers(0, 2**60, 3000).tolist():
        dealt = GAME.deal(11, index)
        assert tuple(dealt) == TWIN.deal(11, index)
        action = "fold" if index % 4 == 0 else "call"
        stakes = {"ante": index % 1000 + 1, "aa_bonus": index % 77 + 1}
        settlement = GAME.settle(dealt, stakes, action=action)
        got = {bet: (x.stake, x.returned, x.net) for bet, x in settlement.bets.items()}
        assert got == TWIN.settle(dealt, stakes, action=action)
        assert tuple(settlement.outcome) == TWIN.outcome(dealt, action=action)


def test_other_paytables() -> None:
    game = croupier.CasinoHoldem(
        ante=[1] * 9 + [50], call="1/2", aa_bonus=[Fraction(15, 2)] * 9, weakest_qualifying=7462
    )
    dealt = round_of("AsKs|AdJsTs|2c|3d|4hQd")
    settlement = game.settle(dealt, {"ante": 3, "aa_bonus": 3}, action="call")
    # Half of 6 is won on the call, and 22.5 on the bonus, rounded down.
    assert [bet.returned for bet in settlement.bets.values()] == [6, 9, 25]
    assert game.digest != GAME.digest


GOOD = "AsKd|2c7h9s|3c|4d|QhJh"


@pytest.mark.parametrize(
    ("stakes", "action", "error", "message"),
    [
        ({"aa_bonus": 5}, "call", ValueError, "ante is needed"),
        ({}, "call", ValueError, "stakes: at least one bet is needed"),
        ({"ante": 0}, "call", ValueError, r"stakes\['ante'\]"),
        ({"ante": -1}, "call", ValueError, r"stakes\['ante'\]"),
        ({"ante": -0.0}, "call", TypeError, r"stakes\['ante'\]"),
        ({"ante": True}, "call", TypeError, r"stakes\['ante'\]"),
        ({"ante": 2**52 + 1}, "call", ValueError, r"stakes\['ante'\]"),
        ({"ante": 5, "aa_bonus": 0}, "call", ValueError, r"stakes\['aa_bonus'\]"),
        ({"ante": 5, "aa_bonus": 2**53 + 1}, "call", ValueError, r"stakes\['aa_bonus'\]"),
        ({"ante": 5, "call": 5}, "call", ValueError, r"stakes\['call'\]: twice the ante, 10,"),
        ({"ante": 5, "call": 10}, "fold", ValueError, r"stakes\['call'\]: none is needed"),
        ({"ante": 5, "banker": 5}, "call", ValueError, "ante, call, aa_bonus"),
        ([("ante", 5)], "call", TypeError, "stakes"),
        ({"ante": 5}, None, ValueError, "action"),
        ({"ante": 5}, "check", ValueError, "action"),
    ],
)
def test_wrong_stakes_and_actions(
    stakes: Any, action: Any, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        GAME.settle(round_of(GOOD), stakes, action=action)
    if isinstance(stakes, dict):
        with pytest.raises(error):
            TWIN.settle(round_of(GOOD), stakes, action=action)


def test_the_call_may_be_named() -> None:
    settlement = GAME.settle(round_of(GOOD), {"call": 10, "ante": 5}, action="call")
    assert {bet: x.stake for bet, x in settlement.bets.items()} == {"ante": 5, "call": 10}


@pytest.mark.parametrize(
    ("dealt", "error", "message"),
    [
        (("AsKd", "2c7h9s", "3c", "4d", "QhQh"), ValueError, "round: H1: Qh stands twice"),
        (("AsKd", "2c7h9s", "3c", "4d", "QhKd"), ValueError, "Kd stands twice"),
        (("AsKd", "2c7h", "3c", "4d", "QhJh"), ValueError, "flop: 3 cards"),
        (("As", "2c7h9s", "3c", "4d", "QhJh"), ValueError, "hole: 2 cards"),
        (("AsKd", "2c7h9s", "3c4c", "4d", "QhJh"), ValueError, "turn: 1 card is"),
        (("AsKd", "2c7h9s", "3c", "4x", "QhJh"), ValueError, "river: cannot read"),
        (("AsKd", "2c7h9s", "3c", "4d", [52, 1]), ValueError, "dealer: 52"),
        (("AsKd", "2c7h9s", "3c", "4d", [1.0, 2]), TypeError, "dealer"),
        (("AsKd", "2c7h9s", "3c", "4d", [True, 2]), TypeError, "dealer"),
    ],
)
def test_wrong_rounds(dealt: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        GAME.outcome(dealt, action="call")
    with pytest.raises(error):
        TWIN.outcome(dealt, action="call")


@pytest.mark.parametrize(
    ("rules", "error", "message"),
    [
        ({"ante": (1, 2)}, ValueError, "ante: 10 odds"),
        ({"ante": 3}, TypeError, "ante: 10 odds"),
        ({"aa_bonus": (7,) * 10}, ValueError, "aa_bonus: 9 odds"),
        ({"aa_bonus": (-7,) * 9}, ValueError, "aa_bonus"),
        ({"call": 1.0}, TypeError, "call"),
        ({"weakest_qualifying": 0}, ValueError, "weakest_qualifying"),
        ({"weakest_qualifying": 7463}, ValueError, "weakest_qualifying"),
        ({"weakest_qualifying": True}, TypeError, "weakest_qualifying"),
    ],
)
def test_wrong_rules(rules: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        croupier.CasinoHoldem(**rules)


# The exact solution

EXACT = {  # calls, main on total stake, main on the ante, AA Bonus
    "optimal": ("13057/15925", "165507034771/166870951848", "61849287523/63213204600",
                "491537/541450"),
    "basic": ("528779/649740", "4508857062029/4567833116550", "1679387071979/1738363126500",
              "1456207/1624350"),
    "side_bet": ("221661/270725", "4524258304811/4584995753580", "1677625677731/1738363126500",
                 "101357/108290"),
    "always_call": ("1", "1015552978897/1043017875900", "320207728297/347672625300",
                    "101357/108290"),
}  # fmt: skip
DOCUMENTED = {  # in per cent, as published
    "optimal": (81.9906, 99.182652, 97.842354, 90.781605),
    "basic": (None, 98.7, None, 89.6),
    "side_bet": (None, 98.7, None, 93.60),
    "always_call": (100, None, None, 93.597747),
}
PLACES = {"optimal": (4, 6, 6, 6), "basic": (0, 1, 0, 1), "side_bet": (0, 1, 0, 2),
          "always_call": (0, 0, 0, 6)}  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_exact_returns(name: str) -> None:
    report = GAME.exact(name)
    assert sum(report.counts) == DEALS
    bets = [report.bets[bet].rtp_exact for bet in ("main", "main_per_ante", "aa_bonus")]
    values = [GAME.call_frequency(report), *bets]
    assert values == [Fraction(text) for text in EXACT[name]]
    for value, documented, places in zip(values, DOCUMENTED[name], PLACES[name], strict=True):
        if documented is not None:
            assert round(100 * float(value), places) == documented


def test_final_hands_have_the_known_frequencies() -> None:
    hands: Counter[Category] = Counter()
    for outcome, count in zip(GAME.outcomes, GAME.exact("always_call").counts, strict=True):
        if outcome.hand is not None:
            hands[outcome.hand] += count
    # Seven cards are two in the hand, three on the flop and two more in 210 ways.
    known = HANDS["category_counts"]["7"]
    straight_flushes = hands[Category.STRAIGHT_FLUSH] + hands[Category.ROYAL_FLUSH]
    counted = [hands[category] for category in list(Category)[:8]] + [straight_flushes]
    assert counted == [210 * comb(45, 2) * count for count in known]
    royal = HANDS["royal_flush_counts"]["7"]
    assert hands[Category.ROYAL_FLUSH] == 210 * comb(45, 2) * royal


def test_bonus_hands_have_the_known_frequencies() -> None:
    hole, flop, disjoint = all_states()
    sizes = np.zeros(len(flop), np.int64)
    classes = _core.flop_classes()
    orbits = [
        len({tuple(sorted(4 * (c // 4) + p[c % 4] for c in cs)) for p in permutations(range(4))})
        for cs in classes.tolist()
    ]
    assert len(orbits) == 1755
    assert sum(orbits) == comb(52, 3)
    sizes = np.repeat(orbits, disjoint.sum(axis=1))
    counts = np.bincount(_core.casino_holdem_bonus(hole, flop), weights=sizes, minlength=10)
    known = HANDS["category_counts"]["5"]
    # Of the pairs a thirteenth is aces; five cards are two in the hand and three more in 10 ways.
    assert counts[1:8].tolist() == [10 * known[1] // 13, *(10 * count for count in known[2:8])]
    assert counts[8] + counts[9] == 10 * known[8]


def play_out(hole: list[int], flop: list[int], weakest: int) -> np.ndarray:
    """Count with phevaluator: any four unseen cards, split in all six ways."""
    unseen = [card for card in range(52) if card not in hole + flop]
    fours = np.array(list(combinations(range(47), 4)))
    dealer = np.array([evaluate_cards(*flop, *four) for four in np.array(unseen)[fours].tolist()])
    player = np.zeros((47, 47), np.int64)
    for a, b in combinations(range(47), 2):
        player[a, b] = evaluate_cards(*hole, *flop, unseen[a], unseen[b])
    counts = np.zeros((10, 4), np.int64)
    for a, b in combinations(range(4), 2):
        mine = player[fours[:, a], fours[:, b]]
        showdown = np.select([dealer > weakest, mine == dealer, mine < dealer], [0, 1, 2], 3)
        np.add.at(counts, (croupier.category(mine), showdown), 1)
    return counts


@pytest.mark.usefixtures("isa")
def test_states_equal_playing_them_out() -> None:
    rows = [*deal(5, 3, 5).tolist(), list(cards("AsKsQsJsTs")), list(cards("2c2d2h2s3c"))]
    for row in rows:
        hole, flop = row[:2], row[2:]
        expected = play_out(hole, flop, WEAKEST)
        assert (_core.casino_holdem_showdowns(hole, flop, WEAKEST) == expected).all()
        assert (casino_holdem._solve(WEAKEST).counts(hole, flop) == expected).all()


def test_a_state_equals_the_twin() -> None:
    hole, flop = cards("8c6s"), cards("Ah2cKc")
    counts = TWIN.showdowns(hole, flop)
    got = _core.casino_holdem_showdowns(hole, flop, WEAKEST)
    for category in Category:
        for place, result in enumerate(list(Result)[1:]):
            assert got[category, place] == counts[reference.Category(category), str(result)]
    assert GAME.strategy().decide(hole, flop).ev_call == TWIN.expected(hole, flop)


def test_the_solution_equals_states_one_by_one() -> None:
    solution = casino_holdem._solve(WEAKEST)
    optimal = GAME.strategy("optimal")
    for row in deal(6, 300, 5).tolist():
        counts = _core.casino_holdem_showdowns(row[:2], row[2:], WEAKEST)
        assert (solution.counts(row[:2], row[2:]) == counts).all()
        decision = optimal.decide(row[:2], row[2:])
        assert optimal(row[:2], row[2:]).item() == (decision.action == "call")
        assert decision.ev_fold == -1


def test_another_hand_to_qualify_with() -> None:
    """Where every dealer's hand qualifies, both sides of an always-call are alike."""
    solution = _core.solve_casino_holdem(7462, None)
    table = GAME.strategy("always_call").table
    counts = solution.count_outcomes(table)
    results: Counter[Result] = Counter()
    for outcome, count in zip(GAME.outcomes, counts.tolist(), strict=True):
        results[outcome.result] += count
    assert results[Result.NOT_QUALIFIED] == results[Result.FOLD] == 0
    assert results[Result.WIN] == results[Result.LOSS]
    assert sum(results.values()) == DEALS
    row = deal(8, 1, 5)[0].tolist()
    assert (solution.counts(row[:2], row[2:]) == play_out(row[:2], row[2:], 7462)).all()


@pytest.mark.parametrize(
    ("hole", "flop", "ev", "action"),
    [
        ("QsJd", "8h5c2d", "-.59226586", "call"),
        ("JsTd", "8h5c2d", "-.69259664", "call"),
        ("Ac5d", "KhJs9d", "-.60369747", "call"),
        ("AhKh", "QhJh2c", "5.56057429", "call"),
        ("9c9d", "Ks7h2d", ".73577215", "call"),
        ("5c4d", "AhKd2s", "-.83025257", "call"),
        ("3d2c", "KhJd9s", "-1.70194265", "fold"),
        ("7c2d", "KhQd9s", "-1.52132145", "fold"),
        ("5c4d", "AhKd9s", "-1.43456676", "fold"),
        ("4c2d", "KsQhJd", "-1.64049842", "fold"),
        ("Ts3d", "KcQh7d", "-1.01581308", "fold"),
    ],
)
@pytest.mark.usefixtures("isa")
def test_known_expected_results(hole: str, flop: str, ev: str, action: str) -> None:
    decision = GAME.strategy().decide(hole, flop)
    assert decision.action == action
    assert abs(decision.ev_call - Fraction(ev)) < Fraction(1, 10**8)


def test_equal_value_means_fold() -> None:
    """The deals at which call and fold are worth the same are 36."""
    below = croupier.CasinoHoldem()
    optimal = GAME.strategy("optimal")
    values = np.array([int(below._net(outcome, Fraction(0))) for outcome in below.outcomes])
    folds = np.arange(410) % 41 == 0
    eager = casino_holdem._solve(WEAKEST).best_strategy(
        values * 2**24 - folds
    )  # a fold a trifle worse
    differ = np.unpackbits(eager ^ optimal.table, bitorder="little")
    assert differ.sum() > 0
    counts = casino_holdem._solve(WEAKEST).count_outcomes(eager) - casino_holdem._solve(
        WEAKEST
    ).count_outcomes(optimal.table)
    assert -counts[folds].sum() == 36 * comb(47, 2) * comb(45, 2)


@pytest.mark.parametrize("size", [0, 409, 411])
def test_wrong_values(size: int) -> None:
    with pytest.raises(ValueError, match=r"^values: "):
        casino_holdem._solve(WEAKEST).best_strategy(np.zeros(size, np.int64))
    with pytest.raises(ValueError, match=r"^values: "):
        casino_holdem._solve(WEAKEST).best_strategy(np.full(410, 2**42 + 1))


def test_solving_can_be_interrupted() -> None:
    with pytest.raises(KeyboardInterrupt), interrupt_after(0.3):
        _core.solve_casino_holdem(WEAKEST, None)
    assert croupier.evaluate("As Ks Qs Js Ts") == 1


# Strategies


@given(st.permutations(range(52)), st.permutations(range(4)), st.permutations(range(3)))
def test_names_of_suits_and_order_do_not_matter(
    pack: list[int], suits: list[int], order: list[int]
) -> None:
    hole, flop = pack[:2], pack[2:5]
    other_hole = [4 * (card // 4) + suits[card % 4] for card in reversed(hole)]
    other_flop = [4 * (flop[place] // 4) + suits[flop[place] % 4] for place in order]
    for strategy in STRATEGIES:
        assert strategy(hole, flop).item() == strategy(other_hole, other_flop).item()
    decide = STRATEGIES[0].decide
    assert decide(hole, flop) == decide(other_hole, other_flop)


def test_listed_strategies_equal_the_twin() -> None:
    rows = deal(9, 20_000, 5)
    for name, rule in (("basic", twin_module.basic), ("side_bet", twin_module.side_bet)):
        calls = GAME.strategy(name)(rows[:, :2], rows[:, 2:])
        expected = [rule(tuple(row[:2]), tuple(row[2:])) for row in rows.tolist()]
        assert calls.tolist() == expected


def test_lists_are_short() -> None:
    assert len(BASIC) <= len(SIDE_BET) <= 12


def test_functions_are_strategies() -> None:
    def pairs(hole: np.ndarray, flop: np.ndarray) -> np.ndarray:
        assert hole.shape == (len(flop), 2)
        assert flop.shape == (2_063_880, 3)
        assert (hole[:, 0] > hole[:, 1]).all()
        return hole[:, 0] >> 2 == hole[:, 1] >> 2

    strategy = GAME.strategy(pairs)
    assert strategy.name.startswith("custom ")
    assert strategy([[51, 50], [51, 46]], [[0, 1, 2], [0, 1, 2]]).tolist() == [True, False]
    report = GAME.exact(pairs)
    assert GAME.call_frequency(report) == Fraction(3, 51)
    simulated = GAME.simulate(100_000, strategy=strategy, seed=3)
    assert 0.0001 < chi_square_p(simulated.counts, report.counts) < 0.9999


@pytest.mark.parametrize(
    ("rule", "error", "message"),
    [
        ("perfect", ValueError, "optimal, basic, side_bet, always_call"),
        (None, TypeError, "strategy: "),
        (5, TypeError, "strategy: "),
        (lambda hole, flop: None, TypeError, "got NoneType"),  # noqa: ARG005
        (lambda hole, flop: hole[:, 0], TypeError, "got uint8"),  # noqa: ARG005
        (lambda hole, flop: hole > 3, ValueError, "shape"),  # noqa: ARG005
        (lambda hole, flop: hole[:, 0] % 4 == 3, ValueError, "suits"),  # noqa: ARG005
    ],
)
def test_wrong_strategies(rule: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        GAME.strategy(rule)


@pytest.mark.parametrize(
    ("hole", "flop", "error", "message"),
    [
        ("AsAs", "2c3c4c", ValueError, "hole: As stands twice"),
        ("AsKs", "2c3cAs", ValueError, "flop: As is among"),
        ("AsKsQs", "2c3c4c", ValueError, "hole: 2 cards"),
        ("AsKs", "2c3c", ValueError, "flop: 3 cards"),
        ([52, 1], "2c3c4c", ValueError, "hole: 52"),
        ([1.5, 1], "2c3c4c", TypeError, "hole"),
        ([[1, 2], [3, 4]], [[5, 6, 7]], ValueError, "flop: as many"),
        ([[1, 2], [3, 4]], [[5, 6, 7], [8, 9, 3]], ValueError, "flop: row 1: "),
        ([[1, 2], [3, 3]], [[5, 6, 7], [8, 9, 3]], ValueError, "hole: row 1: "),
    ],
)
def test_wrong_cards(hole: Any, flop: Any, error: type[Exception], message: str) -> None:
    strategy = GAME.strategy()
    with pytest.raises(error, match=message):
        strategy(hole, flop)
    with pytest.raises((ValueError, TypeError)):
        strategy.decide(hole, flop)


def test_joint_optimum() -> None:
    """With a stake on the bonus worth enough, no win of it is folded."""
    joint = GAME.strategy("optimal", aa_bonus=1)
    report = GAME.exact(joint)
    for outcome, count in zip(GAME.outcomes, report.counts, strict=True):
        if outcome.hand is None and outcome.bonus is not Category.HIGH_CARD:
            assert count == 0
    small = GAME.exact(GAME.strategy("optimal", aa_bonus=Fraction(1, 50)))
    both = [
        r.bets["main_per_ante"].rtp_exact + (r.bets["aa_bonus"].rtp_exact - 1) / 50
        for r in (GAME.exact(), small, report)
    ]
    assert both[1] > both[0]
    assert both[1] > both[2]
    decision = joint.decide("2s3c", "AdAh9s")
    assert decision.ev_fold == -2
    assert decision.ev_call == GAME.strategy().decide("2s3c", "AdAh9s").ev_call + 7


# Simulation


def test_golden_rounds() -> None:
    assert [str(GAME.deal(0, index)) for index in range(3)] == [
        "hole 7s9c, flop 9hJc9s, turn 7h, river As, dealer Kc3s",
        "hole Js8s, flop 5h9sAs, turn 4c, river Jc, dealer 5dTd",
        "hole 8cAs, flop 5hJdKd, turn 6d, river 7c, dealer QhTd",
    ]
    assert (
        str(GAME.deal(2**128 - 1, 2**64 - 1))
        == "hole 8h7h, flop 3dKc6c, turn 4h, river 2d, dealer 7s7c"
    )


@pytest.mark.parametrize("name", NAMES)
def test_simulation_agrees_with_exact(name: str) -> None:
    report = GAME.simulate(3_000_000, strategy=name, seed=5)
    exact = GAME.exact(name)
    assert 0.0001 < chi_square_p(report.counts, exact.counts) < 0.9999
    for bet, of_bet in exact.bets.items():
        assert abs(report.bets[bet].rtp - of_bet.rtp) < 4 * report.bets[bet].std_error


@pytest.mark.parametrize("first", [0, 5, 2**64 - 777])
def test_simulation_counts_the_rounds_it_deals(first: int) -> None:
    report = GAME.simulate(777, seed=5, first_round=first)
    optimal = GAME.strategy("optimal")
    dealt = [GAME.deal(5, first + i) for i in range(777)]
    calls = optimal([d.hole for d in dealt], [d.flop for d in dealt])
    counted = Counter(
        GAME.outcome(d, action="call" if call else "fold")
        for d, call in zip(dealt, calls, strict=True)
    )
    assert report.outcomes == {outcome: counted[outcome] for outcome in GAME.outcomes}
    if first == 0:
        rule = TWIN.simulate(300, strategy=twin_module.basic, seed=5)
        basic = GAME.simulate(300, strategy="basic", seed=5)
        assert {tuple(o): n for o, n in basic.outcomes.items() if n} == dict(rule)


@pytest.mark.usefixtures("isa")
def test_the_report_does_not_depend_on_how_it_is_made() -> None:
    whole = GAME.simulate(100_000, seed=2, threads=1)
    assert sum(whole.counts) == 100_000
    assert GAME.simulate(100_000, seed=2, threads=3) == whole
    first = GAME.simulate(33_333, seed=2)
    assert first + GAME.simulate(66_667, seed=2, first_round=33_333) == whole


def test_reports_of_other_strategies_do_not_add_up() -> None:
    report = GAME.simulate(1000, seed=2)
    with pytest.raises(ValueError, match="options"):
        report + GAME.simulate(1000, seed=2, first_round=1000, strategy="basic")


def test_reprice() -> None:
    report = GAME.simulate(100_000, seed=2, strategy="basic")
    other = croupier.CasinoHoldem(ante=(1, 1, 1, 1, 1, 2, 3, 10, 20, 50))
    assert report.reprice(other) == other.simulate(100_000, seed=2, strategy="basic")
    with pytest.raises(ValueError, match=r"^game: "):
        report.reprice(croupier.CasinoHoldem(weakest_qualifying=7462))
    with pytest.raises(ValueError, match=r"^game: "):  # its optimal strategy is another one
        GAME.exact().reprice(croupier.CasinoHoldem(ante=(2,) * 10))


def test_copies() -> None:
    for thing in (GAME, GAME.exact(), GAME.deal(1, 2), GAME.outcomes[5]):
        assert pickle.loads(pickle.dumps(thing)) == thing
        assert copy.deepcopy(thing) == thing
    strategy = pickle.loads(pickle.dumps(GAME.strategy("basic")))
    assert (strategy.table == GAME.strategy("basic").table).all()


# The cache


def solve_counted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    calls: list[int] = []
    solve = casino_holdem._solve

    def counting(*arguments: Any) -> Any:
        calls.append(1)
        return solve(*arguments)

    monkeypatch.setattr(casino_holdem, "_solve", counting)
    return calls


def test_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    solved = solve_counted(monkeypatch)
    table = GAME.strategy().table
    (file,) = (tmp_path / "croupier").iterdir()
    assert (GAME.strategy().table == table).all()
    assert len(solved) == 1
    good = file.read_bytes()
    flipped = bytearray(good)
    flipped[1000] ^= 1
    damages = [b"", good[:-1], good + b"x", bytes(flipped), good[:32], b"\0" * len(good)]
    for times, damaged in enumerate(damages, start=2):
        file.write_bytes(damaged)
        assert (GAME.strategy().table == table).all()
        assert len(solved) == times
        assert file.read_bytes() == good
    assert list((tmp_path / "croupier").iterdir()) == [file]


def test_cache_of_another_game_is_not_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    table = GAME.strategy().table
    (file,) = (tmp_path / "croupier").iterdir()
    generous = croupier.CasinoHoldem(ante=(2,) * 10)
    other = generous.strategy().table
    (other_file,) = set((tmp_path / "croupier").iterdir()) - {file}
    assert (table != other).any()
    other_file.write_bytes(file.read_bytes())
    assert (generous.strategy().table == other).all()


def test_no_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    for place in (tmp_path / "file", tmp_path / "file" / "below"):
        monkeypatch.setenv("XDG_CACHE_HOME", str(place))
        assert GAME.strategy().table.any()
    locked = tmp_path / "locked"
    locked.mkdir()
    locked.chmod(stat.S_IRUSR | stat.S_IXUSR)
    monkeypatch.setenv("XDG_CACHE_HOME", str(locked))
    assert GAME.strategy().table.any()
    if os.geteuid() != 0:
        assert not list(locked.iterdir())


# Commands


def test_advise(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["advise", "casino-holdem", "8c6s", "Ah2cKc"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("call\n")
    assert "-0.98556425 antes (-1054741/1070190)" in out
    assert main(["advise", "casino-holdem", "6♠8♣", "kc ah 2c", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["action"] == "call"
    assert Fraction(record["ev_call"]) == Fraction(-1054741, 1070190)
    assert Fraction(record["ev_fold"]) == -1
    assert main(["advise", "casino-holdem", "8c6s", "Ah2cKc", "--strategy", "basic"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("fold\n")
    assert all(rule in out for rule in BASIC)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["advise", "casino-holdem", "8c6s", "Ah2cAh"], "flop: Ah stands twice"),
        (["advise", "casino-holdem", "8c6s", "Ah2c8c"], "flop: 8c is among"),
        (["advise", "baccarat", "8c6s", "Ah2cAd"], "invalid choice"),
        (["exact", "baccarat", "--strategy", "basic"], "baccarat has none"),
        (["simulate", "casino-holdem", "--rounds", "5", "--decks", "8"], "casino-holdem has none"),
        (["exact", "casino-holdem", "--strategy", "perfect"], "invalid choice"),
    ],
)
def test_wrong_usage(capsys: pytest.CaptureFixture[str], words: list[str], message: str) -> None:
    assert main(words) == 2
    assert message in capsys.readouterr().err


def test_commands(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["exact", "casino-holdem", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["bets"]["main"]["rtp_exact"] == EXACT["optimal"][1]
    assert sum(Fraction(row["probability"]) for row in record["outcomes"]) == 1
    simulate = ["simulate", "casino-holdem", "--rounds", "1e4", "--seed", "7"]
    assert main([*simulate, "--strategy", "side_bet", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["options"] == {"stake": 100, "strategy": "side_bet"}
    assert sum(row["count"] for row in record["outcomes"]) == 10_000
    assert main(["replay", "casino-holdem", "--seed", "7", "--round", "3", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    dealt = GAME.deal(7, 3)
    assert record["hole"] == croupier.format_cards(dealt.hole)
    assert record["action"] == GAME.strategy().decide(dealt.hole, dealt.flop).action
    assert isinstance(GAME.strategy(), Strategy)


@pytest.mark.parametrize("wrong", [None, 5, "AsKd", ("AsKd", "2c7h9s", "3c", "4c")])
def test_outcome_takes_a_round(wrong: Any) -> None:
    with pytest.raises(TypeError, match=r"^round: a Round is needed"):
        croupier.CasinoHoldem().outcome(wrong, action="call")


def test_threads_are_read_even_where_the_solution_is_at_hand() -> None:
    game = croupier.CasinoHoldem()
    game.exact("always_call")
    with pytest.raises(ValueError, match=r"^threads: an int from 1 to .* got 0"):
        game.exact("always_call", threads=0)


# Ctrl-C before there is a round


@pytest.mark.parametrize("place", ["solve", "function", "compile"])
def test_an_interrupt_before_the_strategy_is_made_carries_a_report(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: Any) -> Any:
        raise KeyboardInterrupt

    strategy: Any = "optimal"
    if place == "solve":
        monkeypatch.setattr(croupier.CasinoHoldem, "solve_table", interrupt)
    elif place == "function":
        strategy = interrupt
    else:
        strategy = lambda hole, _: hole[:, 0] > 9  # noqa: E731
        monkeypatch.setattr(_core, "casino_holdem_asymmetry", interrupt)
    with pytest.raises(KeyboardInterrupt) as caught:
        GAME.simulate(10, seed=7, strategy=strategy)
    report = caught.value.report  # type: ignore[attr-defined]
    assert (report.rounds, report.ranges, report.partial, report.seed) == (0, (), True, 7)
    name = "optimal" if place == "solve" else "custom"
    assert report.options == {"stake": 100, "strategy": name}


def test_an_interrupt_while_the_game_is_solved_carries_a_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(casino_holdem, "_solutions", {})
    with pytest.raises(KeyboardInterrupt) as caught, interrupt_after(0.3):
        GAME.simulate(10**12, seed=7)
    report = caught.value.report  # type: ignore[attr-defined]
    assert report.partial
    assert report.rounds == sum(report.counts)


def test_a_function_is_asked_once() -> None:
    asked = []

    def aces(hole: Any, _: Any) -> Any:
        asked.append(1)
        return hole[:, 0] >> 2 == 12

    report = GAME.simulate(10, strategy=aces, seed=1)
    assert len(asked) == 1
    assert report.options["strategy"] == GAME.strategy(aces).name
    assert len(asked) == 2


# Stakes, actions and names


@pytest.mark.parametrize(("call", "stake"), [("1", 100), ("1/200", 100), ("1/400", 200)])
def test_the_call_is_on_twice_the_default_stake(call: str, stake: int) -> None:
    assert croupier.CasinoHoldem(call=call, ante=("1/3", *[1] * 9)).default_stake == 3 * stake
    report = croupier.CasinoHoldem(call=call).exact("basic")
    assert (report.stake, report.rounded) == (stake, {})
    assert croupier.CasinoHoldem(call=call).simulate(10, strategy="basic", seed=1).stake == stake


def test_rounding_of_the_call_moves_the_main_game() -> None:
    report = croupier.CasinoHoldem(call="1/400").exact("basic", stake=100)
    assert list(report.rounded) == ["main", "main_per_ante", "call"]


def test_stakes_of_reports_leave_room_for_the_call() -> None:
    assert GAME.exact("basic", stake=2**52).bets["call"].rtp_exact is not None
    for call in (GAME.exact, lambda **k: GAME.simulate(1, **k), GAME.exact("basic").reprice):
        options = {"game": GAME} if "reprice" in repr(call) else {"strategy": "basic"}
        with pytest.raises(ValueError, match=r"^stake: an int from 1 to 2\*\*52 is needed"):
            call(**options, stake=2**52 + 1)  # type: ignore[operator]


def test_rules_of_many_denominators() -> None:
    """No stake leaves all returns whole, and no optimum is solved for such odds."""
    finest = croupier.CasinoHoldem(ante=(*[1] * 8, "1/999999937", "1/999999929"))
    with pytest.raises(ValueError, match=r"^stake: one is needed, got none; .* 2\*\*52$"):
        finest.exact("basic")
    with pytest.raises(ValueError, match=r"^odds: up to 2\*\*42 over a common denominator"):
        finest.exact(stake=100)
    assert finest.exact("basic", stake=100).rounded
    fine = croupier.CasinoHoldem(call="1/999999937")
    assert fine.default_stake == 100 * 999999937
    assert fine.exact("basic").bets["call"].rtp_exact.denominator % 999999937 == 0  # type: ignore[union-attr]


@pytest.mark.parametrize("action", [1, True, b"call", ["call"], np.array(["call", "fold"])])
def test_actions_are_texts(action: Any) -> None:
    dealt = GAME.deal(1, 2)
    with pytest.raises(TypeError, match=r"^action: one of call, fold is needed, got "):
        GAME.settle(dealt, {"ante": 5}, action=action)
    with pytest.raises(TypeError, match=r"^action: one of call, fold is needed, got "):
        GAME.outcome(dealt, action=action)


def test_a_card_that_stands_twice_breaks_h1() -> None:
    for dealer in ("QhQh", "QhKd"):
        dealt = Round("AsKd", "2c7h9s", "3c", "4d", dealer)
        with pytest.raises(ValueError, match=r"^round: H1: .* stands twice"):
            GAME.settle(dealt, {"ante": 5}, action="call")


def test_odds_take_a_bet_and_an_outcome_of_the_game() -> None:
    folded, called = GAME.outcomes[0], GAME.outcomes[1]
    for outcome in (folded, called):
        for ask in (lambda bet, o: GAME.odds(bet, o), lambda bet, o: GAME.pay(bet, o, 100)):
            with pytest.raises(ValueError, match=r"^bets: one of ante, call, aa_bonus is needed"):
                ask("foo", outcome)
            with pytest.raises(TypeError, match=r"^bets: .* got int"):
                ask(1, outcome)
            for wrong in (None, 5, tuple(outcome)):
                with pytest.raises(TypeError, match=r"^outcome: one of game\.outcomes"):
                    ask("ante", wrong)
            with pytest.raises(ValueError, match=r"^outcome: one of game\.outcomes is needed"):
                ask("ante", outcome._replace(bonus=11))
            with pytest.raises(ValueError, match=r"^outcome: one of game\.outcomes is needed"):
                ask("ante", outcome._replace(hand=np.arange(2)))
    as_plain = Outcome(0, 1, "win")  # type: ignore[arg-type]
    assert GAME.odds("aa_bonus", as_plain) == -1


@pytest.mark.parametrize("wrong", [None, 5, "basic", croupier.CasinoHoldem])
def test_the_call_frequency_is_that_of_a_report(wrong: Any) -> None:
    with pytest.raises(TypeError, match=r"^report: a Report is needed, got "):
        GAME.call_frequency(wrong)
    for other in (croupier.ThaiHiLo().exact(), GAME.simulate(0, strategy="basic")):
        with pytest.raises(ValueError, match=r"^report: one of casino-holdem with rounds"):
            GAME.call_frequency(other)


def test_reports_name_the_rules_and_options_that_differ() -> None:
    report = GAME.simulate(10, seed=1, strategy="basic")
    other = croupier.CasinoHoldem(ante=(1, 1, 1, 1, 1, 2, 3, 10, 20, 50), call="3/2")
    message = r"^reports: the same rules are needed, got ante\[9\] 100 and 50, call 1 and 3/2$"
    with pytest.raises(ValueError, match=message):
        report + other.simulate(10, seed=1, first_round=10, strategy="basic")
    message = r"^reports: the same options are needed, got strategy basic and side_bet$"
    with pytest.raises(ValueError, match=message):
        report + GAME.simulate(10, seed=1, first_round=10, strategy="side_bet")
    with pytest.raises(ValueError, match=r"got weakest_qualifying 5745 and 7462$"):
        report.reprice(croupier.CasinoHoldem(weakest_qualifying=7462))


@pytest.mark.parametrize("odds", [1.5, np.float64(2), np.float32(2), None, True, np.True_, [1],
                                  np.arange(1), np.ma.masked, np.timedelta64(3, "s"), 2j],
                         ids=repr)  # fmt: skip
def test_odds_are_no_floats(odds: Any) -> None:
    with pytest.raises(TypeError, match=r"^call: odds from 0 to .* got "):
        croupier.CasinoHoldem(call=odds)
    with pytest.raises(TypeError, match=r"^ante: odds from 0 to .* got "):
        croupier.CasinoHoldem(ante=[*[1] * 9, odds])
    with pytest.raises(TypeError, match=r"^aa_bonus: odds from 0 to .* got "):
        GAME.strategy(aa_bonus=odds)


def test_a_masked_int_is_none() -> None:
    masked = np.ma.array(5745, mask=True)
    for make in (
        lambda: croupier.CasinoHoldem(weakest_qualifying=masked),
        lambda: croupier.Baccarat(decks=np.ma.array(8, mask=True)),
        lambda: croupier.ThaiHiLo().exact(stake=masked),
        lambda: croupier.ThaiHiLo().simulate(masked),
        lambda: croupier.CasinoHoldem(call=masked),
        lambda: croupier.ThaiHiLo(number=np.ma.array([1, 2, 3], mask=[0, 1, 0])),
        lambda: croupier.ThaiHiLo(number=list(np.ma.array([1, 2, 3], mask=[0, 1, 0]))),
        lambda: croupier.Baccarat(shoe=np.ma.array([32] * 10, mask=[1, *[0] * 9])),
        lambda: croupier.Baccarat(shoe=list(np.ma.array([32] * 10, mask=[1, *[0] * 9]))),
    ):
        with pytest.raises(TypeError, match=r"^\w+: .* needed"):
            make()


def test_a_plot_shows_the_exact_return_of_the_strategy_that_played() -> None:
    report = GAME.simulate(2000, strategy="basic", seed=1)
    rtp = GAME.exact("basic").bets["main"].rtp
    assert set(report.plot().axes[1].lines[-1].get_ydata()) == {rtp}
    joint = GAME.strategy(aa_bonus=1)
    rtp = GAME.exact(joint).bets["main"].rtp
    report = GAME.simulate(2000, strategy=joint, seed=1)
    assert set(report.plot().axes[1].lines[-1].get_ydata()) == {rtp}
    unknown = GAME.simulate(2000, strategy=lambda hole, _: hole[:, 0] >> 2 > 9, seed=1)
    labels = [line.get_label() for axes in unknown.plot().axes for line in axes.lines]
    assert "exact" not in labels


class Liar(str):
    """A text that claims to equal everything."""

    __slots__ = ()
    __hash__ = str.__hash__

    def __eq__(self, other: object) -> bool:
        return True


def test_names_are_what_they_read() -> None:
    for ask in (
        lambda name: GAME.odds(name, GAME.outcomes[1]),
        lambda name: GAME.settle(GAME.deal(1, 2), {name: 5}, action="call"),
        lambda name: GAME.outcome(GAME.deal(1, 2), action=name),
        lambda name: GAME.strategy(name),
        lambda name: GAME.exact("basic").to_pandas(name),
        lambda name: croupier.describe(1, name),
    ):
        with pytest.raises(ValueError, match=r"^\w+: one of .* is needed, got 'x'$"):
            ask(Liar("x"))


def test_a_strategy_with_masked_answers_is_refused() -> None:
    with pytest.raises(TypeError, match=r"^strategy: an array of bool is needed, got Masked"):
        GAME.strategy(lambda hole, _: np.ma.array(hole[:, 0] > 3, mask=True))


def test_equal_strategies_are_equal_and_survive_a_copy() -> None:
    def high(hole: Any, _: Any) -> Any:
        return hole[:, 0] >= 32

    named = [GAME.strategy(name) for name in ("optimal", "basic", "side_bet", "always_call")]
    made = [*named, GAME.strategy(high), GAME.strategy(lambda hole, _: hole[:, 0] >= 40)]
    for one, other in product(made, made):
        assert (one == other) == (one is other)
    for strategy in made:
        copies = [pickle.loads(pickle.dumps(strategy, protocol)) for protocol in range(6)]
        for same in (*copies, copy.copy(strategy), copy.deepcopy(strategy)):
            assert same == strategy
            assert hash(same) == hash(strategy)
            assert (same.name, same.digest) == (strategy.name, strategy.digest)
            assert same.decide("AsKd", "2c7h9s") == strategy.decide("AsKd", "2c7h9s")
    assert GAME.strategy("basic") == GAME.strategy("basic")
    assert GAME.strategy("basic") != croupier.CasinoHoldem(call=2).strategy("basic")
    assert GAME.strategy(high) == GAME.strategy(lambda hole, _: hole[:, 0] > 31)
