"""Spots at random, for tests of equity."""

from __future__ import annotations

import numpy as np

import croupier
from croupier.poker.combos import HAND_CLASSES


def random_spot(random: np.random.Generator, cards: int) -> tuple[list[str], str, str]:
    players = int(random.integers(2, 5))
    dead = 36 if cards == 0 else int(random.integers(0, 3))
    pack = random.permutation(52)[: 2 * players + cards + dead]
    names = [croupier.format_cards([card]) for card in pack.tolist()]
    hands = ["".join(names[2 * i : 2 * i + 2]) for i in range(players)]
    rest = names[2 * players :]
    return hands, "".join(rest[:cards]), "".join(rest[cards:])


def random_range(random: np.random.Generator, classes: int) -> str:
    names = random.choice(HAND_CLASSES, classes, replace=False)
    weights = random.choice(["", ":0.5", ":0.3", ":0.000001"], classes)
    return ", ".join(f"{name}{weight}" for name, weight in zip(names, weights, strict=True))
