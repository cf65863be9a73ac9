// params: points.ptr centroids.ptr labels.ptr points.shape0:i32 points.shape1:i32 centroids.shape0:i32
extern "C" __global__ void kmeans_assign(const float* __restrict__ points,
                                         const float* __restrict__ centroids, int* __restrict__ labels,
                                         int n, int dims, int clusters) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int best = 0;
        float least = __int_as_float(0x7f800000);
        for (int c = 0; c < clusters; c++) {
            float distance = 0.0f;
            for (int d = 0; d < dims; d++) {
                float diff = points[i * dims + d] - centroids[c * dims + d];
                distance += diff * diff;
            }
            if (distance < least) {
                least = distance;
                best = c;
            }
        }
        labels[i] = best;
    }
}
