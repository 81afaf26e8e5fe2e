"""What equity takes: croupier beside its peers in one run, as a Markdown table."""

import argparse
import datetime
import importlib
import importlib.metadata
import itertools
import json
import math
import platform
import statistics
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
from peers import YARDSTICK, Subject, measure, median_ratio, processor, random_hands

import croupier
from croupier import _core, reference
from croupier.poker.combos import HAND_CLASSES

KNOWN = ("AhAs", "KdKc")
ANY = ("AhAs", "random")
RANGES = ("QQ+,AKs", "88+,AJs+")
FLOP, TURN = "3d9cTs", "3d9cTs2h"
SAMPLES = 1_000_000
STD_ERROR = 0.001
SPOTS = 10_000

# What is asked, with how many samples or spots an answer of croupier has.
WORKS = {
    "AhAs v KdKc": 1,
    "QQ+,AKs v 88+,AJs+": 1,
    "random v random on a flop": 1,
    "random v random on a turn": 1,
    "169 x 169 classes": 1,
    "a sample of AhAs v KdKc": SAMPLES,
    "a sample of AhAs v random": SAMPLES,
    "a sample of QQ+,AKs v 88+,AJs+": SAMPLES,
    "QhQs v five ranges of 20 %, standard error 0.1 %": 1,
    "a spot of two hands on a turn": SPOTS,
}
ISAS = croupier.build_info()["isas"][-2:]
Answer = Callable[[], Any]


@cache
def best_range(share: float) -> str:
    """Name the classes with the most equity against any two cards, up to a share of combos."""
    counts = [6 if len(name) == 2 else 4 if name[2] == "s" else 12 for name in HAND_CLASSES]
    matrix = croupier.equity_matrix()
    # What two classes leave each other: wins, losses and ties of a cell count ways by boards.
    cells = [[matrix.counts(a, b) for b in range(169)] for a in range(169)]
    won = [sum(2 * win + tie for win, _, tie in row) / sum(map(sum, row)) for row in cells]
    chosen, left = [], share * 1326
    for index in np.argsort(won)[::-1]:
        if counts[index] > left:
            break
        chosen.append(HAND_CLASSES[index])
        left -= counts[index]
    return str(croupier.Range(", ".join(chosen)))


@cache
def exact(hands: tuple[str, ...], board: str = "") -> Any:
    """Croupier's own answer."""
    return croupier.equity(*hands, board=board)


@cache
def table() -> Any:
    """Croupier's answer for six players, of ten million samples."""
    return croupier.equity("QhQs", *[best_range(0.2)] * 5, samples=10_000_000, seed=2)


def spread(hands: tuple[str, ...]) -> float:
    """Give the standard deviation of the first player's share of one pot."""
    found = exact(hands)
    square = sum(
        count / mask.bit_count() ** 2 for mask, count in enumerate(found.counts) if mask & 1
    )
    return math.sqrt(square / found.total - float(found.equity[0]) ** 2)


def spots() -> tuple[np.ndarray, np.ndarray]:
    """Give hole cards and boards of spots on a turn."""
    cards = random_hands(SPOTS, 8)
    return cards[:, :4].reshape(-1, 2, 2), cards[:, 4:]


def spot_texts(count: int) -> list[tuple[str, str, str]]:
    """Give the first spots as two hands and a board."""
    texts = (croupier.format_cards(row) for row in random_hands(SPOTS, 8)[:count])
    return [(text[:4], text[4:8], text[8:]) for text in texts]


def croupier_answers() -> dict[str, Answer]:
    """One thread; the same calls for every instruction set."""
    equity = partial(croupier.equity, threads=1)
    hands, boards = spots()
    return {
        "AhAs v KdKc": lambda: equity(*KNOWN),
        "QQ+,AKs v 88+,AJs+": lambda: equity(*RANGES),
        "random v random on a flop": lambda: equity("random", "random", board=FLOP),
        "random v random on a turn": lambda: equity("random", "random", board=TURN),
        "169 x 169 classes": lambda: croupier.equity_matrix(threads=1),
        "a sample of AhAs v KdKc": lambda: equity(*KNOWN, samples=SAMPLES, seed=1),
        "a sample of AhAs v random": lambda: equity(*ANY, samples=SAMPLES, seed=1),
        "a sample of QQ+,AKs v 88+,AJs+": lambda: equity(*RANGES, samples=SAMPLES, seed=1),
        "QhQs v five ranges of 20 %, standard error 0.1 %": lambda: equity(
            "QhQs", *[best_range(0.2)] * 5, std_error=STD_ERROR, seed=1
        ),
        "a spot of two hands on a turn": lambda: equity(hands, board=boards),
    }


# Each peer: by work, how many samples or spots a call has, and the call, which gives the first
# player's equity, of spots a list.
PeerAnswers = dict[str, tuple[int, Answer]]


def reference_answers() -> PeerAnswers:
    """The twin, where it ends in a second."""

    def play() -> list[float]:
        rows = [reference.equity(a, b, board=board) for a, b, board in spot_texts(5)]
        return [(row[1] + row[3] / 2) / sum(row) for row in rows]

    return {"a spot of two hands on a turn": (5, play)}


def pokerfast_answers(_: Any) -> PeerAnswers:
    """OMPEval, one thread by default.

    Samples stop at a standard error, which is looked at every 0.2 s: enough are asked for that
    this does not matter. They count as what it takes for that error.
    """
    peer = importlib.import_module("pokerfast.equity").equity

    def one(*hands: str, board: str = "", **options: Any) -> float:
        return float(peer(hands, board, **options)[0])

    def sample(hands: tuple[str, ...]) -> tuple[int, Answer]:
        stdev = spread(hands) / math.sqrt(50 * SAMPLES)
        return 50 * SAMPLES, lambda: one(*hands, exact=False, stdev=stdev)

    few = spot_texts(500)
    six = ["QhQs", *[spell(best_range(0.2))] * 5]
    return {
        "AhAs v KdKc": (1, lambda: one(*KNOWN)),
        "QQ+,AKs v 88+,AJs+": (1, lambda: one(*RANGES)),
        "random v random on a flop": (1, lambda: one("random", "random", board=FLOP)),
        "random v random on a turn": (1, lambda: one("random", "random", board=TURN)),
        "a sample of AhAs v KdKc": sample(KNOWN),
        "a sample of AhAs v random": sample(ANY),
        "a sample of QQ+,AKs v 88+,AJs+": sample(RANGES),
        "QhQs v five ranges of 20 %, standard error 0.1 %": (
            1,
            lambda: one(*six, exact=False, stdev=STD_ERROR),
        ),
        "a spot of two hands on a turn": (
            len(few),
            lambda: [one(a, b, board=board) for a, b, board in few],
        ),
    }


def spell(text: str) -> str:
    """Write a range class by class, without + and -, which peers read in different ways."""
    held = croupier.Range(text)
    return ",".join(name for name in HAND_CLASSES if name in held)


def poker_equity_answers(peer: Any) -> PeerAnswers:
    """Text; no more than so many deals are walked. Python has no call for a standard error."""
    six = ["QhQs", *[spell(best_range(0.2))] * 5]
    share = float(table().equity[0])
    needed = math.ceil(share * (1 - share) / STD_ERROR**2)
    few = spot_texts(500)

    def walk(hands: Iterable[str], board: str = "") -> float:
        return float(peer.exact_from_text("holdem", list(hands), board)["players"][0]["equity"])

    def sample(hands: Iterable[str], count: int) -> float:
        found = peer.chunk_from_text("holdem", list(hands), samples=count, seed=1, threads=1)
        return float(found["players"][0]["equity"])

    return {
        "AhAs v KdKc": (1, lambda: walk(KNOWN)),
        "a sample of AhAs v KdKc": (SAMPLES, lambda: sample(KNOWN, SAMPLES)),
        "a sample of AhAs v random": (SAMPLES, lambda: sample(("AhAs", "**"), SAMPLES)),
        "a sample of QQ+,AKs v 88+,AJs+": (SAMPLES, lambda: sample(RANGES, SAMPLES)),
        "QhQs v five ranges of 20 %, standard error 0.1 %": (1, lambda: sample(six, needed)),
        "a spot of two hands on a turn": (
            len(few),
            lambda: [walk((a, b), board) for a, b, board in few],
        ),
    }


def xiapl_answers(peer: Any) -> PeerAnswers:
    """Masks, and ranges of two players; both made before they are timed."""
    simulation, ranges = peer.simulation, peer.range.Range
    whole = simulation.SimulationOptions.exact()
    some = simulation.SimulationOptions.mc_seeded(SAMPLES, 1)
    whole.threads = some.threads = 1

    def mask(text: str) -> int:
        read = peer.card.Card.from_string
        return int(
            peer.utils.cards_to_mask([read(text[i : i + 2]) for i in range(0, len(text), 2)])
        )

    def hands(options: Any, held: list[int], board: int = 0) -> float:
        return float(simulation.calculate_equity(held, board, options).players[0].equity)

    def of_ranges(options: Any, one: Any, other: Any, board: int = 0) -> float:
        mode = simulation.RangeEquityMode.AggregateOnly
        found = simulation.calculate_range_equity(one, other, board, options, mode)
        return float(found.hero_aggregate_equity)

    known = [mask(text) for text in KNOWN]
    few = [([mask(a), mask(b)], mask(board)) for a, b, board in spot_texts(500)]
    anything, aces = ranges.all(), ranges.from_string("AhAs")
    one, other = map(ranges.from_string, RANGES)
    flop, turn = mask(FLOP), mask(TURN)
    return {
        "AhAs v KdKc": (1, lambda: hands(whole, known)),
        "random v random on a flop": (1, lambda: of_ranges(whole, anything, anything, flop)),
        "random v random on a turn": (1, lambda: of_ranges(whole, anything, anything, turn)),
        "a sample of AhAs v KdKc": (SAMPLES, lambda: hands(some, known)),
        "a sample of AhAs v random": (SAMPLES, lambda: of_ranges(some, aces, anything)),
        "a sample of QQ+,AKs v 88+,AJs+": (SAMPLES, lambda: of_ranges(some, one, other)),
        "a spot of two hands on a turn": (
            len(few),
            lambda: [hands(whole, held, board) for held, board in few],
        ),
    }


def eval7_answers(peer: Any) -> PeerAnswers:
    """A hand against an unweighted range; exact on a whole board only, so samples here."""

    def cards(text: str) -> list[Any]:
        return [peer.Card(text[i : i + 2]) for i in range(0, len(text), 2)]

    play = importlib.import_module("eval7.equity").py_hand_vs_range_monte_carlo
    aces, kings = cards(KNOWN[0]), [(cards(KNOWN[1]), 1.0)]
    anything = [(pair, 1.0) for pair in itertools.combinations(peer.Deck().cards, 2)]
    return {
        "a sample of AhAs v KdKc": (SAMPLES, lambda: play(aces, kings, [], SAMPLES)),
        "a sample of AhAs v random": (SAMPLES, lambda: play(aces, anything, [], SAMPLES)),
    }


def pokerkit_answers(peer: Any) -> PeerAnswers:
    """Python; ranges made before they are timed."""
    few = 1000

    def sample(hands: Iterable[str]) -> tuple[int, Answer]:
        held = [peer.parse_range(text) for text in hands]
        deck, types = peer.Deck.STANDARD, (peer.StandardHighHand,)
        return few, lambda: float(
            peer.calculate_equities(held, (), 2, 5, deck, types, sample_count=few)[0]
        )

    return {
        "a sample of AhAs v KdKc": sample(KNOWN),
        "a sample of QQ+,AKs v 88+,AJs+": sample(RANGES),
    }


PEERS: dict[str, Callable[[Any], PeerAnswers]] = {
    "pokerfast": pokerfast_answers,
    "poker_equity": poker_equity_answers,
    "xiapl": xiapl_answers,
    "eval7": eval7_answers,
    "pokerkit": pokerkit_answers,
}

HANDS = {
    "AhAs v KdKc": (KNOWN, ""),
    "QQ+,AKs v 88+,AJs+": (RANGES, ""),
    "random v random on a flop": (("random", "random"), FLOP),
    "random v random on a turn": (("random", "random"), TURN),
}
SAMPLED = {
    "a sample of AhAs v KdKc": KNOWN,
    "a sample of AhAs v random": ANY,
    "a sample of QQ+,AKs v 88+,AJs+": RANGES,
}


def is_right(work: str, count: int, found: Any) -> bool:
    """Tell whether an answer is exact to the last board, or within 4 standard errors."""
    if work in HANDS:
        right = exact(*HANDS[work])
        return abs(found - float(right.equity[0])) * 2 * right.total < 0.1
    if work in SAMPLED:
        right = exact(SAMPLED[work])
        error = spread(SAMPLED[work]) / math.sqrt(count)
        return abs(found - float(right.equity[0])) < 4 * error
    if work.startswith("QhQs"):
        right = table()
        return abs(found - right.equity[0]) < 4 * math.hypot(STD_ERROR, right.std_error[0])
    hands, boards = spots()
    equities = croupier.equity(hands[:count], board=boards[:count]).equity[:, 0]
    return bool(np.abs(np.array(found) - equities).max() * 2 * 44 < 0.1)


def import_peers() -> dict[str, Any]:
    """The peers that are installed."""
    peers = {}
    for name in PEERS:
        try:
            with warnings.catch_warnings(action="ignore"):  # eval7's, of its parser
                peers[name] = importlib.import_module(name)
        except ImportError:
            print(f"{name} is not installed: its rows are left out", file=sys.stderr)
    return peers


def peer_answers() -> Iterator[tuple[str, str, int, Answer]]:
    """Give name, work, count and call of every peer, each checked before."""
    for name, peer in [("reference", None), *import_peers().items()]:
        rows = reference_answers() if peer is None else PEERS[name](peer)
        for work, (count, call) in rows.items():
            found = call()
            if not is_right(work, count, found):
                raise SystemExit(f"{name} does not agree with croupier on {work}: {found}")
            yield f"croupier.{name}" if peer is None else name, work, count, call


def with_isa(isa: str, call: Answer) -> Answer:
    """Let a call choose its instruction set, for those before it chose others."""

    def run() -> Any:
        _core.use_isa(isa)
        return call()

    return run


def subjects() -> list[Subject]:
    """All that is timed, work by work."""
    rows: dict[str, list[Subject]] = {work: [] for work in WORKS}
    for work, call in croupier_answers().items():
        rows[work] += [
            Subject(f"{work} | croupier, {isa}", WORKS[work], with_isa(isa, call))
            for isa in reversed(ISAS)
        ]
    two = with_isa(ISAS[-1], lambda: croupier.equity_matrix(threads=2))
    name = f"croupier, {ISAS[-1]}, two threads"
    rows["169 x 169 classes"].append(Subject(f"169 x 169 classes | {name}", 1, two, all_cores=True))
    for peer, work, count, call in peer_answers():
        twin = rows[work][0].name
        rows[work].append(Subject(f"{work} | {peer}", count, call, croupier=twin))
    yardstick = Subject(YARDSTICK, 2_000_000, partial(np.random.Philox().random_raw, 2_000_000))
    return [yardstick, *itertools.chain(*rows.values())]


def tell_time(seconds: float) -> str:
    """Write a time to three figures."""
    for unit, size in (("s", 1), ("ms", 1e-3), ("us", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"


def print_times(rounds: int, seconds: float, file: Path | None) -> None:
    """Measure, print the table, and write every time to a file where asked."""
    timed = subjects()
    measure(timed, rounds, seconds)
    by_name = {subject.name: subject for subject in timed}
    versions = {"Python": platform.python_version(), "NumPy": np.__version__}
    names = ("croupier", *import_peers())
    versions |= {name: importlib.metadata.version(name) for name in names}
    date = datetime.datetime.now(datetime.UTC).date().isoformat()
    told = ", ".join(f"{name} {version}" for name, version in versions.items())
    print(f"{date}, {processor()}; {told}\n")
    print("| work | by | median | min - max | words | over croupier |")
    print("|---|---|--:|--:|--:|--:|")
    rows = []
    for subject in timed[1:]:
        work, by = subject.name.split(" | ")
        times = [1 / rate for rate in subject.rates]
        words = median_ratio(by_name[YARDSTICK], subject)
        ratio = median_ratio(by_name[subject.croupier], subject) if subject.croupier else None
        rows.append({"work": work, "by": by, "times": times, "words": words, "ratio": ratio})
        print(
            f"| {work} | {by} | {tell_time(statistics.median(times))} "
            f"| {tell_time(min(times))} - {tell_time(max(times))} "
            f"| {words:,.3g} | {f'{ratio:.3g} x' if ratio else ''} |"
        )
    if file:
        header = {"date": date, "processor": processor(), "versions": versions, "rounds": rounds}
        file.write_text(json.dumps({"header": header, "rows": rows}, indent=1) + "\n")


def main() -> None:
    """Read what is asked, and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write every time there as well")
    parser.add_argument("--rounds", type=int, default=5, help="rounds (default: %(default)s)")
    parser.add_argument(
        "--seconds", type=float, default=0.05, help="of one subject in one round (%(default)s)"
    )
    arguments = parser.parse_args()
    print_times(arguments.rounds, arguments.seconds, arguments.json)


if __name__ == "__main__":
    main()
