"""``croupier evaluate``: rank one hand, or a hand a line."""

import codecs
import functools
import io
import json
import select
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from typing import TextIO

import croupier
from croupier.cli.streams import complain

SUMMARY = "Rank a hand of 5, 6 or 7 cards, or a hand a line."

_BLOCK_BYTES = 1 << 16
_LINE_BYTES = 1000


def add_arguments(parser: ArgumentParser) -> None:
    """Take the cards of a hand."""
    parser.add_argument(
        "cards",
        metavar="CARDS",
        nargs="*",
        help="one hand, as in AsKd 10h 9c 2s; - or nothing: a hand a line from standard input",
    )


def run(arguments: Namespace) -> int:
    """Rank what is given, or what comes."""
    words = arguments.cards
    if words and words != ["-"]:
        sys.stdout.write(_answer(" ".join(words), arguments.json))
        return 0
    if sys.stdin is None or (not words and sys.stdin.isatty()):
        raise ValueError("give cards, or a hand a line on standard input")
    return _rank_lines(sys.stdin, arguments.json)


def _rank_lines(stdin: TextIO, as_json: bool) -> int:
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
                complain(f"croupier: line {number}: {error}")
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
    return str(croupier.category(strength)), croupier.describe(strength)
