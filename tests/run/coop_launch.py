"""Launches of kernels with cooperative primitives: blocks of every shape, every
schedule, and nothing for --check=all to find."""

import numpy as np
from conftest import Failed, assert_same

COOP = "from cuda import coop\n"

BLOCKS = [(1,), (31,), (32,), (33,), (96,), (8, 5), (3, 5, 7), (1023,), (1024,)]

SCHEDULES = ["--schedule=reverse", "--schedule=random:7"]


def threads_of(block):
    return int(np.prod(block))


def numbers(count, dtype, seed=1):
    random = np.random.default_rng(seed)
    if np.dtype(dtype).kind == "f":
        return random.integers(-1000, 1000, count).astype(dtype)
    info = np.iinfo(dtype)
    return random.integers(info.min, info.max, count, dtype, endpoint=True)


def for_any_block(launch, source, grid, block, args, options, named):
    """The same kernel as the compiler makes it ahead of time."""
    try:
        return launch(
            COOP + source, "k", grid, block, args,
            options=[*options, "--any-block"], **named,
        )
    except Failed as failed:
        # Of 1024 threads.
        assert "ScratchTooLarge" in failed.stderr
        return ()


def checked(launch, source, grid, block, args, options=(), **named):
    """Once as it is, once for blocks of any size, and once with all checks in another
    order."""
    result = launch(COOP + source, "k", grid, block, args, options=options, **named)
    for a, b in zip(result, for_any_block(launch, source, grid, block, args, options, named)):
        if isinstance(a, np.ndarray):
            assert_same("for any block", b, a)
    if launch.device == "cpu":
        schedule = SCHEDULES[threads_of(block) % 2]
        again = launch(
            COOP + source, "k", grid, block, args,
            options=[*options, "--check=all", schedule], **named,
        )
        for a, b in zip(result, again):
            if isinstance(a, np.ndarray):
                assert_same("with checks", b, a)
    return result

OPERATORS = {
    "sum": np.add, "multiply": np.multiply, "min": np.minimum, "max": np.maximum,
    "bit_and": np.bitwise_and, "bit_or": np.bitwise_or, "bit_xor": np.bitwise_xor,
}
