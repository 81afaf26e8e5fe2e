"""Thai HiLo as its paytable tells it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations, product
from math import floor
from typing import Any

from .cards import read_integer
from .random import Domain, draw_from

Dice = tuple[int, int, int]

_ROLLS_OF_WORD = 7
_LO_NUMBER: dict[int, Fraction | int] = {1: Fraction("1.8"), 2: 2, 3: 3, 4: 4, 5: 6, 6: 10}
_HI_NUMBER = {3: 6, 4: 4, 5: 3, 6: 2}
_LOST = -1


def _odds(bet: str, dice: Dice) -> Fraction | int:
    """Tell the net odds to 1 at which a roll pays a bet, -1 if the bet is lost."""
    total = sum(dice)
    kind, *rest = bet.split("_")
    numbers = [int(word) for word in rest]
    match kind, numbers:
        case "hi", []:
            return Fraction("1.1") if 12 <= total <= 18 else _LOST
        case "lo", []:
            return Fraction("0.95") if 3 <= total <= 10 else _LOST
        case "hilo", [11]:
            return 6 if total == 11 else _LOST
        case "number", [n]:
            return {0: _LOST, 1: 1, 2: 2, 3: 5}[dice.count(n)]
        case "double", [a, b]:
            return 5 if a in dice and b in dice else _LOST
        case "set", [_, _, _]:
            return {0: _LOST, 1: _LOST, 2: 1, 3: 5}[sum(n in dice for n in numbers)]
        case "lo", [n]:
            return _LO_NUMBER[n] if 3 <= total <= 10 and n in dice else _LOST
        case "hi", [n]:
            return _HI_NUMBER[n] if 12 <= total <= 18 and n in dice else _LOST
    raise AssertionError(bet)


class ThaiHiLo:
    """Bets on three dice.

    Examples
    --------
    >>> game = ThaiHiLo()
    >>> game.deal(7, 2**60)
    (2, 1, 1)
    >>> game.settle((2, 1, 1), {"lo": 100, "number_1": 50})
    {'lo': (100, 195, 95), 'number_1': (50, 150, 100)}
    """

    bets = (
        *("hi", "lo", "hilo_11"),
        *(f"number_{n}" for n in range(1, 7)),
        *(f"double_{a}_{b}" for a, b in combinations(range(1, 7), 2)),
        *("set_1_2_3", "set_4_5_6"),
        *(f"lo_{n}" for n in _LO_NUMBER),
        *(f"hi_{n}" for n in _HI_NUMBER),
    )

    def deal(self, seed: int, index: int) -> Dice:
        """Roll the dice of a round: a word serves seven of them."""
        word, place = divmod(index, _ROLLS_OF_WORD)
        roll = draw_from(seed, Domain.THAI_HILO, word, [216] * _ROLLS_OF_WORD)[place]
        return roll // 36 + 1, roll // 6 % 6 + 1, roll % 6 + 1

    def outcome(self, dice: Any) -> Dice:
        """Put the dice in ascending order."""
        faces = sorted(read_integer(face, "dice") for face in dice)
        if len(faces) != 3 or faces[0] < 1 or faces[2] > 6:
            raise ValueError(f"dice: three faces 1 to 6 are needed, got {dice}")
        low, middle, high = faces
        return low, middle, high

    def settle(self, dice: Any, stakes: Mapping[str, int]) -> dict[str, tuple[int, int, int]]:
        """Give stake, returned and net of each bet."""
        if not stakes:
            raise ValueError("stakes: at least one bet is needed, got none")
        outcome = self.outcome(dice)
        settled = {}
        for bet, stake in stakes.items():
            if bet not in self.bets:
                raise ValueError(f"stakes: one of {', '.join(self.bets)} is needed, got {bet!r}")
            amount = read_integer(stake, "stakes")
            if not 1 <= amount <= 2**53:
                raise ValueError(f"stakes: 1 to 2**53 is needed on {bet}")
            returned = floor(amount * (1 + _odds(bet, outcome)))
            settled[bet] = (amount, returned, returned - amount)
        return settled

    def exact(self) -> Counter[Dice]:
        """Count the outcomes of all 216 rolls."""
        return Counter(map(self.outcome, product(range(1, 7), repeat=3)))

    def simulate(self, rounds: int, *, seed: int, first_round: int = 0) -> Counter[Dice]:
        """Count the outcomes of rounds."""
        indices = range(first_round, first_round + rounds)
        return Counter(self.outcome(self.deal(seed, index)) for index in indices)
