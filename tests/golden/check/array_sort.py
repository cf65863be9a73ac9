# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[:], int64[:, ::1])")
def k(a, b):
    a.sort()
    b[1, :3].sort()
    b.sort()

# === --emit=ir
# function np__is_before__device(x: f32, y: f32) -> bool
#   return x < y or y != y and x == x
#
# function np__sink__device(a: f32[:], place: i64, count: i64)
#   value: f32 = a[place]
#   while 2 * place + 1 < count
#     child: i64 = 2 * place + 1
#     if child + 1 < count and np__is_before__device(a[child], a[child + 1])
#       child = child + 1
#     if not np__is_before__device(value, a[child])
#       break
#     a[place] = a[child]
#     place = child
#   a[place] = value
#
# function np__sort__device(a: f32[:])
#   n: i64 = a.size
#   if n <= 20
#     for i: i64 in range(1, n, 1)
#       value: f32 = a[i]
#       place: i64 = i
#       while place > 0 and np__is_before__device(value, a[place - 1])
#         a[place] = a[place - 1]
#         place = place - 1
#       a[place] = value
#     return
#   for i in range(n // 2 - 1, -1, -1)
#     np__sink__device(a, i, n)
#   for last: i64 in range(n - 1, 0, -1)
#     greatest: f32 = a[0]
#     a[0] = a[last]
#     a[last] = greatest
#     np__sink__device(a, 0, last)
#
# function np__is_before__device_1(x: i64, y: i64) -> bool
#   return x < y or y != y and x == x
#
# function np__sink__device_1(a: i64[::1], place: i64, count: i64)
#   value: i64 = a[place]
#   while 2 * place + 1 < count
#     child: i64 = 2 * place + 1
#     if child + 1 < count and np__is_before__device_1(a[child], a[child + 1])
#       child = child + 1
#     if not np__is_before__device_1(value, a[child])
#       break
#     a[place] = a[child]
#     place = child
#   a[place] = value
#
# function np__sort__device_1(a: i64[::1])
#   n: i64 = a.size
#   if n <= 20
#     for i: i64 in range(1, n, 1)
#       value: i64 = a[i]
#       place: i64 = i
#       while place > 0 and np__is_before__device_1(value, a[place - 1])
#         a[place] = a[place - 1]
#         place = place - 1
#       a[place] = value
#     return
#   for i in range(n // 2 - 1, -1, -1)
#     np__sink__device_1(a, i, n)
#   for last: i64 in range(n - 1, 0, -1)
#     greatest: i64 = a[0]
#     a[0] = a[last]
#     a[last] = greatest
#     np__sink__device_1(a, 0, last)
#
# function np__sort_lines__device(a: i64[:, ::1])
#   %1: i64 = a.shape[0]
#   %2: i64 = 1 * %1
#   for %3: i64 in range(0, %2, 1)
#     place: (i64) = (%3,)
#     np__sort__device_1(view a[place.0, :])
#
# kernel k(a: f32[:], b: i64[:, ::1])
#   np__sort__device(a)
#   np__sort__device_1(view b[guard 1, :3])
#   np__sort_lines__device(b)
