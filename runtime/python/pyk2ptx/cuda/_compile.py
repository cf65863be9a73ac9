"""Compiling without launching: ``cuda.compile`` and the like."""

from .. import types
from . import _devices
from ._dispatcher import CUDADispatcher
from ._options import Options
from ._signatures import read_signature


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
