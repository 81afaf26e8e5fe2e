"""Casino Hold'em: an ante, a flop, and the choice to call or to fold."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, SupportsIndex

import numpy as np

from croupier import _core
from croupier.arguments import (
    LARGEST_STAKE,
    Odds,
    read_int,
    read_name,
    read_odds,
    read_seed,
    show,
)
from croupier.games.casino_holdem.round import ENDS, Outcome, Round, Seen
from croupier.games.casino_holdem.rules import CasinoHoldemRules, call_stake
from croupier.games.casino_holdem.simulation import PlayedSimulation, describe
from croupier.games.casino_holdem.solution import solve
from croupier.games.casino_holdem.strategy import RULES, Rule, Strategy
from croupier.games.decision import DecisionPoint
from croupier.games.game import STAKE, Game, Replay, Settlement, read_round
from croupier.games.parameter import Parameter
from croupier.report import BettingReport
from croupier.report.tally import Tally
from croupier.simulation import Progress, read_progress, run

if TYPE_CHECKING:
    pass

STRATEGIES = ("optimal", *RULES)
_CUSTOM = re.compile("custom( [0-9a-f]{16})?")


class CasinoHoldem(CasinoHoldemRules, Game[Round, Outcome]):
    """Casino Hold'em with its paytables.

    Odds are net and to 1: an int, a Fraction, a Decimal, or a str such as "1.5" or "3/2".

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

    actions: ClassVar[tuple[str, ...]] = ("call", "fold")
    strategies: ClassVar[tuple[str, ...]] = STRATEGIES
    parameters: ClassVar[tuple[Parameter, ...]] = (
        STAKE,
        Parameter(
            "strategy",
            f"{', '.join(STRATEGIES)} (default: {STRATEGIES[0]})",
            ("exact", "simulation", "replay", "strategy"),
            str,
            STRATEGIES,
            metavar="S",
        ),
    )

    def read_played(self, unit: str, played: Mapping[str, Any]) -> dict[str, Any]:  # noqa: ARG002
        """Read the name of a strategy, and the side bet that it takes into account."""
        name, stake = played.get("strategy"), played.get("aa_bonus_stake", "0")
        if not isinstance(name, str) or not _CUSTOM.fullmatch(name):
            read_name(name, "strategy", self.strategies)
        read = {"strategy": name}
        if (aa_bonus := read_odds(stake, "aa_bonus_stake")) > 0:
            read["aa_bonus_stake"] = str(aa_bonus)
        return read

    def plays_like(self, other: CasinoHoldem, played: Mapping[str, Any]) -> bool:
        """Tell whether the rounds of another game, so played, would come alike in this one."""
        if not super().plays_like(other, played):
            return False
        aa_bonus = Fraction(played.get("aa_bonus_stake", 0))
        return played["strategy"] != "optimal" or np.array_equal(
            self.strategy("optimal", aa_bonus=aa_bonus).table,
            other.strategy("optimal", aa_bonus=aa_bonus).table,
        )

    def deal(self, seed: SupportsIndex, index: SupportsIndex) -> Round:
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
        return Round._of_core((cards[:2], cards[2:5], cards[5:6], cards[6:7], cards[7:]))

    def _number(self, round: Round) -> int:  # noqa: A002
        """Tell which of `outcomes` a round has if it is called."""
        return _core.casino_holdem_outcome(*read_round(round, Round), self.weakest_qualifying)

    def decision(self, round: Round) -> DecisionPoint[Seen, str]:  # noqa: A002
        """Show the player's cards and the flop, on which he calls or folds (H12).

        Parameters
        ----------
        round : Round
            As for `outcome`.

        Returns
        -------
        DecisionPoint
            Turn, river and the dealer's cards are not in what is seen.

        Examples
        --------
        >>> import croupier
        >>> game = croupier.CasinoHoldem()
        >>> game.decision(game.deal(seed=7, index=2**60)).seen
        Seen(hole=(32, 15), flop=(24, 2, 34))
        """
        dealt = read_round(round, Round)
        return DecisionPoint(Seen._of_core((dealt.hole, dealt.flop)), self.actions)

    def _read_action(self, action: str | None) -> str:
        if action is None:
            raise ValueError("action: call or fold is needed (H12), got none")
        return read_name(action, "action", self.actions)

    def outcome(
        self,
        round: Round,  # noqa: A002
        action: str | None = None,
    ) -> Outcome:
        """Tell which of `outcomes` a round has.

        Parameters
        ----------
        round : Round
            As from `deal`, or made of other cards.
        action : {"call", "fold"}
            What the player does (H12).

        Returns
        -------
        Outcome

        Raises
        ------
        ValueError
            If `action` is neither.
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
        called = self._read_action(action) == "call"
        number = self._number(round)
        return self.outcomes[number if called else number - number % len(ENDS)]

    def settle(
        self,
        round: Round,  # noqa: A002
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
        outcome = self.outcome(round, action)
        ante = read_int(given["ante"], "stakes['ante']", 1, self.largest_stake)
        amounts = {"ante": ante}
        if call := call_stake(outcome, ante):
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
            flop ``(N, 3)``, each from high to low, to bool ``(N,)``; a call asks it once, for
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
            if aa_bonus not in (0, strategy.aa_bonus):
                needed = f"aa_bonus: that of the strategy, {strategy.aa_bonus}, is needed"
                raise ValueError(f"{needed}, got {aa_bonus}")
            return strategy.in_game(self)
        if callable(strategy):
            return Strategy(self, "custom", strategy, aa_bonus)
        if not isinstance(strategy, str):
            got = type(strategy).__name__
            raise TypeError(f"strategy: a name or a function is needed, got {got}")
        name = read_name(strategy, "strategy", self.strategies)
        return Strategy(self, name, RULES.get(name), aa_bonus)

    def exact(
        self,
        strategy: str | Strategy | Rule = "optimal",
        *,
        stake: SupportsIndex | None = None,
        threads: SupportsIndex | None = None,
        progress: Progress | None = None,
    ) -> BettingReport:
        """Report all deals there are, 27,813,810,024,000.

        The first call goes through all of them in seconds and keeps what it counts, with
        which the process holds about 400 MB: other strategies and paytables then take a moment.

        Parameters
        ----------
        strategy : str, Strategy or callable
            As for `strategy`.
        stake : int, optional
            The ante, and the stake on the AA Bonus, in minor units; `default_stake` by default.
        threads : int, optional
            How many share the work; all cores by default.
        progress : callable, optional
            Called now and then as ``progress(done, total)`` while deals are counted.

        Returns
        -------
        BettingReport

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
        read_progress(progress)
        solution = solve(self.weakest_qualifying, threads, progress)
        played = self.strategy(strategy)
        counts = tuple(solution.count_outcomes(played.table).tolist())
        return BettingReport(
            self, Tally(counts), stake=amount, extra=tuple(describe(played).items())
        )

    def chances(self, played: Mapping[str, Any]) -> tuple[int, ...] | None:
        """Count how many of all deals have each of `outcomes`; None if a function has played."""
        if played["strategy"] not in self.strategies:
            return None
        strategy = self.strategy(played["strategy"], aa_bonus=played.get("aa_bonus_stake", 0))
        return tuple(solve(self.weakest_qualifying).count_outcomes(strategy.table).tolist())

    def call_frequency(self, report: BettingReport) -> Fraction:
        """Tell the share of the rounds of a report that were called.

        Raises
        ------
        ValueError
            If it is of another game, or has no rounds.
        TypeError
            If it is no report.
        """
        if not isinstance(report, BettingReport):
            raise TypeError(f"report: a Report is needed, got {type(report).__name__}")
        if not isinstance(report.game, CasinoHoldem) or not any(report.counts):
            raise ValueError(f"report: one of casino-holdem with rounds is needed, got {report!r}")
        folds = sum(
            count
            for outcome, count in zip(self.outcomes, report.counts, strict=True)
            if outcome.hand is None
        )
        return 1 - Fraction(folds, sum(report.counts))

    def simulation(
        self,
        *,
        seed: SupportsIndex | None = None,
        stake: SupportsIndex | None = None,
        strategy: str | Strategy | Rule = "optimal",
    ) -> PlayedSimulation:
        """Say what to simulate: the value that `simulate` runs.

        Parameters
        ----------
        seed, stake, strategy
            As for `simulate`. Nothing is solved and no function asked before rounds are counted.

        Returns
        -------
        PlayedSimulation
        """
        key, amount = read_seed(seed), self.read_stake(stake)
        return PlayedSimulation(self, key, amount, self._read_strategy(strategy))

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
    ) -> BettingReport:
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
        BettingReport

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
        simulation = self.simulation(seed=seed, stake=stake, strategy=strategy)
        return run(simulation, rounds, first_round, threads=threads, progress=progress)

    def replay(
        self,
        seed: SupportsIndex,
        index: SupportsIndex,
        *,
        strategy: str | Strategy | Rule = "optimal",
    ) -> Replay:
        """Deal a round of a simulation again, play it and tell what came of it.

        Parameters
        ----------
        seed, index : int
            As for `deal`.
        strategy
            As for `strategy`.

        Returns
        -------
        Replay
        """
        dealt, player = self.deal(seed, index), self.strategy(strategy)
        action = player.choose(self.decision(dealt).seen)
        played = {"strategy": player.name, "action": action}
        return Replay(self, int(seed), int(index), dealt, self.outcome(dealt, action), played)
