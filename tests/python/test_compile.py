"""What a kernel is compiled of, beyond arrays and numbers: functions as arguments,
device arrays as globals, records that are stored to; and cuda.compile.
"""

import math
import pickle

import numpy as np
import pytest

import pyk2ptx
from pyk2ptx import cuda, float64, types

PAIR = np.dtype([("a", np.float32), ("b", np.int32), ("m", np.float64, (2,))])


# ---- functions as arguments ----


@cuda.jit(device=True)
def square(x):
    return x * x


def cube(x):
    return x * x * x


@cuda.jit
def apply(f, a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i] = f(a[i])


def test_functions_are_arguments():
    a = np.arange(5.0)
    out = np.zeros(5)
    for function, expected in (
        (square, a**2),
        (cube, a**3),
        (lambda x: x + 1, a + 1),
        (math.sqrt, np.sqrt(a)),
        (np.cos, np.cos(a)),
        (square, a**2),
    ):
        apply[1, 32](function, a, out)
        np.testing.assert_array_equal(out, expected)
    names = [str(key[0]) for key in apply.overloads]
    assert names[:2] == ["constant(square)", "constant(cube)"]
    # One overload for each function, not for each launch.
    assert len(names) == 5


def test_a_function_argument_with_a_closure():
    def make(n):
        @cuda.jit(device=True)
        def add(x):
            return x + n

        return add

    a, out = np.arange(4.0), np.zeros(4)
    for n in (3, 40):
        apply[1, 4](make(n), a, out)
        np.testing.assert_array_equal(out, a + n)


def test_specialized_for_a_function():
    out = np.zeros(3)
    special = apply.specialize(cube, np.arange(3.0), out)
    special[1, 3](cube, np.arange(3.0), out)
    np.testing.assert_array_equal(out, [0, 1, 8])
    with pytest.raises(TypeError, match="No matching definition|cannot"):
        special[1, 3](square, np.arange(3.0), out)


def test_types_are_arguments():
    @cuda.jit
    def convert(dtype, x, out):
        out[0] = dtype(x)

    out = np.zeros(1)
    convert[1, 1](np.int32, 2.75, out)
    assert out[0] == 2
    convert[1, 1](types.float32, 0.1, out)
    assert out[0] == np.float32(0.1)


def test_what_is_no_function():
    with pytest.raises(TypeError, match="object of type object cannot be passed"):
        apply[1, 1](object(), np.zeros(1), np.zeros(1))


def test_a_pickled_kernel_and_function():
    kernel, function = pickle.loads(pickle.dumps((apply, square)))
    a, out = np.arange(5.0), np.zeros(5)
    kernel[1, 32](function, a, out)
    np.testing.assert_array_equal(out, a**2)
    kernel[1, 32](cube, a, out)
    np.testing.assert_array_equal(out, a**3)


def test_variants_of_a_pickled_kernel():
    kernel = pickle.loads(pickle.dumps(apply))
    a, out = np.arange(3.0), np.zeros(3)
    kernel.specialize(square, a, out)[1, 3](square, a, out)
    np.testing.assert_array_equal(out, a**2)
    with pytest.raises(cuda.CheckError, match="a\\[3\\]|index 3|outside"):
        cuda.check(pickle.loads(pickle.dumps(outside_of)))[1, 4](a)


@cuda.jit
def outside_of(a):
    a[cuda.grid(1)] = 1


def test_pickled_functions_in_one_kernel():
    first, second = pickle.loads(pickle.dumps((square, cuda.jit(cube, device=True))))

    @cuda.jit
    def both(a, out):
        out[0] = first(a[0])
        out[1] = second(a[0])

    a, out = np.full(1, 3.0), np.zeros(2)
    both[1, 1](a, out)
    np.testing.assert_array_equal(out, [9, 27])


# ---- device arrays as globals ----


def test_device_arrays_are_captured_where_they_are():
    table = cuda.to_device(np.arange(6, dtype=np.float32).reshape(2, 3))

    @cuda.jit(device=True)
    def at(i, j):
        return table[i, j]

    @cuda.jit
    def use(out):
        i, j = cuda.grid(2)
        if i < table.shape[0] and j < table.shape[1]:
            out[i, j] = at(i, j) + len(table)
            table[i, j] = -table[i, j]

    out = np.zeros((2, 3))
    use[1, (2, 3)](out)
    first = np.arange(6).reshape(2, 3)
    np.testing.assert_array_equal(out, first + 2)
    np.testing.assert_array_equal(table.copy_to_host(), -first)
    # It is the array, not its content when the kernel was compiled.
    table.copy_to_device(np.full((2, 3), 7, np.float32))
    use[1, (2, 3)](out)
    np.testing.assert_array_equal(out, np.full((2, 3), 9.0))
    with pytest.raises(TypeError, match="address of a device array"):
        pickle.dumps(use)


def test_a_captured_array_of_records_is_kept():
    def make():
        rows = cuda.to_device(np.array([(1, 2, (3, 4))], PAIR))

        @cuda.jit
        def bump(out):
            rows[0].a += 1
            out[0] = rows[0].a + rows[0].m[1]

        return bump

    kernel = make()
    out = np.zeros(1)
    kernel[1, 1](out)
    kernel[1, 1](out)
    assert out[0] == 7


@pytest.mark.skipif(not cuda.get_current_device().is_cpu, reason="there it is one")
def test_arrays_of_a_gpu_are_not_captured_here():
    class Foreign:
        """As CuPy's are: no address of this device."""

        __cuda_array_interface__ = {
            "shape": (1,),
            "typestr": "<f8",
            "data": (4096, False),
            "version": 3,
        }

    foreign = Foreign()

    @cuda.jit
    def use(out):
        out[0] = foreign[0]

    with pytest.raises(pyk2ptx.errors.TypingError, match="it is an array on a GPU"):
        use[1, 1](np.zeros(1))


def test_bounds_of_a_captured_array():
    table = cuda.to_device(np.zeros(3))

    @cuda.jit(bounds="raise")
    def outside(i):
        table[i] = 1

    with pytest.raises(IndexError, match="table"):
        outside[1, 1](3)
        cuda.synchronize()


@pytest.mark.skipif(not cuda.get_current_device().is_cpu, reason="it is on the GPU")
def test_checks_with_a_captured_array():
    table = cuda.to_device(np.zeros(3))

    @cuda.jit
    def outside(i, out):
        out[0] = table[i]

    with pytest.raises(cuda.CheckError, match="table"):
        cuda.check(outside)[1, 1](3, np.zeros(1))
    cuda.check(outside)[1, 1](2, np.zeros(1))


@cuda.jit
def copy_all(a, b):
    i = cuda.grid(1)
    if i < b.size:
        b[i] = a[i]


def test_checks_of_an_argument_that_is_written_as_another():
    x = np.zeros(65)
    checked = cuda.check(copy_all)
    checked[1, 64](x[:64].copy(), x[1:])
    with pytest.raises(cuda.CheckError, match="race on `a\\[1\\]`"):
        checked[1, 64](x[:64], x[1:])
    with pytest.raises(cuda.CheckError, match="race"):
        checked[2, 32](x[:64], x[63::-1])
    # One element after the other.
    checked[1, 64](x[:64], x[:64])
    two = np.zeros((64, 2))
    checked[1, 64](two[:, 0], two[:, 1])


@pytest.mark.skipif(not cuda.get_current_device().is_cpu, reason="it is on the GPU")
def test_checks_of_an_argument_that_is_written_as_a_captured_array():
    table = cuda.to_device(np.zeros(65))

    @cuda.jit
    def shift(a):
        i = cuda.grid(1)
        table[i + 1] = a[i]

    cuda.check(shift)[1, 64](np.zeros(64))
    with pytest.raises(cuda.CheckError, match="race"):
        cuda.check(shift)[1, 64](table[:64])


def test_checks_with_records_that_are_stored_to():
    record = np.zeros(1, PAIR)[0]
    cuda.check(change)[1, 1](record, np.zeros(1))
    assert record["a"] == 5
    with pytest.raises(cuda.CheckError, match="race"):
        cuda.check(change)[1, 32](record, np.zeros(1))


def test_strided_arrays_are_not_captured():
    table = cuda.to_device(np.zeros((4, 4))).T[::2]

    @cuda.jit
    def use(out):
        out[0] = table[0, 0]

    with pytest.raises(pyk2ptx.errors.TypingError, match="pass it instead"):
        use[1, 1](np.zeros(1))


# ---- records ----


@cuda.jit
def change(r, out):
    out[0] = r.a
    r.a = 5.0
    r["b"] += 1
    r.m[1] = r.m[0] * 2


def test_what_is_stored_in_a_record_comes_back(recwarn):
    rows = np.array([(1, 2, (3, 4)), (5, 6, (7, 8))], PAIR)
    out = cuda.to_device(np.zeros(1))
    for _ in range(2):
        change[1, 1](rows[1], out)
    assert rows[1].item()[:2] == (5.0, 8)
    np.testing.assert_array_equal(rows[1]["m"], [7, 14])
    np.testing.assert_array_equal(rows[0]["m"], [3, 4])
    assert not recwarn.list


def test_records_by_signature():
    text = "record(a: float32, b: int32, m: float64[2])"

    @cuda.jit(f"void({text}, float64[:])")
    def stated(r, out):
        r.b = 3
        out[0] = r.a

    record = np.ones(1, PAIR)[0]
    special = change.specialize(record, np.zeros(1))
    special[1, 1](record, np.zeros(1))
    assert record["b"] == 2
    assert change.specialize(record, np.zeros(1)) is special
    assert list(change.specializations.values()) == [special]
    for kernel in (special, stated):
        with pytest.raises(RuntimeError, match="already specialized"):
            kernel.specialize(record, np.zeros(1))
    record = np.ones(1, PAIR)[0]
    stated[1, 1](record, np.zeros(1))
    assert record["b"] == 3


def test_device_functions_store_in_records():
    @cuda.jit(device=True)
    def reset(r, value):
        r.b = value

    @cuda.jit
    def kernel(r, n):
        reset(r, n)

    record = np.zeros(1, PAIR)[0]
    kernel[1, 1](record, 9)
    assert record["b"] == 9


def test_read_records_are_values():
    @cuda.jit(device=True)
    def total(r):
        return r.a + r.b

    @cuda.jit
    def read(r, out):
        out[0] = total(r) + r.m[1]

    record = np.array([(1, 2, (3, 4))], PAIR)[0]
    out = np.zeros(1)
    read[1, 1](record, out)
    assert out[0] == 7
    [overload] = read.overloads.values()
    assert not overload.types[0].startswith("place")


def test_a_record_and_a_read_only_array():
    source = np.arange(3.0)
    source.setflags(write=False)

    @cuda.jit
    def copy(r, a):
        r.a = a[2]

    record = np.zeros(1, PAIR)[0]
    copy[1, 1](record, source)
    assert record["a"] == 2


# ---- cuda.compile ----


def test_a_device_function_is_compiled():
    ptx, result = cuda.compile(square, "float32(float32)")
    assert result == types.float32
    assert ".visible .func  (.param .b32 func_retval0) square(" in ptx
    ptx, result = cuda.compile(cube, (types.int32,), abi_info={"abi_name": "my_cube"})
    assert result == types.int64 and ".visible .func" in ptx and "my_cube(" in ptx
    # What the signature says is what comes out.
    ptx, result = cuda.compile(cube, "int32(int32)")
    assert result == types.int32


def test_numbas_convention():
    ptx, result = cuda.compile(
        square, types.float64(types.float64), abi="numba", cc=(9, 0)
    )
    assert result == types.float64 and ".target sm_90" in ptx
    head = ptx[ptx.index(".visible .func") :]
    assert head.count(".param .b64 square_param_") == 2
    assert "func_retval0" in head and "st.b64" in head


def test_arrays_of_device_functions():
    def first(a):
        return a[0]

    ptx, result = cuda.compile(first, "float32(float32[:])")
    # meminfo, parent, elements, bytes of one, address, extent, stride
    assert ptx.count(".param .b64 first_param_") == 7


def test_kernels_are_compiled():
    def kernel(a):
        a[cuda.grid(1)] = 1

    ptx, result = cuda.compile_ptx(kernel, "(float32[::1],)")
    assert ".visible .entry kernel(" in ptx and result == types.void
    [code], result = cuda.compile_all(
        kernel, "void(int8[:])", device=False, abi="numba"
    )
    assert ".entry" in code
    with pytest.raises(TypeError, match="void return type"):
        cuda.compile_ptx(kernel, "int32(int32[:])")


def test_what_compile_refuses():
    with pytest.raises(NotImplementedError, match="C ABI is not supported for kernels"):
        cuda.compile(cube, "void(int32[:])", device=False)
    with pytest.raises(NotImplementedError, match="libNVVM.*output='ptx'"):
        cuda.compile(cube, "int32(int32)", output="ltoir")
    with pytest.raises(NotImplementedError, match="Unsupported ABI: fast"):
        cuda.compile(cube, "int32(int32)", abi="fast")
    with pytest.raises(NotImplementedError, match="Unsupported output type: sass"):
        cuda.compile(cube, "int32(int32)", output="sass")
    with pytest.raises(
        pyk2ptx.errors.TypingError, match="cannot be exported.*tuple|Tuple"
    ):
        cuda.compile(cube, "float32(UniTuple(float32, 2))")
    with pytest.raises(pyk2ptx.errors.TypingError, match="is no name of C's"):
        cuda.compile(cube, "int32(int32)", abi_info={"abi_name": "a b"})
    with pytest.raises(
        pyk2ptx.errors.TypingError, match="1 types.*2 parameters|2 types"
    ):
        cuda.compile(cube, "int32(int32, int32)")


# ---- linked code ----


def test_linkable_code(monkeypatch):
    code = cuda.CUSource('extern "C" __device__ int one(void) { return 1; }')
    one = cuda.declare_device("one", "int32()", link=code, abi="c")

    @cuda.jit(link=[cuda.PTXSource(b"// nothing")])
    def kernel(out):
        out[0] = one()

    assert kernel._options.link[0].endswith(".ptx") and one.link[0].endswith(".cu")
    with open(one.link[0], "rb") as file:
        assert file.read() == code.data
    # The same code is the same file.
    assert cuda.declare_device("one", "int32()", link=code).link == one.link
    with pytest.raises(TypeError, match="callback"):
        cuda.Object(b"", setup_callback=1)


def test_linked_code_is_in_the_machine_code():
    from pyk2ptx.cuda._sass import find_tool

    if not find_tool("nvcc") or not find_tool("nvlink"):
        pytest.skip("no nvcc or nvlink")
    code = cuda.CUSource('extern "C" __device__ int two(void) { return 2; }')
    two = cuda.declare_device("two", "int32()", link=code, abi="c")

    @cuda.jit
    def kernel(out):
        out[0] = two()

    assert kernel._cubin(("int32[::1]",))[:4] == b"\x7fELF"


# ---- what is known of overloads ----


def test_resources_by_signature():
    @cuda.jit
    def kernel(a):
        tile = cuda.shared.array(8, np.float64)
        tile[cuda.threadIdx.x] = a[0]
        a[0] = tile[0]

    kernel[1, 8](np.zeros(1))
    assert kernel.get_shared_mem_per_block() == {(float64[::1],): 64}
    assert kernel.get_shared_mem_per_block("void(float64[::1])") == 64
    [overload] = kernel.overloads.values()
    assert overload.max_cooperative_grid_blocks(32) > 0
    assert sum(kernel.stats.cache_misses.values()) == 1
    assert sum(kernel.stats.cache_hits.values()) == 0


def test_exports_are_kept_on_disk(tmp_path, run_program):
    (tmp_path / "cache").mkdir(mode=0o700)
    program = """
    from pyk2ptx import cuda, types

    def half(x):
        return x / 2

    ptx, result = cuda.compile(half, (types.int32,), abi_info={"abi_name": "h"})
    assert result == types.float64 and "h_param_0" in ptx
    """
    environment = {"PYK2PTX_CACHE": "1", "PYK2PTX_CACHE_DIR": str(tmp_path / "cache")}
    run_program(program, **environment)
    kept = sorted((tmp_path / "cache").rglob("*"))
    assert kept
    run_program(program, **environment)
    assert sorted((tmp_path / "cache").rglob("*")) == kept
