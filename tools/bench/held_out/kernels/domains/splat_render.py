import math

from numba import cuda, float32

TILE = 16
BATCH = TILE * TILE


@cuda.jit("void(float32[:, ::1], float32[:, ::1], float32[:, ::1], int32[::1], int32[::1], float32[:, :, ::1])")
def splat_render(means, conics, colors, order, tile_start, image):
    """Gaussian splats, front to back, blended into the pixels of a tile; conics have the opacity last."""
    xy = cuda.shared.array((BATCH, 2), float32)
    conic = cuda.shared.array((BATCH, 4), float32)
    rgb = cuda.shared.array((BATCH, 3), float32)
    x, y = cuda.grid(2)
    height, width = image.shape[:2]
    inside = x < width and y < height
    tid = cuda.threadIdx.y * TILE + cuda.threadIdx.x
    tile = cuda.blockIdx.y * cuda.gridDim.x + cuda.blockIdx.x
    first = tile_start[tile]
    last = tile_start[tile + 1]
    px = float32(x)
    py = float32(y)
    done = not inside
    transmit = float32(1)
    r = g = b = float32(0)
    for base in range(first, last, BATCH):
        if cuda.syncthreads_count(done) == BATCH:
            break
        if base + tid < last:
            s = order[base + tid]
            for k in range(2):
                xy[tid, k] = means[s, k]
            for k in range(4):
                conic[tid, k] = conics[s, k]
            for k in range(3):
                rgb[tid, k] = colors[s, k]
        cuda.syncthreads()
        for j in range(min(BATCH, last - base)):
            if done:
                break
            dx = xy[j, 0] - px
            dy = xy[j, 1] - py
            power = float32(-0.5) * (conic[j, 0] * dx * dx + conic[j, 2] * dy * dy) - conic[j, 1] * dx * dy
            if power > 0:
                continue
            alpha = min(float32(0.99), conic[j, 3] * math.exp(power))
            if alpha < float32(1 / 255):
                continue
            rest = transmit * (float32(1) - alpha)
            if rest < float32(1e-4):
                done = True
                continue
            r += rgb[j, 0] * alpha * transmit
            g += rgb[j, 1] * alpha * transmit
            b += rgb[j, 2] * alpha * transmit
            transmit = rest
    if inside:
        image[y, x, 0] = r
        image[y, x, 1] = g
        image[y, x, 2] = b
