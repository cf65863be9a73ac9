"""The programs of the documents that the project started from, with the import
changed and nothing else, but for what a comment names: the texts lost indentation
or decorators, print versions of numba, or use CuPy, whose arrays NumPy's stand
for here (NumPy's arrays are copied in and out, CuPy's are used where they are).
Seed 4 has no program.
"""

import numpy as np

from pyk2ptx import cuda


def test_beginners_guide():
    # Seed 0. Repaired: the text lost the indentation of the kernel's body.
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
    np.testing.assert_array_equal(result, 2 * a)


def test_segmented_reduction():
    # Seed 1 has a C++ kernel and a Python kernel that needs nvmath's MM, and the
    # loads and stores around it, none of which the text defines. Repaired: they are
    # device functions here; MM is the product that the call describes.
    k, chunk = 4, 8
    dtype = np.float32

    @cuda.jit(device=True)
    def load_to_shared_2d(a, smem, dim):
        for i in range(dim[0]):
            for j in range(dim[1]):
                smem[j, i] = a[i, j]

    @cuda.jit(device=True)
    def set_smem(smem, count, value):
        for i in range(count):
            smem[i] = value

    @cuda.jit(device=True)
    def store_from_shared(smem, source, target, count):
        for i in range(count):
            target[i] = smem[i]

    @cuda.jit(device=True)
    def MM(alpha, a, b, beta, c):
        for j in range(chunk):
            total = 0.0
            for i in range(k):
                total += b[i] * a[i, j]
            c[j] = alpha * total

    a_dim = (chunk, k)

    @cuda.jit
    def segmented_reduce_kernel(in_arr, out_arr):
        smem_a = cuda.shared.array(shape=(k, chunk), dtype=dtype)
        smem_b = cuda.shared.array(shape=k, dtype=dtype)
        smem_c = cuda.shared.array(shape=chunk, dtype=dtype)
        bid = cuda.blockIdx.x
        a = in_arr[bid * chunk : (bid + 1) * chunk, :]
        load_to_shared_2d(a, smem_a, a_dim)
        set_smem(smem_b, k, 1.0)
        cuda.syncthreads()
        MM(1.0, smem_a, smem_b, 0.0, smem_c)
        cuda.syncthreads()
        c = out_arr[bid * chunk : (bid + 1) * chunk]
        store_from_shared(smem_c, c, c, chunk)

    values = np.arange(24 * k, dtype=dtype).reshape(24, k)
    sums = np.zeros(24, dtype)
    segmented_reduce_kernel[3, 1](values, sums)
    np.testing.assert_array_equal(sums, values.sum(axis=1))


# Seed 2. Repaired: the text lost the decorators above both kernels, and prints the
# versions of numba and nvcc, which are not here.
@cuda.jit
def cudakernel0(array):
    for i in range(array.size):
        array[i] += 0.5


@cuda.jit
def cudakernel1(array):
    thread_position = cuda.grid(1)
    array[thread_position] += 0.5


def test_first_kernel():
    array = np.array([0, 1], np.float32)
    cudakernel0[1, 1](array)
    np.testing.assert_array_equal(array, [0.5, 1.5])


def test_too_many_threads():
    # Every thread adds to the same cells: any multiple of 0.5 may come out.
    array = np.array([0, 1], np.float32)
    gridsize = 1024
    blocksize = 1024
    cudakernel0[gridsize, blocksize](array)
    assert array[0] >= 0.5 and array[1] >= 1.5
    np.testing.assert_array_equal(array % 0.5, 0)


def test_one_cell_a_thread():
    array = np.array([0, 1], np.float32)
    cudakernel1[1, 2](array)
    np.testing.assert_array_equal(array, [0.5, 1.5])

    array = np.array([0, 1], np.float32)
    cudakernel1[1, 1](array)
    np.testing.assert_array_equal(array, [0.5, 1.0])

    array = np.zeros(1024 * 1024, np.float32)
    cudakernel1[1024, 1024](array)
    assert np.all(array == np.zeros(1024 * 1024, np.float32) + 0.5)


# Seed 3. Changed: NumPy for CuPy, whose arrays need a GPU, and a shorter vector;
# the first listing's imports and `...` are fragments.
@cuda.jit
def vecadd(A, B, C):
    work_index = cuda.grid(1)
    C[work_index] = A[work_index] + B[work_index]


def test_vecadd_without_bounds_check():
    # note that vector size is not a power of 2 nor a multiple of the block_size
    vector_size = 2**18 + 11
    random = np.random.default_rng(1)
    a = random.uniform(-1, 1, vector_size)
    b = random.uniform(-1, 1, vector_size)
    c = np.zeros_like(a)
    block_size = 256
    grid_size = int(np.ceil(vector_size / block_size))
    vecadd[grid_size, block_size](a, b, c)
    cuda.synchronize()
    np.testing.assert_array_almost_equal(c, a + b)


def test_vecadd_error(capsys):
    try:
        vector_size = 2**18 + 11
        a = np.ones(vector_size)
        b = np.ones(vector_size)
        c = np.zeros_like(a)
        ## this block size is too large for any current GPUs
        block_size = 2048
        grid_size = int(np.ceil(vector_size / block_size))
        # Error: launching kernel with invalid block size
        vecadd[grid_size, block_size](a, b, c)
        cuda.synchronize()
        print("Test did not encounter any errors")
    except Exception as e:
        print(f"Exception occurred: {e}")
    shown = capsys.readouterr().out
    assert shown.startswith("Exception occurred: CUDA_ERROR_INVALID_VALUE: ")
    assert "2048 threads a block" in shown
    # The program goes on.
    vecadd[grid_size * 2, 1024](a, b, c)
    assert (c == 2).all()


# Whole programs in processes of their own, `import cupy` included: a module of
# NumPy's arrays stands for it on the CPU device, whose memory is the host's.
CUPY = """
import types
import numpy as np
from numpy import random, zeros, zeros_like, array

class Device:
    def synchronize(self):
        from pyk2ptx import cuda
        cuda.synchronize()

cuda = types.SimpleNamespace(Device=Device)
asnumpy = np.array
"""
VECADD = """
import numpy as np
from pyk2ptx import cuda
import cupy as cp


## Defines a CUDA kernel to perform C = A + B vector addition
@cuda.jit
def vecadd(A, B, C):
    work_index = cuda.grid(1)
    C[work_index] = A[work_index] + B[work_index]


"""


def write_cupy(folder):
    (folder / "cupy.py").write_text(CUPY)


def test_vecadd_program(tmp_path, run_program):
    # Seed 3, "Putting it All Together", but for its comments.
    write_cupy(tmp_path)
    shown = run_program(
        VECADD
        + """
vector_size = 2**24 + 11

device = cp.cuda.Device()
a = cp.random.uniform(-1, 1, vector_size)
b = cp.random.uniform(-1, 1, vector_size)
c = cp.zeros_like(a)

block_size = 256
grid_size = int(np.ceil(vector_size/block_size))
vecadd[grid_size, block_size](a, b, c)

device.synchronize()

a_np = cp.asnumpy(a)
b_np = cp.asnumpy(b)
c_np = cp.asnumpy(c)

expected = a_np + b_np
np.testing.assert_array_almost_equal(c_np, expected)
print("Test succeeded")
"""
    )
    assert shown == "Test succeeded\n"


def test_error_program(tmp_path, run_program):
    # Seed 3, "Error Checking in CUDA Python": it exits normally.
    write_cupy(tmp_path)
    shown = run_program(
        VECADD
        + """
try:
    vector_size = 2**24 + 11

    device = cp.cuda.Device()
    a = cp.random.uniform(-1, 1, vector_size)
    b = cp.random.uniform(-1, 1, vector_size)
    c = cp.zeros_like(a)

    ## this block size is too large for any current GPUs
    block_size = 2048
    grid_size = int(np.ceil(vector_size/block_size))
    # Error: launching kernel with invalid block size
    vecadd[grid_size, block_size](a, b, c)

    device.synchronize()
    print("Test did not encounter any errors")

except Exception as e:
    print(f"Exception occurred: {e}")
"""
    )
    assert shown.startswith("Exception occurred: CUDA_ERROR_INVALID_VALUE: ")


def test_first_cell(run_program):
    # Seed 2 prints versions first; what is no Python (`!nvcc`) is left out.
    shown = run_program(
        """
import pyk2ptx as numba
import sys
import numpy

print("Python version:", sys.version)
print("Numba version:", numba.__version__)
print("Numpy version:", numpy.__version__)
"""
    )
    assert "Numba version: " in shown


# Seed 3's fragments: kernels whose body is `...`, in grids of one and two axes.
def test_kernels_without_a_body():
    @cuda.jit
    def my_kernel(input, output): ...

    @cuda.jit
    def function(input, output): ...  # noqa: PIE790

    in_array, out_array = np.ones(3), np.zeros(3)
    my_kernel[2, 32](in_array, out_array)
    function[(2, 3), (4, 5)](in_array, out_array)
    assert (out_array == 0).all()


def test_index_by_hand():
    @cuda.jit
    def vecadd(A, B, C):
        idx = cuda.threadIdx.x + cuda.blockIdx.x * cuda.blockDim.x
        C[idx] = A[idx] + B[idx]

    a, c = np.arange(64.0), np.zeros(64)
    vecadd[4, 16](a, a, c)
    np.testing.assert_array_equal(c, 2 * a)
