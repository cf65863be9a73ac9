from numba import cuda
import numpy as np

# Size of arrays
N = 1024


# Define a GPU kernel
@cuda.jit
def add_arrays_gpu(a, b, result):
    idx = cuda.grid(1)
    if idx < a.size:
        result[idx] = a[idx] + b[idx]


# Create sample arrays
a = np.arange(N, dtype=np.float32)
b = np.arange(N, dtype=np.float32)
result = np.zeros_like(a)

# Launch the kernel
threads_per_block = 64
blocks_per_grid = (a.size + (threads_per_block - 1)) // threads_per_block
add_arrays_gpu[blocks_per_grid, threads_per_block](a, b, result)

print(result[:10])  # Print first 10 results
