"""The ``croupier`` command as a whole: usage, complaints, statuses, what it tells of itself."""

import importlib.metadata
import json
import os
import shlex
import subprocess
import sys

import pytest
from command import run

import croupier
from croupier_command import start

COMMANDS = (
    "evaluate",
    "equity",
    "exact",
    "simulate",
    "merge",
    "replay",
    "advise",
    "info",
    "completion",
)


def test_a_complaint_holds_no_control_characters(call):
    status, _, errors = call("evaluate", "A\x1b[31m\nKd\u2028")
    assert status == 2
    assert errors.endswith("\n")
    assert errors[:-1].isprintable()
    assert "\\x1b[31m" in errors


@pytest.mark.parametrize("words", [["bogus"], ["info", "extra"], ["--verbose"], ["--json"]])
def test_bad_commands_are_status_2_and_one_line(call, words):
    status, output, errors = call(*words)
    assert (status, output) == (2, "")
    assert errors.startswith(("croupier: ", "croupier info: "))
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
        "equity {} KdKc",
        "equity AsAh KdKc --board {}",
        "equity AsAh KdKc --samples {}",
        "equity AsAh KdKc --std-error {}",
        "equity AsAh KdKc --samples 1 --first-sample {}",
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
    assert call("-V") == call("--version")


@pytest.mark.parametrize("words", [["--help"], ["evaluate", "--help"], ["info", "--help"]])
def test_help_names_the_options(call, words):
    status, output, errors = call(*words)
    assert (status, errors) == (0, "")
    assert output.startswith("usage: croupier")
    assert ("--version" if words == ["--help"] else "--json") in output


@pytest.mark.parametrize("words", [[], ["help"], ["-h"], ["help", "help"]])
def test_without_a_command_the_help_is_shown(call, words):
    assert call(*words) == call("--help")
    assert all(f"\n    {name} " in call(*words)[1] for name in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_help_shows_what_a_command_takes(call, name):
    status, output, errors = call("help", name)
    assert (status, output, errors) == call(name, "--help")
    assert status == 0
    assert output.startswith(f"usage: croupier {name} ")
    assert output.splitlines()[-1].startswith("example: ")


@pytest.mark.parametrize("columns", ["40", "80", "300"])
@pytest.mark.parametrize("name", COMMANDS)
def test_help_has_at_most_80_columns(call, monkeypatch, name, columns):
    monkeypatch.setenv("COLUMNS", columns)
    for words in (["--help"], ["help", name]):
        assert max(map(len, call(*words)[1].splitlines())) <= 80


@pytest.mark.parametrize("name", [name for name in COMMANDS if name not in ("merge", "completion")])
def test_the_example_of_a_command_works(call, name):
    *_, last = call("help", name)[1].splitlines()
    program, *words = shlex.split(last.removeprefix("example: "))
    status, output, errors = call(*words)
    assert (program, status, errors) == ("croupier", 0, "")
    assert output


def test_help_of_what_there_is_not(call):
    status, output, errors = call("help", "simulat")
    assert (status, output) == (2, "")
    assert errors.endswith("got 'simulat'; did you mean simulate?\n")


def test_completion_completes(tmp_path):
    script = tmp_path / "completion.bash"
    script.write_bytes(run("completion", "bash").stdout)
    ask = """
    source {script}; COMP_WORDS=({words}); COMP_CWORD={place}
    $(complete -p croupier | grep -o '_[a-z_]*'); printf '%s\\n' "${{COMPREPLY[@]}}"
    """
    for words, expected in (
        (["croupier", "sim"], {"simulate"}),
        (["croupier", "simulate", "ba"], {"baccarat"}),
        (["croupier", "simulate", "baccarat", "--first"], {"--first-round"}),
        (["croupier", "exact", "casino-holdem", "--strategy", "si"], {"side_bet"}),
    ):
        asked = ask.format(script=script, words=" ".join(words), place=len(words) - 1)
        result = subprocess.run(["bash", "-c", asked], capture_output=True, check=True)
        assert set(result.stdout.decode().split()) == expected, words


def test_completion_of_zsh_names_the_options(call):
    status, output, errors = call("completion", "zsh")
    assert (status, errors) == (0, "")
    assert output.startswith("#compdef croupier")
    assert "--first-round" in output


def test_completion_without_its_package_says_how_to_get_it(call, monkeypatch):
    monkeypatch.setitem(sys.modules, "shtab", None)
    needed = "croupier: completion needs shtab: pip install 'croupier[cli]'\n"
    assert call("completion", "bash") == (1, "", needed)


@pytest.mark.parametrize("module", ["croupier.cli", "croupier_command"])
def test_what_is_no_program_says_so(module):
    result = subprocess.run([sys.executable, "-m", module], capture_output=True, check=False)
    assert (result.returncode, result.stdout) == (1, b"")
    assert b"cannot be directly executed" in result.stderr


def test_the_console_script_is_the_command():
    (script,) = importlib.metadata.entry_points(group="console_scripts", name="croupier")
    assert script.load() is start.main


def test_the_library_does_not_import_the_command():
    program = "import sys, croupier; print({'croupier.cli', 'argparse'} & sys.modules.keys())"
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert result.stdout == b"set()\n"
