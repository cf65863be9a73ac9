"""``cuda.jit``: kernels and device functions.

_core.Dispatcher has the launch itself; here is what happens once for each
combination of argument types (compiling), and what is slow by nature (copying
host arrays to a GPU and back, keywords).
"""

import os
import sys
import warnings

from .. import _core, _functions, types
from ..errors import CompileError, NumbaPerformanceWarning, NumbaWarning
from . import _devices

# Set by the pytest plugin: every kernel is compiled with the CPU device's checks.
check_all = False


class Options:
    """What ``cuda.jit`` was told; the defaults are numba's."""

    def __init__(
        self,
        debug=None,
        opt=None,
        lineinfo=False,
        fastmath=False,
        max_registers=None,
        launch_bounds=None,
        link=(),
        cluster_dims=None,
        typing=None,
        bounds=None,
        noalias=False,
        extensions=(),
    ):
        self.debug = bool(debug)
        self.opt = opt is None or bool(opt)
        self.lineinfo = bool(lineinfo)
        self.fastmath = bool(fastmath)
        self.max_registers = max_registers
        self.launch_bounds = launch_bounds
        self.link = [link] if isinstance(link, (str, os.PathLike)) else list(link)
        self.link = [os.fspath(file) for file in self.link]
        self.cluster = _cluster(cluster_dims)
        self.typing = typing
        self.bounds = bounds
        self.noalias = bool(noalias)
        self.extensions = list(extensions)
        if typing not in (None, "python", "numba"):
            raise ValueError(f"typing is 'python' or 'numba', not {typing!r}")
        if bounds not in (None, "guard", "raise", "none"):
            raise ValueError(f"bounds is 'guard', 'raise' or 'none', not {bounds!r}")

    def settings(self):
        """As _core.compile takes them."""
        settings = {
            "debug": self.debug,
            "lineinfo": self.lineinfo,
            "fastmath": self.fastmath,
            "noalias": self.noalias,
            "opt_level": 3 if self.opt else 0,
            "bounds": self.bounds or ("raise" if self.debug else "guard"),
            "typing": self.typing or "python",
            "links": self.link,
        }
        if self.max_registers:
            settings["max_registers"] = int(self.max_registers)
        bounds = self.launch_bounds
        if bounds is not None:
            bounds = bounds if isinstance(bounds, (tuple, list)) else (bounds,)
            if any(bounds[2:]):
                raise NotImplementedError("launch_bounds has no third number here")
            for name, value in zip(("max_threads", "min_blocks"), bounds):
                if value:
                    settings[name] = int(value)
        return settings


def _cluster(dims):
    if dims is None:
        return (0, 0, 0)
    dims = tuple(dims) if isinstance(dims, (tuple, list)) else (dims,)
    return (*map(int, dims), 1, 1)[:3]


# Types as text -----------------------------------------------------------------


def split_types(text):
    """The parts of "float32[:, ::1], Tuple((int64, int32))" between commas."""
    parts, depth, part = [], 0, ""
    for char in text:
        if char == "," and depth == 0:
            parts.append(part.strip())
            part = ""
            continue
        depth += (char in "([") - (char in ")]")
        part += char
    if part.strip():
        parts.append(part.strip())
    return parts


def read_signature(signature):
    """(result, [types]) of a signature in any of numba's forms, as text."""
    if isinstance(signature, types.Signature):
        return signature.return_type.name, [arg.name for arg in signature.args]
    if isinstance(signature, (tuple, list)):
        return "void", [_type_text(part) for part in signature]
    text = signature.strip()
    opening = text.find("(")
    result = text[:opening].strip() if opening > 0 else ""
    if text.endswith(")") and opening >= 0 and "[" not in result and "," not in result:
        return result or "void", split_types(text[opening + 1 : -1])
    return "void", split_types(text)


def _type_text(part):
    if isinstance(part, types.Type):
        return part.name
    if isinstance(part, str):
        return part
    from .. import _numpy

    return _numpy.type_name(part)


def read_signatures(given):
    """All signatures of jit's first argument: one, a list of them, or none."""
    if given is None:
        return []
    if isinstance(given, list):
        return [read_signature(signature) for signature in given]
    return [read_signature(given)]


def spell(found):
    """The type of one argument as a signature's text, of what _core found."""
    if isinstance(found, str):
        return found
    if isinstance(found, tuple):
        if found and isinstance(found[0], type):
            parts = ", ".join(spell(part) for part in found[1:])
            return f"NamedTuple(({parts},), '{' '.join(found[0]._fields)}')"
        parts = [spell(part) for part in found]
        if parts and len(set(parts)) == 1:
            return f"UniTuple({parts[0]}, {len(parts)})"
        return f"Tuple(({', '.join(parts)}))"
    raise TypeError(f"{found!r} cannot be an argument of a kernel")


def type_of(value):
    """The type of one value as an argument, as text."""
    found = _core.Dispatcher()._types_of(value)
    if found is None:
        from .. import _numpy

        array = value.value if hasattr(value, "copies_in") else value
        return spell(_core.Dispatcher()._types_of(_numpy.host_view(array))[0])
    return spell(found[0])


def _rank(given, wanted):
    """How well a type fits a declared one: 0 exactly, None not at all."""
    given, wanted = (types._SCALARS.get(t, t).replace(" ", "") for t in (given, wanted))
    if given == wanted or wanted in ("float64", "double") and given == "float":
        return 0
    if "[" in given or "[" in wanted:
        head, _, axes = given.partition("[")
        other, _, others = wanted.partition("[")
        same = types._SCALARS.get(other, other) == head and axes.count(
            ":"
        ) - axes.count("::1") == others.count(":") - others.count("::1")
        return 1 if same and "1" not in others else None
    order = ["bool", "int", "uint", "float", "complex"]
    kinds = [t.rstrip("0123456789") for t in (given, wanted)]
    if all(kind in order for kind in kinds):
        distance = order.index(kinds[1]) - order.index(kinds[0])
        # What would lose more than width is no choice.
        narrow = kinds[0] in ("float", "complex") and distance < 0
        return None if narrow else 2 + abs(distance)
    return None


# The dispatcher ----------------------------------------------------------------


class Overload:
    """A kernel compiled for one combination of types."""

    def __init__(self, kernel, types_text):
        self._kernel = kernel
        self.types = types_text

    @property
    def max_cooperative_grid_blocks(self):
        def count(blockdim, dynsmemsize=0):
            dims = blockdim if isinstance(blockdim, tuple) else (blockdim,)
            return self._kernel.max_cooperative_blocks(*(*dims, 1, 1)[:3], dynsmemsize)

        return count

    @property
    def handle(self):
        """The CUfunction; 0 on the CPU device."""
        return self._kernel.handle

    def _attribute(self, index):
        attributes = self._kernel.attributes()
        return attributes[index] if attributes else None

    regs_per_thread = property(lambda self: self._attribute(0) or 0)
    max_threads_per_block = property(lambda self: self._attribute(1) or 1024)
    shared_mem_per_block = property(lambda self: self._kernel.static_shared)
    local_mem_per_thread = property(lambda self: self._attribute(3) or 0)
    const_mem_size = property(lambda self: self._attribute(4) or 0)


class CUDADispatcher(_core.Dispatcher):
    """A kernel, or a device function, of a Python function.

    ``kernel[grid, block, stream, shared](*args)`` launches it. It is compiled when
    it first meets a combination of argument types, with the values that globals and
    closures have then.
    """

    def __new__(cls, py_func, options, signatures=(), device=False, checks=None):
        return super().__new__(cls)

    def __init__(self, py_func, options, signatures=(), device=False, checks=None):
        self.py_func = py_func
        self._options = options
        self._device = device
        self._checks = checks
        self._signatures = list(signatures)
        self.overloads = {}
        self._units = {}
        self._frozen = None
        self._stamp = _functions.stamp_of(py_func)
        self.__name__ = py_func.__name__
        self.__qualname__ = getattr(py_func, "__qualname__", py_func.__name__)
        self.__module__ = getattr(py_func, "__module__", None)
        self.__doc__ = py_func.__doc__
        self.__wrapped__ = py_func
        self.__defaults__ = py_func.__defaults__
        code = py_func.__code__
        count = code.co_argcount + code.co_kwonlyargcount
        self._parameters = code.co_varnames[:count]
        self._defaults = dict(
            zip(self._parameters[::-1], (py_func.__defaults__ or ())[::-1])
        )
        self._defaults.update(py_func.__kwdefaults__ or {})
        self._is_variadic = bool(code.co_flags & 0x04)
        self._prepare()

    def _prepare(self):
        count = -1 if self._is_variadic else len(self._parameters)
        self._setup(count, self._options.debug)

    @property
    def _device_signatures(self):
        if not self._device and all(result == "void" for result, _ in self._signatures):
            return ()
        return tuple(
            f"{result}({', '.join(args)})" for result, args in self._signatures
        )

    # ---- launching ----

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
            f"{self.__name__} needs a launch configuration: "
            f"{self.__name__}[grid, block](...)"
        )

    def _bind(self, args, kwargs):
        """The arguments in the order of the parameters."""
        if self._is_variadic:
            return tuple(args)
        kwargs = dict(kwargs or {})
        names = self._parameters
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
        return tuple(bound)

    def _launch_copies(self, launcher, args):
        """A launch with host arrays that the device does not reach."""
        back = []
        converted = []
        for arg in args:
            converted.append(_copy_in(arg, back))
        launcher._launch(*converted)
        if back and launcher.stream:
            _devices._as_stream(launcher.stream).synchronize()
        for copy_back in back:
            copy_back()

    # ---- compiling ----

    def _program(self):
        if self._frozen is not None:
            return self._frozen
        return _functions.Program(self).functions

    def _compile(self, types_text, arch, **more):
        """The unit for an architecture; CompileError where there is none."""
        settings = self._options.settings() | more
        checks = self._checks or (check_all and arch == "cpu" and _ALL_CHECKS)
        if checks:
            settings |= {f"check_{name}": True for name in checks}
        unit = _core.compile(self._program(), types_text, arch, settings)
        if not unit.valid:
            raise CompileError(unit.report.rstrip("\n"), unit.diagnostics)
        return unit

    def _declared(self, found):
        """The declared signature for these types; the types if none is declared."""
        if not self._signatures:
            return found
        best = None
        for _, declared in self._signatures:
            if len(declared) != len(found):
                continue
            ranks = [_rank(*pair) for pair in zip(found, declared)]
            if None not in ranks and (best is None or sum(ranks) < best[0]):
                best = (sum(ranks), declared)
        if best:
            return best[1]
        # One signature: the launch says which argument does not fit.
        if len(self._signatures) == 1 and len(self._signatures[0][1]) == len(found):
            return self._signatures[0][1]
        stated = "\n  ".join(f"({', '.join(args)})" for _, args in self._signatures)
        raise TypeError(
            f"no signature of {self.__name__} takes ({', '.join(found)}); it has\n  {stated}"
        )

    def _compile_types(self, found):
        """The kernel for types; _core.Dispatcher calls it once for each key."""
        if self._device:
            raise RuntimeError(
                f"{self.__name__} is a device function; it cannot be launched"
            )
        declared = self._declared([spell(part) for part in found])
        device = _core.current_device()
        key = tuple(declared)
        cached = self._units.get((key, device.is_cpu, device.ordinal))
        if cached:
            return cached
        unit = self._compile(", ".join(declared), _core.arch_of(device))
        if unit.report:
            warnings.warn(unit.report.rstrip("\n"), NumbaWarning, stacklevel=3)
        kernel = _core.load(device, unit)
        self._units[key, device.is_cpu, device.ordinal] = kernel
        self.overloads[key] = Overload(kernel, declared)
        return kernel

    def compile(self, sig):
        """Compiles the kernel for a signature, for this thread's device."""
        return self._compile_types(read_signature(sig)[1])

    def specialize(self, *args):
        """The kernel for the types of these arguments alone, compiled."""
        found = [type_of(arg) for arg in self._bind(args, {})]
        special = type(self)(
            self.py_func, self._options, [("void", found)], self._device, self._checks
        )
        special._frozen = self._frozen
        special.compile("void(" + ", ".join(found) + ")")
        return special

    @property
    def specialized(self):
        """Whether it has one signature."""
        return len(self._signatures) == 1

    @property
    def signatures(self):
        """The combinations of types that were compiled."""
        return list(self.overloads)

    def recompile(self):
        """Forgets what was compiled, so that globals are read again."""
        self._forget()
        self._units.clear()
        self.overloads.clear()

    # ---- looking at what was compiled ----

    def _each(self, signature, read):
        if signature is not None:
            return read(list(_key_of(signature)))
        keys = list(self.overloads) or [tuple(args) for _, args in self._signatures]
        return {key: read(list(key)) for key in keys}

    def inspect_asm(self, signature=None):
        """The PTX of a signature; without one, a dict of all."""
        arch = ptx_arch()
        return self._each(
            signature, lambda key: self._compile(", ".join(key), arch, **_no_checks).ptx
        )

    def inspect_llvm(self, signature=None):
        """LLVM's IR of a signature; without one, a dict of all."""
        arch = ptx_arch()
        more = _no_checks | {"keep_optimized": True}
        return self._each(
            signature, lambda key: self._compile(", ".join(key), arch, **more).optimized
        )

    def inspect_types(self, file=None):
        """Prints the typed code of what was compiled."""
        arch = ptx_arch()
        more = _no_checks | {"keep_ir": True}
        texts = self._each(
            None, lambda key: self._compile(", ".join(key), arch, **more).ir
        )
        for key, text in texts.items():
            print(
                f"{self.__name__} ({', '.join(key)})\n{text}", file=file or sys.stdout
            )

    def inspect_sass(self, signature=None):
        raise RuntimeError(
            "machine code is shown by cuobjdump, of a cubin: pyk2ptx -o k.cubin"
        )

    inspect_sass_cfg = inspect_sass
    inspect_lto_ptx = inspect_asm

    def _attribute(self, signature, name):
        if signature is not None:
            return getattr(self.overloads[_key_of(signature)], name)
        if self.specialized and self.overloads:
            return getattr(next(iter(self.overloads.values())), name)
        return {key: getattr(made, name) for key, made in self.overloads.items()}

    def get_regs_per_thread(self, signature=None):
        """Registers a thread; 0 on the CPU device."""
        return self._attribute(signature, "regs_per_thread")

    def get_const_mem_size(self, signature=None):
        """Bytes of constant memory."""
        return self._attribute(signature, "const_mem_size")

    def get_shared_mem_per_block(self, signature=None):
        """Bytes of shared memory that the kernel declares."""
        return self._attribute(signature, "shared_mem_per_block")

    def get_max_threads_per_block(self, signature=None):
        """Threads that a block may have."""
        return self._attribute(signature, "max_threads_per_block")

    def get_local_mem_per_thread(self, signature=None):
        """Bytes of local memory a thread."""
        return self._attribute(signature, "local_mem_per_thread")

    # ---- pickling: source, constants and options ----

    def __reduce__(self):
        state = {
            name: self.__dict__[name]
            for name in (
                "_signatures _device _checks _parameters _defaults _is_variadic "
                "__name__ __qualname__ __module__ __doc__"
            ).split()
        }
        options = dict(self._options.__dict__)
        return (_unpickle, (type(self), self._program(), options, state))

    def __repr__(self):
        kind = "device function" if self._device else "kernel"
        return f"<CUDA {kind} {self.__qualname__}>"


def _unpickle(cls, program, options, state):
    self = _core.Dispatcher.__new__(cls)
    self._options = Options()
    self._options.__dict__.update(options)
    self.__dict__.update(state)
    self._frozen = program
    self._stamp = None
    self.py_func = self.__wrapped__ = None
    self.overloads = {}
    self._units = {}
    self._prepare()
    return self


_ALL_CHECKS = ("bounds", "races", "barriers", "uninit")
_no_checks = {f"check_{name}": False for name in _ALL_CHECKS}


def _key_of(signature):
    return tuple(read_signature(signature)[1])


def ptx_arch():
    """What PTX is made for where it is only looked at: the GPU, or sm_75."""
    device = _core.current_device()
    return "sm_75" if device.is_cpu else _core.arch_of(device)


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
        block = self.thread_per_block or 256
        grid = -(-self.ntasks // block)
        self.dispatcher[grid, block, self.stream, self.sharedmem](*args, **kwargs)


# Arguments that _core does not know ---------------------------------------------------


def _convert_argument(value, is_cpu):
    """One that it does, or NotImplemented where a copy is needed."""
    import enum

    from .. import _numpy

    if isinstance(value, enum.Enum):
        return value.value
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
    if _numpy.is_loaded():
        found = _convert_numpy(value, is_cpu)
        if found is not None:
            return found
    if hasattr(value, "__cuda_array_interface__"):
        from ._memory import as_cuda_array

        if is_cpu:
            raise TypeError("an array on a GPU cannot be used on the CPU device")
        return as_cuda_array(value)
    if hasattr(value, "__array_interface__") or hasattr(value, "__dlpack__"):
        return NotImplemented if not is_cpu else _on_host(value)
    raise TypeError(
        f"an object of type {type(value).__name__} cannot be passed to a kernel"
    )


def _convert_numpy(value, is_cpu):
    from .. import _numpy

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
    from .. import _numpy

    array = _as_host_array(value)
    return _numpy.host_view(array) if array.flags.writeable else NotImplemented


def _as_host_array(value):
    """NumPy's view of somebody else's array."""
    from .. import _numpy

    np = _numpy.numpy()
    return np.asarray(value) if hasattr(value, "__array__") else np.from_dlpack(value)


def _copy_in(arg, back, level=3):
    """An argument on the device; `back` gets what brings it back.

    `level` is the launch's for warnings: no comprehension calls this, which is a
    frame of its own in CPython 3.11 alone.
    """
    from .. import _numpy
    from . import _memory

    hint = arg if isinstance(arg, _memory.ArgHint) else _memory.InOut(arg)
    value = hint.value
    if isinstance(value, tuple):
        parts = []
        for part in value:
            parts.append(_copy_in(part, back, level + 1))
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    np = _numpy.numpy()
    is_foreign = not isinstance(value, (np.ndarray, np.generic))
    if is_foreign and not _memory.is_cuda_array(value):
        if hasattr(value, "__array_interface__") or hasattr(value, "__dlpack__"):
            value = _as_host_array(value)
    if not isinstance(value, np.ndarray) or _memory.is_cuda_array(value):
        return value
    device = _core.current_device()
    if _memory.is_mapped(value):
        return _numpy.host_view(value)
    if not device.is_cpu and hint is not arg:
        warnings.warn(
            "Host array used in CUDA kernel will incur copy overhead to/from device.",
            NumbaPerformanceWarning,
            stacklevel=level,
        )
    copy = _memory.to_device(value, copy=hint.copies_in)
    if hint.copies_out and value.flags.writeable:
        back.append(lambda: copy.copy_to_host(value))
    return copy


_core.set_argument_hook(_convert_argument)


# jit ---------------------------------------------------------------------------------

_NO_LONGER = {"argtypes", "restype", "bind"}
_IGNORED = {
    "inline",
    "forceinline",
    "cache",
    "lto",
    "shared_memory_carveout",
    "ensure_abi",
}


def jit(func_or_sig=None, device=False, **options):
    """Makes a kernel, or with ``device=True`` a device function, of a function.

    Types may be given: ``@cuda.jit("void(float32[:], int64)")``, or a list of
    them; without, a kernel is compiled for what it is launched with. Options are
    numba's: ``debug``, ``opt``, ``lineinfo``, ``fastmath``, ``max_registers``,
    ``launch_bounds``, ``link``; and ``typing="numba"``, ``bounds``, ``noalias``,
    ``cluster_dims``.
    """
    if "boundscheck" in options and options.pop("boundscheck"):
        raise NotImplementedError(
            "bounds checking is not supported for CUDA; bounds='raise' reports an index"
        )
    for name in _NO_LONGER & set(options):
        raise DeprecationWarning(f"cuda.jit has no argument `{name}`; give a signature")
    for name in _IGNORED & set(options):
        del options[name]
    unknown = set(options) - set(Options.__init__.__code__.co_varnames)
    if unknown:
        raise TypeError(f"cuda.jit has no option `{sorted(unknown)[0]}`")
    made = Options(**options)
    if made.debug and options.get("opt"):
        warnings.warn(
            "debug=True with opt=True is not supported by CUDA", NumbaWarning, 2
        )
    made_class = ExtendedKernel if made.extensions else CUDADispatcher
    is_function = callable(func_or_sig) and not isinstance(
        func_or_sig, (types.Type, types.Signature)
    )
    if is_function:
        if isinstance(func_or_sig, CUDADispatcher):
            raise TypeError("A jit decorator was called on an already jitted function")
        return made_class(func_or_sig, made, (), device)
    signatures = read_signatures(func_or_sig)

    def decorate(py_func):
        if isinstance(py_func, CUDADispatcher):
            raise TypeError("A jit decorator was called on an already jitted function")
        return made_class(py_func, made, signatures, device)

    return decorate


def declare_device(name, sig, link=None, use_cooperative=False, abi="numba"):
    """A function that kernels call and a linked file defines."""
    result, args = read_signature(sig)
    links = [link] if isinstance(link, (str, os.PathLike)) else list(link or ())
    return ExternFunction(
        name,
        f"{result}({', '.join(args)})",
        list(map(os.fspath, links)),
        abi == "c",
        bool(use_cooperative),
    )


class ExternFunction:
    """What ``declare_device`` gives."""

    def __init__(self, name, signature, links, is_c, use_cooperative):
        self.name = name
        self.sig = signature
        self.link = links
        self._external = (name, signature, links, is_c, use_cooperative)


# Compiling without launching ------------------------------------------------------------


def compile(
    pyfunc,
    sig,
    debug=None,
    lineinfo=False,
    device=True,
    fastmath=False,
    cc=None,
    opt=None,
    abi="c",
    abi_info=None,
    output="ptx",
    forceinline=False,
    launch_bounds=None,
):
    """(PTX, result type) of a kernel for a compute capability; needs no GPU.

    Only kernels (``device=False``) and PTX: the compiler makes no code of a device
    function alone, and no LTO-IR.
    """
    if output != "ptx":
        raise NotImplementedError(f"output is 'ptx', not {output!r}")
    if device:
        raise NotImplementedError(
            "a device function is compiled with the kernel that calls it"
        )
    if abi == "c":
        raise NotImplementedError("the C ABI is not for kernels; abi='numba'")
    options = Options(debug, opt, lineinfo, fastmath, launch_bounds=launch_bounds)
    func = getattr(pyfunc, "py_func", pyfunc)
    result, args = read_signature(sig)
    if result not in ("void", "none"):
        raise TypeError("CUDA kernel must have void return type.")
    major, minor, *suffix = cc or (7, 5)
    arch = f"sm_{major}{minor}{''.join(map(str, suffix))}"
    unit = CUDADispatcher(func, options)._compile(", ".join(args), arch)
    return unit.ptx, types.void


def compile_ptx(
    pyfunc,
    sig,
    debug=None,
    lineinfo=False,
    device=False,
    fastmath=False,
    cc=None,
    opt=None,
    abi="numba",
    abi_info=None,
):
    """(PTX, result type) of a kernel."""
    return compile(
        pyfunc, sig, debug, lineinfo, device, fastmath, cc, opt, abi, abi_info
    )


def _capability(cc):
    return cc or _devices.get_current_device().compute_capability


def compile_for_current_device(pyfunc, sig, **options):
    """``compile`` for this thread's device."""
    return compile(pyfunc, sig, cc=_capability(None), **options)


def compile_ptx_for_current_device(pyfunc, sig, **options):
    """``compile_ptx`` for this thread's device."""
    return compile_ptx(pyfunc, sig, cc=_capability(None), **options)


def compile_all(pyfunc, sig, **options):
    """([PTX], result type) of a kernel."""
    options.setdefault("output", "ptx")
    ptx, result = compile(pyfunc, sig, **options)
    return [ptx], result


# Extensions ----------------------------------------------------------------------------


class ExtendedKernel(CUDADispatcher):
    """A kernel whose arguments its extensions change first."""

    def __getitem__(self, key):
        launcher = super().__getitem__(key)

        def launch(*args, **kwargs):
            back, prepared = [], []
            stream = launcher.stream or 0
            for arg in self._bind(args, kwargs):
                for extension in self._options.extensions:
                    _, arg = extension.prepare_args(None, arg, stream=stream, retr=back)
                prepared.append(arg)
            launcher(*prepared)
            for function in back:
                function()

        return launch


# Checks -------------------------------------------------------------------------------


class CheckedKernel(CUDADispatcher):
    """A kernel that runs on the CPU device with its checks."""

    def __getitem__(self, key):
        launcher = super().__getitem__(key)

        def launch(*args, **kwargs):
            before = _core.current_device() if _devices.cpu_is_chosen() else None
            _core.set_current_device(_core.cpu())
            try:
                launcher(*args, **kwargs)
            finally:
                _core.set_current_device(before)

        return launch


def check(kernel, bounds=True, races=True, barriers=True, uninit=True):
    """The kernel with the CPU device's checks, on host arrays.

    ``cuda.check(kernel)[grid, block](...)`` raises CheckError, whose text is the
    report: races, indices outside, barriers that not all threads come to, elements
    that are read before any write.
    """
    chosen = zip(_ALL_CHECKS, (bounds, races, barriers, uninit))
    checks = tuple(name for name, wanted in chosen if wanted)
    return CheckedKernel(
        kernel.py_func, kernel._options, kernel._signatures, kernel._device, checks
    )
