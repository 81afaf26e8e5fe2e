"""The exact solution of Casino Hold'em."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations
from math import comb

import numpy as np
import pytest
from conftest import HANDS, cards, deal, interrupt_after
from phevaluator import evaluate_cards

import croupier
from croupier import Category, _core, reference
from croupier.games.casino_holdem import Result
from croupier.games.casino_holdem.solution import solve
from croupier.games.casino_holdem.strategy import all_states

GAME = croupier.CasinoHoldem()
TWIN = reference.CasinoHoldem()
DEALS = 27_813_810_024_000
WEAKEST = 5745


# Returns

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


@pytest.mark.parametrize("name", EXACT)
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


# States


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
        assert (solve(WEAKEST).counts(hole, flop) == expected).all()


def test_a_state_equals_the_twin() -> None:
    hole, flop = cards("8c6s"), cards("Ah2cKc")
    counts = TWIN.showdowns(hole, flop)
    got = _core.casino_holdem_showdowns(hole, flop, WEAKEST)
    for category in Category:
        for place, result in enumerate(list(Result)[1:]):
            assert got[category, place] == counts[reference.Category(category), str(result)]
    assert GAME.strategy().decide(hole, flop).ev_call == TWIN.expected(hole, flop)


def test_the_solution_equals_states_one_by_one() -> None:
    solution = solve(WEAKEST)
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
    values = np.array([int(below.net(outcome, Fraction(0))) for outcome in below.outcomes])
    folds = np.arange(410) % 41 == 0
    eager = solve(WEAKEST).best_strategy(values * 2**24 - folds)  # a fold a trifle worse
    differ = np.unpackbits(eager ^ optimal.table, bitorder="little")
    assert differ.sum() > 0
    counts = solve(WEAKEST).count_outcomes(eager) - solve(WEAKEST).count_outcomes(optimal.table)
    assert -counts[folds].sum() == 36 * comb(47, 2) * comb(45, 2)


@pytest.mark.parametrize("size", [0, 409, 411])
def test_wrong_values(size: int) -> None:
    with pytest.raises(ValueError, match=r"^values: "):
        solve(WEAKEST).best_strategy(np.zeros(size, np.int64))
    with pytest.raises(ValueError, match=r"^values: "):
        solve(WEAKEST).best_strategy(np.full(410, 2**42 + 1))


def test_solving_can_be_interrupted() -> None:
    with pytest.raises(KeyboardInterrupt), interrupt_after(0.3):
        _core.solve_casino_holdem(WEAKEST, None)
    assert croupier.evaluate("As Ks Qs Js Ts") == 1


# Arguments


def test_threads_are_read_even_where_the_solution_is_at_hand() -> None:
    game = croupier.CasinoHoldem()
    game.exact("always_call")
    with pytest.raises(ValueError, match=r"^threads: an int from 1 to .* got 0"):
        game.exact("always_call", threads=0)
