"""Reports as text: titles, tables and notes for people, and HTML."""

from __future__ import annotations

import math
import re
import textwrap
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from croupier.arguments import plural

if TYPE_CHECKING:
    from croupier.report.tables import Rows

WIDTH = 80
_LONG = 50
_MOST_RANGES = 3
_LARGE = 1e4
_NUMBER = re.compile(r"[-+]?[\d,.]+(e[-+]\d+)?%?|-")


def count_off(unit: str, ranges: Sequence[range]) -> str:
    """Say which rounds ranges hold, the first ones and the last one if they are many.

    Examples
    --------
    >>> from croupier.report.text import count_off
    >>> count_off("round", [range(1000)]), count_off("shoe", [range(5, 6), range(9, 11)])
    ('rounds 0 to 999', 'shoes 5 and 9 to 10 (3 in all)')
    """
    if not ranges:
        return f"0 {plural(unit)}"
    total = sum(rounds.stop - rounds.start for rounds in ranges)
    few = len(ranges) <= _MOST_RANGES
    *parts, last = map(_span, ranges if few else [*ranges[: _MOST_RANGES - 1], ranges[-1]])
    spans = f"{', '.join(parts)}{' and ' if few else ' ... '}{last}" if parts else last
    in_all = f" ({total:,} in {'all' if few else f'{len(ranges):,} ranges'})" if parts else ""
    return f"{unit if total == 1 else plural(unit)} {spans}{in_all}"


def _span(rounds: range) -> str:
    first, last = rounds.start, rounds.stop - 1
    return f"{first:,}" if first == last else f"{first:,} to {last:,}"


def list_option(value: Any) -> str:
    """Write an option; a list of them in brackets."""
    if isinstance(value, (list, tuple)):
        return f"({', '.join(map(list_option, value))})"
    return str(value)


def wrap(text: str) -> list[str]:
    """Break a line where it is too long, if it can be at a comma, and indent what follows."""
    if len(text) <= WIDTH:
        return [text]
    parts = (part if len(part) > _LONG else part.replace(" ", "\0") for part in text.split(", "))
    lines = textwrap.wrap(", ".join(parts), WIDTH, subsequent_indent="  ", break_on_hyphens=False)
    return [line.replace("\0", " ") for line in lines]


def lay_out(rows: Rows) -> list[str]:
    """Lay rows out in columns, numbers to the right, and in blocks if they are too wide.

    Each block begins with the first column.
    """
    columns = [_align(column) for column in zip(*rows, strict=True)]
    blocks, width = [[columns[0]]], len(columns[0][0])
    for column in columns[1:]:
        width += 2 + len(column[0])
        if width > WIDTH and len(blocks[-1]) > 1:
            blocks.append([columns[0]])
            width = len(columns[0][0]) + 2 + len(column[0])
        blocks[-1].append(column)
    return ["  ".join(row).rstrip() for block in blocks for row in zip(*block, strict=True)]


def _align(column: Sequence[str]) -> list[str]:
    width = max(map(len, column))
    right = all(_NUMBER.fullmatch(cell) for cell in column[1:])
    return [cell.rjust(width) if right else cell.ljust(width) for cell in column]


def to_html(title: str, tables: Iterable[Rows], notes: Iterable[str]) -> str:
    """Write tables whose first rows are headings, with notes below them."""
    import html

    text = f"<div>{html.escape(title)}</div>"
    for table in tables:
        head, *rows = [[html.escape(cell) for cell in row] for row in table]
        text += f"<table><thead><tr><th>{'</th><th>'.join(head)}</th></tr></thead><tbody>"
        for row in rows:
            text += f"<tr><th>{row[0]}</th><td>{'</td><td>'.join(row[1:])}</td></tr>"
        text += "</tbody></table>"
    return text + "".join(f"<div>{html.escape(note)}</div>" for note in notes)


def show(value: float, form: str = "{:.4%}") -> str:
    """Write a number, or a dash where it is not known.

    Examples
    --------
    >>> from croupier.report.text import show
    >>> show(0.975), show(float("nan")), show(12345678.0)
    ('97.5000%', '-', '1.2346e+09%')
    """
    if math.isnan(value):
        return "-"
    if abs(value) < _LARGE:
        return form.format(value)
    return f"{100 * value:.4e}%" if "%" in form else f"{value:.4e}"
