# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[::1], int64, int64, boolean)")
def conditions(x, n, m, verbose):
    i = cuda.grid(1)
    if verbose and n > 2:
        a = x[0]
        if m == 3:
            d = x[1]
    if n > 2:
        if verbose:
            x[1] = a
            if not m != 3:
                x[4] = d
    if n > 0:
        b = x[2]
    elif m > 0:
        b = x[3]
    if n > 0:
        x[2] = b
    elif m > 0:
        x[3] = b
    if cuda.threadIdx.x == 0:
        c = x[5]
    cuda.syncthreads()
    for k in range(4):
        if cuda.threadIdx.x == 0:
            x[6] = c + k
    if not verbose:
        e = 1
    else:
        f = 2
    x[7] = e if not verbose else f
    if verbose:
        x[8] = f


@cuda.jit("void(float32[::1], int64, int64, boolean)")
def others(x, n, m, verbose):
    if n > 2:
        a = x[0]
    n += 1
    if n > 2:
        x[1] = a
    if x[1] > 0:
        b = x[2]
    if x[1] > 0:
        x[2] = b
    if verbose or m > 1:
        c = x[3]
    if verbose:
        x[3] = c
    if m > 1:
        d = x[4]
        m -= 1
    if m > 1:
        x[4] = d
    if verbose:
        e = x[5]
    for k in range(n):
        if verbose:
            x[5] = e
        verbose = k > 3
    while m < 9:
        if m < 5:
            f = x[6]
        if m < 5:
            x[6] = f
        m += 1
        if m < 5:
            x[7] = f

# === --emit=ir
# kernel conditions(x: f32[::1], n: i64, m: i64, verbose: bool)
#   a: f32 = zero
#   d: f32 = zero
#   b: f32 = zero
#   c: f32 = zero
#   e: i64 = zero
#   f: i64 = zero
#   i: i64 = i64(cuda.blockIdx.x) * i64(cuda.blockDim.x) + i64(cuda.threadIdx.x)
#   if verbose and n > 2
#     a = x[guard 0]
#     if m == 3
#       d = x[guard 1]
#   if n > 2
#     if verbose
#       x[guard 1] = a
#       if not m != 3
#         x[guard 4] = d
#   if n > 0
#     b = x[guard 2]
#   else
#     if m > 0
#       b = x[guard 3]
#   if n > 0
#     x[guard 2] = b
#   else
#     if m > 0
#       x[guard 3] = b
#   if i64(cuda.threadIdx.x) == 0
#     c = x[guard 5]
#   cuda.syncthreads()
#   for k: i64 in range(0, 4, 1)
#     if i64(cuda.threadIdx.x) == 0
#       x[guard 6] = c + f32(k)
#   if not verbose
#     e = 1
#   else
#     f = 2
#   x[guard 7] = f32(e if not verbose else f)
#   if verbose
#     x[guard 8] = f32(f)
#
# kernel others(x: f32[::1], n: i64, m: i64, verbose: bool)
#   a: f32 = zero
#   b: f32 = zero
#   c: f32 = zero
#   d: f32 = zero
#   e: f32 = zero
#   f: f32 = zero
#   if n > 2
#     a = x[guard 0]
#   n = n + 1
#   if n > 2
#     x[guard 1] = a
#   if x[guard 1] > f32(0.0)
#     b = x[guard 2]
#   if x[guard 1] > f32(0.0)
#     x[guard 2] = b
#   if verbose or m > 1
#     c = x[guard 3]
#   if verbose
#     x[guard 3] = c
#   if m > 1
#     d = x[guard 4]
#     m = m - 1
#   if m > 1
#     x[guard 4] = d
#   if verbose
#     e = x[guard 5]
#   for k: i64 in range(0, n, 1)
#     if verbose
#       x[guard 5] = e
#     verbose = k > 3
#   while m < 9
#     if m < 5
#       f = x[guard 6]
#     if m < 5
#       x[guard 6] = f
#     m = m + 1
#     if m < 5
#       x[guard 7] = f
# set_under_conditions.py:46:16: warning: `a` may be read before it is assigned; it is zero then [MaybeUnset]
#           x[1] = a
#                  ^
# set_under_conditions.py:50:16: warning: `b` may be read before it is assigned; it is zero then [MaybeUnset]
#           x[2] = b
#                  ^
# set_under_conditions.py:54:16: warning: `c` may be read before it is assigned; it is zero then [MaybeUnset]
#           x[3] = c
#                  ^
# set_under_conditions.py:59:16: warning: `d` may be read before it is assigned; it is zero then [MaybeUnset]
#           x[4] = d
#                  ^
# set_under_conditions.py:64:20: warning: `e` may be read before it is assigned; it is zero then [MaybeUnset]
#               x[5] = e
#                      ^
# set_under_conditions.py:73:20: warning: `f` may be read before it is assigned; it is zero then [MaybeUnset]
#               x[7] = f
#                      ^
