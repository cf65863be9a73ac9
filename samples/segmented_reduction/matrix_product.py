import numpy as np
from numba import cuda
from nvmath.device import matmul

# A block sums `chunk` segments of `k` numbers each: their product with ones.
chunk = 64
k = 48
dtype = np.float32

MM = matmul(
    size=(chunk, 1, k),
    precision=dtype,
    data_type="real",
    transpose_mode=("non_transposed", "non_transposed"),
    execution="Block",
    block_size=64,
    compiler="numba",
)
a_dim = MM.a_dim


@cuda.jit(device=True)
def load_to_shared_2d(matrix, smem, dim):
    """smem, by columns, is the matrix of dim rows and columns."""
    for index in range(cuda.threadIdx.x, dim[0] * dim[1], cuda.blockDim.x):
        row, column = index // dim[1], index % dim[1]
        smem[column, row] = matrix[row, column]


@cuda.jit(device=True)
def set_smem(smem, size, value):
    for index in range(cuda.threadIdx.x, size, cuda.blockDim.x):
        smem[index] = value


@cuda.jit(device=True)
def store_from_shared(smem, like, out, size):
    for index in range(cuda.threadIdx.x, min(size, like.size), cuda.blockDim.x):
        out[index] = smem[index]


@cuda.jit(link=MM.files)
def segmented_reduce_kernel(in_arr, out_arr):
    smem_a = cuda.shared.array(shape=(k, chunk), dtype=dtype)
    smem_b = cuda.shared.array(shape=k, dtype=dtype)
    smem_c = cuda.shared.array(shape=chunk, dtype=dtype)
    bid = cuda.blockIdx.x
    a = in_arr[bid*chunk:(bid+1)*chunk, :]
    load_to_shared_2d(a, smem_a, a_dim)
    set_smem(smem_b, k, 1.)
    cuda.syncthreads()
    MM(1., smem_a, smem_b, 0., smem_c)
    cuda.syncthreads()
    c = out_arr[bid*chunk:(bid+1)*chunk]
    store_from_shared(smem_c, c, c, chunk)


if __name__ == "__main__":
    n_segments = 1000 * chunk
    in_arr = np.random.rand(n_segments, k).astype(dtype)
    out_arr = np.zeros(n_segments, dtype)
    segmented_reduce_kernel[n_segments // chunk, MM.block_dim](in_arr, out_arr)
    print(np.allclose(out_arr, in_arr.sum(axis=1)))
