import math

from numba import cuda, float32

BINS = 36
THREADS = 64


@cuda.jit("void(float32[:, ::1], float32[:, ::1], float32[:, ::1], float32[::1])")
def orient_keypoints(image, keypoints, histograms, angles):
    """SIFT: the histogram of the gradients around each keypoint, smoothed, and its peak's angle."""
    hist = cuda.shared.array(BINS, float32)
    smooth = cuda.shared.array(BINS, float32)
    key = cuda.blockIdx.x
    tid = cuda.threadIdx.x
    if tid < BINS:
        hist[tid] = 0
    cuda.syncthreads()
    height, width = image.shape
    x0 = round(keypoints[key, 0])
    y0 = round(keypoints[key, 1])
    sigma = float32(1.5) * keypoints[key, 2]
    radius = round(3 * sigma)
    side = 2 * radius + 1
    falloff = float32(-0.5) / (sigma * sigma)
    for k in range(tid, side * side, THREADS):
        dy = k // side - radius
        dx = k % side - radius
        y = y0 + dy
        x = x0 + dx
        if x <= 0 or y <= 0 or x >= width - 1 or y >= height - 1:
            continue
        gx = image[y, x + 1] - image[y, x - 1]
        gy = image[y - 1, x] - image[y + 1, x]
        magnitude = math.sqrt(gx * gx + gy * gy)
        weight = math.exp(float32(dx * dx + dy * dy) * falloff)
        slot = round(math.atan2(gy, gx) * float32(BINS / (2 * math.pi))) % BINS
        cuda.atomic.add(hist, slot, weight * magnitude)
    cuda.syncthreads()
    if tid < BINS:
        smooth[tid] = (hist[(tid - 2) % BINS] + hist[(tid + 2) % BINS]) * float32(1 / 16) \
            + (hist[(tid - 1) % BINS] + hist[(tid + 1) % BINS]) * float32(4 / 16) + hist[tid] * float32(6 / 16)
        histograms[key, tid] = smooth[tid]
    cuda.syncthreads()
    if tid == 0:
        best = 0
        for k in range(1, BINS):
            if smooth[k] > smooth[best]:
                best = k
        before = smooth[(best - 1) % BINS]
        after = smooth[(best + 1) % BINS]
        bend = before - 2 * smooth[best] + after
        shift = float32(0.5) * (before - after) / bend if bend != 0 else float32(0)
        angles[key] = (float32(best) + shift) * float32(360 / BINS)
