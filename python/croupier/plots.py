"""Pictures of reports; the only module that needs Matplotlib."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from croupier.arguments import read_name

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from croupier.report import Report


def draw_report(report: Report, bet: str | None = None) -> Figure:
    """Draw the distribution of a report and, for a simulation, its convergence."""
    from matplotlib.figure import Figure

    name = next(iter(report.bets)) if bet is None else read_name(bet, "bet", tuple(report.bets))
    exact = report if report.ranges is None else report.game.exact_like(report)
    simulated = report.ranges is not None
    figure = Figure(figsize=(12, 4 if simulated else 5), layout="constrained")
    figure.suptitle(repr(report)[1:-1])
    axes = figure.subplots(1, 2 if simulated else 1, squeeze=False)[0]
    _draw_distribution(axes[0], report, exact)
    if simulated:
        _draw_convergence(axes[1], report, exact, name)
    return figure


def _draw_distribution(axes: Axes, report: Report, exact: Report | None) -> None:
    total = sum(report.counts)
    if report is not exact and total > 0:
        shares = [count / total for count in report.counts]
        axes.bar(range(len(shares)), shares, width=0.9, label="simulated")
    if exact is not None:
        chances = [float(chance) for chance in exact.outcomes.values()]
        axes.plot(range(len(chances)), chances, "k_", label="exact")
    axes.set(xlabel="outcome", ylabel="share of rounds")
    if axes.get_legend_handles_labels()[0]:
        axes.legend()


def _draw_convergence(axes: Axes, report: Report, exact: Report | None, bet: str) -> None:
    steps = [replace(report, counts=tuple(counts.tolist())) for counts in report.history]
    if sum(report.counts) > 1:
        steps.append(report)
    rounds = [sum(step.counts) for step in steps]
    priced = [step.bets[bet] for step in steps]
    axes.errorbar(
        rounds,
        [price.rtp for price in priced],
        yerr=[2 * price.std_error for price in priced],
        fmt="o-",
        capsize=3,
        label="simulated, two standard errors",
    )
    if exact is not None:
        axes.axhline(exact.bets[bet].rtp, color="black", linestyle="--", label="exact")
    axes.set(xscale="log" if rounds else "linear", xlabel="rounds", ylabel=f"RTP of {bet}")
    axes.legend()
