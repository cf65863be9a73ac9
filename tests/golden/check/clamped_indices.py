# golden: --emit=ir --passes=-inline-functions,-kept-elements
# Indices that were clamped, wrapped or compared are inside: they have no check.
from numba import cuda


@cuda.jit(device=True)
def clamp(value, low, high):
    return max(low, min(value, high))


@cuda.jit("void(float32[:, ::1], float32[:, ::1])")
def by_function(image, out):
    x, y = cuda.grid(2)
    height, width = image.shape
    if x < width and y < height:
        out[y, x] = image[clamp(y - 1, 0, height - 1), clamp(x + 1, 0, width - 1)]


@cuda.jit("void(float32[:, ::1], float32[:, ::1])")
def by_branches(image, out):
    x, y = cuda.grid(2)
    height, width = image.shape
    if x >= width or y >= height:
        return
    total = 0.0
    for dy in range(-1, 2):
        for dx in range(-1, 2):
            yy = y + dy
            xx = x + dx
            if yy < 0:
                yy = 0
            elif yy >= height:
                yy = height - 1
            if xx < 0:
                xx = 0
            if xx >= width:
                xx = width - 1
            total += image[yy, xx]
    out[y, x] = total


@cuda.jit("void(float32[:, ::1], float32[:, ::1])")
def around_a_ring(u, v):
    j, i = cuda.grid(2)
    ny, nx = u.shape
    inside = i < nx and j < ny
    if inside:
        v[j, i] = u[j, (i + 1) % nx] + u[(j - 1) % ny, i] + u[j - 1 if j > 0 else ny - 1, i]


@cuda.jit("void(float32[::1], float32[::1])")
def in_a_loop(a, b):
    n = a.size
    for k in range(1, n - 1):
        b[k] = a[k - 1] + a[k] + a[k + 1]
    while n > 0 and a[n - 1] == 0:
        n -= 1
    for k in range(n, 0, -1):
        b[0] += a[k - 1]


@cuda.jit("void(float32[::1], int64[::1], int64)")
def unknown_ones(a, at, n):
    i = cuda.grid(1)
    if i < n:
        a[i] = a[at[i]]
    k = n
    while a[k] != 0:
        k += 1
    if i < a.size:
        i += 1
        a[i] = a[i - 1]

# === --emit=ir --passes=-inline-functions,-kept-elements
# function clamp__device(value: i64, low: i64, high: i64) -> i64
#   return max(low, min(value, high))
#
# kernel by_function(image: f32[:, ::1], out: f32[:, ::1])
#   %2: i64 = i64(cuda.blockIdx.x) * i64(cuda.blockDim.x) + i64(cuda.threadIdx.x)
#   %3: i64 = i64(cuda.blockIdx.y) * i64(cuda.blockDim.y) + i64(cuda.threadIdx.y)
#   x: i64 = %2
#   y: i64 = %3
#   %6: i64 = image.shape[0]
#   %7: i64 = image.shape[1]
#   height: i64 = %6
#   width: i64 = %7
#   if x < width and y < height
#     out[guard y, guard x] = image[clamp__device(y - 1, 0, height - 1), clamp__device(x + 1, 0, width - 1)]
#
# kernel by_branches(image: f32[:, ::1], out: f32[:, ::1])
#   %2: i64 = i64(cuda.blockIdx.x) * i64(cuda.blockDim.x) + i64(cuda.threadIdx.x)
#   %3: i64 = i64(cuda.blockIdx.y) * i64(cuda.blockDim.y) + i64(cuda.threadIdx.y)
#   x: i64 = %2
#   y: i64 = %3
#   %6: i64 = image.shape[0]
#   %7: i64 = image.shape[1]
#   height: i64 = %6
#   width: i64 = %7
#   if x >= width or y >= height
#     return
#   total: f64 = 0.0
#   total.1: f32 = f32(0.0)
#   for dy: i64 in range(-1, 2, 1)
#     for dx: i64 in range(-1, 2, 1)
#       yy: i64 = y + dy
#       xx: i64 = x + dx
#       if yy < 0
#         yy = 0
#       else
#         if yy >= height
#           yy = height - 1
#       if xx < 0
#         xx = 0
#       if xx >= width
#         xx = width - 1
#       total.1 = total.1 + image[yy, xx]
#   out[guard y, guard x] = total.1
#
# kernel around_a_ring(u: f32[:, ::1], v: f32[:, ::1])
#   %2: i64 = i64(cuda.blockIdx.x) * i64(cuda.blockDim.x) + i64(cuda.threadIdx.x)
#   %3: i64 = i64(cuda.blockIdx.y) * i64(cuda.blockDim.y) + i64(cuda.threadIdx.y)
#   j: i64 = %2
#   i: i64 = %3
#   %6: i64 = u.shape[0]
#   %7: i64 = u.shape[1]
#   ny: i64 = %6
#   nx: i64 = %7
#   inside: bool = i < nx and j < ny
#   if inside
#     v[guard j, guard i] = u[j, (i + 1) % nx] + u[(j - 1) % ny, i] + u[j - 1 if j > 0 else ny - 1, i]
#
# kernel in_a_loop(a: f32[::1], b: f32[::1])
#   n: i64 = a.size
#   for k: i64 in range(1, n - 1, 1)
#     b[guard k] = a[k - 1] + a[k] + a[k + 1]
#   while n > 0 and a[guard n - 1] == f32(0.0)
#     n = n - 1
#   for k in range(n, 0, -1)
#     b[guard 0] = b[guard 0] + a[guard k - 1]
#
# kernel unknown_ones(a: f32[::1], at: i64[::1], n: i64)
#   i: i64 = i64(cuda.blockIdx.x) * i64(cuda.blockDim.x) + i64(cuda.threadIdx.x)
#   if i < n
#     a[guard i] = a[guard wrap(at[guard i])]
#   k: i64 = n
#   while a[guard wrap(k)] != f32(0.0)
#     k = k + 1
#   if i < a.size
#     i = i + 1
#     a[guard i] = a[i - 1]
