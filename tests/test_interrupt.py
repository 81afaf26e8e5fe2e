"""Ctrl-C ends a long native loop, and other threads run meanwhile."""

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from conftest import interrupt_after

import croupier

pytestmark = pytest.mark.usefixtures("isa")

HAND = np.array([51, 47, 43, 39, 35, 1, 0], np.uint8)
HANDS = np.broadcast_to(HAND, (1_000_000_000, 7))
SPOTS = np.broadcast_to(np.array([[51, 50], [45, 44]], np.uint8), (10_000_000, 2, 2))
ANY = "random"
# Both cards of nine or both of eleven: nine pairs at most.
PARTS = [[croupier.format_cards([card]) for card in part] for part in (range(9), range(9, 20))]
APART = ", ".join(one + other for part in PARTS for one, other in combinations(part, 2))

LONG: dict[str, Callable[[], Any]] = {
    "evaluate": lambda: croupier.evaluate(HANDS),
    "evaluate on threads": lambda: croupier.evaluate(HANDS, threads=2),
    "evaluate swapped": lambda: croupier.evaluate(np.broadcast_to(HAND.astype(">i8"), HANDS.shape)),
    "evaluate nested": lambda: croupier.evaluate([HAND.tolist()] * 2_000_000),
    "evaluate_masks": lambda: croupier.evaluate_masks(np.broadcast_to(np.int64(31), 1_000_000_000)),
    "category": lambda: croupier.category(np.broadcast_to(np.uint16(31), 2_000_000_000)),
    "to_masks": lambda: croupier.to_masks(HANDS),
    "best_five": lambda: croupier.best_five(HANDS),
    "strength_histogram": lambda: croupier.strength_histogram(7, threads=1),
}


LONG_GAMES: dict[str, Callable[[], Any]] = {
    "simulate": lambda: croupier.Baccarat().simulate(10**10, seed=1),
    "exact": lambda: croupier._core.solve_casino_holdem(5746, 1),
    "search": lambda: croupier.RoyalCasino().match(("search", "search"), 1, playouts=10**6),
    "equity": lambda: croupier.equity(ANY, ANY, threads=1),
    "equity by combos": lambda: croupier.equity("22+, A2s+", "22+, A2s+, K2s+", threads=1),
    "equity of three": lambda: croupier.equity(ANY, ANY, ANY, board="2c7dJh3s9c", threads=1),
    "equity, runouts of three": lambda: croupier.equity(
        ANY, ANY, ANY, board="2c7dJh", max_exact=10**15
    ),
    "equity by samples": lambda: croupier.equity(ANY, ANY, samples=10**10, seed=1),
    "equity of rows": lambda: croupier.equity(SPOTS),
    "equity of ten": lambda: croupier.equity(
        *["22+"] * 10, board="2c7dJh5s4s", max_exact=2**62, threads=2
    ),
    "equity that cannot be": lambda: croupier.equity(*[APART] * 10),
    "equity_matrix": lambda: croupier.equity_matrix(threads=1),
    "equity_matrix on a flop": lambda: croupier.equity_matrix(board="2c7dJh", threads=1),
}


@pytest.mark.parametrize("name", [*LONG, *LONG_GAMES])
def test_interrupt(name: str) -> None:
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt), interrupt_after(0.05):
        (LONG | LONG_GAMES)[name]()
    assert time.monotonic() - began < 1, "the call ran on"
    assert croupier.evaluate("As Ks Qs Js Ts") == 1


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
    before = ticks
    croupier.strength_histogram(6, threads=1)
    after = ticks
    done.set()
    ticking.join()
    assert after > before + 2


class AlarmError(Exception):
    """What a signal handler raises."""


@contextmanager
def alarm_after(seconds: float, handler: Any) -> Iterator[None]:
    before = signal.signal(signal.SIGALRM, handler)
    signal.setitimer(signal.ITIMER_REAL, seconds, 0.02)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def raise_alarm(*_: object) -> None:
    raise AlarmError


@pytest.mark.parametrize("name", [*LONG, *LONG_GAMES])
def test_what_a_signal_handler_raises_reaches_the_caller(name: str) -> None:
    with pytest.raises(AlarmError), alarm_after(0.05, raise_alarm):
        (LONG | LONG_GAMES)[name]()


@pytest.mark.parametrize("handler", [lambda *_: None, signal.SIG_IGN], ids=["returns", "ignored"])
def test_a_signal_that_is_handled_does_not_end_a_call(handler: Any) -> None:
    with alarm_after(0.01, handler):
        assert croupier.strength_histogram(7, threads=2).sum() == 133_784_560


def test_where_threads_are_refused_those_that_run_share_the_work() -> None:
    code = """
import os, resource
import numpy as np
import croupier
hands = np.tile(np.array([51, 47, 43, 39, 35], np.uint8), (600_000, 1))
baccarat, holdem = croupier.Baccarat(), croupier.CasinoHoldem()
royal = croupier.RoyalCasino()
calls = [
    lambda: croupier.evaluate(hands, threads=64).sum(),
    lambda: croupier.strength_histogram(5, threads=64).tolist(),
    lambda: baccarat.simulate(50_000, seed=1, threads=8),
    lambda: croupier.ThaiHiLo().simulate(10**7, seed=1, threads=8),
    lambda: holdem.simulate(50_000, strategy="basic", seed=1, threads=8),
    lambda: royal.simulate(100, seed=1, threads=8),
]
before = [call() for call in calls]
if os.getuid() == 0:
    os.setuid(65534)
for most in (1, 2, 3, 6):
    resource.setrlimit(resource.RLIMIT_NPROC, (most, resource.getrlimit(resource.RLIMIT_NPROC)[1]))
    assert [call() for call in calls] == before
def size():
    return int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_NPROC, (1, resource.getrlimit(resource.RLIMIT_NPROC)[1]))
start = size()
for _ in range(200):
    calls[1]()
assert size() - start < 50_000_000, size() - start
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
