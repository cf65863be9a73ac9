# golden: --emit=ir
# What each turn of a loop sets is set behind it, where it turns once at least.
from numba import cuda

COUNT = 7


@cuda.jit("void(float32[::1], int64)")
def sure(x, n):
    for i in range(5):
        last = x[i]
    x[0] = last + i
    for j in range(COUNT, 0, -2):
        for i in range(1, 3):
            if x[i] > 2:
                continue
            t = x[i]
        else:
            s = j
    x[1] = s + j
    change, steps = 1.0, 0
    while abs(change) > 1e-3 and steps < n:
        u = change
    change, steps = 1.0, 0
    while abs(change) > 1e-3 and steps < 100:
        new = change / 3
        change = new - change
        steps += 1
        if x[steps] == 0:
            x[2] = new
            break
        late = new
    x[3] = new


@cuda.jit("void(float32[::1], int64)")
def unsure(x, n):
    for i in range(n):
        a = x[i]
    x[0] = a
    for i in range(3):
        if x[i] > 0:
            continue
        b = x[i]
    x[1] = b
    for i in range(3):
        if x[i] > 0:
            break
        c = x[i]
    x[2] = c
    for i in range(3, 3):
        d = x[i]
    x[3] = d
    left = 1.0
    while left > n:
        left -= 1
        e = left
    x[4] = e
    for i in range(4):
        while n > i:
            n -= 1
            f = n
    x[5] = f

# === --emit=ir
# kernel sure(x: f32[::1], n: i64)
#   i: i64 = zero
#   last: f32 = zero
#   j: i64 = zero
#   s: i64 = zero
#   new: f64 = zero
#   for i in range(0, 5, 1)
#     last = x[guard i]
#   x[guard 0] = last + f32(i)
#   for j in range(7, 0, -2)
#     for i in range(1, 3, 1)
#       if x[guard i] > f32(2.0)
#         continue
#       t: f32 = x[guard i]
#     else
#       s = j
#   x[guard 1] = f32(s + j)
#   change: f64 = 1.0
#   steps: i64 = 0
#   while 0 < n
#     u: f64 = 1.0
#   change = 1.0
#   steps = 0
#   while abs(change) > 0.001 and steps < 100
#     new = change / 3.0
#     change = new - change
#     steps = steps + 1
#     if x[guard steps] == f32(0.0)
#       x[guard 2] = f32(new)
#       break
#     late: f64 = new
#   x[guard 3] = f32(new)
#
# kernel unsure(x: f32[::1], n: i64)
#   a: f32 = zero
#   b: f32 = zero
#   c: f32 = zero
#   d: f32 = zero
#   e: f64 = zero
#   f: i64 = zero
#   for i: i64 in range(0, n, 1)
#     a = x[guard i]
#   x[guard 0] = a
#   for i in range(0, 3, 1)
#     if x[guard i] > f32(0.0)
#       continue
#     b = x[guard i]
#   x[guard 1] = b
#   for i in range(0, 3, 1)
#     if x[guard i] > f32(0.0)
#       break
#     c = x[guard i]
#   x[guard 2] = c
#   for i in range(3, 3, 1)
#     d = x[guard i]
#   x[guard 3] = d
#   left: f64 = 1.0
#   while left > f64(n)
#     left = left - 1.0
#     e = left
#   x[guard 4] = f32(e)
#   for i in range(0, 4, 1)
#     while n > i
#       n = n - 1
#       f = n
#   x[guard 5] = f32(f)
# sure_loops.py:40:12: warning: `a` may be read before it is assigned; it is zero then [MaybeUnset]
#       x[0] = a
#              ^
# sure_loops.py:45:12: warning: `b` may be read before it is assigned; it is zero then [MaybeUnset]
#       x[1] = b
#              ^
# sure_loops.py:50:12: warning: `c` may be read before it is assigned; it is zero then [MaybeUnset]
#       x[2] = c
#              ^
# sure_loops.py:53:12: warning: `d` may be read before it is assigned; it is zero then [MaybeUnset]
#       x[3] = d
#              ^
# sure_loops.py:58:12: warning: `e` may be read before it is assigned; it is zero then [MaybeUnset]
#       x[4] = e
#              ^
# sure_loops.py:63:12: warning: `f` may be read before it is assigned; it is zero then [MaybeUnset]
#       x[5] = f
#              ^
