"""Casino Hold'em under pytest-benchmark."""

import pytest

import croupier
import croupier.reference
from croupier import _core
from croupier.reference.casino_holdem import basic

GAME = croupier.CasinoHoldem()
TWIN = croupier.reference.CasinoHoldem()
ROUNDS = 5_000_000
TWIN_ROUNDS = 500


@pytest.fixture(scope="module", autouse=True)
def solved():
    """Solve the game once, so that only what is named is timed."""
    GAME.exact()


@pytest.mark.benchmark(group="rounds of casino hold'em")
@pytest.mark.items(ROUNDS)
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("strategy", ["optimal", "basic", "always_call"])
def test_simulate(benchmark, strategy, threads):
    played = GAME.strategy(strategy)
    benchmark(GAME.simulate, ROUNDS, strategy=played, seed=1, threads=threads)


@pytest.mark.benchmark(group="rounds of casino hold'em")
@pytest.mark.items(TWIN_ROUNDS)
def test_simulate_reference(benchmark):
    benchmark(TWIN.simulate, TWIN_ROUNDS, strategy=basic, seed=1)


@pytest.mark.benchmark(group="casino hold'em, exact")
@pytest.mark.parametrize("threads", [1, 2])
def test_solve(benchmark, threads):
    """From nothing to the counts of every state."""
    benchmark.pedantic(_core.solve_casino_holdem, (5745, threads), rounds=3)


@pytest.mark.benchmark(group="casino hold'em, exact")
def test_another_paytable(benchmark, tmp_path, monkeypatch):
    """Optimal play and its report under a paytable not seen before, the game once solved."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    royal = iter(range(101, 10_000))
    benchmark(
        lambda: croupier.CasinoHoldem(ante=(1, 1, 1, 1, 1, 2, 3, 10, 20, next(royal))).exact().bets
    )


@pytest.mark.benchmark(group="casino hold'em, exact")
def test_decide(benchmark):
    """One hand, played out in 1,070,190 ways."""
    benchmark(GAME.strategy().decide, "8c6s", "Ah2cKc")
