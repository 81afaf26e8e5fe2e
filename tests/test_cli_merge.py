"""`croupier merge`, and simulations in parts: the sum is the whole."""

import io
import json
import shlex
import sys

import pytest

import croupier
from croupier import simulation

BACCARAT = ("simulate", "baccarat", "--seed", "5")
PARTS = {
    "rounds": BACCARAT,
    "shoes": (*BACCARAT, "--cut-card", "14"),
    "rolls": ("simulate", "thai-hilo", "--seed", "7", "--stake", "50"),
    "hands": ("simulate", "royal-casino", "--seed", "7", "--players", "3"),
    "matches": ("simulate", "royal-casino", "--seed", "7", "--match"),
    "called": ("simulate", "casino-holdem", "--seed", "7", "--strategy", "basic"),
}


@pytest.fixture
def save(call, tmp_path):
    """Keep the answer to words in a file."""

    def keep(name, *words):
        file = tmp_path / name
        file.write_text(call(*words)[1])
        return str(file)

    return keep


@pytest.mark.parametrize("words", PARTS.values(), ids=PARTS)
def test_parts_make_the_whole(call, save, words):
    whole = call(*words, "--rounds", "90")[1]
    first = save("a.json", *words, "--rounds", "50", "--json")
    second = save("b.json", *words, "--rounds", "40", "--first-round", "50", "--json")
    assert call("merge", first, second) == (0, whole, "")
    assert call("merge", second, first) == (0, whole, "")
    shown = call("merge", first, second, "--json")
    assert shown == (0, call(*words, "--rounds", "90", "--json")[1], "")


def test_an_interrupted_simulation_goes_on(call, save, monkeypatch, tmp_path):
    words = (*BACCARAT, "--rounds", "1e6", "--json")
    run = simulation.run

    def interrupt(plan, rounds, first, **options):
        def stop(done, total):
            if done < total:
                raise KeyboardInterrupt

        return run(plan, rounds, first, **options | {"progress": stop})

    monkeypatch.setattr(simulation, "run", interrupt)
    status, partial, errors = call(*words)
    assert status == 130
    assert json.loads(partial)["partial"] is True
    _, _, command = errors.partition("to go on: croupier ")
    monkeypatch.undo()
    file = tmp_path / "a.json"
    file.write_text(partial)
    rest = save("b.json", *shlex.split(command))
    assert call("merge", str(file), rest, "--json") == (0, call(*words)[1], "")


@pytest.fixture
def feed(monkeypatch, call):
    def merge(content, *files):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
        return call("merge", *files, "-")

    return merge


def test_standard_input_may_hold_several(feed):
    parts = [croupier.ThaiHiLo().simulate(9, seed=1, first_round=first) for first in (0, 9, 18)]
    whole = croupier.ThaiHiLo().simulate(27, seed=1)
    for indent in (None, 2):
        content = "\n".join(json.dumps(part.to_dict(), indent=indent) for part in parts)
        assert feed(content.encode()) == (0, f"{whole}\n", "")


def test_one_report_is_shown(feed):
    report = croupier.Baccarat().exact()
    assert feed(json.dumps(report.to_dict()).encode()) == (0, f"{report}\n", "")


ROUNDS = json.dumps(croupier.ThaiHiLo().simulate(9, seed=1).to_dict())
BETTING = json.dumps(croupier.Baccarat().simulate(9, seed=1).to_dict())
HANDS = json.dumps(croupier.RoyalCasino().simulate(2, seed=1).to_dict())
EXACT = json.dumps(croupier.ThaiHiLo().exact().to_dict())


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("", "a report is needed, got nothing"),
        ("[1]", "a report is needed, got [1]"),
        ("{", "JSON of a report is needed, got something else at line 1, column 2"),
        ("{}", "game: a value is needed, got none"),
        (ROUNDS, "reports: disjoint rounds are needed, but 0 to 8 stand twice"),
        (BETTING, "reports: the same rules are needed, got thai-hilo and baccarat"),
        (HANDS, "reports: those of one kind are needed, got rounds of thai-hilo and "),
        (EXACT, "reports: only those of simulations add up"),
        ("[" * 100_000, ""),
        ("\xff", "JSON of a report is needed, got something else at line 1, column 1"),
    ],
)
def test_a_bad_file_is_named(feed, save, content, reason):
    good = save("good.json", "simulate", "thai-hilo", "--rounds", "9", "--seed", "1", "--json")
    status, output, errors = feed(content.encode(), good)
    assert (status, output) == (1, "")
    assert errors.startswith(f"croupier: -: {reason}")
    assert errors.count("\n") == 1


def test_a_file_that_is_not_there_is_named(call, tmp_path):
    missing = tmp_path / "none.json"
    assert call("merge", str(missing)) == (
        1,
        "",
        f"croupier: {missing}: No such file or directory\n",
    )
    (tmp_path / "bytes").write_bytes(b"\xff\xfe")
    status, _, errors = call("merge", str(tmp_path / "bytes"))
    assert (status, errors.count("\n")) == (1, 1)
    assert errors.startswith(f"croupier: {tmp_path / 'bytes'}: UTF-8 is needed, got byte")
