"""Thai HiLo: bets on the total and on the numbers of three dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product
from operator import index
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, SupportsIndex, TypeVar

from croupier import _core
from croupier.arguments import Integers, Odds, read_name, read_odds, read_odds_list, read_seed
from croupier.games.game import BettingSimulation, Game, read_round

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

FACES = range(1, 7)

Dice = TypeVar("Dice", bound="Integers", covariant=True)


class Outcome(NamedTuple):
    """Three dice in ascending order."""

    low: int
    middle: int
    high: int

    @property
    def group(self) -> str:
        """The total."""
        return f"total {sum(self)}"

    def __str__(self) -> str:
        return "-".join(map(str, self))


class Shake(NamedTuple):
    """A shake as the dealer reports it (T3, T4).

    Attributes
    ----------
    dice : sequence of int or None
        The faces, if they could be read; a round on record has a tuple of three.
    fault : str or None
        Why it does not count: one of `FAULTS`.
    """

    dice: Integers | None
    fault: str | None = None


FAULTS = ("overlap", "not flat", "tumbled fewer than three times")


class Round(NamedTuple, Generic[Dice]):
    """The dice that count, and the shakes that were discarded before (T5)."""

    dice: Dice
    discarded: tuple[Shake, ...] = ()

    def __str__(self) -> str:
        return "dice " + "-".join(map(str, self.dice))

    def to_dict(self) -> dict[str, Any]:
        """Give the round as plain data."""
        return {"dice": list(self.dice), "discarded": [shake._asdict() for shake in self.discarded]}


def _read_shakes(shakes: Any) -> list[Any]:
    """Read shakes; their dice become tuples."""
    try:
        given = iter(shakes)
    except TypeError:
        got = type(shakes).__name__
        raise TypeError(f"shakes: an iterable is needed, got {got}") from None
    entered = []
    for shake in given:
        if not isinstance(shake, (tuple, list)) or not 1 <= len(shake) <= len(Shake._fields):
            raise TypeError(f"shakes: a Shake is needed, got {type(shake).__name__}")
        dice, fault = (*shake, None)[:2]
        if fault is not None:
            read_name(fault, "shakes", FAULTS)
        if dice is None and fault is not None:
            entered.append(Shake(None, fault))
        else:
            _core.thai_hilo_outcome(dice)
            entered.append(Shake(tuple(map(index, dice)), fault))
    return entered


_Class = Callable[[Outcome], int]
"""Which class of its odds a bet wins, the first being 1; 0 if it is lost."""


def _bets() -> dict[str, tuple[str, _Class]]:
    """Find every bet: the rule with its odds, and what wins."""

    def number(face: int) -> _Class:
        return lambda dice: dice.count(face)

    def pair(a: int, b: int) -> _Class:
        return lambda dice: a in dice and b in dice

    def three(faces: set[int]) -> _Class:
        return lambda dice: max(len(faces & set(dice)) - 1, 0)

    def lo(face: int) -> _Class:
        return lambda dice: face if sum(dice) <= 10 and face in dice else 0

    def hi(face: int) -> _Class:
        return lambda dice: face - 2 if sum(dice) >= 12 and face in dice else 0

    return {
        "hi": ("hi", lambda dice: sum(dice) >= 12),
        "lo": ("lo", lambda dice: sum(dice) <= 10),
        "hilo_11": ("hilo_11", lambda dice: sum(dice) == 11),
        **{f"number_{face}": ("number", number(face)) for face in FACES},
        **{f"double_{a}_{b}": ("double", pair(a, b)) for a, b in combinations(FACES, 2)},
        "set_1_2_3": ("number_set", three({1, 2, 3})),
        "set_4_5_6": ("number_set", three({4, 5, 6})),
        **{f"lo_{face}": ("number_lo", lo(face)) for face in FACES},
        **{f"hi_{face}": ("number_hi", hi(face)) for face in FACES[2:]},
    }


_BETS = _bets()
_SIZES = {"number": 3, "number_set": 2, "number_lo": 6, "number_hi": 4}


class RollSimulation(BettingSimulation):
    """Rolls of three dice, with a stake on every bet."""

    def count(
        self, first: int, size: int, threads: SupportsIndex | None = None
    ) -> npt.NDArray[np.int64]:
        """Count how many rolls have each outcome."""
        return _core.thai_hilo_count(self.seed, first, size, threads)


@dataclass(frozen=True, kw_only=True)
class ThaiHiLo(Game["Round[Integers]", Outcome]):
    """Thai HiLo with its paytable.

    Odds are net and to 1: an int, a Fraction, a Decimal, or a str such as "1.1" or "11/10".

    Parameters
    ----------
    hi, lo, hilo_11 : odds
        On a total of 12 to 18, 3 to 10, and 11.
    number : three odds
        On a number that shows on one, two and three dice.
    double : odds
        On two different numbers that both show.
    number_set : two odds
        On two and on three different numbers of 1-2-3, or of 4-5-6.
    number_lo : six odds
        On a total of 3 to 10 with a 1, a 2 ... a 6.
    number_hi : four odds
        On a total of 12 to 18 with a 3, a 4, a 5, a 6.

    Examples
    --------
    >>> import croupier
    >>> game = croupier.ThaiHiLo()
    >>> len(game.bets), len(game.outcomes)
    (36, 56)
    >>> round = game.deal(seed=7, index=2**60)
    >>> round.dice
    (2, 1, 1)
    >>> settlement = game.settle(round, {"lo": 100, "number_1": 50, "hi_6": 10})
    >>> settlement.bets["lo"].returned, settlement.bets["number_1"].net, settlement.net
    (195, 100, 185)
    """

    name: ClassVar[str] = "thai-hilo"
    bets: ClassVar[tuple[str, ...]] = tuple(_BETS)
    outcomes: ClassVar[tuple[Outcome, ...]] = tuple(map(Outcome._make, _core.THAI_HILO_OUTCOMES))

    hi: Odds = Fraction("1.1")
    lo: Odds = Fraction("0.95")
    hilo_11: Odds = Fraction(6)
    number: Sequence[Odds] = (Fraction(1), Fraction(2), Fraction(5))
    double: Odds = Fraction(5)
    number_set: Sequence[Odds] = (Fraction(1), Fraction(5))
    number_lo: Sequence[Odds] = (Fraction("1.8"), *map(Fraction, (2, 3, 4, 6, 10)))
    number_hi: Sequence[Odds] = (Fraction(6), Fraction(4), Fraction(3), Fraction(2))

    def __post_init__(self) -> None:
        for rule in {rule for rule, _ in _BETS.values()}:
            odds, size = getattr(self, rule), _SIZES.get(rule)
            read = read_odds_list(odds, rule, size) if size else read_odds(odds, rule)
            object.__setattr__(self, rule, read)

    def deal(self, seed: SupportsIndex, index: SupportsIndex) -> Round[tuple[int, int, int]]:
        """Roll the dice of a round.

        Parameters
        ----------
        seed : int
            0 to ``2**128 - 1``.
        index : int
            The number of the round, 0 to ``2**64 - 1``.

        Returns
        -------
        Round
            What round `index` of every simulation with this seed has.
        """
        return Round(_core.thai_hilo_deal(seed, index))

    def enter(self, shakes: Iterable[Shake]) -> Round[tuple[int, int, int]]:
        """Enter the shakes of a live round as the dealer reports them (T3 to T5).

        Parameters
        ----------
        shakes : iterable of Shake
            All with a fault but the last one, which settles.

        Returns
        -------
        Round
            With the discarded shakes on record.

        Raises
        ------
        ValueError
            If no shake counts, or one follows that does.
        TypeError
            If one is no shake.

        Examples
        --------
        >>> import croupier
        >>> from croupier.games.thai_hilo import Shake
        >>> game = croupier.ThaiHiLo()
        >>> game.enter([Shake(None, "overlap"), Shake((2, 3, 1))])
        Round(dice=(2, 3, 1), discarded=(Shake(dice=None, fault='overlap'),))
        """
        entered = _read_shakes(shakes)
        for place, shake in enumerate(entered, start=1):
            if (shake.fault is None) != (place == len(entered)):
                raise ValueError(
                    "shakes: T5: the first one without a fault settles and ends the round"
                )
        if not entered:
            raise ValueError("shakes: at least one is needed, got none")
        *discarded, last = entered
        return Round(last.dice, tuple(discarded))

    def outcome(
        self,
        round: Round[Integers],  # noqa: A002
        action: str | None = None,
    ) -> Outcome:
        """Tell which of `outcomes` a round has.

        Parameters
        ----------
        round : Round
            As from `deal` or `enter`.
        action : None
            There is nothing to decide.

        Returns
        -------
        Outcome
            The dice in ascending order.
        """
        self._read_action(action)
        return self.outcomes[_core.thai_hilo_outcome(read_round(round, Round).dice)]

    def _odds(self, bet: str, outcome: Outcome) -> Fraction:
        rule, win = _BETS[bet]
        if not (won := win(outcome)):
            return Fraction(-1)
        odds = getattr(self, rule)
        return Fraction(odds[won - 1] if rule in _SIZES else odds)

    def chances(self, played: Mapping[str, Any]) -> tuple[int, ...]:  # noqa: ARG002
        """Count how many of all 216 rolls have each of `outcomes`."""
        rolls = Counter(map(_core.thai_hilo_outcome, product(FACES, repeat=3)))
        return tuple(rolls[place] for place in range(len(self.outcomes)))

    def simulation(
        self, *, seed: SupportsIndex | None = None, stake: SupportsIndex | None = None
    ) -> RollSimulation:
        """Say what to simulate: the value that `simulate` runs.

        Parameters
        ----------
        seed, stake
            As for `simulate`.

        Returns
        -------
        RollSimulation
        """
        return RollSimulation(self, read_seed(seed), self.read_stake(stake))
