"""Threads and forks that ask for the same table: it is solved once."""

import threading
from collections.abc import Callable, Iterator
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from conftest import interrupt_after, output_of

import croupier
from croupier import _core
from croupier.games.casino_holdem import solution as solving
from croupier.games.casino_holdem import strategy
from croupier.games.casino_holdem.solution import optimal_table, solve


class Solution:
    """Takes the place of the solution; counts how many are made, and waits to be told."""

    def __init__(self) -> None:
        self.made: list[int] = []
        self.began = threading.Event()
        self.go_on = threading.Event()
        self.error: BaseException | None = None

    def __call__(self, weakest: int, *_: object) -> Any:
        self.made.append(weakest)
        self.began.set()
        assert self.go_on.wait(30)
        if self.error is not None:
            error, self.error = self.error, None
            raise error
        return SimpleNamespace(best_strategy=lambda _: np.zeros(290_892, np.uint8))


@pytest.fixture
def solution(monkeypatch: pytest.MonkeyPatch) -> Iterator[Solution]:
    solution = Solution()
    monkeypatch.setattr(_core, "solve_casino_holdem", solution)
    monkeypatch.setattr(solving, "_solutions", {})
    yield solution
    solution.go_on.set()


def start(count: int, ask: Callable[[], object]) -> list[threading.Thread]:
    threads = [threading.Thread(target=ask) for _ in range(count)]
    for thread in threads:
        thread.start()
    return threads


def finish(threads: list[threading.Thread]) -> None:
    for thread in threads:
        thread.join(30)
        assert not thread.is_alive()


@pytest.mark.parametrize(
    "ask",
    [
        lambda: solve(5745),
        lambda: optimal_table(croupier.CasinoHoldem(), Fraction(0)),
        lambda: croupier.CasinoHoldem().strategy().table,
    ],
)
@pytest.mark.usefixtures("place")
def test_threads_that_ask_at_once_solve_once(ask: Callable[[], object], solution: Solution) -> None:
    answers = []
    threads = start(8, lambda: answers.append(ask()))
    assert solution.began.wait(30)
    solution.go_on.set()
    finish(threads)
    assert len(answers) == 8
    assert solution.made == [5745]


@pytest.mark.usefixtures("place")
def test_threads_that_ask_for_other_games_solve_each_once(solution: Solution) -> None:
    def ask(weakest: int) -> None:
        optimal_table(croupier.CasinoHoldem(weakest_qualifying=weakest), Fraction(0))

    threads = [
        thread for weakest in (5745, 7462, 6000) for thread in start(3, lambda w=weakest: ask(w))
    ]
    solution.go_on.set()
    finish(threads)
    assert sorted(solution.made) == [5745, 6000, 7462]


def test_threads_that_ask_at_once_compile_once(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = []
    go_on = threading.Event()

    def compile_rule(rule: object) -> Any:
        compiled.append(rule)
        assert go_on.wait(30)
        return np.zeros(1, np.uint8)

    monkeypatch.setattr(strategy, "compile_rule", compile_rule)
    strategy._table_of.cache_clear()
    try:
        threads = start(8, lambda: croupier.CasinoHoldem().strategy("basic").table)
        go_on.set()
        finish(threads)
    finally:
        strategy._table_of.cache_clear()
    assert len(compiled) == 1


def test_after_an_error_in_one_thread_another_solves(solution: Solution) -> None:
    answers: list[object] = []

    def ask() -> None:
        try:
            answers.append(solve(5745))
        except MemoryError as error:
            answers.append(error)

    solution.error = MemoryError()
    threads = start(3, ask)
    assert solution.began.wait(30)
    solution.go_on.set()
    finish(threads)
    assert sum(isinstance(answer, MemoryError) for answer in answers) == 1
    assert solution.made == [5745, 5745]


def test_ctrl_c_ends_waiting_for_another_thread(solution: Solution) -> None:
    threads = start(1, lambda: solve(5745))
    assert solution.began.wait(30)
    with pytest.raises(KeyboardInterrupt), interrupt_after(0.05):
        solve(5745)
    assert threads[0].is_alive()
    solution.go_on.set()
    finish(threads)
    solve(5745)
    assert solution.made == [5745]


@pytest.mark.usefixtures("place")
def test_a_child_of_a_fork_does_not_wait_for_the_thread_that_solves() -> None:
    program = """
import os, signal, threading
import numpy as np
import croupier
began, go_on = threading.Event(), threading.Event()
class Solution:
    def __init__(self, *_):
        began.set()
        go_on.wait()
    def best_strategy(self, _):
        return np.zeros(290_892, np.uint8)
croupier._core.solve_casino_holdem = Solution
game = croupier.CasinoHoldem()
def ask():
    game.strategy().table
thread = threading.Thread(target=ask)
thread.start()
began.wait()
child = os.fork()
if child == 0:
    signal.alarm(20)
    go_on = threading.Event()
    go_on.set()
    ask()
    os._exit(0)
status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
go_on.set()
thread.join()
print(status)
"""
    assert output_of(program) == "0\n"
