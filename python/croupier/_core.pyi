from collections.abc import Callable, Iterable, Sequence
from typing import (
    Any,
    Never,
    NoReturn,
    Protocol,
    SupportsIndex,
    TypeAlias,
    TypedDict,
    final,
    overload,
)

import numpy as np
import numpy.typing as npt

_Int: TypeAlias = int | np.integer[Any]
_Integers: TypeAlias = npt.NDArray[np.integer[Any]]
_Strengths: TypeAlias = npt.NDArray[np.uint16]

# Overloads are tried in turn, and Any fits them all: what may be one hand or many comes first.
# An array of unknown shape fits one without axes, and items of an unknown type fit Never.
_AnyShape: TypeAlias = np.ndarray[tuple[()], np.dtype[np.integer[Any]]]
_Row: TypeAlias = np.ndarray[tuple[int], np.dtype[np.integer[Any]]]
_Rows: TypeAlias = np.ndarray[tuple[int, int, *tuple[int, ...]], np.dtype[np.integer[Any]]]
_RowsOfItems: TypeAlias = Sequence[Sequence[_Int] | _Integers]

class _Array(Protocol):  # an array or a column of any library
    def __array__(self) -> npt.NDArray[Any]: ...

class _Frame(Protocol):  # of pandas, whose columns have any attribute
    def itertuples(self) -> Iterable[Any]: ...

_Cards: TypeAlias = str | bytes | Iterable[Any] | _Array

class _BuildInfo(TypedDict):
    version: str
    compiler: str
    isas: tuple[str, ...]
    isa: str
    compiled_isas: tuple[str, ...]
    cores: int

__version__: str
SOURCES_DIGEST: str
CATEGORIES: tuple[tuple[str, int], ...]
BACCARAT_OUTCOMES: tuple[tuple[int, int, int, int], ...]
THAI_HILO_OUTCOMES: tuple[tuple[int, int, int], ...]
CASINO_HOLDEM_OUTCOMES: tuple[tuple[int, int | None, str], ...]

def build_info() -> _BuildInfo: ...
def use_isa(name: str) -> None: ...
@overload
def parse_cards(text: str) -> np.ndarray[tuple[int], np.dtype[np.uint8]]: ...
@overload
def parse_cards(text: Iterable[Any] | _Array) -> npt.NDArray[np.uint8]: ...
@overload
def format_cards(cards: _AnyShape) -> Any: ...
@overload
def format_cards(cards: _Int | str | bytes | _Row) -> str: ...
@overload
def format_cards(cards: _Rows) -> npt.NDArray[np.str_]: ...
@overload
def format_cards(cards: Iterable[Never]) -> Any: ...
@overload
def format_cards(cards: Iterable[_Int]) -> str: ...
@overload
def format_cards(cards: _Frame | _RowsOfItems) -> npt.NDArray[np.str_]: ...
@overload
def format_cards(cards: Iterable[Any] | _Array) -> Any: ...
@overload
def evaluate(cards: _AnyShape, *, out: None = None, threads: int | None = 1) -> Any: ...
@overload
def evaluate(cards: str | bytes | _Row, *, out: None = None, threads: int | None = 1) -> int: ...
@overload
def evaluate(cards: _Rows, *, out: None = None, threads: int | None = 1) -> _Strengths: ...
@overload
def evaluate(cards: Iterable[Never], *, out: None = None, threads: int | None = 1) -> Any: ...
@overload
def evaluate(cards: Iterable[_Int], *, out: None = None, threads: int | None = 1) -> int: ...
@overload
def evaluate(
    cards: _Frame | _RowsOfItems, *, out: None = None, threads: int | None = 1
) -> _Strengths: ...
@overload
def evaluate(
    cards: Iterable[Any] | _Array, *, out: None = None, threads: int | None = 1
) -> Any: ...
@overload
def evaluate(cards: _Cards, *, out: _Strengths, threads: int | None = 1) -> _Strengths: ...
@overload
def evaluate_masks(masks: _Int, *, out: None = None, threads: int | None = 1) -> int: ...
@overload
def evaluate_masks(masks: _Integers, *, out: None = None, threads: int | None = 1) -> Any: ...
@overload
def evaluate_masks(
    masks: Sequence[Any] | _Array, *, out: None = None, threads: int | None = 1
) -> _Strengths: ...
@overload
def evaluate_masks(
    masks: _Int | Sequence[Any] | _Array, *, out: _Strengths, threads: int | None = 1
) -> _Strengths: ...
def read_strengths(strength: _Int | Sequence[Any] | _Array) -> _Strengths: ...
def winners(hands: tuple[Any, ...], board: Any) -> tuple[int, ...] | None: ...
def read_masks(
    cards: _Cards, argument: str, least: int, most: int, needed: str
) -> tuple[npt.NDArray[np.uint64], int]: ...
def category_numbers(
    strength: _Int | Sequence[Any] | _Array,
) -> npt.NDArray[np.uint8]: ...
def to_masks(cards: _Cards) -> npt.NDArray[np.uint64]: ...
def best_five(cards: _Cards) -> npt.NDArray[np.uint8]: ...
def strength_histogram(n_cards: int, threads: int | None = None) -> npt.NDArray[np.int64]: ...
def rank_lines(
    lines: bytes, longest: SupportsIndex, with_cards: bool
) -> tuple[npt.NDArray[np.uint16], list[str], list[str]]: ...
def read_shoe(shoe: Any) -> list[int]: ...
def baccarat_outcome(player: _Cards, banker: _Cards) -> int: ...
def baccarat_round(player: _Cards, banker: _Cards) -> tuple[tuple[int, ...], tuple[int, ...]]: ...
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
def thai_hilo_dice(dice: Any) -> tuple[int, int, int]: ...
def thai_hilo_deal(seed: SupportsIndex, index: SupportsIndex) -> tuple[int, int, int]: ...
def thai_hilo_count(
    seed: SupportsIndex,
    first_round: SupportsIndex,
    rounds: SupportsIndex,
    threads: SupportsIndex | None,
) -> npt.NDArray[np.int64]: ...

_Items: TypeAlias = tuple[Any, ...] | list[Any]

_RoyalBuild: TypeAlias = tuple[tuple[int, ...], int, int, bool]
_RoyalMove: TypeAlias = tuple[str, int, tuple[tuple[int, ...], ...], tuple[_RoyalBuild, ...], int]
_RoyalParts: TypeAlias = tuple[str, int, _Items, _Items, int]
_RoyalAgent: TypeAlias = str | Callable[[RoyalHand], tuple[Any, _RoyalParts]]

ROYAL_CASINO_AGENTS: tuple[str, ...]
ROYAL_CASINO_CHOICES: dict[str, tuple[str, ...]]
ROYAL_CASINO_HANDS_A_MATCH: int
ROYAL_CASINO_HAND_LAYOUT: dict[str, tuple[int, ...]]
ROYAL_CASINO_ITEMS: tuple[str, ...]
ROYAL_CASINO_KINDS: tuple[str, ...]
ROYAL_CASINO_MATCH_LAYOUT: dict[str, tuple[int, ...]]

@final
class RoyalRules:
    def __reduce_ex__(self, protocol: SupportsIndex) -> NoReturn: ...

@final
class RoyalHand:
    def __reduce_ex__(self, protocol: SupportsIndex) -> NoReturn: ...
    @property
    def table(self) -> tuple[int, ...]: ...
    @property
    def hands(self) -> tuple[tuple[int, ...], ...]: ...
    @property
    def builds(self) -> tuple[_RoyalBuild, ...]: ...
    @property
    def stock(self) -> tuple[int, ...]: ...
    @property
    def piles(self) -> tuple[tuple[int, ...], ...]: ...
    @property
    def sweeps(self) -> tuple[int, ...]: ...
    @property
    def to_move(self) -> int: ...
    @property
    def last_capture(self) -> int | None: ...
    @property
    def is_over(self) -> bool: ...
    @property
    def scores(self) -> tuple[tuple[int, int, int, int, int, int], ...]: ...
    def seen(self) -> RoyalHand: ...
    def legal_moves(self) -> list[_RoyalMove]: ...
    def play(self, parts: _RoyalParts) -> RoyalHand: ...

def royal_casino_rules(
    players: SupportsIndex,
    last_trick: str,
    partner_builds: str,
    sweeps_of_three: str,
    trailing: str,
    twenty: str,
) -> RoyalRules: ...
def royal_casino_start(
    rules: RoyalRules, seed: SupportsIndex, index: SupportsIndex
) -> RoyalHand: ...
def royal_casino_position(
    rules: RoyalRules,
    hands: _Items,
    table: Any,
    builds: _Items,
    to_move: SupportsIndex,
    stock: Any,
    piles: _Items,
    sweeps: _Items,
    last_capture: SupportsIndex | None,
) -> RoyalHand: ...
def royal_casino_choose(
    hand: RoyalHand, agent: _RoyalAgent, seed: SupportsIndex, playouts: SupportsIndex
) -> Any: ...
def royal_casino_play_hand(
    rules: RoyalRules,
    agents: _Items,
    seed: SupportsIndex,
    index: SupportsIndex,
    playouts: SupportsIndex,
) -> tuple[RoyalHand, list[Any]]: ...
def royal_casino_play_match(
    rules: RoyalRules,
    agents: _Items,
    seed: SupportsIndex,
    index: SupportsIndex,
    playouts: SupportsIndex,
) -> tuple[list[tuple[RoyalHand, list[Any]]], list[tuple[int, ...]], int]: ...
def royal_casino_count_hand(
    rules: RoyalRules, scores: _Items, lapsed: bool, points: _Items
) -> tuple[tuple[int, ...], bool, int | None]: ...
def royal_casino_read_move(text: str) -> _RoyalMove: ...
def royal_casino_read_position(
    text: str,
) -> tuple[
    tuple[tuple[int, ...], ...],
    tuple[int, ...],
    tuple[_RoyalBuild, ...],
    int,
    tuple[int, ...],
    tuple[tuple[int, ...], ...],
    tuple[int, ...],
    int | None,
]: ...
def royal_casino_tally_hands(
    rules: RoyalRules,
    agents: _Items,
    seed: SupportsIndex,
    first: SupportsIndex,
    count: SupportsIndex,
    threads: SupportsIndex | None,
    playouts: SupportsIndex,
) -> npt.NDArray[np.int64]: ...
def royal_casino_tally_matches(
    rules: RoyalRules,
    agents: _Items,
    seed: SupportsIndex,
    first: SupportsIndex,
    count: SupportsIndex,
    threads: SupportsIndex | None,
    playouts: SupportsIndex,
) -> npt.NDArray[np.int64]: ...
def read_cards(cards: Any, argument: str) -> npt.NDArray[np.uint8]: ...
def equity_possible(weights: npt.NDArray[np.uint32], board: Any, dead: Any) -> bool: ...
def equity_runouts(
    weights: npt.NDArray[np.uint32], board: Any, dead: Any, most: SupportsIndex
) -> int: ...
def equity_count(
    weights: npt.NDArray[np.uint32], board: Any, dead: Any, threads: SupportsIndex | None
) -> npt.NDArray[np.uint64]: ...
def equity_matrix(
    weights: npt.NDArray[np.uint32], board: Any, dead: Any, threads: SupportsIndex | None
) -> npt.NDArray[np.uint64]: ...
def equity_count_rows(
    hands: Any, board: Any, threads: SupportsIndex | None
) -> npt.NDArray[np.int64]: ...
def equity_categories(hand: Any, board: Any, dead: Any) -> npt.NDArray[np.int64]: ...
def equity_deal(
    weights: npt.NDArray[np.uint32],
    board: Any,
    dead: Any,
    seed: SupportsIndex,
    index: SupportsIndex,
) -> tuple[tuple[tuple[int, int], ...], tuple[int, ...]]: ...
def equity_sample(
    weights: npt.NDArray[np.uint32],
    board: Any,
    dead: Any,
    seed: SupportsIndex,
    first_sample: SupportsIndex,
    samples: SupportsIndex,
    threads: SupportsIndex | None,
) -> npt.NDArray[np.int64]: ...
def casino_holdem_deal(seed: SupportsIndex, index: SupportsIndex) -> tuple[int, ...]: ...
def casino_holdem_outcome(
    hole: Any,
    flop: Any,
    turn: Any,
    river: Any,
    dealer: Any,
    weakest_qualifying: SupportsIndex,
) -> int: ...
def casino_holdem_round(
    hole: Any, flop: Any, turn: Any, river: Any, dealer: Any
) -> tuple[tuple[int, ...], ...]: ...
def casino_holdem_seen(hole: Any, flop: Any) -> tuple[tuple[int, ...], tuple[int, ...]]: ...
def casino_holdem_count(
    table: npt.NDArray[np.uint8],
    weakest_qualifying: SupportsIndex,
    seed: SupportsIndex,
    first_round: SupportsIndex,
    rounds: SupportsIndex,
    threads: SupportsIndex | None,
) -> npt.NDArray[np.int64]: ...
def casino_holdem_showdowns(
    hole: Any, flop: Any, weakest_qualifying: SupportsIndex
) -> npt.NDArray[np.int64]: ...
def casino_holdem_bonus(hole: Any, flop: Any) -> npt.NDArray[np.uint8]: ...
def casino_holdem_calls(
    table: npt.NDArray[np.uint8], hole: Any, flop: Any
) -> npt.NDArray[np.bool_]: ...
def casino_holdem_asymmetry(table: npt.NDArray[np.uint8]) -> tuple[int, int, int] | None: ...
def flop_classes() -> npt.NDArray[np.uint8]: ...
def solve_casino_holdem(
    weakest_qualifying: SupportsIndex,
    threads: SupportsIndex | None,
    progress: Callable[[int, int], object] | None = None,
) -> CasinoHoldemSolution: ...

@final
class CasinoHoldemSolution:
    def counts(self, hole: Any, flop: Any) -> npt.NDArray[np.int64]: ...
    def best_strategy(self, values: npt.NDArray[np.int64]) -> npt.NDArray[np.uint8]: ...
    def count_outcomes(self, table: npt.NDArray[np.uint8]) -> npt.NDArray[np.int64]: ...
    def __reduce_ex__(self, protocol: SupportsIndex) -> NoReturn: ...
