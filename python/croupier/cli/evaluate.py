"""``croupier evaluate``: rank one hand, or a hand a line."""

import codecs
import io
import json
import select
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from typing import TextIO

import croupier
from croupier import _core
from croupier.cli.streams import complain

SUMMARY = "Rank a hand of 5, 6 or 7 cards, or a hand a line."
EXAMPLE = "croupier evaluate AsKd 10h 9c 2s"

_BLOCK_BYTES = 1 << 14  # the answers to so much stay in the cache
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


def _answer(text: str, as_json: bool) -> str:
    strength = croupier.evaluate(text)
    if not as_json:
        return _TEXTS[strength]
    cards = croupier.parse_cards(text)
    five = croupier.format_cards(croupier.best_five(cards))
    middle, end = _RECORDS[strength]
    return f'{{"cards": "{croupier.format_cards(cards)}{middle}{five}{end}'


class _Texts(dict[int, str]):
    """The answers by strength, each written when it is first wanted."""

    def __missing__(self, strength: int) -> str:
        self[strength] = f"{strength}\t{croupier.describe(strength)}\n" if strength else ""
        return self[strength]


class _Records(dict[int, tuple[str, str]]):
    """What of an answer in JSON stands between cards and best five, and after them."""

    def __missing__(self, strength: int) -> tuple[str, str]:
        middle = end = ""
        if strength:
            category = croupier.category(strength)
            middle = f'", "strength": {strength}, "category": "{category}", "best_five": "'
            end = f'", "description": "{croupier.describe(strength)}"}}\n'
        self[strength] = middle, end
        return middle, end


_TEXTS, _RECORDS = _Texts(), _Records()


def _rank_lines(stdin: TextIO, as_json: bool) -> int:
    """Answer each line with one; what cannot be ranked is marked, and complained of."""
    status = 0
    first = 1
    for block in _read_lines(stdin):
        answers, unranked = _answer_lines(block, first, as_json)
        lines = block.split(b"\n") if unranked else []
        shown = 0
        for place in unranked:
            number = first + place
            reason, bad = _refusal(lines[place])
            answers[place] = (
                json.dumps({"line": number, "error": reason}) + "\n"
                if as_json
                else f"-\t{reason}\n"
            )
            if bad:
                status = 1
                _write(answers[shown : place + 1])  # they come before the complaint
                shown = place + 1
                complain(f"croupier: line {number}: {reason}")
        _write(answers[shown:])
        first += len(answers)
    return status


def _answer_lines(block: bytes, first: int, as_json: bool) -> tuple[list[str], list[int]]:
    """Answer the lines of a block, and tell the places of those that are not ranked."""
    ranked, cards, fives = _core.rank_lines(block, _LINE_BYTES, as_json)
    strengths = ranked.tolist()
    if as_json:
        pieces = map(_RECORDS.__getitem__, strengths)
        answers = [
            f'{{"line": {number}, "cards": "{hand}{middle}{five}{end}'
            for number, (hand, (middle, end), five) in enumerate(
                zip(cards, pieces, fives, strict=True), first
            )
        ]
    else:
        answers = [_TEXTS[strength] for strength in strengths]
    return answers, (ranked == 0).nonzero()[0].tolist()


def _refusal(line: bytes) -> tuple[str, bool]:
    """Tell why a line is not ranked, and whether it is bad; an empty one is not."""
    try:
        if len(line) > _LINE_BYTES:
            raise ValueError(f"cards: a line has at most {_LINE_BYTES} bytes")
        text = line.rstrip().decode()
        if text:
            croupier.evaluate(text)
    except UnicodeDecodeError as error:
        byte, index = line[error.start], error.start
        return f"cards: UTF-8 is needed, got byte {byte:#04x} at index {index}", True
    except ValueError as error:
        return str(error), True
    return "no cards", False


def _read_lines(stdin: TextIO) -> Iterator[bytes]:
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
        end = block.rfind(b"\n") + 1
        if end:
            yield (rest + block[:end]).removeprefix(mark)
            mark = rest = b""
        rest = (rest + block[end:])[: 2 * _LINE_BYTES]
    if rest := rest.removeprefix(mark):
        yield rest


def _write(answers: list[str]) -> None:
    sys.stdout.write("".join(answers))
    sys.stdout.flush()
