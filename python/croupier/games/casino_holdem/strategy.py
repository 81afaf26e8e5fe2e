"""Strategies of Casino Hold'em: when to call, for all hole cards and flops."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, SupportsIndex, TypeAlias

import numpy as np

from croupier import _core
from croupier.games.casino_holdem.round import Seen
from croupier.games.casino_holdem.rules import CasinoHoldemRules
from croupier.games.casino_holdem.solution import expected, optimal_table
from croupier.lazy import lazy

if TYPE_CHECKING:
    import numpy.typing as npt

Cards: TypeAlias = "npt.NDArray[np.uint8]"
Calls: TypeAlias = "npt.NDArray[np.bool_]"
Rule: TypeAlias = "Callable[[Cards, Cards], Calls]"
"""``rule(hole, flop)``: arrays ``(N, 2)`` and ``(N, 3)`` of cards to bool ``(N,)``."""

BASIC = (
    "Call with a pocket pair, or with a hole card that pairs the flop.",
    "Call with four or five cards of one suit.",
    "Call with four ranks in a row, from 2-3-4-5 to 10-J-Q-K.",
    "Call with a ten or better in the hole, but not with ten-two where the flop has a pair.",
    "Call where the flop has no pair and both hole cards are higher than its middle card.",
    "Fold all else.",
)
"""The strategy "basic" in words: hole cards and flop are looked at together."""

SIDE_BET = ("Call with every hand that wins the AA Bonus.", *BASIC)
"""The strategy "side_bet" in words."""

_TWO, _TEN = 0, 8


def basic(hole: Cards, flop: Cards) -> Calls:
    """Call by the rules of `BASIC`."""
    cards = np.concatenate([hole, flop], axis=1)
    high, low = np.sort(hole >> 2, axis=1).T[::-1]
    top, middle, bottom = np.sort(flop >> 2, axis=1).T[::-1]
    paired = (top == middle) | (middle == bottom)

    own_pair = (high == low) | ((hole >> 2)[:, :, None] == (flop >> 2)[:, None, :]).any((1, 2))
    one_suit = np.logical_or.reduce([((cards & 3) == suit).sum(axis=1) >= 4 for suit in range(4)])
    ranks = np.bitwise_or.reduce(np.left_shift(1, cards >> 2, dtype=np.uint16), axis=1)
    in_a_row = (ranks & ranks >> 1 & ranks >> 2 & ranks >> 3 & 0x1FF) != 0
    ten_two = (high == _TEN) & (low == _TWO)
    return (  # type: ignore[no-any-return]
        own_pair
        | one_suit
        | in_a_row
        | ((high >= _TEN) & ~(ten_two & paired))
        | (~paired & (low > middle))
    )


def side_bet(hole: Cards, flop: Cards) -> Calls:
    """Call by the rules of `SIDE_BET`."""
    return (_core.casino_holdem_bonus(hole, flop) > 0) | basic(hole, flop)


def always_call(hole: Cards, flop: Cards) -> Calls:  # noqa: ARG001
    """Call with everything."""
    return np.ones(len(hole), bool)


WORDS = {"basic": BASIC, "side_bet": SIDE_BET}
RULES: dict[str, Rule] = {"basic": basic, "side_bet": side_bet, "always_call": always_call}


class Decision(NamedTuple):
    """What to do, and what it is worth, in antes.

    Attributes
    ----------
    action : str
        "call" or "fold".
    ev_call, ev_fold : Fraction
        The expected net result of either.
    """

    action: str
    ev_call: Fraction
    ev_fold: Fraction


@dataclass(frozen=True, eq=False)
class Strategy:
    """A strategy; as a function over arrays it tells where it calls.

    Made by `CasinoHoldem.strategy`.

    Attributes
    ----------
    game : CasinoHoldemRules
        The game that it is for.
    kind : str
        One of the game's `strategies`, or "custom".
    rule : callable or None
        What it calls with; None if that is whatever is worth more than a fold.
    aa_bonus : Fraction
        The stake on the AA Bonus, in antes, that expected results take in.

    Examples
    --------
    >>> import croupier
    >>> optimal = croupier.CasinoHoldem().strategy("optimal")
    >>> decision = optimal.decide("8c6s", "Ah2cKc")
    >>> decision.action, decision.ev_call
    ('call', Fraction(-1054741, 1070190))
    >>> basic = croupier.CasinoHoldem().strategy("basic")
    >>> basic([[24, 19], [32, 0]], [[50, 0, 44], [51, 50, 16]])
    array([False, False])
    """

    game: CasinoHoldemRules
    kind: str
    rule: Rule | None = None
    aa_bonus: Fraction = Fraction(0)

    @property
    def name(self) -> str:
        """Its kind, and where that is "custom" the start of the digest of a table once made."""
        made = self.kind == "custom" and "table" in self.__dict__
        return f"custom {self.digest[:16]}" if made else self.kind

    @property
    def words(self) -> tuple[str, ...]:
        """The list of rules that it follows, for people; empty where there is none."""
        return WORDS.get(self.kind, ())

    @lazy
    def table(self) -> npt.NDArray[np.uint8]:
        """A bit for each flop and pair up to the names of suits, read-only."""
        return self.make_table()

    def make_table(
        self,
        threads: SupportsIndex | None = None,
        progress: Callable[[int, int], object] | None = None,
    ) -> npt.NDArray[np.uint8]:
        """Give `table`, and make it if that has not been done.

        Parameters
        ----------
        threads : int, optional
            How many share the work where the optimal one is solved; all cores by default.
        progress : callable, optional
            Called now and then as ``progress(done, total)`` while that is solved.

        Returns
        -------
        numpy.ndarray
            uint8, read-only.
        """
        from croupier.cache import solving

        with solving():
            if "table" not in self.__dict__:  # or another thread has made it meanwhile
                self.__dict__["table"] = self._compile(threads, progress)
            return self.__dict__["table"]  # type: ignore[no-any-return]

    def _compile(
        self, threads: SupportsIndex | None, progress: Callable[[int, int], object] | None
    ) -> npt.NDArray[np.uint8]:
        if self.kind == "optimal":
            table = optimal_table(self.game, self.aa_bonus, threads, progress)
        else:
            table = _table_of(self.kind) if self.kind in RULES else compile_rule(self.rule)  # type: ignore[arg-type]
        table.flags.writeable = False
        return table

    @property
    def digest(self) -> str:
        """The SHA-256 of `table` in hexadecimal digits."""
        import hashlib

        return hashlib.sha256(self.table.tobytes()).hexdigest()

    @property
    def _identity(self) -> tuple[Any, ...]:
        table = self.table.tobytes() if self.kind == "custom" else None
        return self.game, self.kind, self.aa_bonus, table

    def __eq__(self, other: object) -> bool:
        return self._identity == other._identity if isinstance(other, Strategy) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._identity)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the table of a function in its place, which could be a lambda."""
        if self.kind == "custom":
            return _restore, (self.game, self.aa_bonus, self.table)
        return Strategy, (self.game, self.kind, self.rule, self.aa_bonus)

    def in_game(self, game: CasinoHoldemRules) -> Strategy:
        """Play the same under other rules, where what is optimal here is a custom strategy."""
        if game == self.game:
            return self
        if self.kind in RULES:
            return Strategy(game, self.kind, self.rule, self.aa_bonus)
        return Strategy(game, "custom", self, self.aa_bonus)

    def __call__(self, hole: Any, flop: Any) -> Calls:
        """Tell where the strategy calls.

        Parameters
        ----------
        hole, flop : array_like of int, or str
            Cards, shapes ``(..., 2)`` and ``(..., 3)``, in any order.

        Returns
        -------
        numpy.ndarray
            bool, shape ``(...)``.

        Raises
        ------
        ValueError
            If cards are not valid, stand twice, or the shapes differ.
        TypeError
            If they are no cards.
        """
        return _core.casino_holdem_calls(self.table, hole, flop)

    def decide(self, hole: Any, flop: Any) -> Decision:
        """Decide on one hand, with the exact expected results of both actions.

        Parameters
        ----------
        hole, flop : str or sequence of int
            Two and three cards, in any order.

        Returns
        -------
        Decision

        Raises
        ------
        ValueError, TypeError
            As for arrays.
        """
        ev_call, ev_fold = expected(self.game, hole, flop, self.aa_bonus)
        call = ev_call > ev_fold if self.kind == "optimal" else self._calls(hole, flop)
        return Decision("call" if call else "fold", ev_call, ev_fold)

    def _calls(self, hole: Any, flop: Any) -> bool:
        """Tell whether it calls one hand; a rule that has a name is not asked for all others."""
        rule = RULES.get(self.kind)
        if rule is None:
            return bool(self(hole, flop).item())
        cards = (_core.read_cards(hole, "hole"), _core.read_cards(flop, "flop"))
        one_hole, one_flop = (np.sort(given)[None, ::-1] for given in cards)
        return bool(rule(one_hole, one_flop).item())

    def choose(self, seen: Seen) -> str:
        """Choose an action, as the agents of any game do.

        Parameters
        ----------
        seen : Seen
            What `CasinoHoldem.decision` shows.

        Returns
        -------
        str
            "call" or "fold".

        Examples
        --------
        >>> import croupier
        >>> game = croupier.CasinoHoldem()
        >>> point = game.decision(game.deal(seed=7, index=0))
        >>> game.strategy("basic").choose(point.seen) in point.actions
        True
        """
        return self.decide(*seen).action


def _restore(game: CasinoHoldemRules, aa_bonus: Fraction, table: npt.NDArray[np.uint8]) -> Strategy:
    strategy = Strategy(game, "custom", None, aa_bonus)
    table.flags.writeable = False
    strategy.__dict__["table"] = table
    return strategy


def all_states() -> tuple[Cards, Cards, Calls]:
    """List the flops up to the names of suits, each with all pairs of hole cards.

    Returns
    -------
    hole, flop : numpy.ndarray
        uint8, shapes ``(2063880, 2)`` and ``(2063880, 3)``, from high to low.
    disjoint : numpy.ndarray
        bool, shape ``(1755, 1326)``: which pairs a flop leaves; the states are these.
    """
    flops = _core.flop_classes()
    pairs = np.stack(np.tril_indices(52, -1), axis=1).astype(np.uint8)
    disjoint = (pairs[None, :, :, None] != flops[:, None, None, :]).all((2, 3))
    flop, pair = np.nonzero(disjoint)
    return pairs[pair], flops[flop], disjoint


def compile_rule(rule: Rule) -> npt.NDArray[np.uint8]:
    """Make the table of a rule over arrays."""
    hole, flop, disjoint = all_states()
    calls = rule(hole, flop)
    masked = hasattr(calls, "mask")
    if masked or not isinstance(calls, np.ndarray) or calls.dtype != bool:
        plain = isinstance(calls, np.ndarray) and not masked
        got = calls.dtype if plain else type(calls).__name__
        raise TypeError(f"strategy: an array of bool is needed, got {got}")
    if calls.shape != (len(hole),):
        raise ValueError(f"strategy: shape {(len(hole),)} is needed, got {calls.shape}")
    bits = np.zeros(disjoint.shape, bool)
    bits[disjoint] = calls
    table = np.packbits(bits, bitorder="little")
    if (found := _core.casino_holdem_asymmetry(table)) is not None:
        flop_class, *pairs = found
        one, other = (_core.format_cards(np.array(np.tril_indices(52, -1))[:, p]) for p in pairs)
        on = _core.format_cards(_core.flop_classes()[flop_class])
        raise ValueError(
            f"strategy: the same action whatever the suits are named is needed, got two for "
            f"{one} and {other} on {on}"
        )
    return table


@cache
def _table_of(name: str) -> npt.NDArray[np.uint8]:
    return compile_rule(RULES[name])
