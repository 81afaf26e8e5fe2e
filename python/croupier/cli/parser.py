"""How words are read: bad ones are bad usage, and numbers come as people write them."""

import argparse
import re
import sys
from fractions import Fraction
from typing import Any, NoReturn


class UsageError(Exception):
    """What is wrong with the words, after the name of the command that they are for."""


class Parser(argparse.ArgumentParser):
    """A parser that raises what it would print before it ends the process."""

    def error(self, message: str) -> NoReturn:
        """Refuse the words."""
        raise UsageError(f"{self.prog}: {message}")

    def _print_message(self, message: str, file: Any = None) -> None:
        (file or sys.stdout).write(message)  # argparse would swallow that the disk is full


def number(text: str) -> int:
    """Read 250, 1_000_000, 1e6 or 2.5e6."""
    if not re.fullmatch(r"-?\d{1,3}(_?\d){0,57}(\.\d{1,30})?(e\+?\d{1,2})?", text, re.ASCII | re.I):
        raise argparse.ArgumentTypeError(f"an integer is needed, got {text[:40]!r}")
    value = Fraction(text.replace("_", ""))
    if value.denominator != 1:
        raise argparse.ArgumentTypeError(f"an integer is needed, got {text!r}")
    return value.numerator
