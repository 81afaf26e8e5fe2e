"""``croupier simulate``: play many rounds."""

import itertools
from argparse import ArgumentParser, Namespace

import croupier
from croupier.cli.games import (
    ROYAL_CASINO,
    add_game,
    add_royal_casino,
    add_stake,
    given,
    make_game,
)
from croupier.cli.parser import number
from croupier.cli.progress import ProgressBar
from croupier.cli.streams import show

SUMMARY = "Play many rounds of a game and show the returns."


def add_arguments(parser: ArgumentParser) -> None:
    """Take a game, and how many rounds of which seed."""
    add_game(parser, ROYAL_CASINO)
    add_royal_casino(parser)
    parser.add_argument("--rounds", type=number, required=True, metavar="N", help="how many")
    parser.add_argument("--threads", type=number, metavar="T", help="all cores by default")
    parser.add_argument("--seed", type=number, metavar="S", help="a fresh one by default")
    add_stake(parser)


def run(arguments: Namespace) -> int:
    """Simulate, and after Ctrl-C show what was counted."""
    game = make_game(arguments)
    simulate = game.simulate_matches if arguments.match else game.simulate
    options = given(arguments, "stake", "strategy", "playouts")
    if isinstance(game, croupier.RoyalCasino):
        options["agents"] = read_agents(game, arguments)
    status = 0
    with ProgressBar() as bar:
        try:
            report = simulate(
                arguments.rounds,
                seed=arguments.seed,
                threads=arguments.threads,
                progress=bar.show,
                **options,
            )
        except KeyboardInterrupt as interrupt:
            if not hasattr(interrupt, "report"):
                raise
            report = interrupt.report
            status = 130
    show(report, arguments.json)
    return status


def read_agents(game: croupier.RoyalCasino, arguments: Namespace) -> tuple[str, ...]:
    """Read the agents by commas; those by default are greedy and random in turn."""
    if arguments.agents is None:
        return tuple(itertools.islice(itertools.cycle(("greedy", "random")), game.players))
    return tuple(arguments.agents.split(","))
