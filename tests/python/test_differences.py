"""What differs from numba: each row of the table in runtime/python/README.md."""

import math
import pathlib
import re
import warnings

import numpy as np
import pytest

from fake_program import VECADD
from pyk2ptx import cuda, errors, guvectorize, njit, types, vectorize

README = pathlib.Path(__file__).parents[2] / "runtime" / "python" / "README.md"


def rows_of_the_table():
    text = README.read_text(encoding="utf-8")
    section = text.split("## What differs from numba")[1].split("\n\n")[1]
    rows = [line.strip("|").split("|")[0].strip() for line in section.splitlines()]
    assert rows[0] == "" and set(rows[1]) <= set("- ")
    return rows[2:]


TESTS = {}


def row(name):
    """The test of a row, by its first cell."""

    def remember(function):
        TESTS[name] = function.__name__
        return function

    return remember


def test_each_row_has_a_test():
    assert rows_of_the_table() == list(TESTS)


@row("`float32 * 0.5`")
def test_a_number_beside_float32():
    def store(a, o):
        # The nearest float32 to 0.1 is not the nearest float64.
        o[0] = a[0] + 0.1

    a, o = np.ones(1, np.float32), np.zeros(1)
    cuda.jit(store)[1, 1](a, o)
    assert o[0] == np.float32(1) + np.float32(0.1)
    cuda.jit(typing="numba")(store)[1, 1](a, o)
    assert o[0] == 1 + 0.1


@row("an index outside")
def test_an_index_outside():
    def move(a, o, i):
        o[0] = a[i]
        o[i] = 5

    a, o = np.full(4, 7.0), np.full(4, 7.0)
    cuda.jit(move)[1, 1](a, o, 9)
    assert o.tolist() == [0, 7, 7, 7]
    with pytest.raises(IndexError, match="index 9"):
        cuda.jit(bounds="raise")(move)[1, 1](a, o, 9)
        cuda.synchronize()
    sig = (types.float64[:], types.float64[:], types.int64)
    kernels = [cuda.jit(bounds=mode)(move) for mode in ("none", "guard")]
    unguarded, guarded = (kernel.inspect_asm(sig).count("setp") for kernel in kernels)
    assert unguarded < guarded


@row("`assert`, `raise` with `debug=True`")
def test_assert_in_a_device_function():
    @cuda.jit(device=True)
    def checked(x):
        assert x > 0
        return x

    @cuda.jit(debug=True, opt=False)
    def kernel(o):
        o[0] = checked(o[0])

    with pytest.raises(AssertionError):
        kernel[1, 1](np.zeros(1))


@row("`debug=True`")
def test_debug_waits(run_program, fake_driver):
    run_program(
        """
        import ctypes, os, struct
        import numpy as np
        from pyk2ptx import cuda

        def store(a):
            a[9] = 1

        fake = ctypes.CDLL(os.environ["PYK2PTX_LIBCUDA"])
        # abi.h's Report: an index that is outside.
        report = struct.pack("8I2q2I", 2, 0, 0, 0, 0, 3, 0, 0, 9, 4, 0, 0)
        a = cuda.to_device(np.zeros(4))
        fake.fakeSetReport(report)
        try:
            cuda.jit(debug=True, opt=False)(store)[1, 32](a)
        except IndexError:
            pass
        else:
            raise SystemExit("it did not wait")
        fake.fakeSetReport(report)
        cuda.jit(bounds="raise")(store)[1, 32](a)
        """,
        **fake_driver,
    )


@row("signatures")
def test_signatures():
    with pytest.raises(cuda.CompileError, match="nowhere"):

        @cuda.jit("void(float32[:])")
        def wrong(a):
            a[0] = nowhere  # noqa: F821

    @cuda.jit("void(float32[:])")
    def right(a):
        a[0] = 1

    assert not right._units
    right.compile("void(float32[:])")
    assert right._units


@row("keyword arguments, defaults")
def test_keyword_arguments():
    @cuda.jit
    def kernel(o, first, second=3):
        o[0] = 10 * first + second

    o = np.zeros(1)
    kernel[1, 1](o, first=2)
    assert o[0] == 23
    kernel[1, 1](second=4, first=1, o=o)
    assert o[0] == 14


def plain(x):
    return x + 1


@row("plain Python functions called in kernels")
def test_plain_functions():
    @cuda.jit
    def kernel(o):
        o[0] = plain(o[0])

    o = np.zeros(1)
    kernel[1, 1](o)
    assert o[0] == 1


@row("`cache=True`")
def test_cache(tmp_path, run_program):
    program = """
        import os, sys
        import numpy as np
        from pyk2ptx import cuda

        @cuda.jit(cache=True)
        def kernel(o):
            o[0] = 1

        kernel[1, 1](np.zeros(1))
        stats = kernel.stats
        print(sum(stats.cache_hits.values()), sum(stats.cache_misses.values()))
        assert os.listdir(os.path.dirname(__file__)) == ["program.py"]
    """
    folder = tmp_path.with_name(tmp_path.name + "-cache")
    kept = {"PYK2PTX_CACHE_DIR": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    assert run_program(program, **kept) == "0 1\n"
    assert list(folder.iterdir())
    assert run_program(program, **kept) == "1 0\n"
    assert run_program(program, PYK2PTX_CACHE="0", **kept) == "0 1\n"


captured = cuda.to_device(np.zeros(2))


@row("device arrays as globals")
def test_device_arrays_as_globals():
    @cuda.jit
    def kernel(o):
        o[0] = captured[0]
        captured[1] = 6

    o = np.zeros(1)
    for value in (3, 4):
        captured[0] = value
        kernel[1, 1](o)
        assert o[0] == value
    assert captured[1] == 6


@row("`compile_all`")
def test_compile_all():
    texts, result = cuda.compile_all(plain, "float32(float32)")
    assert ".visible .func" in texts[0] and result == types.float32


@row("`inline=`, `forceinline=`, `lto=`")
def test_options_of_no_effect():
    @cuda.jit(device=True, inline="always", forceinline=True, lto=True)
    def twice(x):
        return 2 * x

    @cuda.jit(lto=False)
    def kernel(o):
        o[0] = twice(o[0])

    o = np.ones(1)
    kernel[1, 1](o)
    assert o[0] == 2


@row("memory is freed")
def test_memory_is_freed_at_once(run_program, fake_driver):
    run_program(
        VECADD
        + """
    array = cuda.to_device(one)
    alive = live()
    del array
    assert live() == alive - 1
    array = cuda.to_device(one)
    with cuda.defer_cleanup():
        del array
        assert live() == alive
    assert live() == alive - 1
    """,
        **fake_driver,
    )


@row("strided views, assignments with broadcasting")
def test_strided_views():
    host = np.arange(24).reshape(4, 6)
    device = cuda.to_device(host)
    assert (device[::2, ::-3].T.copy_to_host() == host[::2, ::-3].T).all()
    device[1:3, ::2] = np.array([7, 8, 9])
    host[1:3, ::2] = [7, 8, 9]
    assert (device.copy_to_host() == host).all()


@row("`forall`")
def test_forall(run_program, fake_driver):
    run_program(
        VECADD
        + """
    class Launch(ctypes.Structure):
        _fields_ = [("entry", ctypes.c_char * 64), ("grid", ctypes.c_uint * 3),
                    ("block", ctypes.c_uint * 3), ("shared", ctypes.c_uint)]

    fake.fakeLastLaunch.restype = ctypes.POINTER(Launch)
    da, db, dc = (cuda.to_device(np.zeros(1000, np.float32)) for _ in range(3))
    def blocks():
        last = fake.fakeLastLaunch().contents
        return last.grid[0], last.block[0]

    vecadd.forall(1000)(da, db, dc)
    # By occupancy alone there would be one block.
    assert blocks() == (8, 128)
    vecadd.forall(10**6)(da, db, dc)
    assert blocks() == (977, 1024)
    vecadd.forall(1000, tpb=512)(da, db, dc)
    assert blocks() == (2, 512)
    """,
        **fake_driver,
    )


@row("`device.reset()`, `cuda.close()`")
def test_the_context_stays():
    array = cuda.to_device(np.arange(3))
    cuda.get_current_device().reset()
    cuda.close()
    assert array.copy_to_host().tolist() == [0, 1, 2]


@row("`stream.add_callback`")
def test_later_work_does_not_wait_for_callbacks(run_program, fake_driver):
    run_program(
        VECADD
        + """
    import threading
    gate, called = threading.Event(), threading.Event()
    stream = cuda.stream()
    stream.add_callback(lambda *_: (gate.wait(20), called.set()))
    arrays = [cuda.to_device(one) for _ in range(3)]
    vecadd[1, 100, stream](*arrays)
    stream.synchronize()
    assert arrays[2].copy_to_host()[0] == 2 and not called.is_set()
    gate.set()
    assert called.wait(20)
    """,
        **fake_driver,
    )


@row("the simulator")
def test_the_simulator_is_the_cpu_device(run_program):
    shown = run_program(
        """
        import os
        del os.environ["PYK2PTX_DEVICE"]
        os.environ["NUMBA_ENABLE_CUDASIM"] = "1"
        import numpy as np
        from pyk2ptx import cuda

        @cuda.jit
        def kernel(o):
            o[cuda.threadIdx.x] = cuda.shfl_down_sync(0xFFFFFFFF, cuda.laneid, 1)

        o = np.zeros(32, np.int32)
        kernel[1, 32](o)
        print(o[0], o[30], cuda.current_context().device.name)
        try:
            cuda.check(kernel)[1, 64](o)
        except cuda.CheckError as error:
            print("index" in str(error))
        """
    )
    assert re.fullmatch(r"1 31 b?'?.*\nTrue\n", shown), shown


@row("`vectorize`, `guvectorize`")
def test_targets():
    for target in ("cpu", "parallel", "cuda"):

        @vectorize(["float32(float32)"], target=target)
        def double(x):
            return 2 * x

        array = cuda.to_device(np.arange(3, dtype=np.float32))
        assert isinstance(double(array), cuda.DeviceNDArray)


@row("an int that does not fit its typed parameter")
def test_an_int_that_does_not_fit():
    @cuda.jit("void(int32[:], int32)")
    def kernel(o, x):
        o[0] = x

    o = np.zeros(1, np.int32)
    with pytest.raises(OverflowError, match="int32"):
        kernel[1, 1](o, 0xFFFFFFFF)
    kernel[1, 1](o, np.uint32(0xFFFFFFFF).astype(np.int32))
    assert o[0] == -1


@row("a float divided by zero with `debug=True`")
def test_a_float_divided_by_zero():
    @cuda.jit("void(float32[:], float32, float32)", debug=True, opt=False)
    def divide(o, x, y):
        o[0] = x / y

    o = np.zeros(1, np.float32)
    divide[1, 1](o, 1, 0)
    assert o[0] == np.inf


@row("an int beside float16")
def test_an_int_beside_float16():
    def add(o, a, n):
        o[0] = a[0] + n

    a, o = np.ones(1, np.float16), np.zeros(1, np.float32)
    cuda.jit(add)[1, 1](o, a, 4096)
    assert o[0] == np.float16(4097)
    cuda.jit(typing="numba")(add)[1, 1](o, a, 4096)
    assert o[0] == 4097


@row("`opt=False`")
def test_the_same_numbers_without_optimisation():
    def fused(x, y, z):
        return x * y + z

    for opt in (False, True):
        ptx, _ = cuda.compile(fused, "(float64, float64, float64)", opt=opt)
        assert "fma.rn.f64" in ptx


@row("`fastmath=True` and `tanh` for sm_75")
def test_tanh_of_fastmath():
    for cc in ((7, 5), (8, 0)):
        ptx, _ = cuda.compile(lambda x: math.tanh(x), "(float32)", fastmath=True, cc=cc)
        assert ("tanh.approx" in ptx) == (cc == (8, 0))


TABLE = np.arange(100.0)


@row("`cuda.const.array_like`")
def test_constant_arrays():
    @cuda.jit("void(float64[:], int64)")
    def look(o, i):
        table = cuda.const.array_like(TABLE)
        o[0] = table[i]

    [ptx] = look.inspect_asm().values()
    assert "ld.global.nc" in ptx and "ld.const" not in ptx


@row("`T`, `transpose` of a view")
def test_transposed_views():
    a = cuda.to_device(np.zeros((10, 12)))
    view = a[::2, ::2].T
    assert view.strides == (16, 192) and view.owner is a.owner
    view[...] = 1
    assert a.copy_to_host().sum() == 30


@row("packed records")
def test_packed_records():
    dtype = np.dtype([("a", "i4"), ("b", "f8")])

    @cuda.jit((types.from_dtype(dtype)[:],))
    def move(r):
        r[0].a = r[0].b

    records = np.array([(0, 123)], dtype)
    move[1, 1](records)
    assert records["a"] == 123


@row("a kernel that has the grid's group")
def test_cooperative_kernels():
    @cuda.jit("void()")
    def has():
        cuda.cg.this_grid()

    assert not has.overloads[()].cooperative


@row("two device signatures that are equally near")
def test_equally_near_signatures():
    sigs = ["float64(float32, float64)", "float64(float64, float32)"]

    @cuda.jit(sigs, device=True)
    def add(a, b):
        return a + b

    @cuda.jit
    def kernel(o, x):
        o[0] = add(x, x)

    with pytest.raises(cuda.CompileError, match="equally near"):
        kernel[1, 1](np.zeros(1), np.float64(1))


@row("a device array of another type, to a gufunc")
def test_converted_device_arrays():
    @guvectorize(["void(float32[:], float32[:])"], "(n)->(n)", target="cuda")
    def copy(a, b):
        for i in range(a.size):
            b[i] = a[i]

    made = copy(cuda.to_device(np.arange(3.0)))
    assert made.dtype == np.float32 and made.copy_to_host().tolist() == [0, 1, 2]


@row("`print`")
def test_print(run_program):
    shown = run_program(
        f"""
        import numpy as np
        from pyk2ptx import cuda

        @cuda.jit
        def many(x):
            print({", ".join(["x"] * 33)})

        @cuda.jit
        def half():
            print(cuda.types.bfloat16(0.9375))

        many[1, 1](7)
        half[1, 1]()
        cuda.synchronize()
        """
    )
    assert shown.split() == ["7"] * 33 + ["0.9375"]


@row("a list as a shape in kernels")
def test_a_list_as_a_shape():
    @cuda.jit
    def kernel(o):
        tile = cuda.shared.array([2, 3], types.float32)
        o[0] = tile.size

    o = np.zeros(1)
    kernel[1, 1](o)
    assert o[0] == 6


@row("a variable that no path has set")
def test_a_variable_that_no_path_has_set():
    @cuda.jit
    def kernel(o, n):
        if n > 0:
            x = 1
            o[0] = x
        else:
            o[0] = x  # noqa: F821

    with pytest.raises(cuda.CompileError, match="before it is assigned"):
        kernel[1, 1](np.zeros(1), 0)


@row("small grids")
def test_small_grids():
    kernel = cuda.jit(lambda: None)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        kernel[1, 1]()
    cuda.config.CUDA_LOW_OCCUPANCY_WARNINGS = 1
    try:
        with pytest.warns(errors.NumbaPerformanceWarning, match="low occupancy"):
            kernel[1, 2]
    finally:
        cuda.config.CUDA_LOW_OCCUPANCY_WARNINGS = 0


@row("`shared_memory_carveout=`, the third of `launch_bounds=`")
def test_what_the_driver_is_not_told():
    def kernel(o):
        o[0] = 1

    texts = {
        cuda.jit("void(int32[:])", **options)(kernel).inspect_asm()["void(int32[:])"]
        for options in ({}, {"shared_memory_carveout": 50})
    }
    assert len(texts) == 1
    with pytest.raises(NotImplementedError, match="third"):
        cuda.compile_ptx(kernel, "(int32[:],)", launch_bounds=(64, 1, 2))


@row("`float(x)` of a float32")
def test_float_of_a_float32():
    @cuda.jit
    def square(o, a):
        o[0] = float(a[0]) * a[0]

    assert cuda.compile(lambda x: float(x), "(float32)")[1] == types.float64
    assert cuda.compile(lambda x: np.float32(x), "(float32)")[1] == types.float32
    a, o = np.array([1 + 2**-23], np.float32), np.zeros(1)
    square[1, 1](o, a)
    assert o[0] == a[0] * a[0] == 1 + 2**-22


@row("`range` of a float")
def test_range_of_a_float():
    def count(o, x):
        for i in range(x):
            o[0] += 1

    o = np.zeros(1)
    with pytest.warns(errors.NumbaWarning, match="whole part"):
        cuda.jit(count)[1, 1](o, 2.5)
    assert o[0] == 2
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.simplefilter("ignore", errors.NumbaPerformanceWarning)
        cuda.jit(typing="numba")(count)[1, 1](o, 2.5)
    assert o[0] == 4


@row("a device function that the host calls")
def test_a_device_function_that_the_host_calls():
    @cuda.jit(device=True)
    def half(x):
        return x / 2

    with pytest.raises(RuntimeError, match="half is a device function"):
        half(3)
    assert half.py_func(3) == 1.5


@row("`njit`, where numba is not installed")
def test_njit_leaves_functions_to_python():
    def half(x):
        return x / 2

    assert njit(half) is half and njit("int32(int32)")(half)(3) == 1.5


@row("`numba.cuda.extending`, numba's IR and typing")
def test_there_is_no_extension_api(run_program):
    shown = run_program(
        """
        import pyk2ptx
        pyk2ptx.as_numba(force=True)
        for name in ("cuda.extending", "core.ir", "core.typing"):
            try:
                __import__(f"numba.{name}")
            except ModuleNotFoundError as error:
                print(error.name)
        """
    )
    assert shown.split() == [
        "numba.cuda.extending",
        "numba.core.ir",
        "numba.core.typing",
    ]


@row("a ufunc's arrays of no signature's types")
def test_arrays_are_cast_for_a_ufunc():
    @vectorize(["float32(float32, float32)", "float64(float64, float64)"])
    def add(a, b):
        return a + b

    mixed = add(np.ones(3, np.float32), np.full(3, 1e300))
    assert mixed.dtype == np.float64 and mixed[0] == 1e300
    assert add(np.ones(3, np.int16), np.ones(3, np.int16)).dtype == np.float32
    with pytest.raises(TypeError, match="no signature"):
        add(np.ones(3, np.complex64), np.ones(3, np.complex64))
