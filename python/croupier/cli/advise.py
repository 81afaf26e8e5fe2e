"""``croupier advise``: call or fold."""

import json
from argparse import ArgumentParser, Namespace

import croupier
from croupier.cli.games import add_game, add_shared, given, make_game

SUMMARY = "Show whether to call or to fold, and what either is worth."
EXAMPLE = "croupier advise casino-holdem 8c 6s Ah 2c Kc"

_HOLE, _SEEN = 2, 5


def add_arguments(parser: ArgumentParser) -> None:
    """Take a game, its options, hole cards and a flop."""
    add_game(parser, "strategy")
    parser.add_argument(
        "cards", metavar="CARDS", nargs="+", help="the two hole cards, then the three of the flop"
    )
    add_shared(parser, "strategy")


def run(arguments: Namespace) -> int:
    """Decide on one hand."""
    game = make_game(arguments)
    cards = croupier.parse_cards(" ".join(arguments.cards))
    if len(cards) != _SEEN:
        raise ValueError(
            f"cards: two hole cards and three of the flop are needed, got {len(cards)}"
        )
    hole, flop = cards[:_HOLE], cards[_HOLE:]
    strategy = game.strategy(**given(game, "strategy", arguments))
    action, ev_call, ev_fold = strategy.decide(hole, flop)
    if arguments.json:
        record = {
            "game": game.name,
            "strategy": strategy.name,
            "hole": croupier.format_cards(hole),
            "flop": croupier.format_cards(flop),
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
