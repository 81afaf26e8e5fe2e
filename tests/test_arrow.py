"""Columns and tables of Arrow, which wants NumPy 2: by itself and under pandas."""

from __future__ import annotations

from typing import Any

import pandas as pd
import pyarrow as pa
import pytest

import croupier

TEXTS = ["As Kd", "7c2h", "10♥9h"]
NUMBERS = [[51, 45], [20, 2], [34, 30]]
HANDS = ["AsKsQsJsTs", "7c 5c 4c 3c 2d"]
TABLE = pd.DataFrame([[51, 47, 43, 39, 35], [20, 12, 8, 4, 1]])
MISSING = r"integers are needed, got (NAType|a missing value \(nan\))"


@pytest.mark.parametrize(
    "texts",
    [
        pytest.param(pd.Series(TEXTS, dtype="string[pyarrow]"), id="pandas"),
        pytest.param(pa.array(TEXTS), id="array"),
        pytest.param(pa.chunked_array([TEXTS[:1], TEXTS[1:]]), id="chunks"),
    ],
)
def test_columns_of_texts(texts: Any) -> None:
    assert croupier.parse_cards(texts).tolist() == NUMBERS
    assert croupier.format_cards(texts).tolist() == ["AsKd", "7c2h", "Th9h"]


@pytest.mark.parametrize(
    ("hands", "strengths"),
    [
        pytest.param(TABLE.astype("uint8[pyarrow]"), [1, 7462], id="frame"),
        pytest.param(TABLE.loc[0].astype("int64[pyarrow]"), 1, id="series"),
        pytest.param(pd.Series(HANDS, dtype="string[pyarrow]"), [1, 7462], id="series of texts"),
        pytest.param(pa.array(HANDS), [1, 7462], id="texts"),
        pytest.param(pa.chunked_array([HANDS[:1], HANDS[1:]]), [1, 7462], id="chunks"),
        pytest.param(pa.array(TABLE.to_numpy().tolist()), [1, 7462], id="lists"),
        pytest.param(pa.table(TABLE.rename(columns=str)), [1, 7462], id="table"),
    ],
)
def test_hands(hands: Any, strengths: Any) -> None:
    found = croupier.evaluate(hands)
    assert (found if isinstance(strengths, int) else found.tolist()) == strengths


def test_who_wins() -> None:
    board = "Qs 7c 2h 9d 3c"
    wins = croupier.compare(pa.array(["AsKd", "9c9h"]), ["QhJd", "2c2d"], board=board)
    assert wins.tolist() == [[False, True], [True, False]]


@pytest.mark.parametrize("dtype", ["int64[pyarrow]", "uint8[pyarrow]"])
def test_a_missing_card_in_pandas_is_refused(dtype: str) -> None:
    table = TABLE.astype(dtype)
    table.iloc[1, 2] = pd.NA
    with pytest.raises(TypeError, match=f"^cards: row 1: {MISSING}"):
        croupier.evaluate(table)
    hand = TABLE.loc[0].astype(dtype)
    hand[2] = pd.NA
    with pytest.raises(TypeError, match=f"^cards: .*{MISSING}"):
        croupier.evaluate(hand)


def test_a_missing_card_is_refused() -> None:
    with pytest.raises(TypeError, match=f"^cards: row 1: {MISSING}"):
        croupier.evaluate(pa.table({str(place): [place, None] for place in range(5)}))
    with pytest.raises(TypeError, match=f"^cards: index 1: {MISSING}"):
        croupier.evaluate(pa.array([51, None, 43, 39, 35]))
    with pytest.raises(TypeError, match=r"^text: row 1: texts alone are needed"):
        croupier.parse_cards(pa.array(["AsKd", None]))
