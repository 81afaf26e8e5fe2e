"""Thai HiLo under pytest-benchmark."""

import pytest

import croupier
import croupier.reference

GAME = croupier.ThaiHiLo()
TWIN = croupier.reference.ThaiHiLo()
ROUNDS = 20_000_000
TWIN_ROUNDS = 2_000


@pytest.mark.benchmark(group="rounds of Thai HiLo")
@pytest.mark.items(ROUNDS)
@pytest.mark.parametrize("threads", [1, 2])
def test_simulate(benchmark, threads):
    benchmark(GAME.simulate, ROUNDS, seed=1, threads=threads)


@pytest.mark.benchmark(group="rounds of Thai HiLo")
@pytest.mark.items(TWIN_ROUNDS)
def test_simulate_reference(benchmark):
    benchmark(TWIN.simulate, TWIN_ROUNDS, seed=1)


@pytest.mark.benchmark(group="one round of Thai HiLo")
@pytest.mark.parametrize("game", [GAME, TWIN], ids=["croupier", "reference"])
def test_deal(benchmark, game):
    benchmark(game.deal, 1, 2**40)


@pytest.mark.benchmark(group="one round of Thai HiLo")
def test_settle(benchmark):
    """All 36 bets."""
    benchmark(GAME.settle, GAME.deal(1, 2), dict.fromkeys(GAME.bets, 100))


@pytest.mark.benchmark(group="Thai HiLo, exact")
def test_exact(benchmark):
    """All rolls, all bets priced."""
    benchmark(lambda: GAME.exact().bets)
