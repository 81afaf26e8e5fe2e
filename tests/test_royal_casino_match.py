"""Royal Casino: matches to 21, rule by rule and hand by hand."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from royal import Royal, totals

import croupier
from croupier.games.royal_casino import ITEMS
from croupier.reference import royal_casino as twin

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
            scores, lapsed, _ = self.state
            return croupier._core.royal_casino_count_hand(self.game._rules, scores, lapsed, rows)
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


@pytest.mark.parametrize("players", [2, 3, 4])
def test_matches_are_those_that_are_simulated(players: int) -> None:
    game = croupier.RoyalCasino(players)
    agents = tuple(itertools.islice(itertools.cycle(("greedy", "random")), players))
    report = game.simulate_matches(40, agents, seed=8, threads=2)
    played = [game.match(agents, seed=8, index=i) for i in range(40)]
    assert report.wins == tuple([m.winner for m in played].count(s) for s in range(game.sides))
    assert report.length == sum(len(match.hands) for match in played) / 40
    for match in played[:10]:
        scores, lapsed, winner = (0,) * game.sides, False, None
        for hand, standing in zip(match.hands, match.standings, strict=True):
            scores, lapsed, winner = croupier._core.royal_casino_count_hand(
                game._rules, scores, lapsed, hand.end.scores
            )
            assert scores == standing
        assert (match.winner, match.scores) == (winner, match.standings[-1])


def test_better_agents_win() -> None:
    game = croupier.RoyalCasino()
    assert game.simulate_matches(300, ("greedy", "random"), seed=1).win_rates[0] > 0.97
    assert game.simulate_matches(300, ("random", "greedy"), seed=1).win_rates[1] > 0.97
    assert game.simulate_matches(30, ("search", "greedy"), seed=1, playouts=100).win_rates[0] > 0.5
    assert game.simulate_matches(30, ("greedy", "search"), seed=1, playouts=100).win_rates[1] > 0.5
