"""Draw casino_holdem_chart.svg: how often optimal play calls, by kind of hand."""

from html import escape
from itertools import permutations
from pathlib import Path

import numpy as np

import croupier
from croupier.games.casino_holdem.strategy import all_states

RANKS = "23456789TJQKA"
CELL, LEFT, TOP, GAP = 34, 190, 74, 40
TITLE = "Casino Hold'em: deals that optimal play calls, in per cent, by the highest hole card"
KINDS = (
    "pocket pair",
    "pairs the flop",
    "four or five of a suit",
    "four in a row",
    "four of a straight, a gap",
    "two overcards",
    "above the middle card",
    "one overcard",
    "no overcard",
)

hole, flop, disjoint = all_states()
renamings = list(permutations(range(4)))
sizes = [
    len({tuple(sorted(card // 4 * 4 + names[card % 4] for card in cards)) for names in renamings})
    for cards in flop[np.searchsorted(np.nonzero(disjoint)[0], range(len(disjoint)))].tolist()
]
weight = np.repeat(sizes, disjoint.sum(axis=1))
calls = croupier.CasinoHoldem().strategy("optimal")(hole, flop)

high, low = (hole >> 2).T
top, middle, bottom = (flop >> 2).T
paired = (top == middle) | (middle == bottom)
cards = np.concatenate([hole, flop], axis=1)
ranks = np.bitwise_or.reduce(np.left_shift(1, (cards >> 2) + 1, dtype=np.uint16), axis=1)
ranks |= ranks >> 13  # an ace also below the two
in_window = [np.bitwise_count(ranks >> low_end & 31) for low_end in range(10)]
kind = np.select(
    [
        high == low,
        ((hole >> 2)[:, :, None] == (flop >> 2)[:, None, :]).any((1, 2)),
        np.any([((cards & 3) == suit).sum(axis=1) >= 4 for suit in range(4)], axis=0),
        ((ranks >> 1) & (ranks >> 2) & (ranks >> 3) & (ranks >> 4) & 0x1FF) != 0,
        np.max(in_window, axis=0) >= 4,
        low > top,
        (low > middle) & ~paired,
        high > top,
    ],
    range(len(KINDS) - 1),
    len(KINDS) - 1,
)


def colour(share: float) -> str:
    """Go from red for a fold by white to green for a call."""
    end, part = ((46, 125, 50), 2 * share - 1) if share > 0.5 else ((198, 40, 40), 1 - 2 * share)
    return "#" + "".join(f"{round(255 + (channel - 255) * part):02x}" for channel in end)


width = LEFT + 13 * CELL + 10
height = TOP + 2 * (len(KINDS) * CELL + GAP) + 6
parts = [
    f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"',
    'font-family="sans-serif" font-size="12">',
    f'<rect width="{width}" height="{height}" fill="white"/>',
    f'<text x="10" y="18" font-size="14">{TITLE}</text>',
]
for panel, (name, chosen) in enumerate(
    {"flop without a pair": ~paired, "flop with a pair, or three of a kind": paired}.items()
):
    y0 = TOP + panel * (len(KINDS) * CELL + GAP)
    parts.append(f'<text x="10" y="{y0 - 26}" font-weight="bold">{escape(name)}</text>')
    for rank, letter in enumerate(RANKS):
        x = LEFT + (12 - rank) * CELL
        parts.append(f'<text x="{x + CELL / 2}" y="{y0 - 8}" text-anchor="middle">{letter}</text>')
        for row in range(len(KINDS)):
            cell = chosen & (kind == row) & (high == rank)
            total = weight[cell].sum()
            if total == 0:
                continue
            share = (weight * calls)[cell].sum() / total
            y = y0 + row * CELL
            parts.append(
                f'<rect x="{x}" y="{y}" width="{CELL - 2}" height="{CELL - 2}" '
                f'fill="{colour(share)}" stroke="#999" stroke-width="0.5"/>'
            )
            parts.append(
                f'<text x="{x + CELL / 2 - 1}" y="{y + CELL * 0.6}" text-anchor="middle" '
                f'font-size="10">{100 * share:.0f}</text>'
            )
    for row, label in enumerate(KINDS):
        y = y0 + (row + 0.6) * CELL
        parts.append(f'<text x="{LEFT - 10}" y="{y}" text-anchor="end">{escape(label)}</text>')
parts.append("</svg>")
Path(__file__).with_suffix(".svg").write_text("\n".join(parts) + "\n", encoding="utf-8")
