"""Equity under pytest-benchmark, beside peers whose answers are checked first."""

from functools import cache

import pytest
from equity_peers import WORKS, croupier_answers, peer_answers

import croupier


@cache
def answers():
    """Who answers what, with how many samples or spots."""
    found = {(work, "croupier"): (WORKS[work], call) for work, call in croupier_answers().items()}
    return found | {(work, peer): (count, call) for peer, work, count, call in peer_answers()}


def pytest_generate_tests(metafunc):
    if "work" in metafunc.fixturenames:
        rows = sorted(answers(), key=lambda row: list(WORKS).index(row[0]))
        metafunc.parametrize(("work", "by"), rows, ids=[by for _, by in rows])


@pytest.mark.benchmark(min_rounds=3, max_time=0.5)
def test_equity(benchmark, work, by):
    count, call = answers()[work, by]
    benchmark.group = work
    benchmark.extra_info["items"] = count
    benchmark(call)


@pytest.mark.benchmark(group="169 x 169 classes")
def test_matrix_two_threads(benchmark):
    benchmark.pedantic(croupier.equity_matrix, kwargs={"threads": 2}, rounds=3)
