"""Royal Casino: positions, views, records, and moves made of parts."""

from __future__ import annotations

import copy
import dataclasses
import itertools
import pickle
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from royal import cards, crowd

import croupier
from croupier import Build, RoyalMove
from croupier.games.royal_casino import RoyalRecord


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
        (TypeError, {"groups": (5.5,)}, "move.groups: "),
        (TypeError, {"groups": (("8s",),)}, "move.groups: an int from 0 to 51 is needed"),
        (ValueError, {"groups": ((52,),)}, "move.groups: an int from 0 to 51 is needed, got 52"),
        (ValueError, {"groups": ((4,),) * 53}, "move.groups: at most 52 are needed, got 53"),
        (TypeError, {"builds": EIGHT}, "move.builds: a Build is needed, got tuple"),
        (TypeError, {"builds": {"cards": 5}}, "move.builds: a tuple or list is needed, got dict"),
        (TypeError, {"builds": ((4, 12),)}, "move.builds: a Build is needed, got tuple"),
        (ValueError, {"kind": "extend"}, "R20: move.builds: one is needed to extend, got none"),
        (ValueError, {"kind": "increase"}, "R19: move.builds: one is needed to increase, got none"),
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


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (lambda: EIGHT._replace(cards=5.5), TypeError, "cards: "),
        (lambda: EIGHT._replace(cards="5x"), ValueError, "cards: cannot read '5x'"),
        (lambda: Build((4, 52), 8, 1), ValueError, "cards: an int from 0 to 51 is needed, got 52"),
        (lambda: EIGHT._replace(value="8"), TypeError, "value: an int"),
        (lambda: EIGHT._replace(owner=None), TypeError, "owner: an int"),
        (lambda: EIGHT._replace(owner=-1), ValueError, "owner: an int"),
        (lambda: Build("3c 5c", 8, 1, True), ValueError, "multiple: False is needed for 3c 5c of"),
        (lambda: Build("3c 5c", 8, 1, 1), TypeError, "multiple: a bool is needed, got int"),  # type: ignore[arg-type]
    ],
)
def test_a_build_is_checked_when_it_is_made(
    make: Any, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=f"^{message}"):
        make()


@pytest.mark.parametrize("held", ["5c3c", [12, 4], (4, 12), np.array([12, 4], np.uint8)])
def test_a_build_is_one_value_however_it_was_made(held: Any) -> None:
    build = Build(held, 8, owner=1)
    assert (build, hash(build)) == (((4, 12), 8, 1, False), hash(EIGHT))
    for twin in (pickle.loads(pickle.dumps(build)), Build._make(build), Build(*build)):
        assert (twin, repr(twin), type(twin)) == (EIGHT, repr(EIGHT), Build)
    assert Build("8d 5c 3c", 8, 1).multiple


def test_the_order_of_the_cards_of_a_build_says_nothing() -> None:
    build = {"cards": "6c 2h", "value": 8, "owner": 1}
    state = croupier.RoyalCasino().position(["8s 2c", "8d"], "", [build])
    (listed,) = state.builds
    for made in (listed, listed._replace(cards=listed.cards[::-1]),
                 listed._replace(cards=list(listed.cards))):  # fmt: skip
        move = RoyalMove("capture", cards("8s")[0], (), (made,), 8)
        assert move in state.legal_moves()
        assert state.play(move).piles[0] == cards("8s 6c 2h")
    for other in (Build(listed.cards, 9, 1), listed._replace(owner=0),
                  Build(listed.cards[:1], 8, 1)):  # fmt: skip
        with pytest.raises(ValueError, match=r"^R21: there is no build "):
            state.play(RoyalMove("capture", cards("8s")[0], (), (other,), 8))


def test_moves_that_are_no_moves() -> None:
    state = croupier.RoyalCasino().position(["8s 2c", "Kd"], "6c")
    for nonsense in (None, 5, b"trail 8s"):
        with pytest.raises(TypeError, match=r"^move: a RoyalMove or its text is needed, got "):
            state.play(nonsense)  # type: ignore[arg-type]


def test_a_move_may_be_its_text() -> None:
    state = croupier.RoyalCasino().start(seed=1)
    while not state.is_over:
        for move in state.legal_moves():
            assert state.play(str(move)) == state.play(move)
        state = state.play(str(state.legal_moves()[-1]))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("trail 3d", "R24: 3d is not in the hand of seat 0, for 'trail 3d'; legal ones like it: t"),
        ("trail 8s", "R26: 8h has the value of 8s, for 'trail 8s'; legal: capture 8s: 8h | "),
        ("trial 3c", "text: capture, build, extend, increase or trail is needed, got 'trial' at "),
        ("trial 3c", ".* of 'trial 3c'; legal ones like it: trail 3c | "),
        ("capture 8s: 2h", ".*; legal: capture 8s: 8h | capture 8s: 2h.6c, 8h$"),
    ],
)
def test_a_wrong_text_tells_what_is_legal(text: str, message: str) -> None:
    message = message.replace("|", r"\|")
    state = croupier.RoyalCasino().position(["8s 3c Kc", "Kd"], "6c 2h 8h")
    with pytest.raises(ValueError, match=f"^{message}"):
        state.play(text)
    with pytest.raises(ValueError, match=f"^{message}"):
        state.game.choose(lambda _: text, state)
    with pytest.raises(ValueError, match=rf"^text: line 2: {message.removeprefix('text: ')}"):
        state.game.parse_record(f"{state}\n{text}")
    with pytest.raises(ValueError, match=rf"^moves\[0\]: {message}"):
        RoyalRecord(state, (text,))


def test_a_wrong_text_in_a_crowd_or_at_the_end() -> None:
    with pytest.raises(ValueError, match=r"^R24: 2c is not in the hand .*, for 'trail 2c'$"):
        crowd().play("trail 2c")
    over = croupier.RoyalCasino().play_hand(seed=1).end
    with pytest.raises(ValueError, match=r"^R\d+: .*, for 'trail 2c'$"):
        over.play("trail 2c")


def test_a_record_made_by_hand_is_played() -> None:
    record = croupier.RoyalCasino().play_hand(seed=1)
    by_hand = RoyalRecord(record.start, [str(move) for move in record.moves])  # type: ignore[arg-type]
    assert (by_hand, hash(by_hand)) == (record, hash(record))
    with pytest.raises(ValueError, match=r"^moves\[1\]: R8: "):
        RoyalRecord(record.start, (record.moves[0],) * 2)
    with pytest.raises(TypeError, match=r"^moves\[0\]: move: a RoyalMove or its text is needed"):
        RoyalRecord(record.start, (5,))  # type: ignore[arg-type]


def test_a_view_made_by_hand_is_checked() -> None:
    for players in (2, 3, 4):
        for state in croupier.RoyalCasino(players).play_hand(seed=2).states():
            view = state.view()
            again = dataclasses.replace(view)
            assert (again, again.legal_moves()) == (view, view.legal_moves())
    view = croupier.RoyalCasino().start(seed=1).view()
    other = dataclasses.replace(view, table=view.table[:2])
    assert {str(m) for m in other.legal_moves()} != {str(m) for m in view.legal_moves()}
    for wrong, message in {
        "hand": (view.table, "table: every card once is needed"),
        "stock_size": (60, "stock_size: an int from 0 to 52 is needed, got 60"),
        "hand_sizes": (
            (4, 40),
            "hand_sizes: at most 44 cards that are not seen are needed, got 80",
        ),
        "to_move": (2, "to_move: an int from 0 to 1 is needed, got 2"),
    }.items():
        part, message = message
        with pytest.raises(ValueError, match=f"^{message}"):
            dataclasses.replace(view, **{wrong: part})
    with pytest.raises(TypeError, match=r"^game: a RoyalCasino is needed, got int"):
        dataclasses.replace(view, game=5)  # type: ignore[arg-type]
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
from croupier.games.royal_casino import RoyalRecord


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
    record = RoyalRecord(start, tuple(map(RoyalMove.parse, moves)))
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
