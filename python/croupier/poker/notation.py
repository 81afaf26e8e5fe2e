"""The text of ranges: read with nothing left over, and written as briefly as it can be."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NoReturn

import numpy as np

from croupier import _core
from croupier.arguments import show
from croupier.poker.combos import ACE, COMBOS, MEMBERS, RANKS, SIZE, index_of, name_combo
from croupier.poker.cover import Entry, cover

if TYPE_CHECKING:
    import numpy.typing as npt

_DECIMALS = 6
UNIT = 1_000_000
"""Weights are whole millionths."""

_RANK = "(?:10|[2-9TJQKAtjqka])"
_CARD = rf"(?:{_RANK}[cdhsCDHS♣♦♥♠][\ufe0e\ufe0f]?)"
_TOKEN = re.compile(
    rf"(?P<random>[Rr][Aa][Nn][Dd][Oo][Mm])"
    rf"|(?P<class>{_RANK}{_RANK}[soSO]?)(?:(?P<plus>\+)|-(?P<last>{_RANK}{_RANK}[soSO]?))?"
    rf"(?![cdhs♣♦♥♠])|(?P<cards>{_CARD}\s*{_CARD})"
)
_WEIGHT = re.compile(r"\s*:\s*(\d*\.?\d+)", re.ASCII)
_ONE_CARD = re.compile(_CARD)
_LONGEST_QUOTE = 40
_ALL = np.arange(COMBOS)

_Ranks = tuple[int, int]
"""The higher rank of a class and the lower one."""
_Class = tuple[int, int, str]
"""The same, and "s", "o" or "" for both."""
_Place = tuple[int, int]
"""The row of a class on the grid, and the column."""

_PAIRS = [(rank, rank) for rank in range(SIZE)]
_KICKERS = [[(high, low) for low in range(high)] for high in range(1, SIZE)]
_GAPS = [[(low + gap, low) for low in range(SIZE - gap)] for gap in range(1, SIZE - 1)]
"""The ways from class to class that entries go, from low to high."""


def _places(ranks: _Ranks, suits: str) -> list[_Place]:
    """List where classes lie on the grid."""
    top, bottom = (ACE - rank for rank in ranks)
    suited = [(top, bottom)] if suits != "o" else []
    return suited + ([(bottom, top)] if suits != "s" and top != bottom else [])


# Reading


def read_text(text: str, argument: str) -> npt.NDArray[np.uint32]:
    """Read a text as weights in millionths, shape ``(1326,)``."""
    return _Reader(text, argument).read()


class _Reader:
    """Reads a text, and says where it cannot."""

    def __init__(self, text: str, argument: str) -> None:
        self._text = text
        self._argument = argument

    def read(self) -> npt.NDArray[np.uint32]:
        weights = np.zeros(COMBOS, np.uint32)
        given = np.zeros(COMBOS, bool)
        place = 0
        for entry in self._text.split(",") if self._text.strip() else []:
            start = place + len(entry) - len(entry.lstrip())
            place += len(entry) + 1
            members, weight = self._read_entry(entry.strip(), start)
            for combo in members if given[members].any() else ():
                if given[combo] and weights[combo] != weight:
                    both = f"{show_weight(int(weights[combo]))} and {show_weight(weight)}"
                    raise ValueError(f"{self._argument}: {name_combo(combo)} has weights {both}")
            weights[members] = weight
            given[members] = True
        return weights

    def _read_entry(self, entry: str, start: int) -> tuple[list[int] | npt.NDArray[np.intp], int]:
        found = _TOKEN.match(entry)
        if _ONE_CARD.fullmatch(entry):
            needed = f"{self._argument}: two cards or a range are needed"
            raise ValueError(f"{needed}, got the one card {show(entry)}")
        if found is None:
            self._refuse(entry, start)
        weighted = _WEIGHT.match(entry, found.end())
        end = weighted.end() if weighted else found.end()
        if end < len(entry):
            self._refuse(entry[end:], start + end)
        weight = self._read_weight(weighted[1]) if weighted else UNIT
        if found["random"]:
            return _ALL, weight
        if found["cards"]:
            low, high = sorted(_core.read_cards(found["cards"], self._argument).tolist())
            if low == high:
                twice = f"{_core.format_cards([low])} stands twice in {show(entry)}"
                raise ValueError(f"{self._argument}: {twice}")
            return [index_of(high, low)], weight
        first = _read_class(found["class"])
        classes = _between(first, _last_class(first, bool(found["plus"]), found["last"]))
        if not classes:
            self._refuse(entry, start)
        return [combo for name in classes for combo in MEMBERS[name]], weight

    def _read_weight(self, text: str) -> int:
        whole, _, decimals = text.partition(".")
        whole, decimals = whole.lstrip("0"), decimals.rstrip("0")
        if len(decimals) > _DECIMALS or (whole, decimals) > ("1", ""):
            needed = f"a weight from 0 to 1 of up to {_DECIMALS} decimals is needed"
            raise ValueError(f"{self._argument}: {needed}, got {show(text)}")
        return int((whole or "0") + decimals.ljust(_DECIMALS, "0"))

    def _refuse(self, part: str, start: int) -> NoReturn:
        quoted = part if len(part) <= _LONGEST_QUOTE else part[:_LONGEST_QUOTE] + "..."
        where = f"cannot read {show(quoted)} at index {start} of {show(self._text)}"
        raise ValueError(f"{self._argument}: {where}")


def _read_class(name: str) -> _Class:
    name = name.upper().replace("10", "T")
    low, high = sorted(RANKS.index(rank) for rank in name[:2])
    return high, low, name[2:].lower()


def _last_class(first: _Class, plus: bool, last: str | None) -> _Class:
    high, low, suits = first
    if plus:
        return (ACE, ACE, suits) if high == low else (high, high - 1, suits)
    return first if last is None else _read_class(last)


def _between(first: _Class, last: _Class) -> list[_Place]:
    """List the classes from one to another, by row and column; none if there is no such way."""
    (high, low, suits), (last_high, last_low, last_suits) = first, last
    if suits != last_suits or (suits and high == low):
        return []
    up, along = last_high - high, last_low - low
    if up not in (0, along) or (high == low) != (last_high == last_low):
        return []
    sign = 1 if along > 0 else -1
    return [
        place
        for step in range(0, along + sign, sign)
        for place in _places((high + (step if up else 0), low + step), suits)
    ]


# Writing


def show_weight(weight: int) -> str:
    """Write a weight in millionths."""
    digits = f"{weight:0{_DECIMALS + 1}d}"
    decimals = digits[-_DECIMALS:].rstrip("0")
    return digits[:-_DECIMALS] + (f".{decimals}" if decimals else "")


def write_text(weights: npt.NDArray[np.uint32]) -> str:
    """Write weights in millionths as a text, the entries of the largest weights first."""
    if weights[0] and (weights == weights[0]).all():
        return "random" + _write_suffix(int(weights[0]))
    held = weights.tolist()
    whole: dict[int, set[_Place]] = {}
    apart: dict[int, list[int]] = {}
    for place, members in MEMBERS.items():
        inside = [held[combo] for combo in members]
        if len(set(inside)) == 1:
            whole.setdefault(inside[0], set()).add(place)
            continue
        for combo, weight in zip(members, inside, strict=True):
            apart.setdefault(weight, []).append(combo)
    entries: list[str] = []
    for weight in sorted({*whole, *apart} - {0}, reverse=True):
        suffix = _write_suffix(weight)
        classes = _write_classes(whole[weight], len(suffix)) if weight in whole else ()
        combos = [name_combo(combo) for combo in apart.get(weight, [])]
        entries += [entry + suffix for entry in (*classes, *combos)]
    return ", ".join(entries)


def _write_suffix(weight: int) -> str:
    return "" if weight == UNIT else f":{show_weight(weight)}"


def _write_classes(whole: set[_Place], suffix: int) -> Iterator[str]:
    """Write classes as entries with so many letters behind each, and a comma."""
    entries = []
    for text, places in _list_entries(whole):
        members = sum(1 << SIZE * row + column for row, column in places)
        entries.append(Entry(text, len(text) + suffix + len(", "), members))
    return (entry.text for entry in cover(entries))


def _list_entries(whole: set[_Place]) -> list[tuple[str, list[_Place]]]:
    """List all single classes and longest runs that lie in some classes, in order."""
    found = []
    for line, plus, suits in _list_lines():
        for run in _split(line, suits, whole):
            alone = [[ranks] for ranks in run if line not in _GAPS]
            for part in alone if len(run) == 1 else [*alone, run]:
                first, last = (RANKS[h] + RANKS[low] + suits for h, low in (part[0], part[-1]))
                text = first if len(part) == 1 else f"{first}-{last}"
                if plus and len(part) > 1 and part[-1] == line[-1]:
                    text = f"{first}+"
                high, low = part[-1]
                order = line is not _PAIRS, -high, ("", "s", "o").index(suits), -low
                found.append((order, text, [p for ranks in part for p in _places(ranks, suits)]))
    return [(text, places) for _, text, places in sorted(found)]


def _list_lines() -> Iterator[tuple[list[_Ranks], bool, str]]:
    """List the ways that entries go, whether a plus goes to their ends, and for which suits."""
    yield _PAIRS, True, ""
    for suits in ("", "s", "o"):
        yield from ((line, True, suits) for line in _KICKERS)
        yield from ((line, False, suits) for line in _GAPS)


def _split(line: list[_Ranks], suits: str, whole: set[_Place]) -> Iterator[list[_Ranks]]:
    """Split a line into its longest runs of classes that are whole."""
    run: list[_Ranks] = []
    for ranks in line:
        if whole.issuperset(_places(ranks, suits)):
            run.append(ranks)
        elif run:
            yield run
            run = []
    if run:
        yield run
