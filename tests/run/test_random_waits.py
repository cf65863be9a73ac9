"""Random loops in which one thread waits for another, in whatever way it may be written: on the CPU
device, where a thread keeps its core until it lets others run, all of them end."""

import random

import numpy as np
import pytest

HEAD = """
@cuda.jit(device=True)
def seen(flag):
    return cuda.atomic.add(flag, 0, 0)

@cuda.jit(device=True)
def is_set(flag):
    if cuda.atomic.load(flag, 0) == 0:
        return False
    return True

@cuda.jit(device=True)
def looks(flag, times):
    for j in range(times):
        if seen(flag) != 0:
            return j
    return -1

@cuda.jit(device=True)
def both(flag):
    return seen(flag), 3

@cuda.jit(device=True)
def put(own, flag):
    own[0] = seen(flag)

@cuda.jit(device=True)
def until(flag, times):
    j = 0
    while j < times:
        if seen(flag) == 0:
            continue
        j += 1
    return j

@cuda.jit(device=True)
def ends(flag):
    while True:
        for j in range(3):
            if seen(flag) != 0:
                return j + 1

@cuda.jit
def k({flag}, out):{before}
    own = cuda.local.array(2, np.int64)
    own[0] = 0
    own[1] = 0
    i = {place}
    t = 0
    v = 0
    w = 0
    going = True
    if i == 0:
"""
TAIL = """
        out[0] = 7
    elif i == {last}:
        cuda.threadfence()
        cuda.atomic.add(flag, 0, 1){after}
"""
# The sign is one of the whole grid's, or of each block's, between barriers or not.
OF_GRID = {"place": "cuda.grid(1)", "last": "cuda.gridsize(1) - 1", "flag": "flag", "before": "", "after": ""}
OF_BLOCK = {
    "place": "cuda.threadIdx.x",
    "last": "cuda.blockDim.x - 1",
    "flag": "unused",
    "before": """
    flag = cuda.shared.array(1, np.int32)
    if cuda.threadIdx.x == 0:
        flag[0] = 0
    cuda.syncthreads()""",
    "after": "",
}
BETWEEN = OF_BLOCK | {"after": "\n    cuda.syncthreads()\n    out[1] = flag[0] - 1"}
# True, sooner or later, where another thread gives the sign.
SIGNS = (
    "cuda.atomic.add(flag, 0, 0) != 0", "cuda.atomic.load(flag, 0) > 0", "seen(flag) == 1", "is_set(flag)",
    "cuda.atomic.cas(flag, 0, 1, 1) != 0", "cuda.ldcv(flag, 0) == 1", "cuda.atomic.max(flag, 0, -1) > 0",
    "looks(flag, 3) >= 0", "min(seen(flag), 1) == 1", "not (seen(flag) == 0)",
)  # fmt: skip
# Of what nobody else changes: true, false.
TRUE = ("t >= 0", "out[1] == 0", "w <= 90", "i == 0", "flag.size == 1")
FALSE = ("t < 0", "out[1] != 0", "i != 0", "own[1] == 90")
NOISE = ("w = w * 3 % 7", "own[1] = w", "out[2] += 1", "w ^= t", "cuda.threadfence()")


def indented(text, depth=1):
    return "\n".join("    " * depth + line for line in text.split("\n"))


def noise(rng):
    return "\n".join(rng.choice(NOISE) for _ in range(rng.randrange(1, 3)))


def under_sign(rng, done, depth=0):
    """Statements of a loop's body that do `done` in some turn once the sign is given, not before."""
    sign = rng.choice(SIGNS)
    kinds = [
        lambda: f"if {sign}:\n{indented(done)}",
        lambda: f"if not ({sign}):\n    pass\nelse:\n{indented(done)}",
        lambda: f"if not ({sign}):\n    continue\n{done}",
        lambda: f"if not ({sign}):\n{indented(noise(rng))}\n    continue\n{noise(rng)}\n{done}",
        lambda: f"v = 1 if {sign} else 0\nif v == 1:\n{indented(done)}",
        lambda: f"v = int({sign})\n{noise(rng)}\nif v == 0:\n    continue\n{done}",
        lambda: f"own[0] = int({sign})\nif own[0] != 0:\n{indented(done)}",
        lambda: f"if {rng.choice(TRUE)}:\n    if not ({sign}):\n        continue\n{indented(noise(rng))}\n{done}",
        lambda: f"if {rng.choice(FALSE)} or {sign}:\n{indented(done)}",
        lambda: f"if {rng.choice(TRUE)} and {sign}:\n{indented(done)}",
        lambda: f"v = 0\nfor j in range({rng.randrange(1, 4)}):\n    if {sign}:\n        v += 1\nif v > 0:\n{indented(done)}",
        lambda: f"v = 0\nfor j in range(3):\n    if not ({sign}):\n        continue\n    v = j\nif v == 2:\n{indented(done)}",
        lambda: f"v = 5\nfor j in range(3):\n    if {sign}:\n        v = j\n        break\nif v != 5:\n{indented(done)}",
        lambda: f"v = 0\nwhile v < 3:\n    if {sign}:\n        break\n    v += 1\nif v == 3:\n    continue\n{done}",
        lambda: f"v, w = both(flag)\nif v != 0:\n{indented(done)}",
        lambda: f"pair = both(flag)\nif pair[0] == 1:\n{indented(done)}",
        lambda: f"put(own, flag)\nif own[0] != 0:\n{indented(done)}",
        lambda: f"if (v := int({sign})) == 1:\n{indented(done)}",
        lambda: f"match int({sign}):\n    case 0:\n        continue\n    case _:\n        {noise(rng).splitlines()[0]}\n{done}",
        lambda: f"for j in range(int({sign})):\n    v = 8\nif v == 8:\n{indented(done)}\nv = 0",
        lambda: f"v = min(int({sign}) + t, 1) if t == 0 else int({sign})\nif v != 0:\n{indented(done)}",
    ]
    if done == "t += 1":
        kinds += [lambda: f"t += int({sign})", lambda: f"t = t + 1 if {sign} else t", lambda: f"t += min(1, 5 * int({sign}))"]
    if "break" not in done and "continue" not in done:
        kinds += [
            lambda: f"for j in range(2):\n    if {sign}:\n{indented(done, 2)}\n        break",
            lambda: f"for j in range(3):\n    if {sign}:\n        break\nelse:\n    continue\n{done}",
            lambda: f"for j in range(3):\n    if not ({sign}):\n        break\nelse:\n{indented(done)}",
        ]
    else:
        kinds += [lambda: f"for j in range(3):\n    if {sign}:\n        break\nelse:\n    continue\n{done}"]
    if depth < 2:
        kinds += [lambda: under_sign(rng, under_sign(rng, done, depth + 1), depth + 1)] * 3
        kinds += [lambda: f"if {rng.choice(TRUE)}:\n{indented(under_sign(rng, done, depth + 1))}"]
    parts = [rng.choice(kinds)()]
    if rng.randrange(2):
        parts.insert(0, noise(rng))
    if rng.randrange(3) == 0 and "break" not in done:
        parts.append(noise(rng))
    return "\n".join(parts)


def wait(rng):
    """A loop that ends once the sign is given."""
    kind = rng.randrange(10)
    if kind == 8:
        return rng.choice(("v = until(flag, 2)", "v = ends(flag)", "while until(flag, 1) != 1:\n    pass"))
    if kind == 9:
        return f"t = 0\nwhile (v := int({rng.choice(SIGNS)})) == 0 or t < 2:\n    t += 1"
    if kind == 0:
        return f"while not ({rng.choice(SIGNS)}):\n{indented(rng.choice((noise(rng), 'pass')))}"
    if kind == 1:
        return f"t = 0\nwhile t < {rng.randrange(1, 4)}:\n{indented(under_sign(rng, 't += 1'))}"
    if kind == 2:
        return f"while True:\n{indented(under_sign(rng, 'break'))}"
    if kind == 3:
        return f"for q in range(1 << 40):\n{indented(under_sign(rng, 'break'))}"
    if kind == 4:
        return f"going = True\nwhile going:\n{indented(under_sign(rng, 'going = False'))}"
    if kind == 5:
        return f"own[1] = 0\nw = 0\nt = 3\nwhile t > 0 and {rng.choice(TRUE)}:\n{indented(under_sign(rng, 't -= 1'))}"
    if kind == 6:
        return f"while going or {rng.choice(FALSE)}:\n{indented(under_sign(rng, 'going = False'))}"
    return f"t = 0\nwhile True:\n    if t > 1:\n        break\n{indented(under_sign(rng, 't += 1'))}"


def random_kernel(rng):
    waits = "\n".join(wait(rng) for _ in range(rng.choice((1, 1, 2))))
    text = HEAD + "WAITS" + TAIL
    return text.format(**rng.choice((OF_GRID, OF_BLOCK, BETWEEN))).replace("WAITS", indented(waits, 2))


@pytest.mark.parametrize("seed", range(40))
def test_all_end(launch, seed):
    rng = random.Random(seed)
    source = random_kernel(rng)
    grid, block = rng.choice(((1, 2), (1, 64), (3, 32), (5, 7)))
    if launch.device != "cpu":
        # A GPU's ld.cv is no atomic. Of two threads of a warp, the one runs on where ptxas
        # (13.0) sees that the other waits: it does not in every loop.
        source = source.replace("cuda.ldcv(", "cuda.atomic.load(")
        grid, block = 3, 64
    launch.defects = ("races",)
    got = launch(source, "k", (grid,), (block,), [np.zeros(1, np.int32), np.zeros(3, np.int32)],
                 options=rng.choice(((), ("-O0",), ("-G",))))
    assert got[1][0] == 7
