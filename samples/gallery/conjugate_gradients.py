"""Conjugate gradients: a sparse system, the potential between charged plates.

One warp multiplies one row of the matrix (in CSR form) with the vector; dot
products are `cuda.reduce`. The scalars stay on the host.

    python conjugate_gradients.py [PICTURE.png]
"""

import sys

import matplotlib.pyplot as plt
import numpy as np

from pyk2ptx import cuda

WARP, THREADS = 32, 128
add_up = cuda.reduce(lambda a, b: a + b)


@cuda.jit
def multiply(starts, columns, values, x, y):
    """y = A x"""
    row, lane = cuda.grid(1) // WARP, cuda.laneid
    total = 0.0
    if row < y.size:
        for i in range(starts[row] + lane, starts[row + 1], WARP):
            total += values[i] * x[columns[i]]
    for step in (16, 8, 4, 2, 1):
        total += cuda.shfl_down_sync(0xFFFFFFFF, total, step)
    if lane == 0 and row < y.size:
        y[row] = total


@cuda.jit
def times(x, y, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = x[i] * y[i]


@cuda.jit
def combine(a, x, b, y, out):
    """out = a x + b y"""
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a * x[i] + b * y[i]


def poisson(side):
    """The matrix of the discrete -Laplace operator on side x side cells, CSR."""
    starts, columns, values = [0], [], []
    for y in range(side):
        for x in range(side):
            for dx, dy in ((0, 0), (-1, 0), (1, 0), (0, -1), (0, 1)):
                if 0 <= x + dx < side and 0 <= y + dy < side:
                    columns.append((y + dy) * side + x + dx)
                    values.append(-1.0 if dx or dy else 4.0)
            starts.append(len(columns))
    return np.array(starts, np.int32), np.array(columns, np.int32), np.array(values)


def solve(matrix, b, tolerance=1e-10):
    """x with A x = b, and the residual's norm after each step."""
    matrix = [cuda.to_device(part) for part in matrix]
    x, r = cuda.to_device(np.zeros(b.size)), cuda.to_device(b)
    p = cuda.to_device(b)
    ap, product = cuda.device_array_like(b), cuda.device_array_like(b)
    blocks = -(-b.size // THREADS)

    def dot(u, v):
        times[blocks, THREADS](u, v, product)
        return add_up(product)

    square = dot(r, r)
    norms = [square**0.5]
    while norms[-1] > tolerance * norms[0]:
        multiply[-(-b.size * WARP // THREADS), THREADS](*matrix, p, ap)
        step = square / dot(p, ap)
        combine[blocks, THREADS](1.0, x, step, p, x)
        combine[blocks, THREADS](1.0, r, -step, ap, r)
        before, square = square, dot(r, r)
        combine[blocks, THREADS](1.0, r, square / before, p, p)
        norms.append(square**0.5)
    return x.copy_to_host(), norms


def main(file):
    charge = np.zeros((48, 48))
    charge[14, 10:38], charge[33, 10:38] = 1, -1
    x, norms = solve(poisson(48), charge.ravel())
    figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.6), layout="constrained")
    left.contourf(x.reshape(48, 48), 21, cmap="RdBu_r")
    left.set(title="potential", aspect=1, xticks=[], yticks=[])
    right.semilogy(norms)
    right.set(title="residual", xlabel="step")
    figure.savefig(file, dpi=100)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "conjugate_gradients.png")
