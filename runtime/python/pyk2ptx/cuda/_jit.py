"""``cuda.jit``, ``cuda.declare_device``, ``cuda.check``: what makes kernels of functions."""

import os

from .. import _beside_numba, _core, types
from .._device.state import cpu_is_chosen
from .._numpy import dtype_of
from ._dispatcher import _ALL_CHECKS, CUDADispatcher
from ._linkable import LinkableCode, file_of
from ._options import Options
from ._signatures import read_signature, read_signatures, states_result

_NO_LONGER = {"argtypes", "restype", "bind"}
_IGNORED = {
    "inline",
    "forceinline",
    "cache",
    "lto",
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
    made.warn()
    made_class = ExtendedKernel if made.extensions else CUDADispatcher
    func_or_sig = _beside_numba.own(func_or_sig)
    is_function = callable(func_or_sig) and not isinstance(
        func_or_sig, (types.Type, types.Signature)
    )
    if is_function:
        return made_class(_function_of(func_or_sig), made, (), device)
    signatures = read_signatures(func_or_sig)
    if not device and _pointers_of(signatures):
        made_class = ExtendedKernel

    def decorate(py_func):
        made_kernel = made_class(_function_of(py_func), made, signatures, device)
        return made_kernel.check_signatures()

    return decorate


def _function_of(decorated):
    """Python's function; of one that is decorated already, by whomever, its own."""
    function = getattr(decorated, "py_func", decorated)
    if function is None:
        raise TypeError(f"{decorated!r} was pickled: its Python function is not here")
    return function


def declare_device(name, sig, link=None, use_cooperative=False, abi="numba"):
    """A function that kernels call and a linked file defines."""
    if not states_result(sig):
        raise TypeError(
            f"Return type must be provided for device declarations: {sig!r} has none"
        )
    result, args = read_signature(sig)
    is_one = isinstance(link, (str, os.PathLike, LinkableCode))
    links = [link] if is_one else list(link or ())
    return ExternFunction(
        name,
        types.Signature(types.Type(result), map(types.Type, args)),
        list(map(file_of, links)),
        abi == "c",
        bool(use_cooperative),
    )


class ExternFunction:
    """What ``declare_device`` gives."""

    def __init__(self, name, signature, links, is_c, use_cooperative):
        self.name = name
        self.sig = signature
        self.link = links
        self._external = (name, repr(signature), links, is_c, use_cooperative)


# Extensions ----------------------------------------------------------------------------


class ExtendedKernel(CUDADispatcher):
    """A kernel whose arguments its extensions change first, and one that takes
    addresses as ints."""

    def __getitem__(self, key):
        launcher = super().__getitem__(key)
        extensions = self._options.extensions
        pointers = _pointers_of(self._signatures)
        if not extensions and not pointers:
            return launcher

        def launch(*args, **kwargs):
            back, prepared = [], []
            stream = launcher.stream or 0
            for i, arg in enumerate(self._bind(args, kwargs)):
                if i in pointers and isinstance(arg, int):
                    arg = _core.Array(None, arg, *pointers[i], (), ())
                ty = _type_or_none(arg) if extensions else None
                for extension in extensions:
                    ty, arg = extension.prepare_args(ty, arg, stream=stream, retr=back)
                prepared.append(arg)
            launcher(*prepared)
            for function in back:
                function()

        return launch


def _pointers_of(signatures):
    """The parameters that are pointers, each with its elements' type and bytes."""
    found = {}
    for _, args in signatures:
        for i, text in enumerate(args):
            pointer = types.Type(text)
            if not isinstance(pointer, types.CPointer):
                continue
            name = types._SCALARS.get(pointer.dtype.name)
            if name not in (None, "none", "bfloat16"):
                found[i] = (name, dtype_of(name).itemsize)
    return found


def _type_or_none(value):
    """The type of an argument; None where it is the extension's to know."""
    try:
        return types.typeof(value)
    except TypeError:
        return None


# Checks -------------------------------------------------------------------------------


class CheckedKernel(CUDADispatcher):
    """A kernel that runs on the CPU device with its checks."""

    def __getitem__(self, key):
        launcher = super().__getitem__(key)

        def launch(*args, **kwargs):
            before = _core.current_device() if cpu_is_chosen() else None
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
    return kernel._variant(CheckedKernel, kernel._signatures, checks)
