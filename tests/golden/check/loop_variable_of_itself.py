# golden: --emit=ir
# Variables that a loop sets in one branch and reads in another: on the first
# round they are unset, and the types follow from the later ones.
from numba import cuda


@cuda.jit("void(int64[::1], int64)")
def update(r, n):
    for i in range(n):
        if i == 0:
            m = 7
        else:
            m = m + i
    r[0] = m


@cuda.jit("void(float32[::1], int64)")
def widens(x, n):
    i = 0
    while i < n:
        if i > 2:
            best = max(best, x[i])
        elif i > 1:
            best = 1
        i += 1
    x[0] = best


@cuda.jit("void(int64[::1], float32[:, ::1])")
def nested(r, a):
    for row in a:
        for value in row:
            if value > 0:
                if value > 1:
                    count += 1
                else:
                    count = 0
        r[0] = count


@cuda.jit("void(int64[::1], int64)")
def otherwise(r, n):
    for i in range(n):
        if i == 5:
            break
    else:
        r[0] = i
    for j, value in enumerate(r):
        pass
    else:
        r[1] = j + value
    for k in (1, 2.5):
        if r[2] == k:
            break
    else:
        r[2] = k

# === --emit=ir
# kernel update(r: i64[::1], n: i64)
#   m: i64 = zero
#   for i: i64 in range(0, n, 1)
#     if i == 0
#       m = 7
#     else
#       m = m + i
#   r[guard 0] = m
#
# kernel widens(x: f32[::1], n: i64)
#   best: i64 = zero
#   best.1: f32 = zero
#   i: i64 = 0
#   while i < n
#     if i > 2
#       best.1 = max(best.1, x[guard i])
#     else
#       if i > 1
#         best = 1
#         best.1 = f32(1.0)
#     i = i + 1
#   x[guard 0] = best.1
#
# kernel nested(r: i64[::1], a: f32[:, ::1])
#   count: i64 = zero
#   %2: f32[:, ::1] = a
#   %3: i64 = %2.shape[0]
#   for %4: i64 in range(0, %3, 1)
#     row: f32[::1] = view %2[%4, :]
#     %14: f32[::1] = row
#     %15: i64 = %14.shape[0]
#     for %16: i64 in range(0, %15, 1)
#       value: f32 = %14[%16]
#       if value > f32(0.0)
#         if value > f32(1.0)
#           count = count + 1
#         else
#           count = 0
#     r[guard 0] = count
#
# kernel otherwise(r: i64[::1], n: i64)
#   i: i64 = zero
#   j: i64 = zero
#   value: i64 = zero
#   for i in range(0, n, 1)
#     if i == 5
#       break
#   else
#     r[guard 0] = i
#   %3: i64[::1] = r
#   %4: i64 = %3.shape[0]
#   for %5: i64 in range(0, %4, 1)
#     %12: i64 = 0 + %5
#     %13: i64 = %3[%5]
#     j = %12
#     value = %13
#   else
#     r[guard 1] = j + value
#   %14: bool = False
#   while True
#     while True
#       k: i64 = 1
#       if r[guard 2] == 1
#         k.1: f64 = 1.0
#         %14 = True
#         break
#       break
#     if %14
#       break
#     while True
#       k.1 = 2.5
#       if f64(r[guard 2]) == 2.5
#         %14 = True
#         break
#       break
#     if %14
#       break
#     r[guard 2] = 2
#     break
# loop_variable_of_itself.py:13:17: warning: `m` may be read before it is assigned; it is zero then [MaybeUnset]
#               m = m + i
#                   ^
# loop_variable_of_itself.py:14:12: warning: `m` may be read before it is assigned; it is zero then [MaybeUnset]
#       r[0] = m
#              ^
# loop_variable_of_itself.py:22:24: warning: `best` may be read before it is assigned; it is zero then [MaybeUnset]
#               best = max(best, x[i])
#                          ^~~~
# loop_variable_of_itself.py:26:12: warning: `best` may be read before it is assigned; it is zero then [MaybeUnset]
#       x[0] = best
#              ^~~~
# loop_variable_of_itself.py:35:21: warning: `count` may be read before it is assigned; it is zero then [MaybeUnset]
#                       count += 1
#                       ^~~~~
# loop_variable_of_itself.py:38:16: warning: `count` may be read before it is assigned; it is zero then [MaybeUnset]
#           r[0] = count
#                  ^~~~~
# loop_variable_of_itself.py:47:16: warning: `i` may be read before it is assigned; it is zero then [MaybeUnset]
#           r[0] = i
#                  ^
# loop_variable_of_itself.py:51:16: warning: `j` may be read before it is assigned; it is zero then [MaybeUnset]
#           r[1] = j + value
#                  ^
# loop_variable_of_itself.py:51:20: warning: `value` may be read before it is assigned; it is zero then [MaybeUnset]
#           r[1] = j + value
#                      ^~~~~
