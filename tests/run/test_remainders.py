"""Remainders of loop counters by constants: rows, stages and turns that come round."""

from random import Random

import numpy as np
import pytest

DIVISORS = [3, 3, 3, 5, 6, 7, 12, 100, 255, 257, 1000, 65537, 2**31 - 1, 2**33 + 1]
RANGES = ["range(1, 40)", "range(40)", "range(3, 200, 7)", "range(n)", "range(a, a + 30)",
          "range(a, n)", "range(b, b + 25, 5)", "range(30, -1, -1)", "range(n, 0, -3)",
          "range(-5, 20)", "range(2**32 - 7, 2**32 + 30)", "range(250, 300)",
          "range(wide, wide + 50, 3)"]
NARROW = ["np.uint8", "np.int16", "np.uint16", "np.int32", "np.uint32", "np.int64", "np.uint64"]


def dividend(random, counter):
    shift = random.choice([0, 0, 1, 2, 3, -1, -2, 50, 2**31])
    value = f"({counter} + {shift})" if shift >= 0 else f"({counter} - {-shift})"
    return f"{random.choice(NARROW)}{value}" if random.random() < 0.3 else value


def body(random, indent):
    """Statements on `s`, `rows` and `flat`, of remainders of `k`."""
    lines = []
    for _ in range(random.randint(2, 5)):
        by = random.choice(DIVISORS)
        remainder = f"{dividend(random, 'k')} % {by}"
        kind = random.randrange(5)
        if kind == 0:
            lines.append(f"s += {remainder}")
        elif kind == 1:
            lines.append(f"rows[{dividend(random, 'k')} % 3, {random.randrange(4)}] += k")
        elif kind == 2:
            lines += [f"if (k + i) % {random.choice([2, 4, 5])} == 1:",
                      f"    s ^= int({remainder}) * {random.choice([1, 3, 2**20])}"]
        elif kind == 3:
            lines.append(f"s = s * 3 + rows[{dividend(random, 'k')} % 3, ({dividend(random, 'k')}) % 4]"
                         f" + flat[{dividend(random, 'k')} % 7]")
        else:
            lines += [f"for j in range({random.randint(2, 5)}):",
                      f"    flat[({dividend(random, 'k')} + j) % 7] += {remainder}",
                      f"    s += (j + {random.randrange(9)}) % {random.choice(DIVISORS[:9])}"]
    return [indent + line for line in lines]


def kernel(random):
    lines = ["@cuda.jit", "def k(n, a, b, wide, out):", "    i = cuda.grid(1)",
             "    rows = cuda.local.array((3, 4), np.int64)", "    flat = cuda.local.array(7, np.int64)",
             "    for r in range(3):", "        for c in range(4):", "            rows[r, c] = r + c",
             "    for r in range(7):", "        flat[r] = r", "    s = i"]
    for _ in range(3):
        lines += [f"    for k in {random.choice(RANGES)}:", *body(random, "        ")]
    lines += ["    s = s ^ rows[0, 1] ^ rows[1, 2] * 3 ^ rows[2, 3] * 5 ^ flat[3] ^ flat[6] * 7",
              "    if i < out.size:", "        out[i] = s"]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("seed", range(12))
def test_remainders_of_counters(launch, seed):
    random = Random(seed)
    scalars = [np.int64(random.choice([0, 1, 29, 60])), np.int64(random.choice([0, 1, 17])),
               np.uint8(random.choice([0, 250])), np.uint32(random.choice([0, 2**32 - 60]))]
    passes = ["--passes=gpu"] if launch.device == "cpu" else []
    launch.check(kernel(random), "k", (1,), (8,), [*scalars, np.zeros(8, np.int64)], options=passes)
