"""How far a simulation or a solution has come."""

import contextlib
import math
import os
import sys
import time
from typing import Self

_WIDTH = 30
_LEAST_WIDTH = 5
_SHOWN_AFTER = 1.0
_ESTIMATED_AFTER = 2.0
_TIMES = ((60, "s"), (60, "min"), (24, "h"), (365, "d"))


class ProgressBar:
    """A line on standard error, if that is a terminal, for what takes over a second.

    It is drawn without escape codes, never wider than the terminal is at the time. Each task has a
    clock that starts when the line is first told something of it.
    """

    def __init__(self) -> None:
        self._task = ""
        self._start: tuple[float, int] | None = None
        self._drawn = 0
        self._terminal = sys.stderr is not None and sys.stderr.isatty()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._wipe()

    def show(self, done: int, total: int, task: str = "") -> None:
        """Draw how much of all is done, and how long the rest will take."""
        if not self._terminal:
            return
        if task != self._task:
            self._wipe()
            self._task, self._start = task, None
        now = time.monotonic()
        began, before = self._start = self._start or (now, done)
        seconds = now - began
        if seconds < _SHOWN_AFTER:
            return
        text = f"{100 * done // total} %"
        if seconds >= _ESTIMATED_AFTER and done > before:
            text += f", {tell_time(seconds * (total - done) / (done - before))} left"
        name = f"{task} " if task else ""
        self._draw(lay_out(name, done / total, text, _columns() - 1))

    def _wipe(self) -> None:
        if self._drawn:
            self._draw("")
            self._draw("")

    def _draw(self, line: str) -> None:
        width = max(len(line), min(self._drawn, _columns() - 1))
        self._drawn = len(line)
        with contextlib.suppress(OSError):
            sys.stderr.write(f"\r{line.ljust(width)}" if line or width else "\r")
            sys.stderr.flush()


def lay_out(task: str, share: float, text: str, room: int) -> str:
    """Write a bar and a text, and of them what there is room for."""
    width = min(_WIDTH, room - len(task) - len("[] ") - len(text))
    if width >= _LEAST_WIDTH:
        filled = int(width * share)
        return f"{task}[{'#' * filled}{'.' * (width - filled)}] {text}"
    lines = (task + text, text, text.partition(",")[0])
    return next((line for line in lines if len(line) <= room), "")


def tell_time(seconds: float) -> str:
    """Write a time as people do: 45 s, 12 min, 1 h 12 min, 3 d 4 h, 317 years.

    Examples
    --------
    >>> from croupier.cli.progress import tell_time
    >>> tell_time(4325)
    '1 h 12 min'
    """
    whole, smaller = math.ceil(seconds), ""
    for size, unit in _TIMES:
        if whole < size:
            return f"{whole} {unit}{smaller}"
        whole, rest = divmod(whole, size)
        smaller = f" {rest} {unit}" if rest and unit != "s" and whole < 10 else ""
    return f"{whole:,} {'year' if whole == 1 else 'years'}"


def _columns() -> int:
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or 80
    except OSError:
        return 80
