#!/usr/bin/env python3
"""How long a Python program takes from its start to a checked result.

    PYTHONPATH=build/python python tools/bench/python_program.py [--json]

Each program adds two vectors of 2**20 float32 and compares every element: ours,
CuPy's RawKernel, numba-cuda's, and one in C over the driver's API with the same
PTX (cc builds it). They run in turns, nothing cached; the least time counts. What
ours may take is the sum of the C program and of a Python that imports NumPy, and
0.10 s. A launch with three arrays follows, by the peers that are installed,
against cuLaunchKernel in the same process. Needs a GPU.
"""

import argparse
import ctypes
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

from common import NUMBA_SHIM

RUNS = 5
WANTED = 0.10

C_PROGRAM = r"""
#include <stdio.h>
#include <stdlib.h>
typedef unsigned long long Address;
int cuInit(unsigned);
int cuDevicePrimaryCtxRetain(void **, int);
int cuCtxSetCurrent(void *);
int cuModuleLoad(void **, const char *);
int cuModuleGetFunction(void **, void *, const char *);
int cuMemAlloc_v2(Address *, size_t);
int cuMemcpyHtoD_v2(Address, const void *, size_t);
int cuMemcpyDtoH_v2(void *, Address, size_t);
int cuLaunchKernel(void *, unsigned, unsigned, unsigned, unsigned, unsigned,
                   unsigned, unsigned, void *, void **, void **);
#define CHECK(call) if (call) { puts(#call); return 1; }
enum { n = 1 << 20 };
int main(int count, char **words) {
  void *context, *module, *function;
  Address a[3];
  long long length = n;
  float *host[3];
  int i, k;
  CHECK(count != 2)
  CHECK(cuInit(0))
  CHECK(cuDevicePrimaryCtxRetain(&context, 0))
  CHECK(cuCtxSetCurrent(context))
  CHECK(cuModuleLoad(&module, words[1]))
  CHECK(cuModuleGetFunction(&function, module, "vecadd"))
  for (k = 0; k < 3; ++k) {
    host[k] = malloc(n * sizeof(float));
    CHECK(cuMemAlloc_v2(&a[k], n * sizeof(float)))
    for (i = 0; k < 2 && i < n; ++i)
      host[k][i] = (float)i;
    if (k < 2)
      CHECK(cuMemcpyHtoD_v2(a[k], host[k], n * sizeof(float)))
  }
  void *params[] = {&a[0], &length, &a[1], &length, &a[2], &length};
  CHECK(cuLaunchKernel(function, n / 256, 1, 1, 256, 1, 1, 0, NULL, params, NULL))
  CHECK(cuMemcpyDtoH_v2(host[2], a[2], n * sizeof(float)))
  for (i = 0; i < n; ++i)
    CHECK(host[2][i] != 2 * host[0][i])
  return 0;
}
"""

KERNEL = """
@cuda.jit
def vecadd(a, b, c):
    i = cuda.grid(1)
    if i < c.size:
        c[i] = a[i] + b[i]
"""
CUDA_PROGRAM = f"""
import numpy as np
from MODULE import cuda
{KERNEL}
n = 1 << 20
a = np.arange(n, dtype=np.float32)
da, dc = cuda.to_device(a), cuda.device_array(n, np.float32)
vecadd[n // 256, 256](da, da, dc)
assert (dc.copy_to_host() == 2 * a).all()
"""
CUPY_PROGRAM = '''
import cupy as cp
import numpy as np
vecadd = cp.RawKernel("""extern "C" __global__
void vecadd(const float *a, const float *b, float *c, long long n) {
  long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
  if (i < n)
    c[i] = a[i] + b[i];
}""", "vecadd")
n = 1 << 20
a = np.arange(n, dtype=np.float32)
da, dc = cp.asarray(a), cp.empty(n, np.float32)
vecadd((n // 256,), (256,), (da, da, dc, n))
assert (cp.asnumpy(dc) == 2 * a).all()
'''

# A launch of a kernel of three arrays that does nothing, in a process of its own:
# `handle` is a CUfunction or CUkernel for cuLaunchKernel, `launch` the peer's way.
LAUNCH = r"""
import ctypes, json, os, time
import numpy as np
{setup}
driver = ctypes.CDLL(os.environ.get("PYK2PTX_LIBCUDA") or "libcuda.so.1")
loop = ctypes.CDLL({loop!r}).nanoseconds
loop.restype = ctypes.c_double
block = ctypes.create_string_buffer(512)
size = ctypes.c_size_t({parameters})
for _ in range(200):
    launch()
synchronize()
ours, raw = [], []
for _ in range(30):
    raw.append(loop(driver.cuLaunchKernel, ctypes.c_void_p(handle), block, size, 500))
    synchronize()
    begin = time.perf_counter_ns()
    for _ in range(500):
        launch()
    ours.append((time.perf_counter_ns() - begin) / 500)
    synchronize()
print(json.dumps([min(ours), min(raw)]))
"""
EMPTY = "def empty(a, b, c):\n    pass\n"
CUDA_SETUP = """
from MODULE import cuda
from empty import empty
arrays = [cuda.to_device(np.zeros(1024, np.float32)) for _ in range(3)]
kernel = cuda.jit(empty)
kernel[1, 32](*arrays)
configured = kernel[1, 32]
synchronize = cuda.synchronize
HANDLE
"""
# (name, set-up, size of the parameter block)
OURS = CUDA_SETUP.replace("MODULE", "pyk2ptx").replace(
    "HANDLE", "handle = next(iter(kernel.overloads.values())).handle"
)
NUMBA = NUMBA_SHIM + CUDA_SETUP.replace("MODULE", "numba").replace(
    "HANDLE",
    "handle = int(next(iter(kernel.overloads.values()))._codelibrary"
    ".get_cufunc().handle)",
)
CUPY = """
import cupy as cp
source = 'extern "C" __global__ void empty(float *a, float *b, float *c) {}'
kernel = cp.RawKernel(source, "empty")
arrays = tuple(cp.zeros(1024, cp.float32) for _ in range(3))
kernel((1,), (32,), arrays)
synchronize = cp.cuda.runtime.deviceSynchronize
handle = kernel.kernel.ptr
launch = lambda: kernel((1,), (32,), arrays)
"""
CORE = """
import cupy as cp
try:
    from cuda.core import Device, LaunchConfig, Program, ProgramOptions, launch as go
except ImportError:
    from cuda.core.experimental import Device, LaunchConfig, Program
    from cuda.core.experimental import ProgramOptions, launch as go
device = Device()
device.set_current()
stream = device.create_stream()
source = 'extern "C" __global__ void empty(float *a, float *b, float *c) {}'
arch = "sm_" + "".join(str(part) for part in device.compute_capability)
code = Program(source, "c++", ProgramOptions(arch=arch)).compile("cubin")
kernel = code.get_kernel("empty")
pointers = [device.allocate(4096, stream=stream) for _ in range(3)]
pointers = [int(buffer.handle) for buffer in pointers]
config = LaunchConfig(grid=1, block=32)
synchronize = device.sync
handle = int(kernel._handle)
launch = lambda: go(stream, config, kernel, *pointers)
"""
# Its own parameter block has more in it; the driver's launch is of CuPy's kernel.
TRITON = """
import torch
from triton_kernels import empty as empty_of_triton
""" + CUPY.replace("launch = ", "ours = ") + """
arrays = tuple(torch.zeros(1024, device="cuda") for _ in range(3))
launch = lambda: empty_of_triton[(1,)](*arrays)
"""
LAUNCHES = [
    (
        "pyk2ptx kernel[1, 32](a, b, c)",
        OURS + "launch = lambda: kernel[1, 32](*arrays)\n",
        48,
    ),
    ("pyk2ptx, configured once", OURS + "launch = lambda: configured(*arrays)\n", 48),
    ("CuPy RawKernel", CUPY, 24),
    ("cuda.core launch", CORE, 24),
    ("Triton kernel[(1,)](a, b, c)", TRITON, 24),
    (
        "numba-cuda kernel[1, 32](a, b, c)",
        NUMBA + "launch = lambda: kernel[1, 32](*arrays)\n",
        168,
    ),
    (
        "numba-cuda, configured once",
        NUMBA + "launch = lambda: configured(*arrays)\n",
        168,
    ),
]


def seconds(command, **options):
    """What the process took; None, and why, if it failed."""
    begin = time.perf_counter()
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, **options
    )
    taken = time.perf_counter() - begin
    if done.returncode:
        return None, (done.stdout + done.stderr).strip().splitlines()[-1:]
    return taken, None


def driver_path():
    """Where the system has the driver's library."""
    name = os.environ.get("PYK2PTX_LIBCUDA") or "libcuda.so.1"
    ctypes.CDLL(name)
    maps = pathlib.Path("/proc/self/maps").read_text().split()
    # It is mapped by its own name, libcuda.so.580.65.06.
    file = pathlib.Path(name).name.partition(".so")[0] + ".so"
    return next(word for word in maps if pathlib.Path(word).name.startswith(file))


def program_times(folder):
    """name -> least seconds, or the reason why there are none."""
    from pyk2ptx import cuda

    kernel = folder / "vecadd.py"
    kernel.write_text("from pyk2ptx import cuda\n" + KERNEL)
    sys.path.insert(0, str(folder))
    from vecadd import vecadd

    types = "void(float32[::1], float32[::1], float32[::1])"
    (folder / "vecadd.ptx").write_text(cuda.compile_ptx(vecadd.py_func, types)[0])
    (folder / "program.c").write_text(C_PROGRAM)
    _, why = seconds(
        ["cc", "-O2", "-o", folder / "program", folder / "program.c", driver_path()]
    )
    programs = {"pyk2ptx": CUDA_PROGRAM.replace("MODULE", "pyk2ptx")}
    programs["CuPy RawKernel"] = CUPY_PROGRAM
    programs["numba-cuda"] = NUMBA_SHIM + CUDA_PROGRAM.replace("MODULE", "numba")
    programs["python -c 'import numpy'"] = "import numpy"
    commands = {"C, driver API": [folder / "program", folder / "vecadd.ptx"]}
    for i, (name, text) in enumerate(programs.items()):
        file = folder / f"program{i}.py"
        file.write_text(text)
        commands[name] = [sys.executable, file]
    caches = folder / "caches"
    environment = {
        **os.environ,
        "CUDA_CACHE_DISABLE": "1",
        "PYK2PTX_CACHE": "0",
        "CUPY_CACHE_DIR": str(caches),
        "NUMBA_CUDA_LOW_OCCUPANCY_WARNINGS": "0",
    }
    times = {name: [] for name in commands}
    failed = {"C, driver API": why} if why else {}
    for _ in range(RUNS):
        for name, command in commands.items():
            if name in failed:
                continue
            subprocess.run(["rm", "-rf", caches], check=True)
            taken, why = seconds(command, env=environment)
            if why is not None:
                failed[name] = why
            times[name].append(taken)
    return {name: failed.get(name) or min(found) for name, found in times.items()}


def launch_times(folder):
    """name -> (the peer's, the driver's) nanoseconds, or why there are none."""
    from python_launch import build_loop

    build_loop(folder)
    (folder / "empty.py").write_text(EMPTY)
    times = {}
    for name, setup, parameters in LAUNCHES:
        code = LAUNCH.format(
            setup=setup, loop=str(folder / "loop.so"), parameters=parameters
        )
        done = subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=False,
            cwd=folder,
            env={
                **os.environ,
                "NUMBA_CUDA_LOW_OCCUPANCY_WARNINGS": "0",
                "PYTHONPATH": os.pathsep.join(
                    filter(None, map(os.path.abspath, sys.path))
                ),
            },
        )
        if done.returncode:
            times[name] = done.stderr.strip().splitlines()[-1:]
        else:
            times[name] = json.loads(done.stdout.splitlines()[-1])
    return times


def show(programs, launches):
    for name, taken in programs.items():
        text = f"{taken:.3f} s" if isinstance(taken, float) else f"failed: {taken}"
        print(f"{name:36} {text}")
    parts = [
        programs[n] for n in ("pyk2ptx", "C, driver API", "python -c 'import numpy'")
    ]
    if all(isinstance(part, float) for part in parts):
        over = parts[0] - parts[1] - parts[2]
        print(f"pyk2ptx over C and NumPy: {over:.3f} s (wanted {WANTED:.2f})")
    for name, found in launches.items():
        if len(found) == 2:
            print(
                f"{name:36} {found[0]:6.0f} ns, driver {found[1]:6.0f} ns, "
                f"{found[0] / found[1]:.2f}"
            )
        else:
            print(f"{name:36} failed: {found}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", action="store_true")
    as_json = parser.parse_args().json
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        programs, launches = program_times(folder), launch_times(folder)
    if as_json:
        print(json.dumps({"programs": programs, "launches": launches}, indent=1))
    else:
        show(programs, launches)


if __name__ == "__main__":
    main()
