"""``croupier simulate``: play many rounds."""

from argparse import ArgumentParser, Namespace
from functools import partial

from croupier.cli.counting import count
from croupier.cli.games import add_game, add_shared, given, make_game
from croupier.cli.parser import number

SUMMARY = "Play many rounds of a game and show the returns."
EXAMPLE = "croupier simulate baccarat --rounds 1e6 --seed 7"

_PLACES = ("--seed", "--first-round", "--rounds")


def add_arguments(parser: ArgumentParser) -> None:
    """Take a game, its options, and how many rounds of which seed."""
    add_game(parser, "simulation")
    parser.add_argument("--rounds", type=number, required=True, metavar="N", help="how many")
    parser.add_argument(
        "--first-round", type=number, metavar="I", help="the number of the first one (default: 0)"
    )
    parser.add_argument("--threads", type=number, metavar="T", help="all cores by default")
    parser.add_argument("--seed", type=number, metavar="S", help="a fresh one by default")
    add_shared(parser, "simulation")


def run(arguments: Namespace) -> int:
    """Simulate; after Ctrl-C show what was counted, and tell how to go on."""
    from croupier import simulation  # loads reports, which other commands do not need

    game = make_game(arguments)
    plan = game.simulation(seed=arguments.seed, **given(game, "simulation", arguments))
    return count(
        lambda bar: simulation.run(
            plan,
            arguments.rounds,
            arguments.first_round or 0,
            threads=arguments.threads,
            progress=bar.show,
            preparing=partial(bar.show, task="solving"),
        ),
        arguments,
        _PLACES,
    )
