"""Draw hand_planes.svg: a hand as the evaluator sees it."""

from html import escape
from pathlib import Path

import croupier

HAND = "As Ad 9h 9c 7s 4s 2d"
RANKS = "AKQJT98765432"
SUITS = "cdhs"
NAMES = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
CELL, LEFT, TOP = 34, 150, 46

held = {
    suit: {RANKS[12 - card // 4] for card in croupier.parse_cards(HAND).tolist() if card % 4 == i}
    for i, suit in enumerate(SUITS)
}
copies = {rank: sum(rank in ranks for ranks in held.values()) for rank in RANKS}
pairs = [rank for rank in RANKS if copies[rank] == 2]
lead, second = pairs[0], pairs[1]
loose = [rank for rank in RANKS if rank not in pairs]
kickers = {RANKS[i] for i, rank in enumerate(loose) if copies[rank] == 1}

rows: list[tuple[str, set[str], str]] = [
    *((NAMES[suit], held[suit], "#4878a8") for suit in SUITS),
    ("held once or more", {rank for rank in RANKS if copies[rank] >= 1}, "#6aa84f"),
    ("twice or more", set(pairs), "#6aa84f"),
    ("lead: x & -x", {lead}, "#c27ba0"),
    ("second", {second}, "#c27ba0"),
    ("kickers, closed up", kickers, "#e69138"),
]

width, height = LEFT + 13 * CELL + 10, TOP + len(rows) * CELL + 40
title = f"{HAND}: each row is a 16-bit lane, bit 0 on the left"
parts = [
    f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"',
    'font-family="sans-serif" font-size="13">',
    f'<rect width="{width}" height="{height}" fill="white"/>',
    f'<text x="10" y="18">{title}</text>',
]
for column, rank in enumerate(RANKS):
    x = LEFT + column * CELL + CELL / 2
    parts.append(f'<text x="{x}" y="{TOP - 8}" text-anchor="middle">{rank}</text>')
for row, (name, bits, colour) in enumerate(rows):
    y = TOP + row * CELL
    parts.append(
        f'<text x="{LEFT - 10}" y="{y + CELL * 0.62}" text-anchor="end">{escape(name)}</text>'
    )
    for column, rank in enumerate(RANKS):
        fill = colour if rank in bits else "#f0f0f0"
        parts.append(
            f'<rect x="{LEFT + column * CELL + 2}" y="{y + 2}" width="{CELL - 4}" '
            f'height="{CELL - 4}" rx="4" fill="{fill}"/>'
        )
strength = croupier.evaluate(HAND)
result = f"strength {strength}: {croupier.describe(strength)}"
parts.append(f'<text x="10" y="{height - 14}">{result}</text></svg>')
Path(__file__).with_suffix(".svg").write_text("\n".join(parts) + "\n", encoding="utf-8")
