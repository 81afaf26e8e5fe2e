"""Reports that were saved: what to_dict gives from_dict reads, and nothing else."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable
from dataclasses import fields, replace
from types import MappingProxyType
from typing import Any

import cloudpickle
import numpy as np
import pytest

import croupier
from croupier import Report
from croupier.report import BettingReport
from croupier.report.tally import Tally

BACCARAT = croupier.Baccarat()
HILO = croupier.ThaiHiLo()
HOLDEM = croupier.CasinoHoldem()
ROYAL = croupier.RoyalCasino()


class Timid:
    """An agent of a user's own."""

    def choose(self, state: Any) -> Any:
        return state.legal_moves()[-1]


def interrupted(simulate: Callable[..., Any], rounds: int) -> Any:
    def stop(*_: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as caught:
        simulate(rounds, progress=stop)
    return caught.value.report  # type: ignore[attr-defined]


def with_gaps(first: int) -> Report:
    return sum(HILO.simulate(1, seed=1, first_round=first + 10 * i) for i in range(50))  # type: ignore[return-value]


HUGE = BettingReport(
    HILO, Tally((2**63, 2**63 - 1, *[0] * 54), (range(2**64 - 1),)), seed=2**128 - 1, stake=2**53
)
REPORTS: dict[str, Report] = {
    "baccarat": BACCARAT.simulate(1000, seed=3),
    "no rounds": BACCARAT.simulate(0, seed=3),
    "exact": BACCARAT.exact(),
    "other rules": croupier.Baccarat(decks=6, tie="17/2", commission="0.0415").exact(stake=7),
    "other shoe": croupier.Baccarat(shoe=[5, *range(1, 10)]).simulate(10, seed=2**53),
    "shoes": BACCARAT.simulate_shoes(3, seed=1, cut_card=20),
    "no shoes": BACCARAT.simulate_shoes(0, seed=1),
    "interrupted shoes": interrupted(
        lambda shoes, **k: BACCARAT.simulate_shoes(shoes, seed=1, **k), 10**9
    ),
    "thai-hilo": croupier.ThaiHiLo(number=(1, 2, "5.5")).exact(),
    "interrupted": interrupted(lambda rounds, **k: HILO.simulate(rounds, seed=1, **k), 10**10),
    "gaps": with_gaps(2**64 - 1000),
    "huge": HUGE,
    "casino-holdem": HOLDEM.exact("basic"),
    "strategy": croupier.CasinoHoldem(weakest_qualifying=7462).simulate(
        100, seed=1, strategy="always_call"
    ),
    "function": HOLDEM.simulate(100, seed=1, strategy=lambda hole, _: np.ones(len(hole), bool)),
    "bonus": HOLDEM.simulate(10, seed=1, strategy=HOLDEM.strategy("basic", aa_bonus="1/2")),
    "not yet asked": HOLDEM.simulation(seed=1, strategy=lambda hole, _: hole).report(
        Tally((0,) * 410, (), (range(5),))
    ),
    "royal-casino": ROYAL.simulate(5, seed=1),
    "agents": ROYAL.simulate(2, (Timid(), "random"), seed=1),
    "three players": croupier.RoyalCasino(3, trailing="free").simulate(
        2, ("random",) * 3, seed=2**100
    ),
    "matches": ROYAL.simulate_matches(2, seed=1),
}
saved = pytest.mark.parametrize("name", REPORTS)


@saved
def test_a_report_is_read_back_from_json(name: str) -> None:
    report = REPORTS[name]
    data = json.loads(json.dumps(report.to_dict(), allow_nan=False))
    read = Report.from_dict(data)
    assert read == report
    assert type(read) is type(report)
    assert hash(read) == hash(report)
    assert read.to_dict() == report.to_dict() == data
    assert str(read) == str(report)
    assert (read.counts, read.ranges, read.missing) == (
        report.counts,
        report.ranges,
        report.missing,
    )
    assert type(report).from_dict(MappingProxyType(data)) == report


@saved
@pytest.mark.parametrize("module", [pickle, cloudpickle])
def test_copies_leave_behind_what_is_computed(name: str, module: Any) -> None:
    report = REPORTS[name]
    str(report)
    for copied in (
        module.loads(module.dumps(report)),
        copy.copy(report),
        copy.deepcopy(report),
        replace(report),
    ):
        assert vars(copied).keys() == {field.name for field in fields(report)}
        assert copied == report
        assert hash(copied) == hash(report)
        assert copied.to_dict() == report.to_dict()


def test_what_was_saved_goes_on() -> None:
    started = Report.from_dict(REPORTS["interrupted"].to_dict())
    assert started.partial
    assert started.missing == (range(started.tally.done, 10**10),)
    first = started.missing[0].start
    rest = HILO.simulate(1000, seed=started.seed, first_round=first)
    merged = started + rest
    assert merged.counts == HILO.simulate(first + 1000, seed=1).counts
    assert merged.missing == (range(first + 1000, 10**10),)
    whole = BettingReport(HILO, Tally((0,) * 56, (), (range(500),)), seed=1) + HILO.simulate(
        500, seed=1
    )
    assert (whole.partial, whole) == (False, HILO.simulate(500, seed=1))


def test_a_kind_of_report_reads_its_own() -> None:
    with pytest.raises(ValueError, match=r"^game: one with a BettingReport is needed, got royal-c"):
        BettingReport.from_dict(REPORTS["royal-casino"].to_dict())
    with pytest.raises(ValueError, match=r"^game: one with a RoyalReport is needed, got baccarat"):
        type(REPORTS["royal-casino"]).from_dict(REPORTS["exact"].to_dict())


@saved
def test_what_is_computed_is_named_with_its_type(name: str) -> None:
    report = REPORTS[name]
    kept = json.loads(json.dumps(report.to_dict()))
    assert report._findings().keys() == report._computed.keys()
    for key, kind in report._computed.items():
        assert type(kept[key]) is kind or (kind is float and kept[key] is None)


# What is not a report


@saved
def test_every_key_is_needed_and_no_other(name: str) -> None:
    data = REPORTS[name].to_dict()
    for key in data:
        with pytest.raises(ValueError, match=rf"^{key}: a value is needed, got none$"):
            Report.from_dict({other: data[other] for other in data if other != key})
        computed = key in REPORTS[name]._findings()
        for wrong in (b"x", object()) if computed else (b"x", 1.5, {1: 2}, [[["x"]]], object()):
            with pytest.raises((TypeError, ValueError), match=rf"^({key}|rules_digest)"):
                Report.from_dict(data | {key: wrong})
    with pytest.raises(ValueError, match=r"^'more': one of game, method, .* is needed"):
        Report.from_dict(data | {"more": 1})
    with pytest.raises(ValueError, match=r"^5: one of game, method, .* is needed"):
        Report.from_dict(data | {5: 1})


@pytest.mark.parametrize("wrong", [None, 5, "{}", [("game", "baccarat")], REPORTS["exact"]])
def test_a_report_is_read_from_a_mapping(wrong: Any) -> None:
    with pytest.raises(TypeError, match=r"^data: a mapping is needed, got "):
        Report.from_dict(wrong)


def row(place: int, **values: Any) -> Callable[[Any], Any]:
    return lambda data: data["outcomes"][place].update(values)


def put(key: str, value: Any) -> Callable[[Any], Any]:
    return lambda data: data.update({key: value})


def option(key: str, value: Any) -> Callable[[Any], Any]:
    return lambda data: data["options"].update({key: value})


WHOLE = "an int of 0 or more is needed, or text of one beyond 2**53 - 1, got"
PAIR = "a first and a stop up to 2**64, each pair past the one before, is needed, got"
HOSTILE: list[tuple[str, Callable[[Any], Any], str]] = [
    ("baccarat", put("game", "roulette"), "game: one of baccarat, casino-holdem, "),
    ("baccarat", put("game", "bacarat"), "game: one of *; did you mean baccarat?"),
    ("baccarat", put("game", "thai-hilo"), "rules_digest: that of these rules, e4933db2"),
    ("baccarat", put("unit", "match"), "unit: one of round, shoe is needed, got 'match'"),
    (
        "baccarat",
        put("unit", "shoe"),
        "options: cut_card: an int from 6 to 416 is needed, got NoneType",
    ),
    ("baccarat", put("method", "exact"), "method: 'simulation' is needed, got 'exact'"),
    ("baccarat", put("partial", True), "partial: False is needed, got True"),
    ("baccarat", put("partial", 0), "partial: False is needed, got 0"),
    ("baccarat", put("rounds", 999), "rounds: 1000 is needed, got 999"),
    ("baccarat", put("rounds", 1000.0), "rounds: 1000 is needed, got 1000.0"),
    ("baccarat", put("seed", -1), f"seed: {WHOLE} -1"),
    ("baccarat", put("seed", True), f"seed: {WHOLE} bool"),
    ("baccarat", put("seed", "3"), f"seed: {WHOLE} '3'"),
    ("baccarat", put("seed", 3.0), f"seed: {WHOLE} float"),
    ("baccarat", put("seed", "9" * 10**6), f"seed: {WHOLE} '999999999"),
    ("baccarat", put("seed", str(2**128)), "seed: an int from 0 to 2**128 - 1 is needed, got 2**"),
    ("baccarat", put("seed", None), "deals: a value is needed, got none"),
    ("baccarat", put("deals", 5), "'deals': one of game, "),
    ("baccarat", put("rules_digest", "7f20"), "rules_digest: that of these rules, 7f20ae81"),
    ("baccarat", put("ranges", []), "ranges: counts of 0 rounds are needed, got 1000"),
    ("baccarat", put("ranges", [[0, 999]]), "ranges: counts of 999 rounds are needed, got 1000"),
    ("baccarat", put("ranges", [[0, 500], [400, 900]]), f"ranges[1]: {PAIR} [400, 900]"),
    ("baccarat", put("ranges", [[500, 1000], [0, 500]]), f"ranges[1]: {PAIR} [0, 500]"),
    ("baccarat", put("ranges", [[0, 500], [500, 1000]]), f"ranges[1]: {PAIR} [500, 1000]"),
    ("baccarat", put("ranges", [[1000, 0]]), f"ranges[0]: {PAIR} [1000, 0]"),
    ("baccarat", put("ranges", [[0, 0], [1, 1001]]), f"ranges[0]: {PAIR} [0, 0]"),
    ("baccarat", put("ranges", [[0, 1000, 1]]), f"ranges[0]: {PAIR} [0, 1000, 1]"),
    ("baccarat", put("ranges", [[-1, 999]]), f"ranges[0][0]: {WHOLE} -1"),
    ("baccarat", put("ranges", [[0, str(2**64 + 1)]]), f"ranges[0]: {PAIR} [0, '18446744073709"),
    ("baccarat", put("ranges", [(0, 1000)]), f"ranges[0]: {PAIR} tuple"),
    ("baccarat", put("ranges", None), "ranges: counts of 0 rounds are needed, got 1000"),
    ("baccarat", put("missing", [[900, 1100]]), "missing: rounds that were not counted are needed"),
    ("baccarat", put("missing", None), "missing: [] is needed, got None"),
    ("baccarat", put("missing", [[1000, 2000]]), "partial: True is needed, got False"),
    ("baccarat", put("options", []), "options: a dict is needed, got list"),
    ("baccarat", option("stake", 0), "options: stake: an int from 1 to 2**53 is needed, got 0"),
    ("baccarat", option("stake", 100.0), f"options: stake: {WHOLE} float"),
    ("baccarat", option("decks", 6), "rules_digest: that of these rules, "),
    ("baccarat", option("decks", 0), "options: decks: an int from 1 to 20164 is needed, got 0"),
    ("baccarat", option("decks", 8.0), "options: decks: an int from 1 to 20164 is needed, got fl"),
    ("baccarat", option("shoe", [0] * 10), "options: "),
    ("baccarat", option("commission", 0.05), "options: commission: a share from 0 to 1 is needed"),
    ("baccarat", option("commission", "0.05"), "options: one of stake, decks is needed, got 'comm"),
    ("baccarat", option("cut_card", 14), "options: one of stake, decks is needed, got 'cut_card'"),
    ("baccarat", option("strategy", "x"), "options: one of stake, decks is needed, got 'strategy'"),
    (
        "baccarat",
        lambda data: data["options"].pop("decks"),
        "options['decks']: 8 is needed, got no",
    ),
    (
        "baccarat",
        lambda data: data["options"].pop("stake"),
        "options: stake: a value is needed, got none",
    ),
    ("baccarat", put("outcomes", []), "outcomes: 205 of them are needed, got 0"),
    ("baccarat", row(0, count=-1), f"outcomes[0]['count']: {WHOLE} -1"),
    ("baccarat", row(1, count=True), f"outcomes[1]['count']: {WHOLE} bool"),
    ("baccarat", row(2, count=1.0), f"outcomes[2]['count']: {WHOLE} float"),
    ("baccarat", row(3, count="5"), f"outcomes[3]['count']: {WHOLE} '5'"),
    ("baccarat", row(3, count=10**5000), f"outcomes[3]['count']: {WHOLE} an integer of 16610 bit"),
    ("shoes", row(3, count=10**100), f"outcomes[3]['count']: {WHOLE} an integer of 333 bits"),
    ("shoes", row(3, count=10**6), "rounds: 100"),
    ("baccarat", row(4, count=10**6), "ranges: counts of 1000 rounds are needed, got 100"),
    ("baccarat", row(5, outcome="x"), "outcomes[5]['outcome']: '2-9, 2+2 cards' is needed, got 'x"),
    ("baccarat", row(6, more=5), "outcomes[6]: one of outcome, count is needed, got 'more'"),
    ("baccarat", lambda data: data["outcomes"].reverse(), "outcomes[0]['outcome']: "),
    ("baccarat", lambda data: data["outcomes"].append(5), "outcomes: 205 of them are needed"),
    ("baccarat", put("bets", None), "bets: a dict is needed, got NoneType"),
    ("baccarat", put("rounded", []), "rounded: a dict is needed, got list"),
    ("no rounds", row(0, count=1), "ranges: counts of 0 rounds are needed, got 1"),
    ("no shoes", row(0, count=1), "ranges: shoes that were counted are needed, got none"),
    ("no shoes", option("cut_card", 5), "options: cut_card: an int from 6 to 416 is needed, got 5"),
    ("exact", put("ranges", [[0, 5]]), "ranges: None is needed, got [[0, 5]]"),
    ("exact", put("deals", 10), "outcomes[0]['probability']: a text 'n/d' of whole deals of 10 "),
    ("exact", put("deals", 0), "deals: an int from 1 to 2**256 is needed, got 0"),
    ("exact", put("seed", 5), "outcomes[0]['count']: a value is needed, got none"),
    ("exact", row(0, probability="0/1"), "outcomes: probabilities of 1 in all are needed, got "),
    ("exact", row(0, probability="1/0"), "outcomes[0]['probability']: a text 'n/d' of whole deals"),
    ("exact", row(0, probability="-1/2"), "outcomes[0]['probability']: a text 'n/d' of whole dea"),
    ("exact", row(0, probability=0.5), "outcomes[0]['probability']: a text 'n/d' of whole deals"),
    ("strategy", option("strategy", "basics"), "options: strategy: one of *; did you mean basic?"),
    (
        "strategy",
        option("strategy", "custom x"),
        "options: strategy: one of optimal, basic, side_bet, al",
    ),
    ("strategy", option("strategy", 5), "options: strategy: one of * is needed, got int"),
    ("strategy", option("aa_bonus_stake", "0"), "options: one of stake, weakest_qualifying, str"),
    ("bonus", option("aa_bonus_stake", 0.5), "options: aa_bonus_stake: odds *, got float 0.5"),
    (
        "bonus",
        option("aa_bonus_stake", "2/4"),
        "options['aa_bonus_stake']: '1/2' is needed, got '2",
    ),
]


@pytest.mark.parametrize(
    ("name", "change", "message"), HOSTILE, ids=[f"{name}: {text}" for name, _, text in HOSTILE]
)
def test_what_was_not_saved_is_refused(
    name: str, change: Callable[[Any], Any], message: str
) -> None:
    data = json.loads(json.dumps(REPORTS[name].to_dict()))
    change(data)
    with pytest.raises((TypeError, ValueError)) as caught:
        Report.from_dict(data)
    start, _, end = message.partition("*") if "2**" not in message else (message, "", "")
    assert str(caught.value).startswith(start)
    assert end in str(caught.value)
    assert len(str(caught.value)) < 400


def test_what_follows_from_the_counts_is_computed_anew() -> None:
    data = REPORTS["baccarat"].to_dict() | {"bets": {"tie": {"rtp": 7}}, "rounded": {"tie": 1}}
    assert Report.from_dict(data) == REPORTS["baccarat"]
