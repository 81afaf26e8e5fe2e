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
