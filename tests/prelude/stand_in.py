"""The prelude's files as CPython's modules, with what CPython lacks of them.

Numbers are NumPy's scalars, whose literals are weak as the language's are: so a
function that is called with float32s computes in float32. Python's own floats
raise where the language has an infinity or nan, so math, int, float and complex
here are NumPy's; numba is the few names that the files use.
"""

import ast
import builtins
import functools
import math
import pathlib
import threading
import types

import numpy as np

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "frontend" / "prelude"


def quiet(function):
    @functools.wraps(function)
    def call(*args, **named):
        with np.errstate(all="ignore"):
            return function(*args, **named)

    return call


def to_int(x):
    if isinstance(x, (np.floating, builtins.float)):
        return np.int64(math.trunc(builtins.float(x)))
    return np.int64(x)


def to_complex(real, imag=None):
    if imag is None:
        return np.complex128(real)
    parts = [part for part in (real, imag) if isinstance(part, np.generic)]
    if not parts:
        return builtins.complex(real, imag)
    result = np.result_type(real, imag)
    result = np.complex64 if result == np.float32 else np.complex128
    made = np.zeros(1, result)
    made.real, made.imag = real, imag
    return made[0]


def weak(function):
    """Of literals a literal."""

    def call(*args):
        result = function(*args)
        isLiteral = not any(isinstance(arg, np.generic) for arg in args)
        return result.item() if isLiteral else result

    return call


def as_uint64(x):
    return np.uint64(builtins.int(x) & 0xFFFFFFFFFFFFFFFF)


class Lane(threading.local):
    """The warp that a thread belongs to, and its place there."""

    warp, lane = None, 0


HERE = Lane()


class Warp:
    def __init__(self, lanes):
        self.values = [None] * max(32, len(lanes))
        self.barrier = threading.Barrier(len(lanes))

    def exchange(self, value, lane):
        self.values[HERE.lane] = value
        self.barrier.wait(10)
        result = self.values[lane]
        self.barrier.wait(10)
        return result

    def share(self, value):
        """What all have brought."""
        self.values[HERE.lane] = value
        self.barrier.wait(10)
        result = list(self.values)
        self.barrier.wait(10)
        return result


def fragment(words, lane, packed, rows_first, is_signed):
    """(row, column, element) of a lane's registers of a matrix factor."""
    g, t = lane // 4, lane % 4 * packed
    for i, word in enumerate(words):
        for e in range(packed):
            bits = builtins.int(word) >> (32 // packed * e) & (2 ** (32 // packed) - 1)
            if packed == 2:
                element = np.uint16(bits).view(np.float16)
            else:
                element = np.uint8(bits).view(np.int8 if is_signed else np.uint8)
            along = t + 4 * packed * (i // 2 if rows_first else i) + e
            across = g + (8 * (i % 2) if rows_first else 0)
            yield across, along, builtins.float(element)


def multiply(shape, a, b, c):
    """cuda.mma_sync, by PTX's tables of where a lane's elements are."""
    lanes = HERE.warp.share((a, b, c))
    left, right = np.zeros((16, 32)), np.zeros((32, 8))
    for lane, (x, y, _) in enumerate(lanes):
        if shape == "m8n8k4.f64":
            left[lane // 4, lane % 4], right[lane % 4, lane // 4] = x, y
            continue
        packed = 4 if shape.endswith("8") else 2
        is_signed = shape.endswith("s8")
        for row, inner, element in fragment(x, lane, packed, True, is_signed):
            left[row, inner] = element
        for column, inner, element in fragment(y, lane, packed, False, is_signed):
            right[inner, column] = element
    product = left @ right
    g, t = HERE.lane // 4, 2 * (HERE.lane % 4)
    return tuple(
        type(total)(total + product[g + 8 * (i // 2), t + i % 2])
        for i, total in enumerate(c)
    )


def load_matrices(array, index, count, transposed=False):
    """cuda.ldmatrix"""
    rows = HERE.warp.share(array[index : index + 8])
    g, t = HERE.lane // 4, 2 * (HERE.lane % 4)
    words = []
    for matrix in range(count):
        whole = np.array(rows[8 * matrix : 8 * matrix + 8])
        whole = whole.T if transposed else whole
        words.append(builtins.int(whole[g, t]) | builtins.int(whole[g, t + 1]) << 16)
    return tuple(words)


def run_lanes(lanes, function):
    """What `function(lane)` gives in each lane; all run at once."""
    warp, results = Warp(lanes), {}

    def body(lane):
        HERE.warp, HERE.lane = warp, lane
        try:
            results[lane] = quiet(function)(lane)
        except BaseException:
            warp.barrier.abort()
            raise

    threads = [threading.Thread(target=body, args=(lane,)) for lane in lanes]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [results[lane] for lane in lanes]


def bits_of(x, wide, narrow):
    return np.array([x], wide).view(narrow)[0]


class Cuda:
    libdevice = types.SimpleNamespace(
        double_as_longlong=lambda x: bits_of(x, np.float64, np.int64),
        int_as_float=lambda n: bits_of(
            builtins.int(n) & 0xFFFFFFFF, np.uint32, np.float32
        ),
        float2half_rn=lambda x: np.int64(bits_of(x, np.float16, np.uint16)),
        sincospi=lambda x: (np.sin(np.pi * x), np.cos(np.pi * x)),
        sincospif=lambda x: (
            np.float32(np.sin(np.pi * np.float64(x))),
            np.float32(np.cos(np.pi * np.float64(x))),
        ),
        half2float=lambda n: np.float32(
            bits_of(builtins.int(n) & 0xFFFF, np.uint16, np.float16)
        ),
    )

    @property
    def laneid(self):
        return HERE.lane % 32

    local = types.SimpleNamespace(array=lambda shape, dtype: np.zeros(shape, dtype))
    mma_sync = staticmethod(multiply)
    ldmatrix = staticmethod(load_matrices)

    @property
    def threadIdx(self):
        return types.SimpleNamespace(x=HERE.lane, y=0, z=0)

    @property
    def blockDim(self):
        size = HERE.warp.barrier.parties if HERE.warp else 1
        return types.SimpleNamespace(x=size, y=1, z=1)

    @staticmethod
    def syncthreads():
        HERE.warp.barrier.wait(10)

    @staticmethod
    def jit(function=None, **_):
        return quiet(function) if function else quiet

    @staticmethod
    def ffs(n):
        n = builtins.int(n)
        return (n & -n).bit_length()

    @staticmethod
    def shfl_sync(mask, value, lane):
        return HERE.warp.exchange(value, lane)


NAMES = "exp log log1p expm1 sin cos tan sinh cosh tanh hypot copysign sqrt floor"
NAMES += " isfinite isinf isnan nextafter"
MATH = types.SimpleNamespace(
    inf=math.inf,
    nan=math.nan,
    pi=math.pi,
    atan2=weak(np.arctan2),
    asinh=weak(np.arcsinh),
    pow=weak(np.power),
    **{name: weak(getattr(np, name)) for name in NAMES.split()},
)
NUMBA = types.SimpleNamespace(
    cuda=Cuda(),
    complex64=np.complex64,
    float32=np.float32,
    float64=np.float64,
    uint64=as_uint64,
    uint8=np.uint8,
    uint16=np.uint16,
    uint32=np.uint32,
    int64=np.int64,
    literal_unroll=lambda values: values,
    from_dtype=lambda dtype: dtype,
)
# Who makes a call is asked by checks alone.
COOP = types.SimpleNamespace(coop=types.SimpleNamespace(_called=lambda *_: None))


def import_name(name, globals=None, locals=None, fromlist=(), level=0):
    if level:
        return load(name)
    stand_ins = {"math": MATH, "numba": NUMBA, "numpy": np, "cuda": COOP}
    if name.startswith("numpy._core"):
        # An array's own code, for a.ctypes.
        return __import__(name, globals, locals, fromlist, level)
    if name not in stand_ins:
        raise ImportError(f"the prelude's files do not import {name}")
    return stand_ins[name]


@functools.cache
def load(file):
    """The module of a file, "reduce" for reduce.py."""
    module = types.ModuleType(file)
    module.__builtins__ = {
        **vars(builtins),
        "__import__": import_name,
        "int": to_int,
        "float": np.float64,
        "complex": to_complex,
    }
    path = FOLDER / f"{file}.py"
    exec(compile(path.read_text(), path, "exec"), vars(module))
    return module


def functions():
    """Every function of the prelude."""
    for path in FOLDER.glob("*.py"):
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.FunctionDef):
                yield path.stem, node.name


def same(got, expected, tolerance=0.0, signed_zeros=True):
    """Whether two real numbers are the same: nan, infinities and zeros too."""
    got, expected = float(got), float(expected)
    if math.isnan(expected) or math.isnan(got):
        return math.isnan(expected) and math.isnan(got)
    if got == expected:
        signs = math.copysign(1, got) == math.copysign(1, expected)
        return got != 0 or signs or not signed_zeros
    return abs(got - expected) <= tolerance * max(abs(expected), 1e-30)
