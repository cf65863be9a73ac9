#!/usr/bin/env python3
"""What a launch from Python costs: ratios to cuLaunchKernel in the same run.

    PYTHONPATH=build/python python tools/bench/python_launch.py [--json]

For each number of arguments the driver's own call is timed with the same
parameter block, in a loop of C (cc builds it), and our launch in a loop of
Python, from the arguments to the return; the two take turns, and the least of
each counts. Then what importing costs, and the first call of a new kernel.
Launches are queued: every round waits for the device before and after, untimed.
PYK2PTX_LIBCUDA names the driver if it is not where the system has it.
"""

import argparse
import ctypes
import json
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import time

LOOP = r"""
#include <stddef.h>
#include <time.h>
typedef int (*Launch)(void *, unsigned, unsigned, unsigned, unsigned, unsigned,
                      unsigned, unsigned, void *, void **, void **);
double nanoseconds(Launch launch, void *function, void *block, size_t size, int count) {
  void *extra[] = {(void *)1, block, (void *)2, &size, NULL};
  struct timespec begin, end;
  clock_gettime(CLOCK_MONOTONIC, &begin);
  for (int i = 0; i < count; ++i)
    if (launch(function, 1, 1, 1, 32, 1, 1, 0, NULL, NULL, extra))
      return -1;
  clock_gettime(CLOCK_MONOTONIC, &end);
  return ((end.tv_sec - begin.tv_sec) * 1e9 + (end.tv_nsec - begin.tv_nsec)) / count;
}
"""
ROUNDS = 30
LAUNCHES = 500
# What is to be reached.
WANTED = {
    "empty": 1.1,
    "1 array": 1.1,
    "3 arrays": 1.15,
    "16 arrays": 1.5,
    "256 scalars": 2,
    "3 CuPy": 1.5,
    "3 PyTorch": 1.5,
}


def build_loop(folder):
    source, library = folder / "loop.c", folder / "loop.so"
    source.write_text(LOOP)
    subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", library, source], check=True)
    loop = ctypes.CDLL(str(library)).nanoseconds
    loop.restype = ctypes.c_double
    return loop


def make_kernel(folder, name, count):
    """A kernel of that many parameters that does nothing, from a file of its own."""
    import importlib.util

    params = ", ".join(f"p{i}" for i in range(count))
    file = folder / f"{name}.py"
    file.write_text(
        f"from pyk2ptx import cuda\n@cuda.jit\ndef {name}({params}):\n    pass\n"
    )
    spec = importlib.util.spec_from_file_location(name, file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return getattr(module, name)


def measure(cuda, loop, driver, kernel, arguments, block):
    """(ours, the driver's) in nanoseconds."""
    kernel[1, 32](*arguments)
    cuda.synchronize()
    handle = ctypes.c_void_p(next(iter(kernel.overloads.values())).handle)
    packed = ctypes.create_string_buffer(block, len(block) or 1)
    size = ctypes.c_size_t(len(block))
    ours, raw = [], []
    for _ in range(ROUNDS):
        raw.append(loop(driver.cuLaunchKernel, handle, packed, size, LAUNCHES))
        cuda.synchronize()
        begin = time.perf_counter_ns()
        for _ in range(LAUNCHES):
            kernel[1, 32](*arguments)
        ours.append((time.perf_counter_ns() - begin) / LAUNCHES)
        cuda.synchronize()
    if min(raw) < 0:
        sys.exit("cuLaunchKernel failed")
    return min(ours), min(raw)


def foreign_cases(count):
    """The same by name for other libraries' arrays, where they are installed."""
    try:
        import cupy

        array = cupy.zeros(count, "float32")
        yield "3 CuPy", array, struct.pack("Qq", array.data.ptr, count)
    except ImportError:
        pass
    try:
        import torch

        tensor = torch.zeros(count, dtype=torch.float32, device="cuda")
        yield "3 PyTorch", tensor, struct.pack("Qq", tensor.data_ptr(), count)
    except (ImportError, AssertionError, RuntimeError):
        pass


def time_process(code):
    """The least milliseconds of five runs of a Python program."""
    times = []
    for _ in range(5):
        begin = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        times.append((time.perf_counter() - begin) * 1e3)
    return min(times)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", action="store_true")
    as_json = parser.parse_args().json
    os.environ.setdefault("PYK2PTX_CACHE", "0")

    import numpy as np
    from pyk2ptx import cuda

    driver = ctypes.CDLL(os.environ.get("PYK2PTX_LIBCUDA") or "libcuda.so.1")
    array = cuda.device_array(1000, np.float32)
    view = struct.pack("Qq", array.address, 1000)
    cases = {
        "empty": ((), b""),
        "1 array": ((array,), view),
        "3 arrays": ((array,) * 3, view * 3),
        "16 arrays": ((array,) * 16, view * 16),
        "256 scalars": (tuple(range(256)), struct.pack("256q", *range(256))),
    }
    for case, foreign, words in foreign_cases(1000):
        cases[case] = (foreign,) * 3, words * 3
    rows = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        loop = build_loop(folder)
        for i, (case, (arguments, block)) in enumerate(cases.items()):
            kernel = make_kernel(folder, f"k{i}", len(arguments))
            ours, raw = measure(cuda, loop, driver, kernel, arguments, block)
            rows.append((case, ours, raw, ours / raw, WANTED[case]))
        firsts = []
        for i in range(5):
            kernel = make_kernel(folder, f"first{i}", 3)
            begin = time.perf_counter()
            kernel[1, 32](array, array, array)
            firsts.append((time.perf_counter() - begin) * 1e3)
            cuda.synchronize()
    bare = time_process("")
    imports = {
        "import pyk2ptx, ms": time_process("import pyk2ptx") - bare,
        "from pyk2ptx import cuda, ms": time_process("from pyk2ptx import cuda") - bare,
        "first call of a new kernel, loading included, ms": min(firsts),
    }
    if as_json:
        print(json.dumps({"launches": rows, "times": imports}, indent=1))
        return
    print(
        f"{'launch':14} {'ours, ns':>10} {'driver, ns':>10} {'ratio':>7} {'wanted':>7}"
    )
    for case, ours, raw, ratio, wanted in rows:
        print(f"{case:14} {ours:10.0f} {raw:10.0f} {ratio:7.2f} {wanted:7.2f}")
    for what, milliseconds in imports.items():
        print(f"{what}: {milliseconds:.1f}")


if __name__ == "__main__":
    main()
