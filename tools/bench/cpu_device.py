#!/usr/bin/env python3
"""How fast the CPU device is: against plain C loops, and what the checks cost.

    cpu_device.py PYK2PTX        the release build's program; needs a C compiler

Milliseconds: the least of five medians, both sides in turn. vecadd and matmul
run on one core, like their C twins (-O3 -march=native, contraction off); matmul
is also the sample's, whose tiles have guards. The barrier example has 16 blocks
of 128 threads that meet 8 times.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

KERNELS = """
from numba import cuda, float32
import numpy as np

@cuda.jit
def vecadd(a, b, c):
    i = cuda.grid(1)
    if i < c.size:
        c[i] = a[i] + b[i]

@cuda.jit
def matmul(a, b, c):
    sa = cuda.shared.array((16, 16), float32)
    sb = cuda.shared.array((16, 16), float32)
    x, y = cuda.grid(2)
    tx = cuda.threadIdx.x
    ty = cuda.threadIdx.y
    acc = float32(0)
    for t in range(a.shape[1] // 16):
        sa[ty, tx] = a[y, t * 16 + tx]
        sb[ty, tx] = b[t * 16 + ty, x]
        cuda.syncthreads()
        for k in range(16):
            acc += sa[ty, k] * sb[k, tx]
        cuda.syncthreads()
    c[y, x] = acc

@cuda.jit
def barriers(x):
    s = cuda.shared.array(128, float32)
    i = cuda.threadIdx.x
    s[i] = x[cuda.grid(1)]
    for step in range(4):
        cuda.syncthreads()
        other = s[i ^ (1 << step)]
        cuda.syncthreads()
        s[i] += other
    x[cuda.grid(1)] = s[i]
"""

C = r"""
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <string.h>
static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e3 + t.tv_nsec * 1e-6;
}
__attribute__((noinline)) void vecadd(const float *a, const float *b, float *c, long n) {
  for (long i = 0; i < n; ++i) c[i] = a[i] + b[i];
}
/* The same loops as the kernel's: tiles, then threads, then the product. */
__attribute__((noinline)) void matmul(const float *a, const float *b, float *c, long n) {
  for (long by = 0; by < n; by += 16)
    for (long bx = 0; bx < n; bx += 16) {
      float acc[16][16] = {{0}}, sa[16][16], sb[16][16];
      for (long t = 0; t < n; t += 16) {
        for (int y = 0; y < 16; ++y)
          for (int x = 0; x < 16; ++x) {
            sa[y][x] = a[(by + y) * n + t + x];
            sb[y][x] = b[(t + y) * n + bx + x];
          }
        for (int y = 0; y < 16; ++y)
          for (int x = 0; x < 16; ++x)
            for (int k = 0; k < 16; ++k) acc[y][x] += sa[y][k] * sb[k][x];
      }
      for (int y = 0; y < 16; ++y)
        for (int x = 0; x < 16; ++x) c[(by + y) * n + bx + x] = acc[y][x];
    }
}
static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}
int main(int argc, char **argv) {
  int isAdd = !strcmp(argv[1], "vecadd");
  long n = atol(argv[2]), size = isAdd ? n : n * n;
  float *a = malloc(size * 4), *b = malloc(size * 4), *c = malloc(size * 4);
  for (long i = 0; i < size; ++i) a[i] = i % 7, b[i] = i % 5, c[i] = 0;
  double times[21];
  for (int i = 0; i < 21; ++i) {
    double begin = now();
    isAdd ? vecadd(a, b, c, n) : matmul(a, b, c, n);
    times[i] = now() - begin;
  }
  qsort(times, 21, sizeof(double), compare);
  printf("%.4f\n", times[10]);
  return c[size / 2] < 0;
}
"""
N, SIDE, ROUNDS = 1 << 20, 512, 5
SAMPLE = pathlib.Path(__file__).resolve().parents[2] / "samples/matmul/matmul.py"


def device_time(program, folder, kernel, geometry, arguments, *options, cores="1"):
    words = [program, "run", kernel, "--device=cpu", *geometry]
    got = subprocess.run(
        [*words, "--repeat=21", *options, *arguments], cwd=folder, check=True,
        capture_output=True, text=True,
        env=dict(os.environ, PYK2PTX_CPU_THREADS=cores),
    )
    return float(re.search(r"time: ([\d.]+) ms", got.stdout)[1])


def compare(name, device, plain, limit):
    """Both in turn, as the machine has other work."""
    times = [(device(), plain()) for _ in range(ROUNDS)]
    ours, theirs = min(t[0] for t in times), min(t[1] for t in times)
    print(f"{name:28}{ours:9.3f}  C {theirs:9.3f}  {ours / theirs:5.2f} times, "
          f"wanted <= {limit}")


def main():
    program = str(pathlib.Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "k.py").write_text(KERNELS)
        (folder / "c.c").write_text(C)
        subprocess.run(
            ["cc", "-O3", "-march=native", "-ffp-contract=off", "c.c", "-o", "c"],
            cwd=folder, check=True,
        )

        def c_time(what, n):
            return float(subprocess.check_output([folder / "c", what, str(n)]))

        def measure(*words, **more):
            return device_time(program, folder, *words, **more)

        array = f"random(float32,{N},1)"
        square = f"random(float32,{SIDE}x{SIDE},1)"
        line = ["--grid", str(N // 256), "--block", "256"]
        side = str(SIDE // 16)
        tiles = ["--grid", f"{side},{side}", "--block", "16,16"]
        compare(
            f"vecadd, {N} elements",
            lambda: measure("k.py::vecadd", line, [array] * 3),
            lambda: c_time("vecadd", N), 2,
        )
        for title, kernel in (
            ("tiled matmul", "k.py::matmul"),
            ("the sample's", f"{SAMPLE}::matmul_tiled"),
        ):
            compare(
                f"{title}, {SIDE} x {SIDE}",
                lambda: measure(kernel, tiles, [square] * 3, "--fmad=false"),
                lambda: c_time("matmul", SIDE), 5,
            )
        geometry = ["--grid", "16", "--block", "128"]
        arguments = ["arange(float32,2048)"]
        free = measure("k.py::barriers", geometry, arguments)
        print(f"16 x 128 x 8 barriers       {free:9.3f}  wanted <= 5")
        stepped = measure("k.py::barriers", geometry, arguments, "-G")
        print(f"  as coroutines, -G         {stepped:9.3f}  wanted <= 5")
        checked = measure("k.py::barriers", geometry, arguments, "--check=all")
        print(f"  with --check=all          {checked:9.3f}  wanted <= 50")


if __name__ == "__main__":
    main()
