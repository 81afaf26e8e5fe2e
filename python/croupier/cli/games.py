"""The games by name, and the options that each of them takes."""

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable
from dataclasses import fields
from functools import cache
from typing import Any

from croupier.arguments import read_name
from croupier.cli.parser import number, one_of, several, split
from croupier.games.parameter import Parameter
from croupier.rules import GAMES, find_rules


def _games() -> dict[str, Any]:
    """Load the games: commands without one start sooner."""
    return {name: find_rules(name) for name in GAMES}


@cache
def _owners() -> dict[Parameter, list[str]]:
    """List the parameters of all games, each with the names of those that have it."""
    games = _games()
    return {
        parameter: [name for name, other in games.items() if parameter in other.parameters]
        for game in games.values()
        for parameter in game.parameters
    }


def add_game(parser: ArgumentParser, call: str) -> None:
    """Take a game that has a call, its rules, and what it alone lets be set for the call."""
    games = [name for name, game in _games().items() if hasattr(game, call)]
    parser.add_argument(
        "game", metavar="GAME", choices=games, type=one_of(games), help=" or ".join(games)
    )
    parser.add_argument(
        "--rule",
        action="append",
        type=_read_rule,
        metavar="NAME=VALUE",
        help="a setting of the game, as in commission=0.04; can be repeated",
    )
    for parameter, (owner, *others) in _owners().items():
        if not others and owner in games and {"rules", call} & {*parameter.calls}:
            _add_option(parser, parameter, f"{owner}: {parameter.help}")


def add_shared(parser: ArgumentParser, call: str) -> None:
    """Take what several games let be set for a call."""
    for parameter, owners in _owners().items():
        if len(owners) > 1 and call in parameter.calls:
            _add_option(parser, parameter, parameter.help)


def _add_option(parser: ArgumentParser, parameter: Parameter, text: str) -> None:
    flag = _flag(parameter.name)
    if parameter.kind is bool:
        parser.add_argument(flag, action="store_const", const=True, help=text)
        return
    readers: dict[type, Callable[[str], Any]] = {
        int: number,
        str: one_of(parameter.choices),
        tuple: several(parameter.choices),
    }
    choices = parameter.choices if parameter.kind is str else None
    parser.add_argument(
        flag, type=readers[parameter.kind], choices=choices, metavar=parameter.metavar, help=text
    )


def _flag(name: str) -> str:
    return "--" + name.replace("_", "-")


def make_game(arguments: Namespace) -> Any:
    """Make the game that was asked for; what it has none of, or has no effect, is refused."""
    for parameter, owners in _owners().items():
        if getattr(arguments, parameter.name, None) is None:
            continue
        if arguments.game not in owners:
            raise ValueError(f"{_flag(parameter.name)}: {arguments.game} has none")
        if parameter.needs is not None:
            option, value = parameter.needs
            others = getattr(arguments, option, None) or ()
            if value not in others:
                needed = f"{value} among {_flag(option)} is needed"
                got = ",".join(others) or "none"
                raise ValueError(f"{_flag(parameter.name)}: {needed}, got {got}")
    game = find_rules(arguments.game)
    return game(**_settings(game, arguments))


def given(game: Any, call: str, arguments: Namespace) -> dict[str, Any]:
    """Collect what was given of what a call takes; the rest is left to the game."""
    names = [parameter.name for parameter in game.parameters if call in parameter.calls]
    values = {name: getattr(arguments, name, None) for name in names}
    return {name: value for name, value in values.items() if value is not None}


def _read_rule(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise ArgumentTypeError(f"NAME=VALUE is needed, got {text[:40]!r}")
    return name.strip().replace("-", "_"), value.strip()


_READERS: dict[str, Callable[[str], Any]] = {
    "Odds": str,
    "Sequence[Odds]": split,
    "Integers": lambda text: list(map(number, split(text))),
    "int": number,
    "int | None": number,
    "str": str,
}
"""How the text of a setting is read, by the type that its game says it has."""


def _settings(game: Any, arguments: Namespace) -> dict[str, Any]:
    """Collect the settings of a game that were given, as options or by their names."""
    settings = given(game, "rules", arguments)
    kinds = {rule.name: rule.type for rule in fields(game) if rule.init}
    for name, text in arguments.rule or ():
        read_name(name, "--rule", list(kinds))
        try:
            value = _READERS[str(kinds[name])](text)
        except ArgumentTypeError as error:
            raise ValueError(f"{name}: {error}") from None
        if settings.setdefault(name, value) != value:
            raise ValueError(f"{name}: one value is needed, got {settings[name]} and {value}")
    return settings
