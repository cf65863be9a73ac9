"""``numba`` for programs that import it where there is none: modules of its names,
filled with this package's.

Only what kernels and their hosts use is here. A module or a name that is not raises
ImportError, as it does with a numba that has no such name.
"""

import importlib.util
import sys
import types as pytypes

# numba's modules that are this package's by another name; those of numba.cuda have
# the same.
_SAME = {
    "numba.types": "pyk2ptx.types",
    "numba.core.types": "pyk2ptx.types",
    "numba.core.errors": "pyk2ptx.errors",
    "numba.errors": "pyk2ptx.errors",
    "numba.config": "pyk2ptx.cuda.config",
    "numba.core.config": "pyk2ptx.cuda.config",
    "numba.cuda.core.config": "pyk2ptx.cuda.config",
    "numba.cuda.core.errors": "pyk2ptx.errors",
}
_OF_CUDA = """
args compiler decorators dispatcher api vector_types random types kernels
kernels.reduction kernels.transpose cudadrv cudadrv.devicearray cudadrv.driver cudadrv.error
cudadrv.devices cudadrv.nvvm cudadrv.nvrtc cudadrv.linkable_code config np np.numpy_support misc
misc.special typing typing.typeof
""".split()
# A program asks what numba can do; this is the numba that the names are of.
_VERSION = "0.61.0"


def _module(name, **members):
    module = pytypes.ModuleType(name, f"Names of ``{name}``, of pyk2ptx.")
    module.__path__ = []
    vars(module).update(members)
    return module


def _numba():
    """The module ``numba`` itself."""
    import pyk2ptx

    def read(name):
        if name.startswith("__"):
            raise AttributeError(name)
        try:
            return getattr(pyk2ptx, name)
        except AttributeError:
            raise AttributeError(
                f"pyk2ptx has no `numba.{name}`: it stands for numba.cuda"
            ) from None

    from . import __version__, errors

    return _module(
        "numba",
        __version__=f"{_VERSION}+pyk2ptx.{__version__}",
        __getattr__=read,
        prange=range,
        TypingError=errors.TypingError,
    )


def _modules():
    import importlib

    from . import cuda

    found = {"numba": _numba(), "numba.cuda": cuda}
    for name, own in _SAME.items():
        found[name] = importlib.import_module(own)
    for name in _OF_CUDA:
        found[f"numba.cuda.{name}"] = importlib.import_module(f"pyk2ptx.cuda.{name}")
    for name in ("libdevice", "fp16", "bf16", "cg"):
        found[f"numba.cuda.{name}"] = getattr(cuda, name)
    found["numba.np.numpy_support"] = found["numba.cuda.np.numpy_support"]
    found["numba.np"] = _module("numba.np")
    found["numba.core"] = _module("numba.core")
    found["numba.cuda.core"] = _module("numba.cuda.core")
    return found


def as_numba(force=False):
    """Makes ``import numba`` and ``from numba import cuda`` give this package.

    Where numba is installed, that is left alone unless ``force`` says otherwise, or
    ImportError is raised because the program has imported it already. Whether this
    package stands for numba now.
    """
    current = sys.modules.get("numba")
    if current is not None and "pyk2ptx" in getattr(current, "__version__", ""):
        return True
    is_there = current is not None or importlib.util.find_spec("numba") is not None
    if is_there and not force:
        return False
    if current is not None:
        raise ImportError("numba is imported already; call pyk2ptx.as_numba before")
    found = _modules()
    for name, module in found.items():
        parent, _, last = name.rpartition(".")
        if parent and isinstance(found[parent], pytypes.ModuleType):
            if found[parent].__name__.startswith("numba"):
                setattr(found[parent], last, module)
    sys.modules.update(found)
    return True
