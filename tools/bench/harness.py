"""What a kernel is run on, how that is made and how what it wrote is checked.

Arrays are CuPy's on a GPU machine and NumPy's elsewhere (`xp`), so that the same cases are timed on
the GPU and tried on the CPU device (tests/bench).
"""
import math
from dataclasses import dataclass, field

import numpy as np

try:
    import cupy as xp
    from cupyx.scipy.special import erf
except ImportError:
    xp = np
    erf = np.vectorize(math.erf, otypes=[np.float64])

SHRINK = 0  # --quick: sizes are divided by 2**SHRINK
SMS = 132
f32, f64, i32 = np.float32, np.float64, np.int32


@dataclass
class Case:
    args: dict
    grid: tuple
    block: tuple
    expect: list  # (view of an output array, expected value[, what is done to the view before])
    work: tuple  # (amount per launch, "B" of compulsory traffic | "flop" | "half flop" | "sample")
    tol: float = 0.0  # relative L2 error for floats, fraction of unequal elements for integers
    zero: tuple = ()  # outputs the kernel accumulates into; all other outputs start poisoned
    inout: tuple = ()  # outputs that are also inputs, restored before each check
    once: bool = False  # a launch on what another left has other work: they are restored before each that is timed
    library: dict = field(default_factory=dict)  # name -> zero-argument call doing the same work

    @property
    def threads(self):
        return math.prod((*self.grid, *self.block))


# runtime/include/pyk2ptx/launch_facts.h.
MOST_ARGUMENTS, BITS = 16, (10, 14, 30)


def bits_of(argument):
    """Of an integer, and of the largest extent of an array of several axes, the least of BITS that it has; else 0."""
    shape = getattr(argument, "shape", ())
    value = argument if isinstance(argument, (int, np.integer)) else max(shape) if len(shape) > 1 else -1
    return next((bits for bits in BITS if 0 <= value <= 1 << bits), 0)


def size_bits(case):
    return [bits_of(argument) for argument in list(case.args.values())[:MOST_ARGUMENTS]]


class Records:
    """An array of structures on the GPU, which CuPy has not. Members are of 4 bytes or of 8."""

    def __init__(self, host):
        self.words = xp.asarray(np.ascontiguousarray(host).view(np.uint32))
        self.dtype, self.shape, self.strides = host.dtype, host.shape, host.strides
        self.size, self.itemsize, self.ndim, self.data = host.size, host.itemsize, 1, self.words.data

    @property
    def __cuda_array_interface__(self):
        return {**self.words.__cuda_array_interface__, "shape": self.shape, "strides": None,
                "typestr": self.dtype.str, "descr": self.dtype.descr}

    def copy(self):
        return self.words.copy()

    def __setitem__(self, everything, value):
        self.words[everything] = value


def records(host):
    return Records(host) if xp is not np else host.copy()


def member(array, name):
    """A view of one member of all structures."""
    words = array.words if isinstance(array, Records) else array.view(np.uint32)
    kind, offset = array.dtype.fields[name][:2]
    return words.view(kind)[offset // kind.itemsize::array.dtype.itemsize // kind.itemsize]


def size(log2):
    return 1 << max(log2 - SHRINK, 12)


def side(log2):
    return 1 << max(log2 - SHRINK // 2, 6)


def rng():
    return xp.random.default_rng(1234)


def uniform(shape):
    return rng().random(shape, dtype=f32)


def normal(shape):
    return rng().standard_normal(shape, dtype=f32)


def integers(low, high, shape, dtype):
    return rng().integers(low, high, shape).astype(dtype)


def cdiv(a, b):
    return -(-a // b)


def grid2d(a, block):
    return cdiv(a.shape[1], block[0]), cdiv(a.shape[0], block[1])


def slow_first(a, block):
    """The grid of threads whose x is an array's first axis."""
    return cdiv(a.shape[0], block[0]), cdiv(a.shape[1], block[1])


def grid3d(a, block):
    return tuple(cdiv(extent, b) for extent, b in zip(a.shape[::-1], block))


def owner(view):
    return view if view.base is None else view.base


def poison(view):
    if xp is np:
        owner(view).reshape(-1).view(np.uint8)[:] = 0xFF
    else:
        owner(view).data.memset(0xFF, owner(view).nbytes)


def error(view, expected, derive=None):
    got = derive(view) if derive else view
    if got.dtype.kind in "fc":
        expected = expected.astype(np.complex128 if got.dtype.kind == "c" else f64)
        return float(xp.linalg.norm((got - expected).ravel()) / xp.linalg.norm(expected.ravel()))
    return float((got != expected).mean())


def saved(case):
    return {name: case.args[name].copy() for name in case.inout}


def restore(case, values):
    for name, value in values.items():
        case.args[name][...] = value


def check(case, launch, values):
    """The worst error over the case's outputs, after one launch on poisoned (or reset) outputs.
    `launch` returns when the kernel has run."""
    for view, *_ in case.expect:
        poison(view)
    for name in case.zero:
        case.args[name].fill(0)
    restore(case, values)
    launch()
    return max((error(*expected) for expected in case.expect), key=lambda e: (math.isnan(e), e))
