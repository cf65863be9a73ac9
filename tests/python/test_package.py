"""The package as such: what importing costs, the pytest plugin, its stubs."""

import ast
import pathlib
import sys

import pyk2ptx

PACKAGE = pathlib.Path(pyk2ptx.__file__).parent


def test_import_is_light(run_program):
    # What it takes in time is a benchmark's business: here what it loads.
    run_program(
        """
    import sys
    import pyk2ptx
    assert "numpy" not in sys.modules and "pyk2ptx._core" not in sys.modules
    from pyk2ptx import cuda
    @cuda.jit
    def k(a):
        a[0] = 1
    for name in ("numpy", "inspect", "dis", "asyncio", "ast"):
        assert name not in sys.modules, name
    """,
        PYK2PTX_DEVICE="gpu",
        # Loading a driver would fail.
        PYK2PTX_LIBCUDA="/nonexistent/libcuda.so",
    )


def test_plugin(pytester):
    pytester.makepyfile(
        """
        import numpy as np
        from pyk2ptx import cuda

        @cuda.jit
        def race(a):
            a[0] += 1

        def test_race():
            race[1, 32](np.zeros(3))

        def test_no_race():
            race[1, 1](np.zeros(3))
        """
    )
    result = pytester.runpytest_subprocess(
        "-p", "pyk2ptx.pytest_plugin", "--cuda-check"
    )
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["*CheckError*race*"])
    result = pytester.runpytest_subprocess("-p", "pyk2ptx.pytest_plugin")
    result.assert_outcomes(passed=2)


def test_every_public_function_is_documented():
    silent = []
    for file in sorted(PACKAGE.rglob("*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        if not ast.get_docstring(tree):
            silent.append(file.name)
    assert not silent


def test_extension_uses_the_stable_abi():
    names = [file.name for file in PACKAGE.glob("_core*.so")]
    assert names == ["_core.abi3.so"], names
    assert sys.version_info >= (3, 11)


def test_sample():
    import runpy

    sample = pathlib.Path(__file__).parents[2] / "samples/python/report.py"
    runpy.run_path(str(sample), run_name="__main__")
