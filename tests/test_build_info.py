import os
import subprocess
import sys

import numpy as np
import pytest

import croupier
from croupier import _core

ISAS = croupier.build_info()["isas"]


def run(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_contents() -> None:
    info = croupier.build_info()
    assert info["version"] == croupier.__version__
    assert info["isas"][0] == "scalar"
    assert set(info["isas"]) <= set(info["compiled_isas"])
    assert info["isa"] in info["isas"]
    assert info["cores"] == len(os.sched_getaffinity(0))
    assert info["compiler"]


def test_the_fastest_instruction_set_is_the_default() -> None:
    result = run("import croupier; print(croupier.build_info()['isa'])", CROUPIER_ISA="")
    assert result.stdout.strip() == ISAS[-1]


@pytest.mark.parametrize("isa", ISAS)
def test_the_environment_forces_an_instruction_set(isa: str) -> None:
    result = run("import croupier; print(croupier.build_info()['isa'])", CROUPIER_ISA=isa)
    assert result.stdout.strip() == isa


@pytest.mark.parametrize("isa", ["SCALAR", "avx1024", " scalar", "a\nb"])
def test_an_unknown_instruction_set_is_refused(isa: str) -> None:
    code = """
import croupier
for call in (croupier.build_info, lambda: croupier.evaluate([[51, 47, 43, 39, 35]])):
    try:
        call()
    except ValueError as error:
        print(error)
"""
    expected = f"CROUPIER_ISA: one of {', '.join(ISAS)} is needed, got {isa!r}"
    assert run(code, CROUPIER_ISA=isa).stdout.splitlines() == [expected] * 2
    with pytest.raises(ValueError, match=r"^name: "):
        _core.use_isa(isa)


def test_the_command_refuses_an_unknown_instruction_set_in_one_line() -> None:
    code = "import sys; from croupier.cli import main; sys.exit(main(['info']))"
    result = run(code, CROUPIER_ISA="avx1024")
    assert result.returncode == 2
    assert result.stdout == ""
    assert result.stderr.startswith("croupier: CROUPIER_ISA: one of ")
    assert result.stderr.count("\n") == 1


def test_cores_follow_the_affinity() -> None:
    code = "import os, croupier; os.sched_setaffinity(0, {min(os.sched_getaffinity(0))}); "
    assert run(code + "print(croupier.build_info()['cores'])").stdout.strip() == "1"


def test_import_is_light() -> None:
    code = "import sys, numpy; before = set(sys.modules); import croupier; "
    result = run(code + "print(*set(sys.modules) - before)")
    loaded = {name for name in result.stdout.split() if name.split(".")[0] != "croupier"}
    assert loaded <= {
        "__future__",
        "bisect",
        "_bisect",
        "copy",
        "dataclasses",
        "decimal",
        "_decimal",
        "fractions",
    }


def test_import_in_a_thread_and_after_a_fork() -> None:
    code = """
import multiprocessing, threading
import croupier
def rank(_):
    return croupier.evaluate([[51, 47, 43, 39, 35]] * 100_000, threads=2).sum().item()
with multiprocessing.get_context("fork").Pool(2) as pool:
    print(pool.map(rank, range(4)))
"""
    assert run(code).stdout.strip() == str([100_000] * 4)


def test_results_outlive_their_inputs() -> None:
    hands = np.tile(np.array([51, 47, 43, 39, 35], np.uint8), (1000, 1))
    strengths = croupier.evaluate(hands)
    assert strengths.base is None
    del hands
    assert strengths.sum() == 1000


def test_a_subinterpreter_is_refused() -> None:
    code = """
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters
other = interpreters.create()
script = '''
try:
    import croupier
except ImportError as error:
    assert "subinterpreter" in str(error) or "support loading" in str(error), error
else:
    raise AssertionError("imported")
'''
assert not interpreters.run_string(other, script)
import croupier
print(croupier.evaluate("AsKsQsJsTs"))
"""
    assert run(code).stdout == "1\n"
