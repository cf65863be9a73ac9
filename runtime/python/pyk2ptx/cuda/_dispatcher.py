"""What a kernel is: a Python function, its options, and what it was compiled to.

It is compiled once for each combination of argument types; how it is launched is
_launch.py's and _core.Dispatcher's.
"""

import collections
import os
import sys
import types as pytypes

from .. import _core, _functions, types
from .._device.state import cpu_is_chosen
from .._spelling import Constant, spell, type_of
from ..errors import CompileError, NumbaWarning
from . import _linkable
from ._launch import Launchable
from ._options import Options
from ._signatures import (
    _rank,
    _type_text,
    read_signature,
    signature_text,
)
from .config import warn

# Set by the pytest plugin: every kernel is compiled with the CPU device's checks.
check_all = False


CompileStats = collections.namedtuple(
    "CompileStats", "cache_path cache_hits cache_misses"
)


class Overload:
    """A kernel compiled for one combination of types."""

    def __init__(self, kernel, key):
        self._kernel = kernel
        self._key = key
        self.types = list(key)

    @property
    def signature(self):
        """Its types, as numba has them."""
        return types.Signature(types.none, _types_of(self._key))

    @property
    def cooperative(self):
        """Whether all blocks must run at once: it waits for the grid."""
        return self._kernel.is_cooperative

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


class Overloads(dict):
    """What a kernel was compiled to, by tuples of types; texts and signatures find
    it, too."""

    def __missing__(self, key):
        found = _types_of(_key_of(key))
        if found not in self:
            raise KeyError(key)
        return self[found]

    def get(self, key, default=None):
        try:
            return self[key]
        except KeyError:
            return default


# What Launchable's weak numbers are in numba's words.
_STRONG = {"float": "float64", "complex": "complex128"}


def _types_of(key):
    """The types of a key that _core made, as numba has them."""
    parts = (part.removeprefix(_PLACE) if type(part) is str else part for part in key)
    return tuple(types.Type(_STRONG.get(part, part)) for part in parts)


class CUDADispatcher(Launchable):
    """A kernel, or a device function, of a Python function.

    ``kernel[grid, block, stream, shared](*args)`` launches it. It is compiled when
    it first meets a combination of argument types, with the values that globals and
    closures have then. One with signatures is checked when it is made, and its globals
    are what they are then.
    """

    def __new__(cls, py_func, options, signatures=(), device=False, checks=None):
        return super().__new__(cls)

    def __init__(self, py_func, options, signatures=(), device=False, checks=None):
        self.py_func = py_func
        self._options = options
        self._device = device
        self._checks = checks
        self._signatures = list(signatures)
        self._overloads = {}
        self.specializations = {}
        self._units = {}
        self._arrays = []
        self._cache_hits = collections.Counter()
        self._cache_misses = collections.Counter()
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
        self._captured = None
        self._prepare()

    def _prepare(self):
        count = -1 if self._is_variadic else len(self._parameters)
        self._setup(count, self._options.debug)

    @property
    def _device_signatures(self):
        results = {result for result, _ in self._signatures}
        if not self._device and results <= {"void", ""}:
            return ()
        return tuple(signature_text(*each) for each in self._signatures)

    # ---- compiling ----

    def check_signatures(self):
        """CompileError where the kernel is wrong for a signature that it was given."""
        results = {result for result, _ in self._signatures}
        if self._device or not results or not results <= {"", "void", "none"}:
            return self
        self._captured = _functions.Program(self, cpu_is_chosen())
        for _, args in self._signatures:
            key = ", ".join(args)
            unit = _core.check(self._captured.functions, key, self._options.settings())
            if not unit.valid:
                raise CompileError(unit.report.rstrip("\n"), unit.diagnostics)
        return self

    def _read_program(self, is_cpu=False):
        """The function and what it uses: now, or as it was when it was decorated."""
        known = self._captured
        if known is None or known.arrays and known.is_cpu != is_cpu:
            return _functions.Program(self, is_cpu)
        return known.copy()

    def _program(self):
        """What a pickle holds of it."""
        program = self._read_program()
        if program.arrays:
            raise TypeError(
                f"{self.__name__} has the address of a device array, which means "
                "nothing to another process; pass the array as an argument"
            )
        return program.functions

    def _compile(self, key, arch, export=None, **more):
        """The unit of a combination of types for an architecture; CompileError
        where there is none."""
        settings = self._options.settings() | more
        # Debuggers are for code as it is written.
        is_for_debuggers = self._options.debug and not self._options.opt
        settings["debug_info"] = is_for_debuggers and arch != "cpu"
        checks = self._checks or (check_all and arch == "cpu" and _ALL_CHECKS)
        if checks:
            settings |= {f"check_{name}": True for name in checks}
        program = self._read_program(arch == "cpu")
        use = _uses(program, key)
        if export:
            use["export"] = export
        if program.arrays:
            # The addresses are this process's.
            settings["use_cache"] = False
            self._arrays += program.arrays
        plain = ", ".join(map(_plain_type, key))
        unit = _core.compile(program.functions, plain, arch, settings, use)
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
        only = self._signatures[0][1]
        is_known = any(
            isinstance(part, Constant) or part.startswith("EnumMember(")
            for part in (*found, *only)
        )
        if len(self._signatures) == 1 and len(only) == len(found) and not is_known:
            return only
        stated = "\n  ".join(f"({', '.join(args)})" for _, args in self._signatures)
        raise TypeError(
            f"No matching definition for the argument types ({', '.join(found)}): "
            f"{self.__name__} has\n  {stated}"
        )

    def _compile_types(self, found, threads=0):
        """The kernel for types; _core.Dispatcher calls it once for each key, with the
        threads of the first launch's blocks."""
        if self._device:
            raise RuntimeError(
                f"Cannot compile a device function as a kernel: {self.__name__} is one"
            )
        spelled = [spell(part) for part in found]
        is_place = [part.startswith(_PLACE) for part in spelled]
        declared = self._declared(
            [part[len(_PLACE) :] if at else part for part, at in zip(spelled, is_place)]
        )
        key = tuple(
            _PLACE + part if at else part for part, at in zip(declared, is_place)
        )
        device = _core.current_device()
        place = (key, device.is_cpu, device.ordinal)
        if place in self._units:
            return self._units[place]
        more = {"block_threads": threads} if 0 < threads <= 1024 else {}
        unit = self._compile(key, _core.arch_of(device), **more)
        if unit.from_disk:
            self._cache_hits[key] += 1
        else:
            self._cache_misses[key] += 1
        if unit.written_records:
            # Launched by _launch_places, whose arguments are other types.
            self._units[place] = None
            return None
        if unit.report:
            warn(unit.report.rstrip("\n"), NumbaWarning)
        kernel = _core.load(device, unit)
        self._units[place] = kernel
        overload = self._overloads[key] = Overload(kernel, key)
        _linkable.call_setup(self._options.link_objects, overload)
        return kernel

    def compile(self, sig):
        """Compiles the kernel for a signature, for this thread's device."""
        return self._compile_types(read_signature(sig)[1])

    @property
    def overloads(self):
        """The kernels that were compiled, by tuples of types. Those of signatures that
        are given are compiled for it."""
        if not self._device:
            for _, args in self._signatures:
                if tuple(args) not in self._overloads:
                    self._compile_types(args)
        found = Overloads()
        for key, overload in self._overloads.items():
            found.setdefault(_types_of(key), overload)
        return found

    def specialize(self, *args):
        """The kernel for the types of these arguments, or for these types, alone."""
        if self.specialized:
            raise RuntimeError("Dispatcher already specialized")
        found = tuple(
            arg.name if isinstance(arg, types.Type) else type_of(arg)
            for arg in self._bind(args, {})
        )
        special = self.specializations.get(found)
        if special is None:
            special = self._variant(type(self), [("void", list(found))], self._checks)
            special._compile_types(found)
            self.specializations[found] = special
        return special

    def _variant(self, cls, signatures, checks):
        """The same function as another kernel."""
        if self.py_func is not None:
            made = cls(self.py_func, self._options, signatures, self._device, checks)
            made._captured = self._captured
            return made
        # It was pickled: there is its text alone.
        _, (_, program, options, state) = self.__reduce__()
        state |= {"_signatures": list(signatures), "_checks": checks}
        return _unpickle(cls, program, options, state)

    @property
    def extensions(self):
        """What changes the arguments of launches: a list, to which a program adds."""
        if type(self) is CUDADispatcher:
            # One with extensions is a class of its own, which stands above.
            from ._jit import ExtendedKernel

            self.__class__ = ExtendedKernel
        return self._options.extensions

    @property
    def targetoptions(self):
        """What ``cuda.jit`` was told, by numba's names."""
        names = "debug lineinfo opt fastmath max_registers extensions".split()
        told = {name: getattr(self._options, name) for name in names}
        return told | {"device": self._device, "link": self._options.link_objects}

    @property
    def specialized(self):
        """Whether it has one signature."""
        return len(self._signatures) == 1

    @property
    def signatures(self):
        """The combinations of types that were compiled."""
        return [_types_of(key) for key in self._overloads]

    @property
    def stats(self):
        """How many overloads came from the cache on disk, and how many not."""
        caches = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
        folder = os.environ.get("PYK2PTX_CACHE_DIR") or f"{caches}/pyk2ptx"
        return CompileStats(folder, self._cache_hits, self._cache_misses)

    def recompile(self):
        """Forgets what was compiled, so that globals are read again."""
        self._forget()
        self._captured = None
        self._units.clear()
        self._overloads.clear()
        self.specializations.clear()

    # ---- looking at what was compiled ----

    def _each(self, signature, read):
        if signature is not None:
            return read(_key_of(signature))
        keys = list(self._overloads) or [tuple(args) for _, args in self._signatures]
        found = Overloads()
        for key in keys:
            found.setdefault(_types_of(key), read(key))
        return found

    def _inspected(self, key, **more):
        """What a combination of types is compiled to for a look at it."""
        export = (True, "", "") if self._device else None
        return self._compile(key, ptx_arch(), export, **_no_checks, **more)

    def compile_device(self, args, return_type=None):
        """A device function for a combination of types: its ``signature``, its
        ``fndesc.mangled_name`` and its ``ptx``."""
        stated = "" if return_type is None else _type_text(return_type)
        key = tuple(map(_type_text, args))
        unit = self._compile(key, ptx_arch(), (True, "", stated), **_no_checks)
        [(_, name, result)] = unit.exports
        return pytypes.SimpleNamespace(
            signature=types.Signature(types.Type(result), _types_of(key)),
            fndesc=pytypes.SimpleNamespace(mangled_name=name),
            ptx=unit.ptx,
        )

    def inspect_asm(self, signature=None):
        """The PTX of a signature; without one, a dict of all."""
        return self._each(signature, lambda key: self._inspected(key).ptx)

    def inspect_llvm(self, signature=None):
        """LLVM's IR of a signature; without one, a dict of all."""
        return self._each(
            signature, lambda key: self._inspected(key, keep_optimized=True).optimized
        )

    def inspect_types(self, file=None):
        """Prints the typed code of what was compiled."""
        texts = self._each(None, lambda key: self._inspected(key, keep_ir=True).ir)
        for key, text in texts.items():
            args = ", ".join(map(str, key))
            print(f"{self.__name__} ({args})\n{text}", file=file or sys.stdout)

    def _cubin(self, key):
        """The machine code of a combination of types."""
        unit = self._compile(key, ptx_arch(), **_no_checks)
        return _core.link(unit, self._options.lineinfo)

    def _refuse_sass(self):
        if self._device:
            raise RuntimeError(
                "Cannot inspect SASS of a device function: it is part of the kernels "
                "that call it"
            )

    def inspect_sass(self, signature=None):
        """The machine code of a signature as text; without one, a dict of all.
        RuntimeError where ptxas or nvdisasm is not to be found."""
        self._refuse_sass()
        # What runs programs is loaded when one is to run.
        from ._sass import disassemble

        return self._each(signature, lambda key: disassemble(self._cubin(key)))

    def inspect_sass_cfg(self, signature=None):
        """Its control flow as a graph in DOT's language."""
        self._refuse_sass()
        # What runs programs is loaded when one is to run.
        from ._sass import disassemble

        return self._each(
            signature, lambda key: disassemble(self._cubin(key), as_graph=True)
        )

    # There is no step between: what is linked is PTX.
    inspect_lto_ptx = inspect_asm

    def _attribute(self, signature, name):
        made = self.overloads
        if signature is not None:
            return getattr(made[signature], name)
        if self.specialized:
            return getattr(next(iter(made.values())), name)
        return {key: getattr(overload, name) for key, overload in made.items()}

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
    # Code in memory is in files of this process's.
    self._options.link = list(map(_linkable.file_of, self._options.link_objects))
    program = [(*program[0][:8], tuple(self._options.link), program[0][9])] + list(
        program[1:]
    )
    self.__dict__.update(state)
    self._frozen = program
    self._stamp = self._captured = None
    self.py_func = self.__wrapped__ = None
    self._overloads = {}
    self.specializations = {}
    self._units = {}
    self._arrays = []
    self._cache_hits = collections.Counter()
    self._cache_misses = collections.Counter()
    self._prepare()
    return self


# Before the type of a record that the kernel is given in memory, to store to it.
_PLACE = "place "


def _plain_type(text):
    """A parameter's type as the compiler has it, of what `spell` says."""
    if text.startswith(_PLACE):
        return f"{text[len(_PLACE) :]}[::1]"
    return "none" if isinstance(text, Constant) else text


def _uses(program, key):
    """What _core.compile is told of the parameters beyond their types."""
    constants = {
        i: program.constant(part.value)
        for i, part in enumerate(key)
        if isinstance(part, Constant)
    }
    places = [i for i, part in enumerate(key) if part.startswith(_PLACE)]
    return {"constants": constants, "places": places}


_ALL_CHECKS = ("bounds", "races", "barriers", "uninit")
_no_checks = {f"check_{name}": False for name in _ALL_CHECKS}


def _key_of(signature):
    return tuple(read_signature(signature)[1])


def ptx_arch():
    """What PTX is made for where it is only looked at: the GPU, or sm_75."""
    device = _core.current_device()
    return "sm_75" if device.is_cpu else _core.arch_of(device)
