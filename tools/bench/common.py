"""What every part needs."""
import importlib.util
import os
import subprocess
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
BUILD = Path(os.environ.get("PYK2PTX_BENCH_DIR", "/tmp/pyk2ptx-bench"))
ARCH = "sm_90"

# The block that each kernel is launched with; the others (256,).
BLOCKS = {"matmul_naive": (16, 16), "matmul_tiled16": (16, 16), "matmul_tiled32": (32, 32),
          "jacobi2d": (32, 8), "mandelbrot": (16, 16), "mm_f16": (128,),
          "coop_sort_128x4": (128,), "coop_sort_512x16": (512,)}
# Launches of fewer than 2**20 threads, for which the JIT has no variants (runtime/jit/variant_table.cpp).
FEW_THREADS = {"saxpy", "reduce_shared", "reduce_warp", "histogram", "nbody"}

# numba-cuda 0.30.4 compiles nothing beside numpy 2.5, which has dropped row_stack, without this.
NUMBA_SHIM = "import numpy\nif not hasattr(numpy, 'row_stack'):\n    numpy.row_stack = numpy.vstack\n"


def numba_cuda():
    exec(NUMBA_SHIM, {})
    from numba import cuda
    return cuda


def load_kernel(name):
    """The module kernels/NAME.py, executed anew."""
    spec = importlib.util.spec_from_file_location(name, HERE / "kernels" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def timed(*command, env=None):
    """Wall seconds of a command that must succeed."""
    start = time.perf_counter()
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True,
                          env={**os.environ, **(env or {})})
    seconds = time.perf_counter() - start
    if done.returncode:
        raise RuntimeError(f"{command[0]} failed: {(done.stderr or done.stdout).strip()[-500:]}")
    return seconds
