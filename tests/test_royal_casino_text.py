"""Moves, positions and records of Royal Casino as text."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

import croupier
from croupier import Build, RoyalMove

GAME = croupier.RoyalCasino()
POSITION = (
    "hands 8s 5h 3s | 8h Kd; table 2d 3c 5d; builds [8: 2h 6c, seat 1]; to move 0; stock -; "
    "piles - | 7h; sweeps 0 2; last capture 1"
)


def position_with(old: str, new: str) -> str:
    assert old in POSITION
    return POSITION.replace(old, new)


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        ("[8: junk]", "a card is needed, got 'junk'"),
        ("[8: ]", "a card is needed, got ']'"),
        ("[8 2h 6c, seat 1]", "':' is needed, got '2h'"),
        ("[x: 2h 6c, seat 1]", "a number up to 99 is needed, got 'x'"),
        ("[100: 2h 6c, seat 1]", "a number up to 99 is needed, got '100'"),
        ("[8: 2h 6c]", "',' is needed, got ']'"),
        ("[8: 2h 6c, 1]", "'seat' is needed, got '1'"),
        ("[8: 2h 6c, seat]", "a number up to 99 is needed, got ']'"),
        ("[8: 2h 6c, seat 1", r"'\]' is needed, got '(:|to|;)'"),
        ("8: 2h 6c, seat 1", r"'\[' is needed, got '8'"),
    ],
)
def test_one_grammar_for_builds(fault: str, message: str) -> None:
    """The fault of a build is named wherever builds stand."""
    build = "[8: 2h 6c, seat 1]"
    texts = [f"extend {build}: 3s+5d", f"increase {build} to 11: 3s"]
    if "[" in fault:
        texts.append(f"capture 8s: 3c+5d, {build}; ")
    for text in texts:
        with pytest.raises(ValueError, match=rf"^text: {message} at index \d+ of '"):
            RoyalMove.parse(text.replace(build, fault))
    with pytest.raises(ValueError, match=rf"^text: {message} at index \d+ of '"):
        GAME.parse_position(position_with(build, fault))


def test_the_index_counts_characters() -> None:
    with pytest.raises(ValueError, match=r"^text: a card is needed, got 'x♥' at index 20 of "):
        RoyalMove.parse("capture 8♦️: 8♥, 5♣+x♥")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("trail 7с", r"got '7\\u0441' at index 6 of 'trail 7\\u0441'$"),
        ("trail 7\ud800", r"got '7\\ud800' at index 6 of "),
        ("trail\x1b[31m", r"got 'trail\\x1b' at index 0 of 'trail\\x1b\[31m'$"),
        ("trail", r"a card is needed, got the end of 'trail'$"),
        ("trail " + "x" * 10**4, r"got 'xxxxxxxxxxxx'\.\.\. at index 6 of 'trail x+'\.\.\.$"),
    ],
)
def test_messages_are_short_and_printable(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=rf"^text: .*{message}") as caught:
        RoyalMove.parse(text)
    assert str(caught.value).isascii()


@pytest.mark.parametrize("number", ["100", "9" * 5000, "9" * 60_000])
def test_numbers_of_many_digits_are_refused(number: str) -> None:
    needed = r"^text: a number up to 99 is needed, got '"
    for text in (f"build {number}: 5c+3d", f"extend [{number}: 5c 3c, seat 0]: 8d",
                 f"extend [8: 5c 3c, seat {number}]: 8d"):  # fmt: skip
        with pytest.raises(ValueError, match=needed):
            RoyalMove.parse(text)
    for old, new in (("to move 0", f"to move {number}"), ("sweeps 0 2", f"sweeps 0 {number}"),
                     ("capture 1", f"capture {number}"), ("[8", f"[{number}")):  # fmt: skip
        with pytest.raises(ValueError, match=needed):
            GAME.parse_position(position_with(old, new))


LONG = """
import croupier

game = croupier.RoyalCasino()
position = str(game.position(["", ""], ""))


def refuses(read, text):
    try:
        read(text)
    except ValueError:
        return
    raise SystemExit(text[:30])


for n in (10_000, 2_000_000):
    for builds in ("[1: a" * n, "[1: a" + " " * n, "[" * n, "[8: 2c 6c, seat 1]" * n):
        refuses(game.parse_position, position.replace("builds -", "builds " + builds))
    for old, new in {
        "sweeps 0 0": "sweeps" + " 0" * n,
        "hands -": "hands - " + "| - " * n,
        "table -": "table " + "2c" * n,
        "; ": ";" * n,
    }.items():
        refuses(game.parse_position, position.replace(old, new))
    for text in (
        "capture 8d: " + "[8: 6d 2s, seat 1], " * n,
        "capture 8d: " + "[1: a" * n,
        "build 8: 5c" + "+5c" * n,
        "build 8: 5c" + ", 5c" * n,
        "extend [8: " + "5c " * n,
        "trail " + "x" * n,
        "build " + "9" * n,
        "[" * n,
        " " * n,
        "capture 8d:" + " " * n + "x",
    ):
        for read in (croupier.RoyalMove.parse, game.parse_position, game.parse_record):
            refuses(read, text)
    for line in ("trail 2c", "trail", "[1: a" * 10):
        refuses(game.parse_record, "\\n".join([position, *[line] * n]))
"""


def test_text_of_any_length_is_read_in_linear_time() -> None:
    """Where twice the text takes four times as long, this much takes days."""
    subprocess.run([sys.executable, "-c", LONG], check=True, timeout=120)


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("capture 8d: 8h, 5c+3c, [8: 6d 2s, seat 1]", "capture 8d: 3c+5c, 8h, [8: 2s 6d, seat 1]"),
        (
            "capture 8♦: 8♥️, 5C+3c, [08: 6D2S , seat 01]",
            "capture 8d: 3c+5c, 8h, [8: 2s 6d, seat 1]",
        ),
        (" trail 10h\n", "trail Th"),
        ("trail 10♥", "trail Th"),
        ("build 8: 5c+3d, 8h", "build 8: 5c+3d, 8h"),
        ("build 14: aC+kD, aD", "build 14: Ac+Kd, Ad"),
        ("extend [8:\t5c  3c, seat 0]: 6d+2s", "extend [8: 3c 5c, seat 0]: 6d+2s"),
        ("increase [10: 6c 4d, seat 1] to 12: 2s", "increase [10: 4d 6c, seat 1] to 12: 2s"),
    ],
)
def test_spellings_of_moves(text: str, same: str) -> None:
    assert str(RoyalMove.parse(text)) == same
    assert RoyalMove.parse(text) == RoyalMove.parse(same)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("8s 5h 3s | 8h Kd", "8S5♥3♠️|8h Kd "),
        ("[8: 2h 6c, seat 1]", " [08:  6c2h , seat 1] "),
        ("stock -; piles - | 7h", "stock  ; piles |7h"),
        ("sweeps 0 2", "sweeps 00 002"),
        ("hands", "\n hands"),
    ],
)
def test_spellings_of_positions(old: str, new: str) -> None:
    state = GAME.parse_position(POSITION)
    assert GAME.parse_position(position_with(old, new)) == state
    assert GAME.parse_position(str(state)) == state


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("8h Kd", "8h Kd | -", "hands: 2 are needed, got 3"),
        ("8h Kd", "8h Kd | - | - | -", "text: ';' is needed, got '|'"),
        ("- | 7h", "- | 7h | -", "piles: 2 are needed, got 3"),
        ("0 2;", "0 2 0 0;", "text: ';' is needed, got '0'"),
        ("[8:", "[15:", "builds: value: an int from 2 to 14 is needed, got 15"),
        ("to move", "to  move", "text: 'to move' is needed, got 'to'"),
        ("capture 1", "capture", "text: a number up to 99 is needed, got the end of "),
        ("capture 1", "capture 1 1", "text: the end is needed, got '1' at index "),
        ("stock -", "stock 8s", "stock: every card once is needed, got 8s twice"),
    ],
)
def test_faults_of_positions_are_named(old: str, new: str, message: str) -> None:
    with pytest.raises(ValueError, match="^" + message.replace("|", r"\|")):
        GAME.parse_position(position_with(old, new))


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["hands"], "text: line 1: a card is needed|text: line 1: ';' is needed"),
        ([POSITION, "", "trail 9x"], "text: line 3: a card is needed, got '9x' at index 6 of "),
        (["", POSITION, "trail 5h"], "text: line 3: R26: "),
        ([POSITION, "trail 9h", "junk"], "text: line 2: R24: "),
        ([POSITION, "build 8: 5h+3c", " ", "junk"], "text: line 4: capture, build, extend"),
        ([POSITION.replace("8h Kd", "8h 8h")], "text: line 1: hands: every card once"),
        ([], "text: line 1: 'hands' is needed, got the end of ''"),
    ],
)
def test_records_name_the_line(lines: list[str], message: str) -> None:
    with pytest.raises(ValueError, match=f"^({message})"):
        GAME.parse_record("\n".join(lines))


def test_text_longer_than_any_is_refused_by_its_length() -> None:
    for read in (RoyalMove.parse, GAME.parse_position):
        with pytest.raises(
            ValueError, match=r"^text: at most 65536 characters are needed, got 1000"
        ):
            read(" " * 10**6)
    assert RoyalMove.parse("trail" + " " * 60_000 + "7c") == RoyalMove.parse("trail 7c")


def test_text_of_another_type_is_refused() -> None:
    readers: list[Any] = [RoyalMove.parse, GAME.parse_position, GAME.parse_record]
    for read in readers:
        for text in (None, 5, b"trail 7c", ["trail 7c"]):
            with pytest.raises(TypeError, match=r"^text: a str is needed, got "):
                read(text)


def test_a_str_is_read_whatever_its_class_says() -> None:
    class Odd(str):
        def __getitem__(self, _: Any) -> Any:
            raise AssertionError

        encode = strip = splitlines = __len__ = __iter__ = __str__ = __getitem__  # type: ignore[assignment]

    assert RoyalMove.parse(Odd("trail 7c")) == RoyalMove.parse("trail 7c")
    state = GAME.parse_position(POSITION)
    assert GAME.parse_position(Odd(POSITION)) == state
    assert GAME.parse_record(Odd(POSITION)).start == state
    with pytest.raises(ValueError, match=r"^text: a card is needed, got '7x' at index 6 of "):
        RoyalMove.parse(Odd("trail 7x"))


def test_a_move_that_text_cannot_tell_is_shown_whole() -> None:
    """A repr that reads back gives the same move; others show all parts."""
    build = Build((4, 12), 8, 1, False)
    for move in (RoyalMove("trail", 20), RoyalMove("capture", 26, ((24,),), (build,), 8)):
        assert repr(move) == f"RoyalMove.parse({str(move)!r})"
    for move in (
        RoyalMove("increase", 0, ((4,),), (build,), 10),
        RoyalMove("extend", 26, (), (build, Build((5, 13), 8, 1, False)), 8),
        RoyalMove("capture", 26, (), (), 8),
        RoyalMove("trail", 26, (), (), 8),
    ):
        assert str(move)
        assert eval(repr(move)) == move
        assert repr(move).startswith("RoyalMove('")
