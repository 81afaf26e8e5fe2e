"""The streams of the ``croupier`` command: pipes, terminals, full disks, locales, memory."""

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest
from command import COMMAND, HANDS, ROYAL, open_pipe, read_line, run, text_answer


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
    refused = b"-\tcards: 5, 6 or 7 cards are needed, got 1\n"
    assert result.stdout == (b"" if "As" in words else refused + b"1\tRoyal flush\n")


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
    answers = b"-\tcards: 5, 6 or 7 cards are needed, got 1\n1\tRoyal flush\n"
    assert result.stdout == (answers if redirection == "2>&-" else b"")


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
    assert result.returncode == 1
    reason = "cards: cannot read 'Z♥' at index 3 of 'A♠ Z♥'\n"
    assert result.stdout.decode() == f"1\tRoyal flush\n-\t{reason}"
    assert result.stderr.decode() == f"croupier: line 2: {reason}"


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
    assert (status, answers) == (1, 2)
    assert peak < base + 8_000_000


def test_standard_input_may_be_write_only(tmp_path):
    with (tmp_path / "file").open("wb") as file:
        result = subprocess.run(
            [*COMMAND, "evaluate", "-"], stdin=file, capture_output=True, timeout=60, check=False
        )
    assert (result.returncode, result.stdout) == (1, b"")
    assert result.stderr == b"croupier: Bad file descriptor\n"
