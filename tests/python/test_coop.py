"""Cooperative primitives from Python: the names by which programs import them, and
kernels that use them, on the CPU device."""

import subprocess
import sys
import textwrap
from collections import namedtuple
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pytest

from pyk2ptx import coop, cuda, int32

block_sum = coop.block.make_sum(int32, 64)
warp_most = coop.warp.reduce(int32, max, threads_in_warp=16)


def test_single_phase():
    @cuda.jit
    def kernel(x, y):
        block = coop.this_block()
        items = coop.ThreadData(2)
        coop.load(block, x, items)
        coop.store(block, y, coop.inclusive_sum(block, items))

    for threads in 32, 50:
        x = np.arange(2 * threads, dtype=np.int64)
        y = np.zeros_like(x)
        kernel[1, threads](x, y)
        assert (y == x.cumsum()).all()


def test_makers():
    least = coop.block.reduce(int32, 64, lambda a, b: a if a < b else b)

    @cuda.jit(link=[*block_sum.files, *least.files])
    def kernel(x, y):
        temp = cuda.shared.array(block_sum.temp_storage_bytes, np.uint8)
        i = cuda.threadIdx.x
        total = block_sum(temp, x[i])
        low = least(x[i])
        if i == 0:
            y[0] = total
            y[1] = low
        most = warp_most(x[i])
        if i % 16 == 0:
            y[2 + i // 16] = most

    x = (np.arange(64, dtype=np.int32) * 37) % 61 - 7
    y = np.zeros(6, np.int32)
    kernel[1, 64](x, y)
    assert y.tolist() == [x.sum(), x.min(), *x.reshape(4, 16).max(1)]


@dataclass
class Pair:
    a: np.int32
    b: np.float32 = 3.0


class Typed(NamedTuple):
    a: int
    b: float


Named = namedtuple("Named", "a b")


@dataclass
class Text:
    a: "int32"
    b: "np.float32"


@pytest.mark.parametrize("kind", [Pair, Typed, Named, Text])
@pytest.mark.parametrize("threads", [1, 31, 64])
def test_classes_of_the_program_are_values(kind, threads):
    def add(p, q):
        return kind(p.a + q.a, p.b + q.b)

    total_of = coop.block.make_reduce(kind, threads, add)

    @cuda.jit
    def kernel(x, y):
        i = cuda.threadIdx.x
        upto = coop.inclusive_scan(coop.this_block(), kind(x[i], y[i]), add)
        total = total_of(kind(b=upto.b, a=upto.a))
        if i == 0:
            x[threads] = total.a
            y[threads] = total.b

    x = np.arange(threads + 1, dtype=np.int32)
    y = np.arange(threads + 1, dtype=np.float32) * 2
    kernel[1, threads](x, y)
    expected = np.arange(threads).cumsum().sum()
    assert (x[threads], y[threads]) == (expected, expected * 2)


@pytest.mark.parametrize("kind", [Pair, Text])
@pytest.mark.parametrize("threads", [1, 31, 64])
def test_dataclasses_of_the_program_are_items(kind, threads):
    def add(p, q):
        return kind(p.a + q.a, p.b + q.b)

    total_of = coop.block.make_reduce(kind, threads, add, items_per_thread=2)

    @cuda.jit
    def kernel(x, y):
        i = cuda.threadIdx.x
        items = coop.ThreadData(2, kind)
        items[0] = kind(x[i], y[i])
        items[1] = kind(b=y[i], a=x[i] * 2)
        total = total_of(items)
        if i == 0:
            x[threads] = total.a
            y[threads] = total.b

    x = np.arange(threads + 1, dtype=np.int32)
    y = np.arange(threads + 1, dtype=np.float32) * 2
    kernel[1, threads](x, y)
    once = np.arange(threads).sum()
    assert (x[threads], y[threads]) == (3 * once, 4 * once)


def test_a_class_of_a_closure():
    @dataclass
    class Local:
        a: int32
        b: np.float64 = 7

    @cuda.jit
    def kernel(x):
        items = cuda.local.array(3, Local)
        items[1] = Local(4)
        x[0] = items[1].a + items[1].b + Local.b

    x = np.zeros(1)
    kernel[1, 1](x)
    assert x[0] == 18


def test_a_class_of_what_no_kernel_has():
    @dataclass
    class Local:
        a: list

    @cuda.jit
    def kernel(x):
        x[0] = Local(4).a

    with pytest.raises(cuda.CompileError, match=r"the class|cannot be called"):
        kernel[1, 1](np.zeros(1))


def test_what_a_maker_gives():
    assert block_sum.files == []
    assert block_sum.temp_storage_bytes and block_sum.temp_storage_alignment
    with pytest.raises(TypeError, match="kernels alone"):
        block_sum(3)
    with pytest.raises(TypeError, match="kernels alone"):
        coop.sum(coop.this_block, 3)
    with pytest.raises(AttributeError):
        coop.block.make_nothing  # noqa: B018
    coop.register("numba-cuda-mlir")


@pytest.mark.parametrize(
    "keywords, text",
    [
        ({"thing": 3}, "has no other `thing`"),
        ({"dtype": int32}, "has no other `dtype`"),
        ({"threads_per_block": 64, "extra": 1}, "has no other"),
    ],
)
def test_wrong_arguments_of_a_maker(keywords, text):
    with pytest.raises(TypeError, match=text):
        coop.block.make_sum(int32, 64, **keywords)
    with pytest.raises(TypeError, match="needs `threads_per_block`"):
        coop.block.make_sum(int32)


def test_memory_that_a_primitive_takes():
    """More for more items, none of it for what shuffles alone do."""

    def taken(made):
        return made.temp_storage_bytes

    assert taken(block_sum) == 128
    assert taken(warp_most) == 16
    sort = [coop.block.make_radix_sort_keys(int32, 128, n) for n in (1, 4, 16)]
    assert taken(sort[0]) < taken(sort[1]) < taken(sort[2])
    wide = coop.block.make_exchange("StripedToBlocked", "float64", (8, 8), 3)
    assert taken(wide) == 64 * 3 * 8


def test_block_of_the_launch():
    """Memory for 16 items of 128 threads is there, for those of 1024 there is none;
    and each launch has what is made for its block."""

    @cuda.jit
    def kernel(x, y):
        block = coop.this_block()
        items = coop.ThreadData(16)
        coop.load(block, x, items, "striped")
        coop.store(block, y, coop.exchange(block, items), "striped")

    for threads in 128, 33, 128, 96:
        x = np.arange(16 * threads, dtype=np.int32)
        y = np.zeros_like(x)
        kernel[1, threads](x, y)
        i = np.arange(16 * threads)
        assert (y == (i % threads) * 16 + i // threads).all()
    with pytest.raises(Exception, match="128 threads|ScratchTooLarge"):
        kernel[1, 1024](np.zeros(16384, np.int32), np.zeros(16384, np.int32))


def test_another_block_than_made_for():
    @cuda.jit
    def kernel(x):
        x[0] = block_sum(x[cuda.threadIdx.x])

    with pytest.raises(Exception, match="for blocks of 64 threads.*32"):
        kernel[1, 32](np.zeros(64, np.int32))
    x = np.ones(64, np.int32)
    kernel[1, 64](x)
    with pytest.raises(Exception, match="for blocks of 64 threads.*96"):
        kernel[1, 96](np.zeros(96, np.int32))


class Running:
    def __call__(state, block_total):
        before = state[0]
        state[0] = before + block_total
        return before


def test_callback_with_state():
    sums = coop.block.make_inclusive_sum(
        int32, 64, 2, prefix_op=coop.StatefulFunction(Running, int32)
    )

    @cuda.jit(link=sums.files)
    def kernel(x, y):
        block = coop.this_block()
        state = cuda.local.array(1, int32)
        state[0] = 0
        items = cuda.local.array(2, int32)
        out = cuda.local.array(2, int32)
        start = 0
        while start < x.size:
            coop.load(block, x, items, offset=start)
            sums(items, out, state)
            coop.store(block, y, out, offset=start)
            start += 128

    x = np.arange(512, dtype=np.int32)
    y = np.zeros_like(x)
    kernel[1, 64](x, y)
    assert (y == x.cumsum()).all()


@pytest.mark.parametrize(
    "imported",
    [
        "from cuda import coop",
        "import cuda.coop as coop",
        "import cuda.coop._experimental as coop",
        "import cuda.cccl.cooperative.experimental as coop",
        "import cuda.cooperative.experimental as coop",
    ],
)
def test_names_under_as_numba(imported, tmp_path):
    program = tmp_path / "program.py"
    program.write_text(
        imported
        + textwrap.dedent(
            """
            import numba
            import numpy as np
            from numba import cuda as gpu

            total = coop.block.make_sum(numba.int64, 48)

            @gpu.jit
            def kernel(x, y):
                a = coop.sum(coop.this_block(), x[gpu.threadIdx.x])
                b = total(x[gpu.threadIdx.x])
                if gpu.threadIdx.x == 0:
                    y[0] = a
                    y[1] = b

            x, y = np.arange(48), np.zeros(2, np.int64)
            kernel[1, 48](x, y)
            print(y.tolist())
            """
        )
    )
    done = subprocess.run(
        [sys.executable, "-m", "pyk2ptx", program],
        capture_output=True, text=True, check=False, env=None,
    )  # fmt: skip
    assert done.stdout == "[1128, 1128]\n", done.stderr


@coop.gpu_struct
class Point:
    x: np.int32
    y: np.float64


Nested = coop.gpu_struct(
    {"key": np.uint8, "point": Point, "inner": {"z": int32}}, name="Nested"
)


def test_structs_here():
    p = Point(1, 2)
    assert (p.x, p.y) == (1, 2.0) and type(p.x) is np.int32
    assert p == Point(y=2, x=1) == Point({"x": 1, "y": 2}) and p != Point(1, 3)
    assert {p: 5}[Point(1, 2)] == 5
    assert repr(p) == "Point(x=np.int32(1), y=np.float64(2.0))"
    assert Point.dtype == np.dtype([("x", np.int32), ("y", np.float64)], align=True)
    assert np.asarray(p)[()] == np.array((1, 2), Point.dtype)
    n = Nested(3, (4, 5), {"z": 6})
    assert (n.key, n.point, n.inner.z) == (3, Point(4, 5), 6)
    assert Nested.__name__ == "Nested" and Nested.dtype["point"] == Point.dtype
    assert Point.__module__ == __name__
    same = coop.gpu_struct(Nested.dtype, "Same")
    assert same.dtype == Nested.dtype and same(3, (4, 5), (6,)).inner.z == 6
    with pytest.raises(AttributeError, match="make a new one"):
        p.x = 3
    for wrong in (
        lambda: Point(1),
        lambda: Point(1, 2, 3),
        lambda: Point(1, 2, x=3),
        lambda: Point(1, z=3),
        lambda: Nested(1, 2, (3,)),
        lambda: coop.gpu_struct({}),
        lambda: coop.gpu_struct(np.dtype(np.int32)),
        lambda: coop.gpu_struct({"a": object}),
        lambda: coop.gpu_struct({"a": np.dtype((np.int32, 3))}),
        lambda: coop.gpu_struct({"a": "S5"}),
    ):
        with pytest.raises(TypeError):
            wrong()
    with pytest.raises(ValueError, match="not a valid Python identifier"):
        coop.gpu_struct({"a b": int32})


@pytest.mark.parametrize("threads", [1, 31, 64])
def test_structs_in_kernels(threads):
    zero = Nested(0, (0, 0), (1,))

    def add(p, q):
        point = Point(p.point.x + q.point.x, p.point.y + q.point.y)
        return Nested(p.key + q.key, point, (p.inner.z * q.inner.z,))

    total_of = coop.block.make_reduce(Nested, threads, add, items_per_thread=2)

    @cuda.jit
    def kernel(x, y, total, more):
        block = coop.this_block()
        items = coop.ThreadData(2, Nested)
        coop.load(block, x, items)
        temp = cuda.shared.array(total_of.temp_storage_bytes, np.uint8)
        whole = total_of(temp, items)
        if block.rank() == 0:
            total[0] = whole
            total[1] = add(more, zero)
        coop.store(block, y, coop.exclusive_scan(block, items, add, initial_value=zero))

    x = np.zeros(2 * threads, Nested.dtype)
    x["key"] = np.arange(2 * threads)
    x["point"]["x"] = np.arange(2 * threads) * 3
    x["point"]["y"] = np.arange(2 * threads) / 2
    x["inner"]["z"] = np.arange(2 * threads) % 3 + 1
    y, total = np.zeros_like(x), np.zeros(2, Nested.dtype)
    kernel[1, threads](x, y, total, Nested(5, Point(6, 7), (8,)))
    with np.errstate(over="ignore"):
        for scan, way in ((np.add, lambda of: of["key"]), (np.add, lambda of: of["point"]["x"]),
                          (np.add, lambda of: of["point"]["y"]),
                          (np.multiply, lambda of: of["inner"]["z"])):  # fmt: skip
            upto = scan.accumulate(way(x), dtype=way(x).dtype)
            first = np.full(1, scan.identity, upto.dtype)
            assert (way(y) == np.concatenate([first, upto[:-1]])).all()
            assert way(total)[0] == upto[-1]
    assert total[1].item() == (5, (6, 7.0), (8,))


def test_structs_of_another_package():
    """A class that says its fields as cuda.compute's do."""

    class Theirs:
        _field_spec = {"a": np.int32, "b": np.dtype(np.float32)}

    @cuda.jit
    def kernel(x):
        items = cuda.local.array(2, Theirs)
        items[1] = Theirs(3, b=0.5)
        x[0] = items[1].a + items[1].b

    x = np.zeros(1)
    kernel[1, 1](x)
    assert x[0] == 3.5


def test_structs_by_the_name_of_cuda_compute(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(textwrap.dedent("""
        import numpy as np
        from numba import cuda
        from cuda.compute import gpu_struct
        import cuda.compute as compute

        Pair = gpu_struct({"a": np.int32, "b": np.int64})

        @cuda.jit
        def kernel(x):
            x[0] = Pair(x[0].a + 1, x[0].b * 2)

        x = np.array([(1, 2)], Pair.dtype)
        kernel[1, 1](x)
        assert x[0].item() == (2, 4)
        assert not hasattr(compute, "reduce_into")
    """))  # fmt: skip
    run = [sys.executable, "-m", "pyk2ptx", "--force", str(program)]
    done = subprocess.run(run, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
