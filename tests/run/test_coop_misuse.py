"""Threads that do not call a primitive with the others."""

import numpy as np
import pytest
from conftest import Failed, assert_same
from coop_launch import COOP, checked


def told(launch, body, block, *options):
    """What is said of a kernel whose threads do not all come."""
    if launch.device != "cpu":
        pytest.skip("a GPU hangs")
    source = f"""
@cuda.jit
def k(x):
    i = cuda.threadIdx.x
    block = coop.this_block()
{body}
"""
    with pytest.raises(Failed) as failed:
        launch(COOP + source, "k", (1,), block, [np.ones(64, np.int32)], options=options)
    return failed.value.stderr


def test_some_threads_of_a_block_stay_away(launch):
    text = told(launch, """
    if i < 40:
        x[i] = coop.inclusive_sum(block, x[i])
""", (64,), "--check=barriers")
    assert "[MissedBarrier]" in text and "coop.inclusive_sum(block, x[i])" in text
    assert "ended here" in text and "if i < 40:" in text


def test_threads_of_a_block_at_two_primitives(launch):
    text = told(launch, """
    if i < 40:
        x[i] = coop.sum(block, x[i], broadcast=True)
    else:
        x[i] = coop.sum(block, x[i] + 1, broadcast=True)
""", (64,), "--check=barriers")
    assert "[Deadlock]" in text
    assert "coop.sum(block, x[i], broadcast=True)" in text
    assert "coop.sum(block, x[i] + 1, broadcast=True)" in text


def test_lanes_of_a_warp_at_two_primitives(launch):
    text = told(launch, """
    if i % 32 < 20:
        x[i] = coop.sum(coop.this_warp(), x[i])
    else:
        x[i] = coop.inclusive_sum(coop.this_warp(), x[i])
""", (64,), "--check=barriers")
    assert "[Deadlock]" in text
    assert "coop.sum(coop.this_warp(), x[i])" in text
    assert "coop.inclusive_sum(coop.this_warp(), x[i])" in text


LANES = """
    if i % 8 != 5:
        x[i] = {}
"""
CALLS = [
    "coop.sum(coop.this_warp(), x[i])",
    "coop.inclusive_sum(coop.this_warp().group_by(8), x[i])",
    "coop.reduce(coop.this_warp().group_by(16), x[i], 'max', broadcast=True)",
    "coop.sum(block, x[i])",
    "coop.exclusive_scan(block, x[i], 'max', initial_value=0)",
]


@pytest.mark.parametrize("call", CALLS)
def test_lanes_of_a_group_stay_away(launch, call):
    """Also of a block of one warp, which needs no barrier."""
    text = told(launch, LANES.format(call), (32,), "--check=all")
    assert "[IncompleteGroup]" in text and call in text
    assert "thread (5,0,0), which has ended" in text
    assert "thread (5,0,0) ended here" in text and "if i % 8 != 5:" in text


@pytest.mark.parametrize("call", CALLS[:3])
def test_lanes_that_no_block_has(launch, call):
    text = told(launch, f"""
    x[i] = {call}
""", (44,), "--check=barriers")
    assert "[IncompleteGroup]" in text and call in text
    assert "which the block does not have" in text


def test_sorts_with_some_threads(launch):
    text = told(launch, """
    items = coop.ThreadData(1, np.int32)
    items[0] = x[i]
    if i != 3:
        coop.radix_sort_keys(block, items)
    x[i] = items[0]
""", (64,), "--check=all")
    assert "[MissedBarrier]" in text and "coop.radix_sort_keys(block, items)" in text
    assert "thread (3,0,0) ended here" in text


BY_RANK = [
    "coop.radix_sort_keys({}, items)",
    "coop.radix_sort_pairs({}, items, more)",
    "more = coop.radix_rank({}, items, 0, 4)",
    "coop.merge_sort_keys({}, items, lambda a, b: a > b)",
    "coop.merge_sort_pairs({}, items, more, lambda a, b: a > b)",
    "coop.topk_max_keys({}, items, 9)",
    "coop.topk_min_pairs({}, items, more, 70)",
    "more = coop.exclusive_scan({}, items, 'max', initial_value=0)",
]


def with_some(launch, some, block, calls, *options):
    if launch.device != "cpu":
        pytest.skip("a GPU hangs")
    x = np.random.default_rng(1).integers(-99, 99, 2000, np.int32)
    source = """
@cuda.jit
def k(x):
    i = cuda.threadIdx.x
    items = coop.ThreadData(2, np.int32)
    more = coop.ThreadData(2, np.int32)
    for j in range(2):
        items[j] = more[j] = x[i * 2 + j]
"""
    for call in calls:
        source += f"""
    if {some}:
        {call.format("coop.this_block()")}
"""
    source += """
    for j in range(2):
        x[i * 2 + j] = items[j] + more[j]
"""
    launch(COOP + source, "k", (1,), block, [x], options=options)


@pytest.mark.parametrize("some", ["i < 17", "i > 40", "i % 2", "x[i] % 3 == 0", "i == 63"])
def test_what_goes_by_rank_stays_inside(launch, some):
    """The ranks of threads that did not come are anything; nobody's memory is
    written for that."""
    launch.defects = ("races", "barriers", "uninit")
    for block in (64,), (1000,):
        with_some(launch, some, block, BY_RANK)
    with_some(launch, some, (100,), BY_RANK, "--any-block")
    with_some(launch, some, (100,), BY_RANK, "--schedule=random:3")


@pytest.mark.parametrize("call", BY_RANK)
def test_what_goes_by_rank_is_told(launch, call):
    with pytest.raises(Failed, match=r"\[MissedBarrier\]|\[IncompleteGroup\]") as failed:
        with_some(launch, "x[i] % 3 == 0", (100,), [call], "--check=all")
    assert failed.value.status == 1 and call.format("coop.this_block()") in str(failed.value)


def test_parts_of_a_warp_go_their_own_ways(launch):
    """Each is complete, which is enough."""
    source = """
@cuda.jit
def k(x):
    i = cuda.threadIdx.x
    part = coop.this_warp().group_by(8)
    if i // 8 % 2 == 0:
        x[i] = coop.sum(part, x[i], broadcast=True)
    else:
        items = coop.ThreadData(1)
        items[0] = x[i]
        coop.merge_sort_keys(part, items, lambda a, b: a > b)
        x[i] = items[0]
"""
    x = np.arange(64, dtype=np.int32)
    got = checked(launch, source, (1,), (64,), [x])[0].reshape(-1, 8)
    parts = x.reshape(-1, 8)
    assert_same("sums", got[::2], np.repeat(parts[::2].sum(1, dtype=np.int32), 8).reshape(-1, 8))
    assert_same("sorted", got[1::2], parts[1::2, ::-1])


TWO_TYPES = [
    # What comes first, what follows, and how it is meant.
    ("items[0] = 1", "items[1] = 2.5"),
    ("coop.load(block, x, items)", "items[1] = items[0] * 0.5"),
    ("items[0] = x[i]", "for j in range(2):\n        items[j] = np.float32(j) / 2"),
    ("items[0] = i > 3", "items[1] = y[i]"),
]


@pytest.mark.parametrize("first, second", TWO_TYPES)
def test_items_of_two_types(launch, first, second):
    source = f"""
@cuda.jit
def k(x, y):
    i = cuda.threadIdx.x
    block = coop.this_block()
    items = coop.ThreadData(2)
    {first}
    {second}
    x[i] = items[0] + items[1]
"""
    args = [np.ones(64, np.int32), np.ones(64)]
    with pytest.raises(Failed) as failed:
        launch(COOP + source, "k", (1,), (32,), args)
    text = failed.value.stderr
    assert "would lose its fraction" in text and "coop.ThreadData(2, dtype)" in text
    assert second.rpartition("    ")[2] in text and "it is made here" in text


def test_items_of_a_type_that_is_stated(launch):
    """As for every array: who says so may store what is cut off."""
    source = """
@cuda.jit
def k(x, y):
    i = cuda.threadIdx.x
    items = coop.ThreadData(2, np.int32)
    items[0] = 2.75
    items[1] = y[i]
    halves = coop.ThreadData(2)
    halves[0] = 0.5
    halves[1] = x[i]
    x[i] = items[0] + items[1]
    y[i] = halves[0] + halves[1]
"""
    x, y = launch(COOP + source, "k", (1,), (32,), [np.full(32, 3, np.int32), np.full(32, 1.5)])
    assert (x == 3).all() and (y == 3.5).all()
