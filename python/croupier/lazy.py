"""What is computed or loaded when it is first needed, in processes that fork too."""

from __future__ import annotations

import os
from collections.abc import Callable
from importlib import import_module
from typing import Any, Generic, Self, TypeVar, overload

Value = TypeVar("Value")

_LATER = ("croupier.cache", "hashlib", "html", "json", "pwd")
"""The modules that calls import: they would take half of the time of ``import croupier``."""


def _load() -> None:
    """Load them before a fork: what another thread is loading would stay locked in the child."""
    for name in _LATER:
        import_module(name)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_load)


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
