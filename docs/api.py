"""Write the API reference from the docstrings: python docs/api.py > docs/api.md."""

import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from typing import Any

SECTIONS = {
    "Cards and hands": {"croupier": ("parse_cards", "format_cards", "evaluate", "evaluate_masks", "to_masks", "best_five", "compare", "category", "Category", "describe", "percentile", "strength_histogram", "build_info")},
}  # fmt: skip

HEADER = """# API

Every public name, from the docstrings that `help` shows. What stands in the package `croupier` itself is imported from
there, all else from the module that is named with it. Errors are `ValueError` for a bad value and `TypeError` for a wrong
type, each with the name of the argument and what was got.
"""


def signature_of(function: Any) -> str:
    """Write a signature without types, which the docstring tells."""
    try:
        found = inspect.signature(function)
    except ValueError:
        return "(...)"
    plain = [
        parameter.replace(annotation=inspect.Parameter.empty)
        for name, parameter in found.parameters.items()
        if name != "self"
    ]
    return str(found.replace(parameters=plain, return_annotation=inspect.Signature.empty))


def sections_of(doc: str) -> Iterator[tuple[str, list[str]]]:
    """Part a docstring at its underlined headings; what stands before them has none."""
    heading, lines = "", []
    for line in doc.splitlines():
        if lines and re.fullmatch("-+", line) and len(line) == len(lines[-1]):
            yield heading, lines[:-1]
            heading, lines = lines[-1], []
        else:
            lines.append(line)
    yield heading, lines


def entries_of(lines: list[str]) -> Iterator[str]:
    """Write the entries of a section, `name : type` above indented text, as a list."""
    for line in lines:
        if not line.startswith(" ") and line:
            name, colon, kind = line.partition(" : ")
            names = ", ".join(f"`{part}`" for part in name.split(", "))
            yield f"- {names}: {kind}" if colon else f"- {line}"
        else:
            yield f"  {line.strip()}" if line else ""


def write(name: str, kind: Any, doc: str, depth: int) -> Iterator[str]:
    yield f"{'#' * depth} {name}"
    yield ""
    if callable(kind):
        yield f"`{name.rpartition('.')[2]}{signature_of(kind)}`"
        yield ""
    for heading, lines in sections_of(doc):
        while lines and not lines[-1]:
            lines.pop()
        if heading == "Examples":
            yield from ("```python", *lines, "```", "")
            continue
        if heading:
            yield from (f"**{heading}**", "")
        yield from entries_of(lines) if heading not in ("", "Notes") else lines
        yield ""


def members_of(cls: type) -> Iterator[tuple[str, Any, str]]:
    """Find what a class itself adds for its users."""
    for name, member in vars(cls).items():
        found = getattr(member, "__func__", member)
        doc = inspect.getdoc(found)
        if name.startswith("_") or not doc or not (callable(found) or hasattr(found, "__get__")):
            continue
        yield name, found, doc


if __name__ == "__main__":
    print(HEADER)
    for title, modules in SECTIONS.items():
        print(f"## {title}\n")
        for module, names in modules.items():
            for name in names:
                public = getattr(import_module(module), name)
                print("\n".join(write(name, public, inspect.getdoc(public), 3)))
                if isinstance(public, type):
                    for member, kind, doc in members_of(public):
                        print("\n".join(write(f"{name}.{member}", kind, doc, 4)))
