"""Tallies: which rounds they hold, which are missing, and how they add up."""

from __future__ import annotations

from functools import reduce
from operator import add

import pytest
from hypothesis import given
from hypothesis import strategies as st

import croupier
from croupier.report.tally import Tally, join_ranges


def test_ranges() -> None:
    assert join_ranges((range(5, 9), range(5), range(20, 20), range(30, 31))) == (
        range(9),
        range(30, 31),
    )
    assert join_ranges((range(2**64 - 1, 2**64), range(2**63, 2**64 - 1))) == (range(2**63, 2**64),)
    for overlapping in ((range(5), range(4, 9)), (range(9), range(2, 3)), (range(1), range(1))):
        with pytest.raises(ValueError, match="stand twice"):
            join_ranges(overlapping)


def test_only_tallies_add_up() -> None:
    with pytest.raises(TypeError):
        Tally((1,)) + 5  # type: ignore[operator]


def test_the_rest_makes_a_tally_whole() -> None:
    started = Tally((3,), (range(10, 13),), (range(13, 30),))
    rest = Tally((17,), (range(13, 30),))
    assert started.partial
    assert started + rest == rest + started == Tally((20,), (range(10, 30),))
    assert not (started + rest).partial


@pytest.mark.parametrize(
    ("other", "missing"),
    [
        (Tally((2,), (range(8, 10),)), (range(13, 30),)),
        (Tally((2,), (range(13, 15),)), (range(15, 30),)),
        (Tally((2,), (range(20, 22),)), (range(13, 20), range(22, 30))),
        (Tally((2,), (range(28, 30),)), (range(13, 28),)),
        (Tally((4,), (range(28, 32),)), (range(13, 28),)),
        (Tally((2,), (range(14, 15), range(29, 30))), (range(13, 14), range(15, 29))),
        (Tally((0,), (), (range(20, 40),)), (range(13, 40),)),
        (Tally((0,), (), (range(5, 12),)), (range(5, 10), range(13, 30))),
        (Tally((0,), (), (range(40, 50),)), (range(13, 30), range(40, 50))),
        (Tally((0,)), (range(13, 30),)),
    ],
)
def test_what_one_has_counted_the_other_no_longer_misses(
    other: Tally, missing: tuple[range, ...]
) -> None:
    started = Tally((3,), (range(10, 13),), (range(13, 30),))
    assert (started + other).missing == (other + started).missing == missing


@given(st.lists(st.integers(0, 3), min_size=1, max_size=40), st.randoms())
def test_sums_of_partial_tallies_are_those_of_sets(owners: list[int], rng: object) -> None:
    """Round i is missing for who has 0, and counted by who has another number."""
    pieces = []
    for owner in range(1, 4):
        held = [range(i, i + 1) for i, other in enumerate(owners) if other == owner]
        asked = [range(i, i + 1) for i, other in enumerate(owners) if other in (0, owner)]
        others = {i for i, other in enumerate(owners) if other == owner}
        absent = tuple(r for r in asked if r.start not in others)
        pieces.append(Tally((len(held),), join_ranges(held), join_ranges(absent)))
    rng.shuffle(pieces)  # type: ignore[attr-defined]
    total = reduce(add, pieces)

    def numbers(ranges: tuple[range, ...]) -> list[int]:
        return [i for rounds in ranges for i in rounds]

    assert numbers(total.ranges) == [i for i, owner in enumerate(owners) if owner]
    assert numbers(total.missing) == [i for i, owner in enumerate(owners) if not owner]
    assert total.missing == join_ranges(total.missing)
    assert total.counts == (sum(owner > 0 for owner in owners),)


@pytest.mark.parametrize(
    ("first", "size", "message"),
    [(-1, 5, "first: "), (0, -1, "size: "), (2**64 - 1, 2, r"size: first \+ size up to 2\*\*64")],
)
def test_bad_ranges_of_a_tally(first: int, size: int, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}"):
        croupier.ThaiHiLo().simulation(seed=1).tally(first, size)
