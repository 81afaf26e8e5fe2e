"""The ``croupier`` command: what it prints, how it ends, and what it keeps in memory."""

import contextlib
import importlib.metadata
import io
import itertools
import json
import os
import pty
import select
import signal
import subprocess
import sys
import sysconfig
from functools import partial
from pathlib import Path

import pytest

import croupier
import croupier_command
from croupier.cli import main

COMMAND = [sys.executable, "-m", "croupier"]
ROYAL = "As Ks Qs Js Ts"
ROYAL_RECORD = {
    "cards": "AsKsQsJsTs",
    "strength": 1,
    "category": "royal flush",
    "best_five": "AsKsQsJsTs",
    "description": "Royal flush",
}
HANDS = ["As Kd Th 9c 2s", "AsAdAhKcKd", "2c3c4c5c6c 7c 8c", "10h Ts 9♥ 9♠ ad kd", "2c3d4h5s7c"]


def run(*words, stdin=b"", **options):
    options.setdefault("stdout", subprocess.PIPE)
    options.setdefault("stderr", subprocess.PIPE)
    return subprocess.run([*COMMAND, *words], input=stdin, timeout=60, check=False, **options)


@pytest.fixture
def feed(monkeypatch, capsys):
    """Run `evaluate` in this process on bytes of standard input: status, output, errors."""

    def evaluate(content, *words):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
        return main(["evaluate", *words]), *capsys.readouterr()

    return evaluate


@pytest.fixture
def call(capsys):
    """Run a command in this process: status, output, errors."""
    return lambda *words: (main(words), *capsys.readouterr())


def text_answer(hand):
    strength = croupier.evaluate(hand)
    return f"{strength}\t{croupier.describe(strength)}\n"


# One hand


@pytest.mark.parametrize("words", [[ROYAL], ROYAL.split(), ["ASKS", "qsjs 10s"], ["A♠K♠Q♠J♠T♠"]])
def test_the_words_make_one_hand(call, words):
    assert call("evaluate", *words) == (0, "1\tRoyal flush\n", "")


@pytest.mark.parametrize("hand", HANDS)
def test_a_hand_is_ranked_and_described(call, hand):
    assert call("evaluate", hand) == (0, text_answer(hand), "")


@pytest.mark.parametrize("words", [["--json", ROYAL], [ROYAL, "--json"]])
def test_one_hand_in_json(call, words):
    status, output, errors = call("evaluate", *words)
    assert (status, errors) == (0, "")
    assert json.loads(output) == ROYAL_RECORD
    assert output.count("\n") == 1


def test_json_gives_the_five_cards_of_seven(call):
    _, output, _ = call("evaluate", "--json", "Ac 2d 3h 4s 5c 9h 9d")
    record = json.loads(output)
    assert record["cards"] == "Ac2d3h4s5c9h9d"
    assert record["best_five"] == "5c4s3h2dAc"
    assert record["category"] == "straight"
    assert record["description"] == "Straight, five high"


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["AsKs"], "croupier evaluate: cards: 5, 6 or 7 cards are needed, got 2\n"),
        ([""], "croupier evaluate: cards: 5, 6 or 7 cards are needed, got 0\n"),
        (["As", "Kd", "Zx"], "croupier evaluate: cards: cannot read 'Zx' at index 6 of 'As Kd Zx'"),
        (["As As Kd Qd Jd"], "croupier evaluate: cards: As stands twice\n"),
        (["As", "-"], "croupier evaluate: cards: cannot read '-' at index 3 of 'As -'\n"),
        (["--strange"], "croupier: unrecognized arguments: --strange\n"),
        (["--js", ROYAL], "croupier: unrecognized arguments: --js\n"),
    ],
)
def test_bad_usage_is_status_2_and_one_line(call, words, complaint):
    status, output, errors = call("evaluate", *words)
    assert (status, output) == (2, "")
    assert errors.startswith(complaint)
    assert errors.count("\n") == 1


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


# A hand a line


@pytest.mark.parametrize("words", [[], ["-"], ["--", "-"]])
def test_lines_are_answered_in_order(feed, words):
    content = "\n".join(HANDS).encode()
    expected = "".join(map(text_answer, HANDS))
    assert feed(content, *words) == (0, expected, "")


def test_lines_in_json_carry_their_number(feed):
    status, output, errors = feed(f"{ROYAL}\n\n  {HANDS[3]}\n".encode(), "--json")
    assert (status, errors) == (0, "")
    first, second = map(json.loads, output.splitlines())
    assert first == {"line": 1} | ROYAL_RECORD
    assert second["line"] == 3
    assert second["cards"] == "ThTs9h9sAdKd"


@pytest.mark.parametrize("content", [b"", b"\n", b"\r\n \t\r\n", b"\xef\xbb\xbf"])
def test_nothing_gives_nothing(feed, content):
    assert feed(content) == (0, "", "")


def test_byte_order_mark_and_dos_line_ends_are_accepted(feed):
    content = b"\xef\xbb\xbf" + f"{ROYAL}\r\n\r\n{HANDS[0]}\r\n".encode()
    assert feed(content) == (0, f"1\tRoyal flush\n{text_answer(HANDS[0])}", "")


def test_a_byte_order_mark_is_one_only_at_the_start(feed):
    status, output, errors = feed(f"{ROYAL}\n\ufeff{ROYAL}\n".encode())
    assert (status, output) == (1, "1\tRoyal flush\n")
    assert errors.startswith("croupier: line 2: cards: cannot read ")


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        (b"As Kd Zx\r", "cards: cannot read 'Zx' at index 6 of 'As Kd Zx'\n"),
        (b"As Kd", "cards: 5, 6 or 7 cards are needed, got 2\n"),
        (b"As As Kd Qd Jd", "cards: As stands twice\n"),
        (b"A\xff Kd", "'utf-8' codec can't decode byte 0xff in position 1"),
        (b"As" + b" " * 1000 + b"Kd", "cards: a line has at most 1000 bytes\n"),
        (b"As\0", "cards: cannot read "),
        (b"-", "cards: cannot read '-' at index 0 of '-'\n"),
    ],
)
@pytest.mark.parametrize("json_word", [[], ["--json"]])
def test_a_bad_line_is_reported_and_the_rest_answered(feed, line, complaint, json_word):
    content = b"%b\n\n%b\n%b\n" % (ROYAL.encode(), line, ROYAL.encode())
    status, output, errors = feed(content, *json_word)
    assert status == 1
    assert output.count("\n") == 2
    assert errors.startswith(f"croupier: line 3: {complaint}")
    assert errors.count("\n") == 1
    assert errors[:-1].isprintable()


@pytest.mark.parametrize("length", [999, 1000, 1001, 1002, 1999, 2000, 2001, 66_000, 200_000])
def test_the_limit_of_a_line_does_not_depend_on_the_reads(feed, length):
    # A hand, blanks and something unreadable: cut anywhere, it would pass for a hand.
    line = (ROYAL.encode().ljust(length - 1) + b"Z").ljust(length)
    for padding in (0, 60_000, 64_900, 65_000, 65_530):
        content = b"\n" * padding + line + b"\n" + ROYAL.encode()
        status, output, errors = feed(content)
        assert (status, output) == (1, "1\tRoyal flush\n")
        assert errors.startswith(f"croupier: line {padding + 1}: cards: ")
        assert ("at most 1000 bytes" in errors) == (length > 1000)


def test_the_limit_does_not_count_a_byte_order_mark(feed):
    for mark in (b"", b"\xef\xbb\xbf"):
        assert feed(mark + ROYAL.encode().ljust(1000)) == (0, "1\tRoyal flush\n", "")
        assert feed(mark + ROYAL.encode().ljust(1001))[0] == 1


def test_hands_that_straddle_reads_are_whole(feed):
    content = b"".join(b" " * (i % 7) + b"As Ks Qs Js 10\xe2\x99\xa0\n" for i in range(20_000))
    assert feed(content) == (0, "1\tRoyal flush\n" * 20_000, "")


def test_answers_and_complaints_keep_their_order():
    content = f"{ROYAL}\nAs\n{ROYAL}\nKs\n".encode()
    result = run("evaluate", stdin=content, stderr=subprocess.STDOUT)
    assert [line.split()[0] for line in result.stdout.splitlines()] == [
        b"1",
        b"croupier:",
        b"1",
        b"croupier:",
    ]
    assert result.returncode == 1


# Streams, terminals and pipes


def read_line(descriptor):
    """One line as it comes; an empty one where it does not come within 30 seconds."""
    line = b""
    while not line.endswith(b"\n") and select.select([descriptor], [], [], 30)[0]:
        line += os.read(descriptor, 1000)
    return line


def open_pipe(**options):
    return subprocess.Popen(
        [*COMMAND, "evaluate"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
        # A job in the background starts with this signal ignored.
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
        **options,
    )


def test_a_slow_writer_is_answered_line_by_line():
    with open_pipe() as process:
        for hand in HANDS:
            half = len(hand) // 2
            process.stdin.write(hand[:half].encode())
            process.stdin.write(f"{hand[half:]}\n".encode())
            assert read_line(process.stdout.fileno()) == text_answer(hand).encode()
        process.stdin.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


def test_standard_input_may_be_non_blocking():
    reader, writer = os.pipe()
    os.set_blocking(reader, False)
    with subprocess.Popen(
        [*COMMAND, "evaluate", "-"], stdin=reader, stdout=subprocess.PIPE, bufsize=0
    ) as process:
        os.close(reader)
        for _ in range(2):
            os.write(writer, f"{ROYAL}\n".encode())
            assert read_line(process.stdout.fileno()) == b"1\tRoyal flush\n"
        os.close(writer)
    assert process.returncode == 0


def test_ctrl_c_is_status_130_without_a_word():
    with open_pipe() as process:
        process.stdin.write(f"{ROYAL}\n".encode())
        assert read_line(process.stdout.fileno()) == b"1\tRoyal flush\n"
        process.send_signal(signal.SIGINT)
        assert process.communicate() == (b"", b"")
    assert process.returncode == 130


SCRIPT = [sys.executable, str(Path(sysconfig.get_path("scripts")) / "croupier")]
LOADED = [
    *("croupier._core", "numpy", "numpy.linalg", "croupier.games", "dataclasses"),
    *("croupier.games.royal_casino", "croupier.report", "croupier.cli", "argparse", "json"),
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

    def run_interrupted(command, where, disposition=signal.SIG_DFL):
        return subprocess.run(
            [*command, "evaluate", ROYAL],
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


@pytest.mark.parametrize(
    "words",
    [
        ("evaluate", ROYAL),
        ("info", "--json"),
        ("exact", "thai-hilo"),
        ("replay", "baccarat", "--seed", "1", "--round", "2"),
        ("simulate", "baccarat", "--rounds", "2e6", "--seed", "1", "--json"),
    ],
    ids=lambda words: words[0],
)
def test_ctrl_c_at_any_moment_of_a_command_is_status_130(monkeypatch, capsys, words):
    left = 0

    def count_down(_frame, event, _argument):
        nonlocal left
        if event != "c_call":  # Python looks for signals where calls begin and after they end
            left -= 1
            if left == 0:
                raise KeyboardInterrupt

    def on_interrupt(action=signal.SIG_DFL):
        sys.setprofile(None if action is signal.SIG_DFL else count_down)

    monkeypatch.setattr(croupier_command, "on_interrupt", on_interrupt)
    monkeypatch.setattr(sys, "argv", ["croupier", *words])

    def interrupt_at(moment):
        nonlocal left
        left = moment
        try:
            status = croupier_command.main()
        finally:
            sys.setprofile(None)
        output, errors = capsys.readouterr()
        assert errors == ""
        return status, output

    for _ in range(2):  # the first one fills what is kept
        assert interrupt_at(10**9)[0] == 0
    moments = 10**9 - left
    partial_reports = 0
    for moment in range(1, moments, moments // 100):
        status, output = interrupt_at(moment)
        assert status == (130 if left <= 0 else 0)
        partial_reports += words[0] == "simulate" and '"partial": true' in output
    assert (partial_reports > 0) == (words[0] == "simulate")


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
            preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
            capture_output=True,
            check=False,
        )
        assert (result.returncode, result.stderr) == (0, b"")


def test_a_terminal_as_standard_input_is_read_only_when_asked():
    controller, terminal = pty.openpty()
    try:
        options = {"stdin": terminal, "capture_output": True, "timeout": 60, "check": False}
        result = subprocess.run([*COMMAND, "evaluate"], **options)
        assert (result.returncode, result.stdout) == (2, b"")
        assert result.stderr.startswith(b"croupier evaluate: give cards")
        assert result.stderr.count(b"\n") == 1
        os.write(controller, f"{ROYAL}\n\x04".encode())
        result = subprocess.run([*COMMAND, "evaluate", "-"], **options)
        assert (result.returncode, result.stdout, result.stderr) == (0, b"1\tRoyal flush\n", b"")
    finally:
        os.close(controller)
        os.close(terminal)


@pytest.fixture(params=["", "1"])
def environment(request):
    """Standard output buffered, and not."""
    return os.environ | {"PYTHONUNBUFFERED": request.param}


@pytest.mark.parametrize("words", [["evaluate", ROYAL], ["evaluate"], ["info"], ["--version"]])
def test_a_pipe_closed_before_the_first_answer_ends_quietly(words, environment):
    reader, writer = os.pipe()
    os.close(reader)
    result = run(*words, stdin=ROYAL.encode(), stdout=writer, env=environment)
    os.close(writer)
    assert (result.returncode, result.stderr) == (0, b"")


def test_a_pipe_closed_after_an_answer_ends_quietly(tmp_path, environment):
    source = tmp_path / "hands"
    source.write_text(f"{ROYAL}\n" * 200_000)
    with (
        source.open("rb") as stdin,
        subprocess.Popen(
            [*COMMAND, "evaluate"],
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment,
        ) as process,
    ):
        assert process.stdout.readline() == b"1\tRoyal flush\n"
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


@pytest.mark.parametrize("words", [["evaluate", ROYAL], ["evaluate"], ["info"], ["--help"]])
def test_a_full_disk_is_status_1_and_one_line(words, environment):
    hands = f"{ROYAL}\n".encode() * 10_000
    with Path("/dev/full").open("wb") as full:
        result = run(*words, stdin=hands, stdout=full, env=environment)
    assert result.returncode == 1
    assert result.stderr == b"croupier: No space left on device\n"


@pytest.mark.parametrize("words", [["evaluate", "As"], ["evaluate"]])
def test_standard_error_may_be_full(words, environment):
    with Path("/dev/full").open("wb") as full:
        result = run(*words, stdin=f"As\n{ROYAL}\n".encode(), stderr=full, env=environment)
    assert result.returncode == (2 if "As" in words else 1)
    assert result.stdout == (b"" if "As" in words else b"1\tRoyal flush\n")


@pytest.mark.parametrize(
    ("redirection", "status", "errors"),
    [
        ("<&-", 2, b"croupier evaluate: give cards, or a hand a line on standard input\n"),
        (">&-", 1, b"croupier: standard output is closed\n"),
        ("2>&-", 1, b""),
    ],
)
def test_standard_streams_may_be_closed(redirection, status, errors):
    result = subprocess.run(
        ["sh", "-c", f'exec "$@" {redirection}', "sh", *COMMAND, "evaluate", "-"],
        input=f"As\n{ROYAL}\n".encode(),
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert (result.returncode, result.stderr) == (status, errors)
    assert result.stdout == (b"1\tRoyal flush\n" if redirection == "2>&-" else b"")


@pytest.mark.parametrize(
    "settings",
    [
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"LANG": "C", "PYTHONIOENCODING": "ascii:strict"},
        {"PYTHONIOENCODING": "utf-16"},
        {"PYTHONIOENCODING": "latin-1", "PYTHONUNBUFFERED": "1"},
    ],
)
def test_input_and_output_are_utf_8_in_every_locale(settings):
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("LC_", "PYTHONIO"))}
    environment |= settings
    suits = "A♠ K♠ Q♠ J♠ 10♠️".encode()
    assert run("evaluate", suits, env=environment).stdout == b"1\tRoyal flush\n"
    result = run("evaluate", stdin=suits + "\nA♠ Z♥".encode(), env=environment)
    assert (result.returncode, result.stdout) == (1, b"1\tRoyal flush\n")
    assert "cannot read 'Z♥' at index 3 of 'A♠ Z♥'" in result.stderr.decode()


def test_an_argument_that_is_not_utf_8_is_bad_usage():
    result = run("evaluate", b"As\xff")
    assert (result.returncode, result.stdout) == (2, b"")
    assert result.stderr.startswith(b"croupier evaluate: ")
    assert result.stderr.count(b"\n") == 1


def peak_memory(source):
    """The status, the answers and the peak of resident memory of `evaluate` on a file."""
    with source.open("rb") as stdin, source.with_suffix(".out").open("w+b") as output:
        process = subprocess.Popen(
            [*COMMAND, "evaluate"], stdin=stdin, stdout=output, stderr=subprocess.DEVNULL
        )
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        answers = sum(block.count(b"\n") for block in iter(lambda: output.read(1 << 20), b""))
    unit = 1 if sys.platform == "darwin" else 1024
    return process.returncode, answers, usage.ru_maxrss * unit


def test_memory_does_not_grow_with_the_input(tmp_path):
    small, long, endless = (tmp_path / name for name in ("small", "long", "endless"))
    lines = "".join(f"{hand}\n" for hand in HANDS * 200).encode()
    small.write_bytes(lines)
    with long.open("wb") as file:
        for _ in range(2000):
            file.write(lines)
    with endless.open("wb") as file:  # 200 MB without an end of line, then a hand
        file.seek(200_000_000)
        file.write(f"\n{ROYAL}\n".encode())
    status, answers, base = peak_memory(small)
    assert (status, answers) == (0, 1000)
    status, answers, peak = peak_memory(long)
    assert (status, answers) == (0, 2_000_000)
    assert peak < base + 8_000_000
    status, answers, peak = peak_memory(endless)
    assert (status, answers) == (1, 1)
    assert peak < base + 8_000_000


def test_standard_input_may_be_write_only(tmp_path):
    with (tmp_path / "file").open("wb") as file:
        result = subprocess.run(
            [*COMMAND, "evaluate", "-"], stdin=file, capture_output=True, timeout=60, check=False
        )
    assert (result.returncode, result.stdout) == (1, b"")
    assert result.stderr == b"croupier: Bad file descriptor\n"


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


# The rest


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
    assert script.load() is croupier_command.main


def test_the_library_does_not_import_the_command():
    program = "import sys, croupier; print({'croupier.cli', 'argparse'} & sys.modules.keys())"
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert result.stdout == b"set()\n"


# Games


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
        ("simulate baccarat --rounds 1e999", "croupier simulate: argument --rounds: an integer"),
        ("simulate baccarat --rounds 1.5", "croupier simulate: argument --rounds: an integer"),
        ("simulate baccarat --rounds 1e-3", "croupier simulate: argument --rounds: an integer"),
        ("simulate baccarat --rounds ten", "croupier simulate: argument --rounds: an integer"),
        ("simulate baccarat --rounds 1 --seed -1", "croupier simulate: seed: an int from 0"),
        ("simulate baccarat --rounds 1 --threads 0", "croupier simulate: threads: a positive int"),
        ("simulate thai-hilo --rounds 1 --stake 0", "croupier simulate: stake: an int from 1"),
        ("exact baccarat --decks 0", "croupier exact: decks: an int from 1 to 20164"),
        ("exact thai-hilo --decks 8", "croupier exact: --decks: thai-hilo has none"),
        ("exact roulette", "croupier exact: argument GAME: invalid choice: 'roulette'"),
        ("exact", "croupier exact: the following arguments are required: GAME"),
        ("replay baccarat --seed 1 --round -1", "croupier replay: index: an int 0 to 2**64 - 1"),
        ("replay baccarat --round 1", "croupier replay: the following arguments are required: --"),
    ],
)  # fmt: skip
def test_bad_usage_of_games_is_status_2_and_one_line(call, words, complaint):
    status, output, errors = call(*words.split())
    assert (status, output) == (2, "")
    assert errors.startswith(complaint)
    assert errors.count("\n") == 1


def interrupt_when_the_bar_shows(*words):
    """Run a command with a terminal as standard error: status, output, what the terminal got."""
    terminal, end = pty.openpty()
    with subprocess.Popen([*COMMAND, *words], stdout=subprocess.PIPE, stderr=end) as process:
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
    assert shown.startswith(b"\r\x1b[K[..............................] 0 %, ")
    assert shown.endswith(b"\r\x1b[K")


def test_a_partial_table_says_so():
    status, output, _ = interrupt_when_the_bar_shows("simulate", "baccarat", "--rounds", "1e12")
    assert status == 130
    assert b", partial, " in output.splitlines()[0]


def test_a_pipe_gets_the_answer_alone():
    result = run("simulate", "baccarat", "--rounds", "2e8", "--seed", "5", "--json")
    assert (result.returncode, result.stderr) == (0, b"")
    assert json.loads(result.stdout)["rounds"] == 2 * 10**8
