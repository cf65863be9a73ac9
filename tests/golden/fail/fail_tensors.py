# golden:
# Tensors of nvmath.device that cannot be, told where they are made or used.
import numpy as np
from numba import cuda
from nvmath.device import Matmul, axpby, clear, copy, copy_fragment, make_tensor

ORDER = ("row_major", "row_major", "row_major")
MM = Matmul(size=(32, 32, 32), precision=np.float32, arrangement=ORDER, block_size=64)
OTHER = Matmul(size=(32, 16, 32), precision=np.float32, arrangement=ORDER, block_size=64)
LARGE = Matmul(size=(128, 128, 8), precision=np.float32, arrangement=ORDER, block_size=16)


@cuda.jit("void(float32[:, ::1], float64[::1])")
def k(x, y):
    shared = cuda.shared.array(32 * 32, np.float32, alignment=16)
    own = cuda.local.array(16, np.float32)
    a = make_tensor(shared, MM.suggest_layout_smem_a())
    make_tensor(x, MM.suggest_layout_smem_a())
    make_tensor(x, 32)
    make_tensor(shared)
    make_tensor(cuda.shared.array(9, np.float64), MM.get_layout_smem_b())
    make_tensor(shared, MM.get_layout_rmem_c())
    copy(x, a)
    copy(a, make_tensor(x, OTHER.get_layout_gmem_c()))
    copy(make_tensor(own, MM.get_layout_rmem_c()), a)
    copy_fragment(a, a)
    clear(a)
    axpby(1.0, a, 1.0, a)
    total = MM.suggest_accumulator()
    MM.execute(a, a, total)
    OTHER.execute(a, a, total)
    MM.execute(a, total)
    total.is_thread_active(3)
    total.what()
    LARGE.suggest_accumulator()
    MM.get_layout_gmem_a(31)
    MM.suggest_layout_gmem_a()
    MM.get_layout_smem_a(40)
    MM.suggest_accumulator(1)

# ===
# fail_tensors.py:18:17: error: argument 1 of `make_tensor` must be a shared C-contiguous array of `float32`, not `float32[:, ::1]` [ArgumentType]
#       make_tensor(x, MM.suggest_layout_smem_a())
#                   ^
# fail_tensors.py:19:20: error: argument 2 of `make_tensor` must be a layout, such as `MM.suggest_layout_smem_a()`, not `int64` [ArgumentType]
#       make_tensor(x, 32)
#                      ^~
# fail_tensors.py:20:5: error: `make_tensor` takes 2 arguments, 1 given [ArgumentCount]
#       make_tensor(shared)
#       ^~~~~~~~~~~~~~~~~~~
# fail_tensors.py:21:17: error: argument 1 of `make_tensor` must be a shared C-contiguous array of `float32`, not `float64[::1]` [ArgumentType]
#       make_tensor(cuda.shared.array(9, np.float64), MM.get_layout_smem_b())
#                   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# fail_tensors.py:22:17: error: argument 1 of `make_tensor` must be a local array of `float32`, not `float32[::1]` [ArgumentType]
#       make_tensor(shared, MM.get_layout_rmem_c())
#                   ^~~~~~
# fail_tensors.py:23:5: error: it wants tensors, which make_tensor(array, layout) gives, not `float32[:, ::1]` [TensorMisuse]
#       copy(x, a)
#       ^~~~~~~~~~
# fail_tensors.py:24:5: error: `copy` wants two tensors of one shape [TensorMisuse]
#       copy(a, make_tensor(x, OTHER.get_layout_gmem_c()))
#       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# fail_tensors.py:25:5: error: `copy` is of tensors in memory; copy_fragment is of registers [TensorMisuse]
#       copy(make_tensor(own, MM.get_layout_rmem_c()), a)
#       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# fail_tensors.py:26:5: error: `copy_fragment` wants a tensor in registers; copy is of memory [TensorMisuse]
#       copy_fragment(a, a)
#       ^~~~~~~~~~~~~~~~~~~
# fail_tensors.py:27:5: error: `clear` wants a tensor in registers [TensorMisuse]
#       clear(a)
#       ^~~~~~~~
# fail_tensors.py:28:5: error: `axpby` wants two tensors of one layout in registers [TensorMisuse]
#       axpby(1.0, a, 1.0, a)
#       ^~~~~~~~~~~~~~~~~~~~~
# fail_tensors.py:30:19: error: argument 2 of `MM.execute` must be a tensor of B in shared memory, of this product, not `Tensor(a, float32, (32,32), shared)` [ArgumentType]
#       MM.execute(a, a, total)
#                     ^
# fail_tensors.py:31:19: error: argument 1 of `OTHER.execute` must be a tensor of A in shared memory, of this product, not `Tensor(a, float32, (32,32), shared)` [ArgumentType]
#       OTHER.execute(a, a, total)
#                     ^
# fail_tensors.py:32:5: error: `MM.execute` takes 3 to 8 arguments, 2 given [ArgumentCount]
#       MM.execute(a, total)
#       ^~~~~~~~~~~~~~~~~~~~
# fail_tensors.py:33:5: error: `is_thread_active` takes 0 arguments, 1 given [ArgumentCount]
#       total.is_thread_active(3)
#       ^~~~~~~~~~~~~~~~~~~~~~~~~
# fail_tensors.py:34:11: error: an array of `float32` has no attribute `what` [UnknownAttribute]
#       total.what()
#             ^~~~
# fail_tensors.py:35:5: error: each thread has 1024 elements of C, and 512 at most are kept in registers; give the block more threads or make the tile smaller [TensorMisuse]
#       LARGE.suggest_accumulator()
#       ^~~~~~~~~~~~~~~~~~~~~~~~~~~
# fail_tensors.py:36:5: error: `Matmul.get_layout_gmem_a` is not supported in kernels; the leading dimension is at least 32 [UnsupportedName]
#       MM.get_layout_gmem_a(31)
#       ^~~~~~~~~~~~~~~~~~~~
# fail_tensors.py:37:5: error: `Matmul.suggest_layout_gmem_a` is not supported in kernels [UnsupportedName]
#       MM.suggest_layout_gmem_a()
#       ^~~~~~~~~~~~~~~~~~~~~~~~
# fail_tensors.py:38:5: error: `Matmul.get_layout_smem_a` is not supported in kernels; `get_layout_smem_a` takes no arguments [UnsupportedName]
#       MM.get_layout_smem_a(40)
#       ^~~~~~~~~~~~~~~~~~~~
# 1 more error was not shown; --error-limit=0 shows all
