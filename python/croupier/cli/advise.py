"""``croupier advise``: call or fold."""

import json
from argparse import ArgumentParser, Namespace

import croupier
from croupier.cli.games import add_game, add_shared, given, make_game

SUMMARY = "Show whether to call or to fold, and what either is worth."


def add_arguments(parser: ArgumentParser) -> None:
    """Take a game, its options, hole cards and a flop."""
    add_game(parser, "strategy")
    parser.add_argument("hole", metavar="HOLE", help="the hole cards, as in AsKd")
    parser.add_argument("flop", metavar="FLOP", help="the flop, as in 2c7h9s")
    add_shared(parser, "strategy")


def run(arguments: Namespace) -> int:
    """Decide on one hand."""
    game = make_game(arguments)
    strategy = game.strategy(**given(game, "strategy", arguments))
    action, ev_call, ev_fold = strategy.decide(arguments.hole, arguments.flop)
    if arguments.json:
        record = {
            "game": game.name,
            "strategy": strategy.name,
            "hole": croupier.format_cards(croupier.parse_cards(arguments.hole)),
            "flop": croupier.format_cards(croupier.parse_cards(arguments.flop)),
            "action": action,
            "ev_call": f"{ev_call.numerator}/{ev_call.denominator}",
            "ev_fold": f"{ev_fold.numerator}/{ev_fold.denominator}",
        }
        print(json.dumps(record))
        return 0
    print(f"{action}\ncall: {float(ev_call):+.8f} antes ({ev_call})")
    print(f"fold: {float(ev_fold):+.8f} antes ({ev_fold})")
    for rule in strategy.words:
        print(f"- {rule}")
    return 0
