import math

from numba import cuda, float32


@cuda.jit("void(float32[:, ::1], float32[:, ::1], int32[::1])")
def kmeans_assign(points, centroids, labels):
    i = cuda.grid(1)
    n, dims = points.shape
    if i < n:
        best = 0
        least = float32(math.inf)
        for c in range(centroids.shape[0]):
            distance = float32(0.0)
            for d in range(dims):
                diff = points[i, d] - centroids[c, d]
                distance += diff * diff
            if distance < least:
                least = distance
                best = c
        labels[i] = best
