"""Royal Casino: the deal, sweeps, the end of the pack and the count, rule by rule."""

from __future__ import annotations

import itertools

import pytest
from royal import Royal, cards, of_kind, totals

import croupier
from croupier.games.royal_casino import ITEMS

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


def test_r6_and_r7_first_rounder_is_drawn_and_the_deal_passes_on() -> None:
    game = croupier.RoyalCasino(3)
    openings = set()
    for seed in range(20):
        hands = game.match(("greedy", "greedy", "random"), seed=seed).hands
        firsts = [hand.start.to_move for hand in hands]
        assert firsts == [(firsts[0] + number) % 3 for number in range(len(hands))]
        openings.add(firsts[0])
    assert openings == {0, 1, 2}


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
