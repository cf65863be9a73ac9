"""What is folded of host code is what CPython and NumPy compute."""

import math
import re
import subprocess

import numpy as np
import pytest
from conftest import PYK2PTX, ROOT

# Names that the expressions use; each is Python that is folded, too.
SETUP = """import enum
import math
import operator
import os
import sys
import numpy as np
class Color(enum.IntEnum):
    RED = 3
POINT = np.dtype([("x", np.float32), ("n", np.int64)])
S = 5
BIG = 2 ** 62
D = {"a": 1e-14, 3: [1, 2, 3], (1, 2): "text", "s": {4, 5}}
L = [3, 1.5, -2]
T = (1, 2, 3, 4)
NAMES = ["w", "xy", "z"]
A = np.array([[1, 2, 3], [4, 5, 6]])
F = np.linspace(0.1, 2.7, 13)
F32 = np.array([0.1, 0.2, 0.7], dtype=np.float32)
def square(x, by=2):
    "A power."
    return x ** by
twice = lambda x: x * 2
N = 3
N += 4
"""

PYTHON = """
bytes(3)[2]
bytes([1, 254, 10 * 3])[1]
len(bytes())
(bytes(b"xy") + bytes((65,)))[-1]
len(bytes(range(256)))
S * 2 + (S << 3) - S // 3 % 2
7 // -2
-7 % 3
-7.5 // 2
-7.5 % 2
5 / 3
2 ** -3
(-8) ** 3
2 ** 0.5
BIG * 4 // 7
N
~N
-N ** 2
int("3")
int(" -42 ")
int("ff", 16)
int("0x1F", 0)
int("1_000")
int(2.9)
int(-2.9)
int(1e18)
float("1e-3")
float("-inf")
float(7)
bool("")
bool([0])
str(12) == "12"
len(str(1e16))
len(str(0.1 + 0.2))
len(str(-1234.5e-9))
ord("a")
ord("é")
len(chr(65) + "bc")
len("héllo")
"hello"[1] == "e"
len("hello"[::-2])
len("a,b,,c".split(","))
len(" a  b ".split())
"-".join(NAMES) == "w-xy-z"
"Ab".upper() == "AB"
"Ab".lower() == "ab"
"  ab ".strip() == "ab"
"xxabx".strip("x") == "ab"
len(" a ".lstrip())
len(" a  ".rstrip())
len("a-b--".rstrip("-"))
"kernel".startswith("ker")
"kernel".endswith("ker")
b"ab".startswith(b"a")
"a.b.c".replace(".", "--") == "a--b--c"
"abcabc".find("ca")
"abcabc".count("bc")
len("x" * 7)
"%d-%s" % (3, "k") == "3-k"
"{}:{n}".format(1, n=2) == "1:2"
f"{S}x{0.5}" == "5x0.5"
"b" in "abc"
hex(255) == "0xff"
oct(8) == "0o10"
len(bin(-5))
round(2.5)
round(3.5)
round(-0.5)
round(2.675, 2)
round(1e300, 2)
round(1250, -2)
round(1350, -2)
divmod(17, 5)[0]
divmod(-17.5, 5)[1]
abs(-3)
abs(-0.0)
pow(2, 10)
pow(3, -2)
pow(3, 100, 7)
sum(T)
sum([0.5, 0.25])
sum([1, 2], 10)
sum(x * x for x in T)
min(L)
max(L)
min(3, 1, 2)
max("ab", "b") == "b"
max(NAMES, key=len) == "xy"
min([], default=4)
sorted(L)[0]
sorted(L, reverse=True)[1]
sorted(NAMES, key=lambda s: -len(s))[0] == "xy"
len(sorted({3, 1, 2}))
len(set([1, 1.0, True, 2]))
len({1, 2, 2})
any([0, "", 3])
all(())
L[slice(1, 3)][0]
tuple([4, 5])[1]
len(frozenset((1, 1, 2)))
list(range(10, 0, -3))[-1]
len(range(5))
[i * j for i in range(3) for j in range(4) if i < j][3]
{k: v * v for k, v in enumerate(T)}[2]
len({i % 3 for i in range(10)})
sum(a * b for a, b in zip(T, reversed(T)))
list(map(square, T))[3]
list(filter(lambda x: x > 2, T))[0]
[*T, 5][-1]
T[1:3][0]
T[::-1][0]
(T + (5,))[4]
([0] * 3 + [1])[3]
D["a"]
D[3][1]
D[(1, 2)] == "text"
4 in D["s"]
D.get("none", 9)
D.get("a") * 2
len(D)
len(D.keys())
D.copy()[3][0]
L.copy()[1]
list(D.values())[0]
list(D.items())[1][0]
"a" in D
dict(a=1, b=2)["b"]
dict([("x", 5)])["x"]
T.index(3)
T.count(2)
0 or 4
3 and 5
[] or 7
None or 0
not []
1 if S > 3 else 2
1 < S <= 5 < 6
1 < S < 3
None is None
isinstance(S, int)
isinstance(2.5, (int, str))
isinstance(T, tuple)
isinstance(L, list)
isinstance(A, np.ndarray)
(1, 2) < (1, 3)
(1, 2) == [1, 2]
[1, 2.0] == [1.0, 2]
square(3)
square(2, by=5)
twice(21)
(lambda a, b=4: a + b)(1)
(12).bit_length()
(-12).bit_count()
(2.5).conjugate()
(2.5).real
(2).imag
(3 + 4j).imag
Color.RED.value
(2.0).is_integer()
True + True
True & False
"""

MATH = """
math.pow(2, S)
int(math.pow(2, S))
math.hypot(3, 4)
math.hypot(1e-3, 0.7)
math.hypot(1.1, 2.2, 3.3)
math.radians(30)
math.degrees(1.25)
math.gcd(84, -36, 30)
math.lcm(4, 6, 10)
math.factorial(20)
math.factorial(25) // math.factorial(23)
math.comb(52, 5)
math.perm(10, 3)
math.prod([2, 3, 4.5])
math.prod(range(1, 6), start=2)
math.isqrt(10 ** 15)
math.isqrt(2 ** 62 - 1)
math.floor(-2.5)
math.ceil(2.1)
math.trunc(-2.9)
math.floor(1e17)
math.sqrt(2)
math.exp(1.5)
math.log(10)
math.log(8, 2)
math.log2(8)
math.log10(0.001)
math.log1p(1e-5)
math.expm1(1e-5)
math.sin(1.25)
math.cos(0.3)
math.tan(2.1)
math.atan2(-1, 2)
math.asin(0.5)
math.acosh(3.5)
math.tanh(0.7)
math.erf(0.3)
math.erfc(1.7)
math.fmod(-7, 3)
math.remainder(7, 4)
math.copysign(3, -0.0)
math.ldexp(0.75, 4)
math.frexp(6.5)[1]
math.modf(-2.25)[0]
math.fsum([0.1] * 10)
math.fsum([1e100, 1.0, -1e100, 1e-9])
math.dist((1, 2), (4, 6))
math.isclose(0.1 + 0.2, 0.3)
math.isnan(math.nan)
math.nextafter(1.0, 2.0)
math.e ** math.pi
math.sqrt(np.float32(2))
"""

NUMPY = """
np.arange(6)[np.arange(6) % 2 == 1][2]
np.arange(6).reshape(2, 3)[np.array([[True, False, True], [False, True, False]])][1]
np.arange(6)[np.array([[0, -1], [2, 3]])][0, 1]
(np.arange(3)[:, None] * np.arange(1, 5)[None, :])[2, 3]
np.arange(6).reshape(2, 3)[1, None].shape[0]
np.arange(6).reshape(2, 3)[:, np.newaxis].shape[2]
np.where(np.arange(3)[:, None] == 0, 0.5, 1)[0, 0]
np.where(np.arange(4) > 1, 2.5, 0)[2]
np.where(np.arange(4) > 1, 2, 7)[0]
np.where(np.arange(6).reshape(2, 3) % 2 == 0, np.arange(3, dtype=np.float32), 0.1)[1, 2]
np.where([1, 0, 1], np.arange(3), np.zeros(3))[1]
np.where(np.array([1, 0]), np.array([[1], [2]], np.int8), 3)[1, 1]
np.power(2, 10)
np.power(2.5, 3)
np.prod([2, 3, 4])
np.prod((1.5, 2))
np.zeros(4)[2]
np.ones((2, 3))[1, 2]
np.full((2, 2), 7)[0][1]
np.eye(3)[1, 1]
np.eye(3, k=1)[0, 1]
np.frombuffer(b'ACGT', np.uint8)[2]
list(list(map(map, (abs,), ((1, -2),)))[0])[1]
np.frombuffer(b'AC~T', dtype=np.int16)[1]
np.frombuffer(b'abcdefgh', np.float32)[1]
np.frombuffer(b'abcdefgh')[0]
np.frombuffer(buffer=b'ABCDEFGH', dtype=np.uint64)[0]
np.identity(2)[0, 1]
np.arange(10)[7]
np.arange(2, 20, 3)[4]
np.arange(0.1, 1, 0.1)[6]
np.arange(10, 0, -2)[1]
np.arange(5).size
np.arange(4, dtype=np.float32)[3]
F[5]
F[-1]
F[3]
np.linspace(0, 1, 7)[3]
np.linspace(0, 1, 8, endpoint=False)[5]
np.linspace(-3, 3)[17]
A[1, 2]
A[0][1]
A[-1, -2]
A[:, 1][1]
A[::-1, 0][0]
A.shape[1]
A.T[2, 0]
A.T.shape[0]
A.size
A.ndim
A.nbytes
A.itemsize
len(A)
A.sum()
np.sum(A)
A.max()
A.min()
A.mean()
A.prod()
A.argmax()
A.tolist()[1][0]
A.reshape(3, 2)[2, 0]
A.ravel()[4]
A.flatten()[-1]
A.astype(np.float32)[1, 1]
A.item(3)
F32[1].item()
A.copy()[1, 1]
A.transpose()[2, 1]
A.all()
(A - 1).all()
A.argmin()
POINT.names[1] == "n"
POINT.itemsize
F.sum()
np.sum(np.linspace(0.1, 3.3, 300))
np.sum(np.linspace(-1, 7.7, 1234))
F32.sum()
np.sum(np.linspace(0, 1, 77).astype(np.float32))
F.mean()
F32.mean()
F32[1]
F32[0] * 3
F32[2] + F32[0]
F32[0] * 0.1
F32[1] * np.int32(3)
F32[1] / 3
F32[1] ** 2
(A * 2 + 1)[1, 2]
(A / 4)[0, 2]
(A // 4)[1, 0]
(A % 4)[1, 2]
(A ** 2)[1, 1]
(A + np.array([10, 20, 30]))[1, 2]
(A[0] * [1, 2, 3])[2]
(-A)[0, 0]
(F * 2)[4]
(F ** 2)[4]
(F * F32[1])[3]
(F32 * 0.1)[2]
(F32 * np.arange(3))[2]
(A > 2).sum()
(A == 4).any()
np.uint8(200) + np.uint8(100)
np.int8(100) * np.int8(2)
np.uint8(3) - np.uint8(5)
np.uint8(5) + 1
np.int32(7) // np.int32(-2)
np.int32(7) / 2
np.int16(5) + np.uint16(9)
np.sqrt(2)
np.sqrt(A)[1, 0]
np.sqrt(np.array([2, 3], np.uint8))[0]
np.sqrt(np.int16(2))
np.exp(np.int8(1))
np.exp(np.array([True, False]))[0]
np.cbrt(np.uint8(7)) * np.float64(1e10)
np.arctan(np.int32(3))
np.fabs(np.int8(-3)) / np.float16(7)
np.abs(-3.5)
np.abs(np.array([-1, 2]))[0]
np.floor(2.7)
np.ceil(A / 4)[0, 1]
np.square(1.1)
np.deg2rad(180)
np.hypot(3.0, 4.0)
np.maximum(2, 3)
np.minimum(2.5, 1)
np.cumsum([1, 2, 3])[2]
np.round(2.567, 2)
np.around(F, 1)[3]
np.multiply(A, 2)[1, 1]
np.add(0.1, 0.2)
np.mean([1, 2, 4])
np.max([3, 8, 2])
np.array([1, 2.5])[0]
np.array([True, False]).sum()
np.zeros_like(A)[0, 0]
np.ones_like(F)[1]
np.full_like(A, 3)[1, 1]
np.arange(3).dtype.itemsize
np.float32(0.1)
np.float64(np.float32(0.1))
np.int64(3) * 2
float(F32[0])
int(F[12])
-np.uint64(5)
~np.uint64(0)
-np.int8(-128)
abs(np.int8(-128))
abs(np.int16(-5))
abs(np.float32(-0.1))
abs(np.uint16(40000))
(~A)[0, 1]
(-F)[2]
np.iinfo(np.int32).max + 1
np.finfo(np.float32).eps
"""


def lines(text):
    return [line for line in text.splitlines() if line]


@pytest.fixture(scope="module")
def values():
    """Each expression's value, as the compiler has it; of others, why it has none."""
    expressions = lines(PYTHON + MATH + NUMPY)
    header = "from numba import cuda\n" + SETUP
    header += "".join(f"V{i} = {text}\n" for i, text in enumerate(expressions))
    header += '@cuda.jit("void(int64[::1], float64[::1])")\ndef k(i, f):\n'
    stores = {}
    for at, value in enumerate(eval_all(expressions)):
        # Integers of 64 bits would not survive in a float.
        isint = isinstance(value, (int, np.integer, np.bool_))
        stores[at] = f"    {'i' if isint else 'f'}[{at}] = V{at}\n"
    reasons = {}
    for _ in range(2):
        source = header + "".join(stores.values())
        command = [PYK2PTX, "-", "--emit=ir", "--error-limit=0"]
        process = subprocess.run(command, input=source, capture_output=True, text=True)
        for at, why in re.findall(r"`V(\d+)` (is not known .*)", process.stderr):
            reasons[int(at)] = why
            stores.pop(int(at), None)
    assert process.returncode == 0, process.stderr
    found = dict(re.findall(r"[if]\[guard (\d+)\] = (.*)", process.stdout))
    return {
        text: reasons.get(at) or found[str(at)] for at, text in enumerate(expressions)
    }


def eval_all(expressions):
    scope = {}
    exec(SETUP, scope)
    with np.errstate(all="ignore"):
        return [eval(text, scope) for text in expressions]


def number(text):
    """A constant of the printed IR: 2, 0.5, f64(0.1), -inf."""
    while found := re.fullmatch(r"\w+\((.*)\)", text):
        text = found[1]
    return {"True": 1, "False": 0}[text] if text in ("True", "False") else float(text)


@pytest.mark.parametrize("expression", lines(PYTHON + MATH + NUMPY))
@pytest.mark.filterwarnings("ignore")
def test_value(values, expression):
    [expected] = eval_all([expression])
    text = values[expression]
    assert "not known" not in text, text
    if isinstance(expected, (int, np.integer)) and re.fullmatch(r"-?\d+", text):
        assert (int(text) - int(expected)) % 2**64 == 0
        return
    found = number(text)
    same = found == float(expected) or (math.isnan(found) and math.isnan(expected))
    assert same, f"{text} for {expected!r}"
    assert math.copysign(1, found) == math.copysign(1, float(expected))


# What Python would raise, and what it would not say the same way twice.
RAISES = """
bytes("xy")[0]
bytes([256])[0]
len(bytes(-1))
1 / 0
1 // 0
5 % 0
0.0 ** -1
(-8) ** 0.5
10.0 ** 400
math.sqrt(-1)
math.log(0)
math.exp(1000)
math.factorial(-1)
math.pow(-1, 0.5)
int("x")
int("1 2")
float("")
D["none"]
L[3]
T[-5]
A[2, 0]
"abc"[3]
max([])
int(float("inf"))
[1] + (2,)
1 < "a"
[0.1] * 10 and sum([0.1] * 10)
[x for x in {1, 2}][0]
undefined + 1
"""

# What Python does otherwise than the methods that are evaluated.
OTHERWISE = """
len("a b c".split(maxsplit=1))
"b-a-b".find("b", 1)
A.ravel(order="F")[1]
A.transpose(1, 0)[0, 1]
list(range(0, 9, 2)[1:]).index(4, 0)
"""

# What names of libraries are that only the running program knows.
NAMES = """
1 if sys.platform == "linux" else 2
1 if "linux" != sys.platform else 2
1 if sys.platform in ("linux", "win32") else 2
1 if "linux" in [sys.platform] else 2
1 if sys.platform else 2
1 if not sys.argv else 2
1 if os.name is None else 2
1 if os.name is not None else 2
1 if os.sep == os.path.sep else 2
1 if np.abs is np.absolute else 2
1 if np.__version__ == "2.0.0" else 2
1 if np.dtype("float32") == "float32" else 2
1 if isinstance(sys.platform, str) else 2
1 if (sys.platform, 1) == ("linux", 1) else 2
1 if all([sys.platform]) else 2
{"linux": 1}.get(sys.platform, 0)
{"linux": 1, sys.platform: 2}.get("linux", 0)
{"linux": 1}["linux"] if sys.platform == "linux" else 2
dict([("linux", 1), (sys.platform, 2)]).get("b", 0)
len({sys.platform, "linux"})
len({x for x in ["linux", sys.platform]})
len({x: 1 for x in ["linux", sys.platform]})
len(set(["linux", sys.platform]))
["linux", "b"].count(sys.platform)
["b", "linux"].index(sys.platform)
[1, 2][sys.platform == "linux"]
sys.maxsize == 9223372036854775807
"""

# What changes while the program runs, each with what reads it.
CHANGES = r"""
D = {"a": 1}\nD.update(a=2)|D["a"]
A = np.zeros(3)\nA.fill(2)|A[1]
A = np.zeros(3)\nnp.copyto(A, 1)|A[1]
A = np.zeros(3)\nnp.add(A, 1, out=A)|A[1]
A = np.zeros(3)\nB = A\nB[1] = 2|A[1]
A = np.zeros((3, 3))\nfor row in A: row[0] = 1|A[1, 0]
A = np.zeros(3)\ndef main():\n    A[1] = 2|A[1]
A = np.zeros(3)\ndef init(t):\n    t[1] = 2\ninit(A)|A[1]
N = 1\ndef main():\n    global N\n    N = 2|N
class C:\n    N = 1\nC.N = 2|C.N
L = [1, 2]\ndel L[0]|L[0]
"""


def test_every_name_is_computed():
    """Each row of host.def has an expression that Python computes as well."""
    rows = (ROOT / "frontend" / "tables" / "host.def").read_text()
    forms = {
        "FUNCTION": r"(?<![\w.]){}\(",
        "ATTRIBUTE": r"\.{}\b(?!\()",
        "METHOD": r"\.{}\(",
    }
    found = re.findall(r'^HOST_(\w+)\((?:\w+, )?"(\w+)"', rows, re.M)
    assert len(found) > 80
    computed = PYTHON + NUMPY
    missing = [
        name for kind, name in found if not re.search(forms[kind].format(name), computed)
    ]
    assert not missing


@pytest.mark.parametrize("expression", lines(RAISES + OTHERWISE + NAMES))
def test_not_folded(pyk2ptx, expression):
    source = f"from numba import cuda\n{SETUP}V = {expression}\n"
    source += '@cuda.jit("void(float64[::1])")\ndef k(x):\n    x[0] = V\n'
    text = pyk2ptx("-", "--emit=ir", stdin=source, status=1).stderr
    assert "`V` is not known at compile time" in text
    assert "-D V=VALUE [NotConstant]" in text


@pytest.mark.parametrize("case", lines(CHANGES))
def test_changed(pyk2ptx, case):
    setup, value = case.encode().decode("unicode_escape").split("|")
    source = f"from numba import cuda\nimport numpy as np\n{setup}\nV = {value}\n"
    source += '@cuda.jit("void(float64[::1])")\ndef k(x):\n    x[0] = V\n'
    text = pyk2ptx("-", "--emit=ir", stdin=source, status=1).stderr
    assert "changed while the program runs" in text


def test_shapes_and_types(pyk2ptx):
    """Constants where a kernel needs them: a local array's shape, a type."""
    source = """import math
import numpy as np
from numba import cuda, float32, float64
SIZES = {"small": 16, "large": 64}
TYPES = {"single": float32, "double": float64}
KIND = "double"
DIM = int(math.pow(2, 5))
ROW = np.arange(12).reshape(3, 4)

@cuda.jit(f"void({'float64'}[:])")
def k(out):
    a = cuda.local.array(DIM, TYPES[KIND])
    b = cuda.shared.array((SIZES["small"], DIM // 8), dtype=float32)
    a[0] = out[0]
    b[1, 1] = out[1]
    out[2] = a[0] + b[1, 1] + ROW[1, 2]
"""
    text = pyk2ptx("-", "--emit=ir", stdin=source).stdout
    assert "f64[32]" in text and "f32[16, 4]" in text and "i64[3, 4]" in text
