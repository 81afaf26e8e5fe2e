"""Rules as data: what every game is, and reports, caches and saved work compare."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, Self

from croupier.arguments import read_name, show, suggest, tell_apart

GAMES: Mapping[str, tuple[str, str]] = {
    "baccarat": ("croupier.games.baccarat", "Baccarat"),
    "casino-holdem": ("croupier.games.casino_holdem", "CasinoHoldem"),
    "thai-hilo": ("croupier.games.thai_hilo", "ThaiHiLo"),
    "royal-casino": ("croupier.games.royal_casino", "RoyalCasino"),
}
"""All games by name: the module and the class, which load when they are needed."""

_RULES = {**GAMES, "equity": ("croupier.poker.report", "Spot")}
"""What else reports tell of."""


class Rules:
    """The rules of a game: a frozen dataclass with a field for each setting and its default."""

    name: ClassVar[str]
    reports: ClassVar[Mapping[str, type[Any]]]
    """The kind of the reports of this game, by what their ranges are ranges of."""

    if not TYPE_CHECKING:  # a type checker knows what the dataclass takes

        def __new__(cls, *places: Any, **names: Any) -> Self:
            """Refuse settings that there are not, in words of the game."""
            makers = [kind for kind in cls.__mro__ if "__init__" in vars(kind)]
            if "__dataclass_fields__" in vars(makers[0]):  # and no other one of a subclass
                cls._check_settings(places, names)
            return super().__new__(cls)

    @classmethod
    def _check_settings(cls, places: tuple[Any, ...], names: Iterable[str]) -> None:
        known = cls.settings()
        for name in names:
            if name not in known:
                needed = f"{cls.__name__}: one of {', '.join(known)} is needed"
                raise TypeError(f"{needed}, got {show(name)}{suggest(name, known)}")
        if len(places) > len([rule for rule in _rules_of(cls) if not rule.kw_only]):
            raise TypeError(f"{cls.__name__}: settings by name are needed, got {show(places)}")

    @classmethod
    def settings(cls) -> tuple[str, ...]:
        """Name the settings, which are keywords of the class."""
        return tuple(rule.name for rule in _rules_of(cls))

    @property
    def _settings(self) -> dict[str, Any]:
        return {rule.name: plain(getattr(self, rule.name)) for rule in _rules_of(self)}

    @property
    def options(self) -> dict[str, Any]:
        """The rules that are not the documented ones, as plain data."""
        return {
            rule.name: plain(getattr(self, rule.name))
            for rule in _rules_of(self)
            if getattr(self, rule.name) != rule.default
        }

    @property
    def digest(self) -> str:
        """The SHA-256 of the game's name and all its rules, in hexadecimal digits."""
        return digest_of({"game": self.name, "rules": self._settings})

    def difference(self, other: Rules) -> str:
        """Tell in which rules another game differs, with the values of both."""
        if type(self) is not type(other):
            return f"{self.name} and {other.name}"
        defaults = {rule.name: plain(rule.default) for rule in _rules_of(self)}
        return tell_apart(defaults | self.options, defaults | other.options)


def find_rules(name: str) -> Any:
    """Give the class of a game, or of a spot of poker, by its name.

    Examples
    --------
    >>> from croupier.rules import find_rules
    >>> find_rules("baccarat").bets
    ('player', 'banker', 'tie')
    """
    module, kind = _RULES[read_name(name, "game", tuple(_RULES))]
    return getattr(import_module(module), kind)


def _rules_of(rules: Any) -> list[Any]:
    from dataclasses import fields  # here, as commands without a game start sooner without it

    return [rule for rule in fields(rules) if rule.init]


def digest_of(content: Mapping[str, Any]) -> str:
    """Tell the SHA-256 of plain data, in hexadecimal digits."""
    import hashlib
    import json

    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def plain(value: Any) -> Any:
    """Turn fractions into text and tuples into lists."""
    if isinstance(value, Fraction):
        return str(value)
    return [plain(entry) for entry in value] if isinstance(value, tuple) else value
