"""``croupier simulate``: play many rounds."""

import shlex
from argparse import ArgumentParser, Namespace
from functools import partial
from typing import Any

from croupier.cli.games import add_game, add_shared, given, make_game
from croupier.cli.parser import number
from croupier.cli.progress import ProgressBar
from croupier.cli.streams import complain, show

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
    status = 0
    with ProgressBar() as bar:
        try:
            report = simulation.run(
                plan,
                arguments.rounds,
                arguments.first_round or 0,
                threads=arguments.threads,
                progress=bar.show,
                preparing=partial(bar.show, task="solving"),
            )
        except KeyboardInterrupt as interrupt:
            if not hasattr(interrupt, "report"):
                raise
            report = interrupt.report
            status = 130
    show(report, arguments.json)
    if report.partial:
        complain(f"croupier: interrupted; to go on: {_go_on(arguments.words, report)}")
    return status


def _go_on(words: list[str], report: Any) -> str:
    """Write the command that counts the rounds that are missing, and give it no less to show."""
    kept: list[str] = []
    rest = iter(words)
    for word in rest:
        if word in _PLACES:
            next(rest)
        elif word != "--" and word.partition("=")[0] not in _PLACES:
            kept.append(word)
    (missing,) = report.tally.missing
    places = (report.seed, missing.start, missing.stop - missing.start)
    for option, value in zip(_PLACES, places, strict=True):
        kept += [option, str(value)]
    return shlex.join(["croupier", *kept])
