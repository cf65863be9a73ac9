// params: spins.ptr color beta seed spins.shape0:i32 spins.shape1:i32
__device__ float random_uniform(unsigned index, unsigned seed) {
    unsigned state = index * 747796405u + seed;
    unsigned word = ((state >> ((state >> 28) + 4)) ^ state) * 277803737u;
    word = (word >> 22) ^ word;
    return (word >> 8) * (1.0f / 16777216.0f);
}

extern "C" __global__ void ising_sweep(signed char* spins, int color, float beta, unsigned seed, int n, int m) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= n || j >= m / 2) return;
    int col = 2 * j + (i + color) % 2;
    int up = i > 0 ? spins[(i - 1) * m + col] : spins[(n - 1) * m + col];
    int down = spins[(i + 1) % n * m + col];
    int left = col > 0 ? spins[i * m + col - 1] : spins[i * m + m - 1];
    int right = spins[i * m + (col + 1) % m];
    int s = spins[i * m + col];
    int dE = 2 * s * (up + down + left + right);
    if (dE <= 0 || random_uniform(i * m + col, seed) < expf(-beta * dE)) spins[i * m + col] = -s;
}
