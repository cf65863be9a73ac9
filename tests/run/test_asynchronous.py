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


@pytest.mark.parametrize("count", [1, 2, 4])
@pytest.mark.parametrize("transposed", [False, True])
def test_matrices_are_stored(launch, count, transposed):
    places = {1: "f[0]", 2: "(f[0], f[1])", 4: "(f[0], f[1], f[2], f[3])"}[count]
    source = f"""
@cuda.jit(launch_bounds=32)
def k(x, y):
    s = cuda.shared.array(600, np.int16, alignment=16)
    i = cuda.threadIdx.x
    for j in range(i, 600, 32):
        s[j] = -1
    cuda.syncthreads()
    f = x[:, i]
    # Rows lie apart; those behind the last are nobody's.
    cuda.stmatrix(s, i * 16, {places}, {transposed})
    # Not all of its rows are inside: nothing.
    cuda.stmatrix(s, i * 16 + 595, {places}, {transposed})
    cuda.syncthreads()
    for j in range(i, 600, 32):
        y[j] = s[j]
"""
    words = np.random.default_rng(3).integers(0, 2**31, (4, 32)).astype(np.uint32)
    want = np.full(600, -1, np.int16)
    for m in range(count):
        # Lane l has row l // 4, and of it two elements from l % 4 * 2 on.
        matrix = words[m].view(np.int16).reshape(8, 8)
        rows = matrix.T if transposed else matrix
        for r in range(8):
            want[(8 * m + r) * 16 : (8 * m + r) * 16 + 8] = rows[r]
    got = launch(source, "k", (1,), (32,), [words, np.zeros(600, np.int16)],
                 options=() if launch.device == "cpu" else ("--arch=native",))[1]  # fmt: skip
    assert_same("y", got, want)


def test_numbered_barriers_of_some_of_the_warps(launch):
    # Two pairs of warps exchange, each pair by a barrier of its own, while the last
    # warp is elsewhere.
    source = """
@cuda.jit
def k(x, y):
    s = cuda.shared.array(128, np.float32)
    i = cuda.threadIdx.x
    if i < 64:
        s[i] = x[i]
        cuda.barrier_sync(1, 64)
        y[i] = s[63 - i]
    elif i < 128:
        for turn in range(3):
            s[i] = x[i] + np.float32(turn)
            cuda.barrier_sync(2, 64)
            y[i] = s[191 - i]
            cuda.barrier_sync(2, 64)
    else:
        y[i] = x[i]
"""
    x = np.random.default_rng(4).uniform(-1, 1, 160).astype(np.float32)
    want = np.concatenate([x[63::-1], x[127:63:-1] + np.float32(2), x[128:]])
    got = launch(source, "k", (1,), (160,), [x, np.zeros_like(x)])[1]
    assert_same("y", got, want)


@pytest.mark.parametrize("threads", [64, 80])
def test_who_arrives_does_not_wait(launch, threads):
    # The first warp fills a buffer for the others, as often as they empty it.
    source = """
@cuda.jit
def k(x, y):
    s = cuda.shared.array(32, np.float32)
    i = cuda.threadIdx.x
    for turn in range(x.shape[0]):
        if i < 32:
            cuda.barrier_sync(3, COUNT)
            s[i] = x[turn, i] * np.float32(2)
            cuda.threadfence_block()
            cuda.barrier_arrive(4, COUNT)
        else:
            cuda.barrier_arrive(3, COUNT)
            cuda.barrier_sync(4, COUNT)
            y[turn, i - 32] = s[i % 32]
"""
    x = np.random.default_rng(4).uniform(-1, 1, (5, 32)).astype(np.float32)
    count = -(-threads // 32) * 32
    others = threads - 32
    got = launch(
        source.replace("COUNT", str(count)), "k", (1,), (threads,),
        [x, np.zeros((5, others), np.float32)],
    )[1]  # fmt: skip
    want = np.tile(x * np.float32(2), (1, 2))[:, :others]
    assert_same("y", got, want)


def test_a_numbered_barrier_to_which_too_few_come(launch):
    if launch.device != "cpu":
        pytest.skip("it is found on the CPU device")
    source = """
@cuda.jit
def k(x):
    if cuda.threadIdx.x < 32:
        cuda.barrier_sync(5, 64)
    x[0] = 1
"""
    with pytest.raises(Failed, match="barrier_sync number 5: fewer than 64 threads"):
        launch(source, "k", (1,), (64,), [np.zeros(1, np.int32)])


SHAPES = """m16n8k16.f32.f16 m16n8k16.f32.bf16 m16n8k8.f32.tf32 m8n8k4.f64
m16n8k32.s32.s8 m16n8k32.s32.u8 m16n8k32.s32.s8.u8 m16n8k32.s32.u8.s8 m16n8k16.f16.f16
m16n8k8.f32.f16 m16n8k8.f16.f16 m16n8k32.f32.e4m3 m16n8k32.f32.e5m2
m16n8k32.f32.e4m3.e5m2 m16n8k32.f32.e5m2.e4m3 m16n8k4.f64 m16n8k8.f64 m16n8k16.f64""".split()


def fp8_bits(values, mantissa, bias):
    """The bits of numbers that an 8-bit float has exactly."""
    fraction, exponent = np.frexp(np.abs(values.astype(np.float64)))
    bits = (exponent - 1 + bias) * 2**mantissa + (fraction * 2 - 1) * 2**mantissa
    bits = np.where(values == 0, 0, bits) + np.where(values < 0, 128, 0)
    return bits.astype(np.uint8)


def words_of(values, kind):
    """A row's elements as what registers hold."""
    if kind == "f16":
        return pack(values.astype(np.float16), 2)
    if kind == "bf16":
        return pack(to_bfloat16(values), 2)
    if kind == "tf32":
        return np.ascontiguousarray(values.astype(np.float32)).view(np.uint32)
    if kind == "e4m3":
        return pack(fp8_bits(values, 3, 7), 4)
    if kind == "e5m2":
        return pack(fp8_bits(values, 2, 15), 4)
    if kind == "f64":
        return np.ascontiguousarray(values.astype(np.float64))
    return pack(values.astype(kind.replace("u", "uint").replace("s", "int")), 4)


@pytest.mark.parametrize("shape", SHAPES)
def test_matrices_are_multiplied(launch, shape):
    parts = shape.split(".")
    kind = parts[1] if parts[1] == "f64" else parts[2]
    second = parts[3] if len(parts) > 3 else kind
    rows = 8 if shape.startswith("m8") else 16
    inner = int(parts[0].split("k")[1])
    random = np.random.default_rng(7)
    # What 2 bits of fraction have, exactly.
    values = np.array([0, 1, 2, 3, 4, 5, 6, 7, 8] + [-1, -2, -3, -4, -5, -6, -7, -8])
    a_values = np.abs(values) if kind == "u8" else values
    b_values = np.abs(values) if second == "u8" else values
    a, b = random.choice(a_values, (rows, inner)), random.choice(b_values, (inner, 8))
    sum_type = {"f64": np.float64, "s32": np.int32, "f16": np.float16}.get(
        parts[1], np.float32
    )
    c = random.integers(-50, 50, (rows, 8)).astype(sum_type)
    words = [words_of(a, kind), words_of(b.T, second)]
    # Row g or g + 8 of a, column g of b; register t, then t + 4.
    count = inner * {"f16": 2, "bf16": 2, "tf32": 4, "f64": 4}.get(kind, 1) // 16
    steps = range(count * 4 // 4 if kind != "f64" else inner // 4)
    halves = (0, 8) if rows == 16 else (0,)
    fa = "".join(f"a[g + {h}, t + {4 * s}], " for s in steps for h in halves)
    fb = "".join(f"b[g, t + {4 * s}], " for s in steps)
    if parts[1] == "f16":
        places = "".join(f"c[g + {h}, t], " for h in halves)
        c_words = pack(c, 2)
    else:
        places = "".join(f"c[g + {h}, 2 * t + {i}], " for h in halves for i in (0, 1))
        c_words = c
    source = f"""
@cuda.jit
def k(a, b, c, d):
    g, t = cuda.laneid // 4, cuda.laneid % 4
    {places.replace("c[", "d[")} = cuda.mma_sync("{shape}", ({fa}), ({fb}), ({places}))
"""
    d = np.zeros(c_words.shape, c_words.dtype)
    got = launch(source, "k", (1,), (32,), [*words, c_words, d])[3]
    want = (a @ b + c).astype(sum_type)
    assert_same("d", got.view(sum_type).reshape(want.shape), want)


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
