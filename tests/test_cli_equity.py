"""`croupier equity`: hands, ranges, samples, and what is refused."""

import json

import pytest

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


def test_an_interrupted_one_goes_on(call, monkeypatch, tmp_path):
    words = ("equity", "AA", "KK", "--samples", "1e6", "--json", "--std-error=1e-9", "--seed", "5")
    run = simulation.run

    def interrupt(plan, rounds, first=0, **options):
        def stop(done, total):
            if done < total:
                raise KeyboardInterrupt

        return run(plan, rounds, first, **options | {"progress": stop})

    monkeypatch.setattr("croupier.poker.equity.run", interrupt)
    status, partial, errors = call(*words)
    monkeypatch.undo()
    assert status == 130
    assert json.loads(partial)["partial"]
    begin = "croupier: interrupted; to go on: croupier "
    assert errors.startswith(begin)
    again = errors.removeprefix(begin).split()
    assert again[:4] == ["equity", "AA", "KK", "--json"]
    assert "--std-error=1e-9" not in again
    files = []
    for name, text in (("a", partial), ("b", call(*again)[1])):
        files.append(str(tmp_path / name))
        (tmp_path / name).write_text(text)
    status, output, _ = call("merge", *files)
    assert status == 0
    # the first samples of those that were asked for
    assert output == f"{croupier.equity('AA', 'KK', samples=2**16, seed=5)}\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "the following arguments are required: HAND"),
        (["AA"], "hands: 2 to 10 are needed, got 1"),
        (["AA"] * 11, "hands: 2 to 10 are needed, got 11"),
        (["AsAh", "KsKh", "Qs"], "hands: player 3: two cards or a range are needed, got the one"),
        (["AsAh", "Ks Kh Qs"], "hands: player 2: cannot read ' Qs' at index 5 of 'Ks Kh Qs'"),
        (["AA", "KKK"], "hands: player 2: cannot read 'K' at index 2 of 'KKK'"),
        (["AA", ""], "hands: player 2: a hand is needed, got an empty range"),
        (["AsAh", "AsKh"], "hands: players 1 and 2 cannot hold AsAh and AsKh at once"),
        (["AA", "KK", "--board", "2c"], "board: 0, 3, 4 or 5 cards are needed, got 1"),
        (["AA", "KK", "--board", "2c 3c 4x"], "board: "),
        (["AA", "KK", "--dead", "2c2c"], "dead: 2c stands twice"),
        (["AA", "KK", "--samples", "1.5"], "--samples: an integer is needed, got '1.5'"),
        (["AA", "KK", "--samples", "-1"], "samples: an int from 0 to"),
        (["AA", "KK", "--sample", "1"], "--sample: no such option; did you mean --samples?"),
        (["AA", "KK", "--std-error", "x"], "--std-error: a number is needed, got 'x'"),
        (["AA", "KK", "--std-error", "0"], "std_error: a number above 0 is needed, got 0"),
        (["AA", "KK", "--seed", "1"], "seed: samples or std_error is needed, got neither"),
        (["AA", "KK", "--max-exact", "1e6"], "max_exact: 2598960 runouts are needed, got 1000000"),
        (["random"] * 3, "max_exact: more than 1000000000 and up to"),
        (["AA", "KK", "--threads", "0"], "threads: a positive int or None is needed, got 0"),
    ],
)
def test_what_is_refused(call, words, said):
    status, output, errors = call("equity", *words)
    assert (status, output) == (2, "")
    assert errors.startswith(f"croupier equity: {said}")
    assert errors.count("\n") == 1
