"""``croupier merge``: add the reports of simulations up."""

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from croupier.arguments import plural
from croupier.cli.streams import show

SUMMARY = "Add up reports that simulate --json has written."
EXAMPLE = "croupier merge a.json b.json"


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
        except (ValueError, TypeError, RecursionError) as error:
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
    if file != "-":
        return Path(file).read_text(encoding="utf-8")
    if sys.stdin is None:
        raise ValueError("standard input is closed")
    return sys.stdin.buffer.read().decode()


def _read_records(text: str) -> Iterator[Any]:
    """Read the values of JSON that stand one behind the other, at least one."""
    decoder = json.JSONDecoder()
    rest = text.removeprefix("\ufeff").lstrip()
    if not rest:
        raise ValueError("a report is needed, got nothing")
    while rest:
        record, end = decoder.raw_decode(rest)
        if not isinstance(record, dict):
            raise ValueError(f"a report is needed, got {json.dumps(record)[:40]}")
        yield record
        rest = rest[end:].lstrip()
