# golden: --emit=ir
from numba import cuda, float32

STEPS = (3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8)
WEIGHTS = (0.5, 1, 0.25, 2, 3, 4, 5, 6, 7)


@cuda.jit("void(int64[::1], float32[::1], int64, uint64)")
def k(a, w, i, u):
    a[0] = STEPS[i]
    a[1] = STEPS[u]
    w[0] = WEIGHTS[i % 9]
    w[1] = WEIGHTS[-1]
    for step, weight in zip(STEPS, WEIGHTS):
        a[step] += 1
        w[step] = weight
    few = (1, 2, 3)
    a[2] = few[i]
    mixed = (i, 1, 2, 3, 4, 5, 6, 7, 8, 9)
    a[3] = mixed[i]
    for j in range(0, 12, 5):
        a[4] += STEPS[j + 1]

# === --emit=ir
# kernel k(a: i64[::1], w: f32[::1], i: i64, u: u64)
#   constant @tuple: i64[12]
#   constant @tuple.1: f64[9]
#   a[guard 0] = @tuple[guard wrap(i)]
#   a[guard 1] = @tuple[guard i64(u)]
#   w[guard 0] = f32(@tuple.1[i % 9])
#   w[guard 1] = f32(7.0)
#   step: i64 = 3
#   weight: f64 = 0.5
#   a[guard 3] = a[guard 3] + 1
#   w[guard 3] = f32(0.5)
#   step = 1
#   weight.1: i64 = 1
#   a[guard 1] = a[guard 1] + 1
#   w[guard 1] = f32(1.0)
#   step = 4
#   weight = 0.25
#   a[guard 4] = a[guard 4] + 1
#   w[guard 4] = f32(0.25)
#   step = 1
#   weight.1 = 2
#   a[guard 1] = a[guard 1] + 1
#   w[guard 1] = f32(2.0)
#   step = 5
#   weight.1 = 3
#   a[guard 5] = a[guard 5] + 1
#   w[guard 5] = f32(3.0)
#   step = 9
#   weight.1 = 4
#   a[guard 9] = a[guard 9] + 1
#   w[guard 9] = f32(4.0)
#   step = 2
#   weight.1 = 5
#   a[guard 2] = a[guard 2] + 1
#   w[guard 2] = f32(5.0)
#   step = 6
#   weight.1 = 6
#   a[guard 6] = a[guard 6] + 1
#   w[guard 6] = f32(6.0)
#   step = 5
#   weight.1 = 7
#   a[guard 5] = a[guard 5] + 1
#   w[guard 5] = f32(7.0)
#   few: (i64, i64, i64) = (1, 2, 3)
#   a[guard 2] = 1 if i == 0 or i == -3 else 2 if i == 1 or i == -2 else 3 if i == 2 or i == -1 else 0
#   mixed: (i64, i64, i64, i64, i64, i64, i64, i64, i64, i64) = (i, 1, 2, 3, 4, 5, 6, 7, 8, 9)
#   a[guard 3] = let %9: i64 = mixed.0 in let %10: i64 = mixed.1 in let %11: i64 = mixed.2 in let %12: i64 = mixed.3 in let %13: i64 = mixed.4 in let %14: i64 = mixed.5 in let %15: i64 = mixed.6 in let %16: i64 = mixed.7 in let %17: i64 = mixed.8 in let %18: i64 = mixed.9 in %9 if i == 0 or i == -10 else %10 if i == 1 or i == -9 else %11 if i == 2 or i == -8 else %12 if i == 3 or i == -7 else %13 if i == 4 or i == -6 else %14 if i == 5 or i == -5 else %15 if i == 6 or i == -4 else %16 if i == 7 or i == -3 else %17 if i == 8 or i == -2 else %18 if i == 9 or i == -1 else 0
#   kept: i64 = a[guard 4]
#   for j: i64 in range(0, 12, 5)
#     kept = kept + @tuple[j + 1]
#   a[guard 4] = kept
