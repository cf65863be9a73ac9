"""Memory of devices: arrays there, and copies from and to the host.

A device array is a view of some memory: the host computes the view's place and
strides as NumPy would, on an array that has no memory of its own, and copies the
bytes that it spans.
"""

import contextlib
import math

from .. import _core, _numpy
from ._devices import Stream

_STREAM_DEFAULT = (None, 0)


def _async(stream):
    """The stream of a copy that is not to be waited for, or None."""
    if stream is None or (isinstance(stream, int) and stream == 0):
        return None
    if isinstance(stream, _core.Stream):
        return stream if stream.ptr else None
    from ._devices import _as_stream

    return _as_stream(stream)


def _span(shape, strides, itemsize):
    """The bytes that a view touches: from `low` to `high` of its first element."""
    if 0 in shape:
        return 0, 0
    ends = [(extent - 1) * stride for extent, stride in zip(shape, strides)]
    return sum(min(end, 0) for end in ends), sum(max(end, 0) for end in ends) + itemsize


def _contiguous_strides(shape, itemsize, order="C"):
    strides = []
    step = itemsize
    for extent in reversed(shape) if order == "C" else shape:
        strides.append(step)
        step *= extent
    return tuple(reversed(strides)) if order == "C" else tuple(strides)


class DeviceNDArray(_core.Array):
    """An array on a device.

    ``copy_to_host`` brings it back; slices, ``T`` and ``reshape`` are views.
    """

    @property
    def dtype(self):
        """NumPy's dtype of the elements."""
        found = self.__dict__.get("_dtype")
        if found is None:
            found = self._dtype = _numpy.dtype_of(self.type_name)
        return found

    @property
    def stream(self):
        """The stream that ``bind`` gave it; 0 is the default."""
        return self.__dict__.get("_stream", 0)

    @property
    def alloc_size(self):
        """Bytes that it spans."""
        low, high = _span(self.shape, self.strides, self.itemsize)
        return high - low

    @property
    def gpu_data(self):
        """What keeps the memory."""
        return self.owner

    @property
    def device_ctypes_pointer(self):
        """The address as ctypes has it."""
        import ctypes

        return ctypes.c_void_p(self.address)

    @property
    def flags(self):
        """C_CONTIGUOUS and F_CONTIGUOUS."""
        return {
            "C_CONTIGUOUS": self.is_c_contiguous(),
            "F_CONTIGUOUS": self.is_f_contiguous(),
        }

    @property
    def __cuda_array_interface__(self):
        if _core.current_device().is_cpu:
            raise AttributeError("the array is on the CPU device")
        interface = {
            "shape": self.shape,
            "strides": None if self.is_c_contiguous() else self.strides,
            "data": (self.address if self.size else 0, self.readonly),
            "typestr": self.dtype.str,
            "version": 3,
        }
        if self.dtype.names:
            interface["descr"] = self.dtype.descr
        if self.stream:
            interface["stream"] = int(self.stream)
        return interface

    def bind(self, stream=0):
        """The same array, whose copies use a stream."""
        bound = self._view(self.address, self.shape, self.strides, self.dtype)
        bound._stream = stream
        return bound

    # ---- views ----

    def _view(self, address, shape, strides, dtype):
        view = DeviceNDArray(
            self.owner,
            address,
            _numpy.type_name(dtype),
            dtype.itemsize,
            shape,
            strides,
            self.readonly,
        )
        view._dtype = dtype
        if "_stream" in self.__dict__:
            view._stream = self._stream
        return view

    def _map(self, function):
        """The view that `function` makes of an array of this shape."""
        np = _numpy.numpy()
        shadow = np.lib.stride_tricks.as_strided(
            np.empty(1, self.dtype), self.shape, self.strides
        )
        made = function(shadow)
        moved = (
            made.__array_interface__["data"][0] - shadow.__array_interface__["data"][0]
        )
        return self._view(self.address + moved, made.shape, made.strides, made.dtype)

    @property
    def T(self):
        """The view with the axes in reverse."""
        return self.transpose()

    def transpose(self, axes=None):
        """The view with its axes in another order."""
        return self._map(lambda array: array.transpose(axes))

    def squeeze(self, axis=None):
        """The view without axes of extent 1."""
        return self._map(lambda array: array.squeeze(axis))

    def view(self, dtype):
        """The same bytes as elements of another type."""
        return self._map(lambda array: array.view(dtype))

    def reshape(self, *newshape, order="C"):
        """The view of another shape. Only of contiguous arrays."""
        if len(newshape) == 1 and isinstance(newshape[0], (tuple, list)):
            newshape = tuple(newshape[0])
        fits = self.is_c_contiguous() if order in "CA" else self.is_f_contiguous()
        if not fits:
            raise NotImplementedError("reshape would have to copy the array")
        return self._map(lambda array: array.reshape(newshape, order=order))

    def ravel(self, order="C", stream=0):
        """The view of one axis. Only of contiguous arrays."""
        return self.reshape(-1, order=order)

    def split(self, section, stream=0):
        """Views of ``section`` elements each, of an array of one axis."""
        if self.ndim != 1:
            raise ValueError("only arrays of one axis can be split")
        for begin in range(0, self.size, section):
            yield self[begin : begin + section]

    def is_c_contiguous(self):
        return self.layout == "C"

    def is_f_contiguous(self):
        if self.layout == "F":
            return True
        wanted = _contiguous_strides(self.shape, self.itemsize, "F")
        pairs = zip(self.shape, self.strides, wanted)
        return 0 in self.shape or all(n == 1 or a == b for n, a, b in pairs)

    def __len__(self):
        if not self.ndim:
            raise TypeError("len() of an array without axes")
        return self.shape[0]

    def _select(self, key):
        keys = key if isinstance(key, tuple) else (key,)
        for part in keys:
            if not (
                part is None
                or part is Ellipsis
                or isinstance(part, (slice, str))
                or hasattr(part, "__index__")
            ):
                raise NotImplementedError(
                    "device arrays are indexed by ints and slices alone"
                )
        if isinstance(key, str):
            return self._map(lambda array: array[key])
        if Ellipsis not in keys:
            # So that one element is a view, too.
            keys += (Ellipsis,)
        return self._map(lambda array: array[keys])

    def __getitem__(self, key):
        """A view; an element comes to the host."""
        view = self._select(key)
        if view.ndim or isinstance(key, str):
            return view
        keys = key if isinstance(key, tuple) else (key,)
        return view if Ellipsis in keys else view.copy_to_host()[()]

    def getitem(self, item, stream=0):
        return self[item]

    def __setitem__(self, key, value):
        """Copies a number, an array or a device array into a view."""
        np = _numpy.numpy()
        view = self._select(key)
        if is_cuda_array(value):
            value = as_cuda_array(value).copy_to_host()
        host = np.empty(view.shape, view.dtype)
        host[...] = value
        view._write(host, None)

    def setitem(self, key, value, stream=0):
        self[key] = value

    # ---- copies ----

    def _place(self):
        """Where in the owner's memory the view begins, and what it spans."""
        low, high = _span(self.shape, self.strides, self.itemsize)
        return self.address - self.owner.address, low, high

    def _write(self, host, stream):
        """Copies a host array of this shape and dtype into the view."""
        np = _numpy.numpy()
        if self.readonly:
            raise ValueError("the array is read-only")
        if not self.size:
            return
        if not isinstance(self.owner, _core.Memory):
            copy_on_device(to_device(host), self)
            return
        start, low, high = self._place()
        if self.layout in "CF":
            host = np.asarray(host, order=self.layout)
            self.owner.upload(_numpy.byte_view(host), start, stream)
            return
        # What lies between the elements is read and written back.
        span = np.empty(high - low, np.uint8)
        self.owner.download(span, start + low)
        strided = np.ndarray(self.shape, self.dtype, span, -low, self.strides)
        strided[...] = host
        self.owner.upload(span, start + low)

    def _read(self, stream):
        """A host array with the elements."""
        np = _numpy.numpy()
        order = "F" if self.layout == "F" else "C"
        if not self.size:
            return np.empty(self.shape, self.dtype, order)
        if not isinstance(self.owner, _core.Memory):
            copy = device_array(self.shape, self.dtype, order=order)
            copy_on_device(self, copy)
            return copy._read(stream)
        start, low, high = self._place()
        if self.layout in "CF":
            host = np.empty(self.shape, self.dtype, order)
            self.owner.download(_numpy.byte_view(host), start, stream)
            return host
        span = np.empty(high - low, np.uint8)
        self.owner.download(span, start + low)
        strided = np.ndarray(self.shape, self.dtype, span, -low, self.strides)
        return strided.copy()

    def copy_to_host(self, ary=None, stream=0):
        """The elements as a NumPy array, or into ``ary``.

        With a stream the copy is queued there. ValueError when ``ary`` has
        another shape, TypeError when it has another dtype.
        """
        stream = stream or self.stream
        if ary is None:
            return self._read(_async(stream))
        if ary.shape != self.shape and ary.size != self.size:
            raise ValueError(f"array has shape {ary.shape}, not {self.shape}")
        if ary.dtype != self.dtype:
            raise TypeError(f"array has dtype {ary.dtype}, not {self.dtype}")
        plain = isinstance(self.owner, _core.Memory) and self.size
        if plain and self.layout == "C" and ary.flags.c_contiguous:
            start = self.address - self.owner.address
            self.owner.download(_numpy.byte_view(ary), start, _async(stream))
        else:
            ary[...] = self._read(None).reshape(ary.shape)
        return ary

    def copy_to_device(self, ary, stream=0):
        """Copies a host array, or another device array, into this one."""
        np = _numpy.numpy()
        if is_cuda_array(ary):
            source = as_cuda_array(ary)
            if source.shape != self.shape:
                raise ValueError(f"array has shape {source.shape}, not {self.shape}")
            if source.dtype != self.dtype:
                raise TypeError(f"array has dtype {source.dtype}, not {self.dtype}")
            if source.layout == self.layout != "A":
                copy_on_device(source, self)
            else:
                self._write(source._read(None), None)
            return
        ary = np.asarray(ary)
        if ary.size != self.size:
            raise ValueError(f"array has shape {ary.shape}, not {self.shape}")
        if ary.dtype != self.dtype:
            raise TypeError(f"array has dtype {ary.dtype}, not {self.dtype}")
        self._write(ary.reshape(self.shape), _async(stream))

    def copy(self, order="C"):
        """A new device array with the same elements."""
        made = device_array(self.shape, self.dtype, order=order)
        made.copy_to_device(self)
        return made

    def __array__(self, dtype=None, copy=None):
        host = self.copy_to_host()
        return host.astype(dtype) if dtype is not None else host

    def get_ipc_handle(self):
        raise NotImplementedError("memory cannot be shared with other processes yet")

    def __repr__(self):
        where = "the CPU device" if _core.current_device().is_cpu else "the GPU"
        return f"<array of {self.type_name}, shape {self.shape}, on {where}>"


def _make(owner, address, dtype, shape, strides, readonly=False):
    array = DeviceNDArray(
        owner,
        address,
        _numpy.type_name(dtype),
        dtype.itemsize,
        shape,
        strides,
        readonly,
    )
    array._dtype = dtype
    return array


def _shape(shape):
    return (int(shape),) if hasattr(shape, "__index__") else tuple(map(int, shape))


def device_array(shape, dtype=None, strides=None, order="C", stream=0):
    """A new array on the device, whose elements are not set; float64 by default."""
    np = _numpy.numpy()
    dtype = _dtype(np.float64 if dtype is None else dtype)
    shape = _shape(shape)
    if any(extent < 0 for extent in shape):
        raise ValueError("negative dimensions are not allowed")
    strides = strides or _contiguous_strides(shape, dtype.itemsize, order)
    low, high = _span(shape, strides, dtype.itemsize)
    memory = _allocate(high - low)
    return _make(memory, memory.address - low, dtype, shape, tuple(strides))


def _dtype(dtype):
    """A dtype of what programs give as one: NumPy's, or a type of ours."""
    from ..types import Type

    if isinstance(dtype, Type):
        return _numpy.dtype_of(dtype.name)
    return _numpy.numpy().dtype(dtype)


def _allocate(size, pinned=False):
    """New memory. Memory that cycles keep alive is let go first if there is none."""
    device = _core.current_device()
    try:
        return _core.Memory(device, size, pinned)
    except Exception as error:
        # CUDA_ERROR_OUT_OF_MEMORY
        if getattr(error, "code", None) != 2:
            raise
    import gc

    gc.collect()
    return _core.Memory(device, size, pinned)


def _order_of(array):
    """'F' for arrays whose fastest axis is the first, else 'C'."""
    if isinstance(array, _core.Array):
        return "F" if array.layout == "F" else "C"
    return "F" if array.flags.f_contiguous and not array.flags.c_contiguous else "C"


def device_array_like(ary, stream=0):
    """A new array on the device, of the shape and dtype of another."""
    if not hasattr(ary, "flags") and is_cuda_array(ary):
        ary = as_cuda_array(ary)
    return device_array(ary.shape, ary.dtype, order=_order_of(ary))


def to_device(obj, stream=0, copy=True, to=None):
    """A copy of a NumPy array (or of what becomes one) on the device.

    With ``to`` the copy goes there. ``copy=False`` leaves the elements unset.
    Device arrays are returned as they are.
    """
    np = _numpy.numpy()
    if is_cuda_array(obj) and to is None:
        return as_cuda_array(obj)
    array = obj if isinstance(obj, np.ndarray) else np.asarray(obj)
    if to is None:
        to = device_array(array.shape, array.dtype, order=_order_of(array))
    if copy:
        to.copy_to_device(array, stream=stream)
    return to


def is_cuda_array(obj):
    """Whether an object is an array on a device."""
    if isinstance(obj, _core.Array):
        return True
    return not isinstance(obj, type) and hasattr(obj, "__cuda_array_interface__")


def as_cuda_array(obj, sync=True):
    """A device array of what has ``__cuda_array_interface__``, without a copy."""
    if isinstance(obj, _core.Array):
        return obj
    if not hasattr(obj, "__cuda_array_interface__"):
        raise TypeError("*obj* doesn't implement the cuda array interface.")
    return from_cuda_array_interface(obj.__cuda_array_interface__, obj, sync)


def from_cuda_array_interface(desc, owner=None, sync=True):
    """A device array of the dict that ``__cuda_array_interface__`` gives."""
    np = _numpy.numpy()
    if desc.get("mask") is not None:
        raise NotImplementedError("Masked arrays are not supported")
    dtype = np.dtype(desc["descr"] if desc["typestr"][1] == "V" else desc["typestr"])
    shape = tuple(desc["shape"])
    strides = desc.get("strides") or _contiguous_strides(shape, dtype.itemsize)
    address, readonly = desc["data"]
    stream = desc.get("stream")
    if sync and stream:
        Stream(_core.current_device(), int(stream)).synchronize()
    return _make(owner, address or 0, dtype, shape, tuple(strides), readonly)


def copy_on_device(source, target):
    """Copies between arrays of the same bytes, by a kernel."""
    from ._kernels import copy_words

    for array in (source, target):
        if array.layout == "A":
            raise NotImplementedError("only contiguous arrays are copied on the device")
    nbytes = source.nbytes
    if not nbytes:
        return
    word = math.gcd(8, nbytes, source.address or 8, target.address or 8)
    names = {1: "uint8", 2: "uint16", 4: "uint32", 8: "uint64"}
    views = [
        DeviceNDArray(a.owner, a.address, names[word], word, (nbytes // word,), (word,))
        for a in (source, target)
    ]
    count = nbytes // word
    copy_words[min(-(-count // 256), 4096), 256](*views)


# Host memory -----------------------------------------------------------------------


def _host_array(shape, dtype, strides, order, cls=None):
    np = _numpy.numpy()
    dtype = _dtype(dtype)
    shape = _shape(shape)
    memory = _allocate(max(math.prod(shape) * dtype.itemsize, 1), pinned=True)
    array = np.ndarray(shape, dtype, memory, 0, strides, order)
    return array if cls is None else array.view(cls())


def pinned_array(shape, dtype=None, strides=None, order="C"):
    """A NumPy array in memory that the device copies at full speed."""
    return _host_array(shape, dtype or float, strides, order)


def pinned_array_like(ary):
    """A pinned array of the shape and dtype of another."""
    return pinned_array(ary.shape, ary.dtype, order=_order_of(ary))


def mapped_array(
    shape, dtype=None, strides=None, order="C", stream=0, portable=False, wc=False
):
    """A NumPy array that kernels use where it is, in the host's memory."""
    return _host_array(shape, dtype or float, strides, order, _mapped_class)


def mapped_array_like(ary, stream=0, portable=False, wc=False):
    """A mapped array of the shape and dtype of another."""
    return mapped_array(ary.shape, ary.dtype, order=_order_of(ary))


def managed_array(
    shape, dtype=None, strides=None, order="C", stream=0, attach_global=True
):
    """A NumPy array that host and device both use. It lies in the host's memory."""
    return mapped_array(shape, dtype, strides, order)


_mapped = None


def _mapped_class():
    """The class of mapped arrays; made when NumPy is there."""
    global _mapped
    if _mapped is None:
        np = _numpy.numpy()

        class MappedNDArray(np.ndarray):
            """A NumPy array that the device reaches where it is."""

            def copy_to_host(self, ary=None, stream=0):
                if ary is None:
                    return np.array(self)
                ary[...] = self
                return ary

        _mapped = MappedNDArray
    return _mapped


def is_mapped(array):
    """Whether an array is a mapped one, so that no launch has to copy it."""
    return _mapped is not None and isinstance(array, _mapped)


@contextlib.contextmanager
def pinned(*arylist):
    """Kept for programs that use it: the arrays are copied as they are."""
    yield


@contextlib.contextmanager
def mapped(*arylist, **_options):
    """Device arrays that stand for host arrays until the block ends."""
    arrays = [to_device(ary) for ary in arylist]
    yield arrays[0] if len(arrays) == 1 else arrays
    for host, device in zip(arylist, arrays):
        device.copy_to_host(host)


@contextlib.contextmanager
def defer_cleanup():
    """Kept for programs that use it: memory is let go when its last array is."""
    yield


def open_ipc_array(*_args, **_options):
    raise NotImplementedError("memory cannot be shared with other processes yet")


# How a launch treats a host array ----------------------------------------------------


class ArgHint:
    """The base of In, Out and InOut."""

    copies_in = copies_out = True

    def __init__(self, value):
        self.value = value


class In(ArgHint):
    """The kernel reads the array: it is not copied back."""

    copies_out = False


class Out(ArgHint):
    """The kernel writes the whole array: it is not copied to the device."""

    copies_in = False


class InOut(ArgHint):
    """The kernel reads and writes the array."""
