"""Ctrl-C at any moment of the ``croupier`` command."""

import contextlib
import itertools
import json
import os
import pty
import signal
import subprocess
import sys
import sysconfig
from functools import partial
from pathlib import Path

import pytest
from command import COMMAND, HEAR_CTRL_C, ROYAL, open_pipe, read_line
from conftest import InterruptAt

import croupier_command
from croupier import simulation
from croupier_command import start

# While it reads


def test_ctrl_c_is_status_130_without_a_word():
    with open_pipe() as process:
        process.stdin.write(f"{ROYAL}\n".encode())
        assert read_line(process.stdout.fileno()) == b"1\tRoyal flush\n"
        process.send_signal(signal.SIGINT)
        assert process.communicate() == (b"", b"")
    assert process.returncode == 130


# While it loads or ends

SCRIPT = [sys.executable, str(Path(sysconfig.get_path("scripts")) / "croupier")]
LOADED = [
    *("croupier._core", "numpy", "numpy.linalg", "croupier.hands", "croupier.lazy"),
    *("croupier.cli", "argparse"),
]
LOADED_WITH_GAMES = [
    "croupier.cli.games",
    "dataclasses",
    "croupier.games.game",
    "croupier.games.royal_casino",
    "croupier.report",
]
HOOK = """
import atexit, os, signal, sys

class Finder:
    def find_spec(name, path, target=None):
        if name == os.environ["INTERRUPTED"]:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Finder)
if os.environ["INTERRUPTED"] == "exit":
    atexit.register(lambda: os.kill(os.getpid(), signal.SIGINT))
"""


@pytest.fixture
def interrupt(tmp_path):
    """Run the command, with Ctrl-C when a module is looked for or at the exit."""
    (tmp_path / "sitecustomize.py").write_text(HOOK)
    path = os.pathsep.join(filter(None, (str(tmp_path), os.environ.get("PYTHONPATH"))))

    def run_interrupted(command, where, disposition=signal.SIG_DFL, words=("evaluate", ROYAL)):
        return subprocess.run(
            [*command, *words],
            env=os.environ | {"PYTHONPATH": path, "INTERRUPTED": where},
            preexec_fn=partial(signal.signal, signal.SIGINT, disposition),
            capture_output=True,
            timeout=60,
            check=False,
        )

    return run_interrupted


@pytest.mark.parametrize(
    ("command", "where"),
    [(SCRIPT, "croupier"), *itertools.product([SCRIPT, COMMAND], [*LOADED, "exit"])],
    ids=lambda value: value if isinstance(value, str) else Path(value[-1]).name,
)
def test_ctrl_c_while_the_command_loads_or_ends_shows_no_traceback(interrupt, command, where):
    result = interrupt(command, where)
    assert result.returncode == -signal.SIGINT
    assert result.stderr == b""
    assert result.stdout == (b"1\tRoyal flush\n" if where == "exit" else b"")


@pytest.mark.parametrize("command", [SCRIPT, COMMAND], ids=["script", "module"])
@pytest.mark.parametrize("where", LOADED_WITH_GAMES)
def test_ctrl_c_while_games_load_is_status_130(interrupt, command, where):
    result = interrupt(command, where, words=("exact", "thai-hilo"))
    assert (result.returncode, result.stdout, result.stderr) == (130, b"", b"")


@pytest.mark.parametrize(
    "words",
    [
        ("evaluate", ROYAL),
        ("info", "--json"),
        ("exact", "thai-hilo"),
        ("replay", "baccarat", "--seed", "1", "--round", "2"),
        ("simulate", "baccarat", "--rounds", "2e6", "--seed", "1", "--json"),
        ("equity", "AA", "KK", "--samples", "1e6", "--seed", "1", "--json"),
    ],
    ids=lambda words: words[0],
)
def test_ctrl_c_at_any_moment_of_a_command_is_status_130(monkeypatch, capsys, words):
    interrupt = InterruptAt(0)
    looping = []

    def profile(frame, event, argument):
        if frame.f_code is simulation.run.__code__:
            looping.append(interrupt.moment - interrupt.left)
        interrupt(frame, event, argument)

    def on_interrupt(action=signal.SIG_DFL):
        sys.setprofile(None if action is signal.SIG_DFL else profile)

    monkeypatch.setattr(croupier_command, "on_interrupt", on_interrupt)
    monkeypatch.setattr(sys, "argv", ["croupier", *words])

    def interrupt_at(moment):
        nonlocal interrupt
        interrupt = InterruptAt(moment)
        looping.clear()
        try:
            status = start.main()
        finally:
            sys.setprofile(None)
        output, errors = capsys.readouterr()
        assert errors == "" or '"partial": true' in output
        return status, output

    for _ in range(2):  # the first one fills what is kept
        assert interrupt_at(10**9)[0] == 0
    moments = 10**9 - interrupt.left
    partial_reports = 0
    for moment in [*range(1, moments, moments // 100), *looping[::10]]:
        status, output = interrupt_at(moment)
        assert status == (130 if interrupt.came else 0)
        partial_reports += '"partial": true' in output
    assert (partial_reports > 5) == (words[0] in ("simulate", "equity"))


INTERRUPTED_IMPORT = """
import os, sys, numpy

def run(moment):
    seen, core = 0, []
    def count(_frame, event, argument):
        nonlocal seen
        if event == "c_return" and argument.__name__ == "create_dynamic":
            core.append(seen)  # the last one is that of croupier._core
        if event != "c_call":
            seen += 1
            if seen == moment:
                raise KeyboardInterrupt
    sys.setprofile(count)
    try:
        import croupier
        came = False
    except KeyboardInterrupt:
        came = True
    finally:
        sys.setprofile(None)
    import croupier
    assert croupier.evaluate("As Ks Qs Js Ts") == 1
    assert croupier.ThaiHiLo().exact()
    return came, seen, core[-1:]

def fork(moment):
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(writer, repr(run(moment)).encode())
        os._exit(0)
    os.close(writer)
    with open(reader) as answer:
        came, seen, core = eval(answer.read() or "None")
    assert os.waitpid(child, 0)[1] == 0
    return came, seen, core

came, total, (core,) = fork(0)
moments = [*range(1, total, total // 30), *range(core - 80, core + 20, 2)]
print(sum(fork(moment)[0] for moment in moments), len(moments))
"""


def test_an_import_that_ctrl_c_ended_can_be_repeated():
    result = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", INTERRUPTED_IMPORT],
        capture_output=True,
        timeout=300,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    came, moments = map(int, result.stdout.split())
    assert came > 0.8 * moments


@pytest.mark.parametrize("command", [SCRIPT, COMMAND], ids=["script", "module"])
@pytest.mark.parametrize("where", ["numpy", "croupier.cli", "exit"])
def test_ctrl_c_may_be_ignored(interrupt, command, where):
    result = interrupt(command, where, signal.SIG_IGN)
    assert (result.returncode, result.stdout, result.stderr) == (0, b"1\tRoyal flush\n", b"")


def test_the_library_leaves_ctrl_c_alone(tmp_path):
    program = "import signal; before = signal.getsignal(2); import croupier, croupier.cli; "
    program += "assert before is signal.getsignal(2) is signal.default_int_handler"
    application = tmp_path / "application"
    application.mkdir()
    (application / "__init__.py").write_text(program)
    (application / "__main__.py").touch()
    for command in (["-c", program], ["-m", "application", "croupier"]):
        result = subprocess.run(
            [sys.executable, *command],
            cwd=tmp_path,
            preexec_fn=HEAR_CTRL_C,
            capture_output=True,
            check=False,
        )
        assert (result.returncode, result.stderr) == (0, b"")


# While it simulates


def interrupt_when_the_bar_shows(*words):
    """Run a command with a terminal as standard error: status, output, what the terminal got."""
    terminal, end = pty.openpty()
    with subprocess.Popen(
        [*COMMAND, *words], stdout=subprocess.PIPE, stderr=end, preexec_fn=HEAR_CTRL_C
    ) as process:
        os.close(end)
        shown = os.read(terminal, 1000)
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=30)
        with contextlib.suppress(OSError):  # the other end is closed
            while block := os.read(terminal, 1000):
                shown += block
    os.close(terminal)
    return process.returncode, output, shown


@pytest.mark.parametrize("game", ["baccarat", "thai-hilo"])
def test_ctrl_c_leaves_a_partial_report(game):
    words = ("simulate", game, "--rounds", "1e12", "--seed", "5", "--json")
    status, output, shown = interrupt_when_the_bar_shows(*words)
    assert status == 130
    report = json.loads(output)
    assert report["partial"] is True
    assert 0 < report["rounds"] < 10**12
    assert sum(row["count"] for row in report["outcomes"]) == report["rounds"]
    bar = b"[" + b"." * 30 + b"] 0 %"
    assert shown.startswith(b"\r" + bar)
    assert b"\x1b" not in shown
    drawn, complaint = shown.rstrip().decode().split("\rcroupier: interrupted; to go on: ")
    assert drawn.rpartition("\r")[2].isspace()  # the bar is wiped out
    ((first, stop),) = report["missing"]
    assert (first, stop) == (report["rounds"], 10**12)
    assert complaint == (
        f"croupier simulate {game} --json --seed 5 --first-round {first} --rounds {stop - first}"
    )


def test_a_partial_table_says_so():
    status, output, _ = interrupt_when_the_bar_shows("simulate", "baccarat", "--rounds", "1e12")
    assert status == 130
    assert b", partial," in output.splitlines()[0]
