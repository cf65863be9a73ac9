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
        cuda.config.CUDA_WARN_ON_IMPLICIT_COPY = 0
        vecadd[4, 256](a, b, c)
        cuda.config.CUDA_WARN_ON_IMPLICIT_COPY = 1
    assert (c == a + b).all()
    c[:] = 0
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        vecadd[4, 256, stream](cuda.In(a), cuda.In(b), cuda.Out(c))
    assert (c == a + b).all()
    # What is known when compiling is not copied beside them.
    @cuda.jit
    def convert(kind, function, a):
        a[0] = kind(function(a[1]))

    convert[1, 1](np.int32, abs, c)
    for value in (np.zeros(3), np.ones((2, 1)), [0.0, 0.0]):
        try:
            dc[:] = value
        except ValueError:
            pass
        else:
            raise AssertionError(value)
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
    context = cuda.current_context()
    assert context.get_limit("stack") == 1024
    context.set_limit("stack", 1 << 16)
    assert context.get_limit("stack") == 1 << 16
    assert cuda.runtime.get_version()[0] >= 11
    start, end = cuda.event(), cuda.event()
    start.record()
    end.record(cuda.stream())
    end.synchronize()
    assert cuda.event_elapsed_time(start, end) >= 0 and end.query()
    assert device.uuid.startswith("GPU-") and device.MAX_THREADS_PER_MULTI_PROCESSOR >= 0
    assert device.attributes["WARP_SIZE"] == 32 and device.supports_fp8
    try:
        device.NO_SUCH_ATTRIBUTE
    except AttributeError as error:
        assert "NO_SUCH_ATTRIBUTE" in str(error)
    context = cuda.current_context(0)
    assert context.handle and context == cuda.gpus[0].get_primary_context()
    for peer in (1, cuda.gpus[1], cuda.current_context(1)):
        assert context.can_access_peer(peer) in (True, False)
    context.enable_peer_access(1)
    with cuda.profiling():
        pass
    timed = context.create_event()
    timed.record(context.create_stream())
    assert context.create_external_stream(1).ptr == 1 and timed.query()
    assert context.memallocmanaged(64).host_pointer
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
    assert "Found 2 CUDA devices" in shown and "UUID: GPU-" in shown
    assert "2/2 devices are supported" in shown and "Compute Capability: 9.0" in shown


def test_occupancy(run_program, fake_driver):
    run_program(
        VECADD
        + """
    import ctypes, os
    fake = ctypes.CDLL(os.environ["PYK2PTX_LIBCUDA"])

    class Launch(ctypes.Structure):
        _fields_ = [("entry", ctypes.c_char * 64), ("grid", ctypes.c_uint * 3),
                    ("block", ctypes.c_uint * 3), ("shared", ctypes.c_uint)]

    fake.fakeLastLaunch.restype = ctypes.POINTER(Launch)
    def geometry():
        last = fake.fakeLastLaunch().contents
        return last.grid[0], last.block[0], last.shared

    da, db, dc = map(cuda.to_device, (a, b, c))
    vecadd.forall(n)(da, db, dc)
    # Not the 1024 threads that keep a multiprocessor busiest: there are more of those.
    assert geometry() == (8, 128, 0) and (dc.copy_to_host() == a + b).all()
    vecadd.forall(10**6, sharedmem=64)(da, db, c=dc)
    assert geometry() == (977, 1024, 64), geometry()
    vecadd.forall(n, tpb=96)(da, db, dc)
    assert geometry() == (11, 96, 0)
    vecadd.forall(0)(da, db, dc)
    context = cuda.current_context()
    grid, block = context.get_max_potential_block_size(vecadd, None, 0, 0)
    assert (grid, block) == (264, 1024)
    grid, block = context.get_max_potential_block_size(vecadd, lambda b: 8 * b, 0, 512)
    assert block == 512 and grid % device_count() == 0
    overload = next(iter(vecadd.overloads.values()))
    assert context.get_active_blocks_per_multiprocessor(overload, 128, 0) == 16
    vecadd[1, 32](da, db, np.zeros(9, np.float64))
    try:
        context.get_active_blocks_per_multiprocessor(vecadd, 128, 0)
    except ValueError as error:
        assert "2 overloads" in str(error)
    else:
        raise SystemExit("which overload?")
    """.replace("device_count()", "cuda.get_current_device().MULTIPROCESSOR_COUNT"),
        **fake_driver,
    )


def test_callbacks(run_program, fake_driver):
    shown = run_program(
        """
    import asyncio, ctypes, os, struct, threading, time, warnings
    import numpy as np
    from pyk2ptx import cuda
    from pyk2ptx._device import callbacks as _callbacks

    @cuda.jit(bounds="raise")
    def k(a):
        a[9] = 1

    def wait_for(condition):
        for _ in range(1000):
            if condition():
                return
            time.sleep(0.01)
        raise SystemExit("it never came")

    seen = []
    streams = [cuda.stream(), cuda.default_stream(), cuda.stream()]
    for i in range(300):
        streams[i % 3].add_callback(lambda *parts: seen.append(parts), i)
    wait_for(lambda: len(seen) == 300)
    assert [parts[2] for parts in seen] == list(range(300))
    assert all(parts[0] is streams[parts[2] % 3] and parts[1] == 0 for parts in seen)
    wait_for(lambda: _callbacks._thread is None)

    async def both():
        return await asyncio.gather(*(stream.async_done() for stream in streams))
    assert asyncio.run(both()) == streams

    # What a kernel reported is still there for who waits for the stream.
    fake = ctypes.CDLL(os.environ["PYK2PTX_LIBCUDA"])
    fake.fakeSetReport(struct.pack("8I2q2I", 2, 0, 0, 0, 0, 3, 0, 0, 9, 4, 0, 0))
    k[1, 32, streams[0]](cuda.to_device(np.zeros(4)))
    streams[0].add_callback(lambda *parts: seen.append("reached"))
    wait_for(lambda: "reached" in seen)
    try:
        streams[0].synchronize()
    except IndexError:
        pass
    else:
        raise SystemExit("the report was lost")

    # One that fails is told of, and the next is called.
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        streams[0].add_callback(lambda *parts: 1 / 0)
        streams[0].add_callback(lambda *parts: seen.append("next"))
        wait_for(lambda: "next" in seen)
    assert "division" in str(caught[0].message)

    # The end of the program waits for them.
    streams[0].add_callback(lambda *parts: (time.sleep(0.1), print("called")))

    # A lost device calls nothing.
    event = cuda.event()
    event.record()
    fake.fakeFailNth(1, 719)
    try:
        cuda.synchronize()
    except cuda.CudaAPIError:
        pass
    _callbacks._waiting[10**6] = (event, lambda status: print("status", status))
    _callbacks._look_for_errors()
    """,
        **fake_driver,
    )
    assert "status 719" in shown and "called" in shown


def test_a_gpus_arrays_on_the_cpu_device(run_program, fake_driver):
    run_program(
        VECADD
        + """
    device = cuda.to_device(a)
    try:
        cuda.check(vecadd)[4, 250](device, b, c)
    except TypeError as error:
        assert "on a GPU" in str(error), error
    else:
        raise SystemExit("used")
    """,
        **fake_driver,
    )


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


def test_default_streams(run_program, fake_driver):
    program = (
        VECADD
        + """
    import ctypes, os
    fake = ctypes.CDLL(os.environ["PYK2PTX_LIBCUDA"])

    class Launch(ctypes.Structure):
        _fields_ = [("entry", ctypes.c_char * 64), ("geometry", ctypes.c_uint * 7),
                    ("stream", ctypes.c_void_p)]

    fake.fakeLastLaunch.restype = ctypes.POINTER(Launch)
    device = cuda.to_device(a)
    for stream in (None, cuda.default_stream(), cuda.legacy_default_stream()):
        launch = vecadd[4, 256] if stream is None else vecadd[4, 256, stream]
        launch(device, device, device)
        print(fake.fakeLastLaunch().contents.stream or 0)
    """
    )
    assert run_program(program, **fake_driver).split() == ["0", "0", "1"]
    name = "NUMBA_CUDA_PER_THREAD_DEFAULT_STREAM"
    shown = run_program(program, **{name: "1"}, **fake_driver)
    assert shown.split() == ["2", "2", "1"]


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
    import ctypes, gc, os, pickle, sys, warnings
    warnings.simplefilter("ignore")
    fake = ctypes.CDLL(os.environ["PYK2PTX_LIBCUDA"])
    da, db, dc = map(cuda.to_device, (a, b, c))

    class Foreign:
        def __dlpack__(self, **more):
            return da.__dlpack__(**more)
        def __dlpack_device__(self):
            return (2, 0)

    def launch():
        vecadd[4, 256](da, db, dc)
        vecadd[4, 256, cuda.stream()](da, db, dc[:])
        cuda.device_array(1000)
        cuda.event().record()

    def everything():
        launch()
        vecadd[4, 256](a, db, dc)
        vecadd[4, 256](Foreign(), db, dc)
        dc[::2] = da[::2]
        da[3], dc[::3].copy_to_host()
        for make in (cuda.pinned_array, cuda.mapped_array, cuda.managed_array):
            make(1000)
        with cuda.mapped(a) as mapped, cuda.defer_cleanup():
            cuda.device_array(1)
        with pickle.loads(pickle.dumps(da.get_ipc_handle())):
            pass
        try:
            vecadd[1, 2048](da, db, dc)
        except cuda.CudaAPIError:
            pass

    def work(count):
        for i in range(count):
            everything() if i % 10 == 0 else launch()

    def kilobytes():
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") // 1024

    def rounds(count):
        for _ in range(count):
            work(500)
            # The fake driver notes its launches.
            fake.fakeReset()
        gc.collect()

    # What is remembered by address comes to an end after some thousands.
    rounds(10)
    objects, blocks, memory = fake.fakeLiveObjects(), sys.getallocatedblocks(), kilobytes()
    rounds(20)
    assert fake.fakeLiveObjects() == objects, (fake.fakeLiveObjects(), objects)
    # A block a launch would be 10,000, one of the others 1,000.
    assert sys.getallocatedblocks() - blocks < 500, sys.getallocatedblocks() - blocks
    assert kilobytes() - memory < 4096, kilobytes() - memory
    """,
        **fake_driver,
    )


def test_what_is_compiled_for_a_launch(run_program, fake_driver, tmp_path):
    run_program(
        """
    import numpy as np
    from pyk2ptx import cuda

    # The address of a device array is in the code, which is not kept on disk.
    table = cuda.to_device(np.arange(4, dtype=np.float32))

    @cuda.jit
    def look(f, out):
        out[0] = f(table[cuda.threadIdx.x])

    def twice(x):
        return 2 * x

    out = cuda.device_array(1, np.float32)
    look[1, 4](twice, out)
    look[1, 4](twice, out)
    [ptx] = look.inspect_asm().values()
    assert str(table.address) in ptx, ptx
    assert sum(look.stats.cache_misses.values()) == 1
    assert not look.stats.cache_hits

    # A record that is stored to is copied, and comes back.
    @cuda.jit
    def store(r, out):
        r.a = 1

    record = np.array([(3, 4)], [("a", "f4"), ("b", "i8")])[0]
    for _ in range(2):
        store[1, 1](record, out)
    # The fake driver runs no such kernel: what came back is what went there.
    assert record.item() == (3, 4)
    [overload] = store.overloads.values()
    assert overload.types[0].startswith("place record(")

    # What is only read goes by value, and is found again.
    @cuda.jit
    def read(r, out):
        out[0] = r.a

    read[1, 1](record, out)
    [again] = read.inspect_asm().values()
    assert ".b8 read_param_0[12]" in again, again
    """,
        **{**fake_driver, "PYK2PTX_CACHE": "1", "PYK2PTX_CACHE_DIR": str(tmp_path)},
    )


def test_kernels_are_kept_on_disk(run_program, fake_driver, tmp_path):
    program = """
    import sys
    import numpy as np
    from pyk2ptx import cuda

    @cuda.jit(cache=True)
    def kernel(a):
        a[0] = 1

    kernel[1, 1](cuda.device_array(1, np.float32))
    stats = kernel.stats
    print(sum(stats.cache_hits.values()), sum(stats.cache_misses.values()))
    """
    environment = {**fake_driver, "PYK2PTX_CACHE": "1"}
    environment["PYK2PTX_CACHE_DIR"] = str(tmp_path / "cache")
    (tmp_path / "cache").mkdir(mode=0o700)
    shown = [run_program(program, **environment) for _ in range(2)]
    assert shown == ["0 1\n", "1 0\n"]


def test_callbacks_of_linked_code(run_program, fake_driver):
    run_program(
        """
    import gc
    import numpy as np
    from pyk2ptx import cuda

    seen = []
    code = cuda.PTXSource(
        "",
        setup_callback=lambda module: seen.append(("setup", module.handle)),
        teardown_callback=lambda module: seen.append(("teardown", module.handle)),
    )

    @cuda.jit(link=[code])
    def kernel(a):
        a[0] = 1

    # Nothing of it is called, so nothing is linked.
    kernel._options.link = []
    for _ in range(2):
        kernel[1, 1](cuda.device_array(1, np.float32))
    handle = kernel.overloads[("float32[::1]",)].handle
    assert handle and seen == [("setup", handle)], seen
    kernel.recompile()
    gc.collect()
    assert seen[1:] == [("teardown", handle)], seen
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
        PYK2PTX_WAIT_FOR_VARIANTS="1",
    )


def test_launches_do_not_wait_for_variants(run_program, fake_driver):
    run_program(
        VECADD
        + """
    import ctypes, os, time
    fake = ctypes.CDLL(os.environ["PYK2PTX_FAKE_CUDA"])
    fake.fakeLastLaunch.restype = ctypes.POINTER(ctypes.c_uint)

    @cuda.jit
    def shift(x, y):
        i = cuda.grid(1)
        if i < x.size:
            y[i] = x[i]

    da, db = cuda.to_device(a), cuda.to_device(b)
    blocks = []
    end = time.monotonic() + 60
    while 64 not in blocks and time.monotonic() < end:
        shift[4096, 256](da, db)
        blocks.append(fake.fakeLastLaunch()[19])
        time.sleep(0.001)
    assert blocks[0] == 256 and blocks[-1] == 64, blocks
    """,
        **fake_driver,
    )
