"""How far it is: a line on a terminal, of any width, and times as people write them."""

import fcntl
import os
import pty
import struct
import subprocess
import termios
from types import SimpleNamespace

import pytest
from command import COMMAND, HEAR_CTRL_C

import croupier
from croupier import _core
from croupier.cli import progress
from croupier.cli.progress import ProgressBar, lay_out, tell_time


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "0 s"),
        (0.2, "1 s"),
        (45, "45 s"),
        (59.5, "1 min"),
        (61, "1 min"),
        (754, "12 min"),
        (3600, "1 h"),
        (4325, "1 h 12 min"),
        (35_999, "9 h 59 min"),
        (36_000 + 720, "10 h"),
        (3 * 86_400 + 4 * 3600 + 59, "3 d 4 h"),
        (23 * 86_400 + 7200, "23 d"),
        (365 * 86_400, "1 year"),
        (1_775_028_162, "56 years"),
        (1e12, "31,709 years"),
    ],
)
def test_times_are_told_as_people_do(seconds, text):
    assert tell_time(seconds) == text


@pytest.mark.parametrize(
    ("room", "line"),
    [
        (99, "solving [###############...............] 50 %, 45 s left"),
        (42, "solving [########........] 50 %, 45 s left"),
        (31, "solving [##...] 50 %, 45 s left"),
        (30, "solving 50 %, 45 s left"),
        (16, "50 %, 45 s left"),
        (9, "50 %"),
        (3, ""),
    ],
)
def test_a_bar_never_wraps(room, line):
    assert lay_out("solving ", 0.5, "50 %, 45 s left", room) == line


class Terminal:
    def __init__(self):
        self.written = ""

    def isatty(self):
        return True

    def write(self, text):
        self.written += text

    def flush(self):
        pass

    def fileno(self):
        return -1  # no terminal has this one: 80 columns


@pytest.fixture
def terminal(monkeypatch):
    shown = Terminal()
    monkeypatch.setattr(progress, "sys", SimpleNamespace(stderr=shown))
    return shown


@pytest.fixture
def clock(monkeypatch):
    now = [1000.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: now[0])
    return now


def test_the_clock_starts_with_the_first_that_is_told(terminal, clock):
    with ProgressBar() as bar:
        clock[0] += 50  # what was done before
        bar.show(16, 1_000_000)
        clock[0] += 0.9
        bar.show(1000, 1_000_000)
        assert terminal.written == ""
        clock[0] += 0.6
        bar.show(100_000, 1_000_000)
        assert terminal.written == f"\r[{'#' * 3}{'.' * 27}] 10 %"  # too soon for an estimate
        clock[0] += 0.5
        bar.show(200_016, 1_000_000)  # 200,000 in 2 seconds
        assert terminal.written.endswith("20 %, 8 s left")
        clock[0] += 0.5
        bar.show(1_000_000, 1_000_000)
        assert terminal.written.endswith("100 %, 0 s left")
    assert terminal.written.endswith("\r" + " " * 48 + "\r")


def test_nothing_is_shown_where_nothing_took_long(terminal, clock):
    with ProgressBar() as bar:
        bar.show(0, 10, "solving")
        clock[0] += 0.5
        bar.show(10, 10, "solving")
    assert terminal.written == ""


def test_a_task_leaves_nothing_to_the_next_one(terminal, clock):
    with ProgressBar() as bar:
        bar.show(0, 10, "solving")
        clock[0] += 3
        bar.show(9, 10, "solving")
        line = "solving [" + "#" * 27 + "...] 90 %, 1 s left"
        assert terminal.written == "\r" + line
        bar.show(0, 1000)
        assert terminal.written == "\r" + line + "\r" + " " * len(line) + "\r"
        clock[0] += 1
        bar.show(100, 1000)
        assert terminal.written.endswith(f"\r[{'#' * 3}{'.' * 27}] 10 %")


def test_what_is_not_told_of_is_not_estimated(terminal, clock):
    with ProgressBar() as bar:
        for _ in range(3):
            bar.show(5, 10)
            clock[0] += 5
    assert "] 50 %" in terminal.written
    assert "left" not in terminal.written


def show_on_terminal(columns, *words, **environment):
    """What a terminal of so many columns gets, and the answer on a pipe."""
    terminal, end = pty.openpty()
    fcntl.ioctl(end, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    with subprocess.Popen(
        [*COMMAND, *words],
        stdout=subprocess.PIPE,
        stderr=end,
        preexec_fn=HEAR_CTRL_C,
        env=os.environ | environment,
    ) as process:
        os.close(end)
        shown = b""
        try:
            while block := os.read(terminal, 1000):
                shown += block
        except OSError:  # the other end is closed
            pass
        answer = process.stdout.read()
    os.close(terminal)
    assert process.returncode == 0
    return shown.decode(), answer.decode()


@pytest.mark.parametrize("columns", [10, 40, 200])
@pytest.mark.parametrize("setting", [{}, {"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_what_a_terminal_gets_is_one_line(columns, setting, tmp_path):
    words = ("simulate", "royal-casino", "--agents", "search,search", "--playouts", "400")
    words += ("--rounds", "12", "--seed", "1", "--threads", "1")
    shown, answer = show_on_terminal(columns, *words, XDG_CACHE_HOME=str(tmp_path), **setting)
    assert answer.startswith("royal-casino")
    assert "\x1b" not in shown
    assert "\n" not in shown
    assert all(len(line) < columns for line in shown.split("\r"))


# The solution of Casino Hold'em


def test_a_solution_tells_how_far_it_is(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    told = []
    game = croupier.CasinoHoldem(weakest_qualifying=7000)
    report = game.exact(progress=lambda *far: told.append(far))
    assert sum(report.counts) == 27_813_810_024_000
    done, totals = zip(*told, strict=True)
    assert done[0] == 0
    assert list(done) == sorted(done)
    assert set(totals) == {134_459}  # the boards up to the names of suits
    assert done[-1] < 134_459
    again = []
    game.exact(progress=lambda *far: again.append(far))
    assert again == []  # it was kept


def test_what_is_told_may_raise():
    def fail(done, _):
        if done:
            raise LookupError("enough")

    with pytest.raises(LookupError, match=r"^enough$"):
        _core.solve_casino_holdem(5746, 2, fail)


def test_a_simulation_tells_of_its_solution_first(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    told = []
    simulation = croupier.CasinoHoldem(weakest_qualifying=7001).simulation(seed=1)
    simulation.prepare(2, lambda *far: told.append(far))
    assert told[0] == (0, 134_459)
    told.clear()
    simulation.prepare(2, lambda *far: told.append(far))
    assert told == []


@pytest.mark.parametrize(
    "game", [croupier.CasinoHoldem(), croupier.Baccarat(), croupier.ThaiHiLo()]
)
def test_progress_is_called_or_refused(game):
    with pytest.raises(TypeError, match=r"^progress: a callable is needed, got int$"):
        game.exact(progress=5)
