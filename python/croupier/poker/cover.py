"""The cheapest way to name all that must be named, when names stand for several things each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

_MOST_BRANCHES = 200


class Entry(NamedTuple):
    """A name, what it costs, and what it stands for: bits of a set."""

    text: str
    cost: int
    members: int


def cover(entries: Sequence[Entry]) -> list[Entry]:
    """Choose entries that together stand for all that any stands for, at the least cost.

    Branch and bound, part by part where entries do not meet; the bound raises a price for each
    member as far as the costs of its entries allow (Fisher and Kedia, Optimal Solution of Set
    Covering/Partitioning Problems Using Dual Heuristics, 1990). Where it would take very long,
    the best choice that was found.

    Parameters
    ----------
    entries : sequence of Entry
        What can be chosen.

    Returns
    -------
    list of Entry
        In the order of `entries`.

    Examples
    --------
    >>> from croupier.poker.cover import Entry, cover
    >>> [e.text for e in cover([Entry("a", 3, 0b1), Entry("ab", 4, 0b11), Entry("b", 3, 0b10)])]
    ['ab']
    """
    chosen: set[Entry] = set()
    for part in _parts(entries):
        chosen.update(_Search(part).best)
    return [entry for entry in entries if entry in chosen]


def _parts(entries: Sequence[Entry]) -> Iterator[list[Entry]]:
    """Part entries into those that meet, directly or by others."""
    left = list(entries)
    while left:
        reach, known = left[0].members, 0
        while reach != known:
            known = reach
            for entry in left:
                reach |= entry.members if entry.members & known else 0
        yield [entry for entry in left if entry.members & reach]
        left = [entry for entry in left if not entry.members & reach]


def _bits(members: int) -> Iterator[int]:
    while members:
        yield members & -members
        members &= members - 1


class _Search:
    """Looks for the cheapest cover of all members of some entries."""

    def __init__(self, entries: list[Entry]) -> None:
        everything = 0
        for entry in entries:
            everything |= entry.members
        self.best = _drop_needless(_choose_greedily(entries, everything))
        self._cost = sum(entry.cost for entry in self.best)
        self._branches = 0
        self._spent: dict[int, int] = {}  # by what is left the least that led there
        self._branch(entries, everything, ())

    def _branch(self, entries: list[Entry], left: int, chosen: tuple[Entry, ...]) -> None:
        spent = sum(entry.cost for entry in chosen)
        if not left and spent < self._cost:
            self.best, self._cost = list(chosen), spent
        if not left or self._spent.get(left, self._cost) <= spent:
            return
        self._spent[left] = spent
        self._branches += 1
        if self._branches > _MOST_BRANCHES:
            return
        useful = _without_dominated(entries, left)
        users: dict[int, list[Entry]] = {}
        for entry in useful:
            for member in _bits(entry.members & left):
                users.setdefault(member, []).append(entry)
        if spent + _bound(users, left) > self._cost - 1:
            return
        hardest = min(users.values(), key=len)
        for entry in sorted(hardest, key=lambda entry: _rate(entry, left)):
            self._branch(useful, left & ~entry.members, (*chosen, entry))


def _rate(entry: Entry, left: int) -> float:
    """Tell what an entry costs for each member that it adds."""
    return entry.cost / (entry.members & left).bit_count()


def _choose_greedily(entries: list[Entry], left: int) -> list[Entry]:
    chosen = []
    while left:
        useful = [entry for entry in entries if entry.members & left]
        chosen.append(min(useful, key=lambda entry: _rate(entry, left)))
        left &= ~chosen[-1].members
    return chosen


def _drop_needless(chosen: list[Entry]) -> list[Entry]:
    for entry in sorted(chosen, key=lambda entry: -entry.cost):
        others = 0
        for other in chosen:
            others |= other.members if other is not entry else 0
        if not entry.members & ~others:
            chosen = [other for other in chosen if other is not entry]
    return chosen


def _without_dominated(entries: list[Entry], left: int) -> list[Entry]:
    """Drop entries that add nothing, or nothing that another does not add for as little."""
    kept: list[Entry] = []
    for entry in sorted(entries, key=lambda e: (e.cost, -(e.members & left).bit_count())):
        adds = entry.members & left
        if adds and not any(adds & ~other.members == 0 for other in kept):
            kept.append(entry)
    return kept


def _bound(users: dict[int, list[Entry]], left: int) -> float:
    """Tell what at least must be spent: prices of members that no entry's cost is below."""
    prices = {
        member: min(_rate(entry, left) for entry in entries) for member, entries in users.items()
    }
    slack = {
        entry: entry.cost - sum(prices[member] for member in _bits(entry.members & left))
        for entries in users.values()
        for entry in entries
    }
    total = sum(prices.values())
    for entries in sorted(users.values(), key=len):
        rise = min(slack[entry] for entry in entries)
        total += rise
        for entry in entries:
            slack[entry] -= rise
    return total - 1e-6  # of rounding
