"""Tables in which rows compare: times are those of one hand or round, whatever a call does."""

from collections.abc import Iterator
from typing import Any

import pytest

PER_ITEM = (
    "min",
    "max",
    "mean",
    "stddev",
    "median",
    "iqr",
    "q1",
    "q3",
    "ld15iqr",
    "hd15iqr",
    "total",
)


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "items(count): how many hands or rounds one call has")


@pytest.fixture(autouse=True)
def _count_items(request: pytest.FixtureRequest, benchmark: Any) -> None:
    if marker := request.node.get_closest_marker("items"):
        benchmark.extra_info["items"] = marker.args[0]


@pytest.hookimpl(hookwrapper=True)
def pytest_benchmark_group_stats(benchmarks: list[dict[str, Any]]) -> Iterator[None]:
    for bench in benchmarks:
        items = bench["extra_info"].get("items", 1)
        bench["name"] += f", {items:,} a call" if items > 1 else ""
        bench["ops"] *= items
        bench |= {name: bench[name] / items for name in PER_ITEM}
    yield
