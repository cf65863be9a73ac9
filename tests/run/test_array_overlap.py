"""Assignments between views of one array: whatever going forward or backward does
right gives NumPy's numbers, and what neither does is reported, in every mode."""

import random

import numpy as np
import pytest
from conftest import Failed

ONE = ((1,), (1,))


def assign(line, o):
    """What the line makes of o. NumPy itself is wrong where one axis has steps of
    one sign (o[:8:2] = o[:4]), so it gets a copy."""
    target, op, value = line.split(maxsplit=2)
    want = o.copy(order="K")
    exec(f"{target} {op} np.array({value})", {"o": want, "np": np})
    return want


def bytes_of(view, shape):
    """The addresses of each element's bytes, in the order of assignment."""
    view = np.broadcast_to(view, shape)
    first = np.array(view.__array_interface__["data"][0])
    for extent, step in zip(view.shape, view.strides):
        first = np.add.outer(first, np.arange(extent) * step)
    return [set(range(at, at + view.itemsize)) for at in first.ravel()]


def needs_copy(target, reads):
    """Whether an element is read behind its change both ways, by brute force."""
    written = bytes_of(target, target.shape)
    before = behind = False
    for read in reads:
        if read.size == 0:
            continue
        taken = bytes_of(read, target.shape)
        for i, place in enumerate(written):
            for j, other in enumerate(taken):
                if i != j and place & other:
                    before, behind = before or j < i, behind or j > i
    return before and behind


def slices(rng, shape):
    subscripts = []
    for extent in shape:
        if len(shape) > 1 and rng.random() < 0.15:
            subscripts.append(str(rng.randint(-extent, extent - 1)))
            continue
        def bound():
            return rng.choice(["", "", str(rng.randint(-extent, extent))])
        step = rng.choice(["", "", "", ":-1", ":2", ":-2", ":3"])
        subscripts.append(f"{bound()}:{bound()}{step}")
    return f"[{', '.join(subscripts)}]"


def read(rng, shape):
    if len(shape) == 1 and rng.random() < 0.2:
        return f"o.view(np.int16){slices(rng, (2 * shape[0],))}"
    part = f"o{slices(rng, shape)}"
    return part + ".T" if rng.random() < 0.2 else part


def draw(rng):
    """A line that NumPy takes, its array, and what it reads."""
    while True:
        shape = rng.choice([(9,), (12,), (7,), (4, 5), (3, 3), (6, 2), (2, 3, 4)])
        o = np.arange(1, 1 + np.prod(shape), dtype=np.int32).reshape(shape)
        if len(shape) > 1 and rng.random() < 0.2:
            o = np.asfortranarray(o)
        target = f"o{slices(rng, shape)}".replace(" ", "")
        reads = [read(rng, shape) for _ in range(rng.choice([1, 1, 2]))]
        line = f"{target} {rng.choice(['=', '=', '+='])} " + " - ".join(reads)
        if len(reads) == 1 and rng.random() < 0.5:
            line += " * 3"
        places = [eval(part, {"o": o, "np": np}) for part in [target, *reads]]
        ndim = places[0].ndim
        if not places[0].size or not all(0 < p.ndim <= ndim for p in places):
            continue
        try:
            want = assign(line, o)
        except ValueError:
            continue
        return line, o, want, needs_copy(places[0], places[1:])


@pytest.mark.parametrize("seed", range(8))
def test_any_order_that_works(launch, seed):
    rng = random.Random(seed)
    kinds = set()
    for _ in range(25):
        line, o, want, is_copy = draw(rng)
        source = f"@cuda.jit\ndef k(o):\n    {line}\n"
        options = (f"--bounds={rng.choice(['guard', 'raise', 'none'])}",
                   f"--typing={rng.choice(['python', 'numba'])}")
        kinds.add(is_copy)
        if is_copy:
            with pytest.raises(Failed, match="ValueError: the assignment reads|NeedsMemory"):
                launch(source, "k", *ONE, [o], options=options)
        else:
            got = launch(source, "k", *ONE, [o], options=options)[0]
            np.testing.assert_array_equal(got, want, err_msg=line)
    assert kinds == {False, True}


@pytest.mark.parametrize("line", [
    "o[::2] = o[::-2]", "o[::2] += o[::-2]", "o[:4] = o[:8:2]", "o[:8:2] = o[:4]",
    "o[:4] = o[4:5]", "o[:] = o[0]", "o[:] -= o[-1:]", "o[:] = o[::1] + 1",
    "o[1:7:2] = o[0:6:2] - o[2:8:2]",
])
def test_no_copy(launch, line):
    o = np.arange(8)
    source = f"@cuda.jit\ndef k(o):\n    {line}\n"
    got = launch(source, "k", *ONE, [o])[0]
    np.testing.assert_array_equal(got, assign(line, o))


def test_two_arguments(launch):
    """What a device function is given may be one array as well."""
    source = """
@cuda.jit(device=True)
def assign(x, y):
    x[:] = y

@cuda.jit
def right(o):
    assign(o[::2], o[1::2])
    assign(o[:4], o[2:6])

@cuda.jit
def wrong(o):
    assign(o[:4], o[3::-1])
"""
    got = launch(source, "right", *ONE, [np.arange(8)])[0]
    np.testing.assert_array_equal(got, [3, 3, 5, 5, 5, 5, 7, 7])
    with pytest.raises(Failed, match="ValueError: the assignment reads"):
        launch(source, "wrong", *ONE, [np.arange(8)])


def test_shapes_that_do_not_match_change_nothing(launch):
    source = "@cuda.jit\ndef k(o):\n    o[:4] = o[3:6]\n"
    got = launch(source, "k", *ONE, [np.arange(8)])[0]
    np.testing.assert_array_equal(got, np.arange(8))
    with pytest.raises(Failed, match="the shapes do not match"):
        launch(source, "k", *ONE, [np.arange(8)], options=("--bounds=raise",))
