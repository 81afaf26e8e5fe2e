"""Royal Casino: every rule by its number, and the core against its twin."""

from __future__ import annotations

import copy
import dataclasses
import itertools
import json
import pickle
import random
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from conftest import interrupt_after
from hypothesis import given
from hypothesis import strategies as st

import croupier
from croupier import Build, RoyalMove
from croupier.games.royal_casino_report import ITEMS
from croupier.reference import royal_casino as twin

KINDS = ("capture", "build", "extend", "increase", "trail")


def content(state: Any) -> tuple[Any, ...]:
    """Everything a state says, from either implementation."""
    names = ("hands", "table", "to_move", "stock", "piles", "sweeps", "last_capture", "is_over")
    return (*(getattr(state, name) for name in names), tuple(map(tuple, state.builds)))


def plain(move: Any) -> tuple[Any, ...]:
    return move.kind, move.card, move.groups, tuple(map(tuple, move.builds)), move.value


class Royal:
    """One implementation, with moves as text."""

    def __init__(self, name: str) -> None:
        self.native = name == "croupier"
        self.game = croupier.RoyalCasino if self.native else twin.RoyalCasino

    def position(self, *args: Any, players: int = 2, rules: Any = None, **options: Any) -> Any:
        return self.game(players, **(rules or {})).position(*args, **options)

    def play(self, state: Any, *texts: str) -> Any:
        for text in texts:
            move: Any = RoyalMove.parse(text)
            if not self.native:
                builds = tuple(twin.Build(*build) for build in move.builds)
                move = twin.Move(move.kind, move.card, move.groups, builds, move.value)
            state = state.play(move)
        return state

    def moves(self, state: Any) -> list[str]:
        moves = []
        for kind, card, groups, builds, value in map(plain, state.legal_moves()):
            made = tuple(Build(*build) for build in builds)
            moves.append(str(RoyalMove(kind, card, groups, made, value)))
        return moves

    def refuses(self, state: Any, text: str, rule: str) -> bool:
        """Whether a move is refused with a rule's number, and is not listed either."""
        assert RoyalMove.parse(text) not in map(RoyalMove.parse, self.moves(state))
        with pytest.raises(ValueError, match=rf"^{rule}: \w"):
            self.play(state, text)
        return True

    def allows(self, state: Any, text: str) -> bool:
        listed = RoyalMove.parse(text) in map(RoyalMove.parse, self.moves(state))
        self.play(state, text)
        return listed


@pytest.fixture(params=["croupier", "reference"])
def royal(request: pytest.FixtureRequest) -> Royal:
    return Royal(request.param)


def cards(text: str) -> tuple[int, ...]:
    return tuple(sorted(croupier.parse_cards(text).tolist()))


def of_kind(moves: list[str], kind: str) -> list[str]:
    return [move for move in moves if move.startswith(kind)]


# R1-R7: setup


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r1_to_r5_deals(players: int) -> None:
    game = croupier.RoyalCasino(players)
    for index in range(50):
        state = game.start(seed=11, index=index)
        assert game.sides == {2: 2, 3: 3, 4: 2}[players] == len(state.piles) == len(state.sweeps)
        assert len(state.table) == 4
        assert [len(hand) for hand in state.hands] == [4] * players
        assert len(state.stock) == 52 - 4 - 4 * players
        assert sorted([*state.table, *itertools.chain(*state.hands), *state.stock]) == list(
            range(52)
        )
        assert state.to_move == 0
        assert not state.builds
        deals, stock = 1, len(state.stock)
        record = game.play_hand(("random",) * players, seed=11, index=index)
        for plays, after in enumerate(record.states()):
            if len(after.stock) < stock:  # R4: four cards more each, and none to the table
                assert [len(hand) for hand in after.hands] == [4] * players
                assert plays == 4 * players * deals
                deals, stock = deals + 1, len(after.stock)
            seen = [*after.table, *itertools.chain(*after.hands, *after.piles), *after.stock]
            seen += itertools.chain(*(build.cards for build in after.builds))
            assert sorted(seen) == list(range(52))
        assert deals == 48 // (4 * players) == {2: 6, 3: 4, 4: 3}[players]
        assert after.is_over


def test_r2_capture_values(royal: Royal) -> None:
    for played, pairs in {"Ks": ["9d4d", "Tc3c", "QdAd"], "Js": ["9d2d"], "Qs": ["Jd Ad"]}.items():
        for pair in pairs:
            state = royal.position([played, ""], pair)
            assert of_kind(royal.moves(state), "capture")
    for loose in ("Kd Ad", "Jd 3d", "8d 5d Ac"):
        state = royal.position(["As", ""], loose)
        assert len(royal.play(state, *of_kind(royal.moves(state), "capture")[-1:]).piles[0]) > 2


def test_r2_king_takes_every_pair_at_once(royal: Royal) -> None:
    state = royal.position(["Ks", ""], "9d 4d Tc 3c Qh Ah")
    assert royal.allows(state, "capture Ks: 3c+Tc, 4d+9d, Qh+Ah")


@pytest.mark.parametrize(("card", "value"), [("Td", 10), ("2s", 2)])
def test_r3_casinos_have_their_face_value(royal: Royal, card: str, value: int) -> None:
    state = royal.position([card, ""], "8c 6c 8h 7h" if value == 10 else "Ac Ah 7h 8h")
    assert {move.value for move in state.legal_moves()} <= {value, 0}
    assert royal.moves(state) == [f"trail {card}"] if value == 10 else royal.moves(state)[:1] == [
        "capture 2s: Ac+Ah"
    ]  # fmt: skip


def test_r6_seats_play_in_order() -> None:
    for players in (2, 3, 4):
        record = croupier.RoyalCasino(players).play_hand(("greedy",) * players, seed=3)
        seats = [state.to_move for state in record.states()][:-1]
        assert seats == list(itertools.islice(itertools.cycle(range(players)), 48))
    assert croupier.RoyalCasino().sits == "right"
    assert croupier.RoyalCasino(direction="clockwise").sits == "left"


def test_r6_and_r7_first_dealer_is_drawn_and_the_deal_passes_on() -> None:
    game = croupier.RoyalCasino(3)
    openings = set()
    for seed in range(20):
        hands = game.match(("greedy", "greedy", "random"), seed=seed).hands
        firsts = [hand.start.to_move for hand in hands]
        assert firsts == [(firsts[0] + number) % 3 for number in range(len(hands))]
        openings.add(firsts[0])
    assert openings == {0, 1, 2}


# R8-R12: capture


def test_r8_takes_equals_sets_and_builds_together(royal: Royal) -> None:
    state = royal.position(
        ["9c", "9h"], "9d 5d 4d 6d 3d", [{"cards": "7s 2s", "value": 9, "owner": 1}]
    )
    after = royal.play(state, "capture 9c: 9d, 4d+5d, 3d+6d, [9: 2s 7s, seat 1]")
    assert after.piles[0] == cards("9c 9d 5d 4d 6d 3d 7s 2s")
    assert (after.table, after.builds) == ((), ())


def test_r8_every_set_is_optional(royal: Royal) -> None:
    state = royal.position(["9c", ""], "9d 5d 4d 6d 3d")
    assert of_kind(royal.moves(state), "capture") == [
        "capture 9c: 9d",
        "capture 9c: 4d+5d, 9d",
        "capture 9c: 3d+6d, 9d",
        "capture 9c: 3d+6d, 4d+5d, 9d",
    ]


def test_r8_a_capture_is_what_the_card_is_worth_and_no_more(royal: Royal) -> None:
    state = royal.position(["7c", ""], "3d 4d 5d")
    assert royal.refuses(state, "capture 7c: 3d+4d, 5d", "R8")
    assert royal.refuses(state, "capture 7c: 3d+4d+5d", "R8")
    assert royal.allows(state, "capture 7c: 3d+4d")
    assert royal.refuses(state, "capture 7c: 3d+4d, 4d+3d", "R8")
    assert royal.refuses(state, "capture 7d: 3d+4d", "R8")
    assert royal.refuses(state, "capture 7c: 3d+4c", "R8")


def test_r8_another_build_stays(royal: Royal) -> None:
    thirteen = {"cards": "8c 5c", "value": 13, "owner": 1}
    fourteen = {"cards": "Tc 4c", "value": 14, "owner": 1}
    state = royal.position(["As", "Kh Ah"], "", [thirteen, fourteen])
    assert of_kind(royal.moves(state), "capture") == ["capture As: [14: 4c Tc, seat 1]"]
    after = royal.play(state, "capture As: [14: 4c Tc, seat 1]")
    assert after.piles[0] == cards("As Tc 4c")
    assert [build.value for build in after.builds] == [13]
    assert royal.refuses(state, "capture As: [13: 5c 8c, seat 1]", "R8")


def test_r8_a_build_is_no_part_of_a_set(royal: Royal) -> None:
    state = royal.position(["9c", "6h"], "3d", [{"cards": "4d 2d", "value": 6, "owner": 1}])
    assert of_kind(royal.moves(state), "capture") == []


def test_r9_cards_in_a_build_are_taken_with_it(royal: Royal) -> None:
    state = royal.position(["9c", "8h"], "4s", [{"cards": "5d 3d", "value": 8, "owner": 1}])
    assert royal.refuses(state, "capture 9c: 4s+5d", "R9")
    assert of_kind(royal.moves(state), "capture") == []


def test_r10_ace_takes_aces_and_fourteens(royal: Royal) -> None:
    state = royal.position(["As", ""], "8d 5d Ad")
    assert of_kind(royal.moves(state), "capture") == [
        "capture As: Ad",
        "capture As: 5d+8d+Ad",
    ]
    assert royal.refuses(state, "capture As: 5d+8d", "R10")
    two = royal.position(["As", ""], "8d 5d Ad Ac")
    assert of_kind(royal.moves(two), "capture") == [
        "capture As: Ac, Ad",
        "capture As: 5d+8d+Ac, Ad",
    ]


def test_r10_a_loose_ace_counts_one_in_a_sum(royal: Royal) -> None:
    state = royal.position(["4s", ""], "3d Ad Ac 2c")
    assert "capture 4s: 3d+Ac" in royal.moves(state)
    assert "capture 4s: 2c+Ac+Ad" in royal.moves(state)


def test_r10_ace_and_build_of_fourteen(royal: Royal) -> None:
    state = royal.position(["As", "Ah"], "Ad", [{"cards": "9c 5c", "value": 14, "owner": 1}])
    assert royal.allows(state, "capture As: Ad")
    assert royal.allows(state, "capture As: Ad, [14: 5c 9c, seat 1]")
    assert royal.refuses(state, "capture As: [14: 5c 9c, seat 1]", "R11")


def test_r11_every_equal_card_must_be_taken(royal: Royal) -> None:
    state = royal.position(["7c", ""], "7d 7h 3d 4d")
    assert royal.refuses(state, "capture 7c: 7d", "R11")
    assert royal.refuses(state, "capture 7c: 3d+4d", "R11")
    assert of_kind(royal.moves(state), "capture") == [
        "capture 7c: 7d, 7h",
        "capture 7c: 3d+4d, 7d, 7h",
    ]


def test_r11_does_not_bind_a_build(royal: Royal) -> None:
    state = royal.position(["3c 8c", ""], "5d 3d")
    assert royal.play(state, "build 8: 3c+5d").table == cards("3d")


def test_r12_captures_go_to_the_side(royal: Royal) -> None:
    state = royal.position(["", "", "", "7c"], "7d 2c", players=4, to_move=3)
    after = royal.play(state, "capture 7c: 7d")
    assert after.piles == ((), cards("2c 7c 7d"))
    assert after.last_capture == 1


# R13-R23: builds


def test_r13_the_played_card_lies_in_the_build(royal: Royal) -> None:
    state = royal.position(["5c 8c Kc", ""], "3d 2d 6d")
    assert royal.refuses(state, "build 8: 5c, 2d+6d", "R14")
    assert royal.refuses(state, "build 8: 5h+3d", "R13")
    assert royal.refuses(state, "build 8: 5c+3h", "R13")
    after = royal.play(state, "build 8: 5c+3d")
    assert tuple(after.builds[0]) == (cards("5c 3d"), 8, 0, False)
    assert after.table == cards("2d 6d")


def test_r14_value_of_a_single_build_is_its_sum(royal: Royal) -> None:
    state = royal.position(["5c As 2c", "3h"], "9d")
    after = royal.play(state, "build 14: 5c+9d")
    assert tuple(after.builds[0]) == (cards("5c 9d"), 14, 0, False)
    after = royal.play(after, "trail 3h")
    assert royal.allows(after, "capture As: [14: 5c 9d, seat 0]")
    assert royal.refuses(state, "build 13: 5c+9d", "R14")


def test_r15_multiple_builds(royal: Royal) -> None:
    state = royal.position(["4c 8c", ""], "4d 8d 6d 2d")
    for text in ("build 8: 4c+4d", "build 8: 4c+4d, 8d", "build 8: 4c+4d, 8d, 2d+6d"):
        assert royal.allows(state, text)
        assert royal.play(state, text).builds[0].multiple == ("," in text)
    other = royal.position(["8h 8c", ""], "8d 6d 2d 5d")
    assert royal.allows(other, "build 8: 8h, 8d")
    assert royal.allows(other, "build 8: 8h, 8d, 2d+6d")
    assert royal.refuses(other, "build 8: 8h, 2d+5d", "R14")


def test_r15_a_build_has_two_cards(royal: Royal) -> None:
    state = royal.position(["8h 8c", ""], "5d")
    assert royal.refuses(state, "build 8: 8h", "R15")


def test_r15_the_played_card_lies_in_exactly_one_set(royal: Royal) -> None:
    state = royal.position(["5c 5d", ""], "3h 2h")
    assert royal.allows(state, "build 5: 5c, 2h+3h")
    five, loose = cards("5c")[0], cards("3h 2h")
    move = RoyalMove("build", five, (loose[:1], loose[1:]), (), 5)
    if royal.native:
        with pytest.raises(ValueError, match=r"^R15: "):
            state.play(move)
    twice = royal.position(["3c 8c", ""], "5d 5h")
    assert royal.refuses(twice, "build 8: 3c+5d, 5h", "R15")


def test_r16_a_builder_keeps_the_card(royal: Royal) -> None:
    assert royal.refuses(royal.position(["5c 7c", ""], "3h 2h"), "build 10: 5c+2h+3h", "R16")
    assert royal.allows(royal.position(["5c Tc", ""], "3h 2h"), "build 10: 5c+2h+3h")
    own = {"cards": "3c 5h", "value": 8, "owner": 0}
    state = royal.position(["8c 2c", "Kh"], "6d 8d", [own])
    assert royal.refuses(state, "build 8: 8c, 8d", "R16")
    assert royal.refuses(state, "extend [8: 3c 5h, seat 0]: 8c", "R16")
    assert royal.refuses(state, "capture 8c: 8d", "R16")
    assert royal.allows(state, "extend [8: 3c 5h, seat 0]: 2c+6d")


def test_r16_capturing_the_own_build_with_the_last_card(royal: Royal) -> None:
    state = royal.position(["8d 2c", ""], "8h", [{"cards": "5c 3c", "value": 8, "owner": 0}])
    assert royal.moves(state) == ["capture 8d: 8h, [8: 3c 5c, seat 0]"]


def test_r16_one_card_backs_all_builds_of_its_value(royal: Royal) -> None:
    first = {"cards": "5c 3c", "value": 8, "owner": 0}
    state = royal.position(["8d 2c", "Kh"], "6h", [first])
    after = royal.play(state, "build 8: 2c+6h")
    assert [build.value for build in after.builds] == [8, 8]
    after = royal.play(after, "trail Kh")
    assert royal.moves(after) == ["capture 8d: [8: 3c 5c, seat 0], [8: 2c 6h, seat 0]"]


def test_r16_a_build_taken_over_no_longer_binds(royal: Royal) -> None:
    state = royal.position(["8c 9c", "8h 2h"], "6d", [{"cards": "5c 3c", "value": 8, "owner": 0}],
                           to_move=1)  # fmt: skip
    after = royal.play(state, "extend [8: 3c 5c, seat 0]: 2h+6d")
    assert after.builds[0].owner == 1
    assert royal.allows(after, "trail 9c")
    assert royal.allows(after, "trail 8c")


def test_r17_the_owner_is_who_added_last(royal: Royal) -> None:
    state = royal.position(["5c 8c", "8h 8d"], "3d")
    after = royal.play(state, "build 8: 5c+3d")
    assert after.builds[0].owner == 0
    after = royal.play(after, "extend [8: 3d 5c, seat 0]: 8h")
    assert tuple(after.builds[0]) == (cards("5c 3d 8h"), 8, 1, True)


def test_r17_a_player_may_own_several_builds(royal: Royal) -> None:
    state = royal.position(["5c 8c 4c 9c", "Kh Qh"], "3d 5d")
    after = royal.play(state, "build 8: 5c+3d", "trail Kh", "build 9: 4c+5d")
    assert [(build.value, build.owner) for build in after.builds] == [(8, 0), (9, 0)]
    assert royal.refuses(royal.play(after, "trail Qh"), "trail 8c", "R16|R25")


def test_r18_a_partners_build(royal: Royal) -> None:
    build = {"cards": "5c 3c", "value": 8, "owner": 2}
    hands = ["8d 2c Td", "", "8h", ""]
    state = royal.position(hands, "6h", [build], players=4)
    assert royal.allows(state, "extend [8: 3c 5c, seat 2]: 2c+6h")
    assert royal.allows(state, "increase [8: 3c 5c, seat 2] to 10: 2c")
    assert royal.allows(state, "capture 8d: [8: 3c 5c, seat 2]")
    # Not on the strength of the partner's hand:
    assert royal.refuses(royal.position(["2c Kd", "", "8h", ""], "6h", [build], players=4),
                         "extend [8: 3c 5c, seat 2]: 2c+6h", "R16")  # fmt: skip
    strict = {"partner_builds": "forbidden"}
    state = royal.position(hands, "6h", [build], players=4, rules=strict)
    assert royal.refuses(state, "extend [8: 3c 5c, seat 2]: 2c+6h", "R18")
    assert royal.refuses(state, "increase [8: 3c 5c, seat 2] to 10: 2c", "R18")
    assert royal.allows(state, "capture 8d: [8: 3c 5c, seat 2]")
    rival = royal.position(["8d 2c Td", "8h", "", ""], "6h", [build | {"owner": 1}], players=4,
                           rules=strict)  # fmt: skip
    assert royal.allows(rival, "extend [8: 3c 5c, seat 1]: 2c+6h")


def test_r19_increasing(royal: Royal) -> None:
    build = {"cards": "6c 4d", "value": 10, "owner": 1}
    state = royal.position(["2c Qc 3c", "Th"], "2h", [build])
    after = royal.play(state, "increase [10: 4d 6c, seat 1] to 12: 2c")
    assert tuple(after.builds[0]) == (cards("2c 6c 4d"), 12, 0, False)
    assert royal.refuses(state, "increase [10: 4d 6c, seat 1] to 13: 3c", "R16")
    assert royal.refuses(state, "increase [10: 4d 6c, seat 1] to 12: 3c", "R19")
    own = royal.position(["2c Qc Tc", "Th"], "", [build | {"owner": 0}])
    assert royal.refuses(own, "increase [10: 4d 6c, seat 0] to 12: 2c", "R19")
    move = RoyalMove("increase", cards("2c")[0], (cards("2h"),), state_builds(state), 14)
    if royal.native:
        with pytest.raises(ValueError, match=r"^R19: table cards"):
            state.play(move)
    assert not any(move.groups for move in state.legal_moves() if move.kind == "increase")


def state_builds(state: Any) -> tuple[Build, ...]:
    return tuple(Build(*build) for build in state.builds)


def test_r19_an_ace_adds_one(royal: Royal) -> None:
    state = royal.position(["Ac Jc Ad", "Th Kh"], "", [{"cards": "6c 4d", "value": 10, "owner": 1}])
    assert of_kind(royal.moves(state), "increase") == [
        "increase [10: 4d 6c, seat 1] to 11: Ac",
        "increase [10: 4d 6c, seat 1] to 11: Ad",
    ]


def test_r20_a_multiple_build_keeps_its_value(royal: Royal) -> None:
    state = royal.position(["2c Tc 8h", "8d"], "", [{"cards": "5c 3c 8c", "value": 8, "owner": 1}])
    assert state.builds[0].multiple
    assert royal.refuses(state, "increase [8: 3c 5c 8c, seat 1] to 10: 2c", "R20")


def test_r20_adding_makes_it_multiple_and_more_may_join(royal: Royal) -> None:
    build = {"cards": "5c 3c", "value": 8, "owner": 0}
    state = royal.position(["2c 8h", "Kd"], "6d 7d Ad 4d 4h", [build])
    text = "extend [8: 3c 5c, seat 0]: 2c+6d, 4d+4h, 7d+Ad"
    after = royal.play(state, text)
    assert tuple(after.builds[0]) == (cards("5c 3c 2c 6d 7d Ad 4d 4h"), 8, 0, True)
    assert royal.allows(state, "extend [8: 3c 5c, seat 0]: 2c+6d")
    assert royal.refuses(state, "extend [8: 3c 5c, seat 0]: 2c, 4d+4h", "R14|R15")
    assert royal.refuses(state, "extend [8: 3c 5c, seat 0]: 2c+7d", "R14")


def test_r20_one_play_changes_one_build(royal: Royal) -> None:
    builds = [
        {"cards": "5c 3c", "value": 8, "owner": 1},
        {"cards": "6c 2h", "value": 8, "owner": 1},
    ]
    state = royal.position(["8c 8d", "8h"], "", builds)
    extensions = [move for move in state.legal_moves() if move.kind == "extend"]
    assert len(extensions) == 4
    assert all(len(move.builds) == 1 for move in extensions)
    if royal.native:
        move = RoyalMove("extend", cards("8c")[0], (), state_builds(state), 8)
        with pytest.raises(ValueError, match=r"^R20: one play"):
            state.play(move)


def test_r21_builds_are_never_split(royal: Royal) -> None:
    state = royal.position(["4c 9c 7c", "8h"], "2s", [{"cards": "5d 3d", "value": 8, "owner": 1}])
    assert royal.refuses(state, "build 9: 4c+5d", "R21")
    assert royal.refuses(state, "capture 7c: [7: 5d 2d, seat 1]", "R21")
    assert royal.refuses(state, "extend [9: 5d 4d, seat 1]: 7c+2s", "R21")


def test_r22_aces_in_builds(royal: Royal) -> None:
    state = royal.position(["Ac As 2c", ""], "Ad Kd Ah")
    builds = of_kind(royal.moves(state), "build")
    assert "build 14: Ac, Ad" in builds
    assert "build 14: Ac+Kd" in builds
    assert "build 2: Ac+Ad" in builds
    assert not [move for move in builds if move.startswith("build 1:")]
    assert royal.play(state, "build 14: Ac, Ad").builds[0].multiple
    assert not royal.play(state, "build 14: Ac+Kd").builds[0].multiple
    assert royal.play(state, "build 14: Ac+Kd, Ad").builds[0].multiple


def test_r22_no_build_is_worth_one(royal: Royal) -> None:
    state = royal.position(["Ac As", ""], "Ad")
    assert royal.refuses(state, "build 1: Ac, Ad", "R22")
    with pytest.raises(ValueError, match=r"^builds: "):
        royal.position(["As", ""], "", [{"cards": "Ac Ad", "value": 1, "owner": 0}])


def test_r23_the_ceiling_is_fourteen(royal: Royal) -> None:
    state = royal.position(
        ["5c 2c Ac", "Kh"], "9d 6d", [{"cards": "8c 5d", "value": 13, "owner": 1}]
    )
    assert royal.refuses(state, "build 20: 5c+9d+6d", "R23")
    assert royal.refuses(state, "increase [13: 5d 8c, seat 1] to 15: 2c", "R23")


def test_r23_equal_builds_stand_apart(royal: Royal) -> None:
    state = royal.position(["5c 8c 8d", "8h"], "3d", [{"cards": "6c 2h", "value": 8, "owner": 1}])
    after = royal.play(state, "build 8: 5c+3d")
    assert [(build.cards, build.owner) for build in after.builds] == [
        (cards("6c 2h"), 1),
        (cards("5c 3d"), 0),
    ]


# R24-R26: trail


def test_r24_a_trail_leaves_the_card_on_the_table(royal: Royal) -> None:
    state = royal.position(["5c", "3h"], "9d")
    after = royal.play(state, "trail 5c")
    assert after.table == cards("5c 9d")
    assert (after.to_move, after.piles) == (1, ((), ()))


def test_r25_the_owner_of_a_build_may_not_trail(royal: Royal) -> None:
    state = royal.position(["8d 2c Kc", "Qh"], "", [{"cards": "5c 3c", "value": 8, "owner": 0}])
    assert royal.refuses(state, "trail 2c", "R25")
    assert royal.moves(state) == ["capture 8d: [8: 3c 5c, seat 0]"]
    other = royal.position(["2c", "8d"], "", [{"cards": "5c 3c", "value": 8, "owner": 1}])
    assert royal.allows(other, "trail 2c")


def test_r26_no_trail_beside_an_equal_card(royal: Royal) -> None:
    state = royal.position(["7c", "8h"], "7d 3d 4d")
    assert royal.refuses(state, "trail 7c", "R26")
    assert royal.allows(royal.position(["7c", "8h"], "3d 4d"), "trail 7c")
    assert royal.allows(
        royal.position(["8c", "8h"], "", [{"cards": "5c 3c", "value": 8, "owner": 1}]), "trail 8c"
    )


def test_r26_other_readings(royal: Royal) -> None:
    free = {"trailing": "free"}
    assert royal.allows(royal.position(["7c", ""], "7d", rules=free), "trail 7c")
    strict = {"trailing": "unless_capture"}
    build = {"cards": "5c 3c", "value": 8, "owner": 1}
    for state in (
        royal.position(["7c", ""], "7d", rules=strict),
        royal.position(["7c", ""], "3d 4d", rules=strict),
    ):
        assert royal.refuses(state, "trail 7c", "R26")
    state = royal.position(["8c", "8h"], "", [build], rules=strict)
    assert royal.refuses(state, "trail 8c", "R26")
    assert royal.allows(royal.position(["7c", ""], "3d 5d", rules=strict), "trail 7c")


# R27-R32: sweeps, the end of the pack, the count


def test_r27_a_sweep_empties_the_table(royal: Royal) -> None:
    state = royal.position(["9c", "Kh 2h"], "5d 4d")
    after = royal.play(state, "capture 9c: 4d+5d")
    assert after.sweeps == (1, 0)
    assert royal.moves(after) == ["trail 2h", "trail Kh"]
    standing = {"cards": "5c 3c", "value": 8, "owner": 1}
    state = royal.position(["9c", "8h"], "5d 4d", [standing])
    assert royal.play(state, "capture 9c: 4d+5d").sweeps == (0, 0)
    state = royal.position(["8c", "8h Kh"], "", [standing])
    assert royal.play(state, "capture 8c: [8: 3c 5c, seat 1]").sweeps == (1, 0)


def totals(state: Any) -> list[dict[str, int]]:
    scores = state.scores
    return [dict(s) if isinstance(s, dict) else s._asdict() for s in scores]


def test_r28_only_the_excess_of_sweeps_scores(royal: Royal) -> None:
    for sweeps, net in {(3, 1): [2, 0], (2, 2): [0, 0], (0, 4): [0, 4]}.items():
        state = royal.position(["", ""], "", sweeps=sweeps)
        assert [score["sweeps"] for score in totals(state)] == net
    state = royal.position(["", "", ""], "", sweeps=(3, 1, 2), players=3)
    assert [score["sweeps"] for score in totals(state)] == [2, 0, 1]
    loud = royal.position(
        ["", "", ""], "", sweeps=(3, 1, 2), players=3, rules={"sweeps_of_three": "all"}
    )
    assert [score["sweeps"] for score in totals(loud)] == [3, 1, 2]


def test_r29_the_last_loose_cards(royal: Royal) -> None:
    state = royal.position(["9c", "Kh"], "5d 4d 2c")
    end = royal.play(state, "capture 9c: 4d+5d", "trail Kh")
    assert end.is_over
    assert end.piles == (cards("9c 4d 5d 2c Kh"), ())
    assert end.sweeps == (0, 0)
    last = royal.play(royal.position(["", "Kh"], "Kd", to_move=1), "capture Kh: Kd")
    assert last.sweeps == (0, 1)
    nobody = royal.position(["9c", "Kh"], "5d 4d 2c", rules={"last_trick": "nobody"})
    end = royal.play(nobody, "capture 9c: 4d+5d", "trail Kh")
    assert (end.table, end.piles[0]) == (cards("2c Kh"), cards("9c 4d 5d"))


def test_r29_nobody_has_captured(royal: Royal) -> None:
    end = royal.play(royal.position(["9c", "Kh"], "2c"), "trail 9c", "trail Kh")
    assert end.is_over
    assert end.table == cards("2c 9c Kh")
    assert end.piles == ((), ())


def test_r30_scoring(royal: Royal) -> None:
    spades = croupier.parse_cards("2s3s4s5s6s7s8s9sTsJsQsKsAs").tolist()
    aces_first = cards("As Ac")
    rest = [card for card in range(52) if card % 4 != 3 and card not in cards("Ac Ad Ah Td")]
    first = [*spades[1:6], *aces_first, *cards("Td"), *rest[:19]]
    second = [card for card in range(52) if card not in first]
    assert (len(first), len(second)) == (27, 25)
    state = royal.position(["", ""], "", piles=[first, second], sweeps=(1, 0))
    assert totals(state) == [
        dict(zip(ITEMS, (3, 0, 2, 0, 2, 1), strict=True)),
        dict(zip(ITEMS, (0, 1, 0, 1, 2, 0), strict=True)),
    ]
    if royal.native:
        assert [score.total for score in state.scores] == [8, 4]


def test_r31_ties_score_nobody(royal: Royal) -> None:
    cards_of = [[c for c in range(52) if (c // 4 + c) % 2 == half] for half in (0, 1)]
    state = royal.position(["", ""], "", piles=cards_of)
    assert [len(pile) for pile in state.piles] == [26, 26]
    assert [score["cards"] for score in totals(state)] == [0, 0]
    three = royal.position(["", "", ""], "", piles=["2s 3s 4c", "5s 6s 7c", "8c"], players=3)
    assert [(score["cards"], score["spades"]) for score in totals(three)] == [(0, 0)] * 3
    three = royal.position(["", "", ""], "", piles=["2s 3s", "5s 6s 7c", "8s"], players=3)
    assert [(score["cards"], score["spades"]) for score in totals(three)] == [
        (0, 0),
        (3, 0),
        (0, 0),
    ]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r32_checksum(players: int) -> None:
    game = croupier.RoyalCasino(players)
    for index in range(300):
        end = game.play_hand(("random",) * players, seed=5, index=index).end
        assert not end.builds
        captured = sum(map(len, end.piles))
        assert captured == (0 if end.last_capture is None else 52)
        net = sum(end.sweeps) - len(end.sweeps) * min(end.sweeps)
        ties = 3 * (not any(score.cards for score in end.scores))
        ties += not any(score.spades for score in end.scores)
        assert sum(score.total for score in end.scores) == 11 + net - ties


# R33-R38: matches

NOTHING = (0,) * len(ITEMS)


def points(**items: int) -> tuple[int, ...]:
    return tuple(items.get(item, 0) for item in ITEMS)


class Standing:
    """Where a match stands, in either implementation."""

    def __init__(self, royal: Royal, scores: tuple[int, ...], lapsed: bool = False, **rules: str):
        self.game = royal.game(len(scores), **rules)
        self.native = royal.native
        self.state: Any = (scores, lapsed, None)
        if not self.native:
            self.state = twin.Standing(scores, lapsed)

    def after(self, *rows: tuple[int, ...]) -> tuple[tuple[int, ...], bool, int | None]:
        if self.native:
            return self.game._count_hand(*self.state[:2], rows)
        named = [dict(zip(ITEMS, row, strict=True)) for row in rows]
        after = self.state.after(self.game, named)
        return after.scores, after.lapsed, after.winner


def test_r33_from_zero_to_21(royal: Royal) -> None:
    assert Standing(royal, (0, 0)).after(points(cards=3, aces=2), points(aces=2)) == (
        (5, 2),
        False,
        None,
    )
    assert Standing(royal, (17, 10)).after(points(cards=3, aces=1), NOTHING) == ((21, 10), False, 0)
    assert Standing(royal, (17, 10)).after(points(cards=3, sweeps=2), NOTHING) == (
        (22, 10),
        False,
        0,
    )


@pytest.mark.parametrize(
    ("start", "item", "rules"),
    [(18, "cards", {}), (19, "big_casino", {}), (20, "little_casino", {}),
     (20, "spades", {"twenty": "most_spades"})],
)  # fmt: skip
def test_r34_one_item_wins(royal: Royal, start: int, item: str, rules: dict[str, str]) -> None:
    worth = {"cards": 3, "big_casino": 2, "little_casino": 1, "spades": 1}
    won = points(**{item: worth[item]})
    lost = points(**{name: n for name, n in worth.items() if name != item} | {"aces": 4})
    scores, lapsed, winner = Standing(royal, (start, 17), **rules).after(won, points(aces=4))
    assert (scores, lapsed, winner) == ((21, 21), False, 0)
    # R36: all the rest is worth nothing.
    assert Standing(royal, (start, 3), **rules).after(lost, won) == (
        (start, 3 + worth[item]),
        False,
        None,
    )


def test_r34_wins_whatever_the_others_score(royal: Royal) -> None:
    standing = Standing(royal, (18, 17))
    assert standing.after(points(cards=3), points(aces=4, sweeps=9))[2] == 0


def test_r35_no_sweeps_from_18_on(royal: Royal) -> None:
    standing = Standing(royal, (18, 5))
    assert standing.after(points(cards=3, sweeps=5), NOTHING)[0] == (21, 5)
    assert standing.after(points(sweeps=5), NOTHING) == ((18, 5), False, None)


def test_r35_sweeps_still_cancel(royal: Royal) -> None:
    state = royal.position(["", ""], "", sweeps=(2, 3))
    assert [score["sweeps"] for score in totals(state)] == [0, 1]


def test_r37_two_reach_21(royal: Royal) -> None:
    assert Standing(royal, (16, 17)).after(points(aces=3, cards=3), points(aces=4)) == (
        (22, 21),
        False,
        0,
    )
    tied = Standing(royal, (17, 17)).after(points(cards=3, aces=1), points(aces=4))
    assert tied == ((21, 21), True, None)
    lapsed = Standing(royal, (21, 21), lapsed=True)
    assert lapsed.after(points(aces=2), points(aces=2)) == ((23, 23), True, None)
    assert lapsed.after(points(sweeps=1), NOTHING) == ((22, 21), True, 0) or lapsed.after(
        points(sweeps=1), NOTHING
    ) == ((22, 21), False, 0)
    behind = Standing(royal, (21, 21, 18), lapsed=True)
    assert behind.after(NOTHING, NOTHING, points(cards=3, aces=1))[2] == 2


def test_r38_order_of_counting(royal: Royal) -> None:
    cards_first = Standing(royal, (19, 18)).after(points(big_casino=2), points(cards=3))
    assert cards_first[2] == 1
    big_first = Standing(royal, (20, 19)).after(points(little_casino=1), points(big_casino=2))
    assert big_first[2] == 1
    spades_first = Standing(royal, (19, 20), twenty="most_spades").after(
        points(big_casino=2), points(spades=1)
    )
    assert spades_first[2] == 1


# Worked positions


def test_309_captures(royal: Royal) -> None:
    state = royal.position(["Td", ""], "Ac 2c 3c 4c 5c 6c 7c 8c 9c Ad 2d 3d")
    assert len(of_kind(royal.moves(state), "capture")) == 309


CROWDED = ("5d Kd Ad As", "2d 3c 3d 3h 3s 4h 5s 6s 7s 8c 9d Tc Jh Qd Ks Ac")


def test_crowded_position_is_listed_whole() -> None:
    hand, table = CROWDED
    state = croupier.RoyalCasino().position([hand, ""], table)
    moves = state.legal_moves()
    assert len(moves) == 29365
    assert len(set(moves)) == len(moves)


def test_crowded_captures_agree_with_the_reference() -> None:
    """Every union of the table that partitions into fourteens, found by trying all of them."""
    _, table = CROWDED
    moves = croupier.RoyalCasino().position(["As", ""], table).legal_moves()
    captured = {frozenset(itertools.chain(*m.groups)) for m in moves if m.kind == "capture"}
    loose = [card for card in cards(table) if card < 48]
    (ace,) = cards("Ac")
    expected = {frozenset([ace])}
    sets: dict[frozenset[int], None] = {}
    for size in range(1, len(loose) + 1):
        for chosen in itertools.combinations(loose, size):
            total = sum(card // 4 + 2 for card in chosen)
            if total in (13, 14):
                sets[frozenset([*chosen, ace] if total == 13 else chosen)] = None
    grown = {frozenset[int]()}
    frontier = grown
    while frontier:
        frontier = {u | s for u in frontier for s in sets if not u & s} - grown
        grown |= frontier
    expected |= {union | {ace} for union in grown}
    assert captured == expected


def test_a_table_that_no_deal_brings() -> None:
    game = croupier.RoyalCasino()
    table = [card for card in range(48) if card not in cards("Kc")]
    state = game.position([cards("As Kc"), ""], table)
    with pytest.raises(ValueError, match=r"^legal_moves: .* got more"):
        state.legal_moves()
    for agent in ("greedy", "search"):
        move = game.choose(agent, state, playouts=5)
        assert state.play(move).piles != state.piles or move.kind != "capture"


# The core against its twin


def replay(players: int, index: int, **rules: str) -> Iterator[tuple[Any, Any, list[Any]]]:
    game = croupier.RoyalCasino(players, **rules)
    record = game.play_hand(("random",) * players, seed=7, index=index)
    other = twin.play_random(twin.RoyalCasino(players, **rules), 7, index)
    for state, (expected, moves) in zip(record.states(), other, strict=True):
        yield state, expected, moves


@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_games_agree(players: int) -> None:
    for index in range(100):
        for state, expected, moves in replay(players, index):
            assert content(state) == content(expected)
            assert list(map(plain, state.legal_moves())) == list(map(plain, moves))
            assert moves or state.is_over
        assert totals(state) == totals(expected)


@pytest.mark.parametrize(
    ("players", "rules"),
    [
        (2, {"last_trick": "nobody", "trailing": "free"}),
        (3, {"sweeps_of_three": "all", "trailing": "unless_capture"}),
        (4, {"partner_builds": "forbidden", "twenty": "most_spades"}),
    ],
)
def test_whole_games_agree_under_other_rules(players: int, rules: dict[str, str]) -> None:
    for index in range(25):
        for state, expected, moves in replay(players, index, **rules):
            assert content(state) == content(expected)
            assert list(map(plain, state.legal_moves())) == list(map(plain, moves))
        assert totals(state) == totals(expected)


def random_position(chance: random.Random, players: int) -> tuple[Any, ...]:
    """Hands, table and builds of few ranks, so that many cards fit together."""
    ranks = chance.sample(range(13), chance.randint(3, 13))
    pack = [4 * rank + suit for rank in {*ranks, 12} for suit in range(4)]
    chance.shuffle(pack)
    hands: list[list[int]] = [[] for _ in range(players)]
    builds = []
    for _ in range(chance.choice([0, 1, 1, 2, 3])):
        owner, value = chance.randrange(players), chance.randint(2, 14)
        backing = next((card for card in pack if card // 4 + 2 == value), None)
        if backing is None:
            continue
        others = [card for card in pack if card != backing]
        for _ in range(30):
            chosen = chance.sample(others, min(len(others), chance.randint(2, 5)))
            if len(chosen) > 1 and twin.first_partition(chosen, value):
                hands[owner].append(backing)
                builds.append({"cards": chosen, "value": value, "owner": owner})
                pack = [card for card in others if card not in chosen]
                break
    for hand in hands:
        while len(hand) < chance.randint(1, 4) and pack:
            hand.append(pack.pop())
    return hands, pack[: chance.randint(0, 8)], builds


def mutate(chance: random.Random, move: tuple[Any, ...], state: Any) -> tuple[Any, ...]:
    kind, card, groups, builds, value = move
    groups = [list(group) for group in groups]
    match chance.randrange(8):
        case 0:
            kind = chance.choice(KINDS)
        case 1:
            card = chance.choice([*state.hands[state.to_move], chance.randrange(52)])
        case 2:
            value = chance.choice([0, 1, 15, card // 4 + 2, chance.randint(2, 14)])
        case 3 if groups:
            groups.pop()
        case 4 if state.table:
            groups.append(chance.sample(state.table, chance.randint(1, min(3, len(state.table)))))
        case 5:
            builds = tuple(state.builds[:1])
        case 6 if len(groups) > 1:
            groups[0] += groups.pop()
        case 7 if groups and state.builds:
            groups[0].append(state.builds[0].cards[0])
    return kind, card, tuple(tuple(group) for group in groups), builds, value


def outcome_of(play: Any) -> Any:
    try:
        return content(play())
    except ValueError as error:
        return str(error).split(":")[0]


def test_positions_and_refusals_agree() -> None:
    """Same moves in adversarial positions; same rule against moves that are nearly legal."""
    chance = random.Random(1)
    broken = set()
    for _ in range(400):
        players = chance.choice([2, 3, 4])
        rules = {
            "partner_builds": chance.choice(["allowed", "forbidden"]),
            "trailing": chance.choice(["unless_equal", "unless_capture", "free"]),
        }
        placed = random_position(chance, players)
        game = croupier.RoyalCasino(players, **rules)
        expected = twin.RoyalCasino(players, **rules).position(*placed)
        state = game.position(*placed)
        assert content(state) == content(expected)
        moves = list(map(plain, state.legal_moves()))
        assert moves == list(map(plain, expected.legal_moves()))
        for move in state.legal_moves()[:30]:
            assert plain(RoyalMove.parse(str(move))) == plain(move)
        for agent in ("random", "greedy", "search"):
            assert plain(game.choose(agent, state, playouts=3)) in moves
        for _ in range(15):
            kind, card, groups, builds, value = mutate(chance, chance.choice(moves), expected)
            if any(len(set(group)) < len(group) for group in groups):
                continue
            native = RoyalMove(kind, card, groups, tuple(Build(*b) for b in builds), value)
            other = twin.Move(kind, card, groups, tuple(twin.Build(*b) for b in builds), value)
            result = outcome_of(lambda m=native, s=state: s.play(m))
            assert result == outcome_of(lambda m=other, e=expected: e.play(m)), (str(state), native)
            broken |= {result} if isinstance(result, str) else set()
    assert broken >= {"R8", "R11", "R13", "R14", "R15", "R16", "R19", "R20", "R24", "R26"}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_deals_agree(players: int) -> None:
    for seed, index in [(0, 0), (7, 1), (2**127 + 5, 2**60 + 3), (2**128 - 1, 2**64 - 1)]:
        dealt = croupier.RoyalCasino(players).start(seed, index)
        assert content(dealt) == content(twin.RoyalCasino(players).start(seed, index))


def test_golden_deal() -> None:
    state = croupier.RoyalCasino().start(seed=1, index=0)
    assert str(state).startswith("hands 8h Js Ks Ad | 2h 3c 7s Td; table 4d 4s 9s Tc; builds -; ")


# Positions, text, records


@given(seed=st.integers(0, 2**128 - 1), index=st.integers(0, 2**64 - 1), players=st.integers(2, 4))
def test_text_and_pickles_round_trip(seed: int, index: int, players: int) -> None:
    game = croupier.RoyalCasino(players)
    record = game.play_hand(("random",) * players, seed=seed, index=index)
    for state in [*itertools.islice(record.states(), 0, None, 7), record.end]:
        assert game.parse_position(str(state)) == state
        assert pickle.loads(pickle.dumps(state)) == state
    assert game.parse_record(str(record)) == record
    assert all(RoyalMove.parse(str(move)) == move for move in record.moves)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"hands": ["8s", "8s"]}, "hands: .*8s twice"),
        ({"table": "8s 8s"}, "table: .*8s twice"),
        ({"hands": ["8s"]}, "hands: 2 are needed, got 1"),
        ({"table": "8s"}, "table: .*8s twice"),
        ({"stock": "3c"}, "stock: a multiple of 8 cards"),
        ({"builds": [{"cards": "5c 3c", "value": 8, "owner": 1}]}, "builds: .*R16"),
        ({"builds": [{"cards": "5c 4c", "value": 8, "owner": 0}]}, "builds: .*sets of value 8"),
        ({"builds": [{"cards": "8c", "value": 8, "owner": 0}]}, "builds: .*two cards"),
        ({"builds": [{"cards": "5c 3c", "value": 15, "owner": 0}]}, "builds: value: "),
        ({"builds": [{"cards": "5c 3c", "value": 8, "owner": 2}]}, "builds: owner: "),
        ({"builds": [{"cards": "5c 3c", "value": 8}]}, "builds: cards, value and owner"),
        ({"to_move": 2}, "to_move: an int from 0 to 1"),
        ({"hands": ["8s", ""], "to_move": 1}, "to_move: a seat that holds cards"),
        ({"piles": ["8s", ""]}, "piles: .*8s twice"),
        ({"piles": [""]}, "piles: 2 are needed"),
        ({"sweeps": (1,)}, "sweeps: 2 are needed"),
        ({"sweeps": (300, 0)}, "sweeps: an int from 0 to 26"),
        ({"last_capture": 2}, "last_capture: an int from 0 to 1"),
        ({"table": [52]}, "table: 52 is not a card"),
        ({"table": [300]}, "table: 300 is not a card"),
        ({"table": "Zx"}, "table: cannot read"),
    ],
)
def test_inconsistent_positions_are_refused(arguments: dict[str, Any], message: str) -> None:
    placed: dict[str, Any] = {"hands": ["8s 2c", "Kd"], "table": ""}
    with pytest.raises(ValueError, match=f"^{message}"):
        croupier.RoyalCasino().position(**placed | arguments)


@pytest.mark.parametrize(
    "arguments",
    [{"hands": "8s"}, {"table": 5.0}, {"builds": ["5c 3c"]}, {"to_move": True}, {"to_move": 0.0},
     {"sweeps": (True, 0)}, {"stock": [2.0]}, {"piles": 5}],
)  # fmt: skip
def test_wrong_types_are_refused(arguments: dict[str, Any]) -> None:
    placed: dict[str, Any] = {"hands": ["8s 2c", "Kd"], "table": ""}
    with pytest.raises(TypeError, match=r"^\w+: "):
        croupier.RoyalCasino().position(**placed | arguments)


@pytest.mark.parametrize(
    "text",
    ["", "trail", "trail 7x", "capture 8d:", "capture 8d", "build 8: ", "build x: 5c+3d", "pass",
     "increase [8: 5c 3c, seat 1]: 2c", "extend 8: 5c", "trail 7c 8c", "capture 8d: 8h,"],
)  # fmt: skip
def test_text_that_is_no_move(text: str) -> None:
    with pytest.raises(ValueError, match=r"^text: "):
        RoyalMove.parse(text)
    with pytest.raises(ValueError, match=r"^text: "):
        croupier.RoyalCasino().parse_position(text)


def test_rules_are_checked() -> None:
    with pytest.raises(ValueError, match=r"^players: "):
        croupier.RoyalCasino(5)
    with pytest.raises(TypeError, match=r"^players: "):
        croupier.RoyalCasino(True)
    for option in (
        "direction",
        "last_trick",
        "partner_builds",
        "sweeps_of_three",
        "trailing",
        "twenty",
    ):
        with pytest.raises(ValueError, match=f"^{option}: one of"):
            croupier.RoyalCasino(**{option: "no"})


def test_rules_are_str() -> None:
    for option in ("direction", "last_trick", "partner_builds", "sweeps_of_three", "trailing",
                   "twenty"):  # fmt: skip
        for value in (5, None, b"free", ["free"], np.array(["free", "free"])):
            with pytest.raises(TypeError, match=f"^{option}: one of .* is needed, got "):
                croupier.RoyalCasino(**{option: value})


EIGHT = Build((4, 12), 8, 1, False)


@pytest.mark.parametrize(
    ("error", "parts", "message"),
    [
        (TypeError, {"kind": 5}, "move.kind: a str is needed, got int"),
        (ValueError, {"kind": "pass"}, "move.kind: one of capture, .* is needed, got 'pass'"),
        (TypeError, {"card": 2.5}, "move.card: an int from 0 to 51 is needed, got float"),
        (TypeError, {"card": "8s"}, "move.card: an int from 0 to 51 is needed, got str"),
        (TypeError, {"card": True}, "move.card: an int from 0 to 51 is needed, got bool"),
        (ValueError, {"card": 300}, "move.card: an int from 0 to 51 is needed, got 300"),
        (ValueError, {"card": -1}, "move.card: an int from 0 to 51 is needed, got -1"),
        (TypeError, {"groups": 5}, "move.groups: a tuple or list is needed, got int"),
        (TypeError, {"groups": "8s"}, "move.groups: a tuple or list is needed, got str"),
        (TypeError, {"groups": {4}}, "move.groups: a tuple or list is needed, got set"),
        (TypeError, {"groups": (4,)}, "move.groups: a tuple or list is needed, got int"),
        (TypeError, {"groups": (("8s",),)}, "move.groups: an int from 0 to 51 is needed"),
        (ValueError, {"groups": ((52,),)}, "move.groups: an int from 0 to 51 is needed, got 52"),
        (ValueError, {"groups": ((4,),) * 53}, "move.groups: at most 52 are needed, got 53"),
        (TypeError, {"builds": EIGHT}, "move.builds: a Build is needed, got tuple"),
        (TypeError, {"builds": {"cards": 5}}, "move.builds: a tuple or list is needed, got dict"),
        (TypeError, {"builds": ((4, 12),)}, "move.builds: a Build is needed, got tuple"),
        (TypeError, {"builds": (EIGHT._replace(cards="5c"),)}, "move.builds: cards: a tuple"),
        (TypeError, {"builds": (EIGHT._replace(value="8"),)}, "move.builds: value: an int"),
        (TypeError, {"builds": (EIGHT._replace(owner=None),)}, "move.builds: owner: an int"),
        (ValueError, {"builds": (EIGHT._replace(owner=-1),)}, "move.builds: owner: an int"),
        (TypeError, {"value": None}, "move.value: an int from 0 to 99 is needed, got NoneType"),
        (ValueError, {"value": -1}, "move.value: an int from 0 to 99 is needed, got -1"),
        (ValueError, {"value": 10**50}, "move.value: an int from 0 to 99 is needed, got "),
    ],
)
def test_moves_name_the_wrong_part(error: type[Exception], parts: Any, message: str) -> None:
    with pytest.raises(error, match=f"^{message}"):
        RoyalMove(**{"kind": "capture", "card": 27, "value": 8} | parts)


def test_a_move_is_checked_again_where_a_subclass_does_not() -> None:
    class Unchecked(RoyalMove):
        def __post_init__(self) -> None:
            pass

    state = croupier.RoyalCasino().position(["8s 2c", "Kd"], "6c")
    with pytest.raises(ValueError, match=r"^move.value: "):
        state.play(Unchecked("trail", 27, value=-1))
    assert state.play(Unchecked("trail", 27)) == state.play(RoyalMove("trail", 27))


def test_moves_without_their_builds() -> None:
    state = croupier.RoyalCasino().position(["8s 2c Kc", "Kd"], "6c")
    for kind, rule in {"extend": "R20", "increase": "R19"}.items():
        move = RoyalMove(kind, cards("2c")[0], (), (), 8)
        with pytest.raises(ValueError, match=f"^{rule}: "):
            state.play(move)
        assert kind in str(move)
        assert kind in repr(move)


def test_the_order_of_the_cards_of_a_build_says_nothing() -> None:
    build = {"cards": "6c 2h", "value": 8, "owner": 1}
    state = croupier.RoyalCasino().position(["8s 2c", "8d"], "", [build])
    (listed,) = state.builds
    for made in (listed, listed._replace(cards=listed.cards[::-1]),
                 listed._replace(cards=list(listed.cards), multiple=True)):  # fmt: skip
        move = RoyalMove("capture", cards("8s")[0], (), (made,), 8)
        assert move in state.legal_moves()
        assert state.play(move).piles[0] == cards("8s 6c 2h")
    for other in (listed._replace(value=9), listed._replace(owner=0),
                  listed._replace(cards=listed.cards[:1])):  # fmt: skip
        with pytest.raises(ValueError, match=r"^R21: there is no build "):
            state.play(RoyalMove("capture", cards("8s")[0], (), (other,), 8))


def test_moves_that_are_no_moves() -> None:
    state = croupier.RoyalCasino().position(["8s 2c", "Kd"], "6c")
    with pytest.raises(TypeError, match=r"^move: "):
        state.play("trail 8s")
    with pytest.raises(ValueError, match=r"groups: .*twice"):
        state.play(RoyalMove("capture", 27, ((16, 16),), (), 8))
    over = croupier.RoyalCasino().position(["", ""], "")
    assert over.is_over
    assert over.legal_moves() == []
    with pytest.raises(ValueError, match=r"^R5: "):
        over.play(RoyalMove("trail", 0))
    with pytest.raises(ValueError, match=r"^R5: "):
        croupier.RoyalCasino().choose("greedy", over)


ENDLESS = """
import itertools
import croupier
from croupier import Build, RoyalMove
from croupier.games.royal_casino_state import RoyalRecord


class Endless(list):
    def __iter__(self):
        return itertools.repeat(self.item)

    def __len__(self):
        return 1


def of(item):
    endless = Endless()
    endless.item = item
    return [endless, itertools.repeat(item), (item for _ in itertools.count())]


game = croupier.RoyalCasino()
state = game.position(["8s 2c", "Kd"], "6c")
hands = ["8s", "Kd"]
build = {"cards": "5c 3c", "value": 8, "owner": 0}
calls = [
    lambda item: state.play(RoyalMove("capture", 27, item((4,)))),
    lambda item: state.play(RoyalMove("capture", 27, (item(4),))),
    lambda item: state.play(RoyalMove("capture", 27, (), item(Build((4, 12), 8, 0, False)))),
    lambda item: state.play(RoyalMove("capture", 27, (), (Build(item(4), 8, 0, False),))),
    lambda item: RoyalMove("capture", 27, item((4,))) == RoyalMove("capture", 27),
    lambda item: hash(RoyalMove("capture", 27, item((4,)))),
    lambda item: str(RoyalMove("capture", 27, item((4,)))),
    lambda item: game.position(item("8s"), ""),
    lambda item: game.position(hands, "", item(build)),
    lambda item: game.position(hands, "", piles=item("")),
    lambda item: game.position(hands, "", sweeps=item(0)),
    lambda item: game.simulate(1, item("greedy"), seed=1),
    lambda item: game.simulate_matches(1, item("greedy"), seed=1),
    lambda item: game.match(item("greedy"), seed=1),
    lambda item: game.play_hand(item("greedy"), seed=1),
    lambda item: game.play_hand(seed=1).tell(item("Ann")),
    lambda item: str(RoyalRecord(state, item(RoyalMove("trail", 0)))),
]
for number, call in enumerate(calls):
    for kind in range(3):
        try:
            call(lambda value: of(value)[kind])
        except (TypeError, ValueError) as error:
            assert ": " in str(error), error
        else:
            raise SystemExit(f"call {number} takes endless input {kind}")
"""


def test_what_never_ends_is_refused() -> None:
    subprocess.run([sys.executable, "-c", ENDLESS], check=True, timeout=60)


def everything() -> list[Any]:
    game = croupier.RoyalCasino(3, trailing="free")
    record = game.play_hand(("greedy", "random", "greedy"), seed=2)
    states = list(record.states())
    build = next(state.builds[0] for state in states if state.builds)
    match = game.match(("greedy", "random", "random"), seed=1)
    reports = [game.simulate(5, ("greedy",) * 3, seed=2**100),
               game.simulate_matches(2, ("greedy",) * 3, seed=1)]  # fmt: skip
    views = [state.view() for state in states]
    return [game, record, record.end.scores, build, match, *reports, *states, *views, *record.moves]


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_pickles_of_every_protocol(protocol: int) -> None:
    for thing in everything():
        back = pickle.loads(pickle.dumps(thing, protocol))
        assert back == thing
        assert hash(back) == hash(thing)
        assert repr(back) == repr(thing)
        assert type(back) is type(thing)


def test_copies() -> None:
    for thing in everything():
        for back in (copy.copy(thing), copy.deepcopy(thing)):
            assert back == thing
            assert repr(back) == repr(thing)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_view_that_was_pickled_has_the_same_moves(players: int) -> None:
    game = croupier.RoyalCasino(players)
    with_builds = 0
    for index in range(10):
        record = game.play_hand(("random",) * players, seed=3, index=index)
        for state in record.states():
            view = state.view()
            back = pickle.loads(pickle.dumps(view))
            assert back == view
            assert back.legal_moves() == view.legal_moves() == state.legal_moves()
            with_builds += any(build.owner != state.to_move for build in state.builds)
    assert with_builds > 20


def test_a_view_tells_nothing_that_is_hidden() -> None:
    """States that differ only in hidden cards have equal views, with equal pickles and texts."""
    game = croupier.RoyalCasino()
    build = {"cards": "6c 2h", "value": 8, "owner": 1}
    stocks = ["3h 4h 5h 6h 7h 9h Th Jh", "Jh 3h 4h 5h 6h 7h 9h Kd"]
    states = [game.position(["8s 2c", hand], "6d 4c", [build], stock=stock)
              for hand, stock in zip(["8d Kd", "8c Th"], stocks, strict=True)]  # fmt: skip
    one, other = (state.view() for state in states)
    assert states[0] != states[1]
    assert one == other
    assert len({one, other}) == 1
    assert repr(one) == repr(other)
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.dumps(one, protocol) == pickle.dumps(other, protocol)
    third = game.position(["8s 3d", "8d Kd"], "6d 4c", [build], stock=stocks[0]).view()
    assert third != one


def test_a_view_shows_itself() -> None:
    view = croupier.RoyalCasino().start(seed=1).view()
    shown = repr(view)
    for part in ("game", "to_move", "hand", "table", "builds", "hand_sizes", "stock_size", "piles",
                 "sweeps", "last_capture"):  # fmt: skip
        assert f"{part}={getattr(view, part)!r}" in shown
    assert "0x" not in shown


def test_a_hand_told() -> None:
    game = croupier.RoyalCasino()
    start = game.position(["9c Kh", "Kd 2h"], "5d 4d", last_capture=1)
    moves = ("capture 9c: 4d+5d", "trail Kd", "capture Kh: Kd", "trail 2h")
    record = croupier.games.royal_casino_state.RoyalRecord(
        start, tuple(map(RoyalMove.parse, moves))
    )
    assert record.tell(["Ann", "Bob"]).splitlines() == [
        "Dealt: Ann: 9c Kh; Bob: 2h Kd",
        "Table: 4d 5d",
        f"  1. Ann  {'capture 9c: 4d+5d':<43}  -> SWEEP",
        f"  2. Bob  {'trail Kd':<43}  -> Kd",
        f"  3. Ann  {'capture Kh: Kd':<43}  -> SWEEP",
        f"  4. Bob  {'trail 2h':<43}  -> 2h",
        "Left on the table, to Ann: 2h",
        "Ann: 6 cards; cards 3, sweeps 2: 5",
        "Bob: 0 cards; no points: 0",
    ]


def test_equal_moves() -> None:
    first = RoyalMove.parse("capture 8d: 2c+6c, 2d+6d")
    second = RoyalMove.parse("capture 8d: 2c+6d, 2d+6c")
    assert first == second
    assert hash(first) == hash(second)
    assert first != RoyalMove.parse("capture 8h: 2c+6c, 2d+6d")
    state = croupier.RoyalCasino().position(["8d", ""], "2c 2d 6c 6d")
    assert state.play(first) == state.play(second)
    assert [str(move) for move in state.legal_moves()][-2] == "capture 8d: 2c+6c, 2d+6d"


# Agents and simulations


class First:
    """Plays the first legal move, and looks at all it is shown."""

    def __init__(self) -> None:
        self.seen: list[croupier.games.royal_casino_state.RoyalView] = []

    def choose(self, state: Any) -> RoyalMove:
        self.seen.append(state)
        return state.legal_moves()[0]


def test_an_agent_sees_what_a_player_sees() -> None:
    game = croupier.RoyalCasino()
    agent = First()
    record = game.play_hand((agent, "greedy"), seed=2)
    states = [state for state in record.states() if state.to_move == 0 and not state.is_over]
    assert len(agent.seen) == len(states) == 24
    for view, state in zip(agent.seen, states, strict=True):
        assert view.hand == state.hands[0]
        assert view.hand_sizes == tuple(map(len, state.hands))
        assert (view.table, view.builds, view.piles) == (state.table, state.builds, state.piles)
        assert view.stock_size == len(state.stock)
        assert view.legal_moves() == state.legal_moves()
        assert not hasattr(view, "hands")
        assert not hasattr(view, "stock")
        assert view._hand.hands[1] == ()
        assert view._hand.stock == ()


@pytest.mark.parametrize("agent", ["random", "greedy", "search"])
def test_native_agents_do_not_peek(agent: str) -> None:
    """What others hold, and what is to come, changes no choice."""
    game = croupier.RoyalCasino(3)
    record = game.play_hand(("greedy",) * 3, seed=9)
    for state in itertools.islice(record.states(), 0, 40, 5):
        hidden = [*state.hands[(state.to_move + 1) % 3], *state.hands[(state.to_move + 2) % 3]]
        if state.builds:
            continue
        pool = [*hidden, *state.stock]
        random.Random(1).shuffle(pool)
        hands = list(state.hands)
        for seat in ((state.to_move + 1) % 3, (state.to_move + 2) % 3):
            hands[seat] = tuple(pool.pop() for _ in state.hands[seat])
        other = game.position(hands, state.table, (), state.to_move, pool, state.piles,
                              state.sweeps, state.last_capture)  # fmt: skip
        assert game.choose(agent, state, seed=4, playouts=50) == game.choose(
            agent, other, seed=4, playouts=50
        )


def test_search_is_deterministic_for_a_budget() -> None:
    game = croupier.RoyalCasino()
    state = game.start(seed=5)
    choices = {str(game.choose("search", state, seed=1, playouts=200)) for _ in range(3)}
    assert len(choices) == 1


def test_search_takes_what_is_there() -> None:
    game = croupier.RoyalCasino()
    state = game.position(["Td Kc", "2h 3h"], "8d 2s 5d 5c As 9s")
    assert str(game.choose("search", state, playouts=300)) in {
        "capture Td: 2s+8d, 5c+5d, 9s+As",
    }


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("agents", [("random",), ("greedy", "random"), ("search", "greedy")])
def test_simulation_counts_the_hands_it_plays(players: int, agents: tuple[str, ...]) -> None:
    game = croupier.RoyalCasino(players)
    seats = tuple(itertools.islice(itertools.cycle(agents), players))
    n = 6 if "search" in agents else 60
    report = game.simulate(n, seats, seed=3, threads=1, first_deal=10, playouts=8)
    one_by_one = [game.play_hand(seats, seed=3, index=10 + i, playouts=8) for i in range(n)]
    for side in range(game.sides):
        for item in ITEMS:
            total = sum(getattr(record.end.scores[side], item) for record in one_by_one)
            assert report.points[side][item] == total / n
    counted = [dict.fromkeys(KINDS, 0) for _ in range(players)]
    for record in one_by_one:
        for state, move in zip(record.states(), record.moves, strict=False):
            counted[state.to_move][move.kind] += 1
    assert report.moves == tuple(counted)
    assert report == game.simulate(n, seats, seed=3, threads=3, first_deal=10, playouts=8)
    half = n // 2
    parts = [game.simulate(half, seats, seed=3, first_deal=10 + start, playouts=8)
             for start in (half, 0)]  # fmt: skip
    assert parts[0] + parts[1] == report
    assert report.length == 48


def test_python_agents_are_tallied_alike() -> None:
    class Named:
        def __init__(self, name: str) -> None:
            self.name = name

        def choose(self, state: Any) -> RoyalMove:
            moves = state.legal_moves()
            return max(moves, key=lambda move: (len(move.groups), str(move)))

    game = croupier.RoyalCasino(3)
    agents = (Named("a"), Named("b"), "greedy")
    report = game.simulate(5, agents, seed=1)
    assert report.agents == ("Named", "Named", "greedy")
    records = [game.play_hand(agents, seed=1, index=i) for i in range(5)]
    for side in range(3):
        total = sum(record.end.scores[side].total for record in records)
        assert report.points[side]["total"] == pytest.approx(total / 5)
    matches = game.simulate_matches(3, agents, seed=1)
    played = [game.match(agents, seed=1, index=i) for i in range(3)]
    assert matches.length == sum(len(match.hands) for match in played) / 3
    assert matches.wins == tuple([m.winner for m in played].count(side) for side in range(3))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_matches_are_those_that_are_simulated(players: int) -> None:
    game = croupier.RoyalCasino(players)
    agents = tuple(itertools.islice(itertools.cycle(("greedy", "random")), players))
    report = game.simulate_matches(40, agents, seed=8, threads=2)
    played = [game.match(agents, seed=8, index=i) for i in range(40)]
    assert report.wins == tuple([m.winner for m in played].count(s) for s in range(game.sides))
    assert report.length == sum(len(match.hands) for match in played) / 40
    for match in played[:10]:
        scores: Any = ((0,) * game.sides, False, None)
        for hand, standing in zip(match.hands, match.standings, strict=True):
            scores = game._count_hand(*scores[:2], hand.end.scores)
            assert scores[0] == standing
        assert (match.winner, match.scores) == (scores[2], match.standings[-1])


def test_better_agents_win() -> None:
    game = croupier.RoyalCasino()
    assert game.simulate_matches(300, ("greedy", "random"), seed=1).win_rates[0] > 0.97
    assert game.simulate_matches(300, ("random", "greedy"), seed=1).win_rates[1] > 0.97
    assert game.simulate_matches(30, ("search", "greedy"), seed=1, playouts=100).win_rates[0] > 0.5
    assert game.simulate_matches(30, ("greedy", "search"), seed=1, playouts=100).win_rates[1] > 0.5


def test_reports_refuse_what_does_not_add_up() -> None:
    game = croupier.RoyalCasino()
    report = game.simulate(10, seed=1)
    for other in (game.simulate(10, seed=1), game.simulate(10, seed=2, first_deal=10),
                  croupier.RoyalCasino(twenty="most_spades").simulate(10, seed=1, first_deal=10),
                  game.simulate(10, ("random", "random"), seed=1, first_deal=10)):  # fmt: skip
        with pytest.raises(ValueError, match=r"^reports: "):
            report + other
    with pytest.raises(TypeError):
        report + game.simulate_matches(1, seed=1)
    empty = game.simulate(0, seed=1)
    assert empty.deals == 0
    assert empty.to_dict()["sides"][0]["win_rate"] is None
    assert pickle.loads(pickle.dumps(report)) == report


@pytest.mark.parametrize("error", [StopIteration(7), GeneratorExit(), KeyError("x"), SystemExit(3)])
def test_what_an_agent_raises_reaches_the_caller(error: BaseException) -> None:
    class Raising:
        def choose(self, _: Any) -> RoyalMove:
            raise error

    game = croupier.RoyalCasino()
    agents = ("random", Raising())
    state = game.start(seed=1)
    calls: list[Any] = [
        lambda: game.choose(Raising(), state),
        lambda: game.play_hand(agents, seed=1),
        lambda: game.match(agents, seed=1),
        lambda: game.simulate(3, agents, seed=1),
        lambda: game.simulate_matches(3, agents, seed=1),
    ]
    for call in calls:
        with pytest.raises(type(error)) as caught:
            call()
        assert caught.value is error
        assert caught.value.__cause__ is None


@pytest.mark.parametrize(
    ("rules", "options", "message"),
    [
        ({"trailing": "free"}, {}, "the same rules are needed, got trailing unless_equal and"),
        (
            {"twenty": "most_spades"},
            {},
            "the same rules are needed, got twenty little_casino and m",
        ),
        ({}, {"seed": 2}, "the same seed is needed, got 1 and 2"),
        ({}, {"playouts": 5}, "the same options are needed, got playouts 1000 and 5"),
        (
            {},
            {"agents": ("random", "greedy")},
            r"the same options are needed, got agents \('greedy",
        ),
    ],
)
def test_reports_name_the_rule_that_differs(rules: Any, options: Any, message: str) -> None:
    one = croupier.RoyalCasino().simulate(1, seed=1)
    other = croupier.RoyalCasino(**rules).simulate(1, **{"seed": 1, "first_deal": 1} | options)
    with pytest.raises(ValueError, match=f"^reports: {message}"):
        one + other


def test_reports_of_other_players_do_not_add_up() -> None:
    one = croupier.RoyalCasino().simulate(1, seed=1)
    other = croupier.RoyalCasino(3).simulate(1, ("greedy", "random", "greedy"), seed=1)
    with pytest.raises(ValueError, match=r"^reports: the same rules .* got players 2 and 3$"):
        one + other


def test_reports_can_be_summed() -> None:
    game = croupier.RoyalCasino()
    parts = [game.simulate(2, seed=1, first_deal=2 * i) for i in (3, 0, 2, 1)]
    assert sum(parts) == game.simulate(8, seed=1)
    matches = [game.simulate_matches(1, seed=1, first_match=i) for i in (1, 0)]
    assert sum(matches) == game.simulate_matches(2, seed=1)
    with pytest.raises(TypeError):
        1 + parts[0]
    with pytest.raises(TypeError):
        False + parts[0]


def test_ints_that_json_readers_round_are_text() -> None:
    game = croupier.RoyalCasino()
    for seed, shown in {
        2**53 - 1: 2**53 - 1,
        2**53: str(2**53),
        2**128 - 1: str(2**128 - 1),
    }.items():
        assert game.simulate(1, seed=seed).to_dict()["seed"] == shown
        assert game.simulate_matches(1, seed=seed).to_dict()["seed"] == shown


@pytest.mark.parametrize(
    ("error", "call"),
    [
        (ValueError, lambda g: g.simulate(-1)),
        (ValueError, lambda g: g.simulate(1, seed=-1)),
        (ValueError, lambda g: g.simulate(1, seed=2**128)),
        (ValueError, lambda g: g.simulate(1, first_deal=2**64)),
        (ValueError, lambda g: g.simulate(1, ("greedy",))),
        (ValueError, lambda g: g.simulate(1, ("greedy", "best"))),
        (ValueError, lambda g: g.simulate(1, playouts=0)),
        (ValueError, lambda g: g.simulate(1, threads=0)),
        (ValueError, lambda g: g.simulate_matches(1, first_match=2**44)),
        (ValueError, lambda g: g.match(seed=1, index=2**44)),
        (ValueError, lambda g: g.start(seed=1, index=2**64)),
        (TypeError, lambda g: g.simulate(1.0)),
        (TypeError, lambda g: g.simulate(1, "greedy")),
        (TypeError, lambda g: g.simulate(1, ("greedy", 5))),
        (TypeError, lambda g: g.start(seed=None)),
        (TypeError, lambda g: g.choose("greedy", "state")),
    ],
)
def test_bad_arguments(error: type[Exception], call: Any) -> None:
    with pytest.raises(error, match=r"^\w+: "):
        call(croupier.RoyalCasino())


def crowd() -> Any:
    table = [card for card in range(48) if card not in cards("Kc")]
    return croupier.RoyalCasino().position([cards("As Kc"), ""], table)


LONG = {
    "simulate": lambda game: game.simulate(10**9, seed=1),
    "simulate search": lambda game: game.simulate(10**9, ("search", "greedy"), playouts=10**9),
    "simulate_matches": lambda game: game.simulate_matches(10**9, seed=1, threads=1),
    "choose": lambda game: game.choose("search", game.start(seed=1), playouts=10**9),
    "choose from a crowd": lambda game: game.choose("search", crowd(), playouts=10**9),
}


@pytest.mark.parametrize("name", LONG)
def test_interrupt(name: str) -> None:
    with pytest.raises(KeyboardInterrupt), interrupt_after(0.05):
        LONG[name](croupier.RoyalCasino())


def test_an_interrupted_simulation_keeps_what_it_counted() -> None:
    game = croupier.RoyalCasino()
    with pytest.raises(KeyboardInterrupt) as caught, interrupt_after(0.3):
        game.simulate(10**9, ("random", "random"), seed=1)
    report = caught.value.report  # type: ignore[attr-defined]
    assert report.partial
    assert report.deals > 0
    whole = game.simulate(report.deals, ("random", "random"), seed=1)
    assert (report.counts, report.ranges) == (whole.counts, whole.ranges)


def test_progress() -> None:
    told: list[tuple[int, int]] = []
    croupier.RoyalCasino().simulate(
        5000, ("random", "random"), seed=1, progress=lambda *step: told.append(step)
    )
    assert told[-1] == (5000, 5000)
    assert told == sorted(told)


# The command


def test_command_simulate(capsys: pytest.CaptureFixture[str]) -> None:
    from croupier.cli import main

    words = ["simulate", "royal-casino", "--rounds", "200", "--seed", "4"]
    assert main([*words, "--players", "3", "--agents", "greedy,random,greedy", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    game = croupier.RoyalCasino(3)
    report = game.simulate(200, ("greedy", "random", "greedy"), seed=4)
    assert shown == json.loads(json.dumps(report.to_dict()))
    assert main([*words, "--match"]) == 0
    assert capsys.readouterr().out == str(game_matches()) + "\n"
    assert main(words) == 0
    assert capsys.readouterr().out.startswith("royal-casino, 200 hands simulated, seed 4")


def game_matches() -> Any:
    return croupier.RoyalCasino().simulate_matches(200, ("greedy", "random"), seed=4)


def test_command_replay(capsys: pytest.CaptureFixture[str]) -> None:
    from croupier.cli import main

    words = ["replay", "royal-casino", "--seed", "4", "--round", "2", "--agents", "greedy,greedy"]
    game = croupier.RoyalCasino()
    assert main([*words, "--json"]) == 0
    (hand,) = json.loads(capsys.readouterr().out)["hands"]
    record = game.play_hand(("greedy", "greedy"), seed=4, index=2)
    assert game.parse_record("\n".join([hand["start"], *hand["moves"]])) == record
    assert main(words) == 0
    out = capsys.readouterr().out
    assert record.tell(["0 (greedy)", "1 (greedy)"]) in out
    assert main([*words, "--match"]) == 0
    match = game.match(("greedy", "greedy"), seed=4, index=2)
    out = capsys.readouterr().out
    assert out.endswith(f"Winner: {match.winner} (greedy)\n")
    assert out.count("Standing: ") == len(match.hands)
    assert main([*words, "--match", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["standings"] == [list(standing) for standing in match.standings]


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("simulate royal-casino --rounds 1 --agents greedy", "agents: 2 are needed, got 1"),
        ("simulate royal-casino --rounds 1 --agents a,b", "agents: one of random, greedy, search"),
        ("simulate royal-casino --rounds 1 --players 5", "players: an int"),
        ("simulate royal-casino --rounds 1 --decks 2", "--decks: royal-casino has none"),
        ("simulate royal-casino --rounds 1 --stake 5", "--stake: royal-casino has none"),
        ("simulate thai-hilo --rounds 1 --players 2", "--players: thai-hilo has none"),
        ("replay baccarat --seed 1 --round 1 --agents greedy", "--agents: baccarat has none"),
        ("replay baccarat --seed 1 --round 1 --match", "--match: baccarat has none"),
        ("exact royal-casino", "invalid choice"),
    ],
)
def test_command_refuses(capsys: pytest.CaptureFixture[str], words: str, complaint: str) -> None:
    from croupier.cli import main

    assert main(words.split()) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert complaint in err
    assert err.count("\n") == 1


def test_choose_holds_agents_to_the_rules() -> None:
    game = croupier.RoyalCasino()
    state = game.position(hands=["9c 2h", "Kd"], table="9d 5d 4s 8h")

    class Agent:
        def __init__(self, move: Any) -> None:
            self.move = move

        def choose(self, _: Any) -> Any:
            return self.move

    with pytest.raises(ValueError, match="R26"):
        game.choose(Agent(croupier.RoyalMove.parse("trail 9c")), state)
    for nonsense in (None, 5):
        with pytest.raises(TypeError, match="move"):
            game.choose(Agent(nonsense), state)
    with pytest.raises(ValueError, match=r"^state: one of RoyalCasino\(players=3"):
        croupier.RoyalCasino(players=3).choose("greedy", state)


def test_the_last_move_is_told_before_the_table_is_given_away() -> None:
    record = croupier.RoyalCasino().play_hand(("greedy", "random"), seed=5, index=0)
    before = list(record.states())[-2]
    left = set(before.table) - {card for group in record.moves[-1].groups for card in group}
    lines = record.tell(["Ann", "Bob"]).splitlines()
    told = next(line for line in lines if line.startswith("Left on the table, to "))
    gainer = ("Ann", "Bob")[record.end.last_capture or 0]
    assert told.startswith(f"Left on the table, to {gainer}: ")
    assert set(croupier.parse_cards(told.rpartition(": ")[2]).tolist()) == left
    assert lines[lines.index(told) - 1].endswith(told.rpartition(": ")[2])
    with pytest.raises(ValueError, match=r"^names: 2 of type str are needed"):
        record.tell(["Ann"])


def test_json_holds_the_digest_of_the_rules() -> None:
    reports = [
        croupier.RoyalCasino(twenty=t).simulate(1, seed=1) for t in ("little_casino", "most_spades")
    ]
    digests = {report.to_dict()["rules_digest"] for report in reports}
    assert len(digests) == 2
    assert all(len(digest) == 64 for digest in digests)
    assert reports[0].to_dict()["sides"][0]["win_rate_error"] is None


def legal(hands: list[str], table: str, builds: list[Any] | None = None) -> set[str]:
    state = croupier.RoyalCasino().position(hands=hands, table=table, builds=builds or [])
    return set(map(str, state.legal_moves()))


def test_an_ace_raises_a_build_until_it_is_multiple() -> None:
    nine = {"cards": "3c 6d", "value": 9, "owner": 1}
    raising = "increase [9: 3c 6d, seat 1] to 10: Ac"
    assert raising in legal(["Ac Th", "9s"], "", [nine])
    assert raising.replace("3c 6d", "3c 6d 9h") not in legal(
        ["Ac Th", "9s"], "", [nine | {"cards": "3c 6d 9h"}]
    )


def test_a_king_takes_ten_and_three_or_leaves_them() -> None:
    moves = legal(["Kc 2c", "2d"], "Td 3h Ks")
    assert {"capture Kc: 3h+Td, Ks", "capture Kc: Ks"} <= moves
    assert "capture 8c: [8: 3c 5d, seat 1]" in legal(
        ["8c 2c", "8d"], "", [{"cards": "3c 5d", "value": 8, "owner": 1}]
    )


def test_a_build_of_a_pair_is_raised_and_an_eight_takes_three_sets() -> None:
    six = {"cards": "3c 3d", "value": 6, "owner": 1}
    assert "increase [6: 3c 3d, seat 1] to 8: 2c" in legal(["2c 8c", "6d"], "", [six])
    assert "capture 8s: 2d+6h, 3c+5d, 7h+Ac" in legal(["8s", "2c"], "Ac 2d 3c 5d 6h 7h")


@pytest.mark.parametrize(
    ("table", "piles", "sweeps", "captured"),
    [("5d", 2, 1, None), ("5d 9h", 3, 0, None), ("9h", 2, 0, 0), ("9h", 0, 0, None)],
    ids=["a sweep", "a residue is none", "to the last capturer", "to nobody"],
)
def test_the_last_card(table: str, piles: int, sweeps: int, captured: int | None) -> None:
    state = croupier.RoyalCasino().position(hands=["5c", ""], table=table, last_capture=captured)
    for move in state.legal_moves():
        end = state.play(move)
        assert end.is_over
        assert (len(end.piles[0]), end.sweeps[0]) == (piles, sweeps)


def test_scattered_reports_merge() -> None:
    one = croupier.RoyalCasino().simulate(1, seed=1)
    parts = [
        dataclasses.replace(
            one, tally=dataclasses.replace(one.tally, ranges=(range(2 * i, 2 * i + 1),))
        )
        for i in range(5000)
    ]
    total = sum(parts)
    assert total.ranges == tuple(range(2 * i, 2 * i + 1) for i in range(5000))
    assert total.deals == 5000
    assert total.to_dict()["ranges"][:2] == [[0, 1], [2, 3]]


def test_the_agent_of_a_choice_is_named() -> None:
    state = croupier.RoyalCasino().start(1, 0)
    with pytest.raises(ValueError, match=r"^agent: one of random, greedy, search is needed"):
        state.game.choose("foo", state)
    with pytest.raises(TypeError, match=r"^agent: a name or an object with choose is needed"):
        state.game.choose(5, state)  # type: ignore[arg-type]
