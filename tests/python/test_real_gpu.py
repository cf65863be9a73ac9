"""What only a GPU shows: other processes, memory of other libraries, pages that
move. On the CPU device these are skipped."""

import multiprocessing
import threading

import numpy as np
import pytest

from pyk2ptx import cuda

pytestmark = pytest.mark.skipif(
    cuda.get_current_device().is_cpu, reason="it needs a GPU"
)


@cuda.jit
def add_one(a):
    i = cuda.grid(1)
    if i < a.size:
        a[i] += 1


def in_another_process(connection):
    handle = connection.recv()
    with handle as array:
        add_one[1, 64](array)
        connection.send(array.copy_to_host().tolist())
    connection.close()


@pytest.mark.parametrize("key", [slice(None), slice(7, None, 3)])
def test_ipc_between_processes(key):
    spawn = multiprocessing.get_context("spawn")
    # Small arrays, several of which the driver may put into one allocation.
    arrays = [cuda.to_device(np.arange(20.0) * i) for i in range(1, 4)]
    mine, theirs = spawn.Pipe()
    process = spawn.Process(target=in_another_process, args=(theirs,))
    process.start()
    mine.send(arrays[1][key].get_ipc_handle())
    expected = np.arange(20.0) * 2
    expected[key] += 1
    assert mine.poll(60) and mine.recv() == expected[key].tolist()
    process.join(60)
    assert process.exitcode == 0
    np.testing.assert_array_equal(arrays[1].copy_to_host(), expected)
    np.testing.assert_array_equal(arrays[2].copy_to_host(), np.arange(20.0) * 3)


def test_managed_mapped_and_pinned_memory():
    size = 1 << 20
    for make in (cuda.managed_array, cuda.mapped_array):
        array = make(size, np.float32)
        array[:] = 1
        add_one[size // 256, 256](array)
        cuda.synchronize()
        assert (array == 2).all()
    managed = cuda.managed_array(size, np.float32)
    managed[:] = 3
    managed.prefetch()
    add_one[size // 256, 256](managed[: size // 2])
    managed.prefetch(to_host=True)
    cuda.synchronize()
    assert managed[0] == 4 and managed[-1] == 3
    host = np.zeros(size)
    stream = cuda.stream()
    with cuda.pinned(host):
        device = cuda.to_device(host, stream=stream)
        add_one[size // 256, 256, stream](device)
        device.copy_to_host(host, stream=stream)
        stream.synchronize()
    assert (host == 1).all()
    for _ in range(2):
        with cuda.mapped(host) as mapped:
            add_one[size // 256, 256](mapped)
    assert (host == 3).all()


def test_callbacks_behind_long_work():
    """Freeing waits for the GPU while a callback waits for its thread."""
    seen = threading.Event()
    stream = cuda.stream()
    device = cuda.to_device(np.zeros(1 << 22))
    for _ in range(100):
        add_one[1 << 14, 256, stream](device)
    stream.add_callback(lambda *parts: seen.set())
    for _ in range(20):
        cuda.device_array(1 << 20)
    assert seen.wait(30)
    assert device.copy_to_host()[0] == 100


@pytest.mark.parametrize("library", ["cupy", "torch", "rmm"])
def test_pools(library):
    pytest.importorskip(library)
    cuda.use_memory_pool(library)
    try:
        arrays = [cuda.to_device(np.arange(1000.0) + i) for i in range(20)]
        for array in arrays:
            add_one[4, 256](array)
            array[::2] = 7
        for i, array in enumerate(arrays):
            host = np.arange(1000.0) + i + 1
            host[::2] = 7
            np.testing.assert_array_equal(array.copy_to_host(), host)
    finally:
        cuda.use_memory_pool(None)


@pytest.mark.parametrize("library", ["cupy", "torch", "jax"])
def test_dlpack(library):
    pytest.importorskip(library)
    device = cuda.to_device(np.arange(6, dtype=np.float32))
    if library == "jax":
        from jax import dlpack

        made = dlpack.from_dlpack(device)
    else:
        made = __import__(library).from_dlpack(device)

    class Foreign:
        """The array as one that has DLPack alone."""

        def __dlpack__(self, **options):
            return made.__dlpack__(**options)

        def __dlpack_device__(self):
            return made.__dlpack_device__()

    taken = cuda.as_cuda_array(Foreign())
    assert taken.address == device.address
    add_one[1, 32](Foreign())
    add_one[1, 32, cuda.stream()](Foreign())
    assert device.copy_to_host().tolist() == [2, 3, 4, 5, 6, 7]


def test_forall_and_occupancy():
    device = cuda.to_device(np.zeros(10**6))
    add_one.forall(device.size)(device)
    assert (device.copy_to_host() == 1).all()
    grid, block = cuda.current_context().get_max_potential_block_size(
        next(iter(add_one.overloads.values())), None, 0, 0
    )
    count = cuda.get_current_device().MULTIPROCESSOR_COUNT
    assert block >= 256 and grid >= count


def test_what_is_deferred_comes_back():
    context = cuda.current_context()
    cuda.synchronize()
    size = 1 << 28
    before = context.get_memory_info().free
    with cuda.defer_cleanup():
        cuda.device_array(size, np.uint8)
        assert context.get_memory_info().free <= before - size
    assert context.get_memory_info().free > before - size
