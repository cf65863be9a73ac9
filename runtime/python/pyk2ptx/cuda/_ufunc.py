"""``vectorize``, ``guvectorize`` and ``cuda.reduce``: functions of elements, made
into kernels.

The kernels around the user's function are text that is written here for the number
of its arguments; linecache has it, so messages show it like any other source.
"""

import itertools
import linecache
import re

from .. import _numpy, types
from .._device.memory import as_cuda_array, device_array, is_cuda_array, to_device
from .._device.streams import _as_stream
from ._dispatcher import CUDADispatcher
from ._intrinsics import NAMES
from ._jit import jit
from ._signatures import read_signature
from .config import warn

_count = itertools.count()


def _make_kernel(text, **names):
    """The function that a text defines, as a kernel; `names` are its globals."""
    file = f"<pyk2ptx kernel {next(_count)}>"
    linecache.cache[file] = (len(text), None, text.splitlines(True), file)
    scope = {"cuda_grid": NAMES["grid"], "cuda_gridsize": NAMES["gridsize"], **names}
    exec(compile(text, file, "exec"), scope)
    return jit(scope["kernel"])


def _as_device_function(function):
    return (
        function if isinstance(function, CUDADispatcher) else jit(function, device=True)
    )


def _element_types(signature):
    """(result, arguments) of a signature: dtypes, of arrays those of elements; None
    for a result that is not stated."""
    result, args = read_signature(signature)
    return _element_dtype(result), [_element_dtype(text) for text in args]


def _element_dtype(text):
    name = types.Type(text).dtype.name
    if name in ("void", "none"):
        return None
    return _numpy.dtype_of(types._SCALARS.get(name, name))


def _choose(signatures, values, arrays, name):
    """(result, arguments) of the signature for a call.

    As in numba: that of exactly these types, where a number has the type that NumPy
    gives it; or the only one with exactly these arrays, to which numbers are cast.
    Where numba has none, the first to which all can be cast, as NumPy has it.
    """
    np = _numpy.numpy()
    given = [array.dtype for array in arrays]
    is_number = [
        isinstance(value, (int, float, complex, np.number)) for value in values
    ]

    def fitting(is_cast):
        return [
            each
            for each in signatures
            if all(c or have == want for c, have, want in zip(is_cast, given, each[1]))
        ]

    exact = fitting([False] * len(given)) or fitting(is_number)
    if len(exact) == 1:
        return exact[0]
    weak = given if all(is_number) else list(map(_weak_dtype, values, arrays))
    for casting in ("safe", "same_kind"):
        for result, args in exact or signatures:
            if all(map(np.can_cast, weak, args, itertools.repeat(casting))):
                return result, args
    types_given = ", ".join(map(str, given))
    known = "; ".join(", ".join(map(str, args)) for _, args in signatures)
    raise TypeError(f"{name} has no signature for ({types_given}), but for ({known})")


def _launch(kernel, count, stream, arrays):
    if count:
        kernel[min(-(-count // 256), 65535), 256, stream](*arrays)


def _weak_dtype(value, array):
    """A Python number takes part with the smallest dtype that holds it."""
    np = _numpy.numpy()
    if isinstance(value, (bool, int, float, complex)) and not isinstance(
        value, np.generic
    ):
        return np.min_scalar_type(value)
    return array.dtype


class _Elementwise:
    """What ``vectorize`` and ``guvectorize`` share: arrays in, arrays out."""

    def __init__(self, function, signatures):
        self._core = _as_device_function(function)
        self._given = list(signatures)
        self._read = None
        self._kernels = {}
        self.__name__ = function.__name__
        self.__doc__ = function.__doc__

    @property
    def _signatures(self):
        if self._read is None:
            self._read = [_element_types(signature) for signature in self._given]
        return self._read

    def _inputs(self, values):
        """The inputs as arrays, of the host or of the device."""
        np = _numpy.numpy()
        return [as_cuda_array(v) if is_cuda_array(v) else np.asarray(v) for v in values]


def _on_device(array, dtype, shape):
    """An input as a contiguous device array of a shape and dtype."""
    np = _numpy.numpy()
    if is_cuda_array(array):
        if array.shape == shape and array.dtype == dtype and array.is_c_contiguous():
            return array
        array = array.copy_to_host()
    return to_device(np.ascontiguousarray(np.broadcast_to(array.astype(dtype), shape)))


def _finish(result, out, wants_device):
    """What a call returns: into `out` where one is given."""
    if out is None:
        return result if wants_device else result.copy_to_host()
    if is_cuda_array(out):
        as_cuda_array(out).copy_to_device(result)
    else:
        out[...] = result.copy_to_host()
    return out


class CUDAUFunc(_Elementwise):
    """A function of numbers, called with arrays that are broadcast. Without
    signatures it is compiled for the types that it meets."""

    def __init__(self, function, signatures):
        super().__init__(function, signatures)
        py_func = getattr(function, "py_func", function)
        self.nin = py_func.__code__.co_argcount
        self.nout = 1
        self.max_blocksize = 256
        self._results = {}
        names = [f"in{i}" for i in range(self.nin)]
        values = ", ".join(f"{name}[i]" for name in names)
        self._kernel = _make_kernel(
            f"def kernel({', '.join(names)}, out):\n"
            "    for i in range(cuda_grid(1), out.size, cuda_gridsize(1)):\n"
            f"        out[i] = function({values})\n",
            function=self._core,
        )

    def __call__(self, *args, out=None, stream=0):
        np = _numpy.numpy()
        if len(args) == self.nin + 1 and out is None:
            *args, out = args
        if len(args) != self.nin:
            raise TypeError(f"{self.__name__} takes {self.nin} arrays, not {len(args)}")
        arrays = self._inputs(args)
        result_type, chosen = self._types_for(args, arrays)
        shape = np.broadcast_shapes(*(array.shape for array in arrays))
        inputs = [
            _on_device(array, dtype, shape).reshape(-1)
            for array, dtype in zip(arrays, chosen)
        ]
        result = device_array(shape, result_type)
        _launch(self._kernel, result.size, stream, [*inputs, result.reshape(-1)])
        wants_device = any(is_cuda_array(array) for array in arrays)
        made = _finish(result, out, wants_device)
        return made[()] if out is None and not wants_device else made

    def _types_for(self, args, arrays):
        """(result, [argument]): the dtypes to compute in."""
        if not self._given:
            result, chosen = None, [array.dtype for array in arrays]
        else:
            result, chosen = _choose(self._signatures, args, arrays, self.__name__)
        if result is None:
            result = self._result_for(tuple(map(_numpy.type_name, chosen)))
        return result, chosen

    def _result_for(self, names):
        """What the function returns for arguments of these types."""
        found = self._results.get(names)
        if found is None:
            made = self._core.compile_device(map(types.Type, names)).signature
            found = self._results[names] = _element_dtype(made.return_type.name)
            if found is None:
                raise TypeError(f"{self.__name__} returns nothing")
        return found

    def reduce(self, arg, stream=0):
        """The elements of an array of one axis, put together from the left."""
        if self.nin != 2:
            raise TypeError("only functions of two arguments reduce")
        array = self._inputs([arg])[0]
        if len(array.shape) != 1 or not array.size:
            raise TypeError("reduce needs an array of one axis with elements")
        if self._reducer is None:
            self._reducer = Reduce(self._core)
        return self._reducer._of(array, stream)

    _reducer = None


class GUFunc(_Elementwise):
    """A function of arrays, called with arrays that have more axes before."""

    def __init__(self, function, signatures, layout):
        super().__init__(function, signatures)
        self.signature = layout
        inputs, outputs = layout.replace(" ", "").split("->")
        self._inputs_axes = _read_layout(inputs)
        self._outputs_axes = _read_layout(outputs)
        self._is_scalar = [
            not isinstance(types.Type(text), types.Array)
            for text in read_signature(self._given[0])[1]
        ]
        for signature in self._given:
            result, _ = read_signature(signature)
            if result not in ("void", "none"):
                raise TypeError(
                    "guvectorized functions cannot return values: signature "
                    f"{signature!r} specifies {result} return type"
                )
        axes = self._inputs_axes + self._outputs_axes
        parts = []
        for i, names in enumerate(axes):
            is_output = i >= len(self._inputs_axes)
            # A number that is written is an array of one element.
            whole = "" if names or not is_output else ":i+1"
            parts.append(f"a{i}[i{whole}]")
            if not names and not is_output and not self._is_scalar[i]:
                parts[-1] = f"a{i}[i:i+1]"
        params = ", ".join(f"a{i}" for i in range(len(axes)))
        self._kernel = _make_kernel(
            f"def kernel({params}):\n"
            f"    for i in range(cuda_grid(1), a0.shape[0], cuda_gridsize(1)):\n"
            f"        function({', '.join(parts)})\n",
            function=self._core,
        )

    def _extents(self, arrays):
        """What each name of the layout means, and the shape of the loop."""
        np = _numpy.numpy()
        extents, loops = {}, []
        for names, array in zip(self._inputs_axes, arrays):
            rank = len(array.shape) - len(names)
            if rank < 0:
                raise ValueError(f"an array of {self.signature} has too few axes")
            loops.append(array.shape[:rank])
            for name, extent in zip(names, array.shape[rank:]):
                if extents.setdefault(name, extent) != extent:
                    raise ValueError(
                        f"`{name}` of {self.signature} is {extents[name]} and {extent}"
                    )
        return extents, np.broadcast_shapes(*loops)

    def __call__(self, *args, out=None, stream=0):
        count, whole = len(self._inputs_axes), len(self._is_scalar)
        if len(args) not in (count, whole):
            plural = "s" * (len(args) != 1)
            raise TypeError(
                f"this gufunc accepts {count} positional arguments (the inputs), or "
                f"{whole} positional arguments (with the outputs). "
                f"Got {len(args)} positional argument{plural}."
            )
        args, outs = args[:count], list(args[count:])
        if out is not None:
            if outs:
                raise ValueError(
                    "cannot specify argument 'out' as both positional and keyword"
                )
            outs = list(out) if isinstance(out, tuple) else [out]
        arrays = self._inputs(args)
        _, chosen = _choose(self._signatures, args, arrays, self.__name__)
        extents, loop = self._extents(arrays)
        size = 1
        for extent in loop:
            size *= extent
        passed = []
        for names, array, dtype in zip(self._inputs_axes, arrays, chosen):
            core = tuple(extents[name] for name in names)
            passed.append(_on_device(array, dtype, loop + core).reshape((size, *core)))
        results = []
        for i, names in enumerate(self._outputs_axes):
            core = tuple(extents[name] for name in names)
            results.append(device_array(loop + core, chosen[count + i]))
            passed.append(results[-1].reshape((size, *core)))
        _launch(self._kernel, size, stream, passed)
        wants_device = any(is_cuda_array(array) for array in arrays)
        outs += [None] * (len(results) - len(outs))
        made = tuple(_finish(r, o, wants_device) for r, o in zip(results, outs))
        return made[0] if len(made) == 1 else made


def _read_layout(text):
    """[["m", "n"], []] of "(m,n),()"."""
    parts = re.findall(r"\(([^)]*)\)", text)
    return [[name for name in part.split(",") if name] for part in parts]


# What numba's targets are told besides; a kernel is what it is without.
_KNOWN_OPTIONS = set(
    "nopython cache identity fastmath forceobj locals writable_args boundscheck inline "
    "parallel error_model".split()
)


def vectorize(ftylist_or_function=(), target=None, **options):
    """Makes a function of numbers one of arrays, which a kernel computes.

    ``@vectorize(["float32(float32, float32)"], target="cuda")``; without signatures
    it is compiled for what it is called with.
    """
    unknown = sorted(set(options) - _KNOWN_OPTIONS)
    if unknown:
        raise KeyError(f"Unrecognized options: {', '.join(unknown)}")
    if target == "cuda" and "nopython" in options:
        warn("nopython kwarg for cuda target is redundant", RuntimeWarning)
    given = ftylist_or_function
    if callable(given) and not isinstance(given, (types.Type, types.Signature)):
        return CUDAUFunc(given, ())
    signatures = given if isinstance(given, (list, tuple)) else [given]
    return lambda function: CUDAUFunc(function, signatures)


def guvectorize(ftylist, layout, target=None, **options):
    """Makes a function of arrays one of arrays with more axes.

    ``@guvectorize(["void(float32[:], float32[:])"], "(n)->(n)")``
    """
    if not options.get("nopython", True):
        raise TypeError("nopython flag must be True")
    unknown = sorted(set(options) - _KNOWN_OPTIONS)
    if unknown:
        names = ", ".join(map(repr, unknown))
        raise TypeError(f"The following target options are not supported: {names}")
    signatures = ftylist if isinstance(ftylist, (list, tuple)) else [ftylist]
    return lambda function: GUFunc(function, signatures, layout)


class Reduce:
    """``cuda.reduce``: a function of two numbers, over the elements of an array.

    The function must be associative; its first argument comes from the left.
    """

    _THREADS = 256
    _BLOCKS = 128

    def __init__(self, functor):
        self._functor = getattr(functor, "py_func", functor)
        self._kernels = {}

    def _kernel(self, dtype):
        found = self._kernels.get(dtype)
        if found is None:
            found = self._kernels[dtype] = _make_kernel(
                _REDUCE,
                function=_as_device_function(self._functor),
                element=types.from_dtype(dtype),
                shared=NAMES["shared"],
                threadIdx=NAMES["threadIdx"],
                blockIdx=NAMES["blockIdx"],
                syncthreads=NAMES["syncthreads"],
                threads=self._THREADS,
            )
        return found

    def _of(self, array, stream):
        """The result for an array of at least one element, as a host number."""
        array = to_device(array, stream=stream)
        kernel = self._kernel(array.dtype)
        # Each thread takes a run of neighbours, each block a run of threads.
        threads = min(array.size, self._THREADS * self._BLOCKS)
        chunk = -(-array.size // threads)
        blocks = -(-array.size // (chunk * self._THREADS))
        partial = device_array(blocks, array.dtype)
        kernel[blocks, self._THREADS, stream](array, partial, chunk)
        result = device_array(1, array.dtype)
        kernel[1, self._THREADS, stream](partial, result, 1)
        if stream:
            _as_stream(stream).synchronize()
        return result.copy_to_host()[0]

    def __call__(self, arr, size=None, res=None, init=0, stream=0):
        """The result; into ``res[0]`` on the device where that is given."""
        np = _numpy.numpy()
        array = as_cuda_array(arr) if is_cuda_array(arr) else np.asarray(arr)
        if len(array.shape) != 1:
            raise TypeError("only support 1D array")
        if size is not None:
            array = array[:size]
        if not array.size:
            result = array.dtype.type(init)
        else:
            result = array.dtype.type(self._functor(init, self._of(array, stream)))
        if res is None:
            return result
        res[:1] = result
        return None


_REDUCE = """\
def kernel(array, partial, chunk):
    values = shared.array(threads, element)
    thread = threadIdx.x
    begin = (blockIdx.x * threads + thread) * chunk
    end = min(begin + chunk, array.size)
    if begin < end:
        value = array[begin]
        for i in range(begin + 1, end):
            value = element(function(value, array[i]))
        values[thread] = value
    syncthreads()
    held = min(threads, -(-(array.size - blockIdx.x * threads * chunk) // chunk))
    step = 1
    while step < threads:
        if thread % (2 * step) == 0 and thread + step < held:
            values[thread] = function(values[thread], values[thread + step])
        step *= 2
        syncthreads()
    if thread == 0:
        partial[blockIdx.x] = values[0]
"""
