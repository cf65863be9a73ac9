"""Names and objects of a file that are set or changed where it is not plain to see: what a
kernel reads is what CPython has, or refused."""

import re
import subprocess
import sys

import pytest
from conftest import PYK2PTX

HEAD = """import numpy as np
from dataclasses import dataclass, field
from typing import ClassVar
"""
OTHER = "L = [1, 2]\na = 10\nb = 20\n"

# A file's text | what a kernel reads.
NAMES = r"""
k = 0\nfor i in range(5):\n    y = k * 2\n    k += 1|y
k = 1\nwhile k < 9:\n    y = k\n    k = k * 2|y
k = 1\nfor i in range(3):\n    y = [k]\n    k = k * 2|y[0]
k = 1\nfor i in range(3):\n    class C:\n        z = k\n    k = k * 2|C.z
k = 1\nfor i in range(3):\n    f = lambda v=k: v\n    k = k * 2|f()
k = 1\ndef g():\n    return k\nfor i in range(3):\n    y = g()\n    k = k * 2|y
if False:\n    max = min|max(2, 3)
if False:\n    abs = lambda v: 7|abs(-2)
from m2 import *\nif False:\n    a = 3|a
from math import *\nif False:\n    pi = 3|pi
from m2 import *\ntry:\n    raise ValueError\n    a = 3\nexcept ValueError:\n    pass|a
x = 1\nclass B:\n    if False:\n        x = 5\n    y = x|B.y
class A:\n    x = 1\nclass B(A):\n    if False:\n        x = 5|B.x
FAST = False\nif FAST:\n    from math import e as c\nelse:\n    from math import pi as c|c
from math import pi\nif True:\n    pi = 3|pi
from m2 import a\nfor i in range(1):\n    a = 3|a
if False:\n    import m2\nelse:\n    class m2:\n        a = 3|m2.a
try:\n    from m2 import a\n    a = a + 1\nexcept ImportError:\n    a = 3|a
pi = 3\nif False:\n    from math import pi|pi
a = 5\nfrom m2 import *|a
pi = 3\nfrom math import *|pi
x = 3\ny = (x := 7) + 1|x
x = 3\nif (x := 9) > 4:\n    pass|x
x = 3\nwhile (x := x + 1) < 10:\n    pass|x
x = 3\nassert (x := 4)|x
x = 3\nclass C:\n    y = (x := 4)|C.x
import contextlib\nx = 1\nwith contextlib.nullcontext(5) as x:\n    pass|x
"""

OBJECTS = r"""
L = [1, 2]\nM = L\nL += [5]|len(M)
L = [1, 2]\nM = L\nM += [5]|len(L)
a = np.array([1, 2, 3])\nb = a[1:]\nb *= 2|a[1]
L = [1]\nfor M in [L]:\n    M += [2]|len(L)
x = y = [1]\ny.append(2)|len(x)
L = [1]\nb, c = L, 3\nb.append(2)|len(L)
L = [1]\nM = [L]\nM[0].append(9)|len(L)
L = [1]\nD = {'a': L}\nD['a'].append(1)|len(L)
a = np.array([1])\nb = a if True else None\nb[0] = 7|a[0]
a = np.array([1])\nb = np.ravel(a)\nb[0] = 7|a[0]
a = np.array([1])\nb = np.asarray(a)\nb[0] = 7|a[0]
L = [[1], [2]]\n[a, b] = L\na.append(3)|len(L[0])
L = [[1], [2]]\nfor i, M in enumerate(L):\n    M.append(3)|len(L[0])
L = [1]\nfor M in (L,):\n    M.append(5)|len(L)
L = [1]\nadd = L.append\nadd(3)|len(L)
L = [3]\nfor L[0] in range(5):\n    pass|L[0]
L = [1]\nassert L.append(4) is None|len(L)
L = [1]\ndef f(x=L.append(3)):\n    return 0|len(L)
x = np.array([1, 2], np.float32)\nx += np.float64(0.1)|x[0]
"""

# Dataclasses that are more than their annotated names.
CLASSES = r"""
@dataclass\nclass P:\n    x: int = 1\n@dataclass\nclass Q(P):\n    y: int = 2\nq = Q(5)|q.y
@dataclass\nclass P:\n    x: int\n    def __post_init__(self):\n        self.x *= 2\np = P(2)|p.x
@dataclass\nclass P:\n    x: int = 3\n    def __init__(self, q):\n        self.x = q * 2\np = P(4)|p.x
@dataclass\nclass P:\n    k: ClassVar[int] = 8\n    x: int = 1\np = P(3)|p.x + 10 * p.k
@dataclass\nclass P:\n    x: int = field(init=False, default=4)\n    y: int = 2\np = P(3)|p.x + 10 * p.y
@dataclass\nclass P:\n    x: int = 1\n    y: int = 2\np = P(3)|p.x + 10 * p.y
"""

# What is still known: nobody changes it.
KNOWN = r"""
T = np.array([1, 2, 3])\nU = T * 2\nU[0] = 9\nR = T[0]|R
L = [1, 2]\nn = len(L)\nn += 1|L[0] + n
L = [4, 5]\nv = L[1]\nv *= 2|L[1] + v
L = [3, 1]\nM = list(L)\nM.append(7)|len(L)
L = [3, 1]\nM = sorted(L)\nM.append(7)|L[0]
D = {"n": 4}\nN = D["n"]\nN //= 2|D["n"] + N
T = np.arange(4)\nroot = np.sqrt(T)\nroot[1] = 5\nR = T[3]|R
for i in range(3):\n    t = 4\n    y = t + 1|y
try:\n    from m2 import a\nexcept ImportError:\n    a = 0|a
a = None\ntry:\n    from m2 import a\nexcept ImportError:\n    pass|a
if True:\n    from m2 import a\nelse:\n    from m2 import a|a
if True:\n    ROWS = 4|ROWS
L = [1, 2]\ntotal = 0\ntotal += L[0] + len(L)|total + L[1]
"""

# Objects that the file's own statements and functions make.
MADE = r"""
L = [1, 2]\nL[0] = 5|L[0]
L = [1, 2]\nL.append(3)|len(L)
L = [1, 2]\nL += [3]\nL[0] += 1|L[0] + len(L)
D = {"a": 1}\nD["a"] = 2|D["a"]
A = np.zeros(3)\nA[1] = 2|A[1]
A = np.zeros(3)\nfor i in range(3): A[i] = i|A[2]
T = np.zeros((4, 3))\nfor i in range(4):\n    for j in range(3):\n        T[i, j] = i * 10 + j|T[3, 1] + T[-1, -1]
T = np.full(8, 255, np.uint8)\nT[ord("A") - 62] = 0\nT[4:6] = 7\nT[:2] = np.array([1, 2])|T[3] + T[4] * 10 + T[1] * 100
W = np.exp(-np.arange(5) ** 2 / 2.0)\nW /= W.sum()|W[1]
N = 1\nwhile N < 100:\n    N *= 2|N
L = []\nfor k in range(9):\n    if k % 2:\n        continue\n    if k > 6:\n        break\n    L.append(k * k)|len(L) + L[-1]
s, t = 0, 1\nfor i in range(10):\n    s, t = t, s + t|s
D = {}\nfor c in "ACGT":\n    D[c] = len(D)|D["G"]
def f(n):\n    t = np.zeros(n, np.uint32)\n    for i in range(n):\n        c = i\n        for _ in range(8):\n            if c & 1:\n                c = (c >> 1) ^ 0xEDB88320\n            else:\n                c >>= 1\n        t[i] = c\n    return t\nT = f(256)|T[77]
def f(x):\n    if x > 2:\n        return x * 2\n    y = x\n    while y < 50:\n        y += 7\n    else:\n        y -= 1\n    return y\na, b = f(3), f(1)|a + 1000 * b
def f(x):\n    for i in range(9):\n        if i * i > x:\n            return i\na = f(20)|a
def g(n):\n    return 1 if n < 2 else n * g(n - 1)\nF = [g(i) for i in range(6)]\nF.append(F[5] * 6)|F[6]
T = [0] * 4\nfirst = T[0]\nT[0] = 9\nlast = T[0]|last + T[0]
import m2\nm2.c = 6|m2.a + m2.b
class C:\n    x, y = 1, 2\nC.y = 4|C.x
if True:\n    S = [1]\n    S.append(2)|len(S)
A = np.arange(6).reshape(2, 3)\nA[A > 3] = 0\nA[1] += 4|A[1, 2] + A[1, 0] * 10
A = np.arange(6).reshape(2, 3)\nA[:, 1] = 0\nA[1] += 4|A[1, 2] + A[1, 1] * 10
"""

# The same where it is not plain whose object it is: right, or refused.
OTHERS = r"""
L = [1]\ndef f(M):\n    M.append(2)\n    return M\nN = f(L)|len(L)
L = [1]\ndef f(M):\n    M += [2]\n    return 0\nf(L)|len(L)
def f(x, seen=[]):\n    seen.append(x)\n    return len(seen)\na, b = f(1), f(2)|b
def f():\n    a = [1]\n    b = a\n    b.append(2)\n    return len(a)\nn = f()|n
def f():\n    a = np.zeros(3)\n    b = a[1:]\n    b[0] = 5\n    return a\nA = f()|A[1]
def f():\n    rows = [[0] * 2] * 2\n    rows[0][1] = 5\n    return rows\nR = f()|R[1][1]
T = [0, 0]\nU = [T, T]\nU[0][1] = 3|T[1]
T = [0, 0]\nf = lambda: T[0]\na = f()\nT[0] = 5|a
T = [0, 0]\na = T[0]\nT[0] = 5|a
T = [0, 0]\nfor i in range(2):\n    a = T[0]\n    T[0] = 5|a
T = np.zeros(3)\nV = T\nT += 1|V[0]
T = np.zeros(3)\nfor row in [T, T]:\n    row += 1|T[0]
x = 5\ndef f():\n    global x\n    x = 6\n    return 1\nT = [0]\nT[0] = f()|x
T = [1, 2, 3]\nfor v in T:\n    if v < 2:\n        T.append(v + 1)|len(T)
T = [3, 1]\nfor i in range(2):\n    T.sort()|T[0]
def f():\n    t = [3]\n    def g():\n        t.append(4)\n    g()\n    return len(t)\nn = f()|n
T = np.zeros(2, np.int32)\nfor i in range(2):\n    T[i] = 2.7 * i|T[1]
T = np.zeros(2, np.uint8)\nT[0] = 250\nT[0] += np.uint8(10)|T[0]
import m2\nm2.a = 6|m2.a
import m2\nfrom m2 import a\nm2.a = 6|a
import m2\nm = m2\nm.b = m2.a|m2.b
import m2\nsetattr(m2, "a", 3)|m2.a
class C:\n    x = 1\nD = C\nD.x = 4|C.x
class C:\n    x = 1\nfor D in [C]:\n    D.x = 4|C.x
@dataclass\nclass P:\n    x: int = 1\n    def double(self):\n        self.x *= 2\np = P(4)\np.double()|p.x
@dataclass\nclass P:\n    x: int = 1\n    def add(self, L):\n        L.append(2)\np, L = P(4), [1]\np.add(L)|len(L)
T=[1,2,3]\ns=0\nfor v in T:\n    T[2]=10\n    s+=v|s
T=[1,2,3]\nfor v in T:\n    if v<4:\n        T.append(v+1)|len(T)
m=np.eye(3)\nfor r in m:\n    m[2]+=r|m[2,0]
m=np.eye(3)\nm[0],m[1]=m[1],m[0]|m[0,0]+10*m[1,0]
A=np.zeros((2,2))\nr=A[0]\nr+=1|A[0,0]
A=np.zeros((2,2))\nr=A[0]\nA+=5|r[0]
A=np.zeros((2,2))\nfor r in A:\n    r+=1|A[0,0]
def f():\n    A=np.zeros((2,2))\n    v=A[0]\n    A[0,0]=5\n    return v\nx=f()|x[0]
A=[[1],[2]]\nr=A[0]\nr+=[3]|len(A[0])
def f():\n    rows=[]\n    row=[0,0]\n    for i in range(3):\n        row[0]=i\n        rows.append(row)\n    return rows\nx=f()|x[0][0]
A=np.zeros(2)\nt={}\nt["k"]=A\nt["k"][0]=5|A[0]
A=np.zeros(2)\nt=[]\nt.append(A)\nt[0][0]=5|A[0]
a=[[0]]*2\na[0]+=[4]|len(a[1])
def f():\n    a=[1]\n    b=[0]\n    b[0]=a\n    b[0]+=[2]\n    return len(a)\nx=f()|x
a=[[1]]\nb=sorted(a)\nb[0].append(4)|len(a[0])
a=[[1]]\nb=a*2\nb[0].append(4)|len(a[0])
A=[0]\nB=(A,)\nfor q in B:\n    q+=[1]|len(A)
def f(): return [1]; yield 2\nL=list(f())|len(L)
x=0\nL=[1]\nfor i in [1]:\n    print(L.append(3))\n    x+=len(L)|x
import m2\nm2.L[1] = 8|m2.L[1]
import m2\nU = m2.L\nU.append(5)|len(m2.L)
from m2 import L as Q\nimport m2\nQ[1] = 8|m2.L[1]
import sys\nT = [0]\nif len(sys.argv) < 0:\n    T[0] = 1|T[0]
"""


def lines(text):
    return [line for line in text.splitlines() if line]


def check(folder, monkeypatch, case, is_known, is_read):
    """Of a file's text and, behind `|`, what a kernel reads of it, or the file itself."""
    text, expression = case.rsplit("|", 1)
    text = HEAD + text.replace("\\n", "\n") + "\n"
    if is_read:
        text, expression = f"{text}V = {expression}\n", "V"
    for module in ("m2", "m3"):
        (folder / f"{module}.py").write_text(OTHER)
        monkeypatch.delitem(sys.modules, module, raising=False)
    kernel = f"@cuda.jit('void(float64[::1])')\ndef kern(out):\n    out[0] = {expression}\n"
    (folder / "k.py").write_text(f"from numba import cuda\n{text}{kernel}")
    command = [PYK2PTX, "k.py", "--emit=ir", "-o", "-"]
    result = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60)
    if result.returncode:
        assert not is_known, result.stderr
        assert re.search(r"changed while the program runs|set in several places|has no constant|not known", result.stderr)
        return
    monkeypatch.syspath_prepend(folder)
    names = {}
    exec(text, names)
    stored = re.search(r"out\[guard 0\] = (\S+)$", result.stdout, re.M)
    assert float(stored[1].removeprefix("f64(").rstrip(")")) == float(eval(expression, names))


@pytest.mark.parametrize("case", lines(NAMES + OBJECTS + CLASSES + KNOWN + MADE + OTHERS))
def test_what_python_has(tmp_path, monkeypatch, case):
    # An element that the kernel reads itself is one of an array in memory.
    check(tmp_path, monkeypatch, case, case in KNOWN + MADE, case in MADE + OTHERS)
