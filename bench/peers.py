"""Rates of croupier and of its peers, taken in one run and printed as a Markdown table."""

import argparse
import datetime
import gc
import importlib
import importlib.metadata
import itertools
import json
import math
import os
import platform
import statistics
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import croupier
import croupier.reference

PEERS = ("phevaluator", "treys", "eval7")
YARDSTICK = "yardstick Y: numpy.random.Philox().random_raw(2_000_000), words"
TUPLE = "croupier.evaluate, tuple of ints"
TEXT = "croupier.evaluate, text"


@dataclass
class Subject:
    """Something to time: `call` does the work of `items` hands."""

    name: str
    items: int
    call: Callable[[], object]
    croupier: str | None = None  # the row of croupier that does the same
    all_cores: bool = False
    loops: int = 1
    rates: list[float] = field(default_factory=list)


def random_hands(count: int, n_cards: int = 7, seed: int = 1) -> NDArray[np.uint8]:
    """Hands of distinct cards, uniformly drawn."""
    decks = np.tile(np.arange(52, dtype=np.uint8), (count, 1))
    return np.ascontiguousarray(np.random.default_rng(seed).permuted(decks, axis=1)[:, :n_cards])


def one_by_one(
    name: str,
    function: Callable[..., Any],
    hands: Iterable[Any],
    *,
    spread: bool = False,
    croupier: str | None = None,
) -> Subject:
    """`function` called for each hand, by the loop of `map` or `starmap`."""
    hands = list(hands)
    apply: Any = itertools.starmap if spread else map
    return Subject(
        name, len(hands), lambda: deque(apply(function, hands), maxlen=0), croupier=croupier
    )


def check(name: str, found: Iterable[Any], expected: list[int]) -> None:
    """Refuse to time what gives other answers."""
    if list(found) != expected:
        raise SystemExit(f"{name} does not agree with croupier.evaluate")


def one_hand_subjects(peers: dict[str, Any]) -> Iterator[Subject]:
    """One call a hand of seven cards."""
    arrays = list(random_hands(2000))
    tuples = [tuple(hand.tolist()) for hand in arrays]
    texts = [croupier.format_cards(hand) for hand in arrays]
    words = [[text[i : i + 2] for i in range(0, 14, 2)] for text in texts]
    expected = croupier.evaluate(np.array(tuples)).tolist()

    yield one_by_one(TUPLE, croupier.evaluate, tuples)
    yield one_by_one("croupier.evaluate, list of ints", croupier.evaluate, map(list, tuples))
    yield one_by_one("croupier.evaluate, NumPy array of seven", croupier.evaluate, arrays)
    yield one_by_one(TEXT, croupier.evaluate, texts)

    if "phevaluator" in peers:
        rank = peers["phevaluator"].evaluate_cards
        check("phevaluator", itertools.starmap(rank, tuples), expected)
        yield one_by_one(
            "phevaluator.evaluate_cards, ints", rank, tuples, spread=True, croupier=TUPLE
        )
        yield one_by_one(
            "phevaluator.evaluate_cards, strings", rank, words, spread=True, croupier=TEXT
        )
    if "treys" in peers:
        new, rank = peers["treys"].Card.new, peers["treys"].Evaluator().evaluate

        def rank_text(hand: list[str]) -> int:
            cards = [new(card) for card in hand]
            return int(rank(cards[:2], cards[2:]))

        prepared = [[new(card) for card in hand] for hand in words]
        check("treys", map(rank_text, words), expected)
        yield one_by_one(
            "treys.Evaluator.evaluate, its prepared ints",
            rank,
            [(cards[:2], cards[2:]) for cards in prepared],
            spread=True,
            croupier=TUPLE,
        )
        yield one_by_one("treys, from strings", rank_text, words, croupier=TEXT)
    if "eval7" in peers:
        card, value = peers["eval7"].Card, peers["eval7"].evaluate

        def value_text(hand: list[str]) -> int:
            return int(value([card(word) for word in hand]))

        # Its values have another scale, on which higher is stronger: the order must agree.
        order = np.unique([-value_text(hand) for hand in words], return_inverse=True)[1]
        check("eval7", order.tolist(), np.unique(expected, return_inverse=True)[1].tolist())
        prepared = [[card(word) for word in hand] for hand in words]
        yield one_by_one("eval7.evaluate, its prepared cards", value, prepared, croupier=TUPLE)
        yield one_by_one("eval7, from strings", value_text, words, croupier=TEXT)

    reference = croupier.reference.evaluate
    check("croupier.reference", (reference(hand) for hand in tuples[:200]), expected[:200])
    yield one_by_one(
        "croupier.reference.evaluate, tuple of ints",
        reference,
        tuples[:200],
        croupier=TUPLE,
    )


def batch_subjects(count: int = 1_000_000) -> Iterator[Subject]:
    """Many hands a call, and the yardstick."""
    yield Subject(YARDSTICK, 2_000_000, partial(np.random.Philox().random_raw, 2_000_000))

    seven = random_hands(count)
    arrays = {
        "(N, 7) uint8, C order": seven,
        "(N, 7) uint8, Fortran order": np.asfortranarray(seven),
        "(N, 7) int64": seven.astype(np.int64),
        "(N, 6) uint8": np.ascontiguousarray(seven[:, :6]),
        "(N, 5) uint8": np.ascontiguousarray(seven[:, :5]),
    }
    for name, cards in arrays.items():
        yield Subject(f"croupier.evaluate, {name}", count, partial(croupier.evaluate, cards))
    masks = croupier.to_masks(seven)
    yield Subject("croupier.evaluate_masks, (N,)", count, partial(croupier.evaluate_masks, masks))
    yield Subject(
        "croupier.evaluate, (N, 7) uint8, C order, two threads",
        count,
        partial(croupier.evaluate, seven, threads=2),
        all_cores=True,
    )
    for n in (5, 6, 7):
        yield Subject(
            f"croupier.strength_histogram({n})",
            math.comb(52, n),
            partial(croupier.strength_histogram, n, threads=1),
        )


def keep_to(cores: set[int]) -> None:
    """Run on these cores alone, where the system lets a process choose."""
    if cores:
        os.sched_setaffinity(0, cores)


def measure(subjects: list[Subject], rounds: int, seconds: float) -> None:
    """Time every subject once a round, so that a slow moment touches them all alike."""
    cores = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()
    one_core = set(sorted(cores)[:1])

    def time_once(subject: Subject) -> float:
        keep_to(cores if subject.all_cores else one_core)
        start = time.perf_counter()
        for _ in range(subject.loops):
            subject.call()
        return time.perf_counter() - start

    gc.collect()
    gc.disable()
    try:
        for subject in subjects:
            time_once(subject)
            subject.loops = max(1, round(seconds / time_once(subject)))
        for _ in range(rounds):
            for subject in subjects:
                subject.rates.append(subject.items * subject.loops / time_once(subject))
    finally:
        gc.enable()
        keep_to(cores)


def median_ratio(above: Subject, below: Subject) -> float:
    """The median over the rounds of the ratio within a round."""
    return statistics.median(a / b for a, b in zip(above.rates, below.rates, strict=True))


def processor() -> str:
    """The processor's name, as the system gives it."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        lines = []
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def import_peers() -> dict[str, Any]:
    """The peers that are installed."""
    peers = {}
    for name in PEERS:
        try:
            peers[name] = importlib.import_module(name)
        except ImportError:
            print(f"{name} is not installed: its rows are left out", file=sys.stderr)
    return peers


def main() -> None:
    """Measure, print the table, and write the figures as JSON where asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there as well")
    parser.add_argument("--rounds", type=int, default=9, help="rounds (default: %(default)s)")
    parser.add_argument(
        "--seconds", type=float, default=0.05, help="of one subject in one round (%(default)s)"
    )
    arguments = parser.parse_args()

    peers = import_peers()
    subjects = [*batch_subjects(), *one_hand_subjects(peers)]
    measure(subjects, arguments.rounds, arguments.seconds)
    by_name = {subject.name: subject for subject in subjects}

    versions = {"Python": platform.python_version(), "NumPy": np.__version__}
    versions |= {name: importlib.metadata.version(name) for name in ("croupier", *peers)}
    header = {
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "processor": processor(),
        "isa": croupier.build_info()["isa"],
        "versions": versions,
        "rounds": arguments.rounds,
    }
    rows: list[dict[str, Any]] = []
    for subject in subjects:
        twin = by_name[subject.croupier] if subject.croupier else None
        rows.append(
            {
                "work": subject.name,
                "rate": statistics.median(subject.rates),
                "min": min(subject.rates),
                "max": max(subject.rates),
                "per_yardstick": median_ratio(subject, by_name[YARDSTICK]),
                "croupier_over_it": median_ratio(twin, subject) if twin else None,
                "rates": subject.rates,
            }
        )

    print(f"{header['date']}, {header['processor']}, {header['isa']};", end=" ")
    print(", ".join(f"{name} {version}" for name, version in versions.items()), end="\n\n")
    print("| work | M/s, median | min - max | Y | croupier over it |")
    print("|---|--:|--:|--:|--:|")
    for row in rows:
        ratio = f"{row['croupier_over_it']:.4g} x" if row["croupier_over_it"] else ""
        print(
            f"| {row['work']} | {row['rate'] / 1e6:.4g} "
            f"| {row['min'] / 1e6:.4g} - {row['max'] / 1e6:.4g} "
            f"| {row['per_yardstick']:.3g} | {ratio} |"
        )
    if arguments.json:
        arguments.json.write_text(json.dumps({"header": header, "rows": rows}, indent=1) + "\n")


if __name__ == "__main__":
    main()
