"""The GPU's side, on the fake driver: it has memory, streams and modules, and
performs one kernel, `vecadd` of three float32 arrays.

The programs run in processes of their own, as the driver is loaded once.
"""

VECADD = """
    import numpy as np
    from pyk2ptx import cuda

    @cuda.jit
    def vecadd(a, b, c):
        i = cuda.grid(1)
        c[i] = a[i] + b[i]

    n = 1000
    a = np.arange(n, dtype=np.float32)
    b = np.full(n, 2, np.float32)
    c = np.zeros(n, np.float32)
"""


def test_launches(run_program, fake_driver):
    run_program(
        VECADD
        + """
    import warnings
    da, db = cuda.to_device(a), cuda.to_device(b)
    dc = cuda.device_array_like(c)
    stream = cuda.stream()
    vecadd[4, 256](da, db, dc)
    assert (dc.copy_to_host() == a + b).all()
    vecadd[4, 256, stream](dc, db, dc)
    assert (dc.copy_to_host(stream=stream) == a + 2 * b).all()

    class Foreign:
        "As CuPy's arrays are."
        def __init__(self, array):
            self.__cuda_array_interface__ = array.__cuda_array_interface__
            self.array = array

    class Stream:
        def __cuda_stream__(self):
            return (0, stream.ptr)

    vecadd[4, 256, Stream()](Foreign(da), Foreign(db), Foreign(dc))
    vecadd[4, 256, stream.ptr](da, db, dc)
    assert (dc.copy_to_host() == a + b).all()
    assert (cuda.as_cuda_array(Foreign(dc)).shape, cuda.is_cuda_array(Foreign(dc))) == ((n,), True)

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        vecadd[4, 256](a, b, c)
    assert (c == a + b).all()
    assert "Host array used in CUDA kernel" in str(caught[0].message), caught
    assert caught[0].filename == __file__, caught[0].filename
    c[:] = 0
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        vecadd[4, 256, stream](cuda.In(a), cuda.In(b), cuda.Out(c))
    assert (c == a + b).all()
    mapped = cuda.mapped_array(n, np.float32)
    vecadd[4, 256](da, db, mapped)
    cuda.synchronize()
    assert (mapped == a + b).all()
    assert vecadd.get_regs_per_thread(("float32[::1]",) * 3) >= 0
    """,
        **fake_driver,
    )


def test_memory(run_program, fake_driver):
    run_program(
        """
    import numpy as np
    from pyk2ptx import cuda

    host = np.arange(24.0).reshape(4, 6)
    device = cuda.to_device(host)
    for key in (1, (slice(None), 2), (slice(None, None, -1), slice(1, 5, 2)), (1, 2)):
        got = device[key]
        got = got.copy_to_host() if isinstance(got, cuda.DeviceNDArray) else got
        np.testing.assert_array_equal(got, host[key])
    device[1:3, ::2] = host[1:3, ::2] = 5
    np.testing.assert_array_equal(device.copy_to_host(), host)
    interface = device.T.__cuda_array_interface__
    assert interface["shape"] == (6, 4) and interface["strides"] == (8, 48)
    assert interface["data"] == (device.address, False) and interface["typestr"] == "<f8"
    assert device.__cuda_array_interface__["strides"] is None
    pinned = cuda.pinned_array((4, 6))
    device.copy_to_host(pinned, stream=cuda.stream())
    np.testing.assert_array_equal(pinned, host)
    assert cuda.device_array(0).copy_to_host().size == 0
    """,
        **fake_driver,
    )


def test_devices(run_program, fake_driver):
    shown = run_program(
        """
    import numpy as np
    from pyk2ptx import cuda

    assert len(cuda.gpus) == 2 and cuda.detect()
    device = cuda.gpus[1]
    assert not device.is_cpu and device.id == 1 and device.compute_capability[0] >= 7
    assert device.MULTIPROCESSOR_COUNT >= 0
    with cuda.gpus[1]:
        assert cuda.get_current_device() == device
        cuda.to_device(np.zeros(3))
    assert cuda.get_current_device().id == 0
    cuda.select_device(1)
    assert cuda.current_context().device.id == 1
    assert cuda.current_context().get_memory_info().total > 0
    assert cuda.runtime.get_version()[0] >= 11
    start, end = cuda.event(), cuda.event()
    start.record()
    end.record(cuda.stream())
    end.synchronize()
    assert cuda.event_elapsed_time(start, end) >= 0 and end.query()
    seen = []
    stream = cuda.stream()
    stream.add_callback(lambda *parts: seen.append(parts[1:]), "x")
    import time
    for _ in range(500):
        if seen:
            break
        time.sleep(0.01)
    assert seen == [(0, "x")]
    """,
        PYK2PTX_FAKE_DEVICES="2",
        **fake_driver,
    )
    assert "Found 2 CUDA devices" in shown


def test_errors(run_program, fake_driver):
    run_program(
        VECADD
        + """
    device = cuda.to_device(a)
    for launch in (lambda: vecadd[1, 2048](device, device, device),
                   lambda: vecadd[1, 2048](a, b, c)):
        try:
            launch()
        except cuda.CudaAPIError as error:
            assert error.code == 1 and str(error).startswith("CUDA_ERROR_INVALID_VALUE"), error
        else:
            raise SystemExit("no error")
    vecadd[1, 32](device, device, device)
    cuda.synchronize()
    """,
        **fake_driver,
    )


def test_what_kernels_raise(run_program, fake_driver):
    run_program(
        """
    import ctypes, os, struct
    import numpy as np
    from pyk2ptx import cuda

    @cuda.jit(debug=True, opt=False)
    def k(a):
        a[9] = 1

    @cuda.jit(bounds="raise")
    def later(a):
        a[9] = 1

    fake = ctypes.CDLL(os.environ["PYK2PTX_LIBCUDA"])
    # abi.h's Report: state, site, block, thread, index, extent, axis.
    report = struct.pack("8I2q2I", 2, 0, 0, 0, 0, 3, 0, 0, 9, 4, 0, 0)
    a = cuda.to_device(np.zeros(4))
    fake.fakeSetReport(report)
    try:
        k[1, 32](a)
    except IndexError as error:
        assert "program.py:8:5" in str(error) and "index 9" in str(error), error
    else:
        raise SystemExit("no error at the launch")
    fake.fakeSetReport(report)
    later[1, 32](a)
    try:
        cuda.synchronize()
    except IndexError as error:
        assert "program.py:12:5" in str(error), error
    else:
        raise SystemExit("no error at the synchronisation")
    k[1, 32](a)
    """,
        **fake_driver,
    )


def test_no_gpu(run_program):
    shown = run_program(
        VECADD
        + """
    assert not cuda.is_available() and not cuda.detect() and cuda.cuda_error()
    try:
        vecadd[1, 32](a, b, c)
    except cuda.CudaSupportError as error:
        print(error)
    """,
        PYK2PTX_DEVICE="gpu",
        PYK2PTX_LIBCUDA="/nonexistent/libcuda.so",
    )
    assert "/nonexistent/libcuda.so" in shown and "PYK2PTX_DEVICE=cpu" in shown


def test_devices_are_chosen_by_the_environment(run_program):
    text = "from pyk2ptx import cuda; print(cuda.get_current_device())"
    for environment in (
        {"PYK2PTX_DEVICE": "cpu", "NUMBA_ENABLE_CUDASIM": "0"},
        {"PYK2PTX_DEVICE": "", "NUMBA_ENABLE_CUDASIM": "1"},
    ):
        assert "CPU device" in run_program(text, **environment)


def test_checks_on_a_machine_with_a_gpu(run_program, fake_driver):
    run_program(
        VECADD
        + """
    cuda.check(vecadd)[4, 250](a, b, c)
    assert (c == a + b).all()
    assert not cuda.get_current_device().is_cpu
    """,
        **fake_driver,
    )


def test_streams_of_arguments(run_program, fake_driver):
    run_program(
        VECADD
        + """
    import ctypes, os
    fake = ctypes.CDLL(os.environ["PYK2PTX_LIBCUDA"])
    da, db, dc = map(cuda.to_device, (a, b, c))
    mine, other = cuda.stream(), cuda.stream()

    class Foreign:
        "An array that somebody may still write in a stream."
        def __init__(self, array, stream):
            interface = array.__cuda_array_interface__ | {"stream": stream}
            self.__cuda_array_interface__ = interface

    vecadd[4, 256, mine](Foreign(da, 1), db, dc)
    fake.fakeFailNextSynchronize(719)
    # Behind the array's own stream, and on the default stream, nothing is waited for.
    vecadd[4, 256, mine](Foreign(da, mine.ptr), db, dc)
    vecadd[4, 256](Foreign(da, 1), db, dc)
    try:
        vecadd[4, 256, mine](Foreign(da, other.ptr), db, dc)
    except cuda.CudaAPIError as error:
        assert error.code == 719 and "cuStreamSynchronize" in str(error), error
    else:
        raise SystemExit("nothing was waited for")
    """,
        **fake_driver,
    )


def test_nothing_is_left(run_program, fake_driver):
    run_program(
        VECADD
        + """
    import ctypes, gc, os, warnings
    warnings.simplefilter("ignore")
    fake = ctypes.CDLL(os.environ["PYK2PTX_LIBCUDA"])
    da, db, dc = map(cuda.to_device, (a, b, c))
    def work(count):
        for _ in range(count):
            vecadd[4, 256](da, db, dc)
            vecadd[4, 256, cuda.stream()](a, db, dc[:])
            cuda.event().record()
            cuda.pinned_array(1000)
            cuda.device_array(1000)
            try:
                vecadd[1, 2048](da, db, dc)
            except cuda.CudaAPIError:
                pass
    work(10)
    gc.collect()
    before = fake.fakeLiveObjects()
    work(1000)
    gc.collect()
    assert fake.fakeLiveObjects() == before, (fake.fakeLiveObjects(), before)
    """,
        **fake_driver,
    )


def test_large_launches_take_variants(run_program, fake_driver):
    run_program(
        VECADD
        + """
    import ctypes, os
    fake = ctypes.CDLL(os.environ["PYK2PTX_FAKE_CUDA"])
    fake.fakeLastLaunch.restype = ctypes.POINTER(ctypes.c_uint)

    def launched():
        "The block of the last launch, behind a name of 64 bytes and the grid."
        return tuple(fake.fakeLastLaunch()[19:22])

    @cuda.jit
    def shift(x, y):
        i = cuda.grid(1)
        if i < x.size:
            y[i] = x[i]

    da, db = cuda.to_device(a), cuda.to_device(b)
    shift[4, 256](da, db)
    assert launched() == (256, 1, 1)
    # One thread does the work of four.
    shift[4096, 256](da, db)
    assert launched() == (64, 1, 1)
    shift[4096, (128, 2)](da, db)
    assert launched() == (32, 2, 1)
    shift[4095, 256](da, db)
    assert launched() == (256, 1, 1)
    assert len(shift.overloads) == 1
    """,
        **fake_driver,
    )
