"""The host API by its names: every row of numba's table, with the names that
programs use. What each does is tested elsewhere; here none may be missing."""

import inspect

import numpy as np
import pytest

from pyk2ptx import cuda

ROWS = {
    "memory": (
        cuda,
        "to_device device_array device_array_like pinned_array pinned_array_like "
        "mapped_array mapped_array_like managed_array pinned mapped defer_cleanup "
        "synchronize as_cuda_array from_cuda_array_interface is_cuda_array "
        "open_ipc_array In Out InOut",
    ),
    "streams and events": (
        cuda,
        "stream default_stream legacy_default_stream per_thread_default_stream "
        "external_stream event event_elapsed_time",
    ),
    "devices": (
        cuda,
        "is_available is_supported_version cuda_error detect gpus list_devices "
        "select_device get_current_device close current_context require_context "
        "runtime profile_start profile_stop profiling is_float16_supported "
        "is_bfloat16_supported is_fp8_supported",
    ),
    "plug-ins": (
        cuda,
        "set_memory_manager BaseCUDAMemoryManager HostOnlyCUDAMemoryManager "
        "GetIpcHandleMixin MemoryPointer MappedMemory PinnedMemory MemoryInfo "
        "IpcHandle use_memory_pool",
    ),
    "runtime": (cuda.runtime, "get_version is_supported_version supported_versions"),
    "an array": (
        cuda.DeviceNDArray,
        "shape strides dtype ndim size nbytes alloc_size gpu_data copy_to_host "
        "copy_to_device T transpose reshape ravel view squeeze split getitem setitem "
        "is_c_contiguous is_f_contiguous bind get_ipc_handle device_ctypes_pointer "
        "stream __len__ __array__ __getitem__ __setitem__ __dlpack__ "
        "__dlpack_device__ __cuda_array_interface__",
    ),
    "a record": (
        cuda.DeviceRecord,
        "copy_to_host copy_to_device dtype nbytes getitem setitem __getitem__ "
        "__setitem__ device_ctypes_pointer gpu_data",
    ),
    "a stream": (
        cuda.Stream,
        "synchronize auto_synchronize add_callback async_done handle query "
        "__cuda_stream__",
    ),
    "an event": (cuda.Event, "record synchronize wait query elapsed_time handle"),
    "a device": (
        cuda.Device,
        "id name uuid compute_capability attributes supports_float16 "
        "supports_bfloat16 supports_fp8 reset get_primary_context "
        "get_device_identity from_identity",
    ),
    "a context": (
        cuda.Context,
        "handle get_memory_info push pop reset synchronize memalloc "
        "memallocmanaged memhostalloc mempin get_ipc_handle open_ipc_handle "
        "defer_cleanup deallocations create_stream create_default_stream "
        "create_external_stream create_event can_access_peer enable_peer_access "
        "get_active_blocks_per_multiprocessor get_max_potential_block_size "
        "memory_manager prepare_for_use",
    ),
    "a plug-in": (
        cuda.BaseCUDAMemoryManager,
        "memalloc memhostalloc mempin initialize get_ipc_handle get_memory_info "
        "reset defer_cleanup interface_version",
    ),
    "memory of a plug-in": (
        cuda.MemoryPointer,
        "own free memset view owner device_ctypes_pointer device_pointer_value",
    ),
    "a handle": (cuda.IpcArrayHandle, "open close __enter__ __exit__ __reduce__"),
}


@pytest.mark.parametrize("row", ROWS)
def test_names(row):
    owner, names = ROWS[row]
    for name in names.split():
        assert inspect.getattr_static(owner, name, None) is not None or hasattr(
            owner, name
        ), name


def parameters(function):
    return list(inspect.signature(function).parameters)


def test_parameters():
    """By the names under which programs pass them."""
    for function, names in [
        (cuda.to_device, "obj stream copy to"),
        (cuda.device_array, "shape dtype strides order stream"),
        (cuda.device_array_like, "ary stream"),
        (cuda.pinned_array, "shape dtype strides order"),
        (cuda.mapped_array, "shape dtype strides order stream portable wc"),
        (cuda.managed_array, "shape dtype strides order stream attach_global"),
        (cuda.mapped_array_like, "ary stream portable wc"),
        (cuda.as_cuda_array, "obj sync"),
        (cuda.from_cuda_array_interface, "desc owner sync"),
        (cuda.open_ipc_array, "handle shape dtype strides offset"),
        (cuda.event, "timing"),
        (cuda.event_elapsed_time, "start end"),
        (cuda.external_stream, "ptr"),
        (cuda.select_device, "device_id"),
        (cuda.current_context, "devnum"),
        (cuda.set_memory_manager, "mm_plugin"),
        (cuda.MemoryPointer, "context pointer size owner finalizer"),
        (cuda.IpcHandle, "base handle size source_info offset"),
        (cuda.DeviceNDArray.copy_to_host, "self ary stream"),
        (cuda.DeviceNDArray.copy_to_device, "self ary stream"),
        (cuda.DeviceNDArray.split, "self section stream"),
        (cuda.Context.memhostalloc, "self bytesize mapped portable wc"),
        (cuda.Context.mempin, "self owner pointer size mapped"),
    ]:
        assert parameters(function) == names.split(), function


def test_the_cpu_devices_context():
    context = cuda.current_context()
    if not context.device.is_cpu:
        pytest.skip("it is about the CPU device")
    pointer = context.memalloc(16)
    pointer.memset(1)
    array = cuda.device_array(16, np.int8)
    from pyk2ptx.cuda.cudadrv import driver

    driver.device_to_device(array, pointer, 16)
    assert array.copy_to_host().tolist() == [1] * 16
    assert context.get_memory_info().free <= context.get_memory_info().total
    assert context.get_limit("stack") is None and context.set_limit("heap", 9) is None
    for wrong in (("stacks", 1), ("stack", -1)):
        with pytest.raises(ValueError):
            context.set_limit(*wrong)
    assert context.handle == 0 and len(context.deallocations) == 0
    context.deallocations.clear()
    with context.deallocations.disable(), context.defer_cleanup():
        cuda.device_array(3)
    assert not context.can_access_peer(0)
    with pytest.raises(ValueError):
        context.enable_peer_access(0)
    with pytest.raises(NotImplementedError):
        context.get_ipc_handle(pointer)
    assert context.create_stream().query() and context.create_event().query()
    device = context.device
    assert device.uuid.startswith("CPU-") and device.attributes["WARP_SIZE"] == 32
    assert type(device).from_identity(device.get_device_identity()) == device
    assert "CPU device" in repr(context)

    @cuda.jit
    def k(a):
        a[0] = 1

    k.forall(5)(array)
    assert context.get_max_potential_block_size(k, None, 0, 128) == (1, 128)
    assert context.get_active_blocks_per_multiprocessor(k, 128, 0) == 1


def test_cuda_is_disabled(run_program, fake_driver):
    run_program(
        """
    from pyk2ptx import cuda
    assert not cuda.is_available() and "disabled" in str(cuda.cuda_error())
    assert not cuda.detect()
    try:
        cuda.device_array(3)
    except cuda.CudaSupportError as error:
        assert "NUMBA_DISABLE_CUDA" in str(error)
    else:
        raise SystemExit("no error")
    """,
        NUMBA_DISABLE_CUDA="1",
        **fake_driver,
    )
