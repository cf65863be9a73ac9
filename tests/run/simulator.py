"""Runs a kernel's own source under CPython: the oracle of the execution tests.

It is written from what the language promises and knows nothing of the compiler. Numbers
are Num: an int held in 64 bits, or a float that is weak, float16, bfloat16 (a
float32 with few digits), float32 or float64; or Complex (complex_numbers.py).
Plain Python numbers are literals: ints are int64, floats weak. Arrays are views
of NumPy arrays with guarded indices. A product and a sum round on their own, so
kernels are compared with --fmad=false.

Threads of a block run one after the other, in kernels with barriers as Python
threads that meet at them.
"""

import builtins
import math
import sys
import threading
import types

import complex_numbers
import numpy as np
import times
from complex_numbers import Complex

MASK = (1 << 64) - 1
KINDS = {"f2": "f16", "f4": "f32", "f8": "f64", "u8": "u64", "c8": "c64", "c16": "c128"}
RANK = {"i64": 0, "u64": 1, "weak": 2, "f16": 3, "bf16": 4, "f32": 5, "f64": 6}


def wrap(value, unsigned=False):
    value &= MASK
    return value if unsigned or value < 1 << 63 else value - (1 << 64)


def to_f32(value):
    """A float32 as NumPy's, rounded once from an int or a float."""
    if isinstance(value, int):
        array = np.array([value], np.uint64 if value >= 1 << 63 else np.int64)
        return array.astype(np.float32)[0]
    with np.errstate(all="ignore"):
        return np.float32(value)


def to_int(value, unsigned=False):
    """int(x): truncated, saturated, nan is 0."""
    if isinstance(value, int):
        return wrap(value, unsigned)
    value = float(value)
    if math.isnan(value):
        return 0
    high = MASK if unsigned and value >= 0 else (1 << 63) - 1
    if math.isinf(value):
        return high if value > 0 else -(1 << 63)
    return builtins.max(-(1 << 63), builtins.min(high, math.trunc(value)))


def to_bf16(value):
    """A float32 that a bfloat16 holds, rounded once from a float."""
    value = float(value)
    if not math.isfinite(value) or value == 0:
        return np.float32(value)
    place = builtins.max(math.frexp(value)[1], -125) - 8
    with np.errstate(all="ignore"):
        return np.float32(math.ldexp(round(math.ldexp(value, -place)), place))


def kind_of(x):
    if isinstance(x, (Num, Complex)):
        return x.kind
    if isinstance(x, complex):
        return "weakc"
    return "weak" if isinstance(x, float) else "i64"


def value_of(x):
    x = x.value if isinstance(x, Num) else x
    return int(x) if isinstance(x, bool) else x


def join(a, b):
    if "c" in a or "c" in b:
        return complex_numbers.common(a, b)
    if {a, b} == {"f16", "bf16"}:
        return "f32"
    return a if RANK[a] >= RANK[b] else b


def convert(value, kind):
    if kind in ("i64", "u64"):
        return to_int(value, kind == "u64")
    if kind == "f32":
        return to_f32(value)
    if kind == "f16":
        with np.errstate(all="ignore"):
            return np.float16(value)
    if kind == "bf16":
        return to_bf16(to_f32(value) if isinstance(value, int) else value)
    return np.float64(value)


def floor_divide(a, b):
    """CPython's float_divmod, in the type of its operands."""
    zero = a * 0 if np.isfinite(a) else type(a)(0)
    if b == 0:
        return a / b, type(a)(math.nan)
    mod = np.fmod(a, b)
    div = (a - mod) / b
    if mod != 0:
        if (b < 0) != (mod < 0):
            mod = mod + b
            div = div - type(a)(1)
    else:
        mod = np.copysign(zero, b)
    if div != 0:
        floor = np.floor(div)
        if div - floor > type(a)(0.5):
            floor = floor + type(a)(1)
    else:
        floor = np.copysign(type(a)(0), a / b)
    return floor, mod


def shift(left, count, right):
    """Both ways; the count may be anything."""
    value, unsigned = value_of(left), kind_of(left) == "u64"
    count = value_of(count)
    if not 0 <= count < 64:
        result = -1 if right and value < 0 else 0
    else:
        result = value >> count if right else value << count
    return Num(wrap(result, unsigned), "u64" if unsigned else "i64")


def power(base, exponent, literal):
    kind = join(kind_of(base), kind_of(exponent))
    if "c" in kind:
        return complex_binary("pow", base, exponent, kind)
    a, b = value_of(base), value_of(exponent)
    if RANK[kind] >= 2:
        with np.errstate(all="ignore"):
            wide = "f32" if kind in ("f16", "bf16") else kind
            value = convert(convert(a, kind), wide) ** convert(convert(b, kind), wide)
        return Num(convert(value, kind), kind)
    if b >= 0:
        return Num(wrap(pow(a, b, 1 << 64), kind == "u64"), kind)
    if literal:
        return Num(np.float64(a) ** np.float64(b), "weak")
    return Num({1: 1, -1: -1 if b & 1 else 1}.get(a, 0), kind)


def integer_op(name, a, b, kind):
    if name in ("floordiv", "mod"):
        if b == 0:
            return 0
        return a // b if name == "floordiv" else a % b
    return getattr(a, f"__{name}__")(b)


def float_op(name, a, b, kind):
    if kind in ("f16", "bf16"):
        value = float_op(name, np.float32(a), np.float32(b), "f32")
        return convert(value, kind)
    if name == "floordiv":
        return floor_divide(a, b)[0]
    if name == "mod":
        return floor_divide(a, b)[1]
    return getattr(a, f"__{name}__")(b)


def complex_binary(name, left, right, kind):
    if name not in ("add", "sub", "mul", "truediv", "pow"):
        raise TypeError(name)
    left, right = (
        Complex.of(x) if isinstance(x, (Complex, complex)) else value_of(x)
        for x in (left, right)
    )
    return complex_numbers.binary(name, left, right, kind)


def binary(name, left, right):
    numbers = (Num, Complex, int, float, complex)
    if not isinstance(left, numbers) or not isinstance(right, numbers):
        return NotImplemented
    kind = join(kind_of(left), kind_of(right))
    if "c" in kind:
        return complex_binary(name, left, right, kind)
    if name == "truediv" and RANK[kind] < 2:
        kind = "weak"
    a, b = convert(value_of(left), kind), convert(value_of(right), kind)
    if RANK[kind] < 2:
        return Num(wrap(integer_op(name, a, b, kind), kind == "u64"), kind)
    with np.errstate(all="ignore"):
        return Num(float_op(name, a, b, kind), kind)


def compare(name, left, right):
    if not isinstance(right, (Num, Complex, int, float, complex)):
        return NotImplemented
    kind = join(kind_of(left), kind_of(right))
    if "c" in kind:
        assert name in ("eq", "ne"), "complex numbers have no order"
        left, right = (
            Complex.of(x) if isinstance(x, (Complex, complex)) else value_of(x)
            for x in (left, right)
        )
        return complex_numbers.equal(left, right, kind) == (name == "eq")
    a, b = value_of(left), value_of(right)
    if RANK[kind] >= 2:
        a, b = convert(a, kind), convert(b, kind)
    return bool(getattr(a, f"__{name}__")(b))


class Num:
    """A real number of a thread; `kind` is a key of RANK."""

    __slots__ = ("value", "kind")
    __hash__ = None

    def __init__(self, value, kind):
        self.value, self.kind = value, kind

    @property
    def real(self):
        return self

    @property
    def imag(self):
        return Num(convert(0, self.kind), self.kind)

    def conjugate(self):
        return self

    def __bool__(self):
        return bool(self.value != 0)

    def __index__(self):
        assert RANK[self.kind] < 2, "an index must be an integer"
        return self.value

    def bit_count(self):
        return Num(abs(self.value).bit_count(), "i64")

    def bit_length(self):
        return Num(abs(self.value).bit_length(), "i64")

    def __neg__(self):
        if RANK[self.kind] < 2:
            return Num(wrap(-self.value, self.kind == "u64"), self.kind)
        return Num(-self.value, self.kind)

    def __pos__(self):
        return self

    def __invert__(self):
        return Num(wrap(~self.value, self.kind == "u64"), self.kind)

    def __abs__(self):
        if RANK[self.kind] < 2:
            return Num(wrap(abs(self.value), self.kind == "u64"), self.kind)
        return Num(abs(self.value), self.kind)

    def __pow__(self, other):
        return power(self, other, isinstance(other, int))

    def __rpow__(self, other):
        return power(other, self, False)

    def __lshift__(self, other):
        return shift(self, other, False)

    def __rlshift__(self, other):
        return shift(other, self, False)

    def __rshift__(self, other):
        return shift(self, other, True)

    def __rrshift__(self, other):
        return shift(other, self, True)


def _add_operators():
    for name in "add sub mul truediv floordiv mod and or xor".split():
        setattr(Num, f"__{name}__", lambda a, b, n=name: binary(n, a, b))
        setattr(Num, f"__r{name}__", lambda a, b, n=name: binary(n, b, a))
    for name in "lt le gt ge eq ne".split():
        setattr(Num, f"__{name}__", lambda a, b, n=name: compare(n, a, b))
    for name in "add sub mul truediv".split():
        setattr(Complex, f"__{name}__", lambda a, b, n=name: binary(n, a, b))
        setattr(Complex, f"__r{name}__", lambda a, b, n=name: binary(n, b, a))
    for name in "eq ne".split():
        setattr(Complex, f"__{name}__", lambda a, b, n=name: compare(n, a, b))
    Complex.__pow__ = lambda a, b: power(a, b, False)
    Complex.__rpow__ = lambda a, b: power(b, a, False)
    Complex.make_real = staticmethod(Num)


_add_operators()


def load(element):
    """A NumPy scalar as a thread's number."""
    if element.dtype == np.bool_:
        return bool(element)
    if element.dtype.kind in "mM":
        return times.made(element, load)
    # Text is Python's own, bytes or str.
    if element.dtype.kind in "SU":
        return element
    kind = KINDS.get(element.dtype.str[1:], "i64")
    if kind in ("c64", "c128"):
        return Complex(element.real, element.imag, kind)
    if RANK[kind] < 2:
        return Num(int(element), kind)
    return Num(element, kind)


def store(value, dtype):
    """A thread's number as an element: truncated, rounded, or != 0."""
    if dtype.kind in "mM":
        return np.array(times.plain(value)).astype(dtype)[()]
    if dtype.kind in "SU":
        return value
    if dtype.kind == "c":
        if not isinstance(value, Complex):
            value = Complex(value_of(value).real, value_of(value).imag, "weakc")
        return Complex.of(value, KINDS[dtype.str[1:]]).parts
    if isinstance(value, Complex) and dtype == np.bool_:
        return np.bool_(bool(value))
    value = int(value) if isinstance(value, times.Time) else value_of(value)
    if dtype == np.float16:
        return convert(value, "f16")
    if dtype == np.bool_:
        return np.bool_(value != 0)
    if dtype == np.float32:
        return to_f32(value)
    if dtype == np.float64:
        return np.float64(value)
    bits = to_int(value, dtype == np.uint64) & MASK
    return np.array([bits], np.uint64).astype(dtype)[0]


class Record:
    """An element of a structured array, by reference: a view of rank 0."""

    def __init__(self, data):
        object.__setattr__(self, "data", data)

    def __getitem__(self, name):
        name = name if isinstance(name, str) else self.data.dtype.names[name]
        return element(self.data[name])

    def __setitem__(self, name, value):
        name = name if isinstance(name, str) else self.data.dtype.names[name]
        assign(self.data[name], value)

    __getattr__ = __getitem__
    __setattr__ = __setitem__


def element(view):
    """What a view is to a thread: an array, a record or a number."""
    if view.ndim:
        return Array(view)
    return Record(view) if view.dtype.names else load(view[()])


def assign(view, value):
    """Writes a whole record, an array or a number."""
    if isinstance(value, (Record, Array)):
        view[...] = value.data
    elif isinstance(value, tuple):
        for name, part in zip(view.dtype.names, value):
            assign(view[name], part)
    else:
        made = store(value, view.dtype)
        if isinstance(made, tuple):
            made = view.dtype.type(complex(*map(float, made)))
        view[...] = made


class Array:
    def __init__(self, data):
        self.data = data

    def __getattr__(self, name):
        if name.startswith("__") or name not in (self.data.dtype.names or ()):
            raise AttributeError(name)
        return Array(self.data[name])

    def __len__(self):
        return self.data.shape[0]

    def __iter__(self):
        return (self[i] for i in builtins.range(self.data.shape[0]))

    def __reversed__(self):
        return (self[i] for i in reversed(builtins.range(self.data.shape[0])))

    @property
    def flat(self):
        return (value for at, value in nd_enumerate(self))

    @property
    def shape(self):
        return tuple(Num(n, "i64") for n in self.data.shape)

    @property
    def size(self):
        return Num(self.data.size, "i64")

    @property
    def ndim(self):
        return self.data.ndim

    def find(self, index):
        """The index for NumPy, or None when it is outside."""
        global outside
        index = index if isinstance(index, tuple) else (index,)
        out, axis = [], 0
        given = len([i for i in index if i is not None and i is not Ellipsis])
        for i in index:
            if i is Ellipsis:
                out.append(i)
                axis += self.data.ndim - given
                continue
            if i is None:
                out.append(i)
                continue
            if not isinstance(i, slice):
                i = i.__index__()
                extent = self.data.shape[axis]
                i = i + extent if i < 0 else i
                if not 0 <= i < extent:
                    outside += 1
                    return None
            out.append(i)
            axis += 1
        return tuple(out)

    def __getitem__(self, index):
        if isinstance(index, str):
            return Array(self.data[index])
        found = self.find(index)
        if self.data.dtype.names and found is not None:
            return element(self.data[(*found, ...)])
        if found is None:
            count = len(index) if isinstance(index, tuple) else 1
            rank = self.data.ndim - count
            if rank:
                return Array(np.zeros((0,) * rank, self.data.dtype))
            if self.data.dtype.names:
                return Record(np.zeros((), self.data.dtype))
            return load(self.data.dtype.type(0))
        result = self.data[found]
        return Array(result) if isinstance(result, np.ndarray) else load(result)

    def __setitem__(self, index, value):
        if isinstance(index, str):
            return assign(self.data[index], value)
        found = self.find(index)
        if found is not None:
            assign(self.data[(*found, ...)], value)


# Indices that were outside their arrays.
outside = 0


class Range:
    """range of a thread: a step of 0 runs no iteration."""

    def __init__(self, *args):
        args = [a.__index__() for a in args]
        empty = len(args) == 3 and args[2] == 0
        self.values = builtins.range(0) if empty else builtins.range(*args)

    def __iter__(self):
        return (Num(i, "i64") for i in self.values)

    def __reversed__(self):
        return (Num(i, "i64") for i in reversed(self.values))

    def __len__(self):
        return len(self.values)


def nd_index(*shape):
    shape = shape[0] if isinstance(shape[0], tuple) else shape
    for at in np.ndindex(*(n.__index__() for n in shape)):
        yield tuple(Num(i, "i64") for i in at)


def nd_enumerate(array):
    for at in nd_index(array.shape):
        yield at, array[at]


class Dtype:
    """float32 as a kernel sees it: a conversion, and shared.array's dtype."""

    def __init__(self, name):
        self.dtype = np.dtype(name)

    def __call__(self, value):
        element = store(value, self.dtype)
        if isinstance(element, tuple):
            return Complex(*element, KINDS[self.dtype.str[1:]])
        return load(element)

    def __getitem__(self, axes):
        return self


def make_dtype(fields, align=False):
    """np.dtype of fields whose types are a kernel's."""

    def plain(kind):
        if isinstance(kind, list):
            return [(f[0], plain(f[1]), *f[2:]) for f in kind]
        return kind.dtype if isinstance(kind, Dtype) else kind

    made = Dtype(np.float32)
    made.dtype = np.dtype(plain(fields), align=align)
    return made


DTYPES = {
    n: Dtype(n)
    for n in (
        "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 "
        "float16 float32 float64 complex64 complex128"
    ).split()
}


def to_complex(real=0, imag=0):
    if isinstance(real, (Complex, complex)) or isinstance(imag, (Complex, complex)):
        return real + imag * 1j
    kind = complex_numbers.common(kind_of(real), kind_of(imag))
    return Complex(value_of(real), value_of(imag), kind)


class Brain:
    """bfloat16 as a kernel sees it: NumPy has none, so arrays have none."""

    def __call__(self, value):
        return Num(convert(value_of(value), "bf16"), "bf16")


BFLOAT16 = Brain()
DTYPES["boolean"] = DTYPES["bool_"] = DTYPES["bool"]


def best(values, better, default=None):
    values = list(values[0]) if len(values) == 1 else values
    if not values:
        return default
    if any(isinstance(v, times.Time) for v in values):
        chosen = values[0]
        for v in values[1:]:
            chosen = v if better(v, chosen) else chosen
        return chosen
    kind = "i64"
    for v in values:
        kind = join(kind, kind_of(v))
    chosen = None
    for v in values:
        # Integers are compared as they are, whichever type holds the result.
        v = convert(value_of(v), kind) if RANK[kind] >= 2 else value_of(v)
        nan = chosen is None or (RANK[kind] >= 2 and np.isnan(chosen))
        if nan or better(v, chosen):
            chosen = v
    return Num(convert(chosen, kind), kind)


def round_(x, digits=None):
    if RANK[kind_of(x)] < 2:
        number = int(value_of(x))
        return Num(round(number, int(value_of(digits or 0))), "i64")
    if digits is None:
        return Num(to_int(np.rint(value_of(x))), "i64")
    # As NumPy does: scaled in float64, rounded half to even, scaled back.
    digits = max(-308, min(308, int(value_of(digits))))
    number = np.float64(value_of(x))
    power = np.float64(f"1e{abs(digits)}")
    with np.errstate(all="ignore"):
        scaled = number * power if digits >= 0 else number / power
    if not np.isfinite(scaled):
        return x
    whole = np.rint(scaled)
    number = whole / power if digits >= 0 else whole * power
    return Num(convert(number, kind_of(x)), kind_of(x))


def whole(function):
    """math.floor and its like: of an int the int itself."""

    def apply(x):
        if RANK[kind_of(x)] < 2:
            return Num(value_of(x), kind_of(x))
        return Num(to_int(function(value_of(x))), "i64")

    return apply


def real(function):
    """A math function of floats, in float64, rounded to the join's type."""

    def apply(*args):
        kind = "weak"
        for arg in args:
            kind = join(kind, kind_of(arg))
        with np.errstate(all="ignore"):
            values = [np.float64(convert(value_of(a), kind)) for a in args]
            return Num(convert(function(*values), kind), kind)

    return apply


def test(function):
    return lambda x: bool(function(np.float64(value_of(x))))


def make_math():
    module = types.SimpleNamespace(pi=math.pi, e=math.e, inf=math.inf, nan=math.nan)
    module.tau = math.tau
    for name in "floor ceil trunc".split():
        setattr(module, name, whole(getattr(np, name)))
    for name, np_name in {
        "acos": "arccos", "asin": "arcsin", "atan": "arctan", "atan2": "arctan2",
        "pow": "power",
    }.items():
        setattr(module, name, real(getattr(np, np_name)))
    for name in (
        "sqrt fabs copysign sin cos tan sinh cosh tanh exp exp2 expm1 log log2 "
        "log10 log1p hypot fmod cbrt"
    ).split():
        setattr(module, name, real(getattr(np, name)))
    for name in "isnan isinf isfinite".split():
        setattr(module, name, test(getattr(np, name)))
    return module


class Barrier:
    """Waits for all threads that have not ended."""

    def __init__(self, count):
        self.condition = threading.Condition()
        self.alive, self.waiting, self.round = count, 0, 0

    def release(self):
        if self.waiting == self.alive:
            self.waiting = 0
            self.round += 1
            self.condition.notify_all()

    def wait(self):
        with self.condition:
            mine = self.round
            self.waiting += 1
            self.release()
            self.condition.wait_for(lambda: self.round != mine)

    def leave(self):
        with self.condition:
            self.alive -= 1
            self.release()


class Place(types.SimpleNamespace):
    """x, y, z of a thread, a block or their extents."""

    @staticmethod
    def of(values):
        return Place(**{a: Num(v, "i64") for a, v in zip("xyz", values)})


class Cuda(types.SimpleNamespace):
    """The module `cuda` of one launch; threads differ by `self.local`."""

    def __init__(self, grid, block, dynamic):
        super().__init__(gridDim=Place.of(grid), blockDim=Place.of(block))
        self.extents, self.block_extents = grid, block
        self.thread = threading.local()
        self.lock = threading.Lock()
        self.dynamic, self.arrays, self.warpsize = dynamic, {}, 32
        self.shared = types.SimpleNamespace(array=self.shared_array)
        self.local = types.SimpleNamespace(array=self.local_array)
        self.atomic = types.SimpleNamespace(add=self.atomic_add)
        self.const = types.SimpleNamespace(array_like=lambda array: array)

    threadIdx = property(lambda self: self.thread.index)
    blockIdx = property(lambda self: self.thread.block)

    @property
    def laneid(self):
        i, n = self.threadIdx, self.blockDim
        return (i.x + n.x * (i.y + n.y * i.z)) % 32

    def jit(self, function=None, **options):
        if isinstance(function, types.FunctionType):
            return function
        return lambda function: function

    def grid(self, ndim):
        rank = ndim
        at = [
            getattr(self.blockIdx, a) * getattr(self.blockDim, a)
            + getattr(self.threadIdx, a)
            for a in "xyz"[:rank]
        ]
        return at[0] if rank == 1 else tuple(at)

    def gridsize(self, ndim):
        rank = ndim
        n = [Num(g * b, "i64") for g, b in zip(self.extents, self.block_extents)]
        return n[0] if rank == 1 else tuple(n[:rank])

    def syncthreads(self):
        self.thread.barrier.wait()

    def shared_array(self, shape, dtype):
        caller = sys._getframe(1)
        key = (caller.f_code, caller.f_lineno)
        dtype = dtype.dtype if isinstance(dtype, Dtype) else np.dtype(dtype)
        if shape == 0:
            key, shape = "dynamic", self.dynamic // dtype.itemsize
        with self.lock:
            if key not in self.arrays:
                self.arrays[key] = np.zeros(shape, dtype)
            return Array(self.arrays[key])

    def local_array(self, shape, dtype):
        dtype = dtype.dtype if isinstance(dtype, Dtype) else np.dtype(dtype)
        return Array(np.zeros(shape, dtype))

    def atomic_add(self, array, index, value):
        with self.lock:
            old = array[index]
            array[index] = old + value
            return old


def make_import(cuda, real_import):
    modules = {"math": make_math(), "cuda": cuda}
    numba = types.SimpleNamespace(
        cuda=cuda, literal_unroll=lambda x: x, bfloat16=BFLOAT16,
        from_dtype=lambda x: x, **DTYPES
    )
    for name in ("numba", "pyk2ptx", "numba.cuda"):
        modules[name] = numba
    modules["numpy"] = types.SimpleNamespace(
        **DTYPES, pi=math.pi, inf=math.inf, nan=math.nan, newaxis=None,
        array=lambda values, dtype: Array(np.array(values, dtype.dtype)),
        ndindex=nd_index, ndenumerate=nd_enumerate, conj=lambda z: z.conjugate(),
        real=lambda z: z.real, imag=lambda z: z.imag, abs=abs, dtype=make_dtype,
        **times.functions(load, {}),
    )

    def import_(name, *args):
        if name in modules:
            return modules[name]
        return real_import(name, *args)

    return import_


def make_namespace(cuda, printed):
    names = dict(vars(builtins))
    names["__import__"] = make_import(cuda, builtins.__import__)
    names["complex"] = to_complex
    own = (Num, Complex, times.Time)
    names["abs"] = lambda x: +abs(x) if isinstance(x, own) else Num(abs(x), kind_of(x))
    names["min"] = lambda *v, **other: best(v, lambda a, b: a < b, **other)
    names["max"] = lambda *v, **other: best(v, lambda a, b: a > b, **other)
    names["int"] = lambda x=0: Num(
        int(x) if isinstance(x, times.Time) else to_int(value_of(x)), "i64"
    )
    names["float"] = lambda x=0: Num(np.float64(value_of(x)), "weak")
    names["round"] = round_
    names["pow"] = lambda a, b: a**b
    names["len"] = lambda x: Num(builtins.len(x), "i64")
    names["divmod"] = lambda a, b: (a // b, a % b)

    def is_instance(x, of):
        if isinstance(of, tuple):
            return any(is_instance(x, each) for each in of)
        if of is names["float"]:
            return not isinstance(x, tuple) and RANK[kind_of(x)] >= 2
        if of is names["int"]:
            return not isinstance(x, tuple) and RANK[kind_of(x)] < 2
        if isinstance(of, Dtype):
            return KINDS.get(of.dtype.str[1:]) == kind_of(x)
        return isinstance(x, of)

    names["isinstance"] = is_instance
    names["range"] = Range
    names["print"] = lambda *a: printed.append(
        " ".join(str(value_of(x) if isinstance(x, Num) else x) for x in a)
    )
    return {"__builtins__": names, "__name__": "kernel"}


def scalar(value):
    """An argument: typed by NumPy, or Python's and so lazily typed."""
    if isinstance(value, np.ndarray):
        return Array(value)
    if value is None:
        return None
    if isinstance(value, tuple):
        elements = [scalar(element) for element in value]
        named = hasattr(value, "_fields")
        return type(value)(*elements) if named else tuple(elements)
    if isinstance(value, np.generic):
        return load(value)
    if isinstance(value, bool):
        return value
    if isinstance(value, int):
        return Num(value, "u64" if value >= 1 << 63 else "i64")
    if isinstance(value, complex):
        return Complex.of(value)
    return Num(np.float64(value), "weak")


def run_block(cuda, kernel, args, block, at, use_threads):
    cuda.arrays.clear()
    places = [
        (x, y, z)
        for z in range(block[2])
        for y in range(block[1])
        for x in range(block[0])
    ]
    barrier = Barrier(len(places))
    failures = []

    def thread(place):
        cuda.thread.block, cuda.thread.index = Place.of(at), Place.of(place)
        cuda.thread.barrier = barrier
        try:
            kernel(*args)
        except BaseException as failure:
            failures.append(failure)
        finally:
            barrier.leave()

    if use_threads:
        threads = [threading.Thread(target=thread, args=(p,)) for p in places]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
    else:
        for place in places:
            thread(place)
    if failures:
        raise failures[0]


def simulate(source, kernel, grid, block, args, shared=0):
    """Runs the launch on `args`, whose arrays it changes; the printed lines."""
    grid, block = (tuple(d) + (1,) * (3 - len(d)) for d in (grid, block))
    cuda, printed = Cuda(grid, block, shared), []
    namespace = make_namespace(cuda, printed)
    exec(compile(source, "kernel.py", "exec"), namespace)
    values = [scalar(a) for a in args]
    for z in range(grid[2]):
        for y in range(grid[1]):
            for x in range(grid[0]):
                run_block(
                    cuda, namespace[kernel], values, block, (x, y, z),
                    "syncthreads" in source,
                )
    return printed
