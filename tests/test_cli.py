"""The ``croupier`` command as a whole: usage, complaints, statuses, what it tells of itself."""

import importlib.metadata
import json
import os
import subprocess
import sys

import pytest
from command import run

import croupier
from croupier_command import start


def test_a_complaint_holds_no_control_characters(call):
    status, _, errors = call("evaluate", "A\x1b[31m\nKd\u2028")
    assert status == 2
    assert errors.endswith("\n")
    assert errors[:-1].isprintable()
    assert "\\x1b[31m" in errors


@pytest.mark.parametrize("words", [[], ["bogus"], ["info", "extra"], ["--verbose"]])
def test_bad_commands_are_status_2_and_one_line(call, words):
    status, output, errors = call(*words)
    assert (status, output) == (2, "")
    assert errors.startswith("croupier: ")
    assert errors.count("\n") == 1


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_a_complaint_can_be_shown_on_every_terminal(encoding):
    lookalike = "6\u0441 Z\u2665 \U0001f0a1 \xe9"  # a Cyrillic letter
    environment = os.environ | {"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    for words, stdin in (
        (["evaluate", lookalike], ""),
        (["evaluate"], lookalike),
        (["exact", lookalike], ""),
        (["advise", "casino-holdem", lookalike, "2c7h9s"], ""),
        (["simulate", "baccarat", "--rounds", lookalike], ""),
        (["simulate", "royal-casino", "--rounds", "1", "--agents", lookalike], ""),
    ):
        errors = run(*words, stdin=stdin.encode(), env=environment).stderr.decode()
        assert errors.count("\n") == 1
        assert errors.replace("\u2665", "").isascii()
        assert "\\u0441" in errors or "6" not in errors


@pytest.mark.parametrize(
    ("error", "complaint"),
    [
        (MemoryError(), "croupier: MemoryError\n"),
        (MemoryError("std::bad_alloc"), "croupier: std::bad_alloc\n"),
        (RuntimeError("can't start new thread"), "croupier: can't start new thread\n"),
        (OSError(28, "No space left on device"), "croupier: No space left on device\n"),
    ],
)
def test_a_failed_run_is_status_1_and_one_line(monkeypatch, call, error, complaint):
    def fail(*_, **__):
        raise error

    monkeypatch.setattr(croupier.ThaiHiLo, "exact", fail)
    assert call("exact", "thai-hilo") == (1, "", complaint)


ODD = (
    *("", " ", "-", "--", "-1", "1e30", "1e99", "1__0", "9" * 70, "\udcff", "\0", "\n", "٣", "½"),
    *(
        "AsAs",
        "As" * 500,
        "--json=1",
        "@file",
        ",",
        "0x10",
        "NaN",
        "--stake=",
        "18446744073709551616",
    ),
)


@pytest.mark.parametrize("word", ODD)
@pytest.mark.parametrize(
    "words",
    [
        "{}",
        "evaluate AsKsQsJsTs {}",
        "info {}",
        "exact {}",
        "exact thai-hilo --stake {}",
        "exact baccarat --decks {}",
        "exact casino-holdem --strategy {}",
        "simulate baccarat --rounds {}",
        "simulate thai-hilo --rounds 1 --seed {}",
        "simulate baccarat --rounds 1 --threads {}",
        "simulate royal-casino --rounds 1 --agents {}",
        "simulate royal-casino --rounds 1 --players {}",
        "simulate royal-casino --rounds 1 --agents search,random --playouts {}",
        "replay baccarat --seed 1 --round {}",
        "replay royal-casino --round 1 --seed {}",
        "advise casino-holdem {} 2c7h9s",
        "advise casino-holdem AsKd {}",
    ],
)
def test_odd_words_are_taken_or_bad_usage_in_one_line(call, words, word):
    status, output, errors = call(*(part.format(word) for part in words.split()))
    if status == 0:  # a large seed, or a blank among the cards
        assert (output != "", errors) == (True, "")
        return
    assert (status, output) == (2, "")
    assert errors.startswith("croupier")
    assert errors.count("\n") == 1
    assert errors[:-1].isprintable()


def test_info_shows_the_build(call):
    status, output, errors = call("info")
    assert (status, errors) == (0, "")
    shown = dict(line.split(": ", 1) for line in output.splitlines())
    build = croupier.build_info()
    assert shown.keys() == build.keys()
    assert shown["version"] == croupier.__version__
    assert shown["isas"].split(", ") == list(build["isas"])


def test_info_in_json_is_the_build(call):
    status, output, errors = call("info", "--json")
    assert (status, errors) == (0, "")
    assert json.loads(output) == json.loads(json.dumps(croupier.build_info()))


def test_version(call):
    assert call("--version") == (0, f"croupier {croupier.__version__}\n", "")


@pytest.mark.parametrize("words", [["--help"], ["evaluate", "--help"], ["info", "--help"]])
def test_help_names_the_options(call, words):
    status, output, errors = call(*words)
    assert (status, errors) == (0, "")
    assert output.startswith("usage: croupier")
    assert ("--version" if words == ["--help"] else "--json") in output


def test_the_console_script_is_the_command():
    (script,) = importlib.metadata.entry_points(group="console_scripts", name="croupier")
    assert script.load() is start.main


def test_the_library_does_not_import_the_command():
    program = "import sys, croupier; print({'croupier.cli', 'argparse'} & sys.modules.keys())"
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert result.stdout == b"set()\n"
