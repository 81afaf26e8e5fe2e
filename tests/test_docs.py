"""The examples of the documentation run, and every public name has one."""

import doctest
import inspect
from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from types import ModuleType

import pytest
import typing_samples

import croupier
from croupier import _core, report
from croupier.games import (
    baccarat,
    casino_holdem,
    casino_holdem_strategy,
    game,
    royal_casino,
    royal_casino_moves,
    royal_casino_report,
    royal_casino_state,
    thai_hilo,
)

ROOT = Path(__file__).parents[1]
MODULES = [baccarat, casino_holdem, casino_holdem_strategy, game, royal_casino, royal_casino_moves,
           royal_casino_report, royal_casino_state, thai_hilo, report]  # fmt: skip
FUNCTIONS = [name for name in croupier.__all__ if not name.startswith("_")]


def run_examples(text: str, name: str) -> int:
    test = doctest.DocTestParser().get_doctest(text, {}, name, name, 0)
    report: list[str] = []
    result = doctest.DocTestRunner().run(test, out=report.append)
    assert result.failed == 0, "".join(report)
    return result.attempted


@pytest.mark.parametrize("name", FUNCTIONS)
def test_examples_of_docstrings(name: str) -> None:
    assert run_examples(inspect.getdoc(getattr(croupier, name)), name) > 0


@pytest.mark.parametrize("module", MODULES, ids=lambda m: m.__name__)
def test_examples_of_methods(module: ModuleType) -> None:
    assert doctest.testmod(module).failed == 0


@pytest.mark.parametrize(
    "path", ["README.md", *(f"docs/{p.name}" for p in (ROOT / "docs").glob("*.md"))]
)
def test_examples_of_pages(path: str) -> None:
    run_examples((ROOT / path).read_text(encoding="utf-8"), path)


@pytest.mark.parametrize("sample", typing_samples.SAMPLES)
def test_typed_samples(sample: Callable[[], None]) -> None:
    sample()


@pytest.mark.parametrize("name", FUNCTIONS)
def test_signatures_are_visible(name: str) -> None:
    assert inspect.signature(getattr(croupier, name)).parameters or name == "build_info"


def test_native_functions_match_their_text_signature() -> None:
    for name, function in vars(_core).items():
        if callable(function) and not isinstance(function, type):
            assert str(inspect.signature(function)).startswith("("), name


def test_version_is_the_same_everywhere() -> None:
    assert croupier.__version__ == croupier.build_info()["version"] == metadata.version("croupier")
