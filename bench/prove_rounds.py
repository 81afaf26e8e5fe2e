"""Proofs of Thai HiLo and Baccarat that take too long for the tests.

Simulations of 10^8 rounds against the exact chances, for five seeds; the same report on
other numbers of threads, with every instruction set and in pieces; rounds dealt again by
the reference twin over NumPy's own generator; counts of rounds dealt one by one.
"""

import random
import sys
from collections import Counter
from collections.abc import Iterator
from functools import reduce
from operator import add
from typing import Any

import numpy as np

import croupier
from croupier import _core, reference

ROUNDS = 10**8
REPLAYED = 10_000
COUNTED = 20_000
SEEDS = range(1, 6)


def normal_score(report: croupier.Report, exact: croupier.Report) -> float:
    """Tell by how many standard deviations chi-square is off (Wilson and Hilferty, 1931)."""
    chances = np.array(exact.counts, float) / sum(exact.counts)
    expected = sum(report.counts) * chances
    square = ((np.array(report.counts) - expected) ** 2 / expected).sum()
    spread = 2 / (9 * (len(chances) - 1))
    return float((np.cbrt(square / (len(chances) - 1)) - (1 - spread)) / np.sqrt(spread))


def same_reports(game: Any) -> Iterator[croupier.Report]:
    for threads in (1, 2, 3):
        yield game.simulate(ROUNDS, seed=1, threads=threads)
    for isa in croupier.build_info()["isas"]:
        _core.use_isa(isa)
        yield game.simulate(ROUNDS, seed=1)
    piece = ROUNDS // 10
    yield reduce(add, (game.simulate(piece, seed=1, first_round=i * piece) for i in range(10)))


def prove(game: Any, twin: Any) -> bool:
    exact = game.exact()
    scores = [normal_score(game.simulate(ROUNDS, seed=seed), exact) for seed in SEEDS]
    print(f"{game.name}: chi-square at {ROUNDS:,} rounds, in standard deviations:", end=" ")
    print(*(f"{score:+.2f}" for score in scores))
    first, *others = same_reports(game)
    same = sum(report == first for report in others)
    print(f"  {same} of {len(others)} other ways to the same rounds give the same report")

    rng = random.Random(99)
    places = [(rng.getrandbits(128), rng.randrange(2**60)) for _ in range(REPLAYED)]
    equal = 0
    for seed, index in places:
        dealt, expected = game.deal(seed, index), twin.deal(seed, index)
        equal += (dealt.dice if game.name == "thai-hilo" else dealt) == expected
    print(f"  {equal:,} of {REPLAYED:,} rounds dealt as the twin deals them")

    counts = Counter(game.outcome(game.deal(11, index)) for index in range(COUNTED))
    counted = [counts[outcome] for outcome in game.outcomes]
    alike = counted == list(game.simulate(COUNTED, seed=11).counts)
    print(f"  {COUNTED:,} rounds one by one {'are' if alike else 'are not'} those of a simulation")
    # 3.72 standard deviations leave a chance of 0.0001 on each side.
    small = all(abs(score) < 3.72 for score in scores)
    return small and same == len(others) and equal == REPLAYED and alike


if __name__ == "__main__":
    proofs = [
        prove(croupier.ThaiHiLo(), reference.ThaiHiLo()),
        prove(croupier.Baccarat(), reference.Baccarat()),
    ]
    sys.exit(not all(proofs))
