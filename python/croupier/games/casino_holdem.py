"""Casino Hold'em: an ante, a flop, and the choice to call or to fold."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import product
from operator import mul
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, SupportsIndex, TypeVar

import numpy as np

from croupier import _core
from croupier.arguments import (
    LARGEST_STAKE,
    Cards,
    Odds,
    read_int,
    read_name,
    read_odds,
    read_range,
    read_seed,
    show,
)
from croupier.games.casino_holdem_strategy import RULES, Rule, Strategy
from croupier.games.game import Game, Settlement
from croupier.hands import Category
from croupier.report import Report
from croupier.simulation import Progress

if TYPE_CHECKING:
    import numpy.typing as npt

    from croupier.simulation import Count

CALL_ANTES = 2  # H6
_MOST_VALUE = 2**42

Part = TypeVar("Part", bound="Cards", covariant=True)


class Result(StrEnum):
    """How a round ends for the ante."""

    FOLD = "fold"
    NOT_QUALIFIED = "not qualified"
    TIE = "tie"
    WIN = "win"
    LOSS = "loss"


class Round(NamedTuple, Generic[Part]):
    """The cards of a round.

    A round that was dealt has tuples of numbers 0 to 51; text and arrays of cards are read too.
    """

    hole: Part
    flop: Part
    turn: Part
    river: Part
    dealer: Part

    def __str__(self) -> str:
        return ", ".join(f"{place} {cards}" for place, cards in self.to_dict().items())

    def to_dict(self) -> dict[str, str]:
        """Give the round as plain data."""
        return {place: _core.format_cards(cards) for place, cards in self._asdict().items()}


class Outcome(NamedTuple):
    """What decides a round.

    Attributes
    ----------
    bonus : Category
        The category of the player's two cards and the flop, a pair below aces taken for a
        high card.
    hand : Category or None
        The category of the player's final hand; None after a fold.
    result : Result
    """

    bonus: Category
    hand: Category | None
    result: Result

    def __str__(self) -> str:
        hand = "" if self.hand is None else f"{_words(self.hand)}, "
        bonus = "no bonus" if self.bonus is Category.HIGH_CARD else f"bonus {_words(self.bonus)}"
        return f"{hand}{self.result}, {bonus}"


def _words(category: Category) -> str:
    return category.name.lower().replace("_", " ")


_SHOWDOWNS = tuple(Result)[1:]
_OUTCOMES_OF_BONUS = 1 + len(Category) * len(_SHOWDOWNS)


@dataclass(frozen=True, kw_only=True)
class CasinoHoldem(Game["Round[Cards]", Outcome]):
    """Casino Hold'em with its paytables.

    Odds are net and to 1: an int, a Fraction, or a str such as "1.5" or "3/2".

    Parameters
    ----------
    ante : ten odds
        On the ante by the category of the player's hand, from high card to royal flush.
    call : odds
        On the call.
    aa_bonus : nine odds
        On the AA Bonus by the category of the player's two cards and the flop, from a pair
        of aces to the royal flush.
    weakest_qualifying : int
        The weakest strength with which the dealer qualifies: 5745, fours with 5, 3 and 2,
        by default (H16); 7462 lets every hand qualify.

    Examples
    --------
    >>> import croupier
    >>> game = croupier.CasinoHoldem()
    >>> round = game.deal(seed=7, index=2**60)
    >>> print(round)
    hole Tc5s, flop 8c2hTh, turn As, river Kc, dealer 8hKd
    >>> print(game.outcome(round, action="call"))
    pair, loss, no bonus
    >>> settlement = game.settle(round, {"ante": 100, "aa_bonus": 50}, action="call")
    >>> settlement.net
    -350
    """

    name: ClassVar[str] = "casino-holdem"
    bets: ClassVar[tuple[str, ...]] = ("ante", "call", "aa_bonus")
    outcomes: ClassVar[tuple[Outcome, ...]] = tuple(
        Outcome(bonus, hand, result)
        for bonus in Category
        for hand, result in ((None, Result.FOLD), *product(Category, _SHOWDOWNS))
    )
    largest_stake: ClassVar[int] = LARGEST_STAKE // CALL_ANTES
    units: ClassVar[Mapping[str, int]] = {"call": CALL_ANTES}
    strategies: ClassVar[tuple[str, ...]] = ("optimal", "basic", "side_bet", "always_call")

    ante: Sequence[Odds] = tuple(map(Fraction, (1, 1, 1, 1, 1, 2, 3, 10, 20, 100)))
    call: Odds = Fraction(1)
    aa_bonus: Sequence[Odds] = tuple(map(Fraction, (7, 7, 7, 7, 25, 25, 25, 25, 25)))
    weakest_qualifying: int = 5745

    def __post_init__(self) -> None:
        for rule, size in (("ante", 10), ("aa_bonus", 9)):
            odds = getattr(self, rule)
            if not isinstance(odds, (tuple, list)):
                raise TypeError(f"{rule}: {size} odds are needed, got {type(odds).__name__}")
            if len(odds) != size:
                raise ValueError(f"{rule}: {size} odds are needed, got {len(odds)}")
            object.__setattr__(self, rule, tuple(read_odds(entry, rule) for entry in odds))
        object.__setattr__(self, "call", read_odds(self.call, "call"))
        weakest = read_int(self.weakest_qualifying, "weakest_qualifying", 1, 7462)
        object.__setattr__(self, "weakest_qualifying", weakest)

    @property
    def deals_like(self) -> object:
        """The hand with which the dealer qualifies."""
        return self.weakest_qualifying

    def plays_like(self, report: Report) -> bool:
        """Tell whether a report's rounds would come and be played alike in this game."""
        if not super().plays_like(report):
            return False
        played = dict(report.extra)
        aa_bonus = Fraction(played.get("aa_bonus_stake", 0))
        theirs: CasinoHoldem = report.game  # type: ignore[assignment]
        return played["strategy"] != "optimal" or np.array_equal(
            self.strategy("optimal", aa_bonus=aa_bonus).table,
            theirs.strategy("optimal", aa_bonus=aa_bonus).table,
        )

    def deal(self, seed: SupportsIndex, index: SupportsIndex) -> Round[tuple[int, ...]]:
        """Deal a round.

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
        cards = _core.casino_holdem_deal(seed, index)
        return Round(cards[:2], cards[2:5], cards[5:6], cards[6:7], cards[7:])

    def outcome(self, round: Round[Cards], *, action: str | None = None) -> Outcome:  # noqa: A002
        """Tell which of `outcomes` a round has.

        Parameters
        ----------
        round : Round
            As from `deal`; each part may also be text or an array of cards.
        action : {"call", "fold"}
            What the player does (H12).

        Returns
        -------
        Outcome

        Raises
        ------
        ValueError
            If a part has another number of cards, a card stands twice (H1), or `action` is
            neither.
        TypeError
            If `round` is none, or `action` no str.

        Examples
        --------
        >>> import croupier
        >>> from croupier.games.casino_holdem import Round
        >>> round = Round("AsKd", "Ah 2c 7d", "3c", "4d", "QhJh")
        >>> print(croupier.CasinoHoldem().outcome(round, action="call"))
        pair, not qualified, bonus pair
        """
        called = _read_action(action)
        if not isinstance(round, tuple) or len(round) != len(Round._fields):
            raise TypeError(f"round: a Round is needed, got {type(round).__name__}")
        parts = [
            _core.read_cards(part, place) for part, place in zip(round, Round._fields, strict=True)
        ]
        for part, place, needed in zip(parts, Round._fields, (2, 3, 1, 1, 2), strict=True):
            if part.size != needed:
                words = "1 card is" if needed == 1 else f"{needed} cards are"
                raise ValueError(f"{place}: {words} needed, got {part.size}")
        cards = np.concatenate(parts)
        number = _core.casino_holdem_outcomes(cards, self.weakest_qualifying).item()
        return self.outcomes[number if called else number - number % _OUTCOMES_OF_BONUS]

    def _odds(self, bet: str, outcome: Outcome) -> Fraction:
        if outcome.hand is None:  # the call, which a fold leaves unmade, among them
            return Fraction(-1)
        if bet == "aa_bonus":
            wins = outcome.bonus is not Category.HIGH_CARD
            return Fraction(self.aa_bonus[outcome.bonus - 1] if wins else -1)
        ante = self.ante[outcome.hand]
        odds: dict[Result, dict[str, Odds]] = {
            Result.NOT_QUALIFIED: {"ante": ante, "call": 0},
            Result.TIE: {"ante": 0, "call": 0},
            Result.WIN: {"ante": ante, "call": self.call},
            Result.LOSS: {"ante": -1, "call": -1},
        }
        return Fraction(odds[outcome.result][bet])

    def positions(self, outcome: Outcome, stake: int) -> dict[str, tuple[int, int]]:
        """Tell what a round stakes and returns on every line of a report.

        `main` is ante and call together on the total stake, `main_per_ante` their net
        result on the ante alone.
        """
        rows = super().positions(outcome, stake)
        total, returned = map(sum, zip(rows["ante"], rows["call"], strict=True))
        return {
            "main": (total, returned),
            "main_per_ante": (stake, stake + returned - total),
            **rows,
        }

    def _stakes(self, outcome: Outcome, stake: int) -> dict[str, int]:
        return {"ante": stake, "call": self._call_stake(outcome, stake), "aa_bonus": stake}

    @staticmethod
    def _call_stake(outcome: Outcome, ante: int) -> int:
        return 0 if outcome.hand is None else CALL_ANTES * ante

    def settle(
        self,
        round: Round[Cards],  # noqa: A002
        stakes: Mapping[str, SupportsIndex],
        *,
        action: str | None = None,
    ) -> Settlement:
        """Settle a round (H13 to H16).

        Parameters
        ----------
        round : Round
            As for `outcome`.
        stakes : mapping of str to int
            Stakes in minor units: "ante", and "aa_bonus" if it is played. "call" need not
            be given; it is twice the ante (H6).
        action : {"call", "fold"}
            What the player does.

        Returns
        -------
        Settlement
            By bet its stake, what is returned and the net result; and the totals.

        Raises
        ------
        ValueError
            If a bet is unknown, a stake is out of range, the ante is missing (H7), the call
            is not twice the ante, or the round is not valid.
        TypeError
            If a stake is no int.

        Examples
        --------
        >>> import croupier
        >>> from croupier.games.casino_holdem import Round
        >>> round = Round("AsKd", "Ah 2c 7d", "3c", "4d", "QhJh")
        >>> game = croupier.CasinoHoldem()
        >>> settlement = game.settle(round, {"ante": 100, "aa_bonus": 50}, action="call")
        >>> {bet: settled.net for bet, settled in settlement.bets.items()}
        {'ante': 100, 'call': 0, 'aa_bonus': 350}
        """
        given = self._read_stakes(stakes)
        if "ante" not in given:
            raise ValueError("stakes: an ante is needed (H7), got none")
        outcome = self.outcome(round, action=action)
        ante = read_int(given["ante"], "stakes['ante']", 1, self.largest_stake)
        amounts = {"ante": ante}
        if call := self._call_stake(outcome, ante):
            amounts["call"] = call
        if "call" in given:
            named = read_int(given["call"], "stakes['call']", 1, LARGEST_STAKE)
            if named != call:
                needed = f"twice the ante, {call}, is" if call else "none is"
                raise ValueError(f"stakes['call']: {needed} needed, got {show(named)}")
        if "aa_bonus" in given:
            amounts["aa_bonus"] = read_int(
                given["aa_bonus"], "stakes['aa_bonus']", 1, LARGEST_STAKE
            )
        return self._settle(outcome, amounts)

    def strategy(
        self, strategy: str | Strategy | Rule = "optimal", *, aa_bonus: Odds = 0
    ) -> Strategy:
        """Make a strategy.

        Parameters
        ----------
        strategy : str or callable
            "optimal" calls where that is worth more than a fold; "basic" follows a short
            list of rules, "side_bet" calls every win of the AA Bonus besides,
            "always_call" calls. Or a function over arrays of cards, hole ``(N, 2)`` and
            flop ``(N, 3)``, each from high to low, to bool ``(N,)``; it is asked once, for
            all flops up to the names of suits with all hole cards.
        aa_bonus : odds
            The stake on the AA Bonus in antes, which "optimal" takes into account.

        Returns
        -------
        Strategy

        Raises
        ------
        ValueError
            If the name is unknown, or a function answers otherwise when suits are renamed.
        TypeError
            If it is neither, or does not answer with an array of bool.

        Examples
        --------
        >>> import croupier
        >>> game = croupier.CasinoHoldem()
        >>> game.strategy("optimal").decide("JcTs", "8h5c2d").action
        'call'
        """
        made = self._read_strategy(strategy, read_odds(aa_bonus, "aa_bonus"))
        if made.name == "custom":
            made.table  # noqa: B018 - asks the function
        return made

    def _read_strategy(
        self, strategy: str | Strategy | Rule, aa_bonus: Fraction = Fraction(0)
    ) -> Strategy:
        """Read a strategy; nothing is solved, and no function asked."""
        if isinstance(strategy, Strategy):
            return strategy
        if callable(strategy):
            return Strategy(self, "custom", strategy, aa_bonus)
        if not isinstance(strategy, str):
            got = type(strategy).__name__
            raise TypeError(f"strategy: a name or a function is needed, got {got}")
        name = read_name(strategy, "strategy", self.strategies)
        return Strategy(self, name, RULES.get(name), aa_bonus)

    def expected(self, hole: Any, flop: Any, aa_bonus: Fraction) -> tuple[Fraction, Fraction]:
        """Tell the expected net results of a call and of a fold, in antes."""
        aa_bonus = read_odds(aa_bonus, "aa_bonus")
        counts = _core.casino_holdem_showdowns(hole, flop, self.weakest_qualifying)
        bonus = Category(_core.casino_holdem_bonus(hole, flop).item())
        nets = (self._net(Outcome(bonus, *end), aa_bonus) for end in product(Category, _SHOWDOWNS))
        call = sum(map(mul, counts.ravel().tolist(), nets))
        fold = self._net(Outcome(bonus, None, Result.FOLD), aa_bonus)
        return Fraction(call, int(counts.sum())), fold

    def _net(self, outcome: Outcome, aa_bonus: Fraction) -> Fraction:
        """Tell the net result of an outcome, in antes."""
        net = self._odds("ante", outcome) + aa_bonus * self._odds("aa_bonus", outcome)
        call = self._call_stake(outcome, 1)
        return net + call * self._odds("call", outcome) if call else net

    def solve_table(self, aa_bonus: Fraction) -> npt.NDArray[np.uint8]:
        """Make the table of the optimal strategy, or find it in the user's cache."""
        from croupier.cache import cached_table

        nets = [self._net(outcome, aa_bonus) for outcome in self.outcomes]
        unit = math.lcm(*(net.denominator for net in nets))
        values = [int(net * unit) for net in nets]
        if max(map(abs, values)) > _MOST_VALUE:
            raise ValueError(f"odds: up to 2**42 over a common denominator are needed, got {unit}")
        key = f"{_core.SOURCES_DIGEST} {self.weakest_qualifying} {values}".encode()
        return cached_table(
            self.name,
            key,
            (len(_core.flop_classes()) * math.comb(52, 2) + 7) // 8,
            lambda: _solve(self.weakest_qualifying).best_strategy(np.array(values)),
        )

    def exact(
        self,
        strategy: str | Strategy | Rule = "optimal",
        *,
        stake: SupportsIndex | None = None,
        threads: SupportsIndex | None = None,
    ) -> Report:
        """Report all deals there are, 27,813,810,024,000.

        The first call goes through all of them in seconds and keeps what it counts, about
        200 MB: other strategies and paytables then take a moment.

        Parameters
        ----------
        strategy : str, Strategy or callable
            As for `strategy`.
        stake : int, optional
            The ante, and the stake on the AA Bonus, in minor units; `default_stake` by default.
        threads : int, optional
            How many share the work; all cores by default.

        Returns
        -------
        Report

        Examples
        --------
        >>> import croupier
        >>> print(croupier.CasinoHoldem().exact())
        casino-holdem, exact, stake 100, strategy optimal
        bet                  RTP  house edge  hit rate     std
        main            99.1827%     0.8173%  47.7692%  2.6129
        main_per_ante   97.8424%     2.1576%  47.7692%  2.6129
        ante           106.9761%    -6.9761%  47.7692%  1.3343
        call            94.4300%     5.5700%  27.2148%  1.5335
        aa_bonus        90.7816%     9.2184%  10.5239%  2.8552
        """
        amount = self.read_stake(stake)
        if threads is not None:
            read_int(threads, "threads", 1, 2**63 - 1)
        solution = _solve(self.weakest_qualifying, threads)
        played = self.strategy(strategy)
        counts = solution.count_outcomes(played.table)
        return Report(self, tuple(counts.tolist()), stake=amount, extra=_describe(played))

    def exact_like(self, report: Report) -> Report | None:
        """Report all deals, played as in a simulation; None if a function has played them."""
        played = dict(report.extra)
        if played["strategy"] not in self.strategies:
            return None
        strategy = self.strategy(
            played["strategy"], aa_bonus=played.get("aa_bonus_stake", Fraction(0))
        )
        return self.exact(strategy, stake=report.stake)

    def call_frequency(self, report: Report) -> Fraction:
        """Tell the share of the rounds of a report that were called.

        Raises
        ------
        ValueError
            If it is of another game, or has no rounds.
        TypeError
            If it is no report.
        """
        if not isinstance(report, Report):
            raise TypeError(f"report: a Report is needed, got {type(report).__name__}")
        if not isinstance(report.game, CasinoHoldem) or not any(report.counts):
            raise ValueError(f"report: one of casino-holdem with rounds is needed, got {report!r}")
        folds = sum(
            count
            for outcome, count in zip(self.outcomes, report.counts, strict=True)
            if outcome.hand is None
        )
        return 1 - Fraction(folds, sum(report.counts))

    def simulate(
        self,
        rounds: SupportsIndex,
        *,
        strategy: str | Strategy | Rule = "optimal",
        seed: SupportsIndex | None = None,
        threads: SupportsIndex | None = None,
        first_round: SupportsIndex = 0,
        progress: Progress | None = None,
        stake: SupportsIndex | None = None,
    ) -> Report:
        """Play many rounds.

        Parameters
        ----------
        rounds : int
            How many.
        strategy : str, Strategy or callable
            As for `strategy`. The optimal one is solved once and kept in the user's cache
            directory.
        seed, threads, first_round, progress, stake
            As for the other games.

        Returns
        -------
        Report

        Raises
        ------
        ValueError, TypeError
            If an argument is out of range or of another type.
        KeyboardInterrupt
            After Ctrl-C; its attribute ``report`` holds what was counted, no rounds while the
            strategy is solved or a function asked; until then a function is named "custom".

        Examples
        --------
        >>> import croupier
        >>> report = croupier.CasinoHoldem().simulate(10_000, strategy="basic", seed=7)
        >>> report.rounds
        10000
        """
        indices = read_range(first_round, rounds, "first_round", "rounds")
        key = read_seed(seed)
        amount = self.read_stake(stake)
        played = self._read_strategy(strategy)
        return self._run(
            self._count(key, threads, played),
            indices,
            key,
            progress,
            lambda: _describe(played),
            stake=amount,
        )

    def _count(
        self, seed: int, threads: SupportsIndex | None, strategy: Strategy | None = None
    ) -> Count:
        played = strategy or self.strategy()
        return lambda first, size: _core.casino_holdem_count(
            played.table, self.weakest_qualifying, seed, first, size, threads
        )


def _read_action(action: str | None) -> bool:
    """Tell whether an action is a call."""
    if action is None:
        raise ValueError("action: call or fold is needed (H12), got none")
    return read_name(action, "action", ("call", "fold")) == "call"


def _describe(strategy: Strategy) -> tuple[tuple[str, str], ...]:
    stake = (("aa_bonus_stake", str(strategy.aa_bonus)),) if strategy.aa_bonus else ()
    return (("strategy", strategy.name), *stake)


_solutions: dict[int, _core.CasinoHoldemSolution] = {}


def _solve(
    weakest_qualifying: int, threads: SupportsIndex | None = None
) -> _core.CasinoHoldemSolution:
    """Solve the game, or give what was solved last."""
    from croupier.cache import solving

    with solving():
        if weakest_qualifying not in _solutions:
            _solutions.clear()  # before, as two of them take much memory
            _solutions[weakest_qualifying] = _core.solve_casino_holdem(weakest_qualifying, threads)
        return _solutions[weakest_qualifying]
