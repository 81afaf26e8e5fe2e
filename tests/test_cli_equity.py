"""`croupier equity`: hands, ranges, samples, and what is refused."""

import json
import shlex
from pathlib import Path

import pytest
from test_cli_interrupt import interrupt_when_the_bar_shows

import croupier
from croupier import simulation

KINGS = """\
equity of AsAc v KhKd, exact
hand    equity       win      tie
AsAc  81.2555%  81.0646%  0.3818%
KhKd  18.7445%  18.5536%  0.3818%
1,712,304 deals
"""


def test_two_hands(call):
    assert call("equity", "AcAs", "KhKd") == (0, KINGS, "")
    assert call("equity", "A♣A♠", "kd KH", "--threads", "1") == (0, KINGS, "")


@pytest.mark.parametrize(
    ("words", "wins", "ties"),
    [
        (["AcAs", "KcKs"], [1_410_336, 292_660], {"2": [9_308, 9_308]}),
        (["Jc5c", "QdTd"], [600_384, 1_096_118], {"2": [15_802, 15_802]}),
        (["AcAd", "KcKd", "QcQd"], [924_864, 233_476, 204_228], {"3": [8_186] * 3}),
        (["AdKd", "AsAc", "--board", "6s Jc 5h"], [19, 971], {}),
        (["AhKd", "QcQd", "9hKs", "--board", "4c5d6h7s8c"], [0, 0, 1], {}),
    ],
)
def test_figures_in_json(call, words, wins, ties):
    status, output, errors = call("equity", *words, "--json")
    assert (status, errors) == (0, "")
    record = json.loads(output)
    assert (record["wins"], record["ties"]) == (wins, ties)
    assert record["method"] == "exact"
    assert croupier.Report.from_dict(record).to_dict() == record


def test_ranges_boards_and_dead_cards(call):
    words = ("QQ+, AKs", "AhQh", "22+:0.5, A2s+", "--board", "Jh 8d 2h", "--dead", "7c 7d")
    equity = croupier.equity(*words[:3], board=words[4], dead=words[6])
    assert call("equity", *words) == (0, f"{equity}\n", "")
    assert json.loads(call("equity", *words, "--json")[1]) == equity.to_dict()


def test_a_wide_range_is_cut(call):
    wide = "22+, A2s+, K9s+, QTs+, JTs, ATo+, KTo+, QJo, 54s, 76s, 98s, 64s, 75s"
    status, output, _ = call("equity", wide, "random", wide, "--samples", "100", "--seed", "1")
    assert status == 0
    assert max(map(len, output.splitlines())) <= 80


def test_samples(call):
    sampled = ("AA", "KK, QQ", "random", "--seed", "7")
    equity = croupier.equity(*sampled[:3], samples=20_000, seed=7)
    assert call("equity", *sampled, "--samples", "2e4") == (0, f"{equity}\n", "")
    until = croupier.equity(*sampled[:3], std_error=0.001, seed=7)
    assert call("equity", *sampled, "--std-error", "0.001") == (0, f"{until}\n", "")
    few = croupier.equity(*sampled[:3], std_error=0.001, samples=500, seed=7)
    words = ("--std-error", "1e-3", "--samples", "500")
    assert call("equity", *sampled, *words) == (0, f"{few}\n", "")


def test_parts_make_the_whole(call, tmp_path):
    words = ("equity", "AA", "KK:0.5, QQ", "--board", "2c 7d Jh", "--seed", "7")
    whole = call(*words, "--samples", "90")[1]
    files = []
    for first, size in (("50", "40"), ("0", "50")):
        file = tmp_path / first
        file.write_text(call(*words, "--samples", size, "--first-sample", first, "--json")[1])
        files.append(str(file))
    assert call("merge", *files) == (0, whole, "")
    assert call("merge", *files[:1], *files) != (0, whole, "")
    status, output, errors = call("merge", *files, files[0])
    assert (status, output) == (1, "")
    assert "disjoint samples are needed" in errors


SAVED = croupier.equity("AA", "KK", samples=9, seed=1).to_dict()
EXACT = croupier.equity("AsAh", "KdKc", board="2c3d4h5s").to_dict()


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        (SAVED | {"options": {}}, "options: hands: 2 to 10 are needed, got 0"),
        (SAVED | {"counts": [9, 0, 0, 0]}, "counts[0]: 0 is needed, as somebody wins, got 9"),
        (SAVED | {"counts": [0, 9, 0, 1]}, "ranges: counts of 9 samples are needed, got 10"),
        (EXACT | {"counts": [0] * 4}, "counts: those of a deal or more are needed, got none"),
    ],
)
def test_a_spoilt_report_is_refused(call, tmp_path, record, reason):
    file = tmp_path / "a.json"
    file.write_text(json.dumps(record))
    assert call("merge", str(file)) == (1, "", f"croupier: {file}: {reason}\n")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("AA", "KK", "--seed", "6", "--samples", "9"), "reports: the same seed is needed"),
        (("AA", "QQ", "--seed", "5", "--samples", "9"), "reports: the same rules are needed"),
        (("AA", "KK"), "reports: only those of simulations add up"),
    ],
)
def test_what_does_not_add_up(call, tmp_path, words, reason):
    files = []
    for name, given in (("a", ("AA", "KK", "--seed", "5", "--samples", "9")), ("b", words)):
        files.append(str(tmp_path / name))
        (tmp_path / name).write_text(call("equity", *given, "--json")[1])
    status, output, errors = call("merge", *files)
    assert (status, output) == (1, "")
    assert errors.startswith(f"croupier: {files[1]}: {reason}")


def interrupt_soon(monkeypatch):
    """Let Ctrl-C come when a simulation first tells how far it is."""
    run = simulation.run

    def interrupted(plan, rounds, first=0, **options):
        def stop(done, total):
            if done < total:
                raise KeyboardInterrupt

        return run(plan, rounds, first, **options | {"progress": stop})

    monkeypatch.setattr("croupier.poker.equity.run", interrupted)


@pytest.mark.parametrize("first", ["0", "1000"])
def test_an_interrupted_one_goes_on(call, monkeypatch, tmp_path, first):
    words = ("equity", "AA", "QQ+, AKs", "--samples", "1e7", "--first-sample", first, "--json")
    interrupt_soon(monkeypatch)
    status, partial, errors = call(*words, "--seed", "5")
    monkeypatch.undo()
    assert (status, json.loads(partial)["partial"]) == (130, True)
    _, _, again = errors.partition("interrupted; to go on: croupier ")
    files = [str(tmp_path / name) for name in "ab"]
    for file, text in zip(files, (partial, call(*shlex.split(again))[1]), strict=True):
        Path(file).write_text(text)
    assert call("merge", *files, "--json") == (0, call(*words, "--seed", "5")[1], "")


def test_an_interrupted_one_goes_on_to_its_standard_error(call, monkeypatch, tmp_path):
    words = ("equity", "AA", "KK", "--json", "--std-error=2e-4", "--seed", "5")
    interrupt_soon(monkeypatch)
    status, partial, errors = call(*words)
    monkeypatch.undo()
    assert status == 130
    begin = "croupier: interrupted; to go on: croupier "
    assert errors.startswith(begin)
    again = errors.removeprefix(begin).split()
    assert again[:4] == ["equity", "AA", "KK", "--json"]
    assert "--std-error=2e-4" not in again
    files = [str(tmp_path / name) for name in "ab"]
    for file, text in zip(files, (partial, call(*again)[1]), strict=True):
        Path(file).write_text(text)
    status, output, _ = call("merge", *files, "--json")
    merged = croupier.Report.from_dict(json.loads(output))
    assert (status, merged.partial) == (0, False)
    assert max(merged.std_error) < 2.5e-4
    assert merged == croupier.equity("AA", "KK", samples=merged.total, seed=5)


def test_ctrl_c_leaves_a_partial_report():
    words = ("equity", "AA", "QQ+, AKs", "--std-error", "1e-7", "--seed", "5", "--json")
    status, output, shown = interrupt_when_the_bar_shows(*words)
    report = json.loads(output)
    assert (status, report["partial"]) == (130, True)
    assert sum(report["counts"]) == report["rounds"]
    start = f"croupier equity AA 'QQ+, AKs' --json --seed 5 --first-sample {report['rounds']} "
    assert f"croupier: interrupted; to go on: {start}--samples " in shown.decode()


def test_ctrl_c_between_two_loops_keeps_what_was_sampled(monkeypatch):
    run = simulation.run

    def interrupted(plan, rounds, first=0, **options):
        if first:
            raise KeyboardInterrupt
        return run(plan, rounds, first, **options)

    monkeypatch.setattr("croupier.poker.equity.run", interrupted)
    with pytest.raises(KeyboardInterrupt) as caught:
        croupier.equity("AA", "KK", std_error=1e-6, seed=1)
    report = caught.value.report
    assert report.counts == croupier.equity("AA", "KK", samples=2**16, seed=1).counts
    assert (report.partial, report.missing[0].start) == (True, 2**16)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["AA"], "HAND: 2 to 10 are needed, got 1"),
        (["AA"] * 11, "HAND: 2 to 10 are needed, got 11"),
        (
            ["AsAh", "KdKc", "Qs", "Js", "2c"],
            "HAND 3: two cards or a range are needed, got Qs; is the board meant? --board QsJs2c",
        ),
        (
            ["AsAh", "KdKc", "QsJs2c"],
            (
                "HAND 3: two cards or a range are needed, got QsJs2c; "
                "is the board meant? --board QsJs2c"
            ),
        ),
        (
            ["AsAh", "KdKc", "2d", "--board", "Qs Js 2c"],
            "HAND 3: two cards or a range are needed, got 2d; is the board meant? --board QsJs2c2d",
        ),
        (
            ["As", "Ah", "Kd", "Kc"],
            (
                "HAND 1: two cards or a range are needed, got As; "
                "the cards of a hand are one word, as in AsAh; a board goes to --board"
            ),
        ),
        (["QQ+,", "AKs", "AA"], 'HAND 1: a range with blanks goes in quotes, as in "QQ+, AKs"'),
        (["AA", "KKK"], "HAND 2: cannot read 'K' at index 2 of 'KKK'"),
        (["AA", ""], "HAND 2: a hand is needed, got an empty range"),
        (["AsAh", "AsKh"], "HAND: players 1 and 2 cannot hold AsAh and AsKh at once"),
        (
            ["KK", "AcAd", "--board", "KcKdKh"],
            "HAND 1: no hand of KK is left beside board KcKdKh",
        ),
        (["AA", "KK", "--board", "2c"], "--board: 0, 3, 4 or 5 cards are needed, got 1"),
        (["AA", "KK", "--dead", "2c2c"], "--dead: 2c stands twice"),
        (["AA", "KK", "--samples", "1.5"], "--samples: an integer is needed, got '1.5'"),
        (
            ["AA", "KK", "--samples", "-1"],
            "--samples: an int from 0 to 2**63 - 1 is needed, got -1",
        ),
        (["AA", "KK", "--sample", "1"], "--sample: no such option; did you mean --samples?"),
        (
            ["AA", "KK", "--std-error", "nan"],
            "--std-error: a number is needed, as in 0.001, got 'nan'",
        ),
        (["AA", "KK", "--std-error", "0"], "--std-error: a number above 0 is needed, got 0.0"),
        (
            ["AA", "KK", "--seed", "1"],
            "--seed: --samples or --std-error is needed, got neither",
        ),
        (
            ["AA", "KK", "--max-exact", "1e6"],
            (
                "--max-exact: 2598960 runouts are needed, got 1000000; "
                "--samples or --std-error plays some of them"
            ),
        ),
        (["AA", "KK", "--threads", "0"], "--threads: a positive int or None is needed, got 0"),
    ],
)
def test_what_is_refused(call, words, said):
    assert call("equity", *words) == (2, "", f"croupier equity: {said}\n")


def test_a_hand_is_required(call):
    status, output, errors = call("equity")
    assert (status, output) == (2, "")
    assert errors == "croupier equity: the following arguments are required: HAND\n"
