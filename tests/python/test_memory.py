"""Who allocates, and what memory there is: on the fake driver, whose objects are
counted, and where it makes sense on the CPU device."""

import numpy as np
import pytest

from fake_program import VECADD
from pyk2ptx import cuda

# A library with a pool, as `take(bytes)` of objects that count themselves.
POOL = """
    class Block:
        alive = 0
        def __init__(self, size):
            self.memory = (ctypes.c_char * size)()
            self.ptr = ctypes.addressof(self.memory)
            self.size = size
            Block.alive += 1
        def __del__(self):
            Block.alive -= 1
        def data_ptr(self):
            return self.ptr
"""


def test_managed_and_mapped_arrays(run_program, fake_driver):
    run_program(
        VECADD
        + """
    warnings.simplefilter("error")
    managed = cuda.managed_array(100, np.float32)
    managed[:] = one
    vecadd[1, 128](managed, managed, managed)
    cuda.synchronize()
    assert (managed == 2).all() and managed.device_ctypes_pointer.value
    # As other libraries see it.
    view = cuda.as_cuda_array(managed)
    assert view.__cuda_array_interface__["data"] == managed.__cuda_array_interface__["data"]
    assert not hasattr(managed + 0, "__cuda_array_interface__")
    del view
    managed.prefetch()
    managed.prefetch(to_host=True, stream=cuda.stream())
    attached = cuda.managed_array((2, 3), np.int8, order="F", attach_global=False)
    assert attached.flags.f_contiguous

    mapped = cuda.mapped_array((100,), np.float32, portable=True, wc=True)
    mapped.copy_to_device(cuda.to_device(one))
    part = mapped[:50]
    vecadd[1, 128](part, part, part)
    assert (mapped[:50] == 2).all() and (mapped[50:] == 1).all()
    assert type(mapped.copy_to_host()) is np.ndarray
    # What is computed of one, or travels, is in the host's memory: it is copied.
    warnings.simplefilter("always")
    for other in (mapped + 0, mapped.copy(), pickle.loads(pickle.dumps(mapped))):
        other[:] = 1
        with warnings.catch_warnings(record=True) as caught:
            vecadd[1, 128](other, other, other)
        assert caught and (other == 2).all()
    before = live()
    del mapped, part, managed, attached
    assert live() == before - 3
    """,
        **fake_driver,
    )


def test_arrays_pinned_for_a_while(run_program, fake_driver):
    run_program(
        VECADD
        + """
    warm = cuda.to_device(one)
    vecadd[1, 128](warm, warm, warm)
    warm[50:] = 7
    host = one.copy()
    for _ in range(2):
        before = live()
        with cuda.pinned(host, np.zeros(3)[::-1], np.zeros(0)):
            assert live() == before + 2
        assert live() == before
        with cuda.mapped(host) as device:
            assert live() == before + 1
            vecadd[1, 128](device, device, device)
            device[50:] = 7
            assert (device.copy_to_host() == host).all()
        # The name that `with` gave does not keep the memory pinned.
        assert live() == before
    assert (host[:50] == 4).all() and (host[50:] == 7).all()
    other = np.asfortranarray(np.zeros((2, 3)))
    with cuda.mapped(host, other[:, ::-1]) as devices:
        devices[1][0] = [1, 2, 3]
    assert other[0].tolist() == [3, 2, 1]
    try:
        with cuda.pinned(host, host):
            pass
    except cuda.CudaAPIError as error:
        assert error.code == 712, error
    else:
        raise SystemExit("pinned twice")
    with cuda.pinned(host):
        pass
    """,
        **fake_driver,
    )


@pytest.mark.skipif(
    not cuda.get_current_device().is_cpu, reason="it is about the CPU device"
)
def test_arrays_pinned_on_the_cpu_device():
    host, other = np.zeros((4, 3)), np.zeros(5)
    with cuda.pinned(host, other):
        pass
    with cuda.mapped(host, other[::-1]) as (first, second):
        first[1] = 5
        second[0] = 6
        cuda.synchronize()
    assert host[1].tolist() == [5] * 3 and other[4] == 6


def test_deferred_cleanup(run_program, fake_driver):
    run_program(
        VECADD
        + """
    cuda.to_device(one)
    before = live()
    with cuda.defer_cleanup():
        for _ in range(5):
            cuda.device_array(10)
            cuda.pinned_array(10)
        with cuda.current_context().defer_cleanup():
            cuda.device_array(10)
        assert live() == before + 11, live()
        # Where there is no memory, what waits is freed.
        fake.fakeFailNth(1, 2)
        kept = cuda.device_array(10)
        assert live() == before + 1, live()
    del kept
    assert live() == before
    """,
        **fake_driver,
    )


def test_ipc(run_program, fake_driver):
    run_program(
        VECADD
        + """
    host = np.arange(24.0).reshape(4, 6)
    device = cuda.to_device(host)
    for view in (device, device[1:, ::-2], device.T[2]):
        sent = pickle.dumps(view.get_ipc_handle())
        # The fake driver opens a process's own handles, too.
        with pickle.loads(sent) as opened:
            np.testing.assert_array_equal(opened.copy_to_host(), view.copy_to_host())
    handle = device.get_ipc_handle()
    try:
        handle.open()
    except ValueError as error:
        assert "original process" in str(error)
    else:
        raise SystemExit("opened in its own process")
    again = pickle.loads(pickle.dumps(handle))
    before = live()
    array = again.open()
    assert live() == before + 1
    again.close()
    # Who still has the array still has the memory.
    assert (array.copy_to_host() == host).all()
    del array
    assert live() == before
    for form in (handle.handle, types.SimpleNamespace(reserved=handle.handle),
                 (ctypes.c_char * 64)(*[handle.handle[i:i + 1] for i in range(64)])):
        with cuda.open_ipc_array(form, (4, 6), np.float64) as array:
            assert (array.copy_to_host() == host).all()
    with cuda.open_ipc_array(handle.handle, 6, "f8", offset=48) as array:
        assert (array.copy_to_host() == host[1]).all()
    context = cuda.current_context()
    pointer = context.memalloc(64)
    pointer.memset(3)
    memory = pickle.loads(pickle.dumps(context.get_ipc_handle(pointer))).open(context)
    assert memory.size == 64 and memory.device_pointer_value
    """,
        **fake_driver,
    )


@pytest.mark.parametrize("library", ["cupy", "torch", "rmm"])
def test_pools(run_program, fake_driver, library):
    run_program(
        VECADD
        + POOL
        + """
    from contextlib import nullcontext
    devices = []
    cupy = types.ModuleType("cupy")
    cupy.cuda = types.SimpleNamespace(
        alloc=Block, Device=lambda ordinal: devices.append(ordinal) or nullcontext())
    torch = types.ModuleType("torch")
    torch.uint8 = "uint8"
    torch.empty = lambda size, dtype, device: devices.append(device) or Block(size)
    rmm = types.ModuleType("rmm")
    rmm.DeviceBuffer = lambda size: Block(size)
    sys.modules.update(cupy=cupy, torch=torch, rmm=rmm)
    """
        + f"""
    cuda.use_memory_pool({library!r})
    """
        + """
    before = live()
    a, c = cuda.to_device(one), cuda.device_array(100, np.float32)
    assert Block.alive == 2 and a.gpu_data.size == 400
    vecadd[1, 128](a, a, c)
    assert (c.copy_to_host() == 2).all() and live() - before <= 5
    view = c[10:20:2]
    view[:] = 5
    del c
    assert Block.alive == 2 and view.copy_to_host().tolist() == [5] * 5
    del view
    assert Block.alive == 1
    with cuda.defer_cleanup():
        del a
        assert Block.alive == 1
    assert Block.alive == 0 and cuda.device_array(0).size == 0
    assert cuda.current_context().get_memory_info().total > 0
    cuda.use_memory_pool(None)
    kept = cuda.device_array(10)
    assert Block.alive == 0
    assert set(devices) <= {0, "cuda:0"}
    for wrong, error in (("numpy", ValueError), ("cupy", ImportError)):
        sys.modules["cupy"] = None
        try:
            cuda.use_memory_pool(wrong)
        except error:
            pass
        else:
            raise SystemExit(wrong)
    """,
        **fake_driver,
    )


PLUGIN = """
    class Manager(cuda.GetIpcHandleMixin, cuda.HostOnlyCUDAMemoryManager):
        "As RMM's and CuPy's are written for numba."
        calls = []

        def initialize(self):
            super().initialize()
            self.calls.append("initialize")

        def memalloc(self, size):
            block = Block(size)
            self.allocations[block.ptr] = block
            return cuda.MemoryPointer(
                self.context, ctypes.c_uint64(block.ptr), size,
                finalizer=lambda: self.allocations.pop(block.ptr))

        def get_memory_info(self):
            return cuda.MemoryInfo(free=1, total=2)

        def reset(self):
            super().reset()
            self.calls.append("reset")

        def defer_cleanup(self):
            self.calls.append("defer")
            return super().defer_cleanup()

        interface_version = 1
"""


def test_plugins(run_program, fake_driver):
    run_program(
        VECADD
        + POOL
        + PLUGIN
        + """
    cuda.set_memory_manager(Manager)
    a = cuda.to_device(one)
    assert Manager.calls == ["initialize"] and Block.alive == 1
    assert isinstance(a.gpu_data, cuda.MemoryPointer) and int(a.gpu_data) == a.address
    vecadd[1, 128](a, a, a)
    assert (a.copy_to_host() == 2).all()
    context = cuda.current_context()
    assert context.get_memory_info() == (1, 2) and context.get_memory_info().total == 2
    assert isinstance(context.memory_manager, Manager)
    with cuda.defer_cleanup():
        pass
    context.reset()
    assert Manager.calls == ["initialize", "defer", "reset"]
    del a
    b = cuda.device_array(3)[1:]
    part = b.gpu_data.view(8, 16)
    assert part.size == 8 and int(part) == int(b.gpu_data) + 8
    del b
    assert Block.alive == 1
    del part
    gc.collect()
    assert Block.alive == 0
    # Host memory is pinned by what the class inherits.
    before = live()
    pinned, mapped = cuda.pinned_array(4), cuda.mapped_array(4)
    assert live() == before + 2
    del pinned, mapped
    assert live() == before
    pointer = context.memalloc(10)
    pointer.free()
    try:
        pointer.free()
    except RuntimeError as error:
        assert "dead" in str(error)
    else:
        raise SystemExit("freed twice")

    class Old(Manager):
        interface_version = 2

    class Incomplete(cuda.BaseCUDAMemoryManager):
        pass

    for wrong, error in ((Old, RuntimeError), (Incomplete, TypeError)):
        try:
            cuda.set_memory_manager(wrong)
        except error:
            pass
        else:
            raise SystemExit(wrong)

    class Own(Manager):
        "With host memory of its own."
        def memhostalloc(self, size, mapped=False, portable=False, wc=False):
            block = Block(size)
            made = cuda.MappedMemory if mapped else cuda.PinnedMemory
            return made(self.context, ctypes.c_void_p(block.ptr), size, owner=block)

    cuda.set_memory_manager(Own)
    host, mapped = cuda.pinned_array(100, np.float32), cuda.mapped_array(100, np.float32)
    host[:] = mapped[:] = 1
    assert Block.alive == 2
    vecadd[1, 128](mapped, mapped, mapped)
    assert (mapped == 2).all() and (host == 1).all()
    del host, mapped
    gc.collect()
    assert Block.alive == 0
    """,
        **fake_driver,
    )


def test_handles_of_a_plugins_memory(run_program, fake_driver):
    run_program(
        VECADD
        + """
    from pyk2ptx import _core
    from pyk2ptx.cuda.cudadrv import driver

    class Pooled(cuda.GetIpcHandleMixin, cuda.HostOnlyCUDAMemoryManager):
        "Parts of one allocation."
        used = 256
        def memalloc(self, size):
            if self.used == 256:
                self.pool = _core.allocate(self.context.device._core, 4096)
            pointer = cuda.MemoryPointer(
                self.context, self.pool.address + self.used, size, owner=self.pool)
            self.used += 256
            return pointer
        def get_memory_info(self):
            raise NotImplementedError
        interface_version = 1

    class AsRmm(Pooled):
        "With a handle of its own making, of another library's type."
        def get_ipc_handle(self, memory):
            start, _ = driver.device_extents(memory)
            assert start == self.pool.address
            handle = types.SimpleNamespace(reserved=self.pool.ipc_handle()[0])
            identity = cuda.current_context().device.get_device_identity()
            offset = int(memory.handle) - int(start)
            return cuda.IpcHandle(memory, handle, memory.size, identity, offset=offset)

    host = np.arange(12.0)
    for plugin in (Pooled, AsRmm):
        cuda.set_memory_manager(plugin)
        arrays = [cuda.to_device(host * i) for i in range(3)]
        for i, array in enumerate(arrays):
            for key in (slice(None), slice(2, None), slice(None, 3, -2)):
                sent = pickle.dumps(array[key].get_ipc_handle())
                with pickle.loads(sent) as opened:
                    got = opened.copy_to_host()
                np.testing.assert_array_equal(got, (host * i)[key])
        try:
            cuda.current_context().get_memory_info()
        except NotImplementedError:
            pass
        else:
            raise SystemExit("it does not tell")
    """,
        **fake_driver,
    )


def test_plugins_of_the_environment(run_program, fake_driver, tmp_path):
    (tmp_path / "manager_of_mine.py").write_text(
        "import ctypes\nfrom pyk2ptx import cuda\n"
        + "\n".join(line[4:] for line in (POOL + PLUGIN).splitlines())
        + "\n_numba_memory_manager = Manager\n"
    )
    run_program(
        """
    import sys
    from pyk2ptx import cuda
    array = cuda.device_array(3)
    assert sys.modules["manager_of_mine"].Block.alive == 1
    """,
        NUMBA_CUDA_MEMORY_MANAGER="manager_of_mine",
        **fake_driver,
    )
    run_program(
        """
    from pyk2ptx import cuda
    for _ in range(2):
        try:
            cuda.device_array(3)
        except RuntimeError as error:
            assert "no_such_module" in str(error)
        else:
            raise SystemExit("no error")
    """,
        NUMBA_CUDA_MEMORY_MANAGER="no_such_module",
        **fake_driver,
    )


def test_functions_of_the_driver_module(run_program, fake_driver):
    for environment in (fake_driver, {}):
        run_program(
            """
    import numpy as np
    from pyk2ptx import cuda
    from pyk2ptx.cuda.cudadrv import devices, driver

    context = devices.get_context()
    pointer = context.memalloc(16)
    host = np.arange(4, dtype=np.int32)
    driver.host_to_device(pointer, host, 16)
    array = cuda.device_array(4, np.int32)
    driver.device_to_device(array, pointer, 16)
    assert array.copy_to_host().tolist() == [0, 1, 2, 3]
    driver.device_memset(array, 0, 8)
    back = np.empty(4, np.int32)
    driver.device_to_host(back, array, 16, stream=cuda.stream())
    cuda.synchronize()
    assert back.tolist() == [0, 0, 2, 3]
    assert driver.device_memory_size(array) == 16
    # Of the allocation, where there is one that the driver knows.
    begin, end = driver.device_extents(array[1:])
    is_cpu = cuda.get_current_device().is_cpu
    assert (begin, end) == (array.address + 4 * is_cpu, array.address + 16)
    from pyk2ptx.cuda.devicearray import auto_device
    assert auto_device(array) == (array, False) and auto_device(host)[1]
    assert driver.is_device_memory(array) and not driver.is_device_memory(host)
    devices.reset()
    """,
            **environment,
        )


@pytest.mark.parametrize(
    "make", [cuda.device_array, cuda.pinned_array, cuda.mapped_array]
)
def test_shapes(make):
    for shape in (3, np.int32(3), (3,), [3], np.array([3]), np.array(3)):
        assert make(shape).shape == (3,)
    assert make((2, np.int64(3))).shape == make(np.array([2, 3])).shape == (2, 3)
    for shape in (1.1, (1.1, 2), np.array([1.0, 2.0]), "3", None):
        with pytest.raises(TypeError, match="a shape is an int or ints"):
            make(shape)


@pytest.mark.skipif(
    not cuda.get_current_device().is_cpu, reason="a GPU tells that itself"
)
def test_what_does_not_fit_is_told_with_its_size():
    with pytest.raises(MemoryError, match="the CPU device has no 32000000000000 bytes"):
        cuda.device_array(8_000_000_000_000, np.float32)


def test_a_class_is_named_once():
    @cuda.jit("void(float32[:])")
    def k(x):
        x[0] = 1

    with pytest.raises(TypeError) as caught:
        k[1, 1](np.zeros(3))
    assert str(caught.value).startswith("argument `x` (float32): wants")
