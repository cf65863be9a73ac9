"""The host API, row by row: memory, arrays on the device, streams, devices."""

import asyncio
import re
import time

import numpy as np
import pytest

import pyk2ptx
from pyk2ptx import cuda, types

ON_CPU = pytest.mark.skipif(
    not cuda.get_current_device().is_cpu, reason="it is about the CPU device"
)


@cuda.jit
def fill(a, value):
    i = cuda.grid(1)
    if i < a.size:
        a[i] = value


# ---- memory ----


def test_to_device_and_back():
    host = np.arange(12, dtype=np.float32).reshape(3, 4)
    for array in (
        host,
        host.T,
        host[::2, ::-1],
        np.asfortranarray(host),
        host[:0],
        host[0, 0],
    ):
        device = cuda.to_device(array)
        assert device.shape == array.shape and device.dtype == array.dtype
        back = device.copy_to_host()
        np.testing.assert_array_equal(back, array)
        assert back is not array
    device = cuda.to_device(host)
    assert cuda.to_device(device) is device
    assert device.copy_to_host(np.empty_like(host)).sum() == host.sum()
    into = np.empty((4, 3), np.float32).T
    assert device.copy_to_host(into) is into and (into == host).all()
    assert cuda.to_device([1, 2, 3]).dtype == np.int64
    to = cuda.device_array_like(host)
    assert cuda.to_device(host, to=to) is to and (to.copy_to_host() == host).all()
    with pytest.raises(ValueError):
        device.copy_to_host(np.empty(5, np.float32))
    with pytest.raises(TypeError):
        device.copy_to_host(np.empty((3, 4)))


def test_device_array():
    assert cuda.device_array(3).dtype == np.float64
    assert cuda.device_array((2, 3), np.int8, order="F").is_f_contiguous()
    assert cuda.device_array((2, 3), types.int16).dtype == np.int16
    strided = cuda.device_array((2, 3), np.int8, strides=(-8, 2))
    strided[:] = np.arange(6).reshape(2, 3)
    assert strided.copy_to_host().tolist() == [[0, 1, 2], [3, 4, 5]]
    host = np.zeros((2, 3), order="F")
    like = cuda.device_array_like(host)
    assert like.shape == (2, 3) and like.is_f_contiguous()
    assert cuda.device_array_like(like).is_f_contiguous()
    with pytest.raises(ValueError):
        cuda.device_array(-1)


def test_copies():
    a, b = cuda.to_device(np.arange(6.0)), cuda.device_array(6)
    b.copy_to_device(a)
    assert b.copy_to_host().tolist() == list(range(6))
    b.copy_to_device(np.ones(6))
    assert b.copy().copy_to_host().tolist() == [1] * 6
    b.copy_to_device(a[::-1])
    assert b.copy_to_host().tolist() == [5, 4, 3, 2, 1, 0]
    for wrong, error in [
        (np.ones(5), ValueError),
        (np.ones(6, np.float32), TypeError),
        (cuda.to_device(np.ones(5)), ValueError),
        (cuda.to_device(np.ones(6, "f4")), TypeError),
    ]:
        with pytest.raises(error):
            b.copy_to_device(wrong)
    odd = cuda.to_device(np.arange(7, dtype=np.uint8))
    odd[1:].copy_to_device(odd.copy()[:-1])
    assert odd.copy_to_host().tolist() == [0, 0, 1, 2, 3, 4, 5]


def test_slices():
    host = np.arange(24.0).reshape(4, 6)
    device = cuda.to_device(host)
    for key in (
        1,
        -1,
        (slice(None), 2),
        (slice(None, None, -1), slice(1, 5, 2)),
        (1, 2),
        (Ellipsis, 0),
        (slice(0),),
        None,
        (1, slice(None), None),
        np.int8(2),
    ):
        got = device[key]
        got = got.copy_to_host() if isinstance(got, cuda.DeviceNDArray) else got
        np.testing.assert_array_equal(got, host[key])
    np.testing.assert_array_equal(device.T.copy_to_host(), host.T)
    np.testing.assert_array_equal(device.transpose((1, 0)).copy_to_host(), host.T)
    np.testing.assert_array_equal(
        device.reshape(3, 8).copy_to_host(), host.reshape(3, 8)
    )
    np.testing.assert_array_equal(
        device.reshape((-1, 2)).copy_to_host(), host.reshape(-1, 2)
    )
    np.testing.assert_array_equal(device.ravel().copy_to_host(), host.ravel())
    np.testing.assert_array_equal(device[None].squeeze().copy_to_host(), host)
    np.testing.assert_array_equal(
        device.view(np.int64).copy_to_host(), host.view(np.int64)
    )
    parts = [part.copy_to_host().tolist() for part in device.ravel().split(10)]
    assert [len(part) for part in parts] == [10, 10, 4]
    with pytest.raises(IndexError):
        device[9]
    with pytest.raises(NotImplementedError):
        device[[1, 2]]
    with pytest.raises(NotImplementedError):
        device.T.reshape(24)
    assert (
        len(device) == 4
        and device.size == 24
        and device.nbytes == 192
        and device.ndim == 2
    )
    assert (
        device.alloc_size == 192 and device.itemsize == 8 and device.strides == (48, 8)
    )
    assert device.flags["C_CONTIGUOUS"] and device.T.is_f_contiguous()
    assert device.device_ctypes_pointer.value == device.address
    assert np.asarray(device).sum() == host.sum()
    assert "(4, 6)" in repr(device)


def test_item_assignment():
    host = np.arange(24.0).reshape(4, 6)
    device = cuda.to_device(host)
    device[1:3, ::2] = host[1:3, ::2] = 5
    device[0] = cuda.to_device(np.ones(6))
    host[0] = 1
    device[3, 1] = host[3, 1] = -1
    device[:, 1:3] = host[:, 1:3] = np.arange(2)
    np.testing.assert_array_equal(device.copy_to_host(), host)
    device[...] = 0
    assert not device.copy_to_host().any()
    fill[1, 32](device[::2].T[1], 3)
    assert device.copy_to_host()[:, 1].tolist() == [3, 0, 3, 0]


def test_host_memory():
    for make in (cuda.pinned_array, cuda.mapped_array, cuda.managed_array):
        array = make((2, 3), np.float32)
        array[:] = 1
        assert array.dtype == np.float32 and array.shape == (2, 3)
        fill[1, 32](array.reshape(-1), 4)
        cuda.synchronize()
        assert (array == 4).all()
        assert make(3).dtype == np.float64
        assert make((2, 2), order="F").flags.f_contiguous
    mapped = cuda.mapped_array((2, 3))
    mapped[:] = 2
    kept = mapped
    mapped += 1
    assert mapped is kept and type(mapped[0] * 2) is np.ndarray
    assert type(mapped.sum()) is np.float64 and np.add(mapped, 1, out=mapped) is kept
    assert mapped.sum() == 24 and (mapped == 4).all() is np.True_
    assert cuda.pinned_array_like(np.zeros((2, 3), order="F")).flags.f_contiguous
    assert cuda.mapped_array_like(np.zeros(4, np.int8)).dtype == np.int8
    host = np.zeros(4)
    with cuda.pinned(host), cuda.defer_cleanup():
        fill[1, 32](host, 1)
    with cuda.mapped(host) as device:
        fill[1, 32](device, 2)
    assert host.tolist() == [2] * 4


def test_in_out():
    a, b, c = np.ones(4), np.ones(4), np.ones(4)
    fill[1, 32](cuda.In(a), 5)
    fill[1, 32](cuda.Out(b), 5)
    fill[1, 32](cuda.InOut(c), 5)
    assert (a == 1).all() and (b == 5).all() and (c == 5).all()


def test_read_only_and_unaligned_arrays():
    @cuda.jit
    def double(a, out):
        i = cuda.grid(1)
        if i < a.size:
            out[i] = 2 * a[i]
            a[i] = 0

    fixed = np.arange(4.0)
    fixed.flags.writeable = False
    out = np.zeros(4)
    double[1, 4](fixed, out)
    assert out.tolist() == [0, 2, 4, 6] and fixed.tolist() == [0, 1, 2, 3]
    odd = np.zeros(33, np.uint8)[1:].view(np.float64)
    odd[:] = 3
    double[1, 4](odd, out)
    assert out.tolist() == [6] * 4 and not odd.any()


@pytest.mark.parametrize("shape", [(6, 10), (10, 6)])
def test_layouts(shape):
    @cuda.jit
    def double(a, out):
        i, j = cuda.grid(2)
        if i < a.shape[0] and j < a.shape[1]:
            out[i, j] = a[i, j] * 2

    base = np.arange(60.0).reshape(shape)
    for a in (
        base,
        base.T,
        base[::2, ::-3],
        np.asfortranarray(base),
        base[:0],
        np.broadcast_to(base[0], shape),
        base[:, :1],
    ):
        out = np.zeros(a.shape)
        double[(2, 2), (8, 8)](a, out)
        np.testing.assert_array_equal(out, a * 2)
        device = cuda.device_array_like(out)
        double[(2, 2), (8, 8)](cuda.to_device(a), device)
        np.testing.assert_array_equal(device.copy_to_host(), a * 2)


def test_zero_and_eight_axes():
    @cuda.jit
    def one(a):
        a[()] = 1

    a = np.zeros(())
    one[1, 1](a)
    assert a == 1

    @cuda.jit
    def last(a):
        a[0, 0, 0, 0, 0, 0, 0, 1] = 1

    b = np.zeros((1,) * 7 + (2,))
    last[1, 1](b)
    assert b.ravel().tolist() == [0, 1]
    with pytest.raises((TypeError, ValueError), match="8 dimensions"):
        fill[1, 1](np.zeros((1,) * 9), 1)


def test_refused_arguments():
    a = np.zeros(2)
    for value, word in [
        ([1], "lists"),
        ("text", "str"),
        (object(), "object"),
        (np.datetime64("2020-01-01", "3D"), "steps of 3"),
        (np.bytes_(b"abc"), "S3"),
        (np.zeros(2, ">f4"), "byte order"),
        (np.zeros(2, object), "object"),
        (np.zeros(2, ">U3"), "byte order"),
        (np.zeros(2, "M8[7D]"), "steps of 7"),
        (np.longdouble(1), "longdouble|float128"),
    ]:
        with pytest.raises(TypeError, match=word):
            fill[1, 1](a, value)
    with pytest.raises(OverflowError):
        fill[1, 1](a, 2**64)


def test_other_libraries_arrays():
    class Foreign:
        """An array of the host's, as PyTorch's are."""

        def __init__(self, array):
            self.array = array

        def __dlpack__(self, **options):
            return self.array.__dlpack__(**options)

        def __dlpack_device__(self):
            return self.array.__dlpack_device__()

    array = np.zeros(4)
    fill[1, 32](Foreign(array), 3)
    assert array.tolist() == [3] * 4
    # What is read-only is read, and never written.
    array.flags.writeable = False
    fill[1, 32](Foreign(array), 4)
    assert array.tolist() == [3] * 4


def test_cuda_array_interface():
    device = cuda.to_device(np.zeros(3))
    assert cuda.is_cuda_array(device) and not cuda.is_cuda_array(np.zeros(3))
    assert cuda.as_cuda_array(device) is device
    # An address of the host's is none that CuPy could use.
    is_cpu = cuda.get_current_device().is_cpu
    assert hasattr(device, "__cuda_array_interface__") != is_cpu
    with pytest.raises(TypeError):
        cuda.as_cuda_array(np.zeros(3))


@ON_CPU
def test_refused_memory_functions():
    with pytest.raises(NotImplementedError, match="other processes"):
        cuda.to_device(np.zeros(1)).get_ipc_handle()
    with pytest.raises(ValueError, match="opens no handles"):
        with cuda.open_ipc_array(bytes(64), 3, np.float32):
            pass


# ---- streams and events ----


def test_streams():
    host = np.zeros(4)
    for stream in (
        cuda.stream(),
        cuda.default_stream(),
        cuda.legacy_default_stream(),
        cuda.per_thread_default_stream(),
        cuda.external_stream(0),
        0,
        None,
    ):
        fill[1, 32, stream](host, 1)
    stream = cuda.stream()
    with stream.auto_synchronize() as same:
        assert same is stream
        device = cuda.to_device(host, stream=stream)
        fill[1, 32, stream](device, 2)
        device.copy_to_host(host, stream=stream)
    assert (host == 2).all() and stream.query()
    assert isinstance(int(stream), int) and stream.__cuda_stream__()[0] == 0
    bound = device.bind(stream)
    assert bound.stream is stream and bound.copy_to_host().tolist() == [2] * 4
    assert "stream" in repr(stream)


def test_callbacks():
    seen = []
    stream = cuda.stream()
    stream.add_callback(lambda *parts: seen.append(parts), "argument")
    stream.synchronize()
    for _ in range(500):
        if seen:
            break
        time.sleep(0.01)
    assert seen == [(stream, 0, "argument")]

    async def wait():
        return await stream.async_done()

    assert asyncio.run(wait()) is stream


def test_events():
    start, end = cuda.event(), cuda.event()
    stream = cuda.stream()
    with pytest.raises(ValueError):
        cuda.event_elapsed_time(start, end)
    start.record(stream)
    start.wait(stream)
    end.record()
    end.synchronize()
    assert start.query() and cuda.event_elapsed_time(start, end) >= 0
    untimed = cuda.event(timing=False)
    untimed.record(stream)
    untimed.synchronize()
    assert untimed.query()


# ---- devices ----


@ON_CPU
def test_devices(capsys):
    assert cuda.is_available() and cuda.is_supported_version()
    assert len(cuda.gpus) == len(cuda.list_devices()) == 1
    assert [device.id for device in cuda.gpus] == [
        0
    ] and cuda.gpus.current == cuda.gpus[0]
    with pytest.raises(IndexError):
        cuda.gpus[1]
    device = cuda.get_current_device()
    assert (
        device.is_cpu
        and device.name.startswith(b"CPU")
        and "CPU device 0" in repr(device)
    )
    assert device.MAX_THREADS_PER_BLOCK == 1024 and device.WARP_SIZE == 32
    assert device.MULTIPROCESSOR_COUNT > 0 and device.compute_capability == (7, 5)
    assert device.supports_float16 and not device.supports_bfloat16
    with pytest.raises(AttributeError):
        device.NO_SUCH_ATTRIBUTE
    assert cuda.detect()
    assert re.search("Found 1 CPU device", capsys.readouterr().out)
    with cuda.gpus[0]:
        fill[1, 1](np.zeros(1), 1)
    context = cuda.select_device(0)
    context.synchronize()
    assert context.get_memory_info().free <= context.get_memory_info().total
    assert cuda.current_context().device == device == cuda.current_context(0).device
    device.reset()
    cuda.close()
    fill[1, 1](np.zeros(1), 1)

    @cuda.require_context
    def add(a, b=1):
        return a + b

    assert add(1, b=3) == 4
    with cuda.profiling():
        cuda.profile_start()
        cuda.profile_stop()
    assert cuda.runtime.get_version() == (0, 0)


# ---- names ----


def test_names_of_kernels():
    from pyk2ptx.cuda import atomic, grid, libdevice, shared, threadIdx

    for name in (grid, atomic.add, shared.array, libdevice.sinf):
        with pytest.raises(TypeError, match="kernels alone"):
            name(1)
    for use in (
        lambda: threadIdx.x + 1,
        lambda: int(threadIdx.x),
        lambda: threadIdx.x < 2,
    ):
        with pytest.raises(TypeError, match="cuda.threadIdx.x works in kernels alone"):
            use()


def test_types():
    f = pyk2ptx.float32
    assert repr(f[:, ::1]) == "float32[:, ::1]" and f[::1, :].ndim == 2
    assert f[:] == types.Array(f, 1, "A") and f[::1] == types.Array(f, 1, "C")
    assert repr(types.Array(f, 0, "C")) == "Array(float32, 0, 'C')"
    assert repr(pyk2ptx.void(f[:], types.int32)) == "void(float32[:], int32)"
    assert repr(types.UniTuple(f, 2)) == "UniTuple(float32, 2)"
    assert repr(types.Tuple((f, types.int8))) == "Tuple((float32, int8,))"
    assert repr(types.CPointer(f)) == "CPointer(float32)"
    assert types.f8 == types.double == types.float64 and f(1.5) == np.float32(1.5)
    assert type(types.int8(3)) is np.int8 and hash(f) == hash(types.f4)
    assert pyk2ptx.from_dtype(np.dtype("i4")) == types.int32
    assert f[:, :].dtype == f
    with pytest.raises(TypeError):
        f[1:]
    for value, name in [
        (1, "int64"),
        (2.0, "float"),
        (np.float32(1), "float32"),
        (np.zeros((2, 2), "i2"), "int16[:, ::1]"),
        ((1, 2), "UniTuple(int64, 2)"),
        (np.zeros((4, 4))[::2, ::2], "float64[:, :]"),
        (None, "none"),
    ]:
        assert repr(types.typeof(value)) == name
    import pickle

    assert pickle.loads(pickle.dumps(f[:])) == f[:]


def test_modules_of_numba():
    from pyk2ptx import errors
    from pyk2ptx.cuda import devicearray
    from pyk2ptx.cuda.cudadrv import driver, error
    from pyk2ptx.cuda.cudadrv.devicearray import DeviceNDArray

    assert driver.CudaAPIError is cuda.CudaAPIError is errors.CudaAPIError
    assert error.CudaSupportError is cuda.CudaSupportError
    assert devicearray.is_cuda_ndarray(cuda.device_array(1))
    assert DeviceNDArray is cuda.DeviceNDArray
    assert set(pyk2ptx.__all__ if hasattr(pyk2ptx, "__all__") else []) <= set(
        dir(pyk2ptx)
    )
    for name in ("cuda", "float32", "void", "vectorize", "from_dtype"):
        assert name in dir(pyk2ptx) and getattr(pyk2ptx, name)
    with pytest.raises(AttributeError):
        pyk2ptx.no_such_name
    with pytest.raises(AttributeError):
        cuda.no_such_name


def test_a_device_by_its_number():
    device = cuda.cudadrv.driver.Device(0)
    assert (device.id, device.name) == (0, cuda.gpus[0].name)
    assert device.compute_capability == cuda.gpus[0].compute_capability
    with pytest.raises(AttributeError, match="a device has no attribute 'names'"):
        device.names
