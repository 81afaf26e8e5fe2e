"""Baccarat under pytest-benchmark."""

import numpy as np
import pytest

import croupier
import croupier.reference

GAME = croupier.Baccarat()
TWIN = croupier.reference.Baccarat()
ROUNDS = 5_000_000
TWIN_ROUNDS = 500
SHOES_DEALT = 10_000
ROUNDS_OF_SHOES = GAME.simulate_shoes(SHOES_DEALT, seed=1).rounds
SHOES = np.random.default_rng(1).integers(10, 33, (1_000, 10))


@pytest.mark.benchmark(group="rounds of baccarat")
@pytest.mark.items(ROUNDS)
@pytest.mark.parametrize("threads", [1, 2])
def test_simulate(benchmark, threads):
    """Each round from a fresh shoe."""
    benchmark(GAME.simulate, ROUNDS, seed=1, threads=threads)


@pytest.mark.benchmark(group="rounds of baccarat")
@pytest.mark.items(TWIN_ROUNDS)
def test_simulate_reference(benchmark):
    benchmark(TWIN.simulate, TWIN_ROUNDS, seed=1)


@pytest.mark.benchmark(group="rounds of baccarat")
@pytest.mark.items(ROUNDS_OF_SHOES)
def test_simulate_shoes(benchmark):
    """Rounds of shoes that are dealt to the cut card."""
    benchmark(GAME.simulate_shoes, SHOES_DEALT, seed=1, threads=1)


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
@pytest.mark.items(len(SHOES))
def test_exact_shoes(benchmark):
    benchmark(GAME.exact_shoes, SHOES, threads=1)


@pytest.mark.benchmark(group="baccarat, exact")
def test_exact_reference(benchmark):
    """One shoe, by outcome."""
    benchmark.pedantic(TWIN.exact, rounds=1)
