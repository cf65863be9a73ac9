"""Memory of the host that a GPU copies fast or reaches itself: pinned, mapped and
managed arrays, and arrays that are pinned for a while.

They are NumPy's arrays. Which memory one is in it carries with it, so that a
kernel is given the address that the GPU knows; what NumPy computes of one is an
ordinary array, which is in none.
"""

import contextlib
import ctypes

from .. import _core, _numpy
from . import managers, pointers
from .allocate import device_array, with_retry
from .devices import current_context
from .layout import as_dtype, as_shape, span_of, strides_like
from .pointers import array_in, make_array

_mapped = None


def _mapped_class():
    """The class of mapped arrays; made when NumPy is there."""
    global _mapped
    if _mapped is None:
        np = _numpy.numpy()

        class MappedNDArray(np.ndarray):
            """A NumPy array that kernels use where it is."""

            _memory = None

            def __array_finalize__(self, base):
                self._memory = getattr(base, "_memory", None)

            def __array_wrap__(self, made, context=None, return_scalar=None):
                # What is computed is NumPy's own, but where it went into one.
                if isinstance(made, MappedNDArray):
                    return made
                is_scalar = made.ndim == 0 if return_scalar is None else return_scalar
                return made[()] if is_scalar else made

            @property
            def device_ctypes_pointer(self):
                """The address that kernels use, as ctypes has it."""
                return ctypes.c_void_p(_device_address(self))

            @property
            def __cuda_array_interface__(self):
                if not is_mapped(self):
                    raise AttributeError("the array is not in mapped memory")
                return mapped_view(self).__cuda_array_interface__

            def copy_to_host(self, ary=None, stream=0):
                """The elements in an array of their own, or in ``ary``."""
                if ary is None:
                    return np.array(self)
                ary[...] = self
                return ary

            def copy_to_device(self, ary, stream=0):
                """Sets the elements."""
                self[...] = _as_host(ary)

            def prefetch(self, to_host=False, stream=0):
                """Moves managed memory to the device, or to the host, before it is
                used there."""
                if is_mapped(self):
                    memory = pointers.as_memory(self._memory)
                    memory.prefetch(to_host, pointers.core_stream(stream))

            def __reduce__(self):
                return np.array(self).__reduce__()

        _mapped = MappedNDArray
    return _mapped


def _as_host(array):
    return array.copy_to_host() if isinstance(array, _core.Array) else array


def _place(array):
    """(host address, address for kernels, bytes) of the memory, or None."""
    memory = getattr(array, "_memory", None)
    if memory is None:
        return None
    if isinstance(memory, _core.Memory):
        return memory.host_address, memory.address, memory.size
    return memory.host_pointer, int(memory), memory.size


def is_mapped(array):
    """Whether an array lies in memory that kernels reach."""
    if _mapped is None or not isinstance(array, _mapped):
        return False
    place = _place(array)
    if place is None:
        return False
    low, high = span_of(array.shape, array.strides, array.itemsize)
    first = array.__array_interface__["data"][0]
    return place[0] <= first + low and first + high <= place[0] + place[2]


def _device_address(array):
    host, device, _ = _place(array)
    return array.__array_interface__["data"][0] - host + device


def mapped_view(array):
    """The device array that a kernel is given for a mapped one."""
    readonly = not array.flags.writeable
    return make_array(
        array,
        _device_address(array),
        array.dtype,
        array.shape,
        array.strides,
        readonly=readonly,
    )


def _host_array(allocate, shape, dtype, strides, order, cls=None):
    """A NumPy array in the memory that `allocate(bytes)` gives."""
    np = _numpy.numpy()
    dtype = as_dtype(np.float64 if dtype is None else dtype)
    shape = as_shape(shape)
    low, high = span_of(shape, strides, dtype.itemsize)
    memory = with_retry(lambda: allocate(max(high - low, 1)))
    owner = getattr(memory, "_owner", memory)
    buffer = owner if isinstance(owner, _core.Memory) else _buffer_of(memory)
    array = np.ndarray(shape, dtype, buffer, -low, strides, order)
    if cls is None:
        return array
    array = array.view(cls)
    array._memory = owner if buffer is owner else memory
    return array


def _buffer_of(memory):
    """The bytes of a plug-in's host memory, which they keep."""
    pointer = getattr(memory, "host_pointer", None)
    address = pointers.address_of(memory.handle if pointer is None else pointer)
    buffer = (ctypes.c_char * memory.size).from_address(address)
    buffer._keeps = memory
    return buffer


def _manager():
    return managers.manager_of(current_context())


def pinned_array(shape, dtype=None, strides=None, order="C"):
    """A NumPy array in memory that the device copies at full speed; float64 by
    default."""
    return _host_array(
        lambda size: _manager().memhostalloc(size, False, False, False),
        shape,
        dtype,
        strides,
        order,
    )


def pinned_array_like(ary):
    """A pinned array of the shape and dtype of another."""
    return pinned_array(ary.shape, ary.dtype, strides=strides_like(ary))


def mapped_array(
    shape, dtype=None, strides=None, order="C", stream=0, portable=False, wc=False
):
    """A NumPy array that kernels use where it is, in the host's memory.

    ``portable``: on every device. ``wc``: fast to write, slow to read.
    """
    return _host_array(
        lambda size: _manager().memhostalloc(size, True, portable, wc),
        shape,
        dtype,
        strides,
        order,
        _mapped_class(),
    )


def mapped_array_like(ary, stream=0, portable=False, wc=False):
    """A mapped array of the shape and dtype of another."""
    return mapped_array(
        ary.shape, ary.dtype, strides=strides_like(ary), portable=portable, wc=wc
    )


def managed_array(
    shape, dtype=None, strides=None, order="C", stream=0, attach_global=True
):
    """A NumPy array that host and device both use, and that moves to whoever does.

    With ``attach_global=False`` it is the host's until a stream has it.
    """
    return _host_array(
        lambda size: _core.allocate_managed(
            _core.current_device(), size, attach_global
        ),
        shape,
        dtype,
        strides,
        order,
        _mapped_class(),
    )


def _pin(array, is_mapped):
    """Pins an array's memory: what keeps it pinned, or None for no bytes."""
    low, high = span_of(array.shape, array.strides, array.itemsize)
    first = array.__array_interface__["data"][0] + low
    if high == low:
        return None
    return _manager().mempin(array, first, high - low, is_mapped)


def _unpin(pins):
    """At once: who still has a mapped array must not keep its memory pinned."""
    for pin in pins:
        if pin is None:
            continue
        if isinstance(pin._owner, _core.Memory):
            pin._owner.release()
        else:
            pin.free()


@contextlib.contextmanager
def pinned(*arylist):
    """A block in which the memory of NumPy's arrays is pinned, so that it is
    copied at full speed, and in the order of a stream."""
    pins = []
    try:
        pins.extend(_pin(array, False) for array in arylist)
        yield
    finally:
        _unpin(pins)


@contextlib.contextmanager
def mapped(*arylist, **_options):
    """A block with device arrays that are NumPy's arrays: kernels use those where
    they are. One array for one, else a list."""
    pins = []
    try:
        pins.extend(_pin(array, True) for array in arylist)
        devices = _arrays_of(arylist, pins)
        yield devices[0] if len(devices) == 1 else devices
        # What kernels still write must be there when the memory is unpinned.
        _core.current_device().synchronize()
    finally:
        _unpin(pins)


def _arrays_of(arylist, pins):
    devices = []
    for array, pin in zip(arylist, pins):
        if pin is None:
            devices.append(device_array(array.shape, array.dtype))
            continue
        memory = pointers.as_memory(pin)
        devices.append(array_in(memory, array.dtype, array.shape, array.strides))
    return devices
