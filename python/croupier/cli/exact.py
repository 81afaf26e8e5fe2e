"""``croupier exact``: what every bet of a game returns."""

from argparse import ArgumentParser, Namespace
from functools import partial

from croupier.cli.games import add_game, add_shared, given, make_game
from croupier.cli.progress import ProgressBar
from croupier.cli.streams import show

SUMMARY = "Show what every bet of a game returns, exactly."
EXAMPLE = "croupier exact baccarat --rule commission=0.04"


def add_arguments(parser: ArgumentParser) -> None:
    """Take a game and its options."""
    add_game(parser, "exact")
    add_shared(parser, "exact")


def run(arguments: Namespace) -> int:
    """Solve the game."""
    game = make_game(arguments)
    with ProgressBar() as bar:
        solving = partial(bar.show, task="solving")
        report = game.exact(progress=solving, **given(game, "exact", arguments))
    show(report, arguments.json)
    return 0
