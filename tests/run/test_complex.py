"""Complex numbers: arithmetic to the bit, cmath against CPython's."""

import cmath
import math

import numpy as np
import pytest

PARTS = [0.0, -0.0, 1.0, -1.5, 0.1, 3e5, np.inf, -np.inf, np.nan]


def grid(dtype, parts=PARTS):
    real, imag = np.meshgrid(np.array(parts), np.array(parts))
    out = np.empty(real.size, dtype)
    out.real, out.imag = real.ravel(), imag.ravel()
    return out


def pairs(dtype):
    values = grid(dtype, [0.0, -0.0, 1.0, -1.5, 0.1, np.inf, np.nan])
    return (x.ravel().copy() for x in np.meshgrid(values, values))


BINARY = """
@cuda.jit
def k(x, y, out, same):
    i = cuda.grid(1)
    if i < x.size:
        a = x[i]
        b = y[i]
        out[0, i] = a + b
        out[1, i] = a - b
        out[2, i] = a * b
        out[3, i] = a / b
        out[4, i] = -a
        out[5, i] = a.conjugate()
        out[6, i] = a ** 2
        out[7, i] = a ** 3
        out[8, i] = np.conj(b) ** 4
        out[9, i] = a if b else -b
        same[0, i] = a == b
        same[1, i] = a != b
        same[2, i] = not a
        same[3, i] = a == a.real
"""


@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
def test_arithmetic(launch, dtype):
    x, y = pairs(dtype)
    out = np.zeros((10, x.size), dtype)
    launch.check(BINARY, "k", (20,), (128,), [x, y, out, np.zeros((4, x.size), bool)])


MIXED = """
@cuda.jit
def k(x, r, out):
    i = cuda.grid(1)
    if i < x.size:
        a = x[i]
        b = r[i % r.size]
        out[0, i] = a + b
        out[1, i] = b + a
        out[2, i] = a - b
        out[3, i] = b - a
        out[4, i] = a * b
        out[5, i] = b * a
        out[6, i] = a / b
        out[7, i] = b / a
        out[8, i] = 0.5 * a + 2
        out[9, i] = a * 1j - 3
        out[10, i] = (2 + 3j) * b
        out[11, i] = complex(b, 1) + complex(a.imag, a.real)
        out[12, i] = abs(b) * 1j
        out[13, i] = i * a
"""


@pytest.mark.parametrize("real", ["float32", "float64", "int32", "uint64"])
@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
def test_real_numbers_meet_complex_ones(launch, dtype, real):
    x = grid(dtype)
    r = np.array([0, 1, 2, 7, 100], real)
    if r.dtype.kind == "f":
        r = np.array(PARTS, real)
    launch.check(MIXED, "k", (2,), (64,), [x, r, np.zeros((14, x.size), dtype)])


def test_weak_numbers_take_the_width(launch):
    source = """
@cuda.jit
def k(x, y, out, wide):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = x[i] * 0.1j + 0.1
        wide[0, i] = (x[i] * 0.1j) * 0.1
        wide[1, i] = y[i] * 0.1j
        wide[2, i] = np.complex64(0.1) * y[i]
        w = 0.1j
        wide[3, i] = w
        w = w * x[i]
        wide[4, i] = w
        total = 0
        for j in range(4):
            total = total * x[i] + 0.1j
        wide[5, i] = total
        wide[6, i] = np.float64(0.1) * np.complex64(3j)
        wide[7, i] = complex(0.1)
        wide[8, i] = True + np.complex64(0.1)
"""
    x = np.linspace(0.1, 3, 40).astype("float32")
    y = np.linspace(0.1, 3, 40)
    out = np.zeros(40, "complex64")
    launch.check(source, "k", (1,), (64,), [x, y, out, np.zeros((9, 40), complex)])


def test_powers(launch):
    source = """
@cuda.jit
def k(x, n, out):
    i = cuda.grid(1)
    if i < x.size:
        out[0, i] = x[i] ** n
        out[1, i] = x[i] ** -3
        out[2, i] = pow(x[i], 7)
        out[3, i] = x[i] ** 0.5
        out[4, i] = x[i] ** (0.3 + 2j)
        out[5, i] = 2 ** x[i]
        out[6, i] = x[i] ** 0
"""
    x = grid("complex128", [0.0, 1.0, -1.5, 0.25, 3.0])
    out = np.zeros((7, x.size), complex)
    launch.check(source, "k", (1,), (64,), [x, 5, out], tolerance=1e-12)


FUNCTIONS = (
    "acos acosh asin asinh atan atanh cos cosh exp log log10 sin sinh sqrt tan tanh"
).split()


def run_functions(launch, x, names=FUNCTIONS, module="cmath"):
    body = "".join(
        f"        out[{n}, i] = {module}.{name}(x[i])\n" for n, name in enumerate(names)
    )
    source = f"@cuda.jit\ndef k(x, out):\n    i = cuda.grid(1)\n    if i < x.size:\n{body}"
    out = np.zeros((len(names), x.size), x.dtype)
    options = ("--fmad=false",)
    return launch(source, "k", (4,), (64,), [x, out], options=options)[1]


def cpython(name, z):
    try:
        return getattr(cmath, name)(complex(z))
    except (ValueError, OverflowError):
        return None


@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
def test_cmath(launch, dtype):
    rng = np.random.default_rng(7)
    parts = rng.normal(size=(2, 150)) * 10.0 ** rng.integers(-3, 2, (2, 150))
    x = (parts[0] + 1j * parts[1]).astype(dtype)
    tolerance = 4e-5 if dtype == "complex64" else 1e-13
    for name, row in zip(FUNCTIONS, run_functions(launch, x)):
        want = np.array([getattr(cmath, name)(complex(z)) for z in x])
        for got, z, w in zip(row, x, want):
            assert abs(got - w) <= tolerance * max(abs(w), 1e-4), (name, z, got, w)


SPECIAL = [0.0, -0.0, 1.0, -1.0, 0.5, -2.5, np.inf, -np.inf, np.nan]


def same_part(got, want):
    if math.isnan(want):
        return math.isnan(got)
    if math.isinf(want) or want == 0:
        return got == want and np.signbit(got) == np.signbit(want)
    return abs(got - want) <= 1e-5 * abs(want)


@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
def test_cmath_where_it_is_special(launch, dtype):
    """Signed zeros, infinities and nan in every combination, as CPython's
    tables have them; cmath raises for some, where the value is open."""
    x = grid(dtype, SPECIAL)
    wrong = []
    for name, row in zip(FUNCTIONS, run_functions(launch, x)):
        for got, z in zip(row, x):
            want = cpython(name, z)
            # Python's versions differ here.
            axis = z.imag if name == "tan" else z.real
            open_ = name in ("acosh", "tan", "tanh") and axis == 0
            if want is None or (open_ and np.isnan(z)):
                continue
            if not same_part(got.real, want.real) or not same_part(got.imag, want.imag):
                wrong.append(f"{name}({z}) is {got}, not {want}")
    assert not wrong, f"{len(wrong)}: " + "\n".join(wrong[:40])


def test_large_and_small(launch):
    x = np.array(
        [1e308 + 1e308j, 1e-310 + 3e-309j, 5e-324j, 1e200 - 1e-200j, -1e155 + 1j,
         1 + 1e-200j, 1 - 1e-14j, 0.999 + 0.001j, 1e17 + 1e19j, -3e30 - 1e-30j],
        complex,
    )
    names = ["sqrt", "log", "asinh", "acosh", "acos", "atanh"]
    for name, row in zip(names, run_functions(launch, x, names)):
        for got, z in zip(row, x):
            want = cpython(name, z)
            assert abs(got.real - want.real) <= 1e-12 * abs(want.real), (name, z, got)
            assert abs(got.imag - want.imag) <= 1e-12 * abs(want.imag), (name, z, got)


def test_numpys_names(launch):
    names = ["exp", "sqrt", "sin", "log", "tanh", "arctan", "square", "conj"]
    names += ["exp2", "expm1", "log1p", "log2", "log10", "rint", "sign", "round"]
    x = np.array([1 + 2j, -0.5 + 0.25j, 3j, -2.5 + 1.5j, 1e-9 - 2e-9j], complex)
    for name, row in zip(names, run_functions(launch, x, names, "np")):
        want = getattr(np, name)(x)
        if name == "log1p":
            # NumPy adds the small number to 1.
            want[-1] = x[-1] - x[-1] ** 2 / 2
        np.testing.assert_allclose(row, want, 1e-13, err_msg=name)


def test_the_sign_where_it_is_special(launch):
    x = grid("complex128", [0.0, -0.0, 2.0, -np.inf, np.inf, np.nan])
    got = run_functions(launch, x, ["sign"], "np")[0]
    np.testing.assert_array_equal(got, np.sign(x))


def test_cmath_of_two_and_more(launch):
    source = """
@cuda.jit
def k(x, out, r, flags):
    i = cuda.grid(1)
    if i < x.size:
        z = x[i]
        out[0, i] = cmath.log(z, 2)
        out[1, i] = cmath.log(z, 1 + 1j)
        size, angle = cmath.polar(z)
        r[0, i] = size
        r[1, i] = angle
        r[2, i] = cmath.phase(z)
        r[3, i] = np.angle(z)
        r[4, i] = abs(z)
        r[5, i] = np.abs(z)
        out[2, i] = cmath.rect(size, angle)
        out[3, i] = cmath.rect(2, cmath.pi / 2)
        flags[0, i] = cmath.isclose(z, z * (1 + 1e-10))
        flags[1, i] = cmath.isclose(z, z + 0.1, rel_tol=1e-3)
        flags[2, i] = cmath.isclose(z, z + 0.1, abs_tol=0.2)
        flags[3, i] = cmath.isfinite(z)
        flags[4, i] = cmath.isinf(z)
        flags[5, i] = cmath.isnan(z)
"""
    x = np.array([1 + 2j, -3 + 0.5j, -2 - 0j, complex(np.inf, 1)], complex)
    out, r, flags = np.zeros((4, 4), complex), np.zeros((6, 4)), np.zeros((6, 4), bool)
    _, out, r, flags = launch(source, "k", (1,), (32,), [x, out, r, flags])
    for i, z in enumerate(map(complex, x[:3])):
        want = [cmath.log(z, 2), cmath.log(z, 1 + 1j), z, 2j]
        np.testing.assert_allclose(out[:, i], want, 1e-13, 1e-15)
        size, angle = cmath.polar(z)
        np.testing.assert_allclose(r[:, i], [size, angle] + [angle] * 2 + [size] * 2)
    assert flags[:3, :3].tolist() == [[True] * 3, [False] * 3, [True] * 3]
    assert flags[3:].tolist() == [[True] * 3 + [False], [False] * 3 + [True], [False] * 4]


def test_arrays_of_every_space(launch):
    launch.defects = ("races",)
    source = """
TABLE = np.array([1 + 2j, -0.5j, 3])

@cuda.jit
def k(x, out):
    s = cuda.shared.array(32, np.complex64)
    t = cuda.local.array((2, 2), np.complex128)
    i = cuda.threadIdx.x
    s[i] = x[i] * 2
    cuda.syncthreads()
    t[0, 0] = s[31 - i]
    t[1, 1] = t[0, 0] * TABLE[i % 3]
    t[0, 1] = 0
    out[-1 - i] += t[1, 1] + t[0, 1]
    out[i + 1000] = 1
    view = out[::2]
    view[i % 16] += s[i].imag * 1j
"""
    x = (np.arange(32) + 1j).astype("complex64")
    got = launch(source, "k", (1,), (32,), [x, np.zeros(32, complex)])[1]
    want = np.zeros(32, complex)
    table = [1 + 2j, -0.5j, 3]
    for i in range(32):
        want[31 - i] += 2 * x[31 - i] * table[i % 3]
    # Each element of the view is added to by two threads, one after the other.
    assert np.array_equal(got[1::2], want[1::2])


def test_parts_of_arrays(launch):
    source = """
@cuda.jit
def k(x, y, out):
    i = cuda.grid(1)
    if i < x.shape[1]:
        y.real[i, 0] = x.imag[1, -1 - i]
        y.imag[i, 1] += 2
        part = x[:, ::-1].real
        out[i] = part[0, i] + y[i].imag[0] + part.size + part.shape[1]
        y.imag[i + 1000, 0] = 7
"""
    x = np.arange(12).reshape(2, 6) * (1 - 2j)
    y = np.asfortranarray(np.ones((6, 2), "complex64") * (3 + 4j))
    _, got, out = launch(source, "k", (1,), (8,), [x, y, np.zeros(6)])
    y.real[:, 0] = x.imag[1, ::-1]
    y.imag[:, 1] += 2
    assert np.array_equal(got, y)
    assert np.array_equal(out, x[0, ::-1].real + 4 + 18)


def test_layouts_and_dtypes(launch):
    source = """
@cuda.jit
def k(x, y, z, out):
    i, j = cuda.grid(2)
    if i < x.shape[0] and j < x.shape[1]:
        out[i, j] = x[i, j] * y[j, i] + z[()]
"""
    x = np.asfortranarray((np.arange(12) * (1 - 2j)).reshape(3, 4))
    y = (np.arange(12) * 1j).reshape(4, 3).astype("complex64")
    z = np.array(2 - 1j)
    launch.check(source, "k", (1, 1), (4, 4), [x, y, z, np.zeros((3, 4), complex)])


@pytest.mark.parametrize("z", [1 + 2j, -0.5j, np.complex64(3 - 1j), np.complex128(-2)])
def test_scalar_arguments(launch, z):
    source = """
@cuda.jit
def k(a, z, x, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = z * x[i] + a
"""
    x = np.arange(5, dtype="float32")
    launch.check(source, "k", (1,), (8,), [7, z, x, np.zeros(5, complex)])


def test_functions_tuples_and_branches(launch):
    source = """
@cuda.jit(device=True)
def rotate(z, n):
    if n == 0:
        return 1.0
    pair = (z, z.conjugate())
    for part in pair:
        z = z * part
    return z

@cuda.jit
def k(x, out):
    i = cuda.grid(1)
    if i < x.size:
        best = 0
        for j in range(i):
            w = rotate(x[j], j)
            if abs(w) > abs(best) and w != 1:
                best = w
        out[i] = best
"""
    x = (np.arange(6) * (0.3 + 0.1j)).astype("complex64")
    launch.check(source, "k", (1,), (8,), [x, np.zeros(6, "complex64")])


def test_print(launch):
    source = """
@cuda.jit
def k(x):
    for i in range(x.size):
        print(i, x[i], x[i].conjugate())
"""
    values = [1 + 2j, 3j, -1j, complex(-0.0, 1), complex(math.nan, math.inf), 2.5 - 0.5j]
    launch(source, "k", (1,), (1,), [np.array(values)])
    lines = launch.stdout.splitlines()[: len(values)]
    assert lines == [f"{i} {show(z)} {show(z.conjugate())}" for i, z in enumerate(values)]


def show(z):
    """Python's, with floats as print shows them (1 for 1.0)."""
    return str(z).replace(".0", "")
