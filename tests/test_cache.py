"""The user's cache: hostile files, places, interrupts, keys."""

import hashlib
import os
import pwd
import signal
import socket
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from conftest import InterruptAt, output_of, run_python

import croupier
from croupier import _core, cache

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
ASK_TWICE = "print(ask(), ask())"


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
    assert output_of(PRELUDE + ASK_TWICE) == "1 1\n"
    assert file.read_bytes() == good
    assert not file.is_symlink()
    assert list(file.parent.iterdir()) == [file]


def test_a_directory_in_the_place_of_the_file_is_left_alone(file: Path) -> None:
    file.unlink()
    file.mkdir()
    (file / "kept").touch()
    assert output_of(PRELUDE + ASK_TWICE) == "1 2\n"
    assert list(file.parent.iterdir()) == [file]
    assert (file / "kept").exists()


@pytest.mark.parametrize("kind", [*REPLACED, "a directory"])
def test_the_temporary_name_may_be_taken_too(file: Path, kind: str) -> None:
    file.unlink()
    temporary = file.with_name(f"{file.name}.new")
    (REPLACED | {"a directory": Path.mkdir})[kind](temporary)
    assert output_of(PRELUDE + ASK_TWICE) == ("1 2\n" if kind == "a directory" else "1 1\n")
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
    assert output_of(PRELUDE + "os.umask(0); " + ASK_TWICE, XDG_CACHE_HOME=str(home)) == "1 1\n"
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
    assert output_of(program) == "True 1000\n"
    assert not Path("/nonexistent").exists()


def test_a_full_disk_leaves_nothing(place: Path) -> None:
    limit = "resource.setrlimit(resource.RLIMIT_FSIZE, (50, 50)); "
    assert output_of(PRELUDE + limit + ASK_TWICE) == "1 2\n"
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
        assert run_python(PRELUDE + f"{kills[moment]}\nask()").returncode in (
            -signal.SIGKILL,
            -signal.SIGXFSZ,
        )
    assert len(list(place.iterdir())) == 1
    ask = Asker()
    assert ask()
    assert not ask()
    assert len(list(place.iterdir())) == 1


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_ctrl_c_at_any_moment_comes_through_and_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask = Asker()
    ask()  # imports what it needs
    for moment in range(1, 10_000):
        base = tmp_path / str(moment)
        base.mkdir()
        monkeypatch.setenv("XDG_CACHE_HOME", str(base))
        interrupt = InterruptAt(moment)
        sys.setprofile(interrupt)
        try:
            cache.cached_table("table", b"key", 100, TABLE.copy)
            swallowed = interrupt.came
        except KeyboardInterrupt:
            swallowed = False
        finally:
            sys.setprofile(None)
        if not interrupt.came:
            break
        assert not swallowed, "an interrupt was swallowed"
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
