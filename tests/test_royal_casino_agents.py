"""Royal Casino: who chooses, what agents see, and what simulations count of them."""

from __future__ import annotations

import functools
import itertools
import random
from typing import Any

import pytest
from conftest import interrupt_after
from royal import First, crowd

import croupier
from croupier import RoyalMove
from croupier.games.royal_casino import ITEMS, KINDS, RoyalView


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
    report = game.simulate(n, seats, seed=3, threads=1, first_round=10, playouts=8)
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
    assert report == game.simulate(n, seats, seed=3, threads=3, first_round=10, playouts=8)
    half = n // 2
    parts = [game.simulate(half, seats, seed=3, first_round=10 + start, playouts=8)
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


def test_the_agent_of_a_choice_is_named() -> None:
    state = croupier.RoyalCasino().start(1, 0)
    with pytest.raises(ValueError, match=r"^agent: one of random, greedy, search is needed"):
        state.game.choose("foo", state)
    with pytest.raises(
        TypeError, match=r"^agent: a name, an object with choose or a func.*, got int$"
    ):
        state.game.choose(5, state)  # type: ignore[arg-type]


def first_move(view: RoyalView) -> RoyalMove:
    return view.legal_moves()[0]


def first_text(view: RoyalView) -> str:
    return str(view.legal_moves()[0])


class Texts:
    def choose(self, view: RoyalView) -> str:
        return first_text(view)


@pytest.mark.parametrize("agent", [first_move, first_text, Texts(), lambda view: first_move(view),
                                   functools.partial(first_move)])  # fmt: skip
def test_an_agent_may_be_a_function_and_a_move_its_text(agent: Any) -> None:
    game = croupier.RoyalCasino()
    record = game.play_hand((agent, "random"), seed=1)
    assert record == game.play_hand((First(), "random"), seed=1)
    assert all(type(move) is RoyalMove for move in record.moves)
    state = game.start(seed=1)
    assert game.choose(agent, state) == state.legal_moves()[0]
    assert game.match((agent, agent), seed=1) == game.match((First(), First()), seed=1)
    report = game.simulate(3, (agent, "random"), seed=1)
    assert report.counts == game.simulate(3, (First(), "random"), seed=1).counts
    assert game.simulate_matches(1, (agent, agent), seed=1).matches == 1


def test_agents_are_named_in_reports() -> None:
    game = croupier.RoyalCasino(4)
    agents = (first_move, Texts(), functools.partial(first_move), "greedy")
    names = ("first_move", "Texts", "partial", "greedy")
    assert game.simulate(1, agents, seed=1).agents == names
    assert game.replay(1, 0, agents=agents).agents == names


def test_a_class_is_no_agent() -> None:
    message = r"^agents: a name, .* is needed, got the class Texts; make an object of it$"
    with pytest.raises(TypeError, match=message):
        croupier.RoyalCasino().simulate(1, (Texts, "random"))  # type: ignore[arg-type]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_seats_without_named_agents_take_turns(players: int) -> None:
    game = croupier.RoyalCasino(players=players)
    turns = ("greedy", "random", "greedy", "random")[:players]
    assert game.simulate(10, seed=1) == game.simulate(10, turns, seed=1)
    assert game.simulate_matches(2, seed=1) == game.simulate_matches(2, turns, seed=1)
    assert game.match(seed=1) == game.match(turns, seed=1)


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
