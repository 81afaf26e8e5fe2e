"""The process ends as it would without us, whatever threads are in the core by then."""

import subprocess
import sys
from pathlib import Path

import pytest
from entry_points import LOCK_FREE

HERE = Path(__file__).parent

EXIT = """
import contextlib, random, sys, threading, time
from entry_points import LOCK_FREE

calls = [LOCK_FREE[name] for name in sys.argv[1:]]


def work(call):
    while True:
        with contextlib.suppress(ValueError, TypeError):
            call()


for number in range(8):
    threading.Thread(target=work, args=[calls[number % len(calls)]], daemon=True).start()
time.sleep(random.uniform(0.05, 0.2))
"""


def end(*names: str, code: str = EXIT) -> None:
    done = subprocess.run(
        [sys.executable, "-c", code, *names],
        cwd=HERE,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert (done.returncode, done.stderr) == (0, ""), names


@pytest.mark.parametrize("name", LOCK_FREE)
def test_daemon_threads_in_a_call(name: str) -> None:
    end(name)


def test_daemon_threads_in_all_calls() -> None:
    names = list(LOCK_FREE)
    for first in range(0, len(names), 4):
        end(*(names * 2)[first : first + 8])


def test_the_exit_status_is_the_program_s_own() -> None:
    done = subprocess.run(
        [sys.executable, "-c", EXIT + "sys.exit(7)", "evaluate"], cwd=HERE, check=False, timeout=120
    )
    assert done.returncode == 7


def test_objects_that_rank_while_the_interpreter_goes() -> None:
    code = """
import numpy as np, croupier
class Last:
    def __init__(self, evaluate=croupier.evaluate, hands=np.array([[51, 47, 43, 39, 35]])):
        self.call = lambda: (evaluate(hands[0]), evaluate(hands), evaluate("As Ks Qs Js Ts"))
    def __del__(self):
        assert self.call()[0] == 1
import sys, builtins
sys.last, builtins.last, croupier._core.last = Last(), Last(), Last()
"""
    end(code=code)


def test_the_first_call_near_the_recursion_limit() -> None:
    code = """
import numpy as np, croupier
hand = np.array([51, 47, 43, 39, 35])
def deeper():
    try:
        return deeper()
    except RecursionError:
        return croupier.evaluate(hand), croupier.evaluate([hand]).tolist()
assert deeper() == (1, [1])
"""
    end(code=code)


def test_numpy_may_be_taken_away_after_the_import() -> None:
    code = """
import sys
import numpy as np, croupier
hands = np.array([[51, 47, 43, 39, 35]])
for name in [name for name in sys.modules if name.split(".")[0] in ("numpy", "collections")]:
    sys.modules[name] = None
assert croupier.evaluate(hands[0]) == 1
assert croupier.evaluate(hands).tolist() == [1]
assert croupier.evaluate([hands[0].tolist()], out=np.zeros(1, np.uint16)).tolist() == [1]
assert croupier.category([1, 2]).tolist() == [9, 8]
"""
    end(code=code)


def test_without_numpy_the_import_fails() -> None:
    code = """
import sys
sys.modules["numpy"] = None
try:
    import croupier
except ImportError:
    pass
else:
    raise AssertionError("imported")
"""
    end(code=code)


def test_no_call_imports_anything() -> None:
    code = """
import sys
import numpy as np, croupier
hands = np.array([[51, 47, 43, 39, 35]])
before = set(sys.modules)
croupier.evaluate(hands), croupier.evaluate(hands.tolist()), croupier.evaluate("AsKsQsJsTs")
croupier.evaluate(hands, out=np.zeros(1, np.uint16)), croupier.category(np.array([1, 2]))
try:
    croupier.evaluate(hands + 1)
except ValueError:
    pass
assert set(sys.modules) == before, set(sys.modules) - before
"""
    end(code=code)


def test_a_fork_in_the_middle_of_the_first_calls() -> None:
    code = """
import os, signal, sys, threading, time
import numpy as np, croupier
from croupier import _core
hands = np.array([[51, 47, 43, 39, 35]])
table = np.full(290_881, 255, np.uint8)
calls = [
    lambda: croupier.evaluate(hands),
    lambda: _core.casino_holdem_calls(_core.flop_classes().ravel(), [[1, 2]], [[3, 4, 5]]),
    lambda: _core.casino_holdem_showdowns("AsKd", "2c7h9s", 5745),
]
def work(call):
    try:
        call()
    except ValueError:
        pass
threads = [threading.Thread(target=work, args=[call]) for call in calls]
children = []
for thread in threads:
    thread.start()
    for _ in range(3):
        child = os.fork()
        if child == 0:
            signal.alarm(30)
            for call in calls:
                work(call)
            os._exit(0)
        children.append(child)
for child in children:
    assert os.waitpid(child, 0)[1] == 0
for thread in threads:
    thread.join()
"""
    end(code=code)


def test_a_fork_while_a_report_is_priced() -> None:
    code = """
import os, signal, threading
import croupier
class Slow(croupier.Baccarat):
    def positions(self, outcome, stake):
        pricing.set()
        go_on.wait(20)
        return super().positions(outcome, stake)
pricing, go_on = threading.Event(), threading.Event()
thread = threading.Thread(target=lambda: Slow().exact().bets)
thread.start()
pricing.wait()
child = os.fork()
if child == 0:
    signal.alarm(10)
    croupier.Baccarat().exact().bets
    os._exit(0)
status = os.waitpid(child, 0)[1]
go_on.set()
thread.join()
assert status == 0
"""
    end(code=code)


def test_a_fork_while_another_thread_imports_what_a_call_needs() -> None:
    code = """
import os, signal, sys, threading, time
import croupier
sys.setswitchinterval(1e-5)
def call():
    croupier.CasinoHoldem().simulate(10, strategy="basic", seed=1)
    croupier.Baccarat().digest
threading.Thread(target=call, daemon=True).start()
children = []
for _ in range(6):
    time.sleep(0.0006)
    child = os.fork()
    if child == 0:
        signal.alarm(60)
        call()
        os._exit(0)
    children.append(child)
assert [os.waitpid(child, 0)[1] for child in children] == [0] * 6
"""
    end(code=code)
