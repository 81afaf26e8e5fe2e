"""Hold exact equity before the flop against two others who enumerate every board.

The tests compare with the twin where few cards are left; here the deck is whole. pokerfast
(OMPEval) and xiapl rank hands by methods of their own.
"""

import argparse
import math
import sys
from typing import Any

import numpy as np
import xiapl
from pokerfast import equity as pokerfast

import croupier
from croupier.poker.combos import HAND_CLASSES

OPTIONS = xiapl.simulation.SimulationOptions.exact()


def mask(text: str) -> int:
    read = xiapl.card.Card.from_string
    return int(xiapl.utils.cards_to_mask([read(text[i : i + 2]) for i in range(0, len(text), 2)]))


def same(found: list[float], right: Any, players: int) -> bool:
    """Compare shares of the pot to the last one: each is a whole number of parts of a pot."""
    parts = math.lcm(*range(1, players + 1)) * right.total
    whole = [int(share * parts) for share in right.equity]
    return sum(whole) == parts and [round(share * parts) for share in found] == whole


def hands(number: int, seed: int) -> bool:
    """Known hands of two to four players, no board, no dead cards."""
    rng, equal = np.random.default_rng(seed), 0
    for done in range(number):
        players = 2 + done % 3
        cards = rng.permutation(52)[: 2 * players].reshape(-1, 2).tolist()
        held = [croupier.format_cards(pair) for pair in cards]
        right = croupier.equity(*held)
        assert right.total == math.comb(52 - 2 * players, 5)
        other = xiapl.simulation.calculate_equity([mask(text) for text in held], 0, OPTIONS)
        wins = [round(player.winrate * right.total) for player in other.players]
        equal += (
            same(pokerfast.equity(held), right, players)
            and same([player.equity for player in other.players], right, players)
            and wins == list(right.wins)
        )
    print(f"{equal} of {number} spots of known hands before the flop: every board is equal")
    return equal == number


def ranges(number: int, seed: int) -> bool:
    """Ranges of two or three players, with a board, some with dead cards."""
    rng, equal, done = np.random.default_rng(seed), 0, 0
    while done < number:
        players, on_board, gone = 2 + done % 2, 3 + done % 3, done % 2 * 2
        cards = rng.permutation(52)[: on_board + gone].tolist()
        board = croupier.format_cards(cards[:on_board])
        dead = croupier.format_cards(cards[on_board:]) if gone else ""
        held = [",".join(rng.choice(HAND_CLASSES, 6, replace=False)) for _ in range(players)]
        try:
            right = croupier.equity(*held, board=board, dead=dead)
        except ValueError:  # the board leaves nothing, or they cannot hold cards at once
            continue
        done += 1
        equal += same(pokerfast.equity(held, board, dead), right, players)
    print(f"{equal} of {number} spots of ranges with a board: every board and combo is equal")
    return equal == number


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--number", type=int, default=300, help="spots of each (%(default)s)")
    parser.add_argument("--seed", type=int, default=20)
    chosen = parser.parse_args()
    proofs = [prove(chosen.number, chosen.seed) for prove in (hands, ranges)]
    sys.exit(not all(proofs))
