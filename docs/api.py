"""Write the API reference from the docstrings: python docs/api.py > docs/api.md."""

import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from typing import Any

SECTIONS: dict[str, dict[str, str]] = {
    "Cards and hands": {
        "croupier": "evaluate compare percentile category Category describe best_five parse_cards "
        "format_cards to_masks evaluate_masks strength_histogram build_info",
    },
    "Equity": {
        "croupier": "equity equity_matrix category_counts outs "
        "Range Equity EquityRows EquityMatrix",
        "croupier.poker.report": "EquitySimulation",
    },
    "Games": {
        "croupier": "CasinoHoldem Baccarat ThaiHiLo RoyalCasino",
        "croupier.games.game": "Game Settlement BetSettlement Replay",
        "croupier.games.decision": "DecisionPoint",
    },
    "Rounds, outcomes and strategies": {
        "croupier.games.casino_holdem": "Round Seen Outcome Result Strategy Decision",
        "croupier.games.baccarat": "Round Outcome",
        "croupier.games.thai_hilo": "Round Shake Outcome",
    },
    "Hands of Royal Casino": {
        "croupier": "RoyalState RoyalMove Build",
        "croupier.games.royal_casino": "RoyalView Score RoyalRecord MatchResult RoyalReplay",
    },
    "Reports": {
        "croupier": "Report",
        "croupier.report": "BettingReport BetReport",
        "croupier.games.royal_casino": "RoyalReport MatchReport",
        "croupier.report.tally": "Tally",
    },
    "Simulations and rules": {
        "croupier.simulation": "Simulation run",
        "croupier.paytable": "Paytable",
        "croupier.rules": "Rules find_rules",
    },
}

HEADER = """# API

What `help` shows, on one page, made by `docs/api.py`. Names without a module are imported from
`croupier`. Errors are `ValueError` for a bad value and `TypeError` for a wrong type, each with the
argument's name and what was got."""


def paths() -> Iterator[tuple[str, str, Any]]:
    """Find what the page tells: by section a heading and the object."""
    for section, modules in SECTIONS.items():
        for module, names in modules.items():
            for name in names.split():
                heading = name if module == "croupier" else f"{module}.{name}"
                yield section, heading, getattr(import_module(module), name)


def signature_of(function: Any) -> str:
    """Write a signature without types, which the docstring tells."""
    found = inspect.signature(function)
    plain = [
        parameter.replace(annotation=inspect.Parameter.empty)
        for name, parameter in found.parameters.items()
        if name not in ("self", "cls")
    ]
    return str(found.replace(parameters=plain, return_annotation=inspect.Signature.empty))


def parts_of(doc: str) -> Iterator[tuple[str, list[str]]]:
    """Part a docstring at its underlined headings; what stands before them has none."""
    heading: str = ""
    lines: list[str] = []
    for line in doc.splitlines():
        if lines and re.fullmatch("-+", line) and len(line) == len(lines[-1]):
            yield heading, lines[:-1]
            heading, lines = lines[-1], []
        else:
            lines.append(line)
    yield heading, lines


def list_entries(lines: list[str]) -> Iterator[str]:
    """Write `name : type` above indented text as a list."""
    for line in lines:
        if line.startswith(" ") or not line:
            yield f"  {line.strip()}".rstrip()
        else:
            name, colon, kind = line.partition(" : ")
            yield f"- `{name}`{f' ({kind})' if colon else ''}"


def write(heading: str, public: Any, doc: str) -> Iterator[str]:
    """Write what a docstring says."""
    yield f"{heading}\n"
    if callable(public) and not isinstance(public, type):
        yield f"`{public.__name__}{signature_of(public)}`\n"
    for part, lines in parts_of(doc):
        while lines and not lines[-1]:
            lines.pop()
        if part == "Examples":
            yield from ("```python", *lines, "```\n")
            continue
        if part:
            yield f"**{part}**\n"
        yield from lines if part in ("", "Notes") else list_entries(lines)
        yield ""


def members_of(cls: type) -> Iterator[tuple[str, Any, str]]:
    """Find what a class itself gives its users."""
    for name, member in vars(cls).items():
        found = getattr(member, "__func__", member)
        doc = inspect.getdoc(found) or ""
        described = inspect.isroutine(found) or hasattr(found, "__get__")
        if described and doc and not name.startswith("_") and not doc.startswith("Alias for field"):
            yield name, found, doc


def link(heading: str) -> str:
    """Link to a heading of the page."""
    return f"[`{heading.rpartition('.')[2]}`](#{re.sub('[^a-z_]', '', heading.lower())})"


def page() -> str:
    """Write the page."""
    lines = [HEADER]
    told = ""
    headings = {public: heading for _, heading, public in paths()}
    for section, heading, public in paths():
        if section != told:
            told = section
            lines.append(f"\n## {section}\n")
        lines += write(f"### {heading}", public, inspect.getdoc(public) or "")
        if isinstance(public, type):
            if bases := [link(headings[base]) for base in public.__mro__[1:] if base in headings]:
                lines.append(f"Has all that {' and '.join(bases)} have.\n")
            for name, member, doc in members_of(public):
                lines += write(f"#### {public.__name__}.{name}", member, doc)
    return re.sub("\n{3,}", "\n\n", "\n".join(lines)).rstrip() + "\n"


if __name__ == "__main__":
    print(page(), end="")
