"""numba's tests in a process where pyk2ptx is numba.

The import is what a user swaps: ``pyk2ptx.as_numba(force=True)``. A test file may
import, at its head, modules and names that are not here; it is loaded all the same,
and such a name is an `Absent`, which raises in the tests that use it. So a name costs
the tests that need it and not the file.
"""

import builtins
import contextlib
import importlib
import importlib.abc
import importlib.util
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import types
import unittest
from pathlib import Path

PACKAGE = "numba.cuda.tests"
# What is looked for in vain: parts of numba, what its extensions are made with, and
# other packages that few tests need.
_ABSENT = ("numba", "numba_cuda", "numba_cuda_mlir", "llvmlite", "cuda", "cffi")


# ---- names that are not here ----


class AbsentName(BaseException):
    """A test used a name that pyk2ptx does not have. No ``except Exception`` takes it."""


class Absent(types.ModuleType):
    """A name that is not here. While a file is loaded it is called, subclassed and
    used as a decorator like any other."""

    loading = False

    def _use(self):
        if not Absent.loading:
            raise AbsentName(f"pyk2ptx has no {self.__name__}")
        return self

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        self._use()
        return Absent(f"{self.__name__}.{name}")

    def __call__(self, *args, **kwargs):
        return self._use()

    def __getitem__(self, key):
        return self._use()

    def __mro_entries__(self, bases):
        return ()

    def __iter__(self):
        self._use()
        return iter(())


class _Loading:
    """The time in which what a test file asks for at its head, and is not here, is an
    Absent: modules, what is imported of them, and their attributes."""

    def __enter__(self):
        self._import, self._softened = builtins.__import__, []
        builtins.__import__ = self._import_softly
        Absent.loading = True

    def __exit__(self, *_):
        builtins.__import__ = self._import
        Absent.loading = False
        for module, own in self._softened:
            if own is None:
                del module.__getattr__
            else:
                module.__getattr__ = own

    def _import_softly(self, name, globals=None, locals=None, fromlist=(), level=0):
        top = name.partition(".")[0]
        importer = (globals or {}).get("__name__") or ""
        if level or top not in _ABSENT or not importer.startswith(PACKAGE):
            return self._import(name, globals, locals, fromlist, level)
        try:
            module = self._import(name, globals, locals, fromlist, level)
        except ImportError:
            if fromlist or name == top:
                return Absent(name)
            return self._import_softly(top, globals, locals)
        for part in fromlist or ():
            self._soften(getattr(module, part, None))
        return self._soften(module)

    def _soften(self, module):
        is_module = type(module) is not Absent and isinstance(module, types.ModuleType)
        if is_module and not any(module is other for other, _ in self._softened):
            self._softened.append((module, vars(module).get("__getattr__")))
            module.__getattr__ = self._reader(module)
        return module

    def _reader(self, module):
        own, asked = getattr(module, "__getattr__", None), set()

        def read(name):
            # Importing a module asks for it.
            if name.startswith("__") or name in asked:
                raise AttributeError(name)
            asked.add(name)
            try:
                if own is not None:
                    with contextlib.suppress(AttributeError):
                        return self._soften(own(name))
                whole = f"{module.__name__}.{name}"
                with contextlib.suppress(ImportError):
                    return self._soften(importlib.import_module(whole))
                return Absent(whole)
            finally:
                asked.discard(name)

        return read


# ---- numba's place ----


class _Tests(importlib.abc.MetaPathFinder):
    """The tests' folder as a package whose ``__init__.py`` are empty."""

    def __init__(self, root):
        self._root = Path(root)

    def find_spec(self, name, path=None, target=None):
        if name != PACKAGE and not name.startswith(PACKAGE + "."):
            return None
        place = self._root.joinpath(*name.split(".")[len(PACKAGE.split(".")) :])
        if place.is_dir():
            spec = importlib.machinery.ModuleSpec(name, None, is_package=True)
            spec.submodule_search_locations = [str(place)]
            return spec
        file = place.with_suffix(".py")
        if not file.is_file():
            return None
        return importlib.util.spec_from_file_location(name, file)


def swap(tests):
    """pyk2ptx in numba's place, and the tests in that folder beside it."""
    import stand_ins

    import pyk2ptx

    # Where numba-cuda is installed its hook would look for what is not here, in vain.
    hook = "_numba_cuda_redirector"
    sys.meta_path[:] = [f for f in sys.meta_path if type(f).__module__ != hook]
    pyk2ptx.as_numba(force=True)
    cuda = importlib.import_module("numba.cuda")
    sys.modules.update(stand_ins.modules(tests))
    cuda.testing = sys.modules["numba.cuda.testing"]
    # Their tests ask whether numba is there beside numba-cuda.
    cuda.HAS_NUMBA = True
    # Asked by decorators of their tests.
    driver = importlib.import_module("numba.cuda.cudadrv.driver")
    driver._have_nvjitlink = lambda: False
    sys.meta_path.insert(0, _Tests(tests))


def swap_children(tests, folder):
    """The same for the processes that a test starts. The text after ``-c`` becomes a
    file: a kernel's text must be found."""
    here = str(Path(__file__).parent)
    Path(folder, "sitecustomize.py").write_text(
        f"import sys\nsys.path.append({here!r})\nimport guest\nguest.swap({tests!r})\n"
    )
    os.environ["PYTHONPATH"] = f"{folder}:{os.environ.get('PYTHONPATH', '')}"
    kept = {k: os.environ.get(k, "") for k in ("PYTHONPATH", "PYK2PTX_DEVICE")}
    popen = subprocess.Popen.__init__

    def start(self, args, *rest, env=None, **more):
        if isinstance(args, list) and args[:1] == [sys.executable] and "-c" in args:
            at = args.index("-c")
            file, name = tempfile.mkstemp(suffix=".py", dir=folder)
            os.write(file, args[at + 1].encode())
            os.close(file)
            args = [*args[:at], name, *args[at + 2 :]]
        env = None if env is None else {**env, **kept}
        popen(self, args, *rest, env=env, **more)

    subprocess.Popen.__init__ = start


# ---- running ----


class OutOfTime(BaseException):
    """A test takes too long."""


class _Recorder(unittest.TestResult):
    """Writes a line of JSON when a test starts, and one when it ends."""

    def __init__(self, file, limit):
        super().__init__()
        self._file, self._limit = file, limit
        self._outcome = None

    def _write(self, test, outcome, error=""):
        self._file.write(json.dumps([name_of(test), outcome, error]) + "\n")
        self._file.flush()

    def startTest(self, test):
        self._outcome = None
        self._write(test, "start")
        signal.alarm(self._limit)

    def stopTest(self, test):
        signal.alarm(0)
        self._write(test, *(self._outcome or ("pass", "")))

    def _note(self, outcome, error):
        # The first of several subtests.
        self._outcome = self._outcome or (outcome, error)

    def addError(self, test, err):
        if err[0].__name__ == "Skipped":  # pytest's
            return self.addSkip(test, str(err[1]))
        self._note("fail", _told(err))
        if not isinstance(test, unittest.TestCase):  # a class's setUp
            self._write(test, "fail", _told(err))

    addFailure = addError

    def addSubTest(self, test, subtest, err):
        if err is not None:
            self._note("fail", f"{subtest._subDescription()} {_told(err)}")

    def addSkip(self, test, reason):
        self._note("skip", reason)
        if not hasattr(test, "_testMethodName"):
            self._write(test, "skip", reason)

    def addExpectedFailure(self, test, err):
        self._note("xfail", _told(err))

    def addUnexpectedSuccess(self, test):
        pass


def _told(err):
    """The class and the first lines of an exception, and the line of the test."""
    kind, value, trace = err
    lines = [line.strip() for line in str(value).splitlines() if line.strip()]
    where = ""
    while trace is not None:
        file = Path(trace.tb_frame.f_code.co_filename)
        if file.name.startswith("test_"):
            where = f" @{file.name}:{trace.tb_lineno}"
        trace = trace.tb_next
    return f"{kind.__name__}: {' / '.join(lines[:3])[:400]}{where}"


def name_of(test):
    if isinstance(test, unittest.FunctionTestCase):
        return test._testFunc.__name__
    return ".".join(test.id().split(".")[-2:])


def _tests_of(module):
    waiting = list(unittest.defaultTestLoader.loadTestsFromModule(module))
    while waiting:
        test = waiting.pop(0)
        if isinstance(test, unittest.TestSuite):
            waiting[:0] = list(test)
        else:
            yield test
    for name, value in vars(module).items():
        if name.startswith("test") and isinstance(value, types.FunctionType):
            if value.__module__ == module.__name__ and not value.__code__.co_argcount:
                yield unittest.FunctionTestCase(value)


def run(tests, file, wanted, results, limit):
    """Runs those tests of a file that ``wanted(names)`` chooses of all names; the
    outcomes are lines of the file ``results``."""

    def late(*_):
        raise OutOfTime("out of time")

    signal.signal(signal.SIGALRM, late)
    swap_children(tests, os.getcwd())
    with open(results, "a") as lines:
        recorder = _Recorder(lines, limit)
        try:
            with _Loading():
                name = f"{PACKAGE}.{file.removesuffix('.py').replace('/', '.')}"
                module = importlib.import_module(name)
        except BaseException as error:
            kind = "skip" if type(error).__name__ == "Skipped" else "fail"
            told = _told((type(error), error, error.__traceback__))
            lines.write(json.dumps(["(load)", kind, told]) + "\n")
            return
        found = {name_of(test): test for test in _tests_of(module)}
        chosen = [found[name] for name in wanted(list(found))]
        began = time.monotonic()
        unittest.TestSuite(chosen).run(recorder)
        lines.write(json.dumps(["(all)", "done", time.monotonic() - began]) + "\n")
