"""The ``croupier`` command, a module a command."""

import io
import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from functools import partial
from importlib import import_module
from typing import Protocol, cast

from croupier import __version__
from croupier.arguments import read_name, suggest
from croupier.cli.parser import Parser, UsageError
from croupier.cli.streams import complain, discard

_NAMES = (
    "evaluate",
    "equity",
    "exact",
    "simulate",
    "merge",
    "replay",
    "advise",
    "info",
    "completion",
)
_OPTIONS = ("-h", "--help", "-V", "--version")
_WITHOUT_JSON = {"completion"}


class _Command(Protocol):
    """A module of this package: a command by its name."""

    SUMMARY: str
    EXAMPLE: str

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Tell what the command takes."""

    def run(self, arguments: Namespace) -> int:
        """Do it and return the exit status; a `ValueError` is bad usage."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the ``croupier`` command.

    Parameters
    ----------
    argv : sequence of str, optional
        The words after the program's name; those of the process by default.

    Returns
    -------
    int
        The exit status: 0; 1 for a failed run; 2 for bad usage; 130 after Ctrl-C.

    Examples
    --------
    >>> from croupier.cli import main
    >>> main(["evaluate", "As Ks Qs", "Js Ts"])  # doctest: +NORMALIZE_WHITESPACE
    1   Royal flush
    0
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    if sys.stdout is None:
        complain("croupier: standard output is closed")
        return 1
    try:
        status = _run(argv)
        sys.stdout.flush()
    except KeyboardInterrupt:
        status = 130
    except BrokenPipeError:
        status = 0  # the reader has seen enough
    except (OSError, MemoryError, RuntimeError) as error:
        complain(f"croupier: {_reason(error)}")
        status = 1
    else:
        return status
    discard(sys.stdout)
    return status


def _reason(error: Exception) -> str:
    reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
    file = getattr(error, "filename", None)
    return f"{file}: {reason}" if isinstance(file, str) else reason


def _run(argv: Sequence[str] | None) -> int:
    if argv is None:  # UTF-8, whatever the locale has made of it
        argv = [os.fsencode(word).decode(errors="surrogateescape") for word in sys.argv[1:]]
    words = _ask_for_help(argv)
    try:
        arguments = _parse(words)
        try:
            status: int = arguments.run(arguments)
        except ValueError as error:
            raise UsageError(f"{arguments.prog}: {error}") from None
    except UsageError as error:
        complain(str(error))
        return 2
    except SystemExit:  # argparse has answered --help or --version
        return 0
    return status


def _ask_for_help(words: Sequence[str]) -> list[str]:
    """Turn ``help COMMAND`` into ``COMMAND --help``, and nothing into ``--help``."""
    if not words:
        return ["--help"]
    if words[0] != "help":
        return list(words)
    asked = [word for word in words[1:] if word != "help"]
    return [*asked, "--help"]


def _parse(words: list[str]) -> Namespace:
    """Read the words of the one command that is named; the others are not even loaded."""
    if words[0].startswith("-") and words[0] not in _OPTIONS:
        meant = suggest(words[0], _OPTIONS)
        raise UsageError(f"croupier: {words[0][:40]}: no such option before a command{meant}")
    name = next((word for word in words if not word.startswith("-")), None)
    if name is not None:
        try:
            read_name(name, "COMMAND", (*_NAMES, "help"))
        except ValueError as error:
            raise UsageError(f"croupier: {error}") from None
    place = len(words) if name is None else words.index(name)
    parser, commands = _build_parser(_NAMES if name is None else (name,))
    parser.check_options(words[:place])
    if name is not None:
        commands[name].check_options(words[place + 1 :])
    arguments, rest = parser.parse_known_args(words)
    if rest:
        raise UsageError(f"{arguments.prog}: unrecognized arguments: {' '.join(rest)}")
    arguments.words = words
    return arguments


def _build_parser(names: Sequence[str]) -> tuple[Parser, dict[str, Parser]]:
    """Build the parser of the program and those of some of its commands."""
    parser = Parser(
        prog="croupier",
        description="Exact casino games: rank, solve, simulate.",
        epilog="croupier help COMMAND tells what a command takes.",
    )
    version = f"croupier {__version__}"
    parser.add_argument("-V", "--version", action="version", version=version)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name in names:
        command = cast("_Command", import_module(f"croupier.cli.{name}"))
        added = commands.add_parser(
            name,
            help=command.SUMMARY,
            description=command.SUMMARY,
            epilog=f"example: {command.EXAMPLE}",
        )
        added.set_defaults(
            run=command.run, prog=added.prog, build_parser=partial(_build_parser, _NAMES)
        )
        command.add_arguments(added)
        if name not in _WITHOUT_JSON:
            added.add_argument("--json", action="store_true", help="answer in JSON")
    return parser, commands.choices
