"""Loops whose counters cross zero on their way from one end of their type to the other: ptxas, which takes that way to fit in
the type, may not unroll them, in whatever width they are counted."""

import numpy as np
import pytest

HALF = 1 << 31
BODIES = [
    "        t = t * 3 + 1\n        if t > 1000:\n            t = t % 7\n",
    # An index has 64 bits.
    "        t += x[i & 7]\n",
    "        t += x[i % 5] * (i < 0)\n",
    "        t = t + (i ^ t) % 13\n",
]
LOOPS = [
    "    while i < e:\n{body}        i += {step}\n",
    "    while i <= e:\n{body}        i += {step}\n        if t == -12345:\n            break\n",
    "    for j in range(i, e, {step}):\n        i = j\n{body}",
    "    while e > i:\n{body}        e -= {step}\n        i = i + 0\n",
    "    for j in range(e, i, -{step}):\n        i = j - 1 if j == 12345 else i\n{body}",
]
ENDS = [(-HALF, HALF - 1), (-2_000_000_000, 2_000_000_000), (-HALF + 5, -3), (-5, HALF - 70_000), (3, HALF - 1)]


@pytest.mark.parametrize("step", [1 << 24, 300_000_000])
@pytest.mark.parametrize("loop", LOOPS, ids=range(len(LOOPS)))
@pytest.mark.parametrize("types", ["int64[::1], int32, int32", "int64[::1], int64, int64"])
def test_from_one_end_to_the_other(launch, types, loop, step):
    for body in BODIES:
        for start, end in ENDS:
            # Beyond its type a counter goes on from the other end, here and in the simulator, but for ever.
            end = min(end, HALF - 1 - step)
            source = f"@cuda.jit\ndef k(x, i, e):\n    t = 1\n{loop.format(body=body, step=step)}    x[8] = t\n    x[9] = i\n"
            launch.check(source, "k", (1,), (1,), [np.arange(10), np.int32(start), np.int32(end)], sig=types)
