"""Programs that import numba where there is none: pyk2ptx.as_numba."""

import importlib.util

import pytest

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


def test_an_installed_numba_is_left_alone(tmp_path, run_program):
    (tmp_path / "numba").mkdir()
    (tmp_path / "numba" / "__init__.py").write_text("__version__ = 'real'\n")
    run_program(
        """
        import pyk2ptx
        assert not pyk2ptx.as_numba()
        import numba
        assert numba.__version__ == "real"
        try:
            pyk2ptx.as_numba(force=True)
        except ImportError as error:
            assert "imported already" in str(error)
        else:
            raise AssertionError
        """
    )
    run_program(
        """
        import pyk2ptx
        assert pyk2ptx.as_numba(force=True)
        from numba import cuda
        assert cuda is pyk2ptx.cuda
        """
    )
