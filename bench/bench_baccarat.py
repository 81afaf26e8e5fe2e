"""Baccarat under pytest-benchmark."""

import numpy as np
import pytest

import croupier
import croupier.reference

GAME = croupier.Baccarat()
TWIN = croupier.reference.Baccarat()
ROUNDS = 5_000_000
TWIN_ROUNDS = 500
SHOES = np.random.default_rng(1).integers(10, 33, (1_000, 10))


@pytest.mark.benchmark(group="rounds of baccarat")
@pytest.mark.parametrize("threads", [1, 2])
def test_simulate(benchmark, threads):
    """Five million rounds, each from a fresh shoe."""
    benchmark(GAME.simulate, ROUNDS, seed=1, threads=threads)


@pytest.mark.benchmark(group="rounds of baccarat")
def test_simulate_reference(benchmark):
    """Five hundred rounds: a ten-thousandth of the work."""
    benchmark(TWIN.simulate, TWIN_ROUNDS, seed=1)


@pytest.mark.benchmark(group="rounds of baccarat")
def test_simulate_shoes(benchmark):
    """Ten thousand shoes to the cut card, some 815,000 rounds."""
    benchmark(GAME.simulate_shoes, 10_000, seed=1, threads=1)


@pytest.mark.benchmark(group="one round of baccarat")
@pytest.mark.parametrize("game", [GAME, TWIN], ids=["croupier", "reference"])
def test_deal(benchmark, game):
    benchmark(game.deal, 1, 2**40)


@pytest.mark.benchmark(group="baccarat, exact")
@pytest.mark.parametrize("decks", [1, 8, 1_000])
def test_exact_counts(benchmark, decks):
    """One shoe, by outcome."""
    benchmark(croupier.Baccarat(decks=decks).exact)


@pytest.mark.benchmark(group="baccarat, exact")
def test_exact_report(benchmark):
    """One shoe, all bets priced."""
    benchmark(lambda: GAME.exact().bets)


@pytest.mark.benchmark(group="baccarat, exact")
def test_exact_shoes(benchmark):
    """A thousand shoes."""
    benchmark(GAME.exact_shoes, SHOES, threads=1)


@pytest.mark.benchmark(group="baccarat, exact")
def test_exact_reference(benchmark):
    """One shoe, by outcome."""
    benchmark.pedantic(TWIN.exact, rounds=1)


@pytest.mark.benchmark(group="yardstick")
def test_yardstick(benchmark):
    """Two million words of NumPy's generator: what every rate is held against."""
    benchmark(np.random.Philox().random_raw, 2_000_000)
