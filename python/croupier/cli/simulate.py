"""``croupier simulate``: play many rounds."""

from argparse import ArgumentParser, Namespace

from croupier.cli.games import add_game, add_shared, given, make_game
from croupier.cli.parser import number
from croupier.cli.progress import ProgressBar
from croupier.cli.streams import show

SUMMARY = "Play many rounds of a game and show the returns."


def add_arguments(parser: ArgumentParser) -> None:
    """Take a game, its options, and how many rounds of which seed."""
    add_game(parser, "simulation")
    parser.add_argument("--rounds", type=number, required=True, metavar="N", help="how many")
    parser.add_argument("--threads", type=number, metavar="T", help="all cores by default")
    parser.add_argument("--seed", type=number, metavar="S", help="a fresh one by default")
    add_shared(parser, "simulation")


def run(arguments: Namespace) -> int:
    """Simulate, and after Ctrl-C show what was counted."""
    from croupier import simulation  # loads reports, which other commands do not need

    game = make_game(arguments)
    plan = game.simulation(seed=arguments.seed, **given(game, "simulation", arguments))
    status = 0
    with ProgressBar() as bar:
        try:
            report = simulation.run(
                plan, arguments.rounds, threads=arguments.threads, progress=bar.show
            )
        except KeyboardInterrupt as interrupt:
            if not hasattr(interrupt, "report"):
                raise
            report = interrupt.report
            status = 130
    show(report, arguments.json)
    return status
