"""Memory stays flat however often a function is called."""

from __future__ import annotations

import contextlib
import resource
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import deal

import croupier


def resident_bytes() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize()


def refused(call: Callable[[], Any]) -> Callable[[], None]:
    def run() -> None:
        with contextlib.suppress(ValueError, TypeError):
            call()

    return run


HAND = [51, 47, 43, 39, 35, 0, 1]
BATCH = deal(9, 1000, 7)
STRIDED = BATCH.astype(np.int32)[::-1, ::-1]
SWAPPED = BATCH.astype(">i8")
BAD = BATCH.copy()
BAD[-1] = 5
MASKS = croupier.to_masks(BATCH)
NESTED = BATCH[:100].tolist()
OUT = np.empty(1000, np.uint16)
RECORD_OUT = np.zeros(1000, "u1,u2")["f1"]

STEADY: dict[str, tuple[int, Callable[[], Any]]] = {
    "list": (1_000_000, partial(croupier.evaluate, HAND)),
    "text": (1_000_000, partial(croupier.evaluate, "As Ks Qs Js Ts 2c 2d")),
    "array": (1_000_000, partial(croupier.evaluate, np.array(HAND))),
    "bytes": (100_000, partial(croupier.evaluate, bytes(HAND))),
    "other scalar calls": (
        5_000,
        lambda: (
            croupier.evaluate("A♠K♠Q♠J♠10♠"),
            croupier.evaluate([np.int64(card) for card in HAND]),
            croupier.evaluate(HAND, threads=2),
            croupier.best_five(HAND),
            croupier.to_masks(HAND),
            croupier.evaluate_masks(0x1F00),
            croupier.parse_cards("As Kd 10h"),
            croupier.format_cards(HAND),
            croupier.category(1),
            croupier.describe(167, locale="ro"),
        ),
    ),
    "refused": (
        10_000,
        lambda: [
            run()
            for run in (
                refused(lambda: croupier.evaluate([0, 0, 1, 2, 3])),
                refused(lambda: croupier.evaluate([0, 1, 2, 3, 2**70])),
                refused(lambda: croupier.evaluate([0, 1, 2, 3, 4.0])),
                refused(lambda: croupier.evaluate("As Kd Zx")),
                refused(lambda: croupier.evaluate(None)),
                refused(lambda: croupier.evaluate([[0, 1, 2, 3, 4], [0, 1]])),
                refused(lambda: croupier.evaluate(HAND, out=HAND)),
                refused(lambda: croupier.evaluate(HAND, what=HAND)),
                refused(lambda: croupier.best_five(BAD)),
                refused(lambda: croupier.evaluate_masks([0x1F, 0x1F << 11])),
                refused(lambda: croupier.parse_cards("As Kd \ud800")),
                refused(lambda: croupier.format_cards([0, 52])),
                refused(lambda: croupier.category([1, 0])),
            )
        ],
    ),
    "refused batch": (2_000, refused(lambda: croupier.evaluate(BAD))),
    "batch": (20_000, partial(croupier.evaluate, BATCH)),
    "batch into out": (20_000, partial(croupier.evaluate, BATCH, out=OUT)),
    "batch into strided out": (5_000, partial(croupier.evaluate, BATCH, out=RECORD_OUT)),
    "batch of threads": (2_000, partial(croupier.evaluate, BATCH, threads=2)),
    "strided batch": (5_000, partial(croupier.evaluate, STRIDED)),
    "byte-swapped batch": (5_000, partial(croupier.evaluate, SWAPPED)),
    "nested lists": (1_000, partial(croupier.evaluate, NESTED)),
    "batch of masks": (10_000, partial(croupier.evaluate_masks, MASKS)),
    "masks of a batch": (5_000, partial(croupier.to_masks, BATCH)),
    "best fives of a batch": (2_000, partial(croupier.best_five, BATCH)),
    "categories of a batch": (2_000, lambda: croupier.category(np.arange(1, 7463))),
}


def repeat(call: Callable[[], Any], times: int) -> Iterator[int]:
    """Resident size after each of eight rounds of calls."""
    for _ in range(8):
        for _ in range(times // 8):
            call()
        yield resident_bytes()


@pytest.mark.parametrize("kind", STEADY)
def test_memory_stays_flat(kind: str) -> None:
    times, call = STEADY[kind]
    _, warm, *_, last = repeat(call, times)
    assert last - warm < 1_000_000
