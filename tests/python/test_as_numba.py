"""Programs that import numba where there is none: pyk2ptx.as_numba."""

import importlib.util
import textwrap

import pytest

# Some need a machine without one: what is stood in for, or made up, must not be there.
without_numba = pytest.mark.skipif(
    importlib.util.find_spec("numba") is not None, reason="numba is installed"
)

PROGRAM = """
import numpy as np
import numba
from numba import cuda, float32, int64, types, vectorize, guvectorize, njit, void
from numba import from_dtype, literal_unroll, typeof
from numba.core import errors
from numba.core.errors import NumbaPerformanceWarning, TypingError
from numba.core.types import Array
from numba.cuda import libdevice
from numba.cuda import config, float32 as same_float32, guvectorize as same, vectorize as same
from numba.cuda.core.errors import TypingError as same
import numba.core.config
from numba.cuda.args import In
from numba.cuda.compiler import compile_ptx
from numba.cuda.cudadrv import driver, nvvm
from numba.cuda.cudadrv.devicearray import DeviceNDArray
from numba.cuda.cudadrv.driver import CudaAPIError
from numba.cuda.cudadrv.error import CudaSupportError
from numba.cuda.libdevice import sinf
from numba.cuda.random import create_xoroshiro128p_states, xoroshiro128p_uniform_float32
from numba.np import numpy_support
from numba.types import float64
import numba.cuda.random
import numba as nb

assert numba.config is config is numba.core.config and same_float32 is float32
assert numba.cuda is cuda and numba.types is types and nb.float32 == float32
assert "pyk2ptx" in numba.__version__ and tuple(map(int, numba.__version__.split("+")[0].split("."))) > (0, 50)
assert numpy_support.from_dtype(np.dtype("f4")) == float32
assert numpy_support.as_dtype(types.int16) == np.int16
assert issubclass(TypingError, errors.NumbaError)

N = 16

@njit
def plain(x):
    return x * 2

@cuda.jit(void(float32[:], int64))
def kernel(a, n):
    tile = cuda.shared.array(N, numba.float32)
    i = cuda.grid(1)
    if i < n:
        tile[i] = plain(numba.float32(i)) + sinf(a[i])
        a[i] = tile[i]

a = np.zeros(N, np.float32)
kernel[1, N](a, N)
assert (a == 2 * np.arange(N)).all()

@cuda.jit
def unroll(out):
    for x in literal_unroll((1, 2.5)):
        out[0] += x

out = np.zeros(1)
unroll[1, 1](out)
assert out[0] == 3.5

@cuda.jit
def uniform(states, out):
    i = cuda.grid(1)
    out[i] = xoroshiro128p_uniform_float32(states, i)

states = create_xoroshiro128p_states(32, seed=1)
drawn = cuda.device_array(32, np.float32)
uniform[1, 32](states, drawn)
assert isinstance(drawn, DeviceNDArray)
assert len(set(drawn.copy_to_host())) == 32

@vectorize(["float32(float32, float32)"], target="cuda")
def add(x, y):
    return x + y

assert (add(a, a) == 2 * a).all()

try:
    kernel[1, 4096](a, N)
except CudaAPIError as error:
    assert "CUDA_ERROR_INVALID_VALUE" in str(error)
else:
    raise AssertionError
try:
    from numba import no_such_name
except ImportError:
    pass
else:
    raise AssertionError
print("fine")
"""


@pytest.mark.skipif(
    importlib.util.find_spec("numba") is not None, reason="numba is installed"
)
def test_where_numba_is_absent(run_program):
    shown = run_program(
        "import pyk2ptx\nassert pyk2ptx.as_numba() and pyk2ptx.as_numba()\n" + PROGRAM
    )
    assert shown == "fine\n"


@without_numba
def test_an_unchanged_program(tmp_path, run_program):
    file = tmp_path / "unchanged.py"
    file.write_text(PROGRAM + "import sys\nprint(sys.argv[1:], __name__)\n")
    shown = run_program(
        f"""
        import subprocess, sys
        subprocess.run([sys.executable, "-m", "pyk2ptx", {str(file)!r}, "-x"], check=True)
        """
    )
    assert shown == "fine\n['-x'] __main__\n"


# As much of an installed numba as the package meets: its types, signatures, exceptions.
INSTALLED = {
    "__init__": """
        __version__ = 'real'
        from .core import config, errors
        from .core.types import float32, int64, void, Tuple
        from .misc.special import literal_unroll
        from .np import numpy_support
        class _Compiled:
            def __init__(self, function): self.py_func = function
            def __call__(self, *args): return self.py_func(*args)
        njit = _Compiled
    """,
    "core/__init__": "",
    "core/config": "CUDA_WARN_ON_IMPLICIT_COPY = 1",
    "core/errors": """
        class NumbaError(Exception):
            def __init__(self, msg, loc=None):
                super().__init__(f"<red>{msg}")
        class TypingError(NumbaError): pass
        class UnsupportedError(NumbaError): pass
        class NumbaWarning(Warning): pass
        class NumbaPerformanceWarning(NumbaWarning): pass
    """,
    "core/types/__init__": """
        from .abstract import Type
        from .npytypes import Array, Record
        from ..typing.templates import Signature
        class Tuple(Type):
            def __init__(self, types):
                super().__init__(f"Tuple{types}")
                self.types = types
            def __iter__(self): return iter(self.types)
        float32, int64, void = Type("float32"), Type("int64"), Type("none")
    """,
    "core/types/abstract": """
        class Type:
            def __init__(self, name): self.name = self.key = name
            def __hash__(self): return hash(self.key)
            def __eq__(self, other): return type(self) is type(other) and self.key == other.key
            def __ne__(self, other): return not (self == other)
            def __getitem__(self, axes):
                from .npytypes import Array
                axes = axes if isinstance(axes, tuple) else (axes,)
                layout = "C" if axes[-1].step else "F" if axes[0].step else "A"
                return Array(self, len(axes), layout)
            def __call__(self, *args):
                from ..typing.templates import Signature
                return Signature(self, args)
    """,
    "core/types/npytypes": """
        from .abstract import Type
        class Array(Type):
            def __init__(self, dtype, ndim, layout):
                self.name = f"array({dtype.name}, {ndim}d, {layout})"
                self.key = dtype, ndim, layout, True, True
                self.dtype, self.ndim, self.layout = dtype, ndim, layout
        class Record(Type):
            def __init__(self, dtype):
                super().__init__(f"Record({dtype})")
                self.numpy = dtype
    """,
    "core/typing/__init__": "",
    "core/typing/templates": """
        class Signature:
            def __init__(self, result, args):
                self.return_type, self.args = result, args
    """,
    "misc/__init__": "",
    "misc/special": "def literal_unroll(values): raise RuntimeError",
    "np/__init__": "",
    "np/numpy_support": "def as_dtype(type): return type.numpy",
    "cuda/__init__": "raise RuntimeError('numba.cuda itself')",
    "cuda/simulator_init": "",
}


@pytest.fixture
def installed_numba(tmp_path):
    """A numba that is installed where run_program's programs are."""
    for name, text in INSTALLED.items():
        file = tmp_path / "numba" / f"{name}.py"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(textwrap.dedent(text))


def test_numba_cuda_alone_is_swapped(installed_numba, run_program):
    shown = run_program(
        """
        import sys
        import pyk2ptx
        assert pyk2ptx.as_numba() and pyk2ptx.as_numba()
        assert "numba" not in sys.modules
        import numba, numpy as np
        from numba import cuda, float32, int64, literal_unroll, njit, void
        from pyk2ptx import types
        assert numba.__version__ == "real" and cuda is pyk2ptx.cuda is numba.cuda

        @njit
        def twice(x):
            return x * 2

        @cuda.jit(void(float32[:], int64))
        def kernel(a, n):
            tile = cuda.shared.array(16, numba.float32)
            i = cuda.grid(1)
            if i < n:
                tile[i] = twice(a[i])
                for x in literal_unroll((1, 2.5)):
                    tile[i] += float32(x)
                a[i] = tile[i]

        a = np.arange(16, dtype=np.float32)
        kernel[1, 16](a, 16)
        assert (a == 2 * np.arange(16) + 3.5).all() and twice(3) == 6

        record = np.dtype([("x", "i4"), ("y", "f8")])
        @cuda.jit((numba.core.types.Record(record)[:], numba.Tuple((int64, float32))))
        def fields(r, t):
            r[0].x = t[0]
            r[0].y = t[1]

        r = np.zeros(1, record)
        fields[1, 1](r, (7, 1.5))
        assert r[0]["x"] == 7 and r[0]["y"] == 1.5

        assert float32 == types.float32 and types.float32 == float32
        assert float32 != types.float64 and types.float64 != float32
        assert float32[:, ::1] == types.float32[:, ::1] != float32[::1, :]
        assert {types.float32[:]: 1}[float32[:]] == 1
        assert kernel.overloads[(float32[:], int64)] is kernel.overloads[(types.float32[:], types.int64)]
        assert {types.int64: 1}[int64] == 1 and {int64: 1}[types.int64] == 1

        from numba.core.errors import NumbaError, TypingError
        @cuda.jit
        def wrong(a):
            a[0] = nowhere

        try:
            wrong[1, 1](a)
        except TypingError as error:
            assert isinstance(error, NumbaError) and "red" not in str(error)
            print(error)
        """
    )
    assert "name `nowhere` is not defined" in shown


def test_what_modules_there_are(installed_numba, run_program):
    run_program(
        """
        import importlib.metadata, importlib.util, pyk2ptx, sys

        class Redirector:
            "As numba-cuda's: asks all the others, and thereby itself."
            def find_spec(self, name, path, target=None):
                if "numba.cuda" in name:
                    for finder in sys.meta_path:
                        finder.find_spec(name, path, target)

        Redirector.__module__ = "_numba_cuda_redirector"
        sys.meta_path.insert(0, Redirector())
        pyk2ptx.as_numba()
        find = importlib.util.find_spec
        assert find("numba").origin.endswith("numba/__init__.py")
        for name in ("cuda", "cuda.cudadrv.driver", "cuda.libdevice", "cuda.np.numpy_support"):
            assert find(f"numba.{name}") is not None, name
        from numba import cuda
        from numba.cuda.libdevice import sinf
        import numba.cuda.cudadrv.driver
        for name in ("", ".cudadrv", ".cudadrv.driver", ".libdevice"):
            assert find(f"numba.cuda{name}") is not None, name
        assert cuda.cudadrv.driver.CudaAPIError and cuda.kernels.reduction.Reduce
        # numba's own submodules are no longer there.
        for name in ("simulator_init", "absent", "cudadrv.absent"):
            assert find(f"numba.cuda.{name}") is None
            try:
                __import__(f"numba.cuda.{name}")
            except ModuleNotFoundError as error:
                assert error.name == f"numba.cuda.{name}"
            else:
                raise AssertionError(name)
        assert importlib.metadata.version("numba_cuda") == importlib.metadata.version("numba-cuda")
        assert importlib.metadata.distribution("numba-cuda").metadata["Name"] == "numba-cuda"
        try:
            importlib.metadata.version("no-such-thing")
        except importlib.metadata.PackageNotFoundError:
            pass
        """
    )


@without_numba
def test_a_numba_that_is_in_use_is_not_swapped(installed_numba, tmp_path, run_program):
    (tmp_path / "numba" / "cuda" / "__init__.py").write_text("")
    run_program(
        """
        import numba, pyk2ptx
        try:
            pyk2ptx.as_numba(force=True)
        except ImportError as error:
            assert "numba is imported already" in str(error)
        else:
            raise AssertionError
        assert pyk2ptx.as_numba()
        from numba import cuda
        assert cuda is pyk2ptx.cuda
        """
    )
    run_program(
        """
        import numba.cuda, pyk2ptx
        try:
            pyk2ptx.as_numba()
        except ImportError as error:
            assert "numba.cuda is imported already" in str(error)
        else:
            raise AssertionError
        """
    )


@without_numba
def test_all_of_numba_by_force(installed_numba, run_program):
    run_program("import pyk2ptx\npyk2ptx.as_numba(force=True)\n" + PROGRAM)
    run_program(
        """
        import importlib.metadata, importlib.util, pyk2ptx
        pyk2ptx.as_numba(force=True)
        for name in ("numba", "numba.core", "numba.core.types", "numba.np.numpy_support"):
            assert "pyk2ptx" in importlib.util.find_spec(name).origin
        assert "pyk2ptx" in importlib.metadata.version("numba")
        try:
            import numba.typed
        except ModuleNotFoundError:
            pass
        else:
            raise AssertionError
        from numba import njit
        @njit(fastmath=True)
        def f(x):
            return x
        assert f.targetoptions == {"fastmath": True} and f.py_func(2) == f(2) == 2
        """
    )


def test_programs_run_with_either(installed_numba, tmp_path, run_program):
    file = tmp_path / "asks.py"
    file.write_text(
        "import numba, sys\nprint('pyk2ptx' in numba.__version__, sys.argv[1:])\n"
    )
    for option, whole in (("", False), ("--force", True)):
        shown = run_program(
            f"""
            import subprocess, sys
            command = [sys.executable, "-m", "pyk2ptx", *{option.split()!r}, {str(file)!r}, "-x"]
            subprocess.run(command, check=True)
            """
        )
        assert shown == f"{whole} ['-x']\n"


def test_numbas_own_vectorize_builds_ours(run_program):
    run_program(
        """
        import numpy as np
        from pyk2ptx.cuda.vectorizers import CUDAGUFuncVectorize, CUDAVectorize
        builder = CUDAVectorize(lambda x, y: x + y, identity=None, cache=False, targetoptions={})
        builder.add("float32(float32, float32)")
        builder.disable_compile()
        assert (builder.build_ufunc()(np.arange(4, dtype=np.float32), 1) == np.arange(4) + 1).all()

        def double(x, out):
            for i in range(x.shape[0]):
                out[i] = 2 * x[i]

        builder = CUDAGUFuncVectorize(double, "(n)->(n)", identity=None, writable_args=())
        builder.add("void(float32[:], float32[:])")
        assert (builder.build_ufunc()(np.arange(4, dtype=np.float32)) == 2 * np.arange(4)).all()
        """
    )


def test_values_in_files(tmp_path):
    from pyk2ptx.cuda.core.caching import IndexDataCacheFile
    from pyk2ptx.cuda.serialize import dumps, loads

    file = IndexDataCacheFile(tmp_path, "kernel", source_stamp=(1, 2))
    assert file.load("a") is None
    file.save("a", [1])
    file.save("b", 2)
    file.save("a", [3])
    assert (file.load("a"), file.load("b"), file.load("c")) == ([3], 2, None)
    assert sorted(each.name for each in tmp_path.iterdir()) == [
        "kernel.1.nbc",
        "kernel.2.nbc",
        "kernel.nbi",
    ]
    assert IndexDataCacheFile(tmp_path, "kernel", source_stamp=(1, 3)).load("a") is None
    file.flush()
    assert file.load("a") is None
    assert loads(dumps({"x": 1})) == {"x": 1}
