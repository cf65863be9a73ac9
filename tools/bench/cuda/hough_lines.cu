// params: edges.ptr cosines.ptr sines.ptr votes.ptr edges.shape0:i32 edges.shape1:i32 votes.shape0:i32 votes.shape1:i32
extern "C" __global__ void hough_lines(const unsigned char* __restrict__ edges, const float* __restrict__ cosines,
                                       const float* __restrict__ sines, int* votes, int height, int width, int rhos,
                                       int thetas) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    if (edges[y * width + x] == 0) return;
    int middle = rhos / 2;
    for (int t = 0; t < thetas; t++) {
        int rho = (int)floorf(x * cosines[t] + y * sines[t] + 0.5f) + middle;
        atomicAdd(&votes[rho * thetas + t], 1);
    }
}
