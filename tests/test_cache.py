"""The user's cache and solving once: hostile files, places, interrupts, threads and forks."""

import hashlib
import os
import pwd
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from conftest import interrupt_after

import croupier
from croupier import _core, cache
from croupier.games import casino_holdem, casino_holdem_strategy

TABLE = np.arange(100, dtype=np.uint8)
PRELUDE = """
import os, resource, signal, threading
import numpy as np
from croupier import cache
resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
signal.alarm(50)
solved = []
def solve():
    solved.append(1)
    return np.arange(100, dtype=np.uint8)
def ask():
    assert cache.cached_table("table", b"key", 100, solve).tolist() == list(range(100))
    return len(solved)
"""


def run(
    program: str, prelude: str = PRELUDE, **environment: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", prelude + program],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def output(program: str, prelude: str = PRELUDE, **environment: str) -> str:
    """Run a program that must end well, and give what it prints."""
    result = run(program, prelude, **environment)
    assert (result.returncode, result.stderr) == (0, "")
    return result.stdout


class Asker:
    """Asks for a table of 100 bytes and tells whether it was solved for that."""

    def __init__(self) -> None:
        self.solved = 0

    def solve(self) -> Any:
        self.solved += 1
        return TABLE.copy()

    def __call__(self) -> bool:
        before = self.solved
        assert (cache.cached_table("table", b"key", 100, self.solve) == TABLE).all()
        return self.solved > before


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The directory of the cache; there is none yet."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "croupier"


@pytest.fixture
def file(place: Path) -> Path:
    """The file of the table."""
    Asker()()
    (file,) = place.iterdir()
    return file


def lock_is_free() -> bool:
    """Tell whether another thread could solve."""
    free = []

    def probe() -> None:
        lock: Any = cache.solving()
        if lock.acquire(timeout=0):
            free.append(True)
            lock.release()

    thread = threading.Thread(target=probe)
    thread.start()
    thread.join()
    return bool(free)


# What stands in the place of the file


def put_socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as listener:
        before = Path.cwd()
        os.chdir(path.parent)  # the name of a socket must be short
        try:
            listener.bind(path.name)
        finally:
            os.chdir(before)


def put_sparse(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(1 << 40)


REPLACED: dict[str, Callable[[Path], object]] = {
    "a FIFO": os.mkfifo,
    "a link to a FIFO": lambda path: (
        os.mkfifo(path.parent.parent / "fifo"),
        path.symlink_to(path.parent.parent / "fifo"),
    ),
    "a link to an endless device": lambda path: path.symlink_to("/dev/zero"),
    "a link to a full device": lambda path: path.symlink_to("/dev/full"),
    "a link to a terminal": lambda path: path.symlink_to("/dev/tty"),
    "a link to a directory": lambda path: path.symlink_to(path.parent),
    "a link to nothing": lambda path: path.symlink_to("nothing"),
    "a link to itself": lambda path: path.symlink_to(path),
    "a socket": put_socket,
    "a sparse file of 1 TiB": put_sparse,
    "a link to a sparse file": lambda path: (
        put_sparse(path.parent.parent / "sparse"),
        path.symlink_to(path.parent.parent / "sparse"),
    ),
    "an empty file": Path.touch,
}


@pytest.mark.parametrize("kind", REPLACED)
def test_what_is_no_table_is_replaced_without_being_read(file: Path, kind: str) -> None:
    good = file.read_bytes()
    file.unlink()
    REPLACED[kind](file)
    assert output("print(ask(), ask())") == "1 1\n"
    assert file.read_bytes() == good
    assert not file.is_symlink()
    assert list(file.parent.iterdir()) == [file]


def test_a_directory_in_the_place_of_the_file_is_left_alone(file: Path) -> None:
    file.unlink()
    file.mkdir()
    (file / "kept").touch()
    assert output("print(ask(), ask())") == "1 2\n"
    assert list(file.parent.iterdir()) == [file]
    assert (file / "kept").exists()


@pytest.mark.parametrize("kind", [*REPLACED, "a directory"])
def test_the_temporary_name_may_be_taken_too(file: Path, kind: str) -> None:
    file.unlink()
    temporary = file.with_name(f"{file.name}.new")
    (REPLACED | {"a directory": Path.mkdir})[kind](temporary)
    assert output("print(ask(), ask())") == ("1 2\n" if kind == "a directory" else "1 1\n")
    assert list(file.parent.iterdir()) == [temporary if kind == "a directory" else file]


def test_a_link_is_followed_to_read_and_replaced_to_write(file: Path) -> None:
    target = file.parent.parent / "elsewhere"
    file.rename(target)
    file.symlink_to(target)
    ask = Asker()
    assert not ask()
    target.write_bytes(b"precious")
    assert ask()
    assert target.read_bytes() == b"precious"
    assert not file.is_symlink()


def test_a_file_of_another_user_is_not_taken(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ask = Asker()
    assert not ask()
    if os.geteuid() == 0:
        os.chown(file, 12345, 12345)
    else:
        monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    assert ask()


def test_the_cache_is_private(tmp_path: Path) -> None:
    home = tmp_path / "home"
    assert output("os.umask(0); print(ask(), ask())", XDG_CACHE_HOME=str(home)) == "1 1\n"
    (file,) = (home / "croupier").iterdir()
    modes = [path.stat().st_mode & 0o777 for path in (home, home / "croupier", file)]
    assert modes == [0o700, 0o700, 0o600]


# Where it stands


def test_a_relative_cache_home_is_ignored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "relative").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    monkeypatch.setenv("HOME", str(tmp_path))
    ask = Asker()
    assert ask()
    assert not ask()
    assert not list((tmp_path / "relative").iterdir())
    assert len(list((tmp_path / ".cache" / "croupier").iterdir())) == 1


@pytest.mark.parametrize("home", ["", "relative", "~", None])
def test_a_relative_home_is_that_of_the_password_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, home: str | None
) -> None:
    (tmp_path / "relative").mkdir()
    (tmp_path / "true").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", "")
    monkeypatch.delenv("HOME") if home is None else monkeypatch.setenv("HOME", home)
    entry = SimpleNamespace(pw_dir=str(tmp_path / "true"))
    monkeypatch.setattr(pwd, "getpwuid", lambda _: entry)
    ask = Asker()
    assert ask()
    assert not ask()
    assert len(list((tmp_path / "true" / ".cache" / "croupier").iterdir())) == 1
    assert {path.name for path in tmp_path.iterdir()} == {"relative", "true"}
    assert not list((tmp_path / "relative").iterdir())


@pytest.mark.parametrize("entry", [None, "", "relative"])
def test_without_a_home_there_is_no_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, entry: str | None
) -> None:
    def look_up(number: int) -> Any:
        if entry is None:
            raise KeyError(f"uid not found: {number}")
        return SimpleNamespace(pw_dir=entry)

    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.delenv("HOME", raising=False)
    monkeypatch.setattr(pwd, "getpwuid", look_up)
    ask = Asker()
    assert ask()
    assert ask()
    assert not list(tmp_path.iterdir())


def test_a_home_that_cannot_hold_a_cache_means_solving_anew() -> None:
    program = """
import os, croupier
os.environ.pop("XDG_CACHE_HOME", None)
reports = []
for home in ("/proc", "/nonexistent", "/dev/null"):
    os.environ["HOME"] = home
    reports.append(croupier.CasinoHoldem().simulate(1000, seed=1))
print(reports[0] == reports[1] == reports[2], reports[0].rounds)
"""
    assert output(program, prelude="") == "True 1000\n"
    assert not Path("/nonexistent").exists()


def test_a_full_disk_leaves_nothing(place: Path) -> None:
    program = "resource.setrlimit(resource.RLIMIT_FSIZE, (50, 50)); print(ask(), ask())"
    assert output(program) == "1 2\n"
    assert not list(place.iterdir())


# Kills and interrupts


@pytest.mark.parametrize("moment", ["replace", "write"])
def test_what_a_kill_leaves_the_next_writer_removes(place: Path, moment: str) -> None:
    kills = {
        "replace": "os.rename = os.replace = lambda *_, **__: os.kill(os.getpid(), 9)",
        "write": "resource.setrlimit(resource.RLIMIT_FSIZE, (50, 50))\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_DFL)",
    }
    for _ in range(3):
        assert run(f"{kills[moment]}\nask()").returncode in (-signal.SIGKILL, -signal.SIGXFSZ)
    assert len(list(place.iterdir())) == 1
    ask = Asker()
    assert ask()
    assert not ask()
    assert len(list(place.iterdir())) == 1


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_ctrl_c_at_any_moment_comes_through_and_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def count_down(_frame: object, event: str, _argument: object) -> None:
        nonlocal left
        if event != "c_call":  # Python looks for signals where calls begin and after they end
            left -= 1
            if left == 0:
                raise KeyboardInterrupt

    ask = Asker()
    ask()  # imports what it needs
    for moment in range(1, 10_000):
        base = tmp_path / str(moment)
        base.mkdir()
        monkeypatch.setenv("XDG_CACHE_HOME", str(base))
        left = moment
        sys.setprofile(count_down)
        try:
            cache.cached_table("table", b"key", 100, TABLE.copy)
            came = False
        except KeyboardInterrupt:
            came = True
        finally:
            sys.setprofile(None)
        if left > 0:
            break
        assert came, "an interrupt was swallowed"
        assert lock_is_free()
        names = [path.name for path in base.glob("croupier/*")]
        assert not any(name.endswith(".new") for name in names)
        assert ask() != bool(names)
    assert moment > 100


# The key


def test_the_digest_is_that_of_the_sources() -> None:
    root = Path(__file__).parents[1]
    files = [
        path for part in ("include", "src") for path in (root / "cpp" / part).rglob("*.[ch]pp")
    ]
    lines = [
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(root).as_posix()}\n"
        for path in sorted(files, key=lambda path: path.relative_to(root).as_posix())
    ]
    assert hashlib.sha256("".join(lines).encode()).hexdigest() == _core.SOURCES_DIGEST


def test_a_table_of_other_sources_is_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    keys = []

    def record(_name: str, key: bytes, size: int, _solve: object) -> Any:
        keys.append(key)
        return np.zeros(size, np.uint8)

    monkeypatch.setattr(cache, "cached_table", record)
    game = croupier.CasinoHoldem()
    assert not game.strategy().table.any()
    monkeypatch.setattr(_core, "SOURCES_DIGEST", "0" * 64)
    assert not game.strategy().table.any()
    assert keys[0] != keys[1]


# Threads and forks


class Solution:
    """Takes the place of the solution; counts how many are made, and waits to be told."""

    def __init__(self) -> None:
        self.made: list[int] = []
        self.began = threading.Event()
        self.go_on = threading.Event()
        self.error: BaseException | None = None

    def __call__(self, weakest: int, _threads: object) -> Any:
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
    monkeypatch.setattr(casino_holdem, "_solutions", {})
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
        lambda: casino_holdem._solve(5745),
        lambda: croupier.CasinoHoldem().solve_table(0),
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
    def solve(weakest: int) -> None:
        croupier.CasinoHoldem(weakest_qualifying=weakest).solve_table(0)

    threads = [
        thread for weakest in (5745, 7462, 6000) for thread in start(3, lambda w=weakest: solve(w))
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

    monkeypatch.setattr(casino_holdem_strategy, "compile_rule", compile_rule)
    casino_holdem_strategy._compile_named.cache_clear()
    try:
        threads = start(8, lambda: casino_holdem_strategy._table_of("basic"))
        go_on.set()
        finish(threads)
    finally:
        casino_holdem_strategy._compile_named.cache_clear()
    assert len(compiled) == 1


def test_after_an_error_in_one_thread_another_solves(solution: Solution) -> None:
    answers: list[object] = []

    def ask() -> None:
        try:
            answers.append(casino_holdem._solve(5745))
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
    threads = start(1, lambda: casino_holdem._solve(5745))
    assert solution.began.wait(30)
    with pytest.raises(KeyboardInterrupt), interrupt_after(0.05):
        casino_holdem._solve(5745)
    assert threads[0].is_alive()
    solution.go_on.set()
    finish(threads)
    casino_holdem._solve(5745)
    assert solution.made == [5745]


@pytest.mark.usefixtures("place")
def test_a_child_of_a_fork_does_not_wait_for_the_thread_that_solves() -> None:
    program = """
import croupier
from croupier.games import casino_holdem
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
    assert output(program) == "0\n"
