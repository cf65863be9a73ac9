// params: values.ptr weights.ptr means.ptr values.shape0:i32 values.shape1:i32 least
extern "C" __global__ void masked_means(const double* __restrict__ values, const double* __restrict__ weights,
                                        double* __restrict__ means, int rows, int columns, double least) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k < columns) {
        double total = 0, weight = 0;
        for (int i = 0; i < rows; ++i) {
            double w = weights[i * columns + k];
            if (w > least) {
                total += w * values[i * columns + k];
                weight += w;
            }
        }
        means[k] = weight > 0 ? total / weight : -1;
    }
}
