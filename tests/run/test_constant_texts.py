"""Texts that the file knows: elements of bytes are numbers, wherever the kernel looks; of a
str, and of slices, what is known while compiling."""

import numpy as np
import pytest

HEAD = """
BASES = b"ACGT"
ODD = b"\\x00\\xff\\x80z"
NAMES = "αβγ", b"xyz"
COMPLEMENT = bytes([84, 71, 67, 65])
NOTHING = b""
"""


def test_elements_of_bytes(launch):
    source = HEAD + """
@cuda.jit
def k(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i, 0] = BASES[x[i]]
        out[i, 1] = ODD[x[i]] * 256 - ODD[-x[i] - 1]
        out[i, 2] = COMPLEMENT[x[i] & 3] << 40
        out[i, 3] = BASES[1:][x[i] & 1]
        out[i, 4] = len(ODD) + len(NOTHING) + len(NAMES[0]) + len(BASES[::2])
        out[i, 5] = BASES[2] + ODD[-1] + NAMES[1][1]
        out[i, 6] = b"0123456789abcdef"[x[i] & 15]
"""
    x = np.array([0, 1, 2, 3, -1, -2, -3, -4])
    launch.check(source, "k", (1,), (32,), [x, np.zeros((8, 7), np.int64)])


def test_bytes_in_functions_and_loops(launch):
    source = HEAD + """
def code(table, i):
    return table[i % len(table)]

code = cuda.jit(device=True)(code)

@cuda.jit
def k(x, out):
    i = cuda.grid(1)
    for j in range(len(BASES)):
        if i < x.size and x[i] == BASES[j]:
            out[i] = j + 10 * ODD[j]
"""
    x = np.frombuffer(b"TGCAACGTN", np.uint8).copy()
    launch.check(source, "k", (1,), (32,), [x, np.zeros(x.size, np.int64)])


@pytest.mark.parametrize("index", [4, -5, 2**40])
def test_an_index_outside(launch, index):
    source = HEAD + """
@cuda.jit
def k(x, out):
    out[0] = BASES[x[0]] + 1
    out[1] = NOTHING[x[0]] + 2
"""
    out = launch(source, "k", (1,), (1,), [np.array([index]), np.zeros(2, np.int64)])[1]
    assert out.tolist() == [1, 2]


@pytest.mark.parametrize(
    "expression, message",
    [("BASES[9]", "outside the text"), ("BASES[1.5]", "an index must be an integer"),
     ("NAMES[0][x[0]]", "cannot be indexed"), ("BASES[x[0], 1]", "cannot be indexed"),
     ("BASES[x[0]:]", "cannot be indexed")],
)  # fmt: skip
def test_refused(launch, expression, message):
    source = f"{HEAD}\n@cuda.jit\ndef k(x, out):\n    out[0] = {expression}\n"
    with pytest.raises(Exception, match=message):
        launch(source, "k", (1,), (1,), [np.zeros(1, np.int64), np.zeros(1, np.int64)])
