"""`croupier evaluate`: one hand, and a hand a line."""

import io
import json
import subprocess
import sys

import pytest
from command import HANDS, ROYAL, run, text_answer
from conftest import deal

import croupier
from croupier import _core, reference
from croupier.cli import main

ROYAL_RECORD = {
    "cards": "AsKsQsJsTs",
    "strength": 1,
    "category": "royal flush",
    "best_five": "AsKsQsJsTs",
    "description": "Royal flush",
}


@pytest.fixture
def feed(monkeypatch, capsys):
    """Run `evaluate` in this process on bytes of standard input: status, output, errors."""

    def evaluate(content, *words):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
        return main(["evaluate", *words]), *capsys.readouterr()

    return evaluate


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
        (["--strange"], "croupier evaluate: --strange: no such option\n"),
        (["--js", ROYAL], "croupier evaluate: --js: no such option; did you mean --json?\n"),
    ],
)
def test_bad_usage_is_status_2_and_one_line(call, words, complaint):
    status, output, errors = call("evaluate", *words)
    assert (status, output) == (2, "")
    assert errors.startswith(complaint)
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
    first, empty, third = map(json.loads, output.splitlines())
    assert first == {"line": 1} | ROYAL_RECORD
    assert empty == {"line": 2, "error": "no cards"}
    assert third["line"] == 3
    assert third["cards"] == "ThTs9h9sAdKd"


@pytest.mark.parametrize("content", [b"", b"\xef\xbb\xbf"])
def test_nothing_gives_nothing(feed, content):
    assert feed(content) == (0, "", "")


@pytest.mark.parametrize(
    ("content", "lines"), [(b"\n", 1), (b"\r\n \t\r\n", 2), (b"\n ", 2), (b"\xef\xbb\xbf\n", 1)]
)
def test_an_empty_line_is_marked_and_not_bad(feed, content, lines):
    assert feed(content) == (0, "-\tno cards\n" * lines, "")
    records = "".join(f'{{"line": {n + 1}, "error": "no cards"}}\n' for n in range(lines))
    assert feed(content, "--json") == (0, records, "")


MIXED = [ROYAL, "", HANDS[3], "As Kd Zx", "Ks", HANDS[2], "2c3d4h5s7c9sTs 2h"]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("last", ["", "end"])
def test_a_line_comes_out_for_each_line_that_goes_in(feed, end, last):
    content = (end.join(MIXED * 500) + (end if last else "")).encode()
    answers = {hand: text_answer(hand) for hand in (ROYAL, HANDS[3], HANDS[2])} | {
        "": "-\tno cards\n",
        "As Kd Zx": "-\tcards: cannot read 'Zx' at index 6 of 'As Kd Zx'\n",
        "Ks": "-\tcards: 5, 6 or 7 cards are needed, got 1\n",
        MIXED[-1]: "-\tcards: 5, 6 or 7 cards are needed, got 8\n",
    }
    status, output, errors = feed(content)
    assert (status, errors.count("\n")) == (1, 1500)
    assert output == "".join(answers[hand] for hand in MIXED) * 500
    shown = [json.loads(line) for line in feed(content, "--json")[1].splitlines()]
    assert [record["line"] for record in shown] == list(range(1, 3501))
    for hand, record in zip(MIXED, shown, strict=False):
        strength, reason = answers[hand].rstrip("\n").split("\t")
        assert record.get("error", str(record.get("strength"))) in (strength, reason)


def test_records_of_lines_are_those_that_json_writes(feed):
    hands = [croupier.format_cards(hand) for hand in deal(3, 2000, 7)]
    output = feed("\n".join(hands).encode(), "--json")[1]
    for number, (hand, line) in enumerate(zip(hands, output.splitlines(), strict=True), 1):
        strength = reference.evaluate(reference.parse_cards(hand))
        five = reference.format_cards(reference.best_five(reference.parse_cards(hand)))
        record = {
            "line": number,
            "cards": hand,
            "strength": strength,
            "category": croupier.category(strength).name.lower().replace("_", " "),
            "best_five": five,
            "description": croupier.describe(strength),
        }
        assert line == json.dumps(record)


@pytest.mark.parametrize(
    ("lines", "longest", "strengths"),
    [
        (b"", 9, []),
        (b"\n", 9, [0]),
        (b"AsKsQsJsTs\nAsKsQsJsTs", 10, [1, 1]),
        (b"AsKsQsJsTs \nAsKsQsJsTs\r\n", 10, [0, 0]),
        (b"AsKsQsJs\nAsKsQsJsTsAs\nAsKsQsJsTs2c2d2h\nAsKsQsJsTs\0", 99, [0, 0, 0, 0]),
    ],
)
def test_the_core_ranks_lines(lines, longest, strengths):
    ranked, cards, fives = _core.rank_lines(lines, longest, True)
    assert ranked.tolist() == strengths
    texts = ["AsKsQsJsTs" if strength else "" for strength in strengths]
    assert (cards, fives) == (texts, texts)
    assert _core.rank_lines(lines, longest, False)[1:] == ([], [])


@pytest.mark.parametrize("lines", ["AsKsQsJsTs", None, bytearray(b"As")])
def test_the_core_ranks_lines_of_bytes_alone(lines):
    needed = f"lines: bytes are needed, got {type(lines).__name__}"
    with pytest.raises(TypeError, match=f"^{needed}$"):
        _core.rank_lines(lines, 9, False)


def test_byte_order_mark_and_dos_line_ends_are_accepted(feed):
    content = b"\xef\xbb\xbf" + f"{ROYAL}\r\n\r\n{HANDS[0]}\r\n".encode()
    expected = f"1\tRoyal flush\n-\tno cards\n{text_answer(HANDS[0])}"
    assert feed(content) == (0, expected, "")


def test_a_byte_order_mark_is_one_only_at_the_start(feed):
    status, output, errors = feed(f"{ROYAL}\n\ufeff{ROYAL}\n".encode())
    assert (status, output[:16]) == (1, "1\tRoyal flush\n-\t")
    assert errors.startswith("croupier: line 2: cards: cannot read ")


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        (b"As Kd Zx\r", "cards: cannot read 'Zx' at index 6 of 'As Kd Zx'\n"),
        (b"As Kd", "cards: 5, 6 or 7 cards are needed, got 2\n"),
        (b"As As Kd Qd Jd", "cards: As stands twice\n"),
        (b"A\xff Kd", "cards: UTF-8 is needed, got byte 0xff at index 1\n"),
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
    answers = output.splitlines()
    assert len(answers) == 4
    assert errors.startswith(f"croupier: line 3: {complaint}")
    reason = errors.removeprefix("croupier: line 3: ").rstrip("\n")
    marked = json.dumps({"line": 3, "error": reason}) if json_word else f"-\t{reason}"
    assert answers[2] == marked
    assert answers[0].replace('"line": 1', '"line": 4') == answers[3]
    assert errors.count("\n") == 1
    assert errors[:-1].isprintable()


@pytest.mark.parametrize("length", [999, 1000, 1001, 1002, 1999, 2000, 2001, 66_000, 200_000])
def test_the_limit_of_a_line_does_not_depend_on_the_reads(feed, length):
    # A hand, blanks and something unreadable: cut anywhere, it would pass for a hand.
    line = (ROYAL.encode().ljust(length - 1) + b"Z").ljust(length)
    for padding in (0, 60_000, 64_900, 65_000, 65_530):
        content = b"\n" * padding + line + b"\n" + ROYAL.encode()
        status, output, errors = feed(content)
        assert status == 1
        *empty, long, last = output.splitlines()
        assert (set(empty), len(empty), last) == (
            {"-\tno cards"} if padding else set(),
            padding,
            "1\tRoyal flush",
        )
        assert long.startswith("-\tcards: ")
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
        b"-",
        b"croupier:",
        b"1",
        b"-",
        b"croupier:",
    ]
    assert result.returncode == 1
