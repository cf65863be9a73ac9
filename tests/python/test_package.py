"""The package as such: what importing costs, the pytest plugin, its stubs."""

import ast
import importlib
import importlib.metadata
import pathlib
import sys
import sysconfig

import pyk2ptx

PACKAGE = pathlib.Path(pyk2ptx.__file__).parent


def files_of_package(suffix):
    """The package's files; in the build tree its folders are links."""
    cuda = PACKAGE / "cuda"
    folders = [PACKAGE, PACKAGE / "_device", cuda, cuda / "cudadrv", cuda / "kernels"]
    return sorted(file for folder in folders for file in folder.glob("*" + suffix))


def test_import_is_light(run_program):
    # What it takes in time is a benchmark's business: here what it loads.
    run_program(
        """
    import sys
    before = set(sys.modules)
    import pyk2ptx
    assert "numpy" not in sys.modules and "pyk2ptx._core" not in sys.modules
    from pyk2ptx import cuda
    @cuda.jit
    def k(a):
        a[0] = 1
    for name in ("numpy", "inspect", "dis", "asyncio", "ast"):
        assert name not in set(sys.modules) - before, name
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
    # The installed package's entry point has it loaded already.
    installed = importlib.metadata.entry_points(group="pytest11", name="pyk2ptx")
    load = [] if installed else ["-p", "pyk2ptx.pytest_plugin"]
    result = pytester.runpytest_subprocess(*load, "--cuda-check")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["*CheckError*race*"])
    result = pytester.runpytest_subprocess(*load)
    result.assert_outcomes(passed=2)


def test_every_public_function_is_documented():
    silent = []
    for file in files_of_package(".py"):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        if not ast.get_docstring(tree):
            silent.append(file.name)
    assert not silent


def test_a_typed_program():
    """It runs, and mypy --strict has nothing to say of it."""
    import runpy
    import subprocess

    import pytest

    program = pathlib.Path(__file__).parent / "typed_program.py"
    runpy.run_path(str(program), run_name="__main__")
    pytest.importorskip("mypy")
    # Not by its path: the stubs are those of an installed package.
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", str(program)],
        capture_output=True,
        text=True,
    )
    errors = [row for row in done.stdout.split("\n") if "typed_program.py" in row]
    assert not errors, done.stdout


def test_extension_uses_the_stable_abi():
    names = [file.name for file in PACKAGE.glob("_core*.so")]
    # A free-threaded CPython has none.
    free = bool(sysconfig.get_config_var("Py_GIL_DISABLED"))
    suffix = sysconfig.get_config_var("EXT_SUFFIX") if free else ".abi3.so"
    assert names == ["_core" + suffix], names
    if free:
        assert not sys._is_gil_enabled()
    assert sys.version_info >= (3, 11)


def test_sample():
    import runpy

    sample = pathlib.Path(__file__).parents[2] / "samples/python/report.py"
    runpy.run_path(str(sample), run_name="__main__")


def names_of_stub(file, kinds=(ast.FunctionDef, ast.AnnAssign)):
    """What a stub declares at its top level; of classes their members."""
    names = {}
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef):
            members = [
                getattr(item, "name", None) or item.target.id
                for item in node.body
                if isinstance(item, kinds)
            ]
            names[node.name] = members
        elif isinstance(node, ast.FunctionDef):
            names[node.name] = []
        elif isinstance(node, ast.AnnAssign):
            names[node.target.id] = []
        elif isinstance(node, ast.Assign):
            names[node.targets[0].id] = []
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                if alias.asname:
                    names[alias.asname] = []
    return names


def test_stubs():
    stubs = files_of_package(".pyi")
    assert len(stubs) == 15
    own = {"Dim", "AnyStream", "Shape", "AnySignature", "Types", "__getattr__"}
    complete = {
        f"pyk2ptx{name}" for name in ("._core", ".types", ".cuda", ".cuda.random")
    }
    for file in stubs:
        parts = file.relative_to(PACKAGE.parent).with_suffix("").parts
        module = importlib.import_module(".".join(parts).removesuffix(".__init__"))
        declared = names_of_stub(file)
        if module.__name__ not in complete:
            # What their objects have is set when they are made.
            declared = names_of_stub(file, (ast.FunctionDef,))
        for name, members in declared.items():
            assert name in own or hasattr(module, name), (module, name)
            for member in members:
                assert hasattr(getattr(module, name), member) or member in (
                    "name",
                    "return_type",
                    "args",
                ), (name, member)
        modules = {n for n, v in vars(module).items() if isinstance(v, type(sys))}
        # pytest adds names that are none to what it rewrites.
        public = {n for n in vars(module) if n.isidentifier() and not n.startswith("_")}
        public -= modules | {"annotations"}
        # Those of private modules are there for their classes alone.
        if module.__name__ in complete:
            missing = public - set(declared) - {"Intrinsic"}
            assert not missing, (module, missing)
