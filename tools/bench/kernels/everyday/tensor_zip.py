from numba import cuda, int32

MAX_DIMS = 8


@cuda.jit(device=True)
def to_index(ordinal, shape, index):
    for i in range(len(shape) - 1, -1, -1):
        index[i] = ordinal % shape[i]
        ordinal = ordinal // shape[i]


@cuda.jit(device=True)
def broadcast_index(big_index, big_shape, shape, index):
    offset = len(big_shape) - len(shape)
    for i in range(len(shape)):
        if shape[i] > 1:
            index[i] = big_index[i + offset]
        else:
            index[i] = 0


@cuda.jit(device=True)
def index_to_position(index, strides):
    position = 0
    for i in range(len(strides)):
        position += index[i] * strides[i]
    return position


@cuda.jit("void(float32[::1], int32[::1], int32[::1], int32, float32[::1], int32[::1], int32[::1], "
          "float32[::1], int32[::1], int32[::1])")
def tensor_zip(out, out_shape, out_strides, out_size, a, a_shape, a_strides, b, b_shape, b_strides):
    """The product of two tensors of any shapes that broadcast to that of the third."""
    out_index = cuda.local.array(MAX_DIMS, int32)
    a_index = cuda.local.array(MAX_DIMS, int32)
    b_index = cuda.local.array(MAX_DIMS, int32)
    i = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
    if i < out_size:
        to_index(i, out_shape, out_index)
        broadcast_index(out_index, out_shape, a_shape, a_index)
        broadcast_index(out_index, out_shape, b_shape, b_index)
        x = a[index_to_position(a_index, a_strides)]
        y = b[index_to_position(b_index, b_strides)]
        out[index_to_position(out_index, out_strides)] = x * y
