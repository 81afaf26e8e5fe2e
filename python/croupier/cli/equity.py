"""``croupier equity``: what share of the pot each player wins."""

import re
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Sequence
from typing import Any

from croupier.cli.counting import count
from croupier.cli.parser import number
from croupier.cli.progress import ProgressBar

SUMMARY = "Show what share of the pot hands or ranges win, exactly or by samples."
EXAMPLE = 'croupier equity AsAh "QQ+, AKs" --board "2c 7d Jh"'

_OPTIONS = ("samples", "std_error", "seed", "first_sample", "threads", "max_exact")
_PLACES = ("--seed", "--first-sample", "--samples")
_CARD = re.compile(r"(10|[2-9tjqka])[cdhs♣♦♥♠][\ufe0e\ufe0f]?", re.IGNORECASE)


def add_arguments(parser: ArgumentParser) -> None:
    """Take hands, what is seen of the pack, and how many samples to play, if any."""
    parser.add_argument(
        "hands",
        metavar="HAND",
        nargs="+",
        help='two to ten: two cards, as in AsAh, or a range, as in "QQ+, AKs" or random',
    )
    parser.add_argument("--board", metavar="CARDS", help='three to five cards, as in "2c 7d Jh"')
    parser.add_argument("--dead", metavar="CARDS", help="cards that nobody gets")
    parser.add_argument(
        "--samples", type=number, metavar="N", help="play N random deals, not all there are"
    )
    parser.add_argument(
        "--std-error",
        type=_decimal,
        metavar="E",
        help="play until no standard error is larger, as in 0.001; --samples is the most",
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
    _refuse_boards(arguments.hands, arguments.board or "")
    try:
        return count(
            lambda bar: _count(arguments, bar), arguments, _PLACES, without=("--std-error",)
        )
    except ValueError as error:
        raise ValueError(_name_options(str(error))) from None


def _count(arguments: Namespace, bar: ProgressBar) -> Any:
    from croupier.poker.equity import equity  # loads reports, which other commands do not need

    options: dict[str, Any] = {name: getattr(arguments, name) for name in _OPTIONS}
    given = {name: value for name, value in options.items() if value is not None}
    return equity(
        *arguments.hands,
        board=arguments.board or "",
        dead=arguments.dead or "",
        progress=bar.show,
        **given,
    )


def _refuse_boards(hands: Sequence[str], board: str) -> None:
    """Refuse cards that are no hand, with what was likely meant."""
    for player, hand in enumerate(hands, 1):
        if hand.rstrip().endswith(","):
            raise ValueError(f'HAND {player}: a range with blanks goes in quotes, as in "QQ+, AKs"')
    odd = {player: hand for player, hand in enumerate(hands, 1) if _count_cards(hand) not in (0, 2)}
    for player, hand in odd.items():
        whole = "".join("".join([board, *odd.values()]).split())
        is_board = player > 1 and 3 <= _count_cards(whole) <= 5
        hint = (
            f"is the board meant? --board {whole}"
            if is_board
            else "the cards of a hand are one word, as in AsAh; a board goes to --board"
        )
        needed = f"HAND {player}: two cards or a range are needed"
        raise ValueError(f"{needed}, got {hand[:40]}; {hint}")


def _count_cards(hand: str) -> int:
    """Count the cards of a text of nothing else; 0 for a range."""
    text = "".join(hand.split())
    return 0 if _CARD.sub("", text) else len(_CARD.findall(text))


def _name_options(reason: str) -> str:
    """Call arguments what the command calls them."""
    name, _, rest = reason.partition(":")
    if name in (*_OPTIONS, "board", "dead"):
        reason = f"--{name.replace('_', '-')}:{rest}"
    reason = reason.replace("samples or std_error", "--samples or --std-error")
    reason = reason.replace("first_sample +", "--first-sample +")
    return reason.replace("hands: player ", "HAND ").replace("hands: ", "HAND: ")


def _decimal(text: str) -> float:
    if not re.fullmatch(r"-?(\d{1,30}(\.\d{0,30})?|\.\d{1,30})(e[-+]?\d{1,2})?", text, re.A | re.I):
        raise ArgumentTypeError(f"a number is needed, as in 0.001, got {text[:40]!r}")
    return float(text)
