"""Casino Hold'em as its rules tell it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

from .cards import read_cards, read_integer
from .hands import Category, category, evaluate
from .random import Domain, draw_from, take

Cards = tuple[int, ...]
Round = tuple[Cards, Cards, Cards, Cards, Cards]
Outcome = tuple[Category, Category | None, str]
Strategy = Callable[[Cards, Cards], bool]

_SIZES = {"hole": 2, "flop": 3, "turn": 1, "river": 1, "dealer": 2}
_ACE, _FOUR = 12, 2


def _strength(cards: Sequence[int]) -> int:
    return int(evaluate(list(cards)))


def _category(strength: int) -> Category:
    return Category(int(category(strength)))


def _pair_of(rank: int, kickers: Sequence[int]) -> int:
    """Rank the pair of a rank with kickers of other ranks."""
    return _strength(
        [4 * rank, 4 * rank + 1, *(4 * kicker + 2 for kicker in kickers[:2]), 4 * kickers[2] + 3]
    )


_WEAKEST_ACES = _pair_of(_ACE, [0, 1, 2])
_WEAKEST_FOURS = _pair_of(_FOUR, [0, 1, 3])


def bonus(hole: Cards, flop: Cards) -> Category:
    """Judge the AA Bonus: the five cards, a pair below aces being nothing.

    Examples
    --------
    >>> bonus((51, 0), (50, 20, 9)).name, bonus((47, 0), (46, 20, 9)).name
    ('PAIR', 'HIGH_CARD')
    """
    strength = _strength(hole + flop)
    return Category.HIGH_CARD if strength > _WEAKEST_ACES else _category(strength)


class CasinoHoldem:
    """An ante, a call and the AA Bonus.

    Examples
    --------
    >>> game = CasinoHoldem()
    >>> dealt = ((51, 45), (50, 0, 21), (4,), (9,), (42, 38))
    >>> game.outcome(dealt, action="call")
    (<Category.PAIR: 1>, <Category.PAIR: 1>, 'not qualified')
    >>> game.settle(dealt, {"ante": 100, "aa_bonus": 50}, action="call")
    {'ante': (100, 200, 100), 'call': (200, 200, 0), 'aa_bonus': (50, 400, 350)}
    """

    bets = ("ante", "call", "aa_bonus")

    def deal(self, seed: int, index: int) -> Round:
        """Deal nine cards from one word."""
        bounds = [52 - drawn for drawn in range(9)]
        nine = take(list(range(52)), draw_from(seed, Domain.CASINO_HOLDEM, index, bounds))
        return tuple(nine[:2]), tuple(nine[2:5]), (nine[5],), (nine[6],), tuple(nine[7:])

    def outcome(self, dealt: Any, *, action: str) -> Outcome:
        """Tell the bonus category, the category of the player's hand, and how it ends."""
        if action not in ("call", "fold"):
            raise ValueError(f"action: 'call' or 'fold' is needed, got {action!r}")
        parts = {name: read_cards(cards)[1] for name, cards in zip(_SIZES, dealt, strict=True)}
        for name, cards in parts.items():
            if len(cards) != _SIZES[name]:
                raise ValueError(f"{name}: {_SIZES[name]} cards are needed, got {len(cards)}")
        dealt_cards = [card for cards in parts.values() for card in cards]
        if len(set(dealt_cards)) != 9 or not all(0 <= card < 52 for card in dealt_cards):
            raise ValueError(f"round: nine different cards are needed, got {dealt_cards}")
        hole, flop, turn, river, dealer = (tuple(cards) for cards in parts.values())
        if action == "fold":
            return bonus(hole, flop), None, "fold"
        board = flop + turn + river
        mine, theirs = _strength(hole + board), _strength(dealer + board)
        return bonus(hole, flop), _category(mine), self.showdown(mine, theirs)

    @staticmethod
    def showdown(mine: int, theirs: int) -> str:
        """Compare the hands, if the dealer has a pair of fours or better (H16)."""
        if theirs > _WEAKEST_FOURS:
            return "not qualified"
        if mine == theirs:
            return "tie"
        return "win" if mine < theirs else "loss"

    @staticmethod
    def ante_odds(hand: Category) -> int:
        """Tell what the ante table pays."""
        match hand:
            case Category.ROYAL_FLUSH:
                return 100
            case Category.STRAIGHT_FLUSH:
                return 20
            case Category.FOUR_OF_A_KIND:
                return 10
            case Category.FULL_HOUSE:
                return 3
            case Category.FLUSH:
                return 2
        return 1

    @staticmethod
    def bonus_odds(five: Category) -> int:
        """Tell what the AA Bonus table pays, -1 if it is lost."""
        if five >= Category.FLUSH:
            return 25
        return 7 if five >= Category.PAIR else -1

    def settle(
        self, dealt: Any, stakes: Mapping[str, int], *, action: str
    ) -> dict[str, tuple[int, int, int]]:
        """Give stake, returned and net of each bet."""
        for bet in stakes:
            if bet not in self.bets:
                raise ValueError(f"stakes: one of {', '.join(self.bets)} is needed, got {bet!r}")
        if "ante" not in stakes:
            raise ValueError("stakes: an ante is needed (H7), got none")
        five, hand, result = self.outcome(dealt, action=action)
        amounts = {}
        for bet, stake in stakes.items():
            amounts[bet] = read_integer(stake, "stakes")
            if not 1 <= amounts[bet] <= 2**53:
                raise ValueError(f"stakes: 1 to 2**53 is needed, got {stake}")
        ante = amounts["ante"]
        if 2 * ante > 2**53 or amounts.get("call", 2 * ante) != 2 * ante:
            raise ValueError(f"stakes: a call of twice the ante is needed, got {stakes}")
        if hand is None:
            if "call" in stakes:
                raise ValueError("stakes: no call is needed for a fold, got one")
            return {bet: (amount, 0, -amount) for bet, amount in amounts.items()}  # H13
        call = 2 * ante
        ante_win = self.ante_odds(hand) * ante
        nets = {
            "not qualified": (ante_win, 0),
            "tie": (0, 0),
            "win": (ante_win, call),
            "loss": (-ante, -call),
        }
        ante_net, call_net = nets[result]
        settled = {
            "ante": (ante, ante + ante_net, ante_net),
            "call": (call, call + call_net, call_net),
        }
        if "aa_bonus" in amounts:
            amount = amounts["aa_bonus"]
            net = amount * self.bonus_odds(five)
            settled["aa_bonus"] = (amount, amount + net, net)
        return settled

    def showdowns(self, hole: Cards, flop: Cards) -> Counter[tuple[Category, str]]:
        """Play a call out in all ways.

        Any four unseen cards are split into turn and river and the dealer's in six ways, so
        that a dealer's seven cards are ranked once and not six times.
        """
        unseen = [card for card in range(52) if card not in hole + flop]
        mine = {pair: _strength(hole + flop + pair) for pair in combinations(unseen, 2)}
        counts: Counter[tuple[Category, str]] = Counter()
        for four in combinations(unseen, 4):
            theirs = _strength(flop + four)
            for board in combinations(four, 2):
                player = mine[board]
                counts[_category(player), self.showdown(player, theirs)] += 1
        return counts

    def expected(self, hole: Cards, flop: Cards) -> Fraction:
        """Tell the expected net result of a call, in antes."""
        total = 0
        for (hand, result), count in self.showdowns(hole, flop).items():
            win = self.ante_odds(hand)
            total += count * {"not qualified": win, "tie": 0, "win": win + 2, "loss": -3}[result]
        return Fraction(total, comb(47, 2) * comb(45, 2))

    def simulate(
        self, rounds: int, *, strategy: Strategy, seed: int, first_round: int = 0
    ) -> Counter[Outcome]:
        """Count the outcomes of rounds."""
        outcomes: Counter[Outcome] = Counter()
        for index in range(first_round, first_round + rounds):
            dealt = self.deal(seed, index)
            action = "call" if strategy(*dealt[:2]) else "fold"
            outcomes[self.outcome(dealt, action=action)] += 1
        return outcomes


def basic(hole: Cards, flop: Cards) -> bool:
    """Call by the list of plain rules.

    Examples
    --------
    >>> basic((40, 1), (50, 46, 5)), basic((28, 1), (50, 46, 5))
    (True, False)
    """
    low, high = sorted(card // 4 for card in hole)
    ranks = sorted(card // 4 for card in flop)
    suits = Counter(card % 4 for card in hole + flop)
    all_ranks = {low, high, *ranks}
    paired = len(set(ranks)) < 3
    return (
        low == high
        or low in ranks
        or high in ranks
        or max(suits.values()) >= 4
        or any({start, start + 1, start + 2, start + 3} <= all_ranks for start in range(9))
        or (high >= 8 and not (paired and (high, low) == (8, 0)))
        or (not paired and low > ranks[1])
    )


def side_bet(hole: Cards, flop: Cards) -> bool:
    """Call every win of the AA Bonus, and by the list otherwise."""
    return bonus(hole, flop) > Category.HIGH_CARD or basic(hole, flop)
