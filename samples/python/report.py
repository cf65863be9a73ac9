"""Kernels of a Python program: random walks, their mean squares, and a report.

python report.py                            on the GPU
PYK2PTX_DEVICE=cpu python report.py         on the CPU device
"""

import numpy as np

from pyk2ptx import cuda, float32
from pyk2ptx.cuda.random import (
    create_xoroshiro128p_states,
    xoroshiro128p_normal_float32,
)

WALKS = 4096
STEPS = 256
THREADS = 128


@cuda.jit
def walk(states, ends):
    i = cuda.grid(1)
    if i < ends.size:
        at = 0.0
        for _ in range(STEPS):
            at += xoroshiro128p_normal_float32(states, i)
        ends[i] = at


@cuda.jit
def sum_squares(values, sums):
    shared = cuda.shared.array(THREADS, float32)
    thread = cuda.threadIdx.x
    i = cuda.grid(1)
    shared[thread] = values[i] * values[i]
    cuda.syncthreads()
    step = THREADS // 2
    while step > 0:
        if thread < step:
            shared[thread] += shared[thread + step]
        cuda.syncthreads()
        step //= 2
    if thread == 0:
        sums[cuda.blockIdx.x] = shared[0]


def main():
    cuda.detect()
    blocks = WALKS // THREADS
    states = create_xoroshiro128p_states(WALKS, seed=1)
    ends = cuda.device_array(WALKS, np.float32)
    sums = cuda.device_array(blocks, np.float32)
    walk[blocks, THREADS](states, ends)
    sum_squares[blocks, THREADS](ends, sums)

    mean = sums.copy_to_host().sum() / WALKS
    wanted = (ends.copy_to_host().astype(float) ** 2).mean()
    print(f"mean square {mean:.2f} after {STEPS} steps; NumPy's {wanted:.2f}")
    assert abs(mean - wanted) < 1e-3 * wanted and abs(mean / STEPS - 1) < 0.1

    # On the CPU device, the same kernel with every access watched.
    values = ends.copy_to_host()
    cuda.check(sum_squares)[blocks, THREADS](values, np.zeros(blocks, np.float32))
    print("no race, no index outside, no barrier missed")
    print(cuda.explain(sum_squares))


if __name__ == "__main__":
    main()
