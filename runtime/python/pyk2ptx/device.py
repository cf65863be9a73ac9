"""Products of matrices and Fourier transforms of a block or a thread.

The names of ``nvmath.device``: an object is made on the host, kernels read its
attributes and call it. What it computes is compiled with the kernel; there is no
MathDx.
"""

import itertools
from collections import namedtuple

import numpy as np

from . import _core
from ._functions import capture_constant
from .cuda._intrinsics import NAMES, Intrinsic

# nvmath.device.common and its like are this module, too.
__path__ = []

Dim3 = namedtuple("Dim3", "x y z", defaults=(1, 1, 1))
LeadingDimension = namedtuple("LeadingDimension", "a b c")
Alignment = namedtuple("Alignment", "a b c")
Arrangement = namedtuple("Arrangement", "a b c")
Precision = namedtuple("Precision", "a b c")
TransposeMode = namedtuple("TransposeMode", "a b")
ComputeCapability = namedtuple("ComputeCapability", "major minor")

MAX_ALIGNMENT = Alignment(16, 16, 16)

# Of tensors, in kernels.
make_tensor = Intrinsic("nvmath.device.make_tensor")
make_fragment_like = Intrinsic("nvmath.device.make_fragment_like")
copy = Intrinsic("nvmath.device.copy")
copy_wait = Intrinsic("nvmath.device.copy_wait")
copy_fragment = Intrinsic("nvmath.device.copy_fragment")
clear = Intrinsic("nvmath.device.clear")
axpby = Intrinsic("nvmath.device.axpby")

_TUPLES = {
    "block_dim": Dim3,
    "leading_dimension": LeadingDimension,
    "alignment": Alignment,
}
# What MathDx's compiler is told, which is not here.
_IGNORED = ("compiler", "code_type", "execute_api", "global_memory_alignment")


def _type_of(name):
    if name is None:
        return None
    return NAMES[name] if name in ("half2", "half4") else np.dtype(name).type


def _item_size(kind):
    host = {float16x2: np_float16x2, float16x4: np_float16x4}.get(kind, kind)
    return np.dtype(host).itemsize


class _DeviceObject:
    """What kernels know by the arguments that it was made of."""

    _attributes = ()

    def __init__(self, options):
        given = {
            name: value
            for name, value in options.items()
            if value is not None and name not in _IGNORED
        }
        names = list(given)
        values = [
            tuple(value.items()) if isinstance(value, dict) else value
            for value in given.values()
        ]
        self._device_object = (
            "namespace",
            [capture_constant(value) for value in values],
            names,
            f"nvmath.device.{type(self).__name__}",
        )
        traits = _core.device_object(self._device_object)
        for name in self._attributes:
            setattr(self, f"_{name}", self._trait(name, traits.get(name), options))

    @staticmethod
    def _trait(name, value, options):
        if name in ("arrangement", "transpose_mode"):
            given = options.get(name)
            made = Arrangement if name == "arrangement" else TransposeMode
            return None if given is None else made(*given)
        if name in ("precision", "sm"):
            return options.get(name)
        if name == "real_fft_options":
            return options.get(name)
        if name.endswith("_type") and name not in ("fft_type", "data_type"):
            return _type_of(value)
        made = _TUPLES.get(name)
        return value if made is None or value is None else made(*value)

    def __getattr__(self, name):
        if name in type(self)._attributes:
            return self.__dict__[f"_{name}"]
        raise AttributeError(f"{type(self).__name__} has no attribute {name!r}")

    def __call__(self, *_args):
        raise RuntimeError("it is called in a kernel")

    def execute(self, *_args):
        """In a kernel: by all threads that it is for."""
        raise RuntimeError("execute is called in a kernel")


class Layout(_DeviceObject):
    """Where a tensor has the elements of a matrix; a method of a Matmul gives it.

    ``cosize`` elements of ``dtype`` are an array that has room for it, at a multiple
    of ``alignment`` bytes.
    """

    _attributes = ("size", "cosize", "alignment", "storage_bytes", "dtype", "shape")

    def __init__(self, mm, method, leading_dimension=None):
        super().__init__(
            {"mm": mm, "method": method, "leading_dimension": leading_dimension}
        )

    @staticmethod
    def _trait(name, value, options):
        return np.dtype(value).type if name == "dtype" else value


class SharedStorageCalc:
    """How many bytes of shared memory arrays behind each other take."""

    def __init__(self):
        self._bytes = 0

    def add(self, alignment, *sizes):
        """``add(alignment, bytes)`` or ``add(alignment, item size, items or layout)``."""
        size = 1
        for each in sizes:
            size *= each.cosize if isinstance(each, Layout) else each
        self._bytes = -(-self._bytes // alignment) * alignment + size

    def get(self):
        """The bytes of all."""
        return self._bytes


class Matmul(_DeviceObject):
    """C = alpha * A @ B + beta * C of matrices in shared memory, by a block.

    In a kernel ``MM.execute(alpha, a, b, beta, c)``, or with leading dimensions,
    ``MM.execute(alpha, a, lda, b, ldb, beta, c, ldc)``; with tensors also
    ``MM.execute(a, b, accumulator)``, which adds to what is in registers. All threads of ``block_dim``
    call it; the kernel has ``cuda.syncthreads()`` before and behind it. ``precision`` is
    a type, or those of A, B and C; A and B may also be "tf32" (arrays of float32),
    "e4m3" and "e5m2" (the bits, arrays of uint8) where C is float32. A complex number of
    float16 is a float16x2.
    """

    _attributes = tuple(
        "size a_dim b_dim c_dim a_size b_size c_size a_value_type b_value_type "
        "c_value_type input_type output_type value_type precision data_type "
        "arrangement transpose_mode alignment leading_dimension block_dim block_size "
        "max_threads_per_block static_block_dim shared_memory_size function execution "
        "sm files codes".split()
    )

    def __init__(self, size, precision, data_type="real", **options):
        super().__init__(
            {"size": size, "precision": precision, "data_type": data_type, **options}
        )

    def _storage(self, leading, count):
        calc = SharedStorageCalc()
        for i, letter in enumerate("abc"[:count]):
            items = getattr(self, f"{letter}_size")
            if leading and isinstance(leading[i], Layout):
                items = leading[i].cosize
            elif leading:
                items = items // self.leading_dimension[i] * leading[i]
            item = _item_size(getattr(self, f"{letter}_value_type"))
            calc.add(self.alignment[i], item, items)
        return calc.get()

    def get_shared_storage_size(self, *leading):
        """Bytes of A, B and C, with other leading dimensions than its own, or layouts."""
        if len(leading) not in (0, 3):
            raise ValueError("it takes no leading dimensions, or three")
        return self._storage(leading, 3)

    def get_shared_storage_size_ab(self, *leading):
        """Bytes of A and B."""
        if len(leading) not in (0, 2):
            raise ValueError("it takes no leading dimensions, or two")
        return self._storage(leading, 2)

    def get_accumulator(self):
        """In a kernel: the thread's part of C, in registers, which is zero."""
        raise RuntimeError("get_accumulator is called in a kernel")

    suggest_accumulator = get_accumulator


def _add_layouts():
    def make(name):
        def method(self, leading_dimension=None):
            return Layout(self, name, leading_dimension)

        def own(self):
            return Layout(self, name)

        made = method if "gmem" in name else own
        made.__name__ = name
        made.__qualname__ = f"Matmul.{name}"
        made.__doc__ = "Where a tensor has the elements of a matrix."
        setattr(Matmul, name, made)

    for letter in "abc":
        make(f"get_layout_gmem_{letter}")
        make(f"get_layout_smem_{letter}")
        make(f"suggest_layout_smem_{letter}")
    make("get_layout_rmem_c")
    make("suggest_layout_rmem_c")


_add_layouts()


# Types of elements, by nvmath's names.
complex64, complex128 = np.complex64, np.complex128
float16x2 = float16x2_type = NAMES["float16x2"]
float16x4 = float16x4_type = NAMES["float16x4"]
float32x2 = float32x2_type = NAMES["float32x2"]
float64x2 = float64x2_type = NAMES["float64x2"]
complex32 = half2 = float16x2
half4 = float16x4
# The same in host arrays.
np_float16x2 = np.dtype([(part, np.float16) for part in "xy"], align=True)
np_float16x4 = np.dtype([(part, np.float16) for part in "xyzw"], align=True)


def get_current_device_cc():
    """The compute capability of the current GPU."""
    # Layouts and products are made without it.
    # The whole of cuda is not imported for a kernel's text.
    from . import cuda

    return ComputeCapability(*cuda.get_current_device().compute_capability)


current_device_sm = get_current_device_cc


class FFT(_DeviceObject):
    """The Fourier transform of a power of two, by a thread or by a block.

    In a kernel ``fft.execute(registers)``, of a block ``fft.execute(registers,
    shared)``, or ``fft.execute(shared)`` where the elements are there. Of float16 two
    are transformed at once: an element is a float16x4 of both real parts, then both
    imaginary ones, and a real one a float16x2.
    """

    _attributes = tuple(
        "size precision fft_type direction execution value_type input_type output_type "
        "elements_per_thread stride storage_size ffts_per_block block_dim "
        "shared_memory_size max_threads_per_block requires_workspace workspace_size "
        "implicit_type_batching real_fft_options sm files".split()
    )

    # What may be chosen of a block's transform.
    _choices = {
        "elements_per_thread": [2**i for i in range(1, 6)],
        "ffts_per_block": [2**i for i in range(11)],
    }

    def __init__(self, size, precision, fft_type, execution, **options):
        self._options = {
            "size": size,
            "precision": precision,
            "fft_type": fft_type,
            "execution": execution,
            **options,
        }
        super().__init__(self._options)

    def valid(self, *knobs):
        """Values of ``elements_per_thread`` and ``ffts_per_block``, those of them that are
        named and in that order, with which the transform can be made: a list of tuples."""
        for knob in knobs:
            if knob not in self._choices:
                raise ValueError(f"{knob!r} is none of {', '.join(self._choices)}")
        found = []
        for values in itertools.product(*(self._choices[knob] for knob in knobs)):
            try:
                FFT(**self._options | dict(zip(knobs, values)))
            except ValueError:
                continue
            found.append(values)
        return found


def matmul(**options):
    """A Matmul; ``compiler`` and what else is for MathDx is not asked for."""
    return Matmul(**options)


def fft(**options):
    """An FFT; ``compiler`` and what else is for MathDx is not asked for."""
    return FFT(**options)
