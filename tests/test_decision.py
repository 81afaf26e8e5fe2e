"""What a player sees before he acts, what he may do, and what comes of it: alike in every game."""

from __future__ import annotations

import json
import pickle
from inspect import signature
from typing import Any

import numpy as np
import pytest

import croupier
from croupier.games.casino_holdem import Round, Seen
from croupier.games.decision import DecisionPoint
from croupier.simulation import run

HOLDEM = croupier.CasinoHoldem()
BETTING: list[Any] = [croupier.Baccarat(), HOLDEM, croupier.ThaiHiLo()]
betting = pytest.mark.parametrize("game", BETTING, ids=lambda game: game.name)


@betting
@pytest.mark.parametrize("index", [0, 1, 2**64 - 1])
def test_whoever_plays_needs_nothing_but_the_decision(game: Any, index: int) -> None:
    dealt = game.deal(7, index)
    point = game.decision(dealt)
    actions = (None,) if point is None else point.actions
    assert actions == (game.actions or (None,))
    outcomes = {game.outcome(dealt, action) for action in actions}
    assert len(outcomes) == len(actions)
    assert outcomes <= set(game.outcomes)
    stakes = {game.bets[0]: 100}
    for action in actions:
        settled = game.settle(dealt, stakes, action=action)
        assert settled.outcome == game.outcome(dealt, action=action)


@pytest.mark.parametrize("game", [croupier.Baccarat(), croupier.ThaiHiLo()])
def test_a_game_without_decisions_takes_no_action(game: Any) -> None:
    dealt = game.deal(7, 0)
    assert game.decision(dealt) is None
    with pytest.raises(ValueError, match=f"^action: {game.name} has none, got 'call'$"):
        game.outcome(dealt, "call")
    with pytest.raises(TypeError, match=f"^action: {game.name} has none, got 5$"):
        game.outcome(dealt, 5)


def test_what_the_rules_hide_is_not_seen() -> None:
    rng = np.random.default_rng(1)
    for _ in range(200):
        one, other = (rng.permutation(52)[:9] for _ in range(2))
        hidden = [card for card in other if card not in one[:5]][:4]
        rounds = [
            Round(cards[:2], cards[2:5], cards[5:6], cards[6:7], cards[7:9])
            for cards in (one.tolist(), [*one[:5].tolist(), *hidden])
        ]
        points = [HOLDEM.decision(dealt) for dealt in rounds]
        assert (
            points[0]
            == points[1]
            == DecisionPoint(Seen(tuple(one[:2]), tuple(one[2:5])), ("call", "fold"))
        )
        shown = {*points[0].seen.hole, *points[0].seen.flop}
        assert shown == set(one[:5].tolist())


def test_a_round_as_text_is_seen_as_numbers() -> None:
    point = HOLDEM.decision(Round("AsKd", "Ah 2c 7d", "3c", "4d", "QhJh"))
    assert point.seen == Seen((51, 45), (50, 0, 21))
    assert str(point.seen) == "hole AsKd, flop Ah2c7d"
    assert point.seen.to_dict() == {"hole": "AsKd", "flop": "Ah2c7d"}
    assert pickle.loads(pickle.dumps(point)) == point


@pytest.mark.parametrize(
    ("dealt", "error", "message"),
    [
        (
            ("AsKd", "Ah 2c 7d", "3c", "4d", "QhJh"),
            TypeError,
            "round: a Round is needed, got tuple",
        ),
        ("AsKd", TypeError, "round: a Round is needed, got str"),
        (None, TypeError, "round: a Round is needed, got NoneType"),
    ],
)
def test_a_decision_on_no_round(dealt: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=f"^{message}"):
        HOLDEM.decision(dealt)


def test_what_is_seen_is_checked_when_it_is_made() -> None:
    seen = Seen("AsKd", ["Ah", "2c", "7d"])
    assert (seen, hash(seen)) == (
        Seen((51, 45), np.array([50, 0, 21])),
        hash(((51, 45), (50, 0, 21))),
    )
    assert HOLDEM.strategy("basic").choose(seen) == "call"
    for wrong, message in {
        ("AsKd", "Ah 2c"): "flop: 3 cards are needed, got 2",
        ("As", "Ah 2c 3c"): "hole: 2 cards are needed, got 1",
        ("AsKd", "Ah 2c As"): "seen: H1: As stands twice",
    }.items():
        for make in (
            Seen,
            lambda *parts: Seen._make(parts),
            lambda *p: seen._replace(hole=p[0], flop=p[1]),
        ):
            with pytest.raises(ValueError, match=f"^{message}$"):
                make(*wrong)


@pytest.mark.parametrize("name", HOLDEM.strategies)
def test_a_strategy_is_an_agent(name: str) -> None:
    strategy = HOLDEM.strategy(name)
    for index in range(30):
        seen = HOLDEM.decision(HOLDEM.deal(3, index)).seen
        action = strategy.choose(seen)
        assert action == strategy.decide(seen.hole, seen.flop).action
        assert action == ("call" if strategy(seen.hole, seen.flop) else "fold")


# Rounds again


@betting
def test_a_replay_is_a_round_of_the_simulation(game: Any) -> None:
    simulation = game.simulation(seed=5)
    for index in (0, 1, 2**63):
        told = game.replay(5, index)
        assert simulation.count(index, 1)[game.outcomes.index(told.outcome)] == 1
        assert told.round == game.deal(5, index)
        assert told.wins == [bet for bet in game.bets if game.odds(bet, told.outcome) > 0]
        facts = json.loads(json.dumps(told.to_dict()))
        assert (facts["game"], facts["outcome"]) == (game.name, str(told.outcome))
        assert str(told.outcome) in str(told)


def test_a_replay_is_played_by_a_strategy() -> None:
    folding = HOLDEM.replay(5, 1, strategy=lambda hole, _: np.zeros(len(hole), bool))
    assert folding.played["action"] == "fold"
    assert folding.outcome.hand is None
    assert HOLDEM.replay(5, 1, strategy="always_call").outcome.hand is not None


# What a command may set


@pytest.mark.parametrize("game", [*BETTING, croupier.RoyalCasino()], ids=lambda game: game.name)
def test_parameters_are_keywords_of_their_calls(game: Any) -> None:
    calls = {
        "rules": type(game),
        "exact": getattr(game, "exact", None),
        "simulation": game.simulation,
        "replay": game.replay,
        "strategy": getattr(game, "strategy", None),
    }
    for parameter in game.parameters:
        for call in parameter.calls:
            assert parameter.name in signature(calls[call]).parameters
    assert len({parameter.name for parameter in game.parameters}) == len(game.parameters)


def test_an_option_left_out_is_the_default() -> None:
    for game in BETTING:
        assert run(game.simulation(seed=1), 100) == game.simulate(100, seed=1)
