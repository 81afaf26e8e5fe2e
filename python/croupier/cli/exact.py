"""``croupier exact``: what every bet of a game returns."""

from argparse import ArgumentParser, Namespace

from croupier.cli.games import add_game, add_stake, given, make_game
from croupier.cli.streams import show

SUMMARY = "Show what every bet of a game returns, exactly."


def add_arguments(parser: ArgumentParser) -> None:
    """Take a game and a stake."""
    add_game(parser)
    add_stake(parser)


def run(arguments: Namespace) -> int:
    """Solve the game."""
    game = make_game(arguments)
    show(game.exact(**given(arguments, "stake", "strategy")), arguments.json)
    return 0
