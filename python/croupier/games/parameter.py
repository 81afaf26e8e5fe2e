"""What a game lets a command line set."""

from __future__ import annotations

from typing import NamedTuple


class Parameter(NamedTuple):
    """A keyword of a game's calls that a command offers as an option.

    Attributes
    ----------
    name : str
        The keyword, in which a command writes hyphens for underscores.
    help : str
        What it is, for people.
    calls : tuple of str
        Which calls take it: "rules", which makes the game, "exact", "simulation", "replay",
        "strategy".
    kind : type
        int; str, one of `choices`; tuple, names with commas between them; or bool, a flag.
    choices : tuple of str
        The names there are.
    metavar : str
        What stands for a value where the usage is shown, as C for cents.
    needs : tuple of str or None
        Another parameter, and what must be among its names: without it this one has no effect.
    """

    name: str
    help: str
    calls: tuple[str, ...]
    kind: type = int
    choices: tuple[str, ...] = ()
    metavar: str = "N"
    needs: tuple[str, str] | None = None
