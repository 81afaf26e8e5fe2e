"""How far a simulation has come."""

import contextlib
import sys
import time
from typing import Self

_WIDTH = 30
_AFTER_SECONDS = 1.0


class ProgressBar:
    """A bar on standard error, if that is a terminal, for what takes over a second."""

    def __init__(self) -> None:
        self._start = time.monotonic()
        self._shown = False
        self._terminal = sys.stderr is not None and sys.stderr.isatty()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._shown:
            self._draw("")

    def show(self, done: int, total: int) -> None:
        """Draw how much of all is done, and how long the rest will take."""
        seconds = time.monotonic() - self._start
        if not self._terminal or seconds < _AFTER_SECONDS or done == 0:
            return
        self._shown = True
        filled = _WIDTH * done // total
        left = seconds * (total - done) / done
        bar = "#" * filled + "." * (_WIDTH - filled)
        self._draw(f"[{bar}] {100 * done // total} %, {left:,.0f} s left")

    def _draw(self, line: str) -> None:
        with contextlib.suppress(OSError):
            sys.stderr.write(f"\r\x1b[K{line}")
            sys.stderr.flush()
