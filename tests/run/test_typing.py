"""typing="numba": values that only numba's types give, against NumPy with those
types written out. tests/unit/frontend/numba_typing_test.cpp has the types themselves."""

import numpy as np

F32 = np.array([0.1, -2.5, 3e38, 1.5, np.float32(1) / 3], np.float32)
I32 = np.array([3, -7, 5, -(2**31), 2**31 - 1], np.int32)
I8 = np.array([1, -128, 127, -1, 0], np.int8)
U8 = np.array([255, 1, 128, 0, 7], np.uint8)
U64 = np.array([2**63, 5, 2**64 - 1, 0, 12], np.uint64)
I64 = np.array([-3, 2**53 + 1, 7, 0, -(2**63)], np.int64)


def test_floats(launch):
    source = """
@cuda.jit(typing="numba")
def k(f, i, b, out):
    t = cuda.grid(1)
    out[t, 0] = f[t] * i[t]
    out[t, 1] = f[t] * 0.1
    out[t, 2] = f[t] * b[t]
    out[t, 3] = f[t] ** 2
    out[t, 4] = f[t] + 1
    out[t, 5] = f[t] / 3
    total = 0.0
    for n in range(3):
        total += f[t]
    out[t, 6] = total
    out[t, 7] = math.floor(f[t] / 4)
    out[t, 8] = min(f[t], 0.25)
    out[t, 9] = math.sqrt(abs(i[t]) + 0)
"""
    out = np.zeros((5, 10))
    (_, _, _, got) = launch(source, "k", (1,), (5,), [F32, I32, I8, out])
    f, i, b = F32, I32.astype(np.float64), I8.astype(np.float32)
    with np.errstate(all="ignore"):
        wide = f.astype(np.float64)
        expected = np.stack(
            [
                wide * i,
                wide * 0.1,
                (f * b).astype(np.float64),
                (f * f).astype(np.float64),
                wide + 1,
                wide / 3,
                (wide + wide) + wide,
                np.floor(wide / 4),
                np.minimum(wide, 0.25),
                np.sqrt(np.abs(I32).astype(np.int64).astype(np.float64)),
            ],
            axis=1,
        )
    np.testing.assert_array_equal(got, expected)


def test_integers(launch):
    source = """
@cuda.jit(typing="numba")
def k(i, b, u, w, l, out):
    t = cuda.grid(1)
    out[t, 0] = abs(i[t])
    out[t, 1] = abs(b[t])
    out[t, 2] = b[t] - u[t]
    out[t, 3] = u[t] - u[t] - 1
    out[t, 4] = w[t] // l[t]
    out[t, 5] = w[t] % l[t]
    out[t, 6] = w[t] < l[t]
    out[t, 7] = w[t] == l[t]
    out[t, 8] = max(b[t], u[t])
    out[t, 9] = i[t] // 0 + i[t] % 0
    out[t, 10] = round(l[t])
    out[t, 11] = i[t] ** -1
    out[t, 12] = ~(b[t] > 0)
    out[t, 13] = True + True
    n = 0
    for j in range(u[t] % 4):
        n += j
    out[t, 14] = n
    out[t, 15] = int(b[t]) + cuda.threadIdx.x
"""
    out = np.zeros((5, 16), np.int64)
    *_, got = launch(source, "k", (1,), (5,), [I32, I8, U8, U64, I64, out])
    signed = U64.astype(np.int64)

    def power(x):
        return int(x) if x in (1, -1) else 0

    def floor_divide(x, y):
        return 0 if y == 0 else x // y

    for t in range(5):
        w, signed_w, l = float(U64[t]), int(signed[t]), int(I64[t])
        b, u = int(I8[t]), int(U8[t])
        quotient = floor_divide(signed_w, l)
        expected = [
            int(np.abs(I32[t])),
            int(np.abs(I8[t])),
            b - u,
            -1,
            quotient,
            0 if l == 0 else signed_w - quotient * l,
            w < float(l),
            w == float(l),
            max(b, u),
            0,
            int(np.int64(float(l))) if abs(l) < 2**63 else l,
            power(I32[t]),
            not b > 0,
            2,
            sum(range(u % 4)),
            b + t,
        ]
        assert got[t].tolist() == [int(x) for x in expected], t


def test_typing_is_the_files_unless_stated(launch):
    source = """
@cuda.jit(device=True)
def times(x):
    return x * 0.1

@cuda.jit(device=True, typing="python")
def weak(x):
    return x * 0.1

@cuda.jit
def k(f, out):
    t = cuda.grid(1)
    out[t, 0] = times(f[t])
    out[t, 1] = weak(f[t])
"""
    out = np.zeros((5, 2))
    options = ("--typing=numba",)
    _, got = launch(source, "k", (1,), (5,), [F32, out], options=options)
    np.testing.assert_array_equal(got[:, 0], F32.astype(np.float64) * 0.1)
    np.testing.assert_array_equal(got[:, 1], F32 * np.float32(0.1))
    _, got = launch(source, "k", (1,), (5,), [F32, out])
    np.testing.assert_array_equal(got[:, 0], F32 * np.float32(0.1))


def test_complex_parts(launch):
    source = """
@cuda.jit(device=True)
def conjugate(z):
    return z.conjugate()

@cuda.jit(typing="numba")
def k(z, out):
    t = cuda.grid(1)
    out[t, 0] = conjugate(z[t])
    out[t, 1] = conjugate(z[t]) * z[t]
    out[t, 2] = -z[t]
"""
    z = np.array([1 + 2j, -0.1 + 3e20j], np.complex64)
    got = launch(source, "k", (1,), (2,), [z, np.zeros((2, 3), np.complex64)])[-1]
    with np.errstate(all="ignore"):
        expected = np.stack([z.conj(), z.conj() * z, -z], 1)
    np.testing.assert_allclose(got, expected, rtol=1e-6)
