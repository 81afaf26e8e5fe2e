"""Reports as dicts, text, HTML, frames and plots."""

from __future__ import annotations

import csv
import io
import json
import math
from dataclasses import replace
from fractions import Fraction
from html.parser import HTMLParser
from typing import Any

import numpy as np
import pandas as pd
import pytest

import croupier
from croupier.report import BettingReport
from croupier.report.tally import Tally
from croupier.report.text import count_off, lay_out, show

BACCARAT = croupier.Baccarat()
HILO = croupier.ThaiHiLo()
KEYS = ["rtp", "rtp_exact", "house_edge", "house_edge_exact", "std", "variance_exact", "std_error",
        "hit_rate", "hit_rate_exact"]  # fmt: skip
SIMULATED = BACCARAT.simulate(10_000, seed=3)


@pytest.mark.parametrize(
    "report",
    [SIMULATED, BACCARAT.exact(), HILO.exact(stake=7), BACCARAT.simulate_shoes(2, seed=2**128 - 1)],
    ids=repr,
)
def test_a_dict_is_ready_for_json_and_loses_nothing(report: BettingReport) -> None:
    plain = json.loads(json.dumps(report.to_dict(), allow_nan=False))
    assert plain == report.to_dict()
    assert list(plain) == [
        "game", "method", "unit", "partial", "rounds", "ranges", "missing", "seed", "options",
        "rules_digest", "bets", "rounded", *["deals"] * (report.method == "exact"), "outcomes",
    ]  # fmt: skip
    assert plain["rounds"] == report.rounds
    assert plain["rounded"] == report.rounded
    assert plain["options"]["stake"] == report.stake
    assert plain["rules_digest"] == report.game.digest
    for name, bet in report.bets.items():
        assert list(plain["bets"][name]) == KEYS
        assert plain["bets"][name]["rtp"] == bet.rtp
        if bet.rtp_exact is not None:
            assert Fraction(plain["bets"][name]["rtp_exact"]) == bet.rtp_exact
    value = "probability" if report.method == "exact" else "count"
    read = [Fraction(row[value]) for row in plain["outcomes"]]
    assert read == list(report.outcomes.values())
    assert [row["outcome"] for row in plain["outcomes"]] == list(map(str, report.game.outcomes))


def test_the_digest_of_the_rules_stays() -> None:
    assert BACCARAT.digest == "7f20ae81de8cedabb245be53b2aa4e6cec91bde117c9c0928e3c6251d470b026"
    assert HILO.digest == "e4933db2d9387ea42579ae7b5fc924499660af3042b36f8d53c6e0455a26df44"


def test_text_table() -> None:
    title, head, *rows = str(BACCARAT.exact()).splitlines()
    assert title == "baccarat, exact, stake 100, decks 8"
    assert head.split("  ")[0] == "bet"
    assert [row.split() for row in rows] == [
        ["player", "98.7649%", "1.2351%", "44.6247%", "0.9512"],
        ["banker", "98.9421%", "1.0579%", "45.8597%", "0.9274"],
        ["tie", "85.6404%", "14.3596%", "9.5156%", "2.6409"],
    ]
    assert "std error" in str(SIMULATED)
    assert len({len(line) for line in str(SIMULATED).splitlines()[1:]}) == 1
    assert repr(SIMULATED) == "<baccarat, rounds 0 to 9,999, seed 3, stake 100, decks 8>"


def ranges_of(*pairs: tuple[int, int]) -> tuple[range, ...]:
    return tuple(range(*pair) for pair in pairs)


TENS = ranges_of(*((20 * i, 20 * i + 10) for i in range(50)))


@pytest.mark.parametrize(
    ("unit", "ranges", "words"),
    [
        ("round", (), "0 rounds"),
        ("round", ranges_of((0, 1000)), "rounds 0 to 999"),
        ("round", ranges_of((7, 8)), "round 7"),
        ("match", ranges_of((0, 2)), "matches 0 to 1"),
        ("round", ranges_of((10**6, 2 * 10**6)), "rounds 1,000,000 to 1,999,999"),
        ("shoe", ranges_of((0, 1), (2, 3)), "shoes 0 and 2 (2 in all)"),
        ("round", TENS[:3], "rounds 0 to 9, 20 to 29 and 40 to 49 (30 in all)"),
        ("round", TENS, "rounds 0 to 9, 20 to 29 ... 980 to 989 (500 in 50 ranges)"),
        ("round", ranges_of((0, 2**64)), "rounds 0 to 18,446,744,073,709,551,615"),
    ],
)
def test_rounds_in_words(unit: str, ranges: tuple[range, ...], words: str) -> None:
    assert count_off(unit, ranges) == words


def test_titles_name_the_rounds() -> None:
    report = HILO.simulate(10, seed=1) + HILO.simulate(5, seed=1, first_round=90)
    assert repr(report) == "<thai-hilo, rounds 0 to 9 and 90 to 94 (15 in all), seed 1, stake 100>"
    shoes = BACCARAT.simulate_shoes(5, seed=1, first_shoe=3)
    start = f"<baccarat, shoes 3 to 7 with {shoes.rounds} rounds, seed 1, stake 100, decks 8, cut_c"
    assert repr(shoes).startswith(start)
    assert repr(BACCARAT.simulate(0, seed=1)).startswith("<baccarat, 0 rounds, seed 1, ")


def test_a_partial_report_says_how_to_go_on() -> None:
    tally = replace(SIMULATED.tally, missing=ranges_of((10_000, 20_000), (30_000, 30_005)))
    partial = replace(SIMULATED, tally=tally)
    assert repr(partial).startswith("<baccarat, rounds 0 to 9,999, partial, seed 3, stake 100")
    *_, first, second = str(partial).splitlines()
    assert first == "missing: rounds 10,000 to 19,999 and 30,000 to 30,004 (10,005 in all)"
    assert second == "go on with seed=3, first_round=10000, rounds=10000"
    assert second in partial._repr_html_()
    assert partial.to_dict()["missing"] == [[10_000, 20_000], [30_000, 30_005]]
    shoes = BACCARAT.simulation(seed=1), BACCARAT.shoe_simulation(seed=1)
    reports = [plan.report(Tally((0,) * 205, (), (range(2, 9),))) for plan in shoes]
    assert str(reports[0]).endswith("\ngo on with seed=1, first_round=2, rounds=7")
    assert str(reports[1]).endswith("\ngo on with seed=1, first_shoe=2, shoes=7")


WIDE: list[Any] = [
    croupier.CasinoHoldem(ante=["999999937/3"] * 10, aa_bonus=["1/999999937"] * 9).simulate(
        100, seed=2**128 - 1, strategy="always_call", stake=2**50, first_round=2**64 - 100
    ),
    croupier.ThaiHiLo(hi=10**9, number_lo=[f"{10**8 - i}/7" for i in range(6)]).exact(),
    croupier.Baccarat(shoe=[2**16 + i for i in range(10)]).simulate_shoes(
        1, seed=2**128 - 1, cut_card=600_000
    ),
    sum(HILO.simulate(1, seed=2**128 - 1, first_round=2**63 + 10 * i) for i in range(20)),
    BettingReport(
        HILO,
        Tally((2**64, *[0] * 55), (range(2**64),), tuple(TENS)),
        seed=2**128 - 1,
        stake=7,
    ),
    croupier.RoyalCasino(4).simulate(3, ("greedy", "random") * 2, seed=2**128 - 1),
    croupier.RoyalCasino().simulate_matches(3, seed=2**128 - 1),
]


@pytest.mark.parametrize("report", WIDE, ids=[str(place) for place in range(len(WIDE))])
def test_texts_have_at_most_80_columns(report: Any) -> None:
    lines = str(report).splitlines()
    assert max(map(len, lines)) <= 80
    assert all(line == line.rstrip() for line in lines)
    assert "\n" not in repr(report)
    title = repr(report)[1:-1]
    assert " ".join(line.strip() for line in lines).startswith(title)


def test_wide_tables_go_on_below() -> None:
    rows = [["bet", *(f"column {i}" for i in range(12))], ["lo", *("5" * 9 for _ in range(12))]]
    lines = lay_out(rows)
    assert [line.split("  ")[0] for line in lines] == ["bet", "lo", "bet", "lo"]
    assert max(map(len, lines)) <= 80
    assert " ".join(lines[0::2]).count("column") == 12


def test_large_figures_stay_short() -> None:
    assert [show(value) for value in (0.5, -1, 1e9, float("nan"))] == [
        "50.0000%", "-100.0000%", "1.0000e+11%", "-",
    ]  # fmt: skip


def test_html_table() -> None:
    cells: list[str] = []

    class Reader(HTMLParser):
        def handle_data(self, data: str) -> None:
            cells.append(data)

    Reader().feed(SIMULATED._repr_html_())
    assert cells[0] == repr(SIMULATED)[1:-1]
    assert set(str(SIMULATED).split("\n")[2].split()) <= set(cells)


# Frames


def test_data_frames() -> None:
    bets = SIMULATED.to_pandas()
    assert list(bets.index) == list(BACCARAT.bets)
    assert bets.loc["tie", "rtp"] == SIMULATED.bets["tie"].rtp
    outcomes = SIMULATED.to_pandas("outcomes")
    assert outcomes["count"].tolist() == list(SIMULATED.counts)
    assert BACCARAT.exact().to_pandas("outcomes")["probability"].sum() == pytest.approx(1)
    with pytest.raises(ValueError, match=r"^table: "):
        SIMULATED.to_pandas("rounds")


LARGE = BettingReport(HILO, Tally((2**63, 2**63 - 1, *[0] * 54), (range(2**64 - 1),)), seed=1)


@pytest.mark.parametrize("table", ["bets", "outcomes"])
@pytest.mark.parametrize(
    "report",
    [BACCARAT.exact(), SIMULATED, HILO.exact(), HILO.simulate(0, seed=1), LARGE],
    ids=repr,
)
def test_frames_go_through_parquet(report: BettingReport, table: str, tmp_path: Any) -> None:
    frame = report.to_pandas(table)
    assert {type(value) for value in frame.astype(object).to_numpy().ravel()} <= {
        float,
        int,
        str,
        type(None),
    }
    frame.to_parquet(tmp_path / "frame.parquet")
    read = pd.read_parquet(tmp_path / "frame.parquet")
    assert read.index.tolist() == frame.index.tolist()
    assert list(read) == list(frame)
    if table == "bets":
        for name in (key for key in KEYS if key.endswith("_exact") and report.method == "exact"):
            exact = [Fraction(text) for text in read[name]]
            assert exact == [getattr(bet, name) for bet in report.bets.values()]
        assert np.array_equal(read["rtp"], [bet.rtp for bet in report.bets.values()], True)
        return
    value = "count" if report.method == "simulation" else "probability"
    assert read[value].tolist() == [float(entry) for entry in report.outcomes.values()]
    column = read.get(f"{value}_exact", read[value])
    assert [Fraction(entry) for entry in column] == list(report.outcomes.values())


@pytest.mark.parametrize("wrong", [5, ["bets"], np.array(["bets", "bets"]), b"bets"])
def test_names_of_tables_and_bets_are_texts(wrong: Any) -> None:
    with pytest.raises(TypeError, match=r"^table: one of bets, outcomes is needed, got "):
        SIMULATED.to_pandas(wrong)
    with pytest.raises(TypeError, match=r"^table: one of bets, outcomes is needed, got "):
        SIMULATED.to_csv(wrong)
    with pytest.raises(TypeError, match=r"^bet: one of .* is needed, got "):
        SIMULATED.plot(wrong)


# Text with commas


def rows_of(text: str) -> list[dict[str, str]]:
    assert text.endswith("\r\n")
    return list(csv.DictReader(io.StringIO(text, newline="")))


@pytest.mark.parametrize(
    "report", [BACCARAT.exact(), SIMULATED, HILO.simulate(0, seed=1), LARGE], ids=repr
)
def test_csv_is_what_the_report_holds(report: BettingReport) -> None:
    assert report.to_csv() == report.to_csv("bets")
    for row, (name, bet) in zip(rows_of(report.to_csv()), report.bets.items(), strict=True):
        assert list(row) == ["bet", *KEYS]
        assert row.pop("bet") == name
        for key, cell in row.items():
            value = getattr(bet, key)
            if value is None or math.isnan(value):
                assert cell == ""
            else:
                assert (Fraction(cell) if key.endswith("_exact") else float(cell)) == value
    column = "count" if report.method == "simulation" else "probability_exact"
    outcomes = rows_of(report.to_csv("outcomes"))
    assert [Fraction(row[column]) for row in outcomes] == list(report.outcomes.values())
    assert [row["outcome"] for row in outcomes] == list(map(str, report.game.outcomes))


def test_csv_of_royal_casino() -> None:
    report = croupier.RoyalCasino().simulate(5, seed=1)
    assert [row["side"] for row in rows_of(report.to_csv())] == ["0", "1"]
    with pytest.raises(ValueError, match=r"^table: one of .* is needed, got 'bets'"):
        report.to_csv("bets")


# Plain data


def test_integers_past_53_bits_are_text_in_json() -> None:
    def numbers(value: Any) -> list[int]:
        if isinstance(value, dict):
            return numbers(list(value.values()))
        if isinstance(value, list):
            return [number for entry in value for number in numbers(entry)]
        return [value] if isinstance(value, int) else []

    first = 2**64 - 1500
    report = HILO.simulate(1500, seed=2**128 - 1, first_round=first, stake=2**53)
    large = replace(report, tally=replace(report.tally, counts=(2**60, *report.counts[1:])))
    for told in (report, large, HILO.exact(stake=2**53), BACCARAT.simulate(1, seed=2**53)):
        plain = told.to_dict()
        assert max(map(abs, numbers(plain)), default=0) < 2**53
    plain = large.to_dict()
    assert plain["seed"] == "340282366920938463463374607431768211455"
    assert plain["ranges"] == [[str(first), str(2**64)]]
    assert plain["options"]["stake"] == "9007199254740992"
    assert plain["outcomes"][0]["count"] == str(2**60)
    assert BACCARAT.simulate(1, seed=2**53 - 1).to_dict()["seed"] == 2**53 - 1


def test_json_has_the_ranges() -> None:
    report = HILO.simulate(10, seed=1) + HILO.simulate(5, seed=1, first_round=90)
    assert report.to_dict()["ranges"] == [[0, 10], [90, 95]]
    assert HILO.exact().to_dict()["ranges"] is None
