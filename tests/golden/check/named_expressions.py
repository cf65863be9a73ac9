# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[::1], int64)")
def k(x, n):
    if (m := n + 1) > 2 and (p := m * 2) < 9:
        x[0] = p
    while (m := m - 1) > 0:
        x[m] = m
    x[1] = 0 < n < (m := n) < 5


@cuda.jit("void(int64[::1], int64, float64)")
def ordered(x, i, f):
    x[(i := i - 1)] = x[i] + (i := i + 1) * x[i]
    y = x[i] - ((i := x[0]) if f > 2 else (f := f * i))
    cuda.atomic.add(x, (i := 2), cuda.atomic.add(x, i, 1) + (i := i + 1))
    x[0] or (i := 3)
    for j in range(i, (i := i + 4)):
        x[j] = min((i := j), y)


@cuda.jit("void(int64[::1], int64)")
def loops(x, n):
    while n > 0 and (w := x[n]) > 0 and (v := w + 1) < n:
        n -= v
    while x[n] > 0 and (n := n - 1) > 0:
        x[n] = 1
    for i in range(n):
        while (n := n - 1) > i:
            if x[n] == 3:
                continue
            x[n] = i
        else:
            break

# === --emit=ir
# kernel k(x: f32[::1], n: i64)
#   m: i64 = n + 1
#   if m > 2
#     p: i64 = m * 2
#   if m > 2 and p < 9
#     x[guard 0] = f32(p)
#   m = m - 1
#   while m > 0
#     x[guard m] = f32(m)
#     m = m - 1
#   if 0 < n
#     m = n
#     %5: bool = let %4: i64 = m in n < %4 and %4 < 5
#   x[guard 1] = f32(0 < n and %5)
#
# kernel ordered(x: i64[::1], i: i64, f: f64)
#   %9: i64 = x[guard wrap(i)]
#   i = i + 1
#   %3: i64 = %9 + i * x[guard wrap(i)]
#   i = i - 1
#   x[guard wrap(i)] = %3
#   %10: f64 = f64(x[guard wrap(i)])
#   if f > 2.0
#     i = x[guard 0]
#     %11: f64 = f64(i)
#   else
#     f = f * f64(i)
#     %11 = f
#   y: f64 = %10 - %11
#   i = 2
#   %12: i64 = i
#   %13: i64 = atomic.add(x[guard i], 1)
#   i = i + 1
#   atomic.add(x[guard %12], %13 + i)
#   %5: i64 = x[guard 0]
#   if bool(%5)
#     %14: i64 = %5
#   else
#     i = 3
#     %14 = i
#   %6: i64 = i
#   i = i + 4
#   %7: i64 = i
#   for j: i64 in range(%6, %7, 1)
#     i = j
#     x[guard j] = i64(min(f64(i), y))
#
# kernel loops(x: i64[::1], n: i64)
#   if n > 0
#     w: i64 = x[guard n]
#   if n > 0 and w > 0
#     v: i64 = w + 1
#   while n > 0 and w > 0 and v < n
#     n = n - v
#     if n > 0
#       w = x[guard n]
#     if n > 0 and w > 0
#       v = w + 1
#   %5: bool = x[guard wrap(n)] > 0
#   if %5
#     n = n - 1
#   while %5 and n > 0
#     x[guard n] = 1
#     %5 = x[guard n] > 0
#     if %5
#       n = n - 1
#   for i: i64 in range(0, n, 1)
#     %6: bool = False
#     while True
#       n = n - 1
#       if not n > i
#         %6 = True
#         break
#       if x[guard n] == 3
#         continue
#       x[guard n] = i
#     if %6
#       break
