# golden: --emit=ptx
import numba
import numpy as np
from numba import cuda
from cuda import coop

total = coop.block.make_sum(numba.int32, 128)
sort = coop.block.make_radix_sort_keys(numba.int32, (8, 8), 4)
most = coop.block.make_reduce(numba.int32, 2048, max)
misspelt = coop.block.make_exclusive_sum(numba.int32, 64, algorithm="rakng")
wide = coop.block.make_sum(numba.int32, 64)


@cuda.jit("void(int32[::1])")
def two_sizes(x):
    items = coop.ThreadData(4, np.int32)
    sort(items)
    x[0] = total(x[0])


@cuda.jit("void(int32[::1])", launch_bounds=32)
def bounds(x):
    x[0] = wide(x[0])


@cuda.jit("void(int32[::1], float32[::1])")
def arguments(x, f):
    x[0] = most(x[0])
    x[1] = misspelt(x[1])
    items = coop.ThreadData(3, np.int32)
    sort(items)
    floats = coop.ThreadData(4, np.float32)
    sort(floats)
    small = cuda.shared.array(16, np.uint8)
    x[2] = wide(small, x[2])
    words = cuda.shared.array(64, np.int32)
    x[3] = coop.sum(coop.this_block(), x[3], temp_storage=words)

# === --emit=ptx
# fail_coop_threads.py:18:12: error: this is made for blocks of 128 threads, and another primitive that the kernel calls for those of 64; make both for the threads that the kernel is launched with [ThreadsDiffer]
#       x[0] = total(x[0])
#              ^~~~~~~~~~~
# fail_coop_threads.py:23:12: error: this is made for blocks of 64 threads (threads_per_block), and the kernel's launch bounds are 32 [CoopMisuse]
#       x[0] = wide(x[0])
#              ^~~~~~~~~~
# fail_coop_threads.py:28:12: error: `threads_per_block` is a number of threads, or a tuple of up to three, of 1 to 1024 in all [CoopMisuse]
#       x[0] = most(x[0])
#              ^~~~~~~~~~
# fail_coop_threads.py:29:12: error: `misspelt` is not known at compile time: `algorithm` is 'raking', 'raking_memoize' or 'warp_scans', not 'rakng'; give it with -D misspelt=VALUE [NotConstant]
#       x[1] = misspelt(x[1])
#              ^~~~~~~~
# fail_coop_threads.py:10:12: note: its value comes from here
#   misspelt = coop.block.make_exclusive_sum(numba.int32, 64, algorithm="rakng")
#              ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# fail_coop_threads.py:31:5: error: this is made for another number of items (items_per_thread) than it gets [CoopMisuse]
#       sort(items)
#       ^~~~~~~~~~~
# fail_coop_threads.py:33:5: error: this is made for int32 (dtype), not float32 [CoopMisuse]
#       sort(floats)
#       ^~~~~~~~~~~~
# fail_coop_threads.py:35:12: error: `temp_storage` has 16 bytes, and this call needs 128 at least [CoopMisuse]
#       x[2] = wide(small, x[2])
#              ^~~~~~~~~~~~~~~~~
# fail_coop_threads.py:37:12: error: `temp_storage` is shared memory of bytes, `coop.TempStorage(n)` or `cuda.shared.array(n, np.uint8)`, not `int32[::1]` [CoopMisuse]
#       x[3] = coop.sum(coop.this_block(), x[3], temp_storage=words)
#              ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
