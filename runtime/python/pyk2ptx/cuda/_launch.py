"""How a kernel is launched: its arguments in order, copies of host arrays to a
GPU and back, extensions, the CPU device's checks.

_core.Launcher has the launch itself; here is what is slow by nature.
"""

import enum
import types as pytypes

from .. import _beside_numba, _core, _numpy, types
from .._device import interop, memory
from .._device.streams import _as_stream
from .._enumerations import as_value, facts_of, is_plain
from .._functions import _library_name, is_struct_class
from ..errors import NumbaPerformanceWarning
from . import config
from .config import warn


class Launchable(_core.Dispatcher):
    """What of a kernel is its launch; the rest is the dispatcher's."""

    def configure(self, griddim, blockdim, stream=0, sharedmem=0):
        """The same as ``kernel[griddim, blockdim, stream, sharedmem]``."""
        return self[griddim, blockdim, stream, sharedmem]

    def forall(self, ntasks, tpb=0, stream=0, sharedmem=0):
        """A launch with at least ``ntasks`` threads in blocks of ``tpb``."""
        return ForAll(self, ntasks, tpb, stream, sharedmem)

    def __call__(self, *_args, **_kwargs):
        if self._device:
            raise RuntimeError(
                f"{self.__name__} is a device function; kernels call it, not the host"
            )
        raise ValueError(
            f"{self.__name__}'s launch configuration was not specified: "
            f"{self.__name__}[grid, block](...)"
        )

    def _bind(self, args, kwargs):
        """The arguments in the order of the parameters; `*args` are a tuple."""
        kwargs = dict(kwargs or {})
        names = self._parameters
        rest = ()
        if self._is_variadic:
            args, rest = args[: len(names)], (tuple(args[len(names) :]),)
        name = self.__name__
        if len(args) > len(names):
            raise TypeError(f"{name}() takes {len(names)} arguments, not {len(args)}")
        bound = list(args)
        for parameter in names[: len(args)]:
            if parameter in kwargs:
                raise TypeError(f"{name}() got two values for argument `{parameter}`")
        for parameter in names[len(args) :]:
            if parameter in kwargs:
                bound.append(kwargs.pop(parameter))
            elif parameter in self._defaults:
                bound.append(self._defaults[parameter])
            else:
                raise TypeError(f"{name}() misses the argument `{parameter}`")
        if kwargs:
            raise TypeError(f"{name}() has no parameter `{next(iter(kwargs))}`")
        return (*bound, *rest)

    def _launch_copies(self, launcher, args):
        """A launch with host arrays that the device does not reach."""
        back = []
        converted = [_copy_in(arg, back) for arg in args]
        launcher._launch(*converted)
        if back and launcher.stream:
            _as_stream(launcher.stream).synchronize()
        for copy_back in back:
            copy_back()

    def _launch_places(self, launcher, args):
        """A launch of a kernel that stores to records that it is given."""
        np = _numpy.numpy()
        converted, back = [], []
        for arg in args:
            if isinstance(arg, np.void) and arg.dtype.names:
                place = memory.to_device(np.array([arg], dtype=arg.dtype))
                converted.append(_core.RecordPlace(place))
                back.append((arg, place))
            else:
                converted.append(arg)
        launcher._launch(*converted)
        if launcher.stream:
            _as_stream(launcher.stream).synchronize()
        for record, place in back:
            stored = place.copy_to_host()[0]
            for name in record.dtype.names if record.flags.writeable else ():
                record[name] = stored[name]


class ForAll:
    """What ``kernel.forall`` gives: a launch by the number of tasks."""

    def __init__(self, dispatcher, ntasks, tpb, stream, sharedmem):
        if ntasks < 0:
            raise ValueError(f"Can't create ForAll with negative task count: {ntasks}")
        self.dispatcher = dispatcher
        self.ntasks = ntasks
        self.thread_per_block = tpb
        self.stream = stream
        self.sharedmem = sharedmem

    def __call__(self, *args, **kwargs):
        if self.ntasks == 0:
            return
        block = self.thread_per_block or _best_block(self, args, kwargs)
        grid = -(-self.ntasks // block)
        self.dispatcher[grid, block, self.stream, self.sharedmem](*args, **kwargs)


def _best_block(tasks, args, kwargs):
    """The threads a block that keep the GPU busiest with a ForAll's kernel, but not
    so many that multiprocessors are left without a block."""
    device = _core.current_device()
    if device.is_cpu:
        return 256
    bound = tasks.dispatcher._bind(args, kwargs)
    found = tasks.dispatcher._types_of(*map(_stand_in, bound))
    if found is None:
        return 256
    kernel = tasks.dispatcher._compile_types(found)
    _, block = _core.suggest_block(kernel, tasks.sharedmem)
    share = -(-tasks.ntasks // device.attribute("MULTIPROCESSOR_COUNT"))
    return min(block, max(128, -(-share // 32) * 32))


def _stand_in(arg):
    """What has an argument's type, without a copy on the device."""
    value = arg.value if hasattr(arg, "copies_in") else arg
    is_array = _numpy.is_loaded() and isinstance(value, _numpy.numpy().ndarray)
    return _numpy.host_view(value) if is_array else value


# Arguments that _core does not know ---------------------------------------------------


def _convert_argument(value, is_cpu):
    """One that it does, or NotImplemented where a copy is needed."""
    if isinstance(value, enum.Enum):
        return _convert_member(value)
    if isinstance(value, _core.RecordPlace):
        return value
    if _is_function(value):
        return _core.ConstantArgument(value)
    if isinstance(value, (int, float, complex)) and not hasattr(value, "dtype"):
        return next(kind for kind in (int, float, complex) if isinstance(value, kind))(
            value
        )
    if hasattr(value, "copies_in"):
        return NotImplemented
    if isinstance(value, list):
        raise TypeError(
            "lists cannot be passed to a kernel; make it a tuple or an array"
        )
    found = interop.as_argument(value, is_cpu)
    if found is not None:
        return found
    if is_struct_class(type(value)):
        # One of gpu_struct's: the record that it is.
        value = value._data[()]
    if _numpy.is_loaded():
        found = _convert_numpy(value, is_cpu)
        if found is not None:
            return found
    if hasattr(value, "__array_interface__") or hasattr(value, "__dlpack__"):
        return NotImplemented if not is_cpu else _on_host(value)
    raise TypeError(
        f"an object of type {type(value).__name__} cannot be passed to a kernel"
    )


def _convert_member(member):
    """A number is itself; a member that is none is one of its class's values, or known
    when compiling where these are no numbers."""
    cls = type(member)
    if not is_plain(cls):
        return member.value
    facts = facts_of(cls)
    if facts.problem:
        raise TypeError(f"{member} cannot be passed to a kernel: {facts.problem}")
    if not facts.type:
        return _core.ConstantArgument(member)
    return _core.MemberArgument(cls, as_value(member))


def _is_function(value):
    """What a kernel calls, and types: they are known when it is compiled."""
    if isinstance(value, (_core.Dispatcher, pytypes.FunctionType, types.Type)):
        return True
    if _beside_numba.is_numba_type(value):
        return True
    if isinstance(value, type) or callable(value):
        return hasattr(value, "_external") or _library_name(value) is not None
    return hasattr(value, "_external")


def _convert_numpy(value, is_cpu):
    was_registered = _numpy._registered
    np = _numpy.numpy()
    if not was_registered and isinstance(value, (np.ndarray, np.generic)):
        return value
    if isinstance(value, np.void) and value.dtype.names:
        return _core.TypedRecord(_numpy.type_name(value.dtype), value.tobytes())
    if isinstance(value, np.ndarray):
        usable = is_cpu and value.flags.writeable and value.flags.aligned
        return _numpy.host_view(value) if usable else NotImplemented
    if isinstance(value, np.generic):
        raise TypeError(
            f"a NumPy scalar of type {value.dtype} cannot be passed to a kernel"
        )
    return None


def _on_host(value):
    """A device array of somebody else's host memory, unless that is read-only."""
    array = _as_host_array(value)
    return _numpy.host_view(array) if array.flags.writeable else NotImplemented


def _as_host_array(value):
    """NumPy's view of somebody else's array."""
    np = _numpy.numpy()
    return np.asarray(value) if hasattr(value, "__array__") else np.from_dlpack(value)


def _copy_in(arg, back):
    """An argument on the device; `back` gets what brings it back."""
    hint = arg if isinstance(arg, memory.ArgHint) else memory.InOut(arg)
    value = hint.value
    if isinstance(value, tuple):
        parts = [_copy_in(part, back) for part in value]
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    np = _numpy.numpy()
    if isinstance(value, type) or _is_function(value):
        return value
    is_foreign = not isinstance(value, (np.ndarray, np.generic))
    if is_foreign and not memory.is_cuda_array(value):
        if hasattr(value, "__array_interface__") or hasattr(value, "__dlpack__"):
            value = _as_host_array(value)
    reached = interop.as_reached(value)
    if reached is not None:
        return reached
    if not isinstance(value, np.ndarray):
        return value
    device = _core.current_device()
    warns = not device.is_cpu and hint is not arg
    switch = "CUDA_WARN_ON_IMPLICIT_COPY"
    if warns and config.CUDA_WARN_ON_IMPLICIT_COPY and _beside_numba.is_set(switch):
        warn(
            "Host array used in CUDA kernel will incur copy overhead to/from device.",
            NumbaPerformanceWarning,
        )
    copy = memory.to_device(value, copy=hint.copies_in)
    if hint.copies_out and value.flags.writeable:
        back.append(lambda: copy.copy_to_host(value))
    return copy


_core.set_argument_hook(_convert_argument)
