"""Reading what callers hand in: nothing is guessed, and nothing is narrowed."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from numbers import Real
from operator import index
from typing import TYPE_CHECKING, Any, SupportsIndex, TypeAlias

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

Odds: TypeAlias = int | str | Fraction | Decimal
"""Net odds to 1: 2, "1.1", "11/10", a Fraction or a Decimal."""

Integers: TypeAlias = "Sequence[int | np.integer[Any]] | npt.NDArray[np.integer[Any]]"
"""Several ints."""

Cards: TypeAlias = "str | Sequence[str] | Integers"
"""Cards as text or by their numbers."""

LARGEST_STAKE = 2**53
MOST_ROUNDS = 2**63 - 1
_LARGEST_ODDS = 10**9
_MOST_BITS_SHOWN = 256
_LONGEST_NAME = 64
_MOST_DIGITS = 100
_SIMPLE = 1000
_EXACT = (int, str, Fraction, Decimal, np.integer)
_NOT_SHOWN = re.compile("[^\\x00-\\x7f♠♥♦♣]")
_ODDS = re.compile(r"\d{1,10}(\.\d{1,9}|/0*[1-9]\d{0,9})?|\.\d{1,9}", re.ASCII)


def read_int(value: SupportsIndex, argument: str, least: int, most: int) -> int:
    """Read an int from `least` to `most`; a bool is none."""
    masked = hasattr(value, "mask")  # an index does not see it
    if isinstance(value, (bool, np.bool_)) or masked or not hasattr(value, "__index__"):
        raise TypeError(_need_int(argument, least, most, type(value).__name__))
    try:
        number = index(value)
    except TypeError:  # an array of several
        raise TypeError(_need_int(argument, least, most, type(value).__name__)) from None
    if not least <= number <= most:
        raise ValueError(_need_int(argument, least, most, _show(number)))
    return number


def _need_int(argument: str, least: int, most: int, got: str) -> str:
    return f"{argument}: an int from {_show(least)} to {_show(most)} is needed, got {got}"


def read_seed(seed: SupportsIndex | None) -> int:
    """Read a seed of 128 bits; None is a fresh one from the system."""
    if seed is None:
        return int.from_bytes(os.urandom(16))
    if isinstance(seed, str):  # as large ones stand in JSON
        needed = _need_int("seed", 0, 2**128 - 1, "str")
        raise TypeError(f"{needed}; write int({show(seed)})")
    return read_int(seed, "seed", 0, 2**128 - 1)


def read_range(
    first: SupportsIndex, size: SupportsIndex, first_name: str, name: str, bits: int = 64
) -> range:
    """Read `size` indices from `first` on, none of them past so many bits."""
    start = read_int(first, first_name, 0, 2**64 - 1)
    count = read_int(size, name, 0, MOST_ROUNDS)
    if start + count > 2**bits:
        raise ValueError(
            f"{name}: {first_name} + {name} up to 2**{bits} is needed, got {start + count}"
        )
    return range(start, start + count)


def read_name(value: Any, argument: str, names: Sequence[str]) -> str:
    """Read one of a few names."""
    needed = f"{argument}: one of {', '.join(names)} is needed"
    if not isinstance(value, str):
        raise TypeError(f"{needed}, got {type(value).__name__}")
    name = str.__str__(value)  # whatever a subclass makes of it
    if name not in names:
        raise ValueError(f"{needed}, got {show(name)}{suggest(name, names)}")
    return name


def closest(name: str, names: Iterable[str]) -> str | None:
    """Find the name that was likely meant; None where none is close.

    Examples
    --------
    >>> from croupier.arguments import closest
    >>> closest("bankr", ["player", "banker", "tie"])
    'banker'
    """
    from difflib import get_close_matches

    by_look = {other.lower().replace("_", "-"): other for other in names}
    look = name[:_LONGEST_NAME].lower().replace("_", "-")
    found = get_close_matches(look, by_look, n=1)
    return by_look[found[0]] if found else None


def suggest(name: str, names: Iterable[str]) -> str:
    """Ask whether a close name was meant, at the end of a message; nothing where none is close."""
    meant = closest(name, names)
    return "" if meant is None else f"; did you mean {meant}?"


def read_level(level: Any, argument: str) -> float:
    """Read a number between 0 and 1, both excluded."""
    needed = f"{argument}: a number between 0 and 1 is needed"
    if isinstance(level, (bool, np.bool_)) or not isinstance(level, (Real, Decimal)):
        raise TypeError(f"{needed}, got {type(level).__name__}")
    try:
        value = float(level)
    except (OverflowError, ValueError):  # an int past all floats, a signalling nan
        value = math.nan
    if not 0 < value < 1:
        raise ValueError(f"{needed}, got {show(level)}")
    return value


def read_odds(odds: Odds, argument: str) -> Fraction:
    """Read net odds to 1, which may not be negative."""
    return _read_fraction(odds, argument, f"odds from 0 to {_LARGEST_ODDS} are", _LARGEST_ODDS)


def read_odds_list(odds: Any, argument: str, size: int) -> tuple[Fraction, ...]:
    """Read a tuple or list of so many odds."""
    if not isinstance(odds, (tuple, list)):
        raise TypeError(f"{argument}: {size} odds are needed, got {type(odds).__name__}")
    if len(odds) != size:
        raise ValueError(f"{argument}: {size} odds are needed, got {len(odds)}")
    return tuple(read_odds(entry, f"{argument}[{place}]") for place, entry in enumerate(odds))


def read_share(share: Odds, argument: str) -> Fraction:
    """Read a part of 1."""
    return _read_fraction(share, argument, "a share from 0 to 1 is", 1)


def _read_fraction(odds: Odds, argument: str, words: str, most: int) -> Fraction:
    needed = (
        f"{argument}: {words} needed, as in 1, '0.1', '11/10', Decimal('0.1') or a Fraction whose "
        f"denominator is at most {_LARGEST_ODDS}"
    )
    if isinstance(odds, (float, np.floating)):
        raise TypeError(f"{needed}, got float {show(float(odds))}{_write_float(odds)}")
    if isinstance(odds, (bool, np.timedelta64)) or not isinstance(odds, _EXACT):
        raise TypeError(f"{needed}, got {type(odds).__name__}")
    if isinstance(odds, str) and not _ODDS.fullmatch(odds):
        raise ValueError(f"{needed}, got {show(odds)}")
    if isinstance(odds, Decimal) and not _is_short(odds):
        raise ValueError(f"{needed}, got {show(odds)}")
    value = Fraction(int(odds) if isinstance(odds, np.integer) else odds)
    if not 0 <= value <= most or value.denominator > _LARGEST_ODDS:
        raise ValueError(f"{needed}, got {show(odds)}")
    return value


def _is_short(value: Decimal) -> bool:
    """Tell whether a Decimal is a number with so few digits that a Fraction of it is soon made."""
    if not value.is_finite() or value.is_signed():
        return False
    _, digits, exponent = value.as_tuple()
    return len(digits) <= _MOST_DIGITS and abs(int(exponent)) <= _MOST_DIGITS


def _write_float(value: Any) -> str:
    """Say how a float that is meant for a short decimal or a simple fraction is written exactly."""
    texts = [str(value).removesuffix(".0")]
    if math.isfinite(value):
        texts.append(str(Fraction(float(value)).limit_denominator(_SIMPLE)))
    for text in texts:
        if _ODDS.fullmatch(text) and float(Fraction(text)) == float(value):
            return f"; write {text!r}, which is exact"
    return ""


def plural(unit: str) -> str:
    """Name several of what a simulation counts off."""
    return f"{unit}es" if unit.endswith("ch") else f"{unit}s"


def json_int(value: int) -> int | str:
    """Give an int as JSON can carry it: beyond 2**53 - 1 as text."""
    return value if abs(value) < 2**53 else str(value)


def tell_apart(one: Mapping[str, Any], other: Mapping[str, Any]) -> str:
    """Name the entries in which two mappings differ, with the values of both."""
    parts = []
    for name in {**one, **other}:
        mine, theirs = one.get(name), other.get(name)
        pairs = [(name, mine, theirs)]
        if isinstance(mine, list) and isinstance(theirs, list) and len(mine) == len(theirs):
            pairs = [
                (f"{name}[{place}]", *pair)
                for place, pair in enumerate(zip(mine, theirs, strict=True))
            ]
        parts += [f"{name} {_tell(a)} and {_tell(b)}" for name, a, b in pairs if a != b]
    return ", ".join(parts)


def _tell(value: Any) -> str:
    return value if isinstance(value, str) else show(value)


def _show(number: int) -> str:
    """Write an int as people do: powers of two as such, and no digits by the thousand."""
    for exact, sign in ((number, ""), (number + 1, " - 1")):
        if exact >= 2**52 and exact & (exact - 1) == 0:
            return f"2**{exact.bit_length() - 1}{sign}"
    bits = number.bit_length()
    return str(number) if bits <= _MOST_BITS_SHOWN else f"an integer of {bits} bits"


def show(value: Any) -> str:
    """Write a value for an error message: short, and on one line."""
    if type(value) is int:
        return _show(value)
    if isinstance(value, Fraction):
        return f"{_show(value.numerator)}/{_show(value.denominator)}"
    try:
        text = " ".join(repr(value).split())
    except Exception:  # whatever its repr does, as that of an int of too many digits
        text = type(value).__name__
    text = _NOT_SHOWN.sub(lambda found: ascii(found[0])[1:-1], text)
    return text if len(text) <= 80 else f"{text[:80]}..."
