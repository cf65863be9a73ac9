# golden: --emit=ir
# Device functions that are statements of their callers, and those that are not.
from numba import cuda


@cuda.jit(device=True)
def left(x, i):
    return x[i - 1]


@cuda.jit(device=True)
def sign(v):
    if v > 0:
        return 1
    if v < 0:
        return -1
    return 0


@cuda.jit(device=True)
def split(i, n):
    return i // n, i % n


@cuda.jit(device=True)
def put(x, i, v):
    if i < x.size:
        x[i] = v


@cuda.jit(device=True)
def halves(v):
    n = 0
    while v > 1:
        v //= 2
        n += 1
    return n


@cuda.jit(device=True)
def first(x, v):
    for i in range(x.size):
        if x[i] == v:
            return i
    return -1


@cuda.jit(device=True)
def taken(x, i):
    old = x[i]
    x[i] = 0
    return old


@cuda.jit(device=True)
def swapped(v):
    own = cuda.local.array(2, "int64")
    own[0] = v
    return own[v & 1]


# The guard's test covers the function's index; its elements are variables.
@cuda.jit("void(int64[::1], int64[:, ::1])")
def inlined(x, y):
    i = cuda.grid(1)
    if 0 < i < x.size:
        row, column = split(i, y.shape[1])
        y[row, column] = left(x, i) + sign(left(x, i + 1))
        put(x, i, halves(i))


# Not where it is not always evaluated, or comes behind what it would change.
@cuda.jit("void(int64[::1])")
def called(x):
    i = cuda.grid(1)
    while sign(x[i]) > 0:
        x[i] -= 1
    x[0] = left(x, i) if i > 0 else 1
    x[1] = x[i] + taken(x, i)
    x[2] = taken(x, i) + x[i]


# Who returns from a loop leaves that first. Arrays of its own stay with a
# function.
@cuda.jit("void(int64[::1])")
def searched(x):
    x[0] = first(x, 3) + swapped(x[1])

# === --emit=ir
# function left__device(x: i64[::1], i: i64) -> i64
#   return x[guard wrap(i - 1)]
#
# function sign__device(v: i64) -> i64
#   if v > 0
#     return 1
#   if v < 0
#     return -1
#   return 0
#
# kernel inlined(x: i64[::1], y: i64[:, ::1])
#   i: i64 = i64(cuda.blockIdx.x) * i64(cuda.blockDim.x) + i64(cuda.threadIdx.x)
#   if 0 < i and i < x.size
#     split.n: i64 = y.shape[1]
#     split: i64 = i // split.n
#     split: i64 = i % split.n
#     %3: (i64, i64) = (split, split)
#     row: i64 = split
#     column: i64 = split
#     left: i64 = x[i - 1]
#     left.i: i64 = i + 1
#     left: i64 = x[left.i - 1]
#     if left > 0
#       sign: i64 = 1
#     else
#       if left < 0
#         sign = -1
#       else
#         sign = 0
#     y[guard row, guard if any column] = left + sign
#     halves.v: i64 = i
#     halves.n: i64 = 0
#     while halves.v > 1
#       halves.v = halves.v // 2
#       halves.n = halves.n + 1
#     halves: i64 = halves.n
#     if i < x.size
#       x[i] = halves
#
# function taken__device(x: i64[::1], i: i64) -> i64
#   old: i64 = x[guard wrap(i)]
#   x[guard wrap(i)] = 0
#   return old
#
# kernel called(x: i64[::1])
#   i: i64 = i64(cuda.blockIdx.x) * i64(cuda.blockDim.x) + i64(cuda.threadIdx.x)
#   while sign__device(x[guard i]) > 0
#     x[guard i] = x[guard i] - 1
#   x[guard 0] = left__device(x, i) if i > 0 else 1
#   x[guard 1] = x[guard i] + taken__device(x, i)
#   taken.old: i64 = x[guard i]
#   x[guard i] = 0
#   taken: i64 = taken.old
#   x[guard 2] = taken + x[guard i]
#
# function swapped__device(v: i64) -> i64
#   local @own: i64[2]
#   own: local i64[::1] = @own
#   own[0] = v
#   return own[v & 1]
#
# kernel searched(x: i64[::1])
#   first.left: bool = False
#   for first.i: i64 in range(0, x.size, 1)
#     if x[first.i] == 3
#       first.result: i64 = first.i
#       first.left = True
#       break
#   if first.left
#     first: i64 = first.result
#   else
#     first = -1
#   x[guard 0] = first + swapped__device(x[guard 1])
