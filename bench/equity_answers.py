"""What peers answer to calls that look right, beside the right answer, as a Markdown table.

The right answer is croupier's; where the call has none, it says what is wrong with it.
"""

import importlib
import importlib.metadata
from collections.abc import Callable
from typing import Any

import croupier

RIVER = "2c7dKh3s9s"
Right = Callable[[], Any]


def share(*hands: str, board: str = "") -> float:
    """Tell the first player's equity."""
    return float(croupier.equity(*hands, board=board).equity[0])


def cards(text: str) -> list[Any]:
    """Make eval7's cards."""
    card = importlib.import_module("eval7").Card
    return [card(text[i : i + 2]) for i in range(0, len(text), 2)]


EXACT = "eval7.equity.py_hand_vs_range_exact"
SAMPLE = "eval7.equity.py_hand_vs_range_monte_carlo"
RANGE = "eval7.HandRange"
XRANGE = "xiapl.range.Range.from_string"
XEXACT = "xiapl.simulation.SimulationOptions.exact()"

# What is asked, the call as it is written, and the right answer.
CALLS: list[tuple[str, str, Right]] = [
    (
        "weights of a range",
        f"pokerfast.equity.equity(['AcAd', 'QQ,KK:0.5'], '{RIVER}')[0]",
        lambda: share("AcAd", "QQ,KK:0.5", board=RIVER),
    ),
    (
        "weights of a range",
        f"{EXACT}(cards('AcAd'), {RANGE}('QQ, 0.5(KK)'), cards('{RIVER}'))",
        lambda: share("AcAd", "QQ,KK:0.5", board=RIVER),
    ),
    (
        "weights of a range",
        (
            f"xiapl.simulation.calculate_range_equity({XRANGE}('AcAd'), {XRANGE}('QQ,KK:0.5'), "
            f"mask('{RIVER}'), {XEXACT}).hero_aggregate_equity"
        ),
        lambda: share("AcAd", "QQ,KK:0.5", board=RIVER),
    ),
    (
        "classes from one to another",
        "pokerfast.equity.equity(['22-55', '2h2d'], '3c4c9sJdKh')[0]",
        lambda: share("22-55", "2h2d", board="3c4c9sJdKh"),
    ),
    (
        "classes from one to another",
        "pokerfast.equity.equity(['A5s-A2s', '2h2d'], '3c4c9sJdKh')[0]",
        lambda: share("A5s-A2s", "2h2d", board="3c4c9sJdKh"),
    ),
    (
        "text that is no range",
        f"pokerfast.equity.equity(['AcAd', 'QQ foo'], '{RIVER}')[0]",
        lambda: "none: foo",
    ),
    (
        "no board",
        f"{EXACT}(cards('AhAs'), {RANGE}('KdKc'), [])",
        lambda: share("AhAs", "KdKc"),
    ),
    (
        "a flop",
        f"{EXACT}(cards('AcAd'), {RANGE}('KK'), cards('Kd2h3c'))",
        lambda: share("AcAd", "KK", board="Kd2h3c"),
    ),
    (
        "a card in a hand and on the board",
        f"{EXACT}(cards('AcAd'), {RANGE}('QQ'), cards('AcQd2h3c4s'))",
        lambda: "none: Ac twice",
    ),
    (
        "a range that the board leaves empty",
        f"{SAMPLE}(cards('AcAd'), {RANGE}('KhKd'), cards('Kd2h3c'), 100_000)",
        lambda: "none: Kd twice",
    ),
    (
        "a hand against itself",
        (
            f"xiapl.simulation.calculate_range_equity({XRANGE}('AcAd'), {XRANGE}('AcAd'), 0, "
            f"{XEXACT}).hero_aggregate_equity"
        ),
        lambda: "none: both twice",
    ),
    (
        "cards without spaces",
        "holdem_hand_evaluator.calculate_equity('AcAd', '', 1, 1_000_000)",
        lambda: share("AcAd", "random"),
    ),
    (
        "ties",
        "holdem_hand_evaluator.calculate_equity('Ac Ad', '', 1, 1_000_000)",
        lambda: share("AcAd", "random"),
    ),
    (
        "ties",
        "holdem_hand_evaluator.calculate_equity('2c 3d', 'As Ks Qs Js Ts', 2, 100_000)",
        lambda: share("2c3d", "4h5h", "6h7h", board="AsKsQsJsTs"),
    ),
    (
        "a card in a hand and on the board",
        "holdem_hand_evaluator.calculate_equity('Ac Ad', 'Ac Kd 2h', 1, 100_000)",
        lambda: "none: Ac twice",
    ),
    (
        "ranges before the flop",
        "poker_equity.exact_from_text('holdem', ['QQ+,AKs', '88+,AJs+'])",
        lambda: share("QQ+,AKs", "88+,AJs+"),
    ),
    (
        "ranges before the flop",
        (
            f"xiapl.simulation.calculate_range_equity({XRANGE}('QQ+,AKs'), {XRANGE}('88+,AJs+'), "
            f"0, {XEXACT}).hero_aggregate_equity"
        ),
        lambda: share("QQ+,AKs", "88+,AJs+"),
    ),
    (
        "a combo named twice",
        (
            f"poker_equity.exact_from_text('holdem', ['AcAd', 'QQ,QcQd,KK'], '{RIVER}')"
            "['players'][0]['equity']"
        ),
        lambda: share("AcAd", "QQ,QcQd,KK", board=RIVER),
    ),
    (
        "a combo named twice",
        f"{EXACT}(cards('AcAd'), {RANGE}('QQ, QcQd, KK'), cards('{RIVER}'))",
        lambda: share("AcAd", "QQ,QcQd,KK", board=RIVER),
    ),
    (
        "a hand that shares a card with another",
        (
            "pokerkit.calculate_equities("
            "[pokerkit.parse_range('AcAd'), pokerkit.parse_range('AcKs')], (), 2, 5, "
            "pokerkit.Deck.STANDARD, (pokerkit.StandardHighHand,), sample_count=100)[0]"
        ),
        lambda: "none: Ac twice",
    ),
]


def mask(text: str) -> int:
    """Make xiapl's mask."""
    xiapl = importlib.import_module("xiapl")
    read = xiapl.card.Card.from_string
    return int(xiapl.utils.cards_to_mask([read(text[i : i + 2]) for i in range(0, len(text), 2)]))


def answer(call: str, names: dict[str, Any]) -> str:
    """Make a call as it is written, and tell what comes back."""
    try:
        return tell(eval(call, names))
    except Exception as error:
        return f"{type(error).__name__}: {error}".split(". ")[0]


def tell(value: Any) -> str:
    """Write an equity to four places."""
    return value if isinstance(value, str) else "None" if value is None else f"{value:.4f}"


def main() -> None:
    """Make every call whose package is installed."""
    names: dict[str, Any] = {"cards": cards, "mask": mask}
    print("| package | call | answers | right |\n|---|---|---|---|")
    for asked, call, right in CALLS:
        package = call.partition(".")[0]
        try:
            names[package] = importlib.import_module(package)
            for part in {"pokerfast": ["equity"], "eval7": ["equity"]}.get(package, []):
                importlib.import_module(f"{package}.{part}")
        except ImportError:
            continue
        version = importlib.metadata.version(package)
        found = answer(call, names)
        print(f"| {package} {version} | {asked}: `{call}` | {found} | {tell(right())} |")


if __name__ == "__main__":
    main()
