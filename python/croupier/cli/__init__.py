"""The ``croupier`` command, a module a command."""

import io
import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from typing import Protocol

import croupier
from croupier.cli import advise, evaluate, exact, info, replay, simulate
from croupier.cli.parser import Parser, UsageError
from croupier.cli.streams import complain, discard


class _Command(Protocol):
    """A module of this package: a command by its name."""

    __name__: str
    SUMMARY: str

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Tell what the command takes beside ``--json``."""

    def run(self, arguments: Namespace) -> int:
        """Do it and return the exit status; a `ValueError` is bad usage."""


_COMMANDS: tuple[_Command, ...] = (evaluate, exact, simulate, replay, advise, info)


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
        reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
        complain(f"croupier: {reason}")
        status = 1
    else:
        return status
    discard(sys.stdout)
    return status


def _run(argv: Sequence[str] | None) -> int:
    if argv is None:  # UTF-8, whatever the locale has made of it
        argv = [os.fsencode(word).decode(errors="surrogateescape") for word in sys.argv[1:]]
    try:
        arguments = _build_parser(argv).parse_args(argv)
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


def _build_parser(argv: Sequence[str]) -> Parser:
    """Build the parser, of which only the command that is named takes arguments."""
    parser = Parser(
        prog="croupier",
        description="Exact casino games: rank, solve, simulate.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"croupier {croupier.__version__}")
    commands = parser.add_subparsers(title="commands", required=True)
    for command in _COMMANDS:
        name = command.__name__.rpartition(".")[2]
        added = commands.add_parser(
            name, help=command.SUMMARY, description=command.SUMMARY, allow_abbrev=False
        )
        if name in argv:
            added.set_defaults(run=command.run, prog=added.prog)
            added.add_argument("--json", action="store_true", help="answer in JSON")
            command.add_arguments(added)
    return parser
