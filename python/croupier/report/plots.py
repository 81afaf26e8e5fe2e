"""Pictures of reports; the only module that needs Matplotlib."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from croupier.report.text import wrap

if TYPE_CHECKING:
    from fractions import Fraction

    from croupier.report.prices import BetReport

_PANEL_INCHES = 6.4
_HEIGHT_INCHES = 4.8


class Panel(Protocol):
    """What is drawn on one pair of axes."""

    def draw(self, axes: Axes) -> None:
        """Draw it."""


class Shares(NamedTuple):
    """How often groups of outcomes come: exactly, and in a simulation; None is not drawn."""

    chances: Mapping[str, Fraction] | None
    shares: Mapping[str, Fraction] | None = None

    def draw(self, axes: Axes) -> None:
        """Draw bars, and marks where the exact shares are."""
        known = [shares for shares in (self.chances, self.shares) if shares]
        names = [name for name in (known or [{}])[0] if any(shares[name] for shares in known)]
        places = range(len(names))
        if self.shares:
            heights = [float(self.shares[name]) for name in names]
            axes.bar(places, heights, width=0.8, label="simulated")
        if self.chances is not None:
            heights = [float(self.chances[name]) for name in names]
            if self.shares is None:
                axes.bar(places, heights, width=0.8, label="exact")
            else:
                axes.plot(places, heights, "k_", markersize=9, label="exact")
        axes.set_xticks(places, names, rotation=90, fontsize="small")
        axes.set(ylabel="share of rounds")
        put_legend(axes)


class Convergence(NamedTuple):
    """What a bet returned after ever more rounds, and its exact RTP."""

    bet: str
    steps: list[tuple[int, BetReport]]
    exact_rtp: float | None

    def draw(self, axes: Axes) -> None:
        """Draw the RTP with its error, and a line where the exact one is."""
        rounds = [n for n, _ in self.steps]
        axes.errorbar(
            rounds,
            [price.rtp for _, price in self.steps],
            yerr=[2 * price.std_error for _, price in self.steps],
            fmt="o-",
            capsize=3,
            label="simulated, two standard errors",
        )
        if self.exact_rtp is not None:
            axes.axhline(self.exact_rtp, color="black", linestyle="--", label="exact")
        scale = "log" if rounds else "linear"
        axes.set(xscale=scale, xlabel="rounds", ylabel=f"RTP of {self.bet}")
        put_legend(axes)


class Bars(NamedTuple):
    """Values by name for each of several series."""

    names: Sequence[str]
    series: Mapping[str, Sequence[float]]
    ylabel: str

    def draw(self, axes: Axes) -> None:
        """Draw the bars of a name side by side."""
        width = 0.8 / len(self.series)
        for number, (label, heights) in enumerate(self.series.items()):
            shift = (number - (len(self.series) - 1) / 2) * width
            axes.bar([n + shift for n in range(len(heights))], heights, width=width, label=label)
        axes.set_xticks(range(len(self.names)), self.names, rotation=90, fontsize="small")
        axes.set(ylabel=self.ylabel)
        put_legend(axes)


class Rates(NamedTuple):
    """Shares with their intervals, which are NaN where they are not known."""

    names: Sequence[str]
    rates: Sequence[float]
    intervals: Sequence[tuple[float, float]]
    ylabel: str

    def draw(self, axes: Axes) -> None:
        """Draw bars with the intervals."""
        places = range(len(self.names))
        axes.bar(places, self.rates, width=0.6)
        low = [rate - low for rate, (low, _) in zip(self.rates, self.intervals, strict=True)]
        high = [high - rate for rate, (_, high) in zip(self.rates, self.intervals, strict=True)]
        axes.errorbar(
            places, self.rates, yerr=[low, high], fmt="k.", capsize=5, label="95 % interval"
        )
        axes.set_xticks(places, self.names, fontsize="small")
        axes.set(ylim=(0, 1.05), ylabel=self.ylabel)
        put_legend(axes)


class Means(NamedTuple):
    """A mean after ever more units, with its standard error."""

    steps: Sequence[tuple[int, float, float]]
    xlabel: str
    ylabel: str

    def draw(self, axes: Axes) -> None:
        """Draw the means with two standard errors."""
        numbers, means, errors = zip(*self.steps, strict=True) if self.steps else ((), (), ())
        twice = [2 * error for error in errors]
        axes.errorbar(numbers, means, yerr=twice, fmt="o-", capsize=3, label="two standard errors")
        scale = "log" if numbers else "linear"
        axes.set(xscale=scale, xlabel=self.xlabel, ylabel=self.ylabel)
        put_legend(axes)


def put_legend(axes: Axes) -> None:
    """Put the legend above the data, if there is something to tell."""
    if axes.get_legend_handles_labels()[0]:
        axes.legend(
            loc="lower left", bbox_to_anchor=(0, 1), ncols=2, frameon=False, fontsize="small"
        )


def draw(title: str, panels: Sequence[Panel], ax: Any = None) -> Figure:
    """Draw panels side by side, or on the axes that are given, the first of them first."""
    if ax is None:
        figure = Figure(figsize=(_PANEL_INCHES * len(panels), _HEIGHT_INCHES), layout="constrained")
        figure.suptitle("\n".join(wrap(title)), fontsize="medium")
        axes = list(figure.subplots(1, len(panels), squeeze=False)[0])
    else:
        axes = _read_axes(ax, len(panels))
    for panel, place in zip(panels, axes, strict=False):
        panel.draw(place)
    return axes[0].figure.figure  # type: ignore[no-any-return]  # that of a subfigure too


def _read_axes(ax: Any, most: int) -> list[Axes]:
    """Read one Axes, or a list, tuple or array of as many as there are panels."""
    needed = "ax: an Axes is needed" if most == 1 else f"ax: an Axes or {most} of them are needed"
    axes = [ax] if isinstance(ax, Axes) else ax
    try:
        given = list(axes)
    except TypeError:
        raise TypeError(f"{needed}, got {type(ax).__name__}") from None
    for place in given:
        if not isinstance(place, Axes):
            raise TypeError(f"{needed}, got {type(place).__name__}")
    if len(given) not in (1, most):
        raise ValueError(f"{needed}, got {len(given)}")
    return given
