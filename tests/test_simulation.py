"""The loop that drives simulations: exact numbers of rounds, progress, Ctrl-C, threads, seeds."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from functools import reduce
from itertools import pairwise
from operator import add
from typing import Any

import numpy as np
import pytest
from conftest import interrupt_after

import croupier
from croupier.report.tally import Tally
from croupier.rules import Rules
from croupier.simulation import Simulation, run

GAMES = [croupier.Baccarat(), croupier.ThaiHiLo(), croupier.Baccarat(decks=40)]
game = pytest.mark.parametrize("game", GAMES, ids=["baccarat", "thai-hilo", "large shoe"])


@game
@pytest.mark.parametrize("rounds", [0, 1, 7, 1000, 1023, 1024, 1025, 100_001])
@pytest.mark.parametrize("threads", [1, 2, 3, None])
def test_exactly_so_many_rounds(game: Any, rounds: int, threads: int | None) -> None:
    report = game.simulate(rounds, seed=1, threads=threads)
    assert sum(report.counts) == report.rounds == rounds
    assert report.ranges == ((range(rounds),) if rounds else ())
    assert not report.partial


@game
@pytest.mark.usefixtures("isa")
def test_the_report_does_not_depend_on_how_it_is_made(game: Any) -> None:
    rounds = 300_000
    whole = game.simulate(rounds, seed=2, threads=1)
    assert game.simulate(rounds, seed=2, threads=2) == whole
    assert game.simulate(rounds, seed=2, threads=3) == whole
    size = rounds // 10
    pieces = [game.simulate(size, seed=2, first_round=i * size) for i in range(10)]
    assert reduce(add, pieces) == whole


def test_shoes_do_not_depend_on_threads() -> None:
    one, two = (GAMES[0].simulate_shoes(500, seed=3, threads=n) for n in (1, 2))
    assert one == two
    half = GAMES[0].simulate_shoes(250, seed=3)
    with pytest.raises(ValueError, match="disjoint shoes are needed, but 0 to 249 stand twice"):
        half + one
    assert half + GAMES[0].simulate_shoes(250, seed=3, first_shoe=250) == one


# Arguments


@game
@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"rounds": -1}, ValueError, r"rounds: an int from 0 to 2\*\*63 - 1 is needed, got -1"),
        ({"rounds": 2**63}, ValueError, r"rounds: .* got 2\*\*63"),
        ({"rounds": 10**5000}, ValueError, "rounds: .* got an integer of 16610 bits"),
        ({"rounds": 1.0}, TypeError, "rounds: .* got float"),
        ({"rounds": True}, TypeError, "rounds: .* got bool"),
        ({"rounds": np.True_}, TypeError, "rounds: .* got bool"),
        ({"rounds": np.arange(2)}, TypeError, "rounds: .* got ndarray"),
        ({"rounds": None}, TypeError, "rounds: .* got NoneType"),
        ({"first_round": -1}, ValueError, "first_round: "),
        ({"first_round": 2**64}, ValueError, "first_round: "),
        ({"first_round": 2**64 - 9}, ValueError, r"rounds: first_round \+ rounds up to 2\*\*64"),
        ({"first_round": 0.0}, TypeError, "first_round: "),
        ({"seed": -1}, ValueError, r"seed: an int from 0 to 2\*\*128 - 1 is needed, got -1"),
        ({"seed": 2**128}, ValueError, r"seed: .* got 2\*\*128"),
        ({"seed": 1.5}, TypeError, "seed: .* got float"),
        ({"seed": True}, TypeError, "seed: .* got bool"),
        ({"seed": "7"}, TypeError, "seed: .* got str"),
        ({"threads": 0}, ValueError, "threads: "),
        ({"threads": -1, "rounds": 0}, ValueError, "threads: "),
        ({"threads": 1.0}, TypeError, "threads: "),
        ({"progress": 1}, TypeError, "progress: a callable is needed, got int"),
    ],
)
def test_bad_arguments(game: Any, options: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=f"^{message}"):
        game.simulate(**({"rounds": 10, "seed": 1} | options))


@game
@pytest.mark.parametrize("index", [-1, 2**64, 1.0, True, None, "1"])
def test_bad_indices(game: Any, index: Any) -> None:
    with pytest.raises((ValueError, TypeError), match=r"^index: an int from 0 to 2\*\*64 - 1"):
        game.deal(1, index)


@game
@pytest.mark.parametrize("seed", [-1, 2**128, 1.5, True, None, "7"])
def test_bad_seeds_of_a_deal(game: Any, seed: Any) -> None:
    with pytest.raises((ValueError, TypeError), match=r"^seed: an int from 0 to 2\*\*128 - 1"):
        game.deal(seed, 1)


@game
def test_the_last_rounds_there_are(game: Any) -> None:
    report = game.simulate(1500, seed=2**128 - 1, first_round=2**64 - 1500)
    assert report.ranges == (range(2**64 - 1500, 2**64),)
    assert sum(report.counts) == 1500


@game
def test_seeds(game: Any) -> None:
    with_seed = [game.simulate(5000, seed=seed) for seed in (7, 7, np.int64(7), np.uint8(7))]
    assert all(report == with_seed[0] for report in with_seed)
    assert all(type(report.seed) is int for report in with_seed)
    fresh = [game.simulate(5000) for _ in range(2)]
    assert fresh[0].seed != fresh[1].seed
    assert fresh[0].counts != fresh[1].counts
    assert game.simulate(5000, seed=fresh[0].seed) == fresh[0]
    different = {game.simulate(5000, seed=seed).counts for seed in (0, 1, 2**64, 2**64 + 1, 2**127)}
    assert len(different) == 5


def test_forked_workers_have_their_own_entropy() -> None:
    code = """
import multiprocessing, croupier
with multiprocessing.get_context("fork").Pool(4) as pool:
    print(*{report.seed for report in pool.map(croupier.ThaiHiLo().simulate, [1000] * 4)})
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert len(done.stdout.split()) == 4


# Progress


@game
@pytest.mark.parametrize("rounds", [0, 1, 5000, 3_000_000])
def test_progress(game: Any, rounds: int) -> None:
    told: list[tuple[int, int]] = []
    game.simulate(rounds, seed=1, progress=lambda done, total: told.append((done, total)))
    done = [entry for entry, _ in told]
    assert {total for _, total in told} == {rounds}
    assert done == sorted(set(done))
    assert done.count(rounds) == 1
    assert done[-1] == rounds
    assert rounds < 100_000 or done[0] < rounds / 10


def test_progress_is_told_seldom(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = 0.0

    def tick() -> float:
        nonlocal clock
        clock += 0.001
        return clock

    monkeypatch.setattr(time, "monotonic", tick)
    monkeypatch.setattr(time, "perf_counter", tick)
    told: list[float] = []
    croupier.ThaiHiLo().simulate(10**8, seed=1, progress=lambda *_: told.append(clock))
    assert all(later - earlier >= 0.05 for earlier, later in pairwise(told[:-1]))


def test_what_progress_raises_is_passed_on() -> None:
    def stop(done: int, _: int) -> None:
        raise LookupError(done)

    with pytest.raises(LookupError):
        croupier.Baccarat().simulate(10**6, seed=1, progress=stop)


# Steps


def interrupt(*_: Any) -> Any:
    raise KeyboardInterrupt


class Counting(Simulation[Tally]):
    """A simulation that only counts its rounds, and notes what it is asked for."""

    width = 1
    details: dict[str, Any] = {}  # noqa: RUF012

    def __init__(self, count: Callable[[int, int], object]) -> None:
        super().__init__(Rules(), 0)
        object.__setattr__(self, "asked", [])
        object.__setattr__(self, "then", count)

    def count(self, first: int, size: int, threads: Any = None) -> Any:
        assert threads == 3
        self.asked.append((first, size))  # type: ignore[attr-defined]
        self.then(first, size)  # type: ignore[attr-defined]
        return np.array([size], dtype=np.int64)

    def report(self, tally: Tally) -> Tally:
        return tally


def test_counts_of_another_shape_are_refused() -> None:
    class Narrow(Counting):
        width = 3  # type: ignore[assignment]

    message = r"^simulation: counts of shape \(3,\) are needed, got \(1,\)$"
    with pytest.raises(ValueError, match=message):
        run(Narrow(lambda *_: None), 5, threads=3)
    with pytest.raises(ValueError, match=r"^counts: as many of one .* got 3 and 1$"):
        Tally((1, 2, 3), (range(6),)) + Tally((1,), (range(6, 7),))


def test_steps_are_short_and_cover_all() -> None:
    simulation = Counting(lambda _, size: time.sleep(size * 1e-6))
    tally = run(simulation, 300_000, 100, threads=3)
    assert tally == Tally((300_000,), (range(100, 300_100),))
    preparing, *asked = simulation.asked  # type: ignore[attr-defined]
    assert preparing == (100, 0)
    assert asked[0][0] == 100
    assert all(first + size == then for (first, size), (then, _) in pairwise(asked))
    assert max(size for _, size in asked) <= 60_000
    sizes = np.cumsum([size for _, size in asked])
    assert [counts[0] for counts in tally.history] == [1024 * 2**k for k in range(9)]
    assert set(1024 * 2 ** np.arange(9)) <= set(sizes)


def test_a_slow_game_is_asked_for_single_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0

    def take(_: int, size: int) -> None:
        nonlocal now
        now += 0.02 * size if size < 100 else 0.1

    monkeypatch.setattr(time, "perf_counter", lambda: now)
    simulation = Counting(take)
    assert run(simulation, 1030, threads=3).counts == (1030,)
    assert max(size for _, size in simulation.asked) == 1  # type: ignore[attr-defined]


def test_a_simulation_prepares_itself_before_it_counts() -> None:
    class Prepared(Counting):
        def prepare(self, threads: Any = None, progress: Any = None) -> None:
            self.asked.append(("prepare", threads, progress))  # type: ignore[attr-defined]

    told: list[int] = []
    simulation = Prepared(lambda *_: None)
    run(simulation, 5, threads=3, progress=lambda done, _: told.append(done))
    assert simulation.asked[0] == ("prepare", 3, None)  # type: ignore[attr-defined]
    assert told[-1] == 5


def test_an_interrupt_while_a_simulation_prepares_itself_carries_a_report() -> None:
    class Prepared(Counting):
        prepare = interrupt

    with pytest.raises(KeyboardInterrupt) as caught:
        run(Prepared(lambda *_: None), 5, 3, threads=3)
    assert caught.value.report == Tally((0,), (), (range(3, 8),))  # type: ignore[attr-defined]


# Ctrl-C


@game
@pytest.mark.parametrize("threads", [1, 2])
def test_an_interrupt_carries_what_was_counted(game: Any, threads: int) -> None:
    with pytest.raises(KeyboardInterrupt) as caught, interrupt_after(0.3):
        game.simulate(10**11, seed=4, threads=threads)
    report = caught.value.report  # type: ignore[attr-defined]
    assert report.partial
    assert 0 < report.rounds < 10**11
    assert report.ranges == (range(report.rounds),)
    assert sum(report.counts) == report.rounds
    assert report.to_dict()["partial"] is True
    assert "partial" in str(report)
    again = game.simulate(report.rounds, seed=4)
    assert again.counts == report.counts
    assert report.tally.missing == (range(report.rounds, 10**11),)
    more = game.simulate(10, seed=4, first_round=report.rounds)
    assert (report + more).tally.missing == (range(report.rounds + 10, 10**11),)


def test_an_interrupted_shoe_too() -> None:
    with pytest.raises(KeyboardInterrupt) as caught, interrupt_after(0.3):
        GAMES[0].simulate_shoes(10**10, seed=4)
    report = caught.value.report  # type: ignore[attr-defined]
    again = GAMES[0].simulate_shoes(report.ranges[0].stop, seed=4)
    assert (report.partial, report.counts) == (True, again.counts)


def test_an_interrupt_of_exact_shoes() -> None:
    shoes = np.full((200_000, 10), 32)
    with pytest.raises(KeyboardInterrupt), interrupt_after(0.1):
        GAMES[0].exact_shoes(shoes)


def test_an_interrupt_at_the_end_is_not_partial() -> None:
    def interrupt(done: int, total: int) -> None:
        if done == total:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as caught:
        croupier.ThaiHiLo().simulate(10**6, seed=4, progress=interrupt)
    assert caught.value.report == croupier.ThaiHiLo().simulate(10**6, seed=4)  # type: ignore[attr-defined]


@pytest.fixture
def heard_interrupt() -> Iterator[None]:
    """Hear Ctrl-C in tests that run in the background, where shells have it ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("heard_interrupt")
def test_an_interrupt_between_steps_loses_no_step() -> None:
    def interrupt(first: int, _: int) -> None:
        if first > 5000:
            signal.raise_signal(signal.SIGINT)

    with pytest.raises(KeyboardInterrupt) as caught:
        run(Counting(interrupt), 10**6, threads=3)
    tally = caught.value.report  # type: ignore[attr-defined]
    assert tally.partial
    assert tally.counts[0] == tally.done > 5000


def test_other_threads_run_meanwhile() -> None:
    ticks = 0
    done = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not done.is_set():
            ticks += 1
            time.sleep(0.001)

    ticking = threading.Thread(target=tick)
    ticking.start()
    croupier.Baccarat().simulate(10**7, seed=1, threads=1)
    done.set()
    ticking.join()
    assert ticks > 10


def test_simulations_in_threads_at_once() -> None:
    alone = [croupier.Baccarat().simulate(200_000, seed=seed) for seed in range(4)]
    reports: dict[int, Any] = {}

    def work(seed: int) -> None:
        reports[seed] = croupier.Baccarat().simulate(200_000, seed=seed)

    workers = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert [reports[seed] for seed in range(4)] == alone


EARLY: dict[str, Any] = {
    "baccarat": lambda **k: croupier.Baccarat().simulate(10, seed=4, **k),
    "shoes": lambda **k: croupier.Baccarat().simulate_shoes(10, seed=4, **k),
    "thai-hilo": lambda **k: croupier.ThaiHiLo().simulate(10, seed=4, **k),
    "casino-holdem": lambda **k: croupier.CasinoHoldem().simulate(10, seed=4, **k),
    "royal-casino": lambda **k: croupier.RoyalCasino().simulate(10, seed=4, **k),
    "matches": lambda **k: croupier.RoyalCasino().simulate_matches(10, seed=4, **k),
}
NATIVES = ("baccarat_count", "baccarat_count_to_cut", "thai_hilo_count", "casino_holdem_count",
           "royal_casino_tally_hands", "royal_casino_tally_matches")  # fmt: skip


@pytest.mark.parametrize("name", EARLY)
def test_an_interrupt_before_the_first_round_carries_a_report(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for native in NATIVES:
        monkeypatch.setattr(croupier._core, native, interrupt)
    with pytest.raises(KeyboardInterrupt) as caught:
        EARLY[name]()
    report = caught.value.report  # type: ignore[attr-defined]
    assert (report.partial, report.ranges, sum(report.counts)) == (True, (), 0)
    assert report.seed == 4
    assert report.to_dict()["partial"] is True


@pytest.mark.parametrize("name", EARLY)
def test_an_interrupt_in_progress_carries_a_report(name: str) -> None:
    with pytest.raises(KeyboardInterrupt) as caught:
        EARLY[name](progress=interrupt)
    report = caught.value.report  # type: ignore[attr-defined]
    done = report.ranges[0].stop
    assert report.partial == (done < 10)
    assert report.ranges == (range(done),)
