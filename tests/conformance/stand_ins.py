"""What numba's tests import to be tests: ``numba.cuda.testing`` and
``numba.cuda.tests.support``, written anew.

Nothing is skipped for what numba's simulator cannot do: the CPU device is none. What
needs a toolkit, a tool or another system is.
"""

import cmath
import contextlib
import enum
import functools
import gc
import importlib
import io
import math
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import types
import unittest
import warnings
from pathlib import Path

import numpy as np


class TestCase(unittest.TestCase):
    """unittest's, with the assertions that numba's adds."""

    __test__ = False

    @functools.cached_property
    def random(self):
        return np.random.RandomState(42)

    @contextlib.contextmanager
    def assertTypingError(self):
        from pyk2ptx import errors

        kinds = (errors.TypingError, TypeError, NotImplementedError)
        with self.assertRaises(kinds) as caught:
            yield caught

    @contextlib.contextmanager
    def assertRefCount(self, *objects):
        before = list(map(sys.getrefcount, objects))
        yield
        gc.collect()
        self.assertEqual(before, list(map(sys.getrefcount, objects)))

    def assertNoNRTLeak(self):
        return contextlib.nullcontext()

    def reset_module_warnings(self, module):
        if isinstance(module, str):
            module = sys.modules[module]
        vars(module).pop("__warningregistry__", None)

    def assertPreciseEqual(self, first, second, prec="exact", ulps=1, msg=None, **more):
        """Equal values of one kind, dtype and shape; zeros of one sign. ``prec``
        "single" or "double" allows ``ulps`` units of that type's last place."""
        units = {"exact": 0, "single": 2.0**-24, "double": 2.0**-53}[prec] * 2**ulps / 2
        try:
            _compare(first, second, units, **more)
        except _Unequal as unequal:
            self.fail(self._formatMessage(msg, f"{first!r}, {second!r}: {unequal}"))


class _Unequal(Exception):
    pass


def _need(holds, what):
    if not holds:
        raise _Unequal(what)


def _kind(value):
    rows = (
        ("bool", (bool, np.bool_)),
        ("time", (np.datetime64, np.timedelta64)),
        ("int", (int, np.integer)),
        ("float", (float, np.floating)),
        ("complex", (complex, np.complexfloating)),
        ("bytes", (bytes,)),
        ("str", (str,)),
    )
    return next((kind for kind, classes in rows if isinstance(value, classes)), "")


def _compare(a, b, units, ignore_sign_on_zero=False, abs_tol=None):
    again = functools.partial(
        _compare, units=units, ignore_sign_on_zero=ignore_sign_on_zero, abs_tol=abs_tol
    )
    is_array = isinstance(a, np.ndarray)
    if is_array or isinstance(a, (tuple, list)):
        _need(is_array == isinstance(b, np.ndarray), "one is an array")
        if is_array:
            _need((a.dtype, a.shape) == (b.dtype, b.shape), "dtype or shape")
            a, b = list(a.flat), list(b.flat)
        _need(len(a) == len(b), "length")
        for pair in zip(a, b):
            again(*pair)
        return
    if isinstance(a, enum.Enum):
        _need(type(a) is type(b), "class")
        return again(a.value, b.value)
    kind = _kind(a)
    _need(kind == _kind(b), "kind")
    _need(bool(kind) or type(a) is type(b), "class")
    _need(getattr(a, "dtype", 0) == getattr(b, "dtype", 0) or kind != "time", "dtype")
    if hasattr(a, "dtype") and hasattr(b, "dtype"):
        _need(a.dtype == b.dtype, "dtype")
    if kind == "complex":
        near = units and abs(a - b) <= units * (abs(a) + abs(b))
        if not (near or cmath.isnan(a) and cmath.isnan(b)):
            again(a.real, b.real)
            again(a.imag, b.imag)
    elif kind == "time":
        _need(a == b or np.isnat(a) and np.isnat(b), "value")
    elif kind == "float":
        _compare_floats(a, b, units, ignore_sign_on_zero, abs_tol)
    else:
        _need(a == b, "value")


def _compare_floats(a, b, units, ignore_sign_on_zero, abs_tol):
    if math.isnan(a) and math.isnan(b):
        return
    if abs_tol is not None:
        limit = np.finfo(type(a)).eps if abs_tol == "eps" else abs_tol
        if abs(a - b) < limit:
            return
    if a == b:
        same = math.copysign(1, a) == math.copysign(1, b)
        _need(a != 0 or ignore_sign_on_zero or same, "sign of zero")
        return
    _need(units and math.isfinite(a) and math.isfinite(b), "value")
    _need(abs(a - b) <= units * (abs(a) + abs(b)), "more than the units allowed")


def _config():
    return importlib.import_module("numba.cuda.config")


class CUDATestCase(TestCase):
    """A test on the device: without warnings of copies and of small grids."""

    FLOAT16_RTOL = 2.0**-10

    def setUp(self):
        config = _config()
        for name in ("CUDA_LOW_OCCUPANCY_WARNINGS", "CUDA_WARN_ON_IMPLICIT_COPY"):
            self.addCleanup(setattr, config, name, getattr(config, name))
            setattr(config, name, 0)

    def _check_file(self, text, patterns, prefixes, **options):
        from filecheck.finput import FInput
        from filecheck.matcher import Matcher
        from filecheck.options import Options
        from filecheck.parser import Parser, pattern_for_opts

        chosen = Options(match_filename="-", check_prefixes=list(prefixes), **options)
        parser = Parser(chosen, io.StringIO(patterns), *pattern_for_opts(chosen))
        matcher = Matcher(chosen, FInput("-", text), parser)
        matcher.stderr = io.StringIO()
        if matcher.run():
            self.fail(f"FileCheck: {matcher.stderr.getvalue()}")

    def _check_texts(self, kernel, texts, signature, prefixes, options):
        if not isinstance(texts, str):
            wanted = texts.values() if signature is None else [texts[signature]]
        else:
            wanted = [texts]
        for text in wanted:
            self._check_file(text, kernel.__doc__, prefixes, **options)

    def assertFileCheckAsm(
        self, kernel, signature=None, check_prefixes=("ASM",), **more
    ):
        texts = kernel.inspect_asm()
        self._check_texts(kernel, texts, signature, check_prefixes, more)

    def assertFileCheckLLVM(
        self, kernel, signature=None, check_prefixes=("LLVM",), **more
    ):
        texts = kernel.inspect_llvm()
        self._check_texts(kernel, texts, signature, check_prefixes, more)

    def assertFileCheckMatches(
        self, ir_content, check_patterns, check_prefixes=("CHECK",), **more
    ):
        self._check_file(ir_content, check_patterns, check_prefixes, **more)


class ForeignArray:
    """An array of another library: it has nothing but the interface."""

    def __init__(self, array):
        self._kept = array
        self.__cuda_array_interface__ = array.__cuda_array_interface__


# ---- skips ----


def _run(test_or_reason=None, _reason=None):
    """For ``@skip_x`` and ``@skip_x("reason")``: the test runs."""
    if test_or_reason is None or isinstance(test_or_reason, str):
        return lambda test: test
    return test_or_reason


def _skip_if(condition, reason):
    """What stands in both of these places and skips where the condition holds."""

    def skip(test_or_reason=None, _reason=None):
        if test_or_reason is None or isinstance(test_or_reason, str):
            return unittest.skip(reason)
        return unittest.skip(reason)(test_or_reason)

    return skip if condition else _run


def _skips():
    has_toolkit = bool(os.environ.get("CUDA_HOME"))
    has_disassembler = shutil.which("nvdisasm") is not None
    is_linux = sys.platform.startswith("linux")
    no_cffi = importlib.util.find_spec("cffi") is None
    rows = {
        "skip_unless_cudasim": (True, "for numba's simulator"),
        "skip_unless_conda_cudatoolkit": (True, "needs conda's toolkit"),
        "skip_if_cuda_includes_missing": (not has_toolkit, "needs CUDA's headers"),
        "skip_if_curand_kernel_missing": (not has_toolkit, "needs cuRAND's headers"),
        "skip_if_nvjitlink_missing": (not has_toolkit, "needs nvJitLink"),
        "skip_without_nvdisasm": (not has_disassembler, "needs nvdisasm"),
        "skip_with_nvdisasm": (has_disassembler, "nvdisasm is there"),
        "skip_on_arm": (platform.machine() not in ("x86_64", "AMD64"), "on ARM"),
        "skip_unless_cffi": (no_cffi, "needs cffi"),
        "linux_only": (not is_linux, "for Linux"),
        "windows_only": (sys.platform != "win32", "for Windows"),
    }
    return {name: _skip_if(*row) for name, row in rows.items()}


# ---- processes, settings, output ----


def run_in_subprocess(code, flags=(), env=None, timeout=60):
    """(stdout, stderr) of code in a process of its own."""
    done = subprocess.run(
        [sys.executable, *flags, "-c", code],
        env={**os.environ, **(env or {})},
        capture_output=True,
        timeout=timeout,
        text=True,
    )
    if done.returncode:
        raise AssertionError(f"the process ended with {done.returncode}: {done.stderr}")
    return done.stdout, done.stderr


@contextlib.contextmanager
def override_config(name, value):
    config = _config()
    old = getattr(config, name)
    setattr(config, name, value)
    try:
        yield
    finally:
        setattr(config, name, old)


@contextlib.contextmanager
def override_env_config(name, value):
    with unittest.mock.patch.dict(os.environ, {name: value}):
        yield


class CheckWarningsMixin:
    @contextlib.contextmanager
    def check_warnings(self, messages, category=RuntimeWarning):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            yield
        said = [
            str(one.message) for one in caught if issubclass(one.category, category)
        ]
        for message in messages:
            self.assertTrue(any(message in text for text in said), (message, said))


def _import_dynamic(name):
    importlib.invalidate_caches()
    return importlib.import_module(name)


class _Module(types.ModuleType):
    """A module in which every skip that is not told is one that runs the test."""

    def __getattr__(self, name):
        if name.startswith(("skip_", "xfail_", "expected_failure_")):
            return _run
        raise AttributeError(f"{self.__name__} has no {name} here")


def modules(tests):
    """The modules by name, for tests in that folder."""
    shared = dict(
        TestCase=TestCase,
        unittest=unittest,
        override_config=override_config,
        run_in_subprocess=run_in_subprocess,
        **_skips(),
    )
    testing = _Module("numba.cuda.testing")
    vars(testing).update(
        shared,
        CUDATestCase=CUDATestCase,
        ContextResettingTestCase=CUDATestCase,
        ForeignArray=ForeignArray,
        test_data_dir=Path(tests) / "data",
        numba_cuda_dir=Path(tests).parent,
        cc_X_or_above=lambda major, minor: True,
        cudadevrt_missing=lambda: False,
    )
    support = _Module("numba.cuda.tests.support")
    vars(support).update(
        shared,
        MemoryLeakMixin=type("MemoryLeakMixin", (), {}),
        EnableNRTStatsMixin=type("EnableNRTStatsMixin", (), {}),
        CheckWarningsMixin=CheckWarningsMixin,
        captured_stdout=lambda: contextlib.redirect_stdout(io.StringIO()),
        captured_stderr=lambda: contextlib.redirect_stderr(io.StringIO()),
        override_env_config=override_env_config,
        temp_directory=lambda prefix: tempfile.mkdtemp(prefix=prefix),
        import_dynamic=_import_dynamic,
        ignore_internal_warnings=lambda: None,
        IS_NUMPY_2=np.lib.NumpyVersion(np.__version__) >= "2.0.0b1",
        IS_WIN32=sys.platform == "win32",
    )
    return {module.__name__: module for module in (testing, support)}
