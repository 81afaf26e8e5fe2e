"""Tables as data: named columns for CSV and pandas."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from croupier.report.plain import write_exact

if TYPE_CHECKING:
    import pandas as pd

Rows: TypeAlias = "Sequence[Sequence[str]]"
"""A table for people: rows of texts, the headings first."""

_LARGEST_INT = 2**63 - 1


class Table(NamedTuple):
    """A table of a report.

    Attributes
    ----------
    head : str
        What the names are of: "bet", "outcome", "side" ...
    names : list of str
        The name of each row.
    columns : dict of str to list
        By name the values: int, float, Fraction, str, or None where there is none.
    """

    head: str
    names: list[str]
    columns: dict[str, list[Any]]

    def to_csv(self) -> str:
        """Write it with commas, headings first."""
        import csv
        import io

        text = io.StringIO()
        writer = csv.writer(text)
        writer.writerow([self.head, *self.columns])
        cells = ([_to_cell(value) for value in column] for column in self.columns.values())
        writer.writerows(zip(self.names, *cells, strict=True))
        return text.getvalue()

    def to_pandas(self) -> pd.DataFrame:
        """Give it as a data frame of floats, ints of 64 bits and texts."""
        import pandas as pd

        columns: dict[str, list[Any]] = {}
        for name, values in self.columns.items():
            if any(isinstance(value, int) and abs(value) > _LARGEST_INT for value in values):
                columns[name] = list(map(float, values))
                columns[f"{name}_exact"] = list(map(str, values))
            else:
                columns[name] = [
                    write_exact(value) if isinstance(value, Fraction) else value for value in values
                ]
        return pd.DataFrame(columns, index=pd.Index(self.names, name=self.head))


def _to_cell(value: Any) -> Any:
    if isinstance(value, Fraction):
        return write_exact(value)
    return None if isinstance(value, float) and math.isnan(value) else value
