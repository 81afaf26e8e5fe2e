"""Answers on standard output, complaints on standard error, and what becomes of a failed stream."""

import contextlib
import json
import os
import sys
from typing import Any, TextIO

_SUITS = "♠♥♦♣"


def show(answer: Any, as_json: bool) -> None:
    """Write an answer to standard output, as text or by its `to_dict`."""
    print(json.dumps(answer.to_dict()) if as_json else answer)
    sys.stdout.flush()


def complain(message: str) -> None:
    """Write one line to standard error, which any terminal can show."""
    if sys.stderr is None:
        return
    shown = (
        c if c in _SUITS or (c.isascii() and c.isprintable()) else ascii(c)[1:-1] for c in message
    )
    try:
        print("".join(shown), file=sys.stderr, flush=True)
    except OSError:
        discard(sys.stderr)


def discard(stream: TextIO) -> None:
    """Point a failed stream at the null device, or flushing it at exit would fail again."""
    with contextlib.suppress(OSError):  # a stream without a descriptor
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, stream.fileno())
        os.close(null)
