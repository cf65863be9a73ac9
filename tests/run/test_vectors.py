"""CUDA's vector types and dataclasses: values of several numbers."""

import numpy as np
import pytest
from conftest import Failed


def test_arrays_of_vectors(launch):
    source = """
from numba.cuda import float4, float32x2
@cuda.jit
def k(a, b, out):
    i = cuda.grid(1)
    v = a[i]
    w = b[i]
    s = v * 2.0 + cuda.float4(w, w.y, i) - 1
    out[i] = float4(s.x, s.y, -s.z, (v / s).w)
"""
    a = np.arange(40, dtype=np.float32).reshape(10, 4) + 1
    b = np.arange(20, dtype=np.float32).reshape(10, 2)
    got = launch(
        source, "k", (1,), (32,), [a, b, np.zeros((10, 4), np.float32)],
        "float4[:], float32x2[::1], float4[::1]", ("--fmad=false",),
    )
    i = np.arange(10, dtype=np.float32)
    s = a * 2 + np.stack([b[:, 0], b[:, 1], b[:, 1], i], 1) - 1
    want = np.stack([s[:, 0], s[:, 1], -s[:, 2], (a / s)[:, 3]], 1)
    np.testing.assert_array_equal(got[2], want.astype(np.float32))


@pytest.mark.parametrize(
    "name, dtype, n",
    [("int3", "i4", 3), ("uchar4", "u1", 4), ("double2", "f8", 2),
     ("short2", "i2", 2), ("ulonglong4", "u8", 4), ("uint1", "u4", 1),
     ("char3", "i1", 3), ("int64x2", "i8", 2), ("half2", "f2", 2), ("float16x4", "f2", 4)],
)
def test_every_kind_of_vector(launch, name, dtype, n):
    source = f"""
@cuda.jit
def k(a, out):
    t = cuda.threadIdx.x
    tile = cuda.shared.array(8, cuda.{name})
    mine = cuda.local.array(2, cuda.{name})
    tile[t] = a[t]
    cuda.syncthreads()
    mine[t % 2] = tile[7 - t]
    out[t] = mine[t % 2] + a[t]
"""
    a = np.arange(8 * n).reshape(8, n).astype(dtype)
    got = launch(source, "k", (1,), (8,), [a, np.zeros_like(a)], f"{name}[:], {name}[:]")
    np.testing.assert_array_equal(got[1], a[::-1] + a)


def test_vectors_by_the_names_of_nvmath(launch):
    source = """
from nvmath.device import float16x2, float16x4, float16x4_type, float64x2_type
from nvmath.device.vector_types_numba import float32x2

@cuda.jit
def k(x, y):
    i = cuda.threadIdx.x
    shared = cuda.shared.array(8, float16x4_type)
    mine = cuda.local.array(2, float16x2)
    wide = cuda.local.array(1, float64x2_type)
    mine[0] = float16x2(x[i, 0], x[i, 1])
    mine[1] = float16x2(x[i, 2], 1.5)
    shared[i] = float16x4(mine[0], mine[1].y, mine[1].x)
    cuda.syncthreads()
    four = shared[7 - i] * 2 + shared[i]
    wide[0] = float64x2_type(four.x, four.y)
    narrow = float32x2(four.z, four.w)
    y[i, 0], y[i, 1] = wide[0].x, wide[0].y
    y[i, 2], y[i, 3] = narrow.x, narrow.y
"""
    x = np.arange(24, dtype=np.float16).reshape(8, 3) / 4
    y = launch(source, "k", (1,), (8,), [x, np.zeros((8, 4), np.float16)])[1]
    four = np.stack([x[:, 0], x[:, 1], np.full(8, 1.5, np.float16), x[:, 2]], 1)
    np.testing.assert_array_equal(y, four[::-1] * np.float16(2) + four)


def test_vectors_by_value_and_through_functions(launch):
    source = """
@cuda.jit(device=True)
def cross(a, b):
    return cuda.float3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z,
                       a.x * b.y - a.y * b.x)

@cuda.jit
def k(axis, a, out):
    i = cuda.grid(1)
    total = cuda.float3(0, 0, 0)
    for j in range(3):
        total += cross(axis, a[i])
    out[i] = total if total.x > 0 else axis
"""
    axis = np.array([1, 2, 3], np.float32)
    a = np.arange(30, dtype=np.float32).reshape(10, 3) - 15
    got = launch(
        source, "k", (1,), (16,), [axis, a, np.zeros_like(a)],
        "float3, float3[:], float3[:]", ("--fmad=false",),
    )
    total = np.cross(axis, a) * 3
    want = np.where(total[:, :1] > 0, total, axis)
    np.testing.assert_array_equal(got[2], want.astype(np.float32))


def test_outside_a_vector_is_zero(launch):
    source = """
@cuda.jit
def k(a, out):
    i = cuda.grid(1)
    out[i] = a[i + 1]
    a[100] = a[0]
"""
    a = np.ones((3, 4), np.float32)
    got = launch(
        source, "k", (1,), (8,), [a, np.full((3, 4), 7, np.float32)],
        "float4[:], float4[:]",
    )
    np.testing.assert_array_equal(got[1], [[1] * 4, [1] * 4, [0] * 4])


def test_wrong_arrays_are_refused(launch):
    source = """
@cuda.jit
def k(a):
    a[0] = a[1]
"""
    for wrong in (np.zeros((4, 3), np.float32), np.zeros((4, 4)), np.zeros(4, "f4")):
        with pytest.raises(Failed):
            launch(source, "k", (1,), (1,), [wrong], "float4[:]")


def test_dataclasses(launch):
    source = """
from dataclasses import dataclass

@dataclass
class Ray:
    x: float32
    dx: float
    steps: int = 3

@cuda.jit(device=True)
def moved(ray, by):
    return Ray(ray.x + by * ray.dx, ray.dx, steps=ray.steps - 1)

@cuda.jit
def k(out):
    i = cuda.grid(1)
    ray = Ray(i, 0.5)
    while ray.steps > 0:
        ray = moved(ray, 2)
    out[i] = ray.x * 10 + ray.steps
"""
    got = launch(source, "k", (1,), (8,), [np.zeros(8)])
    np.testing.assert_array_equal(got[0], (np.arange(8) + 3) * 10)


def test_a_dataclass_as_a_parameter(launch):
    source = """
from dataclasses import dataclass

@dataclass(frozen=True)
class Scale:
    factor: float32
    count: int

@cuda.jit
def k(scale: Scale, out: "float64[:]"):
    i = cuda.grid(1)
    out[i] = scale.factor * i + scale.count
"""
    ptx = launch  # the parameter's bytes are the host's to give: only compiled
    with pytest.raises(Failed, match="record|bytes|Scale"):
        ptx(source, "k", (1,), (4,), [1.5, np.zeros(4)])


DATACLASSES = """
from dataclasses import dataclass
import numpy as np

WIDE = 3

@dataclass
class Point:
    x: np.float32
    on: bool = True

@dataclass
class Params:
    scale: float
    n: np.int16
    at: Point
    z: np.complex64 = 1j
"""


@pytest.mark.parametrize("annotation", ["", ": Params"])
def test_a_dataclass_on_the_command_line(launch, annotation):
    types = [f"p{annotation}"] + ["out: 'float64[::1]'" if annotation else "out"]
    source = DATACLASSES + f"""
@cuda.jit
def k({', '.join(types)}):
    out[0] = p.scale
    out[1] = p.n
    out[2] = p.at.x
    out[3] = 1 if p.at.on else 0
    out[4] = p.z.imag
"""

    class Written(str):
        __repr__ = str.__str__

    out = np.zeros(5)
    call = Written("Params(WIDE / 2, n=-2, at=Point(0.1, False), z=2+4j)")
    got = launch(source, "k", (1,), (1,), [call, out])[1]
    assert got.tolist() == [1.5, -2, np.float32(0.1), 0, 4]
    got = launch(source, "k", (1,), (1,), [Written("Params(2, 7, Point(1))"), out])[1]
    assert got.tolist() == [2, 7, 1, 1, 1]
    for wrong, message in [
        ("Params(1, 2)", "`at`"), ("Params(1, 2.5, Point(1))", "`n` must be a `int16`"),
        ("Params(1, 70000, Point(1))", "none of int16's"),
        ("Params(1, 2, 3)", "`at` must be a `Point`"), ("Params(1, 2, Point(1), y=1)", "`y`"),
    ]:
        with pytest.raises(Failed) as failure:
            launch(source, "k", (1,), (1,), [Written(wrong), out])
        assert failure.value.status == 1 and message in failure.value.stderr
