"""Names of numba's that programs and its own tests use: types as classes, modules,
options and their warnings, what a dispatcher knows of itself."""

import pickle
import sys
import warnings

import numpy as np
import pytest

from pyk2ptx import carray, cuda, errors, float32, float64, int32, int64, types, void
from pyk2ptx.cuda import config, devicearray

PAIR = np.dtype([("a", np.int32), ("b", np.float32, (2,))], align=True)


# ---- types ----


def test_classes_of_types():
    for spelling, cls in {
        "boolean": types.Boolean,
        "uint8": types.Integer,
        "float16": types.Float,
        "complex64": types.Complex,
        "void": types.NoneType,
        "float32[:, ::1]": types.Array,
        "Array(int8, 0, 'C')": types.Array,
        "Tuple((int64, float32[:]))": types.Tuple,
        "UniTuple(int64, 3)": types.UniTuple,
        "Optional(int32)": types.Optional,
        "CPointer(int32)": types.CPointer,
        "datetime64[ms]": types.NPDatetime,
        "timedelta64": types.NPTimedelta,
        "UnicodeCharSeq(4)": types.UnicodeCharSeq,
        "record(a: int32[3])": types.Record,
        "record(a: int32)[::1]": types.Array,
    }.items():
        found = types.Type(getattr(types, spelling, types.Type(spelling)).name)
        assert type(found) is cls and pickle.loads(pickle.dumps(found)) == found
        assert not isinstance(found, types.Integer) or isinstance(found, types.Number)


def test_parts_of_types():
    assert (types.int8.minval, types.int8.maxval, types.uint64.minval) == (-128, 127, 0)
    assert types.float16.bitwidth == 16 and types.complex64.underlying_float == float32
    assert int32 in types.signed_domain and types.uint8 in types.integer_domain
    matrix = types.Array(float32, 2, "F")
    assert (matrix, matrix.dtype, matrix.ndim) == (float32[::1, :], float32, 2)
    assert (matrix.layout, matrix.is_f_contig, matrix.is_c_contig) == ("F", True, False)
    assert matrix.copy(layout="A") == float32[:, :]
    assert types.Array(int32, 0, "C").ndim == 0
    with pytest.raises(ValueError, match="layout"):
        types.Array(int32, 1, "B")
    pair = types.Tuple((int32, float32[:, :]))
    assert pair.types == (int32, float32[:, :]) and pair[1].ndim == 2 and len(pair) == 2
    assert list(types.UniTuple(int64, 2)) == [int64, int64]
    assert types.Optional(int32).type == types.CPointer(int32).dtype == int32
    assert types.NPDatetime("ms").unit == "ms" and types.CharSeq(5).count == 5
    record = types.from_dtype(PAIR)
    assert record.size == 12 and record.offset("b") == 4 and len(record) == 2
    assert record.typeof("b") == float32
    assert types.typeof(np.zeros((2, 3))) == float64[:, ::1]


def test_a_program_s_own_type():
    class Mine(types.Type):
        def __init__(self):
            super().__init__(name="Mine")

    assert Mine().name == "Mine" and Mine() == Mine()


def test_vector_types():
    from pyk2ptx.cuda.vector_types import float32x4, vector_types

    four = vector_types["float32x4"]
    assert (four.base_type, four.num_elements) == (float32, 4)
    assert four.user_facing_object is cuda.float4 is cuda.float32x4 is float32x4
    assert cuda.longlong2 is cuda.long2 is cuda.int64x2


# ---- modules ----


def test_numpy_support():
    from pyk2ptx.cuda.misc.special import literal_unroll
    from pyk2ptx.cuda.np import numpy_support
    from pyk2ptx.cuda.typing import signature
    from pyk2ptx.cuda.typing.typeof import typeof

    assert numpy_support.from_dtype(np.dtype("f4")) == float32
    assert numpy_support.as_dtype(types.NPDatetime("D")) == np.dtype("M8[D]")
    assert numpy_support.numpy_version == tuple(map(int, np.__version__.split(".")[:2]))
    assert signature(void, int32) == void(int32) and typeof(1) == int64
    assert literal_unroll and numpy_support.carray and numpy_support.farray


def test_errors():
    assert issubclass(errors.ForbiddenConstruct, errors.LoweringError)
    assert issubclass(errors.NumbaTypeError, errors.TypingError)
    assert issubclass(errors.NumbaIRAssumptionWarning, errors.NumbaPedanticWarning)
    assert pickle.loads(pickle.dumps(errors.RedefinedError("x"))).args == ("x",)


# ---- what is set in config ----


def test_debug_warns(monkeypatch):
    @cuda.jit("void()", opt=False, debug=True)
    def quiet():
        pass

    for options in ({}, {"opt": True}, {"opt": False, "lineinfo": True}):
        with pytest.warns(errors.NumbaInvalidConfigWarning):
            cuda.jit(debug=True, **options)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        cuda.jit(debug=True, opt=False)
        monkeypatch.setattr(config, "OPT", config._OptLevel(0))
        cuda.jit(debug=True)
    monkeypatch.setattr(config, "OPT", config._OptLevel("max"))
    monkeypatch.setattr(config, "CUDA_DEBUGINFO_DEFAULT", 1)
    with pytest.warns(errors.NumbaInvalidConfigWarning, match="not supported by CUDA"):
        cuda.jit()


def test_small_grids_warn(monkeypatch):
    @cuda.jit
    def nothing():
        pass

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        nothing[1, 1]()
    config.CUDA_LOW_OCCUPANCY_WARNINGS = 1
    try:
        with pytest.warns(
            errors.NumbaPerformanceWarning, match="Grid size 2 .*low occ"
        ):
            nothing[(1, 2), 1]
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            nothing[4096, 1]()
            monkeypatch.setattr(config, "DISABLE_PERFORMANCE_WARNINGS", 1)
            nothing[1, 2]()
    finally:
        config.CUDA_LOW_OCCUPANCY_WARNINGS = 0


def test_options_are_checked():
    with pytest.raises(ValueError, match="Got 4 launch bounds"):
        cuda.jit(launch_bounds=(1, 2, 3, 4))
    for value, message in ((101, "between -1 and 100"), ("Most", "Invalid carveout")):
        with pytest.raises(ValueError, match=message):
            cuda.jit(shared_memory_carveout=value)
    for key, message in (
        ((2.0, 3), r"griddim must be a sequence of integers, got \[2.0\]"),
        ((2, (1, 2, 3, 4)), r"blockdim .* 1, 2 or 3 integers, got \[1, 2, 3, 4\]"),
    ):
        with pytest.raises((TypeError, ValueError), match=message):
            cuda.jit(lambda: None)[key]
    ptx, _ = cuda.compile_ptx(lambda: None, (), launch_bounds=(128, 2))
    assert ".maxntid 128" in ptx and ".minnctapersm 2" in ptx


# ---- dispatchers ----


def test_overloads_of_signatures():
    @cuda.jit(["void(float32[::1])", "void(int64[:])"])
    def clear(a):
        a[0] = 0

    assert list(clear.overloads) == [(float32[::1],), (int64[:],)]
    overload = clear.overloads[(float32[::1],)]
    assert not overload.cooperative and overload.signature == types.none(float32[::1])
    assert clear.overloads["void(int64[:])"].max_cooperative_grid_blocks((8, 4)) > 0
    with pytest.raises(KeyError):
        clear.overloads[(int32,)]
    assert clear.overloads.get((int32,)) is None

    @cuda.jit
    def meet(a):
        a[0] = 1
        cuda.cg.this_grid().sync()

    meet[1, 1](np.zeros(1))
    assert [overload.cooperative for overload in meet.overloads.values()] == [True]


def test_inspect_device_functions():
    @cuda.jit("float32(float32)", device=True)
    def half(x):
        return x / 2

    assert ".func" in half.inspect_asm()[(float32,)]
    made = half.compile_device((float32,))
    assert made.signature == float32(float32)
    assert made.fndesc.mangled_name in made.ptx == half.inspect_asm((float32,))
    with pytest.raises(RuntimeError, match="SASS of a device function"):
        half.inspect_sass()
    with pytest.raises(
        RuntimeError, match="Cannot compile a device function as a kern"
    ):
        half[1, 1](1)


def test_extensions():
    class Double:
        def prepare_args(self, ty, value, stream, retr):
            assert ty in (float64[::1], int64)
            retr.append(lambda: done.append(ty))
            return ty, value * 2 if ty == int64 else value

    @cuda.jit
    def store(a, n):
        a[0] = n

    done, a = [], np.zeros(1)
    assert store.extensions == []
    store[1, 1](a, 2)
    store.extensions.append(Double())
    store[1, 1](a, 4)
    assert a[0] == 8 and done == [float64[::1], int64]


def test_a_pickled_launch():
    @cuda.jit
    def store(a):
        a[cuda.grid(1)] = 1

    again = pickle.loads(pickle.dumps(store[2, (3, 1)]))
    a = np.zeros(6)
    again(a)
    assert a.all() and again.griddim == (2, 1, 1) and again.blockdim == (3, 1, 1)


def test_declared_functions():
    assert cuda.declare_device("f", int32(float32[:])).sig == int32(float32[:])
    for without in ("(float32[:],)", (float32[:],)):
        with pytest.raises(TypeError, match="Return type must be provided"):
            cuda.declare_device("f", without)


def test_addresses_are_ints():
    @cuda.jit(types.void(types.CPointer(types.f4), int64))
    def add(place, n):
        a = carray(place, (2,))
        a[1] += n

    a = cuda.to_device(np.ones(2, np.float32))
    add[1, 1](int(a.gpu_data.device_pointer), 3)
    assert a.copy_to_host().tolist() == [1, 4]


def test_numbers_that_cross():
    def half(x):
        return x * x

    for number in ("float16", "bfloat16", "complex64", "complex128", "timedelta64[D]"):
        function = half if "time" not in number else lambda x: x
        for abi in ("c", "numba"):
            ptx, made = cuda.compile(
                function,
                f"({number})",
                abi=abi,
                abi_info={"abi_name": "crossing"},
            )
            assert made.name == number and ".visible .func" in ptx
    pair, _ = cuda.compile(half, "(complex64)", abi="numba")
    assert pair.count("func_retval0") and "_param_2" in pair


def test_sections_for_debuggers():
    @cuda.jit("void(int32[:])", debug=True, opt=False)
    def store(a):
        a[0] = 1

    @cuda.jit("void(int32[:])")
    def fast(a):
        a[0] = 1

    [ptx] = store.inspect_asm().values()
    assert (
        ".section\t.debug_info" in ptx and "debug" in ptx[: ptx.index(".address_size")]
    )
    [ptx] = fast.inspect_asm().values()
    assert ".debug_info" not in ptx
    a = np.zeros(1, np.int32)
    store[1, 1](a)
    assert a[0] == 1


def test_lines_of_exported_functions():
    ptx, _ = cuda.compile(twice, "(float32)", lineinfo=True)
    assert "test_numba_names.py" in ptx and ".loc" in ptx


def twice(x):
    return x + x


def test_a_kernel_that_returns():
    for signature in ("float32(float32[:])", "(float32[:],)"):
        with pytest.raises(TypeError, match="must have void return type"):
            cuda.compile_ptx(lambda a: a[0], signature)


# ---- arrays ----


def test_arrays_by_their_layout():
    made = cuda.cudadrv.devicearray.DeviceNDArray((1, 10), (800, 8), np.float64)
    assert made.flags["C_CONTIGUOUS"] and made.flags["F_CONTIGUOUS"]
    again = devicearray.DeviceNDArray((1, 10), (800, 8), np.float64, 0, made.gpu_data)
    assert again.gpu_data == made.gpu_data and hash(again.gpu_data) == hash(
        made.gpu_data
    )
    like = devicearray.from_array_like(np.zeros((2, 3), order="F"))
    assert like.strides == (8, 16) and like.gpu_data != made.gpu_data
    for array in (made, like.T, cuda.to_device(np.zeros((4, 6)))[::2, ::2]):
        core = devicearray.array_core(array)
        assert devicearray.is_contiguous(array) == core.flags["C_CONTIGUOUS"]
    assert devicearray.is_contiguous(np.broadcast_to(np.arange(3), (2, 3)))


def test_records_by_their_dtype():
    record = devicearray.DeviceRecord(PAIR)
    assert (record.shape, record.strides, record.alloc_size) == ((), (), 12)
    host = np.array([(3, (4, 5))], PAIR)
    for source in (host[0], host.view(np.recarray)[0]):
        record.copy_to_device(source)
        back = np.zeros(1, PAIR)
        target = back[0]
        record.copy_to_host(target)
        assert target == host[0]
    assert devicearray.from_record_like(record).gpu_data != record.gpu_data


def test_streams_of_arrays():
    stream = cuda.stream()
    for array in (
        cuda.device_array(3, stream=stream),
        cuda.to_device(np.zeros(3), stream=stream),
        cuda.device_array_like(np.zeros(3), stream=stream),
    ):
        assert array.stream is stream
    assert cuda.device_array(3).stream == 0
    event = cuda.event()
    event.record(stream=stream)
    event.synchronize()


def test_transpose():
    from pyk2ptx.cuda.kernels.transpose import transpose

    a = np.arange(6.0).reshape(2, 3)
    out = cuda.device_array((3, 2))
    assert transpose(cuda.to_device(a), out) is out
    for made in (out, transpose(cuda.to_device(a))):
        np.testing.assert_array_equal(made.copy_to_host(), a.T)
    with pytest.raises(ValueError, match="two axes"):
        transpose(cuda.device_array(3))


def test_config_is_a_module():
    assert sys.modules["pyk2ptx.cuda.config"] is config
