"""Royal Casino: captures, builds and trails, rule by rule."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from royal import Royal, cards, crowd, of_kind, state_builds

import croupier
from croupier import RoyalMove

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


# Worked positions


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
    state = crowd()
    with pytest.raises(ValueError, match=r"^legal_moves: .* got more"):
        state.legal_moves()
    for agent in ("greedy", "search"):
        move = game.choose(agent, state, playouts=5)
        assert state.play(move).piles != state.piles or move.kind != "capture"
