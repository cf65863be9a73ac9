"""Loops in whose turns threads meet: of which four turns are one, and those that are left over by themselves."""

import numpy as np
import pytest

COUNTS = 0, 1, 2, 3, 4, 5, 7, 8, 9, 31, 33
PASSES = {"cpu": ["--passes=gpu"], "gpu": []}

HEADS = {
    "to": "for k in range(counts[cuda.blockIdx.x]):",
    "down": "for k in range(counts[cuda.blockIdx.x] - 1, -1, -1):",
    "by three": "for k in range(1, 3 * counts[cuda.blockIdx.x], 3):",
    "while": "k = 0\n    while k < counts[cuda.blockIdx.x]:",
}
BODIES = {
    # A neighbour's of the turn before, and what is loaded meanwhile.
    "one": """
        row[k % 2, i] = mine
        cuda.syncthreads()
        mine = row[k % 2, (i + 1) % 32] * 3 + data[k % 40, i]
        out[i, cuda.blockIdx.x] = mine
""",
    "two": """
        low = data[k % 40, i] if i % 3 else mine
        if i == k % 32:
            row[0, 0] = low
        cuda.syncthreads()
        mine = min(mine + row[0, 0], low - mine)
        cuda.syncthreads()
        if low < 0:
            mine += data[(k + 1) % 40, 0]
""",
    "left": """
        if data[k % 40, 0] == 99:
            break
        row[0, i] = mine
        cuda.syncthreads()
        mine += row[0, 31 - i]
        cuda.syncthreads()
""",
}


@pytest.mark.parametrize("head", sorted(HEADS))
@pytest.mark.parametrize("body", sorted(BODIES))
def test_turns_in_which_threads_meet(launch, head, body):
    turn = BODIES[body] + ("        k += 1\n" if head == "while" else "")
    source = f"""@cuda.jit('void(int32[:, ::1], int32[::1], int64[:, ::1])')
def k(data, counts, out):
    row = cuda.shared.array((2, 32), np.int32)
    i = cuda.threadIdx.x
    mine = np.int32(i)
    {HEADS[head]}{turn}        mine = np.int32(mine)
    out[i, cuda.blockIdx.x] = mine
"""
    data = np.random.default_rng(len(head)).integers(-50, 98, (40, 32)).astype(np.int32)
    data[12, 0] = 99
    counts = np.array(COUNTS, np.int32)
    launch.check(source, "k", (counts.size,), (32,), [data, counts, np.zeros((32, counts.size), np.int64)],
                 options=PASSES[launch.device])
