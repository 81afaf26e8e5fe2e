"""What a simulation has counted, and of which rounds."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from operator import add


@dataclass(frozen=True)
class Tally:
    """Counts, and the rounds that were counted; tallies of disjoint rounds add up.

    Attributes
    ----------
    counts : tuple of int
        How many rounds had each outcome, or other sums.
    ranges : tuple of range
        The rounds it holds, in ascending order and with gaps between them.
    missing : tuple of range
        The rounds that were asked for and not counted, likewise.
    history : tuple of tuple of int
        `counts` as they were whenever the work done had doubled.

    Examples
    --------
    >>> from croupier.report.tally import Tally
    >>> Tally((3, 1), (range(4),), (range(4, 9),)) + Tally((1, 1), (range(4, 6),))
    Tally(counts=(4, 2), ranges=(range(0, 6),), missing=(range(6, 9),))
    """

    counts: tuple[int, ...]
    ranges: tuple[range, ...] = ()
    missing: tuple[range, ...] = ()
    history: tuple[tuple[int, ...], ...] = field(default=(), compare=False, repr=False)

    @property
    def done(self) -> int:
        """How many rounds it holds."""
        return sum(rounds.stop - rounds.start for rounds in self.ranges)

    @property
    def partial(self) -> bool:
        """Whether more rounds were asked for."""
        return bool(self.missing)

    def __add__(self, other: Tally) -> Tally:
        """Merge two tallies; a ValueError if they share rounds or count other things."""
        if not isinstance(other, Tally):
            return NotImplemented
        if len(self.counts) != len(other.counts):
            sizes = f"{len(self.counts)} and {len(other.counts)}"
            raise ValueError(f"counts: as many of one as of the other are needed, got {sizes}")
        few, many = sorted((self.ranges, other.ranges), key=len)
        ranges = join_ranges(few, many)
        later = (tuple(map(add, self.counts, counts)) for counts in other.history)
        return Tally(
            counts=tuple(map(add, self.counts, other.counts)),
            ranges=ranges,
            missing=_without(_unite(self.missing, other.missing), ranges),
            history=_thin((*self.history, *later)),
        )


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


def _unite(some: Sequence[range], others: Sequence[range]) -> list[range]:
    """Join sorted ranges that may overlap."""
    whole: list[range] = []
    for rounds in sorted((*some, *others), key=lambda rounds: rounds.start):
        if whole and rounds.start <= whole[-1].stop:
            whole[-1] = range(whole[-1].start, max(whole[-1].stop, rounds.stop))
        else:
            whole.append(rounds)
    return whole


def _without(ranges: Iterable[range], taken: Sequence[range]) -> tuple[range, ...]:
    """Take sorted ranges out of others; what lies beside all of them is not looked at."""
    return tuple(left for rounds in ranges for left in _gaps(rounds, taken))


def _gaps(rounds: range, taken: Sequence[range]) -> Iterator[range]:
    start = rounds.start
    place = bisect_right(taken, start, key=lambda other: other.stop)
    while place < len(taken) and taken[place].start < rounds.stop:
        if start < taken[place].start:
            yield range(start, taken[place].start)
        start = taken[place].stop
        place += 1
    if start < rounds.stop:
        yield range(start, rounds.stop)


def _thin(history: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], ...]:
    """Keep of ever larger counts those at which the rounds had doubled."""
    kept: list[tuple[int, ...]] = []
    for counts in history:
        if not kept or sum(counts) >= 2 * sum(kept[-1]):
            kept.append(counts)
    return tuple(kept)
