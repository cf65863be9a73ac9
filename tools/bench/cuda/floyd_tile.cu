// params: dist.ptr stage dist.shape1:i32
constexpr int TILE = 32;

extern "C" __global__ void floyd_tile(int* dist, int stage, int n) {
    __shared__ int along[TILE][TILE], down[TILE][TILE];
    if (blockIdx.x == stage || blockIdx.y == stage) return;
    int tx = threadIdx.x, ty = threadIdx.y;
    int x = blockIdx.x * blockDim.x + tx, y = blockIdx.y * blockDim.y + ty;
    along[ty][tx] = dist[y * n + stage * TILE + tx];
    down[ty][tx] = dist[(stage * TILE + ty) * n + x];
    __syncthreads();
    int best = dist[y * n + x];
    for (int k = 0; k < TILE; k++) best = min(best, along[ty][k] + down[k][tx]);
    dist[y * n + x] = best;
}
