from numba import cuda
from numpy import float32


@cuda.jit("void(float32[:, :, ::1], float32[:, ::1], int64, int64)")
def im2col(image, columns, size, pad):
    """The pixels below each place of a filter, as a column: of a convolution a product of matrices is left."""
    channels, height, width = image.shape
    out_height = height + 2 * pad - size + 1
    out_width = width + 2 * pad - size + 1
    i = cuda.grid(1)
    if i < channels * out_height * out_width:
        x = i % out_width
        y = i // out_width % out_height
        c = i // (out_width * out_height)
        for ky in range(size):
            for kx in range(size):
                row, col = y + ky - pad, x + kx - pad
                value = float32(0)
                if 0 <= row < height and 0 <= col < width:
                    value = image[c, row, col]
                columns[(c * size + ky) * size + kx, y * out_width + x] = value
