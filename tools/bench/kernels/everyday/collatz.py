from numba import cuda


@cuda.jit("void(int64[::1], int32[::1], int32)")
def collatz(start, steps, most):
    """How many steps lead to 1; -1 of numbers that have none, or more than are asked for."""
    i = cuda.grid(1)
    if i >= start.size:
        return
    n = start[i]
    if n < 1:
        steps[i] = -1
        return
    count = 0
    while n != 1:
        if count == most:
            steps[i] = -1
            return
        count += 1
        if n % 2 == 0:
            n //= 2
            continue
        n = 3 * n + 1
    steps[i] = count
