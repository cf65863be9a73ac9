"""Arrays on a device.

A device array is a view of some memory: the host computes the view's place and
strides as NumPy would, on an array that has no memory of its own. What is
contiguous is copied as it lies; for what is not, a kernel gathers the elements
into new memory of the device, or scatters them from there, so that what lies
between them is neither read nor written.
"""

import contextlib
import ctypes
import math

from .. import _core, _numpy
from ..types import from_dtype
from . import pointers
from .allocate import device_array
from .devices import current_context
from .foreign import as_cuda_array, is_cuda_array
from .ipc import handle_of
from .layout import (
    as_dtype,
    contiguous_strides,
    merge_axes,
    order_of,
    shadow_of,
    span_of,
)
from .pointers import MemoryPointer, array_in, as_memory, make_array
from .streams import Event, _as_stream


def _async(stream):
    """The stream of a copy that is not to be waited for, or None."""
    if stream is None or (isinstance(stream, int) and stream == 0):
        return None
    if isinstance(stream, _core.Stream):
        return stream if stream.ptr else None
    return _as_stream(stream)


def _check_key(keys):
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


class DeviceNDArray(_core.Array):
    """An array on a device.

    ``copy_to_host`` brings it back; slices, ``T`` and ``reshape`` are views.
    """

    __cuda_memory__ = True
    __cuda_ndarray__ = True

    def __new__(cls, shape, strides, dtype, stream=0, gpu_data=None):
        """An array of that layout: in new memory, or in what a MemoryPointer has."""
        if gpu_data is None:
            return device_array(shape, dtype, strides, stream=stream)
        array = array_in(as_memory(gpu_data), as_dtype(dtype), shape, strides)
        array._plugin_pointer = gpu_data
        array._stream = stream
        return array

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
        low, high = span_of(self.shape, self.strides, self.itemsize)
        return high - low

    @property
    def _pointer(self):
        """The memory as the plug-in gave it that allocated it, or None."""
        return self.__dict__.get("_plugin_pointer")

    @property
    def gpu_data(self):
        """The memory: a MemoryPointer."""
        if self._pointer is not None:
            return self._pointer
        memory, start, size = self._extent()
        return MemoryPointer(
            current_context(), memory.address + start, size, owner=memory
        )

    @property
    def device_ctypes_pointer(self):
        """The address as ctypes has it."""
        return ctypes.c_void_p(self.address)

    @property
    def flags(self):
        """C_CONTIGUOUS and F_CONTIGUOUS."""
        return {
            "C_CONTIGUOUS": self.is_c_contiguous(),
            "F_CONTIGUOUS": self.is_f_contiguous(),
        }

    # ---- other libraries ----

    def _interface(self):
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

    @property
    def __cuda_array_interface__(self):
        if _core.current_device().is_cpu:
            raise AttributeError("the array is on the CPU device")
        return self._interface()

    def __dlpack_device__(self):
        """(device type, ordinal): a GPU's, or the host's."""
        device = _core.current_device()
        return (1, 0) if device.is_cpu else (2, device.ordinal)

    def __dlpack__(self, *, stream=None, max_version=None, dl_device=None, copy=None):
        """The array for another library. What is queued here runs before what
        ``stream`` gets from now on."""
        if copy:
            return self.copy().__dlpack__(stream=stream, max_version=max_version)
        if dl_device is not None and tuple(dl_device) != self.__dlpack_device__():
            raise BufferError("the array is on another device; copy it first")
        versioned = max_version is not None and tuple(max_version) >= (1, 0)
        if _core.current_device().is_cpu:
            host = self._on_host()
            host.flags.writeable = not self.readonly
            more = {"max_version": max_version} if versioned else {}
            return host.__dlpack__(**more)
        if self.readonly:
            raise BufferError("a read-only array cannot be told as such")
        self._order_before(stream)
        memory, _, _ = self._extent()
        return _core.to_dlpack(memory, self, versioned)

    def _order_before(self, stream):
        """Lets a consumer's stream wait for what this array's has queued."""
        if stream == -1:
            return
        mine = _as_stream(self.stream)
        theirs = _as_stream(1 if stream is None else stream)
        if mine.ptr != theirs.ptr and {mine.ptr, theirs.ptr} != {0, 1}:
            moment = Event(_core.current_device(), False)
            moment.record(mine)
            theirs.wait(moment)

    def bind(self, stream=0):
        """The same array, whose copies use a stream."""
        bound = self._view(self.address, self.shape, self.strides, self.dtype)
        bound._stream = stream
        return bound

    # ---- views ----

    def _view(self, address, shape, strides, dtype):
        view = make_array(
            self.owner, address, dtype, shape, strides, readonly=self.readonly
        )
        for name in ("_stream", "_plugin_pointer"):
            if name in self.__dict__:
                view.__dict__[name] = self.__dict__[name]
        return view

    def _map(self, function):
        """The view that `function` makes of an array of this shape."""
        shadow = shadow_of(self.shape, self.strides, self.dtype)
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

    def squeeze(self, axis=None, stream=0):
        """The view without axes of extent 1."""
        return self._map(lambda array: array.squeeze(axis))

    def view(self, dtype):
        """The same bytes as elements of another type."""
        return self._map(lambda array: array.view(dtype))

    def reshape(self, *newshape, order="C"):
        """The view of another shape. Only of contiguous arrays."""
        if len(newshape) == 1 and isinstance(newshape[0], (tuple, list)):
            newshape = tuple(newshape[0])
        if order == "A":
            order = order_of(self)
        fits = self.is_c_contiguous() if order == "C" else self.is_f_contiguous()
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
            part = self[begin : begin + section]
            yield part if stream in (0, None) else part.bind(stream)

    def is_c_contiguous(self):
        return self.layout == "C"

    def is_f_contiguous(self):
        if self.layout == "F":
            return True
        wanted = contiguous_strides(self.shape, self.itemsize, "F")
        pairs = zip(self.shape, self.strides, wanted)
        return 0 in self.shape or all(n == 1 or a == b for n, a, b in pairs)

    def __len__(self):
        if not self.ndim:
            raise TypeError("len() of an array without axes")
        return self.shape[0]

    def _select(self, key):
        keys = key if isinstance(key, tuple) else (key,)
        _check_key(keys)
        if isinstance(key, str):
            return self._map(lambda array: array[key])
        if Ellipsis not in keys:
            # So that one element is a view, too.
            keys += (Ellipsis,)
        return self._map(lambda array: array[keys])

    def __getitem__(self, key):
        """A view; a number comes to the host, a record is a DeviceRecord."""
        return self.getitem(key, self.stream)

    def getitem(self, item, stream=0):
        """The same, copied in a stream."""
        view = self._select(item)
        keys = item if isinstance(item, tuple) else (item,)
        if view.ndim or isinstance(item, str) or Ellipsis in keys:
            return view
        if view.dtype.names:
            return DeviceRecord(view)
        return view.copy_to_host(stream=stream)[()]

    def __setitem__(self, key, value):
        """Copies a number, an array or a device array into a view."""
        self.setitem(key, value, self.stream)

    def setitem(self, key, value, stream=0):
        """The same in a stream."""
        np = _numpy.numpy()
        view = self._select(key)
        if isinstance(value, DeviceRecord):
            value = value.copy_to_host()
        if is_cuda_array(value):
            source = as_cuda_array(value)
            if source.dtype == view.dtype:
                shape = view.shape
                spread = source._map(lambda array: np.broadcast_to(array, shape))
                view._take(spread, _async(stream))
                return
            value = source.copy_to_host(stream=stream)
        if view.dtype.names is None and not view._is_on_host():
            small = np.empty(np.shape(value), view.dtype)
            small[...] = value
            if small.size < view.size and small.ndim <= view.ndim:
                view._spread(small, _async(stream))
                return
        host = np.empty(view.shape, view.dtype)
        host[...] = value
        view._write(host, _async(stream))

    # ---- copies ----

    def _extent(self):
        """(memory, where in it the array begins, the bytes that it spans)."""
        low, high = span_of(self.shape, self.strides, self.itemsize)
        first = self.address + low
        if isinstance(self.owner, _core.Memory):
            return self.owner, first - self.owner.address, high - low
        device = _core.current_device()
        return _core.wrap_memory(device, first, high - low, self.owner), 0, high - low

    def _on_host(self):
        """On the CPU device: the array itself, as NumPy's."""
        np = _numpy.numpy()
        low, high = span_of(self.shape, self.strides, self.itemsize)
        if high == low:
            return np.empty(self.shape, self.dtype)
        memory = (ctypes.c_char * (high - low)).from_address(self.address + low)
        memory._keeps = self.owner
        return np.ndarray(self.shape, self.dtype, memory, -low, self.strides)

    def _is_on_host(self):
        if isinstance(self.owner, _core.Memory):
            return self.owner.is_cpu
        return _core.current_device().is_cpu

    def _write(self, host, stream):
        """Copies a host array of this shape and dtype into the view."""
        np = _numpy.numpy()
        if self.readonly:
            raise ValueError("the array is read-only")
        if not self.size:
            return
        if self._is_on_host():
            self._on_host()[...] = host
        elif self.layout in "CF":
            host = np.asarray(host, order=self.layout)
            memory, start, _ = self._extent()
            memory.upload(_numpy.byte_view(host), start, stream)
        else:
            with _device_of(self):
                packed = _new(self.shape, self.dtype)
            packed._write(host, stream)
            self._take(packed, stream)
            # Until then the packed elements must stay.
            _wait(stream)

    def _spread(self, small, stream):
        """Sets the view to a smaller host array, which is spread on the device."""
        np = _numpy.numpy()
        if self.readonly:
            raise ValueError("the array is read-only")
        try:
            np.broadcast_to(small, self.shape)
        except ValueError:
            raise ValueError(
                f"could not broadcast input array from shape {small.shape} into shape "
                f"{self.shape}"
            ) from None
        if self.layout in "CF" and len(set(small.tobytes())) == 1:
            memory, start, size = self._extent()
            memory.fill(small.tobytes()[0], size, start, stream)
            return
        with _device_of(self):
            packed = _new(small.shape, self.dtype)
        packed._write(small, stream)
        shape = self.shape
        self._take(packed._map(lambda array: np.broadcast_to(array, shape)), stream)
        _wait(stream)

    def _read(self, stream):
        """A host array with the elements; with a stream they may still come."""
        np = _numpy.numpy()
        order = order_of(self)
        if not self.size:
            return np.empty(self.shape, self.dtype, order)
        if self._is_on_host():
            return self._on_host().copy(order)
        if self.layout not in "CF":
            with _device_of(self):
                packed = _new(self.shape, self.dtype)
            packed._take(self, stream)
            host = packed._read(stream)
            _wait(stream)
            return host
        host = np.empty(self.shape, self.dtype, order)
        memory, start, _ = self._extent()
        memory.download(_numpy.byte_view(host), start, stream)
        return host

    def _take(self, source, stream):
        """Copies a device array of this shape and dtype into the view."""
        if self.readonly:
            raise ValueError("the array is read-only")
        if not self.size:
            return
        if self._is_on_host() or source._is_on_host():
            self._write(source._read(stream), stream)
        elif source.layout == self.layout != "A":
            memory, start, size = self._extent()
            other, begin, _ = source._extent()
            memory.copy_from(other, size, start, begin, stream)
        elif _ordinal_of(source) != _ordinal_of(self):
            self._write(source._read(stream), stream)
        else:
            with _device_of(self):
                copy_strided(source, self, stream)

    def copy_to_host(self, ary=None, stream=0):
        """The elements as a NumPy array, or into ``ary``.

        With a stream the copy is queued there. ValueError when ``ary`` has
        another shape, TypeError when it has another dtype.
        """
        stream = _async(stream or self.stream)
        if ary is None:
            return self._read(stream)
        if ary.shape != self.shape and ary.size != self.size:
            raise ValueError(f"array has shape {ary.shape}, not {self.shape}")
        if ary.dtype != self.dtype:
            raise TypeError(f"array has dtype {ary.dtype}, not {self.dtype}")
        is_direct = self.size and not self._is_on_host() and self.layout == "C"
        if is_direct and ary.flags.c_contiguous:
            memory, start, _ = self._extent()
            memory.download(_numpy.byte_view(ary), start, stream)
            return ary
        host = self._read(stream)
        _wait(stream)
        ary[...] = host.reshape(ary.shape)
        return ary

    def copy_to_device(self, ary, stream=0):
        """Copies a host array, or another device array, into this one."""
        np = _numpy.numpy()
        stream = _async(stream or self.stream)
        if isinstance(ary, DeviceRecord):
            ary = ary._array
        is_there = is_cuda_array(ary)
        ary = as_cuda_array(ary) if is_there else np.asarray(ary)
        if ary.shape != self.shape and (is_there or ary.size != self.size):
            raise ValueError(f"array has shape {ary.shape}, not {self.shape}")
        if ary.dtype != self.dtype:
            raise TypeError(f"array has dtype {ary.dtype}, not {self.dtype}")
        if is_there:
            self._take(ary, stream)
        else:
            self._write(ary.reshape(self.shape), stream)

    def copy(self, order="C"):
        """A new device array with the same elements."""
        made = _new(self.shape, self.dtype, order)
        made.copy_to_device(self)
        return made

    def __copy__(self):
        """Another object of the same memory, as a view is: copy.copy(array)."""
        return self._view(self.address, self.shape, self.strides, self.dtype)

    def __deepcopy__(self, memo):
        """The elements, in memory of their own."""
        return self.copy()

    def __array__(self, dtype=None, copy=None):
        if copy is False:
            raise ValueError(
                "`copy=False` is not possible: NumPy's array of a device array is a copy"
            )
        host = self.copy_to_host()
        return host.astype(dtype) if dtype is not None else host

    def get_ipc_handle(self):
        """A handle to be pickled and opened in another process: an IpcArrayHandle.

        This process must keep the array until the other has closed it.
        """
        return handle_of(self)

    def __repr__(self):
        where = "the CPU device" if _core.current_device().is_cpu else "the GPU"
        return f"<array of {self.type_name}, shape {self.shape}, on {where}>"


pointers.array_class = DeviceNDArray


class DeviceRecord:
    """A record on a device: its fields are read and set there.

    ``DeviceRecord(dtype)`` is a new one, ``DeviceRecord(array)`` lies in an array.
    """

    def __init__(self, dtype, stream=0, gpu_data=None):
        if not isinstance(dtype, DeviceNDArray):
            dtype = DeviceNDArray((), (), dtype, stream, gpu_data)
        self._array = dtype

    shape = strides = ()
    ndim = 0
    size = 1

    @property
    def dtype(self):
        """NumPy's dtype of the record."""
        return self._array.dtype

    @property
    def nbytes(self):
        """Its bytes."""
        return self._array.nbytes

    @property
    def alloc_size(self):
        """The same: nothing lies between."""
        return self._array.alloc_size

    @property
    def stream(self):
        """The stream of its copies; 0 is the default."""
        return self._array.stream

    @property
    def _numba_type_(self):
        return from_dtype(self.dtype)

    @property
    def device_ctypes_pointer(self):
        """The address as ctypes has it."""
        return self._array.device_ctypes_pointer

    @property
    def gpu_data(self):
        """The memory: a MemoryPointer."""
        return self._array.gpu_data

    def __getitem__(self, field):
        """A number comes to the host; an array and a record stay on the device."""
        return self.getitem(field)

    def getitem(self, field, stream=0):
        """The same, copied in a stream."""
        view = self._array._select(field)
        if view.ndim:
            return view
        if view.dtype.names:
            return DeviceRecord(view)
        return view.copy_to_host(stream=stream)[()]

    def __setitem__(self, field, value):
        self.setitem(field, value)

    def setitem(self, field, value, stream=0):
        """Sets a field, in a stream."""
        self._array._select(field).setitem(Ellipsis, value, stream)

    def copy_to_host(self, ary=None, stream=0):
        """The record as NumPy's, or into a record or an array without axes."""
        if ary is not None and not isinstance(ary, _numpy.numpy().void):
            return self._array.copy_to_host(ary, stream)
        host = self._array.copy_to_host(stream=stream)[()]
        if ary is None:
            return host
        for name in host.dtype.names:
            ary[name] = host[name]
        return ary

    def copy_to_device(self, ary, stream=0):
        """Sets the record."""
        self._array.copy_to_device(ary, stream)

    def __repr__(self):
        return f"<record of {self.dtype} on a device>"


def _new(shape, dtype, order="C"):
    return device_array(shape, dtype, order=order)


def _ordinal_of(array):
    owner = array.owner
    is_ours = isinstance(owner, _core.Memory)
    return (owner.device if is_ours else _core.current_device()).ordinal


@contextlib.contextmanager
def _device_of(array):
    """A block in which this thread uses the device that an array is on."""
    before = _core.current_device()
    is_ours = isinstance(array.owner, _core.Memory)
    if not is_ours or array.owner.device.ordinal == before.ordinal:
        yield
        return
    _core.set_current_device(array.owner.device)
    try:
        yield
    finally:
        _core.set_current_device(before)


def _wait(stream):
    if stream is not None:
        stream.synchronize()


def copy_strided(source, target, stream=None):
    """Copies elements between arrays of one shape on a device, by a kernel."""
    # A kernel, which is compiled: that stands above arrays.
    from ..cuda._kernels import copy_elements

    shape, (from_strides, to_strides) = merge_axes(
        source.shape, source.strides, target.strides
    )
    word = math.gcd(
        8, source.itemsize, source.address, target.address, *from_strides, *to_strides
    )
    views = [
        _core.Array(
            array.owner,
            array.address + low,
            f"uint{8 * word}",
            word,
            ((high - low) // word,),
            (word,),
        )
        for array in (source, target)
        for low, high in [span_of(array.shape, array.strides, array.itemsize)]
    ]
    starts = [
        -span_of(array.shape, array.strides, array.itemsize)[0]
        for array in (source, target)
    ]
    blocks = min(-(-source.size // 256), 4096)
    copy_elements[blocks, 256, stream](
        *views, shape, from_strides, to_strides, *starts, source.itemsize
    )
