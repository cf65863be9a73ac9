// params: out.ptr out_shape.ptr out_strides.ptr out_size a.ptr a_shape.ptr a_strides.ptr b.ptr b_shape.ptr b_strides.ptr out_shape.size:i32 a_shape.size:i32 b_shape.size:i32
constexpr int MAX_DIMS = 8;

__device__ void to_index(int ordinal, const int* shape, int dims, int* index) {
    for (int i = dims - 1; i >= 0; i--) {
        index[i] = ordinal % shape[i];
        ordinal /= shape[i];
    }
}

__device__ void broadcast_index(const int* big_index, int big_dims, const int* shape, int dims, int* index) {
    for (int i = 0; i < dims; i++) index[i] = shape[i] > 1 ? big_index[i + big_dims - dims] : 0;
}

__device__ int index_to_position(const int* index, const int* strides, int dims) {
    int position = 0;
    for (int i = 0; i < dims; i++) position += index[i] * strides[i];
    return position;
}

extern "C" __global__ void tensor_zip(float* __restrict__ out, const int* __restrict__ out_shape,
                                      const int* __restrict__ out_strides, int out_size,
                                      const float* __restrict__ a, const int* __restrict__ a_shape,
                                      const int* __restrict__ a_strides, const float* __restrict__ b,
                                      const int* __restrict__ b_shape, const int* __restrict__ b_strides,
                                      int out_dims, int a_dims, int b_dims) {
    int out_index[MAX_DIMS], a_index[MAX_DIMS], b_index[MAX_DIMS];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out_size) {
        to_index(i, out_shape, out_dims, out_index);
        broadcast_index(out_index, out_dims, a_shape, a_dims, a_index);
        broadcast_index(out_index, out_dims, b_shape, b_dims, b_index);
        float x = a[index_to_position(a_index, a_strides, a_dims)];
        float y = b[index_to_position(b_index, b_strides, b_dims)];
        out[index_to_position(out_index, out_strides, out_dims)] = x * y;
    }
}
