"""Royal Casino on the command line."""

from __future__ import annotations

import json
from typing import Any

import pytest

import croupier


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
    assert capsys.readouterr().out.startswith("royal-casino, rounds 0 to 199, seed 4, ")


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


@pytest.mark.parametrize("match", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_command_shows_a_replay(
    capsys: pytest.CaptureFixture[str], players: int, match: bool
) -> None:
    from croupier.cli import main

    words = ["replay", "royal-casino", "--seed", str(2**60), "--round", "7", "--players"]
    words += [str(players), *(["--match"] if match else [])]
    replay = croupier.RoyalCasino(players).replay(2**60, 7, match=match)
    assert main(words) == 0
    assert capsys.readouterr().out == f"{replay}\n"
    assert main([*words, "--json"]) == 0
    assert capsys.readouterr().out == json.dumps(replay.to_dict()) + "\n"


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
        ("exact royal-casino", "GAME: one of baccarat, casino-holdem, thai-hilo is needed"),
    ],
)
def test_command_refuses(capsys: pytest.CaptureFixture[str], words: str, complaint: str) -> None:
    from croupier.cli import main

    assert main(words.split()) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert complaint in err
    assert err.count("\n") == 1
