"""Equity from its definition: every board, every way to hold cards, every hand ranked."""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import accumulate, chain, combinations
from math import gcd

from .cards import RANKS, SUITS, parse_cards
from .hands import evaluate
from .random import MOST_PER_WORD, Domain, draw, stream, take, word

_PACK = range(52)
_WEIGHT_UNIT = 1_000_000

Pair = tuple[int, int]
WeightedPairs = dict[Pair, int]
"""By pair of cards, the higher number first, its weight in millionths."""

Source = list[tuple[list[Pair], int]]
"""The ways in which some players in turn hold cards, with their weights."""

MOST_WAYS = 2**14
"""So many ways of several players are listed at most."""

MOST_CARDS = 10
"""A word serves samples that take so many cards at most, or so many samples."""


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

    A word gives the ways in which players hold cards and the cards to come, or those of
    several samples. Where that is too much for a word, a stream gives each a word.

    Examples
    --------
    >>> deal(["AsAh", "KsKh"], "2c3c4c", "", 1, 0)
    ([(51, 50), (47, 46)], [0, 4, 8, 20, 45])
    """
    on_board = parse_cards(board).tolist()
    seen = frozenset(on_board + parse_cards(dead).tolist())
    known, sources = _sources(tuple(hands), seen)
    totals = [source[-1][1] for source in sources]
    left = 52 - len(seen) - 2 * len(hands)
    cards = list(range(left, left - (5 - len(on_board)), -1))
    per_word = _samples_per_word(totals, cards)
    if per_word:
        held, draws = _draw_at_once(sources, totals, cards, per_word, seed, index)
    else:
        held, draws = _draw_from_stream(sources, totals, cards, seed, index)
    others = iter(held)
    all_held = [pair or next(others) for pair in known]
    pack = [card for card in _PACK if card not in seen.union(*all_held)]
    return all_held, on_board + take(pack, draws)


@cache
def _sources(
    hands: tuple[str, ...], seen: frozenset[int]
) -> tuple[list[Pair | None], list[Source]]:
    """Tell what is known, by player, and list what is drawn, with the sums of the weights.

    Players of one pair hold it, and others no card of it, again until nothing changes. The
    ways in which the others hold cards are listed for as many players in turn as can be.
    """
    ranges = [parse_range(hand) for hand in hands]
    known: list[Pair | None] = [None] * len(hands)
    while True:
        for player, one in enumerate(ranges):
            gone = seen.union(*(pair for pair in known if pair))
            ranges[player] = {pair: one[pair] for pair in sorted(one) if not gone & set(pair)}
            if known[player] is None and len(ranges[player]) == 1:
                (known[player],) = ranges[player]
                break
        else:
            break
    sources: list[Source] = []
    for pair, one in zip(known, ranges, strict=True):
        if pair is None:
            own = _in_lowest_terms([([only], weight) for only, weight in one.items()])
            joined = _join(sources[-1], own) if sources else None
            sources[-1 if joined else len(sources) :] = [joined or own]
    return known, [_sum_up(source) for source in sources]


def _join(source: Source, own: Source) -> Source | None:
    """List the ways of a source and one more player; nothing if that is too much."""
    joined = [
        ([*held, *pair], weight * more)
        for held, weight in source
        for pair, more in own
        if not {card for one in held for card in one} & set(*pair)
    ]
    if len(joined) > MOST_WAYS or sum(weight for _, weight in joined) > MOST_PER_WORD:
        return None
    return _in_lowest_terms(joined)


def _in_lowest_terms(source: Source) -> Source:
    unit = gcd(*(weight for _, weight in source))
    return [(held, weight // unit) for held, weight in source]


def _sum_up(source: Source) -> Source:
    ends = accumulate(weight for _, weight in source)
    return [(held, end) for (held, _), end in zip(source, ends, strict=True)]


def _samples_per_word(totals: list[int], cards: list[int]) -> int:
    """Tell how many samples a word serves; only one where hands may share a card."""
    most = 1 if len(totals) > 1 else MOST_CARDS // max(1, len(cards))
    return max(
        samples
        for samples in range(most + 1)
        if math.prod((totals + cards) * samples) <= MOST_PER_WORD
    )


def _draw_at_once(
    sources: list[Source],
    totals: list[int],
    cards: list[int],
    per_word: int,
    seed: int,
    index: int,
) -> tuple[list[Pair], list[int]]:
    """Draw hands and cards to come from the first word that is not rejected."""
    number, place = divmod(index, per_word)
    words = chain(
        [word(seed, Domain.EQUITY, number)], stream(seed, Domain.EQUITY, number, again=True)
    )
    size = len(totals) + len(cards)
    while True:
        drawn = draw(words, (totals + cards) * per_word)[size * place : size * (place + 1)]
        held = _hold(sources, iter(drawn[: len(totals)]))
        if held is not None:
            return held, drawn[len(totals) :]


def _draw_from_stream(
    sources: list[Source], totals: list[int], cards: list[int], seed: int, index: int
) -> tuple[list[Pair], list[int]]:
    """Draw hands from a word each, again as long as they share cards, and then cards."""
    words = stream(seed, Domain.EQUITY, index)
    while True:
        held = _hold(sources, (draw(words, [total])[0] for total in totals))
        if held is not None:
            return held, draw(words, cards) if cards else []


def _hold(sources: list[Source], drawn: Iterator[int]) -> list[Pair] | None:
    """Give the hands that are drawn; nothing at the first that shares a card."""
    held: list[Pair] = []
    for source, place in zip(sources, drawn, strict=True):
        held += source[bisect_right(source, place, key=lambda way: way[1])][0]
        if len({card for pair in held for card in pair}) < 2 * len(held):
            return None
    return held
