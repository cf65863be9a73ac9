# golden: --emit=ir --passes=-inline-functions,-kept-elements
# How many elements a view has is known: what a condition keeps inside is not guarded.

from numba import cuda


@cuda.jit("void(float32[:, ::1], float32[::1], int32)")
def parts(a, out, n):
    i, y = cuda.grid(2)
    early = a[y]
    if y >= a.shape[0] or i >= out.size:
        return
    row = a[y]
    even, odd, inner, last = row[::2], row[1::2], row[1:-1], row[-1:]
    first, others = row[:n], row[n:]
    if i < row.size // 2:
        out[i] += even[i] + odd[i]
    if i < (a.shape[1] + 1) // 2:
        out[i] += even[i] + row[2 * i]
    if i < a.shape[1] - 2:
        out[i] += inner[i] + last[0]
    if i < n and n <= a.shape[1]:
        out[i] += first[i]
    if n <= i < row.size and n >= 0:
        out[i] += others[i - n]


@cuda.jit("void(float32[:, ::1], float32[::1], int32)")
def guarded(a, out, n):
    """One more than there are, a row that may not be there, a step of any sign."""
    i, y = cuda.grid(2)
    row, column, steps = a[y], a[:, n], out[::n]
    odd = out[1::2]
    if i < a.shape[1]:
        out[i] += row[i]
    if i < a.shape[0]:
        out[i] += column[i]
    if i < out.size // n:
        out[i] += steps[i]
    if i < (out.size + 1) // 2:
        out[i] += odd[i]

# === --emit=ir --passes=-inline-functions,-kept-elements
# kernel parts(a: f32[:, ::1], out: f32[::1], n: i32)
#   %3: i64 = i64(cuda.blockIdx.x) * i64(cuda.blockDim.x) + i64(cuda.threadIdx.x)
#   %4: i64 = i64(cuda.blockIdx.y) * i64(cuda.blockDim.y) + i64(cuda.threadIdx.y)
#   i: i64 = %3
#   y: i64 = %4
#   early: f32[::1] = view a[guard y, :]
#   if y >= a.shape[0] or i >= out.size
#     return
#   row: f32[::1] = view a[y, :]
#   %9: f32[:] = view row[::2]
#   %10: f32[:] = view row[1::2]
#   %11: f32[::1] = view row[1:-1]
#   %12: f32[::1] = view row[-1:]
#   even: f32[:] = %9
#   odd: f32[:] = %10
#   inner: f32[::1] = %11
#   last: f32[::1] = %12
#   %17: f32[::1] = view row[:i64(n)]
#   %18: f32[::1] = view row[i64(n):]
#   first: f32[::1] = %17
#   others: f32[::1] = %18
#   if i < row.size // 2
#     out[i] = out[i] + (even[i] + odd[i])
#   if i < (a.shape[1] + 1) // 2
#     out[i] = out[i] + (even[i] + row[2 * i])
#   if i < a.shape[1] - 2
#     out[i] = out[i] + (inner[i] + last[0])
#   if i < i64(n) and i64(n) <= a.shape[1]
#     out[i] = out[i] + first[i]
#   if i64(n) <= i and i < row.size and i64(n) >= 0
#     out[i] = out[i] + others[i - i64(n)]
#
# kernel guarded(a: f32[:, ::1], out: f32[::1], n: i32)
#   %3: i64 = i64(cuda.blockIdx.x) * i64(cuda.blockDim.x) + i64(cuda.threadIdx.x)
#   %4: i64 = i64(cuda.blockIdx.y) * i64(cuda.blockDim.y) + i64(cuda.threadIdx.y)
#   i: i64 = %3
#   y: i64 = %4
#   %7: f32[::1] = view a[guard y, :]
#   %8: f32[:] = view a[:, guard wrap(i64(n))]
#   %9: f32[:] = view out[::i64(n)]
#   row: f32[::1] = %7
#   column: f32[:] = %8
#   steps: f32[:] = %9
#   odd: f32[:] = view out[1::2]
#   if i < a.shape[1]
#     out[guard i] = out[guard i] + row[guard i]
#   if i < a.shape[0]
#     out[guard i] = out[guard i] + column[guard i]
#   if i < out.size // i64(n)
#     out[guard i] = out[guard i] + steps[guard i]
#   if i < (out.size + 1) // 2
#     out[i] = out[i] + odd[guard i]
