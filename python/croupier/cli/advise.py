"""``croupier advise``: call or fold."""

import json
from argparse import ArgumentParser, Namespace

import croupier
from croupier.cli.games import add_strategy, given, make_game
from croupier.games.casino_holdem.strategy import WORDS

SUMMARY = "Show whether to call or to fold, and what either is worth."


def add_arguments(parser: ArgumentParser) -> None:
    """Take hole cards and a flop."""
    parser.add_argument("game", metavar="GAME", choices=["casino-holdem"], help="casino-holdem")
    parser.add_argument("hole", metavar="HOLE", help="the hole cards, as in AsKd")
    parser.add_argument("flop", metavar="FLOP", help="the flop, as in 2c7h9s")
    add_strategy(parser)


def run(arguments: Namespace) -> int:
    """Decide on one hand."""
    game = make_game(arguments)
    strategy = game.strategy(**given(arguments, "strategy"))
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
    for rule in WORDS.get(strategy.name, ()):
        print(f"- {rule}")
    return 0
