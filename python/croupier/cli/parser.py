"""How words are read: bad ones are bad usage, and numbers come as people write them."""

import argparse
import re
import shutil
import sys
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, NoReturn

from croupier.arguments import show, suggest

_MOST_COLUMNS = 80


class UsageError(Exception):
    """What is wrong with the words, after the name of the command that they are for."""


class _Once(argparse.Action):
    """Keep a value; an option that comes twice must say the same both times."""

    def __call__(
        self, _: Any, namespace: argparse.Namespace, values: Any, option_string: str | None = None
    ) -> None:
        before = getattr(namespace, self.dest, None)
        if option_string is not None and before not in (None, values):
            raise argparse.ArgumentError(self, f"one value is needed, got {before} and {values}")
        setattr(namespace, self.dest, values)


class _Formatter(argparse.HelpFormatter):
    """Help of at most 80 columns, in however wide a terminal."""

    def __init__(self, prog: str) -> None:
        columns = shutil.get_terminal_size().columns
        super().__init__(prog, width=min(columns, _MOST_COLUMNS) - 2)


class Parser(argparse.ArgumentParser):
    """A parser that raises what it would print before it ends the process."""

    def __init__(self, **options: Any) -> None:
        super().__init__(allow_abbrev=False, formatter_class=_Formatter, **options)
        self.register("action", None, _Once)

    def error(self, message: str) -> NoReturn:
        """Refuse the words."""
        raise UsageError(f"{self.prog}: {message.removeprefix('argument ')}")

    def check_options(self, words: Sequence[str]) -> None:
        """Refuse the first option that there is not, before anything that it leaves missing."""
        known = self._option_string_actions
        for word in words:
            if word == "--":
                return
            name = word.partition("=")[0]
            if name[:1] == "-" < name and name[1:2] not in " 0123456789" and name not in known:
                self.error(f"{name[:40]}: no such option{suggest(name, known)}")

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


def one_of(names: Sequence[str]) -> Callable[[str], str]:
    """Make what reads one of a few names."""

    def read(text: str) -> str:
        if text not in names:
            needed = f"one of {', '.join(names)} is needed"
            raise argparse.ArgumentTypeError(f"{needed}, got {show(text)}{suggest(text, names)}")
        return text

    return read


def several(names: Sequence[str]) -> Callable[[str], tuple[str, ...]]:
    """Make what reads names with commas between them."""
    read = one_of(names)
    return lambda text: tuple(read(part) for part in split(text))


def split(text: str) -> list[str]:
    """Part a text at its commas, blanks beside them left out."""
    return [part.strip() for part in text.split(",")]
