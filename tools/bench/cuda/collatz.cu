// params: start.ptr steps.ptr start.size:i32 most
extern "C" __global__ void collatz(const long long* __restrict__ start, int* __restrict__ steps, int size,
                                   int most) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= size) return;
    long long n = start[i];
    if (n < 1) {
        steps[i] = -1;
        return;
    }
    int count = 0;
    while (n != 1) {
        if (count == most) {
            steps[i] = -1;
            return;
        }
        ++count;
        n = n % 2 == 0 ? n / 2 : 3 * n + 1;
    }
    steps[i] = count;
}
