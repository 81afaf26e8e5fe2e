"""The games by name, and the options that each of them takes."""

from argparse import ArgumentParser, Namespace
from functools import cache
from typing import Any

from croupier.cli.parser import number
from croupier.games.parameter import Parameter
from croupier.rules import GAMES, find_game


def _games() -> dict[str, Any]:
    """Load the games: commands without one start sooner."""
    return {name: find_game(name) for name in GAMES}


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
    """Take a game that has a call, and what one game alone lets be set for it."""
    games = [name for name, game in _games().items() if hasattr(game, call)]
    parser.add_argument("game", metavar="GAME", choices=games, help=" or ".join(games))
    for parameter, (owner, *others) in _owners().items():
        if not others and owner in games and {"rules", call} & {*parameter.calls}:
            _add_option(parser, parameter, f"{owner}: {parameter.help}")


def add_shared(parser: ArgumentParser, call: str) -> None:
    """Take what several games let be set for a call."""
    for parameter, owners in _owners().items():
        if len(owners) > 1 and call in parameter.calls:
            _add_option(parser, parameter, parameter.help)


def _add_option(parser: ArgumentParser, parameter: Parameter, text: str) -> None:
    flag = _flag(parameter)
    if parameter.kind is bool:
        parser.add_argument(flag, action="store_const", const=True, help=text)
        return
    read = {int: number, tuple: _names}.get(parameter.kind, str)
    choices = parameter.choices if parameter.kind is str else None
    parser.add_argument(flag, type=read, choices=choices, metavar=parameter.metavar, help=text)


def _flag(parameter: Parameter) -> str:
    return "--" + parameter.name.replace("_", "-")


def _names(text: str) -> tuple[str, ...]:
    return tuple(text.split(","))


def make_game(arguments: Namespace) -> Any:
    """Make the game that was asked for; an option of another one is refused."""
    for parameter, owners in _owners().items():
        if getattr(arguments, parameter.name, None) is not None and arguments.game not in owners:
            raise ValueError(f"{_flag(parameter)}: {arguments.game} has none")
    game = find_game(arguments.game)
    return game(**given(game, "rules", arguments))


def given(game: Any, call: str, arguments: Namespace) -> dict[str, Any]:
    """Collect what was given of what a call takes; the rest is left to the game."""
    names = [parameter.name for parameter in game.parameters if call in parameter.calls]
    values = {name: getattr(arguments, name, None) for name in names}
    return {name: value for name, value in values.items() if value is not None}
