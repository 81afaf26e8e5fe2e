"""What is computed or loaded when it is first needed, in processes that fork too."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, Generic, Self, TypeVar, overload

Value = TypeVar("Value")

_later = {"croupier.cache", "csv", "difflib", "hashlib", "html", "json", "pwd", "statistics"}
"""The modules that calls import: they would take most of the time of ``import croupier``."""


def _load() -> None:
    """Load them before a fork: what another thread is loading would stay locked in the child."""
    for name in _later:
        import_module(name)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_load)


def import_later(
    module: str, homes: Mapping[str, str]
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Make the ``__getattr__`` and ``__dir__`` of a module that hands on names of others.

    Parameters
    ----------
    module : str
        The name of the module.
    homes : mapping of str to str
        By each name the module that has it, which is imported when the name is first read.
    """
    _later.update(homes.values())
    names = vars(sys.modules[module])

    def read(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        names[name] = getattr(import_module(homes[name]), name)
        return names[name]

    def list_names() -> list[str]:
        return sorted({*names, *homes})

    return read, list_names


class lazy(Generic[Value]):  # noqa: N801 - used like property
    """A method that is read as an attribute, and called at the first reading only.

    Without the lock that ``functools.cached_property`` of Python 3.11 has for all objects
    together: the child of a fork would wait for ever if another thread held it.

    Examples
    --------
    >>> from croupier.lazy import lazy
    >>> class Shoe:
    ...     @lazy
    ...     def cards(self):
    ...         print("counted")
    ...         return 416
    >>> shoe = Shoe()
    >>> shoe.cards, shoe.cards
    counted
    (416, 416)
    """

    def __init__(self, compute: Callable[[Any], Value]) -> None:
        self._compute = compute
        self._name = compute.__name__
        self.__doc__ = compute.__doc__

    @overload
    def __get__(self, instance: None, owner: type) -> Self: ...
    @overload
    def __get__(self, instance: object, owner: type) -> Value: ...
    def __get__(self, instance: object | None, owner: type) -> Self | Value:
        """Compute the attribute of an object, which then stands before this."""
        if instance is None:
            return self
        value = instance.__dict__[self._name] = self._compute(instance)
        return value
