"""What every rate is held against."""

import numpy as np
import pytest


@pytest.mark.benchmark(group="yardstick")
@pytest.mark.items(2_000_000)
def test_yardstick(benchmark):
    """Words of NumPy's generator."""
    benchmark(np.random.Philox().random_raw, 2_000_000)
