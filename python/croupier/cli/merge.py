"""``croupier merge``: add the reports of simulations up."""

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from croupier.arguments import plural
from croupier.arguments import show as show_value
from croupier.cli.streams import show

SUMMARY = "Add up reports that simulate or equity --json has written."
EXAMPLE = "croupier merge a.json b.json"

_MOST_DIGITS = 100


def add_arguments(parser: ArgumentParser) -> None:
    """Take files of reports."""
    parser.add_argument(
        "files",
        metavar="FILE",
        nargs="+",
        help="one report or several in JSON; - is standard input",
    )


def run(arguments: Namespace) -> int:
    """Read the reports and show their sum."""
    import croupier  # loads reports, which other commands do not need

    total: Any = None
    for file in arguments.files:
        try:
            for record in _read_records(_read(file)):
                total = _add(total, croupier.Report.from_dict(record))
        except (ValueError, TypeError) as error:
            raise RuntimeError(f"{file}: {error}") from None
    show(total, arguments.json)
    return 0


def _add(total: Any, report: Any) -> Any:
    if total is None:
        return report
    if type(total) is not type(report):
        one, other = (f"{plural(made.unit)} of {made.game.name}" for made in (total, report))
        raise ValueError(f"reports: those of one kind are needed, got {one} and {other}")
    return total + report


def _read(file: str) -> str:
    if file == "-" and sys.stdin is None:
        raise ValueError("standard input is closed")
    content = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        byte = content[error.start]
        raise ValueError(f"UTF-8 is needed, got byte {byte:#04x} at index {error.start}") from None


def _read_records(text: str) -> Iterator[Any]:
    """Read the values of JSON that stand one behind the other, at least one."""
    decoder = json.JSONDecoder(object_pairs_hook=_read_object, parse_int=_read_int)
    place = _skip_blanks(text, 0)
    if place == len(text):
        raise ValueError("a report is needed, got nothing")
    while place < len(text):
        try:
            record, end = decoder.raw_decode(text, place)
        except json.JSONDecodeError as error:
            where = f"line {error.lineno}, column {error.colno}"
            raise ValueError(f"JSON of a report is needed, got something else at {where}") from None
        except RecursionError:
            raise ValueError("JSON of a report is needed, got something nested deeply") from None
        if not isinstance(record, dict):
            raise ValueError(f"a report is needed, got {show_value(record)}")
        yield record
        place = _skip_blanks(text, end)


def _skip_blanks(text: str, place: int) -> int:
    while place < len(text) and text[place].isspace():
        place += 1
    return place


def _read_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    read = dict(pairs)
    if len(read) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"{show_value(twice)}: one value is needed, got several")
    return read


def _read_int(digits: str) -> int:
    if len(digits) > _MOST_DIGITS:
        raise ValueError(f"at most {_MOST_DIGITS} digits are needed, got {len(digits)}")
    return int(digits)
