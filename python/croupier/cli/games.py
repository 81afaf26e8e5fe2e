"""The games, and the options of each."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from typing import Any

import croupier
from croupier.cli.parser import number

ROYAL_CASINO = croupier.RoyalCasino.name
_GAMES: dict[str, Callable[..., Any]] = {
    "baccarat": croupier.Baccarat,
    "casino-holdem": croupier.CasinoHoldem,
    "thai-hilo": croupier.ThaiHiLo,
}
_OPTIONS = {
    "decks": ("baccarat",),
    "stake": tuple(_GAMES),
    "strategy": ("casino-holdem",),
    **dict.fromkeys(("players", "agents", "playouts", "match"), (ROYAL_CASINO,)),
}


def add_game(parser: ArgumentParser, *others: str) -> None:
    """Take a game and the options of its rules."""
    games = (*_GAMES, *others)
    parser.add_argument("game", metavar="GAME", choices=games, help=" or ".join(games))
    parser.add_argument("--decks", type=number, metavar="N", help="baccarat: packs in the shoe")
    add_strategy(parser)


def add_strategy(parser: ArgumentParser) -> None:
    """Take a strategy of Casino Hold'em."""
    strategies = croupier.CasinoHoldem.strategies
    parser.add_argument(
        "--strategy",
        choices=strategies,
        metavar="S",
        help=f"casino-holdem: {', '.join(strategies)} (default: {strategies[0]})",
    )


def add_royal_casino(parser: ArgumentParser) -> None:
    """Take who plays Royal Casino, and to what end."""
    parser.add_argument(
        "--players", type=number, metavar="N", help="royal-casino: 2, 3 or 4 (default: 2)"
    )
    parser.add_argument(
        "--agents",
        metavar="A,B",
        help="royal-casino: one a seat of random, greedy, search (default: greedy,random,...)",
    )
    parser.add_argument(
        "--playouts",
        type=number,
        metavar="N",
        help="royal-casino: of a search, for each move (default: 1000)",
    )
    parser.add_argument(
        "--match",
        action="store_const",
        const=True,
        help="royal-casino: a round is a match to 21",
    )


def add_stake(parser: ArgumentParser) -> None:
    """Take the stake that returns are told for."""
    parser.add_argument(
        "--stake",
        type=number,
        metavar="C",
        help="in cents (default: the first hundred at which no return is rounded)",
    )


def make_game(arguments: Namespace) -> Any:
    """Make the game that was asked for; an option of another one is refused."""
    for option, games in _OPTIONS.items():
        if given(arguments, option) and arguments.game not in games:
            raise ValueError(f"--{option}: {arguments.game} has none")
    make = croupier.RoyalCasino if arguments.game == ROYAL_CASINO else _GAMES[arguments.game]
    return make(**given(arguments, "decks", "players"))


def given(arguments: Namespace, *options: str) -> dict[str, Any]:
    """Collect those of the options that were given; the others are left to the game."""
    values = ((option, getattr(arguments, option, None)) for option in options)
    return {option: value for option, value in values if value is not None}
