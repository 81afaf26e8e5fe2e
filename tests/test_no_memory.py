"""Where memory fails there is a MemoryError or the right answer, and nothing else."""

import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def failing_allocator(tmp_path_factory: pytest.TempPathFactory) -> Path:
    library = tmp_path_factory.mktemp("allocator") / "failing_allocator.so"
    source = HERE / "failing_allocator.cpp"
    compiler = ["c++", "-std=c++20", "-O1", "-shared", "-fPIC", str(source), "-o", str(library)]
    subprocess.run(compiler, check=True)
    return library


def run(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    import os

    return subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
