"""cuda.libdevice against NumPy and Python's integers; every function runs."""

import re

import numpy as np
import pytest
from conftest import ROOT, Failed, assert_same

ROWS = [
    re.match(r'LIBDEVICE\((\w+), "(\w+)", "(\w+)", (\w+)\)', line).groups()
    for line in (ROOT / "frontend" / "tables" / "libdevice.def").read_text().splitlines()
    if line.startswith("LIBDEVICE")
]
DTYPES = {"h": np.int16, "i": np.int32, "l": np.int64, "f": np.float32,
          "d": np.float64}



def test_every_function_runs(launch):
    """Each row links and gives a value; the values of some are checked below."""
    lines, needed = [], []
    for name, results, arguments, where in ROWS:
        if where == "Gpu" and launch.device == "cpu":
            continue
        args = ", ".join(f"{letter}[1]" for letter in arguments)
        targets = ", ".join(f"{r}{n}" for n, r in enumerate(results))
        lines.append(f"    {targets} = cuda.libdevice.{name}({args})")
        lines += [f"    {r}[0] = {r}{n}" for n, r in enumerate(results)]
        needed.append(name)
    source = "@cuda.jit\ndef k(h, i, l, f, d):\n" + "\n".join(lines)
    launch(source, "k", (1,), (1,), [
        np.array([0, 0x3C00], np.int16), np.array([0, 3], np.int32),
        np.array([0, 5], np.int64), np.array([0, 0.5], np.float32),
        np.array([0, 0.25])])
    assert len(needed) > 317


CASES = {
    "sinf": (np.sin, [-2.0, 0.0, 0.5, 3.0]),
    "rsqrtf": (lambda x: 1 / np.sqrt(x), [0.25, 2.0, 9.0]),
    "rsqrt": (lambda x: 1 / np.sqrt(x), [0.25, 2.0, 9.0]),
    "rcbrt": (lambda x: 1 / np.cbrt(x), [0.125, -8.0, 5.0]),
    "exp10": (lambda x: 10.0**x, [-2.0, 0.5, 3.0]),
    "sinpi": (lambda x: np.sin(np.pi * x), [0.25, 0.5, -1.25, 1.5]),
    "cospif": (lambda x: np.cos(np.pi * x), [0.25, 0.0, -1.25, 1.0, 1.75]),
    "hypot": (np.hypot, [3.0, 5.0], [4.0, 12.0]),
    "rhypot": (lambda x, y: 1 / np.hypot(x, y), [3.0, 5.0], [4.0, 12.0]),
    "norm3d": (lambda x, y, z: np.sqrt(x * x + y * y + z * z),
               [1.0, 2.0], [2.0, 3.0], [2.0, 6.0]),
    "normcdf": (lambda x: [0.15865525393145707, 0.5, 0.97724986805182079][:len(x)],
                [-1.0, 0.0, 2.0]),
    "fdim": (lambda x, y: np.maximum(x - y, 0), [1.0, 5.0], [3.0, 2.0]),
    "powi": (lambda x, n: x**n, [2.0, 0.5], [10, 3]),
    "saturatef": (lambda x: np.nan_to_num(np.clip(x, 0, 1)),
                  [-1.0, 0.5, 7.0, np.nan]),
    "j0": (lambda x: [1.0, 0.76519768655796655][:len(x)], [0.0, 1.0]),
    "cyl_bessel_i1": (lambda x: [0.56515910399248503, -0.56515910399248503],
                      [1.0, -1.0]),
    "fast_powf": (np.power, [2.0, 3.0], [3.0, 2.5]),
}


@pytest.mark.parametrize("name", CASES)
def test_values(launch, name):
    function, *columns = CASES[name]
    _, results, arguments, _ = next(r for r in ROWS if r[0] == name)
    columns = [np.array(c, DTYPES[a]) for c, a in zip(columns, arguments)]
    names = "abc"[: len(columns)]
    args = ", ".join(f"{n}[i]" for n in names)
    source = f"""
@cuda.jit
def k({', '.join(names)}, y):
    i = cuda.grid(1)
    y[i] = cuda.libdevice.{name}({args})
"""
    count = len(columns[0])
    got = launch(source, "k", (1,), (count,),
                 [*columns, np.zeros(count, DTYPES[results])])
    wide = [c.astype(np.float64) if c.dtype.kind == "f" else c for c in columns]
    tolerance = 2e-5 if results == "f" else 1e-14
    np.testing.assert_allclose(got[-1], function(*wide), rtol=tolerance,
                               atol=tolerance / 10)


def test_rounding_modes(launch):
    source = """
@cuda.jit
def k(x, y, f, n):
    f[0] = cuda.libdevice.fadd_rn(x[0], x[1])
    f[1] = cuda.libdevice.fadd_rz(x[0], x[1])
    f[2] = cuda.libdevice.fadd_rd(x[0], x[1])
    f[3] = cuda.libdevice.fadd_ru(x[0], x[1])
    y[0] = cuda.libdevice.drcp_rd(y[5])
    y[1] = cuda.libdevice.drcp_ru(y[5])
    n[0] = cuda.libdevice.double2int_rn(2.5)
    n[1] = cuda.libdevice.double2int_ru(2.5)
    n[2] = cuda.libdevice.float2int_rd(-2.5)
    n[3] = cuda.libdevice.double2int_rz(1e300)
    f[4] = cuda.libdevice.ll2float_rd(16777219)
    f[5] = cuda.libdevice.ll2float_ru(16777217)
"""
    x = np.array([1, 1e-9], np.float32)
    y = np.array([0, 0, 0, 0, 0, 3.0])
    got = launch(source, "k", (1,), (1,),
                 [x, y, np.zeros(6, np.float32), np.zeros(4, np.int64)])
    one = np.float32(1)
    above = np.nextafter(one, np.float32(2))
    assert_same("f", got[2], np.array(
        [one, one, one, above, 16777218, 16777218], np.float32))
    third = 1.0 / 3.0
    assert sorted(got[1][:2]) == list(got[1][:2])
    assert third in got[1][:2] and got[1][1] == np.nextafter(got[1][0], 1)
    assert list(got[3]) == [2, 3, -3, 2**31 - 1]


def test_integers_and_bits(launch):
    source = """
@cuda.jit
def k(n, d):
    n[0] = cuda.libdevice.mulhi(-5, 1 << 30)
    n[1] = cuda.libdevice.mul64hi(-5, 1 << 62)
    n[2] = cuda.libdevice.mul24(3, -7)
    n[3] = cuda.libdevice.byte_perm(0x44332211, 0x08070605, 0x7150)
    n[4] = cuda.libdevice.brev(1)
    n[5] = cuda.libdevice.hadd(-3, 2)
    n[6] = cuda.libdevice.rhadd(7, 2)
    n[7] = cuda.libdevice.sad(3, -4, 10)
    n[8] = cuda.libdevice.clzll(1)
    n[9] = cuda.libdevice.ffs(40)
    n[10] = cuda.libdevice.double2hiint(1.0)
    n[11] = cuda.libdevice.float_as_int(1.0)
    n[12] = cuda.libdevice.float2half_rn(1.5)
    d[0] = cuda.libdevice.hiloint2double(1072693248, 0)
    d[1] = cuda.libdevice.half2float(0x3e00)
    d[2], d[3] = cuda.libdevice.sincos(0.0)
    m, e = cuda.libdevice.frexp(12.0)
    d[4], d[5] = m, e
    d[6], d[7] = cuda.libdevice.modf(2.25)
    d[8], d[9] = cuda.libdevice.remquo(7.0, 2.0)
"""
    got = launch(source, "k", (1,), (1,), [np.zeros(13, np.int64), np.zeros(10)])
    assert list(got[0]) == [-2, -2, -21, 0x08220611, -(1 << 31), -1, 5, 17, 63,
                            4, 0x3FF00000, 0x3F800000, 0x3E00]
    assert list(got[1]) == [1, 1.5, 0, 1, 0.75, 4, 0.25, 2, -1, 4]


def test_what_only_the_gpu_has(launch):
    source = """
@cuda.jit
def k(d):
    d[0] = cuda.libdevice.erfinv(d[1])
"""
    if launch.device != "cpu":
        got = launch(source, "k", (1,), (1,), [np.array([0, 0.5])])
        assert abs(got[0][0] - 0.4769362762044699) < 1e-12
        return
    with pytest.raises(Failed) as failed:
        launch(source, "k", (1,), (1,), [np.array([0, 0.5])])
    assert "`cuda.libdevice.erfinv` is not available on the CPU device" \
        in failed.value.stderr
