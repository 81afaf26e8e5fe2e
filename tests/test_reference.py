from __future__ import annotations

import subprocess
import sys
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from conftest import HANDS, deal
from phevaluator import evaluate_cards

import croupier
from croupier import reference


def test_stands_beside_the_core() -> None:
    """The reference runs where croupier's native core cannot be imported."""
    code = "import reference, sys; print('croupier' in sys.modules)"
    directory = Path(reference.__file__).parents[1]
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=directory, capture_output=True, text=True, check=True
    )
    assert done.stdout == "False\n"


def test_has_the_names_of_the_package() -> None:
    for name in reference.__all__:
        assert getattr(croupier, name)
    assert [(c.name, int(c)) for c in reference.Category] == [
        (c.name, int(c)) for c in croupier.Category
    ]


@pytest.mark.parametrize("n_cards", [5, 6, 7])
def test_equals_phevaluator(n_cards: int) -> None:
    batch = deal(n_cards + 10, 20_000, n_cards)
    expected = [evaluate_cards(*hand) for hand in batch.tolist()]
    assert reference.evaluate(batch).tolist() == expected


def test_histogram(reference_histogram: np.ndarray) -> None:
    assert (reference_histogram.dtype, reference_histogram.shape) == (np.int64, (7463,))
    assert reference_histogram[0] == 0
    assert (reference_histogram[1:] > 0).all()
    categories = reference.category(np.arange(1, 7463))
    totals = np.bincount(categories, weights=reference_histogram[1:]).astype(int).tolist()
    assert [*totals[:8], totals[8] + totals[9]] == HANDS["category_counts"]["5"]


def test_strengths_are_places_in_the_order_of_hands() -> None:
    for low, high in combinations(
        ["7c5d4h3s2c", "8c5d4h3s2c", "2c2d3h4s5c", "AcAd2h3s4c", "2c2d3h3s4c", "2c2d2h3s4c",
         "Ac2d3h4s5c", "2c3d4h5s6c", "2c3c4c5c7c", "2c2d2h3s3c", "2c2d2h2s3c", "Ac2c3c4c5c",
         "2c3c4c5c6c", "TcJcQcKcAc"],
        2,
    ):  # fmt: skip
        assert reference.evaluate(high) < reference.evaluate(low)


@pytest.mark.usefixtures("isa")
@pytest.mark.parametrize("n_cards", [5, 6, 7])
def test_best_five_of_the_package(n_cards: int) -> None:
    batch = deal(n_cards + 20, 3000, n_cards)
    assert (croupier.best_five(batch) == reference.best_five(batch)).all()
    assert (croupier.to_masks(batch) == reference.to_masks(batch)).all()
