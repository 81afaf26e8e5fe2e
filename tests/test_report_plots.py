"""Pictures of reports."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from matplotlib.figure import Figure

import croupier
from croupier.report import BettingReport

BACCARAT = croupier.Baccarat()
HILO = croupier.ThaiHiLo()
HOLDEM = croupier.CasinoHoldem()
SIMULATED = BACCARAT.simulate(10_000, seed=3)


@pytest.mark.parametrize("shoes", [0, 2])
def test_a_plot_of_shoes_has_nothing_exact_beside_it(shoes: int) -> None:
    figure = BACCARAT.simulate_shoes(shoes, seed=1).plot()
    assert "exact" not in [line.get_label() for axes in figure.axes for line in axes.lines]


@pytest.mark.parametrize("report", [SIMULATED, HILO.exact(), HILO.simulate(0, seed=1)], ids=repr)
def test_plots(report: BettingReport, tmp_path: Any) -> None:
    figure = report.plot()
    figure.savefig(tmp_path / "report.png")
    assert (tmp_path / "report.png").stat().st_size > 10_000
    exact = report.game.exact()
    distribution, *convergence = figure.axes
    simulated = report.method == "simulation"
    heights = [bar.get_height() for bar in distribution.patches]
    marks = distribution.lines[-1].get_ydata() if simulated else heights
    groups = [text.get_text() for text in distribution.get_xticklabels()]
    for group, mark in zip(groups, marks, strict=True):
        chances = [share for outcome, share in exact.outcomes.items() if outcome.group == group]
        assert mark == float(sum(chances))
    assert {outcome.group for outcome in exact.outcomes} == {*groups}
    assert len(convergence) == (report.method == "simulation")
    for axes in convergence:
        name = next(iter(report.bets))
        assert set(axes.lines[-1].get_ydata()) == {exact.bets[name].rtp}
    with pytest.raises(ValueError, match=r"^bet: one of "):
        report.plot("x")


def test_the_history_converges_to_the_report() -> None:
    report = HILO.simulate(100_000, seed=1)
    steps = [sum(counts) for counts in report.tally.history]
    assert steps == [1024 * 2**k for k in range(7)]
    line = report.plot("lo").axes[1].lines[0]
    assert line.get_xdata().tolist() == [*steps, 100_000]
    assert line.get_ydata()[-1] == report.bets["lo"].rtp
    merged = HILO.simulate(50_000, seed=1) + HILO.simulate(50_000, seed=1, first_round=50_000)
    assert [sum(counts) for counts in merged.tally.history] == sorted(
        sum(counts) for counts in merged.tally.history
    )


@pytest.mark.parametrize("rounds", [0, 1, 2, 3])
def test_few_rounds_can_be_drawn(rounds: int, tmp_path: Any) -> None:
    HILO.simulate(rounds, seed=1).plot("hilo_11").savefig(tmp_path / "few.png")


# Groups of outcomes

GROUPS = {
    "thai-hilo": (HILO, [f"total {total}" for total in range(3, 19)]),
    "baccarat": (
        BACCARAT,
        [
            *(f"banker by {points}" for points in range(9, 0, -1)),
            "tie",
            *(f"player by {points}" for points in range(1, 10)),
        ],
    ),
    "casino-holdem": (
        HOLDEM,
        ["fold", "not qualified", "tie", "loss", "win, high card", "win, pair", "win, two pair",
         "win, three of a kind", "win, straight", "win, flush", "win, full house",
         "win, four of a kind", "win, straight flush", "win, royal flush"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", GROUPS)
def test_outcomes_fall_into_few_groups(name: str) -> None:
    game, groups = GROUPS[name]
    assert sorted(game.groups()) == sorted(groups)
    assert game.groups()[-1] == groups[-1]
    assert {outcome.group for outcome in game.outcomes} == {*groups}


def test_the_order_of_groups() -> None:
    assert list(HILO.groups()) == GROUPS["thai-hilo"][1]
    assert list(BACCARAT.groups()) == GROUPS["baccarat"][1]


def test_bars_are_named_and_what_never_comes_has_none() -> None:
    axes = HOLDEM.simulate(5000, seed=1, strategy="always_call").plot().axes[0]
    names = [text.get_text() for text in axes.get_xticklabels()]
    assert "fold" not in names
    assert "win, high card" not in names
    assert len(names) == len(axes.patches) == 12
    assert sum(bar.get_height() for bar in axes.patches) == pytest.approx(1)


# On the axes of others


def test_a_report_is_drawn_on_axes_that_are_given() -> None:
    figure = Figure()
    axes = figure.subplots(2, 2)
    assert SIMULATED.plot(ax=axes[0, 0]) is figure
    assert [len(place.patches) for place in axes.flat] == [19, 0, 0, 0]
    assert SIMULATED.plot("tie", ax=axes[1]) is figure
    assert axes[1, 1].get_ylabel() == "RTP of tie"
    assert len(axes[1, 0].patches) == 19
    assert figure.get_suptitle() == ""
    assert BACCARAT.exact().plot(ax=(axes[0, 1],)) is figure
    assert len(axes[0, 1].patches) == 19
    part = Figure().subfigures(1, 2)
    assert SIMULATED.plot(ax=part[0].subplots()) is part[0].get_figure()


def test_legends_lie_outside_the_data() -> None:
    figure = SIMULATED.plot()
    figure.draw_without_rendering()
    for axes in figure.axes:
        legend, data = axes.get_legend().get_window_extent(), axes.get_window_extent()
        assert legend.y0 >= data.y1
        assert figure.bbox.x0 <= legend.x0
        assert legend.x1 <= figure.bbox.x1


def test_names_and_titles_fit_the_picture() -> None:
    shoes = croupier.Baccarat(shoe=[500 + i for i in range(10)]).simulate_shoes(9, seed=2**128 - 1)
    for report in (SIMULATED, HOLDEM.simulate(2000, seed=1, strategy="basic"), HILO.exact(), shoes):
        figure = report.plot()
        figure.draw_without_rendering()
        for text in [figure._suptitle, *figure.axes[0].get_xticklabels()]:
            box = text.get_window_extent()
            assert figure.bbox.x0 <= box.x0
            assert box.x1 <= figure.bbox.x1
            assert figure.bbox.y0 <= box.y0
            assert box.y1 <= figure.bbox.y1
        labels = [text.get_window_extent() for text in figure.axes[0].get_xticklabels()]
        assert all(one.x1 <= other.x0 for one, other in pairwise(labels))


@pytest.mark.parametrize(
    ("report", "count", "message"),
    [
        (SIMULATED, 3, r"^ax: an Axes or 2 of them are needed, got 3$"),
        (SIMULATED, 0, r"^ax: an Axes or 2 of them are needed, got 0$"),
        (HILO.exact(), 2, r"^ax: an Axes is needed, got 2$"),
    ],
)
def test_other_numbers_of_axes_are_refused(report: BettingReport, count: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        report.plot(ax=[Figure().subplots() for _ in range(count)])


@pytest.mark.parametrize("wrong", [5, "ax", Figure(), [None, None]])
def test_axes_are_axes(wrong: Any) -> None:
    with pytest.raises(TypeError, match=r"^ax: an Axes or 2 of them are needed, got "):
        SIMULATED.plot(ax=wrong)
