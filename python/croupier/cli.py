"""The ``croupier`` command."""

import argparse
import codecs
import contextlib
import functools
import io
import itertools
import json
import os
import re
import select
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any, NoReturn, Self, TextIO

import croupier
from croupier.arguments import json_int
from croupier.games.casino_holdem.strategy import WORDS
from croupier.games.game import Game

_BLOCK_BYTES = 1 << 16
_LINE_BYTES = 1000

_GAMES: dict[str, Callable[..., Game[Any, Any]]] = {
    "baccarat": croupier.Baccarat,
    "casino-holdem": croupier.CasinoHoldem,
    "thai-hilo": croupier.ThaiHiLo,
}
_ROYAL_CASINO = croupier.RoyalCasino.name
_GAME_OPTIONS = {
    "decks": ("baccarat",),
    "stake": tuple(_GAMES),
    "strategy": ("casino-holdem",),
    **dict.fromkeys(("players", "agents", "playouts", "match"), (_ROYAL_CASINO,)),
}
_SUITS = "♠♥♦♣"
_BAR_WIDTH = 30
_BAR_AFTER_SECONDS = 1.0

_Command = Callable[[argparse.Namespace], int]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the ``croupier`` command.

    Parameters
    ----------
    argv : sequence of str, optional
        The words after the program's name; those of the process by default.

    Returns
    -------
    int
        The exit status: 0; 1 for a failed run; 2 for bad usage; 130 after Ctrl-C.

    Examples
    --------
    >>> from croupier.cli import main
    >>> main(["evaluate", "As Ks Qs", "Js Ts"])  # doctest: +NORMALIZE_WHITESPACE
    1   Royal flush
    0
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    if sys.stdout is None:
        _complain("croupier: standard output is closed")
        return 1
    try:
        status = _run(argv)
        sys.stdout.flush()
    except KeyboardInterrupt:
        status = 130
    except BrokenPipeError:
        status = 0  # the reader has seen enough
    except (OSError, MemoryError, RuntimeError) as error:
        reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
        _complain(f"croupier: {reason}")
        status = 1
    else:
        return status
    _discard(sys.stdout)
    return status


def _run(argv: Sequence[str] | None) -> int:
    if argv is None:  # UTF-8, whatever the locale has made of it
        argv = [os.fsencode(word).decode(errors="surrogateescape") for word in sys.argv[1:]]
    try:
        arguments = _build_parser().parse_args(argv)
        command: _Command = arguments.command
        return command(arguments)
    except _UsageError as error:
        _complain(str(error))
        return 2
    except ValueError as error:
        _complain(f"croupier: {error}")
        return 2
    except SystemExit:  # argparse has answered --help or --version
        return 0


class _UsageError(Exception):
    pass


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise _UsageError(f"{self.prog}: {message}")

    def _print_message(self, message: str, file: Any = None) -> None:
        (file or sys.stdout).write(message)  # argparse would swallow that the disk is full


def _build_parser() -> _Parser:
    parser = _Parser(
        prog="croupier",
        description="Exact casino games: rank, solve, simulate.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"croupier {croupier.__version__}")
    commands = parser.add_subparsers(title="commands", required=True)

    def add(name: str, command: _Command, summary: str) -> _Parser:
        added = commands.add_parser(name, help=summary, description=summary, allow_abbrev=False)
        added.set_defaults(command=command)
        added.add_argument("--json", action="store_true", help="answer in JSON")
        return added

    evaluate = add("evaluate", _evaluate, "Rank a hand of 5, 6 or 7 cards, or a hand a line.")
    evaluate.add_argument(
        "cards",
        metavar="CARDS",
        nargs="*",
        help="one hand, as in AsKd 10h 9c 2s; - or nothing: a hand a line from standard input",
    )

    def add_game(name: str, command: _Command, summary: str, *others: str) -> _Parser:
        added = add(name, command, summary)
        games = (*_GAMES, *others)
        added.add_argument("game", metavar="GAME", choices=games, help=" or ".join(games))
        added.add_argument("--decks", type=_number, metavar="N", help="baccarat: packs in the shoe")
        add_strategy(added)
        return added

    def add_strategy(added: _Parser) -> None:
        strategies = croupier.CasinoHoldem.strategies
        added.add_argument(
            "--strategy",
            choices=strategies,
            metavar="S",
            help=f"casino-holdem: {', '.join(strategies)} (default: {strategies[0]})",
        )

    exact = add_game("exact", _exact, "Show what every bet of a game returns, exactly.")
    simulate = add_game(
        "simulate", _simulate, "Play many rounds of a game and show the returns.", _ROYAL_CASINO
    )
    replay = add_game("replay", _replay, "Show one round of a simulation.", _ROYAL_CASINO)
    for played in (simulate, replay):
        played.add_argument(
            "--players", type=_number, metavar="N", help="royal-casino: 2, 3 or 4 (default: 2)"
        )
        played.add_argument(
            "--agents",
            metavar="A,B",
            help="royal-casino: one a seat of random, greedy, search (default: greedy,random,...)",
        )
        played.add_argument(
            "--playouts",
            type=_number,
            metavar="N",
            help="royal-casino: of a search, for each move (default: 1000)",
        )
        played.add_argument(
            "--match",
            action="store_const",
            const=True,
            help="royal-casino: a round is a match to 21",
        )
    simulate.add_argument("--rounds", type=_number, required=True, metavar="N", help="how many")
    simulate.add_argument("--threads", type=_number, metavar="T", help="all cores by default")
    simulate.add_argument("--seed", type=_number, metavar="S", help="a fresh one by default")
    replay.add_argument(
        "--seed", type=_number, required=True, metavar="S", help="of the simulation"
    )
    replay.add_argument("--round", type=_number, required=True, metavar="I", help="from 0 on")
    for priced in (exact, simulate):
        priced.add_argument(
            "--stake",
            type=_number,
            metavar="C",
            help="in cents (default: the first hundred at which no return is rounded)",
        )
    advise = add("advise", _advise, "Show whether to call or to fold, and what either is worth.")
    advise.add_argument("game", metavar="GAME", choices=["casino-holdem"], help="casino-holdem")
    advise.add_argument("hole", metavar="HOLE", help="the hole cards, as in AsKd")
    advise.add_argument("flop", metavar="FLOP", help="the flop, as in 2c7h9s")
    add_strategy(advise)
    add("info", _info, "Show the version, the compiler and the instruction sets.")
    return parser


def _evaluate(arguments: argparse.Namespace) -> int:
    words = arguments.cards
    if words and words != ["-"]:
        try:
            sys.stdout.write(_answer(" ".join(words), arguments.json))
        except ValueError as error:
            raise _UsageError(f"croupier evaluate: {error}") from None
        return 0
    if sys.stdin is None or (not words and sys.stdin.isatty()):
        raise _UsageError("croupier evaluate: give cards, or a hand a line on standard input")
    return _evaluate_lines(sys.stdin, arguments.json)


def _evaluate_lines(stdin: TextIO, as_json: bool) -> int:
    status = 0
    first = 1
    for lines in _read_lines(stdin):
        answers: list[str] = []
        for number, line in enumerate(lines, first):
            try:
                if len(line) > _LINE_BYTES:
                    raise ValueError(f"cards: a line has at most {_LINE_BYTES} bytes")
                if text := line.rstrip().decode():
                    answers.append(_answer(text, as_json, number))
            except ValueError as error:
                status = 1
                _write(answers)  # what stands before the bad line comes before its complaint
                answers.clear()
                _complain(f"croupier: line {number}: {error}")
        _write(answers)
        first += len(lines)
    return status


def _read_lines(stdin: TextIO) -> Iterator[list[bytes]]:
    """Yield the lines that one read completes, so that a slow writer is answered at once.

    Of a line that is too long only the start is kept, enough to see that it is.
    """
    binary = getattr(stdin, "buffer", None) or io.BytesIO(stdin.read().encode())
    stream = getattr(binary, "raw", binary)
    mark = codecs.BOM_UTF8
    rest = b""
    while (block := stream.read(_BLOCK_BYTES)) != b"":
        if block is None:  # a non-blocking descriptor
            select.select([stream], [], [])
            continue
        *lines, tail = block.split(b"\n")
        if lines:
            lines[0] = (rest + lines[0]).removeprefix(mark)
            yield lines
            mark = rest = b""
        rest = (rest + tail)[: 2 * _LINE_BYTES]
    yield [rest.removeprefix(mark)]


def _write(answers: list[str]) -> None:
    sys.stdout.write("".join(answers))
    sys.stdout.flush()


def _answer(text: str, as_json: bool, number: int | None = None) -> str:
    strength = croupier.evaluate(text)
    category, description = _names(strength)
    if not as_json:
        return f"{strength}\t{description}\n"
    cards = croupier.parse_cards(text)
    record = {
        "cards": croupier.format_cards(cards),
        "strength": strength,
        "category": category,
        "best_five": croupier.format_cards(croupier.best_five(cards)),
        "description": description,
    }
    return json.dumps(record if number is None else {"line": number} | record) + "\n"


@functools.cache
def _names(strength: int) -> tuple[str, str]:
    category = croupier.category(strength).name.lower().replace("_", " ")
    return category, croupier.describe(strength)


def _number(text: str) -> int:
    """Read 250, 1_000_000, 1e6 or 2.5e6."""
    if not re.fullmatch(r"-?\d{1,3}(_?\d){0,57}(\.\d{1,30})?(e\+?\d{1,2})?", text, re.ASCII | re.I):
        raise argparse.ArgumentTypeError(f"an integer is needed, got {text[:40]!r}")
    value = Fraction(text.replace("_", ""))
    if value.denominator != 1:
        raise argparse.ArgumentTypeError(f"an integer is needed, got {text!r}")
    return value.numerator


def _make_game(arguments: argparse.Namespace) -> Any:
    for option, games in _GAME_OPTIONS.items():
        if _given(arguments, option) and arguments.game not in games:
            raise ValueError(f"--{option}: {arguments.game} has none")
    make = croupier.RoyalCasino if arguments.game == _ROYAL_CASINO else _GAMES[arguments.game]
    return make(**_given(arguments, "decks", "players"))


def _given(arguments: argparse.Namespace, *options: str) -> dict[str, Any]:
    """Collect those of the options that were given; the others are left to the game."""
    values = ((option, getattr(arguments, option, None)) for option in options)
    return {option: value for option, value in values if value is not None}


def _on_games(command: Callable[[Any, argparse.Namespace], int]) -> _Command:
    """Make a command of what is done with a game; bad values are bad usage."""

    def run(arguments: argparse.Namespace) -> int:
        try:
            return command(_make_game(arguments), arguments)
        except ValueError as error:
            raise _UsageError(f"croupier {command.__name__.strip('_')}: {error}") from None

    return run


@_on_games
def _exact(game: Any, arguments: argparse.Namespace) -> int:
    _show_report(game.exact(**_given(arguments, "stake", "strategy")), arguments.json)
    return 0


@_on_games
def _simulate(game: Any, arguments: argparse.Namespace) -> int:
    simulate = game.simulate_matches if arguments.match else game.simulate
    options = _given(arguments, "stake", "strategy", "playouts")
    if isinstance(game, croupier.RoyalCasino):
        options["agents"] = _read_agents(game, arguments)
    status = 0
    with _ProgressBar() as bar:
        try:
            report = simulate(
                arguments.rounds,
                seed=arguments.seed,
                threads=arguments.threads,
                progress=bar.show,
                **options,
            )
        except KeyboardInterrupt as interrupt:
            if not hasattr(interrupt, "report"):
                raise
            report = interrupt.report
            status = 130
    _show_report(report, arguments.json)
    return status


def _read_agents(game: croupier.RoyalCasino, arguments: argparse.Namespace) -> tuple[str, ...]:
    if arguments.agents is None:
        return tuple(itertools.islice(itertools.cycle(("greedy", "random")), game.players))
    return tuple(arguments.agents.split(","))


@_on_games
def _replay(game: Any, arguments: argparse.Namespace) -> int:
    if isinstance(game, croupier.RoyalCasino):
        return _replay_royal_casino(game, arguments)
    played = game.deal(arguments.seed, arguments.round)
    options: dict[str, Any] = {}
    if isinstance(game, croupier.CasinoHoldem):
        strategy = game.strategy(**_given(arguments, "strategy"))
        action = strategy.decide(played.hole, played.flop).action
        options = {"strategy": strategy.name, "action": action}
        outcome = game.outcome(played, action=action)
    else:
        outcome = game.outcome(played)
    wins = [bet for bet in game.bets if game.odds(bet, outcome) > 0]
    if arguments.json:
        place = {
            "game": game.name,
            "seed": json_int(arguments.seed),
            "round": json_int(arguments.round),
        }
        record = {**place, **options, **played.to_dict(), "outcome": str(outcome), "wins": wins}
        print(json.dumps(record))
    else:
        print(f"{played}: {outcome}\nwins: {', '.join(wins) or 'none'}")
    return 0


def _replay_royal_casino(game: croupier.RoyalCasino, arguments: argparse.Namespace) -> int:
    agents = _read_agents(game, arguments)
    place = {"seed": arguments.seed, "index": arguments.round, **_given(arguments, "playouts")}
    if arguments.match:
        match = game.match(agents, **place)
        hands, standings = match.hands, match.standings
    else:
        hands, standings = (game.play_hand(agents, **place),), ()
    if arguments.json:
        record: dict[str, Any] = {"game": game.name, "seed": json_int(arguments.seed)}
        record |= {"round": json_int(arguments.round), "agents": agents}
        record["hands"] = [
            {
                "start": str(hand.start),
                "moves": [str(move) for move in hand.moves],
                "points": [score._asdict() | {"total": score.total} for score in hand.end.scores],
            }
            for hand in hands
        ]
        if arguments.match:
            record |= {"standings": standings, "winner": match.winner}
        print(json.dumps(record))
        return 0
    names = [f"{seat} ({agent})" for seat, agent in enumerate(agents)]
    print(f"Play goes to the {game.sits}: each seat sits there of the one before it.")
    for number, hand in enumerate(hands):
        print(f"\nHand {number + 1}. {hand.tell(names)}" if arguments.match else hand.tell(names))
        if arguments.match:
            print(f"Standing: {' - '.join(map(str, standings[number]))}")
    if arguments.match:
        winners = " and ".join(names[match.winner :: game.sides])
        print(f"Winner: {winners}")
    return 0


@_on_games
def _advise(game: Any, arguments: argparse.Namespace) -> int:
    strategy = game.strategy(**_given(arguments, "strategy"))
    action, ev_call, ev_fold = strategy.decide(arguments.hole, arguments.flop)
    if arguments.json:
        record = {
            "game": game.name,
            "strategy": strategy.name,
            "hole": croupier.format_cards(croupier.parse_cards(arguments.hole)),
            "flop": croupier.format_cards(croupier.parse_cards(arguments.flop)),
            "action": action,
            "ev_call": f"{ev_call.numerator}/{ev_call.denominator}",
            "ev_fold": f"{ev_fold.numerator}/{ev_fold.denominator}",
        }
        print(json.dumps(record))
        return 0
    print(f"{action}\ncall: {float(ev_call):+.8f} antes ({ev_call})")
    print(f"fold: {float(ev_fold):+.8f} antes ({ev_fold})")
    for rule in WORDS.get(strategy.name, ()):
        print(f"- {rule}")
    return 0


def _show_report(report: Any, as_json: bool) -> None:
    print(json.dumps(report.to_dict()) if as_json else report)
    sys.stdout.flush()


class _ProgressBar:
    """A bar on standard error, if that is a terminal, for what takes over a second."""

    def __init__(self) -> None:
        self._start = time.monotonic()
        self._shown = False
        self._terminal = sys.stderr is not None and sys.stderr.isatty()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._shown:
            self._draw("")

    def show(self, done: int, total: int) -> None:
        seconds = time.monotonic() - self._start
        if not self._terminal or seconds < _BAR_AFTER_SECONDS or done == 0:
            return
        self._shown = True
        filled = _BAR_WIDTH * done // total
        left = seconds * (total - done) / done
        bar = "#" * filled + "." * (_BAR_WIDTH - filled)
        self._draw(f"[{bar}] {100 * done // total} %, {left:,.0f} s left")

    def _draw(self, line: str) -> None:
        with contextlib.suppress(OSError):
            sys.stderr.write(f"\r\x1b[K{line}")
            sys.stderr.flush()


def _info(arguments: argparse.Namespace) -> int:
    build = croupier.build_info()
    if arguments.json:
        print(json.dumps(build))
        return 0
    for name, value in build.items():
        print(f"{name}: {', '.join(value) if isinstance(value, tuple) else value}")
    return 0


def _complain(message: str) -> None:
    """Write one line to standard error, which any terminal can show."""
    if sys.stderr is None:
        return
    shown = (
        c if c in _SUITS or (c.isascii() and c.isprintable()) else ascii(c)[1:-1] for c in message
    )
    try:
        print("".join(shown), file=sys.stderr, flush=True)
    except OSError:
        _discard(sys.stderr)


def _discard(stream: TextIO) -> None:
    """Point a failed stream at the null device, or flushing it at exit would fail again."""
    with contextlib.suppress(OSError):  # a stream without a descriptor
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, stream.fileno())
        os.close(null)
