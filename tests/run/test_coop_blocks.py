"""Reductions of several blocks: of a cluster, and of a grid that waits for itself."""

import numpy as np
import pytest
from conftest import Failed, assert_same
from coop_launch import COOP, OPERATORS, SCHEDULES, numbers


def launched(launch, source, grid, block, args, **named):
    """Once as it is, and once with all checks in another order."""
    result = launch(COOP + source, "k", grid, block, args, **named)
    if launch.device == "cpu":
        for schedule in SCHEDULES:
            again = launch(
                COOP + source, "k", grid, block, args,
                options=["--check=all", schedule], **named,
            )
            for a, b in zip(result, again):
                if isinstance(a, np.ndarray):
                    assert_same(schedule, b, a)
    return result


@pytest.mark.parametrize("op", OPERATORS)
@pytest.mark.parametrize("threads", [1, 31, 33, 64, 1023])
@pytest.mark.parametrize("blocks", [1, 2, 4])
def test_a_cluster(launch, blocks, threads, op):
    grid = 2 * blocks
    x = numbers(3 * grid * threads, np.int32)
    source = f"""
@cuda.jit(cluster_dims={blocks})
def k(x, y, z):
    cluster = coop.this_cluster()
    items = coop.ThreadData(3)
    for i in range(3):
        items[i] = x[3 * cuda.grid(1) + i]
    total = coop.reduce(cluster, items, "{op}")
    again = coop.reduce(cluster, items[0], "{op}", broadcast=True)
    if cluster.rank() == 0:
        y[cuda.clusterIdx.x] = total
    z[cuda.grid(1)] = again
"""
    args = [x, np.zeros(2, np.int32), np.zeros(grid * threads, np.int32)]
    _, y, z = launched(launch, source, (grid,), (threads,), args)
    of = OPERATORS[op]
    assert_same("total", y, of.reduce(x.reshape(2, -1), axis=1, dtype=np.int32))
    first = of.reduce(x.reshape(2, -1, 3)[:, :, 0], axis=1, dtype=np.int32)
    assert_same("all", z, first.repeat(blocks * threads))


def test_the_order_of_a_clusters_threads(launch):
    """A function that is not commutative, of what is more than a number."""
    x = np.arange(1, 5 * 4 * 33 + 1, dtype=np.uint32)
    source = """
def after(p, q):
    return (np.uint32(p[0] * q[0]), np.uint32(p[1] * q[0] + q[1]))

@cuda.jit(cluster_dims=(2, 2))
def k(x, y):
    cluster = coop.this_cluster()
    i = cluster.rank()
    total = coop.reduce(cluster, (np.uint32(2 * x[i] + 1), x[i]), after)
    if i == 0:
        y[0], y[1] = total
"""
    got = launched(launch, source, (2, 2), (11, 3), [x, np.zeros(2, np.uint32)])[1]
    a, b = np.uint32(1), np.uint32(0)
    with np.errstate(over="ignore"):
        for each in x[: 4 * 33]:
            a, b = a * (2 * each + 1), b * (2 * each + 1) + each
    assert_same("both", got, np.array([a, b], np.uint32))


@pytest.mark.parametrize("dtype", [np.int8, np.uint64, np.float32, np.float64])
@pytest.mark.parametrize("grid, block", [((1,), (1,)), ((5,), (33,)), ((2, 3, 2), (5, 2, 3)), ((7,), (64,))])
def test_the_grid(launch, grid, block, dtype):
    blocks, threads = int(np.prod(grid)), int(np.prod(block))
    x = numbers(blocks * threads, np.int8).astype(dtype)
    source = """
@cuda.jit
def k(x, totals, y, z):
    grid = coop.this_grid()
    i = grid.rank()
    total = coop.sum(grid, x[i], temp_storage=totals)
    least = coop.reduce(grid, x[i], lambda a, b: a if a < b else b, broadcast=True, temp_storage=totals)
    if i == 0:
        y[0] = total
    z[i] = least
"""
    args = [x, np.zeros(blocks, dtype), np.zeros(1, dtype), np.zeros(x.size, dtype)]
    _, _, y, z = launched(launch, source, grid, block, args)
    assert_same("total", y[0], x.sum(dtype=dtype))
    assert_same("least", z, np.full(x.size, x.min()))


@pytest.mark.parametrize("call, text", [
    ("coop.sum(coop.this_grid(), x[0])", "temp_storage=totals"),
    ("coop.sum(coop.this_grid(), 2.5, temp_storage=x)", "an array of the value's type"),
    ("coop.sum(coop.this_grid(), x[0], temp_storage=coop.TempStorage(64))", "temp_storage=totals"),
    ("coop.sum(coop.this_grid(), x[0], 3, temp_storage=x)", "`valid_items` is for"),
    ("coop.sum(coop.this_cluster(), x[0], valid_items=3)", "`valid_items` is for"),
    ("coop.inclusive_sum(coop.this_cluster(), x[0])", "scans take the values of"),
    ("coop.inclusive_sum(coop.this_grid(), x[0])", "in a launch between two"),
])
def test_what_several_blocks_cannot(launch, call, text):
    source = f"""
@cuda.jit(cluster_dims=2)
def k(x):
    {call}
"""
    with pytest.raises(Failed) as failed:
        launch(COOP + source, "k", (2,), (32,), [np.zeros(64, np.int32)])
    assert text in failed.value.stderr and call in failed.value.stderr
