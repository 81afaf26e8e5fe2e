"""Proofs of Casino Hold'em that take too long for the tests.

``states`` plays hands out with phevaluator, by another method than the solver's;
``rounds`` settles random rounds with the reference twin; ``simulate`` holds simulations
against the exact distributions.
"""

import argparse
import math
import sys
import time
from itertools import combinations
from math import comb

import numpy as np
from phevaluator import evaluate_cards

import croupier
from croupier import _core, reference

CATEGORY_OF = croupier.category(np.arange(1, 7463)).astype(np.int64)


def play_out(hole: list[int], flop: list[int]) -> np.ndarray:
    """Count category and showdown over any four unseen cards and their six splits."""
    unseen = [card for card in range(52) if card not in hole + flop]
    fours = np.array(list(combinations(range(47), 4)))
    rows = np.array(unseen)[fours].tolist()
    dealer = np.array([evaluate_cards(*flop, *four) for four in rows])
    player = np.zeros((47, 47), np.int64)
    for a, b in combinations(range(47), 2):
        player[a, b] = evaluate_cards(*hole, *flop, unseen[a], unseen[b])
    counts = np.zeros((10, 4), np.int64)
    for a, b in combinations(range(4), 2):
        mine = player[fours[:, a], fours[:, b]]
        showdown = np.select([dealer > 5745, mine == dealer, mine < dealer], [0, 1, 2], 3)
        np.add.at(counts, (CATEGORY_OF[mine - 1], showdown), 1)
    return counts


def states(number: int, seed: int) -> None:
    """Play random states out and compare every count."""
    solution = _core.CasinoHoldemSolution(5745, None)
    rng = np.random.default_rng(seed)
    for done in range(number):
        cards = rng.choice(52, 5, replace=False).tolist()
        counts = play_out(cards[:2], cards[2:])
        assert counts.sum() == comb(47, 2) * comb(45, 2)
        assert (solution.counts(cards[:2], cards[2:]) == counts).all(), cards
        assert (_core.casino_holdem_showdowns(cards[:2], cards[2:], 5745) == counts).all(), cards
        if sys.stderr.isatty():
            print(f"\r{done + 1}", end="", file=sys.stderr)
    print(f"{number} states: all 40 counts of each are equal")


def rounds(number: int, seed: int) -> None:
    """Settle random rounds, called and folded, as the reference does."""
    game, twin = croupier.CasinoHoldem(), reference.CasinoHoldem()
    rng = np.random.default_rng(seed)
    seen = set()
    for index in rng.integers(0, 2**60, number).tolist():
        dealt = game.deal(seed, index)
        assert tuple(dealt) == twin.deal(seed, index)
        ante, bonus = rng.integers(1, 10**6, 2).tolist()
        action = "fold" if index % 5 == 0 else "call"
        settlement = game.settle(dealt, {"ante": ante, "aa_bonus": bonus}, action=action)
        expected = twin.settle(dealt, {"ante": ante, "aa_bonus": bonus}, action=action)
        got = {bet: (x.stake, x.returned, x.net) for bet, x in settlement.bets.items()}
        assert got == expected, (dealt, got, expected)
        seen.add(settlement.outcome)
    print(f"{number} rounds settle alike; {len(seen)} of {len(game.outcomes)} outcomes seen")


def chi_square_p(statistic: float, freedom: int) -> float:
    """Approximate the upper tail (Wilson and Hilferty, 1931): close for a hundred degrees."""
    spread = 2 / (9 * freedom)
    z = ((statistic / freedom) ** (1 / 3) - (1 - spread)) / math.sqrt(spread)
    return math.erfc(z / math.sqrt(2)) / 2


def simulate(number: int, seed: int) -> None:
    """Hold simulations of each strategy against its exact distribution."""
    game = croupier.CasinoHoldem()
    for strategy in game.strategies:
        exact = game.exact(strategy)
        began = time.perf_counter()
        report = game.simulate(number, strategy=strategy, seed=seed)
        seconds = time.perf_counter() - began
        share = np.array([count / sum(exact.counts) for count in exact.counts])
        expected, counts = share * number, np.array(report.counts)
        assert counts[share == 0].sum() == 0
        often = expected >= 10
        cells = [*zip(counts[often], expected[often], strict=True)]
        cells.append((counts[~often].sum(), expected[~often].sum()))
        statistic = sum((c - e) ** 2 / e for c, e in cells if e > 0)
        p = chi_square_p(statistic, len(cells) - 1)
        found = f"chi-square {statistic:.1f} in {len(cells)} cells, p {p:.4f}"
        print(f"{strategy}: {found}, {seconds:.0f} s")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("proof", choices=["states", "rounds", "simulate"])
    parser.add_argument("number", type=float)
    parser.add_argument("--seed", type=int, default=20)
    chosen = parser.parse_args()
    globals()[chosen.proof](int(chosen.number), chosen.seed)
