"""The commands on games: exact, simulate, replay, advise."""

import json
from fractions import Fraction

import pytest
from command import run
from conftest import output_of

import croupier
from croupier.games.casino_holdem.strategy import BASIC
from croupier.rules import GAMES, Rules, find_rules


def test_the_command_has_every_game():
    public = [getattr(croupier, name) for name in croupier.__all__]
    games = [thing.name for thing in public if isinstance(thing, type) and issubclass(thing, Rules)]
    assert sorted(GAMES) == sorted(games)
    assert all(find_rules(name).name == name for name in games)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_found_by_its_name_alone(name):
    code = f"from croupier.rules import find_rules; print(find_rules({name!r}).name)"
    assert output_of(code) == f"{name}\n"


def test_exact_shows_every_bet(call):
    assert call("exact", "baccarat") == (0, f"{croupier.Baccarat().exact()}\n", "")
    assert call("exact", "thai-hilo", "--stake", "7") == (
        0,
        f"{croupier.ThaiHiLo().exact(stake=7)}\n",
        "",
    )


def test_exact_in_json(call):
    status, output, errors = call("exact", "baccarat", "--json", "--decks", "6", "--stake", "10")
    assert (status, errors) == (0, "")
    assert json.loads(output) == croupier.Baccarat(decks=6).exact(stake=10).to_dict()


@pytest.mark.parametrize("rounds", ["2500", "2_500", "2.5e3", "2.5E+3", "2500.0"])
def test_simulate_takes_numbers_as_people_write_them(call, rounds):
    status, output, errors = call(
        "simulate", "thai-hilo", "--rounds", rounds, "--seed", "1e3", "--json"
    )
    assert (status, errors) == (0, "")
    assert json.loads(output) == croupier.ThaiHiLo().simulate(2500, seed=1000).to_dict()


def test_simulate_takes_large_seeds_without_loss(call):
    seed = 2**128 - 1
    words = ("simulate", "baccarat", "--rounds", "1e3", "--seed", str(seed), "--threads", "2")
    assert json.loads(call(*words, "--json")[1])["seed"] == str(seed)
    assert call(*words)[1] == f"{croupier.Baccarat().simulate(1000, seed=seed)}\n"


def test_simulate_without_a_seed_tells_the_one_it_took(call):
    words = ("simulate", "baccarat", "--rounds", "1000", "--json")
    first, second = (json.loads(call(*words)[1]) for _ in range(2))
    assert first["seed"] != second["seed"]
    assert json.loads(call(*words, "--seed", str(first["seed"]))[1]) == first


@pytest.mark.parametrize("index", [0, 12, 2**64 - 1])
def test_replay_shows_the_round(call, index):
    baccarat, hilo = croupier.Baccarat(), croupier.ThaiHiLo()
    words = ("--seed", "7", "--round", str(index))
    played = baccarat.deal(7, index)
    outcome = baccarat.outcome(played)
    assert call("replay", "baccarat", *words) == (
        0,
        f"{played}: {outcome}\nwins: {outcome.winner}\n",
        "",
    )
    shown = json.loads(call("replay", "thai-hilo", *words, "--json")[1])
    assert shown["dice"] == list(hilo.deal(7, index).dice)
    settled = hilo.settle(hilo.deal(7, index), dict.fromkeys(hilo.bets, 100))
    assert shown["wins"] == [bet for bet, result in settled.bets.items() if result.net > 0]
    assert (shown["game"], shown["seed"], int(shown["round"])) == ("thai-hilo", 7, index)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("simulate baccarat", "croupier simulate: the following arguments are required: --rounds"),
        ("simulate baccarat --rounds -1", "croupier simulate: rounds: an int from 0 to 2**63 - 1"),
        ("simulate baccarat --rounds 1e30", "croupier simulate: rounds: an int from 0"),
        ("simulate baccarat --rounds 1e999", "croupier simulate: --rounds: an integer"),
        ("simulate baccarat --rounds 1.5", "croupier simulate: --rounds: an integer"),
        ("simulate baccarat --rounds 1e-3", "croupier simulate: --rounds: an integer"),
        ("simulate baccarat --rounds ten", "croupier simulate: --rounds: an integer"),
        ("simulate baccarat --rounds 1 --seed -1", "croupier simulate: seed: an int from 0"),
        ("simulate baccarat --rounds 1 --threads 0", "croupier simulate: threads: a positive int"),
        ("simulate thai-hilo --rounds 1 --stake 0", "croupier simulate: stake: an int from 1"),
        ("exact baccarat --decks 0", "croupier exact: decks: an int from 1 to 20164"),
        ("exact thai-hilo --decks 8", "croupier exact: --decks: thai-hilo has none"),
        ("exact roulette", "croupier exact: GAME: one of baccarat, casino-holdem, thai-hilo is"),
        ("exact", "croupier exact: the following arguments are required: GAME"),
        ("replay baccarat --seed 1 --round -1", "croupier replay: index: an int from 0 to 2**64"),
        ("replay baccarat --round 1", "croupier replay: the following arguments are required: --"),
    ],
)  # fmt: skip
def test_bad_usage_of_games_is_status_2_and_one_line(call, words, complaint):
    status, output, errors = call(*words.split())
    assert (status, output) == (2, "")
    assert errors.startswith(complaint)
    assert errors.count("\n") == 1


def test_a_pipe_gets_the_answer_alone():
    result = run("simulate", "baccarat", "--rounds", "2e8", "--seed", "5", "--json")
    assert (result.returncode, result.stderr) == (0, b"")
    assert json.loads(result.stdout)["rounds"] == 2 * 10**8


# Casino Hold'em


def test_advise(call):
    status, output, _ = call("advise", "casino-holdem", "8c6s", "Ah2cKc")
    assert status == 0
    assert output.startswith("call\n")
    assert "-0.98556425 antes (-1054741/1070190)" in output
    status, output, _ = call("advise", "casino-holdem", "6♠8♣", "kc ah 2c", "--json")
    assert status == 0
    record = json.loads(output)
    assert record["action"] == "call"
    assert Fraction(record["ev_call"]) == Fraction(-1054741, 1070190)
    assert Fraction(record["ev_fold"]) == -1
    status, output, _ = call("advise", "casino-holdem", "8c6s", "Ah2cKc", "--strategy", "basic")
    assert status == 0
    assert output.startswith("fold\n")
    assert all(rule in output for rule in BASIC)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["advise", "casino-holdem", "8c6s", "Ah2cAh"], "flop: Ah stands twice"),
        (["advise", "casino-holdem", "8c6s", "Ah2c8c"], "flop: 8c is among"),
        (["advise", "baccarat", "8c6s", "Ah2cAd"], "GAME: one of casino-holdem is needed"),
        (["exact", "baccarat", "--strategy", "basic"], "baccarat has none"),
        (["simulate", "casino-holdem", "--rounds", "5", "--decks", "8"], "casino-holdem has none"),
        (["exact", "casino-holdem", "--strategy", "perfect"], "--strategy: one of optimal, basic"),
    ],
)
def test_wrong_usage(call, words, message):
    status, _, errors = call(*words)
    assert status == 2
    assert message in errors


def test_commands(call):
    status, output, _ = call("exact", "casino-holdem", "--json")
    assert status == 0
    record = json.loads(output)
    assert record["bets"]["main"]["rtp_exact"] == "165507034771/166870951848"
    assert sum(Fraction(row["probability"]) for row in record["outcomes"]) == 1
    simulate = ("simulate", "casino-holdem", "--rounds", "1e4", "--seed", "7")
    status, output, _ = call(*simulate, "--strategy", "side_bet", "--json")
    assert status == 0
    record = json.loads(output)
    assert record["options"] == {"stake": 100, "strategy": "side_bet"}
    assert sum(row["count"] for row in record["outcomes"]) == 10_000
    words = ("replay", "casino-holdem", "--seed", "7", "--round", "3", "--json")
    status, output, _ = call(*words)
    assert status == 0
    record = json.loads(output)
    game = croupier.CasinoHoldem()
    dealt = game.deal(7, 3)
    assert record["hole"] == croupier.format_cards(dealt.hole)
    assert record["action"] == game.strategy().decide(dealt.hole, dealt.flop).action
