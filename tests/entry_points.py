"""Calls of every native function, for tests that make what they rest on fail."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

import croupier
from croupier import _core

HAND = [51, 47, 43, 39, 35, 0, 1]
BATCH = np.random.default_rng(1).random((400, 52)).argsort(axis=1)[:, :7].astype(np.uint8)
COLUMNS = np.asfortranarray(BATCH)
SWAPPED = BATCH.astype(">i8")
STRIDED = BATCH.astype(np.int32)[::-1, ::-1]
OBJECTS = BATCH[:5].astype(object)
NESTED = BATCH[:5].tolist()
STRENGTHS = np.arange(1, 7463)
MASKS = croupier.to_masks(BATCH)
OUT = np.empty(400, np.uint16)
SHOE = [128] + [32] * 9
CASINO_HOLDEM = croupier.CasinoHoldem()
TABLE = croupier.CasinoHoldem().strategy("always_call").table
HANDS = np.zeros((3, 1326), np.uint32)  # AsAh or AdAc, KdKc, 2d2c
HANDS[[0, 0, 1, 2], [1325, 49 * 48 // 2 + 48, 45 * 44 // 2 + 44, 0]] = 1
ROYAL = croupier.RoyalCasino()
STATE = ROYAL.start(1, 0)
HANDED = STATE._hand
MOVE = STATE.legal_moves()[-1]
RULES = ROYAL._rules
NAMED = [choices[0] for choices in _core.ROYAL_CASINO_CHOICES.values()]
AGENTS = ["random", "greedy"]
SEARCHERS = ["search", "greedy"]
ASKED = ["greedy", lambda hand: ask(hand)]
POSITION = str(STATE)
MANY = np.broadcast_to(BATCH[0], (10**7, 7))
MANY_MASKS = np.broadcast_to(MASKS[0], 10**7)
MANY_STRENGTHS = np.broadcast_to(np.uint16(5), 10**7)
CROWDED = ROYAL.position(["Kc 8c", "Kd"], "2c 2d 2h 2s 3c 3d 3h 3s 4c 4d 4h 4s As Ah 5c 5d 6c 6d")

QUICK: dict[str, Callable[[], Any]] = {
    "evaluate a list": lambda: croupier.evaluate(HAND),
    "evaluate text": lambda: croupier.evaluate("As Ks Qs Js Ts 2c 2d"),
    "evaluate signs": lambda: croupier.evaluate("A♠K♠Q♠J♠10♠"),
    "evaluate a set": lambda: croupier.evaluate(set(HAND)),
    "evaluate an iterator": lambda: croupier.evaluate(iter(HAND)),
    "evaluate bytes": lambda: croupier.evaluate(bytes(HAND)),
    "evaluate texts": lambda: croupier.evaluate(["AsKsQsJsTs", "2c3d4h5s6c"]),
    "evaluate rows": lambda: croupier.evaluate(BATCH),
    "evaluate columns": lambda: croupier.evaluate(COLUMNS),
    "evaluate swapped": lambda: croupier.evaluate(SWAPPED),
    "evaluate strided": lambda: croupier.evaluate(STRIDED),
    "evaluate objects": lambda: croupier.evaluate(OBJECTS),
    "evaluate nested": lambda: croupier.evaluate(NESTED),
    "evaluate into out": lambda: croupier.evaluate(BATCH, out=OUT),
    "evaluate on threads": lambda: croupier.evaluate(HAND, threads=2),
    "evaluate_masks": lambda: croupier.evaluate_masks(MASKS),
    "evaluate_masks of one": lambda: croupier.evaluate_masks(0x1F00),
    "to_masks": lambda: croupier.to_masks(BATCH),
    "best_five": lambda: croupier.best_five(BATCH),
    "rank_lines": lambda: _core.rank_lines(b"AsKsQsJsTs\n\n2c3d4h5s7c9sTs\nAs", 99, True),
    "category_numbers": lambda: croupier.category(STRENGTHS),
    "category of one": lambda: croupier.category(5000),
    "read_strengths": lambda: _core.read_strengths(STRENGTHS),
    "read_strengths of one": lambda: croupier.describe(5000),
    "winners": lambda: _core.winners(("AsKd", "QhQd"), "Qs 7c 2h 9d 3c"),
    "read_masks": lambda: _core.read_masks("Qs 7c 2h 9d 3c", "board", 0, 5, "at most 5"),
    "read_masks of batches": lambda: _core.read_masks(BATCH, "hands[0]", 5, 7, "5, 6 or 7"),
    "parse_cards": lambda: croupier.parse_cards("As Kd 10h"),
    "parse_cards of texts": lambda: croupier.parse_cards(["As Kd 10h", "2c3d4h"]),
    "format_cards": lambda: croupier.format_cards(HAND),
    "format_cards of rows": lambda: croupier.format_cards(BATCH),
    "build_info": croupier.build_info,
    "thai_hilo_deal": lambda: _core.thai_hilo_deal(2**100, 2**63),
    "thai_hilo_dice": lambda: _core.thai_hilo_dice([1, 2, 3]),
    "thai_hilo_outcome": lambda: _core.thai_hilo_outcome([1, 2, 3]),
    "thai_hilo_count": lambda: _core.thai_hilo_count(1, 0, 1000, 2),
    "read_shoe": lambda: _core.read_shoe(SHOE),
    "baccarat_outcome": lambda: _core.baccarat_outcome("Kd 5c 4h", "2s 4s"),
    "baccarat_round": lambda: _core.baccarat_round("Kd 5c 4h", "2s 4s"),
    "baccarat_deal": lambda: _core.baccarat_deal(SHOE, 1, 2),
    "baccarat_deal_to_cut": lambda: _core.baccarat_deal_to_cut(SHOE, 14, 1, 2),
    "baccarat_count": lambda: _core.baccarat_count(SHOE, 1, 0, 1000, 2),
    "baccarat_count_to_cut": lambda: _core.baccarat_count_to_cut(SHOE, 14, 1, 0, 8, 2),
    "baccarat_exact": lambda: _core.baccarat_exact(SHOE),
    "baccarat_exact_shoes": lambda: _core.baccarat_exact_shoes([SHOE] * 3, 2),
    "read_cards": lambda: _core.read_cards("AsKd", "hole"),
    "equity_possible": lambda: _core.equity_possible(HANDS, "", ""),
    "equity_runouts": lambda: _core.equity_runouts(HANDS, "", "", 10**9),
    "equity_count": lambda: _core.equity_count(HANDS, "", "3d", 2),
    "equity_count by board": lambda: _core.equity_count(HANDS[:2], "3c 4c 5c", "", 2),
    "equity_count of many": lambda: _core.equity_count(HANDS, "3c 4c 5c", "", 2),
    "equity_matrix": lambda: _core.equity_matrix(HANDS, "3c 4c 5c", "", 2),
    "equity_count_rows": lambda: _core.equity_count_rows([[[51, 50], [1, 0]]], [[4, 8, 12]], 2),
    "equity_categories": lambda: _core.equity_categories("AsAh", "3c 4c 5c", "6d"),
    "equity_deal": lambda: _core.equity_deal(HANDS, "3c 4c 5c", "", 1, 2),
    "equity_sample": lambda: _core.equity_sample(HANDS, "", "", 1, 0, 1000, 2),
    "equity_sample of known hands": lambda: _core.equity_sample(HANDS[1:], "", "", 1, 0, 1000, 2),
    "casino_holdem_deal": lambda: _core.casino_holdem_deal(1, 2),
    "casino_holdem_round": lambda: _core.casino_holdem_round("AsKd", "2c7h9s", "3c", "4d", [1, 2]),
    "casino_holdem_seen": lambda: _core.casino_holdem_seen("AsKd", "2c7h9s"),
    "casino_holdem_outcome": lambda: _core.casino_holdem_outcome(
        "AsKd", [0, 1, 8], ["3c"], np.array([5]), (6, 7), 5745
    ),
    "casino_holdem_count": lambda: _core.casino_holdem_count(TABLE, 5745, 1, 0, 40_000, 2),
    "casino_holdem_bonus": lambda: _core.casino_holdem_bonus("AsKd", "2c7h9s"),
    "casino_holdem_calls": lambda: _core.casino_holdem_calls(TABLE, [[1, 2]], [[3, 4, 5]]),
    "flop_classes": _core.flop_classes,
    "royal_casino_rules": lambda: _core.royal_casino_rules(2, *NAMED).__class__,
    "royal_casino_start": lambda: _core.royal_casino_start(RULES, 1, 2).hands,
    "royal_casino_hand": lambda: (HANDED.hands, HANDED.stock, HANDED.scores, HANDED.piles),
    "royal_casino_seen": lambda: HANDED.seen().hands,
    "royal_casino_legal_moves": HANDED.legal_moves,
    "royal_casino_play": lambda: STATE.play(MOVE)._hand.hands,
    "royal_casino_position": lambda: str(ROYAL.parse_position(POSITION)),
    "royal_casino_read_move": lambda: str(croupier.RoyalMove.parse("build 8: 5c+3d, 8h")),
    "royal_casino_read_position": lambda: _core.royal_casino_read_position(POSITION),
    "royal_casino_choose": lambda: _core.royal_casino_choose(HANDED, "search", 1, 20),
    "royal_casino_ask": lambda: _core.royal_casino_choose(HANDED, ask, 1, 1),
    "royal_casino_play_hand": lambda: _core.royal_casino_play_hand(RULES, ASKED, 1, 0, 1)[1],
    "royal_casino_play_match": lambda: _core.royal_casino_play_match(RULES, AGENTS, 1, 0, 1)[1:],
    "royal_casino_count_hand": lambda: _core.royal_casino_count_hand(
        RULES, [3, 4], False, [[3, 1, 2, 1, 4, 0], [0] * 6]
    ),
    "royal_casino_tally_hands": lambda: _core.royal_casino_tally_hands(
        RULES, AGENTS, 1, 0, 40, 2, 1
    ),
    "royal_casino_tally_searches": lambda: _core.royal_casino_tally_hands(
        RULES, SEARCHERS, 1, 0, 20, 2, 20
    ),
    "royal_casino_tally_asked": lambda: _core.royal_casino_tally_hands(RULES, ASKED, 1, 0, 2, 2, 1),
    "royal_casino_tally_matches": lambda: _core.royal_casino_tally_matches(
        RULES, AGENTS, 1, 0, 20, 2, 1
    ),
}
"""Calls of a few milliseconds at most."""

SLOW: dict[str, Callable[[], Any]] = {
    "strength_histogram": lambda: croupier.strength_histogram(6, threads=2),
    "casino_holdem_showdowns": lambda: _core.casino_holdem_showdowns("AsKd", "2c7h9s", 5745),
    "casino_holdem_asymmetry": lambda: _core.casino_holdem_asymmetry(TABLE),
}
"""Others."""

LOCK_FREE: dict[str, Callable[[], Any]] = {
    "evaluate": lambda: croupier.evaluate(MANY),
    "evaluate on threads": lambda: croupier.evaluate(MANY, threads=2),
    "evaluate_masks": lambda: croupier.evaluate_masks(MANY_MASKS),
    "to_masks": lambda: croupier.to_masks(MANY),
    "best_five": lambda: croupier.best_five(MANY),
    "category": lambda: croupier.category(MANY_STRENGTHS),
    "format_cards": lambda: croupier.format_cards(MANY[:, :2]),
    "strength_histogram": lambda: croupier.strength_histogram(7, threads=2),
    "thai_hilo_count": lambda: _core.thai_hilo_count(1, 0, 10**8, 2),
    "baccarat_count": lambda: _core.baccarat_count(SHOE, 1, 0, 10**8, 2),
    "baccarat_count_to_cut": lambda: _core.baccarat_count_to_cut(SHOE, 14, 1, 0, 10**6, 2),
    "baccarat_exact_shoes": lambda: _core.baccarat_exact_shoes([SHOE] * 5000, 2),
    "casino_holdem_count": lambda: _core.casino_holdem_count(TABLE, 5745, 1, 0, 10**8, 2),
    "casino_holdem_bonus": lambda: _core.casino_holdem_bonus(MANY[:, :2], MANY[:, 2:5]),
    "casino_holdem_showdowns": SLOW["casino_holdem_showdowns"],
    "equity_count": lambda: _core.equity_count(np.ones((2, 1326), np.uint32), "", "", 2),
    "equity_sample": lambda: _core.equity_sample(HANDS, "", "", 1, 0, 10**8, 2),
    "solve_casino_holdem": lambda: _core.solve_casino_holdem(5745, 2),
    "royal_casino_legal_moves": CROWDED._hand.legal_moves,
    "royal_casino_choose": lambda: _core.royal_casino_choose(HANDED, "search", 1, 10**6),
    "royal_casino_play_match": lambda: _core.royal_casino_play_match(RULES, SEARCHERS, 1, 0, 10**5),
    "royal_casino_tally_hands": lambda: _core.royal_casino_tally_hands(
        RULES, AGENTS, 1, 0, 10**6, 2, 1
    ),
    "royal_casino_tally_asked": lambda: _core.royal_casino_tally_hands(
        RULES, ASKED, 1, 0, 10**6, 2, 1
    ),
    "royal_casino_tally_matches": lambda: _core.royal_casino_tally_matches(
        RULES, SEARCHERS, 1, 0, 10**6, 2, 20
    ),
    "what runs code of Python": lambda: croupier.evaluate([[Index(card) for card in HAND]] * 999),
    "what NumPy copies": lambda: croupier.evaluate_masks(MANY.T[:, ::2]),
}
"""Calls that give the interpreter's lock up, most of them for long."""


def ask(hand: _core.RoyalHand) -> tuple[Any, _core._RoyalParts]:
    """Choose the last legal move, as an agent in Python."""
    kind, card, groups, builds, value = move = hand.legal_moves()[-1]
    return move, (kind, card, groups, tuple(cards for cards, *_ in builds), value)


class Index:
    """An index in Python code."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value


def plain(result: Any) -> Any:
    """Turn a result into what compares."""
    if isinstance(result, np.ndarray):
        return result.dtype.str, result.tolist()
    return [plain(part) for part in result] if isinstance(result, (list, tuple)) else result
