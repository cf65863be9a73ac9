// params: mask.ptr labels.ptr mask.shape0:i32 mask.shape1:i32
__device__ int find(const int* labels, int i) {
    while (labels[i] != i) i = labels[i];
    return i;
}

__device__ void unite(int* labels, int a, int b) {
    while (true) {
        a = find(labels, a);
        b = find(labels, b);
        if (a == b) return;
        if (a < b) {
            int t = a;
            a = b;
            b = t;
        }
        int old = atomicMin(&labels[a], b);
        if (old == a) return;
        a = old;
    }
}

extern "C" __global__ void blob_union(const unsigned char* __restrict__ mask, int* labels, int height, int width) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    int here = y * width + x;
    if (!mask[here]) return;
    if (x > 0 && mask[here - 1]) unite(labels, here, here - 1);
    if (y > 0 && mask[here - width]) unite(labels, here, here - width);
}
