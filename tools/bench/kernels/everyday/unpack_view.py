from numba import cuda


@cuda.jit("void(float32[::1], int32, int32[::1], int32[::1], float32[::1])")
def unpack_view(base, offset, strides, shape, out):
    """A view's elements in order. It may have any number of axes: swapped, turned around or repeated."""
    i = cuda.grid(1)
    if i < out.size:
        rest = i
        position = offset
        for axis in range(len(shape) - 1, -1, -1):
            position += rest % shape[axis] * strides[axis]
            rest //= shape[axis]
        out[i] = base[position]
