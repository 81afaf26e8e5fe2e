"""What takes long: a bar meanwhile, and after Ctrl-C what was counted and how to go on."""

import shlex
from argparse import Namespace
from collections.abc import Callable, Collection, Sequence
from typing import Any

from croupier.cli.progress import ProgressBar
from croupier.cli.streams import complain, show


def count(
    make: Callable[[ProgressBar], Any],
    arguments: Namespace,
    places: Sequence[str],
    without: Collection[str] = (),
) -> int:
    """Make a report and show it, be it a partial one; `places` and `without` are of `go_on`."""
    status = 0
    with ProgressBar() as bar:
        try:
            report = make(bar)
        except KeyboardInterrupt as interrupt:
            if not hasattr(interrupt, "report"):
                raise
            report = interrupt.report
            status = 130
    show(report, arguments.json)
    if report.partial:
        again = _go_on(arguments.words, report, places, without)
        complain(f"croupier: interrupted; to go on: {again}")
    return status


def _go_on(
    words: Sequence[str], report: Any, places: Sequence[str], without: Collection[str]
) -> str:
    """Write the command that counts what is missing.

    `places` are its options for the seed, the first one and how many; what is `without` is left
    out.
    """
    kept: list[str] = []
    rest = iter(words)
    for word in rest:
        if word in places or word in without:
            next(rest)
        elif word != "--" and word.partition("=")[0] not in (*places, *without):
            kept.append(word)
    (missing,) = report.tally.missing
    numbers = (report.seed, missing.start, missing.stop - missing.start)
    for option, value in zip(places, numbers, strict=True):
        kept += [option, str(value)]
    return shlex.join(["croupier", *kept])
