# golden: --emit=ir
# Indices that are outside of arrays whose shapes are known: constants, and the
# numbers of loops over constants that are sure to come there.
from numba import cuda, float32, int32

N = 4


@cuda.jit("void(float32[::1], int32)")
def outside(out, c):
    a = cuda.local.array(4, float32)
    b = cuda.shared.array((2, 3), int32)
    a[4] = 1
    a[-5] = 1
    a[3] = a[-4]
    out[0] = a[4] + b[1, 3] + b[2][0] + b[1][2]
    for i in range(5):
        a[i] = i
    for i in range(4):
        a[i + 1] = i
        a[i - 1] = i
        if i < 3:
            a[i + 1] = 2
    for i in range(1, 4):
        a[i - 1] = a[i]
    for i in range(6):
        if i == c:
            break
        a[i] = 1
    for i in range(N + 1):
        out[i] = a[i] if i < N else 0
    for i in range(9, -6, -1):
        for j in range(2):
            b[j, 0] = a[i]
    cuda.atomic.add(b, (1, 4), 1)
    for i in range(c):
        a[i] = 1
    row = b[1]
    row[3] = 2
    if c > 4:
        a[7] = 1

# === --emit=ir
# kernel outside(out: f32[::1], c: i32)
#   local @a: f32[4]
#   shared @b.1: i32[2, 3]
#   a: local f32[::1] = @a
#   b: shared i32[:, ::1] = @b.1
#   a[guard 4] = f32(1.0)
#   a[guard wrap(-5)] = f32(1.0)
#   a[3] = a[wrap(-4)]
#   out[guard 0] = a[guard 4] + f32(b[1, guard 3]) + f32(b[guard 2, 0]) + f32(b[1, 2])
#   for i: i64 in range(0, 5, 1)
#     a[guard i] = f32(i)
#   for i in range(0, 4, 1)
#     a[guard i + 1] = f32(i)
#     a[wrap(i - 1)] = f32(i)
#     if i < 3
#       a[i + 1] = f32(2.0)
#   for i in range(1, 4, 1)
#     a[i - 1] = a[i]
#   for i in range(0, 6, 1)
#     if i == i64(c)
#       break
#     a[guard i] = f32(1.0)
#   for i in range(0, 5, 1)
#     out[guard i] = a[i] if i < 4 else f32(0.0)
#   for i in range(9, -6, -1)
#     for j: i64 in range(0, 2, 1)
#       b[j, 0] = i32(a[guard wrap(i)])
#   atomic.add(b[1, guard 4], i32(1))
#   for i in range(0, i64(c), 1)
#     a[guard i] = f32(1.0)
#   row: shared i32[::1] = view b[1, :]
#   row[guard 3] = i32(2)
#   if i64(c) > 4
#     a[guard 7] = f32(1.0)
# indices_outside.py:13:7: warning: index 4 is outside axis 0 of `a`, which has 4 elements; the last is 3 [CertainlyOutside]
#       a[4] = 1
#         ^
# indices_outside.py:14:7: warning: index -5 is outside axis 0 of `a`, which has 4 elements; the first is -4 [CertainlyOutside]
#       a[-5] = 1
#         ^~
# indices_outside.py:16:16: warning: index 4 is outside axis 0 of `a`, which has 4 elements; the last is 3 [CertainlyOutside]
#       out[0] = a[4] + b[1, 3] + b[2][0] + b[1][2]
#                  ^
# indices_outside.py:16:26: warning: index 3 is outside axis 1 of `b`, which has 3 elements; the last is 2 [CertainlyOutside]
#       out[0] = a[4] + b[1, 3] + b[2][0] + b[1][2]
#                            ^
# indices_outside.py:16:33: warning: index 2 is outside axis 0 of `b`, which has 2 elements; the last is 1 [CertainlyOutside]
#       out[0] = a[4] + b[1, 3] + b[2][0] + b[1][2]
#                                   ^
# indices_outside.py:18:11: warning: index 4 is outside axis 0 of `a`, which has 4 elements; the last is 3 [CertainlyOutside]
#           a[i] = i
#             ^
# indices_outside.py:17:20: note: this loop comes to it
#       for i in range(5):
#                      ^
# indices_outside.py:20:11: warning: index 4 is outside axis 0 of `a`, which has 4 elements; the last is 3 [CertainlyOutside]
#           a[i + 1] = i
#             ^~~~~
# indices_outside.py:19:20: note: this loop comes to it
#       for i in range(4):
#                      ^
# indices_outside.py:34:25: warning: index -5 is outside axis 0 of `a`, which has 4 elements; the first is -4 [CertainlyOutside]
#               b[j, 0] = a[i]
#                           ^
# indices_outside.py:32:23: note: this loop comes to it
#       for i in range(9, -6, -1):
#                         ^~
# indices_outside.py:35:24: warning: index 4 is outside axis 1 of `b`, which has 3 elements; the last is 2 [CertainlyOutside]
#       cuda.atomic.add(b, (1, 4), 1)
#                          ^~~~~~
# indices_outside.py:39:9: warning: index 3 is outside axis 0 of `row`, which has 3 elements; the last is 2 [CertainlyOutside]
#       row[3] = 2
#           ^
# indices_outside.py:41:11: warning: index 7 is outside axis 0 of `a`, which has 4 elements; the last is 3 [CertainlyOutside]
#           a[7] = 1
#             ^
