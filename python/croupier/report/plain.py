"""Reports as plain data for JSON: written, and read with nothing taken on trust."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

from croupier.arguments import json_int, show

_DIGITS = re.compile(r"[1-9]\d{15,99}", re.ASCII)
_FRACTION = re.compile(r"(\d{1,100})/([1-9]\d{0,99})", re.ASCII)
_MOST = 10**100
_MOST_ROUNDS = 2**64


def to_json(value: Any) -> Any:
    """Turn what JSON has no word for into text, lists and None."""
    if isinstance(value, Mapping):
        return {name: to_json(entry) for name, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [to_json(entry) for entry in value]
    if isinstance(value, Fraction):
        return write_exact(value)
    if isinstance(value, int):
        return json_int(value)
    return None if isinstance(value, float) and math.isnan(value) else value


def write_exact(value: Fraction) -> str:
    """Write a fraction as text, with its denominator even where that is 1."""
    return f"{value.numerator}/{value.denominator}"


@contextmanager
def naming(key: str) -> Iterator[None]:
    """Put a key before the errors of what reads its value."""
    try:
        yield
    except (TypeError, ValueError) as error:
        raise type(error)(f"{key}: {error}") from None


def read_key(data: Mapping[str, Any], key: str) -> Any:
    """Read what stands under a key."""
    if key not in data:
        raise ValueError(f"{key}: a value is needed, got none")
    return data[key]


def read_whole(value: Any, name: str) -> int:
    """Read an int of 0 or more, or the text of one that JSON cannot carry."""
    needed = f"{name}: an int of 0 or more is needed, or text of one beyond 2**53 - 1"
    if type(value) is int and 0 <= value < _MOST:
        return value
    if type(value) is str and _DIGITS.fullmatch(value):
        return int(value)
    if type(value) in (int, str):
        raise ValueError(f"{needed}, got {show(value)}")
    raise TypeError(f"{needed}, got {_name_type(value)}")


def read_whole_or_none(data: Mapping[str, Any], key: str) -> int | None:
    """Read an int of 0 or more, or that there is none."""
    value = read_key(data, key)
    return None if value is None else read_whole(value, key)


def read_list(data: Mapping[str, Any], key: str) -> list[Any]:
    """Read a list."""
    value = read_key(data, key)
    if type(value) is not list:
        raise TypeError(f"{key}: a list is needed, got {_name_type(value)}")
    return value


def read_wholes(data: Mapping[str, Any], key: str) -> Iterable[int]:
    """Read a list of ints of 0 or more."""
    return (
        read_whole(value, f"{key}[{place}]") for place, value in enumerate(read_list(data, key))
    )


def read_ranges(data: Mapping[str, Any], key: str) -> tuple[range, ...]:
    """Read ranges, in ascending order and with gaps between them; None is none."""
    if read_key(data, key) is None:
        return ()
    ranges: list[range] = []
    for place, pair in enumerate(read_list(data, key)):
        name = f"{key}[{place}]"
        needed = f"{name}: a first and a stop up to 2**64, each pair past the one before, is needed"
        if type(pair) is not list:
            raise TypeError(f"{needed}, got {_name_type(pair)}")
        if len(pair) != 2:
            raise ValueError(f"{needed}, got {show(pair)}")
        first, stop = (read_whole(end, f"{name}[{side}]") for side, end in enumerate(pair))
        if not first < stop <= _MOST_ROUNDS or (ranges and first <= ranges[-1].stop):
            raise ValueError(f"{needed}, got {show(pair)}")
        ranges.append(range(first, stop))
    return tuple(ranges)


def read_count(row: Any, place: int) -> int:
    """Read how often an outcome came."""
    return read_whole(_read_entry(row, place, "count"), f"outcomes[{place}]['count']")


def read_chance(row: Any, place: int, deals: int) -> int:
    """Read in how many of so many deals an outcome comes, from its probability."""
    chance = _read_entry(row, place, "probability")
    needed = f"outcomes[{place}]['probability']: a text 'n/d' of whole deals of {deals} is needed"
    if type(chance) is not str:
        raise TypeError(f"{needed}, got {_name_type(chance)}")
    found = _FRACTION.fullmatch(chance)
    count = Fraction(*map(int, found.groups())) * deals if found else Fraction(-1)
    if count < 0 or count.denominator != 1:
        raise ValueError(f"{needed}, got {show(chance)}")
    return count.numerator


def _read_entry(row: Any, place: int, key: str) -> Any:
    if type(row) is not dict:
        raise TypeError(f"outcomes[{place}]: a dict is needed, got {_name_type(row)}")
    if key not in row:
        raise ValueError(f"outcomes[{place}]['{key}']: a value is needed, got none")
    return row[key]


def read_options(kind: Any, data: Mapping[str, Any]) -> tuple[Any, dict[str, Any]]:
    """Make a game by those of the options that are its settings, and give the others."""
    options = read_key(data, "options")
    if type(options) is not dict:
        raise TypeError(f"options: a dict is needed, got {_name_type(options)}")
    settings = {name: value for name, value in options.items() if name in kind.settings()}
    with naming("options"):
        game = kind(**settings)
    if game.digest != read_key(data, "rules_digest"):
        needed = f"rules_digest: that of these rules, {game.digest}, is needed"
        raise ValueError(f"{needed}, got {show(data['rules_digest'])}")
    return game, {name: value for name, value in options.items() if name not in settings}


def check_same(
    made: Mapping[str, Any], given: Mapping[str, Any], computed: Mapping[str, type[Any]]
) -> None:
    """Refuse what a report that was read would not write; what is computed has a type alone."""
    for key in given:
        if key not in made and key not in computed:
            raise ValueError(f"{show(key)}: one of {', '.join((*made, *computed))} is needed")
    for key, value in made.items():
        _compare(value, read_key(given, key), key)
    for key, kind in computed.items():
        got = read_key(given, key)
        if type(got) is not kind and (got is not None or kind is not float):
            raise TypeError(f"{key}: a {kind.__name__} is needed, got {_name_type(got)}")


def _compare(value: Any, got: Any, name: str) -> None:
    if isinstance(value, dict) and type(got) is dict:
        for key in {**value, **got}:
            if key not in got:
                raise ValueError(f"{name}[{key!r}]: {show(value[key])} is needed, got none")
            if key not in value:
                known = ", ".join(value) or "none"
                raise ValueError(f"{name}: one of {known} is needed, got {show(key)}")
            _compare(value[key], got[key], f"{name}[{key!r}]")
    elif isinstance(value, list) and type(got) is list and len(value) == len(got):
        for place, pair in enumerate(zip(value, got, strict=True)):
            _compare(*pair, f"{name}[{place}]")
    elif type(value) is not type(got) or value != got:
        wrong = ValueError if type(value) is type(got) else TypeError
        raise wrong(f"{name}: {show(value)} is needed, got {show(got)}")


def _name_type(value: Any) -> str:
    return type(value).__name__
