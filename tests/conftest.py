from __future__ import annotations

import json
import math
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from hypothesis import settings
from phevaluator import evaluate_cards

import croupier
from croupier import reference

settings.register_profile("croupier", deadline=None, derandomize=True, database=None)
settings.load_profile("croupier")

HANDS: dict[str, Any] = json.loads(
    (Path(__file__).parent / "data" / "hands.json").read_text(encoding="utf-8")
)


def table(rows: list[Any]) -> Any:
    """Parametrise a test over rows that carry their own ids."""
    return pytest.mark.parametrize("row", [pytest.param(row, id=row["id"]) for row in rows])


def deal(seed: int, hands: int, n_cards: int) -> np.ndarray:
    """Random hands: the first cards of shuffled packs, uint8."""
    packs = np.random.default_rng(seed).random((hands, 52), dtype=np.float32)
    return np.argpartition(packs, n_cards, axis=1)[:, :n_cards].astype(np.uint8)


def chi_square_p(counts: Sequence[int], chances: Sequence[int]) -> float:
    """Tell how likely counts are to stray further from chances (whole numbers) than these."""
    rounds, total = sum(counts), sum(chances)
    assert all(count == 0 for count, chance in zip(counts, chances, strict=True) if chance == 0)
    kept = [
        (n, rounds * chance / total) for n, chance in zip(counts, chances, strict=True) if chance
    ]
    # Cells expected fewer than five times are taken together.
    rare = [cell for cell in kept if cell[1] < 5]
    cells = [cell for cell in kept if cell[1] >= 5]
    if rare:
        cells.append((sum(n for n, _ in rare), sum(expected for _, expected in rare)))
    half = sum((n - expected) ** 2 / expected for n, expected in cells) / 2
    shape = (len(cells) - 1) / 2
    # 1 less the regularised lower incomplete gamma function, by its power series.
    term = series = 1 / shape
    for step in range(1, 10_000):
        term *= half / (shape + step)
        series += term
    return 1 - series * math.exp(shape * math.log(half) - half - math.lgamma(shape))


@contextmanager
def interrupt_after(seconds: float) -> Iterator[None]:
    def raise_interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, raise_interrupt)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@contextmanager
def forced(isa: str) -> Iterator[None]:
    before = croupier.build_info()["isa"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CROUPIER_ISA", isa)
        croupier._core.use_isa(isa)
        try:
            yield
        finally:
            croupier._core.use_isa(before)


@pytest.fixture(scope="module", params=croupier.build_info()["isas"])
def isa(request: pytest.FixtureRequest) -> Iterator[str]:
    """Run the test with each instruction set that the machine has."""
    with forced(request.param):
        yield request.param


@pytest.fixture(scope="module", params=["reference", *croupier.build_info()["isas"]])
def poker(request: pytest.FixtureRequest) -> Iterator[ModuleType]:
    """Run the test on the reference and on the package with each instruction set."""
    if request.param == "reference":
        yield reference
    else:
        with forced(request.param):
            yield croupier


@pytest.fixture(scope="session", params=[5, 6, 7])
def phevaluator_hands(request: pytest.FixtureRequest) -> tuple[np.ndarray, np.ndarray]:
    """Deal a million random hands, ranked by phevaluator."""
    hands = deal(request.param, 1_000_000, request.param)
    return hands, np.array([evaluate_cards(*hand) for hand in hands.tolist()], dtype=np.uint16)


@pytest.fixture(scope="session")
def reference_hands() -> list[tuple[np.ndarray, np.ndarray]]:
    """Deal 100,000 random hands of 5, 6 and 7 cards, ranked by the reference."""
    batches = [deal(50 + n, size, n) for n, size in ((5, 40_000), (6, 30_000), (7, 30_000))]
    return [(hands, reference.evaluate(hands)) for hands in batches]


@pytest.fixture(scope="session")
def reference_histogram() -> np.ndarray:
    """Count the strengths of all five-card hands with the reference."""
    return reference.strength_histogram(5)
