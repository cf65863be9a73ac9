# golden: --emit=ir
# golden: --emit=ir --facts=apart,block=16x16,per-thread=2
# Elements that a loop adds to are slots meanwhile, where arrays are apart.
from numba import cuda


@cuda.jit("void(float32[:, ::1], float32[:, ::1], float32[:, ::1])")
def product(a, b, c):
    col, row = cuda.grid(2)
    if row < c.shape[0] and col < c.shape[1]:
        c[row, col] = 0
        for k in range(a.shape[1]):
            c[row, col] += a[row, k] * b[k, col]


@cuda.jit("void(int32[::1], int32[::1], int32[::1], float64[:, ::1])")
def sums_of_rows(start, columns, counts, sums):
    i = cuda.grid(1)
    if i < counts.size:
        for k in range(start[i], start[i + 1]):
            if columns[k] < 0:
                continue
            counts[i] += 1
            sums[i, 0] += columns[k]
            sums[i, 1] += columns[k] * columns[k]


@cuda.jit("void(int64[::1], int64[::1])")
def seen_by_others(x, y):
    for k in range(y.size):
        x[0] += y[k]
        y[k] = x[0]

# === --emit=ir
# kernel product(a: f32[:, ::1], b: f32[:, ::1], c: f32[:, ::1])
#   %3: i64 = i64(cuda.blockIdx.x) * i64(cuda.blockDim.x) + i64(cuda.threadIdx.x)
#   %4: i64 = i64(cuda.blockIdx.y) * i64(cuda.blockDim.y) + i64(cuda.threadIdx.y)
#   col: i64 = %3
#   row: i64 = %4
#   if row < c.shape[0] and col < c.shape[1]
#     c[row, col] = f32(0.0)
#     if ((c.address + c.size * 4 <= a.address) | (a.address + a.size * 4 <= c.address)) & ((c.address + c.size * 4 <= b.address) | (b.address + b.size * 4 <= c.address))
#       kept: f32 = c[row, col]
#       for k: i64 in range(0, a.shape[1], 1)
#         kept = fma(a[guard row, k], b[guard k, guard col], kept)
#       c[row, col] = kept
#     else
#       for k in range(0, a.shape[1], 1)
#         c[row, col] = fma(a[guard row, k], b[guard k, guard col], c[row, col])
#
# kernel sums_of_rows(start: i32[::1], columns: i32[::1], counts: i32[::1], sums: f64[:, ::1])
#   i: i64 = i64(cuda.blockIdx.x) * i64(cuda.blockDim.x) + i64(cuda.threadIdx.x)
#   if i < counts.size
#     if ((counts.address + counts.size * 4 <= start.address) | (start.address + start.size * 4 <= counts.address)) & ((counts.address + counts.size * 4 <= columns.address) | (columns.address + columns.size * 4 <= counts.address)) & ((counts.address + counts.size * 4 <= sums.address) | (sums.address + sums.size * 8 <= counts.address)) & ((sums.address + sums.size * 8 <= start.address) | (start.address + start.size * 4 <= sums.address)) & ((sums.address + sums.size * 8 <= columns.address) | (columns.address + columns.size * 4 <= sums.address))
#       bound: i64 = i64(start[guard i])
#       bound: i64 = i64(start[guard i + 1])
#       if bound < bound
#         kept: i32 = counts[i]
#         added: bool = False
#         kept: f64 = sums[guard i, guard 0]
#         added: bool = False
#         kept: f64 = sums[guard i, guard 1]
#         added: bool = False
#         for k: i64 in range(bound, bound, 1)
#           if i64(columns[guard wrap(k)]) < 0
#             continue
#           kept = i32(i64(kept) + 1)
#           added = True
#           kept = kept + f64(columns[guard wrap(k)])
#           added = True
#           kept = kept + f64(i64(columns[guard wrap(k)]) * i64(columns[guard wrap(k)]))
#           added = True
#         if added
#           counts[i] = kept
#         if added
#           sums[guard i, guard 0] = kept
#         if added
#           sums[guard i, guard 1] = kept
#     else
#       for k in range(i64(start[guard i]), i64(start[guard i + 1]), 1)
#         if i64(columns[guard wrap(k)]) < 0
#           continue
#         counts[i] = i32(i64(counts[i]) + 1)
#         sums[guard i, guard 0] = sums[guard i, guard 0] + f64(columns[guard wrap(k)])
#         sums[guard i, guard 1] = sums[guard i, guard 1] + f64(i64(columns[guard wrap(k)]) * i64(columns[guard wrap(k)]))
#
# kernel seen_by_others(x: i64[::1], y: i64[::1])
#   for k: i64 in range(0, y.size, 1)
#     x[guard 0] = x[guard 0] + y[k]
#     y[k] = x[guard 0]

# === --emit=ir --facts=apart,block=16x16,per-thread=2
# kernel product(a: f32[:, ::1], b: f32[:, ::1], c: f32[:, ::1])
#   noalias
#   threadIdx: i64 = i64(cuda.threadIdx.y) * 2 + 0
#   threadIdx: i64 = i64(cuda.threadIdx.y) * 2 + 1
#   %3: i64 = i64(cuda.blockIdx.x) * i64(i32(16)) + i64(cuda.threadIdx.x)
#   %4: i64 = i64(cuda.blockIdx.y) * i64(i32(16)) + i64(i32(threadIdx))
#   %4: i64 = i64(cuda.blockIdx.y) * i64(i32(16)) + i64(i32(threadIdx))
#   col: i64 = %3
#   row: i64 = %4
#   row: i64 = %4
#   condition: bool = row < c.shape[0] and col < c.shape[1]
#   condition: bool = row < c.shape[0] and col < c.shape[1]
#   if condition and condition
#     value: f32 = f32(0.0)
#     value: f32 = f32(0.0)
#     c[row, col] = value
#     c[row, col] = value
#     kept: f32 = c[row, col]
#     kept: f32 = c[row, col]
#     for k: i64 in range(0, a.shape[1], 1)
#       kept = fma(a[guard row, k], b[guard k, guard col], kept)
#       kept = fma(a[guard row, k], b[guard k, guard col], kept)
#     value: f32 = kept
#     value: f32 = kept
#     c[row, col] = value
#     c[row, col] = value
#   else
#     if condition
#       c[row, col] = f32(0.0)
#       kept = c[row, col]
#       for k in range(0, a.shape[1], 1)
#         kept = fma(a[guard row, k], b[guard k, guard col], kept)
#       c[row, col] = kept
#     if condition
#       c[row, col] = f32(0.0)
#       kept = c[row, col]
#       for k in range(0, a.shape[1], 1)
#         kept = fma(a[guard row, k], b[guard k, guard col], kept)
#       c[row, col] = kept
#
# kernel sums_of_rows(start: i32[::1], columns: i32[::1], counts: i32[::1], sums: f64[:, ::1])
#   noalias
#   i: i64 = i64(cuda.blockIdx.x) * i64(i32(16)) + i64(cuda.threadIdx.x)
#   if i < counts.size
#     bound: i64 = i64(start[guard i])
#     bound: i64 = i64(start[guard i + 1])
#     if bound < bound
#       kept: i32 = counts[i]
#       added: bool = False
#       kept: f64 = sums[guard i, guard 0]
#       added: bool = False
#       kept: f64 = sums[guard i, guard 1]
#       added: bool = False
#       for k: i64 in range(bound, bound, 1)
#         if i64(columns[guard wrap(k)]) < 0
#           continue
#         kept = i32(i64(kept) + 1)
#         added = True
#         kept = kept + f64(columns[guard wrap(k)])
#         added = True
#         kept = kept + f64(i64(columns[guard wrap(k)]) * i64(columns[guard wrap(k)]))
#         added = True
#       if added
#         counts[i] = kept
#       if added
#         sums[guard i, guard 0] = kept
#       if added
#         sums[guard i, guard 1] = kept
#
# kernel seen_by_others(x: i64[::1], y: i64[::1])
#   noalias
#   for k: i64 in range(0, y.size, 1)
#     x[guard 0] = x[guard 0] + y[k]
#     y[k] = x[guard 0]
