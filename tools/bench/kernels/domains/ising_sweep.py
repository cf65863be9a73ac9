import math

from numba import cuda, float32, uint32


@cuda.jit(device=True)
def random_uniform(index, seed):
    """A float in [0, 1) by the PCG hash."""
    state = uint32(uint32(index) * uint32(747796405) + uint32(seed))
    word = uint32(uint32((state >> uint32((state >> 28) + 4)) ^ state) * uint32(277803737))
    word = uint32((word >> 22) ^ word)
    return float32(word >> 8) * float32(1.0 / 16777216.0)


@cuda.jit("void(int8[:, ::1], int32, float32, uint32)")
def ising_sweep(spins, color, beta, seed):
    """Metropolis update of the black or the white sites of a periodic lattice."""
    j, i = cuda.grid(2)
    n, m = spins.shape
    if i >= n or j >= m // 2:
        return
    col = 2 * j + (i + color) % 2
    up = spins[i - 1, col] if i > 0 else spins[n - 1, col]
    down = spins[(i + 1) % n, col]
    left = spins[i, col - 1] if col > 0 else spins[i, m - 1]
    right = spins[i, (col + 1) % m]
    s = spins[i, col]
    dE = 2 * s * (up + down + left + right)
    if dE <= 0 or random_uniform(i * m + col, seed) < math.exp(-beta * float32(dE)):
        spins[i, col] = -s
