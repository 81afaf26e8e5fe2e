"""Royal Casino under pytest-benchmark."""

import pytest

import croupier
from croupier.reference import royal_casino as twin

HANDS = 20_000
TWIN_HANDS = 20
OBJECT_HANDS = 100
CROWD = ("5d Kd Ad As", "2d 3c 3d 3h 3s 4h 5s 6s 7s 8c 9d Tc Jh Qd Ks Ac")


@pytest.mark.benchmark(group="hands of Royal Casino")
@pytest.mark.items(HANDS)
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("agent", ["random", "greedy"])
def test_simulate(benchmark, players, agent):
    game = croupier.RoyalCasino(players)
    benchmark(game.simulate, HANDS, (agent,) * players, seed=1, threads=1)


@pytest.mark.benchmark(group="hands of Royal Casino")
@pytest.mark.items(HANDS)
def test_simulate_two_threads(benchmark):
    game = croupier.RoyalCasino()
    benchmark(game.simulate, HANDS, ("random", "random"), seed=1, threads=2)


@pytest.mark.benchmark(group="hands of Royal Casino")
@pytest.mark.items(OBJECT_HANDS)
def test_simulate_an_object(benchmark):
    """An object plays the first legal move."""

    class First:
        def choose(self, view):
            return view.legal_moves()[0]

    benchmark(croupier.RoyalCasino().simulate, OBJECT_HANDS, (First(), "random"), seed=1)


@pytest.mark.benchmark(group="hands of Royal Casino")
@pytest.mark.items(TWIN_HANDS)
def test_simulate_reference(benchmark):
    rules = twin.RoyalCasino()

    def play():
        for index in range(TWIN_HANDS):
            for _ in twin.play_random(rules, 1, index):
                pass

    benchmark.pedantic(play, rounds=5)


@pytest.mark.benchmark(group="one position of Royal Casino")
def test_legal_moves_of_a_crowd(benchmark):
    """29,365 moves, as Python objects."""
    state = croupier.RoyalCasino().position([CROWD[0], ""], CROWD[1])
    assert len(benchmark(state.legal_moves)) == 29_365


@pytest.mark.benchmark(group="one position of Royal Casino")
@pytest.mark.parametrize("agent", ["random", "greedy", "search"])
@pytest.mark.parametrize("where", ["start", "crowd"])
def test_choose(benchmark, agent, where):
    """A search has 1,000 playouts."""
    game = croupier.RoyalCasino()
    state = game.start(1) if where == "start" else game.position([CROWD[0], ""], CROWD[1])
    benchmark(game.choose, agent, state)


@pytest.mark.benchmark(group="one position of Royal Casino")
def test_play(benchmark):
    """The moves of a hand, one after the other."""
    record = croupier.RoyalCasino().play_hand(("greedy", "greedy"), seed=1)
    benchmark(lambda: list(record.states()))
