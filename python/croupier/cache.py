"""Tables that take seconds to make: made once, and kept in the user's cache directory."""

from __future__ import annotations

import contextlib
import os
import stat
import sys
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Table: TypeAlias = npt.NDArray[np.uint8]

_solving = threading.RLock()


def solving() -> contextlib.AbstractContextManager[object]:
    """Give the lock under which threads solve, so that what many ask for is solved once."""
    return _solving


def _renew() -> None:
    global _solving
    _solving = threading.RLock()


if sys.platform != "win32":
    os.register_at_fork(after_in_child=_renew)  # the thread that solves is not in the child


def _cache_directory() -> Path | None:
    """Tell the directory; None where there is none. Relative paths are ignored."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", ""))
    elif sys.platform == "darwin":
        base = _home() / "Library/Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME", ""))
        if not base.is_absolute():
            base = _home() / ".cache"
    return base / "croupier" if base.is_absolute() else None


def _home() -> Path:
    home = Path(os.environ.get("HOME", ""))
    if sys.platform != "win32" and not home.is_absolute():
        import pwd

        with contextlib.suppress(KeyError):
            home = Path(pwd.getpwuid(os.getuid()).pw_dir)
    return home


def cached_table(name: str, key: bytes, size: int, solve: Callable[[], Table]) -> Table:
    """Read a table from the user's cache, or solve it and keep it there.

    A file begins with the digest of the key and the table: a damaged one is made anew.
    Where nothing can be read or written the table is solved.
    """
    from hashlib import sha256

    def seal(table: bytes) -> bytes:
        return sha256(key + table).digest() + table

    with solving():
        directory = _cache_directory()
        if directory is None:
            return solve()
        path = directory / f"{name}-{sha256(key).hexdigest()[:32]}"
        stored = _read(path, sha256().digest_size + size)
        table = stored[sha256().digest_size :]
        if stored == seal(table):
            return np.frombuffer(table, np.uint8).copy()
        solved = solve()
        _write(path, seal(solved.tobytes()))
        return solved


def _read(path: Path, size: int) -> bytes:
    """Read a regular file of `size` bytes that nobody but root and the user can have made."""
    with contextlib.suppress(OSError), open(path, "rb", opener=_open_now) as file:
        status = os.fstat(file.fileno())
        trusted = sys.platform == "win32" or status.st_uid in (0, os.geteuid())
        if stat.S_ISREG(status.st_mode) and status.st_size == size and trusted:
            return file.read(size)
    return b""


def _open_now(path: str, flags: int) -> int:
    """Open without waiting for the other end of a pipe."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _write(path: Path, content: bytes) -> None:
    """Replace a file, if that can be done.

    All who write it go by the same temporary name, and the content tells whether it is
    whole: what one that was killed has left, the next one removes.
    """
    temporary = path.with_name(f"{path.name}.new")
    with contextlib.suppress(OSError):
        for directory in (path.parent.parent, path.parent):
            directory.mkdir(mode=0o700, exist_ok=True)
        temporary.unlink(missing_ok=True)
        try:
            with open(temporary, "xb", opener=partial(os.open, mode=0o600)) as file:
                file.write(content)
            temporary.replace(path)
        finally:
            with contextlib.suppress(OSError):
                temporary.unlink(missing_ok=True)
