"""Tuples with names whose fields are read and checked whenever one is made."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Self


class Checked:
    """Stands before a NamedTuple; `__new__` of what comes of both reads the fields.

    Examples
    --------
    >>> from croupier.games.baccarat import Round
    >>> Round("Kd 9c", "Kh 5s")._replace(banker="Kh 5s 2c")
    Traceback (most recent call last):
        ...
    ValueError: round: as many cards as the rules B6 to B9 deal are needed, got 2 for the player \
and 3 for the banker
    """

    __slots__ = ()

    if not TYPE_CHECKING:  # to a type checker it is that of the NamedTuple

        @classmethod
        def _make(cls, iterable: Iterable[Any]) -> Self:
            """Make one of its fields in their order."""
            return cls(*iterable)

    @classmethod
    def _of_core(cls, fields: Iterable[Any]) -> Self:
        """Make one of what needs no check."""
        return tuple.__new__(cls, fields)  # type: ignore[type-var]
