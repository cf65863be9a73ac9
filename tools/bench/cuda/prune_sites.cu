// params: left.ptr right.ptr p_left.ptr p_right.ptr scalings.ptr parent.ptr left.shape1:i32
constexpr int STATES = 4, CATEGORIES = 4;
constexpr double SMALL = 0x1p-128, LARGE = 0x1p128;

extern "C" __global__ void prune_sites(const double* __restrict__ left, const double* __restrict__ right,
                                       const double* __restrict__ p_left, const double* __restrict__ p_right,
                                       int* __restrict__ scalings, double* __restrict__ parent, int sites) {
    __shared__ double pl[CATEGORIES][STATES][STATES], pr[CATEGORIES][STATES][STATES];
    int tid = threadIdx.x;
    if (tid < CATEGORIES * STATES * STATES) {
        (&pl[0][0][0])[tid] = p_left[tid];
        (&pr[0][0][0])[tid] = p_right[tid];
    }
    __syncthreads();
    int site = blockIdx.x * blockDim.x + threadIdx.x;
    if (site >= sites) return;
    double result[CATEGORIES][STATES], largest = 0;
    for (int c = 0; c < CATEGORIES; c++) {
        size_t at = ((size_t)c * sites + site) * STATES;
        for (int s = 0; s < STATES; s++) {
            double from_left = 0, from_right = 0;
            for (int t = 0; t < STATES; t++) {
                from_left += pl[c][s][t] * left[at + t];
                from_right += pr[c][s][t] * right[at + t];
            }
            result[c][s] = from_left * from_right;
            largest = fmax(largest, result[c][s]);
        }
    }
    double factor = 1;
    if (largest < SMALL) {
        factor = LARGE;
        scalings[site]++;
    }
    for (int c = 0; c < CATEGORIES; c++)
        for (int s = 0; s < STATES; s++) parent[((size_t)c * sites + site) * STATES + s] = result[c][s] * factor;
}
