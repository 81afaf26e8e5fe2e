"""The loop that drives every simulation: short native calls, one after the other."""

from __future__ import annotations

import time
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias, TypeVar

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

Count: TypeAlias = "Callable[[int, int], npt.NDArray[np.int64]]"
"""``count(first, size)`` counts the outcomes of `size` rounds from round `first` on."""

Progress: TypeAlias = Callable[[int, int], object]
"""``progress(done, total)`` is told how far a simulation is."""

Result = TypeVar("Result")

_FIRST_MILESTONE = 1024
_STEP_SECONDS = 0.03
_PROGRESS_SECONDS = 0.06


@dataclass(frozen=True)
class Tally:
    """What a simulation has counted so far.

    Attributes
    ----------
    counts : numpy.ndarray
        int64: how many rounds had each outcome.
    ranges : tuple of range
        The rounds it holds, in ascending order and with gaps between them.
    history : tuple of numpy.ndarray
        `counts` as they were whenever the work done had doubled.
    """

    counts: npt.NDArray[np.int64]
    ranges: tuple[range, ...] = ()
    history: tuple[npt.NDArray[np.int64], ...] = ()

    @property
    def done(self) -> int:
        """How many rounds it holds."""
        return count_all(self.ranges)

    def add(self, counts: npt.NDArray[np.int64], rounds: range) -> Tally:
        """Add the counts of more rounds."""
        total = self.counts + counts
        return replace(self, counts=total, ranges=join_ranges([rounds], self.ranges))


def count_all(ranges: tuple[range, ...]) -> int:
    """Count the rounds in ranges, which may be more than ``len`` can tell."""
    return sum(rounds.stop - rounds.start for rounds in ranges)


def join_ranges(ranges: Iterable[range], joined: tuple[range, ...] = ()) -> tuple[range, ...]:
    """Add ranges to sorted ones with gaps between them, joined where they touch.

    A ValueError if some overlap. As many steps as there are `ranges`, not `joined` ones.
    """
    whole = list(joined)
    for rounds in ranges:
        if not rounds:
            continue
        place = bisect_left(whole, rounds.start, key=lambda other: other.start)
        low = place - (place > 0 and whole[place - 1].stop >= rounds.start)
        high = place + (place < len(whole) and whole[place].start <= rounds.stop)
        touching = [rounds, *whole[low:high]]
        for other in touching[1:]:
            first, stop = max(other.start, rounds.start), min(other.stop, rounds.stop)
            if first < stop:
                raise ValueError(f"{first} to {stop - 1} stand twice")
        whole[low:high] = [range(min(r.start for r in touching), max(r.stop for r in touching))]
    return tuple(whole)


def count_in_steps(count: Count, rounds: range, tally: Tally) -> Iterator[Tally]:
    """Count `rounds` in steps of tens of milliseconds and yield the tally after each."""
    size = 1
    milestone = max(_FIRST_MILESTONE, tally.done)
    first = rounds.start
    while first < rounds.stop:
        step = range(first, min(first + min(size, milestone - tally.done), rounds.stop))
        began = time.perf_counter()
        tally = tally.add(count(step.start, step.stop - step.start), step)
        seconds = max(time.perf_counter() - began, 1e-6)
        first = step.stop
        size = max(1, min(16 * size, int((step.stop - step.start) / seconds * _STEP_SECONDS)))
        if tally.done == milestone:
            tally = replace(tally, history=(*tally.history, tally.counts))
            milestone *= 2
        yield tally


def run(
    count: Count,
    rounds: range,
    width: int,
    make_report: Callable[[Tally, bool], Result],
    progress: Progress | None = None,
) -> Result:
    """Count `rounds` and make a report of them.

    Parameters
    ----------
    count : callable
        ``count(first, size)`` gives int64 counts by outcome. It is first asked for no rounds,
        so that it can prepare itself.
    rounds : range
        The rounds to count.
    width : int
        How many counts `count` gives.
    make_report : callable
        ``make_report(tally, partial)`` makes what is returned.
    progress : callable, optional
        Called as ``progress(done, total)``: soon after the start, then at most 20 times a
        second with growing `done`, and once with `total` at the end.

    Raises
    ------
    KeyboardInterrupt
        After Ctrl-C, be it while `count` prepares itself, with the report of what was counted as
        its attribute ``report``.
    """
    if progress is not None and not callable(progress):
        raise TypeError(f"progress: a callable is needed, got {type(progress).__name__}")
    total = rounds.stop - rounds.start
    told = float("-inf")
    tally = Tally(np.zeros(width, np.int64))
    try:
        count(rounds.start, 0)
        for step in count_in_steps(count, rounds, tally):
            tally = step
            now = time.monotonic()
            if progress is not None and tally.done < total and now - told >= _PROGRESS_SECONDS:
                told = now
                progress(tally.done, total)
        if progress is not None:
            progress(total, total)
        return make_report(tally, False)
    except KeyboardInterrupt as interrupt:
        interrupt.report = make_report(tally, tally.done < total)  # type: ignore[attr-defined]
        raise
