"""Where memory fails there is a MemoryError or the right answer, and nothing else."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from entry_points import QUICK, SLOW

from croupier import _core

HERE = Path(__file__).parent

FAIL_EVERY_ALLOCATION = """
import ctypes
import sys

from entry_points import QUICK, SLOW, plain

allocator = ctypes.CDLL(sys.argv[1])
most = int(sys.argv[2])


def stop_failing():
    while True:
        try:
            return allocator.fail_allocations(0, 0)
        except MemoryError:
            pass


for name in sys.argv[3:]:
    call = (QUICK | SLOW)[name]
    expected = plain(call())
    allocator.fail_allocations(0, 0)
    call()
    allocations = allocator.count_allocations()
    failed = 0
    for count in (1, 3, 2**62):  # one fails, some fail, all do from there on
        for first in range(0, allocations + 1, max(1, allocations // most)):
            try:
                allocator.fail_allocations(first, count)
                result = call()
                stop_failing()
            except MemoryError:
                stop_failing()
                failed += 1
            except BaseException:
                stop_failing()
                print(name, "allocation", first, "of", allocations)
                raise
            else:
                assert plain(result) == expected, (name, first, result)
    print(name, failed)
"""


@pytest.fixture(scope="module")
def allocator(tmp_path_factory: pytest.TempPathFactory) -> Path:
    library = tmp_path_factory.mktemp("allocator") / "failing_allocator.so"
    source = HERE / "failing_allocator.cpp"
    subprocess.run(
        ["c++", "-std=c++20", "-O1", "-shared", "-fPIC", source, "-o", library], check=True
    )
    return library


def test_every_native_function_is_among_them() -> None:
    functions = {
        name
        for name, value in vars(_core).items()
        if callable(value) and not isinstance(value, type) and not name.startswith("__")
    }
    elsewhere = {"solve_casino_holdem", "use_isa"}
    assert functions - elsewhere <= {name.partition(" ")[0] for name in (*QUICK, *SLOW)}


@pytest.mark.parametrize(
    ("names", "most"), [(list(QUICK), 200), (list(SLOW), 3)], ids=["quick", "slow"]
)
def test_every_allocation_may_fail(allocator: Path, names: list[str], most: int) -> None:
    before = os.environ.get("LD_PRELOAD", "").split()
    preloaded = {
        "LD_PRELOAD": " ".join([str(allocator), *before]),
        "PYTHONMALLOC": "malloc",
        "ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "") + ":verify_asan_link_order=0",
        "PYTHONPATH": os.pathsep.join([str(HERE), os.environ.get("PYTHONPATH", "")]).rstrip(":"),
    }
    done = subprocess.run(
        [sys.executable, "-c", FAIL_EVERY_ALLOCATION, allocator, str(most), *names],
        env=os.environ | preloaded,
        capture_output=True,
        text=True,
        check=False,
        timeout=900,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    failures = dict(line.rsplit(" ", 1) for line in done.stdout.splitlines())
    assert list(failures) == names
    assert sum(int(failed) > 0 for failed in failures.values()) >= len(names) * 0.9
    assert len(names) >= 40 or names == list(SLOW)


LIMITED = """
import resource
import numpy as np
import croupier
game = croupier.CasinoHoldem()
royal = croupier.RoyalCasino()
large = b"5" * 200_000_000
pages = int(open("/proc/self/statm").read().split()[0])
limit = pages * resource.getpagesize() + {room}
resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
try:
    {call}
except {error} as error:
    print(type(error).__name__, str(error)[:100])
"""


def run_limited(call: str, error: str, room: int) -> str:
    done = subprocess.run(
        [sys.executable, "-c", LIMITED.format(call=call, error=error, room=room)],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.strip()


@pytest.mark.parametrize("verb", ["evaluate", "to_masks", "best_five"])
def test_200_mb_of_bytes_are_no_hand(verb: str) -> None:
    said = run_limited(f"croupier.{verb}(large)", "ValueError", 20 << 20)
    assert said.startswith("ValueError cards: ")
    assert said.endswith("cards are needed, got 200000000")


def test_200_mb_of_bytes_as_text_need_memory() -> None:
    said = run_limited("croupier.format_cards(large)", "MemoryError", 20 << 20)
    assert said.startswith("MemoryError")


@pytest.mark.parametrize("threads", [1, 2, 4])
@pytest.mark.parametrize("room", [16, 23, 24, 25, 31, 35, 60, 100])
def test_solving_needs_memory(threads: int, room: int) -> None:
    call = f"game.exact('basic', threads={threads})"
    assert run_limited(call, "MemoryError", room << 20).startswith("MemoryError")


HUGE = "np.broadcast_to(np.uint8(3), 10**12)"


@pytest.mark.parametrize(
    "call",
    [
        f"royal.position([{HUGE}, ''], '')",
        f"royal.position(['2c', ''], {HUGE})",
        f"royal.position(['2c', ''], '', stock={HUGE})",
        f"royal.position(['2c', ''], '', piles=[{HUGE}, ''])",
        f"royal.position(['2c', ''], '', builds=[dict(cards={HUGE}, value=8, owner=0)])",
        f"royal.start(1).play(croupier.RoyalMove('capture', 5, ({HUGE},), (), 3))",
        f"game.outcome(type(game.deal(1, 1))({HUGE}, '', '', '', ''), action='call')",
        f"croupier.Baccarat(shoe={HUGE})",
        f"croupier.Baccarat().exact_shoes({HUGE})",
        f"croupier._core.baccarat_outcome({HUGE}, '2c3c')",
        f"croupier._core.thai_hilo_outcome({HUGE})",
        f"croupier.evaluate({HUGE})",
    ],
)
def test_the_size_is_checked_before_a_copy(call: str) -> None:
    said = run_limited(call, "(ValueError, TypeError)", 1 << 30)
    assert "needed" in said


@pytest.mark.parametrize(
    "call",
    [
        f"croupier.format_cards({HUGE})",
        "croupier.evaluate(np.broadcast_to(np.arange(7, dtype=np.uint8), (10**12, 7)))",
        "croupier.evaluate_masks(np.broadcast_to(np.uint64(31), 10**12))",
        "croupier.category(np.broadcast_to(np.uint64(31), 10**12))",
        "croupier.best_five(np.broadcast_to(np.arange(7, dtype=np.uint8), (10**12, 7)))",
        "croupier.to_masks(np.broadcast_to(np.arange(7, dtype=np.uint8), (10**12, 7)))",
    ],
)
def test_what_does_not_fit_is_a_memory_error(call: str) -> None:
    assert run_limited(call, "MemoryError", 1 << 30).startswith("MemoryError")
