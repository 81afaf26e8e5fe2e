"""Ctrl-C ends a long native loop, and other threads run meanwhile."""

import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from conftest import interrupt_after

import croupier

pytestmark = pytest.mark.usefixtures("isa")

HAND = np.array([51, 47, 43, 39, 35, 1, 0], np.uint8)
HANDS = np.broadcast_to(HAND, (1_000_000_000, 7))

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


@pytest.mark.parametrize("name", LONG)
def test_interrupt(name: str) -> None:
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt), interrupt_after(0.05):
        LONG[name]()
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
