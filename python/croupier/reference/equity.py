"""Equity from its definition: every board, every way to hold cards, every hand ranked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from math import gcd

from .cards import RANKS, SUITS, parse_cards
from .hands import evaluate
from .random import Domain, draw, draw_from, stream, take

_PACK = range(52)
_WEIGHT_UNIT = 1_000_000

Pair = tuple[int, int]
WeightedPairs = dict[Pair, int]
"""By pair of cards, the higher number first, its weight in millionths."""


def parse_range(text: str) -> WeightedPairs:
    """Read a range, class by class.

    Examples
    --------
    >>> len(parse_range("QQ+, AKs")), parse_range("AsAh:0.5")
    (22, {(51, 50): 500000})
    """
    weights: WeightedPairs = {}
    for token in text.split(",") if text.strip() else []:
        name, _, weight = token.strip().partition(":")
        amount = int(Fraction(weight or "1") * _WEIGHT_UNIT)
        for pair in _pairs_of(name):
            weights[pair] = amount
    return {pair: weight for pair, weight in weights.items() if weight}


def _pairs_of(name: str) -> Iterator[Pair]:
    if re.fullmatch(rf"([{RANKS}][{SUITS}]){{2}}", name):
        low, high = sorted(parse_cards(name).tolist())
        yield high, low
        return
    for high, low in combinations(reversed(_PACK), 2):
        if name == "random" or _holds(name, high, low):
            yield high, low


def _holds(name: str, high: int, low: int) -> bool:
    """Tell whether a name of a range stands for a pair of cards."""
    first, last = _ends(name)
    suits = {"s": high % 4 == low % 4, "o": high % 4 != low % 4, "": True}
    if not suits[_suit_of(name)]:
        return False
    top, bottom = high // 4, low // 4
    steps = max(abs(last[0] - first[0]), abs(last[1] - first[1]))
    for step in range(steps + 1):
        moved = [a + (b > a) * step - (b < a) * step for a, b in zip(first, last, strict=True)]
        if [top, bottom] == moved:
            return True
    return False


def _ends(name: str) -> tuple[tuple[int, int], tuple[int, int]]:
    """Give the ranks of the first and the last class that a name stands for."""
    one, _, other = name.rstrip("+").partition("-")
    first = _ranks_of(one)
    if name.endswith("+"):
        pair = first[0] == first[1]
        return first, (12, 12) if pair else (first[0], first[0] - 1)
    return first, _ranks_of(other) if other else first


def _ranks_of(name: str) -> tuple[int, int]:
    high, low = sorted((RANKS.index(name[0]), RANKS.index(name[1])), reverse=True)
    return high, low


def _suit_of(name: str) -> str:
    one = name.rstrip("+").partition("-")[0]
    return one[2:]


def ways(ranges: list[WeightedPairs], gone: frozenset[int]) -> Iterator[tuple[list[Pair], int]]:
    """Yield every way in which players can hold cards, with its weight."""
    if not ranges:
        yield [], 1
        return
    for pair, weight in ranges[0].items():
        if not gone & set(pair):
            for others, rest in ways(ranges[1:], gone | set(pair)):
                yield [pair, *others], weight * rest


def winners(hands: list[Pair], board: list[int]) -> int:
    """Tell who shares the pot: bit p for player p."""
    strengths = [evaluate([*hand, *board]) for hand in hands]
    best = min(strengths)
    return sum(1 << player for player, strength in enumerate(strengths) if strength == best)


def equity(*hands: str, board: str = "", dead: str = "") -> list[int]:
    """Count who shares the pot, over all boards and all ways to hold cards.

    Parameters
    ----------
    *hands : str
        A hand or a range for each player.
    board, dead : str
        Cards.

    Returns
    -------
    list of int
        By set of winners, bit p for player p, its weight: millionths to the power of the
        number of players.

    Examples
    --------
    >>> [count // 10**12 for count in equity("AdKd", "AsAc", board="6s Jc 5h 2d")]
    [0, 0, 44, 0]
    """
    on_board, gone = parse_cards(board).tolist(), parse_cards(dead).tolist()
    counts = [0] * 2 ** len(hands)
    seen = frozenset(on_board + gone)
    for held, weight in ways([parse_range(hand) for hand in hands], seen):
        known = seen.union(*held)
        left = [card for card in _PACK if card not in known]
        for rest in combinations(left, 5 - len(on_board)):
            counts[winners(held, [*on_board, *rest])] += weight
    return counts


def deal(
    hands: list[str], board: str, dead: str, seed: int, index: int
) -> tuple[list[Pair], list[int]]:
    """Deal a sample: the hands, and the whole board.

    Where all hands are known, the cards to come are drawn from one word. Where they are
    not, a stream gives a word to each range of more than one pair, all of them again as
    long as they share cards, and then the board.

    Examples
    --------
    >>> deal(["AsAh", "KsKh"], "2c3c4c", "", 1, 0)
    ([(51, 50), (47, 46)], [0, 4, 8, 20, 45])
    """
    ranges = [parse_range(hand) for hand in hands]
    on_board = parse_cards(board).tolist()
    seen = set(on_board) | set(parse_cards(dead).tolist())
    held_ranges: list[WeightedPairs] = []
    for one in ranges:
        left = {pair: one[pair] for pair in sorted(one) if not seen & set(pair)}
        held_ranges.append(_in_lowest_terms(left))
    to_come = 5 - len(on_board)
    if all(len(one) == 1 for one in held_ranges):
        held = [next(iter(one)) for one in held_ranges]
        pack = [card for card in _PACK if card not in seen.union(*held)]
        bounds = list(range(len(pack), len(pack) - to_come, -1))
        draws = draw_from(seed, Domain.EQUITY, index, bounds) if to_come else []
        return held, on_board + take(pack, draws)
    words = stream(seed, Domain.EQUITY, index)
    held = _draw_hands(held_ranges, words)
    pack = [card for card in _PACK if card not in seen.union(*held)]
    bounds = list(range(len(pack), len(pack) - to_come, -1))
    return held, on_board + take(pack, draw(words, bounds) if to_come else [])


def _in_lowest_terms(weights: WeightedPairs) -> WeightedPairs:
    unit = gcd(*weights.values())
    return {pair: weight // unit for pair, weight in weights.items()}


def _draw_hands(ranges: list[WeightedPairs], words: Iterator[int]) -> list[Pair]:
    while True:
        held = [_draw_hand(one, words) for one in ranges]
        if len({card for pair in held for card in pair}) == 2 * len(held):
            return held


def _draw_hand(weights: WeightedPairs, words: Iterator[int]) -> Pair:
    pairs = list(weights)
    if len(pairs) == 1:
        return pairs[0]
    (place,) = draw(words, [sum(weights.values())])
    for pair in pairs:
        place -= weights[pair]
        if place < 0:
            return pair
    raise AssertionError
