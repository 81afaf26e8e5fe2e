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

YARDSTICK = "yardstick Y: numpy.random.Philox().random_raw(2_000_000), words"
TUPLE = "croupier.evaluate, tuple of ints"
TEXT = "croupier.evaluate, text"
TEXTS = "croupier.evaluate, list of texts"


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


def ranks_of(values: Iterable[Any]) -> list[int]:
    """Number values that grow with the strength of hands, the strongest 0."""
    strongest_first = sorted(set(values := list(values)), reverse=True)
    places = {value: place for place, value in enumerate(strongest_first)}
    return [places[value] for value in values]


@dataclass
class Hands:
    """The same hands as each evaluator wants them, and their strengths."""

    tuples: list[tuple[int, ...]]
    texts: list[str]
    words: list[list[str]]
    expected: list[int]

    @classmethod
    def draw(cls, count: int) -> "Hands":
        tuples = [tuple(hand) for hand in random_hands(count).tolist()]
        texts = [croupier.format_cards(hand) for hand in tuples]
        words = [[text[i : i + 2] for i in range(0, 14, 2)] for text in texts]
        return cls(tuples, texts, words, croupier.evaluate(np.array(tuples)).tolist())

    def check(self, name: str, found: Iterable[Any], *, same: bool = False) -> None:
        """Refuse to time what gives other strengths, or puts hands into another order."""
        values = list(found)
        expected = self.expected[: len(values)]
        if not same:
            values, expected = ranks_of(values), ranks_of(-strength for strength in expected)
        if values != expected:
            raise SystemExit(f"{name} does not agree with croupier.evaluate")


def croupier_rows(hands: Hands) -> Iterator[Subject]:
    """One call a hand of seven cards."""
    yield one_by_one(TUPLE, croupier.evaluate, hands.tuples)
    yield one_by_one("croupier.evaluate, list of ints", croupier.evaluate, map(list, hands.tuples))
    arrays = map(np.array, hands.tuples)
    yield one_by_one("croupier.evaluate, NumPy array of seven", croupier.evaluate, arrays)
    yield one_by_one(TEXT, croupier.evaluate, hands.texts)
    reference, few = croupier.reference.evaluate, hands.tuples[:200]
    hands.check("croupier.reference", map(reference, few), same=True)
    yield one_by_one("croupier.reference.evaluate, tuple of ints", reference, few, croupier=TUPLE)


def phevaluator_rows(peer: Any, hands: Hands) -> Iterator[Subject]:
    """Strengths as croupier's; ints, or strings of a card each."""
    rank = peer.evaluate_cards
    hands.check("phevaluator", itertools.starmap(rank, hands.tuples), same=True)
    for form, given, twin in (("ints", hands.tuples, TUPLE), ("strings", hands.words, TEXT)):
        name = f"phevaluator.evaluate_cards, {form}"
        yield one_by_one(name, rank, given, spread=True, croupier=twin)


def treys_rows(peer: Any, hands: Hands) -> Iterator[Subject]:
    """Strengths as croupier's; ints of its own."""
    new, rank = peer.Card.new, peer.Evaluator().evaluate

    def rank_text(words: list[str]) -> int:
        cards = [new(card) for card in words]
        return int(rank(cards[:2], cards[2:]))

    hands.check("treys", map(rank_text, hands.words), same=True)
    cards = [[new(card) for card in words] for words in hands.words]
    prepared = [(made[:2], made[2:]) for made in cards]
    name = "treys.Evaluator.evaluate, its prepared ints"
    yield one_by_one(name, rank, prepared, spread=True, croupier=TUPLE)
    yield one_by_one("treys, from strings", rank_text, hands.words, croupier=TEXT)


def eval7_rows(peer: Any, hands: Hands) -> Iterator[Subject]:
    """Cards as objects; pkrbot has the same calls."""
    name, card, value = peer.__name__, peer.Card, peer.evaluate

    def value_text(words: list[str]) -> int:
        return int(value([card(word) for word in words]))

    hands.check(name, map(value_text, hands.words))
    prepared = [[card(word) for word in words] for words in hands.words]
    yield one_by_one(f"{name}.evaluate, its prepared cards", value, prepared, croupier=TUPLE)
    yield one_by_one(f"{name}, from strings", value_text, hands.words, croupier=TEXT)


def pkrbot_rows(peer: Any, hands: Hands) -> Iterator[Subject]:
    """As eval7, and bytes of ranks and of suits, which are not checked."""
    yield from eval7_rows(peer, hands)
    raw = [
        (bytes(card // 4 for card in hand), bytes(card % 4 for card in hand), len(hand))
        for hand in hands.tuples
    ]
    hands.check("pkrbot.evaluate_raw", itertools.starmap(peer.evaluate_raw, raw))
    name = "pkrbot.evaluate_raw, bytes of ranks and suits"
    yield one_by_one(name, peer.evaluate_raw, raw, spread=True, croupier=TUPLE)


def holdem_hand_evaluator_rows(peer: Any, hands: Hands) -> Iterator[Subject]:
    """Text."""
    hands.check("holdem_hand_evaluator", map(peer.evaluate_hand, hands.texts))
    name = "holdem_hand_evaluator.evaluate_hand, text"
    yield one_by_one(name, peer.evaluate_hand, hands.texts, croupier=TEXT)


def poker_equity_rows(peer: Any, hands: Hands) -> Iterator[Subject]:
    """A list of texts a call, lower being stronger."""
    rank = partial(peer.score_batch, "high", hands.texts)
    hands.check("poker_equity", (-value for value in rank()))
    name = "poker_equity.score_batch, list of texts"
    yield Subject(name, len(hands.texts), rank, croupier=TEXTS)


def xiapl_rows(peer: Any, hands: Hands) -> Iterator[Subject]:
    """Masks of its own, or card objects."""
    read, to_mask = peer.card.Card.from_string, peer.utils.cards_to_mask
    cards = [[read(word) for word in words] for words in hands.words]
    masks = list(map(to_mask, cards))
    rank = peer.eval.evaluate_mask
    hands.check(
        "xiapl", ((int(found.category), tuple(found.kickers)) for found in map(rank, masks))
    )
    yield one_by_one("xiapl.eval.evaluate_mask, int", rank, masks, croupier=TUPLE)
    name = "xiapl.eval.evaluate_cards, its prepared cards"
    yield one_by_one(name, peer.eval.evaluate_cards, cards, croupier=TUPLE)


def pokerfast_rows(peer: Any, hands: Hands) -> Iterator[Subject]:
    """Strings of a card each."""
    hands.check("pokerfast", map(peer.eval7, hands.words))
    yield one_by_one("pokerfast.eval7, strings", peer.eval7, hands.words, croupier=TEXT)


def pokerkit_rows(peer: Any, hands: Hands) -> Iterator[Subject]:
    """Cards as objects, text."""
    few = hands.texts[:50]
    rank = peer.StandardHighHand.from_game
    hands.check("pokerkit", (rank(hand).entry.index for hand in few))
    name = "pokerkit.StandardHighHand.from_game, text"
    yield one_by_one(name, rank, few, croupier=TEXT)


PEERS: dict[str, Callable[[Any, Hands], Iterator[Subject]]] = {
    "phevaluator": phevaluator_rows,
    "treys": treys_rows,
    "eval7": eval7_rows,
    "pkrbot": pkrbot_rows,
    "holdem_hand_evaluator": holdem_hand_evaluator_rows,
    "poker_equity": poker_equity_rows,
    "xiapl": xiapl_rows,
    "pokerfast": pokerfast_rows,
    "pokerkit": pokerkit_rows,
}


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
    texts = [croupier.format_cards(hand) for hand in seven[:2000]]
    yield Subject(TEXTS, len(texts), partial(croupier.evaluate, texts))
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

    peers, hands = import_peers(), Hands.draw(2000)
    subjects = [*batch_subjects(), *croupier_rows(hands)]
    for name, peer in peers.items():
        subjects += PEERS[name](peer, hands)
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
