"""``croupier replay``: one round of a simulation."""

from argparse import ArgumentParser, Namespace

from croupier.cli.games import add_game, add_shared, given, make_game
from croupier.cli.parser import number
from croupier.cli.streams import show

SUMMARY = "Show one round of a simulation."
EXAMPLE = "croupier replay thai-hilo --seed 7 --round 3"


def add_arguments(parser: ArgumentParser) -> None:
    """Take a game, its options, and which round of which seed."""
    add_game(parser, "replay")
    parser.add_argument("--seed", type=number, required=True, metavar="S", help="of the simulation")
    parser.add_argument("--round", type=number, required=True, metavar="I", help="from 0 on")
    add_shared(parser, "replay")


def run(arguments: Namespace) -> int:
    """Play the round and show it."""
    game = make_game(arguments)
    options = given(game, "replay", arguments)
    show(game.replay(arguments.seed, arguments.round, **options), arguments.json)
    return 0
