"""The examples of the documentation run, and every public name has one."""

import doctest
import importlib
import inspect
import pkgutil
import re
import subprocess
import sys
from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from types import ModuleType

import pytest
import typing_samples

import croupier
import croupier_command
from croupier import _core

ROOT = Path(__file__).parents[1]
PAGES = [path.relative_to(ROOT).as_posix() for folder in (".", "docs", "bench", "cpp/fuzz")
         for path in sorted((ROOT / folder).glob("*.md"))]  # fmt: skip
API = "docs/api.md"  # its examples are those of the docstrings
LINK = re.compile(r"\]\(([^)#:\s]*)(?:#([\w-]+))?\)")
FUNCTIONS = [name for name in croupier.__all__ if not name.startswith("_")]


def modules_of(package: ModuleType) -> list[ModuleType]:
    """Import all that is in a package but what runs when it is imported."""
    found = pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
    names = (module.name for module in found if not module.name.endswith(".__main__"))
    return [package, *map(importlib.import_module, names)]


PACKAGES = [croupier, croupier_command]
MODULES = [module for package in PACKAGES for module in modules_of(package)]


def run_examples(text: str, name: str) -> None:
    test = doctest.DocTestParser().get_doctest(text, {}, name, name, 0)
    report: list[str] = []
    result = doctest.DocTestRunner().run(test, out=report.append)
    assert result.failed == 0, "".join(report)


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_examples_of_modules(module: ModuleType) -> None:
    result = doctest.testmod(module)
    assert result.failed == 0
    assert result.attempted > 0 or not module.__name__.startswith("croupier.reference.")


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.__name__)
def test_no_module_is_missed(package: ModuleType) -> None:
    sources = {path for folder in package.__path__ for path in Path(folder).rglob("*.py")}
    walked = {Path(module.__file__ or "") for module in MODULES}
    assert {path.name for path in sources - walked} <= {"__main__.py"}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_public_name_has_an_example(name: str) -> None:
    public = getattr(croupier, name)
    found = doctest.DocTestFinder().find(importlib.import_module(public.__module__))
    with_examples = {test.name for test in found if test.examples}
    assert f"{public.__module__}.{public.__name__}" in with_examples


def anchors_of(page: Path) -> set[str]:
    text = page.read_text(encoding="utf-8")
    headings = re.findall(r"^#+ (.+)", text, flags=re.MULTILINE)
    slugs = (re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings)
    return {*slugs, *re.findall(r'<a id="(\w+)">', text)}


@pytest.mark.parametrize("path", [path for path in PAGES if path != API])
def test_examples_of_pages(path: str) -> None:
    run_examples((ROOT / path).read_text(encoding="utf-8"), path)


@pytest.mark.parametrize("path", PAGES)
def test_links_lead_somewhere(path: str) -> None:
    page = ROOT / path
    for target, anchor in LINK.findall(page.read_text(encoding="utf-8")):
        linked = page.parent / target if target else page
        assert linked.exists(), target
        assert not anchor or anchor in anchors_of(linked), f"{target}#{anchor}"


def test_the_reference_is_that_of_the_docstrings() -> None:
    command = [sys.executable, ROOT / "docs/api.py"]
    written = subprocess.run(command, capture_output=True, check=True, encoding="utf-8")
    page = (ROOT / API).read_text(encoding="utf-8")
    assert written.stdout == page
    assert {*FUNCTIONS} <= {*re.findall("^### (.+)$", page, flags=re.MULTILINE)}


def test_an_index_shows_the_readme_without_links_into_the_repository() -> None:
    shown = metadata.metadata("croupier").get_payload()
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert LINK.search(readme)
    assert not LINK.search(shown)
    assert "".join(shown.split()) == "".join(re.sub(r"\[([^]]+)\]\([^)]*\)", r"\1", readme).split())


@pytest.mark.parametrize("path", PAGES)
def test_files_that_are_named_exist(path: str) -> None:
    text = (ROOT / path).read_text(encoding="utf-8")
    for named in re.findall(r"`((?:bench|cpp|docs|python|tests)/[\w./]+)`", text):
        assert (ROOT / named).exists(), named


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
