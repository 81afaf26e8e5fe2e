"""Reports as text: tables for people, HTML, and plain data for JSON."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from croupier.arguments import json_int


def lay_out(rows: Sequence[Sequence[str]], names: int = 1) -> list[str]:
    """Lay rows out in columns, the first `names` of them to the left."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) if place < names else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    ]


def to_html(title: str, table: Sequence[Sequence[str]], notes: Iterable[str]) -> str:
    """Write a table whose first row are headings, with notes below it."""
    import html

    head, *rows = [[html.escape(cell) for cell in row] for row in table]
    return (
        f"<table><caption>{html.escape(title)}</caption>"
        f"<thead><tr><th>{'</th><th>'.join(head)}</th></tr></thead><tbody>"
        + "".join(f"<tr><th>{row[0]}</th><td>{'</td><td>'.join(row[1:])}</td></tr>" for row in rows)
        + "</tbody>"
        + "".join(
            f'<tfoot><tr><td colspan="{len(head)}">{html.escape(note)}</td></tr></tfoot>'
            for note in notes
        )
        + "</table>"
    )


def show(value: float, form: str = "{:.4%}") -> str:
    """Write a number, or a dash where it is not known."""
    return "-" if math.isnan(value) else form.format(value)


def exact(value: Any) -> Any:
    """Write a Fraction as text, and an int that is too large for a column of them."""
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}"
    return str(value) if isinstance(value, int) else value


def to_json(value: Any) -> Any:
    """Turn what JSON has no word for into text, lists and None."""
    if isinstance(value, dict):
        return {name: to_json(entry) for name, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [to_json(entry) for entry in value]
    if isinstance(value, int):
        return json_int(value)
    return None if isinstance(value, float) and math.isnan(value) else exact(value)
