"""Choices by a few values: of bytes as text has them, and of integers at the ends of their types."""

from random import Random

import numpy as np
import pytest

DTYPES = {"uint8": np.uint8, "int8": np.int8, "int32": np.int32, "uint32": np.uint32,
          "int64": np.int64}


def values(random, dtype):
    """Runs of neighbours and values by themselves, few or many, near each other or not."""
    info = np.iinfo(dtype)
    start = random.choice([0, info.min, info.max - 40, random.randint(0, 80), 9])
    width = random.choice([12, 33, 64, 70])
    found = set()
    for _ in range(random.randint(2, 7)):
        first = start + random.randint(0, width)
        found.update(range(first, first + random.choice([1, 1, 2, 3, 9])))
    if random.random() < 0.3:
        found.add(random.choice([info.min, info.max, 0]))
    return sorted(v for v in found if info.min <= v <= info.max)


def choice(random, number, chosen):
    """Lines that set r from v."""
    test = " or ".join(f"v == {value}" for value in chosen)
    some = ", ".join(map(str, chosen))
    forms = [
        [f"if {test}:", "    r = 7"],
        [f"r = 10 if {test} else 20"],
        [f"found = v in ({some},)", "if found and v != other:", "    r += 3"],
        [f"if not ({test}):", "    return", "r = 5"],
        [f"r = is_one_{number}(v) + 2 * is_one_{number}(other)"],
        ["match v:", f"    case {' | '.join(map(str, chosen))}:", "        r = 3",
         "    case _:", "        r = 4"],
        ["match v:"] + [line for value in chosen[:12] for line in
                        (f"    case {value}:", f"        r = {random.choice([2, 2, 5])}")]
        + ["    case _:", f"        r = {random.choice([2, 5, 8])}"],
    ]
    return random.choice(forms)


def program(random, name):
    source = ""
    for number in range(8):
        chosen = values(random, DTYPES[name])
        test = " or ".join(f"v == {value}" for value in chosen)
        lines = choice(random, number, chosen)
        source += (f"@cuda.jit(device=True)\ndef is_one_{number}(v):\n    return {test}\n\n"
                   f"@cuda.jit(device=True)\ndef write_{number}(v, other, out, i):\n    r = 0\n"
                   + "".join(f"    {line}\n" for line in lines)
                   + f"    out[{number}, i] = r\n\n")
    return (source + "@cuda.jit\ndef k(x, y, out):\n    i = cuda.grid(1)\n    if i < x.size:\n"
            + "".join(f"        write_{number}(x[i], y[i], out, i)\n" for number in range(8)))


@pytest.mark.parametrize("name", DTYPES)
@pytest.mark.parametrize("seed", range(2))
def test_choices_by_values(launch, name, seed):
    random = Random(f"{name} {seed}")
    info = np.iinfo(DTYPES[name])
    count = 200
    near = [*range(0, 160), *range(info.max - 50, info.max + 1), *range(info.min, info.min + 50)]
    near = [v for v in near if info.min <= v <= info.max]
    x, y = (np.array([random.choice(near) for _ in range(count)], DTYPES[name])
            for _ in range(2))
    passes = ["--passes=gpu"] if launch.device == "cpu" else []
    launch.check(program(random, name), "k", (4,), (128,),
                 [x, y, np.zeros((8, count), np.int64)], options=passes)
