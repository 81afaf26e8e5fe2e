"""The solution of Casino Hold'em: what a call is worth, exactly, and where it is worth more."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from operator import mul
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy as np

from croupier import _core
from croupier.games.casino_holdem.round import ENDS, Outcome
from croupier.games.casino_holdem.rules import CasinoHoldemRules
from croupier.hands import Category

if TYPE_CHECKING:
    import numpy.typing as npt

_MOST_VALUE = 2**42

_solutions: dict[int, _core.CasinoHoldemSolution] = {}


def solve(
    weakest_qualifying: int,
    threads: SupportsIndex | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> _core.CasinoHoldemSolution:
    """Count the showdowns of all deals, or give what was counted last.

    `progress` is told now and then ``(done, total)``.
    """
    from croupier.cache import solving

    with solving():
        if weakest_qualifying not in _solutions:
            _solutions.clear()  # before, as two of them take much memory
            _solutions[weakest_qualifying] = _core.solve_casino_holdem(
                weakest_qualifying, threads, progress
            )
        return _solutions[weakest_qualifying]


def expected(
    rules: CasinoHoldemRules, hole: Any, flop: Any, aa_bonus: Fraction
) -> tuple[Fraction, Fraction]:
    """Tell the expected net results of a call and of a fold, in antes."""
    counts = _core.casino_holdem_showdowns(hole, flop, rules.weakest_qualifying)
    bonus = Category(_core.casino_holdem_bonus(hole, flop).item())
    fold, *nets = (rules.net(Outcome(bonus, *end), aa_bonus) for end in ENDS)
    call = sum(map(mul, counts.ravel().tolist(), nets))
    return Fraction(call, int(counts.sum())), fold


def optimal_table(
    rules: CasinoHoldemRules,
    aa_bonus: Fraction,
    threads: SupportsIndex | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> npt.NDArray[np.uint8]:
    """Make the table of the strategy that calls where that is worth more than a fold.

    It is kept in the user's cache.
    """
    from croupier.cache import cached_table

    nets = [rules.net(outcome, aa_bonus) for outcome in rules.outcomes]
    unit = math.lcm(*(net.denominator for net in nets))
    values = [int(net * unit) for net in nets]
    if max(map(abs, values)) > _MOST_VALUE:
        raise ValueError(f"odds: up to 2**42 over a common denominator are needed, got {unit}")
    key = f"{_core.SOURCES_DIGEST} {rules.weakest_qualifying} {values}".encode()
    return cached_table(
        rules.name,
        key,
        (len(_core.flop_classes()) * math.comb(52, 2) + 7) // 8,
        lambda: solve(rules.weakest_qualifying, threads, progress).best_strategy(np.array(values)),
    )
