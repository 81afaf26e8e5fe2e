"""Who imports whom: no circle, not even in annotations, and names that are loaded when read."""

from __future__ import annotations

import ast
import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import croupier
import croupier_command

SITE = Path(croupier.__file__).parents[1]


def name_of(path: Path) -> str:
    parts = path.relative_to(SITE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {
    name_of(path): path
    for package in (croupier, croupier_command)
    for path in Path(package.__file__).parent.rglob("*.py")
}


def imports_of(name: str) -> set[str]:
    """Find what a module imports, wherever in it and for whatever, and modules by their names."""
    found: set[str] = set()
    package = name if MODULES[name].name == "__init__.py" else name.rpartition(".")[0]
    for node in ast.walk(ast.parse(MODULES[name].read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            home = ".".join(part for part in (package * node.level, node.module) if part)
            members = {f"{home}.{alias.name}" for alias in node.names} - {"croupier._core"}
            found |= {member if member in MODULES else home for member in members}
    return {module for module in found if module in MODULES}


def test_no_module_imports_itself_by_a_detour() -> None:
    graph = {name: imports_of(name) for name in MODULES}
    order = list(TopologicalSorter(graph).static_order())  # a CycleError names a circle
    assert set(order) == set(MODULES)


def test_the_twin_imports_nothing_of_the_package() -> None:
    twin = [name for name in MODULES if name.startswith("croupier.reference")]
    assert len(twin) > 5
    for name in twin:
        assert all(module.startswith("croupier.reference") for module in imports_of(name))


FLOORS = ("croupier.arguments", "croupier.hands", "croupier.rules", "croupier.paytable",
          "croupier.report", "croupier.simulation", "croupier.games", "croupier.poker",
          "croupier.cli")  # fmt: skip


@pytest.mark.parametrize("floor", range(len(FLOORS)))
def test_imports_point_down(floor: int) -> None:
    above = FLOORS[floor + 1 :]
    for name in MODULES:
        if name.startswith(FLOORS[floor]):
            assert not [module for module in imports_of(name) if module.startswith(above)]


# Names that are loaded when they are read


def run(code: str) -> str:
    command = [sys.executable, "-c", code]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_games_are_loaded_when_they_are_named() -> None:
    code = "import sys, croupier; print('croupier.games' in sys.modules); croupier.Baccarat()"
    assert run(f"{code}; print('croupier.games.baccarat' in sys.modules)") == "False\nTrue\n"


@pytest.mark.parametrize("name", croupier.__all__)
def test_every_public_name_is_there(name: str) -> None:
    code = f"import croupier; print({name!r} in dir(croupier), croupier.{name} is not None); "
    assert run(code + f"from croupier import {name}").split() == ["True", "True"]


def test_all_names_at_once() -> None:
    code = "from croupier import *; print(Baccarat().name, ThaiHiLo().name, evaluate('AsKsQsJsTs'))"
    assert run(code).split() == ["baccarat", "thai-hilo", "1"]


def test_other_names_are_refused() -> None:
    with pytest.raises(AttributeError, match=r"^module 'croupier' has no attribute 'Poker'$"):
        croupier.Poker  # type: ignore[attr-defined]  # noqa: B018


def test_games_load_in_the_child_of_a_fork_while_another_thread_loads_them() -> None:
    code = """
import os, signal, sys, threading
import croupier
class Slow:
    def find_spec(self, name, path=None, target=None):
        if name == "croupier.games.baccarat":
            began.set()
            go_on.wait(1)
began, go_on = threading.Event(), threading.Event()
sys.meta_path.insert(0, Slow())
loading = threading.Thread(target=lambda: croupier.Baccarat)
loading.start()
began.wait()
child = os.fork()
if child == 0:
    signal.alarm(20)
    print(croupier.Baccarat().name, flush=True)
    os._exit(0)
loading.join()
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""
    assert run(code).split() == ["baccarat", "0"]
