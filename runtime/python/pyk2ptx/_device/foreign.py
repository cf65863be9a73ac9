"""Other libraries' arrays on a GPU, taken without copies: by
``__cuda_array_interface__`` (version 3) and by DLPack."""

import os

from .. import _core, _numpy
from . import pointers
from .layout import contiguous_strides
from .streams import external_stream

# DLDeviceType, as far as a kernel reaches it: a GPU's memory, and managed.
_CUDA, _MANAGED = 2, 13

if os.environ.get("NUMBA_CUDA_ARRAY_INTERFACE_SYNC", "1") == "0":
    _core.set_array_interface_sync(False)


def has_dlpack(obj):
    """Whether an object is an array on a GPU that has DLPack alone."""
    if isinstance(obj, type) or not hasattr(obj, "__dlpack_device__"):
        return False
    return int(obj.__dlpack_device__()[0]) in (_CUDA, _MANAGED)


def is_cuda_array(obj):
    """Whether an object is an array on a device."""
    if isinstance(obj, _core.Array):
        return True
    if isinstance(obj, type):
        return False
    return hasattr(obj, "__cuda_array_interface__") or has_dlpack(obj)


def as_cuda_array(obj, sync=True):
    """A device array of what has ``__cuda_array_interface__`` or is a DLPack array
    on a GPU, without a copy. TypeError for others."""
    if isinstance(obj, _core.Array):
        return obj
    if hasattr(obj, "__cuda_array_interface__"):
        return from_cuda_array_interface(obj.__cuda_array_interface__, obj, sync)
    if has_dlpack(obj):
        return from_dlpack(obj)
    raise TypeError("*obj* doesn't implement the cuda array interface.")


def from_cuda_array_interface(desc, owner=None, sync=True):
    """A device array of the dict that ``__cuda_array_interface__`` gives.

    With ``sync`` the stream that it names is waited for, unless
    NUMBA_CUDA_ARRAY_INTERFACE_SYNC=0 leaves that to the program.
    """
    np = _numpy.numpy()
    if desc.get("mask") is not None:
        raise NotImplementedError("Masked arrays are not supported")
    if desc["typestr"][1] == "V" and desc.get("descr"):
        dtype = np.lib.format.descr_to_dtype(desc["descr"])
    else:
        dtype = np.dtype(desc["typestr"])
    shape = tuple(desc["shape"])
    strides = desc.get("strides") or contiguous_strides(shape, dtype.itemsize)
    address, readonly = desc["data"]
    stream = desc.get("stream")
    if sync and stream and _core.array_interface_sync():
        external_stream(stream).synchronize()
    return pointers.make_array(
        owner, address or 0, dtype, shape, tuple(strides), readonly=readonly
    )


def from_dlpack(obj):
    """A device array of a DLPack array on a GPU. What its library has queued runs
    before what the legacy default stream gets."""
    device = _core.current_device()
    try:
        capsule = obj.__dlpack__(stream=1, max_version=(1, 1))
    except TypeError:
        # From before DLPack 1.0.
        capsule = obj.__dlpack__(stream=1)
    # Not by its dtype: NumPy has none of some types.
    return _core.Array.__new__(
        pointers.array_class, *_core.from_dlpack(device, capsule)
    )


class DlpackArgument:
    """A DLPack array as an argument of a launch: one that the legacy default stream
    may still write, so that launches in others wait for that."""

    def __init__(self, obj):
        self._array = array = from_dlpack(obj)
        name = array.type_name
        np = _numpy.numpy()
        self.__cuda_array_interface__ = {
            "shape": array.shape,
            "strides": array.strides,
            "data": (array.address, array.readonly),
            "typestr": name if name == "bfloat16" else np.dtype(name).str,
            "stream": 1,
            "version": 3,
        }
