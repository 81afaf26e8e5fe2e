from __future__ import annotations

import json
import math
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from hypothesis import settings
from phevaluator import evaluate_cards
from royal import Royal

import croupier
from croupier import reference
from croupier.cli import main

settings.register_profile("croupier", deadline=None, derandomize=True, database=None)
settings.load_profile("croupier")

HANDS: dict[str, Any] = json.loads(
    (Path(__file__).parent / "data" / "hands.json").read_text(encoding="utf-8")
)


def table(rows: list[Any]) -> Any:
    """Parametrise a test over rows that carry their own ids."""
    return pytest.mark.parametrize("row", [pytest.param(row, id=row["id"]) for row in rows])


def cards(text: str) -> tuple[int, ...]:
    return tuple(croupier.parse_cards(text).tolist())


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


class InterruptAt:
    """A profile function: Ctrl-C at the nth of the moments at which Python looks for it."""

    def __init__(self, moment: int) -> None:
        self.moment = self.left = moment

    def __call__(self, _frame: object, event: str, _argument: object) -> None:
        if event != "c_call":  # Python looks for signals where calls begin and after they end
            self.left -= 1
            if self.left == 0:
                raise KeyboardInterrupt

    @property
    def came(self) -> bool:
        return self.left <= 0


def run_python(program: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def output_of(program: str, **environment: str) -> str:
    """Run a program that must end well, and give what it prints."""
    result = run_python(program, **environment)
    assert (result.returncode, result.stderr) == (0, "")
    return result.stdout


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep the user's own cache out of the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The directory of the cache; there is none yet."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "croupier"


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """Run a command in this process: status, output, errors."""
    return lambda *words: (main(words), *capsys.readouterr())


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


@pytest.fixture(params=["croupier", "reference"])
def royal(request: pytest.FixtureRequest) -> Royal:
    """Play Royal Casino with either implementation."""
    return Royal(request.param)
