"""Agents in Python, as the core calls them: they may do what they like, and nothing breaks."""

from __future__ import annotations

import gc
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import Any

import pytest
from entry_points import HANDED, RULES, ask
from royal import First

import croupier
from croupier import RoyalMove, _core

GAME = croupier.RoyalCasino()


class Calling:
    """Calls something before it plays the first legal move."""

    def __init__(self, call: Callable[[Any], object]) -> None:
        self.call = call

    def choose(self, view: Any) -> RoyalMove:
        self.call(view)
        return view.legal_moves()[0]  # type: ignore[no-any-return]


REENTRANT: dict[str, Callable[[Any], object]] = {
    "choose": lambda _: GAME.choose("search", GAME.start(1), playouts=5),
    "ask": lambda _: GAME.choose(First(), GAME.start(1)),
    "play_hand": lambda _: GAME.play_hand((First(), "random"), seed=2),
    "match": lambda _: GAME.match(("greedy", First()), seed=2),
    "simulate": lambda _: GAME.simulate(20, ("greedy", "random"), seed=2, threads=2),
    "simulate agents": lambda _: GAME.simulate(1, (First(), "random"), seed=2),
    "another game": lambda _: croupier.ThaiHiLo().simulate(10_000, seed=2, threads=2),
    "collect": lambda _: gc.collect(),
}


@pytest.mark.parametrize("name", REENTRANT)
def test_an_agent_may_call_the_library(name: str) -> None:
    agents = Calling(REENTRANT[name]), "random"
    gc.freeze()  # what other tests have left is not collected anew at every move
    try:
        assert GAME.play_hand(agents, seed=1) == GAME.play_hand((First(), "random"), seed=1)
        report = GAME.simulate(2, agents, seed=1)
        assert report.counts == GAME.simulate(2, (First(), "random"), seed=1).counts
    finally:
        gc.unfreeze()


def test_an_agent_may_recurse_for_ever() -> None:
    depths: list[int] = []

    def deeper(_: Any) -> None:
        depths.append(len(depths))
        GAME.simulate(1, agents, seed=1)

    agents = Calling(deeper), "random"
    for play in (
        lambda: GAME.simulate(1, agents, seed=1),
        lambda: GAME.match(agents, seed=1),
        lambda: GAME.choose(agents[0], GAME.start(1)),
    ):
        depths.clear()
        with pytest.raises(RecursionError):
            play()
        assert len(depths) > 10
    assert GAME.play_hand((First(), "random"), seed=1).end.is_over


@pytest.mark.parametrize("stack", [0, 2**18])
def test_agents_within_agents_end_before_the_stack_does(stack: int) -> None:
    code = f"""
import sys, threading, croupier
class Deeper:
    def choose(self, view):
        croupier.RoyalCasino().simulate(1, (self, "random"), seed=1)
def play():
    try:
        Deeper().choose(None)
    except RecursionError as error:
        print(error)
sys.setrecursionlimit(10**6)
threading.stack_size({stack})
thread = threading.Thread(target=play)
thread.start()
thread.join()
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "agents play games within games without end\n")


def test_an_agent_may_keep_and_spoil_what_it_is_shown() -> None:
    kept = []

    def spoil(view: Any) -> None:
        kept.append((view, str(view), view.legal_moves()))
        copied = view.legal_moves()
        object.__setattr__(copied[0], "card", 51)
        copied.clear()
        view.__dict__["spoilt"] = True

    played = GAME.play_hand((Calling(spoil), "random"), seed=1)
    assert played == GAME.play_hand((First(), "random"), seed=1)
    assert len(kept) == 24
    for view, shown, moves in kept:
        assert (str(view), view.legal_moves()) == (shown, moves)


def test_an_agent_may_spoil_its_hand() -> None:
    """What it puts in the place of the core's objects counts for nothing, or is refused."""

    def spoil(view: Any) -> None:
        object.__setattr__(view, "_hand", GAME.start(seed=99).view()._hand)

    with pytest.raises(ValueError, match=r"^R\d+: "):
        GAME.simulate(1, (Calling(spoil), "random"), seed=1)


def test_the_agents_stay_those_of_the_call() -> None:
    agents: list[Any] = [None, "random"]
    agents[0] = Calling(lambda _: agents.clear())
    played = GAME.play_hand(agents, seed=1)
    assert played == GAME.play_hand((First(), "random"), seed=1)


def test_agents_play_in_threads_at_once() -> None:
    expected = [GAME.simulate(5, (First(), "greedy"), seed=seed).counts for seed in range(4)]
    native = GAME.simulate(20_000, seed=1, threads=2).counts
    got: dict[int, Any] = {}

    def work(seed: int) -> None:
        got[seed] = GAME.simulate(5, (First(), "greedy"), seed=seed).counts

    threads = [threading.Thread(target=work, args=[seed]) for seed in range(4)]
    for thread in threads:
        thread.start()
    assert GAME.simulate(20_000, seed=1, threads=2).counts == native
    for thread in threads:
        thread.join()
    assert [got[seed] for seed in range(4)] == expected


def test_an_agent_is_asked_on_the_calling_thread() -> None:
    threads = set()
    agents = Calling(lambda _: threads.add(threading.get_ident())), "random"
    GAME.simulate(40, agents, seed=1, threads=4)
    assert threads == {threading.get_ident()}


def test_nothing_is_kept_of_an_agent() -> None:
    agent, move = First(), RoyalMove.parse("trail 2c")
    before = sys.getrefcount(agent), sys.getrefcount(move)

    class Stubborn:
        def choose(self, _: Any) -> RoyalMove:
            return move

    for _ in range(50):
        GAME.simulate(1, (agent, "random"), seed=1)
        GAME.play_hand((agent, "random"), seed=1)
        with pytest.raises(ValueError, match=r"^R24: 2c is not in the hand of seat 0$"):
            GAME.play_hand((Stubborn(), "random"), seed=1)
    gc.collect()
    assert (sys.getrefcount(agent), sys.getrefcount(move)) == before


def test_a_record_holds_the_moves_that_the_agent_made() -> None:
    class Remarked(RoyalMove):
        __slots__ = ("remark",)

    class Remarking:
        def choose(self, view: Any) -> RoyalMove:
            first = view.legal_moves()[0]
            move = Remarked(first.kind, first.card, first.groups, first.builds, first.value)
            object.__setattr__(move, "remark", str(first))
            return move

    record = GAME.play_hand((Remarking(), "random"), seed=1)
    made = [move for move in record.moves if isinstance(move, Remarked)]
    assert [move.remark for move in made] == list(map(str, record.moves[::2]))


@pytest.mark.parametrize(
    ("move", "error", "message"),
    [
        (None, TypeError, "move: a RoyalMove or its text is needed, got NoneType"),
        ("trail", ValueError, "text: a card is needed, got the end of 'trail'; legal ones like"),
        ("trail 2c", ValueError, "R24: 2c is not in the hand of seat 0, for 'trail 2c'; legal one"),
        (RoyalMove.parse("trail 2c"), ValueError, "R24: 2c is not in the hand of seat 0"),
        (RoyalMove.parse("capture 8h: [8: 5c 3c, seat 1]"), ValueError, "R21: there is no build"),
    ],
)
def test_a_move_is_checked_wherever_agents_play(
    move: Any, error: type[Exception], message: str
) -> None:
    class Fixed:
        def choose(self, _: Any) -> Any:
            return move

    agent = Fixed()
    for call in (
        lambda: GAME.choose(agent, GAME.start(1)),
        lambda: GAME.play_hand((agent, "random"), seed=1),
        lambda: GAME.match((agent, agent), seed=1),
        lambda: GAME.simulate(3, (agent, "random"), seed=1),
        lambda: GAME.simulate_matches(3, (agent, agent), seed=1),
    ):
        with pytest.raises(error, match=f"^{message}".replace("seat 0", r"seat [01]")):
            call()


# What the core is given instead of an agent


@pytest.mark.parametrize(
    "answer",
    [None, 5, (), (1, 2, 3), (None, None), (None, ()), (None, ("trail",)), ("", "trail"),
     (None, ("pass", 0, (), (), 0)), (None, ("trail", 99, (), (), 0)),
     (None, (b"trail", 0, (), (), 0)),
     (None, ("trail", 0, 5, (), 0)), (None, ("trail", 0, ((0, 0),), (), 0)),
     (None, ("trail", 0, (), (), 10**9)), (None, ("trail\ud800", 0, (), (), 0))],
)  # fmt: skip
def test_an_answer_that_is_no_move(answer: Any) -> None:
    with pytest.raises((TypeError, ValueError), match=r"^[\w.]+: .*need"):
        _core.royal_casino_choose(HANDED, lambda _: answer, 1, 1)
    with pytest.raises((TypeError, ValueError), match=r"^[\w.]+: .*need"):
        _core.royal_casino_tally_hands(RULES, ["greedy", lambda _: answer], 1, 0, 9, 2, 1)


@pytest.mark.parametrize(
    "agent", [None, 5, b"greedy", "Greedy", "", "greedy\0", "\ud800", ("greedy", 1)]
)
def test_what_is_no_agent_of_the_core(agent: Any) -> None:
    needed = r"^agents?: one of random, greedy, search is needed, got "
    with pytest.raises((TypeError, ValueError), match=needed):
        _core.royal_casino_choose(HANDED, agent, 1, 1)
    with pytest.raises((TypeError, ValueError), match=needed):
        _core.royal_casino_tally_hands(RULES, ["greedy", agent], 1, 0, 9, 2, 1)


def test_the_core_calls_what_can_be_called() -> None:
    first, moves = _core.royal_casino_play_hand(RULES, [ask, "greedy"], 1, 0, 1)
    assert first.hands == GAME.start(1).hands
    assert len(moves) == 48
    for agents in (["greedy"], ["greedy"] * 3, "ab", None):
        with pytest.raises((TypeError, ValueError), match=r"^agents: "):
            _core.royal_casino_play_hand(RULES, agents, 1, 0, 1)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"^index: "):
        _core.royal_casino_play_match(RULES, [ask, ask], 1, 2**44, 1)
