"""``croupier replay``: one round of a simulation."""

import json
from argparse import ArgumentParser, Namespace
from typing import Any

import croupier
from croupier.arguments import json_int
from croupier.cli.games import ROYAL_CASINO, add_game, add_royal_casino, given, make_game
from croupier.cli.parser import number
from croupier.cli.simulate import read_agents

SUMMARY = "Show one round of a simulation."


def add_arguments(parser: ArgumentParser) -> None:
    """Take a game, and which round of which seed."""
    add_game(parser, ROYAL_CASINO)
    add_royal_casino(parser)
    parser.add_argument("--seed", type=number, required=True, metavar="S", help="of the simulation")
    parser.add_argument("--round", type=number, required=True, metavar="I", help="from 0 on")


def run(arguments: Namespace) -> int:
    """Play the round and show it."""
    game = make_game(arguments)
    if isinstance(game, croupier.RoyalCasino):
        return _replay_royal_casino(game, arguments)
    played = game.deal(arguments.seed, arguments.round)
    options: dict[str, Any] = {}
    if isinstance(game, croupier.CasinoHoldem):
        strategy = game.strategy(**given(arguments, "strategy"))
        action = strategy.decide(played.hole, played.flop).action
        options = {"strategy": strategy.name, "action": action}
        outcome = game.outcome(played, action=action)
    else:
        outcome = game.outcome(played)
    wins = [bet for bet in game.bets if game.odds(bet, outcome) > 0]
    if arguments.json:
        place = {
            "game": game.name,
            "seed": json_int(arguments.seed),
            "round": json_int(arguments.round),
        }
        record = {**place, **options, **played.to_dict(), "outcome": str(outcome), "wins": wins}
        print(json.dumps(record))
    else:
        print(f"{played}: {outcome}\nwins: {', '.join(wins) or 'none'}")
    return 0


def _replay_royal_casino(game: croupier.RoyalCasino, arguments: Namespace) -> int:
    agents = read_agents(game, arguments)
    place = {"seed": arguments.seed, "index": arguments.round, **given(arguments, "playouts")}
    if arguments.match:
        match = game.match(agents, **place)
        hands, standings = match.hands, match.standings
    else:
        hands, standings = (game.play_hand(agents, **place),), ()
    if arguments.json:
        record: dict[str, Any] = {"game": game.name, "seed": json_int(arguments.seed)}
        record |= {"round": json_int(arguments.round), "agents": agents}
        record["hands"] = [
            {
                "start": str(hand.start),
                "moves": [str(move) for move in hand.moves],
                "points": [score._asdict() | {"total": score.total} for score in hand.end.scores],
            }
            for hand in hands
        ]
        if arguments.match:
            record |= {"standings": standings, "winner": match.winner}
        print(json.dumps(record))
        return 0
    names = [f"{seat} ({agent})" for seat, agent in enumerate(agents)]
    print(f"Play goes to the {game.sits}: each seat sits there of the one before it.")
    for played, hand in enumerate(hands):
        print(f"\nHand {played + 1}. {hand.tell(names)}" if arguments.match else hand.tell(names))
        if arguments.match:
            print(f"Standing: {' - '.join(map(str, standings[played]))}")
    if arguments.match:
        winners = " and ".join(names[match.winner :: game.sides])
        print(f"Winner: {winners}")
    return 0
