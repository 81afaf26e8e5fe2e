from collections.abc import Sequence
from typing import Any, Literal, SupportsIndex, TypeAlias, TypedDict, overload

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
def category_numbers(
    strength: _Int | Sequence[Any] | _Integers,
) -> npt.NDArray[np.uint8]: ...
def to_masks(cards: _Cards) -> npt.NDArray[np.uint64]: ...
def best_five(cards: _Cards) -> npt.NDArray[np.uint8]: ...
def strength_histogram(
    n_cards: Literal[5, 6, 7], threads: int | None = None
) -> npt.NDArray[np.int64]: ...
def read_shoe(shoe: Any) -> list[int]: ...
def baccarat_outcomes() -> list[tuple[int, int, int, int]]: ...
def baccarat_outcome(player: _Cards, banker: _Cards) -> int: ...
def baccarat_deal(
    shoe: Any, seed: SupportsIndex, index: SupportsIndex
) -> tuple[tuple[int, ...], tuple[int, ...]]: ...
def baccarat_deal_to_cut(
    shoe: Any, cut_card: SupportsIndex, seed: SupportsIndex, index: SupportsIndex
) -> list[tuple[tuple[int, ...], tuple[int, ...]]]: ...
def baccarat_count(
    shoe: Any,
    seed: SupportsIndex,
    first_round: SupportsIndex,
    rounds: SupportsIndex,
    threads: SupportsIndex | None,
) -> npt.NDArray[np.int64]: ...
def baccarat_count_to_cut(
    shoe: Any,
    cut_card: SupportsIndex,
    seed: SupportsIndex,
    first_shoe: SupportsIndex,
    shoes: SupportsIndex,
    threads: SupportsIndex | None,
) -> npt.NDArray[np.int64]: ...
def baccarat_exact(shoe: Any) -> list[int]: ...
def baccarat_exact_shoes(counts: Any, threads: SupportsIndex | None) -> npt.NDArray[np.int64]: ...
def thai_hilo_outcome(dice: Any) -> int: ...
def thai_hilo_deal(seed: SupportsIndex, index: SupportsIndex) -> tuple[int, int, int]: ...
def thai_hilo_count(
    seed: SupportsIndex,
    first_round: SupportsIndex,
    rounds: SupportsIndex,
    threads: SupportsIndex | None,
) -> npt.NDArray[np.int64]: ...
