"""Kernels of every sort, launched with arguments of every sort."""

import collections
import enum
import math
import pickle

import numpy as np
import pytest

from pyk2ptx import (
    cuda,
    float32,
    float64,
    from_dtype,
    int32,
    int64,
    types,
    void,
)
from pyk2ptx.cuda._sass import find_tool
from pyk2ptx.cuda.random import (
    create_xoroshiro128p_states,
    xoroshiro128p_uniform_float32,
)
from test_captured import Color, scaled


class Plain(enum.Enum):
    ONE = 1


@cuda.jit
def count_up(a, by=1):
    a[cuda.grid(1)] += by


def test_scalars():
    @cuda.jit
    def k(out, a, b, c, d, e, f, g):
        out[0] = a
        out[1] = b
        out[2] = c.real
        out[3] = d
        out[4] = e
        out[5] = f[0] + f[1]
        out[6] = g

    out = np.zeros(7)
    k[1, 1](out, 1, 2.5, 3 + 4j, np.float32(4), True, (5, np.int8(6)), Color.RED)
    assert list(out) == [1, 2.5, 3, 4, 1, 11, 5]
    k[1, 1](
        out,
        np.uint64(2**63),
        np.float16(0.5),
        np.complex64(7),
        np.True_,
        False,
        (Plain.ONE.value, 1.5),
        2**63,
    )
    assert list(out) == [2.0**63, 0.5, 7, 1, 0, 2.5, 2.0**63]


@pytest.mark.parametrize(
    "name",
    "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 "
    "float16 float32 float64 complex64 complex128".split(),
)
def test_types_of_arrays_and_scalars(name):
    @cuda.jit
    def k(a, b, x):
        i = cuda.grid(1)
        if i < a.size:
            b[i] = a[i]
        b[0] = x

    a = np.array([0, 1, 1, 0, 1], name)
    b = np.zeros_like(a)
    k[1, 32](a, b, a.dtype.type(1))
    assert list(b) == [1, 1, 1, 0, 1]
    element = types.Type(name)
    assert list(k.overloads) == [(element[::1], element[::1], element)]


def test_python_floats_are_weak():
    @cuda.jit
    def k(a, x):
        a[0] = a[0] + x

    a = np.array([1], np.float32)
    k[1, 1](a, 1e-9)
    assert a[0] == 1
    assert "f32" in list(k.inspect_asm().values())[0]
    assert "f64 " not in "".join(
        line
        for line in list(k.inspect_asm().values())[0].splitlines(True)
        if line.startswith("\tadd")
    )


def test_tuples_and_named_tuples():
    Point = collections.namedtuple("Point", "x y")

    @cuda.jit
    def k(out, p, t, n):
        out[0] = p.x + p.y
        out[1] = t[0][0] + t[1]
        if n is None:
            out[2] = 1

    out = np.zeros(3)
    k[1, 1](out, Point(1, 2.5), ((3,), 4), None)
    assert list(out) == [3.5, 7, 1]

    @cuda.jit
    def sums(out, arrays):
        out[0] = arrays[0][0] + arrays[1][0]

    sums[1, 1](out, (np.ones(2), np.full(3, 4.0)))
    assert out[0] == 5

    class Pair(tuple):
        """No named tuple."""

    sums[1, 1](out, Pair((np.ones(2), np.full(3, 7.0))))
    assert out[0] == 8
    launcher = sums[(2, 3), 4, 0, 5]
    assert (launcher.griddim, launcher.blockdim) == ((2, 3, 1), (4, 1, 1))
    assert (launcher.sharedmem, launcher.dispatcher) == (5, sums)


def test_records():
    dtype = np.dtype([("x", np.float32), ("n", np.int32)], align=True)

    @cuda.jit
    def k(r, v):
        i = cuda.grid(1)
        if i < r.size:
            r[i].x = i + v.x
            r[i]["n"] = v.n

    r = np.zeros(3, dtype)
    v = np.zeros(1, dtype)
    v["x"], v["n"] = 0.5, 7
    k[1, 3](r, v[0])
    assert list(r["x"]) == [0.5, 1.5, 2.5] and (r["n"] == 7).all()
    device = cuda.to_device(r)
    np.testing.assert_array_equal(device.copy_to_host(), r)
    np.testing.assert_array_equal(device["x"].copy_to_host(), r["x"])

    record = from_dtype(dtype)

    @cuda.jit(void(record[:]))
    def typed(r):
        r[0].x = 1

    typed[1, 1](r)
    assert r[0]["x"] == 1


@pytest.mark.parametrize(
    "dtype",
    [
        np.dtype([("a", np.int8), ("b", np.float64)]),
        np.dtype([("a", np.int8), ("b", np.float64, (2, 2))], align=True),
        np.dtype(
            {
                "names": ["a", "b"],
                "formats": [np.int8, np.float64],
                "offsets": [4, 8],
                "itemsize": 24,
            }
        ),
        np.dtype([("n", [("p", np.int16)]), ("b", np.float64)]),
    ],
)
def test_layouts_of_records(dtype):
    @cuda.jit
    def k(r, out):
        i = cuda.grid(1)
        if i < r.size:
            out[i] = np.sum(r[i].b) if False else 1.0

    out = np.zeros(2)
    k[1, 2](np.zeros(2, dtype), out)
    assert (out == 1).all()


def test_signatures():
    @cuda.jit("void(float32[:], int32)")
    def k(a, n):
        a[cuda.grid(1)] = n

    a = np.zeros(4, np.float32)
    k[1, 4](a[::2], 7)
    assert list(a) == [7, 0, 7, 0]
    k[1, 4](a, n=5)
    assert (a == 5).all()
    with pytest.raises(OverflowError, match="`n`"):
        k[1, 4](a, 2**40)
    with pytest.raises(TypeError, match="`a`"):
        k[1, 4](np.zeros(4), 1)

    @cuda.jit(void(float32[:], int32))
    def typed(a, n):
        a[cuda.grid(1)] = n

    typed[1, 4](a, 6)
    assert (a == 6).all()


def test_overloads():
    @cuda.jit(["void(float32[:])", void(int64[:])])
    def k(a):
        a[0] = 9.7

    a, b = np.zeros(1, np.float32), np.zeros(1, np.int64)
    k[1, 1](a)
    k[1, 1](b)
    assert a[0] == np.float32(9.7) and b[0] == 9
    with pytest.raises(TypeError, match="No matching definition"):
        k[1, 1](np.zeros(1, np.complex64))


def test_declared_device_function():
    @cuda.jit("float32(float32)", device=True)
    def half(x):
        return x / 2

    @cuda.jit
    def k(a):
        a[0] = half(7)

    a = np.zeros(1)
    k[1, 1](a)
    assert a[0] == 3.5
    with pytest.raises(RuntimeError, match="device function"):
        half(1)
    with pytest.raises(RuntimeError, match="device function"):
        half[1, 1](1)


def test_keywords_and_defaults():
    a = np.zeros(2)
    count_up[1, 2](a)
    count_up[1, 2](a=a, by=10)
    count_up[1, 2](by=100, a=a)
    assert list(a) == [111, 111]
    for args, kwargs, message in [
        ((), {}, "misses the argument `a`"),
        ((a, 1, 2), {}, "takes 2 arguments, not 3"),
        ((a,), {"a": a}, "two values for argument `a`"),
        ((a,), {"c": a}, "no parameter `c`"),
    ]:
        with pytest.raises(TypeError, match=message):
            count_up[1, 2](*args, **kwargs)


def test_rest_of_the_arguments():
    @cuda.jit
    def total(out, first, *rest):
        out[0] = first + len(rest)
        for each in rest:
            out[0] += each

    out = np.zeros(1)
    total[1, 1](out, 1)
    assert out[0] == 1
    total[1, 1](out, 1, 20, 0.5)
    assert out[0] == 23.5
    total[1, 1](out, 1, np.float32(4))
    assert out[0] == 6
    total[1, 1](out, first=2)
    assert out[0] == 2
    with pytest.raises(TypeError, match="misses the argument `first`"):
        total[1, 1](out)


def test_geometry():
    @cuda.jit
    def k(a):
        x, y, z = cuda.grid(3)
        a[x, y, z] = 1

    a = np.zeros((4, 6, 2))
    k[(2, 3, 1), (2, 2, 2)](a)
    assert a.all()
    a[:] = 0
    k[[2, 3], (np.int32(2), 2, 2), 0, 0](a)
    assert a.all()
    b = np.zeros(1)
    for key in [(1.5, 1), ("1", 1), ((1, None), 1)]:
        with pytest.raises(TypeError, match="dim must be a sequence of integers, got "):
            count_up[key](b)
    for key in [((1, 1, 1, 1), 1), ((), 1), (-1, 1), (2**33, 1), (1,), (1, 1, 0, 0, 0)]:
        with pytest.raises(ValueError):
            count_up[key](b)
    with pytest.raises(cuda.CudaAPIError, match="CUDA_ERROR_INVALID_VALUE"):
        count_up[0, 1](b)
    with pytest.raises(ValueError, match="launch configuration"):
        count_up(b)


def test_dynamic_shared_memory():
    @cuda.jit
    def k(a):
        s = cuda.shared.array(0, float32)
        a[0] = s.size
        s[cuda.threadIdx.x] = cuda.threadIdx.x
        cuda.syncthreads()
        a[1] = s[31]

    a = np.zeros(2)
    k[1, 32, 0, 128](a)
    assert list(a) == [32, 31]


def test_configure_forall_specialize():
    a = np.zeros(300)
    count_up.forall(300)(a)
    count_up.forall(300, tpb=32)(a, by=2)
    count_up.forall(0)(a)
    count_up.configure(10, 32)(a)
    assert (a == 4).all()
    with pytest.raises(ValueError):
        count_up.forall(-1)
    special = count_up.specialize(a, 1)
    assert special.specialized and special.signatures == [(float64[::1], int64)]
    special[10, 32](a, 1)
    assert (a == 5).all()
    with pytest.raises(TypeError):
        special[10, 32](np.zeros(3, np.int8), 1)


def test_random_states():
    @cuda.jit
    def k(states, out):
        i = cuda.grid(1)
        out[i] = xoroshiro128p_uniform_float32(states, i)

    states = create_xoroshiro128p_states(64, seed=1)
    # SplitMix64's first word of seed 1.
    assert states.copy_to_host()[0].tolist() == (10451216379200822465,) * 2
    out = np.zeros(64, np.float32)
    k[2, 32](states, out)
    assert len(set(out)) == 64 and (out >= 0).all() and (out < 1).all()
    later = create_xoroshiro128p_states(4, seed=1, subsequence_start=2).copy_to_host()
    fresh = create_xoroshiro128p_states(64, seed=1).copy_to_host()
    np.testing.assert_array_equal(later, fresh[2:6])


def test_pickle():
    def make(n):
        @cuda.jit("void(float64[:], int64)")
        def k(a, m=2):
            a[0] = scaled(m * n)

        return k

    again = pickle.loads(pickle.dumps(make(4)))
    a = np.zeros(1)
    again[1, 1](a)
    assert a[0] == 26
    again[1, 1](a, m=1)
    assert a[0] == 14
    assert pickle.loads(pickle.dumps(again)).__name__ == "k"


def test_options():
    @cuda.jit(
        fastmath=True,
        max_registers=32,
        launch_bounds=(128, 2),
        lineinfo=True,
        opt=True,
        inline="always",
        cache=True,
        lto=False,
    )
    def k(a):
        a[0] = math.sin(a[0])

    ptx = k.inspect_asm("void(float32[:])")
    for part in (
        "sin.approx",
        ".maxnreg 32",
        ".maxntid 128",
        ".minnctapersm 2",
        ".loc",
    ):
        assert part in ptx
    with pytest.raises(NotImplementedError):
        cuda.jit(boundscheck=True)
    with pytest.raises(DeprecationWarning):
        cuda.jit(argtypes=[int32])
    with pytest.raises(TypeError, match="no option `nonsense`"):
        cuda.jit(nonsense=1)
    # What is decorated already is decorated anew.
    assert cuda.jit(count_up).py_func is count_up.py_func
    assert cuda.jit("void(int64[:])")(count_up) is not count_up


def test_typing_of_numba():
    def halve(a):
        a[0] = a[0] * 0.1

    weak, numba = np.array([3], np.float32), np.array([3], np.float32)
    cuda.jit(halve)[1, 1](weak)
    cuda.jit(halve, typing="numba")[1, 1](numba)
    assert weak[0] == np.float32(3) * np.float32(0.1)
    assert numba[0] == np.float32(np.float64(np.float32(3)) * 0.1)


def test_compile():
    def k(a):
        a[0] = 1

    ptx, result = cuda.compile_ptx(k, "void(float32[:])", cc=(9, 0))
    assert ".target sm_90" in ptx and ".entry k" in ptx and result == types.void
    assert cuda.compile(k, void(float32[:]), device=False, abi="numba")[0]
    assert cuda.compile_ptx_for_current_device(k, "(float32[:],)")[0]
    with pytest.raises(TypeError, match="void return type"):
        cuda.compile_ptx(k, "int32(float32[:])")
    for options in ({"output": "ltoir"}, {"device": False, "abi": "c"}):
        with pytest.raises(NotImplementedError):
            cuda.compile(k, "void(float32[:])", **options)


def test_inspect(capsys):
    @cuda.jit
    def k(a):
        s = cuda.shared.array(16, float32)
        s[0] = 1
        a[0] = s[0]

    k[1, 1](np.zeros(1, np.float32))
    key = (float32[::1],)
    assert k.signatures == [key]
    # Texts find them, too.
    assert k.overloads["(float32[::1])"] is k.overloads[("float32[::1]",)]
    assert ".entry k" in k.inspect_asm()[key]
    assert "define" in k.inspect_llvm()[key]
    assert k.inspect_asm("(float32[::1])") == k.inspect_asm()[key]
    k.inspect_types()
    assert "kernel k(a: f32[::1])" in capsys.readouterr().out
    assert k.get_shared_mem_per_block()[key] == 64
    assert k.get_max_threads_per_block()[key] == 1024
    is_cpu = cuda.get_current_device().is_cpu
    assert (k.get_regs_per_thread()[key] == 0) == is_cpu
    assert k.get_local_mem_per_thread() == k.get_const_mem_size() == {key: 0}
    assert k.overloads[key].max_cooperative_grid_blocks(32) > 1
    shows = find_tool("nvdisasm") or find_tool("cuobjdump")
    if shows and (not is_cpu or find_tool("ptxas")):
        assert "EXIT" in k.inspect_sass()[key]
    else:
        with pytest.raises(RuntimeError):
            k.inspect_sass()


def test_leaks():
    import resource

    a = cuda.to_device(np.zeros(4))
    host = np.zeros(4)

    def launch(count):
        for _ in range(count):
            count_up[1, 4](a)
            count_up[(1, 1), (2, 2), 0, 8](host, 2)
            cuda.device_array(1000)

    launch(500)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    launch(10000)
    # 20,000 launches that kept 100 bytes each would be 2 MB.
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 1500


def test_references():
    import sys

    a = cuda.to_device(np.zeros(4))
    host = np.zeros(4)
    objects = (a, host, count_up, None, cuda.stream())
    count_up[1, 4](host)
    before = [sys.getrefcount(item) for item in objects]
    for _ in range(100):
        count_up[1, 4, objects[4]](a)
        count_up[1, 4](host, by=1)
        with pytest.raises(TypeError):
            count_up[1, 4](host, "x")
    after = [sys.getrefcount(item) for item in objects]
    assert [y - x for x, y in zip(before, after) if abs(y - x) > 5] == []


def test_threads():
    import threading

    @cuda.jit
    def k(a, n):
        a[cuda.grid(1)] += n

    def work(a, n, failures):
        try:
            for _ in range(50):
                k[1, 8](a, n)
        except Exception as error:
            failures.append(error)

    failures = []
    arrays = [np.zeros(8, name) for name in ("f4", "f8", "i4", "i8") for _ in range(2)]
    threads = [threading.Thread(target=work, args=(a, 2, failures)) for a in arrays]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
    assert all((a == 100).all() for a in arrays)


@pytest.mark.skipif(
    not cuda.get_current_device().is_cpu,
    reason="the driver is lost to the children of a process that uses it",
)
def test_forked_processes():
    import os

    a = np.zeros(1000)
    count_up[10, 128](a)
    child = os.fork()
    if child == 0:
        # The device's threads are the parent's: they start anew.
        status = 1
        try:
            count_up[10, 128](a)
            status = 0 if (a == 2).all() else 2
        finally:
            os._exit(status)
    assert os.waitpid(child, 0)[1] == 0
    count_up[10, 128](a)
    assert (a == 2).all()


def test_explain():
    @cuda.jit
    def k(a, b):
        s = cuda.shared.array(8, float32)
        s[0] = a[0] * 0.5
        b[0] = s[0] + b[0]

    with pytest.raises(ValueError, match="launch it, or give a signature"):
        cuda.explain(k)
    k[1, 1](np.ones(1, np.float32), np.ones(1, np.float32))
    text = str(cuda.explain(k))
    assert "k(float32[::1], float32[::1])" in text and "shared memory: 32 bytes" in text
    assert "float64 arithmetic: none" in text and "kernel k(a: f32[::1]" in text
    wide = cuda.explain(k, "void(float32[:], float64[:])")
    assert "add.rn.f64" in str(wide)
    shown = wide._repr_html_()
    assert (
        "<th>PTX</th>" in shown and ".entry k" in shown and "s[0] = a[0] * 0.5" in shown
    )


def test_extensions():
    class Wrapped:
        """An array in a box."""

        def __init__(self, array):
            self.array = array

    class Unwrap:
        """Takes it out, and counts what was launched."""

        done = 0

        def prepare_args(self, ty, val, stream, retr):
            if isinstance(val, Wrapped):
                retr.append(self.count)
                return ty, val.array
            return ty, val

        def count(self):
            self.done += 1

    unwrap = Unwrap()

    @cuda.jit(extensions=[unwrap])
    def k(a, n=4):
        a[0] = n

    box = Wrapped(np.zeros(1))
    k[1, 1](box)
    assert box.array[0] == 4
    k[1, 1](n=5, a=box)
    assert box.array[0] == 5 and unwrap.done == 2


def test_launch_bounds():
    def k(a):
        a[0] = 1

    with pytest.raises(NotImplementedError):
        cuda.jit(k, launch_bounds=(128, 2, 4))[1, 1](np.zeros(1))
    cuda.jit(k, launch_bounds=128)[1, 1](np.zeros(1))
