"""``numba`` for programs that import it: modules of its names that are this package's,
and ``nvmath.device``.

Where numba is installed, numba.cuda alone is ours, and the rest stays numba's; where
it is not, or by ``force=True``, all of ``numba`` is, as far as kernels and their hosts
use it. An entry of sys.meta_path finds the modules: each is one of this package under
another name, the same object, so that there is one state. A module that is not there
is one that numba does not have: ModuleNotFoundError.
"""

import importlib
import importlib.machinery
import importlib.util
import re
import sys

_CUDA = {
    "numba.cuda": "pyk2ptx.cuda",
    "numba.cuda.core.config": "pyk2ptx.cuda.config",
    "numba.cuda.core.errors": "pyk2ptx.errors",
    "numba.cuda.core.types": "pyk2ptx.cuda.types",
}
_WHOLE = _CUDA | {
    "numba": "pyk2ptx._numba",
    "numba.types": "pyk2ptx.types",
    "numba.core.types": "pyk2ptx.types",
    "numba.core.errors": "pyk2ptx.errors",
    "numba.errors": "pyk2ptx.errors",
    "numba.config": "pyk2ptx.cuda.config",
    "numba.core.config": "pyk2ptx.cuda.config",
    "numba.np.numpy_support": "pyk2ptx.cuda.np.numpy_support",
    "numba.misc": "pyk2ptx.cuda.misc",
}
# The packages of cooperative primitives, and what stands above them.
_COOP = {
    "cuda.coop": "pyk2ptx.coop",
    "cuda.coop._experimental": "pyk2ptx.coop",
    "cuda.cccl.cooperative": "pyk2ptx.coop",
    "cuda.cccl.cooperative.experimental": "pyk2ptx.coop",
    "cuda.cooperative": "pyk2ptx.coop",
    "cuda.cooperative.experimental": "pyk2ptx.coop",
}
_PARENTS = "cuda", "cuda.cccl"
# Of cuda.compute its structs alone, and where it is not installed.
_COMPUTE = "cuda.compute"
# Its products and transforms are made for numba-cuda's own compiler; what else nvmath
# has stays its own.
_NVMATH = dict.fromkeys(
    [
        "nvmath.device",
        "nvmath.device.common",
        "nvmath.device.common_cuda",
        "nvmath.device.cublasdx",
        "nvmath.device.cublasdx_backend",
        "nvmath.device.cufftdx",
        "nvmath.device.types",
        "nvmath.device.vector_types_numba",
    ],
    "pyk2ptx.device",
)
# Without nvmath, `import nvmath` is no more than that.
_WHOLE_NVMATH = _NVMATH | {"nvmath": "pyk2ptx._nvmath"}
_ROOTS = ("numba", "nvmath")
# The numba-cuda whose names are here, for who asks which one is installed.
_CUDA_VERSION = "0.30.4"


class _Alias:
    """The loader of a module that is another one's name."""

    def __init__(self, own):
        self._own = own

    def create_module(self, _spec):
        parent, _, last = self._own.rpartition(".")
        if _spec_of(self._own) is None:
            module = getattr(importlib.import_module(parent), last)
        else:
            module = importlib.import_module(self._own)
        self._spec = getattr(module, "__spec__", None)
        return module

    def exec_module(self, module):
        # It keeps its own spec, by which its relative imports go.
        if self._spec is not None:
            module.__spec__ = self._spec


class _Empty:
    """The loader of a package in which there is nothing itself."""

    @staticmethod
    def create_module(_spec):
        return None

    @staticmethod
    def exec_module(_module):
        pass


def _spec_of(own):
    try:
        return importlib.util.find_spec(own)
    except ModuleNotFoundError:
        return None


class _Finder:
    """Finds the modules of the table, and what is below them."""

    def __init__(self):
        self.table = {}

    def find_spec(self, name, path=None, _target=None):
        if name in _COOP and self.table:
            return importlib.machinery.ModuleSpec(
                name, _Alias(_COOP[name]), is_package=True
            )
        if name in (*_PARENTS, _COMPUTE) and self.table:
            # cuda.core and others have it, where they are installed.
            if importlib.machinery.PathFinder.find_spec(name, path) is not None:
                return None
            if name == _COMPUTE:
                own = _Alias("pyk2ptx.coop._struct")
                return importlib.machinery.ModuleSpec(name, own, is_package=True)
            return importlib.machinery.ModuleSpec(name, _Empty(), is_package=True)
        if name.partition(".")[0] not in _ROOTS:
            return None
        head, below = name, ""
        while head not in self.table:
            head, dot, last = head.rpartition(".")
            if not dot:
                return None
            below = f".{last}{below}"
        own = self.table[head] + below
        found = _spec_of(own)
        if found is None and not _is_namespace(own):
            return None
        is_package = found is not None and found.submodule_search_locations is not None
        loader = _Alias(own) if name != "numba.cuda" else _CudaAlias(own)
        spec = importlib.machinery.ModuleSpec(name, loader, is_package=is_package)
        spec.origin = getattr(found, "origin", None)
        return spec


def _is_namespace(own):
    """Whether it is one of the kernel language's: ``cuda.libdevice``."""
    # This file is there before the package is: a program may set its environment first.
    from .cuda._names import NAMESPACES

    parent, _, last = own.rpartition(".")
    return parent == "pyk2ptx.cuda" and last in NAMESPACES


class _CudaAlias(_Alias):
    """numba.cuda's: where the rest is numba's own, both learn of each other."""

    def exec_module(self, module):
        super().exec_module(module)
        if "numba" not in _finder.table:
            # It is of use with numba alone.
            from ._beside_numba import join

            join()


class _Distributions:
    """Behind all others in sys.meta_path: what numba's distributions are, for programs
    that ask whether they are installed."""

    @staticmethod
    def find_spec(_name, _path=None, _target=None):
        return None

    @staticmethod
    def find_distributions(context=None):
        name = getattr(context, "name", None)
        wanted = name and re.sub(r"[-_.]+", "-", name).lower()
        stood_for = {"numba-cuda": _CUDA_VERSION}
        if "numba" in _finder.table:
            # It stands for numba, where there is none.
            from ._numba import __version__

            stood_for["numba"] = __version__
        return [
            _distribution(each, version)
            for each, version in stood_for.items()
            if wanted in (None, each)
        ]


def _distribution(name, version):
    # Few programs ask, and it is long to load.
    from importlib.metadata import Distribution

    class StandIn(Distribution):
        """A distribution without files."""

        def read_text(self, filename):
            if filename != "METADATA":
                return None
            return f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"

        def locate_file(self, path):
            return path

    return StandIn()


_finder = _Finder()


def as_numba(force=False):
    """Makes ``from numba import cuda`` give this package.

    Where numba is installed, it stays but for numba.cuda: ``njit``, ``vectorize`` and the
    types are its own. Where it is not, or with ``force``, ``import numba`` is this
    package, too. ImportError where the program has imported already what is to be
    replaced. True.
    """
    if _finder.table and (not force or "numba" in _finder.table):
        return True
    is_there = "numba" in sys.modules or _spec_of("numba") is not None
    table = _CUDA if is_there and not force else _WHOLE
    has_nvmath = "nvmath" in sys.modules or _spec_of("nvmath") is not None
    table = table | (_NVMATH if has_nvmath else _WHOLE_NVMATH)
    for name in ("numba", "numba.cuda", "nvmath.device"):
        if name in table and name in sys.modules:
            raise ImportError(
                f"{name} is imported already; call pyk2ptx.as_numba before"
            )
    _finder.table = table
    # numba-cuda's hook has nothing to find any more, and would look for what is absent
    # without an end.
    sys.meta_path[:] = [
        each
        for each in sys.meta_path
        if type(each).__module__ != "_numba_cuda_redirector"
    ]
    if _finder not in sys.meta_path:
        sys.meta_path.insert(0, _finder)
        sys.meta_path.append(_Distributions)
    return True
