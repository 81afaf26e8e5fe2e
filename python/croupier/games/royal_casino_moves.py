"""The moves of Royal Casino, and their text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain
from typing import Any, NamedTuple, TypeAlias

from croupier import _core
from croupier.arguments import show

Cards: TypeAlias = tuple[int, ...]

KINDS = ("capture", "build", "extend", "increase", "trail")

_ACE = 14


def format_set(cards: Iterable[int], separator: str = " ") -> str:
    """Write cards with something between them."""
    return separator.join(_core.format_cards(card) for card in cards)


def _parse(text: str) -> Cards:
    return tuple(_core.parse_cards(text).tolist())


def _value_in_sum(card: int) -> int:
    value = card // 4 + 2
    return 1 if value == _ACE else value


def _makes(cards: Cards, value: int) -> bool:
    alone = len(cards) == 1 and cards[0] // 4 + 2 == value
    return alone or sum(map(_value_in_sum, cards)) == value


class Build(NamedTuple):
    """Cards that are taken together or not at all (R13-R23).

    Attributes
    ----------
    cards : tuple of int
        In ascending order.
    value : int
        What captures it, 2 to 14.
    owner : int
        The seat that added to it last.
    multiple : bool
        Whether it is several sets of the value.

    Examples
    --------
    >>> import croupier
    >>> print(croupier.Build((12, 5), 8, owner=1, multiple=False))
    [8: 5c 3d, seat 1]
    """

    cards: Cards
    value: int
    owner: int
    multiple: bool

    def __str__(self) -> str:
        return f"[{self.value}: {format_set(self.cards)}, seat {self.owner}]"


BUILD_TEXT = r"\[(\d+): ([^],]+), seat (\d+)\]"


def _parse_build(match: re.Match[str]) -> Build:
    value, cards, owner = match.groups()
    numbers = tuple(sorted(_parse(cards)))
    multiple = sum(map(_value_in_sum, numbers)) != int(value)
    return Build(numbers, int(value), int(owner), multiple)


@dataclass(frozen=True, eq=False, repr=False, slots=True)
class RoyalMove:
    """What a player does with one card.

    Two moves are equal if their kind, card, value, builds and loose cards are: how the
    loose cards are split into sets makes no difference.

    Attributes
    ----------
    kind : {"capture", "build", "extend", "increase", "trail"}
    card : int
        The card played.
    groups : tuple of tuple of int
        The sets of loose cards it uses. The set that the played card joins stands
        without it.
    builds : tuple of Build
        Those it takes or changes, as they are before.
    value : int
        Of what is captured or built; 0 for a trail.

    Examples
    --------
    >>> import croupier
    >>> move = croupier.RoyalMove.parse("build 8: 5c+3d, 8h")
    >>> move.kind, move.card, move.groups, move.value
    ('build', 12, ((5,), (26,)), 8)
    >>> print(move)
    build 8: 5c+3d, 8h
    """

    kind: str
    card: int
    groups: tuple[Cards, ...] = ()
    builds: tuple[Build, ...] = ()
    value: int = 0

    @classmethod
    def parse(cls, text: str) -> RoyalMove:
        """Read a move from its text.

        Parameters
        ----------
        text : str
            As ``str(move)`` gives it: ``"capture 8d: 8h, 5c+3c, [8: 6d 2s, seat 1]"``,
            ``"build 8: 5c+3d, 8h"`` (the card played comes first),
            ``"extend [8: 5c 3c, seat 0]: 6d+2s"``,
            ``"increase [10: 6c 4d, seat 1] to 12: 2s"``, ``"trail 7c"``.

        Returns
        -------
        RoyalMove

        Raises
        ------
        ValueError
            If it is no such text.
        """
        if not isinstance(text, str):
            raise TypeError(f"text: a str is needed, got {type(text).__name__}")
        match = re.fullmatch(_MOVE, text.strip())
        if match is None:
            raise ValueError(f"text: a move is needed, got {show(text)}")
        part = match.groupdict()
        builds = tuple(map(_parse_build, re.finditer(BUILD_TEXT, text)))
        if part["trailed"]:
            return cls("trail", _parse_card(part["trailed"]))
        if part["raising"]:
            card = _parse_card(part["raising"])
            return cls("increase", card, builds=builds, value=int(part["raised"]))
        if part["capturing"]:
            card = _parse_card(part["capturing"])
            taken = sorted(_parse_sets(re.sub(BUILD_TEXT, "", part["taken"])))
            return cls("capture", card, tuple(taken), builds, card // 4 + 2)
        (card, *joined), *others = _parse_sets(part["added"] or part["built"])
        groups = tuple(sorted(group for group in (tuple(joined), *others) if group))
        if part["added"]:
            return cls("extend", card, groups, builds, builds[0].value)
        return cls("build", card, groups, (), int(part["value"]))

    @property
    def _sets(self) -> list[Cards]:
        """The sets of a build, the played card's own first and with it."""
        groups = list(self.groups)
        alone = _makes((self.card,), self.value)
        if not (alone and all(_makes(group, self.value) for group in groups)):
            joined = [group for group in groups if not _makes(group, self.value)] + [
                group for group in groups if _makes((*group, self.card), self.value)
            ]
            if joined:
                groups.remove(joined[0])
                return [(self.card, *joined[0]), *groups]
        return [(self.card,), *groups]

    @property
    def _identity(self) -> tuple[Any, ...]:
        loose = tuple(sorted(chain.from_iterable(self.groups)))
        return self.kind, self.card, self.value, tuple(sorted(self.builds)), loose

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RoyalMove):
            return NotImplemented
        return self._identity == other._identity

    def __hash__(self) -> int:
        return hash(self._identity)

    def __str__(self) -> str:
        card = format_set([self.card])
        if self.kind == "trail":
            return f"trail {card}"
        if self.kind == "capture":
            taken = [*(format_set(group, "+") for group in self.groups), *map(str, self.builds)]
            return f"capture {card}: {', '.join(taken)}"
        if self.kind == "increase":
            return f"increase {self.builds[0]} to {self.value}: {card}"
        sets = ", ".join(format_set(cards, "+") for cards in self._sets)
        if self.kind == "extend":
            return f"extend {self.builds[0]}: {sets}"
        return f"build {self.value}: {sets}"

    def __repr__(self) -> str:
        return f"RoyalMove.parse({str(self)!r})"


_CARD_TEXT = r"(?:10|[2-9TJQKAtjqka])[^\s,+:\[\]]{1,2}"
_SETS_TEXT = rf"{_CARD_TEXT}(?:(?:\+|, ){_CARD_TEXT})*"
_BUILD_TEXT = r"\[\d{1,2}: [^]]+\]"
_MOVE = (
    rf"trail (?P<trailed>{_CARD_TEXT})"
    rf"|capture (?P<capturing>{_CARD_TEXT}): "
    rf"(?P<taken>(?:{_SETS_TEXT}|{_BUILD_TEXT})(?:, {_BUILD_TEXT})*)"
    rf"|build (?P<value>\d{{1,2}}): (?P<built>{_SETS_TEXT})"
    rf"|extend (?P<extended>{_BUILD_TEXT}): (?P<added>{_SETS_TEXT})"
    rf"|increase (?P<increased>{_BUILD_TEXT}) to (?P<raised>\d{{1,2}}): (?P<raising>{_CARD_TEXT})"
)


def _parse_sets(text: str) -> list[Cards]:
    """Read sets of cards; the first card of a set stays where it is."""
    sets = [_parse(part.replace("+", " ")) for part in text.split(",") if part.strip()]
    return [(first, *sorted(others)) for first, *others in sets]


def _parse_card(text: str) -> int:
    (card,) = _parse(text)
    return card
