"""Equity: of one spot, exactly or by samples, and of many spots of known hands."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from decimal import Decimal
from numbers import Real
from typing import TYPE_CHECKING, Any, SupportsIndex, overload

import numpy as np

from croupier import _core
from croupier.arguments import Cards, read_int, read_range, read_seed, show
from croupier.poker.ranges import Range
from croupier.poker.report import Equity, EquitySimulation
from croupier.poker.spot import Hand, Spot, join_halves
from croupier.report.tally import Tally
from croupier.simulation import Progress, read_progress, run

if TYPE_CHECKING:
    import numpy.typing as npt

_MAX_EXACT = 10**9
_MOST_RUNOUTS = 2**63 - 1
_MOST_SAMPLES = 2**62
_FIRST_SAMPLES = 2**16
_MARGIN = 1.02
_MOST_GROWTH = 1e12


@dataclass(frozen=True, eq=False)
class EquityRows:
    """The exact equities of many spots of known hands.

    Attributes
    ----------
    counts : numpy.ndarray
        int64, shape ``(n, 2**players)``: boards by set of winners, bit `p` for player `p`.

    Examples
    --------
    >>> import croupier
    >>> rows = croupier.equity([[[51, 50], [47, 46]]], board=[[0, 4, 8, 12]])
    >>> rows.counts, rows.equity.round(3)
    (array([[ 0, 31,  0, 13]]), array([[0.852, 0.148]]))
    """

    counts: npt.NDArray[np.int64]

    def __post_init__(self) -> None:
        self.counts.flags.writeable = False

    def __eq__(self, other: object) -> bool:
        """Tell whether all counts are equal."""
        if not isinstance(other, EquityRows):
            return NotImplemented
        return np.array_equal(self.counts, other.counts)

    __hash__ = None  # type: ignore[assignment]

    @property
    def players(self) -> int:
        """How many players a spot has."""
        return int(self.counts.shape[1]).bit_length() - 1

    @property
    def total(self) -> npt.NDArray[np.int64]:
        """The boards of each spot, shape ``(n,)``."""
        total: npt.NDArray[np.int64] = self.counts.sum(axis=1)
        return total

    @property
    def wins(self) -> npt.NDArray[np.int64]:
        """How often each player wins alone, shape ``(n, players)``."""
        return self.counts[:, 1 << np.arange(self.players)]

    @property
    def ties(self) -> npt.NDArray[np.int64]:
        """How often each player shares the pot, shape ``(n, players)``."""
        return self.counts @ self._holds.astype(np.int64) - self.wins

    @property
    def equity(self) -> npt.NDArray[np.float64]:
        """The share of the pot that each player wins, shape ``(n, players)``."""
        shares = self._holds / np.maximum(self._holds.sum(axis=1, keepdims=True), 1)
        won: npt.NDArray[np.float64] = self.counts @ shares
        return won / self.total[:, np.newaxis]

    @property
    def _holds(self) -> npt.NDArray[np.bool_]:
        """By set of winners and player whether he is in it."""
        winners = np.arange(self.counts.shape[1])[:, np.newaxis]
        return (winners >> np.arange(self.players) & 1).astype(bool)


@overload
def equity(
    hands: npt.NDArray[np.integer[Any]], /, *, board: Any = ..., threads: SupportsIndex | None = ...
) -> EquityRows: ...
@overload
def equity(
    first: Hand,
    second: Hand,
    /,
    *hands: Hand,
    board: Cards = ...,
    dead: Cards = ...,
    samples: SupportsIndex | None = ...,
    std_error: float | None = ...,
    seed: SupportsIndex | None = ...,
    first_sample: SupportsIndex = ...,
    threads: SupportsIndex | None = ...,
    max_exact: SupportsIndex = ...,
    progress: Progress | None = ...,
) -> Equity: ...
def equity(
    *hands: Any,
    board: Any = (),
    dead: Cards = (),
    samples: SupportsIndex | None = None,
    std_error: float | None = None,
    seed: SupportsIndex | None = None,
    first_sample: SupportsIndex = 0,
    threads: SupportsIndex | None = None,
    max_exact: SupportsIndex = _MAX_EXACT,
    progress: Progress | None = None,
) -> Equity | EquityRows:
    """Tell what share of the pot each player wins.

    Parameters
    ----------
    *hands : str, Range or array_like
        Two to ten players: each two cards (``"AsAh"``, or their numbers), or a range as
        `Range` takes it. Or one integer array of shape ``(n, players, 2)``: `n` spots
        of known hands, which are all counted exactly.
    board : str or array_like
        0, 3, 4 or 5 cards; for an array of hands a board each, shape ``(n, 3)`` to
        ``(n, 5)``.
    dead : str or array_like
        Cards that nobody gets.
    samples : int, optional
        How many random deals to play, in place of all there are; with `std_error` the most.
    std_error : float, optional
        Samples are played until no player's equity has a larger standard error.
    seed : int, optional
        Of the samples, 0 to ``2**128 - 1``; a fresh one by default.
    first_sample : int
        The number of the first sample: those of one seed have numbers below ``2**64``.
    threads : int, optional
        How many share the work; all cores by default. It changes no result.
    max_exact : int
        The most boards to look at without samples: a board of known hands counts once, of
        two ranges once for all their hands, of more once for each way to hold cards.
    progress : callable, optional
        Called as ``progress(done, total)`` while samples are played.

    Returns
    -------
    Equity or EquityRows
        The latter for an array of hands.

    Raises
    ------
    ValueError
        If a hand cannot be read, holds cards that are elsewhere, or has no combo left, if
        all players cannot hold cards at once, or if it takes more than `max_exact` boards;
        before anything is counted.
    TypeError
        If an argument is of another type.
    KeyboardInterrupt
        After Ctrl-C; in samples with what was counted as its attribute ``report``.

    Notes
    -----
    Known hands on a whole board leave nothing to sample: the result is exact whatever is asked.

    Exact results count every board and every pair of hands by their weights, in whole
    numbers. The page `equity` tells how.

    Examples
    --------
    >>> import croupier
    >>> croupier.equity("AsKs", "QQ+", board="Qs Js 2d").equity[0]
    Fraction(1337, 2970)
    >>> croupier.equity("AA", "KK", "random", samples=10_000, seed=1).exact
    False
    >>> rows = croupier.equity([[[51, 50], [47, 46]]], board=[[0, 4, 8, 12]])
    >>> rows.wins
    array([[31,  0]])
    """
    first = read_int(first_sample, "first_sample", 0, 2**64 - 1)
    read_progress(progress)
    if len(hands) == 1 and _is_rows(hands[0]):
        given = {
            "dead": not isinstance(dead, (str, tuple, list)) or len(dead) > 0,
            "samples": samples is not None,
            "std_error": std_error is not None,
            "seed": seed is not None,
            "first_sample": first != 0,
            "max_exact": read_int(max_exact, "max_exact", 0, _MOST_RUNOUTS) != _MAX_EXACT,
            "progress": progress is not None,
        }
        for name in (name for name, is_given in given.items() if is_given):
            raise ValueError(f"{name}: is not for an array of hands, which are all counted exactly")
        return _count_rows(hands[0], board, threads)
    spot = Spot(hands, board, dead)
    most = read_int(max_exact, "max_exact", 0, _MOST_RUNOUTS)
    if samples is None and std_error is None:
        for name, is_given in (("seed", seed is not None), ("first_sample", first != 0)):
            if is_given:
                raise ValueError(f"{name}: samples or std_error is needed, got neither")
        return _count(spot, most, threads)
    simulation = EquitySimulation(spot, read_seed(seed))
    size = min(_MOST_SAMPLES, 2**64 - first) if samples is None else samples
    allowed = read_range(first, size, "first_sample", "samples")
    target = None if std_error is None else _read_error(std_error)
    if len(spot.board) == 5 and spot.is_known:
        return _count(spot, 1, threads)
    if target is None:
        return run(simulation, len(allowed), first, threads=threads, progress=progress)
    return _sample_until(simulation, target, allowed, threads, progress)


def _is_rows(hands: Any) -> bool:
    """Tell an array of spots from the hand of one player, or from hands that came as a list."""
    listed = isinstance(hands, (list, tuple)) and any(isinstance(h, (str, Range)) for h in hands)
    if listed:
        raise ValueError("hands: each is an argument of its own, got one list of them")
    return not isinstance(hands, (str, Range))


def _count_rows(hands: Any, board: Any, threads: SupportsIndex | None) -> EquityRows:
    none = isinstance(board, (tuple, list, np.ndarray)) and len(board) == 0
    return EquityRows(_core.equity_count_rows(hands, None if none else board, threads))


def _count(spot: Spot, most: int, threads: SupportsIndex | None) -> Equity:
    ways = math.prod(int(row.sum(dtype=np.uint64)) for row in spot.weights)
    if ways * math.comb(52, 5) >= 2**128:
        raise ValueError("hands: weights of fewer decimals are needed to count in 128 bits")
    runouts = _core.equity_runouts(spot.weights, spot.board, spot.dead, most)
    if runouts > most:
        raise ValueError(
            f"max_exact: {_tell_runouts(spot, runouts, most)} runouts are needed, got {most}; "
            "samples or std_error plays some of them"
        )
    halves = _core.equity_count(spot.weights, spot.board, spot.dead, threads)
    return Equity(spot, Tally(join_halves(halves)))


def _tell_runouts(spot: Spot, runouts: int, most: int) -> str:
    if len(spot.hands) == 2:
        return str(runouts)
    ways = math.prod(int(np.count_nonzero(row)) for row in spot.weights)
    left = 52 - len(spot.board) - len(spot.dead) - 2 * len(spot.hands)
    return f"more than {most} and up to {ways * math.comb(left, 5 - len(spot.board))}"


def _read_error(std_error: Any) -> float:
    needed = "std_error: a number above 0 is needed"
    if isinstance(std_error, bool) or not isinstance(std_error, (Real, Decimal)):
        raise TypeError(f"{needed}, got {type(std_error).__name__}")
    try:
        error = float(std_error)
    except (OverflowError, ValueError):  # one too large, or a signalling nan
        error = math.nan
    if not 0 < error < math.inf:
        raise ValueError(f"{needed}, got {show(std_error)}")
    return error


def _sample_until(
    simulation: EquitySimulation,
    target: float,
    allowed: range,
    threads: SupportsIndex | None,
    progress: Progress | None,
) -> Equity:
    """Play as many samples as the errors so far call for, at most four times as many again."""
    nothing = report = simulation.report(Tally((0,) * simulation.width))
    wanted = min(_FIRST_SAMPLES, len(allowed))
    while report.tally.done < wanted:
        done = report.tally.done
        goal = max(wanted, _want(report, target, allowed))

        def tell(now: int, total: int, done: int = done, goal: int = goal) -> None:
            if progress is not None and now < total:
                progress(done + now, goal)

        try:
            report += run(simulation, wanted - done, allowed[done], threads=threads, progress=tell)
        except KeyboardInterrupt as interrupt:
            report += getattr(interrupt, "report", nothing)  # it has none before and after the loop
            rest = allowed[report.tally.done : max(wanted, _want(report, target, allowed))]
            tally = replace(report.tally, missing=(rest,) if rest else ())
            interrupt.report = replace(report, tally=tally)  # type: ignore[attr-defined]
            raise
        wanted = min(4 * wanted, _want(report, target, allowed))
    if progress is not None:
        progress(report.tally.done, report.tally.done)
    return report


def _want(report: Equity, target: float, allowed: range) -> int:
    """Tell how many samples the errors so far call for, of those that are allowed."""
    done = report.tally.done
    if not done:
        return 0
    # Samples all alike do not know their error: it is about their share of one.
    error = max(1 / done if math.isnan(error) else error for error in report.std_error)
    if error <= target:
        return done
    growth = min(error / target, _MOST_GROWTH)
    return min(len(allowed), max(done + 1, math.ceil(done * growth**2 * _MARGIN)))
