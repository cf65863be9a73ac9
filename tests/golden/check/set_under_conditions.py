# golden: --emit=ir
import numpy as np
from numba import cuda, float32, from_dtype, int64

options = np.dtype([("size", np.int64), ("mode", np.int64)], align=True)
Options = from_dtype(options)


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


@cuda.jit("void(float32[::1], int64, int64, int64)")
def chains(x, a, b, c):
    if a > 0:
        p = 1
    elif b > 0:
        q = 2
    else:
        r = 3
    if a > 0:
        x[0] = p
    if not a > 0:
        if b > 0:
            x[1] = q
        else:
            x[2] = r
    x[3] = p if a > 0 and c != 1 else 0
    x[4] = a > 0 and p
    x[5] = a > 0 or p
    if a > 0 or b > 0:
        x[6] = q
    if (a == b) != c:
        s = 4
    if not (a == b == c):
        x[7] = s
    for k in range(3):
        if k == a:
            u, v = k, b
        if b == 1:
            continue
        if not k != a:
            x[8] = u + v


@cuda.jit((float32[::1], Options[::1], int64, int64))
def changes(x, given, a, b):
    o = given[0]
    if a:
        p = 1
    if a and (a := 0) == 0:
        x[0] = p
    if o.size > 0:
        q = 2
    o.size = 0
    if o.size > 0:
        x[1] = q
    if o.mode == 2:
        r = 3
    if o.mode == 2:
        x[2] = r
    if b > 0:
        s = 4
    while b > 0:
        x[3] = s
        b -= 1
    if b > 1:
        u = 5
        del u
    if b > 1:
        u = 6
        x[4] = u

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
#
# kernel chains(x: f32[::1], a: i64, b: i64, c: i64)
#   p: i64 = zero
#   q: i64 = zero
#   r: i64 = zero
#   s: i64 = zero
#   u: i64 = zero
#   v: i64 = zero
#   if a > 0
#     p = 1
#   else
#     if b > 0
#       q = 2
#     else
#       r = 3
#   if a > 0
#     x[guard 0] = f32(p)
#   if not a > 0
#     if b > 0
#       x[guard 1] = f32(q)
#     else
#       x[guard 2] = f32(r)
#   x[guard 3] = f32(p if a > 0 and c != 1 else 0)
#   x[guard 4] = f32((let %7: bool = a > 0 in p if %7 else i64(%7)))
#   x[guard 5] = f32((let %8: bool = a > 0 in i64(%8) if %8 else p))
#   if a > 0 or b > 0
#     x[guard 6] = f32(q)
#   if i64(a == b) != c
#     s = 4
#   if not (a == b and b == c)
#     x[guard 7] = f32(s)
#   for k: i64 in range(0, 3, 1)
#     if k == a
#       %17: i64 = k
#       %18: i64 = b
#       u = %17
#       v = %18
#     if b == 1
#       continue
#     if not k != a
#       x[guard 8] = f32(u + v)
#
# kernel changes(x: f32[::1], given: {size: i64 @0, mode: i64 @8; 16}[::1], a: i64, b: i64)
#   p: i64 = zero
#   q: i64 = zero
#   r: i64 = zero
#   s: i64 = zero
#   o: ref {size: i64 @0, mode: i64 @8; 16} = view given[guard 0]
#   if bool(a)
#     p = 1
#   %10: bool = bool(a)
#   if %10
#     a = 0
#   if %10 and a == 0
#     x[guard 0] = f32(p)
#   if o.size[guard 0] > 0
#     q = 2
#   o.size[guard 0] = 0
#   if o.size[guard 0] > 0
#     x[guard 1] = f32(q)
#   if o.mode[guard 0] == 2
#     r = 3
#   if o.mode[guard 0] == 2
#     x[guard 2] = f32(r)
#   if b > 0
#     s = 4
#   while b > 0
#     x[guard 3] = f32(s)
#     b = b - 1
#   if b > 1
#     u: i64 = 5
#   if b > 1
#     u = 6
#     x[guard 4] = f32(6.0)
# set_under_conditions.py:50:16: warning: `a` may be read before it is assigned; it is zero then [MaybeUnset]
#           x[1] = a
#                  ^
# set_under_conditions.py:54:16: warning: `b` may be read before it is assigned; it is zero then [MaybeUnset]
#           x[2] = b
#                  ^
# set_under_conditions.py:63:16: warning: `d` may be read before it is assigned; it is zero then [MaybeUnset]
#           x[4] = d
#                  ^
# set_under_conditions.py:68:20: warning: `e` may be read before it is assigned; it is zero then [MaybeUnset]
#               x[5] = e
#                      ^
# set_under_conditions.py:77:20: warning: `f` may be read before it is assigned; it is zero then [MaybeUnset]
#               x[7] = f
#                      ^
# set_under_conditions.py:97:21: warning: `p` may be read before it is assigned; it is zero then [MaybeUnset]
#       x[5] = a > 0 or p
#                       ^
# set_under_conditions.py:99:16: warning: `q` may be read before it is assigned; it is zero then [MaybeUnset]
#           x[6] = q
#                  ^
# set_under_conditions.py:103:16: warning: `s` may be read before it is assigned; it is zero then [MaybeUnset]
#           x[7] = s
#                  ^
# set_under_conditions.py:119:16: warning: `p` may be read before it is assigned; it is zero then [MaybeUnset]
#           x[0] = p
#                  ^
# set_under_conditions.py:124:16: warning: `q` may be read before it is assigned; it is zero then [MaybeUnset]
#           x[1] = q
#                  ^
# set_under_conditions.py:128:16: warning: `r` may be read before it is assigned; it is zero then [MaybeUnset]
#           x[2] = r
#                  ^
# set_under_conditions.py:132:16: warning: `s` may be read before it is assigned; it is zero then [MaybeUnset]
#           x[3] = s
#                  ^
