"""Settings of games as options, and what is refused with a word on what was likely meant."""

import json
from dataclasses import fields

import pytest

import croupier
from croupier.cli.games import _READERS
from croupier.rules import GAMES, find_rules


@pytest.mark.parametrize("name", GAMES)
def test_every_setting_of_every_game_can_be_read(name):
    assert {rule.type for rule in fields(find_rules(name)) if rule.init} <= _READERS.keys()


@pytest.mark.parametrize(
    ("words", "game"),
    [
        ("baccarat --rule commission=0.04", croupier.Baccarat(commission="0.04")),
        ("baccarat --rule tie=17/2 --rule decks=6", croupier.Baccarat(tie="17/2", decks=6)),
        ("baccarat --decks 6 --rule decks=6", croupier.Baccarat(decks=6)),
        (
            "baccarat --rule shoe=16,4,4,4,4,4,4,4,4,3",
            croupier.Baccarat(shoe=[16, 4, 4, 4, 4, 4, 4, 4, 4, 3]),
        ),
        ("thai-hilo --rule number=1,2,6", croupier.ThaiHiLo(number=(1, 2, 6))),
        ("thai-hilo --rule number-set=1,6", croupier.ThaiHiLo(number_set=(1, 6))),
        (
            "casino-holdem --rule aa_bonus=7,7,7,7,20,30,40,50,100 --rule call=0.9",
            croupier.CasinoHoldem(aa_bonus=(7, 7, 7, 7, 20, 30, 40, 50, 100), call="0.9"),
        ),
    ],
)
def test_settings_are_those_of_the_game(call, words, game):
    status, output, errors = call("exact", *words.split(), "--json")
    assert (status, errors) == (0, "")
    assert json.loads(output) == json.loads(json.dumps(game.exact().to_dict()))


def test_blanks_beside_commas_are_none(call):
    spaced = call("exact", "thai-hilo", "--rule", "number = 1, 2 ,6", "--json")
    assert spaced == call("exact", "thai-hilo", "--rule", "number=1,2,6", "--json")
    words = ("simulate", "royal-casino", "--rounds", "20", "--seed", "4", "--json", "--agents")
    assert call(*words, "random, greedy") == call(*words, "random,greedy")


def test_choices_are_settings_too(call):
    words = ("simulate", "royal-casino", "--rounds", "50", "--seed", "4", "--json")
    shown = json.loads(call(*words, "--rule", "trailing=free", "--rule", "players=3")[1])
    report = croupier.RoyalCasino(3, trailing="free").simulate(50, seed=4)
    assert shown == json.loads(json.dumps(report.to_dict()))


def test_a_cut_card_makes_rounds_of_shoes(call):
    words = ("simulate", "baccarat", "--rounds", "20", "--seed", "4", "--json")
    shown = json.loads(call(*words, "--cut-card", "16", "--first-round", "7")[1])
    report = croupier.Baccarat().simulate_shoes(20, cut_card=16, seed=4, first_shoe=7)
    assert shown == json.loads(json.dumps(report.to_dict()))


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("exact baccarat --rule comission=0.04",
         ("croupier exact: --rule: one of decks, shoe, player, tie, commission is needed, "
         "got 'comission'; did you mean commission?\n")),
        ("exact baccarat --rule commission=4", "croupier exact: commission: a share from 0 to 1"),
        ("exact baccarat --rule commission=", "croupier exact: commission: a share from 0 to 1"),
        ("exact baccarat --rule commission", "croupier exact: --rule: NAME=VALUE is needed"),
        ("exact baccarat --rule decks=six", "croupier exact: decks: an integer is needed"),
        ("exact baccarat --rule shoe=1,2", "croupier exact: shoe: "),
        ("exact baccarat --rule shoe=1,x", "croupier exact: shoe: an integer is needed, got 'x'"),
        ("exact baccarat --rule tie=8 --rule tie=9",
         "croupier exact: tie: one value is needed, got 8 and 9\n"),
        ("exact baccarat --decks 6 --rule decks=8",
         "croupier exact: decks: one value is needed, got 6 and 8\n"),
        ("exact thai-hilo --rule number=1,2", "croupier exact: number: 3 odds are needed, got 2"),
        ("simulate royal-casino --rounds 1 --rule trailing=fre",
         "croupier simulate: trailing: one of unless_equal"),
        ("simulate baccarat --rounds 1 --seed 1 --seed 2",
         "croupier simulate: --seed: one value is needed, got 1 and 2\n"),
        ("simulate baccarat --rounds 1 --cut-card 5",
         "croupier simulate: cut_card: an int from 6 to 416"),
        ("simulate thai-hilo --rounds 1 --cut-card 14",
         "croupier simulate: --cut-card: thai-hilo has none\n"),
        ("simulate royal-casino --rounds 1 --playouts 5",
         "croupier simulate: --playouts: search among --agents is needed, got none\n"),
        ("replay royal-casino --seed 1 --round 1 --playouts 5 --agents greedy,random",
         "croupier replay: --playouts: search among --agents is needed, got greedy,random\n"),
        ("simulate royal-casino --rounds 1 --agents greedy,randm",
         ("croupier simulate: --agents: one of random, greedy, search is needed, got 'randm'; "
         "did you mean random?\n")),
        ("simulate bacarat --rounds 1",
         ("croupier simulate: GAME: one of baccarat, casino-holdem, thai-hilo, royal-casino is "
         "needed, got 'bacarat'; did you mean baccarat?\n")),
        ("exact casino-holdem --strategy side-bet",
         ("croupier exact: --strategy: one of optimal, basic, side_bet, always_call is needed, "
         "got 'side-bet'; did you mean side_bet?\n")),
        ("simulate baccarat --round 5",
         "croupier simulate: --round: no such option; did you mean --rounds?\n"),
        ("simulate baccarat --frist-round=5",
         "croupier simulate: --frist-round: no such option; did you mean --first-round?\n"),
        ("--versoin",
         "croupier: --versoin: no such option before a command; did you mean --version?\n"),
        ("--rounds 5 simulate baccarat", "croupier: --rounds: no such option before a command\n"),
        ("simulate baccarat --rounds 5 -j", "croupier simulate: -j: no such option\n"),
        ("info more", "croupier info: unrecognized arguments: more\n"),
        ("advise casino-holdem AsKd 2c7h",
         "croupier advise: cards: two hole cards and three of the flop are needed, got 4\n"),
    ],
)  # fmt: skip
def test_what_was_meant_is_suggested(call, words, complaint):
    status, output, errors = call(*words.split())
    assert (status, output) == (2, "")
    assert errors.startswith(complaint)
    assert errors.count("\n") == 1


def test_a_command_that_is_close_is_suggested(call):
    status, output, errors = call("simulat", "baccarat")
    assert (status, output) == (2, "")
    assert errors.startswith("croupier: COMMAND: one of evaluate, equity, exact, simulate, merge")
    assert errors.endswith("got 'simulat'; did you mean simulate?\n")


@pytest.mark.parametrize("seeds", [("7", "7"), ("1e3", "1000")])
def test_the_same_value_twice_is_one(call, seeds):
    first, second = seeds
    words = ("simulate", "baccarat", "--rounds", "10", "--seed", first)
    assert call(*words, "--seed", second) == call(*words)


@pytest.mark.parametrize(
    "cards",
    [["8c6s", "Ah2cKc"], ["8c", "6s", "Ah", "2c", "Kc"], ["8c6sAh2cKc"], ["8c 6s Ah", "2cKc"]],
)
def test_cards_come_in_any_number_of_words(call, cards):
    assert call("advise", "casino-holdem", *cards) == call(
        "advise", "casino-holdem", "8c6s", "Ah2cKc"
    )
