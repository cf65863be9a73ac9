# golden: --emit=ir
# What is counted in a loop moves by no more than the loop's turns: it is never
# negative, and needs no wrap.
from numba import cuda, int32


@cuda.jit("void(float32[:, ::1], float32, float32[:, ::1], int32[::1])")
def found(x, limit, out, counts):
    row = cuda.grid(1)
    if row >= x.shape[0]:
        return
    n = 0
    for column in range(x.shape[1]):
        if x[row, column] > limit:
            out[row, n] = x[row, column]
            n += 1
    counts[row] = n


@cuda.jit("void(int32[::1], int32[::1], int32[::1])")
def leaves(left, right, out):
    todo = cuda.local.array(64, int32)
    todo[0] = 0
    top = 1
    count = 0
    while top > 0:
        top -= 1
        node = todo[top]
        if left[node] < 0:
            count += 1
            continue
        todo[top] = left[node]
        todo[top + 1] = right[node]
        top += 2
    out[cuda.grid(1)] = count


# By steps that may be anything.
@cuda.jit("void(float32[::1], int64, float32[::1])")
def strides(x, step, out):
    k = 0
    for i in range(10):
        k += step
        out[i] = x[k]

# === --emit=ir
# kernel found(x: f32[:, ::1], limit: f32, out: f32[:, ::1], counts: i32[::1])
#   row: i64 = i64(cuda.blockIdx.x) * i64(cuda.blockDim.x) + i64(cuda.threadIdx.x)
#   if row >= x.shape[0]
#     return
#   n: i64 = 0
#   for column: i64 in range(0, x.shape[1], 1)
#     if x[row, column] > limit
#       out[guard row, guard n] = x[row, column]
#       n = n + 1
#   counts[guard row] = i32(n)
#
# kernel leaves(left: i32[::1], right: i32[::1], out: i32[::1])
#   local @todo: i32[64]
#   todo: local i32[::1] = @todo
#   todo[0] = i32(0)
#   top: i64 = 1
#   count: i64 = 0
#   while top > 0
#     top = top - 1
#     node: i32 = todo[guard top]
#     if i64(left[guard wrap(i64(node))]) < 0
#       count = count + 1
#       continue
#     todo[guard top] = left[guard wrap(i64(node))]
#     todo[guard top + 1] = right[guard wrap(i64(node))]
#     top = top + 2
#   out[guard i64(cuda.blockIdx.x) * i64(cuda.blockDim.x) + i64(cuda.threadIdx.x)] = i32(count)
#
# kernel strides(x: f32[::1], step: i64, out: f32[::1])
#   k: i64 = 0
#   for i: i64 in range(0, 10, 1)
#     k = k + step
#     out[guard i] = x[guard wrap(k)]
