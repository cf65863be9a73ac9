"""Compiling without launching: ``cuda.compile`` and the like. They need no GPU."""

from .. import types
from .._device import devices
from ..errors import CompileError
from ._dispatcher import CUDADispatcher
from ._options import Options
from ._signatures import read_signature, states_result

_NO_LTO = (
    "LTO-IR is made by libNVVM, which reads the IR of LLVM 7 (of LLVM 20 for sm_100 "
    "and later); this compiler's is LLVM 22's, which it does not read. Use "
    "output='ptx': nvJitLink, nvlink and nvcc link PTX with LTO-IR and the rest"
)


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
    """(PTX, result type) of a function for a compute capability.

    With ``device=True`` it is a function that other device code calls. By
    ``abi="c"`` that is ``extern "C" __device__`` of the same types, called
    ``abi_info["abi_name"]`` or as in Python; by ``abi="numba"`` its result goes to a
    first pointer, and it returns a status, 0. An array is numba's words: two null
    pointers, elements, bytes of one, address, extents, strides in bytes. The result
    is the signature's, or what the function returns. With ``device=False`` it is a
    kernel. ``cc`` is (8, 0) or (9, 0, "a"); without it, (7, 5).

    CompileError says what is wrong with the function, NotImplementedError that there
    is no such output: ``output`` is "ptx".
    """
    _check_output(abi, device, output, forceinline)
    known = getattr(pyfunc, "_options", None)
    options = Options(
        debug,
        opt,
        lineinfo,
        fastmath,
        launch_bounds=launch_bounds,
        link=known.link_objects if known else (),
        typing=known.typing if known else None,
    )
    options.warn()
    func = getattr(pyfunc, "py_func", None) or pyfunc
    result, args = read_signature(sig)
    dispatcher = CUDADispatcher(func, options, (), device)
    if not device:
        return _compile_kernel(dispatcher, result, args, cc), types.void
    name = (abi_info or {}).get("abi_name", "")
    stated = result if states_result(sig) else ""
    unit = dispatcher._compile(
        tuple(args), _arch(cc), export=(abi == "numba", name, stated)
    )
    [(_, _, made)] = unit.exports
    return unit.ptx, types.none if made == "none" else types.Type(made)


def _check_output(abi, device, output, forceinline):
    """Raises for what cannot be made."""
    if abi not in ("numba", "c"):
        raise NotImplementedError(f"Unsupported ABI: {abi}")
    if abi == "c" and not device:
        raise NotImplementedError("The C ABI is not supported for kernels")
    if output not in ("ptx", "ltoir"):
        raise NotImplementedError(f"Unsupported output type: {output}")
    if forceinline and not device:
        raise ValueError("Cannot force-inline kernels")
    if forceinline and output != "ltoir":
        raise ValueError("Can only designate forced inlining in LTO-IR")
    if output == "ltoir":
        raise NotImplementedError(_NO_LTO)


def _compile_kernel(dispatcher, result, args, cc):
    if result not in ("void", "none"):
        raise TypeError("CUDA kernel must have void return type.")
    try:
        return dispatcher._compile(tuple(args), _arch(cc)).ptx
    except CompileError as error:
        if any(row[1] == "KernelReturnsValue" for row in error.diagnostics):
            raise TypeError(
                f"CUDA kernel must have void return type.\n{error}"
            ) from error
        raise


def _arch(cc):
    major, minor, *suffix = cc or (7, 5)
    return f"sm_{major}{minor}{''.join(map(str, suffix))}"


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
    **more,
):
    """``compile`` with numba's older defaults: a kernel, numba's ABI."""
    return compile(
        pyfunc, sig, debug, lineinfo, device, fastmath, cc, opt, abi, abi_info, **more
    )


def _capability():
    return devices.get_current_device().compute_capability


def compile_for_current_device(pyfunc, sig, **options):
    """``compile`` for this thread's device."""
    return compile(pyfunc, sig, cc=_capability(), **options)


def compile_ptx_for_current_device(pyfunc, sig, **options):
    """``compile_ptx`` for this thread's device."""
    return compile_ptx(pyfunc, sig, cc=_capability(), **options)


def compile_all(pyfunc, sig, **options):
    """([PTX], result type); ``output`` is "ptx" unless it is said."""
    options.setdefault("output", "ptx")
    ptx, result = compile(pyfunc, sig, **options)
    return [ptx], result
