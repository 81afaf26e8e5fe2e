"""``croupier equity``: what share of the pot each player wins."""

from argparse import ArgumentParser, ArgumentTypeError, Namespace

from croupier.cli.counting import count
from croupier.cli.parser import number

SUMMARY = "Show what share of the pot hands or ranges win, exactly or by samples."
EXAMPLE = 'croupier equity AsAh "QQ+, AKs" --board "2c 7d Jh"'

_PLACES = ("--seed", "--first-sample", "--samples")


def add_arguments(parser: ArgumentParser) -> None:
    """Take hands, what is seen of the pack, and how many samples to play, if any."""
    parser.add_argument(
        "hands",
        metavar="HAND",
        nargs="+",
        help='two to ten: two cards each, or a range, as in "QQ+, AKs, 76s:0.5" or random',
    )
    parser.add_argument("--board", metavar="CARDS", help="three, four or five cards")
    parser.add_argument("--dead", metavar="CARDS", help="cards that nobody gets")
    parser.add_argument(
        "--samples", type=number, metavar="N", help="how many random deals to play, not all"
    )
    parser.add_argument(
        "--std-error", type=_decimal, metavar="E", help="play until no standard error is larger"
    )
    parser.add_argument("--seed", type=number, metavar="S", help="a fresh one by default")
    parser.add_argument(
        "--first-sample", type=number, metavar="I", help="the number of the first (default: 0)"
    )
    parser.add_argument("--threads", type=number, metavar="T", help="all cores by default")
    parser.add_argument(
        "--max-exact", type=number, metavar="N", help="the most boards to look at (default: 1e9)"
    )


def run(arguments: Namespace) -> int:
    """Count, and show what came of it."""
    from croupier.poker.equity import equity  # loads reports, which other commands do not need

    names = ("samples", "std_error", "seed", "first_sample", "threads", "max_exact")
    options = {name: getattr(arguments, name) for name in names}
    given = {name: value for name, value in options.items() if value is not None}
    return count(
        lambda bar: equity(
            *arguments.hands,
            board=arguments.board or "",
            dead=arguments.dead or "",
            progress=bar.show,
            **given,
        ),
        arguments,
        _PLACES,
        without=("--std-error",),
    )


def _decimal(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise ArgumentTypeError(f"a number is needed, got {text[:40]!r}") from None
