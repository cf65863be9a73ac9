"""Values that a few others choose: switches in LLVM, which on a GPU are choices."""

import numpy as np
import pytest

ENDS = {"uint8": [0, 1, 2, 3, 64, 65, 66, 97, 254, 255], "int8": [-128, -127, -2, -1, 0, 1, 65, 126, 127],
        "int64": [-2**63, -2**32 - 1, -2, -1, 0, 1, 2, 3, 65, 97, 2**32, 2**32 + 1, 2**63 - 1],
        "uint32": [0, 1, 2, 3, 65, 2**31, 2**32 - 2, 2**32 - 1]}
CHOICES = {
    "few": "    if c == 65 or c == 97:\n        v = 3\n    elif c == 66 or c == 98:\n        v = 5\n"
           "    elif c == 0 or c == 1 or c == 2:\n        v = 8\n    else:\n        v = -1\n",
    "returns": "    if c == 65 or c == 97:\n        v = 3\n    elif c == 1:\n        v = c * 2\n    elif c == 3:\n"
               "        v = 4\n    else:\n        return\n",
    "match": "    match c:\n        case 0 | 1:\n            v = 7\n        case 2:\n            v = 9\n        case 65:\n"
             "            v = 7\n        case 97 | 126 | 127:\n            v = c\n        case _:\n            v = 1\n",
    "two values": "    v, w = 0, 1.5\n    if c == 1:\n        v = 4\n        w = 2.5\n    elif c == 2:\n        v = 5\n"
                  "        w = 2.5\n    elif c == 65:\n        v = 5\n        w = 0.5\n    v += int(w * 10)\n",
    "behind another": "    if c < 1:\n        v = 2\n    elif c == 12 or c == 65:\n        v = 9\n    else:\n"
                      "        v = 4\n",
    "ends": "    if c == -1 or c == 127:\n        v = 3\n    elif c == -128 or c == 255:\n        v = 4\n"
            "    elif c == 254:\n        v = 5\n    else:\n        v = 0\n",
    "many": "".join(f"    {'el' if i else ''}if c == {i * 3}:\n        v = {i * 7 % 5}\n" for i in range(30))
            + "    else:\n        v = 77\n",
    "all": "    b = c & 3\n    if b == 0:\n        v = 5\n    elif b == 1:\n        v = 9\n    elif b == 2:\n        v = 2\n"
           "    elif b == 3:\n        v = 4\n    else:\n        v = 1000\n",
}


@pytest.mark.parametrize("choice", CHOICES)
@pytest.mark.parametrize("dtype", ENDS)
def test_choices(launch, dtype, choice):
    source = ("@cuda.jit\ndef k(x, out):\n    t = cuda.grid(1)\n    if t >= x.size:\n        return\n    c = x[t]\n"
              f"{CHOICES[choice]}    out[t] = v\n")
    x = np.array(ENDS[dtype], dtype)
    launch.check(source, "k", (1,), (32,), [x, np.full(x.size, 55)], sig=f"{dtype}[::1], int64[::1]")


def test_in_loops(launch):
    source = """
@cuda.jit(device=True)
def encode(base):
    if base == 65 or base == 97:
        return 0
    elif base == 67 or base == 99:
        return 1
    elif base == 71 or base == 103:
        return 2
    elif base == 84 or base == 116:
        return 3
    return -1

@cuda.jit
def k(text, n, out):
    t = cuda.grid(1)
    if t + n > text.size:
        return
    forward = 0
    reverse = 0
    for j in range(n):
        base = encode(text[t + j])
        if base < 0:
            return
        forward = (forward << 2) | base
        reverse = reverse | ((3 - base) << (2 * j))
    out[t] = min(forward, reverse)
"""
    text = np.frombuffer(b"ACGTacgtNACGGTTAacBgtTTTGGGCATAxCCCGA" * 2, np.uint8).copy()
    for n in (0, 1, 3, 11):
        launch.check(source, "k", (2,), (64,), [text, n, np.full(text.size, -7)], sig="uint8[::1], int32, int64[::1]")


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_roots_behind_conditions(launch, dtype):
    """A root of what is less than 0 is not made where it is not asked for, and nan where it is."""
    source = f"""
@cuda.jit
def k(x, out):
    t = cuda.grid(1)
    best = {dtype}(1e20)
    which = -1
    for i in range(x.shape[0]):
        d = x[i] * x[i] - x[t]
        if d > 0:
            r = x[i] - math.sqrt(d)
            if r > {dtype}(0.001) and r < best:
                best = r
                which = i
    out[t, 0] = best
    out[t, 1] = which
    out[t, 2] = math.sqrt(x[t])
    out[t, 3] = math.sqrt(x[t]) if x[t] >= 0 else -x[t]
"""
    x = np.array([0, -0.0, 1, 2, -3, 1e-40, np.inf, -np.inf, np.nan, 0.25, 7, -7, 9, 100, -1e-3, 3], dtype)
    with np.errstate(all="ignore"):
        launch.check(source, "k", (1,), (16,), [x, np.zeros((16, 4), dtype)], sig=f"{dtype}[::1], {dtype}[:, ::1]")
