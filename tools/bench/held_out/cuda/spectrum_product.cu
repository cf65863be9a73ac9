// params: a.ptr b.ptr out.ptr out.shape0:i32 out.shape1:i32
#include <cuComplex.h>

extern "C" __global__ void spectrum_product(const cuFloatComplex* __restrict__ a,
                                            const cuFloatComplex* __restrict__ b,
                                            cuFloatComplex* __restrict__ out, int rows, int cols) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < rows && j < cols) {
        int p = i * cols + j;
        cuFloatComplex product = cuCmulf(a[p], cuConjf(b[p]));
        float magnitude = cuCabsf(product);
        out[p] = magnitude > 0.0f
                     ? make_cuFloatComplex(product.x / magnitude, product.y / magnitude)
                     : make_cuFloatComplex(0.0f, 0.0f);
    }
}
