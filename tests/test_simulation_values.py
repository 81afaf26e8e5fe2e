"""Simulations as values: equal, pickled, added up in any order, told apart by their digests."""

from __future__ import annotations

import multiprocessing
import pickle
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import FrozenInstanceError, replace
from functools import partial, reduce
from operator import add
from typing import Any

import pytest

import croupier
from croupier.games.thai_hilo import RollSimulation
from croupier.report.tally import Tally
from croupier.simulation import Simulation, run


def agrees(hole: Any, flop: Any) -> Any:
    return hole[:, 0] > flop[:, 0]


SIMULATIONS: dict[str, Callable[..., Simulation[Any]]] = {
    "thai-hilo": croupier.ThaiHiLo().simulation,
    "baccarat": croupier.Baccarat().simulation,
    "shoes": croupier.Baccarat().shoe_simulation,
    "casino-holdem": partial(croupier.CasinoHoldem().simulation, strategy="basic"),
    "lambda": partial(
        croupier.CasinoHoldem().simulation,
        strategy=lambda hole, flop: agrees(hole, flop),
    ),
    "royal-casino": croupier.RoyalCasino().simulation,
    "matches": partial(croupier.RoyalCasino().simulation, match=True),
}
simulated = pytest.mark.parametrize("name", SIMULATIONS)


@simulated
def test_a_simulation_is_a_value(name: str) -> None:
    simulation = SIMULATIONS[name](seed=2**100)
    copied = pickle.loads(pickle.dumps(simulation))
    assert copied == simulation
    assert hash(copied) == hash(simulation)
    assert copied.digest == simulation.digest
    assert run(copied, 50, 7) == run(simulation, 50, 7)
    assert (simulation.count(7, 50, 1) == run(simulation, 50, 7).counts).all()
    with pytest.raises(FrozenInstanceError):
        simulation.seed = 1  # type: ignore[misc]


@simulated
def test_pieces_of_a_simulation_add_up_in_any_order(name: str) -> None:
    simulation = SIMULATIONS[name](seed=5)
    tallies = [simulation.tally(first, 9) for first in (27, 0, 18, 9)]
    assert simulation.tally(5, 0) == Tally((0,) * simulation.width)
    assert simulation.report(reduce(add, tallies)) == run(simulation, 36)


def test_digests_of_simulations_tell_them_apart() -> None:
    game, holdem, royal = croupier.ThaiHiLo(), croupier.CasinoHoldem(), croupier.RoyalCasino()
    baccarat = croupier.Baccarat()
    simulations = [
        game.simulation(seed=1),
        game.simulation(seed=2),
        game.simulation(seed=1, stake=10),
        croupier.ThaiHiLo(hi=1).simulation(seed=1),
        baccarat.simulation(seed=1),
        baccarat.shoe_simulation(seed=1),
        baccarat.shoe_simulation(seed=1, cut_card=20),
        holdem.simulation(seed=1, strategy="basic"),
        holdem.simulation(seed=1, strategy="side_bet"),
        holdem.simulation(seed=1, strategy=holdem.strategy(agrees)),
        royal.simulation(seed=1),
        royal.simulation(seed=1, match=True),
        royal.simulation(("random", "random"), seed=1),
        royal.simulation(seed=1, playouts=10),
    ]
    assert len({simulation.digest for simulation in simulations}) == len(simulations)
    assert len(set(simulations)) == len(simulations)
    known = "9a984c8870b2dcdbff295ad2116ac7bf9dcfd0d3657e2342c8a7884a5e96e378"
    assert game.simulation(seed=1).digest == known


def test_digests_stay_whatever_has_been_counted() -> None:
    def other(hole: Any, flop: Any) -> Any:
        return ~agrees(hole, flop)

    holdem = croupier.CasinoHoldem()
    simulation, another = (holdem.simulation(seed=1, strategy=f) for f in (agrees, other))
    before = simulation.digest
    simulation.count(0, 10)
    assert simulation.digest == pickle.loads(pickle.dumps(simulation)).digest == before
    assert another.digest != before


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"seed": -1}, ValueError, "seed: "),
        ({"seed": 1.5}, TypeError, "seed: "),
        ({"stake": 0}, ValueError, "stake: "),
        ({"stake": -5}, ValueError, "stake: "),
        ({"stake": 2**53 + 1}, ValueError, "stake: "),
    ],
)
def test_a_simulation_made_by_hand_is_checked(
    options: Any, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=f"^{message}"):
        replace(croupier.ThaiHiLo().simulation(seed=1), **options)


@pytest.mark.parametrize("wrong", [None, 5, RollSimulation, croupier.ThaiHiLo()])
def test_what_is_run_is_a_simulation(wrong: Any) -> None:
    with pytest.raises(TypeError, match=r"^simulation: a Simulation is needed, got "):
        run(wrong, 5)


def test_a_simulation_goes_to_other_processes() -> None:
    simulation = croupier.ThaiHiLo().simulation(seed=3)
    assert isinstance(simulation, RollSimulation)
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as pool:
        pieces = pool.map(simulation.count, (0, 500), (500, 500))
    assert tuple(sum(pieces).tolist()) == run(simulation, 1000).counts


# Ctrl-C before there is a round
