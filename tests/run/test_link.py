"""Functions of linked files. On the CPU device they must be LLVM bitcode."""

import numpy as np
import pytest

from conftest import Failed

SCALE = """
target triple = "nvptx64-nvidia-cuda"
define float @scale(float %x, i64 %n) {
  %f = sitofp i64 %n to float
  %y = fmul float %x, %f
  ret float %y
}
define i32 @sum_all(ptr %result, ptr %m, ptr %p, i64 %n, i64 %size, ptr %data,
                    i64 %extent, i64 %stride) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi double [ 0.0, %entry ], [ %sum, %loop ]
  %offset = mul i64 %i, %stride
  %at = getelementptr i8, ptr %data, i64 %offset
  %x = load double, ptr %at
  %sum = fadd double %s, %x
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %extent
  br i1 %more, label %loop, label %done
done:
  store double %sum, ptr %result
  ret i32 0
}
define void @put(ptr %to, i8 signext %value, i1 zeroext %flag) {
  %wide = sext i8 %value to i32
  %both = select i1 %flag, i32 %wide, i32 0
  store i32 %both, ptr %to
  ret void
}
"""

KERNEL = """
scale = cuda.declare_device("scale", "float32(float32, int64)", abi="c", link="../scale.ll")
sum_all = cuda.declare_device("sum_all", "float64(float64[:])")
put = cuda.declare_device("put", "void(CPointer(int32), int8, boolean)", abi="c")

@cuda.jit(device=True)
def twice(x):
    return scale(x, 2)

@cuda.jit
def k(x, d, out, n):
    i = cuda.grid(1)
    x[i] = twice(x[i]) + scale(1, i)
    if i == 0:
        d[0] = sum_all(d[::2])
        put(out, -3, True)
        put(out[1:], -3, False)
        put(ffi.from_buffer(n), 5, d[1] > 0)
"""


def test_bitcode(launch):
    (launch.folder / "scale.ll").write_text(SCALE)
    x = np.arange(32, dtype=np.float32)
    d = np.arange(1, 9, dtype=np.float64)
    out, n = np.full(2, 9, np.int32), np.zeros(1, np.int32)
    got = launch(KERNEL, "k", (1,), (32,), [x, d, out, n])
    np.testing.assert_array_equal(got[0], 2 * x + np.arange(32, dtype=np.float32))
    assert got[1][0] == 1 + 3 + 5 + 7
    assert list(got[2]) == [-3, 0] and got[3][0] == 5


UNDEFINED = """
f = cuda.declare_device("f", "float32(float32)", abi="c"{link})

@cuda.jit
def k(x):
    x[0] = f(x[1])
"""


def test_cpu_refuses_machine_code(launch):
    if launch.device != "cpu":
        pytest.skip("for the CPU device")
    (launch.folder / "f.ptx").write_text("")
    for link, kind in [("", "UndefinedOnCpu"), (', link="../f.ptx"', "LinkedMachineCode")]:
        with pytest.raises(Failed) as failed:
            launch(UNDEFINED.format(link=link), "k", (1,), (1,), [np.zeros(2, np.float32)])
        assert f"[{kind}]" in str(failed.value)


def test_gpu_links_cuda(launch):
    if launch.device != "gpu":
        pytest.skip("for a GPU")
    (launch.folder / "f.cu").write_text(
        'extern "C" __device__ float f(float x) { return 3 * x; }')
    got = launch(UNDEFINED.format(link=', link="../f.cu"'), "k", (1,), (1,),
                 [np.array([0, 5], np.float32)])
    assert got[0][0] == 15
