from collections.abc import Sequence
from typing import Any, Literal, TypeAlias, TypedDict, overload

import numpy as np
import numpy.typing as npt

_Int: TypeAlias = int | np.integer[Any]
_Integers: TypeAlias = npt.NDArray[np.integer[Any]]
_Strengths: TypeAlias = npt.NDArray[np.uint16]
_Cards: TypeAlias = str | bytes | Sequence[Any] | _Integers

class _BuildInfo(TypedDict):
    version: str
    compiler: str
    isas: tuple[str, ...]
    isa: str
    cores: int

__version__: str

def build_info() -> _BuildInfo: ...
def use_isa(name: str) -> None: ...
def parse_cards(text: str) -> npt.NDArray[np.uint8]: ...
def format_cards(cards: _Int | bytes | Sequence[_Int] | _Integers) -> str: ...
@overload
def evaluate(
    cards: str | bytes | Sequence[_Int], *, out: None = None, threads: int | None = 1
) -> int: ...
@overload
def evaluate(
    cards: _Integers | Sequence[Sequence[Any] | _Integers],
    *,
    out: None = None,
    threads: int | None = 1,
) -> Any: ...
@overload
def evaluate(cards: _Cards, *, out: _Strengths, threads: int | None = 1) -> _Strengths: ...
@overload
def evaluate_masks(masks: _Int, *, out: None = None, threads: int | None = 1) -> int: ...
@overload
def evaluate_masks(
    masks: Sequence[Any] | _Integers, *, out: _Strengths | None = None, threads: int | None = 1
) -> _Strengths: ...
def read_strength(strength: _Int) -> int: ...
def category_numbers(
    strength: _Int | Sequence[Any] | _Integers,
) -> npt.NDArray[np.uint8]: ...
def to_masks(cards: _Cards) -> npt.NDArray[np.uint64]: ...
def best_five(cards: _Cards) -> npt.NDArray[np.uint8]: ...
def strength_histogram(
    n_cards: Literal[5, 6, 7], threads: int | None = None
) -> npt.NDArray[np.int64]: ...
