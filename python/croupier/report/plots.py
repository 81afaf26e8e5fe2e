"""Pictures of reports; the only module that needs Matplotlib."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from matplotlib.figure import Figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from croupier.report.prices import BetReport


class Distribution(NamedTuple):
    """How often the outcomes come: exactly, and in a simulation; None is not drawn."""

    chances: list[float] | None
    shares: list[float] | None = None


class Convergence(NamedTuple):
    """What a bet returned after ever more rounds, and its exact RTP."""

    bet: str
    steps: list[tuple[int, BetReport]]
    exact_rtp: float | None


def draw(title: str, distribution: Distribution, convergence: Convergence | None = None) -> Figure:
    """Draw a distribution and, of a simulation, the convergence beside it."""
    simulated = convergence is not None
    figure = Figure(figsize=(12, 4 if simulated else 5), layout="constrained")
    figure.suptitle(title)
    axes = figure.subplots(1, 2 if simulated else 1, squeeze=False)[0]
    _draw_distribution(axes[0], distribution)
    if convergence is not None:
        _draw_convergence(axes[1], convergence)
    return figure


def _draw_distribution(axes: Axes, distribution: Distribution) -> None:
    chances, shares = distribution
    if shares is not None:
        axes.bar(range(len(shares)), shares, width=0.9, label="simulated")
    if chances is not None:
        axes.plot(range(len(chances)), chances, "k_", label="exact")
    axes.set(xlabel="outcome", ylabel="share of rounds")
    if axes.get_legend_handles_labels()[0]:
        axes.legend()


def _draw_convergence(axes: Axes, convergence: Convergence) -> None:
    rounds = [n for n, _ in convergence.steps]
    axes.errorbar(
        rounds,
        [price.rtp for _, price in convergence.steps],
        yerr=[2 * price.std_error for _, price in convergence.steps],
        fmt="o-",
        capsize=3,
        label="simulated, two standard errors",
    )
    if convergence.exact_rtp is not None:
        axes.axhline(convergence.exact_rtp, color="black", linestyle="--", label="exact")
    scale = "log" if rounds else "linear"
    axes.set(xscale=scale, xlabel="rounds", ylabel=f"RTP of {convergence.bet}")
    axes.legend()
