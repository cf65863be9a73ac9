"""mbarriers, asynchronous copies, matrix instructions, inline PTX."""

import numpy as np
import pytest
from conftest import Failed, assert_same


def test_threads_wait_for_an_mbarrier(launch):
    source = """
@cuda.jit
def k(x, y):
    s = cuda.shared.array(64, np.int32)
    bar = cuda.shared.array(2, np.uint64)
    i = cuda.threadIdx.x
    if i == 0:
        cuda.mbarrier_init(bar, 1, 64)
    cuda.syncthreads()
    for phase in range(4):
        s[i] = x[i] + phase
        token = cuda.mbarrier_arrive(bar, 1)
        if phase % 2:
            cuda.mbarrier_wait(bar, 1, token)
        else:
            while not cuda.mbarrier_test_wait_parity(bar, 1, phase % 2):
                pass
        y[phase, i] = s[63 - i]
        cuda.syncthreads()
    if i == 0:
        cuda.mbarrier_inval(bar, 1)
"""
    x = np.arange(64, dtype=np.int32) * 3
    got = launch(source, "k", (3,), (64,), [x, np.zeros((4, 64), np.int32)])[1]
    assert_same("y", got, x[::-1] + np.arange(4, dtype=np.int32)[:, None])


@pytest.mark.parametrize("dtype", ["float32", "float64", "int8", "uint64"])
def test_copies_to_shared_memory(launch, dtype):
    n = 16 // np.dtype(dtype).itemsize
    source = f"""
@cuda.jit
def k(x, y):
    s = cuda.shared.array({32 * n}, np.{dtype}, alignment=16)
    i = cuda.threadIdx.x
    for j in range({n}):
        s[i * {n} + j] = 7
    cuda.cp_async(s, i * {n}, x, (cuda.blockIdx.x * 32 + i) * {n}, {n})
    cuda.cp_async_commit_group()
    cuda.cp_async(s, {32 * n}, x, 0, {n})
    cuda.cp_async_wait_group(0)
    cuda.cp_async_wait_all()
    cuda.syncthreads()
    for j in range({n}):
        y[cuda.blockIdx.x, i * {n} + j] = s[(31 - i) * {n} + j]
"""
    count = 50 * n + n // 2
    x = (np.arange(count) % 100 + 1).astype(dtype)
    filled = np.zeros(64 * n, dtype)
    filled[:count] = x
    got = launch(source, "k", (2,), (32,), [x, np.zeros((2, 32 * n), dtype)])[1]
    assert_same("y", got, filled.reshape(2, 32, n)[:, ::-1].reshape(2, -1))


def test_bulk_copies(launch):
    source = """
@cuda.jit
def k(x, y):
    s = cuda.shared.array(256, np.float32, alignment=128)
    bar = cuda.shared.array(1, np.uint64)
    i = cuda.threadIdx.x
    if i == 0:
        cuda.mbarrier_init(bar, 0, 1)
        cuda.fence_mbarrier_init()
    cuda.syncthreads()
    for step in range(3):
        if i == 0:
            cuda.mbarrier_arrive_expect_tx(bar, 0, 1024)
            cuda.cp_async_bulk(s, 0, x, 256 * step, 128, bar, 0)
            cuda.cp_async_bulk(s, 128, x, 256 * step + 128, 128, bar, 0)
        while not cuda.mbarrier_try_wait_parity(bar, 0, step % 2):
            pass
        y[step, i] = s[255 - i]
        cuda.syncthreads()
"""
    # The last copy is not wholly inside: nothing comes of it.
    x = np.arange(256 * 3 - 4, dtype=np.float32)
    last = np.concatenate([x[384:512][::-1], x[512:640][::-1]])
    want = np.stack([x[:256][::-1], x[256:512][::-1], last])
    got = launch(source, "k", (1,), (256,), [x, np.zeros((3, 256), np.float32)])[1]
    assert_same("y", got, want)


def test_misused_mbarriers(launch):
    if launch.device == "gpu":
        pytest.skip("the GPU does not notice")
    source = """
@cuda.jit
def k(a):
    bar = cuda.shared.array(1, np.uint64)
    {}
    a[0] = 1
"""
    for line, said in [
        ("cuda.mbarrier_arrive(bar, 0)", "mbarrier_init has not made"),
        ("cuda.mbarrier_init(bar, 0, 0)", "mbarrier_init with a count of 0"),
        ("cuda.mbarrier_init(bar, 0, 2); cuda.mbarrier_wait_parity(bar, 0, 0)",
         "cuda.mbarrier_wait: the barrier's phase does not end"),
    ]:
        with pytest.raises(Failed) as failed:
            launch(source.format(line), "k", (1,), (1,), [np.zeros(1, np.int32)])
        assert said in str(failed.value)


def pack(values, per):
    """Neighbours along the last axis as the bytes of 32-bit words."""
    flat = np.ascontiguousarray(values)
    assert flat.shape[-1] % per == 0
    return flat.view(np.uint32)


def to_bfloat16(values):
    return (values.astype(np.float32).view(np.uint32) >> 16).astype(np.uint16)


def test_matrices_are_loaded(launch):
    source = """
@cuda.jit
def k(x, y):
    s = cuda.shared.array(512, np.int16, alignment=16)
    i = cuda.threadIdx.x
    for j in range(16):
        s[i * 16 + j] = x[i * 16 + j]
    cuda.syncthreads()
    y[0, i] = cuda.ldmatrix(s, i % 8 * 8, 1)
    y[1, i], y[2, i] = cuda.ldmatrix(s, 64 + i % 16 * 8, 2)
    y[3, i], y[4, i], y[5, i], y[6, i] = cuda.ldmatrix(s, i * 16, 4)
    y[7, i], y[8, i], y[9, i], y[10, i] = cuda.ldmatrix(s, i * 16, 4, True)
"""
    x = np.arange(512, dtype=np.int16)
    halves = x.view(np.uint16)
    t = np.arange(32)

    def fragment(rows, transposed=False):
        matrix = halves[rows[:, None] + np.arange(8)]
        matrix = matrix.T if transposed else matrix
        matrix = matrix.astype(np.uint32)
        return matrix[t // 4, t % 4 * 2] | matrix[t // 4, t % 4 * 2 + 1] << 16

    want = [fragment(np.arange(8) * 8)]
    want += [fragment(64 + (8 * m + np.arange(8)) * 8) for m in range(2)]
    for transposed in (False, True):
        want += [fragment((8 * m + np.arange(8)) * 16, transposed) for m in range(4)]
    got = launch(source, "k", (1,), (32,), [x, np.zeros((11, 32), np.uint32)])[1]
    assert_same("y", got, np.stack(want).astype(np.uint32))


@pytest.mark.parametrize("shape", [
    "m16n8k16.f32.f16", "m16n8k16.f32.bf16", "m16n8k8.f32.tf32", "m8n8k4.f64",
    "m16n8k32.s32.s8"])
def test_matrices_are_multiplied(launch, shape):
    sizes, kind = shape.split(".")[0], shape.split(".")[-1]
    rows = 8 if kind == "f64" else 16
    inner = int(sizes.split("k")[1])
    random = np.random.default_rng(7)
    a = random.integers(-8, 9, (rows, inner))
    b = random.integers(-8, 9, (inner, 8))
    sum_type = {"f64": np.float64, "s8": np.int32}.get(kind, np.float32)
    c = random.integers(-50, 50, (rows, 8)).astype(sum_type)
    if kind == "f16":
        words = [pack(v.astype(np.float16), 2) for v in (a, b.T)]
    elif kind == "bf16":
        words = [pack(to_bfloat16(v), 2) for v in (a, b.T)]
    elif kind == "tf32":
        words = [v.astype(np.float32).view(np.uint32) for v in (a, np.ascontiguousarray(b.T))]
    elif kind == "s8":
        words = [pack(v.astype(np.int8), 4) for v in (a, b.T)]
    else:
        words = [a.astype(np.float64), np.ascontiguousarray(b.T).astype(np.float64)]
    # Row g or g + 8 of a, column g of b; register t, then t + 4.
    if kind == "f64":
        source = """
@cuda.jit
def k(a, b, c, d):
    g, t = cuda.laneid // 4, cuda.laneid % 4
    d[g, 2 * t], d[g, 2 * t + 1] = cuda.mma_sync(
        "m8n8k4.f64", a[g, t], b[g, t], (c[g, 2 * t], c[g, 2 * t + 1]))
"""
    else:
        source = f"""
@cuda.jit
def k(a, b, c, d):
    g, t = cuda.laneid // 4, cuda.laneid % 4
    fa = a[g, t], a[g + 8, t], a[g, t + 4], a[g + 8, t + 4]
    fb = b[g, t], b[g, t + 4]
    fc = c[g, 2 * t], c[g, 2 * t + 1], c[g + 8, 2 * t], c[g + 8, 2 * t + 1]
    fd = cuda.mma_sync("{shape}", fa, fb, fc)
    d[g, 2 * t], d[g, 2 * t + 1], d[g + 8, 2 * t], d[g + 8, 2 * t + 1] = fd
"""
    got = launch(source, "k", (1,), (32,), [*words, c, np.zeros((rows, 8), sum_type)])[3]
    assert_same("d", got, (a @ b + c).astype(sum_type))


def test_inline_ptx(launch):
    source = """
@cuda.jit
def k(a):
    i = cuda.threadIdx.x
    low, high = cuda.inline_ptx(
        "{ .reg .u32 t; add.u32 t, $2, 1; shl.b32 $0, t, 1; shr.u32 $1, t, 1; }",
        (np.int32, np.int32), a[i])
    cuda.inline_ptx("st.global.u32 [$0], $1;", None, a[8:], np.int32(77))
    a[i] = low + high
"""
    a = np.arange(9, dtype=np.int32)
    if launch.device == "cpu":
        with pytest.raises(Failed) as failed:
            launch(source, "k", (1,), (8,), [a])
        assert "[GpuOnly]" in str(failed.value)
        return
    got = launch(source, "k", (1,), (8,), [a])[0]
    want = (a + 1) * 2 + (a + 1) // 2
    want[8] = 77
    assert_same("a", got, want.astype(np.int32))
