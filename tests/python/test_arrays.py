"""Arrays on a device: views, assignments, records, element types, DLPack."""

import numpy as np
import pytest

from pyk2ptx import cuda
from pyk2ptx._device import arrays as _arrays
from pyk2ptx.cuda._kernels import copy_elements

ON_CPU = pytest.mark.skipif(
    not cuda.get_current_device().is_cpu, reason="it is about the CPU device"
)
KEYS = [
    (slice(None, None, 2),),
    (slice(None, None, -1), slice(1, None, 3)),
    (Ellipsis, slice(None, None, -2)),
    (1, slice(None), slice(2, 5)),
    (slice(1, 3), -1),
    (slice(3, 1),),
    (slice(None), None, 2),
    Ellipsis,
]


def hosts():
    base = np.arange(4 * 6 * 5, dtype=np.float64).reshape(4, 6, 5)
    yield base
    yield np.asfortranarray(base)
    yield base.transpose(1, 0, 2).copy()


@pytest.mark.parametrize("key", KEYS, ids=str)
def test_assignment_to_views(key):
    for host in hosts():
        for value in (7, np.arange(host[key].size).reshape(host[key].shape) * -1.0):
            device, expected = cuda.to_device(host), host.copy()
            device[key] = value
            expected[key] = value
            np.testing.assert_array_equal(device.copy_to_host(), expected)
            np.testing.assert_array_equal(device[key].copy_to_host(), expected[key])
            # From another array on the device, of any layout, and one to be spread.
            source = cuda.to_device(np.asfortranarray(host * 2))
            device[key] = source[key]
            expected[key] = host[key] * 2
            np.testing.assert_array_equal(device.copy_to_host(), expected)
            device[key] = cuda.to_device(np.float64(3))
            expected[key] = 3
            np.testing.assert_array_equal(device.copy_to_host(), expected)


def test_assignment_converts_and_refuses():
    device = cuda.to_device(np.zeros((3, 4), np.int16))
    device[1] = cuda.to_device(np.arange(4.0))
    device[:, 0] = [7, 8, 9]
    assert device.copy_to_host().tolist() == [[7, 0, 0, 0], [8, 1, 2, 3], [9, 0, 0, 0]]
    for value in (np.zeros(3), cuda.to_device(np.zeros(3, np.int16))):
        with pytest.raises(ValueError):
            device[0] = value
    with pytest.raises(IndexError):
        device[5] = 1


@ON_CPU
@pytest.mark.parametrize("dtype", ["u1", "i2", "f4", "c16", "S3", "u1,f4,u1"])
@pytest.mark.parametrize("swap", [False, True])
def test_the_kernel_that_copies_elements(dtype, swap):
    """What copies arrays with gaps on a GPU, here on the CPU device."""
    host = np.random.default_rng(1).integers(0, 255, (5, 7, 3 * 16), np.uint8)
    host = host[:, :, : 3 * np.dtype(dtype).itemsize].copy().view(dtype)
    views = [host[::2, ::-3], host.transpose(2, 0, 1)[:, 1:3], host[1, 2, :1], host]
    for view in views:
        target = np.zeros(view.shape[::-1], dtype).T if swap else np.zeros_like(view)
        source, into = (_arrays._numpy.host_view(a) for a in (view, target))
        _arrays.copy_strided(source, into)
        np.testing.assert_array_equal(target, view)
    assert copy_elements.overloads


def test_views_keep_what_they_are():
    host = np.arange(24, dtype=np.int32).reshape(4, 6)
    device = cuda.to_device(host)
    for make in (
        lambda a: a.reshape(2, 12)[1],
        lambda a: a.reshape(-1, order="C"),
        lambda a: a.T.reshape(24, order="F"),
        lambda a: a.T.ravel(order="F"),
        lambda a: a[None, :, None].squeeze(),
        lambda a: a[None].squeeze(axis=0),
        lambda a: a.view(np.int16)[:, ::2],
        lambda a: a[1].view(np.uint8),
        lambda a: a.transpose()[::-1],
    ):
        np.testing.assert_array_equal(make(device).copy_to_host(), make(host))
    stream = cuda.stream()
    parts = list(device.ravel().split(7, stream))
    assert [part.size for part in parts] == [7, 7, 7, 3]
    assert parts[0].stream is stream and device.bind(stream)[1].stream is stream
    with pytest.raises(ValueError):
        list(device.split(2))
    assert device[1:, 2].gpu_data.size == 2 * 24 + 4
    assert device.device_ctypes_pointer.value == device.address
    assert [row.copy_to_host().tolist() for row in device] == host.tolist()


def test_to_device_options():
    host = np.arange(6.0)
    to = cuda.device_array(6)
    assert cuda.to_device(host, to=to) is to
    assert cuda.to_device(cuda.to_device(host * 2), to=to) is to
    assert to.copy_to_host().tolist() == (host * 2).tolist()
    assert cuda.to_device(host, copy=False).shape == (6,)
    assert cuda.to_device(host, to=to, copy=False).copy_to_host()[1] == 2
    assert cuda.to_device(range(3)).dtype == np.int64


RECORD = np.dtype(
    [("x", "f4"), ("p", [("a", "i2"), ("b", "i8")]), ("v", "f4", (2, 2))], align=True
)


def test_records():
    host = np.zeros(4, RECORD)
    host["x"] = range(4)
    device = cuda.to_device(host)
    record = device[2]
    assert isinstance(record, cuda.DeviceRecord) and record.dtype == RECORD
    assert record["x"] == 2 and record.nbytes == RECORD.itemsize
    record["x"] = 9
    record["p"]["b"] = -5
    record["v"] = [[1, 2], [3, 4]]
    record["v"][0, 1] = 7
    host[2] = (9, (0, -5), [[1, 7], [3, 4]])
    np.testing.assert_array_equal(device.copy_to_host(), host)
    assert record.copy_to_host() == host[2]
    assert record["v"].copy_to_host().tolist() == [[1, 7], [3, 4]]
    assert record["p"].copy_to_host().tolist() == (0, -5)
    device["x"] = np.arange(4) * 2
    device["p"]["a"] = 3
    host["x"] = np.arange(4) * 2
    host["p"]["a"] = 3
    np.testing.assert_array_equal(device.copy_to_host(), host)
    device[1] = device[2]
    host[1] = host[2]
    np.testing.assert_array_equal(device.copy_to_host(), host)
    alone = cuda.to_device(host[3])
    assert isinstance(alone, cuda.DeviceRecord) and alone["x"] == 6
    alone.copy_to_device(host[1])
    assert alone.copy_to_host() == host[1]

    @cuda.jit
    def k(r, one, out):
        i = cuda.grid(1)
        r[i].p.b = r[i].x + one.p.b + one["v"][1, 0]
        out[i] = r[i]["p"]["a"] + r[i].v[0, 1]

    out = cuda.device_array(4, np.float64)
    k[1, 4](device, device[1], out)
    expected = host["x"] + host[1]["p"]["b"] + host[1]["v"][1, 0]
    np.testing.assert_array_equal(device.copy_to_host()["p"]["b"], expected)
    np.testing.assert_array_equal(
        out.copy_to_host(), host["p"]["a"] + host["v"][:, 0, 1]
    )


def test_times_as_arguments():
    @cuda.jit
    def k(a, b, t, late, out):
        i = cuda.grid(1)
        if i < a.size:
            out[i] = a[i] - b[i] + t
            if a[i] > late:
                a[i] = late

    a = np.array(["2020-01-01", "2021-06-05", "NaT"], "M8[D]")
    b = np.array(["2019-01-01"] * 3, "M8[D]")
    late = np.datetime64("2020-12-31")
    out = np.zeros(3, "m8[D]")
    expected = a - b + np.timedelta64(5, "D"), np.where(a > late, late, a)
    k[1, 3](a, b, np.timedelta64(5, "D"), late, out)
    np.testing.assert_array_equal(out, expected[0])
    np.testing.assert_array_equal(a, expected[1])
    device = cuda.to_device(a)
    assert device.dtype == a.dtype and "datetime64[D]" in repr(device)
    k[1, 3](device, cuda.to_device(b), np.timedelta64("NaT", "D"), late, out)
    assert np.isnat(out).all()
    device[1] = np.datetime64("1999-09-09")
    assert device[1] == np.datetime64("1999-09-09")


@pytest.mark.parametrize("kind", ["S", "U"])
def test_text_as_arguments(kind):
    @cuda.jit
    def k(words, others, same):
        i = cuda.grid(1)
        if i < words.size:
            same[i] = words[i] == others[i]
            words[i] = others[i]

    words = np.array(["abc", "x", "hello"], f"{kind}5")
    others = np.array(["abc", "y", "hell"], f"{kind}7")
    same = np.zeros(3, bool)
    device = cuda.to_device(words)
    k[1, 3](words, others, same)
    assert same.tolist() == [True, False, False]
    np.testing.assert_array_equal(words, others.astype(f"{kind}5"))
    same[:] = False
    k[1, 3](device, cuda.to_device(others), same)
    assert same.tolist() == [True, False, False]
    np.testing.assert_array_equal(device.copy_to_host(), words)
    assert device.dtype == words.dtype


@ON_CPU
def test_dlpack_on_the_cpu_device():
    device = cuda.to_device(np.arange(6.0).reshape(2, 3))
    host = np.from_dlpack(device.T)
    np.testing.assert_array_equal(host, np.arange(6.0).reshape(2, 3).T)
    assert device.__dlpack_device__() == (1, 0)
    host[1, 0] = 9
    assert device[0, 1] == 9
    with pytest.raises(BufferError):
        device.__dlpack__(dl_device=(2, 0))


def test_threads_and_devices():
    """A thread's choice of a device, and its blocks, are its own."""
    import threading

    seen = []

    def other():
        with cuda.gpus[0] as device:
            seen.append(device)
        context = cuda.select_device(0)
        context.push()
        context.pop()
        try:
            context.pop()
        except RuntimeError as error:
            seen.append(str(error))

    with cuda.gpus[0]:
        thread = threading.Thread(target=other)
        thread.start()
        thread.join()
        with cuda.gpus[0]:
            pass
        assert cuda.get_current_device() == cuda.gpus[0]
    assert seen[0] == cuda.gpus[0] and "the same thread" in seen[1]


@pytest.mark.parametrize("name", ["device", "pinned", "mapped"])
def test_arrays_like_views(name):
    like = getattr(cuda, f"{name}_array_like")
    a = np.zeros((4, 6, 5), np.float32)
    views = [a, a[::2], a[:, ::2].T, a.transpose(1, 0, 2)[:, :, ::2], a.T[:, 1:, ::-1]]
    for view in views + [np.zeros((4, 6), order="F")[::2, ::2], a[:1, ::2, :1]]:
        assert like(view).strides == np.zeros_like(view).strides
    b = cuda.to_device(a)
    for host, view in [
        (a[:, ::2].T, b[:, ::2].T),
        (a[::2, 1:], b[::2, 1:]),
        (a.T, b.T),
    ]:
        assert like(view).strides == np.zeros_like(host).strides


def test_copies_by_the_module_copy():
    import copy

    base = np.arange(24.0).reshape(4, 6)
    for host in (base, base[:, ::-1], np.asfortranarray(base), base[:0], base[1, 2]):
        device = cuda.to_device(host)
        view, deep = copy.copy(device), copy.deepcopy(device)
        np.testing.assert_array_equal(view.copy_to_host(), host)
        np.testing.assert_array_equal(deep.copy_to_host(), host)
        if device.size:
            deep.copy_to_device(np.full(deep.shape, 7.0))
            np.testing.assert_array_equal(device.copy_to_host(), host)
            view.copy_to_device(np.full(view.shape, 9.0))
            np.testing.assert_array_equal(device.copy_to_host(), np.full_like(host, 9))
