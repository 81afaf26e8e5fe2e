"""What a paytable makes of counts."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from croupier.arguments import read_level

Returns: TypeAlias = "list[tuple[int, int, int]]"
"""What outcomes make of a bet: how often, what is staked, what is returned."""


@dataclass(frozen=True, kw_only=True)
class BetReport:
    """What a bet returns; what is not known is nan, or None where it would be exact.

    Attributes
    ----------
    rtp : float
        Total returned over total staked.
    rtp_exact : Fraction or None
        The same, exactly; None in a simulation.
    house_edge : float
        1 less `rtp`.
    house_edge_exact : Fraction or None
        The same, exactly; None in a simulation.
    std : float
        Standard deviation of a round's net result, in units of the first stake. Not known of
        sampled rounds that all had the same one.
    variance_exact : Fraction or None
        Its square, exactly; None in a simulation.
    std_error : float
        Standard error of `rtp`; 0 where it is exact. Not known of sampled rounds that all
        returned alike.
    hit_rate : float
        The share of rounds that return more than was staked.
    hit_rate_exact : Fraction or None
        The same, exactly; None in a simulation.
    """

    rtp: float = math.nan
    rtp_exact: Fraction | None = None
    house_edge: float = math.nan
    house_edge_exact: Fraction | None = None
    std: float = math.nan
    variance_exact: Fraction | None = None
    std_error: float = math.nan
    hit_rate: float = math.nan
    hit_rate_exact: Fraction | None = None

    def confidence_interval(self, level: Any = 0.95) -> tuple[float, float]:
        """Tell between which bounds the RTP lies, by the normal distribution.

        Parameters
        ----------
        level : float
            How sure that is to be, between 0 and 1.

        Returns
        -------
        low, high : float
            Both the RTP where it is exact, both nan where its error is not known.

        Raises
        ------
        ValueError
            If `level` is not between 0 and 1.
        TypeError
            If it is no number.

        Examples
        --------
        >>> import croupier
        >>> tie = croupier.Baccarat().simulate(100_000, seed=1)["tie"]
        >>> low, high = tie.confidence_interval()
        >>> f"{low:.4f} to {high:.4f}"
        '0.8320 to 0.8645'
        """
        from statistics import NormalDist

        reach = -NormalDist().inv_cdf((1 - read_level(level, "level")) / 2) * self.std_error
        return self.rtp - reach, self.rtp + reach


def price(rows: Returns, stake: int, exact: bool) -> BetReport:
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
        return BetReport()
    share = rtp(rows)
    hits = Fraction(sum(count for count, put, back in rows if back > put), n)
    returned = sum(count * back for count, _, back in rows)
    nets = sum(count * (back - put) ** 2 for count, put, back in rows)
    spread = nets * n - (returned - total) ** 2
    if exact:
        variance = Fraction(spread, (n * stake) ** 2)
        std, std_error = math.sqrt(variance), 0.0
    else:
        # The delta method: both what is returned and what is staked are random.
        residuals = sum(count * (back * total - put * returned) ** 2 for count, put, back in rows)
        std = _sampled_root(spread, n * (n - 1) * stake**2)
        std_error = _sampled_root(residuals * n, (n - 1) * total**4)
    return BetReport(
        rtp=float(share),
        rtp_exact=share if exact else None,
        house_edge=float(1 - share),
        house_edge_exact=1 - share if exact else None,
        std=std,
        variance_exact=variance if exact else None,
        std_error=std_error,
        hit_rate=float(hits),
        hit_rate_exact=hits if exact else None,
    )


def _sampled_root(squares: int, n: int) -> float:
    """Give the root of a mean of squares, which samples all alike cannot tell."""
    return math.sqrt(Fraction(squares, n)) if squares else math.nan


def staked(rows: Returns) -> int:
    """Tell what is staked in all."""
    return sum(count * stake for count, stake, _ in rows)


def rtp(rows: Returns) -> Fraction:
    """Tell what is returned over what is staked."""
    return Fraction(sum(count * back for count, _, back in rows), staked(rows))
