"""Tables that take seconds to make, kept between runs in the user's cache directory."""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Table: TypeAlias = npt.NDArray[np.uint8]


def _cache_directory() -> Path:
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA")
    elif sys.platform == "darwin":
        base = "~/Library/Caches"
    else:
        base = os.environ.get("XDG_CACHE_HOME")
    return Path(base or "~/.cache").expanduser() / "croupier"


def cached_table(name: str, key: bytes, size: int, solve: Callable[[], Table]) -> Table:
    """Read a table from the user's cache, or solve it and keep it there.

    A file begins with the digest of the key and the table: a damaged one is made anew.
    Where nothing can be read or written the table is solved.
    """

    def seal(table: bytes) -> bytes:
        return hashlib.sha256(key + table).digest() + table

    path = None
    with contextlib.suppress(OSError, RuntimeError):  # a home that cannot be told
        path = _cache_directory() / f"{name}-{hashlib.sha256(key).hexdigest()[:32]}"
        stored = path.read_bytes()
        table = stored[hashlib.sha256().digest_size :]
        if len(table) == size and stored == seal(table):
            return np.frombuffer(table, np.uint8).copy()
    solved = solve()
    if path is not None:
        with contextlib.suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
                try:
                    file.write(seal(solved.tobytes()))
                    file.close()
                    Path(file.name).replace(path)
                except BaseException:
                    Path(file.name).unlink()
                    raise
    return solved
