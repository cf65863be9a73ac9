// params: base.ptr offset strides.ptr shape.ptr out.ptr shape.size:i32 out.size:i32
extern "C" __global__ void unpack_view(const float* __restrict__ base, int offset, const int* __restrict__ strides,
                                       const int* __restrict__ shape, float* __restrict__ out, int axes, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int rest = i, position = offset;
    for (int axis = axes - 1; axis >= 0; axis--) {
        position += rest % shape[axis] * strides[axis];
        rest /= shape[axis];
    }
    out[i] = base[position];
}
