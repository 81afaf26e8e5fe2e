"""Random words by round, from NumPy's own Philox, and the draws made of them."""

from __future__ import annotations

import math
from collections.abc import Iterator
from enum import IntEnum
from typing import TypeVar

import numpy as np

T = TypeVar("T")

MOST_PER_WORD = 2**60
"""One word serves several draws as long as the product of their bounds is at most this."""


class Domain(IntEnum):
    """What random words are for."""

    THAI_HILO = 1
    BACCARAT = 2
    BACCARAT_SHOE = 3
    CASINO_HOLDEM = 4
    ROYAL_CASINO = 5
    ROYAL_CASINO_AGENTS = 6
    EQUITY = 7


def block(seed: int, counter: tuple[int, int, int, int]) -> list[int]:
    """Make the four words of a block.

    Parameters
    ----------
    seed : int
        0 to ``2**128 - 1``.
    counter : tuple of int
        Four words, the lowest first.

    Returns
    -------
    list of int
        Four words of 64 bits.

    Examples
    --------
    >>> [hex(word) for word in block(0, (0, 0, 0, 0))][:2]
    ['0x16554d9eca36314c', '0xdb20fe9d672d0fdc']
    """
    number = sum(word << 64 * place for place, word in enumerate(counter))
    # NumPy counts up before it makes its first block.
    bits = np.random.Philox(key=seed, counter=(number - 1) % 2**256)
    return [int(word) for word in bits.random_raw(4)]


def word(seed: int, domain: Domain, number: int) -> int:
    """Make word `number` of a domain.

    Examples
    --------
    >>> hex(word(1, Domain.THAI_HILO, 5)) == hex(block(1, (1, 0, 0, 1))[1])
    True
    """
    return block(seed, (number // 4, 0, 0, domain))[number % 4]


def stream(seed: int, domain: Domain, index: int, again: bool = False) -> Iterator[int]:
    """Yield the words of one index of a domain, without end.

    Examples
    --------
    >>> words = stream(1, Domain.ROYAL_CASINO, 7)
    >>> [next(words) for _ in range(4)] == block(1, (7, 0, 0, Domain.ROYAL_CASINO))
    True
    """
    number = 0
    while True:
        yield from block(seed, (index, number, int(again), domain))
        number += 1


def draw(words: Iterator[int], bounds: list[int]) -> list[int]:
    """Draw independent uniform numbers below `bounds` from the first word that will do.

    The word, taken as a fraction of ``2**64``, is scaled to the product of the bounds.
    What is left over tells whether it belongs to the few words that would make some
    numbers likelier than others; those are passed over.

    Parameters
    ----------
    words : iterator of int
        Words of 64 bits.
    bounds : list of int
        Their product is at most `MOST_PER_WORD`.

    Returns
    -------
    list of int
        As many numbers as bounds.

    Examples
    --------
    >>> draw(iter([2**63 + 1]), [6, 6, 6])
    [3, 0, 0]
    """
    product = math.prod(bounds)
    number, rest = divmod(next(words) * product, 2**64)
    while rest < 2**64 % product:
        number, rest = divmod(next(words) * product, 2**64)
    drawn = []
    for bound in reversed(bounds):
        number, value = divmod(number, bound)
        drawn.append(value)
    return drawn[::-1]


def draw_from(seed: int, domain: Domain, number: int, bounds: list[int]) -> list[int]:
    """Draw from word `number` of a domain, or from the words that stand in for it.

    Examples
    --------
    >>> draw_from(1, Domain.THAI_HILO, 0, [216] * 7)
    [108, 51, 51, 35, 26, 89, 149]
    """

    def words() -> Iterator[int]:
        yield word(seed, domain, number)
        yield from stream(seed, domain, number, again=True)

    return draw(words(), bounds)


def take(pack: list[T], draws: list[int]) -> list[T]:
    """Take cards from a pack: each draw takes one, and the last one moves to where it was.

    Examples
    --------
    >>> take(["a", "b", "c", "d"], [1, 1])
    ['b', 'd']
    """
    left = list(pack)
    taken = []
    for place in draws:
        taken.append(left[place])
        left[place] = left[-1]
        left.pop()
    return taken


def deal(words: Iterator[int], pack: list[T], count: int) -> list[T]:
    """Deal the first `count` cards of a shuffled pack.

    A word serves as many draws as `MOST_PER_WORD` allows.

    Examples
    --------
    >>> sorted(deal(stream(1, Domain.ROYAL_CASINO, 0), list(range(52)), 52)) == list(range(52))
    True
    """
    bounds = range(len(pack), len(pack) - count, -1)
    draws: list[int] = []
    while len(draws) < count:
        batch = [bounds[len(draws)]]
        while len(draws) + len(batch) < count:
            bound = bounds[len(draws) + len(batch)]
            if math.prod(batch) * bound > MOST_PER_WORD:
                break
            batch.append(bound)
        draws += draw(words, batch)
    return take(pack, draws)
