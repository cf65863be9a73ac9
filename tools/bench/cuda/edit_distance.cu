// params: first.ptr second.ptr distance.ptr
constexpr int LENGTH = 256;

extern "C" __global__ void edit_distance(const unsigned char* __restrict__ first,
                                         const unsigned char* __restrict__ second,
                                         int* __restrict__ distance) {
    __shared__ int table[3][LENGTH + 1];
    __shared__ unsigned char text[LENGTH];
    int pair = blockIdx.x, t = threadIdx.x, column = t + 1;
    text[t] = first[pair * LENGTH + t];
    unsigned char letter = second[pair * LENGTH + t];
    if (t == 0) table[0][0] = 0;
    __syncthreads();
    for (int k = 1; k <= 2 * LENGTH; k++) {
        int row = k - column;
        if (t == 0) table[k % 3][0] = k;
        if (row == 0) {
            table[k % 3][column] = column;
        } else if (0 < row && row <= LENGTH) {
            // (k + 1) % 3 is (k - 2) % 3 of a number that is not negative.
            int changed = table[(k + 1) % 3][column - 1] + (text[row - 1] == letter ? 0 : 1);
            int left = table[(k - 1) % 3][column - 1] + 1;
            int above = table[(k - 1) % 3][column] + 1;
            table[k % 3][column] = min(min(changed, left), above);
        }
        __syncthreads();
    }
    if (t == LENGTH - 1) distance[pair] = table[2 * LENGTH % 3][LENGTH];
}
