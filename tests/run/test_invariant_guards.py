"""Loops of which a copy does without guards that are the same in every turn (backend/invariant_guards.cpp)."""

import numpy as np
import pytest

# What stands in a loop over j, with i's own conditions `low` and `high`.
BODIES = {
    "one condition, two sides": """
        if low:
            out[i, 0] += x[j]
        else:
            out[i, 1] += x[j]""",
    "the other side first": """
        if not low:
            out[i, 1] += x[j]
        if low:
            out[i, 0] += x[j]""",
    "a side ends the thread": """
        if x[j] > 3:
            out[i, 2] += 1
            if low:
                return
            out[i, 1] += x[j]
        out[i, 0] += 1""",
    "a side goes on": """
        if low:
            out[i, 0] += x[j]
        out[i, 2] += 1
        if low:
            continue
        out[i, 1] += x[j]""",
    "under one another": """
        if high:
            out[i, 0] += x[j]
            if not low:
                out[i, 1] += 1
        if low:
            out[i, 2] += x[j]
            if not high:
                out[i, 1] += 2""",
    "the ends of the array": """
        if 0 <= x[j] + i - 3 < out.shape[0]:
            out[i, 0] += x[j]
        if i < n:
            out[i, 1] += x[j]
        elif i < n + 3:
            out[i, 2] -= x[j]
        else:
            break""",
    "set in an inner loop": """
        for c in range(x[j]):
            if low:
                out[i, 0] += c
            low = not low
            if high:
                out[i, 1] += c
            else:
                out[i, 2] += c""",
}


@pytest.mark.parametrize("turns", [0, 1, 9])
@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_both_sides_of_a_condition(launch, body, turns):
    source = f"""
@cuda.jit
def k(x, out, turns, n):
    i = cuda.grid(1)
    if i >= out.shape[0]:
        return
    low = i < n
    high = i > 2 * n
    for j in range(turns):{body}
"""
    x = np.array([1, 5, 2, 0, 7, 4, 3, 6, 9], np.int32)
    out = np.arange(96, dtype=np.int64).reshape(32, 3)
    launch.check(source, "k", (1,), (32,), [x, out, turns, 7])
