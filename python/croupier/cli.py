"""The ``croupier`` command."""

import argparse
import codecs
import contextlib
import functools
import io
import json
import os
import select
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NoReturn, TextIO

import croupier

_BLOCK_BYTES = 1 << 16
_LINE_BYTES = 1000

_Command = Callable[[argparse.Namespace], int]


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
        _complain("croupier: standard output is closed")
        return 1
    try:
        status = _run(argv)
        sys.stdout.flush()
    except KeyboardInterrupt:
        status = 130
    except BrokenPipeError:
        status = 0  # the reader has seen enough
    except OSError as error:
        _complain(f"croupier: {error.strerror or error}")
        status = 1
    else:
        return status
    _discard(sys.stdout)
    return status


def _run(argv: Sequence[str] | None) -> int:
    if argv is None:  # UTF-8, whatever the locale has made of it
        argv = [os.fsencode(word).decode(errors="surrogateescape") for word in sys.argv[1:]]
    try:
        arguments = _build_parser().parse_args(argv)
        command: _Command = arguments.command
        return command(arguments)
    except _UsageError as error:
        _complain(str(error))
        return 2
    except ValueError as error:
        _complain(f"croupier: {error}")
        return 2
    except SystemExit:  # argparse has answered --help or --version
        return 0


class _UsageError(Exception):
    pass


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise _UsageError(f"{self.prog}: {message}")

    def _print_message(self, message: str, file: Any = None) -> None:
        (file or sys.stdout).write(message)  # argparse would swallow that the disk is full


def _build_parser() -> _Parser:
    parser = _Parser(prog="croupier", description="Rank poker hands.", allow_abbrev=False)
    parser.add_argument("--version", action="version", version=f"croupier {croupier.__version__}")
    commands = parser.add_subparsers(title="commands", required=True)

    def add(name: str, command: _Command, summary: str) -> _Parser:
        added = commands.add_parser(name, help=summary, description=summary, allow_abbrev=False)
        added.set_defaults(command=command)
        added.add_argument("--json", action="store_true", help="answer in JSON")
        return added

    evaluate = add("evaluate", _evaluate, "Rank a hand of 5, 6 or 7 cards, or a hand a line.")
    evaluate.add_argument(
        "cards",
        metavar="CARDS",
        nargs="*",
        help="one hand, as in AsKd 10h 9c 2s; - or nothing: a hand a line from standard input",
    )
    add("info", _info, "Show the version, the compiler and the instruction sets.")
    return parser


def _evaluate(arguments: argparse.Namespace) -> int:
    words = arguments.cards
    if words and words != ["-"]:
        try:
            sys.stdout.write(_answer(" ".join(words), arguments.json))
        except ValueError as error:
            raise _UsageError(f"croupier evaluate: {error}") from None
        return 0
    if sys.stdin is None or (not words and sys.stdin.isatty()):
        raise _UsageError("croupier evaluate: give cards, or a hand a line on standard input")
    return _evaluate_lines(sys.stdin, arguments.json)


def _evaluate_lines(stdin: TextIO, as_json: bool) -> int:
    status = 0
    first = 1
    for lines in _read_lines(stdin):
        answers: list[str] = []
        for number, line in enumerate(lines, first):
            try:
                if len(line) > _LINE_BYTES:
                    raise ValueError(f"cards: a line has at most {_LINE_BYTES} bytes")
                if text := line.rstrip().decode():
                    answers.append(_answer(text, as_json, number))
            except ValueError as error:
                status = 1
                _write(answers)  # what stands before the bad line comes before its complaint
                answers.clear()
                _complain(f"croupier: line {number}: {error}")
        _write(answers)
        first += len(lines)
    return status


def _read_lines(stdin: TextIO) -> Iterator[list[bytes]]:
    """Yield the lines that one read completes, so that a slow writer is answered at once.

    Of a line that is too long only the start is kept, enough to see that it is.
    """
    binary = getattr(stdin, "buffer", None) or io.BytesIO(stdin.read().encode())
    stream = getattr(binary, "raw", binary)
    mark = codecs.BOM_UTF8
    rest = b""
    while (block := stream.read(_BLOCK_BYTES)) != b"":
        if block is None:  # a non-blocking descriptor
            select.select([stream], [], [])
            continue
        *lines, tail = block.split(b"\n")
        if lines:
            lines[0] = (rest + lines[0]).removeprefix(mark)
            yield lines
            mark = rest = b""
        rest = (rest + tail)[: 2 * _LINE_BYTES]
    yield [rest.removeprefix(mark)]


def _write(answers: list[str]) -> None:
    sys.stdout.write("".join(answers))
    sys.stdout.flush()


def _answer(text: str, as_json: bool, number: int | None = None) -> str:
    strength = croupier.evaluate(text)
    category, description = _names(strength)
    if not as_json:
        return f"{strength}\t{description}\n"
    cards = croupier.parse_cards(text)
    record = {
        "cards": croupier.format_cards(cards),
        "strength": strength,
        "category": category,
        "best_five": croupier.format_cards(croupier.best_five(cards)),
        "description": description,
    }
    return json.dumps(record if number is None else {"line": number} | record) + "\n"


@functools.cache
def _names(strength: int) -> tuple[str, str]:
    category = croupier.category(strength).name.lower().replace("_", " ")
    return category, croupier.describe(strength)


def _info(arguments: argparse.Namespace) -> int:
    build = croupier.build_info()
    if arguments.json:
        print(json.dumps(build))
        return 0
    for name, value in build.items():
        print(f"{name}: {', '.join(value) if isinstance(value, tuple) else value}")
    return 0


def _complain(message: str) -> None:
    """Write one line to standard error, control characters escaped."""
    if sys.stderr is None:
        return
    shown = (c if c.isprintable() else c.encode("unicode_escape").decode() for c in message)
    try:
        print("".join(shown), file=sys.stderr, flush=True)
    except OSError:
        _discard(sys.stderr)


def _discard(stream: TextIO) -> None:
    """Point a failed stream at the null device, or flushing it at exit would fail again."""
    with contextlib.suppress(OSError):  # a stream without a descriptor
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, stream.fileno())
        os.close(null)
