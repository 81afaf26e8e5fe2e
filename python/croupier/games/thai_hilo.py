"""Thai HiLo: bets on the total and on the numbers of three dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self, SupportsIndex, TypeAlias

from croupier import _core
from croupier.arguments import Integers, Odds, read_name, read_odds, read_odds_list, read_seed, show
from croupier.games.checked import Checked
from croupier.games.game import BettingSimulation, Game, read_round

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

FACES = range(1, 7)

Dice: TypeAlias = tuple[int, int, int]


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


FAULTS = ("overlap", "not flat", "tumbled fewer than three times")
MOST_DISCARDED = 1000


class _Reported(NamedTuple):
    dice: Dice | None
    fault: str | None = None


class Shake(Checked, _Reported):
    """A shake as the dealer reports it (T3, T4).

    Parameters
    ----------
    dice : sequence or array of three ints, or None
        The faces; None if they could not be read, which is a fault.
    fault : str, optional
        Why it does not count: one of `FAULTS`.

    Attributes
    ----------
    dice : tuple of three ints, or None
    fault : str or None

    Raises
    ------
    ValueError
        If the dice are not three of 1 to 6, or the fault is none of these.
    TypeError
        If the dice are no ints, or there are none and no fault; if the fault is no str.

    Examples
    --------
    >>> from croupier.games.thai_hilo import Shake
    >>> Shake([6, 6, 1], "not flat")
    Shake(dice=(6, 6, 1), fault='not flat')
    """

    __slots__ = ()

    def __new__(cls, dice: Integers | None, fault: str | None = None) -> Self:
        """Read the dice and the fault."""
        why = None if fault is None else read_name(fault, "fault", FAULTS)
        if dice is None and why is None:
            raise TypeError("dice: T3: three faces are needed where there is no fault, got None")
        return cls._of_core((None if dice is None else _core.thai_hilo_dice(dice), why))


class _Rolled(NamedTuple):
    dice: Dice
    discarded: tuple[Shake, ...] = ()


class Round(Checked, _Rolled):
    """The dice that count, and the shakes that were discarded before (T5).

    Parameters
    ----------
    dice : sequence or array of three ints
        The faces, 1 to 6.
    discarded : tuple or list of Shake
        Each with a fault, at most 1000.

    Attributes
    ----------
    dice : tuple of three ints
    discarded : tuple of Shake

    Raises
    ------
    ValueError
        If the dice are not three of 1 to 6, or a discarded shake has no fault (T5).
    TypeError
        If the dice are no ints, or a discarded shake is none.

    Examples
    --------
    >>> import croupier
    >>> from croupier.games.thai_hilo import Round
    >>> Round([2, 1, 1]) == croupier.ThaiHiLo().deal(seed=7, index=2**60)
    True
    """

    __slots__ = ()

    def __new__(cls, dice: Integers, discarded: Sequence[Shake] = ()) -> Self:
        """Read the dice and the shakes."""
        if not isinstance(discarded, (tuple, list)):
            got = type(discarded).__name__
            raise TypeError(f"discarded: a tuple or list is needed, got {got}")
        if len(discarded) > MOST_DISCARDED:
            needed = f"discarded: at most {MOST_DISCARDED} shakes are needed"
            raise ValueError(f"{needed}, got {len(discarded)}")
        shakes = tuple(
            _read_shake(shake, f"discarded[{place}]") for place, shake in enumerate(discarded)
        )
        for place, shake in enumerate(shakes):
            if shake.fault is None:
                raise ValueError(f"discarded[{place}]: T5: a fault is needed, got none")
        return cls._of_core((_core.thai_hilo_dice(dice), shakes))

    def __str__(self) -> str:
        return "dice " + "-".join(map(str, self.dice))

    def to_dict(self) -> dict[str, Any]:
        """Give the round as plain data."""
        return {"dice": list(self.dice), "discarded": [shake._asdict() for shake in self.discarded]}


def _read_shake(shake: Any, place: str) -> Shake:
    """Read a shake, or the tuple or list of its fields."""
    if isinstance(shake, Shake):
        return shake
    if not isinstance(shake, (tuple, list)) or not 1 <= len(shake) <= len(Shake._fields):
        raise TypeError(f"{place}: a Shake is needed, got {show(shake)}")
    try:
        return Shake(*shake)
    except TypeError as error:
        raise TypeError(f"{place}: {error}") from None
    except ValueError as error:
        raise ValueError(f"{place}: {error}") from None


def _read_shakes(shakes: Any) -> tuple[list[Shake], Shake]:
    """Read the shakes that are discarded, and the one that settles (T5)."""
    try:
        given = iter(shakes)
    except TypeError:
        got = type(shakes).__name__
        raise TypeError(f"shakes: an iterable is needed, got {got}") from None
    discarded: list[Shake] = []
    for shake in given:
        read = _read_shake(shake, f"shakes[{len(discarded)}]")
        if read.fault is None:
            for _ in given:
                raise ValueError(
                    "shakes: T5: the first one without a fault settles and ends the round"
                )
            return discarded, read
        if len(discarded) == MOST_DISCARDED:
            needed = f"shakes: T5: one without a fault after at most {MOST_DISCARDED} is needed"
            raise ValueError(f"{needed}, got none")
        discarded.append(read)
    raise ValueError(
        f"shakes: T5: one without a fault is needed, got {len(discarded)} with a fault"
    )


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
class ThaiHiLo(Game[Round, Outcome]):
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

    def deal(self, seed: SupportsIndex, index: SupportsIndex) -> Round:
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
        return Round._of_core((_core.thai_hilo_deal(seed, index), ()))

    def enter(self, shakes: Iterable[Shake]) -> Round:
        """Enter the shakes of a live round as the dealer reports them (T3 to T5).

        Parameters
        ----------
        shakes : iterable of Shake
            All with a fault, at most 1000, but the last one, which settles.

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
        discarded, last = _read_shakes(shakes)
        return Round._of_core((last.dice, tuple(discarded)))

    def outcome(
        self,
        round: Round,  # noqa: A002
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
