"""Simulations as values, and the loop that drives them: short native calls, one after the other."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, SupportsIndex, TypeAlias, TypeVar

import numpy as np

from croupier.arguments import plural, read_range, read_seed
from croupier.report.tally import Tally
from croupier.rules import Rules, digest_of, plain

if TYPE_CHECKING:
    import numpy.typing as npt

Progress: TypeAlias = Callable[[int, int], object]
"""``progress(done, total)`` is told how far a simulation is."""

AnyReport = TypeVar("AnyReport", covariant=True)

_FIRST_MILESTONE = 1024
_STEP_SECONDS = 0.03
_PROGRESS_SECONDS = 0.06


@dataclass(frozen=True)
class Simulation(ABC, Generic[AnyReport]):
    """What is simulated: any range of its rounds can be counted, by whom and in what order ever.

    Made by the method `simulation` of a game. It can be pickled, and is equal to one of the same
    rules, seed and details.

    Attributes
    ----------
    game : Rules
        The game with its rules.
    seed : int
        0 to ``2**128 - 1``.

    Examples
    --------
    >>> import croupier
    >>> simulation = croupier.ThaiHiLo().simulation(seed=7)
    >>> int(simulation.count(first=1000, size=50).sum())
    50
    """

    game: Rules
    seed: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "seed", read_seed(self.seed))

    unit: ClassVar[str] = "round"
    """What is counted off: rounds, shoes or matches."""
    index_bits: ClassVar[int] = 64
    """How large the number of one may be."""

    @property
    @abstractmethod
    def width(self) -> int:
        """How many counts there are."""

    def prepare(
        self, threads: SupportsIndex | None = None, progress: Progress | None = None
    ) -> None:
        """Do what must be done before rounds are counted: nothing, where a game says no more.

        What counts rounds does it of itself; to call it beforehand shows how far it is.

        Parameters
        ----------
        threads : int, optional
            How many share the work; all cores by default.
        progress : callable, optional
            Called now and then as ``progress(done, total)``.
        """

    @abstractmethod
    def count(
        self, first: int, size: int, threads: SupportsIndex | None = None
    ) -> npt.NDArray[np.int64]:
        """Count `size` rounds from round `first` on: int64, shape ``(width,)``."""

    def tally(
        self, first: SupportsIndex, size: SupportsIndex, threads: SupportsIndex | None = None
    ) -> Tally:
        """Count `size` rounds from round `first` on; tallies of disjoint rounds add up.

        Parameters
        ----------
        first, size : int
            `first` + `size` is at most ``2**index_bits``.
        threads : int, optional
            How many share the work; all cores by default.

        Returns
        -------
        Tally

        Examples
        --------
        >>> import croupier
        >>> simulation = croupier.ThaiHiLo().simulation(seed=7)
        >>> tally = simulation.tally(500, 500) + simulation.tally(0, 500)
        >>> simulation.report(tally) == croupier.ThaiHiLo().simulate(1000, seed=7)
        True
        """
        rounds = read_range(first, size, "first", "size", self.index_bits)
        counts = self.count(rounds.start, rounds.stop - rounds.start, threads)
        return Tally(tuple(counts.tolist()), (rounds,) if rounds else ())

    @abstractmethod
    def report(self, tally: Tally) -> AnyReport:
        """Make the report of what was counted."""

    @property
    @abstractmethod
    def details(self) -> Mapping[str, Any]:
        """What else decides the report: the stake, the strategy, the agents ..."""

    @property
    def digest(self) -> str:
        """The SHA-256 of all that decides counts and report, in hexadecimal digits."""
        return digest_of(
            {
                "rules": self.game.digest,
                "unit": self.unit,
                "seed": self.seed,
                "details": {name: plain(value) for name, value in self.details.items()},
            }
        )


def read_progress(progress: Progress | None) -> None:
    """Refuse what cannot be told how far a simulation is."""
    if progress is not None and not callable(progress):
        raise TypeError(f"progress: a callable is needed, got {type(progress).__name__}")


def run(
    simulation: Simulation[AnyReport],
    rounds: SupportsIndex,
    first: SupportsIndex = 0,
    *,
    threads: SupportsIndex | None = None,
    progress: Progress | None = None,
    preparing: Progress | None = None,
) -> AnyReport:
    """Count rounds in steps of tens of milliseconds and make a report of them.

    Parameters
    ----------
    simulation : Simulation
        What to count. It first prepares itself.
    rounds : int
        How many rounds, or whatever its unit is.
    first : int
        The number of the first one; `first` + `rounds` is at most ``2**index_bits``.
    threads : int, optional
        How many share the work; all cores by default.
    progress : callable, optional
        Called as ``progress(done, total)``: soon after the start, then at most 20 times a
        second with growing `done`, and once with `total` at the end.
    preparing : callable, optional
        Called likewise, in other steps, while `simulation` prepares itself.

    Returns
    -------
    Report

    Raises
    ------
    ValueError, TypeError
        If an argument is out of range or of another type.
    KeyboardInterrupt
        After Ctrl-C, be it while `simulation` prepares itself, with the report of what was counted
        as its attribute ``report``.

    Examples
    --------
    >>> import croupier
    >>> from croupier.simulation import run
    >>> game = croupier.ThaiHiLo()
    >>> run(game.simulation(seed=7), 1000) == game.simulate(1000, seed=7)
    True
    """
    if not isinstance(simulation, Simulation):
        got = type(simulation).__name__
        raise TypeError(f"simulation: a Simulation is needed, got {got}")
    unit = simulation.unit
    indices = read_range(first, rounds, f"first_{unit}", plural(unit), simulation.index_bits)
    read_progress(progress)
    total = indices.stop - indices.start
    told = float("-inf")
    milestone = _FIRST_MILESTONE
    size = 1
    history: list[tuple[int, ...]] = []
    counted = np.zeros(simulation.width, np.int64), 0  # in one name, as Ctrl-C may come anywhere

    def make_report() -> AnyReport:
        counts, done = counted
        here = indices.start + done
        parts = range(indices.start, here), range(here, indices.stop)
        ranges, missing = ((part,) if part else () for part in parts)
        return simulation.report(Tally(tuple(counts.tolist()), ranges, missing, tuple(history)))

    try:
        simulation.prepare(threads, preparing)
        simulation.count(indices.start, 0, threads)  # refuses what it cannot count with
        while (done := counted[1]) < total:
            step = min(size, milestone - done, total - done)
            began = time.perf_counter()
            counts = simulation.count(indices.start + done, step, threads)
            if counts.shape != counted[0].shape:
                needed = f"simulation: counts of shape {counted[0].shape} are needed"
                raise ValueError(f"{needed}, got {counts.shape}")
            seconds = max(time.perf_counter() - began, 1e-6)
            counted = counted[0] + counts, done + step
            size = max(1, min(16 * size, int(step / seconds * _STEP_SECONDS)))
            if done + step == milestone:
                history.append(tuple(counted[0].tolist()))
                milestone *= 2
            now = time.monotonic()
            if progress is not None and done + step < total and now - told >= _PROGRESS_SECONDS:
                told = now
                progress(done + step, total)
        if progress is not None:
            progress(total, total)
        return make_report()
    except KeyboardInterrupt as interrupt:
        interrupt.report = make_report()  # type: ignore[attr-defined]
        raise
