// params: cells.ptr after.ptr cells.shape0:i32 cells.shape1:i32
extern "C" __global__ void life(const unsigned char* __restrict__ cells,
                                unsigned char* __restrict__ after, int height, int width) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) {
        int alive = 0;
        for (int dy = -1; dy <= 1; ++dy)
            for (int dx = -1; dx <= 1; ++dx)
                if (dy != 0 || dx != 0)
                    alive += cells[(y + dy + height) % height * width + (x + dx + width) % width];
        after[y * width + x] = alive == 3 || (alive == 2 && cells[y * width + x] == 1);
    }
}
