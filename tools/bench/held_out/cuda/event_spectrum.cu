// params: energy.ptr angle.ptr weight.ptr energy_low energy_step angle_low angle_step sums.ptr squares.ptr energy.size:i32 sums.shape0:i32 sums.shape1:i32
extern "C" __global__ void event_spectrum(const float* __restrict__ energy, const float* __restrict__ angle,
                                          const float* __restrict__ weight, float energy_low, float energy_step,
                                          float angle_low, float angle_step, float* __restrict__ sums,
                                          float* __restrict__ squares, int n, int rows, int columns) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int row = (int)floorf((angle[i] - angle_low) / angle_step);
    int column = (int)floorf((energy[i] - energy_low) / energy_step);
    if (row < 0 || row >= rows || column < 0 || column >= columns) return;
    float w = weight[i];
    atomicAdd(&sums[row * columns + column], w);
    atomicAdd(&squares[row * columns + column], w * w);
}
