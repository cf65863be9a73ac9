"""fastmath=: approximate on a GPU, ordinary results on the CPU device."""

import numpy as np

FAST = """
@cuda.jit(device=True)
def ratio(a, b):
    return a / b

@cuda.jit(fastmath=True)
def k(x, y, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i, 0] = ratio(x[i], y[i])
        out[i, 1] = math.sqrt(x[i])
        out[i, 2] = 1 / math.sqrt(y[i])
        out[i, 3] = math.exp(x[i])
        out[i, 4] = math.log(y[i] + 1)
        out[i, 5] = math.log2(y[i] + 1)
        out[i, 6] = math.log10(y[i] + 1)
        out[i, 7] = math.tanh(x[i])
        out[i, 8] = x[i] ** y[i]
        out[i, 9] = math.sin(x[i]) + 2
        out[i, 10] = math.cos(x[i]) + 2
        out[i, 11] = math.tan(x[i] / 4) + 2
        out[i, 12] = x[i] // y[i]
        out[i, 13] = x[i] % y[i]
        out[i, 14] = x[i] * y[i] + x[i]
"""


def test_results(launch):
    random = np.random.default_rng(3)
    x = random.uniform(0.5, 4, 100).astype(np.float32)
    y = random.uniform(0.5, 4, 100).astype(np.float32)
    out = np.zeros((100, 15), np.float32)
    # CUDA's guide bounds the approximations by 2**-21 and a few ulp here.
    launch.check(FAST, "k", (1,), (128,), [x, y, out], tolerance=2e-5)


def test_the_cpu_device_ignores_it(launch):
    if launch.device != "cpu":
        return
    x = np.array([1e-40, 3], np.float32)
    y = np.array([3, 1e-40], np.float32)
    exact = [np.zeros((2, 15), np.float32) for _ in range(2)]
    fast = launch(FAST, "k", (1,), (2,), [x, y, exact[0]])[2]
    ordinary = launch(FAST.replace("(fastmath=True)", ""), "k", (1,), (2,),
                      [x, y, exact[1]])[2]
    np.testing.assert_array_equal(fast.view(np.uint32), ordinary.view(np.uint32))


def test_a_quotient_by_what_is_flushed(launch):
    """The product of two normal numbers may be zero then, and the quotient no number, which is the integer 0."""
    source = """
@cuda.jit("void(uint8[::1], float32[::1], int64[:, ::1])")
def k(w, r, out):
    i = cuda.grid(1)
    if i < out.shape[0] and i < r.size and i < w.size:
        d = r[i]
        if d >= 1e-20 and d <= 1.0:
            out[i, 0] = int(w[i] / (d * d))
        if d >= np.float32(1e-40):
            out[i, 1] = int(np.float32(w[i]) / d)
            out[i, 2] = int(np.float32(0) / (d * np.float32(0.25)))
"""
    r = np.array([1e-20, 1e-21, 1e-40, 2e-38, 0.5, 1], np.float32)
    w = np.array([0, 0, 0, 0, 3, 7], np.uint8)
    out = np.array([[0, 0, 0]] * 4 + [[12, 6, 0], [7, 7, 0]])
    for options in (["--ftz=true"], ["--fast-math"]):
        got = launch(source, "k", (1,), (32,), [w, r, np.zeros((6, 3), np.int64)], options=options)[2]
        np.testing.assert_array_equal(got, out)
