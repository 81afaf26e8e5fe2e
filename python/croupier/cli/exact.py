"""``croupier exact``: what every bet of a game returns."""

from argparse import ArgumentParser, Namespace

from croupier.cli.games import add_game, add_shared, given, make_game
from croupier.cli.streams import show

SUMMARY = "Show what every bet of a game returns, exactly."


def add_arguments(parser: ArgumentParser) -> None:
    """Take a game and its options."""
    add_game(parser, "exact")
    add_shared(parser, "exact")


def run(arguments: Namespace) -> int:
    """Solve the game."""
    game = make_game(arguments)
    show(game.exact(**given(game, "exact", arguments)), arguments.json)
    return 0
