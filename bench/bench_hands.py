"""The hand evaluator under pytest-benchmark."""

import math

import numpy as np
import pytest
from peers import random_hands

import croupier
import croupier.reference

N = 1_000_000
SEVEN = random_hands(N)
HAND = (51, 46, 33, 28, 17, 12, 3)


@pytest.mark.benchmark(group="one hand of seven")
@pytest.mark.parametrize("kind", [tuple, list, bytes, np.array, croupier.format_cards])
def test_evaluate_one_hand(benchmark, kind):
    benchmark(croupier.evaluate, kind(HAND))


@pytest.mark.benchmark(group="one hand of seven")
def test_reference_one_hand(benchmark):
    benchmark(croupier.reference.evaluate, HAND)


@pytest.mark.benchmark(group="many hands")
@pytest.mark.items(N)
@pytest.mark.parametrize("n_cards", [5, 6, 7])
@pytest.mark.parametrize("order", ["C", "F"])
def test_evaluate_array(benchmark, n_cards, order):
    benchmark(croupier.evaluate, np.array(SEVEN[:, :n_cards], order=order))


@pytest.mark.benchmark(group="many hands")
@pytest.mark.items(N)
@pytest.mark.parametrize("dtype", ["uint16", "int32", "int64", ">i8"])
def test_evaluate_dtype(benchmark, dtype):
    benchmark(croupier.evaluate, SEVEN.astype(dtype))


@pytest.mark.benchmark(group="many hands")
@pytest.mark.items(N)
def test_evaluate_two_threads(benchmark):
    benchmark(croupier.evaluate, SEVEN, threads=2)


@pytest.mark.benchmark(group="many hands")
@pytest.mark.items(N)
def test_evaluate_masks(benchmark):
    benchmark(croupier.evaluate_masks, croupier.to_masks(SEVEN))


@pytest.mark.benchmark(group="many hands")
@pytest.mark.items(N)
@pytest.mark.parametrize("function", [croupier.to_masks, croupier.best_five])
def test_other_verbs(benchmark, function):
    benchmark(function, SEVEN)


@pytest.mark.benchmark(group="all hands")
@pytest.mark.parametrize("n_cards", [5, 6, 7])
def test_strength_histogram(benchmark, n_cards):
    benchmark.extra_info["items"] = math.comb(52, n_cards)
    benchmark.pedantic(croupier.strength_histogram, (n_cards, 1), rounds=5, warmup_rounds=1)
