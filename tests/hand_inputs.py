"""Hands in the forms that several files of tests hand in."""

from __future__ import annotations

from typing import Any

import numpy as np
from conftest import deal

ROYAL = [51, 47, 43, 39, 35, 0, 1]


BATCH = deal(7, 1000, 7)


INTEGERS = ["u1", "i1", "u2", "i2", "u4", "i4", "u8", "i8"]


EVERY_INTEGER = [order + kind for kind in INTEGERS for order in "<>"]


class Wrapped:
    """An array in the clothes of another library."""

    def __init__(self, values: Any) -> None:
        self.values = np.asarray(values)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        return self.values.astype(dtype or self.values.dtype)


class Number:
    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value
