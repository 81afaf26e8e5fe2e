"""Baccarat, card by card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import prod
from typing import Any

from .cards import read_cards, read_integer
from .random import MOST_PER_WORD, Domain, deal, draw_from, stream, take

Hands = tuple[tuple[int, ...], tuple[int, ...]]
Outcome = tuple[int, int, int, int]

_COMMISSION_PERCENT = 5


def value(card: int) -> int:
    """Tell what a card counts (B4).

    Examples
    --------
    >>> [value(card) for card in (0, 31, 32, 47, 51)]
    [2, 9, 0, 0, 1]
    """
    rank = card // 4 + 2
    if rank == 14:
        return 1
    return rank if rank < 10 else 0


def _banker_draws(total: int, third: int | None) -> bool:
    """Tell whether the banker hand takes a card (B8, B9)."""
    if third is None:
        return total <= 5
    match total:
        case 0 | 1 | 2:
            return True
        case 3:
            return third != 8
        case 4:
            return 2 <= third <= 7
        case 5:
            return 4 <= third <= 7
        case 6:
            return 6 <= third <= 7
    return False


def _total(cards: Sequence[int]) -> int:
    return sum(map(value, cards)) % 10


def _play(cards: Iterator[int]) -> Hands:
    """Deal a round from cards in their order (B6 to B9, B11)."""
    player: list[int] = []
    banker: list[int] = []
    for hand in (player, banker, player, banker):
        hand.append(next(cards))
    if max(_total(player), _total(banker)) >= 8:
        return tuple(player), tuple(banker)
    third = None
    if _total(player) <= 5:
        third = next(cards)
        player.append(third)
    if _banker_draws(_total(banker), None if third is None else value(third)):
        banker.append(next(cards))
    return tuple(player), tuple(banker)


class Baccarat:
    """Bets on two hands.

    Parameters
    ----------
    decks : int
        How many packs are in the shoe.
    shoe : sequence of ten ints, optional
        In place of packs: how many cards of value 0 to 9.

    Examples
    --------
    >>> game = Baccarat()
    >>> game.deal(7, 2**60)
    ((27, 10, 38), (6, 10))
    >>> game.outcome(((27, 10, 38), (6, 10)))
    (2, 7, 3, 2)
    >>> game.settle(((27, 10, 38), (6, 10)), {"banker": 30, "tie": 10})
    {'banker': (30, 58, 28), 'tie': (10, 0, -10)}
    """

    bets = ("player", "banker", "tie")

    def __init__(self, decks: int = 8, shoe: Sequence[int] | None = None) -> None:
        self._decks = decks if shoe is None else None
        counts = [16 * decks] + [4 * decks] * 9 if shoe is None else shoe
        if len(counts) != 10 or min(counts) < 0 or sum(counts) < 6:
            raise ValueError(f"shoe: ten counts of at least six cards are needed, got {counts}")
        self.cards: list[int] = []
        for points, count in enumerate(counts):
            alike = [card for card in range(52) if value(card) == points]
            self.cards += [alike[place % len(alike)] for place in range(count)]

    def deal(self, seed: int, index: int) -> Hands:
        """Deal a round from the whole shoe: six cards from one word, if it can serve them."""
        bounds = [len(self.cards) - drawn for drawn in range(6)]
        if prod(bounds) <= MOST_PER_WORD:
            six = take(self.cards, draw_from(seed, Domain.BACCARAT, index, bounds))
        else:
            six = deal(stream(seed, Domain.BACCARAT, index), self.cards, 6)
        return _play(iter(six))

    def deal_shoe(self, seed: int, index: int, *, cut_card: int = 14) -> list[Hands]:
        """Deal rounds from one shuffled shoe until the cut card is out."""
        left = deal(stream(seed, Domain.BACCARAT_SHOE, index), self.cards, len(self.cards))
        rounds = []
        while len(left) > cut_card:
            player, banker = _play(iter(left))
            rounds.append((player, banker))
            left = left[len(player) + len(banker) :]
        return rounds

    def outcome(self, hands: Any) -> Outcome:
        """Tell the totals of the player and the banker and how many cards they have."""
        player, banker = (read_cards(hand)[1] for hand in hands)
        if any(not 0 <= card < 52 for card in [*player, *banker]):
            raise ValueError(f"round: card numbers 0 to 51 are needed, got {hands}")
        alike = value if self._decks is None else int
        held = Counter(map(alike, self.cards))
        for kind, count in Counter(map(alike, [*player, *banker])).items():
            if count > held[kind]:
                raise ValueError(f"round: B1: the shoe does not hold all of {hands}")
        in_order = [*player[:1], *banker[:1], *player[1:2], *banker[1:2], *player[2:], *banker[2:]]
        spare = [0] * 6
        if _play(iter(in_order + spare)) != (tuple(player), tuple(banker)):
            raise ValueError(f"round: the rules B6 to B9 do not deal {hands}")
        return _total(player), _total(banker), len(player), len(banker)

    def settle(self, hands: Any, stakes: Mapping[str, int]) -> dict[str, tuple[int, int, int]]:
        """Give stake, returned and net of each bet."""
        if not stakes:
            raise ValueError("stakes: at least one bet is needed, got none")
        player, banker, _, _ = self.outcome(hands)
        settled = {}
        for bet, stake in stakes.items():
            if bet not in self.bets:
                raise ValueError(f"stakes: one of {', '.join(self.bets)} is needed, got {bet!r}")
            amount = read_integer(stake, "stakes")
            if not 1 <= amount <= 2**53:
                raise ValueError(f"stakes: 1 to 2**53 is needed on {bet}")
            if player == banker:
                returned = 9 * amount if bet == "tie" else amount
            elif bet == "player" and player > banker:
                returned = 2 * amount
            elif bet == "banker" and banker > player:
                returned = amount * (200 - _COMMISSION_PERCENT) // 100
            else:
                returned = 0
            settled[bet] = (amount, returned, returned - amount)
        return settled

    def exact(self) -> Counter[Outcome]:
        """Count, of all ways to deal six cards, those that lead to each outcome.

        A card stands for all of its value.
        """
        left = Counter(map(value, self.cards))
        card_of = {value(card): card for card in range(52)}
        outcomes: Counter[Outcome] = Counter()

        def add(dealt: list[int], ways: int) -> None:
            if len(dealt) == 6:
                player, banker = _play(card_of[points] for points in dealt)
                outcomes[_total(player), _total(banker), len(player), len(banker)] += ways
                return
            for points in range(10):
                if left[points] > 0:
                    ways_of_card = left[points]
                    left[points] -= 1
                    add([*dealt, points], ways * ways_of_card)
                    left[points] += 1

        add([], 1)
        return outcomes

    def simulate(self, rounds: int, *, seed: int, first_round: int = 0) -> Counter[Outcome]:
        """Count the outcomes of rounds."""
        indices = range(first_round, first_round + rounds)
        return Counter(self.outcome(self.deal(seed, index)) for index in indices)
