// params: lon.ptr lat.ptr ring.ptr first.ptr bounds.ptr zone.ptr lon.size:i32 bounds.shape0:i32
__device__ bool inside(const double* __restrict__ ring, int begin, int end, double x, double y) {
    bool odd = false;
    for (int i = begin, j = end - 1; i < end; j = i++) {
        double xi = ring[2 * i], yi = ring[2 * i + 1];
        double xj = ring[2 * j], yj = ring[2 * j + 1];
        if ((yi > y) != (yj > y) && x < (xj - xi) * (y - yi) / (yj - yi) + xi) odd = !odd;
    }
    return odd;
}

extern "C" __global__ void pickup_zones(const double* __restrict__ lon, const double* __restrict__ lat,
                                        const double* __restrict__ ring, const int* __restrict__ first,
                                        const double* __restrict__ bounds, short* __restrict__ zone, int n,
                                        int zones) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double x = lon[i], y = lat[i];
    int found = 0;
    for (int k = 0; k < zones; k++) {
        const double* box = bounds + 4 * k;
        if (x < box[0] || y < box[1] || x > box[2] || y > box[3]) continue;
        if (inside(ring, first[k], first[k + 1], x, y)) {
            found = k + 1;
            break;
        }
    }
    zone[i] = found;
}
