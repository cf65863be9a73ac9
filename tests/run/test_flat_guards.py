"""Small branches of loops that load guarded elements: these are loaded where the branch is taken and the element is
there, and nothing else is seen of the branch (schedule/flat_guards.cpp)."""

import numpy as np
import pytest

BRANCHES = {
    "continue": """
        if index[j] == padding:
            continue
        total += w[j] * x[index[j]]
        weight += w[j]""",
    "taken": """
        if index[j] != padding:
            total += x[index[j]]""",
    "nothing behind": """
        v = w[j]
        if index[j] < 4:
            v = x[index[j]]
        total = total * 2 + v""",
    "two guards": """
        if w[j] > 1:
            total += x[index[j]] - x[index[j] + 3]""",
    "an index that is loaded": """
        if w[j] > 0:
            total += x[index[index[j] % 5]]
        else:
            weight += 1""",
    "in one another": """
        if w[j] > 0:
            weight += 1
            if index[j] > 2:
                total += x[index[j]]
            total *= 2""",
    "or": """
        if w[j] < 1 or x[index[j]] > 3:
            total += j
            break""",
    "and": """
        if w[j] > 0 and x[index[j]] > 3 and x[index[j] - 1] < 7:
            total += j""",
    "a mirrored index": """
        if w[j] > 0:
            p = index[j] - 3
            if p < 0:
                p = -p - 1
            elif p >= 30:
                p = 59 - p * 1
                weight += p
            total += x[p] * 2 - x[p + 1]""",
    "a limited one": """
        if w[j] != 1:
            p = index[j]
            if p > 20:
                p = 20 - (p & 7)
                weight += p * 3
            total += x[p]
            if total > 50:
                total = total - 50""",
    "a choice": """
        total = total * 3 + (x[index[j]] if index[j] >= 0 else w[j])""",
}


@pytest.mark.parametrize("kind", ["float32", "int64", "uint8"])
@pytest.mark.parametrize("name", BRANCHES)
def test_branches(launch, name, kind):
    source = f"""
@cuda.jit
def k(x, w, index, first, last, padding, out):
    i = cuda.grid(1)
    if i >= out.shape[0]:
        return
    total = out[i, 0]
    weight = out[i, 1]
    for j in range(first[i], last[i]):{BRANCHES[name]}
    out[i, 0] = total
    out[i, 1] = weight
"""
    random = np.random.default_rng(5)
    x = random.integers(0, 9, 40).astype(kind)
    w = random.integers(0, 3, 200).astype(kind)
    index = random.integers(-4, 37, 200)
    index[::7] = 11
    first = random.integers(0, 100, 50)
    last = first + random.integers(0, 60, 50)
    out = np.zeros((50, 2), np.float64 if kind == "float32" else np.int64)
    launch.check(source, "k", (2,), (32,), [x, w, index, first, last, np.int64(11), out])


@pytest.mark.parametrize("name", ["continue", "two guards", "a choice"])
def test_elements_outside(launch, name):
    """A guarded load outside its array gives zero, whether the branch is taken or not."""
    source = f"""
@cuda.jit
def k(x, w, index, n, padding, out):
    i = cuda.grid(1)
    total = 0
    weight = 0
    for j in range(n):{BRANCHES[name]}
    out[i] = total + 100 * weight
"""
    x = np.arange(1, 9)
    index = np.array([0, 3, 11, 8, 30, -9, 2, 2**40, -(2**40), 5, 7])
    w = np.array([1, 0, 2, 2, 1, 2, 0, 2, 2, 2, 1])
    out = np.zeros(4, np.int64)
    *_, out = launch(source, "k", (1,), (4,), [x, w, index, np.int64(11), np.int64(11), out])
    total = weight = 0

    def at(place):
        place += x.size if place < 0 else 0
        return int(x[place]) if 0 <= place < x.size else 0

    for i, each in zip(index.tolist(), w.tolist()):
        if name == "continue" and i != 11:
            total += each * at(i)
            weight += each
        elif name == "two guards" and each > 1:
            total += at(i) - at(i + 3)
        elif name == "a choice":
            total = total * 3 + (at(i) if i >= 0 else each)
    np.testing.assert_array_equal(out, total + 100 * weight)


@pytest.mark.parametrize("kind", ["float32", "int32", "uint8"])
@pytest.mark.parametrize("name", [name for name in BRANCHES if name not in ("continue", "or")])
def test_branches_outside_of_loops(launch, name, kind):
    """What stands behind such a branch, loads too, sees what it chose; nobody loads what it would not."""
    body = BRANCHES[name].replace("\n    ", "\n")
    source = f"""
@cuda.jit
def k(x, w, index, after, padding, out):
    j = cuda.grid(1)
    total = 1
    weight = 0{body}
    out[j] = total + weight * after[j] + 1000 * after[index[j]]
"""
    random = np.random.default_rng(6)
    x = random.integers(0, 9, 40).astype(kind)
    w = random.integers(0, 3, 64).astype(kind)
    index = random.integers(-60, 60, 64)
    after = random.integers(0, 99, 60).astype(kind)
    out = np.zeros(64, np.float64 if kind == "float32" else np.int64)
    launch.check(source, "k", (2,), (32,), [x, w, index, after, np.int64(11), out])
