"""What a paytable makes of counts."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

Rows: TypeAlias = "list[tuple[int, int, int]]"
"""What outcomes make of a bet: how often, what is staked, what is returned."""


@dataclass(frozen=True)
class BetReport:
    """What a bet returns.

    Attributes
    ----------
    rtp : float
        Total returned over total staked.
    rtp_exact : Fraction or None
        The same, exactly; None in a simulation.
    house_edge : float
        1 less `rtp`.
    std : float
        Standard deviation of a round's net result, in units of the first stake.
    std_error : float
        Standard error of `rtp`; 0 where it is exact.
    hit_rate : float
        The share of rounds that return more than was staked.
    """

    rtp: float
    rtp_exact: Fraction | None
    house_edge: float
    std: float
    std_error: float
    hit_rate: float


def price(rows: Rows, stake: int, exact: bool) -> BetReport:
    """Price a bet, in integers until the last step.

    Parameters
    ----------
    rows : list of (int, int, int)
        How many rounds staked and returned so much.
    stake : int
        The first stake, which is the unit of the standard deviation.
    exact : bool
        Whether the rounds are all there are, and not a sample of them.
    """
    n = sum(count for count, _, _ in rows)
    total = staked(rows)
    if total == 0:
        return BetReport(math.nan, None, math.nan, math.nan, math.nan, math.nan)
    share = rtp(rows)
    returned = sum(count * back for count, _, back in rows)
    nets = sum(count * (back - put) ** 2 for count, put, back in rows)
    std, std_error = math.nan, math.nan
    if exact:
        std = math.sqrt(Fraction(nets * n - (returned - total) ** 2, (n * stake) ** 2))
        std_error = 0.0
    elif n > 1:
        variance = Fraction(nets * n - (returned - total) ** 2, n * (n - 1))
        std = math.sqrt(variance / stake**2)
        # The delta method: both what is returned and what is staked are random.
        residuals = sum(count * (back * total - put * returned) ** 2 for count, put, back in rows)
        std_error = math.sqrt(Fraction(residuals * n, (n - 1) * total**4))
    return BetReport(
        rtp=float(share),
        rtp_exact=share if exact else None,
        house_edge=float(1 - share),
        std=std,
        std_error=std_error,
        hit_rate=sum(count for count, put, back in rows if back > put) / n,
    )


def staked(rows: Rows) -> int:
    """Tell what is staked in all."""
    return sum(count * stake for count, stake, _ in rows)


def rtp(rows: Rows) -> Fraction:
    """Tell what is returned over what is staked."""
    return Fraction(sum(count * back for count, _, back in rows), staked(rows))
