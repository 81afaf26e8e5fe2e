"""The moves of Royal Casino, and their text."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any, NamedTuple, Self, TypeAlias

from croupier import _core
from croupier.arguments import read_int, show
from croupier.games.checked import Checked

Cards: TypeAlias = tuple[int, ...]

KINDS = _core.ROYAL_CASINO_KINDS

_ACE = 14
_PACK = 52
_LARGEST_NUMBER = 99


def format_set(cards: Iterable[int], separator: str = " ") -> str:
    """Write cards with something between them."""
    return separator.join(_core.format_cards(card) for card in cards)


def read_sequence(items: Any, argument: str, most: int, least: int = 0) -> list[Any]:
    """Read the items of a tuple or list once, however many it has."""
    if not isinstance(items, (tuple, list)):
        raise TypeError(f"{argument}: a tuple or list is needed, got {type(items).__name__}")
    each = list(islice(items, most + 1))
    if not least <= len(each) <= most:
        needed = most if least == most else f"at most {most}"
        raise ValueError(f"{argument}: {needed} are needed, got {max(len(each), len(items))}")
    return each


def read_cards(cards: Any, argument: str) -> Cards:
    """Read cards, text or numbers, into ascending order."""
    if not isinstance(cards, (tuple, list)):
        cards = _core.read_cards(cards, argument).tolist()
    each = read_sequence(cards, argument, _PACK)
    return tuple(sorted(read_int(card, argument, 0, _PACK - 1) for card in each))


def _value_in_sum(card: int) -> int:
    value = card // 4 + 2
    return 1 if value == _ACE else value


def _makes(cards: Cards, value: int) -> bool:
    alone = len(cards) == 1 and cards[0] // 4 + 2 == value
    return alone or sum(map(_value_in_sum, cards)) == value


class _BuildParts(NamedTuple):
    cards: Cards
    value: int
    owner: int
    multiple: bool


class Build(Checked, _BuildParts):
    """Cards that are taken together or not at all (R13-R23).

    Parameters
    ----------
    cards : str, or sequence or array of int
        Text or numbers.
    value : int
        What captures it, 2 to 14.
    owner : int
        The seat that added to it last.
    multiple : bool, optional
        Whether it is several sets of the value, which follows from cards and value.

    Attributes
    ----------
    cards : tuple of int
        In ascending order.
    value, owner : int
    multiple : bool

    Raises
    ------
    ValueError
        If a part is out of range, or `multiple` is not what follows.
    TypeError
        If a part has another type.

    Examples
    --------
    >>> import croupier
    >>> croupier.Build("5c 3d", 8, owner=1)
    Build(cards=(5, 12), value=8, owner=1, multiple=False)
    >>> print(croupier.Build("5c 3d", 8, owner=1))
    [8: 3d 5c, seat 1]
    """

    __slots__ = ()

    def __new__(cls, cards: Any, value: int, owner: int, multiple: bool | None = None) -> Self:
        """Read the parts."""
        held = read_cards(cards, "cards")
        worth = read_int(value, "value", 0, _LARGEST_NUMBER)
        seat = read_int(owner, "owner", 0, _LARGEST_NUMBER)
        several = sum(map(_value_in_sum, held)) != worth
        if multiple is not None and not isinstance(multiple, bool):
            raise TypeError(f"multiple: a bool is needed, got {type(multiple).__name__}")
        if multiple not in (None, several):
            needed = f"multiple: {several} is needed for {format_set(held)} of value {worth}"
            raise ValueError(f"{needed}, got {multiple}")
        return cls._of_core((held, worth, seat, several))

    def __str__(self) -> str:
        return f"[{self.value}: {format_set(self.cards)}, seat {self.owner}]"


def _read_build(build: Any) -> Build:
    if not isinstance(build, Build):
        raise TypeError(f"move.builds: a Build is needed, got {type(build).__name__}")
    return build


_CHANGES_A_BUILD = {"extend": "R20", "increase": "R19"}


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

    Raises
    ------
    ValueError
        If a part is out of range, the kind is none of these, or there is no build to extend (R20)
        or to increase (R19).
    TypeError
        If a part has another type; `groups` and `builds` are tuples or lists.

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

    def __post_init__(self) -> None:
        if not isinstance(self.kind, str):
            raise TypeError(f"move.kind: a str is needed, got {type(self.kind).__name__}")
        if self.kind not in KINDS:
            raise ValueError(
                f"move.kind: one of {', '.join(KINDS)} is needed, got {show(self.kind)}"
            )
        groups = read_sequence(self.groups, "move.groups", _PACK)
        builds = read_sequence(self.builds, "move.builds", _PACK)
        parts = {
            "card": read_int(self.card, "move.card", 0, _PACK - 1),
            "groups": tuple(read_cards(group, "move.groups") for group in groups),
            "builds": tuple(map(_read_build, builds)),
            "value": read_int(self.value, "move.value", 0, _LARGEST_NUMBER),
        }
        if self.kind in _CHANGES_A_BUILD and not builds:
            rule = _CHANGES_A_BUILD[self.kind]
            raise ValueError(f"{rule}: move.builds: one is needed to {self.kind}, got none")
        for name, part in parts.items():
            object.__setattr__(self, name, part)

    @classmethod
    def _of_core(cls, parts: tuple[Any, ...]) -> RoyalMove:
        """Name the parts of a move as the core gives it, which need no check."""
        kind, card, groups, builds, value = parts
        move, put = object.__new__(cls), object.__setattr__
        put(move, "kind", kind)
        put(move, "card", card)
        put(move, "groups", groups)
        put(move, "builds", tuple(map(Build._of_core, builds)))
        put(move, "value", value)
        return move

    @classmethod
    def parse(cls, text: str) -> RoyalMove:
        """Read a move from its text.

        Parameters
        ----------
        text : str
            As ``str(move)`` gives it: ``"capture 8d: 8h, 5c+3c, [8: 6d 2s, seat 1]"``,
            ``"build 8: 5c+3d, 8h"`` (the card played comes first),
            ``"extend [8: 5c 3c, seat 0]: 6d+2s"``,
            ``"increase [10: 6c 4d, seat 1] to 12: 2s"``, ``"trail 7c"``; cards as
            `parse_cards` reads them.

        Returns
        -------
        RoyalMove

        Raises
        ------
        ValueError
            If it is no such text; the message says what is needed where.
        TypeError
            If `text` is no str.

        Examples
        --------
        >>> import croupier
        >>> croupier.RoyalMove.parse("capture 8d: 8h, 5c+3z")
        Traceback (most recent call last):
            ...
        ValueError: text: a card is needed, got '3z' at index 19 of 'capture 8d: 8h, 5c+3z'
        """
        return cls._of_core(_core.royal_casino_read_move(text))

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
        changed = " ".join(map(str, self.builds))
        if self.kind == "increase":
            return f"increase {changed} to {self.value}: {card}"
        sets = ", ".join(format_set(cards, "+") for cards in self._sets)
        if self.kind == "extend":
            return f"extend {changed}: {sets}"
        return f"build {self.value}: {sets}"

    def __repr__(self) -> str:
        text = str(self)
        with suppress(ValueError):
            if RoyalMove.parse(text) == self:
                return f"RoyalMove.parse({text!r})"
        return "RoyalMove({!r}, {}, {}, {}, {})".format(*self._parts)

    @property
    def _parts(self) -> tuple[Any, ...]:
        return self.kind, self.card, self.groups, self.builds, self.value

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self._parts
