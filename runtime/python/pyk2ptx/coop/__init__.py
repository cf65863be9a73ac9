"""``from cuda import coop``: cooperative primitives of threads, warps and blocks.

In kernels: ``coop.sum(coop.this_block(), x)``, ``coop.load``, ``coop.scan`` and so on.
The makers of earlier versions are called by host code, and what they give by kernels:
``block_sum = coop.block.make_sum(numba.int32, 128)``, also without ``make_``.
"""

from .. import _core
from .._functions import capture_constant
from ..cuda import _names
from ..cuda._intrinsics import Intrinsic
from ._struct import gpu_struct

__all__ = ["StatefulFunction", "block", "gpu_struct", "register", "warp"]
__all__ += [name for name in _names.MEMBERS["cuda.coop"].split()]


class StatefulFunction:
    """A prefix callback that is an object's ``__call__``, which kernels keep in an
    array of one, its first argument."""

    def __init__(self, op, dtype=None, name=None):
        self.op, self.dtype, self.name = op, dtype, name


def _plain(value):
    """An argument as kernels need it: how values of types that programs define are
    made and copied (methods=) is known here, because they are values."""
    if isinstance(value, StatefulFunction):
        return value.op.__call__
    return None if isinstance(value, dict) else value


def _constant(value):
    """What the compiler is told of an argument to find out what memory is needed:
    of functions that there is one."""
    made = capture_constant(value)
    return capture_constant(0) if made[0] in ("unusable", "function") else made


class Primitive:
    """What a maker gives: kernels call it."""

    # Its code is compiled with the kernel.
    files = ()
    temp_storage_alignment = 16

    def __init__(self, maker, args, keywords):
        args = tuple(map(_plain, args))
        keywords = {name: _plain(value) for name, value in keywords.items()}
        self._coop = maker, args, keywords
        self.files = []
        parts = [_constant(part) for part in (*args, *keywords.values())]
        names = [""] * len(args) + list(keywords)
        self.temp_storage_bytes = _core.coop_storage(("namespace", parts, names, maker))

    def __call__(self, *_args, **_keywords):
        raise TypeError(f"what {self._coop[0]} makes works in kernels alone")

    def __repr__(self):
        return f"<{self._coop[0]} for {self._coop[1]}>"


class _Maker:
    def __init__(self, path):
        self._library = path

    def __call__(self, *args, **keywords):
        return Primitive(self._library, args, keywords)

    def __repr__(self):
        return f"<{self._library}>"


class _Makers:
    """``coop.block`` or ``coop.warp``."""

    def __init__(self, sort):
        self._library = f"cuda.coop.{sort}"
        for name in _names.COOP_MAKERS[sort].split():
            setattr(self, name, _Maker(f"{self._library}.{name}"))
            setattr(self, f"make_{name}", _Maker(f"{self._library}.make_{name}"))

    class BlockExchangeType:
        StripedToBlocked = "StripedToBlocked"

    def __repr__(self):
        return f"<{self._library}>"


block = _Makers("block")
warp = _Makers("warp")


def register(*_compilers):
    """Nothing: the compiler knows these names."""


globals().update(
    {
        name: Intrinsic(f"cuda.coop.{name}")
        for name in _names.MEMBERS["cuda.coop"].split()
    }
)
